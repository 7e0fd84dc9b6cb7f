"""The instructions of a routine, one on a line, for people who look under the bonnet."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.typed import E
from interpreter.code import Ask, Program


def listing(program: Program, routine: str) -> Iterator[str]:
    """Print the instructions of a routine with their numbers and the questions they ask."""
    wanted = {number for number, each in enumerate(program.routines) if each.name == routine}
    for number, instr in enumerate(program.code):
        if instr.routine in wanted:
            words = " ".join(_operand(arg) for arg in instr.args if arg is not None)
            yield f"{number:>5}  {instr.op} {words}".rstrip()
            if instr.op == "ask":
                yield f"       {_question(program.asks[instr.args[0]])}"


def _operand(value: object) -> str:
    if isinstance(value, E):
        return _value(value)
    if isinstance(value, dict):
        return ", ".join(f"{name}={_operand(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_operand, value)) + "]"
    return str(value)


def _value(value: E) -> str:
    if value.op == "const":
        return (
            str(value.args[0]) if value.type.tag == "number" else f"{value.type.name or value.type.tag} {value.args[0]}"
        )
    args = ", ".join(_operand(arg) for arg in value.args if arg is not None)
    return f"{value.op}({args})" if args else value.op


def _question(ask: Ask) -> str:
    offered = _value(ask.values) if ask.values is not None else " | ".join(ask.labels)
    declined = f", declined to {ask.decline}" if ask.decline >= 0 else ""
    return f"{ask.shape} {ask.name}: {offered} -> {', '.join(map(str, ask.targets))}{declined}"
