"""Values that last: what a derived value was, kept together with the cells it read, for as long as these stay as they are.

A bot looks at thousands of states that differ in a few cells, so most parts of an estimate were computed before. A key is
made of the arguments and of the cells; which cells follow from what the checker knows a value reads.
"""

from __future__ import annotations

import ast
from functools import reduce
from typing import TYPE_CHECKING

from interpreter.machine import syntax as py
from interpreter.machine.namespace import named_after

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout
    from interpreter.machine.namespace import Namespace
    from interpreter.machine.syntax import Stmts

MAX_CELLS = 512
"""More than this costs as much to compare as to compute."""
MAX_KEPT = 8_000
"""How many values are kept before all are forgotten: enough for a search, and some tens of megabytes at worst."""

Region = tuple[int, int]


class Regions:
    """The functions that give the cells a value reads, one for each set of cells."""

    def __init__(self, layout: Layout, names: Namespace) -> None:
        self._layout, self._names = layout, names
        self._idents: dict[tuple[Region, ...], str] = {}

    def read_by(self, tokens: frozenset[str], functions: Stmts) -> ast.expr | None:
        """An expression for everything that is read, worked out once for each state; None for too much of it."""
        regions = self._regions(tokens)
        if not regions or sum(end - start for start, end in regions) > MAX_CELLS:
            return None
        if regions not in self._idents:
            ident = self._idents[regions] = named_after("R", *regions)
            if not self._names.is_there(ident):
                cells = [self._cells(*region) for region in regions]
                joined = reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), cells)
                body = py.code("r = memo[n] = joined\nreturn r", n=ast.Constant(ident), joined=joined)
                functions.append(py.function(ident, ["s"], body))
        ident = self._idents[regions]
        return py.expression(f"memo.get({ident!r}) or {ident}(s)")

    def _cells(self, start: int, end: int) -> ast.expr:
        row = py.expression(f"s[{start}:{end}]")
        return py.call("tuple", row) if self._layout.is_small else py.expression("row.tobytes()", row=row)

    def _regions(self, tokens: frozenset[str]) -> tuple[Region, ...]:
        """The cells of tokens, in order, neighbours joined."""
        merged: list[Region] = []
        for start, end in sorted(self._region(token) for token in tokens):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return tuple(merged)

    def _region(self, token: str) -> Region:
        what, key = token.split(" ", 1)
        layout = self._layout
        if what == "var":
            var = layout.vars[key]
            return var.base, var.base + var.width * len(layout.things[var.decl.host])
        if what == "zone":
            zone = layout.zones[key]
            table = layout.tables[zone.decl.holds]
            if table.common:  # where it begins follows from the zones before it
                return table.sharing.start, table.common + table.size
            return zone.base, zone.base + zone.stride * len(layout.things[zone.decl.host])
        table = layout.tables[key]
        start = table.face if what == "face" else table.loc
        return start, start + table.size
