"""Simulations: one result for any number of processes and any order of hashes."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import interpreter
from interpreter.play.game import Game
from interpreter.play.simulate import Setup, play_out, simulate
from interpreter.tools.core import opener

PEBBLES = str(Path(__file__).parent.parent / "packs" / "pebbles")
TWO = partial(opener, PEBBLES, 2, {})


def test_the_number_of_processes_leaves_no_trace():
    setup = Setup(("greedy", "random"), 20, 5, rotate=True)
    one, two = (simulate(TWO, setup, jobs).as_json() for jobs in (1, 2))
    assert one == two
    assert one["finished"] == 20


def test_the_order_of_hashes_leaves_no_trace():
    command = [
        sys.executable,
        "-m",
        "interpreter.tools",
        "simulate",
        PEBBLES,
        "--players",
        "3",
        "--games",
        "10",
        "--json",
    ]
    runs = [
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert json.loads(runs[0].stdout)["games"] == 10


def test_seats_rotate():
    setup = Setup(("a", "b", "c"), 3, 1, rotate=True)
    assert [setup.seats(number) for number in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert Setup(("a", "b"), 3, 1).seats(1) == ("a", "b")


def test_progress_hears_every_game():
    heard = []
    simulate(TWO, Setup(("random", "random"), 5, 1), 1, heard.append)
    assert heard == [1, 2, 3, 4, 5]


def test_wins_and_scores_add_up():
    report = simulate(TWO, Setup(("greedy", "random"), 30, 1, rotate=True))
    alone = sum(tally.wins - tally.shared for tally in report.by_seat)
    assert alone + report.by_seat[0].shared == 30
    assert sum(tally.score for tally in report.by_seat) == sum(tally.score for tally in report.by_bot.values())
    assert report.shortest * 30 <= report.decisions <= report.longest * 30


def test_faults_are_counted_and_named():
    report = simulate(partial(opener, PEBBLES, 2, {"broken": True}), Setup(("random", "random"), 4, 1))
    assert (report.games, report.finished, len(report.faults)) == (4, 0, 4)
    told = report.as_json()["faults"][0]
    assert told["seed"] == 1
    assert "rules/play.yaml:" in told["fault"]


def test_a_game_without_end_is_a_fault():
    game = interpreter.load(PEBBLES).new_game(players=2, seed=1)
    assert play_out(game, ("random", "random"), limit=2).fault == "not finished after 2 decisions"


@pytest.mark.parametrize("broken", [False, True])
def test_a_game_that_nobody_looks_at_is_the_same(broken):
    """Played without a past it has the same picks, options and last state, and stops at the same place."""

    def looked_at(game, index):
        game.choose(index)

    def game():
        return opener(PEBBLES, 2, {"broken": broken})(5)

    unseen, seen = (play_out(game(), ("random", "random"), step=step) for step in (Game.choose, looked_at))
    assert unseen == seen
    assert bool(seen.fault) == broken
