"""`rulewright test`: run the scenarios of a pack."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from interpreter.diagnostics import shown
from interpreter.play.errors import RulewrightError
from interpreter.play.scenario import Verdict, idle_scenarios, run_scenarios
from interpreter.play.tutorial import NoLesson, lesson_of
from interpreter.tools import core
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
    parser.add_argument("path", metavar="PATH", nargs="+", help="packs, or single scenario files inside one")
    add_with(parser)
    parser.add_argument("--verbose", action="store_true", help="list the scenarios that pass, too")
    parser.add_argument(
        "--strict", action="store_true", help="list the scenarios that would pass if nothing happened, too"
    )


def run(args: argparse.Namespace) -> int:
    """Run all scenarios; every one that fails is told with its place and the reason."""
    console = Console()
    tried: dict[str, list[Verdict]] = {}
    troubles = []
    idle = 0
    for path in args.path:
        try:
            tried[path] = list(_verdicts(path, args.others))
            idle += _idle(path, args.others, console) if args.strict else 0
        except Trouble as found:
            troubles.append(found)
    if not tried:
        raise troubles[0]
    untested = [path for path, run in tried.items() if not run]
    verdicts = [verdict for run in tried.values() for verdict in run]
    failed = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in verdicts:
        _show(verdict, console, verbose=args.verbose)
    untaught = sum(not _taught(path, args.others, console) for path in tried)
    for path in untested:
        console.line(f"there are no scenarios in {shown(path)}", "red")
    console.line(
        f"{len(verdicts)} scenario{'s' * (len(verdicts) != 1)}: {len(verdicts) - len(failed)} passed, {len(failed)} failed",
        "red" if failed or untested or untaught or troubles else "green",
    )
    flush()
    for trouble in troubles:
        tell(str(trouble), trouble.hint)
    if troubles:
        return max(trouble.code for trouble in troubles)
    # A path without scenarios tests nothing, and should not look as if it did.
    return FINDINGS if failed or untested or untaught or idle else FINE


def _idle(path: str, others: Sequence[str], console: Console) -> int:
    """Tell which scenarios would pass if nothing happened and do not say why; and which say why for nothing."""
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


def _taught(path: str, others: Sequence[str], console: Console) -> bool:
    """Play the tutorial of a pack through, if it has one; what does not fit is told with its place."""
    if core.pack_place(path) != path:
        return True  # a single file of scenarios
    try:
        lesson_of(core.load(core.asked(path, others)))
    except NoLesson as wrong:
        console.line("FAIL  the tutorial", "red")
        console.line(f"      {wrong}")
        console.line(f"      --> {wrong.span.file}:{wrong.span.line}:{wrong.span.column}")
        return False
    return True


def _verdicts(path: str, others: Sequence[str]) -> Iterator[Verdict]:
    pack, scenarios = core.scenarios(path, others)
    try:
        yield from run_scenarios(pack, scenarios)
    except RulewrightError as error:
        raise Trouble(f"the scenarios of `{shown(path)}` cannot be run: {error}") from error


def _show(verdict: Verdict, console: Console, *, verbose: bool) -> None:
    if verdict.passed:
        if verbose:
            console.line(f"ok    {verdict.scenario.name}")
        return
    span = verdict.span
    console.line(f"FAIL  {verdict.scenario.name}", "red")
    for line in verdict.why.split("\n"):
        console.line(f"      {line}")
    console.line(f"      --> {span.file}:{span.line}:{span.column}")
