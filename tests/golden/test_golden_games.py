"""Stored games play out as they did, and together they run every script of every shipped pack."""

import games
import pytest

from interpreter.source.find import shipped_packs

PACKS = sorted(shipped_packs())


@pytest.mark.parametrize("pack_id", PACKS)
def test_stored_games_play_out_as_they_did(pack_id):
    pack = games.shipped(pack_id)
    fired = set()
    for kept in games.load(pack_id):
        game, ran = games.replay(pack, kept)
        assert game.result is not None, f"seed {kept['seed']} with {kept['players']} players does not end"
        assert game.result.scores == kept["scores"]
        assert games.board_hash(game) == kept["hash"]
        fired |= ran
    assert games.named(games.wanted_of(pack) - fired) == games.silent(pack_id), (
        "scripts that run in no stored game: this list may only shrink"
    )
