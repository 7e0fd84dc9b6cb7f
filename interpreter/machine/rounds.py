"""A function that would answer with a place it has passed itself goes round in a loop of its own instead."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.machine import syntax as py
from interpreter.primitives.header import ACTS, FRAME
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.machine.syntax import Stmts


@record(frozen=True, slots=True)
class Passed:
    """A place that a function passed: its number, its line, and the steps made before it that are counted behind it."""

    number: int
    line: int
    steps: int


def going_round(lines: Stmts, passed: list[Passed]) -> Stmts:
    """The same function, with a loop from the place on to which most answers lead back; steps are counted as before."""
    best: Stmts | None = None
    most = 0
    for one in passed:
        round_ = _Round(one)
        turn = round_.block(lines[one.line :], moved=False)
        if round_.times > most:
            most, best = round_.times, [*lines[: one.line], ast.While(ast.Constant(True), turn, [])]
    return lines if best is None else best


class _Round:
    """Puts going round in the place of answers that lead back; `times` of them."""

    def __init__(self, passed: Passed) -> None:
        self._passed, self.times = passed, 0

    def block(self, lines: Stmts, *, moved: bool) -> Stmts:
        """Lines behind some that went on in another frame, or not."""
        made: Stmts = []
        for line in lines:
            if isinstance(line, ast.If):
                line = ast.If(  # noqa: PLW2901 - the same line, as it is made anew
                    line.test, self.block(line.body, moved=moved), self.block(line.orelse, moved=moved)
                )
            moved = moved or _moves(line)
            if self._leads_back(line) and (before := self._without_steps(made)) is not None:
                made = [*before, *self._again(before, moved=moved)]
                continue
            made.append(line)
        return made

    def _leads_back(self, line: ast.stmt) -> bool:
        match line:
            case ast.Return(value=ast.Constant(value=number)):
                return number == self._passed.number
        return False

    def _without_steps(self, lines: Stmts) -> Stmts | None:
        """The lines before an answer, without those steps that are counted behind the place it leads to."""
        steps = self._passed.steps
        match lines[-1] if lines else None:
            case ast.AugAssign(target=ast.Attribute(attr="fuel"), value=ast.Constant(value=int(counted))):
                if counted < steps:
                    return None
                rest = py.code("m.fuel -= n", n=py.num(counted - steps)) if counted > steps else []
                return [*lines[:-1], *rest]
        return lines if not steps else None

    def _again(self, before: Stmts, *, moved: bool) -> Stmts:
        self.times += 1
        again = py.code("if m.fuel < 0: out_of_steps()")
        if moved:
            again += py.code(f"f = s[{FRAME}]")
        if moved or not _knows_who_acts(before):
            again += py.code(f"me = s[f+{ACTS}]")
        return [*again, ast.Continue()]


def _moves(line: ast.stmt) -> bool:
    """Whether the code behind a line may be in another frame."""
    match line:
        case ast.If(body=body, orelse=orelse):
            return any(not _leaves(side) and any(map(_moves, side)) for side in (body, orelse))
        case ast.For() | ast.While():
            return any(map(_moves, line.body))
        case ast.Assign(targets=targets):
            return any(isinstance(one, ast.Name) and one.id == "f" for one in targets)
    return False


def _leaves(lines: Stmts) -> bool:
    return bool(lines) and isinstance(lines[-1], ast.Return | ast.Continue)


def _knows_who_acts(before: Stmts) -> bool:
    """Whether it was just said who acts."""
    for line in reversed(before):
        match line:
            case ast.Assign(targets=[ast.Name(id="me"), *_]):
                return True
            case ast.Assign() | ast.AugAssign():
                pass
            case _:
                return False
    return False
