"""Play a pack and its game by hand side by side: same chance, same picks, the same options at every step.

`python -m bench.agree [GAMES]` stops at the first difference and says where it is.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field

import interpreter
from bench.games import TWINS, Twin
from interpreter.primitives.pieces import random_below, seed_random


class MachineChance:
    """The generator of the machine (SplitMix64), so that both games shuffle alike."""

    def __init__(self, seed: int) -> None:
        self._cells = [0] * 5
        seed_random(self._cells, seed)

    def below(self, n: int) -> int:
        return random_below(self._cells, n)

    def shuffle(self, items: list) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Disagreement(Exception):
    """The two games differ."""


@dataclass
class Tally:
    decisions: int = 0
    games: int = 0
    score: int = 0
    options: int = 0
    widest: int = 0
    chosen: Counter[str] = field(default_factory=Counter)


def play_both(twin: Twin, pack: interpreter.Pack, seats: int, seed: int, tally: Tally) -> None:
    """Play one random game on both sides. Raises Disagreement."""
    pick = random.Random(seed).random
    hand = twin.by_hand.Game(seats, MachineChance(seed))
    game = pack.new_game(players=seats, seed=seed)
    steps: list[str] = []
    while True:
        here = f"{twin.name}, {seats} players, seed {seed}, after {len(steps)} picks: {' '.join(steps[-12:])}"
        options = twin.by_hand.keys(hand)
        decision = game.decision
        offered = list(decision.options.keys) if decision else []
        if options != offered:
            raise Disagreement(f"{here}\n  by hand: {options}\n  machine: {offered}")
        if decision is None:
            break
        if twin.by_hand.seat(hand) != decision.seat:
            raise Disagreement(f"{here}\n  by hand: seat {twin.by_hand.seat(hand)}\n  machine: {decision.seat}")
        index = int(pick() * len(options))
        steps.append(options[index])
        tally.options += len(options)
        tally.widest = max(tally.widest, len(options))
        hand.choose(index)
        game.choose(index)
    result = game.result
    if (result.scores, result.winners) != (hand.scores(), hand.winners()):
        raise Disagreement(f"{here}\n  by hand: {hand.scores()} {hand.winners()}\n  machine: {result}")
    tally.games += 1
    tally.decisions += len(steps)
    tally.score += sum(result.scores)
    tally.chosen.update(steps)


def things_never_chosen(pack: interpreter.Pack, tally: Tally) -> list[str]:
    """The cards that no game of a tally came to: their rules were not compared."""
    kinds = pack.vocabulary.kinds.values()
    return [item.id for kind in kinds if kind.scripts for item in kind.items if not tally.chosen[item.id]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.agree", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", type=int, nargs="?", default=1000, help="games for each number of players")
    games = parser.parse_args().games
    for twin in TWINS:
        pack = interpreter.load(twin.pack)
        for seats in pack.players:
            tally = Tally()
            for seed in range(games):
                play_both(twin, pack, seats, seed, tally)
            never = things_never_chosen(pack, tally)
            print(
                f"{twin.name}, {seats} players: {tally.games} games agree, {tally.decisions / games:.1f} decisions, "
                f"{tally.options / tally.decisions:.1f} options each (at most {tally.widest}), "
                f"{tally.score / games / seats:.2f} points on average; never chosen: {', '.join(never) or 'none'}"
            )


if __name__ == "__main__":
    main()
