"""Running to the next choice, and what of it is offered to whom."""

from __future__ import annotations

from functools import cached_property

from interpreter.check import typed as ty
from interpreter.check.naming import Naming
from interpreter.check.scripts import every_routine
from interpreter.code.sight import hidden_kind, in_sight, unknown_of
from interpreter.primitives.header import OVER, STATUS
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import State
from interpreter.records import record
from interpreter.reference.choices import Choice
from interpreter.reference.position import Frame, Position, Stopped
from interpreter.reference.trials import Trials


@record(slots=True)
class Due:
    """What somebody has to decide, and the values offered; -1 is declining."""

    choice: Choice
    seat: int
    values: list[int]


class Reference(Trials):
    """Runs a pack for one number of players, from choice to choice."""

    def start(self, seed: int) -> Position:
        """A fresh game, before the first statement."""
        assert self.v.start is not None
        state = self._blank[:]
        seed_random(state, seed)
        return self.enter(state, self.v.start, 0)

    def enter(
        self, state: State, routine: ty.Routine, seat: int, given: tuple[int, ...] = (), this: int = -1
    ) -> Position:
        """One routine by itself, as a player; `this` is the thing whose script it is."""
        state[STATUS] = 0
        position = Position(state, Frame(seat))
        self.call(position, routine, given, this)
        return position

    def run(self, position: Position) -> Due | None:
        """Run on until somebody must choose; None when the game is over. Raises Failed and Stopped."""
        self.fuel = self.most_steps
        while (choice := self.next_choice(position)) is not None:
            due = self._offer(position, choice)
            if due is not None:
                return due
        position.s[STATUS] = OVER
        return None

    def _offer(self, position: Position, choice: Choice) -> Due | None:
        """Ask, where there is more than one way; the only one is taken at once."""
        if choice.random and choice.values:
            self.fate = True
            values = [choice.values[random_below(position.s, len(choice.values))]]
        else:
            values = [] if choice.random else self.completable(position, choice)
        if len(values) > 1:
            return Due(choice, position.frame.me, self._as_seen(position, choice, values))
        if values:
            choice.apply(position, values[0])
        elif choice.hard:
            raise Stopped(f"nothing to choose for `{choice.name}`")
        else:
            choice.leave(position)
        return None

    @cached_property
    def naming(self) -> Naming:
        """What in the pack holds names."""
        return Naming(self.v, every_routine(self.v))

    def _as_seen(self, position: Position, choice: Choice, values: list[int]) -> list[int]:
        """The values in an order that tells nothing of hidden pieces."""
        if choice.items is None:
            return values
        table = hidden_kind(self, self.naming, choice.items, position.frame.script)
        if table is None:
            return values
        unknown = unknown_of(self, position.s, table, values, position.frame.me)
        return in_sight(position.s, table, choice.items, values, unknown)
