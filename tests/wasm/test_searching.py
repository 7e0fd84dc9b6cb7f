"""A player who plays the game out inside picks what `uct` picks in Python, from what its seat knows."""

import manifests
import pytest
from offered_tables import tables
from random_games import pack, play

from interpreter import InvalidAction
from interpreter.play.bots import bot_named, is_bot
from interpreter.play.fast import FastGames, fast_games
from interpreter.play.simulate import play_out
from interpreter.play.uct import Search, UctBot
from interpreter.wasm.offered import NotOffered

TIMES = 6
FEWEST = [(name, players) for name, players in tables() if players == min(manifests.players(name))]


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_the_picks_are_the_same(name, players):
    asked = 0
    for game in play(name, players, seed=5, adventurous=True):
        if game.pending is None or asked == 4:
            break
        if len(game.picks) % 9 == 0:
            asked += 1
            assert UctBot(TIMES).pick(game) == Search(game).best(TIMES)
    assert asked


@pytest.mark.parametrize(("name", "players", "bots"), [
    ("tic_tac_toe", 2, ("uct:20", "random")), ("pig", 3, ("random", "uct:5", "uct:5")), ("five_kingdoms", 2, ("greedy", "uct:4")),
])  # fmt: skip
def test_whole_games_are_the_same(name, players, bots):
    (inside,) = FastGames(pack(name), players, pack(name).options()).play([(3, bots)])
    assert inside == play_out(pack(name).new_game(players=players, seed=3), bots)


def test_it_is_good_at_what_can_be_looked_through():
    """Whoever knows tic-tac-toe never loses against chance, and two who know it draw."""
    game = pack("tic_tac_toe")
    options = game.options()
    seated = [(seed, ("uct:400", "random") if seed % 2 else ("random", "uct:400")) for seed in range(30)]
    for played in FastGames(game, 2, options).play(seated):
        assert [played.bots[seat] for seat in played.winners] != ["random"], played.seed


def test_who_thinks_differently_long_does_so_in_python():
    with pytest.raises(NotOffered, match="differently often"):
        fast_games(pack("pig"), 2, pack("pig").options(), ("uct:5", "uct:6"), 1, "wasm")
    assert fast_games(pack("pig"), 2, pack("pig").options(), ("uct:5", "uct:6"), 1) is None


@pytest.mark.parametrize(
    "name", ["uct:0", "uct:", "uct:-3", "uct:1000000", "uct:x", "uct:5:5", "oct:5", "random:5", "uct:٣"]
)
def test_there_is_no_such_bot(name):
    assert not is_bot(name)
    with pytest.raises(InvalidAction, match="the policy is one of greedy, random, uct"):
        pack("pig").batch(players=2, policy=name)


def test_a_bot_by_its_name():
    assert is_bot("uct") and is_bot("uct:500")
    assert isinstance(bot_named("uct:500"), UctBot)
