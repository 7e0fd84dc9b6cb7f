"""What the one who decides sees of what is on offer: a hidden piece is offered as one, and its number tells nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.naming import Naming, lies_in_zone
from interpreter.primitives.pieces import first_of

if TYPE_CHECKING:
    from interpreter.check.typed import Routine, Value
    from interpreter.engine.tables import Tables
    from interpreter.primitives.tables import KindTable, State

DECLINE = -(1 << 31)
"""The value of "done" or "no": less than every number that can be in a set, and it fits the cells of WebAssembly."""
NOTHING: frozenset[int] = frozenset()


def hidden_kind(tables: Tables, naming: Naming, items: Value | None, routine: Routine | None) -> KindTable | None:
    """The table of the pieces a choice is about, where some of them may be hidden from whoever decides."""
    if items is None or items.type.element.tag != "kind":
        return None
    table = tables.layout.tables.get(items.type.element.name)
    if table is None or not table.known or _lies_open(tables, items):
        return None
    return table if not naming.names(items, routine) else None


def _lies_open(tables: Tables, items: Value) -> bool:
    """Whether all of a set lies in a zone that everybody sees."""
    while isinstance(items, ty.Filter):
        items = items.items
    if not isinstance(items, ty.Contents) or not isinstance(items.zone, ty.Zone):
        return False
    return tables.layout.zones[items.zone.key].decl.visible == "all"


def unknown_of(tables: Tables, s: State, table: KindTable, values: list[int], seat: int) -> frozenset[int]:
    """Pieces on offer that a seat does not know."""
    return frozenset(
        value
        for value in values
        if value != DECLINE and not s[table.known + value] >> seat & 1 and _is_hidden(tables, s, table.loc + value)
    )


def _is_hidden(tables: Tables, s: State, cell: int) -> bool:
    zone = s[cell]
    return bool(zone) and tables.visible[zone] != "all"


def in_sight(s: State, table: KindTable, items: Value, values: list[int], unknown: frozenset[int]) -> list[int]:
    """The values with the hidden ones behind the others, in the order they lie in: their numbers would tell them."""
    if not unknown or lies_in_zone(items):
        return values
    known = [value for value in values if value not in unknown and value != DECLINE]
    places = {value: first_of(s, table, s[table.loc + value]) for value in unknown}
    hidden = sorted(unknown, key=lambda value: s.index(value, places[value]))
    return known + hidden + [DECLINE] * (DECLINE in values)
