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


def hidden_by(name: str, at: At, scope: Scope, v: Vocabulary) -> err.HiddenName | None:
    """What a local of this name hides: something of the thing whose script it is, of the table, or a player's own."""
    found = next(_meant(name, scope.this.name if scope.this is not None else "", v), None)
    return err.HiddenName(scope.span(at), name, *found) if found is not None else None


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
