"""The shipped expansions of a game, together and in every order: the same hash, the same games, and all scenarios."""

from functools import cache
from itertools import combinations, permutations

import pytest
import yaml

import interpreter
from interpreter.play.bots import RandomBot
from interpreter.play.scenario import read_scenarios, run_scenarios
from interpreter.source.find import shipped_packs


@cache
def expansions():
    """The shipped packs that stand on a game, by the game; looked up while tests are collected, so no pack is read."""
    found: dict[str, list[str]] = {}
    for name, place in shipped_packs().items():
        for below in yaml.safe_load((place / "pack.yaml").read_text("utf-8")).get("requires", {}):
            found.setdefault(below, []).append(name)
    return found


def stacks():
    """Every set of two or more expansions of one game."""
    for base, names in expansions().items():
        for size in range(2, len(names) + 1):
            yield from ((base, chosen) for chosen in combinations(names, size))


def asked(base, chosen):
    """All ways to ask for a game with these expansions: in every order, the game or an expansion first."""
    for names in permutations(chosen):
        yield base, names
        yield names[0], names[1:]


def game_of(pack, players, options):
    """All picks and scores of a game by chance."""
    game, bot = pack.new_game(players=players, seed=5, options=options), RandomBot()
    while game.pending is not None:
        game.choose(bot.pick(game))
    return game.picks, game.result.scores, game.state[:]


def test_there_are_expansions():
    assert {"daimyo_weather", "daimyo_alliances"} <= set(expansions()["daimyo"])


@pytest.mark.parametrize(("base", "chosen"), list(stacks()))
def test_every_order_gives_the_same_hash_and_the_same_games(base, chosen):
    packs = [interpreter.load(first, with_=list(others)) for first, others in asked(base, chosen)]
    assert len({pack.digest for pack in packs}) == 1
    assert packs[0].digest not in {interpreter.load(one).digest for one in (base, *chosen)}
    modes = packs[0].vocabulary.modes.values()
    for options in ({}, *(mode.setting.options for mode in list(modes)[-1:])):
        one, *others = (game_of(pack, packs[0].players[-1], options) for pack in (packs[0], packs[-1]))
        assert [one] == others


@pytest.mark.parametrize(("base", "chosen"), list(stacks()))
def test_all_scenarios_of_the_expansions_pass_together(base, chosen):
    loaded = interpreter.load(chosen[0], with_=list(chosen[1:]))
    scenarios = read_scenarios(loaded)
    assert {one.span.file.split("/")[-3] for one in scenarios} == set(chosen), base
    failed = [f"{v.scenario.name}: {v.why}" for v in run_scenarios(loaded, scenarios) if not v.passed]
    assert failed == []
