"""Steps counted in printed code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.machine import syntax as py
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.program import Block
    from interpreter.machine.syntax import Stmts


def counted(steps: int) -> Stmts:
    """Count steps; whoever comes next notices where there are too many."""
    return py.code("m.fuel -= n", n=py.num(steps)) if steps else []


def afforded(steps: int) -> Stmts:
    """Count steps, and stop where there are too many."""
    return py.code("m.fuel -= n\nif m.fuel < 0: out_of_steps()", n=py.num(steps))


def steps_of(block: Block) -> int:
    """The steps that the values of a block come to."""
    return block.parts // meter.STEP.most
