"""Whether what follows a routine that was called, or an option that was begun, can be completed whatever is done before.

Whoever chooses deep inside an option must know that everything around can still be done. Where what is around does not read
what may be changed on the way there, the present state tells, once for all values on offer; else they are tried.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.place import Untold
from interpreter.code.program import Point

if TYPE_CHECKING:
    from interpreter.check.typed import Statement
    from interpreter.code.expr import Expr
    from interpreter.code.flow import Flow
    from interpreter.code.proof import Proofs

Leading = tuple["pr.Block", list["Statement"], list["Statement"] | None]
"""A block, what is done in it before a place, and what follows there; None where that cannot be told."""


class Afterwards:
    """Finds such conditions for the places of one program, as functions of the state and a frame of the place's routine."""

    def __init__(self, flow: Flow, proofs: Proofs) -> None:
        self._flow, self._proofs = flow, proofs
        self._leading: dict[int, list[Leading]] | None = None

    def at(self, number: int) -> Expr:
        """The condition for a place that a routine or an option goes back to."""
        if self._leading is None:
            self._leading = self._found()
        ways = self._leading.get(number, [])
        rests = [rest for _, _, rest in ways]
        with suppress(Untold):
            if ways and rests[0] is not None and all(_same(rests[0], rest) for rest in rests):
                before = [statement for _, done, _ in ways for statement in done]
                return self._proofs.afterwards(ways[0][0].routine, before, rests[0])
        return x.UNKNOWN

    def _found(self) -> dict[int, list[Leading]]:
        """By its number, everything that leads to a place from inside a routine or an option."""
        found: dict[int, list[Leading]] = {}
        for code in self._flow.p.routines.values():
            stack = [code.body]
            while stack:
                block = stack.pop()
                for at, node in enumerate(block.nodes):
                    stack += pr.inner_blocks(node)
                    match node:
                        case pr.Call(behind=[done, *rest]) | pr.Run(behind=[done, *rest]):
                            way: Leading = (block, [done], rest)
                        case pr.Ask(bodies=[_, *_], behind=bodies, rest=rest, menu=""):
                            way = (block, [statement for body in bodies for statement in body], rest)
                        case pr.Call() | pr.Run() | pr.Watch() | pr.Ask(bodies=[_, *_]):
                            way = (block, [], None)
                        case _:
                            continue
                    found.setdefault(self._flow.number(Point(block, at + 1)), []).append(way)
        return found


def _same(rest: list[Statement], other: list[Statement] | None) -> bool:
    return other is not None and [*map(id, rest)] == [*map(id, other)]
