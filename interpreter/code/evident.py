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


def mark_room(body: ty.Body, v: Vocabulary, facts: Facts | None = None) -> Facts:
    """Mark every move into a slot that is known to be empty as one that cannot fail; what is known behind the body."""
    known: Facts = dict(facts or {})
    for statement in body.statements:
        match statement:
            case ty.Do():
                _mark(statement, v, known)
            case ty.Branch():
                known = _behind_branch(statement, v, known)
            case ty.PickSeveral() | ty.Each():
                mark_room(statement.body, v, {statement.slot: empty_zones(statement.items, v)})
                known.clear()
            case ty.Pick():
                known[statement.slot] = empty_zones(statement.items, v)
            case ty.SetLocal(slot=slot):
                known.pop(slot, None)
            case ty.Demand():
                pass
            case _:
                once = isinstance(statement, ty.Acting) or getattr(statement, "mode", "") == "one"
                once = once or (isinstance(statement, ty.Maybe) and not statement.again)
                for block in inner_bodies(statement):
                    mark_room(block, v, known if once else {})
                known.clear()
    return known


def _mark(statement: ty.Do, v: Vocabulary, known: Facts) -> None:
    zone = statement.args.get("zone")
    if isinstance(zone, E) and _known_empty(zone, known):
        statement.safe = True
    if _harmless(statement):
        return
    known.clear()
    left = _slot_of_local(statement.args.get("piece"))
    if left is not None and statement.primitive in ("move", "put_under", "remove") and _capacity(left.args[0], v) == 1:
        goes = zone.args[0] if isinstance(zone, E) and zone.op == "zone" else None
        if statement.primitive == "remove" or (goes is not None and goes != left.args[0]):
            known[left.args[1].args[0]] = frozenset({left.args[0]})


def _behind_branch(statement: ty.Branch, v: Vocabulary, known: Facts) -> Facts:
    """What holds whichever way was taken."""
    ends: list[Facts] = []
    otherwise = dict(known)
    for cond, body in statement.branches:
        ends.append(mark_room(body, v, _with(otherwise, _said_empty(cond))))
        otherwise = _with(otherwise, _said_full(cond))
    ends.append(mark_room(statement.otherwise, v, otherwise) if statement.otherwise is not None else otherwise)
    shared = set(ends[0]).intersection(*ends[1:])
    return {slot: frozenset.intersection(*(facts[slot] for facts in ends)) for slot in shared}


def _with(known: Facts, zone: E | None) -> Facts:
    if zone is None:
        return dict(known)
    slot = zone.args[1].args[0]
    return {**known, slot: known.get(slot, frozenset()) | {zone.args[0]}}


def _said_empty(cond: E) -> E | None:
    """The zone of a local that a condition says is empty."""
    return _said_full(cond.args[0]) if cond.op == "not" else None


def _said_full(cond: E) -> E | None:
    """The zone of a local that a condition says is not empty."""
    if cond.op == "some":
        return _slot_of_local(cond.args[0])
    if cond.op == "nonempty":
        zone = cond.args[0]
        return _slot_of_local(E("slot", zone.type, (zone,)))
    return None


def _slot_of_local(piece: Any) -> E | None:  # noqa: ANN401 - an argument or none
    """The zone a piece is taken from, where that is a slot of the thing in a local."""
    if not isinstance(piece, E) or piece.op != "slot":
        return None
    zone = piece.args[0]
    found = isinstance(zone, E) and zone.op == "zone" and zone.args[1] is not None and zone.args[1].op == "local"
    return zone if found else None


def _capacity(key: str, v: Vocabulary) -> int | None:
    host, _, name = key.partition(".")
    return v.kind(host).zones[name].capacity


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
