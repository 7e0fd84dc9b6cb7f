"""How measures are taken: in turns, over many short rounds, by the time of the thread."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import interpreter
from bench.games import Twin
from interpreter.machine import Machine
from interpreter.play.simulate import play_out


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    measured: str
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure."""

    rounds: int  # how often each thing is measured: many short rounds, so that the same disturbance meets all
    warm_up: int  # how many rounds of games before: what is rarely needed is printed then
    daimyo_games: int  # per round
    clones: int  # per round
    processes: int  # new processes for loading


FULL = Effort(rounds=41, warm_up=8, daimyo_games=1, clones=500, processes=5)
QUICK = Effort(rounds=9, warm_up=3, daimyo_games=1, clones=500, processes=2)


# ---------------------------------------------------------------------------------------------------------- playouts


class Chance:
    """The generator of the hand-written games; as small as it can be."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return int(self._random.random() * n)

    def shuffle(self, items: list) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def play_by_hand(twin: Twin, seed: int) -> int:
    """Play a random game; the number of decisions."""
    pick = random.Random(seed).random
    game = twin.by_hand.Game(twin.seats, Chance(seed))
    decisions = 0
    while options := game.decision():
        game.choose(int(pick() * len(options)))
        decisions += 1
    return decisions


def play_machine(machine: Machine, seed: int) -> int:
    """Play a random game on the bare machine: no undo, no log, no labels; the number of decisions."""
    pick = random.Random(seed).random
    state = machine.start(seed)
    pending = machine.run(state)
    decisions = 0
    while pending is not None:
        machine.apply(state, pending.ask, pending.values[int(pick() * len(pending.values))])
        pending = machine.run(state)
        decisions += 1
    return decisions


def play_face(pack: interpreter.Pack, seats: int, seed: int) -> int:
    """Play a random game through `decision` and `choose`, with undo and log; the number of decisions."""
    pick = random.Random(seed).random
    game = pack.new_game(players=seats, seed=seed)
    decisions = 0
    while (decision := game.decision) is not None:
        game.choose(int(pick() * len(decision.options)))
        decisions += 1
    return decisions


def play_loop(pack: interpreter.Pack, seats: int, seed: int) -> int:
    """Play a random game as `rulewright simulate` does; the number of decisions."""
    return play_out(pack.new_game(players=seats, seed=seed), ("random",) * seats).decisions


# ---------------------------------------------------------------------------------------------------------- measures


class PerDecision:
    """Seconds per decision over some games, other ones in each round."""

    def __init__(self, play: Callable[[int], int], games: int) -> None:
        self._play, self._games, self._seed = play, games, 0

    def __call__(self) -> float:
        seeds = range(self._seed, self._seed + self._games)
        self._seed = seeds.stop
        gc.collect()
        start = time.thread_time()
        decisions = sum(map(self._play, seeds))
        return (time.thread_time() - start) / decisions


def per_call(call: Callable[[], object], times: int) -> float:
    gc.collect()
    start = time.thread_time()
    for _ in range(times):
        call()
    return (time.thread_time() - start) / times


def interleaved(effort: Effort, *measures: Callable[[], float]) -> list[list[float]]:
    """Take all measures in turns; the figures of each."""
    taken = [[measure() for measure in measures] for _ in range(effort.warm_up + effort.rounds)]
    return [list(figures) for figures in zip(*taken[effort.warm_up :], strict=True)]


def ratio(over: list[float], under: list[float]) -> float:
    """The middle of the ratios within each round."""
    return median(a / b for a, b in zip(over, under, strict=True))


def micro(figures: list[float]) -> str:
    return f"{median(figures) * 1e6:.2f} µs/decision"


def held(what: str, measured: float, bar: float) -> Row:
    return Row(what, f"{measured:.2f}", f"<= {bar}", measured <= bar)
