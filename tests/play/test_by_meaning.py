"""Scenarios run by what scripts mean go as they do on the machine: mutants are tried in the first way, `test` is the second."""

import shutil
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.play.by_meaning import ByMeaning, NotHere
from interpreter.play.mutation.bench import SURVIVED, open_bench
from interpreter.play.pack import load
from interpreter.play.scenario import read_scenarios, run_scenarios

ALL = ["connect_four", "five_kingdoms_ruins", "hearts", "pig", "reversi", "sealed_bids", "tic_tac_toe"]

PEBBLES = Path(__file__).parents[1] / "packs" / "pebbles"


def _by_meaning(pack, scenarios):
    plain, told = ByMeaning(pack), {}
    for scenario in scenarios:
        try:
            told[scenario.name] = plain.verdict(scenario)
        except NotHere:
            assert scenario.winners or scenario.ended_for, scenario.name
    return told


@pytest.mark.parametrize("name", ALL)
def test_every_scenario_passes_either_way(name):
    pack = shared_pack(name)
    told = _by_meaning(pack, read_scenarios(pack))
    assert len(told) > 1
    assert {name: one.why for name, one in told.items() if not one.passed} == {}


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


def test_what_fails_on_the_machine_fails_by_meaning(tmp_path):
    pebbles = shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (pebbles / "scenarios/turn.yaml").write_text(BROKEN)
    pack = load(str(pebbles))
    scenarios = read_scenarios(pack)
    assert not [problem for one in scenarios for problem in one.diagnostics]
    told = _by_meaning(pack, scenarios)
    for verdict in run_scenarios(pack, scenarios):
        name = verdict.scenario.name
        assert not verdict.passed, name
        assert not told[name].passed, name
        assert told[name].why[:12] == verdict.why[:12] or name in ("impossible", "a question too early"), name


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
