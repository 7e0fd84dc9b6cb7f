"""Conditions that come down to counting: at least so many of several tests hold.

Choosing things that must all be different spells out every order in which that can be done; counting says the same.
"""

from __future__ import annotations

from itertools import product

from interpreter.code import expr as x
from interpreter.code.expr import Expr

_FEWEST, _MOST = 3, 6
"""So many tests may be counted: all ways in which they can hold are looked at."""


def counted(cond: Expr) -> Expr:
    """The same condition, said by a count where it is one."""
    tests = list(dict.fromkeys(_tests(cond)))
    if not _FEWEST <= len(tests) <= _MOST or not all(isinstance(one, x.Test) for one in tests):
        return cond
    by_number: list[set[bool]] = [set() for _ in range(len(tests) + 1)]
    for given in product((False, True), repeat=len(tests)):
        by_number[sum(given)].add(_holds(cond, dict(zip(tests, given, strict=True))))
    least = sum(told == {False} for told in by_number)
    if any(len(told) > 1 for told in by_number) or not 1 < least < len(tests):
        return cond
    total: Expr = x.NO
    for one in tests:
        total = x.plus(total, x.choose(one, x.YES, x.NO))
    return x.Test(">=", total, x.Num(least))


def _summed(cond: Expr) -> tuple[list[Expr], int] | None:
    """The tests of a count, and how many of them must hold."""
    match cond:
        case x.Test(sign=">=", left=x.Math(sign="+") as total, right=x.Num(value=least)):
            terms = x.terms_of(total)[1]
            tests = [one.cond for one in terms if isinstance(one, x.Choose) and (one.then, one.other) == (x.YES, x.NO)]
            return (tests, least) if len(tests) == len(terms) else None
    return None


def _tests(cond: Expr) -> list[Expr]:
    if isinstance(cond, x.Both | x.Either):
        return [test for part in cond.parts for test in _tests(part)]
    summed = _summed(cond)
    return [cond] if summed is None else summed[0]


def _holds(cond: Expr, given: dict[Expr, bool]) -> bool:
    match cond:
        case x.Both(parts=parts):
            return all(_holds(part, given) for part in parts)
        case x.Either(parts=parts):
            return any(_holds(part, given) for part in parts)
    summed = _summed(cond)
    return given[cond] if summed is None else sum(given[test] for test in summed[0]) >= summed[1]
