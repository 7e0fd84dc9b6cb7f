"""Influence on an island, who comes first there, and what that pays."""

from itertools import groupby

from .box import GOODS

GOLD = (0, 2, 3, 4, 5, 6)  # by round: DA-INFL-6
SILVER = (0, 1, 1, 2, 2, 3)


def influence(t, seat, isle):
    """2 a governor, 1 a shadow, 2 a radio tower, and what the altar of a relic grants (DA-INFL-2)."""
    total = 2 * t.on(isle, t.spots(seat, "governor"))
    total += t.on(isle, t.spots(seat, "shadow"))
    total += 2 * t.on(isle, t.spots(seat, "tower"))
    return total + sum(t.box.altars[altar] for altar in t.spots(seat, "pawn") if t.box.isle_of(altar) == isle)


def standing(t, seat, isle):
    """What places are decided by: influence, then own shadows (DA-INFL-7)."""
    return influence(t, seat, isle), t.on(isle, t.spots(seat, "shadow"))


def payout(standings, gold, silver):
    """PP by player. `standings` gives (influence, shadows); who has no influence takes no place (DA-AMB-92)."""
    present = sorted(((value, who) for who, value in standings.items() if value[0] > 0), key=lambda pair: pair[0])
    places = [[who for _, who in group] for _, group in groupby(reversed(present), key=lambda pair: pair[0])]
    paid = dict.fromkeys(standings, 0)
    if not places:
        return paid
    first = places[0]
    if len(first) > 1:  # DA-INFL-8: both standards are shared, and there is no second place
        return paid | dict.fromkeys(first, (gold + silver) // len(first))
    paid[first[0]] = gold
    if len(places) > 1:  # DA-INFL-9: silver, shared if need be
        paid |= dict.fromkeys(places[1], silver // len(places[1]))
    return paid


def island_payments(t):
    """What each island pays at the end of this round, island by island: [(island, {player: PP})]."""
    gold, silver = GOLD[t.round], SILVER[t.round]
    return [
        (isle, payout({seat: standing(t, seat, isle) for seat in t.box.everyone}, gold, silver))
        for isle in t.box.islands
    ]


def production(t, seat):
    """What Production yields: 1 for each governor and each techno-farm, by the good of its site (DA-PROD-1, 2)."""
    found = dict.fromkeys(GOODS, 0)
    for site in t.spots(seat, "governor") + t.spots(seat, "farm"):
        found[t.box.sites[site]] += 1
    return found
