"""Packs that tests share: each is read once, and its machines are printed once, in each process.

Printing the machine of a large game takes seconds, a game on it hundredths. Whoever changes a pack or its files, or tests how it
is loaded, takes `interpreter.load` instead.
"""

from functools import cache

import interpreter
from interpreter.machine.guard import Guard


@cache
def shared_pack(name):
    """The pack of a name or a folder."""
    return interpreter.load(name)


EVERY = 4
"""One game in so many is played under guard: those with the seeds 1, 5, 9 and so on."""


@cache
def guarded_pack(name):
    """The same, with a guard over every write of some games: for tests that play many (`interpreter.machine.guard`)."""
    pack = interpreter.load(name)
    pack.guarded, begin = True, pack.new_game

    def new_game(players=None, seed=0, options=None):
        Guard.awake = seed % EVERY == 1
        return begin(players, seed, options)

    pack.new_game = new_game
    return pack
