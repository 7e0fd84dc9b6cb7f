"""Sets that a script gives a name. A name keeps what it stood for, so it is used only while the set cannot have changed.

The set itself is not kept: where the name stands it is worked out again. That is the same set as long as nothing it is
made of was written in between, nobody else acts, and no loop comes back behind a change; this is proved here, once the
whole pack is known, and what cannot be proved is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.changing import Walk, Writes
from interpreter.check.reads import wanted_by

if TYPE_CHECKING:
    from interpreter.check.typed import At
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem


def find_changed_sets(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Report every use of a named set behind something that may change it."""
    using = [routine for routine in routines if routine.uses]
    writes = Writes(v) if using else None
    return [problem for routine in using if writes for problem in _Sets(v, writes, routine).problems()]


class _Sets(Walk):
    """Looks for the sets of one script that are used behind a change."""

    def __init__(self, v: Vocabulary, writes: Writes, routine: ty.Routine) -> None:
        super().__init__(v, writes)
        self.routine = routine
        self.found: dict[At, Problem] = {}

    def problems(self) -> list[Problem]:
        """Every use of a set that may have changed, each once."""
        self.body(self.routine.body)
        return list(self.found.values())

    def look(self, statement: ty.Statement, *, again: bool = False) -> None:
        """Report the names in a statement whose sets may have changed. Those that are walked through are kept."""
        if isinstance(statement, ty.NameSet):
            self._name(statement)
        if again and isinstance(statement, ty.Each):
            return
        inner = [one.at for body in inner_bodies(statement) for one in body.statements]
        for slot, name, at in self.routine.uses:
            if slot not in self.changed or not _within(at, statement.at) or any(_within(at, one) for one in inner):
                continue
            where = self.routine.span(self.changed[slot])
            self.found[at] = err.SetChanged(self.routine.span(at), name, where)

    def _name(self, statement: ty.NameSet) -> None:
        self.bind(statement.slot, wanted_by(statement.value, self.v))
        foreign = ty.Me | ty.Opponents | ty.Derived | ty.ItemFormula
        if any(isinstance(node, foreign) for node in ty.nodes(statement.value)):
            self.mine.add(statement.slot)


def _within(at: At, around: At) -> bool:
    return around[0] <= at[0] and at[1] <= around[1]
