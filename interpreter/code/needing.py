"""What statements that can fail read: a change of anything else cannot make them fail.

It tells beforehand whether a proof has to follow a statement closely. That a statement may change something is enough to
know where nothing that follows needs it; where something does, looking at what follows with that unknown is in vain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.operands import operands
from interpreter.check.reads import wanted_by
from interpreter.code.writing import NOTHING, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.engine.hard import Hardness


class Needing:
    """Finds what statements of one program need, as tokens."""

    def __init__(self, v: Vocabulary, hardness: Hardness, verbs: dict[Key, ty.Routine | None]) -> None:
        self.v, self.hardness, self.verbs = v, hardness, verbs
        self._found: dict[int, tuple[object, Tokens]] = {}

    def by(self, statements: Iterable[ty.Statement]) -> Tokens:
        """What some statements need together."""
        return NOTHING.union(*map(self._of, statements))

    def _of(self, statement: ty.Statement) -> Tokens:
        if id(statement) not in self._found:
            self._found[id(statement)] = (
                statement,
                NOTHING,
            )  # while it is worked out; it is kept, so its id is its own
            self._found[id(statement)] = (statement, self._worked_out(statement))
        return self._found[id(statement)][1]

    def _worked_out(self, statement: ty.Statement) -> Tokens:
        match statement:
            case ty.SetLocal(value=value):
                return frozenset(wanted_by(value, self.v))  # what is laid aside may be needed later
        if not self.hardness.of_statement(statement):
            return NOTHING
        match statement:
            case ty.CallVerb(verb=verb, args=args):
                return self._read(args) | self._inside(self.verbs.get(verb))
            case ty.RunScript(kind=kind, script=script, piece=piece):
                faces = [face for item in self.v.kinds[kind].items for face in item.faces]
                return self._read([piece]).union(*(self._inside(face.scripts.get(script)) for face in faces))
        bodies = [one for body in inner_bodies(statement) for one in body.statements]
        return self._read(operands(statement)) | self.by(bodies)

    def _inside(self, routine: object) -> Tokens:
        return self.by(routine.body.statements) if isinstance(routine, ty.Routine) else NOTHING

    def _read(self, values: Iterable[ty.Value]) -> Tokens:
        return NOTHING.union(*(wanted_by(value, self.v) for value in values))
