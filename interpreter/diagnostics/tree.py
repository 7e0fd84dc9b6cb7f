"""Owns the values that describe one problem and its places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique

from interpreter.records import record


@unique
class Severity(Enum):
    """How bad it is. An error stops the pack from being played; a note may well be meant."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is exclusive.

    Columns count characters (code points), not bytes and not screen cells.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def start_of(cls, file: str) -> Span:
        """Return the empty span at the start of a file, for what concerns all of it."""
        return cls(file, 1, 1, 1, 1)


@record(frozen=True, slots=True)
class Label:
    """A place and what to say there (five words at most, may be empty)."""

    span: Span
    text: str


@record(frozen=True, slots=True)
class Diagnostic:
    """One problem: `code` is stable (`stage/what-is-wrong`), `message` one clause."""

    code: str
    severity: Severity
    message: str
    label: Label
    notes: tuple[Label, ...] = ()
    help: str | None = None


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort by file and position, dropping exact repeats."""
    return sorted(dict.fromkeys(diagnostics), key=_place)


def _place(diagnostic: Diagnostic) -> tuple[Span, str, str]:
    return diagnostic.label.span, diagnostic.code, diagnostic.message
