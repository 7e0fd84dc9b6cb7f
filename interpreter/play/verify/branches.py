"""Which scripts and branches of a pack games come to: every block of the program, found again by script and place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.code import program as pr
from interpreter.code.program import Point

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.diagnostics import Span
    from interpreter.machine import Machine

WRITTEN = frozenset({"start", "verb", "action", "overflow", "script", "when", "listener", "whenever"})
"""The sorts of routines that are scripts of a pack; the others are made by the engine around them."""

Branch = tuple["Key", int]
"""A script, and where in it the branch begins; the script itself begins at -1."""

WHOLE = -1


@dataclass(frozen=True, slots=True)
class Written:
    """A branch as its author knows it."""

    script: str
    whole: bool
    span: Span


def branches_of(machine: Machine) -> dict[int, Branch]:
    """For the number of the first place of each block of a script: the branch that it is."""
    found: dict[int, Branch] = {}
    for key, code in machine.program.routines.items():
        if key.sort not in WRITTEN or not code.body.nodes:
            continue
        found[machine.flow.number(Point(code.body, 0))] = (key, WHOLE)
        for block in _inner(code.body):
            begins = block.nodes[0].at
            if begins != (0, 0):  # what was added by the engine stands nowhere
                found[machine.flow.number(Point(block, 0))] = (key, begins[0])
    return found


def _inner(body: pr.Block) -> Iterator[pr.Block]:
    for node in pr.nodes_of(body):
        yield from (block for block in pr.inner_blocks(node) if block.nodes)


def written(machine: Machine) -> dict[Branch, Written]:
    """Every branch of the scripts of a machine's pack, with its place."""
    found: dict[Branch, Written] = {}
    for key, code in machine.program.routines.items():
        if key.sort not in WRITTEN or not code.body.nodes or code.source.source is None:
            continue
        whole = code.source.source
        found[key, WHOLE] = Written(str(key), whole=True, span=_first_line(code))
        for block in _inner(code.body):
            at = block.nodes[0].at
            if at != (0, 0):
                found.setdefault((key, at[0]), Written(str(key), whole=False, span=whole.span(*at)))
    return found


def _first_line(code: pr.Code) -> Span:
    statements = code.source.body.statements
    return code.source.span(statements[0].at if statements else (0, 0))
