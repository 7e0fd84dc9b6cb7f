"""Printed code is kept for the next process: the games stay the same, nothing is printed twice, and nobody else's code is run."""

import gc
import random

import pytest

import interpreter
from interpreter.machine import kept_code, printed
from interpreter.machine import syntax as py
from interpreter.machine.namespace import named_after
from interpreter.source import memory

PACKS = ["tic_tac_toe", "sealed_bids", "five_kingdoms", "reversi"]
"""Small ones and a large one, with proofs, trials, secret choices, masks of boards."""


@pytest.fixture(autouse=True, scope="module")
def only_new_things_are_looked_through():
    """`played` has memory looked through nearly fifty times: what other tests have left need not be looked at each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.delenv(memory.OFF, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(kept_code, "FEW", 1)
    return tmp_path / "cache" / "rulewright"


@pytest.fixture
def compiled(monkeypatch):
    """What is printed, by name."""
    names, compiled = [], py.compiled

    def noted(body, title):
        names.extend(one.name for one in body)
        return compiled(body, title)

    monkeypatch.setattr(py, "compiled", noted)
    return names


def played(name, *seeds, picks=60, guarded=False):
    """The states of some games after each pick, on a machine of their own, whose code is kept when it is gone."""
    pack = interpreter.load(name)
    pack.guarded = guarded
    states = []
    for seed in seeds:
        chance = random.Random(seed)
        game = pack.new_game(seed=seed)
        for _ in range(picks):
            if game.pending is None:
                break
            states.append((list(game.state), list(game.pending.values), game.estimate(0)))
            game.choose(chance.randrange(len(game.pending.values)))
    del pack, game
    gc.collect()
    return states


@pytest.mark.parametrize("name", PACKS)
def test_what_was_printed_once_is_not_printed_again(name, compiled):
    first = played(name, 1)
    assert len(compiled) == len(set(compiled)), "a function is printed twice"
    compiled.clear()
    assert played(name, 1) == first
    assert compiled == []


@pytest.mark.parametrize("name", PACKS)
def test_what_processes_print_fits_together_in_any_order(name, monkeypatch, compiled):
    """One has printed what its game needed; another brings that, prints the rest, and writes down both."""
    with monkeypatch.context() as without:
        without.setenv(memory.OFF, "1")
        alone = {seed: played(name, seed) for seed in (1, 2, 3)}
    for seed in (2, 3, 1):
        assert played(name, seed) == alone[seed]
    compiled.clear()
    assert played(name, 3, 1, 2) == alone[3] + alone[1] + alone[2]
    assert compiled == []


def test_much_is_written_down_before_the_end_and_little_never(folders, monkeypatch):
    pack = interpreter.load("tic_tac_toe")
    before = set(folders.iterdir())
    pack.new_game(seed=1)
    assert set(folders.iterdir()) - before
    monkeypatch.setattr(kept_code, "FEW", 1_000)
    interpreter.load("pig")
    before = set(folders.iterdir())
    played("pig", 1)
    assert set(folders.iterdir()) == before


def test_changed_code_is_printed_anew(folders, compiled):
    first = played("sealed_bids", 1)
    for entry in folders.iterdir():
        whole = entry.read_bytes()
        entry.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    compiled.clear()
    assert played("sealed_bids", 1) == first
    assert compiled


def test_code_of_somebody_else_is_not_run(folders, tmp_path, monkeypatch, compiled):
    first = played("sealed_bids", 1)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of somebody else"))
    compiled.clear()
    assert played("sealed_bids", 1) == first
    assert compiled


def test_who_looks_at_what_is_relied_on_prints_everything(compiled):
    """Machines that note what an answer depended on bring nothing from elsewhere; guarded ones have code of their own."""
    played("sealed_bids", 1)
    for kept in ("fired", "guarded"):
        compiled.clear()
        pack = interpreter.load("sealed_bids")
        setattr(pack, kept, set() if kept == "fired" else True)
        pack.new_game(seed=1)
        assert compiled, kept


def test_guarded_code_is_kept_beside_the_other(compiled):
    plain = played("sealed_bids", 1)
    for _ in range(2):
        compiled.clear()
        assert played("sealed_bids", 1, guarded=True) == plain
    assert compiled == []


def test_names_have_nothing_of_a_pack_in_them():
    pack = interpreter.load("five_kingdoms")
    game = pack.new_game(seed=1)
    for _ in range(40):
        game.choose(0)
    ours = {*printed.SUPPORT, "m", "guard", "memo", "lasting", "reached", "estimate", "out_of_steps", "__builtins__"}
    made = [one for one in game.machine.printed.names.known if one not in ours]
    words = {word for kind in pack.vocabulary.kinds.values() for item in kind.items for word in (kind.name, item.id)}
    assert len(made) > 100
    assert not [one for one in made if any(len(word) > 3 and word in one for word in words)]


def test_a_name_tells_its_like_apart():
    assert named_after("F", "value", "a", "b") != named_after("F", "value", "a.b")
    assert named_after("F", "value", 1) != named_after("F", "value", "1")
