"""Rulewright plays board games from content packs.

>>> import interpreter
>>> pack = interpreter.load("daimyo")
>>> game = pack.new_game(players=3, seed=7)
>>> game.decision.seat in range(3)
True
>>> game.choose(0)
>>> len(game.picks)
1
"""

from interpreter.play.errors import Fault, IllegalAction, InvalidAction, PackError, RulewrightError
from interpreter.play.game import Decision, Game, Option, Result, Text, View
from interpreter.play.pack import Pack, load

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
