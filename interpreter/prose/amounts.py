"""So many of something: fixed numbers, one for each of a set, and computed numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.languages.nouns import Np, Range
from interpreter.primitives import FUNCTIONS
from interpreter.prose.fill import Number
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.prose.values import Values


@record(frozen=True, slots=True)
class _Per:
    """So many for each: the number for one, and each of what."""

    factor: int
    each: str


class Amounts:
    """Tells amounts."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def of(self, amount: ty.Value, np: Np) -> str:
        """An amount of something. Amounts below zero count as nothing, so `max(0, x)` is x."""
        x = self.x
        bound = x.binding(amount)
        if bound is not None and bound.number is not None:
            return self._named(bound.number, np)
        real, there = x.resolve(amount)
        if there is not x:
            return there.amounts.of(real, np)
        return (
            self._fixed(ty.const_number(real), np)
            or self._either(real, np)
            or self._bound(real, np)
            or self._for_each(real, np)
            or x.say("equal", many=x.g.bare(np, plural=True), amount=x.number(real))
        )

    def _named(self, number: Number, np: Np) -> str:
        """So many as a name says: `3 coins`, `{n} coins`, `that many coins`."""
        if number.value is None and np.det in ("that", "each"):
            return self.x.say("of it", amount=number.words, what=np)
        if number.noted:
            many = self.x.g.bare(np, plural=True)
            return self.x.g.that_many(many, mass=many == self.x.g.bare(np, plural=False))
        return self._fixed(number.value, np) or f"{number.words} {self.x.g.bare(np, plural=True)}"

    def _fixed(self, number: int | None, np: Np) -> str | None:
        if number is None:
            return None
        if np.det in ("that", "each"):
            return self.x.say("of it", amount=str(number), what=np)
        return self.x.g.number(number, np)

    def _either(self, value: ty.Value, np: Np) -> str | None:
        """`5 coins if …, otherwise 2`."""
        match value:
            case ty.IfElse(cond=cond, then=then, other=ty.Const(number=number)):
                last = str(number) if number else None
            case ty.IfElse(cond=cond, then=then, other=other):
                last = self.of(other, np)
            case _:
                return None
        return self.x.say("either", then=self.of(then, np), cond=self.x.conditions.clause(cond), other=last)

    def _bound(self, value: ty.Value, np: Np) -> str | None:
        bounded = bounding(value)
        return self.bounded(bounded, lambda inner: self.of(inner, np)) if bounded is not None else None

    def bounded(self, value: Bounded, tell: Callable[[ty.Value], str], *, plain: bool = False) -> str:
        """The smaller or larger of two numbers: `x (at most 4)`; `plain` of two that vary: `the smaller of x and y`."""
        if value.evident:
            return tell(value.inner)
        return self._limited(value, tell(value.inner), both=plain and not isinstance(value.limit, ty.Const))

    def _limited(self, value: Bounded, amount: str, *, both: bool = False) -> str:
        return self.x.function(value.function, {"0": amount, "1": self.x.number(value.limit)}, computed=both)

    # ---- for each of a set

    def _for_each(self, value: ty.Value, np: Np) -> str | None:
        x = self.x
        per = self._per(value)
        if per is not None:
            return x.say("for every", number=x.g.number(per.factor, np), each=per.each)
        match value:
            case ty.Arith("+", ty.Const(number=base), more) | ty.Arith("+", more, ty.Const(number=base)):
                per = self._per(more)
                if per is not None:
                    number = x.g.number(base, np)
                    return x.say("plus for every", number=number, more=str(per.factor), each=per.each)
            case ty.Arith("/", counted, ty.Const(number=size)):
                items = self._counted(counted)
                if items is not None:
                    words = x.g.several(Range(None, str(size)), items, source=False)
                    return x.say("per so many", number=x.g.number(1, np), items=words)
        return None

    def worth(self, value: ty.Value) -> str | None:
        """A number that is worked out from how many there are of something: `2 for each of your cards`."""
        x = self.x
        per = self._per(value)
        if per is not None:
            return x.say("for every", number=str(per.factor), each=per.each)
        bounded = bounding(value)
        if bounded is not None and bounded.evident:
            return self.worth(bounded.inner)
        match value:
            case ty.Arith("+", left, right):
                one, other = self._worth_of(left), self._worth_of(right)
                return x.say("plus", left=one, right=other) if one is not None and other is not None else None
            case ty.Arith("-", left, ty.Const(number=number)):
                one = self.worth(left)
                return x.say("taken off", amount=one, number=str(number)) if one is not None else None
            case ty.Arith("/", ty.Var() as counter, ty.Const(number=size)) if x.property(counter).noun.counts:
                words = x.g.several(Range(None, str(size)), x.property(counter), source=False)
                return x.say("per so many", number="1", items=words)
        return None

    def _worth_of(self, value: ty.Value) -> str | None:
        """One part of what something is worth."""
        number = ty.const_number(value)
        return str(number) if number is not None else self.worth(value)

    def _per(self, value: ty.Value) -> _Per | None:
        bounded = bounding(value)
        if bounded is not None and bounded.most and isinstance(bounded.limit, ty.Const):
            per = self._per(bounded.inner)
            return replace(per, each=self._limited(bounded, per.each)) if per is not None else None
        if isinstance(value, ty.Arith) and value.sign == "*" and isinstance(value.left, ty.Const):
            per = self._per(value.right)
            return replace(per, factor=per.factor * value.left.number) if per is not None else None
        items = self._counted(value)
        return _Per(1, self.x.g.each(items)) if items is not None else None

    def _counted(self, value: ty.Value) -> Np | None:
        """What a number counts, if it counts things."""
        x = self.x
        items = counted_items(value)
        if items is not None:
            return x.nouns(items)
        different = x.numbers.different(value)
        if different is not None:
            return different
        if isinstance(value, ty.Derived):
            noun = x.value_noun(value)
            if noun is None:
                inner, there = x.expand(value)
                return there.amounts._counted(inner)  # noqa: SLF001 - the same class
            counts = noun.counts and not x.is_printed(value)
            return Np(noun, owner=x.value_owner(value, noun)) if counts else None
        return None

    def price(self, amount: ty.Value, np: Np) -> str:
        """An amount to pay: `the cost of that card minus 2 coins`."""
        x = self.x
        real, there = x.resolve(amount)
        if there is not x:
            return there.amounts.price(real, np)
        bounded = bounding(real)
        if bounded is not None and bounded.evident:
            return self.price(bounded.inner, np)
        match real:
            case ty.Arith("-", full, ty.Const(number=number)) if np.det not in ("that", "each"):
                return x.say("reduced", amount=x.number(full), number=x.g.number(number, np))
        return self.of(real, np)


@record(frozen=True, slots=True)
class Bounded:
    """A number that is at most, or at least, another one."""

    function: str
    inner: ty.Value
    limit: ty.Value

    @property
    def most(self) -> bool:
        """Whether the limit is the most it can be."""
        return FUNCTIONS[self.function].form == "smaller"

    @property
    def evident(self) -> bool:
        """Whether the limit goes without saying: nobody gets less than nothing."""
        return not self.most and ty.const_number(self.limit) == 0


def bounding(value: ty.Value) -> Bounded | None:
    """A number with its limit, the fixed one of the two; None where a value is something else."""
    if not isinstance(value, ty.Applied) or FUNCTIONS[value.function].form not in ("smaller", "larger"):
        return None
    left, right = value.given
    inner, limit = (right, left) if isinstance(left, ty.Const) else (left, right)
    return Bounded(value.function, inner, limit)


def counted_items(value: ty.Value) -> ty.Value | None:
    """The set whose elements a number counts, if it does."""
    match value:
        case ty.Applied(function=function, given=(items,)) if FUNCTIONS[function].form == "count":
            return items
        case _:
            return None
