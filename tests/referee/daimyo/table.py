"""The referee's own table: where every piece lies and what every counter shows, from the events alone.

Applying an event proves conservation on the way: a piece must lie where the event takes it from, must be of the kind the
place is for and find room there; a counter stays within its bounds. The hero market is a row of five places.
"""

from . import reading as book
from .box import GOODS, POSTS, Box
from .record import Difference, same

# What a zone holds and how much of it. A zone of two sorts of hosts is told apart by the host.
ROOM = {
    "governor": ("governor", 1, book.FREE_SPACE),
    "building": (("farm", "tower"), 1, book.FREE_SPACE),
    "shadow": ("shadow", 1, book.SHADOW_PLACE),
    "pawn": ("pawn", 1, book.ALTAR),
    "scavengers": ("scavenger", 4, book.NO_MANS_LAND),
    "center": ("die", 13, book.DICE_COUNT),
    "taken_die": ("die", 1, book.OWN_SPACE),
    "beside": ("die", 1, book.NO_SPACE),
    "levied": ("die", 1, book.SOLO_ONE_DIE),
    "bag": ("relic", 72, book.BAG_COLOURS),
    "black_market": ("relic", 72, book.SEARCH),
    "loose_tiles": ("relic", 72, book.STORAGE),
    "restored_tiles": ("relic", 72, book.STACK),
    "found": ("relic", 1, book.FROM_BAG),
    "row_end": ("hero", 4, book.IN_PLACE),
    "village": ("villager", 3, book.VILLAGE),
    "hero_deck": ("hero", 40, book.HERO_MARKET),
    "market": ("hero", 5, book.HERO_MARKET),
    "hand": ("hero", 52, book.HIRED_TO_HAND),
    "deck": ("hero", 52, book.CLAN_CARDS),
    "discard": ("hero", 52, book.PLAYED_HERO),
    "resolving": ("hero", 52, book.RESOLVING),
    "secret": ("hero", 1, book.SOLO_HERO),
    "bonus": ("bonus_tile", 1, book.COVER),
    "covered_tiles": ("bonus_tile", 8, book.COVER),
    "open_goals": ("goal", 4, book.GOAL_CARDS),
    "closed_goals": ("goal", 4, book.GOAL_CARDS),
    "tokens": ("goal_token", 2, book.GREEN),
    "orders": ("solo_card", 3, book.SOLO_DECKS),
    "spent_orders": ("solo_card", 20, book.SOLO_CARDS_GO),
    "decrees": ("solo_card", 1, book.SOLO_ABILITY),
    "unused": ("solo_card", 8, book.SOLO_DECKS),
    "cards": ("solo_card", 6, book.SOLO_DECKS),
}
BOUNDS = {"storage": (3, 9), "recruit_cost": (1, 3), "pips": (1, 6), "round": (1, 5)}
BOUND_RULES = {"storage": book.STORAGE_UP, "recruit_cost": book.TRACK, "pips": book.PIPS, "round": book.FIVE_ROUNDS}
SCRATCH = {  # what the pack notes for itself while it works; the referee has its own notes
    "bill", "paid_at_last", "shortfall", "main_done", "active_space", "tile_used", "played", "village_visited",
    "goals_count", "drafter", "returned_relics", "stirred",
}  # fmt: skip
TABLE = "table"
MARKET, ASIDE = ("market", TABLE), ("row_end", TABLE)
"""The heroes for hire, and those the pack sets aside while it fills a gap between them."""


def room_of(place, box):
    """Which pieces fit a place, how many, and by which rule."""
    zone, host = place
    if host not in box.hosts_of(zone):
        raise Difference(book.ISLANDS, f"a place for {zone}", "on an island in play", host)
    if zone == "tiles":
        return ("relic", 3, book.TILES_ON_ISLES) if host in box.islands else ("bonus_tile", 4, book.BOARD_TILES)
    if zone == "placed":
        return ("die", 2 if host == "relic_post" else 1, book.MERC_RELIC_DICE if host in POSTS else book.ONE_DIE_EACH)
    if zone not in ROOM:
        raise Difference(book.COMPONENTS, "a place", "none of that name", zone)
    return ROOM[zone]


class Table:
    """Pieces in places, counters, and who owns which boards."""

    def __init__(self, players, options):
        self.box = Box(players, options)
        self.where = dict.fromkeys(self.box.kind)
        self.inside = {}
        self.counters = {}
        for seat in self.box.everyone:
            self.counters |= {(seat, counter): 0 for counter in (*GOODS, "gold", "popularity")}
            self.counters[seat, "storage"], self.counters[seat, "recruit_cost"] = 3, 1
        for die in self.box.pieces("die"):
            self.counters[die, "pips"] = 1
        self.counters[TABLE, "round"] = 1
        self.face = dict.fromkeys(self.box.pieces("villager"), 0)
        self.row = [None] * 5  # the hero market from left to right
        self.open_hero = None  # who was last seen on top of the hero deck
        self.counted = False  # whether the final scoring has begun
        self.named = {}  # (holder, name) -> what was set: clan, boards, the Helmet, the start player

    # ---- reading

    def at(self, zone, host=TABLE):
        """The pieces in a place, the last on top."""
        return self.inside.get((zone, host), [])

    def count(self, holder, counter):
        return self.counters[holder, counter]

    def name(self, holder, what):
        return self.named.get((holder, what))

    @property
    def helmet(self):
        return self.name(TABLE, "helmet")

    @property
    def start_player(self):
        return self.name(TABLE, "start_player")

    @property
    def round(self):
        return self.counters[TABLE, "round"]

    def spots(self, owner, kind):
        """Where the pieces of a player stand on the board, one entry for each."""
        return [self.where[piece][1] for piece in self.box.pieces(kind, owner) if self.where[piece]]

    def idle(self, owner, kind):
        """Pieces of a player that wait beside the board; spare ones only for the neutral."""
        return [
            piece
            for piece in self.box.pieces(kind, owner)
            if not self.where[piece] and (piece not in self.box.spare or owner == self.box.neutral)
        ]

    def on(self, isle, spots):
        return sum(self.box.isle_of(spot) == isle for spot in spots)

    def goods(self, seat):
        return sum(self.counters[seat, good] for good in GOODS)

    def board_dice(self, seat):
        """The dice on a Clan board, with one that fitted nowhere."""
        number = seat.removeprefix("player")
        mine = [
            die
            for (zone, host), pieces in self.inside.items()
            if (zone == "placed" and host.endswith(f"@{number}")) or (zone in ("beside", "taken_die") and host == seat)
            for die in pieces
        ]
        return [(die, self.counters[die, "pips"]) for die in mine]

    def heroes_of(self, seat):
        return [hero for zone in ("hand", "deck", "discard", "resolving") for hero in self.at(zone, seat)]

    def restored(self, seat):
        """Restored relics: stacks of four, and those of the empire whose tiles went back to the bag."""
        return len(self.at("restored_tiles", seat)) // 4 + self.counters.get((seat, "returned"), 0)

    def players_from(self, first):
        """Clockwise from a player; the neutral has no seat, so the count then begins with the first seat."""
        seats = self.box.seats
        at = seats.index(first) if first in seats else 0
        return seats[at:] + seats[:at]

    # ---- writing

    def apply(self, event):
        kind = event[0]
        if kind in ("move", "draw"):
            self._move(*event[2:])
        elif kind in ("gain", "lose", "pay"):
            self._count(kind, event[2], event[3], event[4])
        elif kind == "set":
            self._set(*event[2:])
        elif kind == "roll":
            for die, pips in event[2]:
                self._put((die, "pips"), pips)
        elif kind == "flip":
            same(book.VILLAGER, f"the face of {event[2]}", 1 - self.face[event[2]], event[3])
            self.face[event[2]] = event[3]
        elif kind == "shuffle":
            self._shuffle(event[2])

    def _move(self, piece, old, new):
        if piece not in self.box.kind:
            raise Difference(book.COMPONENTS, "a piece", "not in the box", piece)
        same(book.COMPONENTS, f"where {piece} lies", self.where[piece], old)
        if new is not None:
            kinds, room, rule = room_of(new, self.box)
            kind = self.box.kind[piece]
            if kind != kinds and kind not in kinds:
                raise Difference(rule, f"what {new[0]} holds", kinds, kind)
            if old != new and len(self.at(*new)) >= room:
                raise Difference(rule, f"pieces in {new}", f"at most {room}", len(self.at(*new)) + 1)
        if old is not None:
            self.inside[old].remove(piece)
        self._stand(piece, old, new)
        self.where[piece] = new
        if new is not None:
            self.inside.setdefault(new, []).append(piece)

    def _stand(self, piece, old, new):
        """In the hero market a card stands where the gap is; what is set aside meanwhile keeps its place."""
        if ASIDE in (old, new):
            return
        if old == MARKET:
            self.row[self.row.index(piece)] = None
        if new == MARKET:
            if None not in self.row:
                raise Difference(book.HERO_MARKET, "heroes in the market", 5, [*self.row, piece])
            self.row[self.row.index(None)] = piece

    @property
    def market(self):
        """The heroes for hire from left to right, those among them that are set aside for a moment."""
        return [hero for hero in self.row if hero]

    def rightmost(self):
        """The hero that stands furthest to the right; None in an empty market."""
        return self.market[-1] if self.market else None

    def _count(self, kind, holder, counter, amount):
        if (holder, counter) not in self.counters:
            raise Difference(book.SUPPLY, "a counter", "none of that name", (holder, counter))
        if amount < 1:
            raise Difference(book.SUPPLY, f"an amount of {counter}", "at least 1", amount)
        self._put((holder, counter), self.counters[holder, counter] + (amount if kind == "gain" else -amount))

    def _put(self, cell, value):
        low, high = BOUNDS.get(cell[1], (0, None))
        if value < low or (high is not None and value > high):
            bounds = f"{low} to {high}" if high is not None else f"at least {low}"
            raise Difference(BOUND_RULES.get(cell[1], book.SUPPLY), f"{cell[1]} of {cell[0]}", bounds, value)
        self.counters[cell] = value

    def _set(self, holder, counter, value):
        if (holder, counter) in self.counters:
            self._put((holder, counter), value)
        else:
            self.named[holder, counter] = value

    def _shuffle(self, place):
        """A personal deck that is shuffled when empty has taken up the discard pile."""
        zone, host = place
        if zone == "deck" and not self.at("deck", host):
            for hero in list(self.at("discard", host)):
                self._move(hero, ("discard", host), place)
