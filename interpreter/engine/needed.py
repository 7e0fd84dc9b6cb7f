"""Which statements may be given none where they need a thing: of none nothing can be changed, and none cannot act.

Whether a reference can be none follows from its form. A local that is chosen or gone through never is; a parameter of a
verb is where some script hands on what may be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.operands import cell_of
from interpreter.check.scripts import every_routine

if TYPE_CHECKING:
    from interpreter.check.typed import Routine, Value
    from interpreter.engine.layout import Layout


class Needed:
    """What is known of the scripts of one pack; of a script beside them, a local is taken for one that may be none."""

    def __init__(self, layout: Layout) -> None:
        v, self._neutral = layout.v, layout.people > layout.seats
        self._sure: dict[int, ty.Statement] = {}
        """The statements that are never given none, by identity."""
        routines = every_routine(v)
        verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine is not None}
        called = {id(routine) for routine in verbs.values()}
        needing = {id(routine): [one for one in walk(routine.body) if _needs(one)] for routine in routines}
        lacking = {id(routine): set[int]() for routine in routines}
        for routine in routines:
            if id(routine) not in called:
                lacking[id(routine)] = {slot for slot, (_, of) in enumerate(routine.params) if of.tag != "number"}
        waiting = list(routines)
        while waiting:
            routine = waiting.pop()
            known = lacking[id(routine)]
            self._spread(routine, known)
            for call in walk(routine.body):
                made = verbs.get(call.verb) if isinstance(call, ty.CallVerb) else None
                if made is None or not isinstance(call, ty.CallVerb):
                    continue
                given = {slot for slot, arg in enumerate(call.args) if self._nullable(arg, known)}
                if not given <= lacking[id(made)]:
                    lacking[id(made)] |= given
                    waiting.append(made)
        for routine in routines:
            for one in needing[id(routine)]:
                if not any(self._nullable(value, lacking[id(routine)]) for value in _needs(one)):
                    self._sure[id(one)] = one

    def _spread(self, routine: Routine, known: set[int]) -> None:
        """What is set to what may be none may be none."""
        sets = [one for one in walk(routine.body) if isinstance(one, ty.SetLocal)]
        while new := {one.slot for one in sets if one.slot not in known and self._nullable(one.value, known)}:
            known |= new

    def _nullable(self, value: Value, known: set[int]) -> bool:
        match value:
            case ty.Me() | ty.This() | ty.Element():
                return False
            case ty.Neutral():
                return not self._neutral
            case ty.Local(slot=slot):
                return slot in known
            case (
                ty.OwnedOne(player=inner) | ty.Parent(thing=inner) | ty.Owner(thing=inner) | ty.Neighbour(player=inner)
            ):
                return self._nullable(inner, known)
            case ty.Const(number=number):
                return number < 0
        return value.type.tag in ("kind", "enum")

    def by(self, statement: ty.Statement) -> bool:
        """Whether a statement may be given none where it needs a thing."""
        return bool(_needs(statement)) and self._sure.get(id(statement)) is not statement


def _needs(statement: ty.Statement) -> list[Value]:
    """What a statement cannot do without."""
    match statement:
        case ty.Do():
            cell = cell_of(statement)
            return [one for one in (cell.host, cell.index) if one is not None] if cell is not None else []
        case ty.Acting(who=who):
            return [who]
    return []
