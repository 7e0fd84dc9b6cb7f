"""Simulations: one result for any number of processes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import fake

from interpreter.play.simulate import Setup, play_out, simulate


def test_the_number_of_processes_leaves_no_trace():
    setup = Setup(("greedy", "random"), 20, 5, rotate=True)
    one, two = (simulate(fake.opener, setup, jobs).as_json() for jobs in (1, 2))
    assert one == two
    assert one["finished"] == 20


def test_seats_rotate():
    setup = Setup(("a", "b", "c"), 3, 1, rotate=True)
    assert [setup.seats(number) for number in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert Setup(("a", "b"), 3, 1).seats(1) == ("a", "b")


def test_progress_hears_every_game():
    heard = []
    simulate(fake.opener, Setup(("random", "random"), 5, 1), 1, heard.append)
    assert heard == [1, 2, 3, 4, 5]


def test_wins_and_scores_add_up():
    report = simulate(fake.opener, Setup(("greedy", "random"), 50, 1, rotate=True))
    assert sum(tally.wins - tally.shared for tally in report.by_seat) + report.by_seat[0].shared == 50
    assert sum(tally.score for tally in report.by_seat) == 50 * 12
    assert report.won_by_bot["greedy"] > report.won_by_bot["random"]


def test_faults_are_counted_and_named():
    report = simulate(fake.failing_opener, Setup(("random", "random"), 4, 1))
    assert (report.games, report.finished, len(report.faults)) == (4, 0, 4)
    assert report.as_json()["faults"][0] == {
        "seed": 1, "decisions": 3, "fault": "Fault: rules/turn.yaml:3:5: nothing to divide",
    }  # fmt: skip


def test_a_game_without_end_is_a_fault():
    played = play_out(fake.starter()(1), ("random", "random"), limit=2)
    assert played.fault == "not finished after 2 decisions"
