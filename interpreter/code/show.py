"""Print a routine's instructions for goldens and for people who look under the bonnet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.show import show_value
from interpreter.check.typed import E

if TYPE_CHECKING:
    from interpreter.code.program import Ask, Program

JUMPS = ("jump", "branch", "next")


def show(program: Program, routine: str) -> str:
    """Give each instruction of a routine a line; places are counted from its entry."""
    entry = program.entries[routine]
    number = program.code[entry].routine
    lines = []
    for pc in range(entry, len(program.code)):
        instr = program.code[pc]
        if instr.routine != number:
            break
        words = [_operand(arg) for arg in (instr.args[:2] if instr.op == "do" else instr.args) if arg is not None]
        if instr.op in JUMPS:
            words[-1] = f"-> {instr.args[-1] - entry}"
        if instr.op == "ask":
            words = [_question(program.asks[instr.args[0]], entry)]
        lines.append(f"{pc - entry:>3} {instr.op} {' '.join(words)}".rstrip())
    return "\n".join(lines)


def _operand(arg: object) -> str:
    if isinstance(arg, E):
        return show_value(arg)
    if isinstance(arg, dict):
        return ", ".join(f"{name}={_operand(value)}" for name, value in arg.items())
    if isinstance(arg, tuple | list):
        return f"({', '.join(map(_operand, arg))})"
    return str(arg)


def _question(ask: Ask, entry: int) -> str:
    offered = show_value(ask.values) if ask.values is not None else _cases(ask)
    words = [ask.shape, ask.name, offered, f"-> {', '.join(str(pc - entry) for pc in ask.targets)}"]
    for name in ("decline", "empty", "after"):
        pc = getattr(ask, name)
        words += [f"{name} {pc - entry}"] if pc >= 0 else []
    words += ["random"] if ask.random else []
    words += ["hard"] if ask.hard is not None else []
    words += [f"must {', '.join(ask.labels[case] for case in sorted(ask.must))}"] if ask.must else []
    return " ".join(word for word in words if word)


def _cases(ask: Ask) -> str:
    pairs = zip(ask.labels, ask.cases, strict=True)
    return " | ".join(label if show_value(case) == "yes" else f"{label} if {show_value(case)}" for label, case in pairs)


__all__ = ["show"]
