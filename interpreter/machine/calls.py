"""Calls printed as Python: of routines, in a frame or directly, and of the scripts of things.

A routine that never asks is a function that is called directly; another gets a frame on the stack of the state, and the
function that printed the call answers with the place where it begins.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.code import program as pr
from interpreter.code.program import Block, Point
from interpreter.machine import syntax as py
from interpreter.machine.namespace import named_after
from interpreter.machine.signals import DEEP
from interpreter.machine.steps import counted
from interpreter.primitives.header import PC
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.flow import Flow
    from interpreter.machine.python_code import Blocks
    from interpreter.machine.syntax import Stmts

MAX_STACK = meter.STACK.most


class _Locals(dict[int, list[int]]):
    """The locals, still 0, that are not given to the routine that begins at a place, by the number of the place."""

    def __init__(self, flow: Flow, given: int) -> None:
        super().__init__()
        self._flow, self._given = flow, given

    def __missing__(self, number: int) -> list[int]:
        code = self._flow.p.routines[self._flow.points[number].block.routine]
        self[number] = [0] * (code.size - self._given)
        return self[number]


class Calls:
    """Prints the calls in the blocks of one program, for the purpose of the blocks."""

    def __init__(self, blocks: Blocks, on_first_call: Callable[[Blocks, Key], Any]) -> None:
        self.blocks, self.p, self.flow = blocks, blocks.p, blocks.flow
        self.values, self.purpose, self._on_first_call = blocks.values, blocks.purpose, on_first_call
        self.function_places: dict[Key, list[tuple[list[Any], int]]] = {}
        self._rows: dict[tuple[str, Key], str] = {}

    def given(self, node: pr.Call) -> list[ast.expr]:
        """The arguments of a call; numbers that may grow too large are held to what a cell holds."""
        checked = node.checked or (False,) * len(node.given)
        made = [self.blocks.expr(one) for one in node.given]
        return [py.call("kept", one) if check else one for one, check in zip(made, checked, strict=True)]

    def direct(self, function: str, given: list[ast.expr], *, signals: bool) -> Stmts:
        """Call a function of a routine that never asks; `signals` where it may stop the game."""
        call = py.call(function, py.STATE, py.name("me"), *given)
        return py.code("r = call\nif r: return r", call=call) if signals else [ast.Expr(call)]

    def enter_frame(self, block: Block, at: int, node: pr.Call) -> Stmts:
        """Begin a frame for a call."""
        rest = self.p.routines[node.routine].size - len(node.given)
        return self.frame(block, at, py.num(-1), [*self.given(node), *[py.num(0)] * rest], None)

    def frame(self, block: Block, at: int, this: ast.expr, cells: list[ast.expr], more: ast.expr | None) -> Stmts:
        """Begin a frame with these cells, and `more` of them; the stack may be too deep for it."""
        back = self.flow.number(Point(block, at + 1))
        row: ast.expr = ast.List([py.name("f"), py.num(back), py.name("me"), this, *cells], ast.Load())
        if more is not None:
            row = ast.BinOp(row, ast.Add(), more)
        most = py.num(self.p.layout.size + MAX_STACK)
        template = f"n = len(s)\nif n > most:\n    s[pc] = here\n    return deep\n{self.blocks.push}(row)\ns[0] = n"
        here = py.num(self.flow.number(Point(block, at)))
        return py.code(template, most=most, deep=py.num(DEEP), row=row, pc=py.num(PC), here=here)

    def run(self, block: Block, at: int, node: pr.Run, before: Stmts | None = None, *, known: bool = False) -> Stmts:
        """Run a script of a thing: in a frame if it may ask, else directly."""
        faces, face = self.p.layout.v.kinds[node.kind].faces, self.p.layout.tables[node.kind].face
        index = py.name("p") if faces == 1 else py.expression(f"p*{faces}+s[{face}+p]")
        given = [self.blocks.expr(one) for one in node.given]
        framed = node.table in self.flow.framed
        lines: Stmts = [] if known else [py.assign(py.name("p"), self.blocks.expr(node.thing))]
        inside: Stmts = []
        if node.table in self.flow.direct:
            functions = ast.Subscript(py.name(self._direct_row(node.table)), index, ast.Load())
            call = self.direct("d", [py.name("p"), *given], signals=node.table in self.flow.stopping)
            run = [*self._fired(node.table, index), *call]
            other = self._run_framed(block, at, node, index, given, before) if framed else []
            inside = [py.assign(py.name("d"), functions), py.when(py.expression("d is not None"), run, other)]
        elif framed:
            inside = self._run_framed(block, at, node, index, given, before)
        if node.sure or known or not inside:
            return [*lines, *inside]
        return [*lines, py.when(py.expression("p >= 0"), inside)]

    def _run_framed(
        self, block: Block, at: int, node: pr.Run, index: ast.expr, given: list[ast.expr], before: Stmts | None
    ) -> Stmts:
        entries = ast.Subscript(py.name(self._entry_row(node.table)), index, ast.Load())
        more = py.expression("rest[e]", rest=py.name(self._locals(len(given))))
        frame = [*(before or []), *counted(1), *self.frame(block, at, py.name("p"), given, more)]
        return [
            py.assign(py.name("e"), entries),
            py.when(py.expression("e >= 0"), [*self._fired(node.table, index), *frame, py.answer(py.name("e"))]),
        ]

    def _entry_row(self, table: Key) -> str:
        """For each thing: the place where its script begins, -1 where it has none or runs directly."""
        key = ("entries", table)
        if key not in self._rows:
            self._rows[key] = self._named("entries", table)
            places = [
                self.flow.number(Point(self.p.routines[k].body, 0))
                if k is not None and k not in self.flow.plain
                else -1
                for k in self.p.runs[table]
            ]
            self.values.names.put(self._rows[key], places)
        return self._rows[key]

    def _named(self, what: str, table: Key) -> str:
        return named_after(f"N{self.purpose.letter}", what, table.sort, *table.names)

    def _locals(self, given: int) -> str:
        """The locals of the routine that begins at a place, without so many that are given."""
        if f"Z{given}" not in self.values.names:
            self.values.names.put(f"Z{given}", self.locals_without(given), ("locals", given))
        return f"Z{given}"

    def locals_without(self, given: int) -> dict[int, list[int]]:
        """By the number of a place: the locals of the routine that begins there, without so many that are given."""
        return _Locals(self.flow, given)

    def _direct_row(self, table: Key) -> str:
        """A table of functions, one for each thing; each is printed when it is first called."""
        key = ("functions", table)
        if key not in self._rows:
            self._rows[key] = self._named("functions", table)
            if self._rows[key] not in self.values.names:
                recipe = ("scripts", self.purpose.letter, table.sort, table.names)
                self.values.names.put(self._rows[key], self.scripts_of(table), recipe)
        return self._rows[key]

    def scripts_of(self, table: Key) -> list[Any]:
        """For each thing the function of its script, which is printed when it is first called; None where it has none."""
        made: dict[Key, Any] = {}
        for one in self.p.runs[table]:
            if one is not None and one in self.flow.plain and one not in made:
                made[one] = self._on_first_call(self.blocks, one)
        row = [made.get(one) if one is not None else None for one in self.p.runs[table]]
        for at, one in enumerate(self.p.runs[table]):
            if one in made:
                self.function_places.setdefault(one, []).append((row, at))
        return row

    def _fired(self, table: Key, index: ast.expr) -> Stmts:
        """Note which script runs, for whoever wants to know."""
        if not self.blocks.notes:
            return []
        key = ("keys", table)
        if key not in self._rows:
            self._rows[key] = self._named("keys", table)
            self.values.names.put(self._rows[key], self.p.runs[table], ("keys", table.sort, table.names))
        row = ast.Subscript(py.name(self._rows[key]), index, ast.Load())
        return py.code("if m.fired is not None: m.fired.add(row)", row=row)
