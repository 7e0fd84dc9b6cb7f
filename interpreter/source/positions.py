"""Finds, for each character of a decoded scalar, where it stands in the file.

The parser gives only the marks around a scalar. The text between them is
scanned again, by the scalar's style. Knows nothing of nodes or documents.

What is found is written down in runs, since nearly all characters stand right behind the one before: three numbers each,
one behind the other, namely the first character, where it starts in the file, and how wide it is written. Characters of a
run of width 1 follow each other in the file; those of a wider run are all written by the same stretch.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

_BLANK = " \t\n"
_QUOTES = ("'", '"')
_SIMPLE_ESCAPES = {
    "0": "\0", "a": "\x07", "b": "\x08", "t": "\t", "\t": "\t", "n": "\n", "v": "\x0b",
    "f": "\x0c", "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_LAST_CODE = 0x10FFFF
_ESCAPE = re.compile(r'\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.|\Z)|"', re.DOTALL)


class Unit(NamedTuple):
    """One decoded character (or none) and the stretch it is written as."""

    text: str
    start: int
    stop: int


class BadEscapeError(Exception):
    """A double-quoted scalar holds a backslash that means nothing."""

    def __init__(self, start: int, stop: int) -> None:
        """Keep the stretch of the escape."""
        super().__init__(start, stop)
        self.start = start
        self.stop = stop


Runs = list[int]
"""The way from the characters of a text to the file, with the place just after the last one as if it were a character."""


def places(text: str, start: int, stop: int, style: str, value: str) -> Runs:
    """Map each character of `value`, decoded from `text[start:stop]`, to the file."""
    if style == "|":
        return _literal(text, start, value)
    first = start + 1 if style in _QUOTES else start
    if style != ">" and text.startswith(value, first) and first + len(value) <= stop:
        return [0, first, 1]  # written on one line as it is: nearly every short script
    units = list(_READERS[style](text, start, stop, value))
    if "".join(unit.text for unit in units) != value:
        # Cannot happen for what the parsers decode; a wrong place must not become a crash.
        units = [Unit(character, start, stop) for character in value]
    runs: Runs = []
    for at, unit in enumerate(units):
        add_run(runs, at, unit.start, unit.stop - unit.start)
    add_run(runs, len(value), units[-1].stop if units else start, 1)
    return runs


def add_run(runs: Runs, at: int, begin: int, width: int) -> None:
    """Say where the characters from `at` on stand, unless that follows from what was said before."""
    if runs and runs[-1] == width == 1 and runs[-2] + at - runs[-3] == begin:
        return
    runs += (at, begin, width)


def stretch_of(runs: Runs, at: int) -> tuple[int, int]:
    """Where a character begins and ends in the file."""
    number = 0
    if len(runs) > 3:
        number = 3 * (bisect_right(range(len(runs) // 3), at, key=lambda number: runs[3 * number]) - 1)
    first, begin, width = runs[number : number + 3]
    if width == 1:
        begin += at - first
    return begin, begin + width


def add_runs(into: Runs, at: int, runs: Runs, start: int, stop: int) -> None:
    """Say that the characters from `at` on stand where those from `start` to before `stop` do."""
    for number in range(0, len(runs), 3):
        first, begin, width = runs[number : number + 3]
        after = runs[number + 3] if number + 3 < len(runs) else stop
        if first < stop and start < stop and start < after:
            left_out = max(start - first, 0)
            add_run(into, at + first + left_out - start, begin + left_out if width == 1 else begin, width)


def first_escape(text: str, start: int, stop: int, odd: Callable[[str], bool]) -> Unit | None:
    """Find the first escape that gives an odd character, or (with no text) none at all.

    `text[start:stop]` stands inside double quotes, or runs on from an opening one.
    """
    judged: dict[str, bool] = {}
    for found in _ESCAPE.finditer(text, start, stop):
        written = found.group()
        if written == '"':
            return None
        if written not in judged:
            try:
                judged[written] = odd(_double_unit(written, 0).text)
            except BadEscapeError:
                return Unit("", *found.span())
        if judged[written]:
            return Unit(_double_unit(written, 0).text, *found.span())
    return None


def _plain(text: str, start: int, stop: int, _value: str) -> Iterator[Unit]:
    return _flow(text, start, stop, _bare_unit)


def _single(text: str, start: int, stop: int, _value: str) -> Iterator[Unit]:
    return _flow(text, start + 1, stop - 1, _single_unit)


def _double(text: str, start: int, stop: int, _value: str) -> Iterator[Unit]:
    return _flow(text, start + 1, stop - 1, _double_unit)


def _literal(text: str, start: int, value: str) -> Runs:
    """Pair lines: each decoded line is the end of the raw one, whatever the indent."""
    runs: Runs = []
    raw, at = _body(text, start), 0
    for line in value.split("\n"):
        end = text.find("\n", raw)
        end = len(text) if end < 0 else end
        # One more than the line holds: its line end, or the place after the last character.
        add_run(runs, at, end - len(line), 1)
        raw, at = end + 1, at + len(line) + 1
    return runs


def _folded(text: str, start: int, stop: int, value: str) -> Iterator[Unit]:
    """Pair the words in order; blanks between them are paired from both ends."""
    raw, at = _body(text, start), 0
    while at < len(value):
        if value[at] not in _BLANK:
            raw = _skip(text, raw, stop)
            yield Unit(value[at], raw, raw + 1)
            raw, at = raw + 1, at + 1
            continue
        end = _skip(value, at, len(value))
        raw_end = _skip(text, raw, stop)
        yield from _blanks(text, raw, raw_end, value[at:end])
        raw, at = raw_end, end


def _blanks(text: str, start: int, stop: int, wanted: str) -> list[Unit]:
    """Pair a run of blanks: equal ends first, what is left with the line breaks."""
    tail: list[Unit] = []
    while wanted and stop > start and wanted[-1] == text[stop - 1]:
        stop -= 1
        tail.append(Unit(wanted[-1], stop, stop + 1))
        wanted = wanted[:-1]
    breaks = [at for at in range(start, stop) if text[at] == "\n"] or [start]
    head = [
        Unit(character, breaks[min(number, len(breaks) - 1)], breaks[min(number, len(breaks) - 1)] + 1)
        for number, character in enumerate(wanted)
    ]
    return head + tail[::-1]


def _flow(text: str, start: int, stop: int, unit_at: Callable[[str, int], Unit]) -> Iterator[Unit]:
    """Decode a scalar whose lines are joined: quoted or plain."""
    at = start
    while at < stop:
        if text[at] in _BLANK:
            end = _skip(text, at, stop)
            yield from _join(text, at, end)
            at = end
            continue
        unit = unit_at(text, at)
        if unit.text:
            yield unit
            at = unit.stop
            continue
        # An escaped line break: only further breaks count, indents vanish.
        end = _skip(text, unit.stop, stop)
        for offset in range(unit.stop, end):
            if text[offset] == "\n":
                yield Unit("\n", offset, offset + 1)
        at = end


def _join(text: str, start: int, stop: int) -> Iterator[Unit]:
    breaks = [at for at in range(start, stop) if text[at] == "\n"]
    if not breaks:
        for at in range(start, stop):
            yield Unit(text[at], at, at + 1)
    elif len(breaks) == 1:
        yield Unit(" ", breaks[0], breaks[0] + 1)
    for at in breaks[1:]:
        yield Unit("\n", at, at + 1)


def _bare_unit(text: str, at: int) -> Unit:
    return Unit(text[at], at, at + 1)


def _single_unit(text: str, at: int) -> Unit:
    return Unit(text[at], at, at + (2 if text[at] == "'" else 1))


def _double_unit(text: str, at: int) -> Unit:
    if text[at] != "\\":
        return Unit(text[at], at, at + 1)
    letter = text[at + 1 : at + 2]
    if letter == "\n":
        return Unit("", at, at + 2)
    if letter in _SIMPLE_ESCAPES:
        return Unit(_SIMPLE_ESCAPES[letter], at, at + 2)
    digits = text[at + 2 : at + 2 + _HEX_ESCAPES.get(letter, 0)]
    if letter not in _HEX_ESCAPES or len(digits) < _HEX_ESCAPES[letter] or set(digits) - _HEX_DIGITS:
        raise BadEscapeError(at, at + 2)
    code = int(digits, 16)
    if code > _LAST_CODE or 0xD800 <= code <= 0xDFFF:
        raise BadEscapeError(at, at + 2 + len(digits))
    return Unit(chr(code), at, at + 2 + len(digits))


def _body(text: str, start: int) -> int:
    """Return where the lines of a block scalar begin, after its header."""
    end = text.find("\n", start)
    return len(text) if end < 0 else end + 1


def _skip(text: str, at: int, stop: int) -> int:
    while at < stop and text[at] in _BLANK:
        at += 1
    return at


_READERS: dict[str, Callable[[str, int, int, str], Iterator[Unit]]] = {
    "": _plain,
    "'": _single,
    '"': _double,
    ">": _folded,
}
