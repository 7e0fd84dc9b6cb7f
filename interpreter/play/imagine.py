"""What a seat does not know, drawn anew: the game as it might be, for bots that must not peek."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import State

if TYPE_CHECKING:
    from interpreter.machine import Machine


def shuffle_unknown(machine: Machine, s: State, seat: int, seed: int) -> None:
    """Exchange pieces the seat does not know with each other, within the zones of one host; reseed the generator."""
    seed_random(s, seed)
    pools: dict[tuple[str, int, str], list[int]] = {}
    for address, (place, host) in machine.layout.zone_addresses().items():
        table = machine.zone_kind[address]
        if not table.known or place.decl.visible == "all":
            continue
        pool = pools.setdefault((place.decl.host, host, table.name), [])
        pool += [
            cell for cell in range(address + 1, address + 1 + s[address]) if not s[table.known + s[cell]] >> seat & 1
        ]
    zones = {
        cell: address
        for address in machine.layout.zone_addresses()
        for cell in range(address + 1, address + 1 + s[address])
    }
    for (_, _, kind), cells in pools.items():
        table = machine.layout.tables[kind]
        for i in range(len(cells) - 1, 0, -1):
            j = random_below(s, i + 1)
            s[cells[i]], s[cells[j]] = s[cells[j]], s[cells[i]]
        for cell in cells:
            s[table.loc + s[cell]] = zones[cell]
