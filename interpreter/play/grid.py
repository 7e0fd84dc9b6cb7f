"""A grid of cells drawn as a board: a line for each row, a word or a number for what lies in each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.play.text import Text, colon

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, ZoneDecl
    from interpreter.play.views import Looker

MAX_WIDTH = 78
"""A wider board is told cell by cell: broken lines would not be a picture any more."""
EMPTY = "."
COLUMN, ROW = Text("column", "colonne"), Text("row", "rangée")


def grid_lines(look: Looker, decl: KindDecl, lang: str) -> list[str] | None:
    """The board, and below it what its signs mean; None for cells that hold more than a line can show."""
    zone = _only_zone(look, decl)
    if decl.grid is None or zone is None:
        return None
    columns, rows = decl.grid
    drawn = _Drawn(look, zone, lang)
    words = [drawn.word(number) for number in range(columns * rows)]
    names = [look.names.thing(decl.name, number).get(lang) for number in range(columns * rows)]
    across, down = _headings(names, columns, rows)
    table = [[COLUMN.get(lang), *across]]
    table += [[f"{ROW.get(lang)} {down[row]}", *words[row * columns : (row + 1) * columns]] for row in range(rows)]
    widths = [max(len(line[at]) for line in table) for at in range(columns + 1)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip() for line in table]
    if max(map(len, lines)) > MAX_WIDTH:
        return None
    legend = [f"{sign}{colon(lang)}{meaning}" for sign, meaning in sorted(drawn.signs.items())]
    return ["", *lines, *([", ".join(legend)] if legend else [])]


def _only_zone(look: Looker, decl: KindDecl) -> ZoneDecl | None:
    """The one thing there is to see of a cell: a place for a single piece."""
    zones = [zone for zone in decl.zones.values() if not zone.quiet]
    more = any(not (var.quiet or var.resets) for var in decl.vars.values())
    more = more or any(part.part_of == decl.name for part in look.v.kinds.values())
    more = more or any(value.show and value.of == decl.name for value in look.v.values.values())
    return zones[0] if len(zones) == 1 and zones[0].capacity == 1 and not more else None


def _headings(names: list[str], columns: int, rows: int) -> tuple[list[str], list[str]]:
    """Numbers of the columns and rows: those in the names of the cells, so that board and options agree."""
    told = [re.findall(r"\d+", name) for name in names]
    across, down = (
        [cell[0] if cell else "" for cell in told[:columns]],
        [cell[-1] if cell else "" for cell in told[::columns]],
    )
    if all(
        told[row * columns + column] == [across[column], down[row]] for row in range(rows) for column in range(columns)
    ):
        return across, down
    return [str(column + 1) for column in range(columns)], [str(row + 1) for row in range(rows)]


class _Drawn:
    """What lies in cells, in short; longer words for the signs it uses."""

    def __init__(self, look: Looker, zone: ZoneDecl, lang: str) -> None:
        self._look, self._lang = look, lang
        self._place = look.layout.zones[zone.key]
        self.signs: dict[str, str] = {}

    def word(self, cell: int) -> str:
        """The piece in a cell by its name; by the number of its owner if it has none; by its back if it is hidden."""
        look, address = self._look, self._place.base + cell * self._place.stride
        if not look.s[address]:
            return EMPTY
        table, piece = look.m.zone_kind[address], look.s[address + 1]
        thing = look.layout.things[table.name][piece]
        if not look.knows(address, table.known, piece):
            hidden = look.names.hidden(table.name, piece).get(self._lang)
            kind, _, back = hidden.partition(" (")
            return self._sign(f"({back}" if back else "?", "(…)" if back else "?", kind)
        named = thing.item is not None and any(face.name for face in thing.item.faces)
        words = look.piece_words(table.name, piece, self._lang)
        if named or thing.owner < 0:
            return words
        sign = str(thing.owner + 1)
        return self._sign(sign, sign, words)

    def _sign(self, drawn: str, sign: str, meaning: str) -> str:
        self.signs[sign] = meaning
        return drawn
