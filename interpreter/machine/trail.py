"""How far a function that is printed has followed the program, and what it has put off on the way.

What lies on the stack above a frame goes with the frame. So an option that is complete, and frames that are left one after
another, are taken from the stack at once, when something comes that needs the stack; who acts is looked up only then.
"""

from __future__ import annotations

import ast
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.machine import syntax as py
from interpreter.machine.steps import counted
from interpreter.primitives.header import ACTS, FRAME, SCOPE
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.code.program import Point
    from interpreter.machine.syntax import Stmts


@record(slots=True)
class Trail:
    """How far a function has followed the program; `steps` have been made that are not yet counted."""

    point: Point
    seen: frozenset[Point]
    room: list[int]
    steps: int
    lines: Stmts = field(default_factory=list)
    fresh: set[int] = field(default_factory=set)  # locals of a frame begun here that are still 0
    ended: bool = False
    committed: bool = False  # an option is complete, and its scope still lies on top of the stack
    left: bool = False  # frames that were left still lie on the stack, from `n` on
    begin_line: int = -1  # the line that says where they begin, if nothing else needs it
    whose: bool = True  # `me` is who acts

    def count(self) -> None:
        """Count the steps made so far."""
        self.lines += counted(self.steps)
        self.steps = 0

    def add(self, lines: Stmts) -> None:
        """Go on with these lines; steps are counted before the function can end."""
        if _answers(lines):
            self.count()
        self.lines += lines

    def end(self, *lines: ast.stmt) -> None:
        """End with these lines."""
        self.count()
        self.lines += lines
        self.ended = True

    def cut(self) -> None:
        """Take from the stack what was put off, and look up who acts."""
        if self.committed:
            self.lines += py.code("s.pop()\ns[scope] = s.pop()", scope=py.num(SCOPE))
        if self.left:
            self.lines += py.code(f"s[{FRAME}] = f\ndel s[n:]")
        if not self.whose:
            self.lines += py.code(f"me = s[f+{ACTS}]")
        self.committed, self.left, self.begin_line, self.whose = False, False, -1, True

    def close(self) -> None:
        """An option that is complete goes with the frame that is left next."""
        if self.committed:
            self.lines += py.code("s[scope] = s[s[scope]]", scope=py.num(SCOPE))
            self.committed = False

    def leave_frame(self) -> None:
        """Go on in the frame below."""
        self._forget_begin()
        self.left, self.begin_line, self.whose, self.fresh = True, len(self.lines), False, set()
        self.lines += py.code("n = f\nf = s[f]")

    def commit(self) -> None:
        """An option is complete: its scope lies on top of the stack, or below the frames that were left."""
        if self.left:
            self._forget_begin()
            self.lines += py.code("n = s[scope]\ns[scope] = s[n]", scope=py.num(SCOPE))
            return
        if self.committed:
            self.cut()
        self.committed = True

    def _forget_begin(self) -> None:
        """Where frames above the next begin says nothing any more."""
        if self.begin_line >= 0:
            del self.lines[self.begin_line]
        self.begin_line = -1


def _answers(lines: Stmts) -> bool:
    """Whether code may end the function it stands in."""
    return any(
        isinstance(line, ast.Return)
        or (isinstance(line, ast.If | ast.For | ast.While) and (_answers(line.body) or _answers(line.orelse)))
        for line in lines
    )
