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

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.layout import Layout

    Print = Callable[[Expr], ast.expr]

NONE = 255
_LEAST = 24
"""So many places at least are worth it."""
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FIXED = (x.Num, x.Name, x.Local, x.Cell, x.Row, x.Math)
_LOW_BYTE = 0 if sys.byteorder == "little" else 7


class Columns:
    """Prints columns for one program; `names` is where its tables of bytes go."""

    def __init__(self, layout: Layout, tables: dict[Key, list[Any]], names: dict[str, Any], letter: str) -> None:
        self._layout, self._tables, self._names, self._letter = layout, tables, names, f"Y{letter}"
        self._known: dict[object, str] = {}

    def narrowed(self, items: Expr, name: str, cond: Expr, sub: Print) -> tuple[ast.expr, Expr] | None:
        """A mask for the numbers of a stretch, and what is left to be asked of those it keeps."""
        span = _stretch(items)
        if span is None:
            return None
        masks: list[ast.expr] = []
        rest: list[Expr] = []
        for part in cond.parts if isinstance(cond, x.Both) else (cond,):
            mask = self._mask(part, name, span, sub)
            if mask is None:
                rest.append(part)
            else:
                masks.append(mask)
        return (_joined("meet", masks), x.both(*rest)) if masks else None

    def values(self, items: Expr, name: str, value: Expr, sub: Print) -> ast.expr | None:
        """A column of what is asked of each element: of a stretch, or of the pieces of a zone through one table."""
        match items, value:
            case x.Pieces(zone=x.Num(value=zone)), x.Row(table=table, index=x.Name(id=index)) if index == name:
                row = self._row(table)
                first, last = py.num(zone + 1), x.plus(x.Num(zone + 1), x.Cell(x.Num(zone)))
                return None if row is None else _translated(self._bytes(first, sub(last), 1), py.name(row))
        span = _stretch(items)
        return None if span is None else self._column(value, name, span, sub)

    # ---- columns

    def _column(self, e: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        match e:
            case x.Cell(address=address):
                return self._cells(address, name, span, sub)
            case x.Row(table=table, index=x.Name(id=index)) if index == name:
                row = self._row(table)
                whole = None if row is None else ast.Slice(sub(span.low), sub(span.high))
                return None if row is None or whole is None else ast.Subscript(py.name(row), whole, ast.Load())
            case x.Row(table=table, index=index) if x.mentions(index, name):
                row, inner = self._row(table), self._column(index, name, span, sub)
                return None if row is None or inner is None else _translated(inner, py.name(row))
            case x.Choose(cond=x.Cell() as full, then=x.Cell() as piece, other=x.Num(value=-1)):
                there, what = (self._column(one, name, span, sub) for one in (full, piece))
                return None if there is None or what is None else py.call("in_slots", there, what)
        return None

    def _cells(self, address: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        """Cells of a zone at equal distances."""
        match address:
            case x.Math(
                sign="+", left=x.Num(value=base), right=x.Math(sign="*", left=x.Name(id=at), right=x.Num(step))
            ):
                if at == name and self._fits(base, step):
                    first, last = (x.plus(x.Num(base), x.math("*", end, x.Num(step))) for end in (span.low, span.high))
                    return self._bytes(sub(first), sub(last), step)
        return None

    def _fits(self, base: int, step: int) -> bool:
        """Whether cells hold small numbers, none of them below 0: those of a zone with few places, for few pieces."""
        return any(
            zone.base <= base < zone.base + step == zone.base + zone.stride
            and step <= NONE
            and len(self._layout.things[zone.decl.holds]) <= NONE
            for zone in self._layout.zones.values()
        )

    def _bytes(self, first: ast.expr, last: ast.expr, step: int) -> ast.expr:
        """Cells of the state, a byte each."""
        cells = ast.Subscript(py.STATE, ast.Slice(first, last, py.num(step) if step > 1 else None), ast.Load())
        if self._layout.is_small:
            return py.call("bytes", cells)
        return py.expression(f"cells.tobytes()[{_LOW_BYTE}::8]", cells=cells)

    def _row(self, table: Key) -> str | None:
        """A table as bytes, the entry for none at their end; None for one whose numbers are too many or too large."""
        if table not in self._known:
            rows: Sequence[Any] = self._tables.get(table, ())
            if not 0 < len(rows) <= NONE or not all(isinstance(one, int) and -1 <= one < NONE for one in rows):
                return None
            small = [one % (NONE + 1) for one in rows]
            self._known[table] = f"{self._letter}{len(self._known)}"
            self._names[self._known[table]] = bytes([*small[:-1], *[NONE] * (NONE + 1 - len(small)), small[-1]])
        return self._known[table]

    # ---- masks

    def _mask(self, cond: Expr, name: str, span: x.Span, sub: Print) -> ast.expr | None:
        match cond:
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
            case x.Either(parts=parts) | x.Both(parts=parts):
                masks = [mask for part in parts if (mask := self._mask(part, name, span, sub)) is not None]
                if len(masks) == len(parts):
                    return _joined("join" if isinstance(cond, x.Either) else "meet", masks)
        return None

    def _test(self, sign: str, value: int) -> str:
        """Which bytes stand to a number so."""
        key = (sign, value)
        if key not in self._known:
            self._known[key] = f"{self._letter}{len(self._known)}"
            tests = (x.test(sign, x.Num(one), x.Num(value)) for one in (*range(NONE), -1))
            self._names[self._known[key]] = bytes(int(one == x.YES) for one in tests)
        return self._known[key]


def _stretch(items: Expr) -> x.Span | None:
    """A set of many whole numbers, always as many."""
    span = items.items if isinstance(items, x.Counted) else items
    if not isinstance(span, x.Span):
        return None
    length = x.known(span.high) if span.low == x.NO else None
    match span.high:
        case x.Math(sign="+", left=x.Num(value=value), right=low) if low == span.low:
            length = value
    return span if length is not None and length >= _LEAST else None


def _is_fixed(e: Expr, name: str) -> bool:
    """Whether a number is the same for all elements and costs little."""
    return all(isinstance(node, _FIXED) and node != x.Name(name) for node in x.walk(e))


def _translated(column: ast.expr, table: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(column, "translate", ast.Load()), [table], [])


def _joined(how: str, masks: list[ast.expr]) -> ast.expr:
    whole = masks[0]
    for mask in masks[1:]:
        whole = py.call(how, whole, mask)
    return whole
