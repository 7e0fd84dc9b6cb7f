"""Bots: players that pick by themselves, from the decision protocol alone and from what their seat may know.

A bot keeps nothing that a save would have to keep: its picks follow from the game, its seat and the seed, so a resumed
game goes on exactly as the uninterrupted one would have. No bot knows a game; `greedy` asks the pack for its estimate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from interpreter.play.game import Decision, Game
from interpreter.primitives.pieces import RNG, random_below, seed_random


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
        decision = _decision(game)
        return _dice(game, decision.seat).below(len(decision.options))


@dataclass(slots=True)
class _Plan:
    """The picks the look-ahead found best, to be followed while things go as imagined."""

    value: int
    steps: tuple[tuple[tuple[str, ...], int], ...]  # the keys on offer, and which one to take


class GreedyBot:
    """Looks one action ahead: tries each option in an imagined game, and takes what the pack values most.

    The imagined game agrees with everything the seat knows and is shuffled anew in everything else. An option that
    leads to further choices of the same seat is valued by the best of them, until the same question is asked again or
    somebody else's turn comes.
    """

    def __init__(self, tries: int = 60, depth: int = 6) -> None:
        self._tries = tries
        self._depth = depth
        self._plan: tuple[tuple[tuple[str, ...], int], ...] = ()
        self._after: list[int] = []

    def pick(self, game: Game) -> int:
        """Give the option with the best outlook; equal ones are settled by the game's seed, the seat and the step."""
        decision = _decision(game)
        if not self._follows(game, decision):
            dice = _dice(game, decision.seat)
            imagined = game.imagine(decision.seat, dice.below(2**31 - 1))
            self._plan = _Search(decision, dice, self._depth).best(imagined, self._tries, 0).steps
        (_, index), self._plan = self._plan[0], self._plan[1:]
        self._after = [*game.picks, index]
        return index

    def _follows(self, game: Game, decision: Decision) -> bool:
        """True when the plan made earlier still holds: nobody else picked, and the same things are on offer."""
        return bool(self._plan) and game.picks == self._after and _keys(decision) == self._plan[0][0]


class _Search:
    """Values what a seat can do from one decision until its action ends, within a number of tries."""

    def __init__(self, root: Decision, dice: Dice, depth: int) -> None:
        self._root = root
        self._dice = dice
        self._depth = depth

    def best(self, game: Game, tries: int, depth: int) -> _Plan:
        """Give the best plan from here; `tries` are shared out among the options."""
        decision = _decision(game)
        order = self._dice.shuffled(len(decision.options))
        # Every option of the question itself is tried; further down only as many as there are tries left.
        order = order if depth == 0 else order[: max(1, tries)]
        keys = _keys(decision)
        found: _Plan | None = None
        for index in order:
            plan = self._value(game.ahead(index), tries // len(order), depth + 1)
            if found is None or plan.value > found.value:
                found = _Plan(plan.value, ((keys, index), *plan.steps))
        assert found is not None
        return found

    def _value(self, game: Game, tries: int, depth: int) -> _Plan:
        seat = self._root.seat
        decision = game.decision
        if decision is None or depth >= self._depth or tries < 1 or self._is_over(decision):
            return _Plan(game.estimate(seat), ())
        return self.best(game, tries, depth)

    def _is_over(self, decision: Decision) -> bool:
        """True when the action is done: another seat is asked, or the question of the start is asked again."""
        return decision.seat != self._root.seat or decision.where == self._root.where


BOTS: Mapping[str, Callable[[], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def _decision(game: Game) -> Decision:
    if game.decision is None:
        raise ValueError("the game is over: there is nothing to pick")
    return game.decision


def _dice(game: Game, seat: int) -> Dice:
    return Dice(game.seed, seat, len(game.picks))


def _keys(decision: Decision) -> tuple[str, ...]:
    return decision.options.keys
