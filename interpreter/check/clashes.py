"""Names that two things of a pack share, where only one of them could ever be meant.

The same id may stand in two kinds: such things are told apart everywhere. But what scripts say behind the same dot, or
bare, must be one thing: else one of them would silently stand for the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.diagnostics import Problems
from interpreter.primitives import FUNCTIONS
from interpreter.primitives.grids import NEAR

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, Vocabulary
    from interpreter.diagnostics import Problem, Span

OF_PLAYERS = ("left", "right", "seat")
BEHIND_A_DOT = frozenset({*OF_PLAYERS, "owner", "aside", "face", "column", "row", *NEAR})
"""Words that the engine answers itself behind a dot, of some things or others."""
Named = tuple[str, str, "Span"]
"""A name, what has it, and where."""


def find_clashes(v: Vocabulary) -> list[Problem]:
    """Report every name that means two things in one place, with both places."""
    problems = Problems()
    for decl in v.kinds.values():
        problems += _twice([*_own(decl), *_values(v, decl.name), *_relatives(v, decl)])
        problems += _taken(v, decl)
    problems += _twice([*_types(v)])
    problems += _twice([*_bare(v)])
    problems += _twice([(event.name, "event", event.span) for event in v.events])
    problems += _hidden_behind_functions(v)
    return problems


def _twice(named: list[Named]) -> Iterator[Problem]:
    seen: dict[str, Named] = {}
    for name, what, span in named:
        first = seen.setdefault(name, (name, what, span))
        if first[2] is span:
            continue
        if first[1] == what:
            yield err.Duplicate(span, what, name, first[2])
        else:
            yield err.TwoMeanings(span, name, first[1], what, first[2])


def _own(decl: KindDecl) -> Iterator[Named]:
    for field in decl.fields.values():
        yield field.name, "field", field.span
    for var in decl.vars.values():
        yield var.name, "var", var.span
    for zone in decl.zones.values():
        yield zone.name, "zone", zone.span
    for script, span in decl.script_spans.items():
        yield script, "script", span


def _values(v: Vocabulary, of: str | None) -> Iterator[Named]:
    for value in v.values.values():
        if value.of == of:
            yield value.name, "value", value.span


def _relatives(v: Vocabulary, decl: KindDecl) -> Iterator[Named]:
    """What stands behind a dot because of another kind: what a thing is part of, its parts, the pieces of a player."""
    if decl.part_of in v.kinds:
        yield decl.part_of, "kind", v.kinds[decl.part_of].span
    for other in v.kinds.values():
        if other.part_of == decl.name:
            yield other.plural, "plural of the kind", other.span
        if decl.name == "player" and other.per_player:
            yield other.plural, "plural of the kind", other.span
            if other.per_player == 1:
                yield other.name, "kind", other.span


def _taken(v: Vocabulary, decl: KindDecl) -> Iterator[Problem]:
    """Words that the engine answers itself behind a dot."""
    words = set(OF_PLAYERS) if decl.name == "player" else set()
    words |= {"owner"} if decl.per_player and decl.name != "player" else set()
    words |= {"aside"} if not decl.zones_only else set()
    words |= {"face"} if decl.faces > 1 else set()
    words |= {"column", "row", *NEAR} if decl.grid else set()
    for name, what, span in (*_own(decl), *_values(v, decl.name)):
        if name in words:
            yield err.ReservedName(span, name, what)


def _types(v: Vocabulary) -> Iterator[Named]:
    for enum in v.enums.values():
        if not enum.name.startswith("option "):
            yield enum.name, "enum", enum.span
    for decl in v.kinds.values():
        yield decl.name, "kind", decl.span


def _bare(v: Vocabulary) -> Iterator[Named]:
    """What scripts say with nothing before it: things of the table, values of nobody, tables, all things of a kind."""
    if v.shared is not None:
        yield from _own(v.shared)
    yield from _values(v, None)
    for table in v.tables.values():
        yield table.name, "table", table.span
    for plural, owner in v.plurals.items():
        decl = v.enums.get(owner) or v.kinds.get(owner)
        if decl is not None:
            yield plural, "plural", decl.span


def _hidden_behind_functions(v: Vocabulary) -> Iterator[Problem]:
    for value in v.values.values():
        if value.params and value.of is None and value.name in FUNCTIONS:
            yield err.ReservedName(value.span, value.name, "name")


__all__ = ["find_clashes"]
