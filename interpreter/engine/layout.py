"""Where everything lies in the flat state, for one number of players and one set of options.

The state is a list of whole numbers: a header, the vars, where each piece is, who knows it, which face is up, the zones
(a count and then the pieces, in order), and after that the stack of what is under way. An address is an index into it.

Where many pieces could lie in many zones, these share one room: a piece lies only once. Then a zone is its count and the
address of its first piece; in the room the pieces of one zone lie behind those of the one before, without a gap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.engine.constants import constant
from interpreter.primitives.header import HEADER
from interpreter.primitives.pieces import SHARING
from interpreter.primitives.tables import KindTable
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.typed import Do
    from interpreter.check.vocabulary import Item, KindDecl, VarDecl, Vocabulary, ZoneDecl

MAX_LIST = 1000
"""Cells of the largest state that is a list."""
WORTH_SHARING = 8_000
"""So many cells must be saved before zones share their room: whoever comes or goes then shifts all that lies behind."""
MOST_FRAMES = 1000
"""So many routines, or options inside each other, are never under way."""


@record(frozen=True, slots=True)
class Instance:
    """One thing in the game."""

    item: Item | None
    copy: int
    owner: int
    key: str


@record(slots=True)
class VarPlace:
    """The cells of a var: one for each thing, times one for each value of its enum."""

    decl: VarDecl
    base: int
    width: int


@record(slots=True)
class ZonePlace:
    """The cells of a zone: for each host a count and room for the pieces, or the count and where the first piece lies."""

    decl: ZoneDecl
    base: int
    stride: int
    room: int


@dataclass
class Layout:
    """Addresses and instances."""

    v: Vocabulary
    seats: int
    options: dict[str, int]
    things: dict[str, list[Instance]] = field(default_factory=dict)
    tables: dict[str, KindTable] = field(default_factory=dict)
    vars: dict[str, VarPlace] = field(default_factory=dict)
    zones: dict[str, ZonePlace] = field(default_factory=dict)
    parents: dict[str, list[int]] = field(default_factory=dict)
    size: int = HEADER
    roomy: dict[int, Do] = field(default_factory=dict)
    """The statements that are known to find room, by identity: what lowering learns of a script stays out of its tree."""

    def __post_init__(self) -> None:
        """Lay everything out, in the order of declaration."""
        for number, decl in enumerate(self._in_order()):
            self.things[decl.name] = self._instances(decl)
            self.tables[decl.name] = KindTable(decl.name, number, len(self.things[decl.name]), faces=decl.faces)
        self.things["shared"] = [Instance(None, 0, -1, "table")]
        for decl in self.v.kinds.values():
            self._parents(decl)
        for decl in (*([self.v.shared] if self.v.shared else []), *self.v.kinds.values()):
            for var in decl.vars.values():
                self._var(decl, var)
        for decl in self.v.kinds.values():
            self._cells(decl)
        for decl in (*([self.v.shared] if self.v.shared else []), *self.v.kinds.values()):
            for zone in decl.zones.values():
                self._zone(decl, zone)
        for kind in self._common:
            self._share(self.tables[kind])

    def finds_room(self, statement: Do) -> bool:
        """Whether a statement is known to find room for what it moves."""
        return self.roomy.get(id(statement)) is statement

    @property
    def is_small(self) -> bool:
        """Whether the state is a list rather than an array.

        A cell of a list is read in a third of the time, but a list takes six times as long to copy, and copying is what
        search, undo and trials do all day.
        """
        return self.size <= MAX_LIST

    def _in_order(self) -> list[KindDecl]:
        """Parents before parts."""
        done: list[KindDecl] = []
        waiting = list(self.v.kinds.values())
        while waiting:
            ready = [d for d in waiting if d.part_of is None or any(o.name == d.part_of for o in done)] or waiting
            done += ready
            waiting = [d for d in waiting if d not in ready]
        return done

    def _instances(self, decl: KindDecl) -> list[Instance]:
        if decl.name == "player":
            return [Instance(None, 0, seat, f"player{seat + 1}") for seat in range(self.people)]
        items = [item for item in decl.items if self._in_play(decl, item)]
        if decl.per_player:
            return [
                Instance(item, copy, seat, _key(item, copy, seat))
                for seat in range(self.people)
                for item in items
                for copy in range(item.count)
            ]
        return [Instance(item, copy, -1, _key(item, copy, -1)) for item in items for copy in range(item.count)]

    def _in_play(self, decl: KindDecl, item: Item) -> bool:
        if item.in_play is not None and not constant(item.in_play.value, self.seats, self.options):
            return False
        if not item.parent or not decl.part_of:
            return True
        return any(thing.item is not None and thing.item.id == item.parent for thing in self.things[decl.part_of])

    def _parents(self, decl: KindDecl) -> None:
        if not decl.part_of:
            return
        index = {t.item.id: i for i, t in enumerate(self.things[decl.part_of]) if t.item}
        self.parents[decl.name] = [index.get(t.item.parent or "", -1) if t.item else -1 for t in self.things[decl.name]]

    def _take(self, cells: int) -> int:
        base, self.size = self.size, self.size + cells
        return base

    def _var(self, decl: KindDecl, var: VarDecl) -> None:
        width = len(self.v.enums[var.each].values) if var.each else 1
        self.vars[var.key] = VarPlace(var, self._take(width * len(self.things[decl.name])), width)

    def _cells(self, decl: KindDecl) -> None:
        table = self.tables[decl.name]
        if not decl.zones_only:
            table.loc = self._take(table.size)
            if any(zone.visible != "all" for zone in self._zones_for(decl.name)):
                table.known = self._take(table.size)
        if decl.faces > 1:
            table.face = self._take(table.size)
        if decl.rolls:
            var = self.vars[f"{decl.name}.{decl.rolls}"]
            table.rolls = var.base
            table.roll_low = var.decl.low if var.decl.low is not None else 1
            table.roll_high = var.decl.high if var.decl.high is not None else 6

    def _zones_for(self, kind: str) -> list[ZoneDecl]:
        return [zone for decl in self.v.hosts() for zone in decl.zones.values() if zone.holds == kind]

    def _room(self, zone: ZoneDecl) -> int:
        pieces = len(self.things[zone.holds])
        return pieces if zone.capacity is None else min(zone.capacity, pieces)

    def _zone(self, decl: KindDecl, zone: ZoneDecl) -> None:
        room = self._room(zone)
        if zone.holds in self._common:
            self.zones[zone.key] = ZonePlace(zone, 0, SHARING, room)  # until it is known where all of them lie
            return
        base = self._take((room + 1) * len(self.things[decl.name]))
        self.zones[zone.key] = ZonePlace(zone, base, room + 1, room)

    @cached_property
    def _common(self) -> list[str]:
        """The kinds whose zones share one room. Zones on hidden pieces do not: a bot imagines them elsewhere."""
        found = []
        for kind, table in self.tables.items():
            zones = self._zones_for(kind)
            hosts = [len(self.things[zone.host]) for zone in zones]
            apart = sum(many * (self._room(zone) + 1) for zone, many in zip(zones, hosts, strict=True))
            hidden = any(zone.host in self.tables and self.tables[zone.host].known for zone in zones)
            if zones and apart - table.size - SHARING * sum(hosts) >= WORTH_SHARING and not hidden:
                found.append(kind)
        return found

    def _share(self, table: KindTable) -> None:
        places = [place for place in self.zones.values() if place.decl.holds == table.name]
        first = self.size
        for place in places:
            place.base = self._take(SHARING * len(self.things[place.decl.host]))
        table.sharing = range(first, self.size, SHARING)
        table.common = self._take(table.size)

    # ---- questions

    def shares(self, kind: str) -> bool:
        """Whether all zones for a kind of piece share one room."""
        return bool(self.tables[kind].common)

    @property
    def people(self) -> int:
        """Everybody who owns pieces: the players, and after them the neutrals, who never decide anything."""
        return self.seats + self.v.neutrals.get(self.seats, 0)

    @property
    def zones_from(self) -> int:
        """Where the zones begin: before them lies everything that is known of each piece."""
        return min((place.base for place in self.zones.values()), default=self.size)

    def owned_count(self, kind: str) -> int:
        """How many pieces of a kind each player has."""
        return len(self.things[kind]) // self.people

    def item_index(self, kind: str, item_id: str) -> int:
        """The number of the only copy of an item, -1 when it is not in play."""
        return next((i for i, t in enumerate(self.things[kind]) if t.item and t.item.id == item_id), -1)

    def climb(self, kind: str, thing: int, target: str) -> int:
        """From a thing up to the thing of a kind it is part of, or whose it is; -1 where there is none."""
        while kind != target:
            decl = self.v.kinds.get(kind)
            if decl is not None and decl.part_of:
                thing, kind = self.parents[kind][thing], decl.part_of
            elif decl is not None and decl.per_player and target == "player":
                return self.things[kind][thing].owner
            else:
                return -1
        return thing

    def zone_addresses(self) -> dict[int, tuple[ZonePlace, int]]:
        """Every zone of the game: address to its place and host."""
        found = {}
        for place in self.zones.values():
            for host in range(len(self.things[place.decl.host])):
                found[place.base + host * place.stride] = (place, host)
        return found

    def range_of(self, var: VarDecl) -> tuple[int | None, int | None]:
        """What a var can be: its own range for a number; none and the things there are for a reference."""
        if var.type.tag == "number":
            return var.low, var.high
        if var.type.tag == "truth":
            return 0, 1
        known = self.v.enums[var.type.name].values if var.type.tag == "enum" else self.things[var.type.name]
        return -1, len(known) - 1

    def start_value(self, var: VarDecl) -> int:
        """The value a var starts with."""
        if var.type.tag in ("kind", "enum"):
            if isinstance(var.start, str) and var.start != "none":
                if var.type.tag == "enum":
                    return self.v.enums[var.type.name].values.index(var.start)
                return self.item_index(var.type.name, var.start)
            return -1
        if var.start is None:
            return max(var.low or 0, 0) if var.type.tag == "number" else 0
        return int(var.start)


def _key(item: Item, copy: int, seat: int) -> str:
    """A name unique in the game: `marker@2#3` is the third marker of the second player."""
    key = item.id
    if seat >= 0:
        key += f"@{seat + 1}"
    if item.count > 1:
        key += f"#{copy + 1}"
    return key
