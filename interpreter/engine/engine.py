"""Running to the next choice, and what of it is offered to whom."""

from __future__ import annotations

from functools import cached_property

from interpreter.check import typed as ty
from interpreter.check.naming import Naming
from interpreter.check.scripts import every_routine
from interpreter.engine.choices import Choice
from interpreter.engine.completable import Completable
from interpreter.engine.faults import Stopped
from interpreter.engine.knowledge import hidden_kind, in_sight, unknown_of
from interpreter.engine.position import ME, NONE, Position
from interpreter.engine.values import MOST_PARTS
from interpreter.primitives.header import OVER, STATUS
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import KindTable, State
from interpreter.records import record

NOTHING: frozenset[int] = frozenset()


@record(slots=True)
class Due:
    """What somebody has to decide, and the values offered; -1 is declining. Of the unknown ones only the place is seen."""

    choice: Choice
    seat: int
    values: list[int]
    unknown: frozenset[int] = NOTHING


class Engine(Completable):
    """Runs a pack for one number of players, from choice to choice."""

    def start(self, seed: int) -> Position:
        """A fresh game, before the first statement."""
        assert self.v.start is not None
        state = self._blank[:]
        seed_random(state, seed)
        return self.enter(state, self.v.start, 0)

    def enter(
        self, state: State, routine: ty.Routine, seat: int, given: tuple[int, ...] = (), this: int = NONE
    ) -> Position:
        """One routine by itself, as a player; `this` is the thing whose script it is."""
        state[STATUS] = 0
        p = Position(state, [seat, NONE])
        self.call(p, self.plan(routine), given, this)
        return p

    def run(self, p: Position) -> Due | None:
        """Run on until somebody must choose; None when the game is over. Raises Failed and Stopped."""
        self.fuel, self.values.parts = self.most_steps, MOST_PARTS
        if self.values.row is not p.s:
            self.values.forget(p.s)
        while (choice := self.next_choice(p)) is not None:
            due = self._offer(p, choice)
            if due is not None:
                return due
        p.s[STATUS] = OVER
        return None

    def ask_again(self, p: Position, choice: Choice) -> Due | None:
        """Run on from where a choice was come to, on a row that may have been changed since."""
        p.todo = choice.cell
        self.values.forget(p.s)
        return self.run(p)

    def _offer(self, p: Position, choice: Choice) -> Due | None:
        """Ask, where there is more than one way; the only one is taken at once."""
        if choice.by.random and choice.values:
            self.fate = True
            values = [choice.values[random_below(p.s, len(choice.values))]]
        else:
            values = [] if choice.by.random else self.completable(p, choice)
        if len(values) > 1:
            return self._due(p, choice, values)
        if values:
            choice.apply(p, values[0])
        elif choice.hard:
            raise Stopped(f"nothing to choose for `{choice.by.name}`")
        else:
            choice.leave(p)
        return None

    @cached_property
    def naming(self) -> Naming:
        """What in the pack holds names."""
        return Naming(self.v, every_routine(self.v))

    def _due(self, p: Position, choice: Choice, values: list[int]) -> Due:
        """The values in an order that tells nothing of hidden pieces."""
        by, seat = choice.by, p.x[ME]
        table = by.hidden
        if isinstance(table, bool):
            table = by.hidden = hidden_kind(self, self.naming, by.items, p.script)
        if not isinstance(table, KindTable) or by.items is None:
            return Due(choice, seat, values)
        unknown = unknown_of(self, p.s, table, values, seat)
        return Due(choice, seat, in_sight(p.s, table, by.items, values, unknown), unknown)
