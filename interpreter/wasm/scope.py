"""Where an expression is printed: the function around it, and what its names are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from interpreter.primitives.header import FRAME_LOCALS
from interpreter.records import record, replace
from interpreter.wasm.text import CELL, CELLS, Function, get, when


@record(frozen=True, slots=True)
class Bound:
    """What a name stands for: a local, which holds a number or a set."""

    local: str
    is_set: bool = False


@record(frozen=True, slots=True)
class Scope:
    """A place in a function. `registers` are the locals of a routine that are held in locals of the function here.

    With None all of them are; otherwise the rest are cells of the frame, whose address is `$f`.
    """

    fn: Function
    names: Mapping[str, Bound] = field(default_factory=lambda: MappingProxyType({}))
    registers: frozenset[int] | None = None

    def binding(self, name: str, local: str, *, is_set: bool = False) -> Scope:
        """The same place with one more name."""
        return replace(self, names={**self.names, name: Bound(local, is_set)})

    def held(self, slot: int) -> bool:
        """Whether a local of the routine is one of the function."""
        return self.registers is None or slot in self.registers

    def slot(self, slot: int) -> str:
        """The value of a local of the routine."""
        if self.held(slot):
            return get(self.fn.named(f"$l{slot}"))
        return f"(i64.load32_s offset={(FRAME_LOCALS + slot) * CELL} (local.get $f))"

    def keep(self, slot: int, value: str, *, sure: bool = False) -> str:
        """Give a local of the routine a value; a cell holds 32 bits, and what is larger is left to Python."""
        if self.held(slot):
            return f"(local.set {self.fn.named(f'$l{slot}')} {value})"
        fits = value if sure else self.fitting(value)
        return f"(i64.store32 offset={(FRAME_LOCALS + slot) * CELL} (local.get $f) {fits})"

    def fitting(self, value: str) -> str:
        """A value that must fit a cell: one that does not is left to Python."""
        if value.startswith(("(i64.const ", "(i64.load32_s ", "(i64.load16_s ", "(i64.load8_s ", "(i64.extend_i32_u ")):
            return value
        held = self.fn.local()
        test = f"(i64.ne (local.tee {held} {value}) (i64.extend32_s {get(held)}))"
        return f"(block (result i64) {when(test, '(throw $stop (global.get $PUNT))')} {get(held)})"


def cell_offset(cell: int) -> int:
    """Where a cell lies behind the beginning of a state."""
    return CELLS + CELL * cell
