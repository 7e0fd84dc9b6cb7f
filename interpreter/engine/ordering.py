"""Whether it matters in which order a block is done for the elements of a set: where it does not, nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.operands import cell_of, operands, overflow_of
from interpreter.check.reads import wanted_by, watched, written_by
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

_TOLD = (ty.Do, ty.SetLocal, ty.NameSet, ty.Branch)
"""What a turn may hold for its order to be told: changes of cells, names and conditions."""


def order_matters(each: ty.Each, v: Vocabulary) -> bool:
    """Whether two turns may come to something else when they change places; yes where that cannot be told.

    It does not where each turn only adds to counters that have no maximum, or writes vars of its own element, and nothing
    that is written is read by another turn or watched by a rule.
    """
    written: set[str] = set()
    read = set().union(*watched(v))
    for statement in walk(each.body):
        if not isinstance(statement, _TOLD):
            return True
        values = list(operands(statement))
        if isinstance(statement, ty.Do):
            cell = _changed(statement, each.slot, v)
            if cell is None:
                return True
            values = [part for one in values for part in (ty.children(one) if one is cell else (one,))]
            written |= written_by(statement, v)
        read |= set().union(*(wanted_by(one, v) for one in values))
    return bool(written & read)


def _changed(statement: ty.Do, slot: int, v: Vocabulary) -> ty.Var | None:
    """The cell of a change that commutes with itself in another turn."""
    change, cell = STATEMENTS[statement.primitive].change, cell_of(statement)
    if change is None or change.fails or cell is None or overflow_of(statement, v) is not None:
        return None
    own = isinstance(cell.host, ty.Local) and cell.host.slot == slot
    return cell if own or (change.adds and v.var(cell.key).high is None) else None


__all__ = ["order_matters"]
