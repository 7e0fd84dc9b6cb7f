"""Sets that are sieved by what was found out beforehand: the same elements, and the same steps, as asked one by one."""

from array import array
from functools import cache
from pathlib import Path

import pytest
import wasmtime
from tiny_pack import _packed

from interpreter.check.keys import verb
from interpreter.machine import Fault
from interpreter.play.pack import check_source
from interpreter.source import read_archive
from interpreter.wasm import own_pieces
from interpreter.wasm.engine import Compiled, Shape, engine, narrowed
from interpreter.wasm.module import BEGIN, FAULTS, Module
from interpreter.wasm.sieves import Sieves

MOSAIC = Path(__file__).parents[2] / "bench" / "mosaic"
FORMS = {
    "parts": "count(my.cells where row is 3 and any(slab))",
    "whole": "count(my.cells where column is my.fame)",
    "beside": "count(my.cells where crowded and not any(slab))",
    "recalled": "count(market where worth > 2 and has_place(it))",
    "widely": "count(market where has_place(it))",
    "lanes": "on_offer(best(stones, on_offer(it)))",
    "laid": "lowest(stones, my.laid_of(it))",
    "own": "count(plans where player is me) + sum(plans where player is me and any(board), 2)",
    "others": "sum(everyone, 5 * count(my.finished) + plans_of(it))",
    "choosing": "highest(my.cells, (3 if any(slab) else 2) + row)",
}
OFFERED = """
- verb: exhaust offered
  source: designed
  effect: |
    repeat my.coins:
      gain 1 fame
    draft a tile
"""
"""What can be drafted is proved, tile by tile, with what is left of the steps."""
VALUES = """
- value: has_place
  with: {tile: tile}
  source: designed
  is: any(my.cells where takes(tile))

- value: plans_of
  with: {who: player}
  source: designed
  is: count(plans where player is who)

- value: crowded
  of: cell
  source: designed
  is: any(neighbours where any(slab))
"""
TRY = """
- verb: measure {name}
  source: designed
  effect: |
    set my.fame to 4
    let found = {value}
    set my.coins to found + 7

- verb: exhaust {name}
  source: designed
  effect: |
    repeat my.coins:
      if {value} > 900:
        gain 1 fame
"""


class Both:
    """The game of the benchmark with a verb for each form, in Python and in WebAssembly."""

    def __init__(self, recalled=Sieves._recalled):
        files = {path.relative_to(MOSAIC).as_posix(): path.read_bytes() for path in MOSAIC.rglob("*.yaml")}
        rules = VALUES + OFFERED + "".join(TRY.format(name=name, value=value) for name, value in FORMS.items())
        self.pack = check_source(read_archive(_packed({**files, "rules/case.yaml": rules.encode()}), "case"))
        assert [one.message for one in self.pack.diagnostics] == []
        game = self.played(0)
        self.machine = game.machine
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Sieves, "_recalled", recalled)
            printed = Module(self.machine, game.names.backs, every=True).printed()
        program = Compiled(Shape.of(printed), wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(printed.text))))
        self.instance = program.instance()
        self.state = self.instance.room("state", program.shape.state_bytes)
        self.wide = self.instance.room("row", program.shape.wide_bytes)
        self.out = self.instance.room("out", 16 + 4 * 512)

    def played(self, picks):
        """A game after so many picks."""
        game = self.pack.new_game(players=3, seed=5)
        for number in range(picks):
            game.choose(number % 3 % len(game.pending.values))
        return game

    def entered(self, game, name):
        """Carry a verb out on both; gives how it stands inside and the state there, and whether Python stopped."""
        row = list(game.state)
        self.machine.enter(row, verb(name), 0)
        self.instance.write(self.state, narrowed(row))
        status = self.instance.call("step", self.state, BEGIN, self.out, 512)
        self.instance.call("widened", self.state, self.wide)
        try:
            game.enter(verb(name), 0)
        except Fault:
            return status, [], True
        return status, list(array("q", self.instance.row(self.wide))), False


@cache
def both():
    return Both()


@pytest.mark.parametrize("picks", [0, 30, 60])
@pytest.mark.parametrize("form", FORMS)
def test_the_same_elements(form, picks):
    game = both().played(picks)
    before = list(game.state)
    status, row, stopped = both().entered(game, f"measure {form}")
    assert (status < 2, stopped) == (True, False)
    assert row == list(game.state) != before


def most_coins(side, stops):
    """With how many coins, and so many turns of a loop, something just does not stop."""
    coins = side.machine.program.layout.vars["player.coins"].base
    low, high = 1, 100_000
    while high - low > 1:
        middle = (low + high) // 2
        game = side.played(0)
        game.state[coins] = middle
        low, high = (low, middle) if stops(game, middle) else (middle, high)
    assert 10 < low < 99_999
    return low


@pytest.mark.parametrize("form", ["recalled", "widely", "parts", "beside"])
def test_the_same_steps(form):
    """However often something is asked, it is paid for as often: the script stops after as many turns."""

    def stops(game, middle):
        status, _, stopped = both().entered(game, f"exhaust {form}")
        assert stopped == (status >= 2), middle
        assert not stopped or FAULTS[status - 2] == "STEPS"
        return stopped

    most_coins(both(), stops)


def test_what_is_recalled_is_paid_for_as_if_it_were_asked():
    """Tiles that can be drafted are proved one by one; places for each stone are looked for once, and paid for each tile."""
    asked = Both(recalled=lambda *_: "")
    found = {
        most_coins(side, lambda game, _, side=side: side.entered(game, "exhaust offered")[0] >= 2)
        for side in (both(), asked)
    }
    assert len(found) == 1


def test_what_is_found_out_beforehand_is_used(monkeypatch):
    """The cases above go the ways they are about."""
    used = set()

    def noting(name, way):
        def noted(self, *given):
            found = way(self, *given)
            used.update({name} if found is not None else ())
            return found

        monkeypatch.setattr(Sieves, name, noted)

    asked, added = [], own_pieces._added
    monkeypatch.setattr(own_pieces, "_added", lambda *given: asked.append(given[1]) or added(*given))
    for name in ("_table_of_parts", "_bits", "_values_of"):
        noting(name, getattr(Sieves, name))
    text = Module(both().machine, both().played(0).names.backs, every=True).printed().text
    assert used == {"_table_of_parts", "_bits", "_values_of"}
    assert "i16x8.add" in text
    assert asked
