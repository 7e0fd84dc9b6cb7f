"""Bots: players that pick by themselves, from the decision protocol alone and from what their seat may know.

A bot keeps nothing that a save would have to keep: its picks follow from the picks so far, what its seat knows and the
seed, so a resumed game goes on exactly as the uninterrupted one would have. No bot knows a game; `greedy` asks the pack
for its estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from interpreter.play.uct import ITERATIONS, MOST_ITERATIONS, UctBot
from interpreter.primitives.pieces import RNG, first_below, first_draws, random_below, seed_random
from interpreter.wasm.offered import MOST_TRIED

if TYPE_CHECKING:
    from interpreter.machine.pending import Pending
    from interpreter.play.game import Game
    from interpreter.primitives.tables import State


class Bot(Protocol):
    """Anything that can pick an option of the decision a game stands at."""

    def pick(self, game: Game) -> int:
        """Give the index of an option of `game.decision`; the game is not changed."""


class Dice:
    """The machine's generator, apart from any game: the same numbers on every machine and Python.

    >>> dice = Dice(7, 0)
    >>> [dice.below(6) for _ in range(5)]
    [5, 4, 4, 1, 3]
    """

    def __init__(self, *seeds: int) -> None:
        self._cells = [0] * (RNG + 2)
        seed_random(self._cells, _hashed(repr(seeds)))

    def below(self, count: int) -> int:
        """Give a number from 0 to count - 1, each as likely as the others."""
        return random_below(self._cells, count)

    def shuffled(self, count: int) -> list[int]:
        """Give the numbers from 0 to count - 1 in a random order."""
        order = list(range(count))
        for place in range(count - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _hashed(seeds: str) -> int:
    """Make one seed of several, written like a tuple, so that neighbouring ones have nothing in common."""
    return int.from_bytes(sha256(seeds.encode()).digest()[:8], "big")


BY_SEAT, BY_STEP = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
"""Odd numbers without a pattern, which keep the seats and steps of a game apart."""


@lru_cache(maxsize=64)
def _chance(seed: int) -> int:
    """Where the random picks of a game begin: one hash for all of them."""
    return _hashed(f"({seed},)")


def by_chance(seed: int, seat: int, step: int, count: int) -> int:
    """The random pick of a seat at a step of the game with this seed; in WebAssembly it is the same one.

    >>> [by_chance(7, 0, step, 6) for step in range(5)]
    [4, 4, 5, 2, 3]
    """
    return first_below(_chance(seed) + seat * BY_SEAT + step * BY_STEP, count)


def chances(seed: int) -> Callable[[int, int, int], int]:
    """The random picks of a whole game: a function of the seat, the step and how many options there are."""
    return first_draws(_chance(seed), BY_SEAT, BY_STEP)


class RandomBot:
    """Picks any option, each as likely as the others."""

    def pick(self, game: Game) -> int:
        """Give a random option; it follows from the game's seed, the seat and the step.

        Many games are played like this, so it takes one hash for a game and none for a pick.
        """
        pending = game.pending or _pending(game)
        return by_chance(game.seed, pending.seat, len(game.picks), len(pending.values))


Step = tuple["Pending", int]
"""A question as it was imagined, and which of the values on offer to take."""


_STRETCH = 12
"""A plan ends at every pick whose number this divides, so that a bot that was just seated finds the plan under way."""


class GreedyBot:
    """Looks one action ahead: tries each option in an imagined game, and takes what the pack values most.

    The imagined game agrees with everything the seat knows and is drawn anew in everything else. An option that leads to
    further choices of the same seat is valued by the best of them, until the same question is asked again or somebody
    else's turn comes; these steps are then a plan, and followed for as long as things go as imagined.
    """

    def __init__(self, tries: int = 60, depth: int = 6) -> None:
        self._tries = tries
        self._depth = depth
        # The rest of the plan under way, and the picks it goes on from. No more than a memory of what can be worked out
        # again: a bot that was just seated finds the same plan.
        self._plan: list[Step] = []
        self._after: list[int] = []

    def pick(self, game: Game) -> int:
        """Give the option with the best outlook; equal ones are settled by the game's seed, the seat and the step."""
        pending = _pending(game)
        if game.picks != self._after:
            self._plan = self._under_way(game, pending.seat)
        step = len(game.picks)
        index = self._next(game, step, game.state, pending)
        self._after = [*game.picks, index]
        return index

    def _under_way(self, game: Game, seat: int) -> list[Step]:
        """Give what is left of the plan the seat follows, from what it picked since somebody else did."""
        self._plan = []
        first = len(game.picks)
        while first % _STRETCH and (earlier := game.before(first - 1)) is not None and earlier[1].seat == seat:
            first -= 1
        for step in range(first, len(game.picks)):
            earlier = game.before(step)
            assert earlier is not None, "it was there a moment ago"
            if self._next(game, step, *earlier) != game.picks[step]:
                self._plan = []
        return self._plan

    def _next(self, game: Game, step: int, state: State, pending: Pending) -> int:
        """Take the next step of the plan; where there is none, or things are not as imagined, make a plan first."""
        if not step % _STRETCH or not self._plan or not _fits(self._plan[0], pending):
            dice = _dice(game, pending.seat, step)
            imagined, root = game.imagine_state(state, pending, pending.seat, dice.below(2**31 - 1))
            self._plan = _Search(game, root, dice, self._depth).plan(imagined, self._tries)
        return self._plan.pop(0)[1]


def _fits(step: Step, pending: Pending) -> bool:
    """Whether a step of a plan answers a question: it was made for the same one, and the offer looks the same."""
    imagined, _ = step
    return imagined.ask is pending.ask and _looks(imagined) == _looks(pending)


def _looks(pending: Pending) -> list[int | None]:
    """What the seat sees of an offer: pieces it does not know all look alike."""
    return [None if value in pending.unknown else value for value in pending.values]


class _Search:
    """Values what a seat can do from one decision until its action ends, within a number of tries."""

    def __init__(self, game: Game, root: Pending, dice: Dice, depth: int) -> None:
        self._game = game
        self._machine = game.machine
        self._root = root
        self._dice = dice
        self._depth = depth

    def plan(self, s: State, tries: int) -> list[Step]:
        """Give the best steps from the root on; every option of the question itself is tried, as far as that goes."""
        order = self._dice.shuffled(len(self._root.values))[:MOST_TRIED]
        _, steps = self._best(s, self._root, order, tries // len(order), 1)
        return steps[::-1]

    def _best(self, s: State, pending: Pending, order: list[int], tries: int, depth: int) -> tuple[int, list[Step]]:
        """What the best of some options is worth, and its steps, the last one first."""
        ask, values = pending.ask, pending.values
        found, best, steps = None, 0, []
        for index in order:
            after = s[:]
            self._machine.apply(after, ask, values[index])
            worth, further = self._outlook(after, tries, depth)
            if found is None or worth > found:
                found, best, steps = worth, index, further
        assert found is not None, "there is always an option"
        steps.append((pending, best))
        return found, steps

    def _outlook(self, s: State, tries: int, depth: int) -> tuple[int, list[Step]]:
        """What a state comes to when the seat goes on; `tries` are shared out among its options."""
        pending = self._machine.look_ahead(s, self._root.seat, self._root.ask)
        if pending is None or depth >= self._depth or tries < 1:
            return self._game.worth(s, self._root.seat), []
        order = self._dice.shuffled(len(pending.values))[:tries]
        return self._best(s, pending, order, tries // len(order), depth + 1)


BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot, "random": RandomBot, "uct": UctBot}
_SEARCHING = "uct"


def iterations(name: str) -> int:
    """How often the bot of a name plays a game out for a pick: `uct:500` does so 500 times; 0 for any other name."""
    first, colon, number = name.partition(":")
    if first != _SEARCHING or not colon:
        return ITERATIONS if name == _SEARCHING else 0
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_ITERATIONS))
    return int(number) if fits and int(number) <= MOST_ITERATIONS else 0


def is_bot(name: str) -> bool:
    """Whether there is a bot of this name."""
    return name in BOTS or iterations(name) > 0


def bot_named(name: str) -> Bot:
    """A bot by its name."""
    return BOTS[name]() if name in BOTS else UctBot(iterations(name))


def _pending(game: Game) -> Pending:
    if game.pending is None:
        raise ValueError("the game is over: there is nothing to pick")
    return game.pending


def _dice(game: Game, seat: int, step: int) -> Dice:
    """Give the bot's own numbers.

    They tell nothing of the deck, though both follow from the seed: the hash has nothing in common with the stream the
    machine shuffles with.
    """
    return Dice(game.seed, seat, step)
