"""Walks that only write cells which lie at equal distances: Python writes these at once.

`for i in range(9): s[51 + i] = 0` becomes `s[51:60] = (0, 0, …)`. So does a walk in which each player writes a cell of
their own, with one number for all or with what another column of cells holds.
"""

from __future__ import annotations

import ast

from interpreter.machine import syntax as py

FEW = 3
"""From so many cells on it is worth it."""
MOST = 64
"""So many numbers at most are written out."""
Column = range


def at_once(turn: py.Stmts, element: str, low: int, high: int) -> py.Stmts | None:
    """What a walk over the numbers from one to another does in its turns, without turns; None where that cannot be."""
    numbers = range(low, high)
    if not FEW <= len(numbers) <= MOST:
        return None
    match turn:
        case [
            ast.Assign(targets=[ast.Name(id=saved)], value=ast.Name(id="me")),
            ast.Assign(targets=[ast.Name(id="me")], value=ast.Name(id=who)),
            *inner,
            ast.Assign(targets=[ast.Name(id="me")], value=ast.Name(id=back)),
        ] if who == element and back == saved:
            turn, element = inner, "me"
    made: py.Stmts = []
    for line in turn:
        found = _filled(line, element, numbers, alone=len(turn) == 1)
        if found is None:
            return None
        made.append(found)
    return made or None


def _filled(line: ast.stmt, element: str, numbers: range, *, alone: bool) -> ast.stmt | None:
    match line:
        case ast.Assign(targets=[ast.Subscript() as place], value=value):
            cells = _column(place, element, numbers)
        case _:
            return None
    if cells is None:
        return None
    match value:
        case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            row: ast.expr = ast.Tuple([value] * len(numbers), ast.Load())
            return ast.Assign([_slice(cells, ast.Store())], row)
        case ast.Subscript() if alone:
            others = _column(value, element, numbers)
            if others is not None and not {*cells} & {*others}:  # what is written is not read in a later turn
                return ast.Assign([_slice(cells, ast.Store())], _slice(others, ast.Load()))
    return None


def _column(place: ast.Subscript, element: str, numbers: range) -> Column | None:
    """The cells that are meant by all numbers: at their own, times a known one, and behind a known one."""
    if not (isinstance(place.value, ast.Name) and place.value.id == "s"):
        return None
    base, step, where = 0, 1, place.slice
    match where:
        case ast.BinOp(left=ast.Constant(value=int(base)), op=ast.Add(), right=where):
            pass
    match where:
        case ast.BinOp(left=where, op=ast.Mult(), right=ast.Constant(value=int(step))):
            pass
    if not (isinstance(where, ast.Name) and where.id == element) or step <= 0:
        return None
    return range(base + numbers.start * step, base + numbers.stop * step, step)


def _slice(cells: Column, context: ast.expr_context) -> ast.expr:
    step = py.num(cells.step) if cells.step != 1 else None
    return ast.Subscript(py.STATE, ast.Slice(py.num(cells.start), py.num(cells[-1] + 1), step), context)
