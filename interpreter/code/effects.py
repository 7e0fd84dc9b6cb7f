"""What engine statements do to cells and zones on the way of a proof, and under which condition they can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.check.reads import origin_of, wanted_by
from interpreter.code import expr as x
from interpreter.code.concern import cards_of
from interpreter.code.expr import UNKNOWN, Expr, both, either
from interpreter.code.place import IN_VALUE, Change, Place, Untold
from interpreter.code.rising import ANYWHERE, DOWN, LEVEL, UP, course
from interpreter.code.way import Shift, Way
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import NOWHERE
from interpreter.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.code.proof import Proofs
    from interpreter.code.writing import Tokens


Asked = tuple[ty.Value, str, dict[str, ty.Value]] | None
"""The cards that a rule looks through, as `cards_of` finds them."""


class Effects:
    """Says what single statements of one program do."""

    def __init__(self, proofs: Proofs) -> None:
        self._proofs = proofs
        self.p, self.v, self.values = proofs.p, proofs.v, proofs.values
        self._cards: dict[tuple[int, Tokens], Asked] = {}

    def concerned(self, number: int, tokens: Tokens, way: Way, grows: int) -> Expr | None:
        """Whether a rule may begin to hold through a change of what it reads; None where that is not told.

        Between two changes a rule does not hold, so it can begin to only through what reads the change: of a rule about
        any of some cards, a card whose condition does so, and not one that goes the other way. `grows` is where the change
        leads, ANYWHERE if that is not known. What held from the start was never looked at.
        """
        cond = self.v.watches[number].cond
        if cond is None:
            return None
        if grows != ANYWHERE and course(cond.value, tokens, self.v) in (LEVEL, -grows):
            return self._holds(number)
        if (number, tokens) not in self._cards:  # the same changes come up again and again
            self._cards[number, tokens] = cards_of(cond.value, set(tokens), self.v)
        found = self._cards[number, tokens]
        if found is None or wanted_by(found[0], self.v) & way.changed:
            return None
        cards, script, reading = found
        ways = {one: course(met, tokens, self.v) for one, met in reading.items()} if grows != ANYWHERE else {}
        against = {one for one, way in ways.items() if way in (LEVEL, -grows)}
        beginning = self._any_of(cards, script, {*reading} - against)
        return either(beginning, both(self._any_of(cards, script, against), self._holds(number)))

    def _holds(self, number: int) -> Expr:
        """Whether a rule holds already."""
        return x.Call(self.values.watch(number), x.NO, x.NOBODY)

    def _any_of(self, cards: ty.Value, script: str, ids: set[str]) -> Expr:
        """Whether one of some cards is among those with these ids."""
        kind = cards.type.element.name
        things = self.p.layout.things[kind]
        rows = [*(int(one.item is not None and one.item.id in ids) for one in things), 0]
        if not any(rows):
            return x.NO
        table = self.values.table(Key("reading", (kind, script, *sorted(ids))), lambda: rows)
        return x.Has(self.values.expr(cards, IN_VALUE), "c", x.Row(table, x.Name("c")))

    def leads(self, statement: ty.Do) -> int:
        """Where a change leads: to more, to less, or anywhere."""
        change = STATEMENTS[statement.primitive].change
        if change is None:
            return ANYWHERE
        return DOWN if takes(change.into) else UP if _adds(change.into) else ANYWHERE

    def reset(self, token: str) -> Change:
        """A var that is everywhere as at its start."""
        key = token.partition(" ")[2]
        start = self.p.layout.start_value(self.p.layout.vars[key].decl)
        return Change(key, None, lambda _, amount: amount, x.Num(start), forgets=True)

    def shift(self, piece: ty.Value, zone: ty.Zone, place: Place, way: Way) -> Shift:
        """Where a piece comes from and goes to. Raises Untold."""
        kind, hosted = piece.type.name, zone.host is not None and self.values.nullable(zone.host, place)
        if hosted or self.values.nullable(piece, place) or f"where {kind}" in way.loose:
            raise Untold
        thing, target = self._proofs.expr(piece, place, way), self._address(zone, place, way)
        return Shift(kind, thing, self._lies(kind, thing, way), target, zone.key)

    def _address(self, zone: ty.Zone, place: Place, way: Way) -> Expr:
        """The address of a zone, whatever lies in it by then."""
        wanted = wanted_by(zone.host, self.v) if zone.host is not None else set()
        if wanted & way.written:
            raise Untold
        return self.values.expr(zone, replace(place, changes=way.changes) if wanted & way.changed else place)

    def _lies(self, kind: str, thing: Expr, way: Way) -> Expr:
        return way.lies(kind, thing, x.Cell(x.plus(x.Num(self.p.layout.tables[kind].loc), thing)))

    def there(self, cell: ty.Var, place: Place, way: Way) -> list[Expr]:
        """That a cell is one of something: of none, nothing can be changed."""
        hosts = [one for one in (cell.host, cell.index) if one is not None and self.values.nullable(one, place)]
        return [x.test(">=", self._proofs.expr(one, place, way), x.NO) for one in hosts]

    def change(self, statement: ty.Do, cell: ty.Var, place: Place, way: Way) -> Change:
        """What a statement does to its cell."""
        declared = STATEMENTS[statement.primitive].change
        assert declared is not None
        hosts = [one for one in (cell.host, cell.index) if one is not None]
        if any(wanted_by(one, self.v) & way.changed for one in hosts):
            raise Untold
        amount: Expr = x.YES
        given = statement.args.get(declared.amount)
        if given is not None:
            if wanted_by(given, self.v) & way.written:
                raise Untold
            amount = self.values.truth(given, replace(place, changes=way.changes))
            if not declared.forgets and not self._never_negative(given):
                amount = x.math("max", x.NO, amount)
        low, high = self.bounds(cell)

        def into(old: Expr, amount: Expr) -> Expr:
            new: Expr = declared.into(old, amount)
            if declared.fails:
                return new
            shrinks = declared.forgets or not _adds(declared.into)
            grows = declared.forgets or not takes(declared.into)
            if high is not None and grows:
                new = x.math("min", x.Num(high), new)
            if low is not None and shrinks:
                new = x.math("max", x.Num(low), new)
            return new

        return Change(cell.key, self.values.address(cell, place), into, amount, declared.forgets)

    def _never_negative(self, value: ty.Value) -> bool:
        """Whether a number is evidently 0 or more."""
        match value:
            case ty.Const(number=number):
                return number >= 0
            case ty.Var():
                low = self.bounds(value)[0]
                return low is not None and low >= 0
            case ty.Field(kind=kind, name=name):
                return min(self.values.rows.field_values(kind, name)) >= 0
            case ty.TableRow(table=table):
                return min(self.v.tables[table].values) >= 0
            case ty.Arith(sign="+", left=left, right=right):
                return self._never_negative(left) and self._never_negative(right)
            case ty.Applied(given=given):
                made = self.values.form_of(value)
                return made == "count" or (made == "larger" and any(map(self._never_negative, given)))
        return False

    def bounds(self, cell: ty.Var) -> tuple[int | None, int | None]:
        """How far a cell goes."""
        decl = self.v.var(cell.key)
        return (decl.low, decl.high) if decl.type.tag == "number" else (None, None)

    def room(self, statement: ty.Do, place: Place, way: Way) -> Expr:
        """Whether there is room for what a statement moves, once the way has come there. Raises Untold."""
        declared = STATEMENTS[statement.primitive]
        piece, zone = statement.args.get(declared.named("piece")), statement.args.get(declared.room)
        if not isinstance(zone, ty.Zone):
            raise Untold
        decl = self.p.layout.zones[zone.key]
        if piece is None and decl.decl.capacity is None:  # for all of them wherever that is a place at all
            return either(x.test("!=", self._address(zone, place, way), x.Num(NOWHERE)), UNKNOWN)
        if piece is None or f"zone {zone.key}" in way.loose:
            raise Untold
        thing, target = self._proofs.expr(piece, place, way), self._address(zone, place, way)
        room = x.test("<", way.filled(zone.key, target), x.Num(decl.room))
        if origin_of(piece, dict(place.origins)) in ("", zone.key):  # a piece that lies there already needs no room
            room = either(room, x.test("==", self._lies(piece.type.name, thing, way), target))
        if zone.host is not None and self.values.nullable(zone.host, place):
            room = both(x.test("!=", target, x.Num(NOWHERE)), room)
        if not self.values.nullable(piece, place):
            return room
        return either(x.test("<", thing, x.NO), room)


def _adds(into: Callable[[Expr, Expr], Expr]) -> bool:
    """Whether a change only ever adds its amount."""
    return bool(into(x.Name("old"), x.Name("amount")) == x.plus(x.Name("old"), x.Name("amount")))


def takes(into: Callable[[Expr, Expr], Expr]) -> bool:
    """Whether a change only ever takes its amount away."""
    return bool(into(x.Name("old"), x.Name("amount")) == x.minus(x.Name("old"), x.Name("amount")))


def as_written(amount: Expr) -> Expr:
    """An amount that counts as 0 below 0, as it is: taking less than nothing from a cell that fits leaves it fitting."""
    match amount:
        case x.Math(sign="max", left=x.Num(value=0), right=inner):
            return inner
    return amount
