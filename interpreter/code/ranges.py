"""Between which numbers a value certainly lies, as far as that follows from the bounds of vars and from tables.

What is known to fit need not be held to its bounds when it is written.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.engine.tables import cell_bounds

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.values import Rows
    from interpreter.engine.layout import Layout

Range = tuple[float, float]
ANY: Range = (-inf, inf)


class Ranges:
    """Finds the ranges of values of one program."""

    def __init__(self, layout: Layout, tables: dict[Key, Rows]) -> None:
        self._tables, self._most_seat = tables, layout.people - 1
        self._vars: list[tuple[int, int, Range]] = []
        for place in layout.vars.values():
            low, high = cell_bounds(place.decl)
            if low is not None and high is not None:
                cells = place.width * len(layout.things[place.decl.host])
                self._vars.append((place.base, place.base + cells, (low, high)))
        self._rows: dict[Key, Range] = {}

    def of(self, e: Expr) -> Range:
        """The lowest and the highest number that a value can be."""
        match e:
            case x.Num(value=value):
                return value, value
            case x.Name(id="me"):
                return 0, self._most_seat
            case x.Cell(address=address):
                return self._of_cell(address)
            case x.Row(table=table) | x.Clamped(table=table):
                return self._of_table(table)
            case x.Math(sign=sign, left=left, right=right):
                return _calculated(sign, self.of(left), self.of(right))
            case x.Choose(then=then, other=other):
                (low, high), (least, most) = self.of(then), self.of(other)
                return min(low, least), max(high, most)
            case x.Kept(inner=inner):
                return self.of(inner)
            case x.Count() | x.CountEqual():
                return 0, inf
            case x.Test() | x.Both() | x.Either() | x.Nope() | x.Has() | x.Among():
                return 0, 1
        return ANY

    def _of_cell(self, address: Expr) -> Range:
        first, last = self.of(address)
        return next((bounds for base, end, bounds in self._vars if base <= first <= last < end), ANY)

    def _of_table(self, table: Key) -> Range:
        if table not in self._rows:
            rows = self._tables.get(table) or ["?"]
            numbers = [row for row in rows if isinstance(row, int)]
            self._rows[table] = (min(numbers), max(numbers)) if len(numbers) == len(rows) else ANY
        return self._rows[table]


def _calculated(sign: str, left: Range, right: Range) -> Range:
    (low, high), (least, most) = left, right
    match sign:
        case "+":
            return low + least, high + most
        case "-":
            return low - most, high - least
        case "min":
            return min(low, least), min(high, most)
        case "max":
            return max(low, least), max(high, most)
        case "*" if inf not in map(abs, (low, high, least, most)):
            ends = [one * other for one in left for other in right]
            return min(ends), max(ends)
    return ANY
