"""A bot picks the same whatever its seat cannot know, and a bot that was just seated goes on as the old one would have."""

import itertools
import random

import pytest
from exchange import mixed
from manifests import hides
from random_games import daily, pack, play, tables

from interpreter.play.bots import BOTS, bot_named

GAMES = 1
EVERY = 20
WAYS = 3
"""How often the hidden things of a position are exchanged."""


HIDING = [(name, players) for name, players in tables() if hides(name)]


SEATED = {name: 25 for name in BOTS if name != "uct"} | {"greedy": 45, "uct:4": 8}
"""Every bot, and how many picks of a game that is resumed it makes here."""


def bare(game):
    """A copy without its past: what a bot makes of it follows from the position alone."""
    other = game.clone()
    other._history, other._floor = [], 0
    return other


def demand_same_picks(game, chance):
    """Exchange what the seat that decides cannot know, and let every bot pick; gives whether anything was exchanged."""
    seat = game.pending.seat
    picks = {name: bot_named(name).pick(bare(game)) for name in SEATED}
    imagined = game.imagine(seat, 5)
    differs = False
    for _ in range(WAYS):
        other = mixed(game, seat, chance)
        differs |= other.state[: game.machine.layout.size] != game.state[: game.machine.layout.size]
        assert other.imagine(seat, 5).state == imagined.state
        assert {name: bot_named(name).pick(other) for name in SEATED} == picks
    return differs


@pytest.mark.parametrize(("name", "players"), daily(HIDING))
def test_a_pick_is_the_same_whatever_is_hidden(name, players):
    chance = random.Random(name)
    differ = 0
    for seed in range(GAMES):
        for game in play(name, players, seed, adventurous=True):
            if game.pending is not None and len(game.picks) % EVERY == 0:
                differ += demand_same_picks(game, chance)
    assert differ, "nothing was hidden: the test proves nothing"


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), HIDING)
def test_a_pick_is_the_same_whatever_is_hidden_in_a_thousand_positions(name, players):
    chance = random.Random(f"{name} {players}")
    for game in itertools.islice(positions(name, players, chance), 1000):
        demand_same_picks(game, chance)


def positions(name, players, chance):
    """A fifth of the positions of one game after another."""
    for seed in itertools.count(100):
        for game in play(name, players, seed, adventurous=bool(seed % 2)):
            if game.pending is not None and chance.random() < 0.2:
                yield game


# ---- going on


def decided(name, players, seed, who="greedy", every=0, most=10**9):
    """A game of bots; with `every`, the bots are others after so many picks, as in a game that was resumed."""
    game = pack(name).new_game(players=players, seed=seed)
    bots = [bot_named(who) for _ in range(players)]
    while game.pending is not None and len(game.picks) < most:
        if every and len(game.picks) % every == 0:
            again = pack(name).new_game(players=players, seed=seed)
            for pick in game.picks:
                again.choose(pick)
            game, bots = again, [bot_named(who) for _ in range(players)]
        game.choose(bots[game.pending.seat].pick(game))
    return game.picks


@pytest.mark.parametrize(("who", "most"), SEATED.items())
@pytest.mark.parametrize(("name", "players"), daily())
def test_a_resumed_game_goes_on_as_the_uninterrupted_one(name, players, who, most):
    whole = decided(name, players, 3, who, most=most)
    for every in (1, 7):
        assert decided(name, players, 3, who, every, most) == whole


@pytest.mark.soak
@pytest.mark.parametrize("who", SEATED)
@pytest.mark.parametrize(("name", "players"), tables())
def test_a_whole_resumed_game_goes_on_as_the_uninterrupted_one(name, players, who):
    for seed in (0, 1):
        whole = decided(name, players, seed, who)
        for every in (11, 30):
            assert decided(name, players, seed, who, every) == whole


def test_a_copy_picks_as_the_game_it_was_made_of():
    game = pack("daimyo").new_game(players=2, seed=3)
    bots = [BOTS["greedy"]() for _ in range(2)]
    while len(game.picks) < 60:
        copy = game.clone()
        pick = bots[game.pending.seat].pick(game)
        assert BOTS["greedy"]().pick(copy) == pick
        game.choose(pick)
