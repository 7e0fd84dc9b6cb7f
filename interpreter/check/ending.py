"""Leaving several verbs at once: which scripts may end a span that a verb around them has begun.

`end SPAN` leaves everything up to the end of the innermost verb that begins the span. Whoever calls a script that may do so
has to go on leaving, so it is worked out once for the whole pack which scripts that are; and it is an error where such a
statement can be reached without the verb being under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import START, Key
from interpreter.check.reads import watched, written_by
from interpreter.check.scripts import by_what_runs, run_by
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
        self._scripts = by_what_runs(v)
        self._known: dict[Key, Spans] = {}
        self._wants = watched(v)
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
                yield from self._run_by(statement)

    def _run_by(self, statement: ty.Statement) -> Iterator[Key]:
        """What a statement itself may run, state-based rules included."""
        yield from run_by(statement, self.v)
        if isinstance(statement, ty.Do):
            written = written_by(statement, self.v)
            yield from (keys.watch(number) for number, wants in enumerate(self._wants) if wants & written)

    def of(self, key: Key) -> Spans:
        """What a script may end: of a verb, action, event, overflow, state-based rule, or all scripts of a name."""
        return self._known.get(key, NONE)

    def of_itself(self, statement: ty.Statement) -> Spans:
        """What a statement itself may end, its blocks and the state-based rules behind it left out."""
        if isinstance(statement, ty.Leave):
            return frozenset({statement.span} if statement.span else ())
        return NONE.union(*map(self.of, run_by(statement, self.v))) if self._known else NONE

    def of_statement(self, statement: ty.Statement) -> Spans:
        """What a statement may end, those in its blocks included."""
        if not self._known:
            return NONE
        found = NONE
        for one in walk(ty.Body([statement])):
            found = found.union(*map(self.of, self._run_by(one)))
            if isinstance(one, ty.Leave) and one.span:
                found |= {one.span}
        return found

    def concerned(self, body: ty.Body) -> tuple[int, ...]:
        """The state-based rules that read what a block may change, scripts that it runs included."""
        written, seen, waiting = set[str](), set[Key](), [body]
        while waiting:
            for statement in walk(waiting.pop()):
                written |= written_by(statement, self.v) if isinstance(statement, ty.Do) else set()
                for key in run_by(statement, self.v):
                    if key not in seen:
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


__all__ = ["ENDING", "Endings", "declare_spans"]
