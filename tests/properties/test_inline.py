"""Behaviours written out in place do what the behaviours do, whatever is known about amount and bounds."""

from itertools import product
from types import SimpleNamespace

import pytest

from interpreter.machine.inline import IN_PLACE, written_out
from interpreter.primitives import STATEMENTS

NUMBERS = (-3, -1, 0, 1, 2, 5, 9)
BOUNDS = ((0, 6), (None, None), (-2, 1_000_000), (2, 2))


def as_function(name, given, bounds):
    """The written-out lines as a function of the machine, the state and the number."""
    lines = written_out(STATEMENTS[name].behaviour, given, bounds, "answer", "return False")
    text = "\n".join(
        ["def made(m, s, me, number):", "    answer = None", *(f"    {line}" for line in lines), "    return answer"]
    )
    names = {}
    exec(text, names)
    return names["made"]


@pytest.mark.parametrize("name", sorted(IN_PLACE))
@pytest.mark.parametrize("known", [True, False], ids=["a number", "a name"])
def test_written_out_as_declared(name, known):
    amount, cell = ("value", "var") if name == "set_var" else ("amount", "counter")
    seen = 0
    for bounds, number, start, logged in product(BOUNDS, NUMBERS, (2, 4, 6), (True, False)):
        low, high = bounds
        made = as_function(name, ((amount, str(number) if known else "number"), (cell, "0")), bounds)
        results = []
        for run in (STATEMENTS[name].behaviour, made):
            m = SimpleNamespace(
                lows={} if low is None else {0: low},
                highs={} if high is None else {0: high},
                log=[] if logged else None,
            )
            state = [start]
            answer = run(m, state, 1, number) if run is made else run(m, state, 1, **{amount: number, cell: 0})
            results.append((state, m.log, answer is not False))
        assert results[0] == results[1], (bounds, number, start)
        seen += results[0][0] != [start]
    assert seen, "some of these change something"
