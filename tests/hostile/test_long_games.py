"""A game may be endless and its table large: what is remembered of its past has an end, and nothing else changes by that."""

import subprocess
import sys
from functools import cache

import pytest
from tiny_pack import tiny_files

import interpreter
from interpreter.play import game as games
from interpreter.play.bots import bot_named

KILOBYTES = 300 * 1024
PICKS = 160
SEATS = {"five_kingdoms": 2, "hearts": 4}


@cache
def pack_of(name):
    return interpreter.load(name)


def played(name, picks=PICKS, seed=3):
    game = pack_of(name).new_game(SEATS[name], seed=seed)
    on(game, picks)
    return game


def on(game, picks):
    bot = bot_named("random")
    while game.decision is not None and len(game.picks) < picks:
        game.choose(bot.pick(game))


def again(name, picks, seed=3):
    game = pack_of(name).new_game(SEATS[name], seed=seed)
    for pick in picks:
        game.choose(pick)
    return game


def in_words(passages):
    return [[line.get("en") for line in one.lines] for one in passages]


@pytest.fixture
def little_room(monkeypatch):
    monkeypatch.setattr(games, "ROOM", 4_000)


@pytest.mark.parametrize("name", SEATS)
def test_a_forgotten_past_changes_nothing_else(name, little_room, monkeypatch):
    """State, result and score sheet are the same; the log tells the end of what it would have told, to every seat."""
    forgetful = played(name)
    monkeypatch.undo()
    whole = again(name, forgetful.picks)
    assert forgetful.state == whole.state
    assert len(forgetful.events) == len(whole.events)
    for seat in (None, *range(SEATS[name])):
        lines, all_lines = forgetful.log(seat, "en"), whole.log(seat, "en")
        assert 0 < len(lines) < len(all_lines)
        assert lines == all_lines[-len(lines) :]
        told, full = in_words(forgetful.passages(seat)), in_words(whole.passages(seat))
        assert len(told) == len(full) == len(whole.picks) + 1, "a passage for each pick, remembered or not"
        assert told[-10:] == full[-10:]
        assert not any(told[:10])
        assert told[-20:] == in_words(forgetful.passages(seat, len(whole.picks) - 20)), "from a pick on"
        assert forgetful.story(seat)


def test_score_sheets_and_headings_know_the_whole_game(monkeypatch):
    monkeypatch.setattr(games, "ROOM", 150 * len(played("hearts", 1).state))  # some deals of 52 picks
    forgetful = played("hearts", 100_000)
    monkeypatch.undo()
    whole = again("hearts", forgetful.picks)
    ends = [game.result for game in (forgetful, whole)]
    sheets = [[[(what.get("en"), amount) for what, amount in sheet] for sheet in end.lines] for end in ends]
    assert sheets[0] == sheets[1]
    assert ends[0].scores == ends[1].scores
    stories = [[line.text.get("en") for line in game.story(0) if line.depth < 0] for game in (forgetful, whole)]
    assert stories[0]
    assert stories[0] == stories[1][-len(stories[0]) :], "headings count what began before"


@pytest.mark.parametrize("name", SEATS)
def test_what_is_remembered_can_be_taken_back_and_no_more(name, little_room):
    game = played(name)
    while game.can_undo:
        game.undo()
        assert game.state == again(name, game.picks).state
    assert game.picks
    with pytest.raises(games.IllegalAction):
        game.undo()


@pytest.mark.parametrize("name", SEATS)
def test_a_copy_tells_its_own_story(name, little_room):
    game = played(name, 60)
    copy = game.clone()
    on(copy, PICKS)
    assert len(copy.picks) > len(game.picks)
    assert copy.log(0, "en")
    assert not copy.log(0, "en", since=len(copy.events))


LARGE = {
    "model.yaml": lambda text: text.replace(
        "grid: {columns: 3, rows: 2}",
        "grid: {columns: 100, rows: 100}\n    vars: {" + ", ".join(f"height_{n}: {{}}" for n in range(18)) + "}",
    ),
    "rules/game.yaml": lambda text: text.replace(
        "    offer turn any number of times\n",
        "    gain 1 points\n    repeat 100:\n      choose one:\n        few: nothing\n        many: nothing\n",
    ),
    "text/en.yaml": lambda text: text + "".join(f"  height_{n}: height\n" for n in range(18)),
    "text/fr.yaml": lambda text: text + "".join(f"  height_{n}: hauteur\n" for n in range(18)),
}
"""The fixture pack with nearly as many numbers as a state may have, and a thousand picks in a game."""


MEASURED = """
import os, subprocess, sys

process = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(process.pid, 0)
print(used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Runs a command and says how much room it took: a small process does, since what a large one starts counts as large itself."""


def test_a_long_game_on_a_large_table_takes_little_room(tmp_path):
    for path, content in tiny_files().items():
        there = tmp_path / "large" / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(LARGE.get(path, str)(content.decode()), "utf-8")
    command = (sys.executable, "-m", "interpreter.tools", "play", "large", "--players", "random,random", "--quiet")
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert int(ran.stdout.splitlines()[-1]) < KILOBYTES
