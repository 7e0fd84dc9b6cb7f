"""What an option is known to bring: a run on a copy that is read no further than where chance or news begins.

Whatever was rolled, drawn or shown after that is not looked at. And the copy is never the game itself: it is what the seat
imagines, several times over where something is hidden from it, and what is told goes as far as all of them agree. A score
that counts the cards in other hands is not told, and nothing here can tell more than the table does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.knowledge import DECLINE
from interpreter.machine import Fault
from interpreter.play.brief import Brief
from interpreter.play.feats import MOVING
from interpreter.play.folding import Alike, folded, summed
from interpreter.play.imagine import TURNS, imagined
from interpreter.play.log import Event
from interpreter.play.questions import prompt_of
from interpreter.play.subjects import place_of
from interpreter.play.text import Text, joined, logged, named, said, same
from interpreter.primitives.header import SCOPE
from interpreter.primitives.pieces import seed_random
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.check.vocabulary import VarDecl
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State


@record(frozen=True, slots=True)
class Price:
    """What somebody pays for an option, and what they have of it."""

    what: Text
    amount: int
    have: int

    @property
    def text(self) -> Text:
        """The price in words."""
        return said("costs", amount=self.amount, what=self.what, have=self.have)

    @property
    def also(self) -> Text:
        """The same behind another price, so that `costs` stands there once."""
        return said("costs also", amount=self.amount, what=self.what, have=self.have)


class Own(Text):
    """What somebody gains, loses or becomes, told to them: it stands before all else that an option brings."""

    __slots__ = ()


@record(frozen=True, slots=True)
class Ahead:
    """What is known to follow from an option, up to the next choice.

    `certain`: nothing of it is left to chance. `idle`: the option is then over, and nothing has happened.
    """

    prices: tuple[Price, ...] = ()
    follows: tuple[Text, ...] = ()
    certain: bool = False
    idle: bool = False
    leads: Text | None = None
    """What comes next in words, where nothing else is known to follow: the places where a piece can go, the question behind
    an action, or who goes on where somebody is done."""
    asks: Pending | None = None
    """What the same player is asked next within this option, if it is known."""
    moves: frozenset[tuple[str, int]] = frozenset()
    """The pieces that certainly come to lie elsewhere, by kind and number."""

    @property
    def told(self) -> list[Text]:
        """What follows as it is told beside an option: first what it brings to who chooses."""
        return sorted(self.follows, key=lambda one: not isinstance(one, Own))


MOST = 12
"""So much of what an option brings is told with it: all of it, but for what ends a round or a game."""
LEADS = 6
"""So many places are named; of more nothing is told, they are all over the table."""


class _Plainly(Brief):
    """Tells what somebody would get or lose in whole words: it is they who read it."""

    def _speaks_to(self, _decl: VarDecl, _host: int) -> bool:
        return _decl.host == "player" and _host == self.picker

    def _became(self, decl: VarDecl, whose: Text, now: bool, *, own: bool) -> Text | None:
        words = super()._became(decl, whose, now, own=own)
        return Own(words.get) if own and words is not None else words

    def _becoming(self, _decl: VarDecl, _event: Event) -> None:
        """Told plainly: what is asked for and chosen is recognised by it, and is no news."""

    def _change(self, event: Event, seat: int | None) -> Text | None:
        key, host, _ = self.cells[event[2]]
        decl = self.layout.vars[key].decl
        if decl.host != "player" or host != self.picker or self._level(decl) or self._private(event[2], seat):
            return super()._change(event, seat)
        reason = self._reason(event[4]) if len(event) > 4 and event[4] >= 0 else same("")
        verb = "you gain" if self.changes[event[0]].adds else "you lose"
        what = self.counter(event[2], event[3], seat)[1]
        return Own(logged(verb, amount=event[3], what=what, reason=reason).get)

    def _reveal(self, event: Event, seat: int | None) -> Text:
        _, me, kind, piece, mask = event
        if me != self.picker or mask != 1 << me:
            return super()._reveal(event, seat)
        what = self._piece(self.kinds[kind], piece, me, known=self._known(mask, seat))
        return Alike(("you look",), what, lambda what: logged("you look", what=what), sentence=True)


class _UpToNews(list[Event]):
    """A log that is closed as soon as something is left to chance or becomes known."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self._machine = machine

    def append(self, event: Event) -> None:
        """Note an event, unless it is news."""
        if not self._machine.fate:
            super().append(event)


@record(frozen=True, slots=True)
class _World:
    """A game as it may be, at the choice."""

    state: State
    pending: Pending
    told: State
    """The same, where others know what who chooses knows: that they come to know it is no news to who chooses."""


@record(frozen=True, slots=True)
class _Paid:
    """Something that who chooses pays: from which cell, and how much."""

    cell: int
    amount: int


_Note = _Paid | Text | None
"""What is noted of an event; None where it says nothing to who chooses."""
_After = tuple["State", "Pending"]
"""Where a game stands at its next choice, and that choice."""
_Happened = tuple[Event, dict[tuple[str, int], int]]
"""An event, and who knew the pieces that it touches: what is told of it follows from these."""


@record(frozen=True, slots=True)
class _Seen:
    """What came of an option in one world."""

    events: list[_Happened]
    certain: bool
    idle: bool
    asks: Pending | None
    """What the same player is asked next, if the option is not over by then."""
    next: Text | None
    """The question behind an action of a menu, or who goes on after its end."""
    moves: frozenset[tuple[str, int]]


class Foresight:
    """Looks ahead from one choice, for the player who makes it."""

    def __init__(self, machine: Machine, names: Names, state: State, pending: Pending) -> None:
        self._machine, self._state, self._pending = machine, state, pending
        self._teller = _Plainly(machine, names)
        self._worlds = _worlds(machine, names, state, pending)

    def ahead(self, index: int) -> Ahead:
        """What is known to follow from an option, by its number."""
        seen = [self._seen(world, world.pending.values[index]) for world in self._worlds]
        if None in seen:
            return Ahead()
        each = [one for one in seen if one is not None]
        notes = self._agreed([one.events for one in each])
        whole = all(len(one.events) == len(notes) for one in each)
        follows = tuple(folded(note for note in notes if isinstance(note, Text)))
        asks = each[0].asks if all(_alike(one.asks, each[0].asks) for one in each) else None
        return Ahead(
            self._prices(notes),
            follows,
            certain=whole and all(one.certain for one in each),
            idle=whole and all(one.idle for one in each),
            leads=self._leads(asks, [one.next for one in each]) if whole and not follows else None,
            asks=asks,
            moves=frozenset.intersection(*(one.moves for one in each)),
        )

    def _leads(self, asks: Pending | None, following: Sequence[Text | None]) -> Text | None:
        """The places that come next in words, if these are few; else what comes next in every world alike."""
        places = self._few_places(asks) if asks is not None else None
        if places is not None:
            return places
        first = following[0]
        if first is None or any(_words(one) != _words(first) for one in following[1:]):
            return None
        return said("leads to", places=first)

    def _few_places(self, asks: Pending) -> Text | None:
        of, places = _kind_asked(asks), asks.values
        if of is None or of == "player" or not 0 < len(places) <= LEADS or min(places) < 0:
            return None
        decl = self._teller.names.v.kinds[of]
        if not decl.zones_only or not decl.zones or decl.grid:
            return None
        return said("leads to", places=joined([self._place(of, place) for place in places], ", "))

    def _place(self, kind: str, place: int) -> Text:
        names = self._teller.names
        mine = names.layout.things[kind][place].owner == self._pending.seat
        return (names.thing if mine else names.owned)(kind, place)

    def _seen(self, world: _World, value: int) -> _Seen | None:
        """Carry an option out in a world; None where the rules stop it."""
        events = _UpToNews(self._machine)
        ran = self._run(world, value, events)
        if ran is None:
            return None
        over, asks, after = ran
        certain = not self._machine.fate
        self._machine.fate = False
        happened = [(event, self._knew(world.state, event)) for event in summed(events, self._teller.changes)]
        idle = certain and over and value != DECLINE and not events
        own = asks if certain and value != DECLINE else None
        kinds = self._teller.kinds
        moved = frozenset((kinds[event[2]], event[3]) for event in events if event[0] in MOVING)
        return _Seen(happened, certain, idle, own, self._next(value, own, after) if certain else None, moved)

    def _next(self, value: int, asks: Pending | None, after: _After | None) -> Text | None:
        """What an action of a menu asks, where its name does not say so, or who goes on where the menu is left.

        What a place does stands on the place.
        """
        names, ask = self._teller.names, self._pending.ask
        if ask.shape != "menu" or after is None:
            return None
        state, pending = after
        if value == DECLINE:
            return names.player(pending.seat) if pending.seat != self._pending.seat else None
        action = next(one for one in names.v.actions if one.id == ask.labels[value])
        if asks is None or asks.ask.shape == "menu" or place_of(names, action) is not None:
            return None
        question = prompt_of(self._machine, names, state, pending)
        said_already = named(action.name, action.id).en.casefold()
        return None if question.en.casefold().startswith(said_already) else question

    def _agreed(self, worlds: list[list[_Happened]]) -> list[_Note]:
        """What is noted in the same way everywhere, up to the first difference.

        What is the same in all worlds is put into words once; only where they differ are the words compared.
        """
        agreed: list[_Note] = []
        for happened in zip(*worlds, strict=False):
            note = self._note(happened[0])
            others = (self._note(one) for one in happened[1:] if one != happened[0])
            if any(_words(other) != _words(note) for other in others):
                break
            agreed.append(note)
        return agreed

    def _note(self, happened: _Happened) -> _Note:
        """A payment, or an event as the log would tell it."""
        event, knew = happened
        cell, seat = self._payment(event), self._pending.seat
        return self._teller.tell_again(event, seat, seat, knew) if cell is None else _Paid(cell, event[3])

    def _run(self, world: _World, value: int, events: _UpToNews) -> tuple[bool, Pending | None, _After | None] | None:
        """Run a copy to the next choice: whether the option is over, what the same player is asked if not, where it is.

        None where the rules stop it.
        """
        machine, ask, copy = self._machine, world.pending.ask, world.told[:]
        machine.log, machine.fate = events, False
        try:
            machine.apply(copy, ask, value)
            begun = copy[SCOPE]
            pending = machine.run(copy)
        except Fault:
            return None
        finally:
            machine.log = None
        over = begun != world.state[SCOPE] and copy[SCOPE] < begun
        # Of several that are chosen one after another nothing is told: who is asked for the next knows what there is.
        own = not over and pending is not None and pending.seat == self._pending.seat and pending.ask is not ask
        return over, pending if own else None, (copy, pending) if pending is not None else None

    def _payment(self, event: Event) -> int | None:
        """The cell that an event takes a price from, if it belongs to who chooses."""
        change = self._teller.changes.get(event[0])
        if change is None or not change.fails or change.tells_new:
            return None
        key, host, _ = self._teller.cells[event[2]]
        decl = self._teller.layout.vars[key].decl
        return event[2] if decl.host == "player" and host == self._pending.seat and not decl.quiet else None

    def _prices(self, notes: list[_Note]) -> tuple[Price, ...]:
        """What is paid in all, by counter."""
        paid: dict[int, int] = {}
        for note in notes:
            if isinstance(note, _Paid):
                paid[note.cell] = paid.get(note.cell, 0) + note.amount
        seat = self._pending.seat
        return tuple(
            Price(self._teller.counter(cell, amount, seat)[1], amount, self._state[cell])
            for cell, amount in paid.items()
            if amount
        )

    def _knew(self, state: State, event: Event) -> dict[tuple[str, int], int]:
        """Who knew the pieces that an event touches before the choice."""
        machine = self._machine
        return {
            (kind, piece): machine.knowers(state, machine.layout.tables[kind], piece)
            for kind, piece in self._teller.touched(event)
        }


def _worlds(machine: Machine, names: Names, state: State, pending: Pending) -> list[_World]:
    """Games that fit what who chooses knows, as different as they can be: several, or one where nothing is hidden."""
    found: list[_World] = []
    for turn in range(TURNS):
        copy = state[:]
        asked = imagined(machine, names, copy, pending, pending.seat, 0, turn)
        assert asked is not None
        seed_random(copy, 0)  # what chance will bring is not read: worlds that differ in nothing else are one
        if all(copy != world.state for world in found):
            found.append(_World(copy, asked, _shared(machine, copy, pending.seat)))
    return found


def _shared(machine: Machine, state: State, seat: int) -> State:
    """A game in which everybody knows what a seat knows."""
    copy = state[:]
    for table in machine.layout.tables.values():
        for cell in range(table.known, table.known + table.size) if table.known else ():
            if copy[cell] >> seat & 1:
                copy[cell] = machine.everyone
    return copy


def _words(note: _Note) -> object:
    return note.en if isinstance(note, Text) else note


def _kind_asked(pending: Pending) -> str | None:
    """The kind of the things that are on offer."""
    of = pending.ask.type if pending.ask.values is not None else None
    return of.name if of is not None and of.tag == "kind" else None


def _alike(one: Pending | None, other: Pending | None) -> bool:
    """Whether two worlds ask the same."""
    if one is None or other is None:
        return one is other
    return one.ask is other.ask and one.values == other.values and one.unknown == other.unknown
