"""Every way of running gives the same game: the engine, printed Python, and printed for stepping."""

import os

import pytest
from random_games import daily, pack, play, tables
from tiny_pack import checked, indented
from twin import Twin

from interpreter.check.keys import verb
from interpreter.machine import Fault, Machine
from interpreter.play.game import Game
from interpreter.primitives.header import RANDOM

MOST = 60
"""Picks of a game that are followed in `make test`."""
GAMES = int(os.environ.get("WASM_GAMES", "1"))
"""Games that the engine plays along with, for each pack and number of players: CI asks for 50."""
PICKS = MOST if GAMES == 1 else 250
"""So many picks are followed in all of these games: small games to the end, long ones as far as this. `make soak` follows all."""


def follow(name, players, seed, most=None):
    """Board, random numbers and options agree with the engine at every decision. Gives how many there were."""
    twin, last = None, []
    for game in play(name, players, seed=seed, adventurous=True):
        if twin is None:
            twin = Twin(game)
        else:
            assert twin.chosen(last[game.picks[-1]])
        twin.compare()
        last = list(game.pending.values) if game.pending is not None else []
        if most is not None and len(game.picks) >= most:
            break
    return len(game.picks)


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_printed_program_means_what_the_engine_says(name, players):
    left = PICKS
    for seed in range(4, 4 + GAMES):
        left -= follow(name, players, seed, left)
        if left <= 0:
            break


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), tables())
def test_the_printed_program_means_what_the_engine_says_to_the_end(name, players):
    for seed in range(50):
        follow(name, players, seed)


@pytest.mark.parametrize(("name", "players"), daily())
def test_stepping_gives_the_same_game(name, players):
    stepping = None
    for game in play(name, players, seed=5, adventurous=True):
        if stepping is None:
            machine = Machine(game.machine.program, stepping=True)
            stepping = Game(pack(name), players, 5, game.options, machine)
        else:
            stepping.choose(game.picks[-1])
        board = slice(RANDOM, game.machine.layout.size)
        assert stepping.state[board] == game.state[board]
        assert stepping.pending == game.pending
        if len(game.picks) >= MOST:
            break
    assert stepping.events == game.events[: len(stepping.events)]


def trying(script, coins):
    """A game of the fixture pack about to run a script as player 1."""
    effect = f"set my.coins to {coins}\n{script}"
    pack = checked(
        {"rules/case.yaml": f"- verb: try it\n  source: designed\n  effect: |\n    {indented(effect)}\n".encode()}
    )
    return pack.new_game(players=2, seed=1)


def test_a_player_repeats_something_a_hundred_times_at_most():
    game = trying("may any number of times:\n  pay 1 coins\n  gain 1 clay", coins=200)
    game.enter(verb("try it"), 0)
    times = 0
    while game.pending is not None:
        game.choose_key("again")
        times += 1
    assert times == 100


def test_fuel_stops_a_script_and_the_pick_is_undone():
    """The loops are as long as the coins are many, which no checker can know."""
    game = trying("choose good from goods\nrepeat my.coins:\n  repeat my.coins:\n    gain 1 good", coins=2000)
    game.enter(verb("try it"), 0)
    before, picks, events = game.state[:], list(game.picks), list(game.events)
    with pytest.raises(Fault, match="too many steps"):
        game.choose_key("clay")
    assert (game.state, game.picks, game.events) == (before, picks, events)
    assert game.decision.options.keys == ("wood", "clay")


STOPPED = {
    "choose good from goods\nrepeat my.coins:\n  repeat my.coins:\n    gain 1 good": "this takes too many steps",
    "choose good from goods\nlet many = my.coins * my.coins * my.coins * my.coins\ngain many good": "a number is too large",
    "choose good from goods\nfor each n in range(1, my.coins):\n  gain 1 good": "more than 201 numbers",
    "set leader to none\ngain 1 leader.coins": "a statement needs a thing, but there is none",
    "set leader to none\nas leader:\n  gain 1 coins": "a statement needs a thing, but there is none",
}


@pytest.mark.parametrize("script", STOPPED)
@pytest.mark.parametrize("stepping", [False, True])
def test_what_is_stopped_names_rule_file_and_line(script, stepping):
    game = trying(script, coins=1_000_000)
    game.machine = Machine(game.machine.program, stepping=stepping)

    def go():
        game.enter(verb("try it"), 0)
        game.choose_key("clay")

    with pytest.raises(Fault, match=rf"{STOPPED[script]}.* in `try it`.* \(case/rules/case\.yaml:4:5\)$"):
        go()


def test_fuel_is_the_same_for_every_way_of_running():
    script = "repeat my.coins:\n  repeat 100:\n    gain 1 clay\n    lose 1 clay"

    def stops(coins, stepping):
        game = trying(script, coins)
        game.machine = Machine(game.machine.program, stepping=stepping)
        try:
            game.enter(verb("try it"), 0)
        except Fault:
            return True
        return False

    low, high = 1, 2000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if stops(middle, stepping=False) else (middle, high)
    assert [stops(low, stepping=True), stops(high, stepping=True)] == [False, True]
