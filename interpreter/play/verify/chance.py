"""Picks by chance: a small generator of our own, so that the same seed gives the same games everywhere."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class Chance:
    """Numbers that look random and follow from a seed (splitmix64)."""

    def __init__(self, *seed: int) -> None:
        self._state = 0
        for part in seed:
            self._state = (self._state * 0x100000001B3 + part + 1) & _MASK
            self._next()

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """Give a number from 0 to just below a bound.

        >>> [Chance(7).below(6) for _ in range(2)]
        [4, 4]
        """
        return self._next() * bound >> 64
