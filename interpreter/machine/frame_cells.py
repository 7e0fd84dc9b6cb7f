"""Cells of a frame under names of their own, where printed code would read them again.

The cells of the innermost frame are written by nobody but the code that goes on from a place in its routine: what it calls
works below or above them. So what was read or written once need not be read again until `f`, the frame, is another.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.machine import syntax as py
from interpreter.primitives.header import ACTS

Known = dict[int, str]
"""By place in the frame: the name that has the number of its cell."""
_NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def named(lines: py.Stmts) -> py.Stmts:
    """The same code with cells of frames under names."""
    made, _ = _block(lines, {}, _Facts())
    return made


def _block(lines: py.Stmts, known: Known | None, facts: _Facts) -> tuple[py.Stmts, Known | None]:
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
            reads = facts.of(asked).reads
            for place in dict.fromkeys(reads):
                if place not in known and (reads.count(place) > 1 or _later(later, place, facts)):
                    known[place] = f"c{place}"
                    made.append(py.assign(py.name(known[place]), py.expression(f"s[f+{place}]")))
        other, known = _line(line, later, known, facts)
        made.append(other)
    return made, known


def _line(line: ast.stmt, later: py.Stmts, known: Known, facts: _Facts) -> tuple[ast.stmt, Known | None]:
    match line:
        case ast.Return() | ast.Continue():
            return _put(line, known), None
        case ast.If(test=test, body=body, orelse=orelse):
            then, after = _block(body, dict(known), facts)
            other, otherwise = _block(orelse, dict(known), facts)
            return ast.If(_put(test, known), then, other), _common(after, otherwise)
        case ast.For(target=target, iter=items, body=body):
            items = _put(items, known)
            known = _without(known, body, facts)
            turn, _ = _block(body, dict(known), facts)
            return ast.For(target, items, turn, []), known
        case ast.While(test=test, body=body):
            known = _without(known, body, facts)
            turn, _ = _block(body, dict(known), facts)
            return ast.While(_put(test, known), turn, []), known
        case ast.AugAssign(target=target, op=op, value=value) if (place := _place(target)) in known:
            assert place is not None
            changed = ast.BinOp(py.name(known[place]), op, _put(value, known))
            return _written(place, [target], changed, _later(later, place, facts), known), known
        case ast.Assign(targets=targets, value=value):
            value, places = _put(value, known), [place for one in targets if (place := _place(one)) is not None]
            kept = [_put(one, known) if _place(one) is None else one for one in targets]
            if _is_frame(line):
                return ast.Assign(kept, value), {}
            if len(places) == 1:
                return _written(places[0], kept, value, _later(later, places[0], facts), known), known
            return ast.Assign(kept, value), {place: one for place, one in known.items() if place not in places}
    stored = facts.of(line).stored
    return _put(line, known), {place: one for place, one in known.items() if place not in stored}


def _written(place: int, targets: list[ast.expr], value: ast.expr, later: int, known: Known) -> ast.stmt:
    """A cell that is written; whoever reads it `later` so many times reads a name."""
    known.pop(place, None)
    if later and _is_number(value):
        known[place] = f"c{place}"
        targets = [py.target(known[place]), *targets]
    return ast.Assign(targets, value)


def _is_number(value: ast.expr) -> bool:
    """Whether a value is certain to be a number as a cell gives it back, and no truth."""
    match value:
        case ast.Constant() | ast.Subscript(value=ast.Name(id="s")) | ast.Name(id="me" | "p"):
            return True
        case ast.Name(id=ident):
            return ident[0] == "c" and ident[1:].isdigit()
        case ast.BinOp(op=op):
            return isinstance(op, _NUMBERS)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_number(body) and _is_number(orelse)
        case ast.Call(func=ast.Name(id="len")) | ast.Call(func=ast.Attribute(value=ast.Name(id="s"), attr="pop")):
            return True
    return False


def by_frame(ident: str, body: py.Stmts) -> ast.FunctionDef:
    """A function of state and frame; who acts is looked up once."""
    start = py.code(f"me = s[f+{ACTS}]") if _asks_who_acts(body) else []
    return py.function(ident, ["s", "f"], [*start, *body])


def _asks_who_acts(body: py.Stmts) -> bool:
    """Whether code uses who acts before it says who does."""
    for line in body:
        if acts_anew(line):
            return False
        if py.uses([line], "me"):
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


class _Code:
    """What is known of a piece of code: the cells of the frame it reads, as often as it does, and what it writes."""

    __slots__ = ("code", "moves", "reads", "stored")

    def __init__(self, code: ast.AST) -> None:
        self.code, self.moves = code, False
        self.reads: list[int] = []
        self.stored: set[int] = set()

    def look_at(self, part: ast.AST) -> None:
        """Note what an expression or a simple statement does."""
        for one in py.walk(part):
            if isinstance(one, ast.Subscript):
                if (place := _place(one)) is not None:
                    if isinstance(one.ctx, ast.Load):
                        self.reads.append(place)
                    else:
                        self.stored.add(place)
            elif isinstance(one, ast.Assign) and _is_frame(one):
                self.moves = True


class _Facts:
    """The facts about pieces of one function: the same code is asked about again and again, for one cell after another."""

    def __init__(self) -> None:
        self._facts: dict[int, _Code] = {}  # they hold the code, so that no other has its number

    def of(self, code: ast.AST) -> _Code:
        """The facts about an expression or a statement; of one with others in it, only what these write."""
        found = self._facts.get(id(code))
        if found is None:
            found = self._facts[id(code)] = _Code(code)
            if isinstance(code, ast.If | ast.While | ast.For):
                for line in (*code.body, *code.orelse):
                    inner = self.of(line)
                    found.stored |= inner.stored
                    found.moves |= inner.moves
            else:
                found.look_at(code)
        return found


def _later(lines: py.Stmts, place: int, facts: _Facts) -> int:
    """How often a cell is read in code that goes on, before it or the frame is another."""
    times = 0
    for line in lines:
        known = facts.of(line)
        match line:
            case ast.If(test=test, body=body, orelse=orelse):
                times += facts.of(test).reads.count(place)
                times += sum(_later(side, place, facts) for side in (body, orelse) if side and not _leaves(side))
            case ast.For(iter=items, body=body):
                times += facts.of(items).reads.count(place) + 2 * _later(body, place, facts)
            case ast.While(test=test, body=body):
                times += 2 * (facts.of(test).reads.count(place) + _later(body, place, facts))
            case ast.AugAssign(target=target) if _place(target) == place:
                return times + 1
            case _:
                times += known.reads.count(place)
        if place in known.stored or known.moves:
            break
    return times


def _leaves(lines: py.Stmts) -> bool:
    return isinstance(lines[-1], ast.Return | ast.Continue)


def _without(known: Known, body: py.Stmts, facts: _Facts) -> Known:
    """What stays known while a loop goes round."""
    inside = [facts.of(line) for line in body]
    if any(one.moves for one in inside):
        return {}
    stored = set().union(*(one.stored for one in inside))
    return {place: one for place, one in known.items() if place not in stored}


def _common(one: Known | None, other: Known | None) -> Known | None:
    if one is None or other is None:
        return other if one is None else one
    return {place: name for place, name in one.items() if place in other}


def _put(node: Any, known: Known) -> Any:  # noqa: ANN401 - any node of a tree
    """A copy of a tree that reads names in place of cells; parts may be shared with others."""
    if not known or not isinstance(node, ast.AST) or type(node) in py.ENDS:
        return node
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        place = _place(node)
        if place in known:
            return py.name(known[place])
    return py.with_parts(node, lambda part: _put(part, known))
