"""Which parts of a program run through without asking anybody.

A routine is plain when nothing in it, nor in anything it calls, is a choice or ends the game. Plain parts need no frame
in the state, because the state never rests inside them; they are printed as ordinary Python, with `if`, `for` and
`while`. That structure is recovered here from the jumps the compiler has made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code.risk import callees
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.code.program import Instr, Program

MAX_DEPTH = 30
"""How many plain routines may be inside each other: they use Python's own stack."""
_ASKS = frozenset({"ask", "commit", "halt"})


class Plain:
    """What is plain in one program."""

    def __init__(self, program: Program) -> None:
        self.p = program
        starts = sorted(program.entries.values())
        self._end = dict(zip(starts, [*starts[1:], len(program.code)], strict=True))
        self._depth: dict[int, int] = {}
        for entry in starts:
            self._find_depth(entry, set())
        self.routines = frozenset(entry for entry, depth in self._depth.items() if depth <= MAX_DEPTH)
        self.signals = self._find_signals()

    def body(self, entry: int) -> range:
        """The instructions of a routine."""
        return range(entry, self._end[entry])

    def _find_depth(self, entry: int, inside: set[int]) -> int:
        """How deep the calls of a routine go; more than allowed when it is not plain."""
        if entry in self._depth:
            return self._depth[entry]
        if entry in inside or len(inside) > MAX_DEPTH:
            return MAX_DEPTH + 1
        depth = 1
        for pc in self.body(entry):
            instr = self.p.code[pc]
            if instr.op in _ASKS:
                depth = MAX_DEPTH + 1
            for callee in callees(self.p, instr):
                depth = max(depth, 1 + self._find_depth(callee, inside | {entry}))
        self._depth[entry] = depth
        return depth

    def _find_signals(self) -> frozenset[int]:
        """Plain routines that may have to stop: something fails, is left to fate in a trial, or never settles."""
        found: set[int] = set()
        grown = True
        while grown:
            grown = False
            for entry in self.routines - found:
                if any(self._may_stop(self.p.code[pc], found) for pc in self.body(entry)):
                    found.add(entry)
                    grown = True
        return frozenset(found)

    def _may_stop(self, instr: Instr, found: set[int]) -> bool:
        if instr.op == "do":
            return STATEMENTS[instr.args[0]].fate or STATEMENTS[instr.args[0]].hard
        return instr.op in ("demand", "settled") or any(callee in found for callee in callees(self.p, instr))

    def is_plain(self, instr: Instr) -> bool:
        """Whether an instruction, with all it calls, never asks."""
        return instr.op not in _ASKS and all(callee in self.routines for callee in callees(self.p, instr))

    def region(self, pc: int) -> int | None:
        """The end of the loop or condition that begins here, if all of it is plain; None where there is none."""
        end = self._structure_end(pc)
        if end is None or not all(self.is_plain(self.p.code[at]) for at in range(pc, end)):
            return None
        return end

    def _structure_end(self, pc: int) -> int | None:
        code = self.p.code
        if code[pc].op == "each":
            return int(code[pc + 1].args[-1])
        if code[pc].op != "branch":
            return None
        target = int(code[pc].args[-1])
        before = code[target - 1]
        if before.op == "jump" and before.args[0] > target:
            return int(before.args[0])
        return target

    def is_loop(self, pc: int) -> bool:
        """Whether the condition here heads a loop: what ends it jumps back."""
        target = int(self.p.code[pc].args[-1])
        return self.p.code[target - 1].op == "jump" and self.p.code[target - 1].args[0] == pc
