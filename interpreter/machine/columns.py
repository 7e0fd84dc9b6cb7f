"""Sets of many places narrowed at once: a byte for each place, and what Python can do with bytes instead of a loop.

A column is an expression that gives a byte for each number of a stretch: how many pieces lie in a zone, which one, or what
a table says of it; none is 255. A mask is a column of yes and no.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.code import expr as x
from interpreter.machine import syntax as py
from interpreter.machine.namespace import Namespace, named_after
from interpreter.machine.support import slots

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.engine.layout import Layout, ZonePlace

    Print = Callable[[Expr], ast.expr]
    Cells = tuple[int, int, tuple[ast.expr, ast.expr], int]
    """How far cells are apart, which one of a zone, from where to where the zones lie, and where it is written where
    the first of their pieces lies."""

NONE = 255
_LEAST = 24
"""So many places at least are worth it."""
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FIXED = (x.Num, x.Name, x.Local, x.Cell, x.Row, x.Math)


class Columns:
    """Prints columns for one program; `names` is where its tables of bytes go."""

    def __init__(self, layout: Layout, tables: dict[Key, list[Any]], names: Namespace, letter: str) -> None:
        self._layout, self._tables, self._names, self._letter = layout, tables, names, f"Y{letter}"
        self._known: dict[object, str] = {}
        self._width = 1 if layout.is_small else 8
        self._low = 0 if layout.is_small or sys.byteorder == "little" else 7
        self.around: dict[str, int] = {}
        """Masks that are worked out before a loop, by name, and how long they are."""

    def narrowed(self, items: Expr, name: str, cond: Expr, sub: Print) -> tuple[ast.expr, Expr] | None:
        """A mask for the numbers of a stretch, and what is left to be asked of those it keeps."""
        found = stretch(items)
        if found is None:
            return None
        span = found[0]
        masks: list[ast.expr] = []
        rest: list[Expr] = []
        for part in cond.parts if isinstance(cond, x.Both) else (cond,):
            mask = self._mask(part, name, span, sub)
            if mask is None:
                rest.append(part)
            else:
                masks.append(mask)
        return (_joined("meet", masks), x.both(*rest)) if masks else None

    def values(self, items: Expr, name: str, value: Expr, sub: Print, wanted: int | None = None) -> ast.expr | None:
        """A column of what is asked of each element: of a stretch, or of the pieces of a zone through one table.

        Where it is known which number is `wanted`, the others may be other ones than they are.
        """
        match items, value:
            case (
                x.Pieces(zone=x.Num(value=zone), common=False),
                x.Row(table=table, index=x.Name(id=index)),
            ) if index == name:
                row = self._row(table)
                first, last = py.num(zone + 1), x.plus(x.Num(zone + 1), x.Cell(x.Num(zone)))
                cells = self._strided(self._bytes(first, sub(last)), 1, 0)
                return None if row is None else _translated(cells, py.name(row))
        found = stretch(items)
        if found is None:
            return None
        match value:
            case x.Row(table=table, index=inner) if wanted is not None and (row := self._row(table)) is not None:
                told_apart = self._names[row][0] != wanted and 0 <= wanted < NONE
                pieces = self._laid(inner, name, found[0], sub) if told_apart else None
                if pieces is not None:
                    return _translated(pieces, py.name(row))
        return self._column(value, name, found[0], sub)

    # ---- columns

    def _column(self, e: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        match e:
            case x.Cell(address=address):
                found = self._cells(address, name, span, sub)
                return None if found is None else self._one_of_each(found)
            case x.Row(table=table, index=x.Name(id=index)) if index == name:
                row = self._row(table)
                whole = None if row is None else ast.Slice(sub(span.low), sub(span.high))
                return None if row is None or whole is None else ast.Subscript(py.name(row), whole, ast.Load())
            case x.Row(table=table, index=index) if x.mentions(index, name):
                row = self._row(table)
                return None if row is None else self._through(index, row, name, span, sub)
            case x.Choose():
                found = self._slots(e, name, span, sub)
                return None if found is None else py.call(self._lying(found), py.STATE, *found[2])
        return None

    def _through(self, index: Expr, row: str, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        """What a table of bytes says of a column. Where the first piece is to it as none, nothing tells them apart."""
        known = self._names[row]
        pieces = self._laid(index, name, span, sub) if known[0] == known[NONE] else None
        column = self._column(index, name, span, sub) if pieces is None else pieces
        return None if column is None else _translated(column, py.name(row))

    def _laid(self, index: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        """A column of what lies in slots, where none is the first piece: a cell without a piece is 0."""
        found = self._slots(index, name, span, sub)
        return None if found is None else self._one_of_each(found)

    def _slots(self, index: Expr, name: str, span: x.Span, sub: Print) -> Cells | None:
        """The cells with the first piece of each of some zones, where an expression asks for it or none."""
        match index:
            case x.Choose(cond=x.Cell(address=full), then=x.Cell(address=piece), other=x.Num(value=-1)):
                first, second = (self._cells(one, name, span, sub) for one in (full, piece))
                if first is not None and second is not None and (first[0], first[1], second[1]) == (second[0], 0, 1):
                    return second
        return None

    def _lying(self, found: Cells) -> str:
        """The name of a function that gives what lies in such cells."""
        key = ("lying", found[0], found[3])
        if key not in self._known:
            given = (found[3], found[0], self._width, self._low)
            self._known[key] = named_after("slots", *given)  # in small letters: it changes nothing
            self._names.put(self._known[key], slots(*given), ("slots", *given))
        return self._known[key]

    def _cells(self, address: Expr, name: str, span: x.Span, sub: Print) -> Cells | None:
        """Cells at equal distances, of a zone for each number."""
        match address:
            case x.Math(
                sign="+", left=x.Num(value=base), right=x.Math(sign="*", left=x.Name(id=at), right=x.Num(step))
            ):
                zone = self._zone(base, step) if at == name else None
                if zone is not None:
                    ends = (x.plus(x.Num(zone.base), _times(end, step)) for end in (span.low, span.high))
                    first, last = map(sub, ends)
                    return step, base - zone.base, (first, last), self._layout.tables[zone.decl.holds].loc
        return None

    def _zone(self, base: int, step: int) -> ZonePlace | None:
        """The zones whose cells hold small numbers, none of them below 0: with few places, for few pieces."""
        for zone in self._layout.zones.values():
            few = step <= NONE and len(self._layout.things[zone.decl.holds]) <= NONE
            few = few and not self._layout.shares(zone.decl.holds)
            if few and zone.base <= base < zone.base + step == zone.base + zone.stride:
                return zone
        return None

    def _bytes(self, first: ast.expr, last: ast.expr) -> ast.expr:
        """Cells of the state as bytes, `_width` for each."""
        cells = ast.Subscript(py.STATE, ast.Slice(first, last), ast.Load())
        return py.call("bytes", cells) if self._width == 1 else py.expression("cells.tobytes()", cells=cells)

    def _one_of_each(self, found: Cells) -> ast.expr:
        """One cell of each of some zones, a byte each."""
        step, at, (first, last), _ = found
        if self._width == 1:  # a list: only the cells that are wanted become bytes
            start = ast.BinOp(first, ast.Add(), py.num(at)) if at else first
            return py.call("bytes", ast.Subscript(py.STATE, ast.Slice(start, last, py.num(step)), ast.Load()))
        return self._strided(self._bytes(first, last), step, at)

    def _strided(self, cells: ast.expr, step: int, at: int) -> ast.expr:
        """One of every so many cells, a byte each."""
        width = step * self._width
        return cells if width == 1 else py.expression(f"cells[{at * self._width + self._low}::{width}]", cells=cells)

    def _row(self, table: Key) -> str | None:
        """A table as bytes, the entry for none at their end; None for one whose numbers are too many or too large."""
        if table not in self._known:
            rows: Sequence[Any] = self._tables.get(table, ())
            if not 0 < len(rows) <= NONE or not all(isinstance(one, int) and -1 <= one < NONE for one in rows):
                return None
            small = [one % (NONE + 1) for one in rows]
            self._known[table] = named_after(self._letter, table.sort, *table.names)
            self._names.put(self._known[table], bytes([*small[:-1], *[NONE] * (NONE + 1 - len(small)), small[-1]]))
        return self._known[table]

    # ---- masks

    def _mask(self, cond: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:  # noqa: C901 - one case for each
        match cond:
            case x.Test(sign=sign, left=x.Row(table=table, index=index), right=x.Num(value=value)) if (
                index != x.Name(name) and (row := self._row(table)) is not None
            ):
                return self._through(index, self._tested(row, sign, value), name, span, sub)
            case x.Test(sign=sign, left=left, right=x.Num(value=value)):
                column = self._column(left, name, span, sub)
                return None if column is None else _translated(column, py.name(self._test(sign, value)))
            case x.Test(sign="==", left=left, right=right):
                for one, other in ((left, right), (right, left)):
                    if _is_fixed(other, name) and (column := self._column(one, name, span, sub)) is not None:
                        return _translated(column, py.call("alike", sub(other)))
            case x.Nope(inner=x.Test(sign=sign, left=left, right=x.Num() as right)):
                return self._mask(x.Test(_OPPOSITE[sign], left, right), name, span, sub)
            case x.Nope(inner=inner):
                mask = self._mask(inner, name, span, sub)
                return None if mask is None else _translated(mask, py.name(self._test("==", 0)))
            case x.Among(item=x.Name(id=at), items=x.Name(id=known)) if at == name and known in self.around:
                return py.name(known)
            case x.Either(
                parts=(
                    x.Test(sign="<", left=x.Row(index=x.Name(id=at)) as beside, right=x.Num(value=0)),
                    x.Test(sign=sign, left=x.Cell() as far, right=x.Num(value=value)),
                )
            ) if at == name and (column := self._beside(far, beside, name, span, sub)) is not None:
                return _translated(column, py.name(self._test(sign, value, none=True)))
            case x.Either(parts=parts) | x.Both(parts=parts):
                masks = [mask for part in parts if (mask := self._mask(part, name, span, sub)) is not None]
                if len(masks) == len(parts):
                    return _joined("join" if isinstance(cond, x.Either) else "meet", masks)
        return None

    def _test(self, sign: str, value: int, *, none: bool = False) -> str:
        """Which bytes stand to a number so, and where wanted also none."""
        key = (sign, value, none)
        if key not in self._known:
            self._known[key] = named_after(self._letter, *key)
            tests = (x.test(sign, x.Num(one), x.Num(value)) for one in (*range(NONE), -1))
            fits = [int(one == x.YES) for one in tests]
            self._names.put(self._known[key], bytes([*fits[:-1], 1 if none else fits[-1]]))
        return self._known[key]

    def _tested(self, row: str, sign: str, value: int) -> str:
        """Which bytes have an entry in a table that stands to a number so."""
        key = (row, sign, value)
        if key not in self._known:
            fits = self._names[self._test(sign, value)]
            self._known[key] = named_after(self._letter, *key)
            self._names.put(self._known[key], self._names[row].translate(fits))
        return self._known[key]

    def _beside(self, far: x.Cell, beside: x.Row, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        """A column of a cell of the place beside each, none where there is no such place: all are equally far away."""
        match far.address:
            case x.Math(sign="+", left=x.Num() as base, right=x.Math(sign="*", left=at, right=x.Num() as step)):
                own = x.Math("+", base, x.Math("*", x.Name(name), step))
                found = self._cells(own, name, span, sub) if at == beside and span.low == x.NO else None
                length = x.known(span.high) or 0
                away = distance(self._tables.get(beside.table, [])[:length])
                if found is None or not away or self._hosts(base.value) < length:
                    return None
                return py.call("beside", self._one_of_each(found), py.num(away))
        return None

    def _hosts(self, cell: int) -> int:
        """How many things have the zone in which a cell lies."""
        zones = self._layout.zones.values()
        return next(
            (len(self._layout.things[one.decl.host]) for one in zones if one.base <= cell < one.base + one.stride), 0
        )


def distance(rows: Sequence[Any]) -> int:
    """How far from each place in a row another is, always as far, and none only beyond the ends; 0 where it is not so."""
    away = next((to - at for at, to in enumerate(rows) if to >= 0), 0)
    reached = [at + away if 0 <= at + away < len(rows) else -1 for at in range(len(rows))]
    return away if reached == list(rows) else 0


def stretch(items: Expr) -> tuple[x.Span, int] | None:
    """A set of many whole numbers, always as many, and how many."""
    span = items.items if isinstance(items, x.Counted) else items
    if not isinstance(span, x.Span):
        return None
    length = x.known(span.high) if span.low == x.NO else None
    match span.high:
        case x.Math(sign="+", left=x.Num(value=value), right=low) if low == span.low:
            length = value
    return (span, length) if length is not None and length >= _LEAST else None


def _times(e: Expr, factor: int) -> Expr:
    """A number taken so many times, the known parts of it at once."""
    match e:
        case x.Math(sign="+", left=x.Num(value=value), right=rest):
            return x.plus(x.Num(value * factor), _times(rest, factor))
        case x.Math(sign="*", left=rest, right=x.Num(value=value)):
            return x.math("*", rest, x.Num(value * factor))
    return x.math("*", e, x.Num(factor))


def _is_fixed(e: Expr, name: str) -> bool:
    """Whether a number is the same for all elements and costs little."""
    return all(isinstance(node, _FIXED) and node != x.Name(name) for node in x.walk(e))


def _translated(column: ast.expr, table: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(column, "translate", ast.Load()), [table], [])


def _joined(how: str, masks: list[ast.expr]) -> ast.expr:
    whole = masks[0]
    for mask in masks[1:]:
        whole = (_here_and_beside(whole, mask) if how == "meet" else None) or py.call(how, whole, mask)
    return whole


def _here_and_beside(here: ast.expr, there: ast.expr) -> ast.expr | None:
    """Two masks of the same column, one of the place itself and one of that beside it: the column is made once."""
    match here, there:
        case (
            ast.Call(func=ast.Attribute(value=column, attr="translate"), args=[own]),
            ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="beside"), args=[same, away]), attr="translate"),
                args=[other],
            ),
        ) if ast.dump(column) == ast.dump(same):
            return py.call("here_and_beside", column, own, away, other)
    return None
