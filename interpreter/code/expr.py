"""Expressions of the program: whole numbers over one flat row of cells, and sets of such numbers.

Back ends print these and nothing else. The small constructors at the end (`plus`, `minus`, `both`, …) work out at once what
is certain, so that nobody has to look for it afterwards. Nodes are values: two that look the same are the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, TypeAlias

from interpreter.check.keys import Key
from interpreter.records import record, replace


class _Expr:
    """What all expressions have: arithmetic, as if they were numbers, and what they keep once it was asked for.

    That is a hash, a size, and whether some of it cannot be told.
    """

    __slots__ = ("_hashed", "_size", "_untold")
    _size: int
    _untold: bool

    def __add__(self, other: Expr | int) -> Expr:
        return math("+", self, _lifted(other))  # type: ignore[arg-type]

    def __sub__(self, other: Expr | int) -> Expr:
        return math("-", self, _lifted(other))  # type: ignore[arg-type]

    def __mul__(self, other: Expr | int) -> Expr:
        return math("*", self, _lifted(other))  # type: ignore[arg-type]

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: int) -> Expr:
        return math("-", _lifted(other), self)  # type: ignore[arg-type]


def _lifted(value: Expr | int) -> Expr:
    return Num(value) if isinstance(value, int) else value


@record(frozen=True, slots=True)
class Num(_Expr):
    """A number that is known; yes is 1 and no 0."""

    value: int


@record(frozen=True, slots=True)
class Name(_Expr):
    """A register: who acts, whose script it is, an element of a set, a parameter of a value."""

    id: str


@record(frozen=True, slots=True)
class Local(_Expr):
    """A name of a routine: a register where the routine never rests, else a cell of its frame.

    `waiting`: no name, but what lies above the names there; it may be read only where the state says that there is some.
    """

    slot: int
    waiting: bool = False


@record(frozen=True, slots=True)
class Cell(_Expr):
    """The cell of the row at an address."""

    address: Expr


@record(frozen=True, slots=True)
class Row(_Expr):
    """A number of a constant table; the last entry is for none (-1)."""

    table: Key
    index: Expr


@record(frozen=True, slots=True)
class Clamped(_Expr):
    """A number of a constant table; beyond its ends, the number at the end."""

    table: Key
    index: Expr


@record(frozen=True, slots=True)
class Math(_Expr):
    """Two numbers make one; `/` and `mod` round down, and by 0 they give 0."""

    sign: str
    left: Expr
    right: Expr


@record(frozen=True, slots=True)
class Test(_Expr):
    """Whether two numbers stand to each other so: `==`, `!=`, `<`, `<=`, `>`, `>=`."""

    sign: str
    left: Expr
    right: Expr


@record(frozen=True, slots=True)
class Both(_Expr):
    """Whether all parts hold, asked from left to right."""

    parts: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Either(_Expr):
    """Whether one part holds, asked from left to right."""

    parts: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Nope(_Expr):
    """The opposite of a condition."""

    inner: Expr


@record(frozen=True, slots=True)
class Choose(_Expr):
    """One of two values."""

    cond: Expr
    then: Expr
    other: Expr


@record(frozen=True, slots=True)
class Let(_Expr):
    """A value worked out once and used under a name."""

    name: str
    value: Expr
    inside: Expr


@record(frozen=True, slots=True)
class Call(_Expr):
    """A function of the program: who acts, whose script it is, and its parameters."""

    function: Key
    me: Expr
    this: Expr
    given: tuple[Expr, ...] = ()


@record(frozen=True, slots=True)
class CallRow(_Expr):
    """The function that a table has for an index; where it has none, what is `missing`."""

    table: Key
    index: Expr
    me: Expr
    this: Expr
    missing: int


@record(frozen=True, slots=True)
class Apply(_Expr):
    """A function of the engine, by its name in the table of functions; on boards of a grid, with so many cells in all."""

    function: str
    given: tuple[Expr, ...]
    grid: tuple[int, int] | None = None
    cells: int = 0


@record(frozen=True, slots=True)
class Kept(_Expr):
    """A number that must fit a cell of the row: one that does not stops everything."""

    inner: Expr


@record(frozen=True, slots=True)
class Tried(_Expr):
    """Whether the option a value begins can be completed, found out by trying it on a copy."""

    choice: str
    value: Expr


@record(frozen=True, slots=True)
class Unknown(_Expr):
    """What cannot be told here: asking for it sends the machine to try."""


# ---- sets


@record(frozen=True, slots=True)
class Span(_Expr):
    """The whole numbers from one up to another, which is left out."""

    low: Expr
    high: Expr


@record(frozen=True, slots=True)
class Pieces(_Expr):
    """The pieces of a zone, which is the address of its count cell; `common`: they lie in a room that zones share."""

    zone: Expr
    common: bool = False


@record(frozen=True, slots=True)
class Stretch(_Expr):
    """So many cells of the row from an address on."""

    address: Expr
    count: int


@record(frozen=True, slots=True)
class Waiting(_Expr):
    """The elements of a walk that are still to come, so many of them on top of the stack: where it is rested at only."""

    count: Expr


@record(frozen=True, slots=True)
class RowSet(_Expr):
    """A set out of a constant table; the last entry is for none (-1)."""

    table: Key
    index: Expr


@record(frozen=True, slots=True)
class Listed(_Expr):
    """Numbers one by one; unless `sure`, those below 0 (none) are left out."""

    items: tuple[Expr, ...]
    sure: bool


@record(frozen=True, slots=True)
class Keep(_Expr):
    """The elements of a set for which a condition holds; `first` is worked out once before."""

    items: Expr
    name: str
    cond: Expr
    first: tuple[tuple[str, Expr], ...] = ()


@record(frozen=True, slots=True)
class Has(_Expr):
    """Whether a condition holds for one element of a set."""

    items: Expr
    name: str
    cond: Expr


@record(frozen=True, slots=True)
class Count(_Expr):
    """How many elements a set has."""

    items: Expr


@record(frozen=True, slots=True)
class CountEqual(_Expr):
    """How many cells of a stretch hold a number, seen through a table if there is one."""

    cells: Stretch
    table: Key | None
    wanted: Expr


@record(frozen=True, slots=True)
class Fold(_Expr):
    """A function of the engine over a set and a value for each element of it."""

    function: str
    items: Expr
    name: str
    each: Expr
    given: tuple[Expr, ...] = ()


@record(frozen=True, slots=True)
class Counted(_Expr):
    """A set that is about to be gone through, each turn taking so many parts of work: counted before anything is done."""

    items: Expr
    turn: int


@record(frozen=True, slots=True)
class Among(_Expr):
    """Whether a set has an element."""

    item: Expr
    items: Expr


Expr: TypeAlias = (
    Num | Name | Local | Cell | Row | Clamped | Math | Test | Both | Either | Nope | Choose | Let | Call | CallRow | Apply
    | Kept | Tried | Unknown | Span | Pieces | Stretch | Waiting | RowSet | Listed | Keep | Has | Count | CountEqual | Fold
    | Counted | Among
)  # fmt: skip

YES, NO = Num(1), Num(0)
ME, THIS, NOBODY = Name("me"), Name("this"), Num(-1)
UNKNOWN = Unknown()
TRUTHS = (Test, Both, Either, Nope, Has, Among, Tried)


@cache
def _slots(form: type[_Expr]) -> tuple[str, ...]:
    """The fields of a form of expression in which others may stand."""
    return tuple(part.name for part in fields(form) if part.type not in ("str", "int", "bool"))  # type: ignore[arg-type]  # every form is a record


def parts(expr: Expr) -> list[Expr]:
    """The expressions an expression is made of."""
    found: list[Expr] = []
    for name in _slots(type(expr)):  # type: ignore[arg-type]
        part = getattr(expr, name)
        if isinstance(part, _Expr):
            found.append(part)  # type: ignore[arg-type]
        elif isinstance(part, tuple):
            for one in part:
                inner = one[1] if isinstance(one, tuple) else one
                if isinstance(inner, _Expr):
                    found.append(inner)  # type: ignore[arg-type]
    return found


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all it is made of."""
    stack = [expr]
    while stack:
        node = stack.pop()
        yield node
        stack += parts(node)


def size(expr: Expr) -> int:
    """How many nodes an expression has, counted once; those that stand in it twice count twice."""
    stack = [] if hasattr(expr, "_size") else [expr]
    while stack:
        node = stack[-1]
        inner = parts(node)
        if missing := [one for one in inner if not hasattr(one, "_size")]:
            stack += missing
            continue
        object.__setattr__(node, "_size", 1 + sum([one._size for one in inner]))  # noqa: SLF001 - of this family
        stack.pop()
    return expr._size  # noqa: SLF001 - of this family


def mentions(expr: Expr, name: str) -> bool:
    """Whether an expression uses a register."""
    return any(isinstance(node, Name) and node.id == name for node in walk(expr))


def rebuilt(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same expression with each of its parts changed."""
    made: dict[str, Any] = {}
    for name in _slots(type(expr)):  # type: ignore[arg-type]
        part = getattr(expr, name)
        if isinstance(part, _Expr):
            made[name] = change(part)  # type: ignore[arg-type]
        elif isinstance(part, tuple) and part and isinstance(part[0], tuple):
            made[name] = tuple((one, change(value)) for one, value in part)
        elif isinstance(part, tuple) and part and isinstance(part[0], _Expr):
            made[name] = tuple(change(one) for one in part)
    return replace(expr, **made) if made else expr


# ---- constructors that work out what is certain

_MATH: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
}
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def math(sign: str, left: Expr, right: Expr) -> Expr:
    """Arithmetic."""
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(_MATH[sign](left.value, right.value))
    if sign == "+":
        return plus(left, right)
    if sign == "-":
        return minus(left, right)
    if sign == "*" and Num(1) in (left, right):
        return left if right == Num(1) else right
    return Math(sign, left, right)


def plus(left: Expr, right: Expr) -> Expr:
    """A sum; known numbers come first and are added up."""
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(left.value + right.value)
    if isinstance(right, Num):
        left, right = right, left
    if isinstance(left, Num):
        if not left.value:
            return right
        match right:
            case Math(sign="+", left=Num(value=inner), right=rest):
                return plus(Num(left.value + inner), rest)
            case Math(sign="-", left=rest, right=Num(value=inner)):
                return (
                    plus(Num(left.value - inner), rest) if left.value >= inner else minus(rest, Num(inner - left.value))
                )
    if isinstance(left, Math) and left.sign == "+" and isinstance(left.left, Num):
        return plus(left.left, plus(left.right, right))
    return Math("+", left, right)


def minus(left: Expr, right: Expr) -> Expr:
    """A difference; numbers taken away one after another are taken away at once."""
    match left, right:
        case Num(value=one), Num(value=two):
            return Num(one - two)
        case _, Num(value=0):
            return left
        case Math(sign="-", left=rest, right=Num(value=one)), Num(value=two):
            return minus(rest, Num(one + two))
        case Math(sign="+", left=Num(value=one), right=rest), Num(value=two):
            return plus(Num(one - two), rest) if one >= two else minus(rest, Num(two - one))
    return Math("-", left, right)


def test(sign: str, left: Expr, right: Expr) -> Expr:
    """A comparison; what is added or taken away on one side goes to the other."""
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(int(_TESTS[sign](left.value, right.value)))
    match left, right:
        case Math(sign="-", left=rest, right=Num(value=one)), Num(value=two):
            return test(sign, rest, Num(one + two))
        case Math(sign="-", left=one_side, right=other), Num(value=0):
            return test(sign, one_side, other)
    return _sums_compared(sign, left, right) if _is_sum(left) or _is_sum(right) else Test(sign, left, right)


def _sums_compared(sign: str, left: Expr, right: Expr) -> Expr:
    """A comparison of sums without what they have in common, if that is something; known numbers end up on one side."""
    (number, terms), (other_number, others) = terms_of(left), terms_of(right)
    common = [term for term in terms if term in others]
    if not common and not (number and other_number):
        return Test(sign, left, right)
    for term in common:
        if term in terms and term in others:
            terms.remove(term)
            others.remove(term)
    if not terms:
        return test(_FLIPPED[sign], _sum(0, others), Num(number - other_number))
    return test(sign, _sum(0, terms), _sum(other_number - number, others))


def _is_sum(expr: Expr) -> bool:
    return isinstance(expr, Math) and expr.sign == "+"


def terms_of(expr: Expr) -> tuple[int, list[Expr]]:
    """What a sum is made of: the numbers that are known, added up, and the rest."""
    if isinstance(expr, Num):
        return expr.value, []
    if isinstance(expr, Math) and expr.sign == "+":
        (number, terms), (other_number, others) = terms_of(expr.left), terms_of(expr.right)
        return number + other_number, terms + others
    return 0, [expr]


def _sum(number: int, terms: list[Expr]) -> Expr:
    total: Expr = Num(0)
    for term in terms:
        total = plus(total, term)
    return plus(total, Num(number))


def both(*given: Expr) -> Expr:
    """All conditions."""
    found: list[Expr] = []
    for part in given:
        if isinstance(part, Num):
            if not part.value:
                return NO if not found else Both((*found, NO)) if any(map(has_unknown, found)) else NO
            continue
        for one in part.parts if isinstance(part, Both) else (part,):
            if one in found or (found and _is_more(found[-1], one)):
                continue
            if found and _is_more(one, found[-1]):
                found.pop()
            found.append(one)
    if not found:
        return YES
    return found[0] if len(found) == 1 else Both(_each_given_the_others(found))


def _is_more(one: Expr, other: Expr) -> bool:
    """Whether a number that is high enough for one condition is so for another, in any case."""
    match one, other:
        case (
            Test(sign=">" | ">=" as sign, left=Cell() | Local() | Name() as left, right=Num(value=least)),
            Test(sign=">" | ">=" as other_sign, left=same, right=Num(value=other_least)),
        ) if left == same:
            return least + (sign == ">") >= other_least + (other_sign == ">")
    return False


def _each_given_the_others(parts: list[Expr]) -> tuple[Expr, ...]:
    """Conditions that must all hold: where one says that two things differ, the others need not ask about that."""
    apart = {side for one in parts if isinstance(one, Test) and one.sign == "!=" for side in _both_ways(one)}
    if not apart:
        return tuple(parts)

    def told(node: Expr) -> Expr:
        match node:
            case Test(sign="==", left=left, right=right) if (left, right) in apart:
                return NO
            case Test(sign=sign, left=left, right=right):
                return test(sign, told(left), told(right))
            case Math(sign="+" | "-" as sign, left=left, right=right):
                return math(sign, told(left), told(right))
            case Choose(cond=cond, then=then, other=other):
                return choose(told(cond), told(then), told(other))
            case Both(parts=inner):
                return both(*map(told, inner))
            case Either(parts=inner):
                return either(*map(told, inner))
            case Has(items=items, name=name, cond=cond) if not any(mentions(one, name) for one, _ in apart):
                return Has(items, name, told(cond))
        return node

    return tuple(one if isinstance(one, Test) and one.sign == "!=" else told(one) for one in parts)


def _both_ways(one: Test) -> tuple[tuple[Expr, Expr], tuple[Expr, Expr]]:
    return (one.left, one.right), (one.right, one.left)


def either(*given: Expr) -> Expr:
    """One of several conditions."""
    found: list[Expr] = []
    for part in given:
        if isinstance(part, Num):
            if part.value:
                return YES
            continue
        found += part.parts if isinstance(part, Either) else (part,)
    if not found:
        return NO
    return found[0] if len(found) == 1 else Either(tuple(found))


def nope(inner: Expr) -> Expr:
    """The opposite."""
    if isinstance(inner, Num):
        return Num(int(not inner.value))
    return inner.inner if isinstance(inner, Nope) and isinstance(inner.inner, TRUTHS) else Nope(inner)


def choose(cond: Expr, then: Expr, other: Expr) -> Expr:
    """One of two values."""
    if isinstance(cond, Num):
        return then if cond.value else other
    return then if then == other else Choose(cond, then, other)


def simple(expr: Expr) -> bool:
    """Whether an expression may be written more than once without costing more."""
    return isinstance(expr, Num | Name | Local)


def known(expr: Expr) -> int | None:
    """The number an expression is, where that is certain."""
    return expr.value if isinstance(expr, Num) else None


def has_unknown(expr: Expr) -> bool:
    """Whether some of it cannot be told. What is found is kept."""
    stack, found = [expr], False
    while stack and not found:
        node = stack.pop()
        known = getattr(node, "_untold", None)
        found = isinstance(node, Unknown) or known is True
        if known is None:
            stack += parts(node)
    object.__setattr__(expr, "_untold", found)
    return found
