"""Games that are watched inside: they come to the same places at the same steps as in Python, and the same states are sound."""

import random
from dataclasses import replace
from hashlib import sha256

import pytest
from random_games import daily, pack

from interpreter.play.fast import compiled_for
from interpreter.play.game import Game
from interpreter.play.verify import games
from interpreter.play.verify.branches import branches_of
from interpreter.play.verify.games import Plan, Player, table_of
from interpreter.play.verify.inside import Inside
from interpreter.play.verify.invariants import Broken, Invariants
from interpreter.primitives.header import HEADER
from interpreter.wasm.engine import OVER, UNFINISHED, narrowed
from interpreter.wasm.module import FAULTS
from interpreter.wasm.watched import Watcher, Watching

HARMS = 60
NUMBERS = (1, 2)
"""With other options, and by bold players."""


def watcher_of(game):
    machine = game.machine
    compiled = compiled_for(game.pack, game.seats, game.options, covered=True)
    pieces = max((one.size for one in machine.layout.tables.values()), default=0)
    return Watcher(compiled.instance(), len(machine.flow.points), pieces)


@pytest.mark.parametrize(("name", "players"), daily())
def test_a_game_comes_to_the_same_places(name, players):
    """Decisions, the last state, and the decision after which each branch was reached first."""
    plan = Plan(games=4, seed=5)
    whole = pack(name)
    for number in NUMBERS:
        at = list(whole.players).index(players) * plan.games + number
        table = table_of(whole, plan, at)
        python = Player(whole, plan)(at)
        game = Game(whole, players, table.seed, dict(table.options))
        bold = games.BOLD if table.bold else 0
        seen = watcher_of(game).watch(table.seed, Watching(bold, games.MAX_DECISIONS, games.MAX_WORK))
        branches = branches_of(game.machine)
        inside = {}
        for place, step in seen.reached:
            if place in branches:  # of which several may begin at one place of a script
                inside.setdefault(branches[place], step)
        assert (python.wrong, seen.status) == (None, OVER)
        assert (seen.decisions, sha256(seen.state).hexdigest()) == (python.decisions, python.state)
        assert inside == dict(python.reached)


@pytest.mark.parametrize(("name", "players"), daily())
def test_what_no_game_may_come_to_is_noticed_inside_as_in_python(name, players):
    """One cell of a position is changed; whether it is sound then, both say alike."""
    dice = random.Random(f"{name} {players}")
    game = pack(name).new_game(players=players, seed=3)
    for _ in range(30):
        if game.pending is not None:
            game.choose(dice.randrange(len(game.pending.values)))
    watcher = watcher_of(game)
    inside = watcher._instance
    state = inside.room("judged", inside.shape.state_bytes)
    invariants, sound = Invariants(game.machine), game.state[:]

    def judged():
        inside.write(state, narrowed(game.state))
        try:
            invariants.check(game)
        except Broken as broken:
            return str(broken), inside.call("is_sound", state)
        return "", inside.call("is_sound", state)

    assert judged() == ("", 1)
    noticed = 0
    for _ in range(HARMS):
        game.state = sound[:]
        cell = dice.randrange(HEADER, game.machine.layout.size)
        game.state[cell] = dice.choice([-2, -1, 0, 1, 2, 3, 70_000, game.state[cell] + 1, game.state[cell] ^ 1])
        why, is_sound = judged()
        assert is_sound == (not why), (why, cell, sound[cell], game.state[cell])
        noticed += bool(why)
    assert noticed


def test_a_chain_that_leaves_the_stack_is_noticed():
    game = pack("daimyo").new_game(players=4, seed=3)  # as above, so that no other program is made for it
    watcher = watcher_of(game)
    inside = watcher._instance
    state = inside.room("judged", inside.shape.state_bytes)
    for harm in (len(game.state), game.machine.layout.size - 1):
        row = game.state[:]
        row[0] = harm
        inside.write(state, narrowed(row))
        assert inside.call("is_sound", state) == 0


def test_python_has_the_last_word():
    """What goes wrong inside and not in Python is a difference between the two, and is told; one too large is not."""
    plan = Plan(games=2)

    class Spoilt(Inside):
        status = 2 + FAULTS.index("BROKEN")

        def _watched(self, watcher, table):
            return replace(super()._watched(watcher, table), status=self.status)

    def told():
        return [one.wrong and one.wrong.words for one in Spoilt(pack("pig"), plan).play(lambda: pack("pig"), 2)]

    assert told() == ["a game goes wrong in WebAssembly (broken), and not in Python"] * 2
    for Spoilt.status in (UNFINISHED, 2 + FAULTS.index("PUNT")):
        assert told() == [None, None]


def test_another_last_state_is_told(monkeypatch):
    watch = Watcher.watch
    monkeypatch.setattr(Watcher, "watch", lambda *given: replace(watch(*given), state=b"another"))
    first, second = Inside(pack("pig"), Plan(games=2)).play(lambda: pack("pig"), 2)
    assert first.wrong.words == "a game in WebAssembly ends in another state than in Python"
    assert second.wrong is None  # only some games are played in Python, too
