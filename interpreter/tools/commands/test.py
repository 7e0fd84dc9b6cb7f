"""`rulewright test`: run the scenarios of a pack."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from interpreter.diagnostics import Span, render_text, shown
from interpreter.play.errors import RulewrightError
from interpreter.play.tested import Tested, run_pack
from interpreter.play.verdict import NOT_RUN
from interpreter.tools import core
from interpreter.tools.checking import belongs_to, paths_or_here
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.printing import flush
from interpreter.tools.trouble import FINDINGS, FINE, Exits, Trouble, tell

EXITS = Exits(
    fine="all scenarios passed",
    findings="a scenario failed or has a mistake, a path has none; --strict: one is idle",
    trouble="wrong use, or there is no pack at a path that can be played",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path", metavar="PATH", nargs="*", help="packs, or scenario files inside one; left out: the pack you are in"
    )
    add_with(parser)
    parser.add_argument("--verbose", action="store_true", help="list the scenarios that pass, too")
    parser.add_argument(
        "--strict", action="store_true", help="list the scenarios that would pass if nothing happened, too"
    )


def run(args: argparse.Namespace) -> int:
    """Run all scenarios; every one that fails is told with its place and the reason."""
    console = Console()
    tried: dict[str, Tested] = {}
    troubles = []
    idle = 0
    for path in paths_or_here(args.path, "test"):
        try:
            tried[path] = _tested(path, args.others)
            idle += _idle(path, args.others, console) if args.strict else 0
        except Trouble as found:
            troubles.append(found)
    if not tried:
        raise troubles[0]
    untested = [path for path, run in tried.items() if not run.verdicts]
    count = sum(len(run.verdicts) for run in tried.values())
    failed = [verdict for run in tried.values() for verdict in run.failed]
    for run in tried.values():
        _show(run, console, verbose=args.verbose)
    untaught = [run for run in tried.values() if run.no_lesson is not None]
    for path in untested:
        console.line(f"there are no scenarios in {shown(path)}: they stand in the folder scenarios/ of a pack", "red")
    unrun = sum(run.not_run for run in tried.values())
    console.line(
        f"{count} scenario{'s' * (count != 1)}: {count - len(failed) - unrun} passed"
        f", {len(failed)} failed{f', {unrun} not run' if unrun else ''}",
        "red" if failed or unrun or untested or untaught or troubles else "green",
    )
    flush()
    for run in tried.values():
        if run.broken:
            few = "1 scenario" if run.not_run == 1 else f"{run.not_run} scenarios"
            tell(f"{few} cannot be run:\n\n{render_text(run.broken, run.lines)}")
    for trouble in troubles:
        tell(str(trouble), trouble.hint)
    if troubles:
        return max(trouble.code for trouble in troubles)
    # A path without scenarios tests nothing, and should not look as if it did.
    return FINDINGS if failed or unrun or untested or untaught or idle else FINE


def _idle(path: str, others: Sequence[str], console: Console) -> int:
    """Tell which scenarios would pass if nothing happened and do not say why; and which say why for nothing."""
    from interpreter.play.scenario import idle_scenarios  # noqa: PLC0415 - nobody asks for them most often

    pack, scenarios = core.scenarios(path, others)
    idle = {id(one) for one in idle_scenarios(pack, scenarios)}
    listed = [one for one in scenarios if (id(one) in idle) != bool(one.holds_before)]
    for scenario in listed:
        words = "holds before anything happens: show what the rule does, or say why under `holds_before`"
        if scenario.holds_before:
            words = "says why it `holds_before` anything happens, but does not"
        span = scenario.span
        console.line(f"IDLE  {scenario.name}", "yellow")
        console.line(f"      {words}")
        console.line(f"      --> {span.file}:{span.line}:{span.column}")
    return len(listed)


def _tested(path: str, others: Sequence[str]) -> Tested:
    """Run the scenarios of a pack, or of a file in one; for a whole pack its tutorial too."""
    place = core.pack_place(path)
    file = None if path == place else partial(belongs_to, path)
    try:
        tested = run_pack(core.asked(place, others), file)
        return tested if tested is not None else _tested_as_a_whole(path, others)
    except RulewrightError as error:
        raise Trouble(f"the scenarios of `{shown(path)}` cannot be run: {error}") from error


def _tested_as_a_whole(path: str, others: Sequence[str]) -> Tested:
    """Read a pack as a whole, which tells everything that is wrong with its scenarios, and run all of them."""
    from interpreter.play.scenario import run_scenarios  # noqa: PLC0415 - most often a pack is right
    from interpreter.play.tutorial import NoLesson, lesson_of  # noqa: PLC0415 - the same

    pack, scenarios = core.scenarios(path, others)
    made = Tested(run_scenarios(pack, scenarios))
    try:
        if core.pack_place(path) == path:
            lesson_of(pack)
    except NoLesson as wrong:
        made.no_lesson = wrong
    return made


def _show(run: Tested, console: Console, *, verbose: bool) -> None:
    """Tell every scenario that failed with its place and the reason, and what is wrong with the tutorial."""
    for verdict in run.verdicts:
        if verdict.why == NOT_RUN:
            continue  # what is wrong with it is told behind all others
        if not verdict.passed:
            _tell(verdict.scenario.name, verdict.why, verdict.span, console)
        elif verbose:
            console.line(f"ok    {verdict.scenario.name}")
    if run.no_lesson is not None:
        _tell("the tutorial", str(run.no_lesson), run.no_lesson.span, console)


def _tell(what: str, why: str, span: Span, console: Console) -> None:
    console.line(f"FAIL  {what}", "red")
    for line in why.split("\n"):
        console.line(f"      {line}")
    console.line(f"      --> {span.file}:{span.line}:{span.column}")
