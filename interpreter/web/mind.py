"""`python -m interpreter.web.mind`: bots at work in a process of their own, where they hold up nobody.

Each line that comes in is a task, each that goes out the number of the option that is taken, or what went wrong, and where.
Bots keep nothing between two picks, so any process can go on where another one was.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from interpreter.play.bots import BOTS
from interpreter.play.errors import Fault, IllegalAction
from interpreter.play.game import Game
from interpreter.play.save import PackPin
from interpreter.web.errors import Refused
from interpreter.web.packs import Packs

MIRRORED = 64
"""Games whose copies are kept; others are made again from their picks."""
PACKS = 20
"""Packs, and packs together, that are kept in memory."""
KINDNESS = 5
"""How far behind all who wait for an answer the system puts such a process."""


@dataclass(slots=True)
class Mind:
    """Picks for bots, one after another, in games that are made again from what is told of them."""

    packs: Packs = field(default_factory=Packs)
    _games: dict[str, Game] = field(default_factory=dict)

    def answer(self, task: dict[str, Any]) -> dict[str, Any]:
        """The pick for a task. What goes wrong is told, so that the game can go on without it."""
        try:
            return {"pick": BOTS[task["who"]]().pick(self._mirror(task))}
        except (Fault, IllegalAction, Refused) as error:
            return {"wrong": str(error)}
        except Exception as error:  # noqa: BLE001 - whatever a pack makes a bot do, the others think on
            self._games.pop(task["game"], None)
            return {"wrong": type(error).__name__, "where": traceback.format_exc(limit=-8)}

    def _mirror(self, task: dict[str, Any]) -> Game:
        """A copy of the game with just these picks: the one at hand, if it got there, or a new one."""
        game, picks = self._games.pop(task["game"], None), tuple(task["picks"])
        if game is None or tuple(game.picks) != picks[: len(game.picks)]:
            pack = self.packs.pinned([PackPin(*pin) for pin in task["packs"]])
            game = pack.new_game(players=task["seats"], seed=task["seed"], options=task["options"])
        for pick in picks[len(game.picks) :]:
            game.choose(pick)
        self._games[task["game"]] = game
        while len(self._games) > MIRRORED:
            del self._games[next(iter(self._games))]
        self.packs.keep_only(PACKS)
        return game


def main() -> int:
    """Think about one task after another, until nobody has any more."""
    with suppress(OSError, AttributeError):  # not on every system
        os.nice(KINDNESS)
    mind, out = Mind(), os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        out.write(json.dumps(mind.answer(json.loads(line))) + "\n")
        out.flush()
    return 0


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.exit(main())
