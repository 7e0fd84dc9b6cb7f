"""Grids are drawn as boards, with the numbers the options use."""

import pytest
from shared_packs import shared_pack

from interpreter.play import grid


def board(game, seat, lang="en"):
    return game.view(seat).text(lang).splitlines()


def test_pieces_without_a_name_are_drawn_by_their_owner():
    game = shared_pack("connect_four").new_game(players=2, seed=1)
    for key in ("cell 4/6", "cell 4/5", "cell 3/6"):
        game.choose([option.label.en for option in game.decision.options].index(key))
    first = game.last_picker + 1
    other = 3 - first
    assert board(game, 0)[:9] == [
        "",
        "column  1  2  3  4  5  6  7",
        *(f"row {row}   .  .  .  .  .  .  ." for row in range(1, 5)),
        f"row 5   .  .  .  {other}  .  .  .",
        f"row 6   .  .  {first}  {first}  .  .  .",
        "1: disc of Player 1, 2: disc of Player 2",
    ]


@pytest.fixture
def square():
    return shared_pack("five_kingdoms").new_game(players=2, seed=5)


def test_hidden_pieces_are_drawn_by_their_backs_and_cells_by_their_names(square):
    lines = board(square, 0)
    at = next(number for number, line in enumerate(lines) if line.startswith("column"))
    assert lines[at].split() == ["column", "1", "2", "3", "4", "5"]
    assert lines[at + 2].split() == ["row", "2", ".", ".", "(Felines)", "(Marines)", "."]
    assert lines[at + 6] == "(…): a hidden card"
    assert not any("Queen" in line or "King" in line for line in lines[at : at + 7])


def test_a_board_too_wide_for_a_screen_is_told_cell_by_cell(square, monkeypatch):
    monkeypatch.setattr(grid, "MAX_WIDTH", 20)
    lines = board(square, 0)
    assert not any(line.startswith("row ") for line in lines)
    assert "column 3, row 2" in lines
