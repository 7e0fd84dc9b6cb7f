"""A player who looks ahead inside picks what `greedy` picks, in the game that it would imagine."""

import os
from array import array

import manifests
import pytest
from beside import Beside
from offered_tables import tables
from random_games import daily, pack, play

from interpreter.play.fast import FastGames
from interpreter.play.simulate import play_out

GAMES = int(os.environ.get("WASM_GAMES", "0")) // 50 or 1
THINKING = [(name, players) for name, players in tables() if manifests.has_estimate(name)]


def test_some_packs_say_what_a_position_is_worth():
    assert len(THINKING) > 8


@pytest.mark.parametrize(("name", "players"), daily(THINKING))
def test_what_a_seat_imagines_is_the_same(name, players):
    """Every few picks, each seat imagines the game: the same state in Python and inside."""
    beside, values = None, []
    for game in play(name, players, seed=3, adventurous=True):
        if beside is None:
            beside = Beside(game)
        else:
            beside.chosen(values[game.picks[-1]])
        if game.pending is None or len(game.picks) > 120:
            break
        values = list(game.pending.values)
        if len(game.picks) % 7 == 0:
            for seat in range(players):
                imagined, _ = game.imagine_state(game.state, game.pending, seat, 100 * len(game.picks) + seat)
                assert list(inside(beside, seat, 100 * len(game.picks) + seat)) == list(imagined), beside._where()


def inside(beside, seat, seed):
    instance = beside.instance
    copy = instance.room("copy", instance.shape.state_bytes)
    instance.write(copy, instance.read(beside.state, instance.shape.state_bytes))
    instance.call("imagine", copy, seat, seed)
    instance.call("widened", copy, beside.row)
    return array("q", instance.row(beside.row))


@pytest.mark.parametrize(("name", "players"), THINKING)
def test_whole_games_are_the_same(name, players):
    compared(name, players, GAMES)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), THINKING)
def test_many_games_are_the_same(name, players):
    compared(name, players, 30)


def compared(name, players, games):
    """All look ahead, and all but the first."""
    both = [("greedy",) * players, ("random", *["greedy"] * (players - 1))]
    seated = [(50 + number, both[number % 2]) for number in range(games + 1)]
    for fast in FastGames(pack(name), players, pack(name).options()).play(seated):
        assert fast == play_out(pack(name).new_game(players=players, seed=fast.seed), fast.bots)


@pytest.mark.parametrize("bots", [("greedy", "random"), ("random", "random")])
def test_the_picks_are_those_of_the_bots(bots):
    """A study looks on while a game is played again whose picks were found out inside: nothing else changes."""
    told = FastGames(pack("five_kingdoms"), 2, pack("five_kingdoms").options()).picks(8, bots)
    played = play_out(pack("five_kingdoms").new_game(players=2, seed=8), bots)
    again = play_out(pack("five_kingdoms").new_game(players=2, seed=8), bots, picks=told)
    assert again == played
    assert len(told) == played.decisions
