"""Mutants that change nothing anybody could notice, marked by the pack with the reason.

A mark names its mutant by file, owner and the line before and after, so it outlives a change of line numbers. One that
fits no mutant any more is stale; one whose mutant a scenario does notice is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.check.reading import maps, number, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.diagnostics import Span
    from interpreter.play.mutation.mutants import Mutant
    from interpreter.source import PackSource


@dataclass(frozen=True, slots=True)
class Mark:
    """What a pack says of one mutant; without `nth`, of all that look like it."""

    file: str
    owner: str
    before: str
    after: str
    nth: int | None
    reason: str
    span: Span

    def fits(self, mutant: Mutant) -> bool:
        """Whether this is the mutant it speaks of."""
        same = (self.file, self.owner, self.before, self.after) == mutant.key[:4]
        return same and self.nth in (None, mutant.nth)


class Marks:
    """All marks of a pack."""

    def __init__(self, source: PackSource) -> None:
        self.all = [
            Mark(
                text(node.get("file")),
                text(node.get("in")),
                text(node.get("before")),
                text(node.get("after")),
                number(node.get("nth")),
                text(node.get("reason")),
                node.span,
            )
            for document in source.of_kind("mutants")
            for node in maps(document.root)
        ]
        self._by_file: dict[str, list[Mark]] = {}
        for mark in self.all:
            self._by_file.setdefault(mark.file, []).append(mark)

    def of(self, mutant: Mutant) -> Mark | None:
        """The mark of a mutant, if it has one."""
        return next((mark for mark in self._by_file.get(mutant.file, ()) if mark.fits(mutant)), None)

    def stale(self, mutants: Iterable[Mutant]) -> list[Mark]:
        """Marks that fit no mutant."""
        fitting = {id(mark) for mutant in mutants for mark in self._by_file.get(mutant.file, ()) if mark.fits(mutant)}
        return [mark for mark in self.all if id(mark) not in fitting]
