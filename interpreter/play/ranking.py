"""Who has which place at the end, and who has won."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(order: Sequence[tuple[int, ...]], winner: int) -> list[int]:
    """The place of each seat: by what it has, the score first, or behind the one that has won outright.

    >>> ranks([(3, 1), (5, 0), (3, 1)], -1)
    [2, 1, 2]
    >>> ranks([(3, 1), (5, 0), (3, 1)], 0)
    [1, 2, 2]
    """
    if winner >= 0:
        return [1 if seat == winner else 2 for seat in range(len(order))]
    return [1 + sum(other > mine for other in order) for mine in order]


def first(places: Sequence[int]) -> list[int]:
    """The seats that have won."""
    return [seat for seat, place in enumerate(places) if place == 1]
