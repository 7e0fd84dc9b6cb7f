"""The benchmark compares like with like: its packs and the games written by hand are the same games."""

import pytest
from shared_packs import guarded_pack

from bench.agree import Disagreement, Tally, play_both, things_never_chosen
from bench.games import MOSAIC, TWINS

DECISIONS_A_SEAT = 12  # at least, in a game of either


def play_many(twin, pack, seats, seeds):
    tally = Tally()
    for seed in seeds:
        play_both(twin, pack, seats, seed, tally)
    return tally


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_the_pack_and_the_game_by_hand_agree(twin, seats):
    tally = play_many(twin, guarded_pack(twin.pack), seats, range(15))
    assert tally.games == 15
    assert tally.decisions > 15 * DECISIONS_A_SEAT * seats


def test_mosaic_has_wide_choices_and_every_way_to_pay():
    pack = guarded_pack(MOSAIC.pack)
    tally = play_many(MOSAIC, pack, 4, range(100, 160))
    assert tally.widest >= 64
    assert tally.options / tally.decisions > 20
    assert things_never_chosen(pack, tally) == []
    assert tally.chosen["in_coins"] and tally.chosen["in_stones"]


def test_a_difference_is_told(monkeypatch):
    right = MOSAIC.by_hand.Game.sell

    def too_cheap(game, player, stone):
        player.coins -= 1
        right(game, player, stone)

    monkeypatch.setattr(MOSAIC.by_hand.Game, "sell", too_cheap)
    with pytest.raises(Disagreement, match="mosaic, 3 players"):
        play_many(MOSAIC, guarded_pack(MOSAIC.pack), 3, range(10))
