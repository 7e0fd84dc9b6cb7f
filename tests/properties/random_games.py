"""Games played by chance: which packs, which players, which picks. Python's generator is fine here: only the picks use it."""

import random
from functools import cache

import manifests
from manifests import FIXTURES, ROOT, SHIPPED
from shared_packs import guarded_pack

from interpreter.engine.knowledge import DECLINE

LONGEST = 20_000


@cache
def pack(name):
    return guarded_pack(name if name in SHIPPED else ROOT / name)


def tables(packs=(*SHIPPED, *FIXTURES)):
    """Every pack with every number of players; no pack is opened for it, so one that is broken fails when it is played."""
    return [(name, players) for name in packs for players in manifests.players(name) or [0]]


def daily(rows=None):
    """The tables of `rows` with the fewest and the most players every day, those between by `make soak`.

    For what hardly depends on how many play. A pack on another is played by the most alone: it shares its machine's ways
    with the pack below.
    """
    import pytest  # whoever only plays (`test_determinism.py`) starts sooner without

    return [row if _is_outermost(*row) else pytest.param(*row, marks=pytest.mark.soak) for row in rows or tables()]


def _is_outermost(name, players):
    if not players:
        return True
    every = manifests.players(name)
    return players == every[-1] or (players == every[0] and manifests.stands_alone(name))


def play(name, players, seed, adventurous=False):
    """Yield a game at its start and after every decision; the last time it is over.

    The picks are random; an adventurous player avoids declining, so that rare things happen.
    """
    chance = random.Random(f"{name} {players} {seed}")
    game = pack(name).new_game(players=players, seed=seed)
    yield game
    while game.pending is not None:
        options = len(game.pending.values)
        if adventurous and game.pending.values[-1] == DECLINE and chance.random() < 0.9:
            options -= 1
        game.choose(chance.randrange(options))
        assert len(game.picks) < LONGEST, "the game does not end"
        yield game
