"""What the rules of a pack need of its derived values and tables: the rest is for bots, for studies or for scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.operands import operands
from interpreter.check.scripts import every_formula, every_routine
from interpreter.check.typed import Formula, Routine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.typed import Value
    from interpreter.check.vocabulary import ValueDecl, Vocabulary


def used_by_rules(v: Vocabulary) -> tuple[set[str], set[str]]:
    """The keys of the derived values, and the names of the tables, that something else than an estimate reads."""
    judged = [one.value for one in v.achievements.values()]
    values = {one.key for one in judged}
    tables: set[str] = set()
    waiting = [*_roots(v), *_definitions(judged)]
    while waiting:
        for node in ty.nodes(waiting.pop()):
            if isinstance(node, ty.TableRow):
                tables.add(node.table)
            elif isinstance(node, ty.Derived) and node.key not in values:
                values.add(node.key)
                waiting += _definitions([v.values[node.key]])
    return values, tables


def mentioned(script: Routine | Formula) -> set[str]:
    """The verbs, derived values and tables that a script names itself, as files declare them: `verb draw a card`."""
    found = {f"verb {verb}" for verb in _calls(script)}
    for value in _values_of(script):
        for node in ty.nodes(value):
            if isinstance(node, ty.TableRow):
                found.add(f"table {node.table}")
            elif isinstance(node, ty.Derived):
                found.add(f"value {node.key.rpartition('.')[2]}")
    return found


def _calls(script: Routine | Formula) -> Iterator[str]:
    if isinstance(script, Routine):
        calls = (one.verb for one in walk(script.body) if isinstance(one, ty.CallVerb))
        yield from (str(verb) for verb in calls if verb.sort == "verb")


def _definitions(values: list[ValueDecl]) -> list[Value]:
    return [one.formula.value for one in values if one.formula is not None]


def _values_of(script: Routine | Formula) -> Iterator[Value]:
    """Every value of a script, each whole."""
    if isinstance(script, Formula):
        yield script.value
    else:
        yield from (value for statement in walk(script.body) for value in operands(statement))


def _roots(v: Vocabulary) -> Iterator[Value]:
    """The values of everything but the derived values themselves and the estimate."""
    apart = {id(one.formula) for one in v.values.values()} | ({id(v.estimate)} if v.estimate is not v.score else set())
    yield from (one.value for one in every_formula(v) if id(one) not in apart)
    yield from (value for routine in every_routine(v) for value in _values_of(routine))
