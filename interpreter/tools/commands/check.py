"""`rulewright check`: find every mistake in a pack."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from interpreter.diagnostics import Severity, render_json, render_text, shown
from interpreter.tools import core
from interpreter.tools.console import has_colour
from interpreter.tools.trouble import FINDINGS, FINE, TROUBLE, exit_codes, tell


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path", metavar="PATH", nargs="+", help="packs: shipped names, folders, zips, or files inside one"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people, or for programs")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = exit_codes(
        "nothing is wrong", "there are errors or warnings", "wrong use, or there is no pack at a path"
    )


def run(args: argparse.Namespace) -> int:
    """Print all diagnostics, for people with their number and what they may hide."""
    findings = core.findings(args.path)
    if args.format == "json":
        sys.stdout.write(render_json(findings.diagnostics, findings.not_checked))
    else:
        _report(findings)
    if findings.missing:
        return TROUBLE
    return FINDINGS if findings.diagnostics else FINE


def _report(findings: core.Findings) -> None:
    """Print for people; a path without a pack is told on the error stream, as every command does."""
    diagnostics = [one for one in findings.diagnostics if one not in findings.missing]
    if findings.packs:
        sys.stdout.write(render_text(diagnostics, findings.lines, has_colour(sys.stdout)))
        errors = sum(one.severity is Severity.ERROR for one in diagnostics)
        print(
            f"{findings.packs} checked: {_counted(errors, 'error')}, {_counted(len(diagnostics) - errors, 'warning')}"
        )
    for pack, parts in findings.not_checked.items():
        print(f"more may show once these are mended: the {_listed(parts)} of {shown(pack)} were not looked at")
    sys.stdout.flush()
    for one in findings.missing:
        tell(one.message, one.help)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
