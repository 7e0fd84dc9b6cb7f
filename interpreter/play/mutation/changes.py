"""One change at a time to the tree of a script: a number, a comparison, a condition, an order, a statement.

A change knows the way to the node it rewrites, so that it can be made in every script of the same shape: a template
gives many. It also knows the words: which stretch of the script it replaces, and what would stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

from interpreter.primitives import FUNCTIONS
from interpreter.syntax import tree as t

Way = tuple[str | int, ...]
REMOVED = "(removed)"
GUARD = 20
"""Turns of a loop with a condition from which on their number is a safety net and no rule."""

_COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
}
_ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "mod": "/"}


@dataclass(frozen=True, slots=True)
class Change:
    """Something else in one place of a script. `put` stands instead of the text at `at`."""

    sort: str
    way: Way
    at: t.At
    put: str
    rewrite: Callable[[Any], Any]
    whole: str = ""
    """What it is, where no stretch of text says it: the statements before and after."""
    pair: tuple[t.At, t.At] | None = None
    """The two statements that change places."""

    def made_in(self, tree: Any) -> Any:  # noqa: ANN401 - a node of a script
        """The same script with this change. Raises LookupError when its shape is another."""
        return _at(tree, self.way, self.rewrite)


def changes(tree: Any, text: str) -> list[Change]:  # noqa: ANN401 - a node of a script
    """Every change of a script, in the order of the text."""
    found = list(_changes(tree, (), text))
    return sorted(found, key=lambda one: (one.at, one.sort, one.put, one.whole))


def _at(node: Any, way: Way, rewrite: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - a node of a script
    if not way:
        return rewrite(node)
    step, rest = way[0], way[1:]
    if isinstance(step, int):
        if not isinstance(node, tuple) or step >= len(node):
            raise LookupError(step)
        return (*node[:step], _at(node[step], rest, rewrite), *node[step + 1 :])
    if not hasattr(node, step):
        raise LookupError(step)
    return replace(node, **{step: _at(getattr(node, step), rest, rewrite)})


def _changes(node: Any, way: Way, text: str) -> Iterator[Change]:  # noqa: ANN401 - a node of a script
    if isinstance(node, tuple):
        for number, inner in enumerate(node):
            yield from _changes(inner, (*way, number), text)
        return
    if not is_dataclass(node) or _only_says(node):
        return
    yield from _of_value(node, way, text)
    yield from _of_statement(node, way, text)
    left_out = _not_alone(node)
    for one in fields(node):
        if one.name in left_out:
            continue
        yield from _changes(getattr(node, one.name), (*way, one.name), text)


def _not_alone(node: Any) -> tuple[str, ...]:  # noqa: ANN401 - a node of a script
    """Parts that are not changed on their own."""
    if isinstance(node, t.Repeat) and _is_guard(node):
        return ("count",)
    if isinstance(node, t.ChooseSeveral) and _is_exact(node):
        return ("low", "high")
    return ()


def _is_exact(node: t.ChooseSeveral) -> bool:
    return node.low is not None and node.low == node.high


def _is_guard(node: t.Repeat) -> bool:
    return node.while_ is not None and isinstance(node.count, t.Number) and node.count.value >= GUARD


# ---- values

_HAS = next(one.name for one in FUNCTIONS.values() if one.form == "any")
"""The function that says whether a set has something."""


def _of_value(node: Any, way: Way, text: str) -> Iterator[Change]:  # noqa: ANN401, C901 - one case per node
    match node:
        case t.Number():
            yield from _of_number(node, way, text, _plus)
        case t.Truth(at, value):
            put = "no" if value else "yes"
            yield Change("condition", way, at, put, lambda found: replace(found, value=not found.value))
        case t.Binary():
            yield from _of_binary(node, way, text)
        case t.Not(at, value):
            yield Change("condition", way, at, _words(value, text), lambda found: found.value)
        case t.Empty(at, value):
            put = f"{_HAS}({_words(value, text)})"
            yield Change(
                "condition", way, at, put, lambda found: t.Call(found.at, None, _HAS, found.at, (found.value,))
            )
        case t.Where(at, base, _):
            yield Change("condition", way, at, _words(base, text), lambda found: found.base)
        case t.Either(at, then, _, other):
            yield Change("condition", way, at, _words(then, text), lambda found: found.then)
            yield Change("condition", way, at, _words(other, text), lambda found: found.other)
        case t.Call(func=func, func_at=at) if func in FUNCTIONS and FUNCTIONS[func].opposite:
            put = FUNCTIONS[func].opposite
            yield Change("order", way, at, put, lambda found: replace(found, func=FUNCTIONS[found.func].opposite))
        case t.Listing(at, items) if len(items) > 2:
            for number in range(len(items)):
                left = (*items[:number], *items[number + 1 :])
                put = f"({', '.join(_words(one, text) for one in left)})"
                yield Change("condition", (*way, "items"), at, put, _without(number))


def _of_number(node: t.Number, way: Way, text: str, plus: Callable[[int], Callable[[Any], Any]]) -> Iterator[Change]:
    """One more and one less; only what is written, not what a statement without a number counts as."""
    if not _words(node, text).isdigit():
        return
    for more in (1, -1):
        if node.value + more >= 0:
            yield Change("number", way, node.at, str(node.value + more), plus(more))


def _plus(more: int) -> Callable[[Any], Any]:
    return lambda found: replace(found, value=found.value + more)


def _both_plus(more: int) -> Callable[[Any], Any]:
    """For `choose 2 cards`: no fewer and no more."""

    def rewrite(found: t.ChooseSeveral) -> t.ChooseSeveral:
        assert isinstance(found.low, t.Number)
        both = replace(found.low, value=found.low.value + more)
        return replace(found, low=both, high=both)

    return rewrite


def _without(number: int) -> Callable[[Any], Any]:
    return lambda items: (*items[:number], *items[number + 1 :])


def _of_binary(node: t.Binary, way: Way, text: str) -> Iterator[Change]:
    if node.op in ("and", "or"):
        for side in ("left", "right"):
            put = _words(getattr(node, side), text)
            yield Change("condition", way, node.at, put, attrgetter(side))
        return
    others = _COMPARISONS.get(node.op) or ((_ARITHMETIC[node.op],) if node.op in _ARITHMETIC else ())
    gap = text[node.left.at[1] : node.right.at[0]]
    inside = gap.find(node.op)
    start = node.left.at[1] + max(inside, 0)
    at = (start, start + len(node.op)) if inside >= 0 else node.at
    sort = "comparison" if node.op in _COMPARISONS else "number"
    for other in others:
        put = other if inside >= 0 else f"{_words(node.left, text)} {other} {_words(node.right, text)}"
        yield Change(sort, way, at, put, partial(_with_sign, other))


def _with_sign(sign: str, found: t.Binary) -> t.Binary:
    return replace(found, op=sign)


def _words(node: Any, text: str) -> str:  # noqa: ANN401 - a node of a script
    return text[node.at[0] : node.at[1]]


# ---- statements


def _of_statement(node: Any, way: Way, text: str) -> Iterator[Change]:  # noqa: ANN401 - a node of a script
    match node:
        case t.Block(statements=statements):
            yield from _of_block(statements, (*way, "statements"), text)
        case t.If():
            yield from _of_branches(node, way, text)
        case t.Repeat(while_=while_) if while_ is not None:
            yield Change("condition", way, while_.at, "yes", lambda found: replace(found, while_=None))
        case t.ChooseSeveral(low=t.Number() as low) if _is_exact(node):
            yield from _of_number(low, way, text, _both_plus)
        case t.ChooseFrom(preferring=preferring) | t.ChooseSeveral(preferring=preferring) if preferring is not None:
            yield Change("condition", way, preferring.at, "yes", lambda found: replace(found, preferring=None))
        case t.ChooseOption():
            yield from _of_options(node, way)
        case t.Require(cond=cond):
            yield Change("condition", (*way, "cond"), cond.at, f"not ({_words(cond, text)})", _denied)


def _of_branches(node: t.If, way: Way, text: str) -> Iterator[Change]:
    for number, (cond, _) in enumerate(node.branches):
        yield from _settled(cond, (*way, "branches", number, 0))
    if node.otherwise is not None:
        whole = f"else: {_first(node.otherwise, text)}"
        yield Change("statement", way, node.otherwise.at, "", _no_otherwise, whole)


def _of_options(node: t.ChooseOption, way: Way) -> Iterator[Change]:
    for number, option in enumerate(node.options):
        if len(node.options) > 1:
            yield Change("statement", (*way, "options"), option.at, "", _without(number), f"option {option.label}")
        if option.cond is not None:
            yield from _settled(option.cond, (*way, "options", number, "cond"))


def _settled(cond: Any, way: Way) -> Iterator[Change]:  # noqa: ANN401 - a node of a script
    """A condition that always holds, and one that never does."""
    for word in ("yes", "no"):
        made = t.Truth(cond.at, word == "yes")
        yield Change("condition", way, cond.at, word, partial(_instead, made))


def _instead(made: t.Truth, _found: object) -> t.Truth:
    return made


def _no_otherwise(found: t.If) -> t.If:
    return replace(found, otherwise=None)


def _denied(found: Any) -> t.Not:  # noqa: ANN401 - a node of a script
    return t.Not(found.at, found)


def _of_block(statements: tuple[Any, ...], way: Way, text: str) -> Iterator[Change]:
    for number, one in enumerate(statements):
        if _only_says(one):
            continue
        yield Change("statement", way, one.at, "", _without(number), _first(one, text))
        if number + 1 < len(statements) and not _only_says(statements[number + 1]):
            after = statements[number + 1]
            first, second = _first(one, text), _first(after, text)
            before, turned = f"{first}; {second}", f"{second}; {first}"
            at = (one.at[0], after.at[1])
            yield Change("order", way, at, turned, _swapped(number), before, (one.at, after.at))


def _only_says(node: Any) -> bool:  # noqa: ANN401 - a node of a script
    """Whether a statement changes nothing on the table: no scenario could notice that it is another one."""
    if isinstance(node, t.If):
        blocks = [block for _, block in node.branches] + ([node.otherwise] if node.otherwise is not None else [])
        return all(_only_says(one) for block in blocks for one in block.statements)
    return isinstance(node, t.Say | t.Idle)


def _swapped(number: int) -> Callable[[Any], Any]:
    return lambda found: (*found[:number], found[number + 1], found[number], *found[number + 2 :])


def _first(node: Any, text: str) -> str:  # noqa: ANN401 - a node of a script
    """The first line of a statement."""
    lines = text[node.at[0] : node.at[1]].strip().split("\n")
    return lines[0].strip() + (" …" if len(lines) > 1 else "")
