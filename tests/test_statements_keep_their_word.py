"""A statement does what its declaration says: it writes no other cells, and what it needs it asks for.

Proofs, reactions and undo go by the declaration alone, so what it does not say is a fault that shows much later.
"""

import inspect

import pytest
from every_statement import SCRIPTS, ZONES, by_line, write

import interpreter
from interpreter.machine import Machine
from interpreter.play.game import Game
from interpreter.play.log import Teller
from interpreter.primitives import STATEMENTS

SILENT = {"begin"}
"""Events that the log does not tell."""
OF_A_PIECE = [name for name, one in STATEMENTS.items() if "piece" in one.params.values()]
NEEDED = {"face": "faces", "rolls": "rolls", "pieces": "lies", "known": "lies"}
"""What a kind must have so that it has such cells (`interpreter/primitives/needs.py`)."""


@pytest.fixture(scope="module")
def veil(tmp_path_factory):
    """The pack with a verb for every line of every script, so that no line has the leave of the one before."""
    return interpreter.load(write(tmp_path_factory.mktemp("veil"), by_line()))


def entered(pack, name, zone):
    """A game in which a statement has touched the bottom piece of a zone; every write was watched."""
    assert name in SCRIPTS, f"`{name}` needs a script in tests/every_statement.py"
    plain = pack.new_game(players=2, seed=1)
    game = Game(pack, 2, 1, plain.options, Machine(plain.machine.program, guarded=True))
    game.told = len(game.events)
    for verb in pack.vocabulary.verbs:
        if verb.name.startswith(f"try {name} "):
            game.enter(verb.key, 0, [game.machine.layout.zones[zone].base])
    return game


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_writes_what_it_declares(veil, name):
    """The guard knows the `writes` of a declaration and raises Astray for every other cell."""
    for zone, _ in ZONES.values():
        entered(veil, name, zone)


class Untouchable(list):
    """Cells that may not even be looked at."""

    def __getitem__(self, at):
        raise AssertionError(f"there is no piece, and cell {at} was read: give up first where `piece < 0`")

    __setitem__ = __getitem__


@pytest.mark.parametrize("name", OF_A_PIECE)
def test_where_there_is_no_piece_nothing_happens(veil, name):
    machine, declared = veil.new_game(players=2, seed=1).machine, STATEMENTS[name]
    given = [-1 if of == "piece" else 0 for of in declared.params.values()]
    declared.behaviour(machine, Untouchable(), 0, machine.layout.tables["token"], *given)


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_needs_the_cells_it_writes(name):
    """A kind with one face has no cell for it: what would be written there belongs to something else."""
    declared = STATEMENTS[name]
    for param in (one for one, of in declared.params.items() if of in ("piece", "pieces")):
        needed = {NEEDED[cells] for cells in declared.writes if cells in NEEDED}
        assert needed <= {declared.needs.get(param)}, f"`{name}` writes {declared.writes}: its {param} needs {needed}"


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_happens_is_told(veil, name):
    happened = 0
    for zone, _ in ZONES.values():
        game = entered(veil, name, zone)
        teller = Teller(game.machine, game.names)
        happened += len(game.events) - game.told
        for event in game.events[game.told :]:
            assert event[0] in {*teller.TELLERS, *teller.changes} | SILENT, (
                f"`{event[0]}` needs a teller in interpreter/play/log.py"
            )
    assert happened, f"what tests/every_statement.py says of `{name}` does nothing, or logs nothing"


@pytest.mark.parametrize("name", [name for name, one in STATEMENTS.items() if one.change is None])
def test_a_behaviour_that_can_fail_says_so(name):
    declared = STATEMENTS[name]
    fails = inspect.signature(declared.behaviour).return_annotation == "bool"
    assert fails == declared.hard, (
        f"`{name}`: a behaviour gives `bool` where the statement is `hard` or has `room`, else `None`"
    )


@pytest.mark.parametrize("name", STATEMENTS)
def test_chance_is_a_point_of_no_return(name):
    declared = STATEMENTS[name]
    assert declared.fate >= ("chance" in declared.writes), f"`{name}` draws random numbers: it is `fate`"
