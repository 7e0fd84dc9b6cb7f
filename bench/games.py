"""The games of the benchmark: each is a pack and the same game written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from bench import euro_by_hand, mosaic_by_hand

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Twin:
    """A game written twice. By hand it is a module with `Game(seats, chance)`, `keys(game)` and `seat(game)`."""

    name: str
    by_hand: ModuleType
    bar: float  # how many times as long the machine may take as the game by hand
    games: int  # how many to play in one round of measuring
    seats: int = 3

    @property
    def pack(self) -> Path:
        return HERE / self.name


# Workers and buildings: narrow choices, small sets. Tiles and plans: wide choices, large sets, prices that leave a choice.
EURO = Twin("euro", euro_by_hand, bar=1.4, games=8)
MOSAIC = Twin("mosaic", mosaic_by_hand, bar=1.8, games=3)
TWINS = (EURO, MOSAIC)
