"""Studies: what is counted in a game is what happened in it."""

import shutil
from pathlib import Path

import pytest

from interpreter.play.balance import add_up, play_study, run_key
from interpreter.play.pack import load
from interpreter.play.studies import read_studies

PEBBLES = Path(__file__).parent.parent / "packs" / "pebbles"
STUDIES = """
- study: three
  players: 3
  games: 12
  figures:
    - {figure: seats, each: player, had: this is me, rate: won}
    - {figure: scoops, each: scoop, had: "yes", rate: ran}
    - {figure: anybody, per: game, each: scoop, rate: ran}
    - {figure: charms, each: charm, had: this in my.purse, lift: won}
    - {figure: points, mean: my.pebbles}
    - {figure: opening, at: pile < 12, mean: my.pebbles}
    - {figure: later, since: pile < 12, mean: my.pebbles}
    - {figure: first charm, each: charm, at: pile is 12, had: this in my.purse, rate: this in my.purse}
    - {figure: heavy, each: scoop, among: size > 1, had: this is scoop_3, rate: won}
    - {figure: never, since: pile > 100, mean: my.pebbles}
"""
BOTS = ("random",) * 3


@pytest.fixture
def pebbles(tmp_path):
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "pebbles/balance.yaml").write_text(STUDIES)
    return str(tmp_path / "pebbles")


@pytest.fixture
def study(pebbles):
    (found,) = read_studies(load(pebbles))
    assert found.diagnostics == []
    return found


@pytest.fixture
def records(pebbles, study):
    return list(play_study(pebbles, load(pebbles), study, BOTS, range(1, 13)))


def retold(pebbles, seed):
    """The same game once more, with what was scooped after a pick of each seat: taken without a draw from the bag.

    The last pebble is scooped without a question, by the next, where there is no other way.
    """
    from interpreter.play.bots import RandomBot

    game = load(pebbles).new_game(players=3, seed=seed)
    scooped, bot = [set(), set(), set()], RandomBot()
    seen = []
    while game.decision is not None:
        seen.append([game.view(None).data["players"][seat]["pebbles"] for seat in range(3)])
        seat, before = game.decision.seat, len(game.events)
        game.choose(bot.pick(game))
        happened = game.events[before:]
        names = [event[0] for event in happened]
        for at, (name, _, _, *more) in enumerate(happened):
            if name == "lose" and names[at + 2 : at + 3] != ["draw"]:
                scooped[seat].add(f"scoop_{more[0]}")
    return game, scooped, seen


def test_what_is_counted_is_what_happened(pebbles, study, records):
    for record in records:
        game, scooped, seen = retold(pebbles, record["seed"])
        result = game.result
        assert record["winners"] == result.winners
        seats, scoops, anybody, _, points, opening, later, first, heavy, never = record["figures"]
        assert seats == {str(seat + 1): [1, int(seat in result.winners)] for seat in range(3)}
        assert scoops == {f"scoop_{n}": [3, sum(f"scoop_{n}" in own for own in scooped)] for n in (1, 2, 3)}
        assert anybody == {f"scoop_{n}": [1, int(any(f"scoop_{n}" in own for own in scooped))] for n in (1, 2, 3)}
        assert points == {"all": [3, sum(result.scores), sum(score**2 for score in result.scores)]}
        # The first rest with fewer than 12 pebbles comes right after the first pick that takes some.
        start = next(own for own in seen if any(own))
        assert opening == {"all": [3, sum(start), sum(one**2 for one in start)]}
        assert later["all"][1] == sum(result.scores) - sum(start)
        assert sum(samples for samples, _ in first.values()) == 3, "each has one charm at first"
        assert all(samples == hits for samples, hits in first.values()), "and keeps it"
        assert heavy == {"scoop_2": [0, 0], "scoop_3": [3, len(result.winners)]}
        assert never == {}


def test_a_lift_has_the_others_beside_it(records):
    charms = add_up(records, 10)[3]
    for had, won, others, won_by_others in charms.values():
        assert had + others == 3 * len(records)
        assert won + won_by_others == sum(len(record["winners"]) for record in records)
        assert had


def test_processes_leave_no_trace(pebbles, study, records):
    assert list(play_study(pebbles, load(pebbles), study, BOTS, range(1, 13), jobs=2)) == records


def test_a_game_is_the_same_in_whatever_run(pebbles, study, records):
    assert list(play_study(pebbles, load(pebbles), study, BOTS, [7])) == [records[6]]


def test_a_broken_game_counts_for_nothing(pebbles):
    changed = STUDIES.replace("players: 3", "players: 3\n  options: {broken: yes}")
    Path(pebbles, "balance.yaml").write_text(changed)
    (study,) = read_studies(load(pebbles))
    (record,) = play_study(pebbles, load(pebbles), study, BOTS, [1])
    assert "rules/play.yaml:" in record["fault"]
    assert record["figures"] == []


def test_a_run_is_named_by_all_that_matters(pebbles, study):
    pack, path = load(pebbles), Path(pebbles, "balance.yaml")
    key = run_key(pack, study, BOTS)

    def after(old, new, bots=BOTS):
        path.write_text(STUDIES.replace(old, new))
        again = load(pebbles)
        return run_key(again, read_studies(again)[0], bots)

    assert after("", "") == key
    assert after("games: 12", "games: 13") == key
    assert after("figure: seats", "figure: places") == key
    assert after("rate: won}", "rate: won, max: 40}") == key
    assert after("rate: won}", "rate: not won}") != key
    assert after("players: 3", "players: 3\n  options: {large_pile: yes}") != key
    assert after("", "", ("greedy", "random", "random")) != key
    rules = Path(pebbles, "rules/play.yaml")
    rules.write_text(rules.read_text().replace("set pile to 24", "set pile to 25"))
    assert after("", "") != key
