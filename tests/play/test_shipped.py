"""Every shipped pack: its scenarios pass, its bots play it to the end, and looking ahead pays."""

from functools import partial

import pytest

import interpreter
from interpreter.play.scenario import read_scenarios, run_scenarios
from interpreter.play.simulate import Setup, simulate
from interpreter.source.find import shipped_packs
from interpreter.tools.core import opener

PACKS = sorted(shipped_packs())


def run(pack, bots, games, seed=1, jobs=1):
    return simulate(partial(opener, pack, len(bots), {}), Setup(bots, games, seed, rotate=True), jobs)


@pytest.mark.parametrize("pack", PACKS)
def test_all_scenarios_pass(pack):
    loaded = interpreter.load(pack)
    failed = [f"{v.scenario.name}: {v.why}" for v in run_scenarios(loaded, read_scenarios(loaded)) if not v.passed]
    assert failed == []


@pytest.mark.parametrize("pack", PACKS)
def test_looking_ahead_beats_chance(pack):
    report = run(pack, ("greedy", "random", "random"), 4)
    assert report.won_by_bot["greedy"] >= 3


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS)
def test_looking_ahead_beats_chance_in_nine_of_ten_games(pack):
    report = run(pack, ("greedy", "random", "greedy", "random"), 200, jobs=2)
    assert not report.faults
    assert report.won_by_bot["greedy"] >= 180


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS)
def test_the_number_of_processes_leaves_no_trace_in_a_thousand_games(pack):
    bots = ("random",) * 4
    one, two = (run(pack, bots, 1000, jobs=jobs).as_json() for jobs in (1, 2))
    assert one == two
    assert one["faults"] == []
