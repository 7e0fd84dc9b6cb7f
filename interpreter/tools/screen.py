"""One screen for a question: the table, what happened, what is asked; as much of each as fits.

What does not fit is told shorter, the table first: in its own words, then in signs (`play/compact.py`), then a line for
each thing; the options with all they do, then a line for each, then side by side. What happened last always has some room.
Everything left out leaves a sign, and is a word away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from interpreter.play.compact import FEW, LEVELS
from interpreter.records import record

Styled = tuple[str, str | None]
QUESTIONS = 4
"""So many ways there are to put a question."""
LEAST = 5
"""So many lines of the table are shown however much has happened."""
LOG = (6, 6, 5, 4, 3)
"""So many lines of what happened there must be room for, if there are so many, beside the table at each of its levels."""
CUT_LOG = 2
"""So many where even the shortest table has to be cut: one is the sign that there was more."""


@record(frozen=True, slots=True)
class Told:
    """A line of what happened, as lines that fit the screen, and the heading it stands under."""

    heading: str
    lines: Sequence[Styled]


@record(frozen=True, slots=True)
class Parts:
    """What a screen is made of; each part says itself at a level, as lines that fit its width."""

    full: Callable[[], list[Styled]]
    board: Callable[[int, int], list[Styled]]
    """At a level, with so many lines more where that level spares some."""
    log: Callable[[int], list[Styled]]
    """At most so many lines of what happened."""
    question: Callable[[int], list[Styled]]
    """0: with everything known of each option; 1: a line for each; 2: side by side, cut; 3: side by side, labels alone."""
    more: str
    """The sign that the table goes on where it could not be shown."""
    first: int = 0
    """So many lines of what happened have to be shown, because they are told once."""


def screen(parts: Parts, high: int) -> list[Styled]:
    """The best screen of at most so many lines."""
    for question in range(QUESTIONS):
        asked = parts.question(question)
        for level, board, log in _ways(parts):
            room = high - len(asked) - 1
            if len(board) + log <= room:
                told = parts.log(room - len(board))
                spare = room - len(board) - len(told)
                shown = parts.board(level, spare) if level is not None and level >= FEW and spare else board
                return _filled(shown, [*told, *asked], high)
    asked = parts.question(QUESTIONS - 1)  # never cut: who cannot read an option cannot choose it
    told = parts.log(min(max(parts.first, CUT_LOG), max(0, high - LEAST - len(asked) - 1)))
    board, room = parts.board(LEVELS - 1, 0), high - len(told) - len(asked) - 1
    if len(board) > room:  # places and players stand last, and what one has oneself
        board = [(parts.more, "dim"), *board[len(board) - room + 1 :]] if room > 0 else []
    return _filled(board, [*told, *asked], high)


def _ways(parts: Parts) -> Iterator[tuple[int | None, list[Styled], int]]:
    """The table, shorter from one to the next, and how many lines of what happened there must at least be room for."""
    happened = len(parts.log(1000))
    yield None, parts.full(), min(happened, max(8, parts.first))
    for level in range(LEVELS):
        yield level, parts.board(level, 0), min(happened, max(LOG[level], parts.first))


def _filled(board: list[Styled], rest: list[Styled], high: int) -> list[Styled]:
    """The table at the top, the question at the bottom: so both stand where they stood before."""
    return [*board, *[("", None)] * max(1, high - len(board) - len(rest)), *rest]


def latest(story: Sequence[Told], most: int, earlier: str) -> list[Styled]:
    """The end of a story in at most so many lines; what came before is counted behind the heading that it goes on under.

    It is cut between what was told, and within it only where nothing else fits.
    """
    if sum(len(told.lines) for told in story) <= most:
        return [line for told in story for line in told.lines]
    if most <= 0:
        return []
    at, room = len(story), most - 1
    while len(story[at - 1].lines) <= room:
        at -= 1
        room -= len(story[at].lines)
    shown = [line for told in story[at:] for line in told.lines]
    heading = story[at].heading if shown and not _heads(story[at]) else ""
    if not shown and room:
        last = story[-1]
        at, heading = len(story) - 1, "" if _heads(last) else last.heading
        text, style = last.lines[-room]
        shown = [(f"… {text.strip()}", style), *last.lines[len(last.lines) - room + 1 :]]
    count = sum(not _heads(told) for told in story[:at])
    sign = f"{heading} {earlier.format(count=count)}".strip() if count else heading
    return [(sign, "dim"), *shown]


def _heads(told: Told) -> bool:
    return told.lines[0][0] == told.heading
