"""Zones that share their room: the same games as with a room for each, in every way of running.

No shipped pack has so many pieces that its zones share; here all of them do.
"""

import random

import pytest
from beside import Beside
from random_games import ROOT, SHIPPED
from twin import Twin

import interpreter
from bench.growth import crowded
from interpreter.code import expr as x
from interpreter.engine import layout
from interpreter.play.bots import GreedyBot
from interpreter.play.fast import FastGames, module_of
from interpreter.play.simulate import play_out
from interpreter.play.verify.invariants import Broken, Invariants
from interpreter.wasm import engine, own_pieces, values
from interpreter.wasm.engine import OVER, compiled
from interpreter.wasm.watched import Watcher, Watching

PICKS = 50
MORE, MOST_CELLS = 700, 8
"""So many heroes more; cells of a state for each hero, with everything else there is."""
SEED = 3
EVERY = 12
"""After so many picks, what everybody sees is compared, and what a bot would do."""


TABLES = [("ancient_world", 3), ("daimyo", 1), ("daimyo", 4), ("five_kingdoms", 2), ("hearts", 4), ("sealed_bids", 3)]


def share(monkeypatch):
    """All zones share; what was compiled for zones that do not is not to be had, nor is anything kept for them."""
    monkeypatch.setattr(layout, "WORTH_SHARING", -1_000_000)
    monkeypatch.setattr(engine, "recall_code", lambda name: None)
    monkeypatch.setattr(engine, "keep_code", lambda name, code: None)


def game_of(name, players, *, guarded=False):
    found = interpreter.load(name if name in SHIPPED else ROOT / name)
    found.guarded = guarded
    return found.new_game(players=players, seed=SEED)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """So many cards that it is worth it; nothing is made up here."""
    return crowded(tmp_path_factory.mktemp("crowd"), MORE)


def looks(game):
    """What everybody sees, and what a bot picks that imagines what it does not see."""
    seats = (None, *range(game.seats))
    seen = [(game.view(seat).data, game.log(seat, "en")) for seat in seats]
    has_outlook = game.pending is not None and game.machine.layout.v.estimate is not None
    return seen, GreedyBot(tries=8, depth=2).pick(game) if has_outlook else None


@pytest.mark.parametrize(("name", "players"), [*TABLES, ("tests/fixtures/tiny", 2)])
def test_games_are_the_same_wherever_pieces_lie(name, players, monkeypatch):
    apart = game_of(name, players)
    assert not any(table.common for table in apart.machine.layout.tables.values())
    share(monkeypatch)
    together, guarded = game_of(name, players), game_of(name, players, guarded=True)
    assert any(table.common for table in together.machine.layout.tables.values())
    twins, invariants, chance = [Twin(together), Beside(together)], Invariants(together.machine), random.Random(SEED)
    while apart.pending is not None and len(apart.picks) < PICKS:
        values = apart.pending.values
        assert [one.pending.values for one in (together, guarded)] == [values] * 2
        pick = chance.randrange(len(values))
        for game in (apart, together, guarded):
            game.choose(pick)
        for twin in twins:
            twin.chosen(values[pick])
            twin.compare()
        invariants.check(together)
        if len(apart.picks) % EVERY == 0:
            assert looks(together) == looks(apart)
    assert looks(together) == looks(apart)


def test_pieces_that_lie_apart_in_a_shared_room_are_noticed(monkeypatch):
    share(monkeypatch)
    game = game_of("hearts", 4)
    table = game.machine.layout.tables["card"]
    game.state[table.sharing[2] + 1] += 1
    with pytest.raises(Broken, match="does not begin where the one before ends"):
        Invariants(game.machine).check(game)


def test_a_crowd_of_heroes_shares_its_room(crowd):
    """In all ways of running, to the end."""
    game = crowd.new_game(players=3, seed=SEED)
    layout = game.machine.layout
    assert layout.shares("hero")
    assert layout.size < MOST_CELLS * len(layout.things["hero"])
    twin, chance = Twin(game), random.Random(SEED)
    for _ in range(PICKS):
        values = game.pending.values
        pick = chance.randrange(len(values))
        game.choose(pick)
        twin.chosen(values[pick])
        twin.compare()
    bots = ("random", "greedy", "random")
    for fast in FastGames(crowd, 3, crowd.options()).play((seed, bots) for seed in range(2)):
        assert fast == play_out(crowd.new_game(players=3, seed=fast.seed), bots)


def test_pieces_found_in_their_zones_cost_the_steps_of_all(crowd, monkeypatch):
    """Where the turns of a large set are counted, the price is that of the whole set, wherever one looks."""
    asked, added = [], own_pieces._added
    monkeypatch.setattr(own_pieces, "_added", lambda *given: asked.append(given) or added(*given))
    here = worked(crowd)
    assert asked
    monkeypatch.setattr(values, "zone_by_zone", lambda e, *_: (e, (), x.NOBODY))
    assert worked(crowd) == here


def worked(crowd):
    """How many decisions a game has inside, and how many steps it takes."""
    game = crowd.new_game(players=3, seed=SEED)
    made = compiled(lambda: module_of(crowd, game.machine, covered=True))
    pieces = max(table.size for table in game.machine.layout.tables.values())
    seen = Watcher(made.instance(), len(game.machine.flow.points), pieces).watch(SEED, Watching(0, 5_000, 1 << 40))
    assert seen.status == OVER
    return seen.decisions, seen.work
