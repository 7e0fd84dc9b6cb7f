"""From the box to the first roll: how the table must stand, and where the first units may go."""

import re
from collections import Counter

from . import content, prices
from .box import BAG, CLANS, GOODS
from .record import Difference, same


def read(g):
    """Everything before the first round."""
    opening, shuffled = dict.fromkeys(g.t.box.everyone, 0), set()
    while not g.sees("begin"):
        event = g.peek()
        if event is None:
            raise Difference("DA-ROUND-1", "a first round", "begins", "never")
        kind = g.t.box.kind.get(event[2]) if event[0] == "move" else None
        if kind == "governor":
            seat = g.t.box.owner[event[2]]
            opening[seat] += 1
            _first_units(g, seat, opening[seat], event)
        elif event[0] == "set" and event[3] == "clan":
            _clan(g, event)
        else:
            if event[0] == "shuffle":
                shuffled.add(event[2])
            g.next()
    same("DA-SETUP-8", "decks that are shuffled", _decks(g.t), shuffled)
    check(g.t, opening)


def _decks(t):
    return {("hero_deck", "table"), *(("deck", seat) for seat in t.box.seats)}


def _clan(g, event):
    """A clan nobody has; the neutral gets one of those left over (DA-CLANSET-1)."""
    left = set(CLANS) - {g.t.name(seat, "clan") for seat in g.t.box.everyone}
    g.next()
    if event[2] == g.t.box.neutral:
        same("DA-MERC-1", "an unused clan", True, event[4] in left)
    else:
        g.compare("DA-CLANSET-1", "the clan", left, event[4], g.last_asked)


def _first_units(g, seat, nth, event):
    """The first governor and the scavenger share an island nobody took before (DA-UNIT-1, 2); the second goes anywhere."""
    site, t = event[4][1], g.t
    isle = t.box.isle_of(site)
    free = prices.free_sites(t)
    if seat == t.box.neutral:
        legal = {s for s in free if t.box.isle_of(s) == isle}
        _empire_isle(g, isle, nth)
    elif nth == 1:
        legal = {s for s in free if t.box.isle_of(s) == isle}
        open_isles = {i for i in t.box.islands if not t.at("scavengers", i)}
        g.peek()
        g.compare("DA-UNIT-2", "the first island", open_isles, isle)
    else:
        legal = free
    g.next()
    g.compare("DA-UNIT-4", "the site of a first governor", legal, site, g.last_asked)
    if nth == 1 and seat != t.box.neutral:
        scavenger = t.box.pieces("scavenger", seat)[0]
        g.take("DA-UNIT-1", "the scavenger", "move", seat, scavenger, None, ("scavengers", isle))


def _empire_isle(g, isle, nth):
    """The first island of the empire is free, the others are new ones; the second governor of two has no choice."""
    held = {g.t.box.isle_of(site) for site in g.t.spots(g.t.box.neutral, "governor")}
    if nth == 2 and g.t.box.options["difficulty"] != "easy":
        same("DA-SOLOSET-8", "the island of its second governor", held, {isle})
    else:
        g.compare("DA-SOLOSET-10", "an island of the empire", set(g.t.box.islands) - held, isle)


def check(t, opening):
    """The table after set-up (sections 4 to 6 and 23 of the checklist)."""
    box = t.box
    same("DA-SETUP-21", "tiles in the bag", BAG[box.players] - _difficult(t) * 2, len(t.at("bag")))
    for isle in box.islands:
        same("DA-SETUP-19", f"tiles on {isle}", 3, len(t.at("tiles", isle)))
    same("DA-SETUP-20", "tiles in the black market", 3, len(t.at("black_market")))
    same("DA-SETUP-8", "heroes in the market", 5, len(t.at("market")))
    in_deck = len(content.heroes(box.players, bool(box.options["aggressive"]))) - 5 - (box.players == 1)
    same("DA-SETUP-8", "heroes in the deck", in_deck, len(t.at("hero_deck")))
    same("DA-COMP-10", "villagers in the village", 3, len(t.at("village")))
    same("DA-SETUP-11", "the face of the guide", 0, t.face["guide"])
    goals = Counter(content.by_id("goal")[goal]["colour"] for goal in (*t.at("open_goals"), *t.at("closed_goals")))
    wanted = {"green_goal": 3, "orange_goal": 1} if box.options["goals"] and box.players > 1 else {}
    same("DA-SETUP-22", "goals", wanted, dict(goals))
    same("DA-SETUP-23", "the start player holds the Helmet", t.helmet, t.start_player)
    clans = [t.name(seat, "clan") for seat in box.everyone]
    same("DA-CLANSET-1", "different clans", len(clans), len(set(clans) & set(CLANS)))
    boards = [t.name(seat, f"{sort}_board") for seat in box.seats for sort in ("farm", "tower")]
    same("DA-CLANSET-9", "different mini-boards", len(boards), len(set(boards)))
    for seat in box.seats:
        _player(t, seat)
        same("DA-UNIT-4", f"governors of {seat}", 2, opening[seat])
    _neutral(t, opening)


def _difficult(t):
    return t.box.players == 1 and t.box.options["difficulty"] == "difficult"


def _player(t, seat):
    same("DA-CLANSET-2", f"cards of {seat}", (2, 1, 0), tuple(len(t.at(z, seat)) for z in ("hand", "deck", "discard")))
    mine = set(t.at("hand", seat)) | set(t.at("deck", seat))
    same("DA-CLANSET-2", f"clan heroes of {seat}", set(content.clan_heroes(t.name(seat, "clan"))), mine)
    for counter, value in starting_goods(t, seat).items():
        same("DA-CLANSET-14", f"starting {counter} of {seat}", value, t.count(seat, counter))
    for counter, value in (("popularity", 0), ("recruit_cost", 1), ("storage", 3)):
        if not t.at("closed_goals") and not any(t.at("tokens", goal) for goal in t.at("open_goals")):
            same("DA-CLANSET-5", f"{counter} of {seat} at the start", value, t.count(seat, counter))
    for sort in ("farm", "tower"):
        board = content.boards(t.box.advanced)[t.name(seat, f"{sort}_board")]
        same("DA-CLANSET-9", f"the {sort} board of {seat}", sort, board["builds"])
        colours = Counter(content.tile_colour(tile) for tile in board["tiles"])
        same("DA-AMB-88", f"tiles of {board}", {"gray": 3, "yellow": 1}, dict(colours))


def starting_goods(t, seat):
    """The Clan board, what the clan adds, and a good for each mini-board (DA-CLANSET-14)."""
    found = {"rice": 2, "metal": 1, "crystal": 1, "gold": 2}
    found[{"noble": "gold", "nature": "rice", "nomad": "metal", "tech": "crystal"}[t.name(seat, "clan")]] += 1
    for sort in ("farm", "tower"):
        start = content.boards(t.box.advanced)[t.name(seat, f"{sort}_board")]["start"]
        amount, good = re.fullmatch(r"gain (\d+) (\w+)", start).groups()
        found[good] += int(amount)
    return found


def _neutral(t, opening):
    neutral = t.box.neutral
    if t.box.players == 2:
        same("DA-MERC-1", "governors of the mercenaries", 0, opening[neutral])
    if t.box.players != 1:
        return
    count = 2 if t.box.options["difficulty"] == "easy" else 4
    same("DA-SOLOSET-8", "governors of the empire", count, opening[neutral])
    isles = Counter(t.box.isle_of(site) for site in t.spots(neutral, "governor"))
    same("DA-SOLOSET-8", "their islands", [1, 1] if count == 2 else [1, 1, 2], sorted(isles.values()))
    towers = [t.box.isle_of(site) for site in t.spots(neutral, "tower")]
    same("DA-SOLOSET-9", "towers of the empire", int(_difficult(t)), len(set(towers) - set(isles)))
    same("DA-SOLOSET-9", "tiles of the empire", 2 * _difficult(t), len(t.at("loose_tiles", neutral)))
    same("DA-SOLOSET-11", "heroes of the empire", 1, len(t.heroes_of(neutral)))
    decks = [len(t.at("cards", f"{name}_orders")) for name in ("first", "second", "third")]
    same("DA-SOLOSET-13", "solo cards", [5, 6, 3], decks)
    same("DA-SOLOSET-15", "the open solo card", 1, len(t.at("orders")))
    same("DA-SOLOSET-6", "the Helmet", t.box.seats[0], t.helmet)
    same("DA-SOLO-14", "goods of the empire", 0, sum(t.count(neutral, good) for good in (*GOODS, "gold")))
