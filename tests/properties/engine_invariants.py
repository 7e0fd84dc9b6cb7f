"""What holds for any game after every decision: `rulewright verify` holds games against the same."""

from functools import cache

from interpreter.play.verify.invariants import Invariants


@cache
def of(machine):
    return Invariants(machine)


def check(game, before=None):
    """Hold a resting game against everything that must always be true; with a state before, against what changed."""
    of(game.machine).check(game, before)
