"""What happened, with a shape: how the table was laid, whose turn it was, what was chosen, and what came of it.

A line is one choice with everything that followed from it. Consecutive choices of one player stand under one heading, and
these under those that the pack wants (`headings` of its table.yaml): a round, a deal, whatever a script begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.brief import Brief
from interpreter.play.ending import has_reason
from interpreter.play.log import Event
from interpreter.play.text import Text, colon, said
from interpreter.primitives import changes
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.primitives.tables import State


UNSEALED = "unseal"
"""The event of a choice that was made secretly and is now shown."""


@record(frozen=True, slots=True)
class Line:
    """A line of the story. `depth`: -1 where a part of the game begins, 0 for who acts, 1 for what stands below that."""

    depth: int
    text: Text


@record(frozen=True, slots=True)
class Step:
    """A choice and what followed: who chose, what it is called if it names an action, the events, and the state after."""

    seat: int | None
    action: Text | None
    events: list[Event]
    after: State
    first: int = 0
    """The number of the first of its events in the game."""


@record(frozen=True, slots=True)
class Passage:
    """A choice as it is told to a seat: who made it, the action it begins, if it begins one, and what came of it."""

    seat: int | None
    action: Text | None
    lines: list[Text]
    parts: list[tuple[Text, list[Text]]] = field(default_factory=list)
    """Parts of the game that began then, each with what happened in it before the next choice."""


def passages(game: Game, seat: int | None, steps: Iterable[Step]) -> list[Passage]:
    """Each step by itself: under a heading that names who chose, so that player is not named in every line."""
    teller = Brief(game.machine, game.names)
    found = []
    for step in steps:
        first, *parts = [(head, _texts(game, teller, seat, part)) for head, part in _parts(game, step)]
        told = [(head, lines) for head, lines in parts if head is not None]
        found.append(Passage(step.seat, step.action, first[1], told))
    return found


def told(game: Game, seat: int | None, steps: list[Step]) -> list[Line]:
    """The story of some steps as it is told to a seat (None: a spectator)."""
    teller = Brief(game.machine, game.names)
    lines: list[Line] = []
    pieces = [piece for step in steps for piece in _parts(game, step)]
    for (who, head), group in groupby(pieces, key=lambda piece: (piece[1].seat, piece[0])):
        below = list(_below(game, teller, seat, (step for _, step in group)))
        if head is not None:
            lines += [Line(-1, head), *below]
        elif below:
            lines += [Line(0, said("set-up") if who is None else game.names.player(who)), *below]
    return lines


def _parts(game: Game, step: Step) -> Iterator[tuple[Text | None, Step]]:
    """A step, cut where a part of the game begins that has a heading; nobody chose what happens then."""
    cuts = [at for at in range(len(step.events)) if _begins(game, step.events, at)]
    yield None, replace(step, events=step.events[: cuts[0]]) if cuts else step
    for at, end in pairwise([*cuts, len(step.events)]):
        yield _head(game, step, at), Step(None, None, step.events[at:end], step.after, step.first + at)


def _begins(game: Game, events: list[Event], at: int) -> bool:
    """Whether something begins that is nobody's alone: a part with a heading, or what all have chosen secretly is shown."""
    if events[at][0] == UNSEALED:
        return not at or events[at - 1][0] != UNSEALED
    return events[at][0] == "begin" and events[at][2] in game.pack.headings


def _head(game: Game, step: Step, at: int) -> Text:
    begun = step.events[at]
    if begun[0] == UNSEALED:
        return said("all chosen")
    number = sum(event[0] == "begin" and event[2] == begun[2] for event in game.events[: step.first + at + 1])
    return _numbered(game.pack.headings[begun[2]], number)


def lasting(events: list[Event], gone: Event) -> list[Event]:
    """What must be known of events long after: headings ask how often something began, score sheets for reasons."""
    known = changes()
    same: dict[Event, Event] = {}
    return [same.setdefault(one, one) if one[0] == "begin" or has_reason(one, known) else gone for one in events]


def _counts_a_heading(game: Game, teller: Brief, event: Event) -> bool:
    """Whether an event counts on what a heading counts as well: `Round 2` says all that `round +1` would."""
    if event[0] not in teller.changes:
        return False
    decl = game.machine.layout.vars[game.names.cells[event[2]][0]].decl
    return decl.host == "shared" and decl.name in game.pack.headed


def _numbered(head: Text, number: int) -> Text:
    return Text(lambda lang: head.get(lang).replace("{n}", str(number)))


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
    if _counts_a_heading(game, teller, event):
        return None
    masks = {
        (kind, piece): machine.knowers(step.after, machine.layout.tables[kind], piece)
        for kind, piece in teller.touched(event)
    }
    return teller.tell_again(event, seat, step.seat, masks)


def _gathered(texts: Iterable[str]) -> Iterator[str]:
    """Texts that say the same one after another, told once with their number."""
    for text, same in groupby(texts):
        times = sum(1 for _ in same)
        yield text if times == 1 else f"{text} (×{times})"


def latest(lines: list[Line], count: int) -> list[Line]:
    """The last lines of a story, each under its heading."""
    below = [at for at, line in enumerate(lines) if line.depth > 0]
    first = below[-count] if 0 < count <= len(below) else 0
    heading = max((at for at in range(first) if lines[at].depth <= 0), default=first)
    return [lines[heading], *lines[first:]] if heading < first else lines[first:]
