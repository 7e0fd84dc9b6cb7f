"""The tables of a board of any shape, also of one column or one row, are what single steps give."""

from __future__ import annotations

import pytest

from interpreter.primitives.grids import DIRECTIONS, MOST_TUPLES, Around

SHAPES = [(columns, rows) for columns in range(1, 5) for rows in range(1, 5)]


def outwards(board: Around, cell: int, way: int) -> list[int]:
    """The cells met step by step, up to the edge."""
    met = []
    while (cell := board.step(cell, way)) >= 0:
        met.append(cell)
    return met


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "{}x{}".format(*shape))
@pytest.mark.parametrize("boards", [1, 2])
def test_a_ray_is_step_after_step(shape: tuple[int, int], boards: int) -> None:
    board, cells = Around(2, 2, shape), boards * shape[0] * shape[1]
    rays = board.rays(cells)
    assert [list(ray) for ray in rays] == [
        *(outwards(board, cell, way) for cell in range(cells) for way in range(len(DIRECTIONS))),
        [],
    ]


def test_a_large_board_of_one_column() -> None:
    board = Around(2, 2, (1, MOST_TUPLES + 1))
    rays = board.rays(MOST_TUPLES + 1)
    south, southwest = DIRECTIONS.index("south"), DIRECTIONS.index("southwest")
    assert list(rays[south]) == list(range(1, MOST_TUPLES + 1))
    assert not rays[southwest]
