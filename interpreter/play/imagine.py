"""What a seat does not know, drawn anew: the game as it might be, for bots that must not peek."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.play.names import Names
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import State

if TYPE_CHECKING:
    from interpreter.machine import Machine


def back_shows(machine: Machine, s: State, zone: int, at: int) -> bool:
    """Whether the back of the piece at this position of a zone can be seen."""
    backs = machine.zones[zone][0].decl.backs
    return backs == "all" or (backs == "top" and at == s[zone] - 1)


def shuffle_unknown(machine: Machine, s: State, seat: int, seed: int) -> None:
    """Exchange pieces the seat does not know with each other; reseed the generator.

    Pieces of a player stay with that player, those on the table stay on the table, and pieces that can be told apart by
    what everybody sees of them are never exchanged.
    """
    seed_random(s, seed)
    pools: dict[tuple[int, str, str | None], list[int]] = {}
    zones: dict[int, int] = {}
    names = Names(machine.layout)
    for address, (place, _) in machine.zones.items():
        table = machine.zone_kind[address]
        if not table.known or place.decl.visible == "all":
            continue
        for cell in range(address + 1, address + 1 + s[address]):
            if not s[table.known + s[cell]] >> seat & 1:
                seen = back_shows(machine, s, address, cell - address - 1)
                key = (machine.zone_owner[address], table.name, names.public_key(table.name, s[cell]) if seen else None)
                pools.setdefault(key, []).append(cell)
                zones[cell] = address
    for (_, kind, _), cells in pools.items():
        table = machine.layout.tables[kind]
        for i in range(len(cells) - 1, 0, -1):
            j = random_below(s, i + 1)
            s[cells[i]], s[cells[j]] = s[cells[j]], s[cells[i]]
        for cell in cells:
            s[table.loc + s[cell]] = zones[cell]
