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
from interpreter.play.ending import begins, has_reason, numbered
from interpreter.play.feats import MOVING, Feats
from interpreter.play.folding import folded, gathered, summed
from interpreter.play.log import Event
from interpreter.play.text import Text, colon, logged, said
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
    seat: int | None = None
    """Of a heading: who acts."""
    did: Text | None = None
    """Of a heading: all of what stands below it in one sentence, where the pack or its actions have words for it."""


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
    feats: list[Text] = field(default_factory=list)
    """What the player did in words of the pack, for the heading."""
    besides: list[Text] = field(default_factory=list)
    """What a neutral player did, whose pieces the player has moved."""
    gains: list[Text] = field(default_factory=list)
    """What it brought the player, for the heading of an action that the pack has no better words for."""
    parts: list[tuple[Text, list[Text]]] = field(default_factory=list)
    """Parts of the game that began then, each with what happened in it before the next choice."""


def passages(game: Game, seat: int | None, steps: Iterable[Step], before: Iterable[Step] = ()) -> list[Passage]:
    """Each step by itself: under a heading that names who chose, so that player is not named in every line.

    `before` are steps that were told already: something may have been paid in them for what is told now.
    """
    teller = Feats(game.machine, game.names, game.pack.moves)
    found, since = [], _Since()
    for step in before:
        since.reach(step)
    for step in steps:
        own, *rest = list(_parts(game, step))
        (feats, besides), gains = _feats(game, teller, seat, own[1], since), _gains(game, teller, seat, own[1])
        lines = _texts(game, teller, seat, own[1])
        told = [(head, _texts(game, teller, seat, part)) for head, part in rest if head is not None]
        found.append(Passage(step.seat, step.action, lines, feats, besides, gains, told))
    return found


def told(game: Game, seat: int | None, steps: list[Step]) -> list[Line]:
    """The story of some steps as it is told to a seat (None: a spectator)."""
    teller = Feats(game.machine, game.names, game.pack.moves)
    lines: list[Line] = []
    pieces = [piece for step in steps for piece in _parts(game, step)]
    for (who, head), group in groupby(pieces, key=lambda piece: (piece[1].seat, piece[0])):
        some = [step for _, step in group]
        did = None if head is not None or who is None else _did(game, teller, seat, who, some)
        below = list(_below(game, teller, seat, iter(some)))
        if head is not None:
            lines += [Line(-1, head), *below]
        elif below:
            lines += [Line(0, said("set-up") if who is None else game.names.player(who), who, did), *below]
    return lines


def _did(game: Game, teller: Feats, seat: int | None, who: int, steps: list[Step]) -> Text | None:
    """What a player did: the name and the feats; an action without one is told by what it brought.

    What a neutral player did by it is a sentence of its own: a heading speaks of one.
    """
    parts: list[Text] = []
    beside: list[Text] = []
    action: Text | None = None
    gains: list[Text] = []
    since = _Since()
    for step in steps:
        if step.action is not None:
            parts += [] if action is None else [_with_gains(action, gains, alone=bool(parts))]
            action, gains = step.action, []
        feats, besides = _feats(game, teller, seat, step, since)
        beside += besides
        if feats:
            action = None
            parts += feats
        elif action is not None:
            gains += _gains(game, teller, seat, step)
    parts += [] if action is None else [_with_gains(action, gains, alone=bool(parts))]
    if not parts:
        return None
    own, others = _joined(game.names.player(who), list(folded(parts))), list(folded(beside))

    def tell(lang: str) -> str:
        capital = language(lang).grammar.capital
        return ". ".join([own.get(lang), *(capital(one) for one in gathered(text.get(lang) for text in others))])

    return Text(tell)


def _with_gains(action: Text, gains: list[Text], *, alone: bool) -> Text:
    """An action by what it brought; where nothing says what it was for, with its name."""

    def tell(lang: str) -> str:
        brought = ", ".join(gathered(gain.get(lang) for gain in gains))
        if not brought:
            return logged("chooses", what=action).get(lang)
        return brought if alone else f"{action.get(lang)} ({brought})"

    return Text(tell)


class _Since:
    """From which event on something may have been paid for what is done now: what is paid in one action is for that one."""

    def __init__(self) -> None:
        self.floor = 0
        self.seat: int | None = None

    def reach(self, step: Step) -> int:
        if step.action is not None or step.seat != self.seat:
            self.floor, self.seat = step.first, step.seat
        return self.floor


def _feats(game: Game, teller: Feats, seat: int | None, step: Step, since: _Since) -> tuple[list[Text], list[Text]]:
    """What was done in a step, each with what was paid for it: by who chose, and by a neutral player."""
    own, beside, floor = list[Text](), list[Text](), since.reach(step)
    for at, event in enumerate(step.events):
        if teller.move_of(event) is None:
            continue
        price = teller.paid(game.events, step.first + at, floor, seat)
        feat = teller.feat(event, seat, step.seat, {}, price)
        if feat is not None:
            (own if teller.doer(event) == step.seat else beside).append(feat)
    return list(folded(own)), list(folded(beside))


def _gains(game: Game, teller: Feats, seat: int | None, step: Step) -> list[Text]:
    """What a step brought the player who chose."""
    known, cells = teller.changes, game.names.cells
    gained = [event for event in step.events if event[0] in known and known[event[0]].adds]
    gained = [event for event in gained if not has_reason(event, known)]  # points are told where they are counted
    own = [event for event in gained if cells[event[2]][:2] == _own(game, event, step.seat)]
    return [text for event in summed(own, known) if (text := _event(game, teller, seat, step, event)) is not None]


def _own(game: Game, event: Event, seat: int | None) -> tuple[str, int | None]:
    """The counter of an event as one of a player's."""
    key = game.names.cells[event[2]][0]
    return (key if game.machine.layout.vars[key].decl.host == "player" else "", seat)


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
    return begins(events[at]) in game.pack.headings


def _head(game: Game, step: Step, at: int) -> Text:
    begun = step.events[at]
    if begun[0] == UNSEALED:
        return said("all chosen")
    number = sum(begins(event) == begun[2] for event in game.events[: step.first + at + 1])
    return numbered(game.pack.headings[begun[2]], number)


def _counts_a_heading(game: Game, teller: Feats, event: Event) -> bool:
    """Whether an event counts on what a heading counts as well: `Round 2` says all that `round +1` would."""
    if event[0] not in teller.changes:
        return False
    decl = game.machine.layout.vars[game.names.cells[event[2]][0]].decl
    return decl.host == "shared" and decl.name in game.pack.headed


def _below(game: Game, teller: Feats, seat: int | None, steps: Iterator[Step]) -> Iterator[Line]:
    """What one player did, a line for each step.

    The name of an action leads the first step in which something happens, unless the pack has words for what was done.
    """
    action: Text | None = None
    for some in _actions(steps):
        if some[0].action is not None:
            if action is not None:
                yield Line(1, logged("chooses", what=action))
            action = some[0].action
        named = any(teller.in_words(event, seat, step.seat) for step in some for event in step.events)
        for step in some:
            texts = _texts(game, teller, seat, step)
            if texts:
                yield Line(1, _joined(None if named else action, texts))
                action = None
    if action is not None:
        yield Line(1, logged("chooses", what=action))


def _actions(steps: Iterator[Step]) -> Iterator[list[Step]]:
    """Steps by the action that they are a part of."""
    some: list[Step] = []
    for step in steps:
        if step.action is not None and some:
            yield some
            some = []
        some.append(step)
    if some:
        yield some


def _joined(action: Text | None, texts: list[Text]) -> Text:
    def tell(lang: str) -> str:
        what = language(lang).play["semicolon"].join(gathered(text.get(lang) for text in texts))
        return what if action is None else f"{action.get(lang)}{colon(lang)}{what}"

    return Text(tell)


def _texts(game: Game, teller: Feats, seat: int | None, step: Step) -> list[Text]:
    told, other = [], False
    for event in summed(step.events, teller.changes):
        subject = _subject(game, teller, event)
        teller.apart = other and subject == step.seat
        text = _event(game, teller, seat, step, event)
        teller.apart = False
        if text is not None:
            other = subject not in (None, step.seat) and _is_named(game, subject, text)
            told.append(text)
    return list(folded(told))


def _subject(game: Game, teller: Feats, event: Event) -> int | None:
    """Whose an event may be: of a counter whose counter it is, of a piece who gets it."""
    if event[0] in MOVING:
        return teller.doer(event)
    if event[0] not in teller.changes and event[0] not in teller.again:
        me: int = event[1]
        return me
    key, host, _ = game.names.cells[event[2]]
    return host if game.machine.layout.vars[key].decl.host == "player" else None


def _is_named(game: Game, subject: int, text: Text) -> bool:
    """Whether a sentence begins with a player; who stands in the heading has to be named again behind it."""
    return text.en.startswith(game.names.player(subject).en)


def _event(game: Game, teller: Feats, seat: int | None, step: Step, event: Event) -> Text | None:
    machine = game.machine
    if _counts_a_heading(game, teller, event):
        return None
    masks = {
        (kind, piece): machine.knowers(step.after, machine.layout.tables[kind], piece)
        for kind, piece in teller.touched(event)
    }
    return teller.tell_again(event, seat, step.seat, masks)


def in_short(lines: list[Line], seat: int) -> list[Line]:
    """A story where there is little room: what others did in a sentence each, what came of one's own choice as it was."""
    found: list[Line] = []
    folded = False
    for line in lines:
        if line.depth <= 0:
            folded = line.did is not None and line.seat != seat
            found.append(line if folded else replace(line, did=None))
        elif not folded:
            found.append(line)
    return found


def latest(lines: list[Line], count: int) -> list[Line]:
    """The last lines of a story, each under its heading."""
    below = [at for at, line in enumerate(lines) if line.depth > 0]
    first = below[-count] if 0 < count <= len(below) else 0
    heading = max((at for at in range(first) if lines[at].depth <= 0), default=first)
    return [lines[heading], *lines[first:]] if heading < first else lines[first:]
