"""What lies where, and what a stream says about it: plain data that the referee, its ledger and the adapter all speak.

A place is a tuple: `("deck",)`, `("cell", 2, 1)`, `("council", 0)`, `("column", 1, "felines")`, `("aside",)` …
A happening is a tuple that begins with its sort:

    ("move", card, from, to)     ("gain", seat, castles)     ("lose", seat, castles)     ("show", card, seats)
    ("room", kingdom, seat)      ("spent", kingdom)          ("active", seat)            ("extra", seat, more)
    ("shuffle", place)
"""

from dataclasses import dataclass, field

from .cards import DECK, KINGDOMS

ASIDE, PILE, DISCARD, DRAWN = ("aside",), ("deck",), ("discard",), ("drawn",)
SEATS = (0, 1)
NOTHING = "nothing"
"""The option of choosing nothing."""


@dataclass
class Table:
    """Where every card is, and every counter."""

    places: dict = field(default_factory=lambda: dict.fromkeys(DECK, ASIDE))
    pile: list = field(default_factory=list)
    """The draw pile in its order, top last."""
    castles: list = field(default_factory=lambda: [2, 2])
    extra: list = field(default_factory=lambda: [0, 0])
    rooms: list = field(default_factory=lambda: [None, None])
    """The kingdom of each player's Throne Room."""
    spent: set = field(default_factory=set)
    active: int | None = None
    knows: dict = field(default_factory=lambda: dict.fromkeys(DECK, frozenset()))
    """Who has seen the Character of a card."""

    def at(self, *place):
        return [card for card, where in self.places.items() if where == place]

    @property
    def square(self):
        return {where[1:]: card for card, where in self.places.items() if where[0] == "cell"}

    def height(self, seat, kingdom):
        return len(self.at("column", seat, kingdom))

    def heights(self, seat):
        found = dict.fromkeys(KINGDOMS, 0)
        for where in self.places.values():
            if where[0] == "column" and where[1] == seat:
                found[where[2]] += 1
        return found

    def lines(self, seat):
        return min(self.heights(seat).values())

    def followers(self, seat):
        return self.at("council", seat) + self.at("titans", seat)


@dataclass
class Seen:
    """The table as the stream shows it beside a question: zones with what lies in them, in order."""

    zones: dict
    castles: list
    extra: list
    rooms: list
    spent: set
    active: int
    knows: dict


@dataclass(frozen=True)
class Asked:
    """A question of the game as the stream tells it."""

    seat: int
    question: str
    options: tuple
    pick: object


@dataclass
class Step:
    """What happened since the last question, how the table stands now, and what is asked; nothing at the end."""

    happened: list
    seen: Seen
    asked: Asked | None = None


@dataclass
class Stream:
    """One game as it was played."""

    seed: int
    open_discard: bool
    steps: list
    scores: list = field(default_factory=list)
    ranks: list = field(default_factory=list)
    winners: list = field(default_factory=list)
