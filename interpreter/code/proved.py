"""Conditions that were found before: offers, answers to a bare question and modules for WebAssembly ask for the same ones.

To find a condition takes longer than to print it in both languages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code.proof import Proofs, keeps

if TYPE_CHECKING:
    from interpreter.check import typed as ty
    from interpreter.code.expr import Expr
    from interpreter.code.program import Ask, Program
    from interpreter.code.writing import Tokens


class Proved(Proofs):
    """Finds each condition of one program once; `cost` is that of the one asked for last, as ever."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._found: dict[tuple[object, ...], tuple[Expr, int]] = {}

    def condition(self, ask: Ask, target: int, *, to_the_end: bool, chosen: Expr) -> Expr:
        """The condition under which a value of a choice can be completed."""
        find = super().condition
        return self._once(
            (ask.number, target, to_the_end, chosen if keeps(ask, target) else None),
            lambda: find(ask, target, to_the_end=to_the_end, chosen=chosen),
        )

    def of_script(self, routine: ty.Routine, written: Tokens) -> Expr:
        """The condition for the script of one thing, with `me` and `this` as names."""
        find = super().of_script
        return self._once((routine.key, written), lambda: find(routine, written))

    def _once(self, about: tuple[object, ...], find: Callable[[], Expr]) -> Expr:
        if about not in self._found:
            self._found[about] = find(), self.cost
        found, self.cost = self._found[about]
        return found
