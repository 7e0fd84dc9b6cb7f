"""Somebody's pieces are found in their zones: where a set asks for these, the others need not be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code import expr as x

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.program import Program

MANY = 24
"""So many pieces of a kind, and it is worth looking for those of somebody in their own zones."""
MOST_ZONES = 8
Zones = tuple[tuple[int, int], ...]
"""The place of the first thing's zone, and how far those of the others are apart."""


def range_of_pieces(p: Program, table: Key) -> tuple[x.Num, x.Num]:
    """Where it is written where the pieces of a kind are, and how many there are; of a table that says whose a place is."""
    kind = str(table.names[0])
    return x.Num(p.layout.tables[kind].loc), x.Num(len(p.layout.things[kind]))


def zones_of(p: Program, table: Key) -> Zones:
    """Where a thing has pieces of a kind, if these are many, in a few zones of its own."""
    kind, target = map(str, table.names)
    layout = p.layout
    holding = [place for place in layout.zones.values() if place.decl.holds == kind]
    own = tuple((place.base, place.stride) for place in holding if place.decl.host == target)
    elsewhere = any(
        layout.climb(place.decl.host, thing, target) >= 0
        for place in holding
        if place.decl.host != target
        for thing in range(len(layout.things[place.decl.host]))
    )
    return own if len(own) <= MOST_ZONES and not elsewhere and len(layout.things[kind]) >= MANY else ()


def shared(p: Program, zones: Zones) -> bool:
    """Whether such zones share one room with others for the same pieces."""
    return any(place.base == zones[0][0] and p.layout.shares(place.decl.holds) for place in p.layout.zones.values())


def owned(p: Program, items: Expr, name: str, cond: Expr) -> Iterator[tuple[Expr, Zones, Expr]]:
    """Who has the elements of a set that a condition keeps, in which zones, and the part of the condition that says so."""
    for part in cond.parts if isinstance(cond, x.Both) else (cond,):
        match part:
            case x.Test(sign="==", left=x.Row(table=table, index=x.Cell(address=address)), right=right) if (
                table.sort == "host" and not x.mentions(right, name)
            ):
                zones, (first, pieces) = zones_of(p, table), range_of_pieces(p, table)
                if zones and address == x.plus(first, x.Name(name)) and items == x.Span(x.NO, pieces):
                    yield right, zones, part
