"""What needs no proof: a slot just chosen for being empty has room, and a set of all values of an enum has a value.

Finding these before the program is made keeps the machine from trying what cannot fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.typed import E

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

Facts = dict[int, frozenset[str]]
"""For each local: the zones of the thing in it that are known to be empty."""


def mark_room(body: ty.Body, v: Vocabulary, facts: Facts | None = None) -> None:
    """Mark every move into a slot that is known to be empty as one that cannot fail."""
    known: Facts = dict(facts or {})
    for statement in body.statements:
        if isinstance(statement, ty.Do):
            zone = statement.args.get("zone")
            if isinstance(zone, E) and _known_empty(zone, known):
                statement.safe = True
            if not _harmless(statement):
                known.clear()
            continue
        inner = dict(known)
        if isinstance(statement, ty.PickSeveral | ty.Each):
            inner = {statement.slot: empty_zones(statement.items, v)}
        for block in inner_bodies(statement):
            mark_room(block, v, inner)
        if isinstance(statement, ty.Pick):
            known[statement.slot] = empty_zones(statement.items, v)
        elif not isinstance(statement, ty.SetLocal | ty.Demand):
            known.clear()


def _known_empty(zone: E, known: Facts) -> bool:
    if zone.op != "zone" or zone.args[1] is None or zone.args[1].op != "local":
        return False
    return zone.args[0] in known.get(zone.args[1].args[0], ())


def _harmless(statement: ty.Do) -> bool:
    """Statements that move no piece leave empty slots empty."""
    return statement.primitive in ("gain", "lose", "pay", "set_var", "flip")


def empty_zones(items: E, v: Vocabulary) -> frozenset[str]:
    """The zones that every element of a set is known to have empty."""
    if items.op == "value":
        formula = v.values[items.args[0]].formula
        return empty_zones(formula.value, v) if formula is not None else frozenset()
    if items.op != "filter":
        return frozenset()
    inner, number, cond = items.args
    return empty_zones(inner, v) | frozenset(_empties(cond, number))


def _empties(cond: E, element: int) -> list[str]:
    """Zones that a condition says are empty: the parts of an `and`."""
    if cond.op == "logic" and cond.args[0] == "and":
        return _empties(cond.args[1], element) + _empties(cond.args[2], element)
    zone: Any = cond.args[0].args[0] if cond.op == "not" and cond.args[0].op == "nonempty" else None
    if isinstance(zone, E) and zone.op == "zone" and zone.args[1] is not None and zone.args[1].op == "element":
        return [zone.args[0]] if zone.args[1].args[0] == element else []
    return []


def never_empty(items: E) -> bool:
    """Whether a set has an element in every position."""
    return (
        items.op == "values"
        or (items.op == "all" and items.type.name == "player")
        or (items.op == "func" and items.args[0] == "players_from")
    )
