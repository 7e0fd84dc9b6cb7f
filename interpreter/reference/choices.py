"""What there is to choose: every form of choice as the values that could be taken and what each way of going on does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.code.choices import may_act
from interpreter.code.hard import Hardness
from interpreter.code.runtime import Tables
from interpreter.code.sight import DECLINE
from interpreter.records import record, replace
from interpreter.reference.position import Again, Block, Commit, Elements, Position, Stopped
from interpreter.reference.values import Here, Values
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.layout import Layout

MAX_TIMES = 100
"""How often a player may repeat something."""
NOWHERE = (0, 0)
"""Where in a script something stands that nobody has written."""


@record(slots=True)
class Choice:
    """A choice that is due: the values that could be taken, and what each way of going on does to a position."""

    name: str
    values: list[int]
    take: Callable[[Position, int], None] = lambda _position, _value: None
    leave: Callable[[Position], None] = lambda _position: None
    """What happens where it is declined, and where there is nothing to choose."""
    optional: bool = False
    """Whether it may be declined."""
    hard: bool = False
    """Whether it fails where there is nothing to choose."""
    must: frozenset[int] = frozenset()
    """The values that are a duty: it is not declined as long as one of them can be taken."""
    random: bool = False
    behind: Callable[[int], bool] = lambda _value: False
    """Whether something inside the option that a value begins can fail."""
    risky: bool = False
    """Whether what comes in its place can fail, or the same choice, made again, by having nothing to offer."""
    items: ty.Value | None = None
    """The set that is chosen from."""
    labels: tuple[str, ...] = ()
    """What its values are called where they are no things."""
    refusal: str = "done"
    """What declining is called."""

    def apply(self, position: Position, value: int) -> None:
        """Take a value, or decline."""
        if value == DECLINE:
            self.leave(position)
        else:
            self.take(position, value)

    def can_decline(self, values: list[int]) -> bool:
        """Whether it may be declined while these can be taken."""
        return self.optional and self.must.isdisjoint(values)


class Choices(Tables):
    """Knows a pack for one number of players, and says what its choices offer."""

    def __init__(self, layout: Layout) -> None:
        self.v = layout.v
        self.spans = self.v.spans()
        super().__init__(layout, self.spans)
        self.values, self.hardness = Values(layout), Hardness(layout)
        self.most_steps = meter.STEPS.most
        """How many steps there may be up to the next choice; whoever has little time sets it lower."""
        self.fuel = self.most_steps
        self.menus: dict[str, list[ty.OptionCase]] = defaultdict(list)
        for action in self.v.actions:
            body = ty.Body([ty.CallVerb(keys.action(action.id), [], NOWHERE)])
            case = ty.OptionCase(action.id, "must" if action.must else "", may_act(action), body, NOWHERE)
            self.menus[action.menu].append(case)

    def step(self) -> None:
        """A step is a routine begun or a turn of a loop."""
        self.fuel -= 1
        if self.fuel < 0:
            self.out_of_steps()

    def out_of_steps(self) -> None:
        """Stop what takes too long: for the engine's own statements."""
        raise Stopped("this takes too many steps")

    def _from_set(self, statement: ty.Pick | ty.PickSeveral, here: Here) -> Choice:
        """A choice of an element of a set, its ways still to be told."""
        values = self.values.items(statement.items, here)
        return Choice(statement.name, values, items=statement.items, random=statement.mode == "random")

    def pick(self, position: Position, statement: ty.Pick) -> Choice:
        """One element of a set; without it the rest of the block is left out."""

        def leave(at: Position) -> None:
            at.pop()
            if statement.otherwise is not None:
                at.push(Block(statement.otherwise))

        choice = self._from_set(statement, position.here)
        choice.take, choice.leave = (lambda at, value: at.bind(statement.slot, value)), leave
        choice.optional, choice.hard = statement.mode == "may", not statement.soft
        choice.risky = self.hardness.of_otherwise(statement)
        return choice

    def element_next(self, each: ty.Each, left: list[int]) -> Choice:
        """Which element comes next, where the order is the player's."""

        def take(at: Position, value: int) -> None:
            at.bind(each.slot, value)
            rest = left.copy()
            rest.remove(value)
            at.push(Block(each.body), Elements(each, rest))

        risky = self.hardness.of_body(each.body)
        return Choice(each.free, left, take, hard=True, risky=risky, items=each.items)

    def again(self, position: Position, task: Again) -> Choice | None:
        """A choice that begins an option: asked once, or again until it is declined, exhausted or made often enough."""
        statement, times = task.statement, len(task.taken)

        def otherwise(at: Position) -> None:
            """Fewer were chosen than there must be, or none."""
            if statement.otherwise is not None and times < max(1, task.least or 0):
                at.push(Block(statement.otherwise))

        if times >= task.most:
            otherwise(position)
            return None
        if times:
            self.step()
        if isinstance(statement, ty.PickSeveral):
            options, choice = [], self._from_set(statement, position.here)
        else:
            options = self.menus[statement.menu] if isinstance(statement, ty.OfferMenu) else statement.options
            free = [number for number, one in enumerate(options) if self._is_open(number, one, task, position.here)]
            choice = Choice("", free, labels=tuple(one.label for one in options))
            choice.must = frozenset(number for number, one in enumerate(options) if one.duty == "must")
            choice.refusal = "no" if isinstance(statement, ty.Maybe) and not statement.again else "done"

        def body(value: int) -> ty.Body:
            return statement.body if isinstance(statement, ty.PickSeveral) else options[value].body

        def take(at: Position, value: int) -> None:
            if isinstance(statement, ty.PickSeveral):
                at.bind(statement.slot, value)
            at.push(Block(body(value)), Commit(), replace(task, taken=(*task.taken, value)))

        choice.take, choice.leave = take, otherwise
        choice.optional = (task.least is not None and times >= task.least) or (statement.may and times == 0)
        choice.hard = task.least is not None and not choice.optional and statement.otherwise is None
        choice.behind = lambda value: self.hardness.of_body(body(value))
        choice.risky = self.hardness.of_otherwise(statement) or (task.most > 1 and not statement.soft)
        return choice

    def _is_open(self, number: int, option: ty.OptionCase, task: Again, here: Here) -> bool:
        """Whether an option may be taken: its condition holds, and it was not taken where each is taken but once."""
        once = isinstance(task.statement, ty.PickOption) and task.statement.mode in ("order", "different")
        return not (once and number in task.taken) and (option.cond is None or self.values.truth(option.cond, here))
