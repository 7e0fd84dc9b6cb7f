"""Where in the pack a state stands: what a fault says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.keys import event as event_key
from interpreter.check.keys import whenever
from interpreter.code.program import Do, Settled
from interpreter.engine.faults import Fault
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import BACK, FRAME, PC

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.flow import Flow
    from interpreter.code.program import Program
    from interpreter.diagnostics import Span
    from interpreter.primitives.tables import State

MAX_TOLD = 6
"""How many routines inside each other a fault names."""


class Whereabouts:
    """Finds the scripts that a state is inside of."""

    def __init__(self, program: Program, flow: Flow) -> None:
        self._program, self._flow = program, flow

    def under_way(self, s: State) -> list[Key]:
        """The routines a resting state is inside of, innermost first."""
        return [self._routine_at(pc) for pc in self._places(s)]

    def span_of(self, pc: int) -> Span:
        """Where in the pack a place of the program comes from."""
        point, node = self._flow.points[pc], self._flow.node_at(pc)
        return self._program.span_of(point.block.routine, node.at)

    def fault(self, s: State, *, without_end: bool) -> Fault:
        """Why a state cannot go on: a statement cannot be done there, or what is under way has no end."""
        if not without_end:
            return Fault(f"`{self._statement_at(s[PC])}` cannot be done here", self.span_of(s[PC]))
        written = (pc for pc in self._places(s) if self._routine_at(pc).sort != "event")  # events have no script
        return Fault(f"effects without end: {self._circle(s)}", self.span_of(next(written)))

    def located(self, fault: Fault, s: State, running: Key | None) -> Fault:
        """What went wrong, with its script: that of the routine that ran, or of the frame it ran in."""
        return fault if fault.span is not None else fault.placed(*self._script(running or self._frame_of(s)))

    def _frame_of(self, s: State) -> Key:
        """The routine whose frame is the innermost."""
        back = s[s[FRAME] + BACK]
        if back < 0:
            return self._routine_at(s[PC])
        point = self._flow.points[back]
        before = point.block.nodes[max(point.at - 1, 0)]
        below = self._flow.callees(before)
        return below[0] if len(below) == 1 else point.block.routine

    def _script(self, key: Key) -> tuple[Span | None, str]:
        """The place and the name of a script."""
        event = next((e for e in self._program.layout.v.events if key == event_key(e.name)), None)
        if event is not None:
            return event.span, event.name
        code = self._program.routines[key]
        first = code.source.body.statements[0].at if code.source.body.statements else (0, 0)
        return (code.source.span(first) if code.source.source.text else None), str(key)

    def _routine_at(self, pc: int) -> Key:
        return self._flow.points[pc].block.routine

    def _places(self, s: State) -> list[int]:
        """Where a resting state stands in each routine it is inside of."""
        found, f = [s[PC]], s[FRAME]
        while s[f + BACK] >= 0:  # a frame keeps where its caller goes on
            found.append(s[f + BACK])
            f = s[f]
        return found

    def _circle(self, s: State) -> str:
        """What goes on without end where a state was stopped: a rule that still holds, or routines inside each other."""
        node = self._flow.node_at(s[PC])
        if isinstance(node, Settled):
            return f"`{whenever(node.number + 1)}` still holds after it was carried out again and again"
        inside = [str(key) for key in self.under_way(s)]
        turn = inside[: inside.index(inside[0], 1) + 1] if inside[0] in inside[1:] else inside[:MAX_TOLD]
        return " → ".join(f"`{name}`" for name in reversed(turn))

    def _statement_at(self, pc: int) -> str:
        node = self._flow.node_at(pc)
        return STATEMENTS[node.statement].phrase.split()[0] if isinstance(node, Do) else "require"
