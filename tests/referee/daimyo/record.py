"""What the referee is given, as plain data, and what it gives back.

Events are tuples of words and numbers. A place is (zone, host), a piece a name; a piece that lies aside has no place:

    ("gain" | "lose" | "pay", who, holder, counter, amount[, reason])
    ("set", who, holder, counter, value)
    ("move" | "draw", who, piece, from, to)
    ("shuffle", who, place)    ("roll", who, ((die, pips), …))    ("flip", who, piece, face)
    ("reveal", who, piece)     ("begin", who, "round" | "turn")
"""

from dataclasses import dataclass, field

Place = tuple[str, str]
Event = tuple


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that was asked: by which rule, of whom, what was offered and what was picked."""

    seat: str
    rule: str | None
    keys: tuple[str, ...]
    picked: str


@dataclass(frozen=True, slots=True)
class Sight:
    """What the game itself says about its table at some moment: players by name, the shared things, and the places."""

    players: dict
    shared: dict
    places: dict


@dataclass(slots=True)
class Game:
    """A whole game: how it was set up, everything that happened in order, and what the game says about its end."""

    players: int
    seed: int
    options: dict
    items: list
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    lines: list[dict[str, int]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Enough to play it again."""
        told = ("tile_set", "goals", "aggressive", *(["difficulty"] if self.players == 1 else []))
        chosen = " ".join(f"{key}={self.options[key]}" for key in told)
        return f"{self.players} players, seed {self.seed}, {chosen}"


class Difference(Exception):
    """Something in the log is not what the rules ask for."""

    def __init__(self, rule, what, expected, found):
        super().__init__(f"{rule}: {what}: the referee says {expected}, the game says {found}")
        self.rule, self.what, self.expected, self.found = rule, what, expected, found
        self.game, self.step = "", 0

    def __str__(self):
        return (
            f"[{self.game}] step {self.step}, {self.rule}: {self.what}: "
            f"the referee says {self.expected}, the game says {self.found}"
        )


def same(rule, what, expected, found):
    """Two values that have to be equal."""
    if expected != found:
        raise Difference(rule, what, expected, found)
