"""Owns how foreign text is quoted in messages and how near names are found."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

SHOWN_CHARACTERS = 80
"""The most characters of any value that a message repeats."""

_NAMES_COMPARED = 5_000
_LONGEST_COMPARED = 64
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


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is most likely a slip of, if any.

    The answer does not depend on the order of `known`.

    >>> nearest("costt", ["count", "cost"])
    'cost'
    """
    if not name or len(name) > _LONGEST_COMPARED:
        return None
    allowed = max(1, len(name) // 3)
    close = sorted({other for other in known if abs(len(other) - len(name)) <= allowed})
    ranked = [
        (_distance(name.lower(), other.lower()), other[0] != name[0], other)
        for other in close[:_NAMES_COMPARED]
        if other and other != name
    ]
    best = min(ranked, default=None)
    return best[2] if best and best[0] <= allowed else None


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


def _distance(left: str, right: str) -> int:
    """Count the single slips (insert, drop, swap neighbours, change) between two names."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row = row, [i]
        for j, b in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before = above
    return row[-1]
