"""Random games of every shipped pack, held against all invariants after every decision."""

import json
import random

import daimyo_invariants
import engine_invariants
import manifests
import pytest
from random_games import FIXTURES, SHIPPED, daily, pack, play, tables

from interpreter import IllegalAction

GAMES, STACKED = 20, 8
"""So many games; fewer where a pack stands on another, whose own games hold most of its rules already."""
SOAK = 1000
EVERY = 25
"""How often the dear checks are made: all of a state looked at, all options tried, views compared."""


@pytest.mark.parametrize("name", [*SHIPPED, *FIXTURES])
def test_what_is_known_before_a_pack_is_opened_is_what_it_says(name):
    whole = pack(name)
    zones = [zone for host in whole.vocabulary.hosts() for zone in host.zones.values()]
    assert manifests.players(name) == whole.players
    assert manifests.stands_alone(name) == (len(whole.vocabulary.packs) == 1)
    assert manifests.has_estimate(name) == (whole.vocabulary.estimate is not None)
    assert manifests.hides(name) == any(zone.visible != "all" for zone in zones)


@pytest.mark.parametrize(("name", "players"), tables())
def test_invariants_hold_after_every_decision(name, players):
    for seed in range(GAMES if len(pack(name).vocabulary.packs) == 1 else STACKED):
        hold(name, players, seed, adventurous=seed % 2)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), tables())
@pytest.mark.parametrize("part", range(20))
def test_invariants_hold_for_long(name, players, part):
    for seed in range(1000 + part * SOAK // 20, 1000 + (part + 1) * SOAK // 20):
        hold(name, players, seed, adventurous=seed % 3)


def hold(name, players, seed, adventurous):
    own, before = None, None
    for step, game in enumerate(play(name, players, seed, adventurous)):
        engine_invariants.check(game, before if step % EVERY else None)
        before = game.state[:]
        if name == "daimyo":
            own = own or daimyo_invariants.History(game)
            own.step(game)
    assert game.result.winners
    assert min(game.result.ranks) == 1
    assert step == len(game.picks)
    if name == "daimyo":
        daimyo_invariants.end(game)


@pytest.mark.parametrize(("name", "players"), daily())
def test_a_clone_stays_equal_and_apart(name, players):
    for seed in range(GAMES // 4):
        twin = None
        for game in play(name, players, seed):
            if twin is not None:
                twin.choose(game.picks[-1])
                assert twin.state == game.state
                assert twin.events == game.events[len(game.events) - len(twin.events) :]
            before = game.state_hash
            twin = game.clone()
            assert twin == game
            assert twin.state is not game.state
            assert game.state_hash == before


@pytest.mark.parametrize(("name", "players"), tables())
def test_every_option_offered_is_accepted(name, players):
    for seed in range(GAMES // 4):
        for step, game in enumerate(play(name, players, seed, adventurous=True)):
            if step % EVERY or game.pending is None:
                continue
            before = game.state_hash
            for index in range(len(game.decision.options)):
                other = game.clone()
                other.choose(index)
                engine_invariants.check(other)
            assert game.state_hash == before
            refuses_everything_else(game)


def refuses_everything_else(game):
    before = (game.state[:], list(game.picks), len(game.events))
    for wrong in (-1, len(game.pending.values), 10**9, True, 0.0, "0", None):
        with pytest.raises(IllegalAction):
            game.choose(wrong)
    with pytest.raises(IllegalAction):
        game.choose_key("no such option")
    assert (game.state, game.picks, len(game.events)) == before


@pytest.mark.parametrize(("name", "players"), tables())
def test_what_is_proved_agrees_with_what_is_tried(name, players):
    careful(name, players, range(GAMES // 4))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), tables())
def test_what_is_proved_agrees_for_long(name, players):
    careful(name, players, range(500, 500 + SOAK // 4))


def careful(name, players, seeds):
    """Let the machine hold every proof that an option can be completed against a trial."""
    machine = pack(name).new_game(players=players).machine
    machine.careful = True
    try:
        for seed in seeds:
            for _ in play(name, players, seed, adventurous=True):
                pass
    finally:
        machine.careful = False


@pytest.mark.parametrize(("name", "players"), daily())
def test_undo_takes_back_exactly_one_pick(name, players):
    undone = 0
    for seed in range(GAMES // 4):
        before = None
        for game in play(name, players, seed):
            if before is not None and game.can_undo:
                after, pick = game.state[:], game.picks[-1]
                game.undo()
                assert (game.state_hash, game.picks, len(game.events)) == before
                game.choose(pick)
                assert game.state == after
                undone += 1
            before = (game.state_hash, list(game.picks), len(game.events))
    assert undone


@pytest.mark.parametrize(("name", "players"), daily())
def test_seed_and_picks_are_the_game(name, players):
    for seed in range(GAMES // 4):
        chain = [(game.state_hash, list(game.picks)) for game in play(name, players, seed)]
        again = pack(name).new_game(players=players, seed=seed)
        for state, picks in chain:
            if picks:
                again.choose(picks[-1])
            assert again.state_hash == state


@pytest.mark.parametrize(("name", "players"), daily())
def test_keys_and_labels_tell_options_apart(name, players):
    for seed in range(2):
        for step, game in enumerate(play(name, players, seed)):
            if step % EVERY or game.pending is None:
                continue
            options = list(game.decision.options)
            assert len({option.key for option in options}) == len(options)
            for option in options:
                assert option.label.get("en").strip()
                assert option.label.get("fr").strip()
            by_key = game.clone()
            by_key.choose_key(options[-1].key)
            by_index = game.clone()
            by_index.choose(len(options) - 1)
            assert by_key == by_index


@pytest.mark.parametrize(("name", "players"), daily())
def test_views_and_logs_can_be_made_at_any_time(name, players):
    """Logs go on from where they were read before, as players read them, and are read whole at the end."""
    told = 0
    for game in play(name, players, seed=3):
        if len(game.picks) % EVERY and game.pending is not None:
            continue
        since = 0 if game.pending is None else told
        told = len(game.events)
        for seat in (None, *range(players)):
            json.dumps(game.view(seat).data)
            for lang in ("en", "fr"):
                assert game.view(seat).text(lang)
                assert all(isinstance(line, str) and line for line in game.log(seat, lang, since))


def test_chance_is_the_only_chance():
    """Playing must not touch Python's own generator."""
    random.seed(1)
    before = random.getstate()
    for _ in play(*tables()[0], seed=1):
        pass
    assert random.getstate() == before
