"""What follows from a declaration that is wrong is no mistake of its own: only the cause is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.diagnostics import Problem, Span
    from interpreter.source import PackSource

_UNKNOWN = ("check/unknown-name", "check/unknown-field", "check/unknown-verb", "check/wrong-phrase")

_SAID = 2
"""The words of a place that may be the name: `fine`, or `announce fined`."""


def without_consequences(problems: Iterable[Problem], lost: set[str], source: PackSource) -> Iterator[Problem]:
    """Leave out that a name is unknown whose own declaration could not be read, which is told already."""
    files: dict[str, list[str]] = {}
    for problem in problems:
        span = problem.span
        if lost and problem.code in _UNKNOWN:
            lines = files.setdefault(span.file, list(source.lines(span.file)))
            if lost & set(_written(lines, span).split()[:_SAID]):
                continue
        yield problem


def _written(lines: list[str], span: Span) -> str:
    """The word at a place; nothing where it goes over several lines."""
    if span.end_line != span.line or span.line > len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]
