"""Behaviours of engine statements written out where they are used.

A behaviour is declared once, as a function. Where a program uses it, much is known: which counter, its bounds, often the
amount. So its body is taken over with the arguments put in, what is certain is worked out, and what cannot happen is left
out. Only behaviours that are pure arithmetic on one cell are short enough for this.
"""

from __future__ import annotations

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any

IN_PLACE = frozenset({"gain", "lose", "pay", "set_var"})
"""Statements that are written out."""
BOUNDS = {
    "m.highs.get(counter)": "high",
    "m.lows.get(counter)": "low",
    "m.highs.get(var)": "high",
    "m.lows.get(var)": "low",
}


@cache
def written_out(
    behaviour: Callable[..., Any],
    given: tuple[tuple[str, str], ...],
    bounds: tuple[int | None, int | None],
    result: str = "",
    failure: str = "",
    *,
    tells: bool = True,
) -> tuple[str, ...]:
    """The lines of a behaviour with its arguments as texts.

    `result` is a name to keep its answer under, if any; where it would answer False, `failure` is done instead. Events
    are left out unless it `tells` them.
    """
    tree = ast.parse(_source(behaviour))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    arguments = dict(given)
    for name, default in zip(reversed(function.args.args), reversed(function.args.defaults), strict=False):
        arguments.setdefault(name.arg, ast.unparse(default))
    body = function.body[1:]  # the first is its documentation
    known = _Known({k: ast.parse(v, mode="eval").body for k, v in arguments.items()}, bounds, tells=tells)
    lines = _needed(_joined(known.block(body), result, failure), result)
    return tuple(ast.unparse(ast.fix_missing_locations(ast.Module(lines, []))).splitlines())


@cache
def _source(behaviour: Callable[..., Any]) -> str:
    return textwrap.dedent(inspect.getsource(behaviour))


def _needed(body: list[ast.stmt], result: str) -> list[ast.stmt]:
    """Without names that are given a value nobody looks at."""
    names = [node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name)]
    read = {result, *(node.id for node in names if isinstance(node.ctx, ast.Load))}

    def is_needed(statement: ast.stmt) -> bool:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        return not isinstance(target, ast.Name) or target.id in read

    def kept(statements: list[ast.stmt]) -> list[ast.stmt]:
        for statement in statements:
            if isinstance(statement, ast.If):
                statement.body, statement.orelse = kept(statement.body) or [ast.Pass()], kept(statement.orelse)
        return [statement for statement in statements if is_needed(statement)]

    return kept(body)


def _joined(body: list[ast.stmt], result: str, failure: str) -> list[ast.stmt]:
    """Turn early returns into branches, and the answer into an assignment or into failure."""
    made: list[ast.stmt] = []
    for number, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            if failure and isinstance(statement.value, ast.Constant) and statement.value.value is False:
                made += ast.parse(f"def _():\n{textwrap.indent(failure, '    ')}").body[0].body  # type: ignore[attr-defined]
            if result and statement.value is not None:
                made.append(ast.Assign([ast.Name(result, ast.Store())], statement.value, lineno=0))
            return made
        if isinstance(statement, ast.If) and any(isinstance(s, ast.Return) for s in ast.walk(statement)):
            rest = body[number + 1 :]
            then = _joined([*statement.body, *([] if _returns(statement.body) else rest)], result, failure)
            other = _joined([*statement.orelse, *([] if _returns(statement.orelse) else rest)], result, failure)
            if not then and other:
                made.append(ast.If(_opposite(statement.test), other, []))
            elif then:
                made.append(ast.If(statement.test, then, other))
            return made
        made.append(statement)
    return made


def _returns(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return)


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.LtE: ast.Gt, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.GtE: ast.Lt}


_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def _opposite(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Compare) and type(test.ops[0]) in _OPPOSITE:
        return ast.Compare(test.left, [_OPPOSITE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


class _Known(ast.NodeTransformer):
    """Puts arguments in, and works out what is certain."""

    def __init__(self, arguments: dict[str, ast.expr], bounds: tuple[int | None, int | None], *, tells: bool) -> None:
        self.tells = tells
        self.arguments, self.bounds = arguments, dict(zip(("low", "high"), bounds, strict=True))
        self.constants: dict[str, ast.expr] = {}

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A list of statements, without what cannot happen."""
        made: list[ast.stmt] = []
        for statement in body:
            done = self.visit(statement)
            made += done if isinstance(done, list) else [done] if done is not None else []
        return made

    def visit_Call(self, node: ast.Call) -> ast.expr:
        known = BOUNDS.get(ast.unparse(node))
        if known is not None:
            return ast.Constant(self.bounds[known])
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not self.tells and ast.unparse(node) == "m.log":
            return ast.Constant(None)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            return self.constants.get(node.id) or self.arguments.get(node.id) or node
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:  # noqa: ANN401 - a statement or none
        self.generic_visit(node)
        target = node.targets[0]
        pairs = (
            list(zip(target.elts, node.value.elts, strict=True))
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            else [(target, node.value)]
        )
        left = [(name, value) for name, value in pairs if not self._remember(name, value)]
        return [ast.Assign([name], value, lineno=0) for name, value in left] or None

    def _remember(self, name: ast.expr, value: ast.expr) -> bool:
        """Bounds are constants with a name; they need no variable."""
        if isinstance(name, ast.Name) and name.id in ("low", "high") and isinstance(value, ast.Constant):
            self.constants[name.id] = value
            return True
        return False

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = (node.left, node.comparators[0])
        identity = isinstance(node.ops[0], ast.Is | ast.IsNot)
        if all(isinstance(side, ast.Constant) and (identity or side.value is not None) for side in sides):
            return ast.Constant(_COMPARE[type(node.ops[0])](sides[0].value, sides[1].value))  # type: ignore[attr-defined]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        decisive = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                if bool(value.value) == decisive:
                    return ast.Constant(decisive) if not left else ast.BoolOp(node.op, [*left, value])
                continue
            left.append(value)
        if not left:
            return ast.Constant(not decisive)
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    def visit_If(self, node: ast.If) -> Any:  # noqa: ANN401 - statements or none
        test = self.visit(node.test)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and isinstance(test.values[-1], ast.Constant):
            test = test.values[-1]
        if isinstance(test, ast.Constant):
            return self.block(node.body if test.value else node.orelse) or None
        then, other = self.block(node.body), self.block(node.orelse)
        return ast.If(test, then or [ast.Pass()], other)
