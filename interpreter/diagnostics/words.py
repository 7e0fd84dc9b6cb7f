"""Owns how foreign text is quoted in messages and how near names are found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from heapq import nsmallest

from interpreter.sounds import sounds_open

SHOWN_CHARACTERS = 80
"""The most characters of any value that a message repeats."""

_NAMES_COMPARED = 200
"""So many names are compared letter by letter: those that are most alike in their letters."""
_LETTERS_COMPARED = 1_500_000
_left: ContextVar[list[int] | None] = ContextVar("letters that may still be compared", default=None)
_LONGEST_COMPARED = 64
_SHORTEST_WORD = 4
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def shown(text: object) -> str:
    """Quote foreign text in a message: escaped, at most 80 characters.

    >>> shown("a" * 100)[-3:]
    'aa…'
    """
    whole = _as_text(text)
    escaped = "".join(map(visible, whole[: SHOWN_CHARACTERS + 1]))
    if len(whole) <= SHOWN_CHARACTERS and len(escaped) <= SHOWN_CHARACTERS:
        return escaped
    return escaped[: SHOWN_CHARACTERS - 1] + "…"


def with_article(word: str) -> str:
    """A word with `a` or `an`, as it sounds; quotes around it are not heard.

    >>> with_article("error"), with_article("`unit`"), with_article("hour"), with_article("house")
    ('an error', 'a `unit`', 'an hour', 'a house')
    """
    return f"an {word}" if sounds_open(word) else f"a {word}"


def visible(character: str) -> str:
    r"""Return the character, or an escape for one that hides or moves the text.

    >>> visible("\x07")
    '\\x07'
    """
    if character.isascii() and character.isprintable():
        return character
    if unicodedata.category(character) not in _HIDDEN_CATEGORIES:
        return character
    return _SHORT_ESCAPES.get(character) or _escape(ord(character))


def printable(text: str, *, lines: bool = False) -> str:
    r"""Return text that cannot move the cursor, break a line or hide: what could is written as an escape.

    With `lines` its line ends stay: only for text whose lines are ours. Joiners stay between letters that need them.

    >>> printable("Bob\x1b[2J"), printable("one\ntwo", lines=True) == "one\ntwo"
    ('Bob\\x1b[2J', True)
    """
    if not text.isascii():
        text = unstacked(text)
    if text.isprintable():
        return text
    safe = text.translate(_ESCAPED_LINES if lines else _ESCAPED)
    return _LONE_JOINER.sub(lambda found: _escape(ord(found[0])), safe) if _LONE_JOINER.search(safe) else safe


def unstacked(text: str) -> str:
    r"""Return text whose letters bear a few marks at the most: more of them reach into the lines above and below.

    >>> unstacked("e\u0301\u0301\u0301\u0301\u0301")[-6:]
    '\\u0301'
    """
    return _TOO_MANY_MARKS.sub(lambda found: _escape(ord(found[0])), text)


def hides(text: str) -> bool:
    """Say whether a text holds anything that is not printed as it is."""
    return printable(text) != text


class _Escapes(dict[int, str]):
    """What each character is printed as, worked out when it is first met."""

    def __init__(self, kept: str) -> None:
        super().__init__({ord(character): character for character in kept})

    def __missing__(self, code: int) -> str:
        self[code] = made = visible(chr(code))
        return made


_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_TOO_MANY_MARKS = re.compile(f"(?<={_MARKS * 4}){_MARKS}")
_JOINERS = "\u200c\u200d"
_ESCAPED = _Escapes(_JOINERS)
_ESCAPED_LINES = _Escapes(_JOINERS + "\n")
# Persian, Indian scripts and joined pictures need them, between two characters that are not ASCII.
_LONE_JOINER = re.compile(r"(?<![^\x00-\x7f\s\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f\s\u200c\u200d])")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is most likely a slip of, if any.

    The answer does not depend on the order of `known`.

    >>> nearest("costt", ["count", "cost"])
    'cost'
    """
    left = _left.get() or [_LETTERS_COMPARED]
    if not name or len(name) > _LONGEST_COMPARED or left[0] < 0:
        return None
    others = set(known)
    allowed = max(1, len(name) // 3)
    letters = set(name.lower())
    # A slip brings in one letter and takes out one at most: who differs in more letters is not worth comparing.
    close = [
        (unlike, other)
        for other in others
        if abs(len(other) - len(name)) <= allowed and (unlike := len(letters ^ set(other.lower()))) <= 2 * allowed
    ]
    closest = nsmallest(_NAMES_COMPARED, close)
    left[0] -= 4 * len(others) + len(name) ** 2 * len(closest)
    ranked = [
        (_distance(name.lower(), other.lower(), allowed), other[0] != name[0], other)
        for _, other in closest
        if other and other != name
    ]
    best = min(ranked, default=None)
    return best[2] if best and best[0] <= allowed else None


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Ask whether the nearest of these names was meant."""
    known = tuple(known)
    close = nearest(name, known) or _of_same_words(name, known)
    return f"did you mean `{close}`?" if close else None


def _of_same_words(name: str, known: Iterable[str]) -> str | None:
    """The shortest name that says all that this one says, and more: `NAME_points` for `NAMEs`."""
    said, left = _words_of(name), _left.get() or [_LETTERS_COMPARED]
    if len(name) < _SHORTEST_WORD or left[0] < 0 or not said:
        return None
    others = tuple(known)
    left[0] -= 4 * len(others)
    one = max(said, key=len)
    close = (other for other in others if one in other.lower() and said < _words_of(other))
    return min(close, key=lambda one: (len(one), one), default=None)


def _words_of(name: str) -> set[str]:
    return {word.removesuffix("s") for word in name.lower().split("_") if word}


def one_of(known: Iterable[str]) -> str:
    """List the first dozen of these names."""
    names = sorted(known)
    return ", ".join(f"`{n}`" for n in names[:12]) + (", …" if len(names) > 12 else "")


@contextmanager
def few_suggestions() -> Iterator[None]:
    """Let names be compared only so often: nobody reads suggestions by the thousand, and each takes its time."""
    began = _left.set([_LETTERS_COMPARED]) if _left.get() is None else None
    try:
        yield
    finally:
        if began is not None:
            _left.reset(began)


def _as_text(value: object) -> str:
    # Printing a huge int is quadratic and limited by Python; names are cheap.
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and value.bit_length() <= 64:
        return str(value)
    return type(value).__name__


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _distance(left: str, right: str, most: int) -> int:
    """Count the single slips (insert, drop, swap neighbours, change) between two names, as far as `most`."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row = row, [i]
        for j, b in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        if min(row) > most and min(above) > most:
            return most + 1
        before = above
    return row[-1]
