"""Two players: the mercenaries, led by whoever is about to take a turn."""

from . import actions, prices, relics
from . import reading as book
from .box import POSTS
from .log_words import ANY
from .record import Difference, same


def dice(t):
    """The mercenaries' dice of this round."""
    return [die for post in POSTS for die in t.at("placed", post)] + t.at("beside", t.box.neutral)


def usable(t, seat):
    """Posts with room whose action can be carried out."""
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
    """A die for them, and its action at once."""
    t = g.t
    posts = usable(t, seat)
    fitting = {die for die in t.at("center") if any(POSTS[post] == t.box.hue[die] for post in posts)}
    event = g.take(book.MERC_DICE, "a die for the mercenaries", "move", seat, ANY, ("center", "table"), ANY)
    die, place = event[2], event[4]
    g.compare(book.MERC_DICE, "the die of the mercenaries", fitting or {*t.at("center"), die}, die, g.last_asked)
    if not fitting:
        same(book.MERC_NO_SPACE, "where their die goes", ("beside", t.box.neutral), place)
        return
    same(book.MERC_SPACE, "where their die goes", "placed", place[0])
    same(book.MERC_COLOURS, f"the colour of the die on {place[1]}", POSTS.get(place[1]), t.box.hue[die])
    fits = {post for post in posts if POSTS[post] == t.box.hue[die]}
    g.compare(book.MERC_SPACE, "the space of the mercenaries", fits, place[1], g.last_asked)
    {"relic_post": _relic, "tower_post": _tower, "governor_post": _governor, "shadow_post": _shadow}[place[1]](g, seat)


def _relic(g, seat):
    """One tile back through the bag, or two of one island for them."""
    neutral = g.t.box.neutral
    event = g.peek()
    returned = event is not None and event[0] == "move" and event[4] == ("found", neutral)
    both = {"return_tile"} | ({"hoard_tiles"} if any(_new_faces(g.t, isle) for isle in g.t.box.islands) else set())
    g.compare(book.MERC_RELIC_CHOICE, "what they do", both, "return_tile" if returned else "hoard_tiles")
    if returned:
        land = relics.on_land(g.t)
        g.next()
        g.compare(book.MERC_RETURN, "the tile to put back", land, event[2], g.last_asked)
        relics.refill(g, event[3][1], book.MERC_RETURN)
        g.take(book.MERC_RETURN, "the tile put back", "move", ANY, event[2], ("found", neutral), ("bag", "table"))
        return
    isle = event[3][1] if event is not None and event[0] == "move" and event[3] else None
    if isle not in g.t.box.islands:
        raise Difference(book.MERC_TAKE, "tiles for the mercenaries", "from an island", event)
    _hoard(g, isle)


def _hoard(g, isle):
    """Two tiles of an island that has two for them; one where no island has."""
    neutral = g.t.box.neutral
    spoils = {one: len(_new_faces(g.t, one)) for one in g.t.box.islands}
    count = 2 if max(spoils.values()) > 1 else 1
    rich = {one for one, faces in spoils.items() if faces >= count}
    g.compare(book.MERC_TAKE, "the island whose tiles they get", rich, isle)
    for _ in range(2):
        legal = [tile for tile in relics.on_land(g.t, isle) if not relics.twin(g.t, neutral, tile)]
        if legal:  # a relic that the first tile completes makes room for its copies
            event = g.take(book.MERC_TAKE, "2 tiles", "move", ANY, ANY, ("tiles", isle), ("loose_tiles", neutral))
            g.compare(book.MERC_NO_TWINS, "a tile for the mercenaries", legal, event[2], g.last_asked)
    relics.refill(g, isle, book.MERC_TAKE)


def _new_faces(t, isle):
    """Tiles of an island by colour and number, without those the mercenaries have."""
    tiles = [tile for tile in relics.on_land(t, isle) if not relics.twin(t, t.box.neutral, tile)]
    return {(t.box.hue[tile], t.box.number[tile]) for tile in tiles}


def _tower(g, seat):
    """A tower is placed, or moved when all stand."""
    free = prices.free_plots(g.t)
    if g.t.idle(g.t.box.neutral, "tower"):
        site = actions.put(g, g.t.box.neutral, "tower", "building", book.MERC_TOWER)
    else:
        site = _moved(g, "tower", book.MERC_TOWER_MOVES)
    g.compare(book.MERC_TOWER, "the site of their tower", free, site, g.last_asked)


def _moved(g, kind, rule):
    mine = [piece for piece in g.t.box.pieces(kind, g.t.box.neutral) if g.t.where[piece]]
    event = g.take(rule, f"their {kind} moves", "move", ANY, ANY, ANY, ANY)
    same(rule, f"a {kind} of theirs", (kind, g.t.box.neutral), (g.t.box.kind[event[2]], g.t.box.owner[event[2]]))
    g.compare(rule, f"their {kind} that moves", mine, event[2], g.last_asked)
    return event[4][1]


def _governor(g, seat):
    free = prices.free_sites(g.t)
    site = actions.put(g, g.t.box.neutral, "governor", "governor", book.MERC_GOVERNOR)
    g.compare(book.MERC_GOVERNOR, "the site of their governor", free, site, g.last_asked)


def _shadow(g, seat):
    """2 gold to them; a shadow that removes a governor of the opponent, or one that only moves."""
    g.pay(book.MERC_SHADOW_PRICE, "gold for the mercenaries", seat, "gold", 2)
    g.gain(book.MERC_SHADOW, "gold for the mercenaries", g.t.box.neutral, "gold", 2)
    free = prices.free_alleys(g.t)
    if not g.t.idle(g.t.box.neutral, "shadow"):
        alley = _moved(g, "shadow", book.MERC_SHADOW_MOVES)
        g.compare(book.MERC_SHADOW_MOVES, "the space of their shadow", free, alley, g.last_asked)
        if g.sees("move", ANY, ANY, ANY, None):
            raise Difference(book.MERC_SHADOW_MOVES, "whom a moved shadow eliminates", "nobody", g.peek())
        return
    alley = actions.put(g, g.t.box.neutral, "shadow", "shadow", book.MERC_SHADOW)
    g.compare(book.MERC_SHADOW, "the space of their shadow", free, alley, g.last_asked)
    if any(g.sees("gain", ANY, who, "gold", g.t.box.alleys[alley]) for who in (seat, g.t.box.neutral)):
        raise Difference(book.MERC_SHADOW_GOLD, "gold of the space", "none", g.peek())
    actions.eliminate(g, [other for other in g.t.box.seats if other != seat], g.t.box.isle_of(alley))


def paid(g):
    """2 gold when their three dice total 13 or more."""
    mine = dice(g.t)
    same(book.MERC_DICE, "dice of the mercenaries", 3, len(mine))
    if sum(g.t.count(die, "pips") for die in mine) >= 13:
        g.gain(book.MERC_13, "gold of the mercenaries", g.t.box.neutral, "gold", 2)
