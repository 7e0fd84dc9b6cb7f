"""Print the typed tree for goldens and for people who look for what a script was taken to mean."""

from __future__ import annotations

from typing import Any

from interpreter.check import typed as ty
from interpreter.check.typed import E


def show(node: ty.Routine | ty.Formula | ty.Body, depth: int = 0) -> str:
    """Give each statement a line, blocks indented; every value is followed by its type."""
    if isinstance(node, ty.Formula):
        return f"{show_value(node.value)}: {node.value.type}"
    body = node.body if isinstance(node, ty.Routine) else node
    return "\n".join(line for statement in body.statements for line in _statement(statement, depth))


def show_value(value: E) -> str:
    """Print a value as calls: `compare(>, var(player.coins, me), 2)`."""
    if value.op == "const":
        return _constant(value)
    args = ", ".join(_operand(arg) for arg in value.args if arg is not None)
    return f"{value.op}({args})" if args else value.op


def _constant(value: E) -> str:
    number = value.args[0]
    if value.type.tag == "truth":
        return "yes" if number else "no"
    if value.type.tag == "number":
        return str(number)
    return "none" if number < 0 else f"{value.type} {number}"


def _operand(arg: object) -> str:
    if isinstance(arg, E):
        return show_value(arg)
    if isinstance(arg, tuple | list):
        return f"[{', '.join(map(_operand, arg))}]"
    return str(arg)


def _typed(value: object) -> str:
    return f"{show_value(value)}: {value.type}" if isinstance(value, E) else str(value)


def _statement(node: Any, depth: int) -> list[str]:  # noqa: ANN401 - any statement
    """Print the name of the statement, its plain parts and values, then its blocks."""
    pad, words, blocks = "  " * depth, [type(node).__name__], []
    for slot in node.__slots__:
        part = getattr(node, slot)
        if slot == "at" or part is None or part is False or part == "":
            continue
        if isinstance(part, ty.Body):
            blocks.append(("", part))
        elif slot == "branches":
            blocks += [(f"if {_typed(cond)}", body) for cond, body in part]
        elif slot == "options":
            blocks += [(_option(case), case.body) for case in part]
        elif slot == "args":
            words += _arguments(part)
        elif isinstance(part, E):
            words.append(f"{slot}={_typed(part)}")
        else:
            words.append(f"{slot}={part}")
    lines = [f"{pad}{' '.join(words)}"]
    for head, body in blocks:
        lines += [f"{pad}  {head}"] if head else []
        lines += [line for inner in body.statements for line in _statement(inner, depth + 1 + bool(head))]
    return lines


def _arguments(args: dict[str, Any] | list[E]) -> list[str]:
    if isinstance(args, dict):
        return [f"{name}={_typed(value)}" for name, value in args.items()]
    return [_typed(value) for value in args]


def _option(case: ty.OptionCase) -> str:
    words = [case.duty, case.label, f"if {_typed(case.cond)}" if case.cond is not None else ""]
    return " ".join(word for word in words if word)


__all__ = ["show", "show_value"]
