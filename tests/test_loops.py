"""Loops of printed Python do nothing twice, and say what they said before."""

import ast

import pytest

from interpreter.code import expr as x
from interpreter.code.inline import Inline
from interpreter.code.shared import shared
from interpreter.machine import syntax as py
from interpreter.machine.loops import Loops

ROW = list(range(100, 160))
NAMES = {"s": ROW, "T0": [n % 3 for n in range(60)], "wanted": 2, "calls": []}


def expression(text):
    return ast.parse(text, mode="eval").body


def value(made):
    return eval(compile(ast.fix_missing_locations(ast.Expression(made)), "loop", "eval"), dict(NAMES))


@pytest.mark.parametrize(
    ("element", "items", "test", "once"),
    [
        (
            "v",
            "range(5, 20 + 5)",
            "s[7 + v * 2] > s[2 + wanted]",
            "zip(",
        ),  # cells in step, the other side worked out once
        ("v", "range(40)", "s[7 + v] - 1 > max(s[wanted], s[0])", "max"),
        ("v", "range(30)", "any(w == T0[v] for w in [0, wanted])", "setdefault"),
        ("len([w for w in range(30) if s[w] > s[wanted] + v])", "range(3)", None, "for o"),
        # what is named anew for each element is not worked out before the first, nor kept by a row
        ("any(w == T0[v] for w in range(u * 2, 9)) if (u := v % 4) else 0", "range(30)", None, ""),
        # what an inner loop goes through twice is no stream that is empty the second time
        ("sum([w for w in range(20) if s[w] > 105])", "range(3)", None, "for o"),
        # what depends on an inner element as well is not kept by the row of the outer one
        ("any(v > 3 and any(w == T0[v] + u for w in range(5)) for u in range(9))", "range(30)", None, ""),
    ],
)
def test_a_loop_says_what_it_said(element, items, test, once):
    loops = Loops(is_shared=lambda table: table == "T0")
    plain = f"[{element} for v in {items}" + (f" if {test}]" if test else "]")
    made = loops.listed(expression(element), "v", expression(items), test and expression(test), [])
    nested = loops.listed(made, "again", expression("range(2)"), None, [])
    assert value(made) == value(expression(plain))
    assert value(nested) == [value(expression(plain))] * 2
    assert once in ast.unparse(ast.fix_missing_locations(made))


def test_a_search_says_what_it_said():
    loops = Loops(is_shared=lambda table: table == "T0")
    body = loops.search(expression("s[3 + v * 2] == s[9]"), "v", expression("range(20)"), py.code("return v"))
    names = dict(NAMES)
    exec(py.compiled([py.function("found", [], body)], "search"), names)
    assert names["found"]() == 3


KEPT = x.Keep(x.Span(x.NO, x.Num(9)), "x1", x.Test("==", x.Cell(x.Name("x1")), x.ME))


def test_what_is_surely_worked_out_twice_has_a_name():
    first, rest = shared(x.Math("+", x.Count(KEPT), x.Math("*", x.Count(KEPT), x.Num(3))))
    assert first == [("c0", KEPT)]
    assert rest == x.Math("+", x.Count(x.Name("c0")), x.Math("*", x.Count(x.Name("c0")), x.Num(3)))


def test_what_may_not_be_worked_out_has_none():
    guarded = x.Choose(x.ME, x.Count(KEPT), x.Math("+", x.Count(KEPT), x.YES))
    assert shared(guarded) == ([], guarded)


class Short:
    steps = 0
    body = x.Has(x.Span(x.NO, x.Num(3)), "x1", x.Test("==", x.Name("x1"), x.Name("a0")))


def test_a_function_written_out_takes_no_name_of_its_surroundings():
    call = x.Call("f", x.ME, x.NOBODY, (x.Name("x1"),))
    made = Inline({"f": Short}).out(x.Keep(x.Span(x.NO, x.Num(9)), "x1", call))
    assert made.cond == x.Has(x.Span(x.NO, x.Num(3)), "y1", x.Test("==", x.Name("y1"), x.Name("x1")))
