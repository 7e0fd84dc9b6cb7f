"""Searches of printed Python become functions of their own, and find what they found before."""

import ast
from array import array
from types import SimpleNamespace

import pytest

from interpreter.machine import syntax as py
from interpreter.machine.searches import Searches
from interpreter.machine.support import SUPPORT, first_equal

NAMES = {"s": list(range(100, 160)), "T0": [n % 3 for n in range(60)], "T1": [(n, n + 2) for n in range(60)], **SUPPORT}


@pytest.mark.parametrize(
    "text",
    [
        "any(s[v] > 120 for v in range(a0))",
        "any(s[v] > o0 + T0[v] for o0 in (s[a0] + 4,) for v in range(9, 20) for t0 in (T0[v],) if t0 == 1)",
        # among others, or not: one by one
        "any(not a0 in [T0[y] for y in T1[v]] for v in range(10))",
        "any(a0 in [T0[y] for y in T1[v]] for v in range(10))",
        "any(not a0 in [T0[y] for y in T1[v] if y > 3] for v in range(2))",
        "any(v > 2 and (T0[v] and not a0 in [T0[y] for y in T1[v]]) for v in range(10))",
        # what is counted is counted before
        "any(s[v] > 120 + a0 for v in counted(m, range(a0, 30), 5))",
        "any(s[v] + w > 120 + a0 for v in counted(m, range(a0, 3), 5) for w in counted(m, range(v), 9))",
        # what is named inside is nobody else's, what is named outside is handed in
        "any(v == a0 for v in (lambda t0: range(t0, t0 + 3) if t0 >= 0 else range(0))(a0 - 1))",
        "any(s[y0 + v] > 130 if (y0 := T0[v]) else 0 for v in range(a0))",
        "[v for v in range(6) if any(w == v + a0 and any(u == w for u in range(3, 5)) for w in range(5))]",
        "first([v * 2 for v in range(20) if T0[v] == 2 and v > a0])",
        "first([v for v in range(3) if v > a0])",
    ],
)
@pytest.mark.parametrize("given", [0, 1, 3, 25])
def test_a_search_finds_what_it_found(text, given):
    tree = ast.parse(text, mode="eval").body
    for node in ast.walk(tree):
        node.__dict__.pop("lineno", None)  # printed code has no places yet
    function = py.function("f", ["s", "a0"], [py.answer(tree)])
    counting, again = SimpleNamespace(fuel=1000), SimpleNamespace(fuel=1000)
    plain = eval(text, {**NAMES, "a0": given, "m": counting})
    made = Searches().apart([function])
    names = {**NAMES, "m": again}
    exec(py.compiled(made, "searches"), names)
    assert names["f"](NAMES["s"], given) == plain
    assert again == counting
    assert len(made) > 1


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("first([v for v, q in zip(range(a0, 40), s[3 + a0:43]) if q == 128])", "first_equal(s, 128, 3 + a0, 43, a0)"),
        ("first([v for v, q in zip(range(2), s[3:5]) if q == 104])", None),  # a range without its beginning
        ("first([v for v, q in zip(range(a0, 40), s[3 + a0:43]) if q == a0])", None),
        ("first([q for v, q in zip(range(a0, 40), s[3 + a0:43]) if q == 128])", None),
    ],
)
@pytest.mark.parametrize("given", [0, 1, 25, 39])
def test_the_first_of_equal_cells_is_looked_for_at_once(text, becomes, given):
    tree = ast.parse(text, mode="eval").body
    plain = eval(text, {**NAMES, "a0": given})
    made = Searches().visit(tree)
    assert (ast.unparse(made) if ast.unparse(made).startswith("first_equal") else None) == becomes
    if becomes is not None:
        assert eval(becomes, {**NAMES, "a0": given}) == plain


@pytest.mark.parametrize("mask", ["b'\\x00\\x00'", "b'\\x00\\x01'", "b''"])
def test_whether_a_column_keeps_anything_is_asked_at_once(mask):
    text = f"any((1 for v in compress(range(2), {mask})))"
    made = Searches().visit(ast.parse(text, mode="eval").body)
    assert ast.unparse(made) == f"any({mask})"
    assert eval(ast.unparse(made)) == eval(text, NAMES)


@pytest.mark.parametrize("kind", [list, lambda cells: array("q", cells)])
def test_no_cell_is_equal(kind):
    assert first_equal(kind([5, 6, 7, 6]), 6, 2, 4, 10) == 11
    assert first_equal(kind([5, 6, 7, 6]), 9, 0, 4, 10) == -1
    assert first_equal(kind([5, 6, 7, 6]), 5, 1, 4, 10) == -1
