"""Prints diagnostics as workflow commands of GitHub, which shows each beside the line it is about."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics.caps import worst_first
from interpreter.diagnostics.tree import Diagnostic, Severity
from interpreter.diagnostics.words import printable

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Print one command a line, with the same caps as for people."""
    kept, more = worst_first(diagnostics)
    lines = [_command(one) for one in kept]
    if more:
        lines.append(f"::notice::and {more} more")
    return "".join(f"{line}\n" for line in lines)


def _command(one: Diagnostic) -> str:
    span = one.label.span
    place = {
        "file": span.file,
        "line": span.line,
        "endLine": span.end_line,
        "col": span.column,
        "endColumn": span.end_column,
        "title": one.code,
    }
    told = ",".join(f"{name}={_property(str(value))}" for name, value in place.items())
    parts = [one.message, one.label.text, f"help: {one.help}" if one.help else ""]
    return f"::{_LEVELS[one.severity]} {told}::{_data(chr(10).join(part for part in parts if part))}"


def _data(text: str) -> str:
    """Escape what would end a command; nothing that a pack says can begin another one."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return printable(escaped)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
