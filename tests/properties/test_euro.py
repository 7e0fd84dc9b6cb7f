"""The benchmark compares like with like: its pack and the game written by hand are the same game."""

import pytest

import interpreter
from bench.agree import EURO, Tally, play_both


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_pack_and_the_game_by_hand_agree(seats):
    pack, tally = interpreter.load(EURO), Tally()
    for seed in range(15):
        play_both(pack, seats, seed, tally)
    assert tally.games == 15
    assert tally.decisions > 15 * 12 * seats
