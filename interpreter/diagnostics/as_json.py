"""Prints diagnostics for programs, with the same caps as for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from interpreter.diagnostics.caps import SHOWN_BYTES, worst_first
from interpreter.diagnostics.tree import Diagnostic, Label


def render_json(diagnostics: Iterable[Diagnostic], not_checked: Mapping[str, Sequence[str]] | None = None) -> str:
    """Print `{"diagnostics": […], "more": n}`, pure ASCII, sorted by place.

    `not_checked` names by its pack what an error keeps from being looked at; it is left out when there is nothing.
    """
    kept, more = worst_first(diagnostics)
    room = SHOWN_BYTES - 100
    rows: list[str] = []
    for count, one in enumerate(kept):
        row = json.dumps(facts_of(one))
        room -= len(row) + 4
        if room < 0:
            more += len(kept) - count
            break
        rows.append(row)
    listed = ",\n  ".join(rows)
    body = f"\n  {listed}\n" if rows else ""
    rest = f', "not_checked": {json.dumps(dict(not_checked))}' if not_checked else ""
    return f'{{"diagnostics": [{body}], "more": {more}{rest}}}\n'


def facts_of(one: Diagnostic) -> dict[str, object]:
    """Give a problem as plain values."""
    return {
        "code": one.code,
        "severity": one.severity.value,
        "message": one.message,
        **_place(one.label),
        "notes": [_place(note) for note in one.notes],
        "help": one.help,
    }


def _place(label: Label) -> dict[str, object]:
    span = label.span
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "label": label.text,
    }
