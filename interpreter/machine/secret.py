"""Secret choices under way: read from the row alone, as everything is.

Players choose one after another, and nobody learns anything before the last one has chosen. Whoever asks in between must
know whose choices are already made: they are hidden from all others, and drawn anew for who imagines them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code.program import Assign, ForEach, Point
from interpreter.machine.stack import scope_cells, scopes_around
from interpreter.primitives.header import BACK, FRAME, FRAME_LOCALS, OVER, PC, SCOPE, STATUS
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.machine.pending import Pending
    from interpreter.machine.vm import Machine
    from interpreter.primitives.tables import State


@record(frozen=True, slots=True)
class Choosing:
    """A secret choice under way: in which frame of which routine, who has chosen, and who is still to choose."""

    node: ForEach
    routine: Key
    frame: int
    chosen: tuple[int, ...]
    waiting: tuple[int, ...]


def choosing(machine: Machine, s: State) -> Choosing | None:
    """The secret choice a resting state stands in, if any."""
    if s[STATUS] == OVER or not machine.seals:
        return None
    frame, pc, end, scopes = s[FRAME], s[PC], len(s), scope_cells(s, s[SCOPE])
    while frame and pc >= 0:
        point = machine.flow.points[pc]
        scopes = scopes_around(s, frame, point, scopes)
        left = [cell for cell in range(frame, end) if cell not in scopes]
        found = _around(machine, s, point, frame, left)
        if found is not None:
            return found
        frame, pc, end = s[frame], s[frame + BACK], frame
    return None


def _around(machine: Machine, s: State, point: Point, frame: int, left: list[int]) -> Choosing | None:
    """The secret choice around a place of one routine: the sets of the walks inside it lie above its own."""
    block = point.block
    while block.inside is not None:
        node, block, _ = block.inside
        if not isinstance(node, ForEach):
            continue
        first = len(left) - s[frame + FRAME_LOCALS + node.left]
        if node.secret:
            mask = s[frame + FRAME_LOCALS + node.chosen]
            seats = range(machine.layout.people)
            waiting = tuple(s[cell] for cell in reversed(left[first:]))
            chosen = tuple(seat for seat in seats if mask >> seat & 1)
            return Choosing(node, point.block.routine, frame, chosen, waiting)
        del left[first:]
    return None


def filled(node: ForEach) -> set[int]:
    """The locals that a player's part of a secret choice fills: it forgets them at its end."""
    forgets = (one for one in node.body.nodes if isinstance(one, Assign) and one.slot != node.chosen)
    return {one.slot for one in forgets}


def choose_again(machine: Machine, s: State, under_way: Choosing, seat: int, pick: Callable[[Pending], int]) -> None:
    """Let a player who has chosen choose once more, on a copy, and keep nothing of it but what is sealed."""
    copy = s[:]
    size = machine.program.routines[under_way.routine].size
    first = under_way.frame + FRAME_LOCALS
    held = [s[cell] for cell in range(first, first + size)]
    machine.enter(copy, under_way.routine, seat)
    locals_ = copy[FRAME] + FRAME_LOCALS
    for slot, value in enumerate(held):
        copy[locals_ + slot] = value
    for slot in filled(under_way.node):
        copy[locals_ + slot] = 0
    copy[locals_ + under_way.node.left] = 0
    copy[PC] = machine.flow.number(Point(under_way.node.body, 0))
    while (pending := machine.run_secretly(copy)) is not None:
        machine.apply(copy, pending.ask, pending.values[pick(pending)])
    for key in under_way.node.secret:
        place = machine.layout.vars[key]
        for cell in range(place.base + seat * place.width, place.base + (seat + 1) * place.width):
            s[cell] = copy[cell]
