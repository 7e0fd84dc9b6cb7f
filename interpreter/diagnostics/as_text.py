"""Prints diagnostics for people: message, place, source line with carets, help."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from interpreter.diagnostics.caps import SHOWN_BYTES, worst_first
from interpreter.diagnostics.tree import Diagnostic, Label, Severity
from interpreter.diagnostics.words import unstacked, visible

LinesOf = Callable[[str], Sequence[str]]

_MESSAGE_CHARACTERS = 400
_BEFORE_CARET = 60
_AFTER_CARET = 60
_TAB = "    "
_RESET = "\x1b[0m"
_STYLES = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;34m",
    "note": "\x1b[1;34m",
    "help": "\x1b[1;32m",
}


def render_text(diagnostics: Iterable[Diagnostic], lines: LinesOf, colour: bool = False) -> str:
    """Print at most 20 diagnostics, sorted by place, in at most 64 KB.

    `lines` gives the lines of a file named by a span, or nothing when there
    are none to show. Whatever the author wrote, the result holds no control
    characters but newlines (and colours, when asked for).
    """
    kept, more = worst_first(diagnostics)
    paint = _colours if colour else _no_colours
    blocks: list[str] = []
    room = SHOWN_BYTES - 100
    for count, one in enumerate(kept):
        block = "\n".join(_block(one, lines, paint))
        room -= len(block.encode("utf-8", "replace")) + 2
        if room < 0:
            more += len(kept) - count
            break
        blocks.append(block)
    if more:
        blocks.append(f"… and {more} more")
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _block(one: Diagnostic, lines: LinesOf, paint: Callable[[object, str], str]) -> list[str]:
    labels = (one.label, *one.notes)
    gutter = max(len(str(label.span.line)) for label in labels)
    head = paint(one.severity, f"{one.code} {one.severity.value}")
    out = [f"{head}: {_clean(one.message)}"]
    out += _place(one.label, lines, gutter, ("-->", "^"), lambda text: paint(one.severity, text))
    for note in one.notes:
        out += _place(note, lines, gutter, (":::", "-"), lambda text: paint("note", text))
    if one.help:
        out.append(f"{' ' * gutter} = {paint('help', 'help')}: {_clean(one.help)}")
    return out


def _place(label: Label, lines: LinesOf, gutter: int, marks: tuple[str, str], paint: Callable[[str], str]) -> list[str]:
    span = label.span
    arrow, caret = marks
    where = f"{' ' * gutter}{arrow} {_clean(span.file)}"
    source = _line(lines, span.file, span.line)
    if source is None:
        return [f"{where}: {_clean(label.text)}" if label.text else where]
    text, skipped, width = _excerpt(source, label)
    margin = " " * gutter
    under = f"{' ' * skipped}{paint(caret * width + (' ' + _clean(label.text) if label.text else ''))}"
    return [
        f"{where}:{span.line}:{span.column}",
        f"{margin} |",
        f"{span.line:>{gutter}} | {text}".rstrip(),
        f"{margin} | {under}",
    ]


def _line(lines: LinesOf, file: str, number: int) -> str | None:
    known = lines(file)
    return known[number - 1] if 0 < number <= len(known) else None


def _excerpt(source: str, label: Label) -> tuple[str, int, int]:
    """Return the part of a line to show, the cells before the caret, the cells of it."""
    span = label.span
    start = min(max(span.column - 1, 0), len(source))
    stop = span.end_column - 1 if span.end_line == span.line else len(source.rstrip())
    stop = min(max(stop, start), len(source), start + _AFTER_CARET)
    left = start - _BEFORE_CARET if start > _BEFORE_CARET else 0
    right = stop + _AFTER_CARET
    head, before = _drawn(source[left:start])
    body, marked = _drawn(source[start:stop])
    tail, _ = _drawn(source[stop:right])
    lead, trail = "…" if left else "", "…" if right < len(source) else ""
    return f"{lead}{head}{body}{tail}{trail}", before + len(lead), max(marked, 1)


def _drawn(text: str) -> tuple[str, int]:
    """Make text safe to print and count the screen cells that it takes."""
    safe = "".join(_TAB if character == "\t" else visible(character) for character in unstacked(text))
    return safe, sum(map(_cells, safe))


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _clean(text: str) -> str:
    if len(text) > _MESSAGE_CHARACTERS:
        text = text[: _MESSAGE_CHARACTERS - 1] + "…"
    return "".join(map(visible, text))


def _no_colours(_style: object, text: str) -> str:
    return text


def _colours(style: object, text: str) -> str:
    return f"{_STYLES[style]}{text}{_RESET}"
