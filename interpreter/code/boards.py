"""Grids as tables: what is said of their places becomes a look into a table that is made once for a layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.primitives.functions import FUNCTIONS
from interpreter.primitives.grids import APART, DIRECTIONS, NEAR, Around
from interpreter.records import replace

if TYPE_CHECKING:
    from interpreter.check.typed import Value
    from interpreter.code.expr import Expr
    from interpreter.code.place import Place
    from interpreter.code.values import Rows, Values

WAYS = x.Num(len(DIRECTIONS))
RAY = "ray"


class Boards:
    """Lowers what is said of the grids of one pack."""

    def __init__(self, values: Values, around: Around) -> None:
        self.x, self.v, self.layout, self._around = values, values.v, values.layout, around

    def grid(self, kind: str) -> tuple[int, int]:
        """Columns and rows of a kind."""
        return self.v.kinds[kind].grid or (1, 1)

    def _board(self, kind: str) -> Around:
        return replace(self._around, grid=self.grid(kind))

    def _cells(self, kind: str) -> int:
        return len(self.layout.things[kind])

    # ---- tables

    def near(self, kind: str, which: str) -> Key:
        """For each cell those one step away; nothing for none."""
        board, cells = self._board(kind), range(self._cells(kind))
        made: Callable[[], Rows] = lambda: [*(tuple(board.near(cell, NEAR[which])) for cell in cells), ()]  # noqa: E731
        return self.x.table(Key("near", (kind, which)), made)

    def _steps(self, kind: str) -> Key:
        return self.x.table(Key("steps", (kind,)), lambda: self._board(kind).steps(self._cells(kind)))

    def _rays(self, kind: str) -> Key:
        return self.x.table(Key("rays", (kind,)), lambda: self._board(kind).rays(self._cells(kind)))

    def _lines(self, kind: str, which: str) -> Key:
        def made() -> list[int]:
            places = [self._board(kind).place(cell) for cell in range(self._cells(kind))]
            return [*(column + 1 if which == "column" else row + 1 for _, row, column in places), 0]

        return self.x.table(Key("on the board", (kind, which)), made)

    # ---- forms

    def line(self, kind: str, which: str, thing: Value, place: Place) -> Expr:
        """The column or row of a cell."""
        return self.x.row(self._lines(kind, which), self.x.expr(thing, place))

    def function(self, value: ty.OnGrid, place: Place) -> Expr:
        """A function of places."""
        kind, given = value.kind, value.given
        match FUNCTIONS[value.function].form:
            case "step":
                return self.next_place(value, place)
            case form if form == RAY:
                return x.RowSet(self._rays(kind), self._from(given, place))
            case "distance":
                return self._apart(value, place, x.plus)
            case "distance around":
                return self._apart(value, place, lambda down, across: x.math("max", down, across))
        on_board = tuple(self.x.handed(one, place) for one in given)
        return x.Apply(value.function, on_board, self.grid(kind), self._cells(kind))

    def next_place(self, value: ty.OnGrid, place: Place) -> Expr:
        """The place one step away in a direction: also the first of a ray."""
        return self.x.row(self._steps(value.kind), self._from(value.given, place))

    def _from(self, given: tuple[Value, ...], place: Place) -> Expr:
        """The row of a cell and a direction in a table; the last one where either is none."""
        cell, way = given
        return self.x.guarded(
            cell,
            place,
            lambda at: self.x.guarded(way, place, lambda to: x.plus(to, x.math("*", at, WAYS)), x.NOBODY),
            x.NOBODY,
        )

    def _apart(self, value: ty.OnGrid, place: Place, together: Callable[[Expr, Expr], Expr]) -> Expr:
        """How far two cells are apart: rows and columns taken together; 0 of none."""
        kind, (one, other) = value.kind, value.given

        def between(left: Expr, right: Expr) -> Expr:
            found = together(*(self._lines_apart(self._lines(kind, which), left, right) for which in ("row", "column")))
            if not self.v.kinds[kind].per_player:
                return found
            size = x.Num(self.grid(kind)[0] * self.grid(kind)[1])
            same = x.test("==", x.math("/", left, size), x.math("/", right, size))
            return x.choose(same, found, x.Num(APART))

        def behind(left: Expr) -> Expr:
            return self.x.unless_none(other, place, lambda right: between(left, right), x.NO)

        return self.x.unless_none(one, place, behind, x.NO)

    def _lines_apart(self, table: Key, left: Expr, right: Expr) -> Expr:
        one, other = self.x.row(table, left), self.x.row(table, right)
        return x.math("max", x.minus(one, other), x.minus(other, one))

    def cell(self, value: ty.CellAt, place: Place) -> Expr:
        """A cell by its column and row: none outside, and on the board of none."""
        columns, rows = self.grid(value.kind)
        first: Expr = x.NO
        if value.owner is not None:
            first = x.math("*", self.x.expr(value.owner, place), x.Num(columns * rows))

        def at(column: Expr, row: Expr) -> Expr:
            own = x.plus(x.math("*", x.minus(row, x.YES), x.Num(columns)), x.minus(column, x.YES))
            return x.plus(first, own)

        found = self._within(
            value.column, columns, place, lambda col: self._within(value.row, rows, place, lambda row: at(col, row))
        )
        if value.owner is None or not self.x.nullable(value.owner, place):
            return found
        return x.choose(x.test(">=", self.x.expr(value.owner, place), x.NO), found, x.NOBODY)

    def _within(self, line: Value, most: int, place: Place, inside: Callable[[Expr], Expr]) -> Expr:
        def checked(number: Expr) -> Expr:
            return x.choose(x.test("<=", number, x.Num(most)), inside(number), x.NOBODY)

        return self.x.named(self.x.expr(line, place), lambda n: x.choose(x.test(">=", n, x.YES), checked(n), x.NOBODY))
