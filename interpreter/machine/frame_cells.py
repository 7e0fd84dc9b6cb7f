"""Cells of a frame under names of their own, where printed code would read them again.

The cells of the innermost frame are written by nobody but the code that goes on from a place in its routine: what it calls
works below or above them. So what was read or written once need not be read again until `f`, the frame, is another.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.machine import syntax as py

Known = dict[int, str]
"""By place in the frame: the name that has the number of its cell."""
_NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def named(lines: py.Stmts) -> py.Stmts:
    """The same code with cells of frames under names."""
    made, _ = _block(lines, {})
    return made


def _block(lines: py.Stmts, known: Known | None) -> tuple[py.Stmts, Known | None]:
    """Code behind what is known, and what is known after it; None where it never ends."""
    made: py.Stmts = []
    for at, line in enumerate(lines):
        if known is None:
            break
        later = lines[at + 1 :]
        if later and _looks_up_who_acts(line) and acts_anew(later[0]):
            continue
        asked = line.test if isinstance(line, ast.If | ast.While) else line.iter if isinstance(line, ast.For) else line
        if not isinstance(line, ast.While):
            for place in _reads(asked):
                if place not in known and _times(asked, place) + _later(later, place) > 1:
                    known[place] = f"c{place}"
                    made.append(py.assign(py.name(known[place]), py.expression(f"s[f+{place}]")))
        other, known = _line(line, later, known)
        made.append(other)
    return made, known


def _line(line: ast.stmt, later: py.Stmts, known: Known) -> tuple[ast.stmt, Known | None]:
    match line:
        case ast.Return():
            return _put(line, known), None
        case ast.If(test=test, body=body, orelse=orelse):
            then, after = _block(body, dict(known))
            other, otherwise = _block(orelse, dict(known))
            return ast.If(_put(test, known), then, other), _common(after, otherwise)
        case ast.For(target=target, iter=items, body=body):
            items = _put(items, known)
            known = _without(known, body)
            turn, _ = _block(body, dict(known))
            return ast.For(target, items, turn, []), known
        case ast.While(test=test, body=body):
            known = _without(known, body)
            turn, _ = _block(body, dict(known))
            return ast.While(_put(test, known), turn, []), known
        case ast.AugAssign(target=target, op=op, value=value) if (place := _place(target)) in known:
            assert place is not None
            changed = ast.BinOp(py.name(known[place]), op, _put(value, known))
            return _written(place, [target], changed, later, known), known
        case ast.Assign(targets=targets, value=value):
            value, places = _put(value, known), [place for one in targets if (place := _place(one)) is not None]
            kept = [_put(one, known) if _place(one) is None else one for one in targets]
            if _is_frame(line):
                return ast.Assign(kept, value), {}
            if len(places) == 1:
                return _written(places[0], kept, value, later, known), known
            return ast.Assign(kept, value), {place: one for place, one in known.items() if place not in places}
    stored = _stored([line])
    return _put(line, known), {place: one for place, one in known.items() if place not in stored}


def _written(place: int, targets: list[ast.expr], value: ast.expr, later: py.Stmts, known: Known) -> ast.stmt:
    """A cell that is written; whoever reads it later reads a name."""
    known.pop(place, None)
    if _later(later, place) and _is_number(value):
        known[place] = f"c{place}"
        targets = [py.target(known[place]), *targets]
    return ast.Assign(targets, value)


def _is_number(value: ast.expr) -> bool:
    """Whether a value is certain to be a number as a cell gives it back, and no truth."""
    match value:
        case ast.Constant() | ast.Subscript(value=ast.Name(id="s")) | ast.Name(id="me" | "p"):
            return True
        case ast.BinOp(op=op):
            return isinstance(op, _NUMBERS)
        case ast.Call(func=ast.Name(id="len")) | ast.Call(func=ast.Attribute(value=ast.Name(id="s"), attr="pop")):
            return True
    return False


def acts_anew(line: ast.stmt) -> bool:
    """Whether code begins with another who acts, whoever it was before."""
    match line:
        case ast.Assign(targets=[ast.Name(id="me"), *_], value=value):
            return not py.uses([ast.Expr(value)], "me")
    return False


def _looks_up_who_acts(line: ast.stmt) -> bool:
    match line:
        case ast.Assign(targets=[ast.Name(id="me")], value=ast.Subscript()):
            return True
    return False


def _is_frame(line: ast.stmt) -> bool:
    return isinstance(line, ast.Assign) and any(isinstance(one, ast.Name) and one.id == "f" for one in line.targets)


def _place(node: ast.AST) -> int | None:
    """Which cell of the frame an expression is."""
    match node:
        case ast.Subscript(
            value=ast.Name(id="s"),
            slice=ast.BinOp(left=ast.Name(id="f"), op=ast.Add(), right=ast.Constant(value=int(place))),
        ):
            return place
    return None


def _reads(node: ast.AST) -> list[int]:
    """The cells of the frame that an expression or a simple statement reads."""
    found = [_place(one) for one in ast.walk(node) if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Load)]
    return list(dict.fromkeys(place for place in found if place is not None))


def _times(node: ast.AST, place: int) -> int:
    return sum(
        _place(one) == place
        for one in ast.walk(node)
        if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Load)
    )


def _later(lines: py.Stmts, place: int) -> int:
    """How often a cell is read in code that goes on, before it or the frame is another."""
    times = 0
    for line in lines:
        match line:
            case ast.If(test=test, body=body, orelse=orelse):
                times += _times(test, place)
                times += sum(_later(side, place) for side in (body, orelse) if side and not _leaves(side))
            case ast.For(iter=items, body=body):
                times += _times(items, place) + 2 * _later(body, place)
            case ast.While(test=test, body=body):
                times += 2 * (_times(test, place) + _later(body, place))
            case ast.AugAssign(target=target) if _place(target) == place:
                return times + 1
            case _:
                times += _times(line, place)
        if place in _stored([line]) or _changes_frame([line]):
            break
    return times


def _leaves(lines: py.Stmts) -> bool:
    return isinstance(lines[-1], ast.Return)


def _stored(lines: py.Stmts) -> set[int]:
    """The cells of the frame that code writes."""
    written = (
        one
        for line in lines
        for one in ast.walk(line)
        if isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load)
    )
    return {place for one in written if (place := _place(one)) is not None}


def _changes_frame(lines: py.Stmts) -> bool:
    return any(_is_frame(one) for line in lines for one in ast.walk(line) if isinstance(one, ast.stmt))


def _without(known: Known, body: py.Stmts) -> Known:
    """What stays known while a loop goes round."""
    if _changes_frame(body):
        return {}
    stored = _stored(body)
    return {place: one for place, one in known.items() if place not in stored}


def _common(one: Known | None, other: Known | None) -> Known | None:
    if one is None or other is None:
        return other if one is None else one
    return {place: name for place, name in one.items() if place in other}


def _put(node: Any, known: Known) -> Any:  # noqa: ANN401 - any node of a tree
    """A copy of a tree that reads names in place of cells; parts may be shared with others."""
    if not known or not isinstance(node, ast.AST):
        return node
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        place = _place(node)
        if place in known:
            return py.name(known[place])
    fresh, other = {}, False
    for part in node._fields:
        value = getattr(node, part, None)
        made = [_put(one, known) for one in value] if isinstance(value, list) else _put(value, known)
        other |= (
            any(a is not b for a, b in zip(made, value, strict=True)) if isinstance(value, list) else made is not value
        )
        fresh[part] = made
    return type(node)(**fresh) if other else node
