"""Values that last: what a derived value was, kept together with the cells it read, for as long as these stay as they are.

A bot looks at thousands of states that differ in a few cells, so most parts of an estimate were computed before. A key is
made of the arguments and of the cells; which cells follow from what the checker knows a value reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code.reads import wanted_by

if TYPE_CHECKING:
    from interpreter.check.typed import E
    from interpreter.code.layout import Layout

MAX_CELLS = 512
"""More than this costs as much to compare as to compute."""
MAX_KEPT = 8_000
"""How many values are kept before all are forgotten: enough for a search, and some tens of megabytes at worst."""

Region = tuple[int, int]


class Regions:
    """The functions that give the cells a value reads, one for each set of cells."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._numbers: dict[tuple[Region, ...], int] = {}

    def read_by(self, value: E, functions: list[str]) -> str | None:
        """An expression for everything a value reads, worked out once for each state; None for too much of it."""
        regions = self._regions(wanted_by(value, self._layout.v))
        if not regions or sum(end - start for start, end in regions) > MAX_CELLS:
            return None
        if regions not in self._numbers:
            number = self._numbers[regions] = len(self._numbers)
            cells = "tuple(s[{}:{}])" if self._layout.is_small else "s[{}:{}].tobytes()"
            joined = "+".join(cells.format(*region) for region in regions)
            functions.append(f"def G{number}(s):\n    r = memo[{number}] = {joined}\n    return r\n")
        number = self._numbers[regions]
        return f"(memo.get({number}) or G{number}(s))"

    def _regions(self, tokens: set[str]) -> tuple[Region, ...]:
        """The cells of tokens, in order, neighbours joined."""
        merged: list[Region] = []
        for start, end in sorted(self._region(token) for token in tokens):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return tuple(merged)

    def _region(self, token: str) -> Region:
        what, key = token.split()
        layout = self._layout
        if what == "var":
            var = layout.vars[key]
            return var.base, var.base + var.width * len(layout.things[var.decl.host])
        if what == "zone":
            zone = layout.zones[key]
            return zone.base, zone.base + zone.stride * len(layout.things[zone.decl.host])
        table = layout.tables[key]
        start = table.face if what == "face" else table.loc
        return start, start + table.size
