"""`rulewright check`: find every mistake in a pack."""

from __future__ import annotations

import argparse
import sys

from interpreter.diagnostics import Severity, render_json, render_text
from interpreter.tools import core
from interpreter.tools.console import has_colour
from interpreter.tools.trouble import FINDINGS, FINE


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path", metavar="PATH", nargs="+", help="packs: shipped names, folders, zips, or files inside one"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people, or for programs")


def run(args: argparse.Namespace) -> int:
    """Print all diagnostics, and for people a closing line with their number."""
    findings = core.findings(args.path)
    diagnostics = findings.diagnostics
    if args.format == "json":
        sys.stdout.write(render_json(diagnostics))
    else:
        sys.stdout.write(render_text(diagnostics, findings.lines, has_colour(sys.stdout)))
        errors = sum(one.severity is Severity.ERROR for one in diagnostics)
        print(f"{len(args.path)} checked: {errors} errors, {len(diagnostics) - errors} warnings")
    return FINDINGS if diagnostics else FINE
