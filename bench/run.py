"""Measure the machine and print one table: what was measured, its target, and whether it is met.

Absolute times depend on the computer; the figures to hold are ratios taken within one run. Time is that of the thread, so
that other programs do not count; what is compared is measured in turns, several times, and the middle of the ratios
counts, so that a busy computer slows all of it alike. A missed target never fails a build.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median

import interpreter
from bench.earlier import COMMIT, PerDecisionEarlier, Unavailable, earlier
from bench.games import EURO, MOSAIC, Twin
from bench.growth import measure_growth
from bench.inside import at_least, measure_inside
from bench.measures import (
    FULL,
    QUICK,
    Effort,
    PerDecision,
    Row,
    held,
    interleaved,
    micro,
    per_call,
    play_by_hand,
    play_face,
    play_loop,
    play_machine,
    ratio,
)
from bench.stack import measure_stack
from bench.starting import measure_starting
from bench.trials import measure_trials


def measure_twin(twin: Twin, effort: Effort) -> list[Row]:
    """A game by hand, on the machine, through the face and in simulate's loop."""
    pack = interpreter.load(twin.pack)
    bare = pack.machine(twin.seats, pack.options())
    ways: tuple[Callable[[int], int], ...] = (
        partial(play_by_hand, twin),
        partial(play_machine, bare),
        partial(play_face, pack, twin.seats),
        partial(play_loop, pack, twin.seats),
    )
    hand, machine, face, loop = interleaved(effort, *(PerDecision(way, twin.games) for way in ways))
    name = twin.name
    return [
        Row(f"{name} by hand", micro(hand)),
        Row(f"{name} on the machine", micro(machine)),
        Row(f"{name} through the face", micro(face)),
        Row(f"{name} in simulate's loop", micro(loop)),
        held(f"{name}: machine / hand", ratio(machine, hand), twin.bar),
        held(f"{name}: face / machine", ratio(face, machine), 2.0),
        held(f"{name}: simulate's loop / machine", ratio(loop, machine), 1.3),
        Row(f"{name}: face / hand", f"{ratio(face, hand):.2f}"),
        Row(f"{name}: simulate's loop / hand", f"{ratio(loop, hand):.2f}"),
    ]


def measure_daimyo(effort: Effort) -> list[Row]:
    pack = interpreter.load("daimyo")
    half = half_played(pack, 4, 1)
    bare = pack.machine(4, pack.options())
    ways = (partial(play_machine, bare), partial(play_face, pack, 4), partial(play_loop, pack, 4))
    machine, face, loop, clone = interleaved(
        effort,
        *(PerDecision(way, effort.daimyo_games) for way in ways),
        partial(per_call, half.clone, effort.clones),
    )
    share = ratio(clone, face)
    return [
        Row("daimyo (4 players) on the machine", micro(machine)),
        Row("daimyo through the face", f"{1 / median(face):,.0f} decisions/s, {micro(face)}"),
        Row("daimyo in simulate's loop", micro(loop)),
        held("daimyo: face / machine", ratio(face, machine), 2.0),
        held("daimyo: simulate's loop / machine", ratio(loop, machine), 1.3),
        Row("clone of a daimyo game", f"{median(clone) * 1e6:.2f} µs", "< 5 µs", median(clone) < 5e-6),
        Row("clone / decision", f"{share:.3f}", "< 0.1", share < 0.1),
    ]


def half_played(pack: interpreter.Pack, seats: int, seed: int) -> interpreter.Game:
    half = play_face(pack, seats, seed) // 2
    pick = random.Random(seed).random
    game = pack.new_game(players=seats, seed=seed)
    for _ in range(half):
        game.choose(int(pick() * len(game.decision.options)))
    return game


def measure_connect_four(effort: Effort) -> list[Row]:
    """The machine in Python against that of the commit for which it was said what is wanted."""
    pack = interpreter.load("connect_four")
    bare = pack.machine(2, pack.options())
    try:
        with earlier() as before:
            was, now = interleaved(
                effort, PerDecisionEarlier(before, "small"), PerDecision(partial(play_machine, bare), 4)
            )
    except Unavailable as reason:
        return [Row(f"connect four: the machine of {COMMIT} / now", f"left out: {reason}")]
    return [
        Row("connect four on the machine", micro(now)),
        at_least(f"connect four: the machine of {COMMIT} / now", ratio(was, now), 15),
    ]


# ------------------------------------------------------------------------------------------------------------- table

MEASURES: dict[str, Callable[[Effort], list[Row]]] = {
    "euro": partial(measure_twin, EURO),
    "mosaic": partial(measure_twin, MOSAIC),
    "daimyo": measure_daimyo,
    "connect_four": measure_connect_four,
    "trials": measure_trials,
    "load": measure_starting,
    "inside": measure_inside,
    "stack": measure_stack,
    "growth": measure_growth,
}


def shown(row: Row) -> str:
    met = "" if row.met is None else "yes" if row.met else "NO"
    return f"{row.what:<46} {row.measured:>40}   {row.target:<8} {met}".rstrip()


def measured(part: str, effort: Effort) -> list[Row]:
    try:
        return MEASURES[part](effort)
    except interpreter.RulewrightError as problem:  # a fault of a pack spoils its own rows only
        return [Row(part, f"stopped: {problem}", met=False)]
    except subprocess.CalledProcessError as problem:
        return [Row(part, f"stopped: {problem.stderr.strip().splitlines()[-1]}", met=False)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, rougher figures")
    parser.add_argument("only", nargs="*", metavar="PART", help=f"{', '.join(MEASURES)}; all if left out")
    given = parser.parse_args()
    if unknown := [part for part in given.only if part not in MEASURES]:
        parser.error(f"there is no part {', '.join(unknown)}: write {', '.join(MEASURES)}")
    effort = QUICK if given.quick else FULL
    print(f"Python {sys.version.split()[0]}, time of the thread, middle of {effort.rounds} interleaved rounds")
    print(f"{'what':<46} {'measured':>40}   {'target':<8} met", flush=True)
    for part in given.only or MEASURES:  # each part is told when it is known: all of them take minutes
        for row in measured(part, effort):
            print(shown(row), flush=True)
