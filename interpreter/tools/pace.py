"""How far long work is and how long it will still take: a line rewritten on a terminal, now and then one elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from typing import TextIO

from interpreter.diagnostics import printable
from interpreter.tools.console import is_terminal
from interpreter.tools.printing import Unwritable, raw


class Pace:
    """Tells on the error stream how much is done and about how much time is left."""

    _SECONDS_ON_TERMINAL = 1.0
    _SECONDS_ELSEWHERE = 60.0

    def __init__(
        self,
        what: str,
        total: int,
        done: int = 0,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what, self._total = what, total
        self._first, self._clock = done, clock
        self._stream = stream or sys.stderr
        self._rewrites = is_terminal(self._stream)
        self._start = self._told = clock()
        self._open = False

    def __call__(self, done: int) -> None:
        """Tell how much is done, if it was not told a moment ago."""
        now = self._clock()
        if now - self._told < (self._SECONDS_ON_TERMINAL if self._rewrites else self._SECONDS_ELSEWHERE):
            return
        self._told = now
        left = (now - self._start) / max(1, done - self._first) * (self._total - done)
        line = f"{printable(self._what)}: {done} of {self._total} games, about {spell(left)} left"
        self._put(f"\r\x1b[K{line}" if self._rewrites else f"{line}\n")
        self._open = self._rewrites

    def close(self) -> None:
        """Wipe what is rewritten."""
        if self._open:
            self._put("\r\x1b[K")

    def _put(self, text: str) -> None:
        with contextlib.suppress(Unwritable):  # how far it is need not be heard
            raw(text, self._stream, flush=True)


def spell(seconds: float) -> str:
    """Say a time in the largest unit that makes sense.

    >>> [spell(one) for one in (3, 100, 5400, 200_000)]
    ['3 s', '2 min', '1 h 30 min', '55 h 33 min']
    """
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"
