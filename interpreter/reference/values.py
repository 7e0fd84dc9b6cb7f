"""What every form of value is, in one position.

A number is a number, a truth yes or no, a thing its number in its kind and none -1, a zone the address of its count cell,
a set a list. Nothing is nothing: what is asked of none is 0, no, none or an empty set.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check import typed as ty
from interpreter.code.constants import COMPARE
from interpreter.primitives.functions import FUNCTIONS
from interpreter.primitives.grids import NEAR, Around
from interpreter.primitives.header import NOWHERE
from interpreter.primitives.pieces import pieces_in
from interpreter.records import record
from interpreter.source.limits import INTEGER

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Face, KindDecl
    from interpreter.code.layout import Layout
    from interpreter.primitives.tables import State

NONE = -1


@record(frozen=True, slots=True)
class Here:
    """Where a value is asked: the state, who acts, whose script it is, and what its names stand for."""

    s: State
    me: int
    this: int = NONE
    locals: dict[int, int] = field(default_factory=dict)
    elements: dict[int, int] = field(default_factory=dict)

    def looking_at(self, element: int, thing: int) -> Here:
        """The same place, inside a set."""
        return Here(self.s, self.me, self.this, self.locals, {**self.elements, element: thing})


class Values:
    """Works out the values of one pack for one number of players."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.v = layout, layout.v
        self.around = Around(layout.seats, layout.people)
        self._zones = layout.zone_addresses()
        self._boards: dict[str, Around] = {}
        self._asked_once: dict[int, tuple[ty.Filter, bool]] = {}

    def number(self, value: ty.Value, here: Here) -> int:
        """A number, a thing, or the address of a zone; a truth as 0 or 1."""
        return int(self.of(value, here))

    def truth(self, value: ty.Value, here: Here) -> bool:
        """A condition."""
        return bool(self.of(value, here))

    def items(self, value: ty.Value, here: Here) -> list[int]:
        """The elements of a set, in order."""
        return list(self.of(value, here))

    def of(self, value: ty.Value, here: Here) -> Any:  # noqa: ANN401, C901, PLR0911, PLR0912, PLR0915 - one case for each form
        """What a value is here."""
        s = here.s
        match value:  # the forms most often asked for come first
            case ty.Element(number=number):
                return here.elements[number]
            case ty.Me():
                return here.me
            case ty.Compare(sign=sign, left=ty.Ranked() as left, right=right):
                return COMPARE[sign](self.of(left, here), self.of(right, here))
            case ty.Compare(sign=sign, left=left, right=right):
                return COMPARE[sign](self.number(left, here), self.number(right, here))
            case ty.Local(slot=slot):
                return here.locals.get(slot, 0)
            case ty.Var():
                address = self.address(value, here)
                return self.nothing(value.type) if address is None else s[address]
            case ty.This():
                return here.this
            case ty.Host(kind=kind, target=target, thing=thing):
                return self._host(kind, self.number(thing, here), target, s)
            case ty.Const(number=number):
                return number
            case ty.Logic(sign="and", left=left, right=right):
                return self.truth(left, here) and self.truth(right, here)
            case ty.Logic(left=left, right=right):
                return self.truth(left, here) or self.truth(right, here)
            case ty.Filter(items=items, cond=cond) if self._is_asked_once(value):
                return self.of(items, here) if self.truth(cond, here) else []
            case ty.Filter(items=items, element=element, cond=cond):
                return [one for one in self.of(items, here) if self.truth(cond, here.looking_at(element, one))]
            case ty.Derived():
                return self._derived(value, here)
            case ty.Applied(function=function, given=given):
                return FUNCTIONS[function].meaning(self.around, *(self.argument(one, here) for one in given))
            case ty.Neighbour(player=player, step=step):
                seat = self.number(player, here)
                return NONE if seat < 0 else (seat + step) % self.layout.seats
            case ty.Field():
                return self._field(value, here)
            case ty.OnGrid(function=function, kind=kind, given=given):
                return FUNCTIONS[function].meaning(self._board(kind), *(self.argument(one, here) for one in given))
            case ty.Not(cond=cond):
                return not self.truth(cond, here)
            case ty.PlayerCount():
                return self.layout.seats
            case ty.OptionValue(name=name):
                return self.layout.options[name]
            case ty.TheItem(kind=kind, id=name):
                return self.layout.item_index(kind, name)
            case ty.Neutral():
                return self.layout.seats if self.layout.people > self.layout.seats else NONE
            case ty.Row():
                raise AssertionError("a row has no value without an index")
            case ty.Zone(key=key, host=host):
                return self.zone(key, 0 if host is None else self.number(host, here))
            case ty.InSlot(zone=zone):
                address = self.number(zone, here)
                return self._lying(zone, address, s)[0] if s[address] else NONE
            case ty.ItemFormula(kind=kind, script=script, thing=thing):
                return self._item_formula(kind, script, self.number(thing, here), here)
            case ty.HasScript(kind=kind, script=script, thing=thing):
                return self.script_of(kind, script, self.number(thing, here), s) is not None
            case ty.TableRow(table=table, key=key):
                return self._row(table, self.number(key, here))
            case ty.OwnedOne(player=player):
                return self.number(player, here)
            case ty.Owner(kind=kind, thing=thing):
                piece = self.number(thing, here)
                return NONE if piece < 0 else piece // max(self.layout.owned_count(kind), 1)
            case ty.Parent(kind=kind, thing=thing):
                part = self.number(thing, here)
                return NONE if part < 0 else self.layout.parents[kind][part]
            case ty.Seat(player=player):
                return self.number(player, here)
            case ty.Aside(kind=kind, thing=thing):
                return self.where(kind, self.number(thing, here), s) == 0
            case ty.FaceUp(kind=kind, thing=thing):
                piece = self.number(thing, here)
                return 0 if piece < 0 else self.face(kind, piece, s) + 1
            case ty.GridLine(kind=kind, which=which, thing=thing):
                cell = self.number(thing, here)
                _, down, across = self._board(kind).place(cell)
                return 0 if cell < 0 else 1 + (across if which == "column" else down)
            case ty.Contents(zone=zone):
                address = self.number(zone, here)
                return self._lying(zone, address, s)
            case ty.Every(kind=kind, ids=ids):
                every = enumerate(self.layout.things[kind])
                return [number for number, thing in every if thing.item is not None and thing.item.id in ids]
            case ty.AllOf(kind=kind):
                return range(self.layout.seats if kind == "player" else len(self.layout.things[kind]))
            case ty.EnumValues(enum=enum):
                return range(len(self.v.enums[enum].values))
            case ty.Owned(kind=kind, player=player):
                seat, count = self.number(player, here), self.layout.owned_count(kind)
                return range(seat * count, seat * count + count) if seat >= 0 else ()
            case ty.Parts(part=part, thing=thing):
                above = self.number(thing, here)
                return [i for i, parent in enumerate(self.layout.parents[part]) if parent == above and above >= 0]
            case ty.Neighbours(kind=kind, which=which, thing=thing):
                return self._board(kind).near(self.number(thing, here), NEAR[which])
            case ty.Opponents(player=player):
                seat = self.number(player, here)
                return [p for p in self.around.players_from(seat) if p != seat]
            case ty.Everyone():
                return range(self.layout.people)
            case ty.Copies(piece=piece):
                return self._copies(value.type.name, self.number(piece, here))
            case ty.Listing(items=items):
                listed = [self.number(item, here) for item in items]
                things = value.type.element.tag in ("kind", "enum")
                return [one for one in listed if one >= 0] if things else listed
            case ty.OverEach():
                return self._over_each(value, here)
            case ty.CellAt(kind=kind, owner=owner, column=column, row=row):
                board = 0 if owner is None else self.number(owner, here)
                return self._board(kind).at(board, self.number(column, here), self.number(row, here))
            case ty.Arith(sign=sign, left=left, right=right):
                return _arithmetic(sign, self.number(left, here), self.number(right, here))
            case ty.Ranked(parts=parts):
                return tuple(min(max(self.number(part, here), -INTEGER), INTEGER) for part in parts)
            case ty.IfElse(cond=cond, then=then, other=other):
                return self.of(then if self.truth(cond, here) else other, here)
            case ty.NonEmpty(items=items):
                return s[self.number(items, here)] > 0 if items.type.tag == "zone" else bool(self.items(items, here))
            case ty.Some(thing=thing):
                return self.number(thing, here) >= 0
            case ty.InZone(piece=piece, items=items):
                return self.where(piece.type.name, self.number(piece, here), s) == self.number(items.zone, here)
            case ty.Member(item=item, items=items):
                return self.number(item, here) in self.items(items, here)
            case ty.Unmarked(slot=slot, bit=bit):
                return not here.locals.get(slot, 0) >> bit & 1
            case ty.Watched(number=number):
                return self.watched(number, s)
            case _:
                assert_never(value)

    def _is_asked_once(self, value: ty.Filter) -> bool:
        """What `asked_once` says of a set, found out once: by identity, for sets are long and told apart slowly."""
        known = self._asked_once.get(id(value))
        if known is None:
            known = self._asked_once[id(value)] = (value, ty.asked_once(value))
        return known[1]

    # ---- places

    def address(self, var: ty.Var, here: Here) -> int | None:
        """The cell of a var; None where it would be one of none."""
        place = self.layout.vars[var.key]
        host = 0 if var.host is None else self.number(var.host, here)
        index = 0 if var.index is None else self.number(var.index, here)
        return None if host < 0 or index < 0 else place.base + host * place.width + index

    def zone(self, key: str, host: int) -> int:
        """The address of a zone of a thing, or of the table."""
        place = self.layout.zones[key]
        return NOWHERE if host < 0 else place.base + host * place.stride

    def _lying(self, zone: ty.Value, address: int, s: State) -> State:
        """The pieces of a zone."""
        return pieces_in(s, self.layout.tables[zone.type.name], address)

    def where(self, kind: str, piece: int, s: State) -> int:
        """The zone a piece lies in; 0 when it is aside, as none is."""
        return 0 if piece < 0 else s[self.layout.tables[kind].loc + piece]

    def face(self, kind: str, piece: int, s: State) -> int:
        """The face of a piece that lies up, from 0."""
        return s[self.layout.tables[kind].face + piece] if self.v.kinds[kind].faces > 1 else 0

    def _host(self, kind: str, piece: int, target: str, s: State) -> int:
        zone = self.where(kind, piece, s)
        if not zone:
            return NONE
        place, thing = self._zones[zone]
        return self.climb(place.decl.host, thing, target)

    def climb(self, kind: str, thing: int, target: str) -> int:
        """From a thing up to the thing of a kind it is part of, or whose it is."""
        while kind != target:
            decl: KindDecl | None = self.v.kinds.get(kind)
            if decl is not None and decl.part_of:
                thing, kind = self.layout.parents[kind][thing], decl.part_of
            elif decl is not None and decl.per_player and target == "player":
                return self.layout.things[kind][thing].owner
            else:
                return NONE
        return thing

    def nothing(self, of: Type) -> Any:  # noqa: ANN401 - a value of that type
        """What a value of none is."""
        match of.tag:
            case "number" | "truth":
                return 0
            case "set":
                return []
            case "zone":
                return NOWHERE
        return NONE

    # ---- items

    def _field(self, value: ty.Field, here: Here) -> int:
        thing = self.number(value.thing, here)
        if thing < 0:
            return int(self.nothing(value.type))
        face = self.asked(value.kind, thing, value.name, here.s)
        found = face.values.get(value.name, NONE) if face is not None else NONE
        return self.layout.item_index(value.type.name, found) if isinstance(found, str) else int(found)

    def script_of(self, kind: str, script: str, thing: int, s: State) -> ty.Routine | ty.Formula | None:
        """The script of that name on the upper face of a thing."""
        face = self.asked(kind, thing, script, s) if thing >= 0 else None
        return face.scripts.get(script) if face is not None else None

    def asked(self, kind: str, thing: int, what: str, s: State) -> Face | None:  # noqa: ARG002 - for who wants to know
        """The upper face of a thing, if it is an item, of which one field or script is asked."""
        item = self.layout.things[kind][thing].item
        return item.faces[self.face(kind, thing, s)] if item is not None else None

    def _item_formula(self, kind: str, script: str, thing: int, here: Here) -> Any:  # noqa: ANN401 - number or truth
        made = self.script_of(kind, script, thing, here.s)
        return self.of(made.value, Here(here.s, here.me, thing)) if isinstance(made, ty.Formula) else 0

    def _copies(self, kind: str, piece: int) -> list[int]:
        things = self.layout.things[kind]
        return [i for i, other in enumerate(things) if other.item is things[piece].item] if piece >= 0 else []

    # ---- what the pack declares

    def _derived(self, value: ty.Derived, here: Here) -> Any:  # noqa: ANN401 - whatever type it has
        decl = self.v.values[value.key]
        assert decl.formula is not None
        given = {slot: self.argument(one, here) for slot, one in enumerate(value.given)}
        if value.base is None:
            return self.of(decl.formula.value, Here(here.s, here.me, NONE, given))
        base = self.number(value.base, here)
        if base < 0:
            return self.nothing(value.type)
        me, this = (base, NONE) if decl.of == "player" else (here.me, base)
        return self.of(decl.formula.value, Here(here.s, me, this, given))

    def _row(self, name: str, key: int) -> int:
        table = self.v.tables[name]
        if table.by:
            return table.values[key] if key >= 0 else 0
        return table.values[min(max(key, 0), len(table.values) - 1)]

    def watched(self, number: int, s: State) -> bool:
        """Whether a state-based rule holds for anybody it is about."""
        watch = self.v.watches[number]
        assert watch.cond is not None
        players = range(self.layout.seats if watch.for_player else 1)
        return any(self.truth(watch.cond.value, Here(s, player)) for player in players)

    # ---- functions

    def argument(self, value: ty.Value, here: Here) -> Any:  # noqa: ANN401 - a number or a list
        """A value that is handed on: a set as a list, everything else as a number."""
        return self.items(value, here) if value.type.tag == "set" else self.number(value, here)

    def _over_each(self, value: ty.OverEach, here: Here) -> Any:  # noqa: ANN401 - whatever the function gives
        elements = self.items(value.items, here)
        work_out = self.of if value.each.type.tag == "rank" else self.number
        each = [work_out(value.each, here.looking_at(value.element, one)) for one in elements]
        rest = [self.number(one, here) for one in value.given]
        return FUNCTIONS[value.function].meaning(self.around, elements, each, *rest)

    def _board(self, kind: str) -> Around:
        if kind not in self._boards:
            self._boards[kind] = replace(self.around, grid=self.v.kinds[kind].grid or (1, 1))
        return self._boards[kind]


def _arithmetic(sign: str, left: int, right: int) -> int:
    """Division rounds down, and by 0 it gives 0."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if right else 0
    return left % right if right else 0
