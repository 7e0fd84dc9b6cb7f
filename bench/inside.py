"""Games in WebAssembly against printed Python and against games written by hand."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from os import environ
from statistics import median
from typing import TYPE_CHECKING, Any

import interpreter
from bench.earlier import COMMIT, PerDecisionEarlier, Unavailable, earlier
from bench.games import EURO, MOSAIC, Twin
from bench.measures import Effort, PerDecision, Row, interleaved, micro, play_by_hand, play_loop, play_machine, ratio
from interpreter.play.bots import by_chance
from interpreter.play.fast import compiled_for, module_of
from interpreter.play.simulate import play_out
from interpreter.wasm.engine import Instance, beginning, beginnings, compiled, narrowed, why_not

if TYPE_CHECKING:
    from interpreter.play.pack import Pack

MOST = 50_000
"""Decisions after which a game is given up."""


def at_least(what: str, measured: float, bar: float) -> Row:
    return Row(what, f"{measured:.1f} times", f">= {bar:g}", measured >= bar)


def inside(pack: Pack, seats: int, *, thinking: bool = False) -> Callable[[range], int]:
    """Plays games of these seeds in one call; gives the number of decisions."""
    instance = compiled_for(pack, seats, pack.options()).instance()
    bots = (1 << seats) - 1 if thinking else 0

    def play(seeds: range) -> int:
        return sum(instance.figures(beginnings(seeds, beginning(0, bots)), MOST).decisions)

    return play


class PerDecisionInside:
    """Seconds per decision over many games in one call, other ones in each round."""

    def __init__(self, play: Callable[[range], int], games: int) -> None:
        self._play, self._games, self._seed = play, games, 0

    def __call__(self) -> float:
        seeds = range(self._seed, self._seed + self._games)
        self._seed = seeds.stop
        start = time.thread_time()
        decisions = self._play(seeds)
        return (time.thread_time() - start) / decisions


def measure_inside(effort: Effort) -> list[Row]:
    """Everything that runs in WebAssembly."""
    if reason := why_not():
        return [Row("WebAssembly", reason)]
    return [
        *_daimyo(effort),
        *_by_hand(EURO, effort, 18),
        *_by_hand(MOSAIC, effort, 15),
        *_small("connect_four", effort),
        *_small("tic_tac_toe", effort),
        *_searching(effort),
        *_copying(effort),
        *_threads(effort),
        *_compiling(),
    ]


def _daimyo(effort: Effort) -> list[Row]:
    """Daimyo inside against Python as it is, and against that of the commit for which it was said what is wanted."""
    pack = interpreter.load("daimyo")
    bare = pack.machine(4, pack.options())
    few = Effort(max(effort.rounds // 8, 1), 1, 1, 1, 1)
    loop, python, wasm = interleaved(
        effort,
        PerDecision(partial(play_loop, pack, 4), 1),
        PerDecision(partial(play_machine, bare), 1),
        PerDecisionInside(inside(pack, 4), 40),
    )
    thinking, thought = interleaved(
        few, PerDecision(partial(_thinking, pack), 1), PerDecisionInside(inside(pack, 4, thinking=True), 2)
    )
    return [
        Row("daimyo, random, inside", micro(wasm)),
        Row("daimyo, random: machine / inside", f"{ratio(python, wasm):.1f} times"),
        Row("daimyo, random: simulate in Python / inside", f"{ratio(loop, wasm):.1f} times"),
        Row("daimyo, greedy, inside", micro(thought)),
        Row("daimyo, greedy: Python / inside", f"{ratio(thinking, thought):.1f} times"),
        *_against_earlier(pack, effort, few),
    ]


def _against_earlier(pack: Pack, effort: Effort, few: Effort) -> list[Row]:
    less = Effort(max(effort.rounds // 2, 1), effort.warm_up, 1, 1, 1)
    try:
        with earlier() as before:
            loop, python, wasm = interleaved(
                less,
                PerDecisionEarlier(before, "loop"),
                PerDecisionEarlier(before, "machine"),
                PerDecisionInside(inside(pack, 4), 40),
            )
            thinking, thought = interleaved(
                few, PerDecisionEarlier(before, "greedy"), PerDecisionInside(inside(pack, 4, thinking=True), 2)
            )
    except Unavailable as reason:
        return [Row(f"daimyo: the machine of {COMMIT} / inside", f"left out: {reason}")]
    return [
        at_least(f"daimyo, random: machine of {COMMIT} / inside", ratio(python, wasm), 80),
        at_least(f"daimyo, random: simulate of {COMMIT} / inside", ratio(loop, wasm), 80),
        at_least(f"daimyo, greedy: Python of {COMMIT} / inside", ratio(thinking, thought), 40),
    ]


def _thinking(pack: Pack, seed: int) -> int:
    return play_out(pack.new_game(players=4, seed=seed), ("greedy",) * 4).decisions


def _by_hand(twin: Twin, effort: Effort, bar: float) -> list[Row]:
    pack = interpreter.load(twin.pack)
    hand, wasm = interleaved(
        effort,
        PerDecision(partial(play_by_hand, twin), twin.games),
        PerDecisionInside(inside(pack, twin.seats), 25 * twin.games),
    )
    return [Row(f"{twin.name}, inside", micro(wasm)), at_least(f"{twin.name}: hand / inside", ratio(hand, wasm), bar)]


def _small(name: str, effort: Effort) -> list[Row]:
    pack = interpreter.load(name)
    bare = pack.machine(2, pack.options())
    python, wasm = interleaved(
        effort, PerDecision(partial(play_machine, bare), 4), PerDecisionInside(inside(pack, 2), 400)
    )
    return [Row(f"{name}, inside", f"{micro(wasm)}, machine {median(python) * 1e6:.1f} µs")]


def _searching(effort: Effort) -> list[Row]:
    """How often a game of Daimyo for two is played out in a second, from its first positions and all through it."""
    pack, rates = interpreter.load("daimyo"), []
    game, instance = pack.new_game(players=2, seed=4), compiled_for(pack, 2, pack.options()).instance()
    while game.pending is not None and len(rates) < max(effort.rounds, 20):
        if len(game.picks) % 8 == 0:
            start = time.thread_time()
            instance.search(game.state, game.seed, len(game.picks), 100)
            rates.append(100 / (time.thread_time() - start))
        game.choose(by_chance(game.seed, game.pending.seat, len(game.picks), len(game.pending.values)))
    return [
        at_least("daimyo, 2 players: played out in a second, early", median(rates[:5]), 2000),
        at_least("daimyo, 2 players: played out in a second, all through", median(rates), 2000),
    ]


def _copying(effort: Effort) -> list[Row]:
    pack, times, taken = interpreter.load("daimyo"), 20_000, []
    game, instance = pack.new_game(players=4, seed=4), compiled_for(pack, 4, pack.options()).instance()
    state = instance.room("copied", instance.shape.state_bytes)
    instance.write(state, narrowed(game.state))
    for _ in range(effort.rounds):
        start = time.thread_time()
        instance.call("copies", state, times)
        taken.append((time.thread_time() - start) / times)
    copied = median(taken) * 1e6
    return [Row("daimyo, 4 players: a copy of the state", f"{copied:.2f} µs", "<= 0.3 µs", copied <= 0.3)]


def _threads(effort: Effort) -> list[Row]:
    """Two threads, each with an instance, against one that plays the games of both; and two processes, which share nothing.

    By the clock: what else runs on the computer counts here. What two processes gain is what its cores can give.
    """
    pack = interpreter.load("daimyo")
    program = compiled_for(pack, 4, pack.options())
    rounds, forking = max(effort.rounds // 4, 3), get_context("fork")
    instances = [program.instance(), program.instance()]
    threads = [_gained(instances, partial(threading.Thread, target=_play), round_) for round_ in range(rounds)]
    processes = [_gained(instances, partial(forking.Process, target=_play), round_) for round_ in range(rounds)]
    return [
        at_least("daimyo: one thread / two, by the clock", median(threads), 1.8),
        Row("daimyo: one process / two, by the clock", f"{median(processes):.1f} times"),
    ]


def _gained(instances: list[Instance], worker: Callable[..., Any], round_: int) -> float:
    """How much sooner two workers are done that begin together, each with half of the games."""
    halves = [range(first, first + 400) for first in (1000 * round_, 1000 * round_ + 400)]
    start = time.perf_counter()
    for half in halves:
        _play(instances[0], half)
    alone = time.perf_counter() - start
    workers = [worker(args=(one, half)) for one, half in zip(instances, halves, strict=True)]
    start = time.perf_counter()
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    return alone / (time.perf_counter() - start)


def _play(instance: Instance, seeds: range) -> None:
    instance.figures(beginnings(seeds, beginning(0)), MOST)


def _compiling() -> list[Row]:
    """Compile Daimyo in an empty cache, and recall it."""
    pack = interpreter.load("daimyo")
    machine = pack.machine(4, pack.options())
    before = {name: environ.get(name) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    with tempfile.TemporaryDirectory() as folder:
        environ.update(XDG_CACHE_HOME=f"{folder}/cache", XDG_DATA_HOME=f"{folder}/data")
        try:
            times = []
            for _ in range(6):
                start = time.process_time()
                compiled(lambda: module_of(pack, machine), "bench").instance()
                times.append(time.process_time() - start)
        finally:
            for name, value in before.items():
                environ.pop(name, None)
                if value is not None:
                    environ[name] = value
    first, cached = times[0], median(times[1:])
    return [
        Row("compile daimyo, the first time", f"{first:.2f} s of computing", "<= 3 s", first <= 3),
        Row("compile daimyo, from the cache", f"{cached:.3f} s of computing", "<= 0.05 s", cached <= 0.05),
    ]
