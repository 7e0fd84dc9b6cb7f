"""Estimates remember what they computed for earlier states: they must be what they would be without."""

from __future__ import annotations

from itertools import count

import pytest
from shared_packs import guarded_pack

from interpreter.engine import Here, Values
from interpreter.play.bots import Dice
from interpreter.source.find import shipped_packs

GAMES, OPENING, EVERY = 3, 6, 32
"""So many games; of each the first positions, then one in so many: the plain way is a slow one."""


@pytest.mark.parametrize("pack_id", sorted(shipped_packs()))
def test_remembered_estimates_are_computed_ones(pack_id: str) -> None:
    pack = guarded_pack(pack_id)
    estimate = pack.vocabulary.estimate
    if estimate is None:
        pytest.skip("the pack's score is its estimate")
    compared = set()
    for seed in range(GAMES):
        game, dice = pack.new_game(pack.players[seed % len(pack.players)], seed=seed), Dice(seed)
        values = Values(game.machine.layout)
        for turn in count():
            if game.pending is None:
                break
            game.choose(dice.below(len(game.pending.values)))
            seat = dice.below(game.seats)
            if turn < OPENING or dice.below(EVERY) == 0:
                computed = values.number(estimate.value, Here(game.state, seat))
                assert game.machine.estimate(game.state, seat, -1) == computed
                compared.add(computed)
    assert len(compared) > GAMES
