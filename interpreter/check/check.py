"""The one verb of this stage: a pack's documents to a checked vocabulary, or everything that is wrong with it."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import (
    find_circles_of_reactions,
    find_cycles,
    find_late_costs,
    find_long_scripts,
)
from interpreter.check.borrowed import find_borrowed_terms
from interpreter.check.clashes import find_clashes
from interpreter.check.declare import Declare
from interpreter.check.ending import Endings, declare_spans
from interpreter.check.expressions import Expressions
from interpreter.check.foundations import find_flaws
from interpreter.check.hearing import Head, Hearing
from interpreter.check.layering import beginning, without_script, wordless
from interpreter.check.lost import without_consequences
from interpreter.check.measure import find_deep_calls, find_heavy_values, find_many_reactions, find_too_many
from interpreter.check.menus import find_unoffered
from interpreter.check.named_sets import find_changed_sets
from interpreter.check.scope import Scope
from interpreter.check.scripts import every_routine
from interpreter.check.sealed import find_misfits
from interpreter.check.secrets import find_secret_options
from interpreter.check.sizes import Sizes
from interpreter.check.standing import Altered, declare_standing, find_standing_faults, requirement_value
from interpreter.check.statements import Statements, type_named
from interpreter.check.terms import left_out, missing_terms
from interpreter.check.typed import Formula, Routine
from interpreter.check.types import NUMBER, TRUTH, Type, kind
from interpreter.check.words import find_drifted_words
from interpreter.check.work import work_of
from interpreter.diagnostics import Problems, Severity
from interpreter.records import replace
from interpreter.source import ScriptSource, meter
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import tree as t
from interpreter.syntax.errors import JoinedLines
from interpreter.syntax.forms import beginnings

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Action, Item, Standing, Trigger, ValueDecl, Verb, Vocabulary, Watch
    from interpreter.diagnostics import Problem
    from interpreter.source import PackSource

Params = list[tuple[str, Type]]
MAX_OPEN = 8
"""Derived values that are checked one inside the other: more than a circle of names alike ever needs."""


def check(source: PackSource) -> tuple[Vocabulary, list[Problem]]:
    """Check a pack; the vocabulary is only fit for use when no problem is an error."""
    declare = Declare(source)
    vocabulary = declare.run()
    if declare.too_much:
        return vocabulary, [*declare.problems, *declare.too_much]
    declare.problems += find_clashes(vocabulary)
    declare.problems += find_flaws(vocabulary)
    declared = len(declare.problems)
    checker = Checker(vocabulary, declare.problems)
    with suppress(Enough):
        checker.run(declare)
    found = without_consequences(checker.problems[declared:], declare.lost, source)
    return vocabulary, [*declare.problems[:declared], *found]


class Enough(Exception):
    """So much is wrong that nobody reads on: the rest is looked at once this is mended."""


class Checker:
    """Checks every script of a pack against its vocabulary."""

    def __init__(self, vocabulary: Vocabulary, problems: Problems | None = None) -> None:
        self.v = vocabulary
        self.problems = problems if problems is not None else Problems()
        self.x = Expressions(vocabulary, self.result_of)
        self.statements = Statements(vocabulary, self.x)
        self._open: list[ValueDecl] = []
        self._by_formula: dict[Key, ValueDecl] = {}
        self._wrong: set[str] = set()
        self.altered = Altered(vocabulary, self.result_of)
        self.hearing = Hearing(vocabulary, self.statements, self.x)
        self._heads: dict[int, Head] = {}
        self._most: int | None = None
        """Problems that are told before the checker gives up."""
        self.whole = True  # whether the pack is known as a whole, so that a script can be held against it at once

    def run(self, declare: Declare) -> None:
        """Check values, verbs, cards, actions, triggers, result; then what only the whole pack can show."""
        self.whole, self._most = False, len(self.problems) + meter.MISTAKES.most
        too_many = find_too_many(self.v, Sizes(self.v))
        self.problems += too_many
        if too_many:
            return
        self.problems += declare_standing(self.v)
        self.hear_all()
        declare_spans(self.v)
        for value in self.values_in_order():
            self.result_of(value)
        for verb in self.v.verbs:
            self.verb(verb)
        self._vars()
        for decl in self.v.kinds.values():
            for item in decl.items:
                self.item(item)
        for action in self.v.actions:
            self.action(action)
        self._reactions()
        self._result(declare)
        self.as_a_whole()

    def as_a_whole(self, items: Collection[Item] | None = None) -> None:
        """Look for what only the whole pack can show; of `items` alone, whether their words still say what they do."""
        meter.make_room()
        self.problems += self.hearing.problems
        self.problems += find_standing_faults(self.v) if self.v.standing or self.v.permits else []
        routines = every_routine(self.v)
        whole = [
            *(find_cycles(self.v) or find_circles_of_reactions(self.v)),
            *find_deep_calls(self.v),
            *find_many_reactions(self.v, routines),
        ]
        self.problems += whole
        if whole:
            return
        if not any(problem.severity is Severity.ERROR for problem in self.problems):
            # A script with an error is only half there: what it seems to do then is no fault of its author.
            self.problems += find_late_costs(self.v, routines)
            endings = Endings(self.v)
            endings.declare()
            self.problems += endings.strays()
            self.problems += find_misfits(self.v, routines, endings)
            self.problems += find_changed_sets(self.v, routines)
            self.problems += find_long_scripts(self.v, routines)
        if not any(problem.severity is Severity.ERROR for problem in self.problems):
            self.problems += find_secret_options(self.v, routines)
        self.problems += missing_terms(self.v, routines) + left_out(self.v, routines) + find_borrowed_terms(self.v)
        if not any(problem.severity is Severity.ERROR for problem in self.problems):
            self.problems += find_heavy_values(self.v, work_of(self.v), routines)
            self.problems += find_drifted_words(self.v, items)
            self.problems += find_unoffered(self.v, routines)

    def values_in_order(self) -> list[ValueDecl]:
        """The derived values, each behind those whose names stand in it: so checking one never goes deep into others."""
        by_name: dict[str, list[ValueDecl]] = {}
        for value in self.v.values.values():
            by_name.setdefault(value.name, []).append(value)
        uses = {
            value.key: [
                *self._below(value),
                *(one for word in _words(value.source.text) for one in by_name.get(word, ())),
            ]
            for value in self.v.values.values()
        }
        depths: dict[str, int] = {}
        begun: set[str] = set()
        for start in self.v.values.values():
            stack = [(start, 0)]
            while stack:
                value, at = stack.pop()
                if at == 0 and value.key in begun:
                    continue
                begun.add(value.key)
                if at < len(uses[value.key]):
                    stack += [(value, at + 1), (uses[value.key][at], 0)]
                else:
                    depths[value.key] = 1 + max((depths.get(one.key, 0) for one in uses[value.key]), default=0)
        values = list(self.v.values.values())
        if max(depths.values(), default=0) > MAX_OPEN:
            values.sort(key=lambda value: depths[value.key])
        return values

    def _below(self, value: ValueDecl) -> list[ValueDecl]:
        """The layer below a value, if there is one, or what standing changes make it of."""
        below = self.v.below.get(value.formula_key)
        if below is not None and len(self._by_formula) != len(self.v.values):
            self._by_formula = {one.formula_key: one for one in self.v.values.values()}
        layers = [self._by_formula[below]] if below in self._by_formula else []
        return layers + self.altered.uses(value)

    # ---- scripts

    def routine(
        self, key: Key, source: ScriptSource, params: Params, this: Type | None = None, rule: str | None = None
    ) -> Routine:
        """Check the statements of one script."""
        self._go_on(source)
        whole = without_script(self.v, key, params, (0, len(source.text.rstrip())))
        if whole is not None:
            return replace(whole, source=source, this=this, rule=rule)
        scope = Scope(source, this, before=self.v.below.get(key), params=len(params))
        for param, of in params:
            scope.new_local(param, of)
        tree = parse_script(source)
        if isinstance(tree, list):
            self.problems += self._joined(source) or tree
            return Routine(key, params, source=source, this=this, rule=rule)
        body = self.statements.block(tree, scope)
        if key in self.v.begins:
            body = ty.Body([beginning(self.v.begins[key], (0, 0)), *body.statements])
        made = Routine(key, params, scope.locals, body, source, this, rule, scope.uses)
        if scope.problems:
            self.problems += self._joined(source) or scope.problems
        else:
            idle = [(scope.locals[slot][0], at) for slot, at in scope.lets if slot not in scope.used]
            self.problems += [err.Unused(scope.span(at), name) for name, at in idle]
            self.problems += scope.hiding
            self.problems += find_changed_sets(self.v, [made]) if self.whole else []
        return made

    def _go_on(self, source: ScriptSource) -> None:
        """Give up before a script when too much is wrong already."""
        if self._most is not None and len(self.problems) > self._most:
            found = len(self.problems) - self._most + meter.MISTAKES.most
            self.problems.report(err.BeyondLimit(source.span(0, 1), meter.MISTAKES, found))
            raise Enough

    def _joined(self, source: ScriptSource) -> list[Problem]:
        """Tell that YAML has made one line of several statements, which explains all that is wrong with it."""
        lines = [*source.joined(), len(source.text)]
        firsts = self.statements.heads() | beginnings()
        for start, end in pairwise(lines):
            line = source.text[start:end].rstrip()
            if re.split(r"[^a-z0-9_]", line, maxsplit=1)[0] in firsts:
                return [JoinedLines(source.span(start, start + len(line)), source.key(), source.style)]
        return []

    def formula(
        self, key: Key, source: ScriptSource, params: Params, want: Type | None = None, this: Type | None = None
    ) -> Formula | None:
        """Check one expression."""
        self._go_on(source)
        tree = parse_expression(source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        return self.formula_of(key, tree, Scope(source, this), params, want)

    def formula_of(self, key: Key, tree: t.Value, scope: Scope, params: Params, want: Type | None) -> Formula | None:
        """Check an expression that is parsed already."""
        scope.before, scope.params = self.v.below.get(key), len(params)
        for param, of in params:
            scope.new_local(param, of)
        value = self.x.value(tree, scope, want)
        self.problems += scope.problems
        return None if value is None else Formula(key, params, value, scope.source, scope.this)

    def result_of(self, value: ValueDecl) -> Type:
        """The type of a derived value, checking it first if need be."""
        if value.formula is None and not value.busy and value.key not in self._wrong:
            if len(self._open) > MAX_OPEN:
                self._wrong.add(value.key)
                wrong = err.BeyondLimit(value.span, meter.VALUE_DEPTH, len(self._open), value.name)
                self.problems.report(wrong)
                return NUMBER
            value.busy = True
            self._open.append(value)
            this = kind(value.of) if value.of and value.of != "player" else None
            if value.key in self.v.standing:
                value.formula = Formula(value.formula_key, value.params, self.altered.value(value), value.source, this)
            else:
                want = next((self.result_of(one) for one in self._below(value)), value.want)
                value.formula = self.formula(value.formula_key, value.source, value.params, want, this)
            if value.formula is not None and isinstance(value.formula.value, ty.Contents):
                # a value that is a zone stays one, so that scripts may move things there
                value.formula = replace(value.formula, value=value.formula.value.zone)
            value.busy = False
            self._open.pop()
            if value.formula is None:
                self._wrong.add(value.key)
        elif value.busy:
            first = next(at for at, one in enumerate(self._open) if one is value)
            self.problems.report(self._circle([*self._open[first:], value]))
        return value.formula.value.type if value.formula is not None else NUMBER

    def _read_in(self, circle: list[ValueDecl], standing: dict[str, Standing]) -> str:
        """How the first of these changes writes the changed value that it reads, if it does so itself."""
        for one, read in pairwise(circle):
            if one.key in standing and read.key in self.v.standing:
                found = re.search(rf"(?:[a-z_][a-z0-9_]*\.)*\b{read.name}\b", one.source.text)
                return found[0] if found else ""
        return ""

    def _circle(self, circle: list[ValueDecl]) -> err.Cycle | err.AroundItself | err.StandingCircle:
        names = tuple(dict.fromkeys(one.name for one in circle if not one.name.startswith("(")))
        standing = {key: one for changes in self.v.standing.values() for one in changes for key in one.keys.values()}
        places = list(dict.fromkeys(standing[one.key].span for one in circle if one.key in standing))
        if places:
            return err.StandingCircle(places[0], (*names, names[0]), tuple(places[1:]), self._read_in(circle, standing))
        for one in circle:
            script = one.source.span(0, len(one.source.text.rstrip()))
            if one.formula_key in self.v.below or script.file != one.span.file:  # another pack has written the script
                return err.AroundItself(script, one.name, (*names, names[0]), one.span)
        return err.Cycle(circle[0].span, tuple(one.name for one in circle))

    # ---- what has scripts

    def _vars(self) -> None:
        hosts = self.v.hosts()
        for decl in hosts:
            for var in decl.vars.values():
                if var.overflow_source is not None:
                    this = kind(decl.name) if decl.name not in ("player", "shared") else None
                    var.overflow = self.routine(
                        keys.overflow(decl.name, var.name), var.overflow_source, [("excess", NUMBER)], this
                    )

    def verb(self, verb: Verb) -> None:
        """Check the script of a verb."""
        params = [(p.name, type_named(p.type, self.v) or NUMBER) for p in verb.phrase.params]
        verb.routine = self.routine(verb.key, verb.source, params, rule=next(iter(verb.rules), None))

    def item(self, item: Item) -> None:
        """Check the scripts of a thing."""
        this = kind(item.kind)
        if item.in_play_source is not None:
            item.in_play = self._in_play(item)
        for number, face in enumerate(item.faces):
            for name, source in face.sources.items():
                of = self.v.kinds[item.kind].scripts[name]
                full = keys.script(item.kind, item.id, name, number + 1 if len(item.faces) > 1 else -1)
                if of == "effect":
                    face.scripts[name] = self.routine(full, source, [], this, next(iter(item.rules), None))
                else:
                    made = self.formula(full, source, [], NUMBER if of == "number" else TRUTH, this)
                    if made is not None:
                        face.scripts[name] = made
        if item.when is not None:
            self._trigger(item.when, keys.hearing(item.kind, item.id), this)

    def _in_play(self, item: Item) -> Formula | None:
        """`players` is the number of players here: the things are not there yet."""
        assert item.in_play_source is not None
        tree = parse_expression(item.in_play_source)
        if isinstance(tree, list):
            self.problems += tree
            return None
        scope = Scope(item.in_play_source)
        slot = scope.new_local("players", NUMBER)
        made = self.formula_of(keys.in_play(item.kind, item.id), tree, scope, [], TRUTH)
        if made is None:
            return None
        if not _known_before(made.value):
            source = item.in_play_source
            wanted = "a condition over `players`, options and numbers"
            self.problems.report(err.BadValue(source.span(*tree.at), wanted, source.text.strip()))
            return None
        return replace(made, params=[scope.locals[slot]])

    def action(self, action: Action) -> None:
        """Check the scripts of an entry of a menu."""
        rule = next(iter(action.rules), None)
        action.routine = self.routine(keys.action(action.id), action.source, [], rule=rule)
        if action.id in self.v.permits:
            self.permitted(action)
        elif action.requires_source is not None:
            action.requires = self.formula(keys.requirement(action.id), action.requires_source, [], TRUTH)

    def permitted(self, action: Action) -> None:
        """What an action requires, with the standing changes that forbid or allow it."""
        required, source = None, action.requires_source
        if source is not None:
            own = requirement_value(self.v, action.id, source, action.span)
            required = ty.Derived(self.result_of(own), own.key, ty.Me())
        action.requires_source = None
        whole = self.altered.permit(action.id, required)
        action.requires = Formula(keys.requirement(action.id), [], whole, source or action.source, None)

    def _reactions(self) -> None:
        for number, trigger in enumerate(self.v.triggers, 1):
            self.reaction(number, trigger)
        for number, watch in enumerate(self.v.watches, 1):
            self.watch(number, watch)

    def reaction(self, number: int, trigger: Trigger) -> None:
        """Check the scripts of a reaction among the rules."""
        self._trigger(trigger, keys.reaction(number), None)

    def watch(self, number: int, watch: Watch) -> None:
        """Check the scripts of a state-based rule."""
        watch.cond = self.formula(keys.condition(keys.whenever(number)), watch.cond_source, [], TRUTH)
        watch.routine = self.routine(keys.whenever(number), watch.source, [])

    def hear_all(self) -> None:
        """Find out what each reaction hears: what it is given is known then."""
        for number, trigger in enumerate(self.v.triggers, 1):
            self._hear(trigger)
            head = self._heads.get(id(trigger))
            for verb in self.v.verbs if head is not None else ():
                if verb.layer is not None and verb.layer.names[:2] == ("when", number):
                    verb.phrase = wordless(head.params if head is not None else ())
        for decl in self.v.kinds.values():
            for item in decl.items:
                if item.when is not None:
                    self._hear(item.when)

    def _hear(self, trigger: Trigger) -> None:
        head = self.hearing.head(trigger)
        if head is not None:
            trigger.event = head.event
            self._heads[id(trigger)] = head

    def _trigger(self, trigger: Trigger, key: Key, this: Type | None) -> None:
        """What is heard gives names to both scripts."""
        head = self._heads.get(id(trigger))
        if trigger.when_source is None or trigger.source is None or head is None:
            return
        params = [(one.name, type_named(one.type, self.v) or NUMBER) for one in head.params]
        trigger.cond = self.hearing.condition(head, keys.condition(key), trigger.when_source, this)
        trigger.routine = self.routine(key, trigger.source, params, this)

    def _result(self, declare: Declare) -> None:
        from interpreter.check.reading import child, items, script  # noqa: PLC0415 - only needed here

        manifest = declare._root("pack")  # noqa: SLF001 - the two halves of one pass
        start = script(child(manifest, "start"))
        if start is None:
            if manifest is not None:
                self.problems.report(
                    err.NothingToPut(manifest.span, "pack.yaml has no `start`: the verb that is the whole game")
                )
            return
        self.v.start = self.routine(keys.START, start, [])
        ready = child(manifest, "ready")
        phrases = tuple(verb.name for verb in self.v.spoken())
        if ready is not None and self.v.ready not in phrases:
            self.problems.report(err.UnknownName(ready.span, self.v.ready or "", phrases, "verb"))
        result = child(manifest, "result")
        score = script(child(result, "score"))
        if score is None:
            assert manifest is not None
            self.problems.report(err.NothingToPut(manifest.span, "pack.yaml has no `result.score`"))
            return
        self.v.score = self.formula(keys.SCORE, score, [], NUMBER)
        for node in items(child(result, "ties")):
            source = script(node)
            made = self.formula(keys.tie(len(self.v.ties)), source, [], NUMBER) if source is not None else None
            if made is not None:
                self.v.ties.append(made)
        estimate = script(child(result, "estimate"))
        self.v.estimate = self.formula(keys.ESTIMATE, estimate, [], NUMBER) if estimate is not None else self._worth()

    def _worth(self) -> Formula | None:
        """What a position is worth when nothing else says so: the score, or its opposite where the lowest wins."""
        score = self.v.score
        if score is None or not self.v.lowest_wins:
            return score
        return replace(score, key=keys.ESTIMATE, value=ty.Arith("-", ty.Const(NUMBER, 0), score.value))


def _words(text: str) -> dict[str, None]:
    """The words of a script, each once."""
    return dict.fromkeys(re.findall(r"[a-z][a-z0-9_]*", text))


def _known_before(value: ty.Value) -> bool:
    """Whether a value depends on nothing in the game, as `engine/constants.py` computes it."""
    match value:
        case ty.Const() | ty.Local() | ty.PlayerCount() | ty.OptionValue() | ty.Not() | ty.Logic() | ty.Compare():
            known = True
        case ty.Arith(sign=sign):
            known = sign in ("+", "-", "*")
        case _:
            known = False
    return known and all(map(_known_before, ty.children(value)))


__all__ = ["Checker", "check"]
