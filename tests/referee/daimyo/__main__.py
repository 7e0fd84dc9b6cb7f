"""Hold many random games against the referee: `python -m tests.referee.daimyo --games 2000 --players 4`."""

import argparse
import sys
import time

from . import adapter, referee

TILE_SETS = ("basic", "advanced")
DIFFICULTIES = ("normal", "easy", "difficult")


def options(players, number):
    """The options of the n-th game: every combination comes round."""
    if players == 1:  # no goals and nobody to attack, but three degrees of difficulty
        return {"tile_set": TILE_SETS[number % 2], "difficulty": DIFFICULTIES[number % 3]}
    return {"tile_set": TILE_SETS[number % 2], "goals": number // 2 % 2 == 0, "aggressive": number // 4 % 2 == 0}


def run(players, games, first=0, tell=None):
    """Differences found in so many games."""
    found = []
    for number in range(first, first + games):
        difference = referee.judge(adapter.record(players, number, **options(players, number)))
        if difference is not None:
            found.append(difference)
        if tell:
            tell(number + 1 - first, found)
    return found


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.referee.daimyo", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games for each number of players")
    parser.add_argument("--players", type=int, choices=(1, 2, 3, 4), help="one number of players; all without this")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    chosen = parser.parse_args(arguments)
    wrong = 0
    for players in [chosen.players] if chosen.players else (1, 2, 3, 4):
        started = time.monotonic()

        def tell(done, found, players=players, started=started):
            if done % 50 == 0 or done == chosen.games:
                seconds = time.monotonic() - started
                print(
                    f"\r{players} players: {done} games, {len(found)} differences, {seconds:.0f} s", end="", flush=True
                )

        found = run(players, chosen.games, chosen.first, tell)
        print()
        for difference in found[:20]:
            print(f"  {difference}")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
