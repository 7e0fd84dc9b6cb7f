"""Running to the next choice, and offering what can be completed: what cannot be told is tried on a copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from interpreter.check import typed as ty
from interpreter.code.choices import once_begun
from interpreter.code.sight import hidden_kind, in_sight, unknown_of
from interpreter.primitives.header import OVER, STATUS
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import State
from interpreter.reference.position import (
    DECLINE,
    ActsAgain,
    Again,
    AllMade,
    Block,
    Calls,
    Choice,
    Commit,
    Due,
    Elements,
    End,
    Failed,
    Hears,
    Look,
    Position,
    Reactions,
    Return,
    Stopped,
    Task,
    TooManyTrials,
    Turns,
    Watching,
    chain_of,
    until,
)  # fmt: skip
from interpreter.reference.statements import Statements
from interpreter.source import meter

MAX_TRIAL_STEPS, MAX_TRIAL_CHOICES = meter.TRIAL_STEPS.most, meter.TRIAL_CHOICES.most


class Reference(Statements):
    """Runs a pack for one number of players, from choice to choice."""

    # ---- running

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
        position = Position(state, me=seat)
        self._call(position, routine, given, this)
        return position

    def run(self, position: Position) -> Due | None:
        """Run on until somebody must choose; None when the game is over."""
        self.fuel = self.most_steps
        while position.todo is not None and position.s[STATUS] != OVER:
            try:
                choice = self._advance(position)
            except Failed as failed:
                raise Stopped(str(failed)) from None
            if choice is None:
                continue
            due = self._offer(position, choice)
            if due is not None:
                return due
        position.s[STATUS] = OVER
        return None

    # ---- what can be completed

    def _offer(self, position: Position, choice: Choice) -> Due | None:
        """Work out a choice; one with a single way is taken at once."""
        if choice.random:
            if choice.values:
                self.fate = True
                choice.apply(position, choice.values[random_below(position.s, len(choice.values))])
            elif choice.empty is not None:
                choice.empty(position)
            else:
                raise Stopped(f"nothing to choose for `{choice.name}`")
            return None
        self.trials = self.most_trials
        risky = self._risk_ahead(position, choice)
        values = [value for value in choice.values if self._can(position, choice, value, risky=risky)]
        if choice.can_decline(values) and (
            not values or not risky or self._tried(position, choice, DECLINE, risky=risky)
        ):
            values.append(DECLINE)
        if not values:
            if choice.empty is None:
                raise Stopped(f"nothing to choose for `{choice.name}`")
            choice.empty(position)
            return None
        if len(values) == 1:
            choice.apply(position, values[0])
            return None
        return Due(choice, position.me, self._as_seen(position, choice, values))

    def _as_seen(self, position: Position, choice: Choice, values: list[int]) -> list[int]:
        """The values in an order that tells nothing of hidden pieces."""
        if choice.items is None:
            return values
        table = hidden_kind(self, self.naming, choice.items, position.script)
        if table is None:
            return values
        unknown = unknown_of(self, position.s, table, values, position.me)
        return in_sight(position.s, table, choice.items, values, unknown)

    def _risk_ahead(self, position: Position, choice: Choice) -> bool:
        """Whether something behind the choice can fail, up to the end of the outermost option or of the routine."""
        aim = self._outermost(position)
        ways = [position.todo]
        if choice.skips and position.todo is not None:
            ways.append(position.todo[1])
        return choice.risky or any(self._may_fail(until(way, aim)) for way in ways)

    def _may_fail(self, tasks: Iterator[Task]) -> bool:
        return any(self._task_may_fail(task) for task in tasks)

    def _task_may_fail(self, task: Task) -> bool:  # noqa: C901, PLR0911 - one case for each
        hard = self.hardness
        match task:
            case Block(statements=statements):
                return any(hard.of_statement(statement) for statement in statements)
            case Turns(loop=loop):
                return hard.of_body(loop.body)
            case Elements(each=each):
                return hard.of_body(each.body)
            case Again(statement=ty.OfferMenu() | ty.Maybe()):
                return False  # it has been done once, and what comes otherwise does not come any more
            case Again(statement=statement):
                left = once_begun(statement) if isinstance(statement, ty.PickSeveral) else None
                return hard.of_statement(left or statement)
            case Calls(routine=routine):
                return hard.of_body(routine.body)
            case Reactions(event=event) | Hears(event=event):
                return hard.of_event(event)
            case Look(numbers=numbers):
                return any(hard.of_watch(number) for number in numbers)
            case Watching(number=number):
                return hard.of_watch(number)
            case AllMade(rules=rules):
                return any(hard.of_watch(number) for number in rules)
            case ActsAgain() | Commit() | Return():
                return False
            case _:
                assert_never(task)

    def _outermost(self, position: Position) -> Task | None:
        """The end of the outermost option under way; of the routine where there is none."""
        apart = next((t for t in chain_of(position.todo) if isinstance(t, Return) and t.span), None)
        commits = [task for task in until(position.todo, apart) if isinstance(task, Commit)]
        if commits:
            return commits[-1]
        return next((task for task in chain_of(position.todo) if isinstance(task, Return)), None)

    def _can(self, position: Position, choice: Choice, value: int, *, risky: bool) -> bool:
        if not risky and not choice.behind(value):
            return True
        return self._tried(position, choice, value, risky=risky)

    def _tried(self, position: Position, choice: Choice, value: int, *, risky: bool) -> bool:
        """Try a value on a copy: to the end of its own option, or of the outermost one if something there can fail."""
        before = self.log, self.fate, self.fuel, self._aim
        copy, fuel = position.copy(), min(MAX_TRIAL_STEPS, self.trials)
        try:
            self.log, self.fuel = None, fuel
            self._aim = None
            choice.apply(copy, value)
            own = next((task for task in chain_of(copy.todo) if isinstance(task, Commit)), None)
            self._aim = self._outermost(position) if risky or value == DECLINE else own
            if self._aim is None:
                return True
            return self._completes(copy, 0)
        except Stopped:
            if self.fuel < 0 and fuel < MAX_TRIAL_STEPS:
                raise TooManyTrials(f"too many ways to try for `{choice.name}`") from None
            return False
        finally:
            self.trials -= 1 + fuel - max(self.fuel, 0)
            self.log, self.fate, self.fuel, self._aim = before

    def _tried_to(self, position: Position) -> Choice | bool:
        """Run on to the next choice, or to where it is certain whether there is a way."""
        try:
            while position.todo is not None and position.s[STATUS] != OVER:
                choice = self._advance(position)
                if choice is not None:
                    return choice
        except End:
            return True
        except Failed:
            return False
        except Stopped:
            if self.fuel < 0:
                raise
            self.met_fault = True
            return False  # this way cannot be gone; another one may
        return True

    def _completes(self, position: Position, depth: int) -> bool:
        """Depth first: run to the next choice and try its values, the shortest way out first."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        came_to = self._tried_to(position)
        if isinstance(came_to, bool):
            return came_to
        choice = came_to
        if choice.random:
            return bool(choice.values) or choice.empty is not None
        values = list(choice.values)
        if choice.can_decline(values):
            values.insert(0, DECLINE)
        elif choice.decline is not None and choice.must and values:
            values.append(DECLINE)  # a duty that cannot be completed does not bind
        for value in values:
            self._step()
            copy = position.copy()
            choice.apply(copy, value)
            if self._completes(copy, depth + 1):
                return True
        if DECLINE in values or choice.empty is None:
            return False
        choice.empty(position)  # values that cannot be completed are not offered, and then there is nothing to choose
        return self._completes(position, depth + 1)
