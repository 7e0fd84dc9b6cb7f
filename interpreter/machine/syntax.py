"""Python syntax trees, made short: names, numbers, and pieces of code with holes."""

from __future__ import annotations

import ast
import operator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Stmts = list[ast.stmt]
Node = TypeVar("Node", bound=ast.AST)
_LOAD, _STORE = ast.Load(), ast.Store()
STATE = ast.Name("s", _LOAD)


@cache
def name(ident: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(ident, _LOAD)


@cache
def num(value: int) -> ast.expr:
    """A number."""
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def target(ident: str) -> ast.Name:
    """A name that is written."""
    return ast.Name(ident, _STORE)


def call(function: str, *given: ast.expr) -> ast.expr:
    """A call of a function by its name."""
    return ast.Call(name(function), list(given), [])


def cell(address: ast.expr) -> ast.expr:
    """A cell of the state."""
    return ast.Subscript(STATE, address, _LOAD)


def stored(place: ast.expr) -> ast.expr:
    """The same place, to be written."""
    if isinstance(place, ast.Name):
        return ast.Name(place.id, _STORE)
    assert isinstance(place, ast.Subscript)
    return ast.Subscript(place.value, place.slice, _STORE)


def assign(place: ast.expr, value: ast.expr) -> ast.stmt:
    """Give a place a value."""
    return ast.Assign([stored(place)], value)


def answer(value: ast.expr) -> ast.stmt:
    """Return a value."""
    return ast.Return(value)


def when(test: ast.expr, then: Stmts, other: Stmts | None = None) -> ast.stmt:
    """A condition."""
    return ast.If(test, then or [ast.Pass()], other or [])


def compared(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """A comparison."""
    return ast.Compare(left, [_SIGNS[sign]], [right])


def opposite(test: ast.expr) -> ast.expr:
    """The opposite of a condition."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


_SIGNS: dict[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "in": ast.In(),
}


def function(ident: str, params: list[str], body: Stmts) -> ast.FunctionDef:
    """A function definition."""
    arguments = ast.arguments([], [ast.arg(one) for one in params], None, [], [], None, [])
    return ast.FunctionDef(ident, arguments, body or [ast.Pass()], [])


def code(template: str, **holes: ast.expr) -> Stmts:
    """Statements written as Python, with expressions in place of some names."""
    return [_filled(one, holes) for one in _parsed(template)]


def expression(template: str, **holes: ast.expr) -> ast.expr:
    """An expression written as Python, with expressions in place of some names."""
    found = _filled(_parsed(template)[0], holes)
    assert isinstance(found, ast.Expr)
    return found.value


def filled(node: ast.expr, holes: dict[str, ast.expr]) -> ast.expr:
    """An expression with others in place of some names."""
    return _filled(node, holes)  # type: ignore[no-any-return]


@cache
def _parsed(template: str) -> list[ast.stmt]:
    return ast.parse(template).body


def _filled(node: Any, holes: dict[str, ast.expr]) -> Any:  # noqa: ANN401 - any node of a tree
    """A copy of a tree with its holes filled."""
    if isinstance(node, ast.Name):
        made = holes.get(node.id)
        if made is None:
            return node
        return stored(made) if isinstance(node.ctx, ast.Store) else made
    values = {}
    for part in node._fields:
        value = getattr(node, part, None)
        if isinstance(value, list):
            value = [_filled(one, holes) if isinstance(one, ast.AST) else one for one in value]
        elif isinstance(value, ast.AST) and value._fields:
            value = _filled(value, holes)
        values[part] = value
    return type(node)(**values)


def compiled(body: Stmts, title: str) -> Any:  # noqa: ANN401 - a code object
    """Code that can be run."""
    _locate(body)
    return compile(ast.Module(body, []), title, "exec")


_PLACE = {"lineno": 1, "end_lineno": 1, "col_offset": 0, "end_col_offset": 0}
ENDS = frozenset({ast.Name, ast.Constant})
"""Nodes that have no parts to go through; nearly half of all are such."""


def _locate(body: Stmts) -> None:
    """Give every node the place that Python wants; what has one has it in all its parts."""
    stack: list[Any] = list(body)
    while stack:
        node = stack.pop()
        own = node.__dict__
        if "lineno" in own:
            continue
        if type(node) not in ENDS:
            for part in own.values():
                if isinstance(part, list):
                    stack += [one for one in part if isinstance(one, ast.AST)]
                elif isinstance(part, ast.AST) and part._fields:
                    stack.append(part)
        own.update(_PLACE)


def with_parts(node: Node, change: Callable[[Any], Any]) -> Node:
    """The same node with its parts changed, itself where none is; parts may be shared, so nothing is changed in place."""
    fresh: dict[str, Any] = {}
    for name, part in node.__dict__.items():
        if isinstance(part, ast.AST):
            if part._fields and (made := change(part)) is not part:
                fresh[name] = made
        elif isinstance(part, list):
            several = [change(one) if isinstance(one, ast.AST) and one._fields else one for one in part]
            if any(map(operator.is_not, several, part)):
                fresh[name] = several
    if not fresh:
        return node
    return type(node)(**{name: fresh.get(name, getattr(node, name, None)) for name in node._fields})


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A tree and all its parts, the outer ones first, without those that have none themselves (`Load`, `Add`).

    As `ast.walk`, in a quarter of the time: whoever prints code looks at most of it several times.
    """
    todo = [node]
    for one in todo:
        yield one
        if type(one) in ENDS:
            continue
        for part in one.__dict__.values():
            if isinstance(part, ast.AST):
                if part._fields:
                    todo.append(part)
            elif isinstance(part, list):
                todo += [inner for inner in part if isinstance(inner, ast.AST) and inner._fields]


def uses(body: Stmts, ident: str) -> bool:
    """Whether code reads or writes a name."""
    return any(isinstance(node, ast.Name) and node.id == ident for one in body for node in walk(one))
