"""What can fail: where nothing ahead can, an option needs no trying.

A statement is hard when it can be impossible. What stands behind an option of its own does not count: such an option is
offered only when it can be completed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import callees_first, inner_bodies, walk
from interpreter.check.operands import overflow_of
from interpreter.check.reads import watched, written_by
from interpreter.engine.circles import Circles
from interpreter.engine.evident import never_empty
from interpreter.engine.needed import Needed
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout


MOST_STATEMENTS = 300
"""Statements of all scripts of a name that can fail: where they are more, finding a condition for each takes seconds."""


class Hardness:
    """Says what can fail in one pack."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.v = layout, layout.v
        self._verbs = {verb.key: verb.routine for verb in self.v.verbs}
        self._verbs |= {keys.action(action.id): action.routine for action in self.v.actions}
        self._wants = watched(self.v)
        self._known = Circles(least=False, most=True)
        self._crowds: dict[tuple[str, str], bool] = {}
        self._needed = Needed(layout)
        for verb in callees_first(self.v):  # so that finding it out never goes deep
            self.of_routines([self._verbs[verb]])

    def of_body(self, body: ty.Body) -> bool:
        """Whether something in a body can fail."""
        return self._known.of(id(body), lambda: self.of_statements(body.statements))

    def of_statements(self, statements: Iterable[ty.Statement]) -> bool:
        """Whether one of the statements of a block can fail.

        Behind a choice that may come to nothing none can: with what cannot be completed it is not offered, and without it
        the rest of its block is left out.
        """
        for statement in statements:
            if isinstance(statement, ty.Pick) and statement.soft and statement.mode != "random":
                return self.of_otherwise(statement)
            if self.of_statement(statement):
                return True
        return False

    def of_routines(self, routines: Iterable[object]) -> bool:
        """Whether something in one of these can fail."""
        return any(isinstance(routine, ty.Routine) and self.of_body(routine.body) for routine in routines)

    def of_scripts(self, kind: str, script: str) -> bool:
        """Whether something in any thing's script of that name can fail."""
        faces = (face for item in self.v.kinds[kind].items for face in item.faces)
        return self._known.of((kind, script), lambda: self.of_routines(face.scripts.get(script) for face in faces))

    def too_many(self, kind: str, script: str) -> bool:
        """Whether the scripts of a name that can fail are too long together for each of them to be looked into."""
        if (kind, script) not in self._crowds:
            faces = [face.scripts.get(script) for item in self.v.kinds[kind].items for face in item.faces]
            hard = (one.body for one in faces if isinstance(one, ty.Routine) and self.of_body(one.body))
            long = islice((statement for body in hard for statement in walk(body)), MOST_STATEMENTS, None)
            self._crowds[kind, script] = any(True for _ in long)
        return self._crowds[kind, script]

    def of_statement(self, statement: ty.Statement) -> bool:  # noqa: C901, PLR0911, PLR0912 - one case for each form
        """Whether a statement can fail."""
        match statement:
            case ty.Do():
                return self._of_do(statement)
            case ty.Demand():
                return True
            case ty.Pick(items=items):
                return not (statement.soft or never_empty(items)) or self.of_otherwise(statement)
            case ty.PickSeveral():
                return not statement.soft or self.of_otherwise(statement)
            case ty.PickOption():
                return not (statement.soft or self._always_open(statement)) or self.of_otherwise(statement)
            case ty.Maybe():
                return self.of_otherwise(statement)
            case ty.CallVerb(verb=verb):
                return verb not in self.v.begins and self.of_routines([self._verbs.get(verb)])
            case ty.RunScript(kind=kind, script=script):
                return self.of_scripts(kind, script)
            case ty.Announce(event=event):
                return self.of_event(event)
            case ty.Each(secret=True):
                return False
            case ty.Branch() | ty.Loop() | ty.Each() | ty.Acting() | ty.AtOnce():
                return self.given_none(statement) or any(self.of_body(body) for body in inner_bodies(statement))
            case ty.SetLocal() | ty.NameSet() | ty.Say() | ty.OfferMenu() | ty.Leave():
                return False
            case _:
                assert_never(statement)

    def of_otherwise(self, statement: ty.Maybe | ty.Pick | ty.PickSeveral | ty.PickOption | ty.OfferMenu) -> bool:
        """Whether what happens where nothing is chosen can fail."""
        return statement.otherwise is not None and self.of_body(statement.otherwise)

    def _always_open(self, statement: ty.PickOption) -> bool:
        """Whether one of the options can always be taken: no other comes first, and nothing in it can fail."""
        free = statement.mode == "one" and not any(one.duty for one in statement.options)
        return free and any(one.cond is None and not self.of_body(one.body) for one in statement.options)

    def _of_do(self, statement: ty.Do) -> bool:
        return (
            self.impossible(statement)
            or self.given_none(statement)
            or self.of_routines([overflow_of(statement, self.v)])
            or any(map(self.of_watch, self.concerned(statement)))
        )

    def concerned(self, statement: ty.Do) -> list[int]:
        """The rules that watch what a statement changes."""
        written = written_by(statement, self.v)
        return [number for number, wants in enumerate(self._wants) if wants & written]

    def impossible(self, statement: ty.Do) -> bool:
        """Whether the statement itself can be impossible; one that needs room only where room is short."""
        declared = STATEMENTS[statement.primitive]
        if self.layout.finds_room(statement) or not declared.hard:
            return False
        zone = statement.args.get(declared.room)
        if not isinstance(zone, ty.Zone):
            return True
        sure = zone.host is None or isinstance(zone.host, ty.Me | ty.This | ty.Element | ty.Local)
        return self.layout.zones[zone.key].decl.capacity is not None or not sure

    def given_none(self, statement: ty.Statement) -> bool:
        """Whether a statement may be given none where it needs a thing."""
        return self._needed.by(statement)

    def of_watch(self, number: int) -> bool:
        """Whether something in a state-based rule can fail."""
        return self.of_routines([self.v.watches[number].routine])

    def of_event(self, event: str) -> bool:
        """Whether something that reacts to an event can fail."""
        return self.of_routines(one.routine for one in self.v.reactions() if one.event == event)
