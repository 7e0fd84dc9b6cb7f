"""What happened, with a shape: headings by player, a line for each choice, nothing left out and nobody named twice."""

from itertools import pairwise

import pytest
from random_games import play, tables

import interpreter
from interpreter.play.bots import GreedyBot
from interpreter.play.story import latest


def told(game, seat=None, lang="en", since=0):
    return ["  " * line.depth + line.text.get(lang) for line in game.story(seat, since)]


@pytest.fixture(scope="module")
def daimyo():
    game = interpreter.load("daimyo").new_game(players=3, seed=7)
    bots = [GreedyBot() for _ in range(3)]
    while len(game.picks) < 40:
        game.choose(bots[game.decision.seat].pick(game))
    return game


def test_the_set_up_is_one_heading(daimyo):
    lines = told(daimyo)
    assert lines[0] == "Set-up"
    assert [line for line in lines if line == "Set-up"] == ["Set-up"]
    assert told(daimyo, lang="fr")[0] == "Mise en place"


def test_a_turn_is_a_heading_and_a_line_for_each_choice(daimyo):
    lines = told(daimyo)
    at = lines.index("  Red die → Recruitment")
    assert lines[at - 1] == "Player 3"
    assert lines[at + 1] == "  Main action: rice −1; Recruitment track +1"
    assert lines[at + 2].startswith("  shadow → Alley of 3 gold (green); gold +3; governor of Player 1 → the supply")


def test_two_headings_never_follow_each_other_and_differ(daimyo):
    lines = daimyo.story(None)
    assert all(one.depth or two.depth for one, two in pairwise(lines))
    heads = [line.text.en for line in lines if not line.depth]
    assert all(one != two for one, two in pairwise(heads))


def test_the_last_lines_keep_their_heading(daimyo):
    lines = daimyo.story(None)
    for count in range(1, 12):
        some = latest(lines, count)
        assert sum(line.depth for line in some) == count
        assert not some[0].depth
    assert latest(lines, 0) == latest(lines, 10_000) == lines
    assert latest([], 3) == []


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_story_tells_as_many_events_as_the_log(name, players):
    """Every event that the log tells is in the story; since a pick, only what came of it."""
    for game in play(name, players, 1):
        if len(game.picks) > 30 or game.pending is None:
            break
    for since in (0, len(game.events) // 2):
        steps = list(game._steps(since))
        assert sum(len(step.events) for step in steps) == len(game.events) - since
        assert bool(told(game, since=since)) or not game.log(None, "en", since)
