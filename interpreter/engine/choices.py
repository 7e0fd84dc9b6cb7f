"""Every form of choice: the values that could be taken, and what each way of going on does."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.engine.knowledge import DECLINE
from interpreter.engine.position import EMPTY, Chain, Position, Task
from interpreter.engine.statements import END, Commit, Elements, Looping, Statements, Step
from interpreter.engine.turns import MAX_TIMES, may_act, once_begun

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout
    from interpreter.engine.values import Fn, Scope
    from interpreter.primitives.tables import KindTable

NOWHERE = (0, 0)
"""Where in a script something stands that nobody has written."""


class Choice:
    """A choice that is due: what asks, the values that could be taken, and what was taken of it before.

    `optional`: it may be declined; `hard`: it fails where there is nothing to choose. `cell` is where in the chain it was
    come to: going on from there asks it again.
    """

    __slots__ = ("by", "cell", "hard", "optional", "task", "values")

    def __init__(self, by: Chooser, values: list[int], task: Any, *, optional: bool, hard: bool) -> None:
        self.by, self.values, self.task, self.optional, self.hard = by, values, task, optional, hard
        self.cell: Chain = EMPTY

    def apply(self, p: Position, value: int) -> None:
        """Take a value, or decline."""
        if value == DECLINE:
            self.by.leave(p, self.task)
        else:
            self.by.take(p, self.task, value)

    def leave(self, p: Position) -> None:
        """What happens where it is declined, and where there is nothing to choose."""
        self.by.leave(p, self.task)

    def can_decline(self, values: list[int]) -> bool:
        """Whether it may be declined while these can be taken: not as long as one of them is a duty."""
        return self.optional and self.by.must.isdisjoint(values)

    @property
    def risky(self) -> bool:
        """Whether what comes in its place can fail, or the same choice, made again, by having nothing to offer."""
        return self.by.risk(self.task)


class Chooser(Step):
    """A step that asks, planned once; a `Choice` is one time that it does."""

    name = ""
    items: ty.Value | None = None
    """The set that is chosen from."""
    labels: tuple[str, ...] = ()
    """What its values are called where they are no things."""
    refusal = "done"
    """What declining is called."""
    must: frozenset[int] = frozenset()
    """The values that are a duty: it is not declined as long as one of them can be taken."""
    random = False

    def __init__(self, statement: Any, following: Step, *, parts: int, hard: bool) -> None:
        super().__init__(statement, lambda _p: None, following, parts, hard=hard)
        self.hidden: KindTable | bool | None = True
        """The pieces on offer of which some may be hidden from whoever decides; True until somebody looks."""

    def run(self, engine: Statements, p: Position) -> Choice | None:
        """Ask."""
        engine.values.parts -= self.parts
        if engine.trace is not None and p.aim is None:
            engine.trace(self.statement, p)
        return self.ask(engine, p)

    def ask(self, engine: Statements, p: Position) -> Choice | None:
        """The choice, now."""
        raise NotImplementedError

    def take(self, p: Position, task: Any, value: int) -> None:
        """Go on with a value."""
        raise NotImplementedError

    def leave(self, p: Position, task: Any) -> None:
        """Go on without."""
        raise NotImplementedError

    def behind(self, _value: int) -> bool:
        """Whether something inside the option that a value begins can fail."""
        return False

    def risk(self, _task: Any) -> bool:
        """Whether what comes in its place can fail, or the same choice made again."""
        return False


class Picks(Chooser):
    """One element of a set; without it the rest of the block is left out."""

    def __init__(
        self, engine: Statements, statement: ty.Pick, following: Step, scope: Scope, *, parts: int, hard: bool
    ) -> None:
        super().__init__(statement, following, parts=parts, hard=hard)
        self.name, self.items, self.random = statement.name, statement.items, statement.mode == "random"
        self.values, self.slot = engine.values.fn(statement.items, scope), statement.slot
        self.optional, self.needed = statement.mode == "may", not statement.soft
        self.risky = engine.hardness.of_otherwise(statement)
        self.otherwise = engine.block(statement.otherwise, scope) if statement.otherwise is not None else None

    def ask(self, _engine: Statements, p: Position) -> Choice:
        """Any element of the set."""
        p.push(self.following)  # also an empty rest: the choice may leave it undone
        return Choice(self, list(self.values(p.s, p.x)), None, optional=self.optional, hard=self.needed)

    def take(self, p: Position, _task: None, value: int) -> None:
        """Give it its name."""
        p.bind(self.slot, value)

    def leave(self, p: Position, _task: None) -> None:
        """Leave the rest of the block out."""
        if p.todo is p.aim and self.otherwise is not None:
            p.aim = p.todo[1]
        p.pop()
        if self.otherwise is not None:
            p.push(self.otherwise)

    def risk(self, _task: None) -> bool:
        """Whether what comes in its place can fail."""
        return self.risky


class Again(Task):
    """A choice that is made again: how often it must be if at all, how often it may be, and what was taken."""

    __slots__ = ("by", "hard", "least", "most", "taken")

    def __init__(self, by: Options, least: int | None, most: int, taken: tuple[int, ...] = ()) -> None:
        self.by, self.least, self.most, self.taken, self.hard = by, least, most, taken, by.hard_again

    def run(self, engine: Statements, p: Position) -> Choice | None:
        """Ask once more."""
        return self.by.again(engine, p, self)


class Options(Chooser):
    """A choice that begins an option: asked once, or again until it is declined, exhausted or made often enough."""

    def __init__(
        self, engine: Choices, statement: OptionStatement, following: Step, scope: Scope, *, parts: int, hard: bool
    ) -> None:
        super().__init__(statement, following, parts=parts, hard=hard)
        self.several, self.once = False, False
        self.hard_again = False
        """Whether it can fail when it is made again: by having nothing to offer, or by what comes instead."""
        self.soft, self.may = statement.soft, statement.may
        self.low, self.high = self._times(engine, statement, scope)
        if isinstance(statement, ty.PickSeveral):
            bodies = [statement.body]
            self._of_set(engine, statement, scope)
        else:
            bodies = self._of_cases(engine, statement, scope)
        self.bodies = [engine.block(body, scope) for body in bodies]
        self.hard_bodies = [engine.hardness.of_body(body) for body in bodies]
        self.otherwise = engine.block(statement.otherwise, scope) if statement.otherwise is not None else None
        self.hard_otherwise = engine.hardness.of_otherwise(statement)

    @staticmethod
    def _times(engine: Choices, statement: OptionStatement, scope: Scope) -> tuple[Fn | None, Fn]:
        """How often the choice must be made if at all (None: it must), and how often it may be."""
        low: Fn | int | None
        high: Fn | int
        fn = engine.values.fn
        match statement:
            case ty.Maybe(again=again):
                low, high = 0, MAX_TIMES if again else 1
            case ty.OfferMenu(until_done=again):
                low, high = 0 if again else None, MAX_TIMES if again else 1
            case ty.PickOption(mode="one"):
                low, high = 1, 1
            case ty.PickOption(count=None):
                low, high = 0, MAX_TIMES
            case ty.PickOption(low=least, count=most) | ty.PickSeveral(low=least, high=most):
                assert most is not None
                low, high = None if least is None else fn(least, scope), fn(most, scope)
        return _given(low) if isinstance(low, int) else low, _given(high) if isinstance(high, int) else high

    def _of_set(self, engine: Choices, statement: ty.PickSeveral, scope: Scope) -> None:
        """Plan the choice of several elements."""
        self.several, self.random = True, statement.mode == "random"
        self.name, self.items, self.slot = statement.name, statement.items, statement.slot
        self.values = engine.values.fn(statement.items, scope)
        self.hard_again = engine.hardness.of_statement(once_begun(statement) or statement)

    def _of_cases(self, engine: Choices, statement: Cases, scope: Scope) -> list[ty.Body]:
        """Plan a choice among options that are written out."""
        cases = engine.menus[statement.menu] if isinstance(statement, ty.OfferMenu) else statement.options
        self.labels = tuple(one.label for one in cases)
        self.must = frozenset(number for number, one in enumerate(cases) if one.duty == "must")
        self.conditions = [engine.values.fn(one.cond, scope) if one.cond is not None else None for one in cases]
        if isinstance(statement, ty.Maybe) and not statement.again:
            self.refusal = "no"
        if isinstance(statement, ty.PickOption):
            self.once = statement.mode in ("order", "different")
            self.hard_again = engine.hardness.of_statement(statement)
        return [one.body for one in cases]

    def ask(self, engine: Statements, p: Position) -> Choice | None:
        """The choice for the first time: how often it may be made is known from here on."""
        if self.following is not END:
            p.push(self.following)
        low = None if self.low is None else self.low(p.s, p.x)
        return self.again(engine, p, Again(self, low, self.high(p.s, p.x)))

    def again(self, engine: Statements, p: Position, task: Again) -> Choice | None:
        """The choice after some were taken, if there may be more."""
        times, taken, least = len(task.taken), task.taken, task.least
        if times >= task.most:
            self.leave(p, task)
            return None
        if times:
            engine.step()
        s, x = p.s, p.x
        if self.several:
            values = list(self.values(s, x))
        else:
            values = [
                number
                for number, cond in enumerate(self.conditions)
                if not (self.once and number in taken) and (cond is None or cond(s, x))
            ]
        optional = (least is not None and times >= least) or (self.may and times == 0)
        hard = least is not None and not optional and self.otherwise is None
        return Choice(self, values, task, optional=optional, hard=hard)

    def behind(self, value: int) -> bool:
        """Whether something inside the option that a value begins can fail."""
        return self.hard_bodies[0 if self.several else value]

    def risk(self, task: Again) -> bool:
        """Whether what comes in its place can fail, or the same choice made again."""
        return self.hard_otherwise or (task.most > 1 and not self.soft)

    def take(self, p: Position, task: Again, value: int) -> None:
        """Carry the option out; then the choice comes again."""
        if self.several:
            p.bind(self.slot, value)
        p.push(Again(self, task.least, task.most, (*task.taken, value)))
        p.push(Commit())
        p.push(self.bodies[0 if self.several else value])

    def leave(self, p: Position, task: Again) -> None:
        """Fewer were chosen than there must be, or none."""
        if self.otherwise is not None and len(task.taken) < max(1, task.least or 0):
            p.push(self.otherwise)


class NextElement(Chooser):
    """Which element comes next, where the order is the player's."""

    def __init__(self, loop: Looping) -> None:
        assert loop.each is not None
        super().__init__(loop.each, END, parts=0, hard=loop.hard)
        self.loop, self.name, self.items = loop, loop.each.free, loop.each.items

    def take(self, p: Position, left: list[int], value: int) -> None:
        """Do the block for it, then for the others."""
        each = self.loop.each
        assert each is not None
        p.bind(each.slot, value)
        rest = left.copy()
        rest.remove(value)
        p.push(Elements(self.loop, rest))
        p.push(self.loop.body)

    def leave(self, p: Position, left: list[int]) -> None:
        """There is always an element left."""

    def risk(self, _left: list[int]) -> bool:
        """Whether something in the block can fail."""
        return self.hard


class Choices(Statements):
    """Plans choices beside all other statements."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.menus: dict[str, list[ty.OptionCase]] = defaultdict(list)
        for action in self.v.actions:
            body = ty.Body([ty.CallVerb(keys.action(action.id), [], NOWHERE)])
            case = ty.OptionCase(action.id, "must" if action.must else "", may_act(action), body, NOWHERE)
            self.menus[action.menu].append(case)
        self._next: dict[int, NextElement] = {}

    def planned(self, statement: ty.Statement, following: Step, scope: Scope, *, hard: bool) -> Step:
        """A statement and what follows it."""
        match statement:
            case ty.Pick():
                return Picks(self, statement, following, scope, parts=self.parts_of(statement), hard=hard)
            case ty.Maybe() | ty.OfferMenu() | ty.PickSeveral() | ty.PickOption():
                return Options(self, statement, following, scope, parts=self.parts_of(statement), hard=hard)
            case _:
                return super().planned(statement, following, scope, hard=hard)

    def element_next(self, loop: Looping, left: list[int]) -> Choice:
        """Which element comes next, where the order is the player's."""
        by = self._next.get(id(loop))
        if by is None:
            by = self._next[id(loop)] = NextElement(loop)
        return Choice(by, left, left, optional=False, hard=True)


Cases = ty.Maybe | ty.PickOption | ty.OfferMenu
OptionStatement = Cases | ty.PickSeveral


def _given(number: int) -> Fn:
    return lambda _s, _x: number
