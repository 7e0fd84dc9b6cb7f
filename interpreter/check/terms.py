"""Which ids players see, and which of them a language has no words for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.spoken import asked
from interpreter.check.telling import unworded_verbs
from interpreter.diagnostics import Problems
from interpreter.languages import FALLBACK
from interpreter.primitives.grids import DIRECTION

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, Vocabulary
    from interpreter.diagnostics import Problem, Span


def missing_terms(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Warn for every id that players see and a declared language cannot say."""
    problems = Problems()
    shown = shown_names(v)
    for routine in routines:
        _labels(routine, shown)
    for names, spared in ((shown, ()), (_begun(v), (FALLBACK,))):  # what begins has an id, which is English
        for name, span in sorted(names.items()):
            lacking = tuple(lang for lang in asked(v, span) if lang not in spared and name not in v.terms.get(lang, {}))
            if lacking:
                problems.report(err.MissingTerm(span, name, lacking))
    return [*problems, *unworded_verbs(v)]


def _begun(v: Vocabulary) -> dict[str, Span]:
    """Turns, rounds and whatever else can begin, each with the first var, zone or verb that names it."""
    found: dict[str, Span] = {}
    hosts = v.hosts()
    named = [(var.resets, var.resets_at or var.span) for decl in hosts for var in decl.vars.values()]
    named += [(zone.resets, zone.resets_at or zone.span) for decl in hosts for zone in decl.zones.values()]
    for name, span in (*named, *((verb.begins, verb.begins_at or verb.span) for verb in v.verbs)):
        if name:
            found.setdefault(name, span)
    return found


def left_out(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Warn where the text of a card or an action would not say what was chosen, because a verb's text leaves it out."""
    verbs = {verb.key: verb for verb in v.verbs if verb.text}
    problems: dict[Span, Problem] = {}
    for routine in routines:
        if routine.key.sort not in ("script", "action", "hearing"):
            continue
        chosen = {one.slot: one.name for one in walk(routine.body) if isinstance(one, ty.Pick | ty.PickSeveral)}
        for call in walk(routine.body):
            verb = verbs.get(call.verb) if isinstance(call, ty.CallVerb) else None
            if verb is None or not isinstance(call, ty.CallVerb):
                continue
            for param, given in zip(verb.phrase.params, call.args, strict=False):
                slot = given.slot if isinstance(given, ty.Local) else -1
                silent = tuple(
                    lang for lang in v.languages if lang in verb.text and not _tells(verb.text[lang], param.name)
                )
                if slot in chosen and silent and _told_once(routine, chosen[slot]):
                    span = routine.span(call.at)
                    problems[span] = err.LeftOut(span, verb.name, param.name, chosen[slot], silent)
    return list(problems.values())


def _tells(text: str, param: str) -> bool:
    """Whether a text has a gap for a parameter."""
    return re.search(rf"\{{[^{{}}]*\b{param}\b[^{{}}]*\}}", text) is not None


def _told_once(routine: ty.Routine, name: str) -> bool:
    """Whether what is chosen is spoken of nowhere but where it is chosen and where it is handed over."""
    return len(re.findall(rf"\b{name}\b", str(routine.source.text))) <= 2


def shown_names(v: Vocabulary) -> dict[str, Span]:
    """Vars, zones, kinds, values of enums and options, each with its place: players see them whatever scripts say."""
    names: dict[str, Span] = {}
    for decl in v.hosts():
        for name, span in _of_kind(decl):
            names.setdefault(name, span)
    for derived in v.values.values():
        if derived.show:
            names.setdefault(derived.name, derived.span)
    for declared_enum in v.enums.values():
        if declared_enum.name != DIRECTION:
            for value in declared_enum.values:
                names.setdefault(value, declared_enum.places.get(value, declared_enum.span))
    return names


def _of_kind(decl: KindDecl) -> list[tuple[str, Span]]:
    """The kind itself, its shown fields, its vars and zones."""
    found = [(decl.name, decl.span)] if decl.name not in ("shared", "player") else []
    found += [(d.name, d.span) for d in decl.fields.values() if d.show]
    found += [(d.name, d.span) for d in decl.vars.values() if not d.name.startswith("(")]
    return found + [(d.name, d.span) for d in decl.zones.values()]


def _labels(routine: ty.Routine, names: dict[str, Span]) -> None:
    for statement in walk(routine.body):
        if isinstance(statement, ty.PickOption):
            for case in statement.options:
                names.setdefault(case.label, routine.span(case.at))
        if isinstance(statement, ty.Say):
            names.setdefault(statement.term, routine.span(statement.at))
        if isinstance(statement, ty.Do) and "reason" in statement.words:
            names.setdefault(statement.words["reason"], routine.span(statement.at))
