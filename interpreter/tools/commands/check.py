"""`rulewright check`: find every mistake in a pack."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from interpreter.diagnostics import Severity, render_github, render_json, render_sarif, render_text, shown
from interpreter.play.save import program_version
from interpreter.tools import checking
from interpreter.tools.console import has_colour
from interpreter.tools.flags import add_with
from interpreter.tools.printing import flush, put, raw
from interpreter.tools.trouble import FINDINGS, FINE, TROUBLE, Exits, tell

EXITS = Exits(
    fine="nothing is wrong",
    findings="there are errors or warnings",
    trouble="wrong use, or there is no pack at a path",
)


FORMATS = ("text", "json", "github", "sarif")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path",
        metavar="PATH",
        nargs="*",
        help="packs: shipped names, folders, zips, or files inside one; left out: the pack you are in",
    )
    add_with(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="for people, programs or a code host")


def run(args: argparse.Namespace) -> int:
    """Print all diagnostics, for people with their number and what they may hide."""
    findings = checking.findings(checking.paths_or_here(args.path, "check"), args.others)
    match args.format:
        case "json":
            raw(render_json(findings.diagnostics, findings.not_checked))
        case "github":
            raw(render_github(findings.diagnostics))
        case "sarif":
            raw(render_sarif(findings.diagnostics, program_version()))
        case _:
            _report(findings)
    if findings.missing:
        return TROUBLE
    return FINDINGS if any(one.severity is not Severity.NOTE for one in findings.diagnostics) else FINE


def _report(findings: checking.Findings) -> None:
    """Print for people; a path without a pack is told on the error stream, as every command does."""
    missing = findings.missing
    diagnostics = [one for one in findings.diagnostics if one not in missing]
    if findings.packs:
        raw(render_text(diagnostics, findings.lines, has_colour(sys.stdout)))
        errors = sum(one.severity is Severity.ERROR for one in diagnostics)
        warnings = sum(one.severity is Severity.WARNING for one in diagnostics)
        notes = len(diagnostics) - errors - warnings
        told = [_counted(errors, "error"), _counted(warnings, "warning"), *([_counted(notes, "note")] if notes else [])]
        put(f"{findings.packs} checked: {', '.join(told)}\n")
    for pack, parts in findings.not_checked.items():
        put(f"more may show once these are mended: the {_listed(parts)} of {shown(pack)} were not looked at\n")
    for words in findings.not_there:
        put(f"{words}\n")
    flush()
    for one in missing:
        tell(one.message, one.help)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
