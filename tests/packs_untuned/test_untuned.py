"""Ten games of kinds that the shipped packs are not: a map of roads, mills, tokens, tiles to draft, tricks with trumps, decks of one's
own, a race with dice, dice under cups, an auction for majorities, clues for each other.

They are written as the guide teaches, by what a player wants and not by what an engine likes: for measuring speed, and for second
opinions on what a script means. Nothing is made quicker for their sake alone.
"""

from pathlib import Path

import pytest
from shared_packs import shared_pack
from twin import Twin

HERE = Path(__file__).parent
PACKS = sorted(path.parent.name for path in HERE.glob("*/pack.yaml"))
TABLES = [(name, players) for name in PACKS for players in shared_pack(HERE / name).players]
GAMES = 2
FOLLOWED = 60
"""So many picks of a game are followed by the definition."""


def untuned(name):
    return shared_pack(HERE / name)


def figures(results):
    return results.scores.tolist(), results.won.tolist(), list(results.decisions), list(results.options), results.faults


def test_there_are_ten():
    assert len(PACKS) == 10


@pytest.mark.parametrize("name", PACKS)
def test_nothing_is_wrong_with_it(name):
    assert untuned(name).diagnostics == []


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_played_at_random_to_its_end_in_every_engine(name, players):
    pack = untuned(name)
    python = pack.batch(players=players, seeds=range(GAMES), engine="python")
    assert not python.faults
    assert min(python.decisions) > 5
    assert any(scores != 0 for game in python.scores.tolist() for scores in game)
    assert figures(pack.batch(players=players, seeds=range(GAMES), engine="wasm")) == figures(python)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_means_what_the_definition_says(name, players):
    game = untuned(name).new_game(players=players, seed=players)
    twin = Twin(game)
    twin.compare()
    while game.pending is not None and len(game.picks) < FOLLOWED:
        index = (7 * len(game.picks) + 3 * players) % len(game.pending.values)
        value = game.pending.values[index]
        game.choose(index)
        assert twin.chosen(value)
        twin.compare()


@pytest.mark.parametrize("name", PACKS)
def test_a_bot_that_looks_ahead_plays_it(name):
    pack = untuned(name)
    played = pack.batch(players=max(pack.players), seeds=[1], policy="greedy")
    assert not played.faults
