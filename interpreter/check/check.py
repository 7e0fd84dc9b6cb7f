"""The one verb of this stage: a pack's documents to a checked vocabulary, or everything that is wrong with it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.analysis import find_cycles, find_late_costs, find_long_scripts
from interpreter.check.declare import Declare
from interpreter.check.expressions import Expressions
from interpreter.check.scope import Scope
from interpreter.check.statements import Statements, type_named
from interpreter.check.terms import missing_terms
from interpreter.check.typed import E, Formula, Routine
from interpreter.check.types import NUMBER, TRUTH, Type, kind
from interpreter.source import ScriptSource
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import tree as t
from interpreter.syntax.errors import JoinedLines

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item, Trigger, ValueDecl, Vocabulary
    from interpreter.diagnostics import Diagnostic
    from interpreter.source import PackSource

Params = list[tuple[str, Type]]
BEGINNINGS = {"repeat", "may", "choose", "let", "pick", "offer", "require", "stop"}
"""Words that begin a statement and never go on with one, as `for`, `as`, `any` and `if` do."""


def check(source: PackSource) -> tuple[Vocabulary, list[Diagnostic]]:
    """Check a pack; the vocabulary is only fit for use when no diagnostic is an error."""
    declare = Declare(source)
    vocabulary = declare.run()
    checker = Checker(vocabulary, declare.problems)
    checker.run(declare)
    return vocabulary, checker.problems


class Checker:
    """Checks every script of a pack against its vocabulary."""

    def __init__(self, vocabulary: Vocabulary, problems: list[Diagnostic] | None = None) -> None:
        self.v = vocabulary
        self.problems: list[Diagnostic] = problems if problems is not None else []
        self.x = Expressions(vocabulary, self.result_of)
        self.statements = Statements(vocabulary, self.x)
        self._open: list[str] = []

    def run(self, declare: Declare) -> None:
        """Check values, verbs, cards, actions, triggers, result; then what only the whole pack can show."""
        for value in self.v.values.values():
            self.result_of(value)
        for verb in self.v.verbs:
            params = [(p.name, type_named(p.type, self.v) or NUMBER) for p in verb.phrase.params]
            verb.routine = self.routine(verb.name, verb.source, params, rule=next(iter(verb.rules), None))
        self._vars()
        for decl in self.v.kinds.values():
            for item in decl.items:
                self._item(item)
        self._actions()
        self._reactions()
        self._result(declare)
        routines = self.routines()
        self.problems += find_cycles(self.v)
        self.problems += find_late_costs(self.v, routines)
        self.problems += find_long_scripts(self.v, routines)
        self.problems += missing_terms(self.v, routines)

    # ---- scripts

    def routine(
        self, name: str, source: ScriptSource, params: Params, this: Type | None = None, rule: str | None = None
    ) -> Routine:
        """Check the statements of one script."""
        scope = Scope(source, this)
        for param, of in params:
            scope.new_local(param, of)
        tree = parse_script(source)
        made = Routine(name, params, source=source, this=this, rule=rule)
        if isinstance(tree, list):
            self.problems += self._joined(source) or tree
            return made
        made.body = self.statements.block(tree, scope)
        made.locals = scope.locals
        if scope.problems:
            self.problems += self._joined(source) or scope.problems
        else:
            idle = [(scope.locals[slot][0], at) for slot, at in scope.lets if slot not in scope.used]
            self.problems += [err.Unused(scope.span(at), name).diagnostic() for name, at in idle]
        return made

    def _joined(self, source: ScriptSource) -> list[Diagnostic]:
        """Tell that YAML has made one line of several statements, which explains all that is wrong with it."""
        lines = [*source.joined(), len(source.text)]
        firsts = self.statements.heads() | BEGINNINGS
        for start, end in pairwise(lines):
            line = source.text[start:end].rstrip()
            if re.split(r"[^a-z0-9_]", line, maxsplit=1)[0] in firsts:
                return [JoinedLines(source.span(start, start + len(line)), source.key(), source.style).diagnostic()]
        return []

    def formula(
        self, name: str, source: ScriptSource, params: Params, want: Type | None = None, this: Type | None = None
    ) -> Formula | None:
        """Check one expression."""
        tree = parse_expression(source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        return self.formula_of(name, tree, Scope(source, this), params, want)

    def formula_of(self, name: str, tree: t.Value, scope: Scope, params: Params, want: Type | None) -> Formula | None:
        """Check an expression that is parsed already."""
        for param, of in params:
            scope.new_local(param, of)
        value = self.x.value(tree, scope, want)
        self.problems += scope.problems
        return None if value is None else Formula(name, params, value, scope.source, scope.this)

    def result_of(self, value: ValueDecl) -> Type:
        """The type of a derived value, checking it first if need be."""
        if value.formula is None and not value.busy:
            value.busy = True
            self._open.append(value.name)
            this = kind(value.of) if value.of and value.of != "player" else None
            value.formula = self.formula(value.key, value.source, value.params, value.want, this)
            if value.formula is not None and value.formula.value.op == "contents":
                # a value that is a zone stays one, so that scripts may move things there
                value.formula.value = value.formula.value.args[0]
            value.busy = False
            self._open.pop()
        elif value.busy:
            circle = (*self._open[self._open.index(value.name) :], value.name)
            self.problems.append(err.Cycle(value.span, circle).diagnostic())
        return value.formula.value.type if value.formula is not None else NUMBER

    # ---- what has scripts

    def _vars(self) -> None:
        hosts = [*self.v.kinds.values(), *([self.v.shared] if self.v.shared else [])]
        for decl in hosts:
            for var in decl.vars.values():
                if var.overflow_source is not None:
                    this = kind(decl.name) if decl.name not in ("player", "shared") else None
                    var.overflow = self.routine(f"{var.key} overflow", var.overflow_source, [("excess", NUMBER)], this)

    def _item(self, item: Item) -> None:
        this = kind(item.kind)
        if item.in_play_source is not None:
            item.in_play = self._in_play(item)
        for number, face in enumerate(item.faces):
            for name, source in face.sources.items():
                of = self.v.kinds[item.kind].scripts[name]
                full = f"{item.id}.{name}" + (f" {number + 1}" if len(item.faces) > 1 else "")
                if of == "effect":
                    face.scripts[name] = self.routine(full, source, [], this, next(iter(item.rules), None))
                else:
                    made = self.formula(full, source, [], NUMBER if of == "number" else TRUTH, this)
                    if made is not None:
                        face.scripts[name] = made
        if item.when is not None:
            self._trigger(item.when, this)

    def _in_play(self, item: Item) -> Formula | None:
        """`players` is the number of players here: the things are not there yet."""
        assert item.in_play_source is not None
        tree = parse_expression(item.in_play_source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        scope = Scope(item.in_play_source)
        slot = scope.new_local("players", NUMBER)
        made = self.formula_of(f"{item.id}.in_play", tree, scope, [], TRUTH)
        if made is None:
            return None
        made.params = [scope.locals[slot]]
        if not _known_before(made.value):
            source = item.in_play_source
            wanted = "a condition over `players`, options and numbers"
            self.problems.append(err.BadValue(source.span(*tree.at), wanted, source.text.strip()).diagnostic())
            return None
        return made

    def _actions(self) -> None:
        for action in self.v.actions:
            rule = next(iter(action.rules), None)
            action.routine = self.routine(f"action {action.id}", action.source, [], rule=rule)
            if action.requires_source is not None:
                action.requires = self.formula(f"action {action.id} requires", action.requires_source, [], TRUTH)

    def _reactions(self) -> None:
        for trigger in self.v.triggers:
            self._trigger(trigger, None)
        for watch in self.v.watches:
            watch.cond = self.formula(watch.id, watch.cond_source, [], TRUTH)
            watch.routine = self.routine(watch.id, watch.source, [])

    def _trigger(self, trigger: Trigger, this: Type | None) -> None:
        """`event` or `event where cond`: the event's parameters are names in both scripts."""
        if trigger.when_source is None or trigger.source is None:
            return
        tree = parse_expression(trigger.when_source)
        if isinstance(tree, list):
            self.problems += tree
            return
        head = tree.base if isinstance(tree, t.Where) else tree
        name = head.id if isinstance(head, t.Name) else ""
        event = next((e for e in self.v.events if e.name == name), None)
        if event is None:
            span = trigger.when_source.span(*head.at)
            known = tuple(e.name for e in self.v.events)
            self.problems.append(err.UnknownName(span, name or "?", known, "trigger").diagnostic())
            return
        trigger.event = name
        params = [(p.name, type_named(p.type, self.v) or NUMBER) for p in event.phrase.params]
        if isinstance(tree, t.Where):
            trigger.cond = self.formula_of(trigger.id, tree.cond, Scope(trigger.when_source, this), params, TRUTH)
        trigger.routine = self.routine(trigger.id, trigger.source, params, this)

    def _result(self, declare: Declare) -> None:
        from interpreter.check.reading import child, items, script  # noqa: PLC0415 - only needed here

        manifest = declare._root("pack")  # noqa: SLF001 - the two halves of one pass
        start = script(child(manifest, "start"))
        if start is None:
            if manifest is not None:
                self.problems.append(
                    err.NothingToPut(
                        manifest.span, "pack.yaml has no `start`: the verb that is the whole game"
                    ).diagnostic()
                )
            return
        self.v.start = self.routine("start", start, [])
        ready = child(manifest, "ready")
        phrases = tuple(verb.name for verb in self.v.verbs)
        if ready is not None and self.v.ready not in phrases:
            self.problems.append(err.UnknownName(ready.span, self.v.ready or "", phrases, "verb").diagnostic())
        result = child(manifest, "result")
        score = script(child(result, "score"))
        if score is None:
            assert manifest is not None
            self.problems.append(err.NothingToPut(manifest.span, "pack.yaml has no `result.score`").diagnostic())
            return
        self.v.score = self.formula("score", score, [], NUMBER)
        for node in items(child(result, "ties")):
            source = script(node)
            made = self.formula("tie", source, [], NUMBER) if source is not None else None
            if made is not None:
                self.v.ties.append(made)
        estimate = script(child(result, "estimate"))
        self.v.estimate = self.formula("estimate", estimate, [], NUMBER) if estimate is not None else self.v.score

    def routines(self) -> list[Routine]:
        """Every checked script of statements."""
        found: list[Routine | None] = [self.v.start]
        found += [verb.routine for verb in self.v.verbs]
        found += [action.routine for action in self.v.actions]
        found += [trigger.routine for trigger in self.v.triggers]
        found += [watch.routine for watch in self.v.watches]
        for decl in (*self.v.kinds.values(), *([self.v.shared] if self.v.shared else [])):
            found += [var.overflow for var in decl.vars.values()]
            for item in decl.items:
                found += [s for face in item.faces for s in face.scripts.values() if isinstance(s, Routine)]
                found.append(item.when.routine if item.when else None)
        return [routine for routine in found if routine is not None]


def _known_before(value: object) -> bool:
    """Whether a value depends on nothing in the game, as `code/constants.py` computes it."""
    if not isinstance(value, E):
        return True
    known = value.op in ("const", "local", "player_count", "option", "not", "logic", "compare")
    return (known or (value.op == "arith" and value.args[0] in ("+", "-", "*"))) and all(map(_known_before, value.args))


__all__ = ["Checker", "check"]
