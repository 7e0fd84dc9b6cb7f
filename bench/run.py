"""Measure the machine and print one table: what was measured, its target, and whether it is met.

Absolute times depend on the computer; the figures to hold are ratios taken within one run. Two things that are
compared are measured in turns, several times, so that a busy computer slows both. A missed target never fails a build.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import interpreter
from bench import euro_by_hand
from interpreter.machine import Machine

EURO = Path(__file__).parent / "euro"
ROOT = Path(__file__).parent.parent
EURO_SEATS = 3


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    measured: str
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure."""

    rounds: int  # how often each thing is measured
    euro_games: int  # per round
    daimyo_games: int  # per round
    clones: int  # per round
    processes: int  # new processes for loading


FULL = Effort(rounds=7, euro_games=100, daimyo_games=4, clones=2000, processes=5)
QUICK = Effort(rounds=3, euro_games=20, daimyo_games=1, clones=500, processes=2)


# ---------------------------------------------------------------------------------------------------------- playouts


class Chance:
    """The generator of the hand-written game; as small as it can be."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return int(self._random.random() * n)

    def shuffle(self, items: list) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def play_by_hand(seats: int, seed: int) -> int:
    """Play a random game; the number of decisions."""
    pick = random.Random(seed).random
    game = euro_by_hand.Game(seats, Chance(seed))
    decisions = 0
    while options := game.decision():
        game.choose(int(pick() * len(options)))
        decisions += 1
    return decisions


def play_pack(pack: interpreter.Pack, seats: int, seed: int) -> int:
    """Play a random game; the number of decisions."""
    pick = random.Random(seed).random
    game = pack.new_game(players=seats, seed=seed)
    decisions = 0
    while (decision := game.decision) is not None:
        game.choose(int(pick() * len(decision.options)))
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


def per_decision(play: Callable[[int], int], seeds: range) -> float:
    """Seconds per decision over one game for each seed."""
    gc.collect()
    start = time.perf_counter()
    decisions = sum(map(play, seeds))
    return (time.perf_counter() - start) / decisions


# ---------------------------------------------------------------------------------------------------------- measures


def measure_euro(effort: Effort) -> list[Row]:
    pack = interpreter.load(EURO)
    seeds = range(effort.euro_games)

    def by_hand(seed: int) -> int:
        return play_by_hand(EURO_SEATS, seed)

    bare = pack.machine(EURO_SEATS, pack.options())

    def by_machine(seed: int) -> int:
        return play_machine(bare, seed)

    def by_face(seed: int) -> int:
        return play_pack(pack, EURO_SEATS, seed)

    by_hand(0), by_machine(0), by_face(0)  # warm up
    rounds = [
        (per_decision(by_hand, seeds), per_decision(by_machine, seeds), per_decision(by_face, seeds))
        for _ in range(effort.rounds)
    ]
    hand, machine, face = (min(times) for times in zip(*rounds, strict=True))
    median = statistics.median(on_machine / at_hand for at_hand, on_machine, _ in rounds)
    return [
        Row("euro by hand", f"{hand * 1e6:.2f} µs/decision"),
        Row("euro on the machine", f"{machine * 1e6:.2f} µs/decision"),
        Row("euro through the face (undo, log)", f"{face * 1e6:.2f} µs/decision"),
        Row("machine / hand, best", f"{machine / hand:.2f}", "<= 2.0", machine / hand <= 2.0),
        Row("machine / hand, median", f"{median:.2f}", "<= 2.0", median <= 2.0),
    ]


def measure_daimyo(effort: Effort) -> list[Row]:
    pack = interpreter.load("daimyo")
    half = half_played(pack, 4, 1)
    seeds = range(effort.daimyo_games)
    three, four, clone = [], [], []
    for _ in range(effort.rounds):
        three.append(per_decision(lambda seed: play_pack(pack, 3, seed), seeds))
        four.append(per_decision(lambda seed: play_pack(pack, 4, seed), seeds))
        clone.append(time_of(half.clone, effort.clones))
    share = statistics.median(copy / decision for copy, decision in zip(clone, four, strict=True))
    return [
        Row("daimyo, 3 players", f"{1 / min(three):,.0f} decisions/s, {min(three) * 1e6:.1f} µs/decision"),
        Row("daimyo, 4 players", f"{1 / min(four):,.0f} decisions/s, {min(four) * 1e6:.1f} µs/decision"),
        Row("clone of a daimyo game", f"{min(clone) * 1e6:.2f} µs", "< 5 µs", min(clone) < 5e-6),
        Row("clone / decision, median", f"{share:.3f}", "< 0.1", share < 0.1),
    ]


def half_played(pack: interpreter.Pack, seats: int, seed: int) -> interpreter.Game:
    half = play_pack(pack, seats, seed) // 2
    pick = random.Random(seed).random
    game = pack.new_game(players=seats, seed=seed)
    for _ in range(half):
        game.choose(int(pick() * len(game.decision.options)))
    return game


def time_of(call: Callable[[], object], times: int) -> float:
    gc.collect()
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


LOAD = """
import time
start = time.perf_counter()
import interpreter, interpreter.play.game, interpreter.play.pack
imported = time.perf_counter()
pack = interpreter.load("daimyo")
loaded = time.perf_counter()
pack.new_game(players=4, seed=1).decision
print(imported - start, loaded - imported, time.perf_counter() - loaded)
"""


def measure_load(effort: Effort) -> list[Row]:
    """Load daimyo in new processes: with an empty cache each, then with a filled one."""
    cold = []
    for _ in range(effort.processes):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(load_in_process(cache))
    with tempfile.TemporaryDirectory() as cache:
        load_in_process(cache)
        warm = [load_in_process(cache) for _ in range(effort.processes)]
    imports, cold_load, first = (min(times) for times in zip(*cold, strict=True))
    warm_load = min(load for _, load, _ in warm)
    return [
        Row("import the interpreter", f"{imports:.3f} s"),
        Row("load and check daimyo, cold", f"{cold_load:.3f} s", "< 1 s", cold_load < 1),
        Row("load daimyo, warm", f"{warm_load:.3f} s", "< 0.1 s", warm_load < 0.1),
        Row("then, to the first decision", f"{first:.3f} s"),
    ]


def load_in_process(cache: str) -> tuple[float, float, float]:
    """Seconds to import, to load daimyo, and to its first decision, in a new process that caches in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": cache, "RULEWRIGHT_CACHE": cache},
    )
    imports, load, first = map(float, done.stdout.split())
    return imports, load, first


# ------------------------------------------------------------------------------------------------------------- table


def print_table(rows: list[Row]) -> None:
    print(f"{'what':<30} {'measured':>40}   {'target':<8} met")
    for row in rows:
        met = "" if row.met is None else "yes" if row.met else "NO"
        print(f"{row.what:<30} {row.measured:>40}   {row.target:<8} {met}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, rougher figures")
    effort = QUICK if parser.parse_args().quick else FULL
    print(f"Python {sys.version.split()[0]}, best of {effort.rounds} interleaved rounds")
    rows: list[Row] = []
    for measure in (measure_euro, measure_daimyo, measure_load):
        try:
            rows += measure(effort)
        except interpreter.RulewrightError as problem:  # a fault of a pack spoils its own rows only
            rows.append(Row(measure.__name__, f"stopped: {problem}", met=False))
        except subprocess.CalledProcessError as problem:
            rows.append(Row(measure.__name__, f"stopped: {problem.stderr.strip().splitlines()[-1]}", met=False))
    print_table(rows)
