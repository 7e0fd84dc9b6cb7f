"""Rulewright plays board games from content packs.

Load a pack by its name, folder or zip, start a game and pick options until nobody has to decide any more:

>>> import interpreter
>>> pack = interpreter.load("pig")
>>> pack.title.get("fr"), list(pack.players)
('Cochon', [2, 3, 4])
>>> game = pack.new_game(players=2, seed=7)
>>> game.decision.seat, len(game.decision.options)
(0, 2)
>>> option = game.decision.options[0]
>>> option.label.get("en"), option.label.get("fr"), option.key
('Roll', 'Lancer', 'roll')
>>> game.choose(0)
>>> game.choose_key(game.decision.options[0].key)
>>> game.picks
[0, 0]

What a seat may know is in its view and its log; `None` is somebody who only watches:

>>> sorted(game.view(0).data)
['places', 'players', 'seat', 'shared']
>>> game.log(None, "en")[0].startswith("Player 1 rolls")
True

A game is its pack, its options, its seed and the picks: the same ones give the same game. A copy goes its own way:

>>> other = pack.new_game(players=2, seed=7)
>>> for pick in game.picks:
...     other.choose(pick)
>>> other == game, other.clone() is other
(True, False)
>>> while game.decision is not None:
...     game.choose(0 if game.decision.seat else -1 + len(game.decision.options))
>>> game.result.winners
[0]

What is wrong is said with an error of its own, and nothing has happened then:

>>> game.choose(0)
Traceback (most recent call last):
    ...
interpreter.play.errors.IllegalAction: the game is over
>>> pack.new_game(players=9)
Traceback (most recent call last):
    ...
interpreter.play.errors.InvalidAction: pig is for 2 to 4 players, not 9

====================  =================================================================================================
`load`                a `Pack` by name, folder or zip; raises `PackError` with everything that is wrong with it
`Pack`                `id`, `version`, `title`, `players`, `options`, and `new_game(players, seed, options)`
`Game`                `decision`, `choose`, `choose_key`, `undo`, `clone`, `view`, `log`, `story`, `why`, `result`, `picks`
`Decision`            a choice that is due: `seat`, `prompt`, `options`, and the `rule` that asks
`Option`              one thing to pick: `label` for people, `key` for programs; a key means the same in every game
`Result`              how it ended: `scores`, `ranks`, `winners`, what the points were for (`lines`, `ties`), and `why`
`View`                what a seat sees: `data` for programs, `text(lang)` for people
`Text`                words in every language we speak: `get(lang)`
`RulewrightError`     all that we raise: `InvalidAction` (no such thing), `IllegalAction` (not now), `PackError`, `Fault`
`Fault`               a rule of a pack that failed while playing; the game is as it was before the pick
====================  =================================================================================================

Everything public is here; nothing is loaded before it is asked for, so that `rulewright --help` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes

if TYPE_CHECKING:
    from interpreter.play.errors import Fault, IllegalAction, InvalidAction, PackError, RulewrightError
    from interpreter.play.game import Decision, Game, Option, Result, Text, View
    from interpreter.play.pack import Pack, load

__getattr__ = from_homes(
    __name__,
    {
        "play.errors": ("Fault", "IllegalAction", "InvalidAction", "PackError", "RulewrightError"),
        "play.game": ("Decision", "Game", "Option", "Result", "Text", "View"),
        "play.pack": ("Pack", "load"),
    },
)

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
