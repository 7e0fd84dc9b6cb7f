"""What behaviours may know of the machine: tables made once for a pack and a number of players, and the log."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

State: TypeAlias = MutableSequence[int]
"""The state: a list if it is small, else an array (see `interpreter.code.layout`)."""


@dataclass(slots=True)
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
    zone_kind: dict[int, KindTable]
    zone_owner: dict[int, int]
    resets: list[list[tuple[int, int]]]
    anew: list[tuple[list[tuple[int, int]], list[tuple[int, int, State]]]]
    """The same cells: single ones with their start values, and stretches from one address to another with theirs."""
    emptied: list[list[int]]

    def out_of_steps(self) -> None:
        """Stop what takes too long."""
