"""What happened, with a shape: headings by player, a line for each choice, nothing left out and nobody named twice."""

from itertools import pairwise
from random import Random

import pytest
from random_games import play, tables
from shared_packs import guarded_pack

from interpreter.play.bots import GreedyBot
from interpreter.play.story import latest


def told(game, seat=None, lang="en", since=0):
    return ["  " * line.depth + line.text.get(lang) for line in game.story(seat, since)]


@pytest.fixture(scope="module")
def daimyo():
    game = guarded_pack("daimyo").new_game(players=3, seed=7)
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
    at = lines.index("  places the red die on Recruitment")
    assert lines[at - 1] == "Player 3"
    assert lines[at + 1] == "  rice −1; Recruitment track +1", "the pack has words for what the action was"
    assert lines[at + 2].startswith(
        "  puts a shadow in Alley of 3 gold (green); gold +3; removes the governor of Player 1 from Mine 2 (green)"
    )


def test_two_headings_never_follow_each_other_and_differ(daimyo):
    lines = daimyo.story(None)
    assert all(one.depth or two.depth for one, two in pairwise(lines))
    heads = [line.text.en for line in lines if line.depth <= 0]
    assert all(one != two for one, two in pairwise(heads))


def test_the_headings_of_a_pack_are_numbered_and_nobody_acts_under_them():
    game, draw = guarded_pack("daimyo").new_game(players=3, seed=7), Random(1)
    while len(game.picks) < 130:
        game.choose(draw.randrange(len(game.decision.options)))
    lines = told(game)
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert [line for line in told(game, lang="fr") if line.startswith("Manche")] == ["Manche 1", "Manche 2"]
    at = lines.index("Round 2")
    assert "rolled: Blue die" in lines[at + 1]
    assert lines[at + 2].startswith("Player ")
    heads = [(head.en, bool(below)) for passage in game.passages(None) for head, below in passage.parts]
    between = ["What the clans begin with", "Round 1", "End of round 1", "Round 2"]
    assert heads == [(head, True) for head in between]
    since = [at for at, event in enumerate(game.events) if event[0] == "begin"][between.index("Round 1")] + 1
    assert "Round 2" in told(game, since=since) and "Round 1" not in told(game, since=since)


def test_the_last_lines_keep_their_heading(daimyo):
    lines = daimyo.story(None)
    for count in range(1, 12):
        some = latest(lines, count)
        assert sum(line.depth > 0 for line in some) == count
        assert some[0].depth <= 0
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
