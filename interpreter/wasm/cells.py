"""Statements that change one cell, printed in place: the bounds of the cell are known there, and often the amount."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.wasm.text import get, i64, put, when

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.program import Do
    from interpreter.primitives.registry import CellChange
    from interpreter.wasm.scope import Scope
    from interpreter.wasm.values import Values


class Changes:
    """Prints changes of cells."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def lines(self, node: Do, change: CellChange, failure: Callable[[], str], scope: Scope) -> str:
        """One change; `failure` is what happens when the new value does not fit."""
        given = {name: value for name, _, value in node.given}
        assert node.cell is not None
        amount: Expr = given.get(change.amount, x.YES)
        certain = x.known(amount)
        nothing = scope.keep(node.excess, i64(0)) if node.excess >= 0 else ""
        if certain is not None and certain <= 0 and not change.forgets:
            return nothing
        lines, inner = "", scope
        if certain is None:
            local = scope.fn.local()
            lines, inner, amount = self._held("amount", amount, local, scope)
        done = self._change(node, change, amount, failure, inner)
        if certain is not None or change.forgets:
            return f"{lines} {done}"
        return f"{lines} {nothing} {when(self._values.cond(x.test('>', amount, x.NO), inner), done)}"

    def _held(self, name: str, value: Expr, local: str, scope: Scope) -> tuple[str, Scope, Expr]:
        return put(local, self._values.num(value, scope)), scope.binding(name, local), x.Name(name)

    def _change(self, node: Do, change: CellChange, amount: Expr, failure: Callable[[], str], scope: Scope) -> str:
        assert node.cell is not None
        cell, lines = node.cell, ""
        if not isinstance(cell, x.Num):
            lines, scope, cell = self._held("cell", cell, scope.fn.local(), scope)
        new = scope.fn.local()
        inner = scope.binding("new", new)
        lines += put(new, self._values.num(change.into(x.Cell(cell), amount), scope))
        low, high = node.bounds
        grows, shrinks = not change.takes, not change.adds
        over = high is not None and grows
        under = low is not None and shrinks
        above, below = x.test(">", x.Name("new"), x.Num(high or 0)), x.test("<", x.Name("new"), x.Num(low or 0))
        if change.fails:
            beyond = x.either(*([above] if over else []), *([below] if under else []))
            lines += when(self._values.cond(beyond, inner), failure()) if over or under else ""
        else:
            if node.excess >= 0:
                more = x.choose(above, x.minus(x.Name("new"), x.Num(high or 0)), x.NO) if over else x.NO
                lines += inner.keep(node.excess, self._values.num(more, inner))
            for holds, test, bound in ((over, above, high), (under, below, low)):
                lines += when(self._values.cond(test, inner), put(new, i64(bound or 0))) if holds else ""
        return f"{lines} (i64.store32 {self._values.place(cell, scope)} {get(new)})"
