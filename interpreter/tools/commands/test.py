"""`rulewright test`: run the scenarios of a pack."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from interpreter.diagnostics import shown
from interpreter.play.errors import RulewrightError
from interpreter.play.scenario import Verdict, run_scenarios
from interpreter.tools import core
from interpreter.tools.console import Console
from interpreter.tools.trouble import FINDINGS, FINE, Trouble, exit_codes, tell


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", nargs="+", help="packs, or single scenario files inside one")
    parser.add_argument("--verbose", action="store_true", help="list the scenarios that pass, too")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = exit_codes(
        "all scenarios passed",
        "a scenario failed or has a mistake, or a path has none",
        "wrong use, or there is no pack at a path that can be played",
    )


def run(args: argparse.Namespace) -> int:
    """Run all scenarios; every one that fails is told with its place and the reason."""
    console = Console()
    tried: dict[str, list[Verdict]] = {}
    troubles = []
    for path in args.path:
        try:
            tried[path] = list(_verdicts(path))
        except Trouble as found:
            troubles.append(found)
    if not tried:
        raise troubles[0]
    untested = [path for path, run in tried.items() if not run]
    verdicts = [verdict for run in tried.values() for verdict in run]
    failed = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in verdicts:
        _show(verdict, console, verbose=args.verbose)
    for path in untested:
        console.line(f"there are no scenarios in {shown(path)}", "red")
    console.line(
        f"{len(verdicts)} scenario{'s' * (len(verdicts) != 1)}: {len(verdicts) - len(failed)} passed, {len(failed)} failed",
        "red" if failed or untested or troubles else "green",
    )
    sys.stdout.flush()
    for trouble in troubles:
        tell(str(trouble), trouble.hint)
    if troubles:
        return max(trouble.code for trouble in troubles)
    # A path without scenarios tests nothing, and should not look as if it did.
    return FINDINGS if failed or untested else FINE


def _verdicts(path: str) -> Iterator[Verdict]:
    pack, scenarios = core.scenarios(path)
    try:
        yield from run_scenarios(pack, scenarios)
    except RulewrightError as error:
        raise Trouble(f"the scenarios of `{path}` cannot be run: {error}") from error


def _show(verdict: Verdict, console: Console, *, verbose: bool) -> None:
    if verdict.passed:
        if verbose:
            console.line(f"ok    {verdict.scenario.name}")
        return
    span = verdict.span
    console.line(f"FAIL  {verdict.scenario.name}", "red")
    console.line(f"      {verdict.why}")
    console.line(f"      --> {span.file}:{span.line}:{span.column}")
