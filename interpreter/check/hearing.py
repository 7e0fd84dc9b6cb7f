"""What a reaction hears: an event of the pack, or `after` a verb of it.

In the place of a parameter of the verb stands a new name for it, or a value that it must be: `after pay n coins`,
`after pay 3 coins`. Behind the verb `by` does the same for who acted: `after pay n coins by me`.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.layering import DOER, hear
from interpreter.check.phrases import Param, fit
from interpreter.check.scope import Scope
from interpreter.check.statements import type_named
from interpreter.check.types import NUMBER, TRUTH
from interpreter.diagnostics import Problem, Problems, nearest
from interpreter.records import record
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.keys import Key
    from interpreter.check.statements import Statements
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Trigger, Verb, Vocabulary
    from interpreter.source import ScriptSource

_AFTER = re.compile(r"\s*after\s+(?!where\b)[a-z(]")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_BY = 2  # words for who did it: `by`, and who


@record(slots=True)
class Head:
    """What a reaction hears: the event, what its parameters are called and must be, and the condition behind `where`."""

    event: str
    params: tuple[Param, ...]
    pins: list[tuple[int, t.Value]] = field(default_factory=list)
    cond: t.Value | None = None
    nobody: str = ""
    """A verb as it is written, where it is not said who does it."""


class Hearing:
    """Finds out what reactions hear, and checks their conditions."""

    def __init__(self, vocabulary: Vocabulary, statements: Statements, expressions: Expressions) -> None:
        self.v, self.statements, self.x = vocabulary, statements, expressions
        self.problems = Problems()

    def head(self, trigger: Trigger) -> Head | None:
        """What a reaction hears; nothing if that is wrong, which is reported."""
        source = trigger.when_source
        if source is None:
            return None
        return self._after(trigger, source) if _AFTER.match(source.text) else self._of_event(source)

    def _of_event(self, source: ScriptSource) -> Head | None:
        """`event`, or `event where cond`."""
        tree = parse_expression(source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        base, cond = (tree.base, tree.cond) if isinstance(tree, t.Where) else (tree, None)
        name = base.id if isinstance(base, t.Name) else ""
        event = next((one for one in self.v.events if one.name == name), None)
        if event is None:
            known = tuple(one.name for one in self.v.events if one.phrase.text)
            verb = next((one for one in self.v.verbs if one.phrase.head == name), None)
            cure = f"a verb is heard when it is done: write `after {verb.phrase.text}`" if verb is not None else ""
            heard = name or source.text[slice(*base.at)]
            unknown = err.UnknownName(source.span(*base.at), heard, known, "event", cure)
            self.problems.report(unknown)
            return None
        return Head(name, event.phrase.params, cond=cond)

    # ---- verbs

    def _after(self, trigger: Trigger, source: ScriptSource) -> Head | None:
        """`after` and a verb, as scripts say it."""
        tree = parse_script(source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        command = tree.statements[0]
        if len(tree.statements) != 1 or not isinstance(command, t.Command):
            self.problems.report(err.WrongPhrase(source.span(*tree.at), "after", ("after VERB where …",)))
            return None
        said, last = command.items[1:-1], command.items[-1]
        cond = last.cond if isinstance(last, t.Where) else None
        items = (*said, last.base if isinstance(last, t.Where) else last)
        said, doer = self._doer(items)
        verb = self._verb(t.Command((items[0].at[0], command.at[1]), said), source)
        return self._heard(trigger, source, verb, (said, doer), cond) if verb is not None else None

    def _doer(self, items: tuple[t.Value, ...]) -> tuple[tuple[t.Value, ...], t.Value | None]:
        """What is said of the verb, and who did it, where that stands behind a verb which says nothing of the kind."""
        *said, by, who = items if len(items) > _BY else (None, None, None)
        if isinstance(by, t.Name) and by.id == "by" and not self.statements.verbs_fitting(items):
            shorter = items[: len(said)]
            if self.statements.verbs_fitting(shorter):
                return shorter, who
        return items, None

    def _verb(self, command: t.Command, source: ScriptSource) -> Verb | None:
        scope = Scope(source)
        found = self.statements.verb_said(command, scope)
        self.problems += scope.problems
        return found

    def _heard(
        self,
        trigger: Trigger,
        source: ScriptSource,
        verb: Verb,
        items: tuple[tuple[t.Value, ...], t.Value | None],
        cond: t.Value | None,
    ) -> Head:
        said = {**(fit(verb.phrase, items[0]) or {}), DOER.name: items[1]}
        head = Head(hear(self.v, verb), (), cond=cond)
        if items[1] is None and items[0]:
            head.nobody = source.text[items[0][0].at[0] : items[0][-1].at[1]]
        trigger.verb = verb.name
        params = []
        for slot, param in enumerate((*verb.phrase.params, DOER)):
            given = said.get(param.name)
            name = param.name
            if isinstance(given, t.Name) and given.id != param.name and self._is_new(given, source, param):
                name = given.id
                self._must_be_used(name, given, trigger, source)
            elif given is not None and not (isinstance(given, t.Name) and given.id == param.name):
                head.pins.append((slot, given))
            params.append(Param(name, param.type))
        head.params = tuple(params)
        return head

    def _is_new(self, name: t.Name, source: ScriptSource, param: Param) -> bool:
        return self.x.name_value(name, Scope(source), type_named(param.type, self.v)) is None

    def _must_be_used(self, name: str, given: t.Name, trigger: Trigger, source: ScriptSource) -> None:
        """A new name that nothing uses, and that is nearly one that is known, is a slip of the pen."""
        effect = trigger.source.text if trigger.source is not None else ""
        if name not in _WORD.findall(effect) and _WORD.findall(source.text).count(name) < 2:
            known = self.x.known_names(Scope(source))
            if len(name) > 2 and nearest(name, known):
                self.problems.report(err.UnknownName(source.span(*given.at), name, known))

    # ---- conditions

    def condition(self, head: Head, key: Key, source: ScriptSource, this: Type | None) -> ty.Formula | None:
        """The condition under which a reaction happens, with what its parameters must be."""
        params = [(one.name, type_named(one.type, self.v) or NUMBER) for one in head.params]
        scope = Scope(source, this)
        for name, of in params:
            scope.new_local(name, of)
        parts = [self._pinned(slot, given, params[slot][1], scope) for slot, given in head.pins]
        if head.cond is not None:
            parts.append(self.x.value(head.cond, scope, TRUTH))
        self.problems += [self._by_whom(one, head) for one in scope.problems]
        sound = [one for one in parts if one is not None]
        if not sound:
            return None
        whole = sound[0]
        for one in sound[1:]:
            whole = ty.Logic("and", whole, one, at=one.at)
        return ty.Formula(key, params, whole, source, this)

    def _by_whom(self, problem: Problem, head: Head) -> Problem:
        """A name that nothing has may be meant for who does it, where the verb does not say who that is."""
        if head.nobody and isinstance(problem, err.UnknownName) and problem.help() is None:
            return problem.but(
                cure=f"who does it is named behind `by`: `after {head.nobody} by {problem.name} where …`"
            )
        return problem

    def _pinned(self, slot: int, given: t.Value, of: Type, scope: Scope) -> ty.Value | None:
        value = self.x.value(given, scope, of)
        return ty.Compare("is", ty.Local(of, slot, at=given.at), value, at=given.at) if value is not None else None
