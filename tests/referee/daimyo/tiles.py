"""Bonus tiles on a Clan board: which lie there, and which can be used."""

from . import content, prices


def laid(t, seat, colour=None):
    """The bonus tiles that lie open on a Clan board."""
    number = seat.removeprefix("player")
    found = [
        tile
        for (zone, host), pieces in t.inside.items()
        if zone == "bonus" and host.endswith(f"@{number}")
        for tile in pieces
    ]
    return [tile for tile in found if colour is None or content.tile_colour(tile) == colour]


def kind(tile):
    """Its entry in the checklist: T1 to T25."""
    rules = content.by_id("bonus_tile")[tile]["rule"]
    return rules[0] if isinstance(rules, list) else rules


def works(t, seat, tile):
    """Whether the cost of a tile can be paid and what it asks for can be done."""
    hand, gold = bool(t.at("hand", seat)), t.count(seat, "gold")
    conditions = {
        "T2": lambda: prices.can_recruit(t, seat, 1),
        "T3": lambda: prices.can_build_any(t, seat),
        "T8": lambda: hand and prices.can_build_any(t, seat, 1),
        "T9": lambda: bool(prices.hireable(t, seat, 2)),
        "T10": lambda: gold >= 1,
        "T11": lambda: gold >= 1 and t.count(seat, "recruit_cost") > 1,
        "T12": lambda: hand and bool(prices.hireable(t, seat, 3)),
        "T15": lambda: hand,
        "T16": lambda: prices.can_recruit(t, seat, exact=1),
        "T21": lambda: _can_pay(t, seat, content.by_id("bonus_tile")[tile]["effect"]),
        "T25": lambda: gold >= 1,
    }
    return conditions.get(kind(tile), lambda: True)()


def _can_pay(t, seat, effect):
    prices_asked = [line.split() for line in content.lines(effect) if line.startswith("pay ")]
    return all(t.count(seat, counter) >= int(amount) for _, amount, counter in prices_asked)
