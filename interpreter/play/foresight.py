"""What an option is known to bring: a run on a copy that is read no further than where chance or news begins.

Whatever was rolled, drawn or shown after that is not looked at. And the copy is never the game itself: it is what the seat
imagines, several times over where something is hidden from it, and what is told goes as far as all of them agree. A score
that counts the cards in other hands is not told, and nothing here can tell more than the table does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.machine import Fault
from interpreter.play.brief import Brief
from interpreter.play.imagine import imagined
from interpreter.play.log import Event
from interpreter.play.text import Text, said
from interpreter.primitives.header import SCOPE
from interpreter.primitives.pieces import seed_random
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State

WORLDS = 3
"""So many games are imagined where something is hidden from who chooses."""


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


@record(frozen=True, slots=True)
class Ahead:
    """What is known to follow from an option, up to the next choice.

    `certain`: nothing of it is left to chance. `idle`: the option is then over, and nothing has happened.
    """

    prices: tuple[Price, ...] = ()
    follows: tuple[Text, ...] = ()
    certain: bool = False
    idle: bool = False


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


@record(frozen=True, slots=True)
class _Paid:
    """Something that who chooses pays: from which cell, and how much."""

    cell: int
    amount: int


_Note = _Paid | Text | None
"""What is noted of an event; None where it says nothing to who chooses."""
_Happened = tuple[Event, dict[tuple[str, int], int]]
"""An event, and who knew the pieces that it touches: what is told of it follows from these."""


@record(frozen=True, slots=True)
class _Seen:
    """What came of an option in one world."""

    events: list[_Happened]
    certain: bool
    idle: bool


class Foresight:
    """Looks ahead from one choice, for the player who makes it."""

    def __init__(self, machine: Machine, names: Names, state: State, pending: Pending) -> None:
        self._machine, self._state, self._pending = machine, state, pending
        self._teller = Brief(machine, names)
        self._worlds = _worlds(machine, names, state, pending)

    def ahead(self, index: int) -> Ahead:
        """What is known to follow from an option, by its number."""
        seen = [self._seen(world, world.pending.values[index]) for world in self._worlds]
        if None in seen:
            return Ahead()
        each = [one for one in seen if one is not None]
        notes = self._agreed([one.events for one in each])
        whole = all(len(one.events) == len(notes) for one in each)
        follows = tuple(note for note in notes if isinstance(note, Text))
        return Ahead(
            self._prices(notes),
            follows,
            certain=whole and all(one.certain for one in each),
            idle=whole and all(one.idle for one in each),
        )

    def _seen(self, world: _World, value: int) -> _Seen | None:
        """Carry an option out in a world; None where the rules stop it."""
        events = _UpToNews(self._machine)
        over = self._run(world, value, events)
        if over is None:
            return None
        certain = not self._machine.fate
        self._machine.fate = False
        happened = [(event, self._knew(world.state, event)) for event in events]
        return _Seen(happened, certain, idle=certain and over and value >= 0 and not events)

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

    def _run(self, world: _World, value: int, events: _UpToNews) -> bool | None:
        """Run a copy to the next choice; whether the option is over then, or None where the rules stop it."""
        machine, ask, copy = self._machine, world.pending.ask, world.state[:]
        machine.log, machine.fate = events, False
        try:
            machine.apply(copy, ask, value)
            begun = copy[SCOPE]
            machine.run(copy)
        except Fault:
            return None
        finally:
            machine.log = None
        return begun != world.state[SCOPE] and copy[SCOPE] < begun

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
    """Games that fit what who chooses knows: several, or one where nothing is hidden from them."""
    found: list[_World] = []
    for seed in range(WORLDS):
        copy = state[:]
        asked = imagined(machine, names, copy, pending, pending.seat, seed)
        assert asked is not None
        seed_random(copy, 0)  # what chance will bring is not read: worlds that differ in nothing else are one
        if all(copy != world.state for world in found):
            found.append(_World(copy, asked))
    return found


def _words(note: _Note) -> object:
    return note.en if isinstance(note, Text) else note
