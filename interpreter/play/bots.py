"""Bots: players that pick by themselves, from the decision protocol alone and from what their seat may know.

A bot keeps nothing that a save would have to keep: its picks follow from the game, its seat and the seed, so a resumed
game goes on exactly as the uninterrupted one would have. No bot knows a game; `greedy` asks the pack for its estimate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from interpreter.primitives.pieces import RNG, random_below, seed_random

if TYPE_CHECKING:
    from interpreter.code.program import Ask
    from interpreter.machine.vm import Pending
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
        # Hashed, so that neighbouring seeds have nothing in common.
        seed_random(self._cells, int.from_bytes(hashlib.sha256(repr(seeds).encode()).digest()[:8], "big"))

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


class RandomBot:
    """Picks any option, each as likely as the others."""

    def pick(self, game: Game) -> int:
        """Give a random option; the numbers follow from the game's seed, the seat and the step."""
        pending = _pending(game)
        return _dice(game, pending.seat).below(len(pending.values))


Step = tuple["Ask", list[int], int]
"""A question, the values on offer, and which of them to take."""


class GreedyBot:
    """Looks one action ahead: tries each option in an imagined game, and takes what the pack values most.

    The imagined game agrees with everything the seat knows and is shuffled anew in everything else. An option that
    leads to further choices of the same seat is valued by the best of them, until the same question is asked again or
    somebody else's turn comes.
    """

    def __init__(self, tries: int = 60, depth: int = 6) -> None:
        self._tries = tries
        self._depth = depth
        self._plan: list[Step] = []  # the rest of what was found best, for as long as things go as imagined
        self._after: list[int] = []

    def pick(self, game: Game) -> int:
        """Give the option with the best outlook; equal ones are settled by the game's seed, the seat and the step."""
        pending = _pending(game)
        if not self._follows(game, pending):
            dice = _dice(game, pending.seat)
            imagined = game.imagine(pending.seat, dice.below(2**31 - 1))
            self._plan = _Search(imagined, pending, dice, self._depth).plan(self._tries)
        _, _, index = self._plan.pop(0)
        self._after = [*game.picks, index]
        return index

    def _follows(self, game: Game, pending: Pending) -> bool:
        """True when the plan made earlier still holds: nobody else picked, and the same things are on offer."""
        if not self._plan or game.picks != self._after:
            return False
        ask, values, _ = self._plan[0]
        return ask is pending.ask and values == pending.values


class _Search:
    """Values what a seat can do from one decision until its action ends, within a number of tries."""

    def __init__(self, game: Game, root: Pending, dice: Dice, depth: int) -> None:
        self._game = game
        self._machine = game.machine
        self._root = root
        self._dice = dice
        self._depth = depth

    def plan(self, tries: int) -> list[Step]:
        """Give the best steps from the root on; every option of the question itself is tried."""
        order = self._dice.shuffled(len(self._root.values))
        _, steps = self._best(self._game.state, self._root, order, tries // len(order), 1)
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
        steps.append((ask, values, best))
        return found, steps

    def _outlook(self, s: State, tries: int, depth: int) -> tuple[int, list[Step]]:
        """What a state comes to when the seat goes on; `tries` are shared out among its options."""
        pending = self._machine.look_ahead(s, self._root.seat, self._root.ask)
        if pending is None or depth >= self._depth or tries < 1:
            return self._game.worth(s, self._root.seat), []
        order = self._dice.shuffled(len(pending.values))[:tries]
        return self._best(s, pending, order, tries // len(order), depth + 1)


BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def _pending(game: Game) -> Pending:
    if game.pending is None:
        raise ValueError("the game is over: there is nothing to pick")
    return game.pending


def _dice(game: Game, seat: int) -> Dice:
    return Dice(game.seed, seat, len(game.picks))
