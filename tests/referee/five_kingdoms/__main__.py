"""Long runs: python -m tests.referee.five_kingdoms --games 2000."""

import argparse
import sys
import time
from collections import Counter

from .adapter import stream
from .referee import Referee


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.referee.five_kingdoms", description="Referee random games.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    asked = parser.parse_args()
    began, fired, differences, steps = time.monotonic(), Counter(), [], 0
    for number in range(asked.games):
        told = stream(asked.seed + number)
        referee = Referee(told)
        differences += referee.watch()
        steps += len(told.steps)
        if referee.rules is not None:
            fired += referee.rules.fired
        if sys.stderr.isatty() or (number + 1) % 100 == 0:
            print(f"\r{number + 1} of {asked.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for difference in differences[:20]:
        print(difference)
    print("rules applied:", ", ".join(f"{rule} {count}" for rule, count in sorted(fired.items())))
    print(f"{asked.games} games, {steps} steps, {len(differences)} differences, {time.monotonic() - began:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
