"""Every shipped pack: its scenarios pass, and show something. The flagship: its bots play it to the end, and looking ahead pays."""

from functools import partial

import pytest
from shared_packs import shared_pack

from interpreter.play.scenario import idle_scenarios, read_scenarios, run_scenarios
from interpreter.play.simulate import Setup, simulate
from interpreter.source.find import shipped_packs
from interpreter.tools.core import opener

FLAGSHIP = "daimyo"


def run(bots, games, jobs=1):
    return simulate(partial(opener, FLAGSHIP, len(bots), {}), Setup(bots, games, 1, rotate=True), jobs)


@pytest.mark.parametrize("pack", sorted(shipped_packs()))
def test_all_scenarios_pass_and_none_holds_before_anything_happens(pack):
    loaded = shared_pack(pack)
    scenarios = read_scenarios(loaded)
    failed = [f"{v.scenario.name}: {v.why}" for v in run_scenarios(loaded, scenarios) if not v.passed]
    assert failed == []
    idle = {one.name for one in idle_scenarios(loaded, scenarios)}
    assert idle == {one.name for one in scenarios if one.holds_before}


def test_looking_ahead_beats_chance():
    report = run(("greedy", "random", "random"), 4)
    assert report.faults == []
    assert report.won_by_bot["greedy"] >= 3


@pytest.mark.soak
def test_looking_ahead_beats_chance_in_nine_of_ten_games():
    report = run(("greedy", "random", "greedy", "random"), 200, jobs=2)
    assert report.faults == []
    assert report.won_by_bot["greedy"] >= 180


@pytest.mark.soak
def test_the_number_of_processes_leaves_no_trace_in_a_thousand_games():
    one, two = (run(("random",) * 4, 1000, jobs).as_json() for jobs in (1, 2))
    assert one == two
    assert one["faults"] == []
