"""Each statement of the engine, on pieces in every kind of zone: Python, the reference and WebAssembly come to the same.

`interpreter/primitives/behaviours.wat` says what `statements.py` says a second time; here one is held against the other, cell
by cell, on tables that random statements have left behind, with a room for each zone and with one room for all.
"""

import random

import pytest
from beside import Inside
from every_statement import SCRIPTS, by_line, write
from test_shared_room import share

import interpreter
from interpreter.machine import Machine
from interpreter.play.game import Game
from interpreter.primitives import STATEMENTS

TABLES, MOST = 12, 8
"""So many tables, and at most so many statements before each."""
STIRRING = [name for name, one in STATEMENTS.items() if not one.ends]


class Played:
    """A game, its second and its third opinion, and the tables that are tried."""

    def __init__(self, pack):
        plain = pack.new_game(players=2, seed=1)
        self.game = Game(pack, 2, 1, plain.options, Machine(plain.machine.program, guarded=True))
        self.twin = Inside(self.game)
        tried = [verb for verb in pack.vocabulary.verbs if verb.name.startswith("try ")]
        self.lines = {name: [verb.routine for verb in tried if verb.name.split()[1] == name] for name in SCRIPTS}
        self.piles = [place.base for place in self.game.machine.layout.zones.values()]
        self.tables, chance = [self.game.state[:]], random.Random(1)
        while len(self.tables) < TABLES:
            self.lay(self.tables[0])
            for _ in range(chance.randint(1, MOST)):
                self.do(chance.choice(STIRRING), chance.choice(self.filled()))
            self.tables.append(self.game.state[:])

    def filled(self):
        """The zones with a piece in them."""
        return [pile for pile in self.piles if self.game.state[pile]]

    def lay(self, table):
        size = self.game.machine.layout.size
        self.game.state[:] = table
        self.twin.position.s[:size] = table[:size]
        self.twin.write(table)

    def do(self, name, pile):
        assert name in SCRIPTS, f"`{name}` needs a script in tests/every_statement.py"
        for line in self.lines[name]:
            self.game.enter(line.key, 0, [pile])
            self.twin.entered(line, 0, [pile])
            self.twin.compare()


@pytest.fixture(scope="module", params=["apart", "together"])
def played(request, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "together":
            share(patch)
        made = Played(interpreter.load(write(tmp_path_factory.mktemp("veil"), by_line())))
        assert any(table.common for table in made.game.machine.layout.tables.values()) == (request.param == "together")
        yield made


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_behaviour_is_the_same_in_webassembly(played, name):
    for table in played.tables:
        played.lay(table)
        for pile in played.filled():
            played.lay(table)
            played.do(name, pile)
