"""What a rule checklist says must hold at every moment of a game, one function for each, held against random games.

A function gets the table now and the table one decision before (None at the start), and asserts. Each pack's file also
lists a harm for every function: done to a sound game, that very function must notice it.
"""

import random

import pytest
from daimyo_invariants import Table as State
from random_games import LONGEST, pack

from interpreter.engine.knowledge import DECLINE
from interpreter.primitives.header import WINNER


class Table(State):
    """The state by name, and who was asked then."""

    def __init__(self, game):
        super().__init__(game)
        self.asked = None if game.pending is None else game.pending.seat


class Invariants(dict):
    """Functions by name, each with the ids it stands for."""

    def of(self, *rules):
        def keep(function):
            assert rules
            assert function.__name__ not in self
            function.rules = rules
            self[function.__name__] = function
            return function

        return keep

    def hold(self, now, before):
        for function in self.values():
            try:
                function(now, before)
            except AssertionError as wrong:
                wrong.add_note(
                    f"{', '.join(function.rules)}: {function.__name__}, seed {now.game.seed}, {now.game.picks}"
                )
                raise


def decisions(name, players, seed, **options):
    """A game at its start and after every decision, with the table at the decision before."""
    chance = random.Random(f"{name} {players} {seed}")
    game = pack(name).new_game(players=players, seed=seed, options=options)
    before, now = None, Table(game)
    yield game, now, before
    while game.pending is not None:
        picks = len(game.pending.values)
        # Players who decline all the time see little of a game.
        picks -= game.pending.values[-1] == DECLINE and chance.random() < 0.9
        game.choose(chance.randrange(picks))
        assert len(game.picks) < LONGEST, "the game does not end"
        before, now = now, Table(game)
        yield game, now, before


def watch(invariants, name, players, seeds, **options):
    for seed in seeds:
        for _, now, before in decisions(name, players, seed, **options):
            invariants.hold(now, before)


def must_notice(function, harm, games):
    """Do harm at the first occasion; `harm` gives True when it was done. All must be well but for the harm."""
    for game, now, before in games:
        function(now, before)
        if harm(game):
            with pytest.raises(AssertionError):
                function(Table(game), before)
            return
    pytest.fail("no occasion to do harm")


# ---- doing harm


def zone(game, key, host=0):
    place = game.machine.layout.zones[key]
    return place.base + host * place.stride


def contents(game, key, host=0):
    at = zone(game, key, host)
    return list(game.state[at + 1 : at + 1 + game.state[at]])


def put(game, kind, piece, key=None, host=0):
    """Put a piece somewhere, past all rules; without a key, aside. Always True: the harm is done."""
    from interpreter.primitives.pieces import lay_on_top, lift

    table = game.machine.layout.tables[kind]
    lift(game.machine, game.state, table, piece)
    if key is None:
        game.state[table.loc + piece] = 0
    else:
        target = zone(game, key, host)
        lay_on_top(game.machine, game.state, table, piece, target)
    return True


def write(game, key, value, host=0):
    game.state[game.machine.layout.vars[key].base + host] = value
    return True


def crown(game):
    """Name somebody the winner who is not."""
    result = game.result
    if result is None:
        return False
    losers = [seat for seat, rank in enumerate(result.ranks) if rank > 1 or len(result.winners) > 1]
    game.state[WINNER] = losers[0] + 1
    return True


def found(game, kind, **fields):
    """The first thing with those fields."""
    table = Table(game)
    return next(i for i in range(table.count(kind)) if all(table.field(kind, i, k) == v for k, v in fields.items()))
