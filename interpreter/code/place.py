"""Where a value is lowered: what who acts, `this`, locals and elements are there, and what is known about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.code import expr as x
from interpreter.code.expr import Expr
from interpreter.records import Hashed, record, replace

if TYPE_CHECKING:
    from interpreter.check.typed import Routine


class Untold(Exception):
    """A value that cannot be told before the statements in front of it have run."""


@record(frozen=True, slots=True)
class Change(Hashed):
    """What a statement on the way will have done to a cell: its new value from the old one and an amount.

    `forgets`: the old value does not matter for the new one. Without an address all cells of the var are changed.
    """

    key: str
    address: Expr | None
    into: Callable[[Expr, Expr], Expr]
    amount: Expr
    forgets: bool

    def after(self, address: Expr, old: Expr) -> Expr:
        """The value of a cell after this change; whether it is the same cell may turn out only when it is read."""
        if self.address is None or address == self.address:
            return self.into(old, self.amount)
        if _apart(address, self.address):
            return old
        same = x.test("==", address, self.address)
        if self.forgets:
            return x.choose(same, self.into(old, self.amount), old)
        return self.into(old, x.choose(same, self.amount, x.NO))


def _apart(address: Expr, other: Expr) -> bool:
    """Whether two addresses are evidently different: they begin differently and go on alike."""
    (base, rest), (other_base, other_rest) = _split(address), _split(other)
    return rest == other_rest and base != other_base


def _split(address: Expr) -> tuple[int, Expr | None]:
    match address:
        case x.Num(value=base):
            return base, None
        case x.Math(sign="+", left=x.Num(value=base), right=rest):
            return base, rest
    return 0, address


@record(frozen=True, slots=True)
class Bound(Hashed):
    """What a local stands for here; no expression when that cannot be told. `sure`: it is never none.

    `meaning` is what it was set to, worked out when `since` so many steps of the way were done.
    """

    slot: int
    expr: Expr | None
    sure: bool = False
    meaning: ty.Value | None = None
    since: tuple[int, int] = (0, 0)


OWN, GIVEN, CLOSED = "own", "given", "closed"
"""Locals that are not bound are those of the routine, parameters of a value, or cannot be told."""


@record(frozen=True, slots=True)
class Place(Hashed):
    """How values refer to what is around, and what has changed on the way there."""

    me: Expr = x.ME
    this: Expr = x.THIS
    unbound: str = OWN
    bound: tuple[Bound, ...] = ()
    changes: tuple[Change, ...] = ()
    solid: frozenset[int] = frozenset()  # locals that are never none
    origins: tuple[tuple[int, str], ...] = ()  # the zones that pieces in locals are known to lie in
    elements: tuple[tuple[int, Expr], ...] = ()  # the elements of the sets around, innermost first

    def local(self, slot: int) -> Expr:
        """A local by its number. Raises Untold for one that is not known here."""
        for one in self.bound:
            if one.slot == slot:
                if one.expr is None:
                    raise Untold
                return one.expr
        if self.unbound == CLOSED:
            raise Untold
        return x.Local(slot) if self.unbound == OWN else x.Name(f"a{slot}")

    def binding(self, slot: int, expr: Expr | None, *, sure: bool = False) -> tuple[Bound, ...]:
        """What locals stand for, once one stands for something else."""
        return self.with_bound(Bound(slot, expr, sure))

    def with_bound(self, told: Bound) -> tuple[Bound, ...]:
        """The same, with more that is known about it."""
        return (told, *(one for one in self.bound if one.slot != told.slot))

    def with_element(self, number: int) -> tuple[str, Place]:
        """Inside a set: a name for its element that no set around has taken."""
        name = f"x{len(self.elements) + 1}"
        return name, self.at_element(number, x.Name(name))

    def at_element(self, number: int, element: Expr) -> Place:
        """Inside a set, at an element."""
        return replace(self, elements=((number, element), *self.elements))

    def element(self, number: int) -> Expr:
        """The element of a set around, by its number."""
        return next(expr for found, expr in self.elements if found == number)

    def may_be_none(self, slot: int) -> bool:
        """Whether a local can be none; what was chosen never is."""
        for one in self.bound:
            if one.slot == slot:
                return not (one.sure or (isinstance(one.expr, x.Num) and one.expr.value >= 0))
        return slot not in self.solid


IN_VALUE = Place(unbound=GIVEN)
"""In a derived value: locals are its parameters."""


def in_routine(routine: Routine) -> Place:
    """In a routine: a local that is only ever chosen or taken from a set is never none."""
    chosen: set[int] = set()
    given = set(range(len(routine.params)))
    stack = [routine.body]
    while stack:
        for statement in stack.pop().statements:
            match statement:
                case ty.Pick(slot=slot) | ty.PickSeveral(slot=slot) | ty.Each(slot=slot):
                    chosen.add(slot)
                case ty.SetLocal(slot=slot):
                    given.add(slot)
            stack += inner_bodies(statement)
    return Place(solid=frozenset(chosen - given))


def inside(me: Expr, this: Expr, bound: tuple[Bound, ...] = ()) -> Place:
    """In a routine that is only looked into: its parameters are bound, its other locals not known until they are."""
    return Place(me, this, CLOSED, bound)
