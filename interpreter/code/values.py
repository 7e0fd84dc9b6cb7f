"""Typed values become expressions over the row of cells.

Constant tables (fields, parents, hosts, …) and functions (derived values, scripts that are formulas) are collected by
name; every table has one more entry at the end for none, which is -1 and so reads it. What may be none is guarded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.check.reads import wanted_by
from interpreter.check.typed import Formula, Value
from interpreter.check.work import LIGHT, used_values, work_of
from interpreter.code import expr as x
from interpreter.code.boards import Boards
from interpreter.code.expr import Expr
from interpreter.code.place import GIVEN, IN_VALUE, Bound, Place, Untold
from interpreter.code.sets import MAX_PLACED, Sets
from interpreter.code.table_rows import TableRows
from interpreter.primitives.functions import FUNCTIONS
from interpreter.primitives.grids import DIRECTIONS, Around
from interpreter.primitives.header import NOWHERE
from interpreter.records import record, replace
from interpreter.source import meter
from interpreter.source.limits import INTEGER

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.engine.layout import Layout

MAX_WEIGHT = 14
"""Derived values of fewer parts are written where they are used instead of called."""
MAX_ROWS = 100
MAX_INSIDE = 3
"""So many derived values may be lowered one inside the lowering of the other."""
MAX_CHANGED = 900
"""What becomes of a value on the way of a proof may have so many nodes; larger ones cannot be told."""
RANK = 2 * INTEGER + 1
"""How much a value in a row outweighs the one behind it: more than any number can make up for."""
SIGNS = {"is": "==", "is not": "!="}
NOBODY: Expr = x.NOBODY

Rows = list[int] | list[tuple[int, ...]] | list[tuple[int, ...] | range] | list[Key | None]


@record(frozen=True, slots=True)
class Function:
    """A function of the program: its parameters beside state, who acts and `this`, what it is, and what it reads."""

    params: int
    body: Expr
    reads: frozenset[str]
    steps: int = 0
    """What it takes beyond what it counts itself, where that is much."""


class Values:
    """Lowers the values of one pack for one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.v = layout, layout.v
        self.tables: dict[Key, Rows] = {}
        self.functions: dict[Key, Function] = {}
        self.proof_tables: dict[Key, tuple[str, str, frozenset[str]]] = {}
        self._weights: dict[str, int] = {}
        self._named = 0
        around = Around(layout.seats, layout.people)
        self.rows = TableRows(layout, around)
        self.boards, self.sets = Boards(self, around), Sets(self)
        self.work = work_of(layout.v)
        self._lowered: dict[tuple[int, Place], Expr] = {}
        self._level = 0

    # ---- tables and functions

    def table(self, key: Key, make: Callable[[], Rows]) -> Key:
        """The name of a constant table, made at first use."""
        if key not in self.tables:
            self.tables[key] = make()
        return key

    def function(self, key: Key, params: int, value: Value, *, counts: bool = False) -> Key:
        """The name of a function, lowered at first use; one that is much work counts it."""
        if key not in self.functions:
            cost = self.work.of(value).cost
            steps = cost // meter.STEP.most if counts or cost > LIGHT else 0
            self.functions[key] = Function(params, x.Unknown(), frozenset())  # values never call themselves
            body = self._bounded(value, self.expr(value, IN_VALUE))
            self.functions[key] = Function(params, body, frozenset(wanted_by(value, self.v)), steps)
        return key

    def _bounded(self, value: Value, made: Expr) -> Expr:
        """A number made by multiplying: it may be larger than any counter, but not without end."""
        return x.Kept(made) if value.type.tag == "number" and _multiplies(value) else made

    def _formulas(self, kind: str, script: str) -> list[Key | None]:
        """For every thing and face: the function of its script."""
        row: list[Key | None] = []
        for thing in self.layout.things[kind]:
            for face in range(self.v.kinds[kind].faces):
                made = thing.item.faces[face].scripts.get(script) if thing.item else None
                counts = self.work.counts_itself(f"{kind}.{script}()")
                found = isinstance(made, Formula)
                row.append(self.function(made.key, 0, made.value, counts=counts) if found else None)  # type: ignore[union-attr]
        return [*row, *[None] * self.v.kinds[kind].faces]

    def proof_table(self, key: Key, kind: str, script: str, written: frozenset[str]) -> Key:
        """The name of a table of conditions for the scripts of a kind: each is found when it is first asked."""
        self.proof_tables.setdefault(key, (kind, script, written))
        return key

    # ---- what may be none

    def nullable(self, value: Value, place: Place) -> bool:
        """Whether a reference can be none."""
        match value:
            case ty.Me() | ty.This() | ty.Element():
                return False
            case ty.Local(slot=slot):
                return place.may_be_none(slot)
            case (
                ty.OwnedOne(player=inner) | ty.Parent(thing=inner) | ty.Owner(thing=inner) | ty.Neighbour(player=inner)
            ):
                return self.nullable(inner, place)
            case ty.Const(number=number):
                return number < 0
        return True

    def guarded(self, value: Value, place: Place, inside: Callable[[Expr], Expr], nothing: Expr) -> Expr:
        """Something of a thing, or what it is of none."""
        subject = self.expr(value, place)
        if not self.nullable(value, place):
            return inside(subject)
        return self.or_nothing_of(subject, inside, nothing)

    def unless_none(self, value: Value, place: Place, inside: Callable[[Expr], Expr], nothing: Expr) -> Expr:
        """The same for what uses the thing more than once: it is worked out once, and has a name if it is long."""
        subject = self.expr(value, place)
        return (
            self.or_nothing_of(subject, inside, nothing) if self.nullable(value, place) else self.named(subject, inside)
        )

    def or_nothing_of(self, subject: Expr, inside: Callable[[Expr], Expr], nothing: Expr) -> Expr:
        """Something of a thing that may be none, worked out once."""
        return self.named(subject, lambda one: x.choose(x.test(">=", one, x.NO), inside(one), nothing))

    def named(self, subject: Expr, inside: Callable[[Expr], Expr]) -> Expr:
        """Something of a value that is used more than once."""
        if x.simple(subject):
            return inside(subject)
        name = self.fresh_name("t")
        return x.Let(name, subject, inside(x.Name(name)))

    def fresh_name(self, letter: str) -> str:
        """A name for what is worked out once and used more than once."""
        self._named += 1
        return f"{letter}{self._named}"

    # ---- values

    def expr(self, value: Value, place: Place) -> Expr:
        """Lower a value, each part once however often it is looked at. Raises Untold when it cannot be told there."""
        key = (id(value), place)
        known = self._lowered.get(key)
        if known is not None:
            return known
        self._level += 1
        try:
            made = self._expr(value, place)
            if place.changes and x.size(made) > MAX_CHANGED:
                raise Untold
            self._lowered[key] = made
        finally:
            self._level -= 1
            if not self._level:
                self._lowered.clear()
        return made

    def _expr(self, value: Value, place: Place) -> Expr:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one case for each form
        match value:
            case ty.Const(number=number):
                return x.Num(number)
            case ty.Me():
                return place.me
            case ty.This():
                return place.this
            case ty.Local(slot=slot):
                return place.local(slot)
            case ty.Element(number=number):
                return place.element(number)
            case ty.PlayerCount():
                return x.Num(self.layout.seats)
            case ty.OptionValue(name=name):
                return x.Num(int(self.layout.options[name]))
            case ty.TheItem(kind=kind, id=name):
                return x.Num(self.layout.item_index(kind, name))
            case ty.Neutral():
                return x.Num(self.layout.seats if self.layout.people > self.layout.seats else -1)
            case ty.Var():
                return self._var(value, place)
            case ty.Row():
                raise AssertionError("a row has no value without an index")
            case ty.Field(kind=kind, name=name, thing=thing):
                table = self.table(
                    Key(
                        "field",
                        (
                            kind,
                            name,
                        ),
                    ),
                    lambda: self.rows.field_values(kind, name),
                )
                return self.row(table, self.faced(kind, thing, place))
            case ty.Zone():
                return self._zone(value, place)
            case ty.InSlot(zone=zone):
                return self._slot(self.expr(zone, place), common=self.layout.shares(zone.type.name))
            case ty.Derived():
                return self._derived(value, place)
            case ty.ItemFormula():
                return self._item_formula(value, place)
            case ty.HasScript(kind=kind, script=script, thing=thing):
                table = self.table(
                    Key(
                        "has",
                        (
                            kind,
                            script,
                        ),
                    ),
                    lambda: self.rows.scripted(kind, script),
                )
                return self.row(table, self.faced(kind, thing, place))
            case ty.TableRow():
                return self._table_row(value, place)
            case ty.OwnedOne(player=player) | ty.Seat(player=player):
                return self.expr(player, place)
            case ty.Owner(kind=kind, thing=thing):
                count = max(self.layout.owned_count(kind), 1)
                piece = self.expr(thing, place)
                return piece if count == 1 else x.math("/", piece, x.Num(count))
            case ty.Parent(kind=kind, thing=thing):
                table = self.table(Key("parent", (kind,)), lambda: [*self.layout.parents[kind], -1])
                return self.row(table, self.expr(thing, place))
            case ty.Host(kind=kind, target=target, thing=thing):
                table = self.table(
                    Key(
                        "host",
                        (
                            kind,
                            target,
                        ),
                    ),
                    lambda: self.rows.hosts(kind, target),
                )
                return x.Row(table, self._where(kind, thing, place))
            case ty.Neighbour(player=player, step=step):
                return self.guarded(
                    player,
                    place,
                    lambda p: x.math("mod", x.math("+", p, x.Num(step)), x.Num(self.layout.seats)),
                    x.NOBODY,
                )
            case ty.Aside(kind=kind, thing=thing):
                return x.test("==", self._where(kind, thing, place), x.NO)
            case ty.FaceUp(kind=kind, thing=thing):
                face = self.layout.tables[kind].face
                up = lambda p: x.plus(x.Cell(x.plus(x.Num(face), p)), x.YES)  # noqa: E731 - used twice in one place
                return self.guarded(thing, place, up, x.NO)
            case ty.GridLine(kind=kind, which=which, thing=thing):
                return self.boards.line(kind, which, thing, place)
            case ty.Contents(zone=zone):
                return x.Pieces(self.expr(zone, place), self.layout.shares(zone.type.name))
            case ty.Every(kind=kind, ids=ids):
                every = enumerate(self.layout.things[kind])
                those = [number for number, thing in every if thing.item is not None and thing.item.id in ids]
                return x.Listed(tuple(x.Num(number) for number in those), sure=True)
            case ty.AllOf(kind=kind):
                return x.Span(x.NO, x.Num(self.layout.seats if kind == "player" else len(self.layout.things[kind])))
            case ty.EnumValues(enum=enum):
                return x.Span(x.NO, x.Num(len(self.v.enums[enum].values)))
            case ty.Owned(kind=kind, player=player):
                each = x.Num(self.layout.owned_count(kind))
                return self.guarded(
                    player,
                    place,
                    lambda p: x.Span(x.math("*", p, each), x.plus(each, x.math("*", p, each))),
                    x.Span(x.NO, x.NO),
                )
            case ty.Parts(part=part, thing=thing):
                table = self.table(Key("parts", (part,)), lambda: self.rows.groups(part))
                return x.RowSet(table, self.expr(thing, place))
            case ty.Neighbours(kind=kind, which=which, thing=thing):
                return x.RowSet(self.boards.near(kind, which), self.expr(thing, place))
            case ty.Opponents(player=player):
                table = self.table(Key("opponents"), lambda: self.rows.others(1))
                return x.RowSet(table, self.expr(player, place))
            case ty.Everyone():
                return x.Span(x.NO, x.Num(self.layout.people))
            case ty.Copies(piece=piece):
                kind = value.type.name
                table = self.table(Key("copies", (kind,)), lambda: self.rows.same_items(kind))
                return x.RowSet(table, self.expr(piece, place))
            case ty.Listing(items=items):
                things = value.type.element.tag in ("kind", "enum")
                sure = not things or not any(self.nullable(item, place) for item in items)
                return x.Listed(tuple(self.expr(item, place) for item in items), sure)
            case ty.Filter():
                return self.sets.filtered(value, place)
            case ty.Applied():
                return self._applied(value, place)
            case ty.OverEach():
                return self.sets.over_each(value, place)
            case ty.OnGrid():
                return self.boards.function(value, place)
            case ty.CellAt():
                return self.boards.cell(value, place)
            case ty.Arith(sign=sign, left=left, right=right):
                return x.math(sign, self.expr(left, place), self.expr(right, place))
            case ty.Ranked(parts=ranked):
                return self._ranked(ranked, place)
            case ty.Compare(sign=sign, left=left, right=right):
                return x.test(SIGNS.get(sign, sign), self.truth(left, place), self.truth(right, place))
            case ty.Logic(sign=sign, left=left, right=right):
                return self._logic(sign, left, right, place)
            case ty.Not(cond=cond):
                return x.nope(self.expr(cond, place))
            case ty.IfElse(cond=cond, then=then, other=other):
                return self._if(cond, then, other, place)
            case ty.NonEmpty(items=items):
                return self.sets.any(items, place)
            case ty.Some(thing=thing):
                return x.test(">=", self.expr(thing, place), x.NO)
            case ty.InZone(piece=piece, items=items):
                return x.test("==", self._where(piece.type.name, piece, place), self.expr(items.zone, place))
            case ty.Member(item=item, items=items):
                return x.Among(self.expr(item, place), self.expr(items, place))
            case ty.Unmarked(slot=slot, bit=bit):
                return x.Nope(x.Math("&", place.local(slot), x.Num(1 << bit)))
            case ty.Watched(number=number):
                return x.Call(self.watch(number), x.NO, x.NOBODY)
            case _:
                assert_never(value)

    def truth(self, value: Value, place: Place) -> Expr:
        """Lower a value that is kept or compared: a truth is 0 or 1."""
        made = self.expr(value, place)
        return x.choose(made, x.YES, x.NO) if value.type.tag == "truth" and not isinstance(made, x.Num) else made

    def _logic(self, sign: str, left: Value, right: Value, place: Place) -> Expr:
        first = self.expr(left, place)
        certain = x.known(first)
        if certain is not None and bool(certain) != (sign == "and"):
            return first
        second = self.expr(right, place)
        return x.both(first, second) if sign == "and" else x.either(first, second)

    def _if(self, cond: Value, then: Value, other: Value, place: Place) -> Expr:
        test = self.expr(cond, place)
        certain = x.known(test)
        if certain is not None:
            return self.expr(then if certain else other, place)
        return x.choose(test, self.expr(then, place), self.expr(other, place))

    def _ranked(self, parts: tuple[Value, ...], place: Place) -> Expr:
        """Values in a row as one number: each stands for more than all behind it together."""
        made: Expr = x.NO
        for part in parts:
            one = self.expr(part, place)
            if part.type.tag == "number" and not isinstance(part, ty.Const | ty.Var):
                one = x.math("max", x.Num(-INTEGER), x.math("min", x.Num(INTEGER), one))
            made = x.plus(x.math("*", made, x.Num(RANK)), one)
        return made

    def row(self, table: Key, index: Expr) -> Expr:
        """A number of a table."""
        certain = x.known(index)
        if certain is None:
            return x.Row(table, index)
        number = self.tables[table][certain]
        assert isinstance(number, int)
        return x.Num(number)

    # ---- vars and places

    def _var(self, value: ty.Var, place: Place) -> Expr:
        optional = [one for one in (value.host, value.index) if one is not None and self.nullable(one, place)]
        changed = [change for change in place.changes if change.key == value.key]
        if optional and changed:
            raise Untold
        if not optional:
            address = self.address(value, place)
            cell: Expr = x.Cell(address)
            for change in changed:
                cell = change.after(address, cell)
            return cell
        nothing = x.Num(nothing_of(value.type))
        var = self.layout.vars[value.key]

        def at(host: Expr, index: Expr) -> Expr:
            return x.Cell(x.plus(x.plus(x.Num(var.base), x.math("*", host, x.Num(var.width))), index))

        if value.host is None:
            assert value.index is not None
            return self.guarded(value.index, place, lambda index: at(x.NO, index), nothing)
        if value.index is None:
            return self.guarded(value.host, place, lambda host: at(host, x.NO), nothing)
        index = value.index
        return self.guarded(
            value.host, place, lambda host: self.guarded(index, place, lambda i: at(host, i), nothing), nothing
        )

    def address(self, value: ty.Var, place: Place) -> Expr:
        """The address of a var whose host and index are not none."""
        var = self.layout.vars[value.key]
        made: Expr = x.Num(var.base)
        if value.host is not None:
            made = x.plus(made, x.math("*", self.expr(value.host, place), x.Num(var.width)))
        return made if value.index is None else x.plus(made, self.expr(value.index, place))

    def _zone(self, value: ty.Zone, place: Place) -> Expr:
        zone = self.layout.zones[value.key]
        base, stride = x.Num(zone.base), x.Num(zone.stride)
        if value.host is None:
            return base
        return self.guarded(value.host, place, lambda host: x.plus(base, x.math("*", host, stride)), x.Num(NOWHERE))

    def _slot(self, zone: Expr, *, common: bool) -> Expr:
        def first(zone: Expr) -> Expr:
            lies = x.plus(zone, x.YES)
            return x.Cell(x.Cell(lies) if common else lies)

        if not isinstance(zone, x.Let | x.Choose) and x.size(zone) <= 8:
            return x.Choose(x.Cell(zone), first(zone), x.NOBODY)
        name = self.fresh_name("t")
        found = first(x.Name(name))
        return x.Let(name, zone, x.Choose(x.Test(">", x.Cell(x.Name(name)), x.NO), found, x.NOBODY))

    def _where(self, kind: str, thing: Value, place: Place) -> Expr:
        base = x.Num(self.layout.tables[kind].loc)
        return self.guarded(thing, place, lambda piece: x.Cell(x.plus(base, piece)), x.NO)

    def faced(self, kind: str, thing: Value, place: Place) -> Expr:
        """The row of a thing's upper face in a table; the last one for none."""
        table = self.layout.tables[kind]
        if table.faces == 1:
            return self.expr(thing, place)
        faces, face = x.Num(table.faces), x.Num(table.face)
        return self.guarded(thing, place, lambda p: x.plus(x.math("*", p, faces), x.Cell(x.plus(face, p))), x.NOBODY)

    # ---- what the pack declares

    def _derived(self, value: ty.Derived, place: Place) -> Expr:
        decl = self.v.values[value.key]
        formula = decl.formula
        assert formula is not None
        if self._is_changed(formula, place):
            return self.expr(formula.value, self.inside_of(value, place))
        sure = value.base is None or not self.nullable(value.base, place)
        if sure and self.weight(value.key) <= MAX_WEIGHT:
            given = [self.expr(part, place) for part in (value.base, *value.given) if part is not None]
            if all(map(x.simple, given)):
                return self.expr(formula.value, self.inside_of(value, place))
        key = self.function(decl.formula_key, len(decl.params), formula.value)
        self._ahead(value.key)
        args = tuple(self._bounded(one, self.handed(one, place)) for one in value.given)
        if value.base is None:
            return x.Call(key, place.me, x.NOBODY, args)

        def call(base: Expr) -> Expr:
            return x.Call(key, base, x.NOBODY, args) if decl.of == "player" else x.Call(key, place.me, base, args)

        return self.guarded(value.base, place, call, self._nothing(value.type))

    def _ahead(self, key: str) -> None:
        """Lower the values that a derived value will use, the innermost first, so that lowering never goes deep."""
        if self.work.depths.get(key, 0) <= MAX_INSIDE or self.v.values[key].formula_key in self.functions:
            return
        waiting, found = [key], {key}
        while waiting:
            formula = self.v.values[waiting.pop()].formula
            fresh = set(used_values(formula.value)) - found if formula is not None else set()
            found |= fresh
            waiting += sorted(fresh)
        for one in sorted(found, key=lambda one: (self.work.depths.get(one, 0), one)):
            decl = self.v.values[one]
            if self.weight(one) > MAX_WEIGHT and decl.formula is not None and one != key:
                self.function(decl.formula_key, len(decl.params), decl.formula.value)

    def _nothing(self, of: Type) -> Expr:
        return x.Span(x.NO, x.NO) if of.tag == "set" else x.Num(nothing_of(of))

    def _is_changed(self, formula: Formula | None, place: Place) -> bool:
        """Whether a formula reads something that has changed on the way."""
        if not place.changes or formula is None:
            return False
        return not wanted_by(formula.value, self.v).isdisjoint(f"var {change.key}" for change in place.changes)

    def inside_of(self, value: ty.Derived, place: Place) -> Place:
        """Inside a derived value that is written where it is used: only so does it see what has changed on the way."""
        me, this = place.me, NOBODY
        if value.base is not None:
            if self.nullable(value.base, place):
                raise Untold
            if self.v.values[value.key].of == "player":
                me = self.expr(value.base, place)
            else:
                this = self.expr(value.base, place)
        bound = tuple(
            Bound(slot, self.handed(one, place), sure=not self.nullable(one, place))
            for slot, one in enumerate(value.given)
        )
        return Place(me, this, GIVEN, bound, place.changes, elements=place.elements)

    def weight(self, key: str) -> int:
        """How many parts a derived value has, those of the values it uses included."""
        if key not in self._weights:
            self._weights[key] = MAX_PLACED + 1  # while it is being weighed
            formula, total = self.v.values[key].formula, 0
            stack = [formula.value] if formula is not None else []
            while stack and total <= MAX_PLACED:
                node = stack.pop()
                total += self.weight(node.key) if isinstance(node, ty.Derived) else 1
                stack += ty.children(node)
            self._weights[key] = total
        return self._weights[key]

    def _item_formula(self, value: ty.ItemFormula, place: Place) -> Expr:
        if place.changes and not wanted_by(value, self.v).isdisjoint(f"var {c.key}" for c in place.changes):
            raise Untold
        table = self.table(
            Key(
                "formula",
                (
                    value.kind,
                    value.script,
                ),
            ),
            lambda: self._formulas(value.kind, value.script),
        )
        thing = self.expr(value.thing, place)
        return x.CallRow(table, self.faced(value.kind, value.thing, place), place.me, thing, 0)

    def _table_row(self, value: ty.TableRow, place: Place) -> Expr:
        declared = self.v.tables[value.table]
        key = self.expr(value.key, place)
        if declared.by:
            table = self.table(Key("table", (value.table,)), lambda: [*declared.values, 0])
            return self.row(table, key)
        rows = declared.values
        certain = x.known(key)
        if certain is not None:
            return x.Num(rows[min(max(certain, 0), len(rows) - 1)])
        high = self._highest_index(value.key, place)
        if high < 0:
            return x.Clamped(self.table(Key("table", (value.table,)), lambda: list(rows)), key)
        long = self.table(
            Key(
                "table to",
                (
                    value.table,
                    high,
                ),
            ),
            lambda: [*rows, *[rows[-1]] * (high + 1 - len(rows))],
        )
        return x.Row(long, key)

    def _highest_index(self, key: Value, place: Place) -> int:
        """How far a key goes that is a counter with both bounds, so that it needs no care; -1 where it is not so."""
        if not isinstance(key, ty.Var):
            return -1
        if place.changes and self.expr(key, place) != self.expr(key, replace(place, changes=())):
            return -1  # what the way does to it may lead beyond
        if any(one is not None and self.nullable(one, place) for one in (key.host, key.index)):
            return -1
        decl = self.v.var(key.key)
        start = self.layout.start_value(decl)
        if decl.high is None or decl.high > MAX_ROWS or min(start, decl.low if decl.low is not None else -1) < 0:
            return -1
        return max(int(decl.high), start)

    def watch(self, number: int) -> Key:
        """The function that says whether a state-based rule holds for anybody it is about."""
        key = Key("watched", (number,))
        if key not in self.functions:
            self.functions[key] = Function(0, self._watch_body(number), frozenset())
        return key

    def _watch_body(self, number: int) -> Expr:
        watch = self.v.watches[number]
        assert watch.cond is not None
        players = x.Span(x.NO, x.Num(self.layout.seats if watch.for_player else 1))
        return x.Has(players, "me", self.expr(watch.cond.value, replace(IN_VALUE, this=x.NOBODY)))

    # ---- sets

    def _applied(self, value: ty.Applied, place: Place) -> Expr:
        match self.form_of(value):
            case "any":
                return self.sets.any(value.given[0], place)
            case "count":
                return self.sets.count(value.given[0], place)
            case "first":
                return self.sets.first(value.given[0], place)
            case "players":
                return x.RowSet(
                    self.table(Key("players from"), lambda: self.rows.others(0)), self.expr(value.given[0], place)
                )
            case "following":
                return self._next(value, place)
            case "smaller":
                return x.math("min", *(self.expr(one, place) for one in value.given))
            case "larger":
                return x.math("max", *(self.expr(one, place) for one in value.given))
            case "turned":
                way, eighths = value.given
                by, ways = self.expr(eighths, place), x.Num(len(DIRECTIONS))
                return self.guarded(way, place, lambda one: x.math("mod", x.plus(one, by), ways), x.NOBODY)
        return x.Apply(value.function, tuple(self.handed(one, place) for one in value.given))

    def _next(self, value: ty.Applied, place: Place) -> Expr:
        """The value of an enum behind another one: none behind the last one, and behind none."""
        one, size = value.given
        last = (ty.const_number(size) or 0) - 1

        def behind(number: Expr) -> Expr:
            return x.choose(x.test("<", number, x.Num(last)), x.plus(number, x.YES), x.NOBODY)

        return self.guarded(one, place, lambda n: self.named(n, behind), x.NOBODY)

    def handed(self, value: Value, place: Place) -> Expr:
        """Lower a value that is handed on: a set as it is, a truth as 0 or 1."""
        return self.expr(value, place) if value.type.tag == "set" else self.truth(value, place)

    def form_of(self, value: ty.Applied) -> str:
        """The operation of the program that a function becomes."""
        return FUNCTIONS[value.function].form


def _multiplies(value: Value) -> bool:
    """Whether a number is a product of numbers that are not known before the game."""
    stack = [value]
    while stack:
        node = stack.pop()
        if node.type.tag not in ("number", "set"):
            continue
        if isinstance(node, ty.Arith) and node.sign == "*" and not isinstance(node.left, ty.Const):
            if not isinstance(node.right, ty.Const):
                return True
        stack += () if isinstance(node, ty.Derived) else ty.children(node)
    return False


def nothing_of(of: Type) -> int:
    """What a number, truth, thing or zone of none is."""
    return {"number": 0, "truth": 0, "zone": NOWHERE}.get(of.tag, -1)
