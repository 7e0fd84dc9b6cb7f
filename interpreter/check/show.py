"""Print the typed tree for goldens and for people who look for what a script was taken to mean."""

from __future__ import annotations

from dataclasses import fields

from interpreter.check import typed as ty
from interpreter.check.typed import Statement, Value


def show(node: ty.Routine | ty.Formula | ty.Body, depth: int = 0) -> str:
    """Give each statement a line, blocks indented; every value is followed by its type."""
    if isinstance(node, ty.Formula):
        return f"{show_value(node.value)}: {node.value.type}"
    body = node.body if isinstance(node, ty.Routine) else node
    return "\n".join(line for statement in body.statements for line in _statement(statement, depth))


def show_value(value: Value) -> str:
    """Print a value as calls: `Compare(>, Var(player.coins, Me), 2)`."""
    if isinstance(value, ty.Const):
        return _constant(value)
    parts = [_operand(getattr(value, part.name)) for part in fields(value) if part.name not in ("at", "type")]
    inner = ", ".join(part for part in parts if part)
    form = type(value).__name__
    return f"{form}({inner})" if inner else form


def _constant(value: ty.Const) -> str:
    if value.type.tag == "truth":
        return "yes" if value.number else "no"
    if value.type.tag == "number":
        return str(value.number)
    return "none" if value.number < 0 else f"{value.type} {value.number}"


def _operand(part: object) -> str:
    if isinstance(part, ty.VALUES):
        return show_value(part)  # type: ignore[arg-type]
    if isinstance(part, tuple):
        return ", ".join(map(_operand, part))
    return "" if part is None else str(part)


def _typed(value: object) -> str:
    return f"{show_value(value)}: {value.type}" if isinstance(value, ty.VALUES) else str(value)  # type: ignore[arg-type,attr-defined]


def _statement(node: Statement, depth: int) -> list[str]:
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
        elif slot in ("args", "words"):
            words += _arguments(part)
        elif isinstance(part, ty.VALUES):
            words.append(f"{slot}={_typed(part)}")
        else:
            words.append(f"{slot}={part}")
    lines = [f"{pad}{' '.join(words)}"]
    for head, body in blocks:
        lines += [f"{pad}  {head}"] if head else []
        lines += [line for inner in body.statements for line in _statement(inner, depth + 1 + bool(head))]
    return lines


def _arguments(args: dict[str, Value] | dict[str, str] | list[Value]) -> list[str]:
    if isinstance(args, dict):
        return [f"{name}={_typed(value)}" for name, value in args.items()]
    return [_typed(value) for value in args]


def _option(case: ty.OptionCase) -> str:
    words = [case.duty, case.label, f"if {_typed(case.cond)}" if case.cond is not None else ""]
    return " ".join(word for word in words if word)


__all__ = ["show", "show_value"]
