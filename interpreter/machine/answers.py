"""How a printed function answers: by an expression, or by a search in a loop that it leaves once something is found."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.machine import syntax as py

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.code.expr import Expr
    from interpreter.machine.python_values import PythonValues
    from interpreter.machine.syntax import Stmts

_LOOPS = (x.Keep, x.Has, x.Fold)
_BINDING = (*_LOOPS, x.Let)


def answering(
    values: PythonValues, e: Expr, framed: frozenset[int] | None = None, before: Sequence[tuple[str, Expr]] = ()
) -> Stmts:
    """Statements that answer with an expression. A loop that ends with the first that fits is faster than `any`."""
    once = [(ident, values.expr(cell, framed=framed)) for ident, cell in before]
    if isinstance(e, x.Has):
        return [*_search(values, e, framed, once), py.answer(ast.Constant(False))]
    start = [py.assign(py.name(ident), value) for ident, value in once]
    match e:
        case x.Both(parts=(*rest, x.Has() as last)) if rest:
            fits = values.expr(x.both(*rest), framed=framed)
            refused = py.when(ast.UnaryOp(ast.Not(), fits), [py.answer(ast.Constant(False))])
            return [*start, refused, *_search(values, last, framed, []), py.answer(ast.Constant(False))]
    return [*start, py.answer(values.expr(e, framed=framed))]


def _search(
    values: PythonValues, has: x.Has, framed: frozenset[int] | None, before: list[tuple[str, ast.expr]]
) -> Stmts:
    cond = values.asked_of(has)
    sums = _fixed(cond, has.name)
    names = {one: f"w{number}" for number, one in enumerate(sums)}

    def put(node: Expr) -> Expr:
        return x.Name(names[node]) if isinstance(node, x.Math) and node in names else x.rebuilt(node, put)

    before += [(ident, values.expr(one, framed=framed)) for one, ident in names.items()]
    items, cond = values.searched(has, put(cond), framed)
    found = [py.answer(ast.Constant(True))]
    return values.loops.search(values.expr(cond, framed=framed), has.name, items, found, before)


def _fixed(cond: Expr, element: str) -> list[Expr]:
    """Sums and rests of names that are the same in every turn: they cannot fail, so they may be worked out before."""
    bound = {node.name for node in x.walk(cond) if isinstance(node, _BINDING)} | {element}
    bound |= {name for node in x.walk(cond) if isinstance(node, x.Keep) for name, _ in node.first}
    found: dict[Expr, None] = {}
    stack = [cond]
    while stack:
        node = stack.pop()
        if isinstance(node, x.Math) and _is_fixed(node, bound):
            found[node] = None
        else:
            stack += x.parts(node)
    return list(found)


def _is_fixed(node: Expr, bound: set[str]) -> bool:
    match node:
        case x.Num():
            return True
        case x.Name(id=ident):
            return ident not in bound
        case x.Math(sign="+" | "-" | "*", left=left, right=right):
            return _is_fixed(left, bound) and _is_fixed(right, bound)
        case x.Math(sign="/" | "mod", left=left, right=x.Num(value=by)):
            return bool(by) and _is_fixed(left, bound)
    return False
