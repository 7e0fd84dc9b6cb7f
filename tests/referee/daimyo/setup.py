"""From the box to the first roll: how the table must stand, and where the first units may go."""

import re
from collections import Counter

from . import content, prices
from . import reading as book
from .box import CLANS, GOODS
from .record import Difference, same

BOARDS = ("farm_board", "tower_board")


def read(g):
    """Everything before the first round."""
    governors, drafted, shuffled = [], [], set()
    while not g.sees("begin"):
        event = g.peek()
        if event is None:
            raise Difference(book.FIVE_ROUNDS, "a first round", "begins", "never")
        kind = g.t.box.kind.get(event[2]) if event[0] == "move" else None
        if kind == "governor":
            governors.append(g.t.box.owner[event[2]])
            _first_units(g, governors, event)
        elif event[0] == "set" and event[3] == "clan":
            _clan(g, event)
        elif event[0] == "set" and event[3] in BOARDS:
            drafted.append(event[2])
            _board(g, event)
        else:
            if event[0] == "shuffle":
                shuffled.add(event[2])
            g.next()
    same(book.HERO_MARKET, "decks that are shuffled", _decks(g.t), shuffled)
    check(g.t)
    _order(g.t, governors, drafted)


def _decks(t):
    return {("hero_deck", "table"), *(("deck", seat) for seat in t.box.seats)}


def _clan(g, event):
    """A clan nobody has; the neutral gets one of those left over."""
    left = set(CLANS) - {g.t.name(seat, "clan") for seat in g.t.box.everyone}
    g.next()
    if event[2] == g.t.box.neutral:
        same(book.MERC_PIECES, "an unused clan", True, event[4] in left)
    else:
        g.compare(book.OWN_CLAN, "the clan", left, event[4], g.last_asked)


def _board(g, event):
    """A mini-board that nobody has, and of the sort the player still lacks; advanced ones are chosen."""
    t, seat = g.t, event[2]
    boards = content.boards(t.box.advanced)
    taken = {t.name(other, sort) for other in t.box.seats for sort in BOARDS}
    mine = {boards[t.name(seat, sort)]["builds"] for sort in BOARDS if t.name(seat, sort)}
    left = {name for name, board in boards.items() if name not in taken and board["builds"] not in mine}
    g.next()
    if t.box.advanced:
        g.compare(book.DRAFT, "the mini-board", left, event[4], g.last_asked)
    same(book.MINI_BOARDS, f"a mini-board for {seat}", True, event[4] in left)
    same(book.MINI_BOARDS, f"the sort of {event[4]}", boards[event[4]]["builds"], event[3].removesuffix("_board"))


def _first_units(g, governors, event):
    """The first governor and the scavenger share an island nobody took before; the second goes anywhere."""
    site, t = event[4][1], g.t
    seat, isle = governors[-1], t.box.isle_of(site)
    nth = governors.count(seat)
    free = prices.free_sites(t)
    legal = free
    if seat == t.box.neutral or nth == 1:
        legal = {s for s in free if t.box.isle_of(s) == isle}
    if seat == t.box.neutral:
        _empire_isle(g, isle, nth)
    elif nth == 1:
        open_isles = {i for i in t.box.islands if not t.at("scavengers", i)}
        g.peek()
        g.compare(book.FIRST_GOVERNOR, "the first island", open_isles, isle)
    g.next()
    rule = book.FIRST_GOVERNOR if nth == 1 else book.SECOND_GOVERNOR
    g.compare(rule, "the site of a first governor", legal, site, g.last_asked)
    if nth == 1 and seat != t.box.neutral:
        scavenger = t.box.pieces("scavenger", seat)[0]
        g.take(book.FIRST_GOVERNOR, "the scavenger", "move", seat, scavenger, None, ("scavengers", isle))


def _empire_isle(g, isle, nth):
    """The first island of the empire is free, the others are new ones; the second governor of two has no choice."""
    held = {g.t.box.isle_of(site) for site in g.t.spots(g.t.box.neutral, "governor")}
    if nth == 2 and g.t.box.options["difficulty"] != "easy":
        same(book.NORMAL, "the island of its second governor", held, {isle})
    else:
        rule = book.EASY if g.t.box.options["difficulty"] == "easy" else book.NORMAL
        g.compare(rule, "an island of the empire", set(g.t.box.islands) - held, isle)


def _order(t, governors, drafted):
    """Governors twice clockwise; advanced boards once clockwise and once back."""
    order = t.players_from(t.start_player)
    mine = [seat for seat in governors if seat != t.box.neutral]
    same(book.FIRST_GOVERNOR, "who places first governors", order, mine[: len(order)])
    same(book.SECOND_GOVERNOR, "who places second governors", order, mine[len(order) :])
    if t.box.advanced:
        same(book.DRAFT, "who takes mini-boards", [*order, *reversed(order)], drafted)


# ---- the table after set-up


def check(t):
    """Everything lies where it belongs."""
    _board_pieces(t)
    _cards(t)
    for seat in t.box.seats:
        _player(t, seat)
    if t.box.neutral:
        left = set(CLANS) - {t.name(seat, "clan") for seat in t.box.seats}
        same(book.MERC_PIECES, "the clan of the neutral is unused", True, t.name(t.box.neutral, "clan") in left)
    if t.box.players == 2:
        same(book.MERC_PIECES, "pieces of the mercenaries on the board", 0, _standing(t, t.box.neutral))
    if t.box.players == 1:
        _empire(t)


def _standing(t, seat):
    return sum(len(t.spots(seat, kind)) for kind in ("governor", "shadow", "farm", "tower", "pawn"))


def _board_pieces(t):
    for isle in t.box.islands:
        same(book.TILES_ON_ISLES, f"tiles on {isle}", 3, len(t.at("tiles", isle)))
    same(book.OPEN_MARKET, "tiles in the black market", 3, len(t.at("black_market")))
    out = {tile for zone, host in t.inside for tile in t.at(zone, host) if t.box.kind[tile] == "relic"}
    same(book.BAG_COLOURS, "tiles in play", set(t.box.pieces("relic")), out)
    same(book.VILLAGE, "villagers in the village", 3, len(t.at("village")))
    same(book.VILLAGE, "the face of the guide", 0, t.face["guide"])
    same(book.FIRST_HELMET, "the start player holds the Helmet", t.helmet, t.start_player)


def _cards(t):
    same(book.HERO_MARKET, "heroes in the market", 5, len(t.at("market")))
    players, aggressive = t.box.players, bool(t.box.options["aggressive"])
    heroes = {*t.at("market"), *t.at("hero_deck"), *(t.heroes_of(t.box.neutral) if players == 1 else ())}
    rule = book.SOLO_HEROES if players == 1 else book.AGGRESSIVE
    same(rule, "heroes in play", set(content.heroes(players, aggressive)), heroes)
    goals = Counter(content.by_id("goal")[goal]["colour"] for goal in (*t.at("open_goals"), *t.at("closed_goals")))
    if players == 1:
        same(book.SOLO_NO_GOALS, "goals", {}, dict(goals))
    elif t.box.options["goals"]:
        same(book.GOAL_CARDS, "goals", {"green_goal": 3, "orange_goal": 1}, dict(goals))


def _player(t, seat):
    same(book.CLAN_CARDS, f"cards of {seat}", (2, 1, 0), tuple(len(t.at(z, seat)) for z in ("hand", "deck", "discard")))
    mine = set(t.at("hand", seat)) | set(t.at("deck", seat))
    same(book.CLAN_CARDS, f"clan heroes of {seat}", set(content.clan_heroes(t.name(seat, "clan"))), mine)
    for counter, value in (("popularity", 0), ("recruit_cost", 1), ("storage", 3)):
        if not t.at("closed_goals") and not any(t.at("tokens", goal) for goal in t.at("open_goals")):
            same(book.FIRST_SPACES, f"{counter} of {seat} at the start", value, t.count(seat, counter))
    for name in BOARDS:
        board = t.name(seat, name)
        same(book.MINI_BOARDS, f"the {name} of {seat}", True, board in content.boards(t.box.advanced))
        tiles = content.boards(t.box.advanced)[board]["tiles"]
        same(book.BOARD_TILES, f"tiles on {board}", sorted(tiles), sorted(t.at("tiles", board)))
        colours = Counter(content.tile_colour(tile) for tile in tiles)
        same(book.TILE_COLOURS, f"colours on {board}", {"gray": 3, "yellow": 1}, dict(colours))
    for counter, value in starting_goods(t, seat).items():
        same(book.STARTING_GOODS, f"starting {counter} of {seat}", value, t.count(seat, counter))


def starting_goods(t, seat):
    """The Clan board, what the clan adds, and a good for each mini-board."""
    found = {"rice": 2, "metal": 1, "crystal": 1, "gold": 2}
    found[{"noble": "gold", "nature": "rice", "nomad": "metal", "tech": "crystal"}[t.name(seat, "clan")]] += 1
    for name in BOARDS:
        start = content.boards(t.box.advanced)[t.name(seat, name)]["start"]
        amount, good = re.fullmatch(r"gain (\d+) (\w+)", start).groups()
        found[good] += int(amount)
    return found


def _empire(t):
    neutral, level = t.box.neutral, t.box.options["difficulty"]
    isles = Counter(t.box.isle_of(site) for site in t.spots(neutral, "governor"))
    wanted = [1, 1] if level == "easy" else [1, 1, 2]
    same(book.EASY if level == "easy" else book.NORMAL, "islands of the empire", wanted, sorted(isles.values()))
    towers = [t.box.isle_of(site) for site in t.spots(neutral, "tower")]
    last = sorted(set(t.box.islands) - set(isles)) if level == "difficult" else []
    same(book.DIFFICULT, "towers of the empire", last, towers)
    tiles = [(t.box.hue[tile], t.box.number[tile]) for tile in t.at("loose_tiles", neutral)]
    same(book.DIFFICULT, "different tiles of the empire", 2 if level == "difficult" else 0, len(set(tiles)))
    same(book.DIFFICULT, "tiles of the empire", len(set(tiles)), len(tiles))
    same(book.SOLO_HERO, "heroes of the empire", 1, len(t.heroes_of(neutral)))
    decks = [len(t.at("cards", f"{name}_orders")) for name in ("first", "second", "third")]
    same(book.SOLO_DECKS, "solo cards, and the open one", [5, 6, 3, 1], [*decks, len(t.at("orders"))])
    same(book.SOLO_START, "the start player", t.box.seats[0], t.start_player)
    same(book.SOLO_NO_GOODS, "goods of the empire", 0, sum(t.count(neutral, good) for good in (*GOODS, "gold")))
