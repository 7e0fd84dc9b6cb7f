"""The printer knows every node, expression, function and statement there is, or says which one it does not know."""

import re
import sys
from typing import get_args

import manifests
import pytest
from offered_tables import tables
from random_games import pack
from tiny_pack import checked

from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.play.fast import module_of
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.wasm.blocks import Blocks
from interpreter.wasm.folds import Folds
from interpreter.wasm.module import Module, behaviours_text
from interpreter.wasm.offered import NotOffered
from interpreter.wasm.values import Values

LOWERED = {"following", "count", "any", "players", "smaller", "larger"}
OWN = {"copies"}
"""Kinds of functions that are a value of their own for the checker already."""
BOARDS = {"step", "ray", "distance", "distance around", "turned"}
"""Forms that are an expression of their own before a printer sees them: those of boards look into a table (code/boards.py)."""


def source(*functions):
    import inspect

    return "".join(inspect.getsource(one) for one in functions)


@pytest.mark.parametrize("form", [one.__name__ for one in get_args(x.Expr)])
def test_every_expression_is_printed(form):
    assert re.search(rf"\bx\.{form}\(", source(Values)), f"no case for {form} in interpreter/wasm/values.py"


@pytest.mark.parametrize("form", [one.__name__ for one in get_args(pr.Node)])
def test_every_node_is_printed(form):
    assert re.search(rf"\b(pr\.)?{form}\(", source(Blocks)), f"no case for {form} in interpreter/wasm/blocks.py"


@pytest.mark.parametrize("name", [name for name, one in FUNCTIONS.items() if one.kind not in OWN])
def test_every_function_runs_in_webassembly(name):
    form = FUNCTIONS[name].form
    assert form, f"`{name}` has no form: a pack that says it is played in Python only, many times slower"
    printed = source(*(sys.modules[one.__module__] for one in (Values, Folds)))
    assert form in LOWERED | BOARDS or f'"{form}"' in printed, f"`{name}` has no form in interpreter/wasm/folds.py"


@pytest.mark.parametrize("name", [name for name, one in STATEMENTS.items() if one.change is None])
def test_every_statement_runs_in_webassembly(name):
    assert f"(func $do_{name} " in behaviours_text(), f"`{name}` is missing in interpreter/primitives/behaviours.wat"


OURS = re.compile(
    r"\$[A-Z]\d+|\$[lavbcqr]\d+|\$plain\d+"  # functions, locals, labels, types
    r"|(?:i32|i64|i16x8|v128|local|global)\.[a-z0-9_]+|offset=\d+|-?\d+|i32|i64|i64x2|v128"
    r"|module|type|func|param|result|local|global|mut|table|elem|funcref|tag|block|loop|if|then|else|br|br_if|br_table"
    r"|try_table|catch|select|end|call|call_indirect|return|return_call|drop|throw|unreachable|memory|export|data|\"memory\""
)


LARGEST = [(name, players) for name, players in tables() if players == max(manifests.players(name))]
"""A name is given out in the same way for every number of players."""


@pytest.mark.parametrize(("name", "players"), LARGEST)
def test_no_word_of_a_pack_is_printed(name, players):
    """Names in a module are letters and numbers that are given out, or words of the machine's own files."""
    game = pack(name)
    for covered in (False, True):
        printed = module_of(game, game.machine(players, game.options()), covered=covered).printed()
        _demand_own_names(printed.text, Module.own_text(covered=covered))


def _demand_own_names(text, *own):
    known = {one for part in own for one in re.findall(r"\$\w+", part)} | NAMED
    for part in own:
        assert part in text
        text = text.replace(part, "")
    assert re.fullmatch(r"(?:\\[0-9a-f]{2})*", re.search(r'\(data \(i32.const \d+\) "([^"]*)"\)', text)[1])
    text = re.sub(r"\(data [^\n]*", "", text)
    words = set(re.findall(r"[^\s()]+", text))
    assert sorted(word for word in words - known if not OURS.fullmatch(word)) == []


NAMED = {
    f"${one}"
    for one in (
        "RECALLED",
        "MOST_OPTIONS",
        "zero",
        "one",
        "go",
        "offer",
        "no_condition",
        "no_proof",
        "lost",
        "again",
        "me",
        "this",
        "heap",
        "plain",
    )
}
"""What is neither numbered nor in the files of the machine."""


def test_what_is_written_in_python_only_is_refused_with_a_reason(monkeypatch):
    from dataclasses import replace

    monkeypatch.setitem(FUNCTIONS, "highest", replace(FUNCTIONS["highest"], form=""))
    game = checked(
        {
            "rules/case.yaml": b"- value: tallest\n  is: highest(goods, 1)\n  source: designed\n- verb: try it\n  source: designed\n  effect: |\n    gain tallest wood\n"
        }
    )
    with pytest.raises(NotOffered, match="`highest` is written in Python only"):
        module_of(game, game.machine(2, game.options())).printed()
