"""Bonus tiles on a Clan board: what the rulebook's list says they do, which lie there, and which can be used."""

import re
from functools import cache

from . import content, prices

GAIN = r"gain \d (?:rice|metal|crystal|gold)"
MEANINGS = {  # line of the rulebook: colour, what the pack writes for it
    1102: ("yellow", rf"{GAIN}(?:, {GAIN})?"),
    1106: ("gray", "recruit a unit paying 1 less"),
    1110: ("gray", "build a building"),
    1114: ("gray", "move the scavenger, take a tile here"),
    1122: ("gray", rf"{GAIN}(?:, {GAIN})?"),
    1126: ("gray", "raise storage by 2"),
    1130: ("gray", "give up a card, build a building paying 1 less"),
    1134: ("gray", "hire a hero paying 2 less"),
    1138: ("gray", "pay 1 gold, move the scavenger, take up to 2 tiles here"),
    1142: ("gray", "pay 1 gold, restart the track"),
    1146: ("gray", "give up a card, hire a hero paying 3 less"),
    1150: ("gray", "repeat 2: take a tile from the board, return 2 tiles to the bag"),
    1154: ("yellow", rf"{GAIN}, draw a hero"),
    1158: ("gray", "give up a card, use a villager"),
    1162: ("gray", "recruit a unit costing 1|hire a unit for 1 gold"),
    1166: ("gray", "gain 1 gold, may: build a building with gold"),
    1170: ("gray", rf"{GAIN}, draw a hero"),
    1174: ("gray", "raise storage by 1, take a tile from the black market"),
    1178: ("gray", "collect 2 from one tower"),
    1182: ("gray", rf"pay 1 \w+, {GAIN}, {GAIN}, {GAIN}"),
    1186: ("gray", "raise storage by 1, repeat 2: raise a die"),
    1190: ("gray", "collect 2 from a governor"),
    1194: ("gray", r"gain count\(my.placed_shadows\) gold"),
    1198: ("gray", "pay 1 gold, take two steps of the villagers"),
}


@cache
def meanings(tile):
    """The lines of the rulebook's list that say what this tile does: one."""
    effect = ", ".join(content.lines(content.by_id("bonus_tile")[tile]["effect"]))
    colour = content.tile_colour(tile)
    return [line for line, (of, text) in MEANINGS.items() if of == colour and re.fullmatch(text, effect)]


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


def works(t, seat, tile):
    """Whether the cost of a tile can be paid and what it asks for can be done."""
    hand, gold = bool(t.at("hand", seat)), t.count(seat, "gold")
    effect = content.by_id("bonus_tile")[tile]["effect"]
    coin = "gold" if "gold" in effect else "rice"
    conditions = {
        1106: lambda: prices.can_recruit(t, seat, 1),
        1110: lambda: prices.can_build_any(t, seat),
        1130: lambda: hand and prices.can_build_any(t, seat, 1),
        1134: lambda: bool(prices.hireable(t, seat, 2)),
        1138: lambda: gold >= 1,
        1142: lambda: gold >= 1 and t.count(seat, "recruit_cost") > 1,
        1146: lambda: hand and bool(prices.hireable(t, seat, 3)),
        1158: lambda: hand,
        1162: lambda: prices.can_recruit(t, seat, exact=1, coin=coin),
        1182: lambda: _can_pay(t, seat, effect),
        1198: lambda: gold >= 1,
    }
    return all(conditions.get(line, lambda: True)() for line in meanings(tile))


def _can_pay(t, seat, effect):
    prices_asked = [line.split() for line in content.lines(effect) if line.startswith("pay ")]
    return all(t.count(seat, counter) >= int(amount) for _, amount, counter in prices_asked)
