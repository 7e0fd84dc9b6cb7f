"""What is there to choose: every form of choice as the values that could be taken and what each way of going on does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.check.analysis import every_routine
from interpreter.check.ending import Endings
from interpreter.check.keys import Key
from interpreter.check.naming import Naming
from interpreter.check.reads import wanted_by
from interpreter.code.hard import Hardness
from interpreter.code.listening import Listening
from interpreter.code.runtime import Tables
from interpreter.reference.position import Again, Block, Choice, Commit, Elements, Position, Return, Stopped, Task
from interpreter.reference.values import Here, Values
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Action, Vocabulary
    from interpreter.code.layout import Layout

MAX_TIMES = 100
"""How often a player may repeat something."""
MAX_STEPS = meter.STEPS.most


class Choices(Tables):
    """Knows a pack for one number of players; enters its routines, and says what its choices offer."""

    def __init__(self, layout: Layout) -> None:
        self.v: Vocabulary = layout.v
        self.spans = self.v.spans()
        super().__init__(layout, self.spans)
        self.values = Values(layout)
        self.hardness = Hardness(layout)
        self.listening, self.endings = Listening(layout), Endings(layout.v)
        self.routines = {verb.key: verb.routine for verb in self.v.verbs}
        self.wants = [wanted_by(w.cond.value, self.v) if w.cond else set() for w in self.v.watches]
        self._rules: dict[int, tuple[ty.Do, tuple[int, ...]]] = {}
        self.trace: Callable[[ty.Statement, Position], None] | None = None
        self._aim: Task | None = None
        self.most_steps, self.most_trials = MAX_STEPS, meter.TRIALS.most
        """How many steps there may be up to the next choice, and tried for one; whoever has little time sets them lower."""
        self.fuel = MAX_STEPS
        self.trials = 0
        self.met_fault = False
        """Whether some way that was tried came to a statement that was given none, or to too large a number."""

    @cached_property
    def naming(self) -> Naming:
        """What in the pack holds names."""
        return Naming(self.v, every_routine(self.v))

    def out_of_steps(self) -> None:
        """Stop what takes too long: for the engine's own statements."""
        raise Stopped("this takes too many steps")

    def _step(self) -> None:
        """A step is a routine begun or a turn of a loop."""
        self.fuel -= 1
        if self.fuel < 0:
            self.out_of_steps()

    # ---- routines

    def routine(self, name: Key) -> ty.Routine:
        """A verb of the pack."""
        found = self.routines[name]
        assert found is not None
        return found

    def _given(self, args: list[ty.Value], here: Here) -> tuple[int, ...]:
        return tuple(self.values.argument(arg, here) for arg in args)

    def _returning(self, position: Position, span: str = "") -> Return:
        return Return(position.me, position.this, position.locals, position.script, span)

    def _call(self, position: Position, routine: ty.Routine, given: tuple[int, ...], this: int = -1) -> None:
        self._step()
        span = self.v.begins.get(routine.key, "")
        position.push(Block(tuple(routine.body.statements)), self._returning(position, span))
        position.this, position.locals, position.script = this, dict(enumerate(given)), routine

    def _enter(self, position: Position, body: ty.Body) -> None:
        position.push(Block(tuple(body.statements)))

    # ---- choices

    def _pick(self, position: Position, statement: ty.Pick) -> Choice:
        skip = position.todo[1] if position.todo is not None else None

        def take(at: Position, value: int) -> None:
            at.bind(statement.slot, value)

        def leave(at: Position) -> None:
            at.todo = skip
            if statement.otherwise is not None:
                self._enter(at, statement.otherwise)

        return Choice(
            statement.name,
            self.values.items(statement.items, position.here),
            take,
            lambda _value: False,
            decline=leave if statement.mode == "may" else None,
            empty=leave if statement.soft else None,
            skips=statement.soft,
            risky=statement.otherwise is not None and self.hardness.of_body(statement.otherwise),
            random=statement.mode == "random",
            items=statement.items,
            at=statement.at,
        )

    def _option_limit(self, statement: ty.PickOption, here: Here) -> int:
        match statement.mode:
            case "one":
                return 1
            case "any" | "order":
                return MAX_TIMES
        assert statement.count is not None
        return self.values.number(statement.count, here)

    def _again(self, position: Position, task: Again) -> Choice | None:
        """A choice that begins an option: asked once, or again until it is declined, exhausted or made often enough."""
        statement, here = task.statement, position.here
        if task.times >= task.limit:
            self._ended(position, task)
            return None
        if task.times:
            self._step()
        match statement:
            case ty.Maybe(body=body, again=again):
                choice = self._opening(task, [0], lambda _: body, decline=True)
                choice.labels, choice.refusal = (("again",), "done") if again else (("yes",), "no")
                return choice
            case ty.PickSeveral(body=body, items=items, low=low, mode=mode):
                found = self.values.items(items, here)
                may_stop = mode != "random" and self._may_stop(task, low is not None, mode == "may")
                choice = self._opening(task, found, lambda _: body, decline=may_stop)
                choice.risky |= not statement.soft and task.limit > 1
                choice.random = mode == "random"
                if self._must_go_on(task, low is not None, mode == "may"):
                    choice.empty = None
                return choice
            case ty.PickOption(options=options, mode=mode):
                marks = mode in ("order", "different")
                free = [
                    number
                    for number, case in enumerate(options)
                    if not (marks and task.marks >> number & 1)
                    and (case.cond is None or self.values.truth(case.cond, here))
                ]
                said = mode == "one" or statement.low is not None
                may_stop = mode in ("any", "order") or self._may_stop(task, said, statement.may)
                choice = self._opening(task, free, lambda n: options[n].body, decline=may_stop)
                choice.risky |= not statement.soft and task.limit > 1
                choice.must = frozenset(n for n, case in enumerate(options) if case.duty == "must")
                choice.labels = tuple(case.label for case in options)
                if self._must_go_on(task, said, statement.may):
                    choice.empty = None
                return choice
            case ty.OfferMenu():
                return self._menu(task, statement, here)
        assert_never(statement)

    @staticmethod
    def _may_stop(task: Again, said: bool, may: bool) -> bool:
        """Whether a choice that is made again and again may be declined now."""
        return (said and task.times >= task.least) or (may and task.times == 0)

    @staticmethod
    def _must_go_on(task: Again, said: bool, may: bool) -> bool:
        """Whether having nothing to choose is a failure."""
        statement = task.statement
        if isinstance(statement, ty.OfferMenu) or statement.otherwise is not None:
            return False
        return said and task.times < task.least and not (may and task.times == 0)

    def _ended(self, position: Position, task: Again) -> None:
        """What happens otherwise, where fewer were chosen than there must be, or none."""
        statement = task.statement
        if not isinstance(statement, ty.OfferMenu) and statement.otherwise is not None:
            if task.times < max(1, task.least):
                self._enter(position, statement.otherwise)

    def _opening(self, task: Again, values: list[int], body: Callable[[int], ty.Body], *, decline: bool) -> Choice:
        statement = task.statement

        def take(at: Position, value: int) -> None:
            if isinstance(statement, ty.PickSeveral):
                at.bind(statement.slot, value)
            marks = task.marks | 1 << value if isinstance(statement, ty.PickOption) else 0
            again = replace(task, times=task.times + 1, marks=marks)
            at.push(Block(tuple(body(value).statements)), Commit(), again)

        name = statement.name if isinstance(statement, ty.PickSeveral) else ""
        otherwise = None if isinstance(statement, ty.OfferMenu) else statement.otherwise
        return Choice(
            name,
            values,
            take,
            lambda value: self.hardness.of_body(body(value)),
            risky=otherwise is not None and self.hardness.of_body(otherwise),
            decline=(lambda at: self._ended(at, task)) if decline else None,
            empty=lambda at: self._ended(at, task),
            items=statement.items if isinstance(statement, ty.PickSeveral) else None,
            at=statement.at,
        )

    def _menu(self, task: Again, statement: ty.OfferMenu, here: Here) -> Choice:
        actions = [action for action in self.v.actions if action.menu == statement.menu]

        def take(at: Position, value: int) -> None:
            action = actions[value]
            at.push(Commit(), replace(task, times=task.times + 1))
            if action.limit:
                at.s[self._used(action, at.me)] += 1
            assert action.routine is not None
            self._call(at, action.routine, ())

        def behind(value: int) -> bool:
            routine = actions[value].routine
            return routine is not None and self.hardness.of_body(routine.body)

        free = [number for number, action in enumerate(actions) if self._may_act(action, here)]
        must = frozenset(number for number, action in enumerate(actions) if action.must)
        decline = _go_on if statement.until_done else None
        labels, at = tuple(action.id for action in actions), statement.at
        return Choice(
            statement.menu, free, take, behind, decline=decline, must=must, empty=_go_on, labels=labels, at=at
        )

    def _used(self, action: Action, player: int) -> int:
        return self.layout.vars[f"player.(limit {action.id})"].base + player

    def _may_act(self, action: Action, here: Here) -> bool:
        if action.limit and here.s[self._used(action, here.me)] >= action.times:
            return False
        return action.requires is None or self.values.truth(action.requires.value, here)

    def _next_of(self, task: Elements) -> Choice:
        """Which element comes next, where the order is the player's."""
        each = task.each

        def take(at: Position, value: int) -> None:
            left = list(task.items)
            left.remove(value)
            at.bind(each.slot, value)
            at.push(Block(tuple(each.body.statements)), Elements(each, tuple(left)))

        risky = self.hardness.of_body(each.body)
        found = list(task.items)
        return Choice(each.free, found, take, lambda _: False, risky=risky, items=each.items, at=each.at)


def _go_on(_position: Position) -> None:
    """Nothing is done; what follows comes next."""
