"""Options that are one to everybody: pieces nobody could tell apart, lying in the same place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.knowledge import DECLINE
from interpreter.primitives.pieces import pieces_in

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State

Signature = tuple[object, ...]


def first_alike(machine: Machine, state: State, pending: Pending) -> list[int]:
    """For each option the first one that is the same; itself where there is none before it."""
    of = pending.ask.type
    if pending.ask.typed_values is None or of is None or of.tag != "kind" or of.name == "player":
        return list(range(len(pending.values)))
    pointed = _pointed_at(machine, state, of.name)
    first: dict[Signature, int] = {}
    found = []
    for index, piece in enumerate(pending.values):
        alone = piece == DECLINE or piece in pointed or piece in pending.unknown
        signature = (index,) if alone else _signature(machine, state, of.name, piece)
        found.append(first.setdefault(signature, index))
    return found


def as_they_lie(machine: Machine, names: Names, state: State, pending: Pending) -> list[int]:
    """The options of a choice, those that lie in one zone as they are seen there: dice by what they are and their pips.

    The zones come in the order in which the game offers what lies in them. What lies where it is not seen keeps its place:
    where it lies would tell something.
    """
    of, values = pending.ask.type, pending.values
    table = machine.layout.tables.get(of.name) if of is not None and of.tag == "kind" else None
    if pending.ask.typed_values is None or table is None or not table.loc:
        return list(range(len(values)))
    things = machine.layout.things[table.name]
    zones: dict[int, int] = {}
    order: dict[int, dict[int, tuple[int, ...]]] = {}
    keys: list[tuple[int, ...]] = []
    for index, piece in enumerate(values):
        zone = state[table.loc + piece] if piece != DECLINE and piece not in pending.unknown else 0
        seen = zone and _is_seen(machine, names, zone, pending.seat)
        first = zones.setdefault(zone if seen else -index - 1, index)
        if seen and zone not in order:
            looks: dict[object, int] = {}
            order[zone] = {}
            for at, one in enumerate(pieces_in(state, table, zone)):
                look = looks.setdefault(_look(things[one].item), len(looks))
                order[zone][one] = (look, state[table.rolls + one], at) if table.rolls else (at,)
        keys.append((first, *(order[zone].get(piece, ()) if seen else ()), index))
    return sorted(range(len(values)), key=keys.__getitem__)


def _is_seen(machine: Machine, names: Names, zone: int, seat: int) -> bool:
    """Whether a player sees everything in a zone, and how it lies."""
    visible = machine.visible[zone]
    return bool(visible == "all" or (visible == "owner" and names.zone_owner(zone) == seat))


def _look(item: Item | None) -> object:
    """What tells an item from others: itself where it can do something, else all that stands on it.

    Packs declare the same piece twice where one of them is only there for more players.
    """
    if item is None or item.when is not None or item.standing or item.words:
        return id(item)
    if any(face.scripts or face.words for face in item.faces):
        return id(item)
    return str([(face.name, face.values) for face in item.faces])


def _pointed_at(machine: Machine, state: State, kind: str) -> set[int]:
    """The pieces that something remembers: a var that holds one tells it from its like."""
    layout = machine.layout
    found: set[int] = set()
    for place in layout.vars.values():
        if place.decl.type.tag == "kind" and place.decl.type.name == kind:
            count = len(layout.things[place.decl.host]) * place.width
            found.update(state[place.base : place.base + count])
    return found


def _signature(machine: Machine, state: State, kind: str, piece: int) -> Signature:
    """Everything by which a piece differs from another of its kind; one that holds something, or has a place, is itself."""
    layout = machine.layout
    decl, table, thing = layout.v.kinds[kind], layout.tables[kind], layout.things[kind][piece]
    zone = state[table.loc + piece] if table.loc else 0
    if decl.zones or not zone or machine.ordered[zone]:
        return (piece, "itself")
    cells = [state[layout.vars[var.key].base + piece * layout.vars[var.key].width + row]
             for var in decl.vars.values() for row in range(layout.vars[var.key].width)]  # fmt: skip
    face = state[table.face + piece] if decl.faces > 1 else 0
    known = state[table.known + piece] if table.known else -1
    return (_look(thing.item), thing.owner, zone, face, known, *cells)
