"""Leaving several verbs at once: which scripts may end a span that a verb around them has begun.

`end SPAN` leaves everything up to the end of the innermost verb that begins the span. Whoever calls a script that may do so
has to go on leaving, so it is worked out once for the whole pack which scripts that are; and it is an error where such a
statement can be reached without the verb being under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import START, Key
from interpreter.check.operands import cell_of
from interpreter.check.reads import wanted_by, written_by
from interpreter.check.types import NUMBER
from interpreter.check.vocabulary import VarDecl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Verb, Vocabulary
    from interpreter.diagnostics import Problem

Spans = frozenset[str]
NONE: Spans = frozenset()
ENDING = "(ending)"
"""The var of the table that notes which span is being left, 0 for none."""


def declare_spans(v: Vocabulary) -> None:
    """Note which scripts begin a span: the verb's own, whatever packs put around it or hear of it."""
    for verb in v.spoken():
        if verb.begins:
            v.begins[_own(verb, v)] = verb.begins


def _own(verb: Verb, v: Vocabulary) -> Key:
    """The innermost layer of a verb."""
    key = verb.key
    while True:
        if key in v.heard:
            key = v.heard[key].layers
        elif key in v.below:
            key = v.below[key]
        elif key in v.marks:
            key = v.marks[key][0]
        elif key in v.pairs:
            key = next(one for one in v.pairs[key] if one.names[-2] not in ("before", "after"))
        else:
            return key


class Endings:
    """Says which spans a statement or script may end that are not begun in it."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._scripts: dict[Key, list[ty.Routine]] = {}
        self._known: dict[Key, Spans] = {}
        for key, routine in _routines(v):
            self._scripts.setdefault(key, []).append(routine)
        self._wants = [wanted_by(w.cond.value, v) if w.cond else set() for w in v.watches]
        if any(isinstance(s, ty.Leave) and s.span for one in self._every() for s in walk(one.body)):
            self._grow()

    def declare(self) -> None:
        """Give the table its var, where something is ended."""
        if self._known and self.v.shared is not None:
            at, most = self.v.shared.span, len(self.v.spans())
            var = VarDecl(ENDING, "shared", NUMBER, None, 0, 0, most, None, "nobody", at, quiet=True)
            self.v.shared.vars[ENDING] = var

    def _every(self) -> Iterator[ty.Routine]:
        return (routine for routines in self._scripts.values() for routine in routines)

    def _grow(self) -> None:
        below = {key: [*self._below(key)] for key in self._scripts}
        ended = {
            key: {s.span for one in routines for s in walk(one.body) if isinstance(s, ty.Leave) and s.span}
            for key, routines in self._scripts.items()
        }
        grown = True
        while grown:
            grown = False
            for key, spans in ended.items():
                found = spans.union(*(self._known.get(one, NONE) for one in below[key])) - {self.v.begins.get(key)}
                if found != self._known.get(key, NONE):
                    self._known[key], grown = frozenset(found), True

    def _below(self, key: Key) -> Iterator[Key]:
        for routine in self._scripts[key]:
            for statement in walk(routine.body):
                yield from self.run_by(statement)

    def run_by(self, statement: ty.Statement) -> Iterator[Key]:
        """What a statement itself may run, the statements of its blocks left out."""
        match statement:
            case ty.CallVerb(verb=verb):
                yield verb
            case ty.RunScript(kind=kind, script=script):
                yield keys.scripts(kind, script)
            case ty.Announce(event=event):
                yield keys.event(event)
            case ty.OfferMenu(menu=menu):
                yield from (keys.action(action.id) for action in self.v.actions if action.menu == menu)
            case ty.Do():
                cell, written = cell_of(statement), written_by(statement, self.v)
                if cell is not None:
                    yield keys.overflow(*cell.key.split(".", 1))
                yield from (keys.watch(number) for number, wants in enumerate(self._wants) if wants & written)
            case (
                ty.Say()
                | ty.SetLocal()
                | ty.NameSet()
                | ty.Branch()
                | ty.Loop()
                | ty.Each()
                | ty.Acting()
                | ty.AtOnce()
                | ty.Maybe()
                | ty.Pick()
                | ty.PickSeveral()
                | ty.PickOption()
                | ty.Demand()
                | ty.Leave()
            ):
                pass
            case _:
                assert_never(statement)

    def of(self, key: Key) -> Spans:
        """What a script may end: of a verb, action, event, overflow, state-based rule, or all scripts of a name."""
        return self._known.get(key, NONE)

    def of_itself(self, statement: ty.Statement) -> Spans:
        """What a statement itself may end, its blocks and the state-based rules behind it left out."""
        if isinstance(statement, ty.Leave):
            return frozenset({statement.span} if statement.span else ())
        run = self.run_by(statement) if self._known else ()
        return NONE.union(*(self.of(key) for key in run if key.sort != "watch"))

    def of_statement(self, statement: ty.Statement) -> Spans:
        """What a statement may end, those in its blocks included."""
        if not self._known:
            return NONE
        found = NONE
        for one in walk(ty.Body([statement])):
            found = found.union(*map(self.of, self.run_by(one)))
            if isinstance(one, ty.Leave) and one.span:
                found |= {one.span}
        return found

    def concerned(self, body: ty.Body) -> tuple[int, ...]:
        """The state-based rules that read what a block may change, scripts that it runs included."""
        written, seen, waiting = set[str](), set[Key](), [body]
        while waiting:
            for statement in walk(waiting.pop()):
                written |= written_by(statement, self.v) if isinstance(statement, ty.Do) else set()
                for key in self.run_by(statement):
                    if key not in seen and key.sort != "watch":
                        seen.add(key)
                        waiting += (routine.body for routine in self._scripts.get(key, ()))
        return tuple(number for number, wants in enumerate(self._wants) if wants & written)

    def strays(self) -> Iterator[Problem]:
        """Report `end SPAN` where nothing says that the span is under way."""
        for span in sorted(self.of(START)):
            came = self._reached(span)
            for key in came:
                for routine in self._scripts[key]:
                    for one in walk(routine.body):
                        if isinstance(one, ty.Leave) and one.span == span:
                            yield err.EndsNothing(routine.span(one.at), span, (), self._way(key, came))

    def _reached(self, span: str) -> dict[Key, Key | None]:
        """The scripts that can be under way without the span, each with the one that runs it first."""
        came: dict[Key, Key | None] = {START: None}
        waiting = [START]
        while waiting:
            key = waiting.pop(0)
            for below in self._below(key):
                if below in self._scripts and below not in came and self.v.begins.get(below) != span:
                    came[below] = key
                    waiting.append(below)
        return came

    @staticmethod
    def _way(key: Key, came: dict[Key, Key | None]) -> tuple[str, ...]:
        way: list[str] = []
        at: Key | None = key
        while at is not None:
            way.append(str(keys.whenever(int(at.names[0]) + 1) if at.sort == "watch" else at))
            at = came[at]
        return tuple(reversed(way))


def _routines(v: Vocabulary) -> Iterator[tuple[Key, ty.Routine]]:
    """Every script of statements, by what it is run as; several may be run as one."""
    found: list[tuple[Key, object]] = [(START, v.start)]
    found += [(verb.key, verb.routine) for verb in v.verbs]
    found += [(keys.action(action.id), action.routine) for action in v.actions]
    found += [(keys.event(trigger.event), trigger.routine) for trigger in v.triggers]
    found += [(keys.watch(number), watch.routine) for number, watch in enumerate(v.watches)]
    for decl in v.hosts():
        found += [(keys.overflow(decl.name, var.name), var.overflow) for var in decl.vars.values()]
        for item in decl.items:
            found += [(keys.scripts(decl.name, name), one) for face in item.faces for name, one in face.scripts.items()]
            found += [(keys.event(item.when.event), item.when.routine)] if item.when is not None else []
    yield from ((key, one) for key, one in found if isinstance(one, ty.Routine))


__all__ = ["ENDING", "Endings", "declare_spans"]
