"""One truth: games in WebAssembly are the games in Python, option by option, cell by cell, number by number."""

import os
from pathlib import Path

import pytest
from beside import Differs, follow
from offered_tables import tables
from random_games import pack, play

from interpreter import load
from interpreter.play.fast import FastGames, games_of
from interpreter.play.simulate import Setup, play_out

GAMES = int(os.environ.get("WASM_GAMES", "3"))
"""Whole games for each pack and number of players; CI plays 50, `make soak` 1,000."""


def compared(name, players, games, seed=0):
    """Whole games by chance end alike: as many decisions and options, the same scores, winners and last state."""
    setup = Setup(("random",) * players, games, seed)
    for fast in FastGames(pack(name), players, pack(name).options()).play(games_of(setup)):
        slow = play_out(pack(name).new_game(players=players, seed=fast.seed), fast.bots)
        if fast != slow:
            follow(by_chance(name, players, fast.seed))
            pytest.fail(f"{name}, seed {fast.seed}: {fast} and {slow} differ, though every step is alike")


def by_chance(name, players, seed):
    from interpreter.play.bots import RandomBot

    game, bot = pack(name).new_game(players=players, seed=seed), RandomBot()
    yield game
    while game.pending is not None:
        game.choose(bot.pick(game))
        yield game


@pytest.mark.parametrize(("name", "players"), tables())
def test_whole_games_are_the_same(name, players):
    compared(name, players, GAMES)


@pytest.mark.parametrize(("name", "players"), tables())
def test_every_step_is_the_same(name, players):
    follow(play(name, players, seed=11, adventurous=True))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), tables())
def test_a_thousand_games_are_the_same(name, players):
    compared(name, players, 1000, seed=10_000)


def test_a_difference_is_named_with_script_and_line(monkeypatch):
    """The test can fail: a state that is changed behind its back is noticed at once."""
    games = play("pig", 2, seed=1)

    def spoilt():
        for number, game in enumerate(games):
            if number == 3:
                game.state[-1] += 1
            yield game

    with pytest.raises(Differs, match=r"pig, seed 1, after 3 picks, .*rules/.*\.yaml:\d+\): cells"):
        follow(spoilt())


@pytest.mark.parametrize("name", ["euro", "mosaic"])
def test_the_games_of_the_benchmark_are_the_same(name):
    """They have what shipped packs have not: a property that is counted for each of its values, wide choices."""
    measured = load(Path(__file__).parents[2] / "bench" / name)
    for fast in FastGames(measured, 3, measured.options()).play((seed, ("random",) * 3) for seed in range(12)):
        assert fast == play_out(measured.new_game(players=3, seed=fast.seed), fast.bots)
