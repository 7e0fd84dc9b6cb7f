"""What of a choice can be completed: where something ahead can fail, each way is tried on a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.code.choices import once_begun
from interpreter.code.sight import DECLINE
from interpreter.reference.choices import Choice
from interpreter.reference.position import (
    Acts,
    Again,
    AllMade,
    Block,
    Calls,
    Commit,
    Elements,
    End,
    Failed,
    Hears,
    Look,
    Position,
    Return,
    Stopped,
    Task,
    TooManyTrials,
    Turns,
    Watching,
    chain_of,
)  # fmt: skip
from interpreter.reference.statements import Statements
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.layout import Layout

MAX_TRIAL_STEPS, MAX_TRIAL_CHOICES = meter.TRIAL_STEPS.most, meter.TRIAL_CHOICES.most


class Trials(Statements):
    """Finds out what can be completed."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.most_trials = meter.TRIALS.most
        """How many steps may be tried for one choice; whoever has little time sets it lower."""
        self.trials = 0
        self.met_fault = False
        """Whether some way that was tried came to a statement that was given none, or to too large a number."""

    def completable(self, position: Position, choice: Choice) -> list[int]:
        """The values behind which there is a way; declining, where it may and can be.

        Where nothing can fail, nothing is tried: not inside an option, and not ahead of it either.
        """
        self.trials = self.most_trials
        ahead = _ahead(position)
        risky, aim = choice.risky or any(map(self._may_fail, ahead)), ahead[-1]
        values = [
            value
            for value in choice.values
            if not (risky or choice.behind(value)) or self._tried(position, choice, value, aim if risky else None)
        ]
        if choice.can_decline(values) and (not values or not risky or self._tried(position, choice, DECLINE, aim)):
            values.append(DECLINE)
        return values

    def _tried(self, position: Position, choice: Choice, value: int, aim: Task | None) -> bool:
        """Try a value on a copy: to an aim, or to the end of its own option."""
        kept, steps = (self.log, self.fate, self.fuel), min(MAX_TRIAL_STEPS, self.trials)
        self.log, self.fuel = None, steps
        copy = position.copy()
        try:
            choice.apply(copy, value)
            copy.aim = aim or next((task for task in chain_of(copy.todo) if isinstance(task, Commit)), None)
            return copy.aim is None or self._completes(copy)
        except Stopped:
            if self.fuel < 0 and steps < MAX_TRIAL_STEPS:
                raise TooManyTrials(f"too many ways to try for `{choice.name}`") from None
            return False
        finally:
            self.trials -= 1 + steps - max(self.fuel, 0)
            self.log, self.fate, self.fuel = kept

    def _completes(self, position: Position, depth: int = 0) -> bool:
        """Whether there is a way on to the aim."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        try:
            choice = self.next_choice(position)
        except End:
            return True
        except Failed:
            return False
        except Stopped:
            if self.fuel < 0:
                raise
            self.met_fault = True
            return False  # this way cannot be gone; another one may
        return choice is None or self._leads_on(position, choice, depth + 1)

    def _leads_on(self, position: Position, choice: Choice, depth: int) -> bool:
        """Whether one of the values leads on: depth first, the shortest way out first."""
        if choice.random:
            return bool(choice.values) or not choice.hard
        values = list(choice.values)
        if choice.optional:  # a duty that cannot be completed does not bind
            values.insert(0 if choice.can_decline(values) else len(values), DECLINE)
        for value in values:
            self.step()
            copy = position.copy()
            choice.apply(copy, value)
            if self._completes(copy, depth):
                return True
        if choice.optional or choice.hard:
            return False
        choice.leave(position)  # values that cannot be completed are not offered, and then there is nothing to choose
        return self._completes(position, depth)

    def _may_fail(self, task: Task) -> bool:
        """Whether something in a task can fail, as far as its script tells."""
        hard = self.hardness
        match task:
            case Block(body, first):
                return any(map(hard.of_statement, body.statements[first:]))
            case Turns(loop=inside) | Elements(each=inside) | Calls(routine=inside):
                return hard.of_body(inside.body)
            case Again(statement=ty.OfferMenu() | ty.Maybe()):
                return False  # it has been done once, and what comes otherwise does not come any more
            case Again(statement=statement):
                left = once_begun(statement) if isinstance(statement, ty.PickSeveral) else None
                return hard.of_statement(left or statement)
            case Hears(event=event):
                return hard.of_event(event)
            case Look(number) | Watching(number=number):
                return hard.of_watch(number)
            case Acts() | AllMade() | Commit() | Return():
                return False
            case _:
                assert_never(task)


def _ahead(position: Position) -> list[Task]:
    """What is to be done up to the end of the outermost option under way; where there is none, of the script.

    A script that begins a span is judged by itself: options around it do not count.
    """
    tasks = list(chain_of(position.todo))
    spans = (number for number, task in enumerate(tasks) if isinstance(task, Return) and task.span)
    apart = next(spans, len(tasks))
    options = [number for number, task in enumerate(tasks[:apart]) if isinstance(task, Commit)]
    scripts = [number for number, task in enumerate(tasks) if isinstance(task, Return)]
    return tasks[: (options[-1:] or scripts)[0] + 1]
