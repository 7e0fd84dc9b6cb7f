"""Words that were written for something else: a term belongs to a name, and a pack above may give it to another thing.

Whoever wrote the term could not know of it, so what is read on cards speaks of the wrong thing. A name that stands for
the same sort of thing has the same word, and is meant to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.check import errors as err
from interpreter.check.hiding import pack_of, stands_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.types import Type
    from interpreter.check.vocabulary import KindDecl, Vocabulary
    from interpreter.diagnostics import Problem, Span


class _Thing(NamedTuple):
    """Something with a name: what it is, whose, what its word stands for, and where it is declared."""

    name: str
    what: str
    whose: str
    means: str
    span: Span


def find_borrowed_terms(v: Vocabulary) -> list[Problem]:
    """Warn of things that are told by a term which a pack that does not know them wrote for something else."""
    if len(v.packs) < 2:
        return []
    by_name: dict[str, list[_Thing]] = {}
    for thing in _things(v):
        by_name.setdefault(thing.name, []).append(thing)
    return [problem for name, same in by_name.items() if name in v.worded for problem in _borrowed(v, same)]


def _borrowed(v: Vocabulary, same: list[_Thing]) -> Iterator[Problem]:
    written = v.worded[same[0].name]
    writer = pack_of(written.file, v)
    known = [one for one in same if stands_on(writer, pack_of(one.span.file, v))]
    for one in same:
        if known and one not in known and not any(_alike(one, other) for other in known):
            yield err.BorrowedTerm(one.span, one.what, one.name, known[0].what, known[0].whose, written)


def _alike(one: _Thing, other: _Thing) -> bool:
    """Whether one word does for both. The word for a zone often says where that is, so another zone needs its own."""
    return one.means == other.means and "zone" not in (one.what, other.what)


def names_a_thing(v: Vocabulary, name: str, of: Type) -> bool:
    """Whether something is declared under this name, other than the type of what is called so."""
    return name != of.name and any(thing.name == name for thing in _things(v))


def _things(v: Vocabulary) -> Iterator[_Thing]:
    for decl in v.hosts():
        yield from _of_kind(decl)
    for value in v.named_values():
        if value.formula is not None:
            of = f"each {value.of}" if value.of else "the table"
            yield _Thing(value.name, "value", of, _meaning(value.formula.value.type), value.span)
    for declared in v.enums.values():
        yield _Thing(declared.name, "enum", "the game", declared.name, declared.span)
        for one in declared.values:
            yield _Thing(one, "value", f"the enum {declared.name}", "number", declared.places.get(one, declared.span))
    for table in v.tables.values():
        yield _Thing(table.name, "table", "the game", "number", table.span)


def _of_kind(decl: KindDecl) -> Iterator[_Thing]:
    whose = "the table" if decl.name == "shared" else f"each {decl.name}"
    for var in decl.vars.values():
        yield _Thing(var.name, "var", whose, _meaning(var.type), var.span)
    for field in decl.fields.values():
        yield _Thing(field.name, "field", whose, _meaning(field.type), field.span)
    for zone in decl.zones.values():
        yield _Thing(zone.name, "zone", whose, zone.holds, zone.span)
    if decl.name != "shared":
        yield _Thing(decl.name, "kind", "the game", decl.name, decl.span)


def _meaning(of: Type) -> str:
    """What the word for something of a type stands for: of a counter the same as a value of an enum that it counts."""
    return of.name or of.tag
