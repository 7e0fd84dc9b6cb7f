"""What happened, with a shape: how the table was laid, whose turn it was, what was chosen, and what came of it.

A line is one choice with everything that followed from it. Consecutive choices of one player stand under one heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.brief import Brief
from interpreter.play.log import Event
from interpreter.play.text import Text, colon, said

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.primitives.tables import State


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story. `depth`: 0 for a heading, 1 for what stands below it."""

    depth: int
    text: Text


@dataclass(frozen=True, slots=True)
class Step:
    """A choice and what followed: who chose, what it is called if it names an action, the events, and the state after."""

    seat: int | None
    action: Text | None
    events: list[Event]
    after: State


@dataclass(frozen=True, slots=True)
class Passage:
    """A choice as it is told to a seat: who made it, the action it begins, if it begins one, and what came of it."""

    seat: int | None
    action: Text | None
    lines: list[Text]


def passages(game: Game, seat: int | None, steps: Iterable[Step]) -> list[Passage]:
    """Each step by itself: under a heading that names who chose, so that player is not named in every line."""
    teller = Brief(game.machine, game.names)
    return [Passage(step.seat, step.action, _texts(game, teller, seat, step)) for step in steps]


def told(game: Game, seat: int | None, steps: list[Step]) -> list[Line]:
    """The story of some steps as it is told to a seat (None: a spectator)."""
    teller = Brief(game.machine, game.names)
    lines: list[Line] = []
    for who, group in groupby(steps, key=lambda step: step.seat):
        below = list(_below(game, teller, seat, group))
        if below:
            lines += [Line(0, said("set-up") if who is None else game.names.player(who)), *below]
    return lines


def _below(game: Game, teller: Brief, seat: int | None, steps: Iterator[Step]) -> Iterator[Line]:
    """What one player did, a line for each step; the name of an action leads the first step in which something happens."""
    action: Text | None = None
    for step in steps:
        if step.action is not None:
            if action is not None:
                yield Line(1, action)
            action = step.action
        texts = _texts(game, teller, seat, step)
        if texts:
            yield Line(1, _joined(action, texts))
            action = None
    if action is not None:
        yield Line(1, action)


def _joined(action: Text | None, texts: list[Text]) -> Text:
    def tell(lang: str) -> str:
        what = language(lang).play["semicolon"].join(_gathered(text.get(lang) for text in texts))
        return what if action is None else f"{action.get(lang)}{colon(lang)}{what}"

    return Text(tell)


def _texts(game: Game, teller: Brief, seat: int | None, step: Step) -> list[Text]:
    return [text for event in step.events if (text := _event(game, teller, seat, step, event)) is not None]


def _event(game: Game, teller: Brief, seat: int | None, step: Step, event: Event) -> Text | None:
    machine = game.machine
    masks = {
        (kind, piece): machine.knowers(step.after, machine.layout.tables[kind], piece)
        for kind, piece in teller.touched(event)
    }
    return teller.tell(event, seat, step.seat, masks)


def _gathered(texts: Iterable[str]) -> Iterator[str]:
    """Texts that say the same one after another, told once with their number."""
    for text, same in groupby(texts):
        times = sum(1 for _ in same)
        yield text if times == 1 else f"{text} (×{times})"


def latest(lines: list[Line], count: int) -> list[Line]:
    """The last lines of a story, each under its heading."""
    below = [at for at, line in enumerate(lines) if line.depth]
    first = below[-count] if 0 < count <= len(below) else 0
    heading = max((at for at in range(first) if not lines[at].depth), default=first)
    return [lines[heading], *lines[first:]] if heading < first else lines[first:]
