"""Searches in printed Python as functions of their own: a loop that returns is faster than `any` with a generator."""

from __future__ import annotations

import ast
import re
from itertools import count as numbers

from interpreter.machine import syntax as py

_LOCAL = re.compile(r"(?!m$)([a-z]\d*|me|this)")
"""What a function calls its own; `m`, the machine, is everybody's."""


class Searches(ast.NodeTransformer):
    """Takes the searches out of functions."""

    def __init__(self) -> None:
        self._made: py.Stmts = []
        self._numbers = numbers()

    def apart(self, functions: py.Stmts) -> py.Stmts:
        """The functions, and those that their searches have become."""
        for one in functions:
            self.visit(one)
        made, self._made = self._made, []
        return [*functions, *made]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call, or the search that it is."""
        self.generic_visit(node)
        match node:
            case ast.Call(
                func=ast.Name(id="first"),
                args=[
                    ast.ListComp(
                        elt=ast.Name(id=element),
                        generators=[
                            ast.comprehension(
                                target=ast.Tuple(elts=[ast.Name(id=number), ast.Name(id=read)]),
                                iter=ast.Call(
                                    func=ast.Name(id="zip"),
                                    args=[
                                        ast.Call(args=[low, _]),  # whole numbers: loops go through nothing else in step
                                        ast.Subscript(value=ast.Name(id="s"), slice=ast.Slice(start, end, None)),
                                    ],
                                ),
                                ifs=[ast.Compare(ast.Name(id=asked), [ast.Eq()], [ast.Constant() as value])],
                            )
                        ],
                    )
                ],
            ) if element == number and asked == read and start is not None and end is not None:
                return py.call("first_equal", py.STATE, value, start, end, low)
            case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=test, generators=clauses)]):
                return self._apart(node, _through(clauses, _when(test, [py.answer(ast.Constant(True))])), False)
            case ast.Call(func=ast.Name(id="first"), args=[ast.ListComp(elt=element, generators=clauses)]):
                return self._apart(node, _through(clauses, [py.answer(element)]), -1)
        return node

    def _apart(self, node: ast.Call, inside: py.Stmts, otherwise: int) -> ast.expr:
        used = [one for one in ast.walk(node) if isinstance(one, ast.Name) and _LOCAL.fullmatch(one.id)]
        own = {one.id for one in used if isinstance(one.ctx, ast.Store)}
        own |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        given = sorted({one.id for one in used} - own)
        ident = f"S{next(self._numbers)}"
        self._made.append(py.function(ident, given, [*inside, py.answer(ast.Constant(otherwise))]))
        return py.call(ident, *map(py.name, given))


def _through(clauses: list[ast.comprehension], inside: py.Stmts, after: py.Stmts | None = None) -> py.Stmts:
    """Go through the clauses of a loop; `after` is done where the innermost was not left."""
    for place, clause in reversed(list(enumerate(clauses))):
        for test in reversed(clause.ifs):
            inside = [py.when(test, inside)]
        match clause.iter:
            case ast.Tuple(elts=[value]):
                inside = [ast.Assign([clause.target], value), *inside]
            case _:
                left = after if after and place == len(clauses) - 1 else []
                inside = [ast.For(clause.target, clause.iter, inside, left)]
    return inside


def _when(test: ast.expr, found: py.Stmts) -> py.Stmts:
    """What is done where a test holds; one whether something is among others looks at them one by one."""
    match test:
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Compare(left=ast.Name() as left, ops=[ast.In()], comparators=[ast.ListComp(elt, [clause])]),
        ) if not clause.ifs:
            return _through([clause], [py.when(py.compared("==", elt, left), [ast.Break()])], found)
    return [py.when(test, found)]
