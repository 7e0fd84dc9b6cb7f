"""What somebody calls themselves, as all others at the table may see it."""

from __future__ import annotations

import unicodedata

from interpreter.source.wording import MOST_MARKS
from interpreter.web.limits import NAME_LETTERS

_MARKS = ("Mn", "Me")
_FROM_THE_RIGHT = ("R", "AL", "AN")
_ALONE, _NO_LONGER = "\u2068", "\u2069"


def person_name(given: str) -> str:
    r"""One line of printable letters, few marks on each; what is written from right to left turns nothing around it.

    >>> person_name("\u0301 Bob\n" + "\u0301" * 9) == "Bob" + "\u0301" * 4
    True
    """
    kept = ""
    marks = 0
    for letter in filter(str.isprintable, given.strip()):
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= MOST_MARKS and (kept.strip() or not marks):
            kept += letter
    kept = kept.strip()[:NAME_LETTERS]
    turns = any(unicodedata.bidirectional(letter) in _FROM_THE_RIGHT for letter in kept)
    return f"{_ALONE}{kept}{_NO_LONGER}" if turns else kept
