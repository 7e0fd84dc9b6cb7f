"""Sets from which a single change takes at most one element: with more elements than changes before it, a choice finds one.

Such are things with an empty slot of their own, when one piece is moved; and things that nothing else points at or stands
on, when one thing begins to point or stand elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.reads import wanted_by
from interpreter.code import expr as x
from interpreter.code.expr import Expr
from interpreter.code.place import Untold
from interpreter.primitives import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.check.typed import Value
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.code.values import Values

MOST = 4_000
"""The parts that such a condition may take: it is worked out whole, for every element."""


def conjuncts(cond: Value) -> list[Value]:
    """The conditions that must all hold."""
    if isinstance(cond, ty.Logic) and cond.sign == "and":
        return [*conjuncts(cond.left), *conjuncts(cond.right)]
    return [cond]


def loses_one(cond: Value, element: int, tokens: Iterable[str], v: Vocabulary) -> bool:
    """Whether one change of what these tokens tell ends a condition for one element of a set at most."""
    return _Losing(frozenset(tokens), v).one(cond, ty.Element, element)


class _Losing:
    """Looks at conditions of an element, which inside a value of its own is `this`."""

    def __init__(self, tokens: frozenset[str], v: Vocabulary) -> None:
        self.tokens, self.v = tokens, v

    def one(self, cond: Value, form: type, number: int) -> bool:
        match cond:
            case ty.Derived(key=key, base=base, given=()) if base is not None and _is(base, form, number):
                formula = self.v.values[key].formula
                return formula is not None and self.one(formula.value, ty.This, 0)
            case ty.Not(cond=ty.NonEmpty(items=ty.Zone(host=host)) | ty.Some(thing=ty.InSlot(zone=ty.Zone(host=host)))):
                return host is not None and _is(host, form, number)
            case ty.Not(cond=ty.Derived(key=key, base=base, given=())) if base is not None and _is(base, form, number):
                formula = self.v.values[key].formula
                return formula is not None and self.one(ty.Not(formula.value), ty.This, 0)
            case ty.Not(cond=ty.NonEmpty(items=ty.Filter() as those)):
                return self._pointing(those, form, number)
            case ty.Not(cond=ty.Applied(function=name, given=(ty.Filter() as those,))) if FUNCTIONS[name].form == "any":
                return self._pointing(those, form, number)
        return False

    def _pointing(self, those: ty.Filter, form: type, number: int) -> bool:
        """Whether a set of others is told by what each of them has of its own that is the element."""
        if self._reads(those.items):
            return False
        reading = [part for part in conjuncts(those.cond) if self._reads(part)]
        match reading:
            case [ty.Compare(sign="is", left=left, right=right)]:
                return (_is(right, form, number) and self._own(left, those.element)) or (
                    _is(left, form, number) and self._own(right, those.element)
                )
        return False

    @staticmethod
    def _own(value: Value, element: int) -> bool:
        """Something that a thing has only one of: where it lies, or what a var of it says."""
        match value:
            case ty.Host(thing=thing) | ty.Var(host=thing, index=None):
                return thing is not None and _is(thing, ty.Element, element)
        return False

    def _reads(self, value: Value) -> bool:
        return bool(wanted_by(value, self.v) & self.tokens)


def _is(value: Value, form: type, number: int) -> bool:
    return isinstance(value, form) and (not isinstance(value, ty.Element) or value.number == number)


def surely(cond: Expr) -> Expr:
    """The same condition, not met where it cannot be told."""
    match cond:
        case x.Unknown():
            return x.NO
        case x.Either(parts=parts):
            return x.either(*map(surely, parts))
        case x.Both(parts=parts):
            return x.both(*map(surely, parts))
    return x.rebuilt(cond, surely)


def effort(e: Expr, values: Values) -> int:
    """The parts an expression takes at most, every element of its sets counted. Raises Untold where that is not known."""
    match e:
        case x.Keep(items=items, cond=each) | x.Has(items=items, cond=each) | x.Fold(items=items, each=each):
            found = effort(items, values) + elements(items, values) * effort(each, values)
            found += sum(effort(part, values) for part in x.parts(e) if part not in (items, each))
        case x.Call() | x.CallRow() | x.Apply() | x.Counted() | x.Tried() | x.Unknown():
            raise Untold
        case _:
            found = 1 + sum(effort(part, values) for part in x.parts(e))
    if found > MOST:
        raise Untold
    return found


def elements(e: Expr, values: Values) -> int:
    """How many elements a set has at most. Raises Untold where that is not known."""
    match e:
        case x.Span(low=x.Num(value=low), high=x.Num(value=high)):
            return max(high - low, 0)
        case x.RowSet(table=table):
            return max(len(row) for row in values.tables[table] if isinstance(row, tuple | range))
        case x.Listed(items=items):
            return len(items)
        case x.Keep(items=items):
            return elements(items, values)
        case x.Span(low=low, high=x.Math(sign="+", left=x.Num(value=size), right=right)) if low == right:
            return size
    raise Untold
