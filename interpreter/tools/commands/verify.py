"""`rulewright verify`: the one command for a stranger's pack, and what an author runs before sharing one."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.diagnostics import Severity, facts_of, in_order, render_github, render_sarif, render_text, shown
from interpreter.play.errors import RulewrightError
from interpreter.play.save import program_version
from interpreter.play.verify import Plan, Verified, verify
from interpreter.tools import checking, core
from interpreter.tools.console import Console, Progress, has_colour
from interpreter.tools.flags import add_with
from interpreter.tools.printing import flush, put_json, raw
from interpreter.tools.setting import add_engine, number, seed
from interpreter.tools.trouble import FINDINGS, FINE, TROUBLE, Exits, Trouble, tell
from interpreter.wasm.offered import WASM, NotOffered

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.play.verify.branches import Branch
    from interpreter.source import Asked

EXITS = Exits(
    fine="nothing is wrong; there may be notes",
    findings="there are errors or warnings",
    trouble="wrong use, or there is no pack at a path",
)

FORMATS = ("text", "json", "github", "sarif")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", nargs="+", help="packs: shipped names, folders, zips")
    add_with(parser)
    parser.add_argument(
        "--games", type=_games, default=200, metavar="N", help="games for each number of players (default 200)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="seed of the first game (default 1)")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="J", help="processes to share the games")
    parser.add_argument(
        "--minutes", type=_minutes, default=30, metavar="M", help="stop playing after so long (default 30)"
    )
    add_engine(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="for people, programs or a code host")
    parser.add_argument(
        "--witnesses", action="store_true", help="list every script and branch with a game that reached it"
    )


def _games(text: str) -> int:
    return number(text, 1, 100_000)


def _jobs(text: str) -> int:
    return number(text, 1, 64)


def _minutes(text: str) -> int:
    return number(text, 1, 10_000)


def run(args: argparse.Namespace) -> int:
    """Check the packs, verify those without errors, and print one report."""
    findings = checking.findings(args.path, args.others)
    told = list(findings.diagnostics)
    broken = {one.label.span.file for one in told if one.severity is Severity.ERROR}
    verified: list[Verified] = []
    skipped: list[str] = []
    for place in dict.fromkeys(map(core.pack_place, args.path)):
        where = core.asked(place, args.others)
        if broken and _is_broken(where, skipped, place):
            continue
        verified.append(_verified(where, args))
        told += verified[-1].findings
    told = in_order(told)
    _print(args, findings, told, verified, skipped)
    if findings.missing:
        return TROUBLE
    return FINDINGS if any(one.severity is not Severity.NOTE for one in told) else FINE


def _is_broken(where: Asked, skipped: list[str], place: str) -> bool:
    """Whether a pack has errors or is not there: then there is nothing to play."""
    try:
        core.load(where)
    except Trouble:
        skipped.append(place)
        return True
    return False


def _verified(where: Asked, args: argparse.Namespace) -> Verified:
    bars: dict[str, Progress] = {}
    until = time.monotonic() + 60 * args.minutes

    def progress(what: str, done: int, total: int) -> bool:
        if what not in bars:
            for bar in bars.values():
                bar.close()
            bars[what] = Progress(total, what)
        bars[what](done)
        return bool(time.monotonic() < until)

    try:
        return verify(where, Plan(args.games, args.seed, args.jobs, args.engine), progress)
    except NotOffered as reason:
        raise Trouble(f"its games cannot be played in WebAssembly: {reason}", hint="leave `--engine` out") from reason
    except RulewrightError as error:
        raise Trouble(f"the pack cannot be verified: {error}", FINDINGS) from error
    finally:
        for bar in bars.values():
            bar.close()


# ------------------------------------------------------------------------------------------------------- the report


def _print(
    args: argparse.Namespace,
    findings: checking.Findings,
    told: list[Diagnostic],
    verified: list[Verified],
    skipped: list[str],
) -> None:
    match args.format:
        case "github":
            raw(render_github(told))
        case "sarif":
            raw(render_sarif(told, program_version()))
        case "json":
            put_json(
                {
                    "packs": [_facts(one, witnesses=args.witnesses) for one in verified],
                    "not_verified": skipped,
                    "diagnostics": [facts_of(one) for one in told],
                }
            )
        case _:
            _for_people(args, findings, told, verified, skipped)


def _for_people(
    args: argparse.Namespace,
    findings: checking.Findings,
    told: list[Diagnostic],
    verified: list[Verified],
    skipped: list[str],
) -> None:
    console = Console()
    missing = findings.missing
    shown_here = [one for one in told if one not in missing]
    raw(render_text(shown_here, _lines(findings, verified), has_colour(sys.stdout)))
    if shown_here:
        console.line()
    for one in verified:
        console.line(f"{one.title} ({one.id} {one.version})", "bold")
        for line in _summary(one):
            console.line(f"  {line}")
        if args.witnesses:
            for line in _witnesses(one):
                console.line(f"    {line}")
    for place in skipped:
        console.line(f"not verified because of its errors: {shown(place)}", "red")
    counts = [sum(one.severity is kind for one in shown_here) for kind in Severity]
    words = ", ".join(_counted(count, kind.value) for count, kind in zip(counts, Severity, strict=True))
    bad = bool(counts[0] or counts[1] or skipped)
    console.line(f"{len(verified)} verified: {words}", "red" if bad else "green")
    flush()
    for gone in missing:
        tell(gone.message, gone.help)


def _lines(findings: checking.Findings, verified: list[Verified]) -> checking.Lines:
    """Find the lines of a file in any pack that was read."""
    known = [findings.lines, *(one.lines for one in verified)]
    return lambda file: next((found for lines in known if (found := lines(file))), ())


def _summary(one: Verified) -> Iterator[str]:
    """Say what was looked at, in numbers."""
    below = f", {one.scenarios_below} of the packs below on the whole stack" if one.scenarios_below else ""
    yield f"scenarios  {one.own_scenarios} of its own{below}"
    tables = ", ".join(f"{games} for {seats}" for seats, games in one.games.items())
    yield f"games      {tables} players; {one.decisions} decisions, {one.longest} in the longest game"
    yield (
        f"engine     WebAssembly; {one.again} of the games in Python, too"
        if one.engine == WASM
        else "engine     Python"
    )
    yield f"secrets    {one.views} positions with everything hidden exchanged"
    for what, whole in (("scripts", True), ("branches", False)):
        games, scenarios, total = one.reached(whole=whole)
        more = f", {scenarios} more by scenarios" if scenarios else ""
        left = total - games - scenarios
        rest = f", {left} by nothing" if left else ""
        yield f"{what:<10} {games} of {total} reached by games{more}{rest}"
    yield f"texts      of {one.things} things and all rules, in {', '.join(one.languages)}"
    if one.to_paste:
        yield "if all that fails below is meant, put this line into pack.yaml, in place of one that is there:"
        yield one.to_paste


def _witnesses(one: Verified) -> Iterator[str]:
    for branch, written in one.branches.items():
        where = f"{written.span.file}:{written.span.line}"
        part = written.script if written.whole else f"{written.script}, line {written.span.line}"
        yield f"{part} ({where}): {_witness(one, branch)}"


def _witness(one: Verified, branch: Branch) -> str:
    found = one.witnesses.get(branch)
    if found is not None:
        return f"{found.table.seats} players, seed {found.table.seed}, decision {found.decision}"
    never = f"no game of {sum(one.games.values())} reached it"
    scenario = one.scenarios.get(branch)
    return f"{never}; scenario `{shown(scenario)}` does" if scenario is not None else never


def _facts(one: Verified, *, witnesses: bool) -> dict[str, object]:
    made: dict[str, object] = {
        "id": one.id,
        "version": one.version,
        "scenarios": {"own": one.own_scenarios, "below": one.scenarios_below},
        "games": {str(seats): games for seats, games in one.games.items()},
        "engine": one.engine,
        "games_in_python_too": one.again,
        "decisions": one.decisions,
        "longest": one.longest,
        "positions_compared": one.views,
        "languages": one.languages,
        "changes_rules_to_say": one.to_paste,
        "scenarios_with_more_things": one.outnumbered,
    }
    for what, whole in (("scripts", True), ("branches", False)):
        games, scenarios, total = one.reached(whole=whole)
        made[what] = {"total": total, "by_games": games, "by_scenarios_only": scenarios}
    if witnesses:
        made["witnesses"] = [_witness_facts(one, branch) for branch in one.branches]
    return made


def _witness_facts(one: Verified, branch: Branch) -> dict[str, object]:
    written, found = one.branches[branch], one.witnesses.get(branch)
    game = None
    if found is not None:
        table = found.table
        game = {"players": table.seats, "seed": table.seed, "options": dict(table.options), "decision": found.decision}
    return {
        "script": written.script,
        "whole": written.whole,
        "file": written.span.file,
        "line": written.span.line,
        "game": game,
        "scenario": one.scenarios.get(branch),
    }


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


__all__: Sequence[str] = ["EXITS", "add", "run"]
