"""A tiny game behind the decision protocol: take 1 to 3 pebbles; a hidden bonus is drawn when the pile is empty."""

import hashlib
from dataclasses import dataclass

from interpreter.play.save import PackPin


@dataclass(frozen=True)
class Text:
    en: str
    fr: str

    def get(self, lang):
        return self.fr if lang == "fr" else self.en


@dataclass(frozen=True)
class Option:
    label: Text
    key: str
    group: Text | None = None
    touches: tuple = ()
    rule: str | None = None
    card: str | None = None


@dataclass(frozen=True)
class Decision:
    seat: int
    prompt: Text
    options: tuple
    rule: str | None
    where: str


@dataclass(frozen=True)
class Result:
    scores: list
    ranks: list
    winners: list
    lines: list


@dataclass(frozen=True)
class View:
    data: dict

    def text(self, lang):
        return ("Pile : " if lang == "fr" else "Pile: ") + str(self.data["pile"])


class Fault(Exception):
    pass


class IllegalAction(Exception):
    pass


@dataclass(frozen=True)
class Pack:
    id: str = "pebbles"
    digest: str = "ab" * 32


class Game:
    """Pile of 12; whoever holds most at the end wins; a seat's score also counts a bonus it cannot see."""

    def __init__(self, pack, seats, seed, options, fails_at=None):
        self.pack, self.seats, self.seed, self.options = pack, seats, seed, options
        self.picks, self.events, self.held = [], [], [0] * seats
        self.pile = 12
        self.fails_at = fails_at

    @property
    def decision(self):
        if self.pile <= 0:
            return None
        seat = len(self.picks) % self.seats
        options = tuple(
            Option(
                Text(f"take {n}", f"prendre {n}"),
                f"take_{n}",
                Text("Take", "Prendre"),
                card="scoop" if n == 3 else None,
            )
            for n in range(1, min(3, self.pile) + 1)
        )
        return Decision(seat, Text("How many?", "Combien ?"), options, "PB-1", "turn")

    def choose(self, index):
        if not 0 <= index < len(self.decision.options):
            raise IllegalAction(index)
        if self.fails_at == len(self.picks):
            raise Fault("rules/turn.yaml:3:5: nothing to divide")
        seat = self.decision.seat
        self.picks.append(index)
        self.pile -= index + 1
        self.held[seat] += index + 1
        self.events.append((seat, index + 1))

    @property
    def can_undo(self):
        return bool(self.picks)

    def undo(self):
        index = self.picks.pop()
        self.events.pop()
        self.pile += index + 1
        self.held[len(self.picks) % self.seats] -= index + 1

    def log(self, seat, lang, since=0):
        word = "prend" if lang == "fr" else "takes"
        return [f"P{who + 1} {word} {n}" for who, n in self.events[since:]]

    def view(self, seat):
        return View({"pile": self.pile})

    def why(self, name, lang):
        return f"{name}: nope"

    @property
    def result(self):
        if self.decision is not None:
            return None
        best = max(self.held)
        winners = [seat for seat in range(self.seats) if self.held[seat] == best]
        lines = [[(Text("pebbles", "cailloux"), n)] for n in self.held]
        return Result(list(self.held), [1 + sum(o > h for o in self.held) for h in self.held], winners, lines)

    def clone(self):
        other = Game(self.pack, self.seats, self.seed, self.options, self.fails_at)
        other.picks, other.events, other.held = list(self.picks), list(self.events), list(self.held)
        other.pile = self.pile
        return other

    def imagine(self, seat, rng_seed):
        return self.clone()

    def estimate(self, seat):
        return self.held[seat]

    @property
    def state_hash(self):
        return hashlib.sha256(repr((self.seed, self.pile, self.held)).encode()).hexdigest()


PACK = Pack()


def starter(seats=2, fails_at=None):
    return lambda seed: Game(PACK, seats, seed, {}, fails_at)


def opener():
    return starter()


def failing_opener():
    return starter(fails_at=3)


def pins(pack):
    return (PackPin(pack.id, "1.0.0", "pebbles", pack.digest),)
