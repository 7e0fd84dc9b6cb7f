"""Scenarios run by the engine go as they do on the machine that plays, and what fails is told in the same words."""

import shutil
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.play.mutation.bench import SURVIVED, open_bench
from interpreter.play.pack import load
from interpreter.play.prepared import watched_scenarios
from interpreter.play.scenario import read_scenarios, run_scenarios

ALL = ["connect_four", "five_kingdoms_ruins", "hearts", "pig", "reversi", "sealed_bids", "tic_tac_toe"]

PEBBLES = Path(__file__).parents[1] / "packs" / "pebbles"


@pytest.mark.parametrize("name", ALL)
def test_every_scenario_passes_either_way(name):
    pack = shared_pack(name)
    scenarios = read_scenarios(pack)
    assert len(scenarios) > 1
    for ran in (run_scenarios(pack, scenarios), watched_scenarios(pack, scenarios, lambda _machine, _scenario: None)):
        assert {one.scenario.name: one.why for one in ran if not one.passed} == {}


@pytest.mark.soak
@pytest.mark.parametrize("name", ["ancient_world", "daimyo", "daimyo_alliances", "daimyo_weather", "five_kingdoms"])
def test_every_scenario_of_a_large_pack_passes_either_way(name):
    test_every_scenario_passes_either_way(name)


BROKEN = """\
- scenario: wrong number
  run: take pebbles 3
  then: [pile is 8]
- scenario: wrong pick
  run: take a turn
  when: [{p1: [take, scoop_9]}]
  then: [pile is 8]
- scenario: wrong player
  run: take a turn
  when: [{p2: [take]}]
  then: [pile is 8]
- scenario: too many picks
  run: take pebbles 3
  when: [{p1: [take]}]
- scenario: too few picks
  run: take a turn
  then: [pile is 12]
- scenario: not offered
  run: take a turn
  offered: [juggle]
- scenario: offered
  run: take a turn
  not_offered: [take]
- scenario: not over
  when: [{p1: take}, {p1: scoop_1}]
  over: yes
- scenario: over
  given: [set pile to 1]
  when: [{p1: take}]
  over: no
- scenario: possible
  run: take pebbles 3
  impossible: yes
- scenario: a question too early
  given: [take a turn]
  then: [pile is 12]
- scenario: impossible
  options: {broken: yes}
  given: [set pile to 3]
  run: require pile > 8
  then: [pile is 3]
"""


def test_what_fails_is_told_as_on_the_machine(tmp_path):
    pebbles = shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (pebbles / "scenarios/turn.yaml").write_text(BROKEN)
    pack = load(str(pebbles))
    scenarios = read_scenarios(pack)
    assert not [problem for one in scenarios for problem in one.diagnostics]
    played = watched_scenarios(pack, scenarios, lambda _machine, _scenario: None)
    told = run_scenarios(pack, scenarios)
    assert not [one.scenario.name for one in told if one.passed]
    assert [(one.scenario.name, one.why) for one in told] == [(one.scenario.name, one.why) for one in played]


def test_what_was_found_out_about_one_mutant_is_no_fact_for_the_next(daimyo):
    """A site holds one governor: without the condition a full one has no way on, and is not offered either."""
    change = next(one for one in daimyo.mutants if one.owner == "value free_sites" and one.after == "is: sites")
    machine_first = [one for one in daimyo.scenarios if "winners" in one.name or one.winners][:1]
    assert all(one.passed for one in run_scenarios(daimyo.pack, machine_first))
    full = "where every site has its governor, none more can be placed"
    assert daimyo.attempt(change).by == full
    daimyo.scenarios = [one for one in daimyo.scenarios if one.name != full]
    assert daimyo.attempt(change).verdict == SURVIVED


@pytest.fixture(scope="module")
def daimyo():
    return open_bench("daimyo")
