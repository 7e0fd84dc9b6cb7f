"""What needs no proof: a slot just chosen for being empty has room, and a set of all values of an enum has a value.

Finding these before the program is made keeps the machine from trying what cannot fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.typed import Value
from interpreter.primitives import FUNCTIONS, STATEMENTS

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

Facts = dict[int, frozenset[str]]
"""For each local: the zones of the thing in it that are known to be empty, and its fields that are known not to be none."""
FIELD = "field "
"""How fields begin among facts: they never change, so they are known as long as the local stands for the same thing."""
Roomy = dict[int, ty.Do]
"""The statements that are known to find room, each by its identity: the layout of a program keeps them."""


def mark_room(body: ty.Body, v: Vocabulary, roomy: Roomy, facts: Facts | None = None) -> Facts:
    """Note every move into a slot that is known to be empty as one that cannot fail; what is known behind the body."""
    known: Facts = dict(facts or {})
    for statement in body.statements:
        match statement:
            case ty.Do():
                _mark(statement, v, roomy, known)
            case ty.Branch():
                known = _behind_branch(statement, v, roomy, known)
            case ty.PickSeveral() | ty.Each():
                for block in inner_bodies(statement):
                    chosen = {statement.slot: known_of(statement.items, v)} if block is statement.body else {}
                    mark_room(block, v, roomy, chosen)
                known.clear()
            case ty.Pick(otherwise=otherwise):
                mark_room(otherwise or ty.Body([]), v, roomy, known)
                known[statement.slot] = known_of(statement.items, v)
            case ty.SetLocal(slot=slot):
                known.pop(slot, None)
            case ty.Demand():
                pass
            case _:
                once = isinstance(statement, ty.Acting) or (
                    isinstance(statement, ty.PickOption) and statement.mode == "one"
                )
                once = once or (isinstance(statement, ty.Maybe) and not statement.again)
                for block in inner_bodies(statement):
                    mark_room(block, v, roomy, known if once else {})
                known.clear()
    return known


def _mark(statement: ty.Do, v: Vocabulary, roomy: Roomy, known: Facts) -> None:
    declared = STATEMENTS[statement.primitive]
    zone = statement.args[declared.named("zone")] if declared.puts else None
    if isinstance(zone, ty.Zone) and (_known_empty(zone, known) or _known_there(zone, known, v)):
        roomy[id(statement)] = statement
    if declared.change is not None or declared.writes == ("face",):
        return  # no piece is moved: empty slots stay empty
    _forget_zones(known)
    left = _slot_of_local(statement.args.get(declared.named("piece")))
    if left is None or not declared.moves or _capacity(left.key, v) != 1:
        return
    goes = zone.key if isinstance(zone, ty.Zone) else None
    if declared.aside or (goes is not None and goes != left.key):
        assert isinstance(left.host, ty.Local)
        known[left.host.slot] = known.get(left.host.slot, frozenset()) | {left.key}


def _forget_zones(known: Facts) -> None:
    for slot, facts in known.items():
        known[slot] = frozenset(fact for fact in facts if fact.startswith(FIELD))


def _behind_branch(statement: ty.Branch, v: Vocabulary, roomy: Roomy, known: Facts) -> Facts:
    """What holds whichever way was taken."""
    ends: list[Facts] = []
    otherwise = dict(known)
    for cond, body in statement.branches:
        ends.append(mark_room(body, v, roomy, _with(otherwise, _said_empty(cond))))
        otherwise = _with(otherwise, _said_full(cond))
    ends.append(mark_room(statement.otherwise, v, roomy, otherwise) if statement.otherwise is not None else otherwise)
    shared = set(ends[0]).intersection(*ends[1:])
    return {slot: frozenset.intersection(*(facts[slot] for facts in ends)) for slot in shared}


def _with(known: Facts, zone: ty.Zone | None) -> Facts:
    if zone is None or not isinstance(zone.host, ty.Local):
        return dict(known)
    slot = zone.host.slot
    return {**known, slot: known.get(slot, frozenset()) | {zone.key}}


def _said_empty(cond: Value) -> ty.Zone | None:
    """The zone of a local that a condition says is empty."""
    return _said_full(cond.cond) if isinstance(cond, ty.Not) else None


def _said_full(cond: Value) -> ty.Zone | None:
    """The zone of a local that a condition says is not empty."""
    match cond:
        case ty.Some(thing=thing):
            return _slot_of_local(thing)
        case ty.NonEmpty(items=items):
            return _of_local(items)
        case ty.Applied(type=of, given=(ty.Contents(zone=zone),)) if of.tag == "truth":
            return _of_local(zone)
    return None


def _slot_of_local(piece: object) -> ty.Zone | None:
    """The zone a piece is taken from, where that is a slot of the thing in a local."""
    return _of_local(piece.zone) if isinstance(piece, ty.InSlot) else None


def _of_local(zone: Value) -> ty.Zone | None:
    return zone if isinstance(zone, ty.Zone) and isinstance(zone.host, ty.Local) else None


def _capacity(key: str, v: Vocabulary) -> int | None:
    return v.zone(key).capacity


def _known_empty(zone: ty.Zone, known: Facts) -> bool:
    return isinstance(zone.host, ty.Local) and zone.key in known.get(zone.host.slot, ())


def _known_there(zone: ty.Zone, known: Facts, v: Vocabulary) -> bool:
    """Whether a zone with room for all is one of a thing that a field is known to name."""
    match zone.host:
        case ty.Field(name=name, thing=ty.Local(slot=slot)):
            return FIELD + name in known.get(slot, ()) and _capacity(zone.key, v) is None
    return False


def known_of(items: Value, v: Vocabulary) -> frozenset[str]:
    """What is known of every element of a set."""
    return empty_zones(items, v) | _given_fields(items, v)


def _given_fields(items: Value, v: Vocabulary) -> frozenset[str]:
    """The fields that no element of a set has as none."""
    match items:
        case ty.Derived(key=key, base=None, given=()):
            formula = v.values[key].formula
            return _given_fields(formula.value, v) if formula is not None else frozenset()
        case ty.Filter(items=inner, element=element, cond=cond):
            return _given_fields(inner, v) | frozenset(_said_given(cond, element, v))
    return frozenset()


def _said_given(cond: Value, element: int, v: Vocabulary) -> list[str]:
    """Fields of an element that a condition says are not none; those of one face only, as the other may have none."""
    match cond:
        case ty.Logic(sign="and", left=left, right=right):
            return _said_given(left, element, v) + _said_given(right, element, v)
        case (
            ty.Compare(sign="is not", left=ty.Field() as field, right=ty.Const(number=-1))
            | ty.Some(thing=ty.Field() as field)
        ):
            own = isinstance(field.thing, ty.Element) and field.thing.number == element
            return [FIELD + field.name] if own and v.kinds[field.kind].faces == 1 else []
    return []


def empty_zones(items: Value, v: Vocabulary) -> frozenset[str]:
    """The zones that every element of a set is known to have empty."""
    match items:
        case ty.Derived(key=key):
            formula = v.values[key].formula
            return empty_zones(formula.value, v) if formula is not None else frozenset()
        case ty.Filter(items=inner, element=element, cond=cond):
            return empty_zones(inner, v) | frozenset(_empties(cond, element, v))
        case ty.IfElse(then=then, other=other):
            return empty_zones(then, v) & empty_zones(other, v)
    return frozenset()


def _empties(cond: Value, element: int, v: Vocabulary) -> list[str]:
    """Zones that a condition says are empty: the parts of an `and`, also of a value of the element."""
    match cond:
        case ty.Logic(sign="and", left=left, right=right):
            return _empties(left, element, v) + _empties(right, element, v)
        case ty.Not(cond=ty.NonEmpty(items=ty.Zone(key=key, host=ty.Element(number=number)))) if number == element:
            return [key]
        case ty.Not(cond=ty.Some(thing=ty.InSlot(zone=ty.Zone(key=key, host=ty.Element(number=number))))):
            return [key] if number == element else []
        case ty.Derived(key=key, base=ty.Element(number=number)) if number == element:
            formula = v.values[key].formula
            return _empties_of_this(formula.value, v) if formula is not None else []
    return []


def _empties_of_this(cond: Value, v: Vocabulary) -> list[str]:
    """The same inside a value of the thing itself."""
    match cond:
        case ty.Logic(sign="and", left=left, right=right):
            return _empties_of_this(left, v) + _empties_of_this(right, v)
        case ty.Not(cond=ty.NonEmpty(items=ty.Zone(key=key, host=ty.This()))):
            return [key]
        case ty.Not(cond=ty.Some(thing=ty.InSlot(zone=ty.Zone(key=key, host=ty.This())))):
            return [key]
        case ty.Derived(key=key, base=ty.This()):
            formula = v.values[key].formula
            return _empties_of_this(formula.value, v) if formula is not None else []
    return []


def never_empty(items: Value) -> bool:
    """Whether a set has an element in every position."""
    match items:
        case ty.EnumValues():
            return True
        case ty.AllOf(kind=kind):
            return kind == "player"
        case ty.Applied(given=(player,)):
            return items.type.name == "player" and player.type.tag == "kind"
        case ty.Applied(function=name, given=(ty.Const(number=left), ty.Const(number=right))):
            return items.type.tag == "set" and bool(FUNCTIONS[name].meaning(None, left, right))
    return False
