"""Locals with the name of something else: what the name meant before cannot be said any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.types import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.scope import Scope
    from interpreter.check.typed import At
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Span
    from interpreter.source.tree import PackPart


def hidden_by(name: str, at: At, scope: Scope, v: Vocabulary) -> err.HiddenName | None:
    """What a local of this name hides: something of the thing whose script it is, of the table, or a player's own.

    What another pack declares is hidden from those that stand on it; the name never meant it to the others.
    """
    place = scope.span(at)
    for what, whose, declared in _meant(name, scope.this.name if scope.this is not None else "", v):
        if stands_on(pack_of(place.file, v), pack_of(declared.file, v)):
            return err.HiddenName(place, name, what, whose, declared)
    return None


def pack_of(file: str, v: Vocabulary) -> PackPart | None:
    """The pack that a file belongs to, as spans name it."""
    return max((one for one in v.packs if file.startswith(f"{one.where}/")), key=_length, default=None)


def stands_on(own: PackPart | None, other: PackPart | None) -> bool:
    """Whether a pack knows what another one declares: it is the same, or below. What is of no pack knows everything."""
    return own is None or other is None or own == other or other.id in own.below


def _length(one: PackPart) -> int:
    return len(one.where)


def _meant(name: str, this: str, v: Vocabulary) -> Iterator[tuple[str, str, Span]]:
    """What a script of such a thing says by a bare name: what it is, whose, and where it is declared."""
    mine = v.kinds.get(this)
    if mine is not None and name in mine.fields:
        yield "field", f"each {this}", mine.fields[name].span
    for decl, whose in ((mine, f"each {this}"), (v.shared, "the table")):
        if decl is not None and name in decl.vars:
            yield "var", whose, decl.vars[name].span
        if decl is not None and name in decl.zones:
            yield "zone", whose, decl.zones[name].span
    counter = v.kinds["player"].vars.get(name) if "player" in v.kinds else None
    if counter is not None and counter.type == NUMBER:  # `gain 1 points` means those of who acts
        yield "counter", "each player", counter.span
