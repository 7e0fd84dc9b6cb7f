"""What players do with cards, units, buildings and storage: each a piece of the log with a fixed form."""

from . import content, prices
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


def raise_storage(g, seat, amount):
    """Up to 9; beyond that 1 PP for each (DA-VILL-2, 3)."""
    room = min(amount, 9 - g.t.count(seat, "storage"))
    g.gain("DA-VILL-2", "storage", seat, "storage", room)
    g.gain("DA-VILL-3", "storage beyond 9", seat, "popularity", amount - room)


def draw(g, seat, amount=1):
    """From the personal deck; an empty one takes up the discard pile first (DA-VILL-4, 5, DA-AMB-43)."""
    for _ in range(amount):
        if not g.t.at("deck", seat) and g.t.at("discard", seat):
            g.take("DA-VILL-5", "the discard pile becomes the deck", "shuffle", ANY, ("deck", seat))
        if not g.t.at("deck", seat):
            return
        g.take("DA-VILL-4", "a card is drawn", "draw", ANY, ANY, ("deck", seat), ("hand", seat))


def give_up(g, seat, rule="DA-DISC-4"):
    """A card from hand to the personal discard pile, of the player's choice."""
    hand = set(g.t.at("hand", seat))
    card = g.take(rule, "a card is given up", "move", ANY, ANY, ("hand", seat), ("discard", seat))[2]
    g.compare(rule, "the card", hand, card, g.last_asked)


def hire(g, seat, discount=0):
    """Pay, take the card into hand, fill the gap from the deck (DA-HIRE-2 … 6)."""
    can = prices.hireable(g.t, seat, discount)
    g.peek()
    asked, paid = list(g.asked), 0
    if g.sees("pay", ANY, seat, "gold"):
        paid = g.next()[4]
    g.peek()
    event = g.take("DA-HIRE-3", "a hired hero", "move", ANY, ANY, ("market", "table"), ("hand", seat))
    same("DA-HIRE-2", f"the price of {event[2]}", prices.hire(event[2], discount), paid)
    g.compare("DA-HIRE-2", "the hero to hire", can, event[2], asked + g.last_asked)
    refill_market(g)


def refill_market(g):
    while len(g.t.at("market")) < 5 and g.t.at("hero_deck"):
        g.take("DA-HIRE-4", "the market is filled", "draw", ANY, ANY, ("hero_deck", "table"), ("market", "table"))


def hires_next(g, seat, discount=0):
    """Whether the next thing is that this player hires a hero."""
    if g.sees("move", ANY, ANY, ("market", "table"), ("hand", seat)):
        return True
    return g.sees("pay", ANY, seat, "gold") and g.coming(1, "move", ANY, ANY, ("market", "table"), ("hand", seat))


# ---- units


def reset_track(g, seat):
    """2 gold put the pawn back, from the last space only (DA-RECR-8, 10)."""
    same("DA-RECR-10", "the track when it is reset", 3, g.t.count(seat, "recruit_cost"))
    g.pay("DA-RECR-8", "the price of a reset", seat, "gold", 2)
    restart_track(g, seat)


def restart_track(g, seat):
    g.take("DA-RECR-8", "the track is reset", "set", ANY, seat, "recruit_cost", 1)


def recruit(g, seat, discount=0, exact=None, kinds=("governor", "shadow")):
    """Pay, advance, place, resolve (DA-RECR-3)."""
    if exact is None and _resets(g, seat, discount):
        reset_track(g, seat)
    price = prices.recruit(g.t, seat, discount) if exact is None else exact
    g.pay("DA-RECR-4", "rice for a unit", seat, "rice", price)
    if g.t.count(seat, "recruit_cost") < 3:
        g.gain("DA-RECR-7", "the track advances", seat, "recruit_cost", 1)
    event = g.peek()
    kind = g.t.box.kind.get(event[2]) if event is not None and event[0] == "move" else None
    if kind not in kinds:
        raise Difference("DA-RECR-2", "a recruited unit", kinds, event)
    g.compare("DA-AMB-67", "the unit", {one for one in kinds if prices.can_place(g.t, seat, one)}, kind)
    (place_governor if kind == "governor" else place_shadow)(g, seat)


def _resets(g, seat, discount):
    """Whether the track is reset first: a choice where both ways can be paid (DA-RECR-9, DA-FAQ-11)."""
    if not prices.can_reset(g.t, seat):
        return False
    if g.t.count(seat, "rice") < prices.recruit(g.t, seat, discount):
        return True
    return g.may("DA-RECR-9", "reset the track", possible=True)


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
    """On a free governor space; nothing is collected (DA-RECR-12, 14). Without space or piece nothing happens."""
    free = {site for site in prices.free_sites(g.t) if isle is None or g.t.box.isle_of(site) == isle}
    if not free or not g.t.idle(seat, "governor"):
        return
    site = put(g, seat, "governor", "governor", "DA-RECR-12")
    g.compare("DA-RECR-12", "the site of a governor", free, site, g.last_asked)


def put(g, seat, kind, zone, rule):
    """A piece of a player comes from beside the board into a place. Says which place."""
    idle = g.t.idle(seat, kind)
    event = g.take(rule, f"a {kind} of {seat} is placed", "move", ANY, ANY, None, ANY)
    if event[2] not in idle:
        raise Difference("DA-AMB-68", f"a {kind} of {seat}", idle, event[2])
    same(rule, f"where a {kind} goes", zone, event[4][0])
    return event[4][1]


def place_shadow(g, seat):
    """The gold of the space, then an enemy governor there goes (DA-SHAD-1 … 6)."""
    free = prices.free_alleys(g.t)
    alley = put(g, seat, "shadow", "shadow", "DA-SHAD-1")
    g.compare("DA-SHAD-1", "the space of a shadow", free, alley, g.last_asked)
    g.gain("DA-SHAD-2", "gold of the space", seat, "gold", g.t.box.alleys[alley])
    rivals = [other for other in g.t.box.everyone if other != seat]
    eliminate(g, rivals, g.t.box.isle_of(alley))


def eliminate(g, owners, isle=None):
    """One governor of these players (there) goes back; its owner gets 1 gold, the empire nothing (DA-SHAD-4 … 6)."""
    victims = {
        piece
        for owner in owners
        for piece in g.t.box.pieces("governor", owner)
        if g.t.where[piece] and (isle is None or g.t.box.isle_of(g.t.where[piece][1]) == isle)
    }
    if not victims:
        return False
    victim = g.take("DA-SHAD-4", "a governor is eliminated", "move", ANY, ANY, ANY, None)[2]
    g.compare("DA-SHAD-4", "the governor to eliminate", victims, victim, g.last_asked)
    owner = g.t.box.owner[victim]
    if g.t.box.players > 1 or owner != g.t.box.neutral:
        g.gain("DA-SHAD-6", "compensation", owner, "gold", 1)
    return True


def move_governor(g, seat, collect):
    """To a free space, collecting there (V4, DA-CLAN-3); impossible without governor or space (DA-AMB-73)."""
    free, mine = prices.free_sites(g.t), [p for p in g.t.box.pieces("governor", seat) if g.t.where[p]]
    if not free or not mine:
        return
    event = g.take("DA-CLAN-3", "a governor moves", "move", ANY, ANY, ANY, ANY)
    g.compare("DA-CLAN-3", "the governor to move", mine, event[2], g.last_asked)
    site = event[4][1]
    g.compare("DA-CLAN-3", "the new site", free, site, g.last_asked)
    g.gain("DA-CLAN-3", "goods of the new site", seat, g.t.box.sites[site], collect)


# ---- buildings


def build(g, seat, discount=0, gold=False, sorts=("farm", "tower")):
    """Pay, place, lay the uncovered tile (DA-CONS-2)."""
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
        raise Difference("DA-CONS-1", "a building", sorts, event)
    g.compare("DA-CONS-3", "the type of building", can, sort, asked)
    price = prices.building(g.t, seat, sort)
    if gold:
        same("DA-AMB-75", f"the price of a {sort} in gold", sum(price.values()), paid["gold"])
    else:
        _check_goods(price, paid, discount, sort)
    free = prices.free_plots(g.t)
    nth = len(g.t.spots(seat, sort))
    site = put(g, seat, sort, "building", "DA-CONS-10")
    g.compare("DA-CONS-10", "the site of a building", free, site, g.last_asked)
    lay_tile(g, seat, sort, nth)


def _check_goods(price, paid, discount, sort):
    """The full price, less so many goods of the player's choice among those due (DA-AMB-74)."""
    owed = sum(price.values())
    too_much = any(paid[good] > price[good] for good in GOODS)
    if too_much or sum(paid.values()) != max(0, owed - discount) or paid["gold"]:
        raise Difference("DA-CONS-3", f"the price of a {sort}, {discount} less", price, paid)


def lay_tile(g, seat, sort, nth):
    """The tile under the n-th building goes on a slot of its colour; it may cover another (DA-CONS-14 … 20)."""
    board = g.t.name(seat, f"{sort}_board")
    tile = content.boards(g.t.box.advanced)[board]["tiles"][nth]
    number = seat.removeprefix("player")
    slots = GRAY_SLOTS if content.tile_colour(tile) == "gray" else YELLOW_SLOTS
    g.peek()
    asked, covered = list(g.asked), None
    if g.sees("move", ANY, ANY, ANY, ("covered_tiles", seat)):
        covered = g.next()[3]
    event = g.take("DA-CONS-14", "the uncovered tile", "move", ANY, tile, ("tiles", board), ANY)
    same("DA-CONS-14", "where a tile goes", "bonus", event[4][0])
    if covered is not None:
        same("DA-CONS-19", "the slot that is covered", event[4], covered)
    g.compare("DA-CONS-15", "the slot of a tile", {f"{s}@{number}" for s in slots}, event[4][1], asked + g.last_asked)


def builds_next(g, seat):
    """Whether the next thing is that this player builds."""
    event = g.peek()
    if event is None:
        return False
    if event[0] == "move":
        return g.t.box.kind[event[2]] in ("farm", "tower") and g.t.box.owner[event[2]] == seat
    return event[:1] == ("pay",) and event[2] == seat and event[3] in (*GOODS, "gold")


# ---- goods and dice


def any_goods(g, seat, amount, kind="gain", rule="DA-CLAN-7"):
    """So many goods of the player's choice, gained or paid one by one."""
    for _ in range(amount):
        good = g.take(rule, "a good of choice", kind, ANY, seat, ANY, 1)[3]
        legal = set(GOODS)
        if kind != "gain":  # the count was taken already, so one more was there
            legal = {ware for ware in GOODS if g.t.count(seat, ware) + (ware == good) > 0}
        g.compare(rule, "the good", legal, good, g.last_asked)


def shift_die(g, seat, up=None):
    """One of the player's own dice goes up or down by 1 (DA-DISC-1, 3)."""
    dice = dict(g.t.board_dice(seat))
    event = g.take("DA-DISC-1", "a die is shifted", ANY, ANY, ANY, "pips", 1)
    if event[2] not in dice:
        raise Difference("DA-AMB-32", "a die to shift", sorted(dice), event[2])
    if up is None:
        allowed = set(dice)
    else:
        same("T22", "which way a die goes", "gain" if up else "lose", event[0])
        allowed = {die for die, pips in dice.items() if (pips < 6 if up else pips > 1)}
    g.compare("DA-DISC-1", "the die to shift", allowed, event[2], g.last_asked)
    if up is None:
        ways = {"higher"} if dice[event[2]] < 6 else set()
        ways |= {"lower"} if dice[event[2]] > 1 else set()
        way = "higher" if event[0] == "gain" else "lower"
        g.compare("DA-DISC-3", "which way to shift", ways, way, g.last_asked)


def shift_if_any(g, seat, up):
    """The same, where one way is given; nothing happens when no die can go that way (DA-AMB-91)."""
    if any(pips < 6 if up else pips > 1 for _, pips in g.t.board_dice(seat)):
        shift_die(g, seat, up)


def harvest(g, seat, kind, times):
    """One governor or building collects so often at its site (T20, T23, DA-AMB-90)."""
    pieces = [piece for piece in g.t.box.pieces(kind, seat) if g.t.where[piece]]
    if not pieces:
        return
    goods = {g.t.box.sites[g.t.where[piece][1]] for piece in pieces}
    event = g.take("T23", f"a {kind} collects", "gain", ANY, seat, ANY, times)
    if event[3] not in goods:
        raise Difference("T23", f"goods of a {kind} of {seat}", sorted(goods), event[3])
    picked = [d for d in g.last_asked if d.picked in pieces]
    if picked:
        same("T23", f"options for the {kind}", set(pieces), set(picked[-1].keys))
        same("T23", "goods of the site", g.t.box.sites[g.t.where[picked[-1].picked][1]], event[3])
    else:
        same("T23", f"the only {kind}", 1, len(pieces))
