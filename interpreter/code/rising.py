"""Which way a value goes when a counter that it reads grows: a rule that wants more cannot begin to hold with less."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.reads import wanted_by
from interpreter.primitives import FUNCTIONS

if TYPE_CHECKING:
    from interpreter.check.typed import Value
    from interpreter.check.vocabulary import Vocabulary

UP, LEVEL, DOWN, ANYWHERE = 1, 0, -1, 2
"""With a counter that grows a value grows, stays as it is, falls, or does what cannot be told. A truth that begins to hold
grows, and so does a set that gets more elements."""
_FOLLOWS = ("count", "any", "sum", "max", "min", "all", "smaller", "larger")
"""Functions that never fall where what they are given grows; of numbers for each element, where the set stays the same."""


def course(value: Value, tokens: Iterable[str], v: Vocabulary) -> int:
    """Which way a value goes when vars with these tokens grow, and nothing else changes."""
    return _Course(frozenset(tokens), v).of(value)


class _Course:
    def __init__(self, tokens: frozenset[str], v: Vocabulary) -> None:
        self.tokens, self.v = tokens, v

    def of(self, value: Value) -> int:  # noqa: C901, PLR0911, PLR0912 - one case for each form
        if not wanted_by(value, self.v) & self.tokens:
            return LEVEL
        match value:
            case ty.Var() if not any(map(self.of, ty.children(value))):
                return UP
            case ty.Arith(sign="+", left=left, right=right):
                return _together(self.of(left), self.of(right))
            case ty.Arith(sign="-", left=left, right=right):
                return _together(self.of(left), _turned(self.of(right)))
            case ty.Compare(sign=">" | ">=", left=left, right=right):
                return _together(self.of(left), _turned(self.of(right)))
            case ty.Compare(sign="<" | "<=", left=left, right=right):
                return _together(_turned(self.of(left)), self.of(right))
            case ty.Logic(left=left, right=right):
                return _together(self.of(left), self.of(right))
            case ty.Not(cond=cond):
                return _turned(self.of(cond))
            case ty.IfElse(cond=cond, then=then, other=other) if not self.of(cond):
                return _together(self.of(then), self.of(other))
            case ty.NonEmpty(items=items):
                return self.of(items)
            case ty.Filter(items=items, cond=cond):
                return _together(self.of(items), self.of(cond))
            case ty.Applied(function=name, given=given) if self._follows(name, given):
                return _together(*map(self.of, given))
            case ty.OverEach(function=name, items=items, each=each, given=()) if FUNCTIONS[name].form in _FOLLOWS:
                return self.of(each) if not self.of(items) else ANYWHERE
            case ty.Derived(key=key):
                formula = self.v.values[key].formula
                given_changes = any(map(self.of, ty.children(value)))
                return self.of(formula.value) if formula is not None and not given_changes else ANYWHERE
        return ANYWHERE

    def _follows(self, name: str, given: tuple[Value, ...]) -> bool:
        """Whether a function follows what it is given: of a set, how many there are; of numbers, the larger or smaller."""
        form = FUNCTIONS[name].form
        of_set = any(one.type.tag == "set" for one in given)
        return form in (("count", "any") if of_set else ("smaller", "larger"))


def _turned(way: int) -> int:
    return way if way == ANYWHERE else -way


def _together(*ways: int) -> int:
    found = {*ways} - {LEVEL}
    return LEVEL if not found else found.pop() if len(found) == 1 else ANYWHERE
