"""Final scoring, line by line, and who wins."""

from collections import Counter

from . import content
from . import reading as book

RELICS = (0, 3, 7, 12, 18, 25, 33)
FARMS = (0, 1, 4, 7, 12)
TOWERS = (0, 1, 2, 4, 7)
ARMY = {1: (10, 2), 2: (10, 5, 2), 3: (10, 5, 2), 4: (10, 5, 2, 0)}
RULES = {
    "relics": book.SCORE_RELICS,
    "farms": book.SCORE_FARMS,
    "towers": book.SCORE_TOWERS,
    "army": book.ARMY_POINTS,
    "helmet": book.SCORE_HELMET,
    "leftovers": book.SCORE_GOODS,
}


def series(points, count):
    """Full sets score the last entry of their table, the rest begins anew."""
    full, rest = divmod(count, len(points) - 1)
    return full * points[-1] + points[rest]


def relics(t, seat):
    """A player's seventh relic adds nothing; the empire begins a new series."""
    count = t.restored(seat)
    return series(RELICS, count) if seat == t.box.neutral else RELICS[min(count, 6)]


def army_order(t, seat):
    """The larger army, then fewer heroes, then more of value 5, 4, 3 and 2."""
    costs = [content.cost(hero) for hero in t.heroes_of(seat)]
    values = Counter(costs)
    return (sum(costs) + t.count(seat, "gold"), -len(costs), values[5], values[4], values[3], values[2])


def army(t):
    """Points by army; armies alike in all share the places they fill."""
    order = {seat: army_order(t, seat) for seat in t.box.everyone}
    places = [*ARMY[t.box.players], 0, 0, 0]
    found = {}
    for seat, mine in order.items():
        ahead = sum(other > mine for other in order.values())
        level = sum(other == mine for other in order.values())
        found[seat] = sum(places[ahead : ahead + level]) // level
    return found


def rule(t, seat, line):
    """The sentence that a line of the scoring follows."""
    if line == "army":
        return army_rule(t, seat)
    count = len(t.spots(seat, line.removesuffix("s"))) if line in ("farms", "towers") else 0
    return book.SOLO_SERIES if count > 4 else RULES[line]


def army_rule(t, seat):
    order = {other: army_order(t, other) for other in t.box.everyone}
    mine = order.pop(seat)
    if mine in order.values():
        return book.ARMY_LEVEL
    if mine[0] in [other[0] for other in order.values()]:
        return book.ARMY_TIES
    return book.MERC_ARMY if t.box.players == 2 and order[t.box.neutral] > mine else book.ARMY_POINTS


def sheet(t, seat):
    """What final scoring gives one player."""
    return {
        "relics": relics(t, seat),
        "farms": series(FARMS, len(t.spots(seat, "farm"))),
        "towers": series(TOWERS, len(t.spots(seat, "tower"))),
        "army": army(t)[seat],
        "helmet": 2 if t.helmet == seat else 0,
        "leftovers": 0 if seat == t.box.neutral else t.goods(seat) // 5,
    }


def ranks(t):
    """Most PP, then most goods left; who is level shares the rank."""
    people = t.box.everyone if t.box.players == 1 else t.box.seats
    order = [(t.count(seat, "popularity"), t.goods(seat)) for seat in people]
    return [1 + sum(other > mine for other in order) for mine in order]
