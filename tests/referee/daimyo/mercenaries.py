"""Two players: the mercenaries, led by whoever is about to take a turn."""

from . import actions, prices, relics
from .box import POSTS
from .log_words import ANY
from .record import Difference, same


def dice(t):
    """The mercenaries' dice of this round."""
    return [die for post in POSTS for die in t.at("placed", post)] + t.at("beside", t.box.neutral)


def usable(t, seat):
    """Posts with room whose action can be carried out (DA-MERC-6, 7, 21)."""
    neutral, found = t.box.neutral, set()
    if len(t.at("placed", "relic_post")) < 2 and relics.on_land(t):
        found.add("relic_post")
    if not t.at("placed", "tower_post") and prices.free_plots(t):
        found.add("tower_post")
    if not t.at("placed", "governor_post") and prices.free_sites(t) and t.idle(neutral, "governor"):
        found.add("governor_post")
    if not t.at("placed", "shadow_post") and prices.free_alleys(t) and t.count(seat, "gold") >= 2:
        found.add("shadow_post")
    return found


def lead(g, seat):
    """A die for them, and its action at once (DA-MERC-4 … 6)."""
    t = g.t
    posts = usable(t, seat)
    fitting = {die for die in t.at("center") if any(POSTS[post] == t.box.hue[die] for post in posts)}
    event = g.take("DA-MERC-5", "a die for the mercenaries", "move", seat, ANY, ("center", "table"), ANY)
    die, place = event[2], event[4]
    g.compare("DA-MERC-5", "the die of the mercenaries", fitting or {*t.at("center"), die}, die, g.last_asked)
    if not fitting:
        same("DA-AMB-106", "where their die goes", ("beside", t.box.neutral), place)
        return
    same("DA-MERC-6", "where their die goes", "placed", place[0])
    fits = {post for post in posts if POSTS[post] == t.box.hue[die]}
    g.compare("DA-MERC-6", "the space of the mercenaries", fits, place[1], g.last_asked)
    {"relic_post": _relic, "tower_post": _tower, "governor_post": _governor, "shadow_post": _shadow}[place[1]](g, seat)


def _relic(g, seat):
    """One tile back through the bag, or two of one island for them (DA-MERC-9, 10)."""
    neutral = g.t.box.neutral
    event = g.peek()
    if event is not None and event[0] == "move" and event[4] == ("found", neutral):
        land = relics.on_land(g.t)
        g.next()
        g.compare("DA-MERC-9", "the tile to put back", land, event[2], g.last_asked)
        relics.refill(g, event[3][1])
        g.take("DA-MERC-9", "the tile put back", "move", ANY, event[2], ("found", neutral), ("bag", "table"))
        return
    isle = event[3][1] if event is not None and event[0] == "move" and event[3] else None
    if isle not in g.t.box.islands:
        raise Difference("DA-MERC-10", "tiles for the mercenaries", "from an island", event)
    for _ in range(2):  # a relic may be completed by the first, and then its copies are no duplicates any more
        legal = [tile for tile in relics.on_land(g.t, isle) if not relics.twin(g.t, neutral, tile)]
        if legal:
            event = g.take("DA-MERC-10", "2 tiles", "move", ANY, ANY, ("tiles", isle), ("loose_tiles", neutral))
            g.compare("DA-AMB-108", "a tile for the mercenaries", legal, event[2], g.last_asked)
    relics.refill(g, isle)


def _tower(g, seat):
    """A tower is placed, or moved when all stand (DA-MERC-14, 15)."""
    free = prices.free_plots(g.t)
    if g.t.idle(g.t.box.neutral, "tower"):
        site = actions.put(g, g.t.box.neutral, "tower", "building", "DA-MERC-14")
    else:
        site = _moved(g, "tower", "DA-MERC-15")
    g.compare("DA-MERC-14", "the site of their tower", free, site, g.last_asked)


def _moved(g, kind, rule):
    mine = [piece for piece in g.t.box.pieces(kind, g.t.box.neutral) if g.t.where[piece]]
    event = g.take(rule, f"their {kind} moves", "move", ANY, ANY, ANY, ANY)
    g.compare(rule, f"their {kind} that moves", mine, event[2], g.last_asked)
    return event[4][1]


def _governor(g, seat):
    free = prices.free_sites(g.t)
    site = actions.put(g, g.t.box.neutral, "governor", "governor", "DA-MERC-16")
    g.compare("DA-MERC-16", "the site of their governor", free, site, g.last_asked)


def _shadow(g, seat):
    """2 gold to them; a shadow that removes a governor of the opponent, or one that only moves (DA-MERC-18 … 22)."""
    g.pay("DA-MERC-18", "gold for the mercenaries", seat, "gold", 2)
    g.gain("DA-MERC-18", "gold for the mercenaries", g.t.box.neutral, "gold", 2)
    free = prices.free_alleys(g.t)
    if not g.t.idle(g.t.box.neutral, "shadow"):
        alley = _moved(g, "shadow", "DA-MERC-22")
        g.compare("DA-MERC-22", "the space of their shadow", free, alley, g.last_asked)
        return
    alley = actions.put(g, g.t.box.neutral, "shadow", "shadow", "DA-MERC-18")
    g.compare("DA-MERC-18", "the space of their shadow", free, alley, g.last_asked)
    actions.eliminate(g, [other for other in g.t.box.seats if other != seat], g.t.box.isle_of(alley))


def paid(g):
    """2 gold when their three dice total 13 or more (DA-MERC-24)."""
    mine = dice(g.t)
    same("DA-MERC-4", "dice of the mercenaries", 3, len(mine))
    if sum(g.t.count(die, "pips") for die in mine) >= 13:
        g.gain("DA-MERC-24", "gold of the mercenaries", g.t.box.neutral, "gold", 2)
