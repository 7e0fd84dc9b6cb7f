"""When memory is looked through for what nobody needs any more: in small portions, so that no page waits for it.

Packs and games are hundreds of thousands of objects that stay. Python looks at all of them whenever a quarter as many
new ones have come, which takes 100 to 200 ms with a few hundred games. Here only what is new is looked at, and what is left
of it is set aside; once in a long while everything is looked at.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field

PORTION = 3
"""So many small collections of Python's own, of some thousand new objects each, are one portion."""
LONG = 3600.0
"""Seconds until everything is looked at again."""
_NEVER = 1_000_000_000


@dataclass(slots=True)
class Memory:
    """Takes over from Python when to look for circles among objects that have lived for a while."""

    clock: Callable[[], float]
    _whole: float = 0.0
    _before: tuple[int, int, int] = field(default_factory=gc.get_threshold)

    def __post_init__(self) -> None:
        """Set aside what is there."""
        gc.set_threshold(*self._before[:2], _NEVER)
        self._whole = self.clock()
        gc.freeze()

    def tidy(self, *, busy: bool) -> None:
        """Look through what is new, if it is enough; through everything after a long time, when nobody waits."""
        late = self.clock() - self._whole
        if late > (2 * LONG if busy else LONG):
            self._whole = self.clock()
            gc.unfreeze()
        elif gc.get_count()[2] < PORTION:
            return
        gc.collect()
        gc.freeze()

    def soon(self) -> None:
        """Look at everything when nobody waits: much of it may be needed no more."""
        self._whole = min(self._whole, self.clock() - LONG - 1)

    def close(self) -> None:
        """Leave it to Python again."""
        gc.unfreeze()
        gc.set_threshold(*self._before)
