"""Statements that change one cell, printed in place: much is known there, the bounds of the cell and often the amount."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.machine import syntax as py

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.program import Do
    from interpreter.code.ranges import Ranges
    from interpreter.machine.syntax import Stmts
    from interpreter.primitives.registry import CellChange
    from interpreter.primitives.tables import KindTable


class Changes:
    """Prints changes of cells; `expr` and `place` print expressions and locals where the change stands."""

    def __init__(
        self,
        expr: Callable[[Expr], ast.expr],
        place: Callable[[int], ast.expr],
        ranges: Ranges,
        *,
        tells: bool,
        tables: Mapping[str, KindTable],
    ) -> None:
        self._expr, self._place, self._ranges, self._tells, self._tables = expr, place, ranges, tells, tables

    def lines(self, node: Do, change: CellChange, failure: Stmts) -> Stmts:
        """The lines of one change; `failure` is what happens when the new value does not fit."""
        given = {name: value for name, _, value in node.given}
        assert node.cell is not None
        lines, amount, cell = [], given.get(change.amount, x.YES), node.cell
        nothing = [py.assign(self._place(node.excess), py.num(0))] if node.excess >= 0 else []
        least, most = self._ranges.of(amount)
        if most <= 0 and not change.forgets:
            return nothing
        fits = self._fits(node, change.into(x.Cell(cell), amount))
        always = least > 0 or change.forgets
        if not isinstance(amount, x.Num | x.Name | x.Local) and not (always and not self._tells):
            lines.append(py.assign(py.name("a"), self._expr(amount)))
            amount = x.Name("a")
        if x.size(cell) > 6:
            lines.append(py.assign(py.name("c"), self._expr(cell)))
            cell = x.Name("c")
        done = self._change(node, change, cell, amount, failure, given.get("reason", x.NOBODY), fits)
        if always:
            return [*lines, *done]
        return [*lines, *nothing, py.when(self._expr(x.test(">", amount, x.NO)), done)]

    def _fits(self, node: Do, wanted: Expr) -> tuple[bool, bool]:
        """Whether a new value is certain to be no higher, and no lower, than its cell may be."""
        (low, high), (least, most) = node.bounds, self._ranges.of(wanted)
        return high is not None and most <= high, low is not None and least >= low

    def _change(  # noqa: PLR0913, PLR0917 - what is known of a change
        self,
        node: Do,
        change: CellChange,
        cell: Expr,
        amount: Expr,
        failure: Stmts,
        reason: Expr,
        fits: tuple[bool, bool],
    ) -> Stmts:
        place = py.cell(self._expr(cell))
        old: Expr = x.Cell(cell)
        lines: Stmts = []
        if self._tells:
            lines.append(py.assign(py.name("o"), place))
            old = x.Name("o")
        wanted = change.into(old, amount)
        grows, shrinks = _ways(change)
        low, high = node.bounds
        over = [] if high is None or not grows or fits[0] else [x.test(">", x.Name("n"), x.Num(high))]
        under = [] if low is None or not shrinks or fits[1] else [x.test("<", x.Name("n"), x.Num(low))]
        if not (over or under or self._tells or node.excess >= 0):
            return [py.assign(place, self._expr(wanted))]
        lines.append(py.assign(py.name("n"), self._expr(wanted)))
        if change.fails:
            lines += [py.when(self._expr(x.either(*over, *under)), failure)] if over or under else []
        else:
            lines += self._kept(node, over, under)
        lines.append(py.assign(place, py.name("n")))
        if self._tells:
            again = change.tells_new and self._may_be_hidden(node, change)
            lines.append(self._told(change, self._expr(cell), self._expr(reason), grows=grows, again=again))
        return lines

    def _kept(self, node: Do, over: list[Expr], under: list[Expr]) -> Stmts:
        """Keep the new value within its bounds; what is beyond the upper one may be wanted."""
        low, high = node.bounds
        lines: Stmts = []
        if node.excess >= 0:
            more = x.choose(over[0], x.minus(x.Name("n"), x.Num(int(high or 0))), x.NO) if over else x.NO
            lines.append(py.assign(self._place(node.excess), self._expr(more)))
        for tests, bound in ((over, high), (under, low)):
            if tests:
                lines.append(py.when(self._expr(tests[0]), [py.assign(py.name("n"), py.num(int(bound or 0)))]))
        return lines

    def _may_be_hidden(self, node: Do, change: CellChange) -> bool:
        """Whether what a cell is given is a piece that somebody may not see."""
        given = node.typed.args.get(change.amount) if node.typed is not None else None
        table = self._tables.get(given.type.name) if given is not None and given.type.tag == "kind" else None
        return table is not None and bool(table.known)

    def _told(self, change: CellChange, cell: ast.expr, reason: ast.expr, *, grows: bool, again: bool) -> ast.stmt:
        difference = x.minus(x.Name("n"), x.Name("o")) if grows else x.minus(x.Name("o"), x.Name("n"))
        told = x.Name("n") if change.tells_new else difference

        def logs(name: str) -> Stmts:
            event = ast.Tuple([ast.Constant(name), py.name("me"), cell, self._expr(told), reason], ast.Load())
            return py.code("m.log.append(event)", event=event)

        return py.when(py.expression("n != o"), logs(change.event), logs(change.again) if again else None)


def _ways(change: CellChange) -> tuple[bool, bool]:
    """Whether a change may make its cell larger, and smaller."""
    new = change.into(x.Name("old"), x.Name("amount"))
    adds = new == x.plus(x.Name("old"), x.Name("amount"))
    takes = new == x.minus(x.Name("old"), x.Name("amount"))
    return not takes, not adds
