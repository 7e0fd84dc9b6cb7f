"""A grid of cells drawn as a board: a line for each row, a word, a number or a sign for what is in each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.text import colon
from interpreter.primitives.pieces import first_of

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, VarDecl, ZoneDecl
    from interpreter.play.views import Looker

MAX_WIDTH = 78
"""A wider board is told cell by cell: broken lines would not be a picture any more."""
EMPTY = "."


def grid_lines(look: Looker, decl: KindDecl, lang: str, first: int = 0) -> list[str] | None:
    """The board from a cell on, and what its signs mean; None for cells that hold more than a line can show."""
    seen = _seen(look, decl)
    if decl.grid is None or seen is None or decl.grid[0] > MAX_WIDTH:
        return None
    columns, rows = decl.grid
    drawn = _Drawn(look, *seen, lang)
    cells = range(first, first + columns * rows)
    words = [drawn.word(number) for number in cells]
    across, down = _headings(look, decl, cells, lang)
    labels = [language(lang).play["column"], *(f"{language(lang).play['row']} {one}" for one in down)]
    lines = _board(labels, across, [words[row * columns : (row + 1) * columns] for row in range(rows)])
    if lines is None:
        return None
    legend = [f"{sign}{colon(lang)}{meaning}" for sign, meaning in sorted(drawn.signs.items())]
    return ["", *lines, *([", ".join(legend)] if legend else [])]


def _seen(look: Looker, decl: KindDecl) -> tuple[ZoneDecl | None, list[VarDecl]] | None:
    """What there is to see of a cell: a place for a single piece, or vars; None where it is more than a word."""
    zones = [zone for zone in decl.zones.values() if not zone.quiet]
    states = [var for var in decl.vars.values() if not (var.quiet or var.resets or var.name.startswith("("))]
    more = any(part.part_of == decl.name for part in look.v.kinds.values())
    more = more or any(value.show and value.of == decl.name for value in look.v.values.values())
    more = more or any(var.each or (var.type.tag == "kind" and var.type.name != "player") for var in states)
    if more or len(zones) > 1 or any(zone.capacity != 1 for zone in zones) or not (zones or states):
        return None
    return zones[0] if zones else None, states


def _headings(look: Looker, decl: KindDecl, cells: range, lang: str) -> tuple[list[str], list[str]]:
    """Numbers of the columns and rows: those in the names of the cells, so that board and options agree."""
    columns, rows = decl.grid or (1, 1)
    plain = [str(column + 1) for column in range(columns)], [str(row + 1) for row in range(rows)]
    if not any(item.name for item in decl.items):
        return plain
    told = [re.findall(r"\d+", look.names.place(decl.name, number).get(lang)) for number in cells]
    across, down = (
        [cell[0] if cell else "" for cell in told[:columns]],
        [cell[-1] if cell else "" for cell in told[::columns]],
    )
    fits = (
        told[row * columns + column] == [across[column], down[row]] for row in range(rows) for column in range(columns)
    )
    return (across, down) if all(fits) else plain


def _board(labels: list[str], across: list[str], rows: list[list[str]]) -> list[str] | None:
    """The lines of a board, as wide apart as the screen allows; None when even signs side by side are too wide."""
    table = [[label, *row] for label, row in zip(labels, (across, *rows), strict=True)]
    widths = [max(len(line[at]) for line in table) for at in range(len(across) + 1)]
    for gap in (2, 1):
        if sum(widths) + gap * len(across) <= MAX_WIDTH:
            return [
                (" " * gap).join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
                for line in table
            ]
    left = widths[0] + 2
    if max(len(word) for row in rows for word in row) > 1 or left + len(across) > MAX_WIDTH:
        return None
    digits = max(map(len, across))
    heads = ["".join(one.rjust(digits)[place] for one in across) for place in range(digits)]
    named = ["".ljust(left) + head for head in heads[:-1]] + [labels[0].ljust(left) + heads[-1]]
    return [*named, *(label.ljust(left) + "".join(row) for label, row in zip(labels[1:], rows, strict=True))]


class _Drawn:
    """What is in cells, in short; longer words for the signs it uses."""

    def __init__(self, look: Looker, zone: ZoneDecl | None, states: list[VarDecl], lang: str) -> None:
        self._look, self._lang, self._states = look, lang, states
        self._place = look.layout.zones[zone.key] if zone is not None else None
        self._short = {var.type.name: self._signs_of(var.type.name) for var in states if var.type.tag == "enum"}
        self.signs: dict[str, str] = {}

    def word(self, cell: int) -> str:
        """What is in a cell: its piece, and what its vars say; numbers side by side are kept apart."""
        found = [self._piece(cell)] if self._place is not None else []
        found += [self._state(var, cell) for var in self._states]
        told = [one for one in found if one]
        return ("/" if sum(one[-1].isdigit() for one in told) > 1 else "").join(told) or EMPTY

    # ---- pieces

    def _piece(self, cell: int) -> str:
        """The piece in a cell by its name; by the sign of its owner if it has none; by its back if it is hidden."""
        assert self._place is not None
        look, address = self._look, self._place.base + cell * self._place.stride
        if not look.s[address]:
            return ""
        table = look.m.zone_kind[address]
        piece = look.s[first_of(look.s, table, address)]
        thing = look.layout.things[table.name][piece]
        if not look.knows(address, table.known, piece):
            hidden = look.names.hidden(table.name, piece).get(self._lang)
            kind, _, back = hidden.partition(" (")
            return self._sign(f"({back}" if back else "?", "(…)" if back else "?", kind)
        named = thing.item is not None and any(face.name for face in thing.item.faces)
        words = look.piece_words(table.name, piece, self._lang)
        if named or thing.owner < 0:
            return words
        sign = self._of_seat(table.name, thing.owner)
        return self._sign(sign, sign, words)

    # ---- vars

    def _state(self, var: VarDecl, cell: int) -> str:
        """What a var of a cell says; nothing for none, for no, and for a number that is as at the start."""
        look = self._look
        value = look.s[look.layout.vars[var.key].base + cell]
        if not look.sees_var(var, cell):
            return self._sign("?", "?", look.names.term(var.name).get(self._lang))
        match var.type.tag:
            case "number":
                return "" if value == look.layout.start_value(var) else str(value)
            case "truth":
                word = look.names.term(var.name).get(self._lang)
                sign = self._own(var.name) or word[:1]
                return self._sign(sign, sign, word) if value else ""
            case "enum" if value >= 0:
                name = look.v.enums[var.type.name].values[value]
                sign = self._short[var.type.name][value]
                return self._sign(sign, sign, look.names.term(name).get(self._lang))
            case "kind" if value >= 0:
                sign = self._of_seat(var.name, value)
                return self._sign(sign, sign, look.names.player(value).get(self._lang))
        return ""

    def _signs_of(self, enum: str) -> list[str]:
        """A sign for each value of an enum: its own, or as many letters of its word as tell it from the others."""
        names = self._look.v.enums[enum].values
        words = [self._look.names.term(name).get(self._lang) for name in names]
        return [self._own(name) or _start(word, words) for name, word in zip(names, words, strict=True)]

    # ---- signs

    def _own(self, name: str) -> str:
        """The sign that a term of the pack gives."""
        term = self._look.v.terms.get(self._lang, {}).get(name)
        return term.get("sign", "") if isinstance(term, dict) else ""

    def _of_seat(self, name: str, seat: int) -> str:
        """The sign of a player: one letter for each in the term of a piece or var, else the number of the seat."""
        signs = self._own(name)
        return signs[seat] if seat < len(signs) else str(seat + 1)

    def _sign(self, drawn: str, sign: str, meaning: str) -> str:
        self.signs[sign] = meaning
        return drawn


def _start(word: str, words: list[str]) -> str:
    """The shortest beginning of a word that no other word begins with."""
    others = [other for other in words if other != word]
    starts = (word[:length] for length in range(1, len(word)))
    return next((start for start in starts if not any(other.startswith(start) for other in others)), word)
