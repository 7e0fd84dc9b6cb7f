"""Columns of what lies beside each place are shifted columns, where all places have it equally far away."""

import sys
from array import array

import pytest

from interpreter.machine.columns import distance
from interpreter.machine.support import beside, here_and_beside, slots

NONE = 255


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([2, 3, 4, 5, -1, -1], 2),
        ([-1, 0, 1, 2], -1),
        ([1, 2, -1, 4, 5, -1], 0),  # two rows of three: a place has nobody to its right, though the next one follows
        ([1, 2, 3, 3], 0),
        ([0, 1, 2], 0),
        ([-1, -1], 0),
        ([], 0),
    ],
)
def test_how_far_away_others_are(rows, expected):
    assert distance(rows) == expected


@pytest.mark.parametrize("away", [-5, -3, -1, 1, 2, 5])
def test_beside_is_what_a_walk_over_all_places_finds(away):
    column = bytes([3, 0, 0, 7, 1, 9])
    walked = [column[at + away] if 0 <= at + away < len(column) else NONE for at in range(len(column))]
    assert list(beside(column, away)) == walked


def test_here_and_beside_asks_both():
    empty = bytes([1] + [0] * 255)
    full_or_none = bytes([0] + [1] * 255)
    assert list(here_and_beside(bytes([1, 0, 0, 2, 0, 0]), empty, 2, full_or_none)) == [0, 1, 0, 0, 1, 1]


# Four zones of two cells, how many pieces there are and the first of them, behind the cell that says where piece 0 lies.
@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([0, 0, 0, 1, 3, 0, 0, 1, 7], [NONE, 3, NONE, 7]),
        ([5, 0, 0, 1, 3, 1, 0, 1, 7], [NONE, 3, 0, 7]),
        ([1, 2, 4, 1, 3, 0, 0, 0, 0], [4, 3, NONE, NONE]),  # piece 0 lies on another
        ([90, 0, 0, 1, 3, 0, 0, 0, 0], [NONE, 3, NONE, NONE]),
    ],
)
def test_an_empty_slot_is_not_the_first_piece(cells, expected):
    assert list(slots(0, 2, 1, 0)(cells, 1, 9)) == expected
    low = 0 if sys.byteorder == "little" else 7
    assert list(slots(0, 2, 8, low)(array("q", cells), 1, 9)) == expected
