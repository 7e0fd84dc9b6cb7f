"""Tells, beside a mistake that only the finished game shows, which pack took away what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, Label, shown
from interpreter.source.tree import PackSource


def with_removals(source: PackSource, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Add to each diagnostic about a name that was removed where that was done, and by whom."""
    return [_with_removal(source, one) for one in found] if source.removed else list(found)


def _with_removal(source: PackSource, one: Diagnostic) -> Diagnostic:
    name = _said(source, one)
    removal = source.removed.get(name)
    if removal is None:
        return one
    pack, span = removal
    note = Label(span, f"removed by {shown(pack)}")
    user = source.owner(one.label.span.file)
    cure = f"`{shown(pack)}` removes `{shown(name)}`, which `{shown(user)}` still uses: change one of them"
    return replace(one, notes=(*one.notes, note), help=cure)


def _said(source: PackSource, one: Diagnostic) -> str:
    """Return the word a diagnostic points at, without quotes."""
    span = one.label.span
    lines = source.lines(span.file)
    if span.line != span.end_line or not 0 < span.line <= len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1].strip("\"' ")
