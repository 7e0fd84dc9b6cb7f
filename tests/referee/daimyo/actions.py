"""What players do with cards, units, buildings and storage: each a piece of the log with a fixed form."""

from . import content, prices
from . import reading as book
from .box import GOODS, GRAY_SLOTS, YELLOW_SLOTS
from .log_words import ANY
from .record import Difference, same


def another(g, seat, possible, rule, coming):
    """Whether one more of "any number" comes: it must be offered exactly while it is possible."""
    g.peek()
    asked = any(d.seat == seat and set(d.keys) == {"again", "done"} for d in g.asked)
    same(rule, f"one more is offered to {seat}", possible, asked)
    return coming(g, seat)


# ---- storage and cards


def raise_storage(g, seat, amount, rule=book.STORAGE_UP):
    """Up to 9; beyond that 1 PP for each."""
    room = min(amount, 9 - g.t.count(seat, "storage"))
    g.gain(rule, "storage", seat, "storage", room)
    g.gain(book.STORAGE_FULL, "storage beyond 9", seat, "popularity", amount - room)


def draw(g, seat, amount=1, rule=book.DRAW):
    """From the personal deck; an empty one takes up the discard pile first."""
    for _ in range(amount):
        if not g.t.at("deck", seat) and g.t.at("discard", seat):
            g.take(book.RESHUFFLE, "the discard pile becomes the deck", "shuffle", ANY, ("deck", seat))
        if not g.t.at("deck", seat):
            return
        g.take(rule, "a card is drawn", "draw", ANY, ANY, ("deck", seat), ("hand", seat))


def give_up(g, seat, rule=book.DISCARD, optional=False):
    """A card from hand to the personal discard pile, of the player's choice."""
    hand = set(g.t.at("hand", seat))
    card = g.take(rule, "a card is given up", "move", ANY, ANY, ("hand", seat), ("discard", seat))[2]
    g.compare(rule, "the card", hand, card, g.last_asked, optional)


def hire(g, seat, discount=0):
    """Pay, take the card into hand, fill the gap from the deck."""
    can = prices.hireable(g.t, seat, discount)
    g.peek()
    asked, paid = list(g.asked), 0
    if g.sees("pay", ANY, seat, "gold"):
        paid = g.next()[4]
    g.peek()
    event = g.take(book.HIRED_TO_HAND, "a hired hero", "move", ANY, ANY, ("market", "table"), ("hand", seat))
    same(book.HIRE, f"the price of {event[2]}", prices.hire(event[2], discount), paid)
    g.compare(book.HIRE, "the hero to hire", can, event[2], asked + g.last_asked)
    refill_market(g)


def refill_market(g):
    """The open card of the deck takes the place of the one that left; nobody else moves."""
    if g.t.at("hero_deck"):
        g.take(book.IN_PLACE, "the market is filled", "draw", ANY, ANY, ("hero_deck", "table"), ("market", "table"))
    g.peek()
    same(book.IN_PLACE, "the hero market from left to right", g.t.market, g.t.at("market"))


def hires_next(g, seat, discount=0):
    """Whether the next thing is that this player hires a hero."""
    if g.sees("move", ANY, ANY, ("market", "table"), ("hand", seat)):
        return True
    return g.sees("pay", ANY, seat, "gold") and g.coming(1, "move", ANY, ANY, ("market", "table"), ("hand", seat))


# ---- units


def reset_track(g, seat):
    """2 gold put the pawn back, from the last space only."""
    same(book.RESET, "the track when it is reset", 3, g.t.count(seat, "recruit_cost"))
    g.pay(book.RESET, "the price of a reset", seat, "gold", 2)
    restart_track(g, seat)


def restart_track(g, seat):
    g.take(book.RESET, "the track is reset", "set", ANY, seat, "recruit_cost", 1)


def recruit(g, seat, discount=0, exact=None, kinds=("governor", "shadow"), coin="rice"):
    """Pay, advance, place, resolve."""
    if exact is None and _resets(g, seat, discount):
        reset_track(g, seat)
    price = prices.recruit(g.t, seat, discount) if exact is None else exact
    if price == 3 and not g.sees("pay", ANY, seat, coin, 3):
        raise Difference(book.LAST_SPACE, "rice for a unit on the last space", 3, g.peek())
    g.pay(book.RECRUIT_PRICE, f"{coin} for a unit", seat, coin, price)
    advance(g, seat)
    event = g.peek()
    kind = g.t.box.kind.get(event[2]) if event is not None and event[0] == "move" else None
    if kind not in kinds:
        raise Difference(book.UNIT, "a recruited unit", kinds, event)
    g.compare(book.UNIT, "the unit", {one for one in kinds if prices.can_place(g.t, seat, one)}, kind)
    (place_governor if kind == "governor" else place_shadow)(g, seat)


def advance(g, seat):
    """A space further with every unit; on the last one the pawn stays."""
    if g.t.count(seat, "recruit_cost") < 3:
        g.gain(book.ADVANCE, "the track advances", seat, "recruit_cost", 1)
    elif g.sees("gain", ANY, seat, "recruit_cost"):
        raise Difference(book.LAST_SPACE, "the track on its last space", "stays", g.peek())


def _resets(g, seat, discount):
    """Whether the track is reset first: a choice where both ways can be paid."""
    if not prices.can_reset(g.t, seat):
        return False
    if g.t.count(seat, "rice") < prices.recruit(g.t, seat, discount):
        return True
    return g.may(book.LAST_SPACE, "reset the track", possible=True)


def recruits_next(g, seat):
    """Whether the next thing is that this player recruits a unit; a track on its last space does not move."""
    event = g.peek()
    if event is None:
        return False
    if event[0] == "move":
        return g.t.box.kind[event[2]] in ("governor", "shadow") and event[3] is None and g.t.box.owner[event[2]] == seat
    if event[:1] == ("gain",):
        return event[2:4] == (seat, "recruit_cost")
    if event[:1] != ("pay",) or event[2] != seat:
        return False
    return event[3] == "rice" or (event[3:5] == ("gold", 2) and g.coming(1, "set", ANY, seat, "recruit_cost", 1))


def place_governor(g, seat, isle=None):
    """On a free governor space; nothing is collected. Without space or piece nothing happens."""
    free = {site for site in prices.free_sites(g.t) if isle is None or g.t.box.isle_of(site) == isle}
    if not free or not g.t.idle(seat, "governor"):
        return
    site = put(g, seat, "governor", "governor", book.GOVERNOR_SITE)
    g.compare(book.GOVERNOR_SITE, "the site of a governor", free, site, g.last_asked)


def put(g, seat, kind, zone, rule):
    """A piece of a player comes from beside the board into a place. Says which place."""
    idle = g.t.idle(seat, kind)
    event = g.take(rule, f"a {kind} of {seat} is placed", "move", ANY, ANY, None, ANY)
    if event[2] not in idle:
        raise Difference(book.UNIT, f"a {kind} of {seat}", idle, event[2])
    same(rule, f"where a {kind} goes", zone, event[4][0])
    return event[4][1]


def place_shadow(g, seat):
    """The gold of the space, then an enemy governor there goes."""
    free = prices.free_alleys(g.t)
    alley = put(g, seat, "shadow", "shadow", book.SHADOW_PLACE)
    g.compare(book.SHADOW_PLACE, "the space of a shadow", free, alley, g.last_asked)
    g.gain(book.SHADOW_GOLD, "gold of the space", seat, "gold", g.t.box.alleys[alley])
    rivals = [other for other in g.t.box.everyone if other != seat]
    eliminate(g, rivals, g.t.box.isle_of(alley))


def eliminate(g, owners, isle=None):
    """One governor of these players (there) goes back; its owner gets 1 gold, the empire nothing."""
    victims = {
        piece
        for owner in owners
        for piece in g.t.box.pieces("governor", owner)
        if g.t.where[piece] and (isle is None or g.t.box.isle_of(g.t.where[piece][1]) == isle)
    }
    if not victims:
        return False
    victim = g.take(book.ELIMINATE, "a governor is eliminated", "move", ANY, ANY, ANY, None)[2]
    g.compare(book.ELIMINATE, "the governor to eliminate", victims, victim, g.last_asked)
    owner = g.t.box.owner[victim]
    if g.t.box.players > 1 or owner != g.t.box.neutral:
        g.gain(book.COMPENSATION, "compensation", owner, "gold", 1)
    return True


def move_governor(g, seat, collect, rule=book.MOVED_GOVERNOR):
    """To a free space, collecting there; impossible without governor or space."""
    free, mine = prices.free_sites(g.t), [p for p in g.t.box.pieces("governor", seat) if g.t.where[p]]
    if not free or not mine:
        return
    event = g.take(rule, "a governor moves", "move", ANY, ANY, ANY, ANY)
    g.compare(rule, "the governor to move", mine, event[2], g.last_asked)
    site = event[4][1]
    g.compare(rule, "the new site", free, site, g.last_asked)
    g.gain(rule, "goods of the new site", seat, g.t.box.sites[site], collect)


# ---- buildings


def build(g, seat, discount=0, gold=False, sorts=("farm", "tower")):
    """Pay, place, lay the uncovered tile."""
    g.peek()
    asked = list(g.asked)
    can = {sort for sort in sorts if prices.can_build(g.t, seat, sort, discount, gold)}
    paid = dict.fromkeys((*GOODS, "gold"), 0)
    while g.sees("pay", ANY, seat):
        event = g.next()
        paid[event[3]] += event[4]
    event = g.peek()
    sort = g.t.box.kind.get(event[2]) if event is not None and event[0] == "move" else None
    if sort not in sorts:
        raise Difference(book.BUILDING_PLACE, "a building", sorts, event)
    g.compare(book.BUILDING_PRICE, "the type of building", can, sort, asked)
    price = prices.building(g.t, seat, sort)
    if gold:
        same(book.BUILDING_PRICE, f"the price of a {sort} in gold", sum(price.values()), paid["gold"])
    else:
        _check_goods(price, paid, discount, sort)
    free = prices.free_plots(g.t)
    nth = len(g.t.spots(seat, sort))
    site = put(g, seat, sort, "building", book.BUILDING_PLACE)
    g.compare(book.BUILDING_PLACE, "the site of a building", free, site, g.last_asked)
    lay_tile(g, seat, sort, nth)


def _check_goods(price, paid, discount, sort):
    """The full price, less so many goods of the player's choice among those due."""
    owed = sum(price.values())
    too_much = any(paid[good] > price[good] for good in GOODS)
    if too_much or sum(paid.values()) != max(0, owed - discount) or paid["gold"]:
        rule = book.BASE_PRICE if owed == 3 else book.BUILDING_PRICE
        raise Difference(rule, f"the price of a {sort}, {discount} less", price, paid)


def lay_tile(g, seat, sort, nth):
    """The tile under the n-th building goes on a slot of its colour; it may cover another."""
    board = g.t.name(seat, f"{sort}_board")
    tile = content.boards(g.t.box.advanced)[board]["tiles"][nth]
    number = seat.removeprefix("player")
    slots = GRAY_SLOTS if content.tile_colour(tile) == "gray" else YELLOW_SLOTS
    g.peek()
    asked, covered = list(g.asked), None
    if g.sees("move", ANY, ANY, ANY, ("covered_tiles", seat)):
        covered = g.next()[3]
    event = g.take(book.TILE_LAID, "the uncovered tile", "move", ANY, tile, ("tiles", board), ANY)
    same(book.TILE_LAID, "where a tile goes", "bonus", event[4][0])
    if covered is not None:
        same(book.COVER, "the slot that is covered", event[4], covered)
    g.compare(
        book.TILE_COLOURS, "the slot of a tile", {f"{s}@{number}" for s in slots}, event[4][1], asked + g.last_asked
    )


def builds_next(g, seat):
    """Whether the next thing is that this player builds."""
    event = g.peek()
    if event is None:
        return False
    if event[0] == "move":
        return g.t.box.kind[event[2]] in ("farm", "tower") and g.t.box.owner[event[2]] == seat
    return event[:1] == ("pay",) and event[2] == seat and event[3] in (*GOODS, "gold")


# ---- goods and dice


def any_goods(g, seat, amount, kind="gain", rule=book.HERO_TEXT):
    """So many goods of the player's choice, gained or paid one by one."""
    for _ in range(amount):
        good = g.take(rule, "a good of choice", kind, ANY, seat, ANY, 1)[3]
        legal = set(GOODS)
        if kind != "gain":  # the count was taken already, so one more was there
            legal = {ware for ware in GOODS if g.t.count(seat, ware) + (ware == good) > 0}
        g.compare(rule, "the good", legal, good, g.last_asked)


def shift_die(g, seat, up=None):
    """One of the player's own dice goes up or down by 1."""
    dice = dict(g.t.board_dice(seat))
    event = g.take(book.DISCARD, "a die is shifted", ANY, ANY, ANY, "pips", 1)
    if event[2] not in dice:
        raise Difference(book.DISCARD, "a die to shift", sorted(dice), event[2])
    if up is None:
        allowed = set(dice)
    else:
        same(book.TILE_TEXT, "which way a die goes", "gain" if up else "lose", event[0])
        allowed = {die for die, pips in dice.items() if (pips < 6 if up else pips > 1)}
    g.compare(book.DISCARD, "the die to shift", allowed, event[2], g.last_asked)
    if up is None:
        ways = {"higher"} if dice[event[2]] < 6 else set()
        ways |= {"lower"} if dice[event[2]] > 1 else set()
        way = "higher" if event[0] == "gain" else "lower"
        g.compare(book.PIPS, "which way to shift", ways, way, g.last_asked)


def shift_if_any(g, seat, up):
    """The same, where one way is given; nothing happens when no die can go that way."""
    if any(pips < 6 if up else pips > 1 for _, pips in g.t.board_dice(seat)):
        shift_die(g, seat, up)


def harvest(g, seat, kind, times):
    """One governor or building collects so often at its site."""
    pieces = [piece for piece in g.t.box.pieces(kind, seat) if g.t.where[piece]]
    if not pieces:
        return
    goods = {g.t.box.sites[g.t.where[piece][1]] for piece in pieces}
    event = g.take(book.TILE_TEXT, f"a {kind} collects", "gain", ANY, seat, ANY, times)
    if event[3] not in goods:
        raise Difference(book.TILE_TEXT, f"goods of a {kind} of {seat}", sorted(goods), event[3])
    picked = [d for d in g.last_asked if d.picked in pieces]
    if picked:
        same(book.TILE_TEXT, f"options for the {kind}", set(pieces), set(picked[-1].keys))
        same(book.TILE_TEXT, "goods of the site", g.t.box.sites[g.t.where[picked[-1].picked][1]], event[3])
    else:
        same(book.TILE_TEXT, f"the only {kind}", 1, len(pieces))
