"""What behaviours may know of the machine: tables made once for a pack and a number of players, and the log."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias

from interpreter.records import record

State: TypeAlias = MutableSequence[int]
"""The state: a list if it is small, else an array (see `interpreter.engine.layout`)."""

Given: TypeAlias = int | Sequence[int]
"""What statements and functions are handed, and what functions give: a number (a truth, a thing, a place), or a set."""

SHOWN_ON_TOP, LOST = -1, -2
"""Who learns a piece that comes to lie in a zone: everybody, where it lies on top; or nobody knows any more which it is."""


@record(slots=True)
class KindTable:
    """Where the cells of a kind lie. An address of 0 means the kind has no such cells."""

    name: str
    index: int
    size: int
    loc: int = 0
    known: int = 0
    face: int = 0
    faces: int = 1
    rolls: int = 0
    roll_low: int = 1
    roll_high: int = 6
    common: int = 0
    """Where the room begins that all zones of the kind share; 0: each has its own, behind its count."""
    sharing: range = range(0)
    """The zones that share it, in the order in which their pieces lie there."""


class Runtime(Protocol):
    """The machine as behaviours see it."""

    log: list[tuple[Any, ...]] | None
    fate: bool
    fuel: int
    everyone: int
    """Who knows what is shown openly: a bit for each seat, and one for the table, which a watcher sees."""
    put_away: int
    """Marks a piece that was put aside in the course of the game: unlike one that was never used, it may be hidden."""
    highs: dict[int, int]
    lows: dict[int, int]
    capacity: dict[int, int]
    ordered: dict[int, bool]
    visible: dict[int, str]
    noticed: dict[int, bool]
    learners: dict[int, int]
    """Who learns a piece that comes to lie in a zone, a bit each; or how that depends on more than the zone."""
    piles: set[int]
    """The ordered zones with room of their own that do not show their top: drawing from them shows nothing there."""
    zone_kind: dict[int, KindTable]
    zone_owner: dict[int, int]
    resets: list[list[tuple[int, int]]]
    anew: list[tuple[list[tuple[int, int]], list[tuple[int, int, State]]]]
    """The same cells: single ones with their start values, and stretches from one address to another with theirs."""
    emptied: list[list[int]]

    def out_of_steps(self) -> None:
        """Stop what takes too long."""
