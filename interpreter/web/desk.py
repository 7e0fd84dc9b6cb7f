"""Who is served next: whoever has had the least of it lately, by visitor and by game, and then the most urgent.

What a page is sent takes milliseconds to make, a bot's pick seconds. Nothing of that kind is begun before its turn, and
what it took is written down for the visitor who wanted it and for the game it was for. Who has used much waits until all
others have been served; as long as nobody has, what is most urgent goes first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
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
"""Every fourth turn is for who has waited longest among equals: where there is more to do than can be done, nobody waits
for ever."""
HALF = 10.0
"""Seconds after which half of what somebody has used is forgotten."""
STEP = 0.5
"""So many seconds of computing apart, one has used more than another: who plays and thinks uses far less."""
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Whose:
    """Who wants something, and for which game; what is for no game counts for the visitor alone."""

    visitor: str
    game: str = ""


@dataclass(slots=True)
class Used:
    """What each of many has used lately, in seconds; it fades."""

    clock: Callable[[], float]
    _known: dict[str, tuple[float, float]] = field(default_factory=dict)

    def of(self, name: str) -> float:
        """How much it still counts."""
        found = self._known.get(name)
        return 0.0 if found is None else found[0] * 0.5 ** ((self.clock() - found[1]) / HALF)

    def add(self, name: str, seconds: float) -> None:
        """Write down some more."""
        self._known[name] = (self.of(name) + seconds, self.clock())
        if len(self._known) > _REMEMBERED:
            self._known = {one: found for one, found in self._known.items() if self.of(one) > STEP / 100}


@dataclass(slots=True)
class _Waiting:
    number: int
    whose: Whose
    urgency: Urgency
    asked: asyncio.Future[None]


@dataclass(slots=True)
class Desk:
    """Gives out turns, so many at once; one of the places is never a single visitor's who has the others already."""

    places: int = 1
    clock: Callable[[], float] = time.monotonic
    _visitors: Used = field(init=False)
    _games: Used = field(init=False)
    _waiting: list[_Waiting] = field(default_factory=list)
    _served: list[Whose] = field(default_factory=list)
    _came: int = 0
    """How many have asked for a turn."""
    _given: int = 0
    _free: asyncio.Event = field(default_factory=asyncio.Event)
    _giving: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        """Nobody has used anything."""
        self._visitors, self._games = Used(self.clock), Used(self.clock)

    async def enter(self, whose: Whose, urgency: Urgency) -> None:
        """Wait for one's turn. It lasts until `leave`, which has to follow whatever happens."""
        self._came += 1
        me = _Waiting(self._came, whose, urgency, asyncio.get_running_loop().create_future())
        self._waiting.append(me)
        self._free.set()  # there may be a place for this one where there was none for the others
        if self._giving is None or self._giving.done():
            self._giving = asyncio.create_task(self._give())
        try:
            await me.asked
        except asyncio.CancelledError:
            if me in self._waiting:
                self._waiting.remove(me)
            else:
                self.leave(whose, 0.0)  # the turn came, and nobody was there any more
            raise

    def leave(self, whose: Whose, seconds: float) -> None:
        """One's turn is over, and took so long."""
        self._served.remove(whose)
        self._visitors.add(whose.visitor, seconds)
        self._games.add(whose.game or whose.visitor, seconds)
        self._free.set()

    async def _give(self) -> None:
        while self._waiting:
            self._free.clear()
            found = self._next()
            if found is None:
                await self._free.wait()
                continue
            self._waiting.remove(found)
            self._served.append(found.whose)
            found.asked.set_result(None)
            await asyncio.sleep(0)  # they have their turn, and then all are heard who have said something

    def _next(self) -> _Waiting | None:
        waiting = [one for one in self._waiting if self._has_place(one.whose) and not one.asked.done()]  # who went
        if not waiting:
            return None
        self._given += 1
        return min(waiting, key=self._by_age if self._given % OLDEST == 0 else self._by_urgency)

    def _has_place(self, whose: Whose) -> bool:
        if len(self._served) >= self.places:
            return False
        own = sum(one.visitor == whose.visitor for one in self._served)
        return own < max(1, self.places - 1)

    def _share(self, whose: Whose) -> tuple[int, int]:
        game = whose.game or whose.visitor
        return int(self._visitors.of(whose.visitor) / STEP), int(self._games.of(game) / STEP)

    def _by_urgency(self, one: _Waiting) -> tuple[tuple[int, int], int, int]:
        return self._share(one.whose), one.urgency, one.number

    def _by_age(self, one: _Waiting) -> tuple[tuple[int, int], int, int]:
        return self._share(one.whose), 0, one.number

    def close(self) -> None:
        """Give out no more turns."""
        if self._giving is not None:
            self._giving.cancel()
