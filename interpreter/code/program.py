"""The program: instructions in order, the questions it asks, and where its routines begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.check.typed import E, Formula, Routine
    from interpreter.check.types import Type
    from interpreter.code.layout import Layout
    from interpreter.diagnostics import Span

# Every instruction: its operands and what it does. Back ends must know exactly these.
OPS = {
    "let": "slot value: bind a local",
    "mark": "slot bit: set a bit of a local",
    "bump": "slot: add one to a local",
    "jump": "label: go on there",
    "branch": "value label: go on there when the value is no",
    "call": "routine values: run a routine, then go on here",
    "run": "table value values: run the routine a table gives for a thing; none is skipped",
    "return": "leave the routine",
    "do": "statement arguments slot safe: an engine statement; a gain may leave what did not fit in a local",
    "demand": "value: fail when it is no",
    "each": "slot value: begin to walk through a set",
    "next": "slot slot label: take the next element, or go on there when none is left",
    "act": "slot value: remember who acts and let another player act",
    "back": "slot: the remembered player acts again",
    "ask": "number: a choice",
    "commit": "the option under way is complete",
    "watch": "number tokens: a state-based rule may have become true, because it reads these",
    "watching": "number yes/no: enter or leave a state-based rule",
    "settled": "number: stop everything when a state-based rule still holds after all its turns",
    "limit": "address: note the use of an action",
    "halt": "the game is over",
}


@dataclass(slots=True)
class Instr:
    """One instruction, with the script and place it comes from."""

    op: str
    args: tuple[Any, ...]
    routine: int
    at: tuple[int, int]


@dataclass(slots=True)
class Ask:
    """A choice.

    `values` are the typed candidates (a set), or `cases` the conditions of labelled options. A value chosen is stored in
    `store`; the program goes on at `targets` (one, or one per case). `decline` is where declining leads, `decline_if` when
    that is allowed, `must` the cases that forbid it while they are possible. With nothing to choose: `empty`, or failure
    where `hard` holds. `scoped` choices open an option scope that a `commit` closes, after which the program goes on at
    `after`. For proofs: `bodies` are the statements behind each target, `rest` those after the choice up to the end of the
    option or routine, `unless` those after declining; None where a loop makes that unknowable.
    """

    number: int
    shape: str
    name: str
    routine: int
    at: tuple[int, int]
    type: Type | None = None
    values: E | None = None
    cases: list[Any] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    store: int = -1
    targets: list[int] = field(default_factory=list)
    decline: int = -1
    decline_if: E | None = None
    must: frozenset[int] = frozenset()
    empty: int = -1
    hard: E | None = None
    scoped: bool = False
    after: int = -1
    random: bool = False
    pc: int = -1
    menu: str = ""
    bodies: list[list[Any]] = field(default_factory=list)
    rest: list[Any] | None = None
    unless: list[Any] | None = None
    way: tuple[int, int, int, list[int]] = (-1, -1, -1, [])
    """What taking a value needs: `store`, `after` if an option begins, the target where there is one only, all targets."""


@dataclass(slots=True)
class Program:
    """A compiled pack."""

    layout: Layout
    code: list[Instr] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    routines: list[Routine] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    runs: dict[str, list[int]] = field(default_factory=dict)
    run_sizes: dict[int, int] = field(default_factory=dict)
    watches: list[E] = field(default_factory=list)
    spans: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    risk: list[bool] = field(default_factory=list)
    exposed: frozenset[int] = frozenset()
    formulas: dict[str, Formula] = field(default_factory=dict)

    def span_of(self, pc: int) -> Span:
        """Where in the pack an instruction comes from."""
        instr = self.code[pc]
        return self.routines[instr.routine].span(instr.at)
