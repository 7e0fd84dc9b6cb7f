"""The invariants notice what they are for: each harm done to a sound state is caught."""

import daimyo_invariants
import engine_invariants
import pytest
from daimyo_invariants import Table, influence
from random_games import SHIPPED, pack, play

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.types import NUMBER
from interpreter.code import compile_pack
from interpreter.machine import Machine
from interpreter.source import read_document

pytestmark = pytest.mark.skipif("daimyo" not in SHIPPED, reason="the harms are written for Daimyo")


def midgame():
    """A sound game at the menu of the turn, well under way."""
    for game in play("daimyo", 4, seed=5, adventurous=True):
        if len(game.picks) > 300 and Table(game).between_actions():
            return game
    raise AssertionError


def zone(game, key, host=0):
    place = game.machine.layout.zones[key]
    return place.base + host * place.stride


def var(game, key, value, host=0):
    game.state[game.machine.layout.vars[key].base + host] = value


def send(game, kind, piece, target):
    """Move a piece as the engine would, past all rules."""
    from interpreter.primitives.pieces import lay_on_top, lift

    table = game.machine.layout.tables[kind]
    lift(game.machine, game.state, table, piece)
    if target:
        lay_on_top(game.machine, game.state, table, piece, target)
    else:
        game.state[table.loc + piece] = 0


ENGINE_HARMS = {
    "a number too large": lambda g: var(g, "player.gold", 2**40),
    "a piece in two places": lambda g: g.state.__setitem__(
        zone(g, "shared.black_market") + 1, g.state[zone(g, "shared.bag") + 1]
    ),
    "a count too high": lambda g: g.state.__setitem__(zone(g, "shared.bag"), 1 + g.state[zone(g, "shared.bag")]),
    "a location that lies": lambda g: g.state.__setitem__(g.machine.layout.tables["relic"].loc, 0),
    "a counter below its minimum": lambda g: var(g, "player.gold", -1),
    "a counter above its maximum": lambda g: var(g, "player.storage", 10),
    "a reference to nothing there": lambda g: var(g, "shared.helmet", 7),
    "knowledge lost": lambda g: g.state.__setitem__(
        g.machine.layout.tables["hero"].known + g.state[zone(g, "shared.market") + 1], 0
    ),
    "an option twice": lambda g: g.pending.values.append(g.pending.values[0]),
    "a single option": lambda g: g.pending.values.__delitem__(slice(1, None)),
}

DAIMYO_HARMS = {
    "a tile out of the game": lambda g: send(g, "relic", g.state[zone(g, "shared.bag") + 1], 0),
    "a land not refilled": lambda g: send(g, "relic", g.state[zone(g, "island.tiles") + 1], zone(g, "shared.bag")),
    "a hero in the box": lambda g: send(g, "hero", g.state[zone(g, "shared.market") + 1], 0),
    "a die on a foreign space": lambda g: send(g, "die", *_foreign(g)),
    "a die kept back": lambda g: send(g, "die", g.state[zone(g, "shared.center") + 1], zone(g, "player.taken_die")),
    "a scavenger at home": lambda g: send(g, "scavenger", 0, 0),
    "a building gone": lambda g: send(g, "building", _standing(g, "building"), 0),
    "storage shrinks": lambda g: var(g, "player.storage", 3, host=_roomy(g)),
    "two helmets later": lambda g: var(g, "shared.round", 6),
    "more tiles than room": lambda g: [
        send(g, "relic", piece, zone(g, "player.loose_tiles")) for piece in _contents(g, "shared.bag")[:12]
    ],
}


def _contents(game, key, host=0):
    at = zone(game, key, host)
    return list(game.state[at + 1 : at + 1 + game.state[at]])


def _standing(game, kind):
    loc = game.machine.layout.tables[kind].loc
    return next(i for i in range(len(game.machine.layout.things[kind])) if game.state[loc + i])


def _foreign(game):
    """A die, and a free space for dice of another colour."""
    table = Table(game)
    spaces = [space for space in range(table.count("space")) if not table.zone("space.placed", space)]
    for die in table.zone("shared.center"):
        for space in spaces:
            if table.field("space", space, "hue") not in (-1, table.field("die", die, "hue")):
                return die, zone(game, "space.placed", space)
    raise AssertionError


def _roomy(game):
    table = Table(game)
    return max(table.seats, key=lambda seat: table.var("player.storage", seat))


@pytest.mark.parametrize("harm", ENGINE_HARMS)
def test_engine_invariants_notice(harm):
    game = midgame()
    engine_invariants.check(game)
    before = game.state[:]
    ENGINE_HARMS[harm](game)
    with pytest.raises(AssertionError):
        engine_invariants.check(game)
    with pytest.raises(AssertionError):
        engine_invariants.check(game, before)  # only what changed is looked at


@pytest.mark.parametrize("harm", DAIMYO_HARMS)
def test_daimyo_invariants_notice(harm):
    game = midgame()
    history = daimyo_invariants.History(game)
    DAIMYO_HARMS[harm](game)
    with pytest.raises(AssertionError):
        history.step(game)


@pytest.mark.parametrize("players", [3, 4])
def test_influence_is_what_stands_on_the_island(players):
    """The pack's own derived value against a count of the pieces."""
    document, _ = read_document("case.yaml", b"- value: x\n  source: designed\n  is: my.influence(isle)\n", "rules")
    source = document.root.items[0].get("is").script()
    vocabulary = pack("daimyo").vocabulary
    isle = vocabulary.values["player.influence"].params[0][1]
    formula = Checker(vocabulary).formula(extra("influence"), source, [("isle", isle)], NUMBER)
    options = pack("daimyo").option_numbers(pack("daimyo").options())
    asked = Machine(compile_pack(vocabulary, players, options, [formula])).formula(extra("influence"))
    for game in play("daimyo", players, seed=11, adventurous=True):
        if len(game.picks) % 20 == 0 or game.pending is None:
            table = Table(game)
            for seat in table.seats:
                for island in range(table.count("island")):
                    assert asked(game.state, seat, -1, island) == influence(table, seat, island) >= 0
