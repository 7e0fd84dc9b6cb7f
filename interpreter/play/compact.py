"""The table in few lines: a row for each place with its free room, a sign for each piece, a paragraph for each player.

What can be said in a line is said in a line: places with parts are a table whose heads name the columns, a free place is
a dot, a piece that belongs to a player is that player's number (behind letters where several sorts could lie there). How
much is told of the rest depends on how much room there is.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.grid import grid_lines
from interpreter.play.text import colon
from interpreter.primitives.pieces import pieces_in

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, ZoneDecl
    from interpreter.play.views import Looker

FREE = "·"
LEVELS, CUT, FEW = 5, 2, 3
"""0: everything by its name; 1: of others only what is not nothing, zones as numbers; 2: a line for each thing, cut,
and three for who looks; 3: one line for what is everybody's, and no legend; 4: one for who looks, too."""
_ROOM = 6
"""Free places are drawn in zones for at most so many."""
_LONG = 70
"""A list of so many letters is told as a number where there is little room."""
_NUMBERED = re.compile(r"^(.*?)\s*(\d+)[^\d]*$")
_HIDDEN = re.compile(r"^\(\d+\)$")
_COLOURED = re.compile(r"^\D+(\d+)\s*\((\w+)\)$")


class Compact:
    """Draws the table for one seat in one language."""

    def __init__(self, look: Looker, lang: str) -> None:
        self.look, self.lang = look, lang
        self.v, self.names, self.layout = look.v, look.names, look.layout
        self._used: dict[str, str] = {}
        self._drawn: dict[str, dict[tuple[str, int], None]] = {}

    def meant(self, sign: str) -> list[tuple[str, int]]:
        """The things that a sign of the table stands for, by kind and number, once its lines have been made."""
        return list(self._drawn.get(sign.casefold(), ()))

    def _note(self, sign: str, kind: str, number: int) -> str:
        """Remember what a sign stands for, with and without its free places: nobody types the dots."""
        for one in (sign, sign.replace(FREE, "")):
            self._drawn.setdefault(one.casefold(), {})[kind, number] = None
        return sign

    def lines(self, width: int, level: int = 0, extra: int = 0) -> list[str]:
        """The table, as wide as the screen; at the levels that save room, with so many lines more than it would have."""
        self._used, self._drawn = {}, {}
        shared = list(self._shared(level)) if self.v.shared else []
        places = [
            line for decl in self.v.kinds.values() if self._stands(decl) for line in self._places(decl, width, level)
        ]
        seats = sorted(range(self.layout.people), key=lambda one: one == self.look.seat)
        players = [line for seat in seats for line in self._player(seat, width, level)]
        legend = textwrap.wrap(", ".join(f"{sign} {word}" for sign, word in self._used.items()), width)
        if level >= FEW:  # what the signs mean goes first
            legend = legend if len(legend) <= extra else []
            extra -= len(legend)
        return [*self._paragraphs(shared, width, level, 1 + extra), *places, *legend, *players]

    @staticmethod
    def _stands(decl: KindDecl) -> bool:
        shown = (decl.zones or decl.grid) and decl.zones_only and decl.name != "player"
        return bool(shown and not (decl.part_of or decl.per_player or decl.quiet))

    def _paragraphs(self, parts: Iterable[str], width: int, level: int, most: int = 1) -> list[str]:
        """Sentences one after another, broken at spaces; from the level on where things are cut each is a line at most.

        Where room is spared all of them have `most` lines, and the last one is cut.
        """
        told = [part for part in parts if part]
        if level < CUT:
            return textwrap.wrap(" | ".join(told), width) if told else []
        lines: list[str] = []
        for part in told:
            is_last = level >= FEW and len(lines) == most
            if lines and (is_last or len(lines[-1]) + len(part) + 3 <= width):
                lines[-1] += f" | {part}"
            else:
                lines.append(part)
        return [_cut(line, width) for line in lines]

    # ---- the table's own

    def _shared(self, level: int) -> Iterator[str]:
        decl = self.v.shared
        assert decl is not None
        yield ", ".join(self._counters(decl, 0, zeros=True))
        for name, place in self.names.looks(decl.name).zones:
            if not place.decl.quiet:
                words = self._zone(place.decl, place.base, level) if self.layout.things[place.decl.holds] else ""
                if words and (not level or words.strip(FREE)):
                    yield f"{self._word(name)}{colon(self.lang)}{words}"

    def _counters(self, decl: KindDecl, number: int, *, zeros: bool) -> list[str]:
        """The vars and shown values of a thing, in few words."""
        found: list[str] = []
        for var in self.names.looks(decl.name).vars:
            if not var.resets and self.look.sees_var(var, number):
                found += self.look.var_words(decl.name, var.name, number, self.lang)
        found += [
            line.replace(colon(self.lang), " ", 1) for line in self.look.shown_lines(decl.name, number, self.lang)
        ]
        return found if zeros else [one for one in found if not one.endswith(" 0")]

    # ---- zones and pieces

    def _zone(self, zone: ZoneDecl, address: int, level: int) -> str:
        """What lies in a zone, and its free places."""
        signs, hidden = self._lying(address, named=level < CUT)
        shown = _times(signs)
        if level and not hidden and sum(map(len, shown)) > _LONG:
            return str(len(signs))
        if hidden:
            shown.append(f"{hidden} ▒" if signs else f"({hidden})")
        free = zone.capacity - len(signs) - hidden if zone.capacity is not None else 0
        if 0 < free <= _ROOM:
            shown.append(FREE * free)
        return ", ".join(shown)

    def _lying(self, address: int, *, named: bool) -> tuple[list[str], int]:
        look = self.look
        table = look.m.zone_kind[address]
        signs, hidden = [], 0
        for at, piece in enumerate(pieces_in(look.s, table, address)):
            if look.knows(address, table.known, piece):
                sign = self._sign(table.name, piece, named=named, alone=False)
                signs.append(self._note(sign, table.name, piece))
            elif look.back(address, at) is not None:
                signs.append(self.names.hidden(table.name, piece).get(self.lang))
            else:
                hidden += 1
        return signs, hidden

    def _sign(self, kind: str, piece: int, *, named: bool, alone: bool) -> str:
        """A piece in few letters: a die by its number, a token by its player, a card by its name."""
        decl, thing = self.v.kinds[kind], self.layout.things[kind][piece]
        face = self.look.s[self.layout.tables[kind].face + piece] if decl.faces > 1 else 0
        name = self.names.thing(kind, piece, face).get(self.lang)
        if decl.rolls:
            short = self._short(name) if len({one for _, one in self._all(kind)}) > 1 else ""
            return f"{short}{self.look.s[self.layout.tables[kind].rolls + piece]}"
        owned = thing.owner >= 0
        if owned and not (thing.item and thing.item.name):
            return str(thing.owner + 1) if alone else f"{self._short(self._word(kind))}{thing.owner + 1}"
        if owned and not named:
            return (
                f"{self._short(_based(name)[0])}{_based(name)[1]}@{thing.owner + 1}"
                if _based(name)[1]
                else f"{self._short(name)}{thing.owner + 1}"
            )
        coloured = _COLOURED.match(name)
        if coloured is not None and self._is_alike(kind):
            return coloured[1] + self._colour(kind, coloured[2])
        return f"{name} @{thing.owner + 1}" if owned and self._mixes(kind) else name

    def _mixes(self, kind: str) -> bool:
        """Whether pieces of a kind may lie among those of others, so that their owner has to be told."""
        return any(
            zone.holds == kind
            for decl in self.v.kinds.values()
            if decl.name != "player"
            for zone in decl.zones.values()
        )

    def _all(self, kind: str) -> list[tuple[int, str]]:
        return [(n, self.names.thing(kind, n).get(self.lang)) for n in range(len(self.layout.things[kind]))]

    def _is_alike(self, kind: str) -> bool:
        """Whether all pieces of a kind are called the same but for their numbers."""
        return len({_based(name)[0] for _, name in self._all(kind)}) == 1

    def _colour(self, kind: str, word: str) -> str:
        words = {found[1] for _, name in self._all(kind) if (found := re.search(r"\((\w+)\)$", name))}
        return _prefix(word, words)

    def _short(self, word: str) -> str:
        """The first letters of a word, as many as tell it from the others; what they mean is noted for the legend."""
        sign = _prefix(word, self._words)
        sign = sign[:1].upper() + sign[1:]
        self._used[sign] = word
        return sign

    @cached_property
    def _words(self) -> set[str]:
        """Everything that may be told by its first letters."""
        found: set[str] = set()
        for decl in self.v.kinds.values():
            if decl.quiet or not self.layout.things.get(decl.name):
                continue
            names = {name for _, name in self._all(decl.name)}
            if decl.per_player and not decl.zones and not decl.grid:
                named = any(item.name for item in decl.items)
                found |= {_based(name)[0] for name in names} if named else {self._word(decl.name)}
            if decl.rolls and len(names) > 1:
                found |= names
            if decl.part_of:
                found |= {base for base, _ in map(_based, names)}
        return found

    def _word(self, name: str, count: int = 1) -> str:
        return self.names.term(name, count).get(self.lang)

    # ---- places

    def _places(self, decl: KindDecl, width: int, level: int) -> list[str]:
        board = grid_lines(self.look, decl, self.lang)
        if board is not None:
            return [line for line in board if line]
        parts = [one for one in self.v.kinds.values() if one.part_of == decl.name and not one.quiet]
        count = len(self.layout.things[decl.name])
        if not count:
            return []
        if not parts:
            told = [self._place(decl, number, max(level, 1)) for number in range(count)]
            return self._paragraphs([f"{self._word(decl.name, 2)}{colon(self.lang)}" + ", ".join(told)], width, level)
        return self._table(decl, parts, count, width)

    def _place(self, decl: KindDecl, number: int, level: int) -> str:
        name = self.names.thing(decl.name, number).get(self.lang)
        zones = [place for _, place in self.names.looks(decl.name).zones if not place.decl.quiet]
        full = [place for place in zones if self.look.s[place.base + number * place.stride]]
        held = [self._zone(place.decl, place.base + number * place.stride, level) for place in full]
        held = [
            f"{words[1:-1]} ▒" if _HIDDEN.match(words) else words for words in held
        ]  # brackets stand around all of it
        told = [*self._counters(decl, number, zeros=False), *held]
        return f"{name} ({'; '.join(told)})" if told else f"{name} {FREE}" if zones else name

    def _table(self, decl: KindDecl, parts: list[KindDecl], count: int, width: int) -> list[str]:
        """A row for each place: its own zones, then its parts in the order of the model."""
        zones = [(name, place) for name, place in self.names.looks(decl.name).zones if not place.decl.quiet]
        heads = ["", *(self._word(name) for name, _ in zones), *(self._word(part.name, 2) for part in parts)]
        rows = []
        for number in range(count):
            row = [self.names.thing(decl.name, number).get(self.lang)]
            row += [self._cell(place.decl, place.base + number * place.stride) for _, place in zones]
            row += [" ".join(self._parts(part, number)) for part in parts]
            counters = self._counters(decl, number, zeros=False)
            rows.append([*row, ", ".join(counters)])
        heads.append("")
        widths = [max(len(row[at]) for row in (*rows, heads)) for at in range(len(heads))]
        over = sum(widths) + len(widths) - 1 - width
        if over > 0:  # the heads and names give way first: a head is known after a while, a place by its first word
            common = _common_end([row[0] for row in rows])
            rows = [[row[0].removesuffix(common).strip() or row[0], *row[1:]] for row in rows]
            widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
            heads = [_cut(head, max(size, 3)) if size else "" for head, size in zip(heads, widths, strict=True)]
            widths = [max(len(row[at]) for row in (*rows, heads)) for at in range(len(heads))]
        lines = [" ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)) for row in (heads, *rows)]
        return [_cut(line.rstrip(), width) for line in lines]

    def _cell(self, zone: ZoneDecl, address: int) -> str:
        table = self.look.m.zone_kind[address]
        signs = []
        for piece in pieces_in(self.look.s, table, address):
            known = self.look.knows(address, table.known, piece)
            sign = self._sign(table.name, piece, named=False, alone=True) if known else "▒"
            signs.append(self._note(sign, table.name, piece) if known else sign)
        free = (zone.capacity or 0) - len(signs)
        return " ".join([*signs, *[FREE] * free]) if free <= _ROOM else " ".join(signs)

    def _parts(self, part: KindDecl, host: int) -> Iterator[str]:
        """The parts of a place: what each is, and what lies on it."""
        own = [n for n, parent in enumerate(self.layout.parents[part.name]) if parent == host]
        names = {n: _based(self.names.thing(part.name, n).get(self.lang)) for n in own}
        alike = len({base for base, _ in names.values()}) == 1
        zones = [place for _, place in self.names.looks(part.name).zones if not place.decl.quiet]
        for n in own:
            held = "".join(self._cell(place.decl, place.base + n * place.stride) for place in zones)
            base, number = names[n]
            sign = f"{number}{':' if held else ''}{held}" if alike and number else f"{self._short(base)}{held}"
            yield self._note(sign, part.name, n)

    # ---- players

    def _player(self, seat: int, width: int, level: int) -> list[str]:
        decl, mine = self.v.kinds["player"], seat == self.look.seat
        you = language(self.lang).play["you"] if mine else ""
        head = f"{self.names.player(seat).get(self.lang)}{you}{colon(self.lang)}"
        told = [", ".join(self._counters(decl, seat, zeros=level == 0 or (mine and level < CUT)))]
        for name, place in self.names.looks("player").zones:
            address = place.base + seat * place.stride
            if place.decl.quiet or not self.look.s[address]:
                continue
            short = not mine and level and not place.decl.capacity
            words = str(self.look.s[address]) if short else self._zone(place.decl, address, 0 if mine else level)
            told.append(f"{self._word(name)}{' ' if short else colon(self.lang)}{words}")
        told += self._owned(seat, full=level == 0 or (mine and level <= FEW), level=level)
        if not any(told):
            return []  # somebody who has nothing is told by the question and the log
        whole = head + " | ".join(one for one in told if one)
        if level < CUT:
            return textwrap.wrap(whole, width, subsequent_indent="  ")
        lines = textwrap.wrap(whole, width, subsequent_indent="  ")
        most = 3 if mine and level <= FEW else 1
        last = "  " * (most > 1) + " ".join(line.strip() for line in lines[most - 1 :])
        return lines if len(lines) <= most else [*lines[: most - 1], _cut(last, width)]

    def _owned(self, seat: int, *, full: bool, level: int) -> Iterator[str]:
        """The places that belong to a player: all of one's own, of others those that are not empty."""
        for decl in self.v.kinds.values():
            if not (decl.per_player and (decl.zones or decl.grid)):
                continue
            board = grid_lines(self.look, decl, self.lang, seat * self.layout.owned_count(decl.name))
            if board is not None:
                yield from (line for line in board if line)
                continue
            told = []
            for number, thing in enumerate(self.layout.things[decl.name]):
                if thing.owner == seat:
                    words = self._place(decl, number, max(level, 1))
                    if full or not words.endswith(FREE):
                        told.append(words)
            if told:
                yield f"{self._word(decl.name, 2)}{colon(self.lang)}{', '.join(told)}"


def _times(signs: list[str]) -> list[str]:
    """Equal signs once, with their number."""
    counted: dict[str, int] = {}
    for sign in signs:
        counted[sign] = counted.get(sign, 0) + 1
    return [sign if times == 1 else f"{sign} ×{times}" for sign, times in counted.items()]


def _based(name: str) -> tuple[str, str]:
    """A name without its number and what follows, and the number."""
    found = _NUMBERED.match(name)
    return (found[1], found[2]) if found is not None and found[1] else (name, "")


def _prefix(word: str, others: Iterable[str]) -> str:
    """As many first letters as tell a word from the others."""
    rest = [one.lower() for one in others if one.lower() != word.lower()]
    for size in range(1, len(word)):
        if not any(one.startswith(word[:size].lower()) for one in rest):
            return word[:size]
    return word


def _common_end(names: list[str]) -> str:
    """The words with which all names end."""
    words = [name.split() for name in names]
    size = 0
    while all(len(one) > size + 1 for one in words) and len({one[-1 - size] for one in words}) == 1:
        size += 1
    return " ".join(words[0][-size:]) if size else ""


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"
