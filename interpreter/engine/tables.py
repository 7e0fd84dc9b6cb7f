"""What the behaviours of statements look up: bounds, capacities, who sees a zone; made once for a layout."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from interpreter.engine.layout import Layout
from interpreter.primitives.header import NOWHERE
from interpreter.primitives.tables import LOST, SHOWN_ON_TOP, KindTable, State

if TYPE_CHECKING:
    from interpreter.check.vocabulary import VarDecl, ZoneDecl

MAX_NUMBER = 1_000_000
"""Counters without bounds of their own stop here: whole numbers of the language go no further."""


def cell_bounds(decl: VarDecl) -> tuple[int | None, int | None]:
    """The lowest and highest value of each cell of a var; None for what is no number."""
    if decl.type.tag != "number":
        return None, None
    low = decl.low if decl.low is not None else -MAX_NUMBER
    return low, decl.high if decl.high is not None else MAX_NUMBER


MANY = 6
"""From so many cells on they are copied at once."""


class Tables:
    """The tables of one layout; whoever runs scripts is one of these, with a log and a note of what is news."""

    def __init__(self, layout: Layout, spans: list[str]) -> None:
        self.layout = layout
        self.log: list[tuple[Any, ...]] | None = None
        self.fate = False
        # Beyond the seats, and the neutrals behind them, the table itself: what lies or was shown openly.
        self.everyone = (1 << layout.seats) - 1 | 1 << layout.people
        self.put_away = 1 << layout.people + 1
        self._vars(spans)
        self._zones(spans)
        self._blank: State = [0] * layout.size if layout.is_small else array("q", bytes(8 * layout.size))
        for cell, value in self.starts:
            self._blank[cell] = value
        self.anew = [_runs(cells, self._blank) for cells in self.resets]

    def _vars(self, spans: list[str]) -> None:
        layout = self.layout
        self.highs: dict[int, int] = {}
        self.lows: dict[int, int] = {}
        self.starts: list[tuple[int, int]] = []
        self.resets: list[list[tuple[int, int]]] = [[] for _ in spans]
        for place in layout.vars.values():
            decl, start = place.decl, layout.start_value(place.decl)
            low, high = cell_bounds(decl)
            for cell in range(place.base, place.base + place.width * len(layout.things[decl.host])):
                if low is not None and high is not None:
                    self.lows[cell], self.highs[cell] = low, high
                self.starts.append((cell, start))
                if decl.resets:
                    self.resets[spans.index(decl.resets)].append((cell, start))

    def _zones(self, spans: list[str]) -> None:
        layout = self.layout
        self.emptied: list[list[int]] = [[] for _ in spans]
        self.capacity: dict[int, int] = {NOWHERE: 0}
        self.ordered: dict[int, bool] = {NOWHERE: False}
        self.visible: dict[int, str] = {NOWHERE: "all"}
        self.noticed: dict[int, bool] = {NOWHERE: True}  # whether a piece that comes in changes who knows it
        self.learners: dict[int, int] = {NOWHERE: self.everyone}
        self.piles: set[int] = set()
        self.zone_kind: dict[int, KindTable] = {NOWHERE: KindTable("", -1, 0)}
        self.zone_owner: dict[int, int] = {NOWHERE: -1}
        self.zones = layout.zone_addresses()
        for address, (zone, host) in self.zones.items():
            self.capacity[address] = zone.room
            if zone.decl.resets:
                self.emptied[spans.index(zone.decl.resets)].append(address)
            self.ordered[address] = zone.decl.ordered
            self.visible[address] = zone.decl.visible
            self.noticed[address] = zone.decl.visible != "nobody" or not zone.decl.ordered
            self.zone_kind[address] = layout.tables[zone.decl.holds]
            self.zone_owner[address] = self._owner_of(zone.decl.host, host)
            self.learners[address] = self._learners(zone.decl, self.zone_owner[address])
            if zone.decl.ordered and zone.decl.visible != "top" and not self.zone_kind[address].common:
                self.piles.add(address)
        self.starts += [(zone + 1, table.common) for table in layout.tables.values() for zone in table.sharing]

    def _learners(self, decl: ZoneDecl, owner: int) -> int:
        match decl.visible:
            case "all":
                return self.everyone
            case "owner":
                return 1 << owner if owner >= 0 else 0
            case "top":
                return SHOWN_ON_TOP
        return 0 if decl.ordered else LOST

    def _owner_of(self, kind: str, thing: int) -> int:
        owner = thing if kind == "player" else self.layout.things[kind][thing].owner
        return owner if owner < self.layout.seats else -1

    def knowers(self, s: State, table: KindTable, piece: int) -> int:
        """Who knows a piece where it is now, a bit each: everybody, if it lies openly or was never used."""
        zone = s[table.loc + piece] if table.loc else NOWHERE
        if not table.known or (zone and self.visible[zone] == "all"):
            return self.everyone
        if not zone and not s[table.known + piece] & self.put_away:
            return self.everyone
        return s[table.known + piece]

    def place_of(self, s: State, kind: str, piece: int) -> tuple[str, int] | None:
        """The kind and number of what a piece lies on, or None when it is aside."""
        zone = s[self.layout.tables[kind].loc + piece]
        if not zone:
            return None
        place, host = self.zones[zone]
        return place.decl.host, host


def _runs(cells: list[tuple[int, int]], blank: State) -> tuple[list[tuple[int, int]], list[tuple[int, int, State]]]:
    """Cells that go back to their start: single ones, and stretches of many with what stands there."""
    found: list[tuple[int, int]] = []
    for address, _ in cells:
        first = found.pop()[0] if found and found[-1][1] == address else address
        found.append((first, address + 1))
    single = [(cell, blank[cell]) for first, last in found if last - first < MANY for cell in range(first, last)]
    return single, [(first, last, blank[first:last]) for first, last in found if last - first >= MANY]
