"""What may stand in blocks that count as one thing: choices made secretly, and changes made at once.

A secret choice writes only what is sealed, of the player who chooses, and reads nothing that is: so nobody's options can
depend on what another has chosen, and what was chosen can be drawn anew for somebody who does not know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import Key
from interpreter.check.operands import cell_of, operands
from interpreter.check.reads import wanted_by
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.ending import Endings
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem

SEALED = "sealed"
SECRETLY, AT_ONCE = "as each … secretly:", "at once:"


def sealed_vars(v: Vocabulary) -> frozenset[str]:
    """The keys of the vars that are sealed while players choose secretly."""
    return frozenset(var.key for decl in v.hosts() for var in decl.vars.values() if var.visible == SEALED)


def written_secretly(body: ty.Body, v: Vocabulary) -> tuple[str, ...]:
    """The sealed vars that a block may write."""
    cells = (cell_of(one) for one in _reached(body, v) if isinstance(one, ty.Do))
    return tuple(sorted({cell.key for cell in cells if cell is not None} & sealed_vars(v)))


def find_misfits(v: Vocabulary, routines: list[ty.Routine], endings: Endings) -> list[Problem]:
    """Report what cannot be done secretly, or at once with other things."""
    problems = list(_shown(v))
    for routine in routines:
        for statement in walk(routine.body):
            if isinstance(statement, ty.Each) and statement.secret:
                problems += _of_secret(statement, routine, v)
            elif isinstance(statement, ty.AtOnce):
                problems += _of_at_once(statement, routine, v, endings)
    return list(dict.fromkeys(problems))


def _shown(v: Vocabulary) -> Iterator[Problem]:
    """Values that everybody is shown, worked out from what is sealed."""
    tokens = {f"var {key}" for key in sealed_vars(v)}
    for value in v.values.values():
        if tokens and value.show and value.formula is not None and wanted_by(value.formula.value, v) & tokens:
            span = value.formula.source.span(*value.formula.value.at)
            yield err.SecretShown(span, value.name)


def _of_secret(block: ty.Each, routine: ty.Routine, v: Vocabulary) -> Iterator[Problem]:
    tokens = {f"var {key}" for key in sealed_vars(v)}
    if not written_secretly(block.body, v):
        yield err.NotInBlock(routine.span(block.at), "nothing", SECRETLY)
    if wanted_by(block.items, v) & tokens:
        yield err.NotInBlock(routine.span(block.items.at), "what is sealed", SECRETLY)
    for top in walk(block.body):
        found = (_open(statement, tokens, v) for statement in _reached(ty.Body([top]), v, inner=False))
        what = next(filter(None, found), "")
        if what:
            yield err.NotInBlock(routine.span(top.at), what, SECRETLY)


NOTICED: dict[type, str] = {
    ty.RunScript: "do",
    ty.Announce: "announce",
    ty.Say: "say",
    ty.OfferMenu: "offer",
    ty.AtOnce: "at once",
    ty.Leave: "stop",
}
"""Statements that others notice whatever they say, by their first words."""


def _open(statement: ty.Statement, tokens: set[str], v: Vocabulary) -> str:
    """What in a statement others could notice; empty where there is nothing."""
    if any(wanted_by(value, v) & tokens for value in operands(statement)) and not isinstance(statement, ty.Do):
        return "what is sealed"
    match statement:
        case ty.Do(primitive=primitive):
            cell, change = cell_of(statement), STATEMENTS[primitive].change
            own = cell is not None and isinstance(cell.host, ty.Me) and f"var {cell.key}" in tokens
            given = statement.args.get(change.amount) if change is not None else None
            reads = given is not None and bool(wanted_by(given, v) & tokens)
            quiet = own and change is not None and change.forgets and not reads
            return "" if quiet else STATEMENTS[primitive].phrase.split()[0]
        case ty.Pick(mode="random") | ty.PickSeveral(mode="random"):
            return "at random"
        case ty.Acting() | ty.Each(acting=True):
            return "as"
        case ty.Leave(span=span) if span:
            return f"end {span}"
        case ty.CallVerb(verb=verb) if verb in v.begins:
            return f"begin {v.begins[verb]}"
    return NOTICED.get(type(statement), "")


def _of_at_once(block: ty.AtOnce, routine: ty.Routine, v: Vocabulary, endings: Endings) -> Iterator[Problem]:
    for top in walk(block.body):
        ended = endings.of_itself(top)
        if isinstance(top, ty.Leave) and not top.span:
            yield err.NotInBlock(routine.span(top.at), "stop", AT_ONCE)
        for span in sorted(ended):
            yield err.NotInBlock(routine.span(top.at), f"end {span}", AT_ONCE)
        for one in _reached(ty.Body([top]), v, inner=False):
            if isinstance(one, ty.CallVerb) and one.verb in v.begins:
                yield err.NotInBlock(routine.span(top.at), f"begin {v.begins[one.verb]}", AT_ONCE)
        if any(isinstance(one, ty.Announce) for one in _reached(ty.Body([top]), v, inner=False)):
            yield err.NotInBlock(routine.span(top.at), "announce", AT_ONCE)


def _reached(body: ty.Body, v: Vocabulary, *, inner: bool = True) -> Iterator[ty.Statement]:
    """The statements of a block, and of the verbs it calls."""
    verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
    waiting, seen = [body], set[Key]()
    first = True
    while waiting:
        block = waiting.pop()
        for statement in walk(block) if inner or not first else block.statements:
            yield statement
            if isinstance(statement, ty.CallVerb) and statement.verb in verbs and statement.verb not in seen:
                seen.add(statement.verb)
                waiting.append(verbs[statement.verb].body)
        first = False
