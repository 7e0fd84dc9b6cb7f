"""Games played by chance: which packs, which players, which picks. Python's generator is fine here: only the picks use it."""

import random
from functools import cache
from pathlib import Path

import interpreter

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))
FIXTURES = ["tests/fixtures/tiny"]
LONGEST = 20_000


@cache
def pack(name):
    return interpreter.load(name if name in SHIPPED else ROOT / name)


def tables(packs=(*SHIPPED, *FIXTURES)):
    """Every pack with every number of players; a pack that cannot be loaded fails when it is played, not when collected."""
    found = []
    for name in packs:
        try:
            found += [(name, players) for players in pack(name).players]
        except interpreter.PackError:
            found.append((name, 0))
    return found


def play(name, players, seed, adventurous=False):
    """Yield a game at its start and after every decision; the last time it is over.

    The picks are random; an adventurous player avoids declining, so that rare things happen.
    """
    chance = random.Random(f"{name} {players} {seed}")
    game = pack(name).new_game(players=players, seed=seed)
    yield game
    while game.pending is not None:
        options = len(game.pending.values)
        if adventurous and game.pending.values[-1] == -1 and chance.random() < 0.9:
            options -= 1
        game.choose(chance.randrange(options))
        assert len(game.picks) < LONGEST, "the game does not end"
        yield game
