"""The game's own view of its table against the referee's, as somebody who only watches sees it."""

from . import influence
from . import reading as book
from .box import GOODS
from .record import same
from .table import MARKET

DECK = ("hero_deck", "table")


def compare(t, sight):
    """Counters, influence, board sums and every place."""
    for seat, seen in sight.players.items():
        _player(t, seat, seen)
    same(book.ROUND_MARKER, "the round", t.round, sight.shared["round"])
    same(book.START_PLAYER, "the Helmet", t.helmet, sight.shared["helmet"])
    for place, seen in sight.places.items():
        _place(t, place, seen)
    _board(t.box, sight.places)
    _open_deck(t, sight.places.get(DECK, []))
    for place in (("black_market", "table"), *(("tiles", isle) for isle in t.box.islands)):
        same(book.OPEN_MARKET, f"hidden tiles of {place}", 0, sum(tile is None for tile in sight.places[place]))
    _secrets(t, sight.places)


def _board(box, places):
    """Islands in play, and what each of them has."""
    for zone, rule, hosts in (
        ("scavengers", book.ISLANDS, box.islands),
        ("governor", book.SITES, [f"{hue}_{number}" for hue in box.hues for number in range(1, 6)]),
        ("building", book.SITES, [f"{hue}_{number}" for hue in box.hues for number in range(1, 6)]),
        ("shadow", book.ALLEYS, box.alleys),
        ("pawn", book.ISLAND_PARTS, box.altars),
    ):
        same(rule, f"places for {zone}", sorted(hosts), sorted(host for seen, host in places if seen == zone))


def _player(t, seat, seen):
    for good in GOODS:
        same(book.SUPPLY, f"{good} of {seat}", t.count(seat, good), seen["stock"][good])
    for counter, rule in (
        ("gold", book.SUPPLY), ("popularity", book.WINNER), ("storage", book.STORAGE), ("recruit_cost", book.TRACK),
    ):  # fmt: skip
        same(rule, f"{counter} of {seat}", t.count(seat, counter), seen[counter])
    for isle in t.box.islands:
        mine = influence.influence(t, seat, isle)
        rule = influence.blame(t, seat, isle, seen["influence"][isle] - mine)
        same(rule, f"influence of {seat} on {isle}", mine, seen["influence"][isle])
    same(book.STACK, f"restored relics of {seat}", t.restored(seat), seen["restored"])
    same(book.ABILITY_13, f"board sum of {seat}", sum(pips for _, pips in t.board_dice(seat)), seen["board_sum"])


def _place(t, place, seen):
    """Open pieces one by one; of hidden ones only how many there are. The row of the market has an order."""
    mine = t.at(*place)
    same(book.COMPONENTS, f"number of pieces in {place}", len(mine), len(seen))
    if None not in seen:
        same(book.COMPONENTS, f"pieces in {place}", sorted(mine), sorted(seen))
    if place == MARKET:
        same(book.IN_PLACE, "the hero market from left to right", t.market, seen)


def _open_deck(t, seen):
    """Only the uppermost hero of the deck lies open; the referee remembers it until it is drawn."""
    same(book.OPEN_DECK, "open heroes of the deck", min(1, len(seen)), sum(hero is not None for hero in seen))
    t.open_hero = seen[-1] if seen else None
    same(book.OPEN_DECK, "the hero on top", bool(seen), t.open_hero is not None)


def _secrets(t, places):
    """Heroes of the mercenaries lie face down, like the first one of the empire, until they are counted."""
    if t.box.neutral is None:
        return
    army = t.at("deck", t.box.neutral)
    hidden = sum(hero is None for hero in places["deck", t.box.neutral])
    if t.box.players == 2:
        due = 0 if t.counted else len(army)
        same(book.MERC_FACE_DOWN, "heroes of the mercenaries that lie face down", due, hidden)
    elif army:
        same(book.SOLO_HERO, "a hero of the empire lies face down", not t.counted, hidden > 0)
