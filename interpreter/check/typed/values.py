"""The forms of value. Every name is resolved, every value has a type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from functools import cache
from typing import ClassVar, TypeAlias

from interpreter.check.types import NUMBER, PLAYER, TRUTH, Type, set_of
from interpreter.records import record

At = tuple[int, int]


class _Read:
    """Room for what a value reads (`interpreter.check.reads`), once somebody has asked."""

    __slots__ = ("_wanted",)
    WORKED_OUT = ("_wanted",)


@record(frozen=True, slots=True)
class _Value(_Read):
    """What all values have: the place in the script they come from."""

    at: At = field(default=(0, 0), kw_only=True)


# ---- values that stand for themselves


@record(frozen=True, slots=True)
class Const(_Value):
    """A number; a truth as 0 or 1; a value of an enum by its number; none as -1."""

    type: Type
    number: int


@record(frozen=True, slots=True)
class Me(_Value):
    """The acting player."""

    type: ClassVar[Type] = PLAYER


@record(frozen=True, slots=True)
class This(_Value):
    """The thing whose script this is."""

    type: Type


@record(frozen=True, slots=True)
class Local(_Value):
    """A name the script has bound, or a parameter."""

    type: Type
    slot: int


@record(frozen=True, slots=True)
class Element(_Value):
    """The element that a condition on a set, or a value for each of a set, looks at."""

    type: Type
    number: int


@record(frozen=True, slots=True)
class PlayerCount(_Value):
    """How many play."""

    type: ClassVar[Type] = NUMBER


@record(frozen=True, slots=True)
class OptionValue(_Value):
    """What the table agreed on before the game."""

    type: Type
    name: str


@record(frozen=True, slots=True)
class TheItem(_Value):
    """The only copy of an item, none where it is not in play."""

    type: Type
    kind: str
    id: str


@record(frozen=True, slots=True)
class Neutral(_Value):
    """The first of those who own pieces but never decide."""

    type: ClassVar[Type] = PLAYER


# ---- what a thing has


@record(frozen=True, slots=True)
class Var(_Value):
    """A changing value of a thing, or of the table (no host); of one value of an enum, if it is a row of them."""

    type: Type
    key: str
    host: Value | None
    index: Value | None


@record(frozen=True, slots=True)
class Row(_Value):
    """All cells of a var that has one for each value of an enum: it stands before an index only."""

    type: Type
    key: str
    host: Value | None


@record(frozen=True, slots=True)
class Field(_Value):
    """A constant of an item, as its upper face shows it."""

    type: Type
    kind: str
    name: str
    thing: Value


@record(frozen=True, slots=True)
class Zone(_Value):
    """A place for pieces, of a thing or of the table."""

    type: Type
    key: str
    host: Value | None


@record(frozen=True, slots=True)
class InSlot(_Value):
    """The piece in a zone that holds one at most, or none."""

    type: Type
    zone: Value


@record(frozen=True, slots=True)
class Derived(_Value):
    """A value of the pack worked out from others, of a thing or player (`base`) or of the table."""

    type: Type
    key: str
    base: Value | None
    given: tuple[Value, ...] = ()


@record(frozen=True, slots=True)
class ItemFormula(_Value):
    """A number or truth that each item of a kind works out in its own way."""

    type: Type
    kind: str
    script: str
    thing: Value


@record(frozen=True, slots=True)
class HasScript(_Value):
    """Whether a thing has an effect of that name."""

    kind: str
    script: str
    thing: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class TableRow(_Value):
    """A number of a table of the pack, by a number or a value of an enum."""

    table: str
    key: Value
    type: ClassVar[Type] = NUMBER


# ---- relations of things and players


@record(frozen=True, slots=True)
class OwnedOne(_Value):
    """The only piece of a kind that a player has."""

    type: Type
    kind: str
    player: Value


@record(frozen=True, slots=True)
class Owner(_Value):
    """Whose piece it is."""

    kind: str
    thing: Value
    type: ClassVar[Type] = PLAYER


@record(frozen=True, slots=True)
class Parent(_Value):
    """The thing that a thing is a part of."""

    type: Type
    kind: str
    thing: Value


@record(frozen=True, slots=True)
class Host(_Value):
    """The thing of a kind (`target`) on which a piece lies, directly or through its parts."""

    type: Type
    kind: str
    target: str
    thing: Value


@record(frozen=True, slots=True)
class Neighbour(_Value):
    """The player so many seats to the left of a player."""

    player: Value
    step: int
    type: ClassVar[Type] = PLAYER


@record(frozen=True, slots=True)
class Seat(_Value):
    """The number of a player's seat, from 0."""

    player: Value
    type: ClassVar[Type] = NUMBER


@record(frozen=True, slots=True)
class Aside(_Value):
    """Whether a piece lies in no zone."""

    kind: str
    thing: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class FaceUp(_Value):
    """The number of the face that lies up, from 1; 0 of none."""

    kind: str
    thing: Value
    type: ClassVar[Type] = NUMBER


@record(frozen=True, slots=True)
class GridLine(_Value):
    """The column or the row of a place of a grid, from 1."""

    kind: str
    which: str
    thing: Value
    type: ClassVar[Type] = NUMBER


# ---- sets


@record(frozen=True, slots=True)
class Contents(_Value):
    """The pieces of a zone, bottom first."""

    type: Type
    zone: Value


@record(frozen=True, slots=True)
class AllOf(_Value):
    """All things of a kind; of players, those who play."""

    type: Type
    kind: str


@record(frozen=True, slots=True)
class Every(_Value):
    """All copies of some items of a kind that are in the game."""

    type: Type
    kind: str
    ids: tuple[str, ...]


@record(frozen=True, slots=True)
class EnumValues(_Value):
    """All values of an enum."""

    type: Type
    enum: str


@record(frozen=True, slots=True)
class Owned(_Value):
    """The pieces of a kind that a player has."""

    type: Type
    kind: str
    player: Value


@record(frozen=True, slots=True)
class Parts(_Value):
    """The things of a kind that are parts of a thing."""

    type: Type
    part: str
    thing: Value


@record(frozen=True, slots=True)
class Neighbours(_Value):
    """The places of a grid one step away from one: over an edge, over a corner, or either (`which`)."""

    type: Type
    kind: str
    which: str
    thing: Value


@record(frozen=True, slots=True)
class Opponents(_Value):
    """The other players, clockwise from a player on."""

    player: Value
    type: ClassVar[Type] = set_of(PLAYER)


@record(frozen=True, slots=True)
class Everyone(_Value):
    """All who own pieces: the players and the neutrals."""

    type: ClassVar[Type] = set_of(PLAYER)


@record(frozen=True, slots=True)
class Copies(_Value):
    """All copies of the same item, itself included."""

    type: Type
    piece: Value


@record(frozen=True, slots=True)
class Listing(_Value):
    """Values written down one by one; none is left out of things."""

    type: Type
    items: tuple[Value, ...]


@record(frozen=True, slots=True)
class Filter(_Value):
    """The elements of a set for which a condition holds."""

    type: Type
    items: Value
    element: int
    cond: Value


# ---- functions of the engine


@record(frozen=True, slots=True)
class Applied(_Value):
    """A function of values."""

    type: Type
    function: str
    given: tuple[Value, ...]


@record(frozen=True, slots=True)
class OverEach(_Value):
    """A function of a set and a value for each of its elements."""

    type: Type
    function: str
    items: Value
    element: int
    each: Value
    given: tuple[Value, ...] = ()


@record(frozen=True, slots=True)
class OnGrid(_Value):
    """A function of a place of a grid and of others: places, sets of them, directions."""

    type: Type
    function: str
    kind: str
    given: tuple[Value, ...]


@record(frozen=True, slots=True)
class CellAt(_Value):
    """The place of a grid in a column and a row, from 1; on the board of a player, if each has one."""

    type: Type
    kind: str
    owner: Value | None
    column: Value
    row: Value


# ---- operators


@record(frozen=True, slots=True)
class Arith(_Value):
    """Two numbers make one."""

    sign: str
    left: Value
    right: Value
    type: ClassVar[Type] = NUMBER


@record(frozen=True, slots=True)
class Ranked(_Value):
    """Values in a row, to be compared from the first one on; each counts as far as a counter goes."""

    type: Type
    parts: tuple[Value, ...]


@record(frozen=True, slots=True)
class Compare(_Value):
    """Whether two values stand to each other so."""

    sign: str
    left: Value
    right: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class Logic(_Value):
    """Both, or one of two conditions."""

    sign: str
    left: Value
    right: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class Not(_Value):
    """The opposite."""

    cond: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class IfElse(_Value):
    """One of two values."""

    type: Type
    cond: Value
    then: Value
    other: Value


@record(frozen=True, slots=True)
class NonEmpty(_Value):
    """Whether a set or zone has something in it."""

    items: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class Some(_Value):
    """Whether a thing is not none."""

    thing: Value
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class InZone(_Value):
    """Whether a piece lies in a zone."""

    piece: Value
    items: Contents
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class Member(_Value):
    """Whether a set has an element."""

    item: Value
    items: Value
    type: ClassVar[Type] = TRUTH


# ---- what the compiler adds


@record(frozen=True, slots=True)
class Unmarked(_Value):
    """Whether an option of several has not been taken: its bit in a local is not set."""

    slot: int
    bit: int
    type: ClassVar[Type] = TRUTH


@record(frozen=True, slots=True)
class Watched(_Value):
    """Whether a state-based rule holds for anybody it is about."""

    number: int
    type: ClassVar[Type] = TRUTH


Value: TypeAlias = (
    Const | Me | This | Local | Element | PlayerCount | OptionValue | TheItem | Neutral
    | Var | Row | Field | Zone | InSlot | Derived | ItemFormula | HasScript | TableRow
    | OwnedOne | Owner | Parent | Host | Neighbour | Seat | Aside | FaceUp | GridLine
    | Contents | AllOf | Every | EnumValues | Owned | Parts | Neighbours | Opponents | Everyone | Copies | Listing | Filter
    | Applied | OverEach | OnGrid | CellAt
    | Arith | Ranked | Compare | Logic | Not | IfElse | NonEmpty | Some | InZone | Member
    | Unmarked | Watched
)  # fmt: skip


VALUES = (_Value,)
"""For `isinstance`: every form of value."""


@cache
def _parts_of(form: type[_Value]) -> tuple[str, ...]:
    """The fields of a form of value in which others may stand."""
    plain = ("str", "int", "bool")
    return tuple(part.name for part in fields(form) if part.name not in ("at", "type") and part.type not in plain)


def children(value: Value) -> list[Value]:
    """The values a value is made of, in the order they are written in its class."""
    found: list[Value] = []
    for name in _parts_of(type(value)):  # type: ignore[arg-type]
        part = getattr(value, name)
        if isinstance(part, _Value):
            found.append(part)  # type: ignore[arg-type]
        elif isinstance(part, tuple):
            found += [one for one in part if isinstance(one, _Value)]  # type: ignore[misc]
    return found


def nodes(value: Value) -> Iterator[Value]:
    """A value and all it is made of."""
    stack = [value]
    while stack:
        node = stack.pop()
        yield node
        stack += children(node)


def asked_once(value: Filter) -> bool:
    """Whether the condition on a set does not look at the elements: it is then asked once, for all of them."""
    return not any(isinstance(node, Element) and node.number == value.element for node in nodes(value.cond))


def is_none(value: Value) -> bool:
    """Whether a value is evidently none."""
    return isinstance(value, Const) and value.number < 0 and value.type.tag in ("kind", "enum", "none")


def const_number(value: Value | None) -> int | None:
    """The number of a constant; None for everything else."""
    return value.number if isinstance(value, Const) else None


def preferred(items: Value) -> tuple[Filter, Value] | None:
    """Those that a choice prefers, and all; None where it has no preference."""
    match items:
        case IfElse(cond=NonEmpty(items=Filter() as some), then=Filter() as chosen, other=every) if some is chosen:
            return chosen, every
    return None


def unfiltered(items: Value) -> Value:
    """The set that conditions and preferences are laid upon."""
    while True:
        preference = preferred(items)
        if preference is not None:
            items = preference[1]
        elif isinstance(items, Filter):
            items = items.items
        else:
            return items
