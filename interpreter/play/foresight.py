"""What an option is known to bring: a run on a copy that is read no further than where chance or news begins.

Whatever was rolled, drawn or shown after that is not looked at, so that nothing here tells more than the table does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.machine import Fault
from interpreter.play.brief import Brief
from interpreter.play.log import Event
from interpreter.play.text import Text, said
from interpreter.primitives.header import SCOPE

if TYPE_CHECKING:
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State


@dataclass(frozen=True, slots=True)
class Price:
    """What somebody pays for an option, and what they have of it."""

    what: Text
    amount: int
    have: int

    @property
    def text(self) -> Text:
        """The price in words."""
        return said("costs", amount=self.amount, what=self.what, have=self.have)


@dataclass(frozen=True, slots=True)
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


class Foresight:
    """Looks ahead from one choice, for the player who makes it."""

    def __init__(self, machine: Machine, names: Names, state: State, pending: Pending) -> None:
        self._machine, self._state, self._pending = machine, state, pending
        self._teller = Brief(machine, names)

    def ahead(self, value: int) -> Ahead:
        """What is known to follow from a value of the choice."""
        events = _UpToNews(self._machine)
        over = self._run(value, events)
        if over is None:
            return Ahead()
        certain = not self._machine.fate
        self._machine.fate = False
        prices = self._prices(events)
        told = [self._told(event) for event in events if self._payment(event) is None]
        follows = tuple(text for text in told if text is not None)
        return Ahead(prices, follows, certain, idle=certain and over and value >= 0 and not events)

    def _run(self, value: int, events: _UpToNews) -> bool | None:
        """Run a copy to the next choice; whether the option is over then, or None where the rules stop it."""
        machine, ask, copy = self._machine, self._pending.ask, self._state[:]
        machine.log, machine.fate = events, False
        try:
            machine.apply(copy, ask, value)
            begun = copy[SCOPE]
            machine.run(copy)
        except Fault:
            return None
        finally:
            machine.log = None
        return begun != self._state[SCOPE] and copy[SCOPE] < begun

    def _payment(self, event: Event) -> int | None:
        """The cell that an event takes a price from, if it belongs to who chooses."""
        change = self._teller.changes.get(event[0])
        if change is None or not change.fails or change.tells_new:
            return None
        key, host, _ = self._teller.cells[event[2]]
        decl = self._teller.layout.vars[key].decl
        return event[2] if decl.host == "player" and host == self._pending.seat and not decl.quiet else None

    def _prices(self, events: list[Event]) -> tuple[Price, ...]:
        """What is paid in all, by counter."""
        paid: dict[int, int] = {}
        for event in events:
            cell = self._payment(event)
            if cell is not None:
                paid[cell] = paid.get(cell, 0) + event[3]
        seat = self._pending.seat
        return tuple(
            Price(self._teller.counter(cell, amount, seat)[1], amount, self._state[cell])
            for cell, amount in paid.items()
            if amount
        )

    def _told(self, event: Event) -> Text | None:
        """An event as the log would tell it; pieces are known to who knows them before the choice."""
        machine, seat = self._machine, self._pending.seat
        masks = {
            (kind, piece): machine.knowers(self._state, machine.layout.tables[kind], piece)
            for kind, piece in self._teller.touched(event)
        }
        return self._teller.tell(event, seat, seat, masks)
