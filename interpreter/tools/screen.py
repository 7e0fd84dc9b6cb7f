"""One screen for a question: the table, what happened, what is asked; as much of each as fits.

What does not fit is told shorter, the table first: in its own words, then in signs (`play/compact.py`), then a line for
each thing; the options with all they do, then a line for each, then side by side. Everything left out is a word away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.play.compact import LEVELS
from interpreter.records import record

Styled = tuple[str, str | None]
QUESTIONS = 4
"""So many ways there are to put a question."""
LEAST = 5
"""So many lines of the table are shown however long the rest is."""


@record(frozen=True, slots=True)
class Parts:
    """What a screen is made of; each part says itself at a level, as lines that fit its width."""

    full: Callable[[], list[Styled]]
    board: Callable[[int], list[Styled]]
    log: Callable[[int], list[Styled]]
    """At most so many lines of what happened."""
    question: Callable[[int], list[Styled]]
    """0: with everything known of each option; 1: a line for each; 2: side by side, cut; 3: side by side, labels alone."""


def screen(parts: Parts, high: int) -> list[Styled]:
    """The best screen of at most so many lines."""
    for question in range(QUESTIONS):
        asked = parts.question(question)
        for board, log in _ways(parts):
            room = high - len(asked) - 1
            if len(board) + log <= room:
                told = parts.log(room - len(board))
                return _filled(board, [*told, *asked], high)
    asked = parts.question(QUESTIONS - 1)[: high - LEAST]
    board, room = parts.board(LEVELS - 1), high - len(asked) - 1
    return _filled(board[-room:], asked, high)  # places and players stand last, and what one has oneself


def _ways(parts: Parts) -> Iterator[tuple[list[Styled], int]]:
    """The table, shorter from one to the next, and how many lines of what happened there must at least be room for."""
    happened = len(parts.log(1000))
    yield parts.full(), min(happened, 8)
    for level in range(LEVELS):
        yield parts.board(level), min(happened, max(2, 6 - 2 * level))


def _filled(board: list[Styled], rest: list[Styled], high: int) -> list[Styled]:
    """The table at the top, the question at the bottom: so both stand where they stood before."""
    return [*board, *[("", None)] * max(1, high - len(board) - len(rest)), *rest]
