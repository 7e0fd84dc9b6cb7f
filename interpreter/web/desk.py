"""Who is served next: one thing at a time, the most urgent first, and between two things every page is listened to.

What a page is sent takes milliseconds to make. When hundreds of pages arrive at once, who has just chosen something would
wait for all of them; so nothing of that kind is begun before its turn.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum


class Urgency(IntEnum):
    """What goes before what."""

    ASKED = 0
    """A page waits for what came of its own choice."""
    PLAYING = 1
    """Something has happened at the table of a page."""
    ARRIVING = 2
    """A page has just come: it is sent everything."""
    AHEAD = 3
    """What options bring: told when nobody waits for anything else."""


OLDEST = 4
"""Every fourth turn is for who has waited longest: where there is more to do than can be done, nobody waits for ever."""
_Line = deque[tuple[int, asyncio.Future[None]]]


@dataclass(slots=True)
class Desk:
    """Gives out turns, one in each round of the loop."""

    _waiting: tuple[_Line, ...] = field(default_factory=lambda: tuple(deque() for _ in Urgency))
    _came: int = 0
    """How many have asked for a turn."""
    _given: int = 0
    _giving: asyncio.Task[None] | None = None

    async def turn(self, urgency: Urgency) -> None:
        """Wait for one's turn. It lasts until the next `await`."""
        asked = asyncio.get_running_loop().create_future()
        self._came += 1
        self._waiting[urgency].append((self._came, asked))
        if self._giving is None or self._giving.done():
            self._giving = asyncio.create_task(self._give())
        await asked

    async def _give(self) -> None:
        while (asked := self._next()) is not None:
            if not asked.done():  # who waited may have gone
                asked.set_result(None)
                await asyncio.sleep(0)  # they have their turn, and then all are heard who have said something

    def _next(self) -> asyncio.Future[None] | None:
        lines = [line for line in self._waiting if line]
        if not lines:
            return None
        self._given += 1
        line = lines[0] if self._given % OLDEST else min(lines, key=lambda line: line[0][0])
        return line.popleft()[1]

    def close(self) -> None:
        """Give out no more turns."""
        if self._giving is not None:
            self._giving.cancel()
