"""Tells, beside a mistake that only the finished game shows, which pack took away what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, Label, Problem, shown
from interpreter.source.tree import PackSource


def with_removals(source: PackSource, found: Iterable[Problem]) -> list[Diagnostic]:
    """Tell each problem; where it is about a name or a key that was removed, with where that was done, and by whom."""
    return [_with_removal(source, one) for one in found]


def _with_removal(source: PackSource, problem: Problem) -> Diagnostic:
    one = problem.diagnostic()
    if not source.removed:
        return one
    lacking = problem.lacking()
    name = lacking or _said(source, one)
    removal = source.removed.get(name) or source.removed.get(name.rpartition(".")[2])  # `KEY` goes as `player.KEY`
    if removal is None:
        return one
    pack, span = removal
    note = Label(span, f"removed by {shown(pack)}")
    user = source.owner(one.label.span.file)
    if lacking:
        cure = f"`{shown(pack)}` removes it, and it has no default: write what it is instead"
        return replace(one, notes=(*one.notes, note), help=cure)
    cure = f"`{shown(pack)}` removes `{shown(name)}`, which `{shown(user)}` still uses: change one of them"
    return replace(one, notes=(*one.notes, note), help=cure)


def _said(source: PackSource, one: Diagnostic) -> str:
    """Return the word a diagnostic points at, without quotes."""
    span = one.label.span
    lines = source.lines(span.file)
    if span.line != span.end_line or not 0 < span.line <= len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1].strip("\"' ")
