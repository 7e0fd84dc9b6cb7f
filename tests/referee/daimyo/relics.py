"""Relic tiles: taking them, room for them, the Relic action, and restoring."""

from collections import Counter

from . import prices
from . import reading as book
from .log_words import ANY, MARKET
from .record import Difference, same


def storage_left(t, seat):
    """Loose tiles and restored relics take one place each."""
    return t.count(seat, "storage") - len(t.at("loose_tiles", seat)) - t.restored(seat)


def twin(t, seat, tile):
    """The loose copies of the same tile."""
    face = t.box.hue[tile], t.box.number[tile]
    return {mine for mine in t.at("loose_tiles", seat) if (t.box.hue[mine], t.box.number[mine]) == face}


def legal(t, seat, tiles):
    """Tiles a player may take: with room no twins; without, whatever a loose tile that is given up makes way for."""
    if storage_left(t, seat) <= 0:
        return set(tiles) if t.at("loose_tiles", seat) else set()
    return {tile for tile in tiles if not twin(t, seat, tile)}


def _makes_way(g, loose):
    """The loose tiles that may go for the tile that comes next, and why: the twin it would have, else any."""
    coming = g.peek()
    if coming is not None and coming[0] == "move":
        face = g.t.box.hue[coming[2]], g.t.box.number[coming[2]]
        twins = {tile for tile in loose if (g.t.box.hue[tile], g.t.box.number[tile]) == face}
        if twins:
            return twins, book.NO_TWINS
    return loose, book.MAKE_ROOM


def on_land(t, *isles):
    return [tile for isle in isles or t.box.islands for tile in t.at("tiles", isle)]


def refill(g, isle, rule=book.REPLACED):
    """Three tiles again, as far as the bag allows."""
    while len(g.t.at("tiles", isle)) < 3 and g.t.at("bag"):
        g.take(rule, f"{isle} is refilled", "draw", ANY, ANY, ("bag", "table"), ("tiles", isle))


def take(g, seat, tiles, rule, offered=True, optional=False):
    """Take one of these tiles if any may be taken: room first, then the tile, then the refill. Says which."""
    may = legal(g.t, seat, tiles)
    if not may:
        return None
    asked = None
    if storage_left(g.t, seat) <= 0:
        asked = [*_asked(g)]
        first = book.FOURTH_TILE if _completes(g.t, seat, g.peek()) else book.MAKE_ROOM
        old = g.take(first, "room for a tile", "move", ANY, ANY, ("loose_tiles", seat), MARKET)[2]
        way, why = _makes_way(g, {*g.t.at("loose_tiles", seat), old})
        g.compare(why, "the tile that makes room", way, old, asked)
    event = g.take(rule, "a tile is taken", "move", ANY, ANY, ANY, ("loose_tiles", seat))
    if event[2] not in may:
        raise Difference(book.NO_TWINS, "a tile that may be taken", sorted(may), event[2])
    if offered:
        asked = g.last_asked if asked is None else asked + g.last_asked
        g.compare(rule, "the tile", may, event[2], asked, optional)
    if event[3][0] == "tiles":
        refill(g, event[3][1])
    return event[2]


def _completes(t, seat, event):
    """Whether an event would give this player the last piece of a relic."""
    if event is None or event[0] != "move" or event[4] != ("loose_tiles", seat):
        return False
    return sum(t.box.hue[tile] == t.box.hue[event[2]] for tile in t.at("loose_tiles", seat)) == 3


def _asked(g):
    g.peek()
    return g.asked


def draw_blind(g, seat):
    """A tile from the bag: drawn first, then kept if it may be, else it goes to the black market."""
    if not g.t.at("bag"):
        return
    tile = g.take(book.FROM_BAG, "a tile from the bag", "draw", ANY, ANY, ("bag", "table"), ("found", seat))[2]
    if legal(g.t, seat, [tile]):
        same(book.FROM_BAG, "the tile from the bag", tile, take(g, seat, [tile], book.FROM_BAG, offered=False))
    else:
        g.take(book.TWIN_FROM_BAG, "a tile nobody may own", "move", ANY, tile, ("found", seat), MARKET)


# ---- the scavenger


def scavenger_isle(t, seat):
    place = t.where[t.box.pieces("scavenger", seat)[0]]
    if place is None:
        raise Difference(book.NO_MANS_LAND, f"where the scavenger of {seat} is", "on an island", "nowhere")
    return place[1]


def move_scavenger(g, seat, rule=book.NO_MANS_LAND):
    """To the no man's land of another island."""
    piece = g.t.box.pieces("scavenger", seat)[0]
    here = scavenger_isle(g.t, seat)
    event = g.take(rule, "the scavenger moves", "move", ANY, piece, ("scavengers", here), ANY)
    isle = event[4][1]
    g.compare(book.NO_MANS_LAND, "the island of the scavenger", set(g.t.box.islands) - {here}, isle, g.last_asked)


def take_here(g, seat, rule=book.NO_MANS_LAND, optional=False):
    return take(g, seat, on_land(g.t, scavenger_isle(g.t, seat)), rule, optional=optional)


def take_up_to(g, seat, count):
    """Up to so many tiles from the scavenger's island, refilled in between."""
    for _ in range(count):
        if not _takes_next(g, seat, "tiles"):
            return
        take_here(g, seat, book.TILE_TEXT, optional=True)


def _takes_next(g, seat, zone):
    """Whether the next thing is that this player takes a tile from such a place, perhaps after making room."""
    event = g.peek()
    if event is None or event[0] != "move":
        return False
    if event[3] == ("loose_tiles", seat) and event[4] == MARKET:
        return zone == "any" or g.coming(1, "move", ANY, ANY, ANY, ("loose_tiles", seat))
    return event[4] == ("loose_tiles", seat) and (zone == "any" or event[3][0] == zone)


def stop(g, seat, shops=True):
    """One stop of the Relic action; of a card that sends the scavenger out there is no shop."""
    mercenaries = shops and g.t.box.players == 2
    move_scavenger(g, seat, book.TWO_STOPS if shops else book.HERO_TEXT)
    isle = scavenger_isle(g.t, seat)
    left = {"take", "search", "shop"}
    while True:
        event = g.peek()
        _check_offer(g, seat, left, isle, shops)
        step = _step(g, seat, event)
        if step is None:
            break
        if step not in left:
            raise Difference(book.ONCE_EACH, f"{step} at one stop", "once", "twice")
        left.remove(step)
        if step == "take":
            take_here(g, seat)
        elif step == "search":
            search(g, seat, isle)
        else:
            same(book.SHOP_ONLY, "a purchase in a Relic action", True, shops)
            shop(g, seat, mercenaries)
    if "take" in left:
        same(book.NO_LEGAL_TILE, "legal tiles left lying", set(), legal(g.t, seat, on_land(g.t, isle)))


def _check_offer(g, seat, left, isle, shops):
    """What may still be done at this stop; a tile that can be taken must be."""
    t, can = g.t, set()
    land = on_land(t, isle)
    if legal(t, seat, land):
        can.add("take")
    if land and (t.count(seat, "metal") or t.count(seat, "crystal")):
        can.add("search")
    if shops and _affordable(t, seat):
        can.add("shop")
    can &= left
    asked = [set(d.keys) for d in g.asked if set(d.keys) <= {"take", "search", "shop", "done"}]
    if asked and not shops:
        same(book.SHOP_ONLY, f"what {seat} may do", set(), asked[0] & {"shop"})
    if asked:
        leave = set() if "take" in can else {"done"}
        same(book.ONCE_EACH, f"what {seat} may do at a stop", can | leave, asked[0])
    else:
        same(book.ONCE_EACH, f"what {seat} may do at a stop without a choice", can & {"take"}, can)


def _affordable(t, seat):
    """A tile of the black market for 1 gold or, with two players, one of the mercenaries for 2."""
    gold, hoard = t.count(seat, "gold"), t.at("loose_tiles", t.box.neutral) if t.box.players == 2 else []
    return (gold >= 1 and legal(t, seat, t.at("black_market"))) or (gold >= 2 and legal(t, seat, hoard))


def _step(g, seat, event):
    if event is None:
        return None
    if event[:1] == ("pay",) and event[2] == seat and event[3] in ("metal", "crystal", "gold"):
        return "shop" if event[3] == "gold" else "search"
    return "take" if _takes_next(g, seat, "any") else None


def search(g, seat, isle):
    """1 metal or 1 crystal; 1 or 2 tiles go to the black market and are replaced."""
    have = {good for good in ("metal", "crystal") if g.t.count(seat, good)}
    paid = g.take(book.SEARCH_PRICE, "the price of a search", "pay", ANY, seat, ANY, 1)[3]
    g.compare(book.SEARCH_PRICE, "the price of a search", have, paid, g.last_asked)
    clear(g, isle)


def clear(g, isle):
    """1 or 2 tiles of an island go to the black market, then it is refilled."""
    gone = 0
    while gone < 2 and g.sees("move", ANY, ANY, ("tiles", isle), MARKET):
        lying = list(g.t.at("tiles", isle))
        tile = g.next()[2]
        g.compare(book.SEARCH, "the tile to clear away", lying, tile, g.last_asked, optional=gone > 0)
        gone += 1
    if not gone:
        raise Difference(book.SEARCH, "tiles cleared away", "1 or 2", 0)
    refill(g, isle)


def shop(g, seat, mercenaries):
    """1 gold for a tile of the black market, or 2 gold for one of the mercenaries."""
    where = {"black_market"} if g.t.count(seat, "gold") and legal(g.t, seat, g.t.at("black_market")) else set()
    if mercenaries and g.t.count(seat, "gold") >= 2 and legal(g.t, seat, g.t.at("loose_tiles", g.t.box.neutral)):
        where.add("mercenaries")
    paid = g.take(book.SHOP, "the price of a tile", "pay", ANY, seat, "gold", ANY)[4]
    g.compare(book.MERC_SELL, "where to buy", where, "black_market" if paid == 1 else "mercenaries", g.last_asked)
    if paid == 1:
        bought = take(g, seat, g.t.at("black_market"), book.SHOP)
        same(book.SHOP, "a tile for 1 gold", True, bought is not None)
        return
    same(book.MERC_SELL, "the price of a tile", 2 if mercenaries else 1, paid)
    g.gain(book.MERC_SELL, "gold of the mercenaries", g.t.box.neutral, "gold", 2)
    bought = take(g, seat, list(g.t.at("loose_tiles", g.t.box.neutral)), book.MERC_SELL)
    same(book.MERC_SELL, "a tile for 2 gold", True, bought is not None)


# ---- restoring


def check_restored(t, seat):
    """No two loose tiles are alike, nobody keeps more than storage allows, four of a colour do not stay loose."""
    loose = t.at("loose_tiles", seat)
    if len({(t.box.hue[tile], t.box.number[tile]) for tile in loose}) < len(loose):
        raise Difference(book.NO_TWINS, f"loose tiles of {seat}", "all different", sorted(loose))
    if seat != t.box.neutral and storage_left(t, seat) < 0:
        raise Difference(book.STORAGE, f"stored by {seat}", t.count(seat, "storage"), len(loose) + t.restored(seat))
    colours = [hue for hue, count in Counter(t.box.hue[tile] for tile in loose).items() if count == 4]
    if colours:
        raise Difference(book.RESTORE, f"the {colours[0]} relic of {seat}", "restored at once", "not restored")


def restore(g, seat):
    """Four numbers of one colour become a stack; a pawn goes on a free altar of that island."""
    hue = g.t.box.hue[g.peek()[2]]
    numbers = set()
    for _ in range(4):
        tile = g.take(book.RESTORE, "four tiles of a relic", "move", ANY, ANY, ("loose_tiles", seat), ANY)[2]
        same(book.RESTORE, "the colour of a relic", hue, g.t.box.hue[tile])
        numbers.add(g.t.box.number[tile])
    same(book.RESTORE, "the numbers of a relic", {1, 2, 3, 4}, numbers)
    free = prices.free_altars(g.t, f"{hue}_isle")
    if not free or not g.t.idle(seat, "pawn"):  # it counts, but grants nothing
        if g.sees("move", ANY, ANY, None) and g.t.box.kind[g.peek()[2]] == "pawn":
            rule = book.SOLO_MORE_RELICS if g.t.box.players == 1 else book.NO_ALTAR
            raise Difference(rule, f"a pawn of {seat} on an altar", "none", g.peek())
        return
    g.peek()
    event = g.take(book.ALTAR, "a pawn on an altar", "move", ANY, ANY, None, ANY)
    same(book.ALTAR, "whose pawn it is", ("pawn", seat), (g.t.box.kind[event[2]], g.t.box.owner[event[2]]))
    altar = event[4][1]
    if seat == g.t.box.neutral:
        free = {max(free, key=g.t.box.altars.get)}
        rule = book.MERC_ALTAR if g.t.box.players == 2 else book.SOLO_BEST_ALTAR
        same(rule, "the altar of the neutral", free, {altar})
    g.compare(book.ALTAR, "the altar", free, altar, g.last_asked)
