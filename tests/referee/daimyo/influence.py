"""Influence on an island, who comes first there, and what that pays."""

from itertools import groupby

from . import reading as book
from .box import GOODS

GOLD = (0, 2, 3, 4, 5, 6)
SILVER = (0, 1, 1, 2, 2, 3)


def influence(t, seat, isle):
    """2 a governor, 1 a shadow, 2 a radio tower, and what the altar of a relic grants."""
    total = 2 * t.on(isle, t.spots(seat, "governor"))
    total += t.on(isle, t.spots(seat, "shadow"))
    total += 2 * t.on(isle, t.spots(seat, "tower"))
    return total + sum(t.box.altars[altar] for altar in t.spots(seat, "pawn") if t.box.isle_of(altar) == isle)


def standing(t, seat, isle):
    """What places are decided by: influence, then own shadows."""
    return influence(t, seat, isle), t.on(isle, t.spots(seat, "shadow"))


def payout(standings, gold, silver):
    """PP by player. `standings` gives (influence, shadows); who has no influence takes no place."""
    present = sorted(((value, who) for who, value in standings.items() if value[0] > 0), key=lambda pair: pair[0])
    places = [[who for _, who in group] for _, group in groupby(reversed(present), key=lambda pair: pair[0])]
    paid = dict.fromkeys(standings, 0)
    if not places:
        return paid
    first = places[0]
    if len(first) > 1:
        return paid | dict.fromkeys(first, (gold + silver) // len(first))
    paid[first[0]] = gold
    if len(places) > 1:
        paid |= dict.fromkeys(places[1], silver // len(places[1]))
    return paid


def rule(t, shown, due, found):
    """The sentence that decides an island: which of them depends on who is level there."""
    levels = sorted(shown.values(), reverse=True)
    ahead = [value for value in levels if value[0] > 0]
    who = found[0] if isinstance(found, tuple) else None
    if who in shown and shown[who][0] == 0:
        return book.NO_INFLUENCE
    if len(ahead) > 1 and ahead[0] == ahead[1]:
        return book.TIE_FIRST
    if len(ahead) > 2 and ahead[1] == ahead[2]:
        return book.TIE_SECOND
    if len(ahead) > 1 and ahead[0][0] == ahead[1][0]:
        return book.TIES_SHADOWS
    if who in due:
        return book.STANDARDS
    return book.MERC_PLACES if t.box.players == 2 and shown[t.box.neutral] in ahead[:2] else book.PLACES


PIECES = {"governor": book.GOVERNOR_2, "shadow": book.SHADOW_1, "tower": book.TOWER_2, "pawn": book.ALTAR}


def blame(t, seat, isle, apart):
    """The sentence about those pieces that would explain a wrong influence, if they are the only ones."""
    kinds = [kind for kind in PIECES if (count := t.on(isle, t.spots(seat, kind))) and apart % count == 0]
    return PIECES[kinds[0]] if len(kinds) == 1 else book.INFLUENCE_TRACK


def island_payments(t):
    """What each island pays at the end of this round, island by island: [(island, {player: PP})]."""
    gold, silver = GOLD[t.round], SILVER[t.round]
    return [
        (isle, payout({seat: standing(t, seat, isle) for seat in t.box.everyone}, gold, silver))
        for isle in t.box.islands
    ]


def production(t, seat):
    """What Production yields: 1 for each governor and each techno-farm, by the good of its site."""
    found = dict.fromkeys(GOODS, 0)
    for site in t.spots(seat, "governor") + t.spots(seat, "farm"):
        found[t.box.sites[site]] += 1
    return found
