"""Play the pack and the hand-written game side by side: same chance, same picks, the same options at every step.

`python -m bench.agree [GAMES]` stops at the first difference and says where it is.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import interpreter
from bench import euro_by_hand
from interpreter.primitives.pieces import random_below, seed_random

EURO = Path(__file__).parent / "euro"


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
    fame: int = 0
    chosen: Counter[str] = field(default_factory=Counter)


def play_both(pack: interpreter.Pack, seats: int, seed: int, tally: Tally) -> None:
    """Play one random game on both sides. Raises Disagreement."""
    pick = random.Random(seed).random
    hand = euro_by_hand.Game(seats, MachineChance(seed))
    game = pack.new_game(players=seats, seed=seed)
    steps: list[str] = []
    while True:
        here = f"{seats} players, seed {seed}, after {len(steps)} picks: {' '.join(steps[-12:])}"
        options = [euro_by_hand.key(option) for option in hand.decision()]
        decision = game.decision
        offered = [option.key for option in decision.options] if decision else []
        if options != offered:
            raise Disagreement(f"{here}\n  by hand: {options}\n  machine: {offered}")
        if decision is None:
            break
        if hand.players.index(hand.player) != decision.seat:
            raise Disagreement(f"{here}\n  by hand: seat {hand.players.index(hand.player)}\n  machine: {decision.seat}")
        index = int(pick() * len(options))
        steps.append(options[index])
        hand.choose(index)
        game.choose(index)
    result = game.result
    if (result.scores, result.winners) != (hand.scores(), hand.winners()):
        raise Disagreement(f"{here}\n  by hand: {hand.scores()} {hand.winners()}\n  machine: {result}")
    tally.games += 1
    tally.decisions += len(steps)
    tally.fame += sum(result.scores)
    tally.chosen.update(steps)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.agree", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", type=int, nargs="?", default=1000, help="games for each number of players")
    games = parser.parse_args().games
    pack = interpreter.load(EURO)
    for seats in pack.players:
        tally = Tally()
        for seed in range(games):
            play_both(pack, seats, seed, tally)
        never = [card.key for card in euro_by_hand.CARDS if not tally.chosen[card.key]]
        print(
            f"{seats} players: {tally.games} games agree, {tally.decisions / games:.1f} decisions and "
            f"{tally.fame / games / seats:.2f} fame on average; never built: {', '.join(never) or 'none'}"
        )


if __name__ == "__main__":
    main()
