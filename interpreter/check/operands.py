"""The values a statement works out itself, and the cell it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Vocabulary


def cell_of(statement: ty.Do) -> ty.Var | None:
    """The cell that an engine statement changes, if it changes just one."""
    change = STATEMENTS[statement.primitive].change
    cell = statement.args[change.cell] if change is not None else None
    return cell if isinstance(cell, ty.Var) else None


def overflow_of(statement: ty.Do, v: Vocabulary) -> ty.Routine | None:
    """The script that is handed what a counter cannot hold."""
    change, cell = STATEMENTS[statement.primitive].change, cell_of(statement)
    if change is None or not change.overflows or cell is None:
        return None
    return v.var(cell.key).overflow


def operands(statement: ty.Statement) -> Iterator[ty.Value]:
    """Give the values of a statement, each whole; those of the statements in its blocks left out."""
    yield from (one for one in _all(statement) if one is not None)


def _all(statement: ty.Statement) -> Iterator[ty.Value | None]:
    match statement:
        case ty.Do(args=given):
            yield from given.values()
        case ty.CallVerb(args=values) | ty.Announce(args=values) | ty.Say(args=values):
            yield from values
        case ty.RunScript(piece=value) | ty.SetLocal(value=value) | ty.Acting(who=value) | ty.Demand(cond=value):
            yield value
        case ty.Branch(branches=branches):
            yield from (cond for cond, _ in branches)
        case ty.Loop(count=count, while_=cond, left=left):
            yield from (count, cond, left)
        case ty.Each(items=items) | ty.Pick(items=items):
            yield items
        case ty.PickSeveral(items=items, low=low, high=high):
            yield from (items, low, high)
        case ty.PickOption(low=low, count=count, options=options):
            yield from (low, count, *(option.cond for option in options))
        case ty.NameSet() | ty.AtOnce() | ty.Maybe() | ty.OfferMenu() | ty.Leave():
            pass
        case _:
            assert_never(statement)
