"""Bots: the same on every machine, better than chance where they should be."""

import collections
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import fake

from interpreter.play.bots import Dice, GreedyBot, RandomBot


def played(bots, seed=1):
    game = fake.starter(len(bots))(seed)
    while game.decision is not None:
        game.choose(bots[game.decision.seat].pick(game))
    return game


def test_the_dice_never_change():
    dice = Dice(1, 2, 3)
    assert [dice.next() for _ in range(2)] == [1470200354583225620, 8675578458278028105]


def test_the_dice_are_fair():
    dice = Dice(1)
    counts = collections.Counter(dice.below(6) for _ in range(60_000))
    assert all(9_500 < counts[face] < 10_500 for face in range(6))
    assert sorted(dice.shuffled(50)) == list(range(50))


def test_random_games_follow_from_the_seed():
    games = [played([RandomBot(), RandomBot()], seed).picks for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_greedy_takes_the_most():
    assert set(played([GreedyBot(), GreedyBot()]).picks) == {2}


def test_a_fresh_bot_goes_on_as_the_old_one_would_have():
    whole = played([GreedyBot(), RandomBot(), GreedyBot()], 9).picks
    game = fake.starter(3)(9)
    while game.decision is not None:
        game.choose([GreedyBot(), RandomBot(), GreedyBot()][game.decision.seat].pick(game))
    assert game.picks == whole


def test_picking_changes_nothing():
    game = fake.starter(2)(1)
    before = game.state_hash
    GreedyBot().pick(game)
    RandomBot().pick(game)
    assert (game.state_hash, game.picks) == (before, [])
