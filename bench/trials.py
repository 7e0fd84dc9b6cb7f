"""How much of random games goes into trials, and which choices try: `python -m bench.trials [PACK[:PLAYERS] …]`.

Every game is played once beforehand, so that printing does not count. Time is that of the thread; a share varies with what
else the computer does, the number of trials never.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import interpreter
from bench.measures import Effort, Row, play_machine
from interpreter.code.program import Ask
from interpreter.machine import Machine
from interpreter.primitives.header import SCOPE
from interpreter.primitives.tables import State
from interpreter.source.find import shipped_packs

BAR = 0.05
GAMES = 8
SHOWN = 6


@dataclass
class Tally:
    """What was tried in some games, by where the choice stands and what was around it."""

    seconds: float = 0.0
    tries: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    took: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def watched(machine: Machine, tally: Tally, *, around: bool) -> None:
    """Note every trial of a machine."""
    plain = machine._trial

    def trial(s: State, ask: Ask, value: int, floor: int, base: int = -1) -> bool:
        where = place_of(machine, s, ask, value, around=around)
        start = time.thread_time()
        done = plain(s, ask, value, floor, base)
        took = time.thread_time() - start
        tally.seconds += took
        tally.took[where] += took
        tally.tries[where] += 1
        tally.failed[where] += not done
        return done

    machine._trial = trial  # type: ignore[method-assign]


def place_of(machine: Machine, s: State, ask: Ask, value: int, *, around: bool) -> str:
    """Where a choice stands, and what it stands in."""
    span = machine.program.span_of(ask.routine, ask.at)
    option = "" if len(ask.bodies) <= 1 and value >= 0 else f" {ask.labels[value] if value >= 0 else 'declined'}"
    where = f"{span.file}:{span.line} {ask.routine} `{ask.name or ask.shape}`{option}"
    if not around:
        return where
    inside = " < ".join(str(key) for key in machine.under_way(s)[1:5])
    return f"{where} < {inside}{' (in an option)' if s[SCOPE] else ''}"


def measure(name: str, players: int, games: int, *, around: bool) -> tuple[Tally, float, int]:
    """What was tried in random games of a pack, the seconds they took, and their decisions."""
    pack = interpreter.load(name)
    machine = pack.machine(players, pack.options())
    for seed in range(games):
        play_machine(machine, seed)
    tally = Tally()
    watched(machine, tally, around=around)
    gc.collect()
    start = time.thread_time()
    decisions = sum(play_machine(machine, seed) for seed in range(games))
    return tally, time.thread_time() - start, decisions


def measure_trials(effort: Effort) -> list[Row]:
    """The share of trials in each shipped pack, for the number of players where it is largest."""
    rows = []
    for name in sorted(shipped_packs()):
        shares = []
        for _, players in tables([name]):
            tally, seconds, decisions = measure(name, players, max(effort.rounds // 2, 2), around=False)
            shares.append((tally.seconds / seconds, players, tally.tries.total() / decisions))
        share, players, tries = max(shares)
        told = f"{share:.1%} for {players}, {tries:.2f} a decision"
        rows.append(Row(f"{name}: trials", told, f"< {BAR:.0%}", share < BAR))
    return rows


def tables(asked: list[str]) -> list[tuple[str, int]]:
    """Packs and numbers of players that were asked for; all of them if nothing was."""
    found = []
    for one in asked or sorted(shipped_packs()):
        name, _, players = one.partition(":")
        found += [(name, int(players))] if players else [(name, n) for n in interpreter.load(name).players]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.trials", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=GAMES, help="games for each pack and number of players")
    parser.add_argument("--around", action="store_true", help="tell choices apart by the routines around them")
    parser.add_argument("--shown", type=int, default=SHOWN, help="choices to name for each")
    parser.add_argument("only", nargs="*", metavar="PACK[:PLAYERS]", help="all shipped packs if left out")
    given = parser.parse_args()
    for name, players in tables(given.only):
        tally, seconds, decisions = measure(name, players, given.games, around=given.around)
        share, tries = tally.seconds / seconds, tally.tries.total()
        met = "yes" if share < BAR else "NO"
        print(
            f"{name}, {players} players: {share:.1%} of the time {met}, {tries / decisions:.3f} trials a decision "
            f"({tally.failed.total()} of {tries} fail), {seconds / decisions * 1e6:.0f} µs a decision"
        )
        for where, took in sorted(tally.took.items(), key=lambda one: -one[1])[: given.shown]:
            print(
                f"    {took / seconds:6.2%} {tally.tries[where]:6} tried {tally.failed[where]:6} failed "
                f"{took / tally.tries[where] * 1e6:6.0f} µs each  {where}"
            )


if __name__ == "__main__":
    main()
