"""Rulewright plays board games from content packs.

>>> import interpreter
>>> from interpreter.source.find import shipped_packs
>>> pack = interpreter.load(min(shipped_packs()))
>>> game = pack.new_game(players=max(pack.players), seed=7)
>>> game.decision.seat < game.seats
True
>>> game.choose(0)
>>> len(game.picks)
1

Everything public is here; nothing is loaded before it is asked for, so that `rulewright --help` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.play.errors import Fault, IllegalAction, InvalidAction, PackError, RulewrightError
    from interpreter.play.game import Decision, Game, Option, Result, Text, View
    from interpreter.play.pack import Pack, load

_HOMES = {
    "interpreter.play.errors": ("Fault", "IllegalAction", "InvalidAction", "PackError", "RulewrightError"),
    "interpreter.play.game": ("Decision", "Game", "Option", "Result", "Text", "View"),
    "interpreter.play.pack": ("Pack", "load"),
}

__all__ = [
    "Decision",
    "Fault",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Option",
    "Pack",
    "PackError",
    "Result",
    "RulewrightError",
    "Text",
    "View",
    "load",
]


def __getattr__(name: str) -> object:
    """Load a public name from its home."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module `interpreter` has no attribute `{name}`")
