"""What `tests/test_whole_primitives.py` declares runs in WebAssembly as well, or is refused with a reason."""

import pytest
import test_whole_primitives as whole
from beside import Inside
from test_whole_primitives import declared, tried, value  # noqa: F401 - a fixture

from interpreter.wasm import module
from interpreter.wasm.offered import NotOffered

TRADE = """
(func $do_trade (param $s i32) (param $me i32) (param $k i32) (param $one i32) (param $other i32) (result i32)
  (local $left i32) (local $right i32)
  (if (i32.lt_s (local.get $one) (i32.const 0)) (then (return (i32.const 1))))
  (if (i32.lt_s (local.get $other) (i32.const 0)) (then (return (i32.const 1))))
  (local.set $left (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $one))))
  (local.set $right (i32.load (call $cell_of (local.get $s) (i32.load (local.get $k)) (local.get $other))))
  (if (i32.eqz (local.get $left)) (then (return (i32.const 1))))
  (if (i32.eqz (local.get $right)) (then (return (i32.const 1))))
  (if (i32.eq (local.get $left) (local.get $right)) (then (return (i32.const 1))))
  (call $lift (local.get $s) (local.get $k) (local.get $one))
  (call $lay_on_top (local.get $s) (local.get $k) (local.get $one) (local.get $right))
  (call $lift (local.get $s) (local.get $k) (local.get $other))
  (call $lay_on_top (local.get $s) (local.get $k) (local.get $other) (local.get $left))
  (i32.const 1))
"""
"""All that one adds to `interpreter/primitives/behaviours.wat` for a statement that changes more than a cell."""


@pytest.fixture(autouse=True)
def inside(monkeypatch):
    monkeypatch.setattr(whole, "Twin", Inside)


@pytest.mark.parametrize("coins", range(4))
def test_a_change_of_a_cell_needs_nothing_more(coins):
    game, twin = tried(f"set my.coins to {coins}\nmay:\n  double coins\n  pay 4 coins\n  gain 1 points")
    assert (game.pending is not None) == (coins >= 2)
    if game.pending is not None:
        taken = game.pending.values[game.decision.options.keys.index("yes")]
        game.choose_key("yes")
        assert twin.chosen(taken)
        twin.compare()
        assert value(game, "my.coins") == 2 * coins - 4


def test_what_goes_beyond_the_maximum_is_handed_over():
    game, _ = tried("set my.energy to 2\ndouble my.energy")
    assert value(game, "my.points") == 1


def test_a_function_with_a_form_needs_nothing_more():
    game, _ = tried("set my.coins to least(range(3, 5), it * 2)")
    assert value(game, "my.coins") == 6


@pytest.mark.parametrize(
    ("effect", "what"), [("turn all my.purse", "turn_all"), ("gain product(my.hand, cost) coins", "product")]
)
def test_what_is_written_in_python_only_is_refused_with_a_reason(effect, what):
    with pytest.raises(NotOffered, match=f"`{what}` is written in Python only"):
        tried(effect)


def test_a_statement_runs_by_what_behaviours_wat_says_of_it(monkeypatch):
    text = module.behaviours_text() + TRADE
    monkeypatch.setattr(module, "behaviours_text", lambda: text)
    game, _ = tried(whole.LAID + "trade one for other")
    assert value(game, "count(my.hand)") == value(game, "count(display)") == 1
