"""How many pieces somebody has, or what these come to, asked zone by zone: their order does not matter there.

Where that is nobody, all pieces are gone through, as ever.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code.own_zones import owned, range_of_pieces, shared, zones_of
from interpreter.primitives import FUNCTIONS
from interpreter.records import record, replace
from interpreter.source import meter

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.code.expr import Expr
    from interpreter.code.own_zones import Zones
    from interpreter.code.program import Program

    Inside = Callable[[Expr], Expr]

STEP = meter.STEP.most


@record(frozen=True, slots=True)
class Asked:
    """Who is asked for, their zones, the set with other pieces in the place of all, and what is paid beforehand."""

    who: Expr
    zones: Zones
    inside: Inside
    common: bool
    prices: tuple[Expr, ...] = ()

    def summed(self, in_zone: Inside) -> Expr:
        """A number of each zone, added up."""
        return _added(self.who, self.zones, lambda zone: in_zone(self.inside(x.Pieces(zone, self.common))))


def zone_by_zone(
    e: x.Count | x.CountEqual | x.Fold, p: Program, is_harmless: Callable[[Expr], bool]
) -> tuple[Expr, tuple[Expr, ...], Expr]:
    """The same number out of the zones of whoever is asked for; `e` itself where nothing is known of such zones.

    With it, the steps that are paid for that beforehand, and who is asked for: for nobody, `e` sees to its price.
    """
    if isinstance(e, x.CountEqual):
        return _amount(e, p), (), x.NOBODY
    if isinstance(e, x.Fold) and (FUNCTIONS[e.function].form != "sum" or not is_harmless(e.each)):
        return e, (), x.NOBODY
    found = _found(e.items, p, is_harmless)
    if found is None:
        return e, (), x.NOBODY
    whole = found.summed(lambda pieces: replace(e, items=pieces))
    return x.choose(x.test(">=", found.who, x.NO), whole, e), found.prices, found.who


def _amount(e: x.CountEqual, p: Program) -> Expr:
    """How many places of pieces are somebody's: what their zones say they hold."""
    if e.table is None or e.table.sort != "host" or not isinstance(e.wanted, x.Name):
        return e
    first, pieces = range_of_pieces(p, e.table)
    if e.cells != x.Stretch(first, pieces.value):
        return e
    zones = zones_of(p, e.table)
    return x.choose(x.test(">=", e.wanted, x.NO), _added(e.wanted, zones, x.Cell), e) if zones else e


def _added(who: Expr, zones: Zones, in_zone: Inside) -> Expr:
    whole: Expr = x.NO
    for base, stride in zones:
        whole = x.plus(whole, in_zone(x.plus(x.Num(base), x.math("*", who, x.Num(stride)))))
    return whole


def _found(items: Expr, p: Program, is_harmless: Callable[[Expr], bool]) -> Asked | None:
    if isinstance(items, x.Counted):  # a price for as many as there are then
        within = _found(items.items, p, is_harmless)
        if within is None:
            return None
        price = x.math("/", x.math("*", within.summed(x.Count), x.Num(items.turn)), x.Num(STEP))
        return replace(within, prices=(*within.prices, x.plus(x.YES, price)))
    if not isinstance(items, x.Keep) or items.first or not is_harmless(items.cond):
        return None
    every, prices = _paid_apart(items.items)
    for who, zones, part in owned(p, every, items.name, items.cond):
        if isinstance(who, x.Name):
            return Asked(who, zones, partial(_rest, items, part), shared(p, zones), prices)
    within = _found(items.items, p, is_harmless)
    if within is None:
        return None
    return replace(within, inside=lambda pieces: replace(items, items=within.inside(pieces)))


def _paid_apart(items: Expr) -> tuple[Expr, tuple[Expr, ...]]:
    """All pieces of a kind, and what going through them costs, if that is counted."""
    match items:
        case x.Counted(items=x.Span(low=x.Num(value=0), high=x.Num(value=pieces)) as every, turn=turn):
            return every, (x.Num(1 + pieces * turn // STEP),)
    return items, ()


def _rest(kept: x.Keep, told: Expr, pieces: Expr) -> Expr:
    """Those of some pieces that a condition keeps, without the part of it that is known to hold."""
    parts = kept.cond.parts if isinstance(kept.cond, x.Both) else (kept.cond,)
    rest = [one for one in parts if one is not told]
    return x.Keep(pieces, kept.name, x.both(*rest)) if rest else pieces
