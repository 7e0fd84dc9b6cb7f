"""What of a choice can be completed: where something ahead can fail, each way is tried on a copy.

A trial ends at the first place behind which nothing can fail. It begins with what is known of the row it is a copy of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.choices import Choice, Choices
from interpreter.engine.faults import End, Failed, Stopped, TooManyTrials
from interpreter.engine.knowledge import DECLINE
from interpreter.engine.position import Chain, Position, Return
from interpreter.engine.statements import Commit
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout

MAX_TRIAL_STEPS, MAX_TRIAL_CHOICES = meter.TRIAL_STEPS.most, meter.TRIAL_CHOICES.most
PARTS = meter.STEP.most


class Completable(Choices):
    """Finds out what can be completed."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.most_trials = meter.TRIALS.most
        """How many steps may be tried for one choice."""
        self.trials = 0
        self.met_fault = False
        """Whether some way that was tried came to a statement that was given none, or to too large a number."""

    def completable(self, p: Position, choice: Choice) -> list[int]:
        """The values behind which there is a way; declining, where it may and can be.

        Where nothing can fail, nothing is tried: not inside an option, and not ahead of it either.
        """
        self.trials = self.most_trials
        behind = choice.by.behind
        aim, hard_ahead = _ahead(p.todo)
        risky = choice.risky or hard_ahead
        values = [
            value
            for value in choice.values
            if not (risky or behind(value)) or self._tried(p, choice, value, aim if risky else None)
        ]
        if choice.can_decline(values) and (not values or not risky or self._tried(p, choice, DECLINE, aim)):
            values.append(DECLINE)
        return values

    def _tried(self, p: Position, choice: Choice, value: int, aim: Chain | None) -> bool:
        """Try a value on a copy: to an aim, or to the end of its own option."""
        values, steps = self.values, min(MAX_TRIAL_STEPS, self.trials)
        before = self.log, self.fate, self.fuel, values.parts, values.kept, values.row
        self.log, self.fuel, values.parts = None, steps, steps * PARTS
        copy = p.fork()
        try:
            choice.apply(copy, value)
            aim = aim or _end_of_option(copy.todo)
            if aim is None:
                return True
            copy.aim = _last_risk(copy.todo, aim)
            if copy.aim is copy.todo:
                return True
            copy.s = values.row = copy.s[:]
            values.kept = values.kept[:]
            return self._completes(copy)
        except Stopped:
            if self._nothing_left() and steps < MAX_TRIAL_STEPS:
                raise TooManyTrials(meter.TRIALS) from None
            return False
        finally:
            self.trials -= 1 + steps - max(min(self.fuel, values.parts // PARTS), 0)
            self.log, self.fate, self.fuel, values.parts, values.kept, values.row = before

    def _nothing_left(self) -> bool:
        """Whether there is nothing left to try with."""
        return self.fuel < 0 or self.values.parts < 0

    def _completes(self, p: Position, depth: int = 0) -> bool:
        """Whether there is a way on to the aim."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        try:
            choice = self.next_choice(p)
        except End:
            return True
        except Failed:
            return False
        except Stopped:
            if self._nothing_left():
                raise
            self.met_fault = True
            return False  # this way cannot be gone; another one may
        return choice is None or self._leads_on(p, choice, depth + 1)

    def _leads_on(self, p: Position, choice: Choice, depth: int) -> bool:
        """Whether one of the values leads on: depth first, the shortest way out first."""
        if choice.by.random:
            return bool(choice.values) or not choice.hard
        ways = list(choice.values)
        if choice.optional:  # a duty that cannot be completed does not bind
            ways.insert(0 if choice.can_decline(ways) else len(ways), DECLINE)
        values, known = self.values, self.values.kept
        final = choice.optional or choice.hard
        for number, value in enumerate(ways):
            self.step()
            copy = p.fork()
            try:
                choice.apply(copy, value)
            except End:
                return True
            if copy.todo is copy.aim:
                return True
            if final and number == len(ways) - 1:  # the last way: nobody needs this row any more
                values.kept, values.row = known, copy.s
            else:
                copy.s = values.row = copy.s[:]
                values.kept = known[:]
            if self._completes(copy, depth):
                return True
        if final:
            return False
        values.kept, values.row = known, p.s
        choice.leave(p)  # values that cannot be completed are not offered, and then there is nothing to choose
        return self._completes(p, depth)


def _ahead(todo: Chain) -> tuple[Chain, bool]:
    """The end of the outermost option under way (where there is none, of the script); whether something before can fail.

    A script that begins a span is judged by itself: options around it do not count.
    """
    option: Chain | None = None
    script: Chain | None = None
    before_option = before_script = hard = False
    while todo:
        task = todo[0]
        if isinstance(task, Commit):
            option, before_option = todo, hard
        elif isinstance(task, Return):
            if script is None:
                script, before_script = todo, hard
            if task.span:
                break
        elif task.hard:
            hard = True
        todo = todo[1]
    if option is not None:
        return option, before_option
    assert script is not None
    return script, before_script


def _end_of_option(todo: Chain) -> Chain | None:
    """Where the option that was just begun ends; None where a value begins none."""
    while todo and not isinstance(todo[0], Commit):
        todo = todo[1]
    return todo or None


def _last_risk(todo: Chain, aim: Chain) -> Chain:
    """The first place behind which, up to the aim, nothing can fail."""
    found = todo
    while todo is not aim:
        if todo[0].hard:
            found = todo[1]
        todo = todo[1]
    return found
