"""Where everything is done that computes: before everybody's eyes, beside them, or (for bots) somewhere else altogether.

The loop that listens to all pages does short things itself, one at a time. What takes long would make everybody wait, so it
is done beside the loop, in one thread: beginning and waking games, reading packs, and everything about the games of packs
whose pieces of work have turned out to be long. A machine is not made for two threads, so while anything of a pack is done
beside, all of that pack is.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpreter.web import limits
from interpreter.web.desk import Desk, Urgency, Whose
from interpreter.web.limits import Allowance

T = TypeVar("T")


@dataclass(slots=True)
class Work:
    """Does things in their turn; `meter` says how long this thread has computed."""

    clock: Callable[[], float] = time.monotonic
    meter: Callable[[], float] = time.thread_time
    front: Desk = field(default_factory=Desk)
    beside: Desk = field(default_factory=Desk)
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "rulewright-beside"))
    _long: dict[Hashable, Allowance] = field(default_factory=dict)
    """What is left to each pack of the time that long pieces may take from everybody."""
    _there: Counter[Hashable] = field(default_factory=Counter)
    """How many things of each pack wait or are done beside."""
    _running: set[asyncio.Future[Any]] = field(default_factory=set)

    def is_slow(self, pack: Hashable) -> bool:
        """Whether what is done for a pack is done beside everybody else."""
        if self._there[pack]:
            return True
        known = self._long.get(pack)
        return known is not None and known.wait(self.clock()) > 0

    async def do(
        self,
        whose: Whose,
        pack: Hashable,
        what: Callable[[], T],
        urgency: Urgency = Urgency.ASKED,
        *,
        long: bool = False,
    ) -> T:
        """Do something for a game of a pack when its turn comes; `long`: it is known to take a while."""
        if not long and not self.is_slow(pack):
            await self.front.enter(whose, urgency)
            seconds = 0.0
            try:
                if not self.is_slow(pack):  # it may have become so meanwhile
                    begun = self.meter()
                    try:
                        return what()
                    finally:
                        seconds = self.meter() - begun
                        self._note(pack, seconds)
            finally:
                self.front.leave(whose, seconds)
        return await self._beside(whose, pack, what, urgency)

    def _note(self, pack: Hashable, seconds: float) -> None:
        """Charge a long piece to its pack."""
        if seconds > limits.PIECE_SECONDS:
            if len(self._long) > limits.TITLES:
                self._long.clear()
            known = self._long.setdefault(pack, Allowance(*limits.LONG_PIECES))
            known.wait(self.clock())
            known.left = max(limits.LONGEST_DEBT, known.left - seconds)

    async def _beside(self, whose: Whose, pack: Hashable, what: Callable[[], T], urgency: Urgency) -> T:
        self._there[pack] += 1
        try:
            await self.beside.enter(whose, urgency)
        except asyncio.CancelledError:
            self._gone(pack)
            raise
        took = [0.0]

        def timed() -> T:
            begun = self.meter()
            try:
                return what()
            finally:
                took[0] = self.meter() - begun

        def over(done: asyncio.Future[T]) -> None:
            self._running.discard(done)
            self._note(pack, took[0])
            self._gone(pack)
            self.beside.leave(whose, took[0])

        done = asyncio.get_running_loop().run_in_executor(self._thread, timed)
        self._running.add(done)
        done.add_done_callback(over)
        return await asyncio.shield(done)  # who wanted it may go; what is begun is not done twice at once

    def _gone(self, pack: Hashable) -> None:
        self._there[pack] -= 1
        if not self._there[pack]:
            del self._there[pack]

    async def close(self) -> None:
        """Begin nothing more, and wait for what cannot be stopped."""
        self.front.close()
        self.beside.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._running:
            await asyncio.wait(self._running, timeout=limits.ENDING_SECONDS)
