"""The numbers under which the options of a choice are offered: the same at the terminal and in the browser.

Options that are the same stand there once. Where numbers are on offer, or the columns of a board, these are the numbers;
else options are counted through, parts of one thing one after another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.play.decisions import DONE, NO, SKIP

if TYPE_CHECKING:
    from interpreter.play.decisions import Decision

DECLINING = (NO, DONE, SKIP)
"""What is said where nothing is chosen."""


def numbered_options(decision: Decision, lang: str, kept: list[int]) -> list[tuple[int, int]]:
    """The number of each option, and which one it is, in the order of the numbers; `kept`: the first of those alike."""
    numbers = _amounts(decision, lang, kept) or _columns(decision, lang, kept)
    return sorted(zip(numbers, kept, strict=True)) if numbers else list(enumerate(_together(decision, kept), 1))


def is_number(text: str) -> bool:
    """Whether something is written as a whole number, also one below 0."""
    return re.fullmatch("-?[0-9]+", text) is not None


def _together(decision: Decision, kept: list[int]) -> list[int]:
    """Parts of one thing one after another, pieces as they lie before who chooses; what declines stays behind them."""
    options = decision.options
    places = [index for index in kept if options[index].label not in DECLINING]
    lying = {index: at for at, index in enumerate(options.as_they_lie)}
    by_place = sorted(places, key=lambda index: (options.above(index), lying[index]))
    return [*by_place, *(index for index in kept if index not in places)]


def _amounts(decision: Decision, lang: str, kept: list[int]) -> list[int]:
    """Where numbers are on offer, the numbers themselves: nobody who types 3 means the third of them."""
    *others, last = [decision.options[index] for index in kept]
    asked = others if last.label in DECLINING else [*others, last]
    if not asked or not all(is_number(one.key) and one.label.get(lang) == one.key for one in asked):
        return []
    amounts = [int(one.key) for one in asked]
    return amounts if last in asked else [*amounts, max(amounts) + 1]


def _columns(decision: Decision, lang: str, kept: list[int]) -> list[int]:
    """On a board, the columns, where each has one place to choose until it is full: a number then always means the same.

    Where a column is just not to be had, options are counted through: nobody would look for the first one under 3.
    """
    columns = [decision.options.column(index) for index in kept]
    known = [column for column in columns if column is not None]
    if not known or len(known) != len(set(known)) or None in columns[:-1]:
        return []
    if any(not decision.options.full(column) for column in range(1, max(known)) if column not in known):
        return []
    told = zip(kept, columns, strict=True)
    if any(column is not None and not _says(decision, lang, index, column) for index, column in told):
        return []  # a board that counts its columns in another way
    return [column if column is not None else max(known) + 1 for column in columns]


def _says(decision: Decision, lang: str, index: int, column: int) -> bool:
    """Whether the number of a column is the first one in the label."""
    found = re.search(r"\d+", decision.options[index].label.get(lang))
    return found is not None and int(found[0]) == column
