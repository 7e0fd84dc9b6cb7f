"""What watched games are held against: tables of zones, vars and kinds for `watched.wat`, and who reads what came of it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from interpreter.engine.layout import MOST_FRAMES
from interpreter.records import record
from interpreter.wasm.scope import cell_offset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.machine import Machine
    from interpreter.wasm.engine import Instance
    from interpreter.wasm.room import Room

DARING = 1 << 20
"""Whether a bold player declines is drawn as their pick of so many steps later: no game is that long."""
_LOWEST, _HIGHEST = -(1 << 31), (1 << 31) - 1


def watched_tables(machine: Machine, room: Room, sights: Mapping[str, int]) -> dict[str, int]:
    """Lay down what must hold for every state of a machine; gives where it lies, by the names `watched.wat` uses.

    `sights` are the numbers of who may look into a zone.
    """
    zones, vars_, kinds = _zones(machine, sights), _vars(machine), _kinds(machine, room)
    tables = {"ZONE": zones, "VAR": vars_, "KIND": kinds}
    where = {f"WATCHED_{name}S": room.words([one for row in rows for one in row]) for name, rows in tables.items()}
    counts = {f"WATCHED_{name}_COUNT": len(rows) for name, rows in tables.items()}
    return {**where, **counts, "SEATS": machine.layout.seats, "DARING": DARING, "MOST_FRAMES": MOST_FRAMES}


def _zones(m: Machine, sights: Mapping[str, int]) -> list[list[int]]:
    rows = []
    for address, (place, _) in m.zones.items():
        table, room = m.zone_kind[address], place.room
        most = room if place.decl.capacity is None else place.decl.capacity
        known = cell_offset(table.known) if table.known else 0
        seen = sights[place.decl.visible], m.zone_owner[address]
        row = [cell_offset(address), room, most, cell_offset(table.loc), known, table.size, *seen, address]
        behind = address + table.sharing.step
        rows.append([*row, int(bool(table.common)), cell_offset(behind + 1) if behind in table.sharing else 0])
    return rows


def _vars(m: Machine) -> list[list[int]]:
    rows = []
    for place in m.layout.vars.values():
        cells = place.width * len(m.layout.things[place.decl.host])
        low, high = m.layout.range_of(place.decl)
        low = _LOWEST if low is None else max(low, _LOWEST)
        high = _HIGHEST if high is None else min(high, _HIGHEST)
        rows.append([cell_offset(place.base), cells, low, high])
    return rows


def _kinds(m: Machine, room: Room) -> list[list[int]]:
    rows = []
    for table in m.layout.tables.values():
        if table.loc:
            zones = [cell_offset(address) for address in m.zones if m.zone_kind[address] is table]
            rows.append([cell_offset(table.loc), table.size, room.words(zones), len(zones)])
    return rows


@record(frozen=True, slots=True)
class Watching:
    """How a game is watched: what it may take, and how often a bold player declines (0: nobody is bold)."""

    bold: int
    most: int
    most_work: int


@record(frozen=True, slots=True)
class Seen:
    """How a game went that was watched; `reached` are places that this watcher had not seen, each with the step."""

    status: int
    decisions: int
    work: int
    reached: tuple[tuple[int, int], ...]
    state: bytes


class Watcher:
    """Watches games of one instance, one after another."""

    def __init__(self, instance: Instance, places: int, pieces: int) -> None:
        self._instance = instance
        sizes = {"marks": places, "reached": 8 * places, "stamps": 4 * pieces}
        at = [instance.room(name, max(size, 8)) for name, size in sizes.items()]
        for address, size in zip(at, sizes.values(), strict=True):
            instance.write(address, bytes(size))
        self._out = instance.room("watched", instance.shape.result_bytes)
        self._row = instance.room("row", instance.shape.wide_bytes)
        self._reached = at[1]
        instance.call("watch_in", *at)

    def watch(self, seed: int, how: Watching) -> Seen:
        """Play a game to its end, or to where it goes wrong. Raises Interrupted."""
        inside = self._instance
        count = inside.call("watch", seed, how.bold, self._out, self._row, how.most, how.most_work)
        status, decisions, work = struct.unpack("<iiq", inside.read(self._out, 16))
        reached = struct.unpack(f"<{2 * count}i", inside.read(self._reached, 8 * count))
        pairs = tuple(zip(reached[::2], reached[1::2], strict=True))
        return Seen(status, decisions, work, pairs, inside.row(self._row))
