"""Sentences of the log are kept for all games of a pack: told again, they are what they would be told anew."""

from __future__ import annotations

import random

import pytest

import interpreter
from interpreter.play.log import Teller

PACKS = ("daimyo", "five_kingdoms", "ancient_world", "hearts", "sealed_bids")


def played(pack, seed, picks):
    game, rng = pack.new_game(pack.players.start, seed), random.Random(seed)
    while game.decision is not None and len(game.picks) < picks:
        game.choose(rng.randrange(len(game.decision.options)))
    return game


def words(game, seat):
    return [
        [
            (line.get("en"), line.get("fr"))
            for line in [*passage.lines, *(one for _, some in passage.parts for one in some)]
        ]
        for passage in game.passages(seat)
    ]


@pytest.mark.parametrize("name", PACKS)
def test_what_is_told_again_is_what_would_be_told_anew(name, monkeypatch):
    pack = interpreter.load(name)
    games = [played(pack, seed, 40) for seed in range(3)]
    seats = [None, *range(games[0].seats)]
    again = [words(game, seat) for game in games for seat in seats]
    assert games[0].names.sentences, "nothing was kept"
    monkeypatch.setattr(Teller, "tell_again", Teller.tell)
    assert [words(game, seat) for game in games for seat in seats] == again
