"""So many of something: fixed numbers, one for each of a set, and computed numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.prose.nouns import Np, Range

if TYPE_CHECKING:
    from interpreter.prose.values import Values


@dataclass(frozen=True, slots=True)
class _Per:
    """So many for each: the number for one, and each of what."""

    factor: int
    each: str


class Amounts:
    """Tells amounts."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def of(self, amount: E, np: Np) -> str:
        """An amount of something. Amounts below zero count as nothing, so `max(0, x)` is x."""
        x = self.x
        bound = x.binding(amount)
        if bound is not None and bound.number is not None:
            return self._fixed(bound.number.value, np) or f"{bound.number.words} {x.g.bare(np, plural=True)}"
        real, there = x.resolve(amount)
        if there is not x:
            return there.amounts.of(real, np)
        return (
            self._fixed(real.args[0] if real.op == "const" else None, np)
            or self._either(real, np)
            or self._bound(real, np)
            or self._for_each(real, np)
            or x.say("equal", many=x.g.bare(np, plural=True), amount=x.number(real))
        )

    def _fixed(self, number: int | None, np: Np) -> str | None:
        if number is None:
            return None
        if np.det in ("that", "each"):
            return self.x.say("of it", amount=str(number), what=np)
        return self.x.g.number(number, np)

    def _either(self, e: E, np: Np) -> str | None:
        """`5 coins if …, otherwise 2`."""
        if e.op != "if":
            return None
        cond, then, other = e.args
        nothing = other.op == "const" and other.args[0] == 0
        last = None if nothing else self.x.number(other) if other.op == "const" else self.of(other, np)
        return self.x.say("either", then=self.of(then, np), cond=self.x.conditions.clause(cond), other=last)

    def _bound(self, e: E, np: Np) -> str | None:
        if e.op == "func" and e.args[0] in ("min", "max"):
            return self.bounded(e.args[0], e.args[1:], lambda inner: self.of(inner, np))
        return None

    def bounded(self, name: str, args: tuple[E, ...], tell: Callable[[E], str]) -> str:
        """The smaller or larger of two numbers: `x (at most 4)`."""
        limit, inner = args if args[0].op == "const" else (args[1], args[0])
        if name == "max" and limit.op == "const" and limit.args[0] == 0:
            return tell(inner)
        return self._limited(name, tell(inner), self.x.number(limit))

    def _limited(self, name: str, amount: str, limit: str) -> str:
        return self.x.function(name, {"0": amount, "1": limit})

    # ---- for each of a set

    def _for_each(self, e: E, np: Np) -> str | None:
        x = self.x
        per = self._per(e)
        if per is not None:
            return x.say("for every", number=x.g.number(per.factor, np), each=per.each)
        if e.op != "arith":
            return None
        op, left, right = e.args
        if op == "+":
            base, per = (left, self._per(right)) if left.op == "const" else (right, self._per(left))
            if per is not None and base.op == "const":
                number = x.g.number(base.args[0], np)
                return x.say("plus for every", number=number, more=str(per.factor), each=per.each)
        if op == "/" and right.op == "const":
            items = self._counted(left)
            if items is not None:
                words = x.g.several(Range(None, str(right.args[0])), items, source=False)
                return x.say("per so many", number=x.g.number(1, np), items=words)
        return None

    def _per(self, e: E) -> _Per | None:
        if e.op == "func" and e.args[0] == "min":
            limit, inner = e.args[1:] if e.args[1].op == "const" else (e.args[2], e.args[1])
            per = self._per(inner)
            if per is None or limit.op != "const":
                return None
            return replace(per, each=self._limited("min", per.each, str(limit.args[0])))
        if e.op == "arith" and e.args[0] == "*" and e.args[1].op == "const":
            per = self._per(e.args[2])
            return replace(per, factor=per.factor * e.args[1].args[0]) if per is not None else None
        items = self._counted(e)
        return _Per(1, self.x.g.each(items)) if items is not None else None

    def _counted(self, e: E) -> Np | None:
        """What a number counts, if it counts things."""
        x = self.x
        if e.op == "func" and e.args[0] == "count":
            return x.nouns(e.args[1])
        if e.op == "value":
            noun = x.value_noun(e)
            if noun is None:
                inner, there = x.expand(e)
                return there.amounts._counted(inner)  # noqa: SLF001 - the same class
            return Np(noun, owner=x.value_owner(e, noun)) if noun.counts else None
        return None

    def price(self, amount: E, np: Np) -> str:
        """An amount to pay: `the cost of that card minus 2 coins`."""
        x = self.x
        real, there = x.resolve(amount)
        if there is not x:
            return there.amounts.price(real, np)
        if real.op == "func" and real.args[0] == "max" and real.args[1].op == "const" and real.args[1].args[0] == 0:
            return self.price(real.args[2], np)
        if real.op == "arith" and real.args[0] == "-" and real.args[2].op == "const" and np.det not in ("that", "each"):
            return x.say("reduced", amount=x.number(real.args[1]), number=x.g.number(real.args[2].args[0], np))
        return self.of(real, np)
