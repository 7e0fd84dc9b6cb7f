"""How far counters go."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.check.vocabulary import VarDecl

MAX_NUMBER = 1_000_000
"""Counters without bounds of their own stop here: whole numbers of the language go no further."""


def cell_bounds(decl: VarDecl) -> tuple[int | None, int | None]:
    """The lowest and highest value of each cell of a var; None for what is no number."""
    if decl.type.tag != "number":
        return None, None
    low = decl.low if decl.low is not None else -MAX_NUMBER
    return low, decl.high if decl.high is not None else MAX_NUMBER
