"""The table as one seat sees it: as data, and drawn as readable text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.languages import language
from interpreter.machine.secret import choosing
from interpreter.play.grid import grid_lines
from interpreter.play.imagine import back_shows
from interpreter.play.log import Teller
from interpreter.play.text import colon, said
from interpreter.primitives.pieces import pieces_in
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, ValueDecl, VarDecl
    from interpreter.play.game import Game


_IN_BRACKETS = re.compile(r" \([^()]*\)$")
HIDDEN = "?"
"""How a var that points at a hidden piece is given as data."""


@record(frozen=True, slots=True)
class View:
    """What a seat sees."""

    data: dict[str, Any]
    _lines: Callable[[str], list[str]]

    def text(self, lang: str) -> str:
        """The table as text."""
        return "\n".join(self._lines(lang))


def make_view(game: Game, seat: int | None) -> View:
    """Look at a game from a seat (None: a spectator)."""
    looker = Looker(game, seat)
    looker.s = game.state[:]  # the text is made when it is read; the game may have gone on by then
    return View(looker.data(), cache(looker.lines))


Computed = dict[tuple[object, ...], int]
"""Values of a state that were worked out: by key, player and argument."""


class Looker:
    """Reads a state for one seat."""

    def __init__(self, game: Game, seat: int | None, computed: Computed | None = None) -> None:
        """`computed`: values that others who look at this state have asked for already."""
        self.game, self.seat = game, seat
        self._computed: Computed = {} if computed is None else computed
        self.m, self.s, self.names = game.machine, game.state, game.names
        self.layout, self.v = game.machine.layout, game.pack.vocabulary
        self.teller = Teller(game.machine, game.names)
        self._choosing = choosing(game.machine, game.state) is not None

    # ---- data

    def data(self) -> dict[str, Any]:
        """Everything visible, as plain data."""
        shared = self.thing("shared", 0) if self.v.shared else {}
        players = [self.thing("player", seat) for seat in range(self.layout.people)]
        places = {
            decl.name: self._sorted([self.thing(decl.name, i) for i in range(len(self.layout.things[decl.name]))])
            for decl in self.v.kinds.values()
            if (decl.zones or decl.grid) and decl.name != "player"
        }
        return {"seat": self.seat, "shared": shared, "players": players, "places": places}

    def thing(self, kind: str, number: int) -> dict[str, Any]:
        """A thing: its key, its vars and what lies in its zones."""
        if kind not in ("shared", "player") and not self.sees(kind, number):
            return {"id": None}
        look = self.names.looks(kind)
        found: dict[str, Any] = {"id": self.layout.things[kind][number].key}
        for var in look.vars:
            if self.sees_var(var, number):
                found[var.name] = self.var(kind, var.name, number)
        for value in look.shown:
            found[value.name] = self._shown_data(value, number)
        for name, place in look.zones:
            address = place.base + number * place.stride
            found[name] = self.zone(address) if self.s[address] else []
        return found

    @staticmethod
    def _sorted(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Things the seat does not know stand behind the others: their place among them would tell which they are."""
        return sorted(things, key=lambda thing: thing["id"] is None)

    def sees_var(self, var: VarDecl, number: int) -> bool:
        """Whether the seat may know a var of a thing."""
        if var.visible == "all" or (var.visible == "sealed" and not self._choosing):
            return True
        return self.seat is not None and self.names.host_owner(var.host, number) == self.seat

    def _hides(self, var: VarDecl, value: int) -> bool:
        """Whether a var points at a piece that the seat does not know."""
        if var.type.tag != "kind" or value < 0 or self.m.naming.var_names(var.key):
            return False
        table = self.layout.tables[var.type.name]
        mask = self.m.knowers(self.s, table, value)
        return mask & self.m.everyone != self.m.everyone and not self.sees(var.type.name, value)

    # ---- derived values a pack wants to be seen

    def _compute(self, value: ValueDecl, number: int, *args: int) -> int:
        if value.of != "player":
            return self.m.shown(value.key)(self.s, self.seat or 0, number, *args)
        key = (value.key, number, *args)
        if key not in self._computed:  # a value of a player is the same whoever looks
            self._computed[key] = self.m.shown(value.key)(self.s, number, -1, *args)
        return self._computed[key]

    def _shown_data(self, value: ValueDecl, number: int) -> Any:  # noqa: ANN401 - a number or a row
        if not value.params:
            return self._compute(value, number)
        keys = self.names.keys_of(value.params[0][1])
        return {key: self._compute(value, number, i) for i, key in enumerate(keys)}

    def shown_lines(self, kind: str, number: int, lang: str) -> list[str]:
        """The values of a thing that a pack wants to be seen, a line each."""
        lines = []
        for value in self.names.looks(kind).shown:
            if not value.params:
                count = self._compute(value, number)
                lines.append(f"{self.names.term(value.name, count).get(lang)}{colon(lang)}{count}")
                continue
            word = self.names.term(value.name).get(lang)
            of = value.params[0][1]
            count = len(self.names.keys_of(of))
            row = [(self.names.value(of, i), self._compute(value, number, i)) for i in range(count)]
            told = ", ".join(f"{name.get(lang)} {count}" for name, count in row if count)
            if told:
                lines.append(f"{word}{colon(lang)}{told}")
        return lines

    def var(self, kind: str, name: str, number: int) -> Any:  # noqa: ANN401 - a number, key or row
        """The value of a var as plain data."""
        place = self.layout.vars[f"{kind}.{name}"]
        if place.decl.each:
            values = self.v.enums[place.decl.each].values
            return {value: self.s[place.base + number * place.width + i] for i, value in enumerate(values)}
        value = self.s[place.base + number]
        if self._hides(place.decl, value):
            return self.names.public_key(place.decl.type.name, value) or HIDDEN
        return value if place.decl.type.tag == "number" else self.names.key(place.decl.type, value)

    def zone(self, address: int) -> list[str | None]:
        """What lies in a zone: keys of the pieces the seat knows; of the others what can be seen of them, or None.

        A hidden zone without an order shows no more than how many there are: which of its pieces a seat happens to know
        says nothing about where they lie.
        """
        table = self.m.zone_kind[address]
        pieces = pieces_in(self.s, table, address)
        if self.m.visible[address] == "all" or not table.known:
            found: list[str | None] = [self.piece(table.name, piece) for piece in pieces]
        else:
            mask = self.m.everyone if self.seat is None else 1 << self.seat
            seen = [self.s[table.known + piece] & mask == mask for piece in pieces]
            if not any(seen) and not any(self.names.backs(table.name)):
                return [None] * len(pieces)
            found = [
                self.piece(table.name, piece) if knows else self.back(address, at)
                for at, (piece, knows) in enumerate(zip(pieces, seen, strict=True))
            ]
        if self.m.visible[address] == "all" or self.m.ordered[address]:
            return found
        return sorted(found, key=_counting)

    def back(self, address: int, at: int) -> str | None:
        """What can be seen of a hidden piece where it lies: of a pile perhaps only the back of the top one."""
        table = self.m.zone_kind[address]
        if not back_shows(self.m, self.s, address, at):
            return None
        return self.names.backs(table.name)[pieces_in(self.s, table, address)[at]]

    def knows(self, address: int, known: int, piece: int) -> bool:
        """Whether the seat knows a piece that lies there."""
        return self.m.visible[address] == "all" or not known or self.has_seen(known, piece)

    def has_seen(self, known: int, piece: int) -> bool:
        """Whether the seat knows a piece that can be hidden; a spectator knows what everybody knows."""
        if self.seat is None:
            return self.s[known + piece] & self.m.everyone == self.m.everyone
        return bool(self.s[known + piece] >> self.seat & 1)

    def sees(self, kind: str, number: int) -> bool:
        """Whether the seat knows where a piece is.

        In the supply everything lies openly that was never hidden; what was is known to those who know it.
        """
        table = self.layout.tables.get(kind)
        if table is None or not table.known:
            return True
        zone = self.s[table.loc + number] if table.loc else 0
        return bool(zone and self.m.visible[zone] == "all") or self.has_seen(table.known, number)

    def piece(self, kind: str, number: int) -> str:
        """The key of a piece, with its face and its numbers."""
        decl = self.v.kinds[kind]
        key = self.layout.things[kind][number].key
        if decl.faces > 1:
            key += f":{self.s[self.layout.tables[kind].face + number] + 1}"
        if decl.rolls:
            key += f"={self.s[self.layout.tables[kind].rolls + number]}"
        return key

    # ---- text

    def lines(self, lang: str) -> list[str]:
        """The table as lines: the shared things, the places, the players, the seat itself last."""
        lines: list[str] = []
        if self.v.shared:
            lines += self.thing_lines(self.v.shared, 0, lang)
        for decl in self.v.kinds.values():
            if (decl.zones or decl.grid) and decl.zones_only and decl.name != "player":
                if not (decl.part_of or decl.per_player or decl.quiet):
                    lines += grid_lines(self, decl, lang) or self._place_lines(decl, lang)
        order = sorted(range(self.layout.people), key=lambda seat: seat == self.seat)
        for seat in order:
            you = language(lang).play["you"] if seat == self.seat else ""
            lines += ["", f"{self.names.player(seat).get(lang)}{you}"]
            lines += [f"  {line}" for line in self.thing_lines(self.v.kinds["player"], seat, lang)]
            for decl in self.v.kinds.values():
                if decl.per_player and (decl.zones or decl.grid):
                    first = seat * self.layout.owned_count(decl.name)
                    owned = grid_lines(self, decl, lang, first) or self._owned_lines(decl, seat, lang)
                    lines += [f"  {line}".rstrip() for line in owned]
        return lines

    def thing_lines(self, decl: KindDecl, number: int, lang: str) -> list[str]:
        """The vars, values and zones of a thing, a line each."""
        counters, lines = [], []
        look = self.names.looks(decl.name)
        for var in look.vars:
            if self.sees_var(var, number) and not (var.resets and self._at_start(var, number)):
                counters += self.var_words(decl.name, var.name, number, lang)
        if counters:
            lines.append(", ".join(counters))
        lines += self.shown_lines(decl.name, number, lang)
        for name, place in look.zones:
            address = place.base + number * place.stride
            words = self._zone_words(address, lang) if self.s[address] and not place.decl.quiet else ""
            if words:
                lines.append(f"{self.names.term(name).get(lang)}{colon(lang)}{words}")
        return lines

    def member_lines(self, decl: KindDecl, name: str, number: int, lang: str) -> list[str]:
        """A var or a zone of a thing by its name: a line, or none where the seat sees nothing of it."""
        if name in decl.vars:
            seen = self.sees_var(decl.vars[name], number)
            return [", ".join(self.var_words(decl.name, name, number, lang))] if seen else []
        cells = self.layout.zones[decl.zones[name].key]
        words = self._zone_words(cells.base + number * cells.stride, lang) or language(lang).play["none"]
        return [f"{self.names.term(name).get(lang)}{colon(lang)}{words}"]

    def _at_start(self, var: VarDecl, number: int) -> bool:
        """Whether a var is as at the start: what holds for a while is shown while it holds."""
        place = self.layout.vars[var.key]
        cell, start = place.base + number * place.width, self.layout.start_value(var)
        return all(value == start for value in self.s[cell : cell + place.width])

    def var_words(self, kind: str, name: str, number: int, lang: str) -> list[str]:
        """A var in words; nothing where there is nothing to say."""
        place = self.layout.vars[f"{kind}.{name}"]
        cell = place.base + number * place.width
        if place.decl.each:
            return [self.row_words(place.decl, row, number, lang) for row in range(place.width)]
        value = self.s[cell]
        if place.decl.type.tag == "truth":
            return [self.names.term(name).get(lang)] if value else []
        if place.decl.type.tag in ("kind", "enum") and value < 0:
            return []
        count = value if place.decl.type.tag == "number" else 1
        of = place.decl.type
        shown = self.names.hidden(of.name, value) if self._hides(place.decl, value) else self.names.value(of, value)
        return [f"{self.names.term(name, count).get(lang)} {shown.get(lang)}"]

    def row_words(self, var: VarDecl, row: int, number: int, lang: str) -> str:
        """One counter of a row in words."""
        place = self.layout.vars[var.key]
        count = self.s[place.base + number * place.width + row]
        return f"{self.names.row(var, self.v.enums[var.each or ''].values[row], count).get(lang)} {count}"

    def _zone_words(self, address: int, lang: str) -> str:
        table = self.m.zone_kind[address]
        known, hidden = [], 0
        for at, piece in enumerate(pieces_in(self.s, table, address)):
            if self.knows(address, table.known, piece):
                known.append(self.piece_words(table.name, piece, lang, self.names.zone_owner(address)))
            elif self.back(address, at) is not None:
                known.append(self.names.hidden(table.name, piece).get(lang))
            else:
                hidden += 1
        if hidden:
            many = language(lang).grammar.plural(hidden)
            known.append(said("so many hidden" if many else "so many hidden one", count=hidden).get(lang))
        return ", ".join(known)

    def piece_words(self, kind: str, number: int, lang: str, host: int = -1) -> str:
        """A piece with its fields and what has changed about it, and whose it is if it lies with somebody else."""
        decl = self.v.kinds[kind]
        face = self.s[self.layout.tables[kind].face + number] if decl.faces > 1 else 0
        at_home = self.layout.things[kind][number].owner == host
        words = (self.names.thing if at_home else self.names.owned)(kind, number, face).get(lang)
        details = self.names.details(kind, number, face)
        notes = [details.get(lang)] if details is not None else []
        notes += self._piece_state(decl, number, lang)
        if notes:
            words = f"{words} ({_joined(notes, lang)})"
        return f"{words} {self.s[self.layout.tables[kind].rolls + number]}" if decl.rolls else words

    def _piece_state(self, decl: KindDecl, number: int, lang: str) -> list[str]:
        """The vars of a piece that are not as at the start, and what lies on it."""
        notes: list[str] = []
        for var in decl.vars.values():
            place = self.layout.vars[var.key]
            changed = not var.each and self.s[place.base + number] != self.layout.start_value(var)
            shown = not (var.quiet or var.resets or var.name == decl.rolls) and self.sees_var(var, number)
            if changed and shown:
                notes += self.var_words(decl.name, var.name, number, lang)
        for zone in decl.zones.values():
            cells = self.layout.zones[zone.key]
            address = cells.base + number * cells.stride
            words = self._zone_words(address, lang) if self.s[address] and not zone.quiet else ""
            if words:
                notes.append(f"{self.names.term(zone.name).get(lang)}{colon(lang)}{words}")
        return notes

    def _place_lines(self, decl: KindDecl, lang: str) -> list[str]:
        lines, empty = [""], []
        has_parts = any(part.part_of == decl.name for part in self.v.kinds.values())
        for number in range(len(self.layout.things[decl.name])):
            own = self._cell_lines(decl, number, lang) if decl.grid else self.thing_lines(decl, number, lang)
            parts = self.part_lines(decl, number, lang) if has_parts else []
            name = self.names.thing(decl.name, number).get(lang)
            if own or parts:
                lines.append(name)
                lines += [f"  {line}" for line in (*own, *parts)]
            elif self._could_hold(decl):
                empty.append(name)
        lines += self._empty_lines(empty, lang)
        return lines if len(lines) > 1 else []

    def _could_hold(self, decl: KindDecl) -> bool:
        """Whether something could lie at a place, so that it is told where nothing does; cells are told by their board."""
        return not decl.grid and any(not zone.quiet and self.layout.things[zone.holds] for zone in decl.zones.values())

    @staticmethod
    def _empty_lines(names: list[str], lang: str) -> list[str]:
        """The places where nothing lies, in one line: who has to choose one must know which there are."""
        ends = {found[0] if (found := _IN_BRACKETS.search(name)) else "" for name in names}
        if len(names) > 1 and len(ends) == 1:  # what all of them end with is said by what they are parts of
            names = [_IN_BRACKETS.sub("", name) for name in names]
        return [f"{language(lang).play['empty places']}{colon(lang)}{', '.join(names)}"] if names else []

    def _cell_lines(self, decl: KindDecl, number: int, lang: str) -> list[str]:
        """A cell of a board that is too wide to be drawn: only what is not as at the start."""
        return [*self._piece_state(decl, number, lang), *self.shown_lines(decl.name, number, lang)]

    def part_lines(self, decl: KindDecl, number: int, lang: str) -> list[str]:
        """The parts of a place that hold something, a line each, and those that hold nothing, in one."""
        lines, empty = [], []
        for part in self.v.kinds.values():
            if part.part_of != decl.name:
                continue
            for i, parent in enumerate(self.layout.parents[part.name]):
                if parent == number:
                    name, words = self.names.thing(part.name, i).get(lang), self.thing_lines(part, i, lang)
                    if words:
                        told = [*words, *self._free_words(part, i, lang)]
                        lines.append(f"{name}{colon(lang)}{_joined(told, lang)}")
                    elif self._could_hold(part) and not part.quiet:
                        empty.append(name)
        return [*lines, *self._empty_lines(empty, lang)]

    def _free_words(self, decl: KindDecl, number: int, lang: str) -> list[str]:
        """The places for single pieces that are free where something lies beside them."""
        slots = [
            (name, place)
            for name, place in self.names.looks(decl.name).zones
            if place.decl.capacity == 1 and not place.decl.quiet and self.layout.things[place.decl.holds]
        ]
        free = [name for name, place in slots if not self.s[place.base + number * place.stride]]
        word = language(lang).play["empty"]
        return [f"{self.names.term(name).get(lang)}{colon(lang)}{word}" for name in free]

    def _owned_lines(self, decl: KindDecl, seat: int, lang: str) -> list[str]:
        lines, empty = [], []
        for number, thing in enumerate(self.layout.things[decl.name]):
            if thing.owner != seat:
                continue
            words = self._piece_state(decl, number, lang) if decl.grid else self.thing_lines(decl, number, lang)
            if words:
                name = self.names.place(decl.name, number).get(lang) if decl.grid else thing.key
                name = (thing.item.name.get(lang) if thing.item and thing.item.name else None) or name
                lines.append(f"{name}{colon(lang)}{_joined(words, lang)}")
            elif self._could_hold(decl) and decl.zones_only and not decl.quiet:
                empty.append(self.names.thing(decl.name, number).get(lang))
        return [*lines, *self._empty_lines(empty, lang)]


def _joined(parts: list[str], lang: str) -> str:
    return language(lang).play["semicolon"].join(parts)


def has_secrets(game: Game) -> bool:
    """Whether a player may see what others may not: what lies in a zone, or a var, is for its owner's eyes only."""
    layout = game.machine.layout
    zones = any(place.decl.visible == "owner" for place, _ in game.machine.zones.values())
    return zones or any(place.decl.visible != "all" for place in layout.vars.values())


def _counting(key: str | None) -> tuple[bool, list[tuple[int, str]]]:
    """The order of what has no order of its own: by name, where ten comes after nine; what is hidden stands last."""
    parts = re.split(r"(\d+)", key or "")
    return key is None, [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
