"""`rulewright mutate`: change a pack in one place at a time, and list the changes that no scenario notices."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from interpreter.diagnostics import shown
from interpreter.play.mutation.bench import Outcome, Unsound
from interpreter.play.mutation.marks import Mark
from interpreter.play.mutation.survey import Plan, Tally, survey
from interpreter.tools import core
from interpreter.tools.console import Console, Progress
from interpreter.tools.printing import put_json
from interpreter.tools.setting import number, seed
from interpreter.tools.trouble import FINDINGS, FINE, Exits, Trouble

EXITS = Exits(
    fine="enough mutants are noticed, and every mark of an equivalent one is right",
    findings="too few are noticed, or a mark is stale or wrong",
    trouble="wrong use, or a pack or one of its scenarios cannot be run",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", nargs="+", help="shipped packs by name, or folders or zips")
    parser.add_argument(
        "--sample", type=_many, default=0, metavar="N", help="try N mutants of all packs (default: all)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="which mutants a sample takes (default 1)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only in files or things with this in their name")
    parser.add_argument("--everywhere", action="store_true", help="run all scenarios, not only those of the rule")
    parser.add_argument(
        "--at-least",
        type=lambda text: number(text, 0, 100),
        default=98,
        metavar="PERCENT",
        help="share of the mutants that must be noticed (default 98)",
    )
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="J", help="processes to share the work")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print the result")


def _jobs(text: str) -> int:
    return number(text, 1, 64)


def _many(text: str) -> int:
    return number(text, 1, 1_000_000)


def run(args: argparse.Namespace) -> int:
    """Try the mutants and tell which survived."""
    places = list(dict.fromkeys(core.pack_place(path) for path in args.pack))
    for place in places:
        _, scenarios = core.scenarios(place)  # told in full what is wrong, before any work
        if not scenarios:
            raise Trouble(f"`{shown(place)}` has no scenarios that could notice a change")
    plan = Plan(args.seed, args.sample, args.only, everywhere=args.everywhere, jobs=args.jobs)
    tallies = _tried(places, plan)
    if args.format == "json":
        put_json(as_json(tallies, plan), sort_keys=True)
    else:
        _show(tallies, Console())
    good = share(tallies) >= args.at_least * 10
    return FINE if good and not any(one.wrong_marks or one.stale_marks for one in tallies) else FINDINGS


def _tried(places: Sequence[str], plan: Plan) -> list[Tally]:
    bar: list[Progress] = []

    def progress(done: int, total: int) -> None:
        if not bar:
            bar.append(Progress(total, "mutants"))
        bar[0](done)

    try:
        return survey(places, plan, progress)
    except Unsound as problem:
        span = problem.span
        raise Trouble(
            f"the scenario `{shown(problem.name)}` fails without any change",
            hint=f"--> {span.file}:{span.line}:{span.column}: `rulewright test` says why",
        ) from problem
    finally:
        for one in bar:
            one.close()


def share(tallies: Sequence[Tally]) -> int:
    """The share of mutants noticed, in tenths of a percent, rounded down; all of nothing is everything."""
    counted = sum(one.counted for one in tallies)
    return 1000 * sum(one.noticed for one in tallies) // counted if counted else 1000


# ---- as text


def _show(tallies: Sequence[Tally], console: Console) -> None:
    for tally in tallies:
        for outcome in tally.survivors:
            _show_survivor(outcome, console)
        for outcome in tally.crashes:
            console.line(f"{_place(outcome)}  the program fails: {outcome.why}", "red")
            _show_lines(outcome, console)
        for outcome in tally.wrong_marks:
            console.line(f"{_place(outcome)}  is marked as equivalent, but `{outcome.by}` notices it", "red")
            _show_lines(outcome, console)
        for mark in tally.stale_marks:
            console.line(f"{_mark_place(mark)}  marks a mutant that does not exist (any more)", "red")
    for tally in tallies:
        console.line(f"{tally.pack}: {_sum(tally)}")
    if len(tallies) > 1:
        counted, noticed = sum(one.counted for one in tallies), sum(one.noticed for one in tallies)
        console.line(f"all packs: {noticed} of {counted} mutants noticed ({_percent(share(tallies))})", "bold")


def _show_survivor(outcome: Outcome, console: Console) -> None:
    mutant = outcome.mutant
    of = f"of {', '.join(mutant.rules)}" if mutant.rules else f"for {' or '.join(mutant.words[:3]) or 'it'}"
    if outcome.scenarios:
        run = f"{outcome.scenarios} scenario{'s' * (outcome.scenarios != 1)} {of} ran"
    else:
        run = f"there are no scenarios {of}"
    console.line(f"{_place(outcome)}  {mutant.owner}: not noticed; {run}", "yellow")
    _show_lines(outcome, console)


def _show_lines(outcome: Outcome, console: Console) -> None:
    console.line(f"    - {outcome.mutant.before}")
    console.line(f"    + {outcome.mutant.after}")


def _place(outcome: Outcome) -> str:
    span = outcome.mutant.span
    return f"{span.file}:{span.line}:{span.column}"


def _mark_place(mark: Mark) -> str:
    return f"{mark.span.file}:{mark.span.line}:{mark.span.column}"


def _sum(tally: Tally) -> str:
    beside = [f"{tally.equivalent} equivalent", f"{tally.refused} refused by the checker"]
    return (
        f"{tally.noticed} of {tally.counted} mutants noticed ({_percent(share([tally]))}), "
        f"{len(tally.survivors)} survived; {', '.join(beside)}"
    )


def _percent(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10} %"


# ---- as JSON


def as_json(tallies: Sequence[Tally], plan: Plan) -> dict[str, object]:
    """Everything the text says, as plain values."""
    return {
        "seed": plan.seed,
        "noticed_per_mille": share(tallies),
        "packs": [
            {
                "pack": one.pack,
                "noticed": one.noticed,
                "equivalent": one.equivalent,
                "refused": one.refused,
                "survivors": [_outcome_json(outcome) for outcome in one.survivors],
                "crashes": [_outcome_json(outcome) for outcome in one.crashes],
                "wrong_marks": [_outcome_json(outcome) for outcome in one.wrong_marks],
                "stale_marks": [_mark_place(mark) for mark in one.stale_marks],
            }
            for one in tallies
        ],
    }


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    mutant = outcome.mutant
    return {
        "file": mutant.file,
        "line": mutant.span.line,
        "column": mutant.span.column,
        "in": mutant.owner,
        "sort": mutant.sort,
        "before": mutant.before,
        "after": mutant.after,
        "nth": mutant.nth,
        "rules": list(mutant.rules),
        "scenarios": outcome.scenarios,
        "by": outcome.by,
        "why": outcome.why,
    }
