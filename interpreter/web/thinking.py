"""Bots at work in a thread of their own, with packs and games of their own: a machine is not made for two threads."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from interpreter.play.bots import BOTS, Bot
from interpreter.play.game import Game
from interpreter.web.packs import Packs
from interpreter.web.store import GameRecord

MIRRORED = 64
"""Games whose copies are kept; others are made again from their picks."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a bot has to know: what the game is made of, and the picks so far."""

    record: GameRecord
    picks: tuple[int, ...]
    seat: int
    who: str


@dataclass(slots=True)
class Thinker:
    """Picks for bots, one after another."""

    packs: Packs
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "rulewright-bot"))
    _games: dict[str, Game] = field(default_factory=dict)
    _bots: dict[tuple[str, int, str], Bot] = field(default_factory=dict)

    async def pick(self, record: GameRecord, seat: int) -> int:
        """The number of the option that the bot at a seat takes."""
        task = Task(record, tuple(record.picks), seat, record.seats[seat].who)
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._think, task)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _think(self, task: Task) -> int:
        game = self._mirror(task)
        return self._bots.setdefault((task.record.id, task.seat, task.who), BOTS[task.who]()).pick(game)

    def _mirror(self, task: Task) -> Game:
        """A copy of the game with just these picks: the one at hand, if it got there, or a new one."""
        game = self._games.pop(task.record.id, None)
        if game is None or tuple(game.picks) != task.picks[: len(game.picks)]:
            pack, record = self.packs.pinned(task.record.packs), task.record
            game = pack.new_game(players=len(record.seats), seed=record.seed, options=record.options)
        for pick in task.picks[len(game.picks) :]:
            game.choose(pick)
        self._games[task.record.id] = game
        while len(self._games) > MIRRORED:
            gone = next(iter(self._games))
            del self._games[gone]
            self._bots = {key: bot for key, bot in self._bots.items() if key[0] != gone}
        return game
