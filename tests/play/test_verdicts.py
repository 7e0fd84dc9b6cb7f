"""Figures, their intervals and what they say about a bar."""

import pytest

from interpreter.play.studies import Bar, Figure
from interpreter.play.verdicts import FEW, average, difference, findings, share


def figure(how, **bar):
    return Figure("it", None, "", how, per_game=False, each="card", bar=Bar(**bar))


def judge(how, rows, complete=True, **bar):
    found = findings(figure(how, **bar), rows, list(rows), complete=complete)
    return {one.subject: one for one in found}


def test_wilsons_interval_as_published():
    """Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29."""
    expected = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (hits, samples), (low, high) in expected.items():
        value, *interval = share(hits, samples)
        assert value == pytest.approx(100 * hits / samples)
        assert interval == pytest.approx([100 * low, 100 * high], abs=0.006)


def test_newcombes_interval_as_published():
    """Newcombe 1998 (differences), table II, method 10: 56/70 - 48/80, 9/10 - 3/10, 10/10 - 0/10."""
    expected = {
        (56, 70, 48, 80): (0.0524, 0.3339),
        (9, 10, 3, 10): (0.1705, 0.8090),
        (10, 10, 0, 10): (0.6075, 1.0),
    }
    for (a, m, b, n), (low, high) in expected.items():
        value, *interval = difference(share(a, m), share(b, n))
        assert value == pytest.approx(100 * (a / m - b / n))
        assert interval == pytest.approx([100 * low, 100 * high], abs=0.006)


def test_a_mean_of_one_sample_says_nothing():
    assert average(1, 5, 25) == (5.0, float("-inf"), float("inf"))
    assert average(3, 15, 75) == (5.0, 5.0, 5.0)


@pytest.mark.parametrize(
    ("hits", "complete", "verdict", "narrow"),
    [
        (500, False, "met", False),  # 23.4 to 26.7 lies inside 18 to 32, however many games are still to come
        (900, False, "missed", False),
        (620, False, "not enough games", False),  # 29.2 to 33.0: 32 runs through
        (620, True, "met", True),
        (650, True, "missed", True),
    ],
)
def test_a_verdict_needs_its_interval_on_one_side_or_all_games(hits, complete, verdict, narrow):
    found = judge("rate", {"a": [2000, hits]}, complete, low=18, high=32)["a"]
    assert (found.verdict, found.narrow) == (verdict, narrow)


def test_few_samples_decide_nothing():
    rows = {"few": [FEW - 1, FEW - 1], "enough": [FEW, FEW], "none": []}
    found = judge("rate", rows, high=50)
    assert {name: one.verdict for name, one in found.items()} == {
        "few": "not enough games",
        "enough": "missed",
        "none": "not enough games",
    }
    assert found["none"].value is None


def test_what_was_never_among_them_is_not_told():
    among = figure("rate", high=50)
    among.formulas["among"] = None
    found = findings(among, {"a": [100, 40], "b": [0, 0]}, ["a", "b", "c"], complete=True)
    assert [(one.subject, one.verdict) for one in found] == [("a", "met"), ("b", "not enough games")]


def test_without_a_bar_there_is_no_verdict():
    assert judge("rate", {"a": [100, 50], "b": []})["a"].verdict == ""
    assert judge("rate", {"a": [100, 50], "b": []})["b"].verdict == ""


def test_a_lift_is_the_distance_to_the_others():
    found = judge("lift", {"strong": [1000, 400, 3000, 600], "plain": [1000, 250, 3000, 750]}, high=8)
    assert found["strong"].value == pytest.approx(20)
    assert (found["strong"].verdict, found["plain"].verdict) == ("missed", "met")


def test_a_lift_over_nobody_is_unknown():
    assert judge("lift", {"a": [1000, 400, 0, 0]}, high=8)["a"].value is None


def test_within_is_measured_from_the_share_over_all():
    found = judge("rate", {"1": [900, 300], "2": [900, 360], "3": [900, 240]}, within=5)
    assert {name: (round(one.least, 1), round(one.most, 1)) for name, one in found.items()} == dict.fromkeys(
        "123", (28.3, 38.3)
    )
    assert [one.verdict for one in found.values()] == ["met", "missed", "missed"]


def test_rising_means_above_the_one_before():
    rows = {"a": [50, 100, 250], "b": [50, 200, 850], "c": [50, 150, 500]}
    found = judge("mean", rows, rising=True)
    assert [one.verdict for one in found.values()] == ["", "met", "missed"]
    assert found["c"].least == pytest.approx(4)
