"""Finding something out about scripts that run each other, also in circles.

While the answer for a script is being found, whoever comes round to it again is told the least: what is inside itself adds
nothing. But an answer that was found meanwhile leans on one that is not there yet, and may be too little. So it is kept
only when the circle is closed; then all that lie on it have the answer of the one at which the circle was entered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Circles(Generic[T]):
    """Answers that grow with those they depend on, from `least` to `most`; what has reached `most` can grow no more."""

    def __init__(self, least: T, most: T) -> None:
        self._least, self._most = least, most
        self._known: dict[Hashable, T] = {}
        self._leaning: dict[Hashable, int] = {}
        """What is under way, by its level, and what leans on something that is, by the lowest level it leans on."""
        self._level = self._lowest = 0

    def of(self, key: Hashable, work: Callable[[], T]) -> T:
        """The answer for a key; `work` finds it, asking for others in turn."""
        if key in self._known:
            return self._known[key]
        if key in self._leaning:
            self._lowest = min(self._lowest, self._leaning[key])
            return self._least
        before, outside, level = len(self._leaning), self._lowest, self._level
        self._leaning[key] = self._lowest = level
        self._level += 1
        try:
            found = work()
        except BaseException:
            self._close(before, None)
            raise
        finally:
            self._level -= 1
            lowest, self._lowest = self._lowest, outside
        if found == self._most:
            self._close(before, None)  # what leaned on it may be more as well, and is found anew
            self._known[key] = found
        elif lowest < level:
            self._leaning[key], self._lowest = lowest, min(lowest, outside)
        else:
            self._close(before, found)
        return found

    def _close(self, before: int, found: T | None) -> None:
        """Nothing that began since leans on anything any more; note its answer, where there is one."""
        while len(self._leaning) > before:
            key, _ = self._leaning.popitem()
            if found is not None:
                self._known[key] = found


__all__ = ["Circles"]
