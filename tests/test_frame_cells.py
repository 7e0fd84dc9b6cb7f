"""Cells of frames under names of their own: the same code, which reads a cell once."""

import ast

import pytest

from interpreter.machine import syntax as py
from interpreter.machine.frame_cells import named

CODES = {
    "read twice": "s[0] = s[f+1] + s[f+1]",
    "written, then read": "s[f+1] = len(s)\ns[0] = s[f+1] * s[f+1]",
    "written in between": "a = s[f+1]\ns[f+1] = a + 1\nb = s[f+1]\ns[f+1] = b + 1\ns[0] = s[f+1] + s[f+1]",
    "counted down": "if not s[f+2]: return 9\ns[f+2] -= 1\ns[0] = s[f+2] + s[f+2]",
    "another frame": "a = s[f+1] + s[f+1]\nf = s[f]\ns[0] = a + s[f+1] + s[f+1]",
    "one side writes": "a = s[f+1]\nif a > 3: s[f+1] = 7\ns[0] = s[f+1] + s[f+1]",
    "one side leaves": "if s[f+1] > 3:\n    s[f+1] = 7\n    return s[f+1]\ns[0] = s[f+1] + s[f+1]",
    "both sides write": "if s[f+1] > 3: s[f+1] = 7\nelse: s[f+1] = len(s)\ns[0] = s[f+1] + s[f+1]",
    "one side changes the frame": "a = s[f+1] + s[f+1]\nif a > 3: f = s[f]\ns[0] = a + s[f+1]",
    "a loop writes": "a = s[f+1]\nfor x in (1, 2): s[f+1] = s[f+1] + s[f+1] + x\ns[0] = s[f+1] + a",
    "a loop reads": "s[f+1] = len(s)\nfor x in (1, 2): s[0] = s[0] + s[f+1]",
    "a loop as long as a cell": "while s[f+1] > 0: s[f+1] = s[f+1] - 1\ns[0] = s[f+1] + s[f+2]",
    "a truth is a number again": "s[f+1] = s[0] > 3\ns[0] = s[f+1] + s[f+1]",
    "who acts": "me = s[f+2]\nme = s[f+2] = s[f+1]\ns[0] = me + s[f+2]",
    "who acts is asked": "me = s[f+2]\nme = s[f+2] = me + 1\ns[0] = me",
    "inside a set": "s[0] = sum([s[f+1] + x for x in range(s[f+1])])",
    "several at once": "s[f+1] = s[f+2] = s[f+3] + s[f+3]\ns[0] = s[f+1] + s[f+2]",
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize("cells", [[5, 6, 5, 2, 1, 0, 2, 4, 8], [3, 1, 0, 0, 5, 1, 1, 9, 3]])
def test_it_does_the_same(code, cells):
    lines = ast.parse(code).body
    states, answers = [], []
    for body in (lines, named(lines)):
        for node in (one for line in body for one in ast.walk(line)):
            node.__dict__.pop("lineno", None)  # printed code has no places yet
        names = {}
        exec(py.compiled([py.function("g", ["s", "f"], body)], "frames"), names)
        state = list(cells)
        answers.append(names["g"](state, 4))
        states.append(state)
    assert states[0] == states[1]
    assert answers[0] == answers[1]


def reads(code):
    made = ast.fix_missing_locations(ast.Module(named(ast.parse(code).body), []))
    return ast.unparse(made).count("s[f + 1]")


def test_a_cell_is_read_once():
    assert reads("s[0] = s[f+1] + s[f+1] + s[f+1]") == 1
    assert reads("s[f+1] = s.pop()\ns[0] = s[f+1]\ns[3] = s[f+1]") == 1
    assert reads("s[0] = s[f+1]\nf = s[f]\ns[3] = s[f+1]") == 2
