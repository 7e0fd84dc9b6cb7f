"""Alone: the empire's orders and decrees, read from its cards, with the rule of "to its advantage"."""

import re

from . import actions, content, influence, prices, relics
from . import reading as book
from .box import CLAN_PIECES, GOODS
from .log_words import ANY
from .record import Difference, same

_BOOK = []


def order(pattern):
    def add(reader):
        _BOOK.append((re.compile(pattern), reader))
        return reader

    return add


def carry_out(g, human, text, rule=None, last=True):
    """All lines of an order; an incomplete one gives the empire 1 PP."""
    complete = True
    g.order = rule or book.SOLO_OTHER_TWO
    for line in content.lines(text):
        complete &= _read(g, human, line)
    if complete and last and g.sees("gain", ANY, g.t.box.neutral, "popularity", ANY, "shortfalls"):
        sentence = book.SOLO_NO_ADVANTAGE if "advantage" in text else book.SOLO_SHORT
        raise Difference(sentence, f"a point for `{text}`", "none: it was done", g.peek())
    if not complete:
        g.gain(book.SOLO_SHORT, "an incomplete order", g.t.box.neutral, "popularity", 1, "shortfalls")


def _read(g, human, line):
    for pattern, reader in _BOOK:
        found = pattern.fullmatch(line)
        if found:
            return reader(g, human, *(int(p) if p and p.isdigit() else p for p in found.groups()))
    raise LookupError(f"the referee cannot read `{line}`")


# ---- a turn, and the end of a round


def turn(g, human):
    """A die on the current card; the two other spaces are carried out from top to bottom."""
    g.actor = human
    if not g.t.at("orders"):
        raise Difference(book.SOLO_NEXT_CARD, "a solo card for this turn", "open", "none")
    card = g.t.at("orders")[-1]
    center = set(g.t.at("center"))
    event = g.take(book.SOLO_DIE, "a die for the empire", "move", ANY, ANY, ("center", "table"), ("levied", card))
    g.compare(book.SOLO_DIE, "the die of the empire", center, event[2], g.last_asked)
    first, second = (colour for colour in ("blue", "green", "red") if colour != g.t.box.hue[event[2]])
    for colour in (first, second):  # the point after the first may be for a second of which nothing can be done
        carry_out(g, human, content.by_id("solo_card")[card][colour], last=colour == second)
    if len(g.t.at("orders")) < 3:
        reveal(g, book.SOLO_NEXT_CARD)


def reveal(g, rule):
    """The next card of the deck that serves this round."""
    deck = {1: "first", 2: "first", 3: "second", 4: "second", 5: "third"}[g.t.round]
    g.take(rule, "the next solo card", "draw", ANY, ANY, ("cards", f"{deck}_orders"), ("orders", "table"))


def decree(g, human):
    """What the Empire Abilities card says for the total of the three dice."""
    cards = g.t.at("orders")
    levied = [die for card in cards for die in g.t.at("levied", card)]
    same(book.SOLO_ONE_DIE, "dice of the empire", 3, len(levied))
    total = sum(g.t.count(die, "pips") for die in levied)
    decrees = content.by_id("solo_card")["imperial_decrees"]
    for low, high in ((3, 7), (8, 10), (11, 13), (14, 18)):
        if low <= total <= high:
            text = decrees[f"total_{low}_to_{high}"]
            if "choose one:" in text:
                _choice(g, human)
            else:
                carry_out(g, human, text, book.SOLO_ABILITY)


def _choice(g, human):
    """A good is discarded, or the empire gains 2 PP."""
    g.order = book.SOLO_ABILITY
    ways = {"imperial_fame"} | ({"discard_good"} if g.t.goods(human) else set())
    g.peek()
    for decision in g.asked:
        if "imperial_fame" in decision.keys:
            same(book.SOLO_ABILITY, "ways to meet the decree", ways, set(decision.keys))
    if any(g.sees("lose", ANY, human, good, 1) for good in GOODS):
        _goods(g, human, 1)
    else:
        _points(g, human, 2)


def new_orders(g):
    """The cards of the round go; after round 4 all tiles of the empire return to the bag."""
    empire = g.t.box.neutral
    for card in list(g.t.at("orders")):
        g.take(
            book.SOLO_CARDS_GO, "a used solo card", "move", ANY, card, ("orders", "table"), ("spent_orders", "table")
        )
    if g.t.round == 5:
        g.t.counters[empire, "returned"] = g.t.restored(empire)
        for zone in ("restored_tiles", "loose_tiles"):
            for _ in list(g.t.at(zone, empire)):
                g.take(
                    book.SOLO_TILES_BACK,
                    "the empire's tiles return",
                    "move",
                    ANY,
                    ANY,
                    (zone, empire),
                    ("bag", "table"),
                )
    reveal(g, book.SOLO_CARDS_GO)


# ---- to its advantage


def overtakes(t, human, isle, influence_more, shadows_more=0, human_loss=0):
    """Whether this puts the empire ahead of the human on an island where it is not."""
    mine, theirs = influence.standing(t, t.box.neutral, isle), influence.standing(t, human, isle)
    after = (mine[0] + influence_more, mine[1] + shadows_more)
    return mine <= theirs and after > (theirs[0] - human_loss, theirs[1])


def advantageous(spots, good):
    """Those choices that have to be taken, or all when there are none."""
    return {spot for spot in spots if good(spot)} or set(spots)


def _place(g, kind, zone, legal, rule):
    """A piece of the empire on one of these places; nothing when there is none."""
    if not legal:
        return None
    if len(g.t.spots(g.t.box.neutral, kind)) >= CLAN_PIECES[kind] and not g.sees("move", ANY, ANY, None):
        raise Difference(book.SOLO_NO_LIMIT, f"one more {kind} of the empire", "placed", g.peek())
    spot = actions.put(g, g.t.box.neutral, kind, zone, rule)
    g.compare(rule, f"the place of the empire's {kind}", legal, spot, g.last_asked)
    return spot


@order(r"the empire places (\d+) governors?")
def _governors(g, human, count):
    spots = [_place(g, "governor", "governor", prices.free_sites(g.t), book.SOLO_CHOICE) for _ in range(count)]
    return None not in spots


@order(r"the empire places a governor to its advantage(?: among (\w+) (\w+))?")
def _governor(g, human, isle, other):
    free = {s for s in prices.free_sites(g.t) if isle is None or g.t.box.isle_of(s) in (isle, other)}
    free = advantageous(free, lambda site: overtakes(g.t, human, g.t.box.isle_of(site), 2))
    return _place(g, "governor", "governor", free, book.SOLO_LEAD) is not None


@order(r"the empire lands (\d+) governors? to its advantage")
def _landing(g, human, count):
    free = {isle: [s for s in prices.free_sites(g.t) if g.t.box.isle_of(s) == isle] for isle in g.t.box.islands}
    room = min(count, max(len(sites) for sites in free.values()))
    wide = [isle for isle, sites in free.items() if room and len(sites) >= room]
    legal = advantageous(wide, lambda isle: overtakes(g.t, human, isle, 2 * room))
    for nth in range(room):
        asked, open_sites = _asked(g), prices.free_sites(g.t)
        site = actions.put(g, g.t.box.neutral, "governor", "governor", book.SOLO_LEAD)
        isle = g.t.box.isle_of(site)
        if nth == 0:
            g.compare(book.SOLO_LEAD, "the island of the landing", legal, isle, asked)
            legal = {isle}
        same(book.SOLO_LEAD, "the island of the landing", legal, {isle})
        here = {spot for spot in open_sites if g.t.box.isle_of(spot) == isle}
        g.compare(book.SOLO_LEAD, "the site of the landing", here, site, asked)
    return room == count


def _asked(g):
    g.peek()
    return list(g.asked)


@order(r"the empire places a shadow( to its advantage)?")
def _shadow(g, human, advantage):
    free = prices.free_alleys(g.t)
    if advantage:
        free = advantageous(free, lambda alley: _stalks(g, human, g.t.box.isle_of(alley)))
    alley = _place(g, "shadow", "shadow", free, book.SOLO_LEAD if advantage else book.SOLO_CHOICE)
    if alley is not None:
        actions.eliminate(g, [human], g.t.box.isle_of(alley))
    return alley is not None


def _stalks(g, human, isle):
    """A shadow adds 1 and a shadow; a human governor there goes."""
    loss = 2 if g.t.on(isle, g.t.spots(human, "governor")) else 0
    return overtakes(g.t, human, isle, 1, 1, loss)


@order("the empire strikes")
def _strike(g, human):
    """A shadow and a governor it eliminates: where that is possible, it is what happens; elsewhere it falls short."""
    free = prices.free_alleys(g.t)
    held = {g.t.box.isle_of(site) for site in g.t.spots(human, "governor")}
    aimed = {alley for alley in free if g.t.box.isle_of(alley) in held}
    alley = _place(g, "shadow", "shadow", aimed or free, book.SOLO_CHOICE)
    return alley is not None and actions.eliminate(g, [human], g.t.box.isle_of(alley))


@order(r"the empire builds (\d+) of (farm|tower)")
def _buildings(g, human, count, sort):
    spots = [_place(g, sort, "building", prices.free_plots(g.t), book.SOLO_CHOICE) for _ in range(count)]
    return None not in spots


@order("the empire builds a tower to its advantage")
def _tower(g, human):
    free = advantageous(prices.free_plots(g.t), lambda site: overtakes(g.t, human, g.t.box.isle_of(site), 2))
    return _place(g, "tower", "building", free, book.SOLO_LEAD) is not None


# ---- relics, points, losses


@order(r"the empire takes (\d+) tiles?( to its advantage)?(?: from (\w+))?")
def _tiles(g, human, count, advantage, isle):
    complete = True
    for left in range(count, 0, -1):
        legal = prey(g.t, isle)
        if not legal:
            complete = False
            continue
        if advantage:
            legal = closing(g.t, legal, left)
        to = ("loose_tiles", g.t.box.neutral)
        event = g.take(book.SOLO_TILES, "a tile for the empire", "move", ANY, ANY, ANY, to)
        g.compare(
            book.SOLO_FINISH if advantage else book.SOLO_TILES, "the tile of the empire", legal, event[2], g.last_asked
        )
        if event[3][0] == "tiles":
            relics.refill(g, event[3][1])
    return complete


def prey(t, isle):
    """Tiles the empire may take: from any island or the black market, or from the island named; no duplicates."""
    tiles = relics.on_land(t, isle) if isle else relics.on_land(t) + t.at("black_market")
    return {tile for tile in tiles if not relics.twin(t, t.box.neutral, tile)}


def closing(t, tiles, left):
    """Tiles after which a relic is complete or can still be completed with what is left; all if none can."""

    def possible(taken, picks):
        """Whether some colour lacks no more numbers than there are picks, all of them lying ready."""
        owned = {(t.box.hue[x], t.box.number[x]) for x in (*t.at("loose_tiles", t.box.neutral), *taken)}
        ready = {(t.box.hue[x], t.box.number[x]) for x in tiles}
        for hue in t.box.hues:
            lacks = {(hue, number) for number in (1, 2, 3, 4)} - owned
            if (len(lacks) < 4 or picks >= 4) and len(lacks) <= picks and lacks <= ready:
                return True
        return False

    if not possible((), left):
        return set(tiles)
    return {tile for tile in tiles if possible((tile,), left - 1)}


@order(r"the empire gains (\d+) popularity")
def _points(g, human, amount):
    g.gain(g.order, "points of an order", g.t.box.neutral, "popularity", amount, "orders")
    return True


@order("the empire takes the helmet")
def _helmet(g, human):
    if g.t.helmet != g.t.box.neutral:
        g.take(g.order, "the Helmet", "set", ANY, "table", "helmet", g.t.box.neutral)
    return True


@order(r"hand over (\d+) goods?")
def _goods(g, human, count):
    complete = True
    for _ in range(count):
        if g.t.goods(human):
            actions.any_goods(g, human, 1, "lose", g.order)
        else:
            complete = False
    return complete


@order(r"hand over (\d+) gold")
def _gold(g, human, amount):
    had = g.t.count(human, "gold")
    if had:
        g.take(g.order, "gold handed over", "lose", ANY, human, "gold", min(had, amount))
    return had >= amount
