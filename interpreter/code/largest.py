"""Sets that are never empty because they ask for no more than the largest of their elements has.

After `let n = min(3, highest(places, room))` there is a place whose room is at least n, whatever has happened before.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.reads import wanted_by
from interpreter.primitives import FUNCTIONS

if TYPE_CHECKING:
    from interpreter.check.typed import Value
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.code.place import Place
    from interpreter.code.sets import Sets
    from interpreter.code.way import Way


def reached_by_some(items: Value, place: Place, way: Way, v: Vocabulary, sets: Sets) -> bool:
    """Whether a set has an element in any case: the one that has the most of what is asked for."""
    items = _at_first(items)
    if not isinstance(items, ty.Filter) or not sets.few(items.items):
        return False
    match items.cond:
        case ty.Compare(sign=">=", left=each, right=ty.Local(slot=slot)):
            known = next((one for one in place.bound if one.slot == slot), None)
            if known is None or known.meaning is None or not _stands_alone(each):
                return False
            if wanted_by(each, v) & way.written_since(known.since):
                return False
            return any(_is_most_of(one, items, each) for one in _at_most(known.meaning))
    return False


def _at_first(items: Value) -> Value:
    """The set of which others are preferred, if there are any."""
    match items:
        case ty.IfElse(cond=ty.NonEmpty(items=some), then=then, other=other) if alike(some, then):
            return _at_first(other)
    return items


def _at_most(value: Value) -> list[Value]:
    """Values that a value never exceeds."""
    match value:
        case ty.Applied(function=name, given=given) if FUNCTIONS[name].form == "smaller":
            return [one for part in given for one in _at_most(part)]
    return [value]


def _is_most_of(value: Value, items: ty.Filter, each: Value) -> bool:
    """Whether a value is the most that an element of the set has of what is asked for."""
    match value:
        case ty.OverEach(function=name, items=among, element=element, each=most, given=()):
            same = alike(among, items.items) and alike(most, each, {element: items.element})
            return FUNCTIONS[name].form == "max" and same
    return False


def _stands_alone(value: Value) -> bool:
    """Whether a value is the same whoever acts and whatever locals stand for."""
    around = (ty.Local, ty.Me, ty.ItemFormula)
    return not any(
        isinstance(node, around) or (isinstance(node, ty.Derived) and node.base is None) for node in ty.nodes(value)
    )


def alike(one: Value, other: Value, elements: dict[int, int] | None = None) -> bool:
    """Whether two values say the same, wherever they stand; `elements` are those of sets around, one by the other."""
    paired = dict(elements or {})
    if type(one) is not type(other):
        return False
    if isinstance(one, ty.Element) and isinstance(other, ty.Element):
        return paired.get(one.number, one.number) == other.number
    if isinstance(one, ty.Filter | ty.OverEach) and isinstance(other, ty.Filter | ty.OverEach):
        paired[one.element] = other.element
    for field in fields(one):
        if field.name in ("at", "element"):
            continue
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if not _same(mine, theirs, paired):
            return False
    return True


def _same(mine: object, theirs: object, paired: dict[int, int]) -> bool:
    if isinstance(mine, tuple) and isinstance(theirs, tuple) and len(mine) == len(theirs):
        return all(_same(one, other, paired) for one, other in zip(mine, theirs, strict=True))
    if hasattr(mine, "at") and hasattr(theirs, "at"):
        return alike(mine, theirs, paired)  # type: ignore[arg-type]
    return mine == theirs
