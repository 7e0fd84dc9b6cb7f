"""What lies on the stack beside frames: the cells of options under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code.program import Store
from interpreter.primitives.header import FRAME_LOCALS, SCOPE

if TYPE_CHECKING:
    from interpreter.code.program import Point
    from interpreter.primitives.tables import State


def scope_cells(s: State, scope: int) -> set[int]:
    """The cells of an option and of those around it."""
    found = set[int]()
    while scope:
        found |= {scope, scope + 1}
        scope = s[scope]
    return found


def held_at(point: Point) -> int:
    """The local that holds the option around a verb that is judged by itself and returns to this place; -1 for none."""
    node = point.block.nodes[point.at] if point.at < len(point.block.nodes) else None
    if isinstance(node, Store) and node.address == x.Num(SCOPE) and isinstance(node.value, x.Local):
        return node.value.slot
    return -1


def scopes_around(s: State, frame: int, point: Point, inner: set[int]) -> set[int]:
    """The cells of options in a frame that stands at a place, and below; `inner` are those of the frame above."""
    held = held_at(point)
    return inner if held < 0 else scope_cells(s, s[frame + FRAME_LOCALS + held])


__all__ = ["held_at", "scope_cells", "scopes_around"]
