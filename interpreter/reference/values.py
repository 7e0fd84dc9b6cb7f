"""What every form of value is, in one position.

A number is a number, a truth yes or no, a thing its number in its kind and none -1, a zone the address of its count cell,
a set a list. Nothing is nothing: what is asked of none is 0, no, none or an empty set.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.code.constants import COMPARE
from interpreter.primitives.functions import FUNCTIONS
from interpreter.primitives.grids import NEAR, Around
from interpreter.primitives.header import NOWHERE
from interpreter.primitives.pieces import pieces_in
from interpreter.records import record, replace
from interpreter.source.limits import INTEGER

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Face
    from interpreter.code.layout import Layout
    from interpreter.primitives.tables import Given, State

NONE = -1
ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,
    "mod": lambda left, right: left % right if right else 0,
}


@record(frozen=True, slots=True)
class Here:
    """Where a value is asked: the state, who acts, whose script it is, and what its names stand for."""

    s: State
    me: int
    this: int = NONE
    locals: Mapping[int, Given] = field(default_factory=dict)
    elements: dict[int, int] = field(default_factory=dict)

    def looking_at(self, element: int, thing: int) -> Here:
        """The same place, inside a set."""
        return Here(self.s, self.me, self.this, self.locals, {**self.elements, element: thing})


OfOneThing = (
    ty.Host | ty.Field | ty.ItemFormula | ty.FaceUp | ty.Owner | ty.Parent | ty.Parts | ty.Owned | ty.Copies | ty.GridLine
    | ty.Neighbours | ty.Neighbour
)  # fmt: skip
"""What is asked of one thing or player."""


class Values:
    """Works out the values of one pack for one number of players."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.v = layout, layout.v
        self.around = Around(layout.seats, layout.people)
        self._boards = {kind: replace(self.around, grid=decl.grid or (1, 1)) for kind, decl in self.v.kinds.items()}
        self._zones = layout.zone_addresses()

    def number(self, value: ty.Value, here: Here) -> int:
        """A number, a thing, or the address of a zone; a truth as 0 or 1."""
        found = self.of(value, here)
        assert isinstance(found, int)
        return int(found)

    def truth(self, value: ty.Value, here: Here) -> bool:
        """A condition."""
        return bool(self.of(value, here))

    def items(self, value: ty.Value, here: Here) -> list[int]:
        """The elements of a set, in order."""
        found = self.of(value, here)
        assert not isinstance(found, int)
        return list(found)

    def argument(self, value: ty.Value, here: Here) -> Given:
        """A value that is handed on: a set as a list, everything else as a number."""
        return self.items(value, here) if value.type.tag == "set" else self.number(value, here)

    def of(self, value: ty.Value, here: Here) -> Given:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one case for each form
        """What a value is here."""
        match value:  # the forms most often asked for come first
            case ty.Element(number=number):
                return here.elements[number]
            case ty.Me():
                return here.me
            case ty.Compare(sign, left, right):
                return COMPARE[sign](self.of(left, here), self.of(right, here))
            case ty.Var():
                address = self.address(value, here)
                return nothing(value.type) if address is None else here.s[address]
            case ty.This():
                return here.this
            case ty.Local(slot=slot):
                return here.locals.get(slot, 0)
            case ty.Const(number=number):
                return number
            case ty.Applied(function=function, given=given):
                return FUNCTIONS[function].meaning(self.around, *(self.argument(one, here) for one in given))
            case ty.Zone(key=key, host=host):
                place, thing = self.layout.zones[key], 0 if host is None else self.number(host, here)
                return NOWHERE if thing < 0 else place.base + thing * place.stride
            case ty.Derived():
                return self._derived(value, here)
            case ty.Filter(items=items, element=element, cond=cond):
                return [one for one in self.items(items, here) if self.truth(cond, here.looking_at(element, one))]
            case ty.Contents(zone=zone):
                return self._lying(zone, here)
            case ty.Logic(sign="and", left=left, right=right):
                return self.truth(left, here) and self.truth(right, here)
            case ty.Logic(left=left, right=right):
                return self.truth(left, here) or self.truth(right, here)
            case ty.OverEach(function=function, items=items, element=element, each=each, given=given):
                elements = self.items(items, here)
                worth = [self.of(each, here.looking_at(element, one)) for one in elements]
                rest = (self.number(one, here) for one in given)
                return FUNCTIONS[function].meaning(self.around, elements, worth, *rest)
            case ty.OnGrid(function=function, kind=kind, given=given):
                return FUNCTIONS[function].meaning(self._boards[kind], *(self.argument(one, here) for one in given))
            case (
                ty.Neighbour(player=one) | ty.Host(thing=one) | ty.Field(thing=one) | ty.ItemFormula(thing=one)
                | ty.FaceUp(thing=one) | ty.GridLine(thing=one) | ty.Owned(player=one) | ty.Owner(thing=one)
                | ty.Parent(thing=one) | ty.Parts(thing=one) | ty.Neighbours(thing=one) | ty.Copies(piece=one)
            ):  # fmt: skip
                return self._about(value, self.number(one, here), here)
            case ty.Not(cond):
                return not self.truth(cond, here)
            case ty.Arith(sign, left, right):
                return ARITHMETIC[sign](self.number(left, here), self.number(right, here))
            case ty.NonEmpty(items):
                pieces = self._lying(items, here) if items.type.tag == "zone" else self.items(items, here)
                return len(pieces) > 0
            case ty.Some(thing):
                return self.number(thing, here) >= 0
            case ty.IfElse(cond=cond, then=then, other=other):
                return self.of(then if self.truth(cond, here) else other, here)
            case ty.Member(item, items):
                return self.number(item, here) in self.items(items, here)
            case ty.InZone(piece, items):
                return self.where(piece.type.name, self.number(piece, here), here.s) == self.number(items.zone, here)
            case ty.Aside(kind, thing):
                return self.where(kind, self.number(thing, here), here.s) == 0
            case ty.InSlot(zone=zone):
                return next(iter(self._lying(zone, here)), NONE)
            case ty.HasScript(kind, script, thing):
                return self.script_of(kind, script, self.number(thing, here), here.s) is not None
            case ty.OwnedOne(player=player) | ty.Seat(player=player):
                return self.number(player, here)
            case ty.Opponents(player):
                seat = self.number(player, here)
                return [other for other in self.around.players_from(seat) if other != seat]
            case ty.EnumValues(enum=enum):
                return range(len(self.v.enums[enum].values))
            case ty.AllOf(kind=kind):
                return range(self.layout.seats if kind == "player" else len(self.layout.things[kind]))
            case ty.Everyone():
                return range(self.layout.people)
            case ty.Every(kind=kind, ids=ids):
                every = enumerate(self.layout.things[kind])
                return [number for number, one in every if one.item is not None and one.item.id in ids]
            case ty.Listing(items=items):
                listed = [self.number(item, here) for item in items]
                things_only = value.type.element.tag in ("kind", "enum")
                return [one for one in listed if one >= 0] if things_only else listed
            case ty.CellAt(kind=kind, owner=owner, column=column, row=row):
                board = 0 if owner is None else self.number(owner, here)
                return self._boards[kind].at(board, self.number(column, here), self.number(row, here))
            case ty.TableRow(table, key):
                rows, number = self.v.tables[table], self.number(key, here)
                if rows.by:
                    return rows.values[number] if number >= 0 else 0
                return rows.values[min(max(number, 0), len(rows.values) - 1)]
            case ty.TheItem(kind=kind, id=name):
                return self.layout.item_index(kind, name)
            case ty.OptionValue(name=name):
                return self.layout.options[name]
            case ty.PlayerCount():
                return self.layout.seats
            case ty.Neutral():
                return self.layout.seats if self.layout.people > self.layout.seats else NONE
            case ty.Ranked(parts=parts):
                return tuple(min(max(self.number(part, here), -INTEGER), INTEGER) for part in parts)
            case ty.Watched(number):
                return self.watched(number, here.s)
            case ty.Unmarked(slot, bit):
                marks = here.locals.get(slot, 0)
                return isinstance(marks, int) and not marks >> bit & 1
            case ty.Row():
                raise AssertionError("a row has no value without an index")
            case _:
                assert_never(value)

    def _about(self, value: OfOneThing, thing: int, here: Here) -> Given:  # noqa: C901, PLR0911, PLR0912 - the same
        """What is asked of one thing or player; of none it is nothing."""
        if thing < 0:
            return nothing(value.type)
        match value:
            case ty.Host(kind=kind, target=target):
                zone = self.where(kind, thing, here.s)
                if not zone:
                    return NONE
                place, holder = self._zones[zone]
                return self.layout.climb(place.decl.host, holder, target)
            case ty.Field(kind=kind, name=name):
                face = self.asked(kind, thing, name, here.s)
                found = face.values.get(name, NONE) if face is not None else NONE
                return self.layout.item_index(value.type.name, found) if isinstance(found, str) else int(found)
            case ty.ItemFormula(kind=kind, script=script):
                made = self.script_of(kind, script, thing, here.s)
                return self.of(made.value, Here(here.s, here.me, thing)) if isinstance(made, ty.Formula) else 0
            case ty.FaceUp(kind):
                return self.face(kind, thing, here.s) + 1
            case ty.Owner(kind):
                return self.layout.things[kind][thing].owner
            case ty.Parent(kind=kind):
                return self.layout.parents[kind][thing]
            case ty.Parts(part=part):
                return [number for number, parent in enumerate(self.layout.parents[part]) if parent == thing]
            case ty.Owned(kind=kind):
                return [number for number, one in enumerate(self.layout.things[kind]) if one.owner == thing]
            case ty.Copies():
                things = self.layout.things[value.type.name]
                return [number for number, one in enumerate(things) if one.item is things[thing].item]
            case ty.GridLine(kind, which):
                _, row, column = self._boards[kind].place(thing)
                return 1 + (column if which == "column" else row)
            case ty.Neighbours(kind=kind, which=which):
                return self._boards[kind].near(thing, NEAR[which])
            case ty.Neighbour(step=step):
                return (thing + step) % self.layout.seats
            case _:
                assert_never(value)

    # ---- places

    def address(self, var: ty.Var, here: Here) -> int | None:
        """The cell of a var; None where it would be one of none."""
        place = self.layout.vars[var.key]
        host = 0 if var.host is None else self.number(var.host, here)
        index = 0 if var.index is None else self.number(var.index, here)
        return None if host < 0 or index < 0 else place.base + host * place.width + index

    def _lying(self, zone: ty.Value, here: Here) -> State:
        """The pieces of a zone."""
        return pieces_in(here.s, self.layout.tables[zone.type.name], self.number(zone, here))

    def where(self, kind: str, piece: int, s: State) -> int:
        """The zone a piece lies in; 0 when it is aside, as none is."""
        return 0 if piece < 0 else s[self.layout.tables[kind].loc + piece]

    # ---- items

    def face(self, kind: str, piece: int, s: State) -> int:
        """The face of a piece that lies up, from 0."""
        return s[self.layout.tables[kind].face + piece] if self.v.kinds[kind].faces > 1 else 0

    def asked(self, kind: str, thing: int, what: str, s: State) -> Face | None:  # noqa: ARG002 - for who wants to know
        """The upper face of a thing, if it is an item, of which one field or script is asked."""
        item = self.layout.things[kind][thing].item
        return item.faces[self.face(kind, thing, s)] if item is not None else None

    def script_of(self, kind: str, script: str, thing: int, s: State) -> ty.Routine | ty.Formula | None:
        """The script of that name on the upper face of a thing."""
        face = self.asked(kind, thing, script, s) if thing >= 0 else None
        return face.scripts.get(script) if face is not None else None

    # ---- what the pack declares

    def _derived(self, value: ty.Derived, here: Here) -> Given:
        """A value of the pack: of a player it is asked as that player, of a thing as its script."""
        decl = self.v.values[value.key]
        assert decl.formula is not None
        base = NONE if value.base is None else self.number(value.base, here)
        if value.base is not None and base < 0:
            return nothing(value.type)
        me, this = (base, NONE) if base >= 0 and decl.of == "player" else (here.me, base)
        given = {slot: self.argument(one, here) for slot, one in enumerate(value.given)}
        return self.of(decl.formula.value, Here(here.s, me, this, given))

    def watched(self, number: int, s: State) -> bool:
        """Whether a state-based rule holds for anybody it is about."""
        watch = self.v.watches[number]
        assert watch.cond is not None
        players = range(self.layout.seats if watch.for_player else 1)
        return any(self.truth(watch.cond.value, Here(s, player)) for player in players)


def nothing(of: Type) -> Given:
    """What a value of none is."""
    none: dict[str, Given] = {"number": 0, "truth": 0, "zone": NOWHERE, "set": []}
    return none.get(of.tag, NONE)
