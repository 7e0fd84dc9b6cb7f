"""What an option is said to cost and to bring is what comes of it, and tells nothing that is hidden or left to chance."""

import random

import pytest
from exchange import mixed
from random_games import daily, play

from interpreter.play.foresight import Foresight, _shared, _World
from interpreter.primitives.header import RANDOM

GAMES, EVERY, MOST, SECRETS = 2, 9, 12, 2


def positions(name, players):
    for seed in range(GAMES):
        for game in play(name, players, seed, adventurous=True):
            if game.pending is not None and len(game.picks) % EVERY == 0:
                yield game


def said_of(game):
    """Everything that is said of the first options of a choice."""
    options = game.decision.options
    told = [options.ahead(index) for index in range(min(MOST, len(options)))]
    return [
        ([price.text.en for price in one.prices], [text.en for text in one.follows], one.certain, one.idle)
        for one in told
    ]


@pytest.mark.parametrize(("name", "players"), daily())
def test_what_is_foreseen_comes_true(name, players):
    for game in positions(name, players):
        before, happened, options = game.state[:], len(game.events), game.decision.options
        for index in range(min(MOST, len(options))):
            ahead = options.ahead(index)
            assert is_true(game, index, ahead)
            assert (game.state, len(game.events), game.machine.log) == (before, happened, None)
            other = game.clone()
            other.choose(index)
            if ahead.certain:
                assert other.can_undo or only_others_learned(game, other) or others_went_on(game, other)
                assert sorted(price.amount for price in ahead.prices) == paid(other, game.pending.seat)
                assert all(price.amount <= price.have for price in ahead.prices)
            else:
                assert not other.can_undo or hides_something(game.machine)
            assert not (ahead.idle and other.events)


def is_true(game, index, ahead):
    """Whether what is told comes, as somebody would tell it who knows the game as it is; how far it goes is left open."""
    machine, pending, state = game.machine, game.pending, game.state[:]
    knowing = Foresight(machine, game.names, state, pending)
    knowing._worlds = [_World(state, pending, _shared(machine, state, pending.seat))]
    truth = knowing.ahead(index)
    told, comes = ("; ".join(text.en for text in one.follows) for one in (ahead, truth))
    return comes.startswith(told) and (not ahead.idle or truth.idle)


def only_others_learned(before, after):
    """Whether nothing was left to chance, and who chose has come to know nothing: what others now know, that seat knew."""
    bit, random_cells = 1 << before.pending.seat, slice(RANDOM, RANDOM + 2)
    return after.state[random_cells] == before.state[random_cells] and all(
        before.state[cell] & bit or not after.state[cell] & bit
        for table in before.machine.layout.tables.values()
        for cell in (range(table.known, table.known + table.size) if table.known else ())
    )


def others_went_on(before, after):
    """Whether others, who had one way only, did something by themselves: they might have had a choice for all one knew."""
    return hides_something(before.machine) and any(event[1] != before.pending.seat for event in after.events)


def hides_something(machine):
    """Whether the pack keeps anything from a player, which may then decide what follows."""
    vars_ = machine.layout.vars.values()
    return set(machine.visible.values()) != {"all"} or any(place.decl.visible == "owner" for place in vars_)


def paid(game, seat):
    """What a seat paid since a copy was made, by counter, the least first."""
    counters = {}
    for event in game.events:
        if event[0] == "pay" and owner(game, event[2]) == seat:
            counters[event[2]] = counters.get(event[2], 0) + event[3]
    return sorted(amount for amount in counters.values() if amount)


def owner(game, cell):
    """The seat whose counter a cell is; -1 where nobody is told of it."""
    for key, place in game.machine.layout.vars.items():
        host = (cell - place.base) // place.width
        if 0 <= host < len(game.machine.layout.things[place.decl.host]):
            return host if key.startswith("player.") and not place.decl.quiet else -1
    return -1


@pytest.mark.parametrize(("name", "players"), daily())
def test_foresight_tells_nothing_hidden(name, players):
    chance = random.Random(name)
    for game in positions(name, players):
        own = said_of(game)
        for _ in range(SECRETS):
            other = mixed(game, game.pending.seat, chance)
            other.pending = other.machine.pending(other.state)
            other._decided_at = None
            assert said_of(other) == own


def test_a_die_that_is_not_rolled_yet_tells_nothing():
    """Whatever the roll will be, what is said of rolling is the same."""
    told = set()
    for game in (one for seed in range(12) for one in play("pig", 2, seed)):
        if game.pending is not None and game.decision.options[0].key == "roll":
            ahead = game.decision.options.ahead(0)
            told.add((ahead.certain, tuple(text.en for text in ahead.follows)))
    assert told == {(False, ())}
