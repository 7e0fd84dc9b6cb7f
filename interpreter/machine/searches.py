"""Searches in printed Python as functions of their own: a loop that returns is faster than `any` with a generator."""

from __future__ import annotations

import ast
import re
from itertools import count as numbers

from interpreter.machine import syntax as py
from interpreter.machine.loops import counted_turns

_LOCAL = re.compile(r"(?!m$)([a-z]\d*|me|this)")
"""What a function calls its own; `m`, the machine, is everybody's."""


class Searches:
    """Takes the searches out of functions."""

    def __init__(self) -> None:
        self._made: py.Stmts = []
        self._owner = ""
        self._numbers = numbers()

    def apart(self, functions: py.Stmts) -> py.Stmts:
        """The functions, and those that their searches have become."""
        for one in functions:
            if any(map(_is_search, py.walk(one))):  # most have none, and going through them takes longer than to look
                assert isinstance(one, ast.FunctionDef)
                self._owner, self._numbers = one.name, numbers()
                self.visit(one)
        made, self._made = self._made, []
        return [*functions, *made]

    def visit(self, node: ast.AST) -> ast.AST:
        """A tree without searches in it, which are replaced in place, the innermost first; what has no parts stays."""
        if type(node) in py.ENDS:
            return node
        for name, part in node.__dict__.items():
            if isinstance(part, list):
                part[:] = [self.visit(one) if isinstance(one, ast.AST) and one._fields else one for one in part]
            elif isinstance(part, ast.AST) and part._fields:
                made = self.visit(part)
                if made is not part:
                    setattr(node, name, made)
        return self._called(node) if isinstance(node, ast.Call) else node

    def _called(self, node: ast.Call) -> ast.expr:
        """A call, or the search that it is."""
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
            case ast.Call(
                func=ast.Name(id="any"),
                args=[
                    ast.GeneratorExp(
                        elt=ast.Constant(value=1),
                        generators=[
                            ast.comprehension(
                                iter=ast.Call(func=ast.Name(id="compress"), args=[_, mask]),
                                ifs=[],
                            )
                        ],
                    )
                ],
            ):
                return py.call("any", mask)  # whether a column keeps anything
            case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=test, generators=clauses)]):
                return self._apart(node, _through(clauses, _when(test, [py.answer(ast.Constant(True))])), False)
            case ast.Call(func=ast.Name(id="first"), args=[ast.ListComp(elt=element, generators=clauses)]):
                return self._apart(node, _through(clauses, [py.answer(element)]), -1)
        return node

    def _apart(self, node: ast.Call, inside: py.Stmts, otherwise: int) -> ast.expr:
        used = [one for one in py.walk(node) if isinstance(one, ast.Name) and _LOCAL.fullmatch(one.id)]
        own = {one.id for one in used if isinstance(one.ctx, ast.Store)}
        own |= {one.arg for one in py.walk(node) if isinstance(one, ast.arg)}
        given = sorted({one.id for one in used} - own)
        ident = f"S{next(self._numbers)}_{self._owner}"
        self._made.append(py.function(ident, given, [*inside, py.answer(ast.Constant(otherwise))]))
        return py.call(ident, *map(py.name, given))


def _is_search(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("any", "first")


def _through(clauses: list[ast.comprehension], inside: py.Stmts, after: py.Stmts | None = None) -> py.Stmts:
    """Go through the clauses of a loop; `after` is done where the innermost was not left."""
    for place, clause in reversed(list(enumerate(clauses))):
        for test in reversed(clause.ifs):
            inside = [py.when(test, inside)]
        match clause.iter:
            case ast.Tuple(elts=[value]):
                inside = [ast.Assign([clause.target], value), *inside]
            case items:
                before: py.Stmts = []
                match items:
                    case ast.Call(func=ast.Name(id="counted"), args=[_, every, ast.Constant(value=int(parts))]):
                        items = py.name(f"among{place}")
                        before = [py.assign(items, every), *counted_turns(items, parts)]
                left = after if after and place == len(clauses) - 1 else []
                inside = [*before, ast.For(clause.target, items, inside, left)]
    return inside


def _when(test: ast.expr, found: py.Stmts) -> py.Stmts:
    """What is done where a test holds; one whether something is among others looks at them one by one."""
    match test:
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Compare(left=ast.Name() as left, ops=[ast.In()], comparators=[ast.ListComp(elt, [clause])]),
        ) if not clause.ifs:
            return _through([clause], [py.when(py.compared("==", elt, left), [ast.Break()])], found)
        case ast.BoolOp(op=ast.And(), values=[*first, last]):
            return [py.when(_all(first), _when(last, found))]
    return [py.when(test, found)]


def _all(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
