"""Where a script uses what it has bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from interpreter.check import typed as ty
from interpreter.check.typed import E


def values_in(part: object) -> Iterator[E]:
    """Every value inside a statement, a block or a value, inner ones included."""
    stack: list[Any] = [part]
    while stack:
        here = stack.pop()
        if isinstance(here, E):
            yield here
            stack.extend(here.args)
        elif isinstance(here, dict):
            stack.extend(here.values())
        elif isinstance(here, (list, tuple)):
            stack.extend(here)
        elif is_dataclass(here):
            stack.extend(getattr(here, field.name) for field in fields(here))


def tells(part: object) -> bool:
    """Whether there is anything to tell of a statement or a block: an event that only cards listen to is not told."""
    match part:
        case ty.Announce() | ty.SetLocal():
            return False
        case ty.Body(statements):
            return any(map(tells, statements))
        case ty.Branch():
            return any(tells(body) for _, body in part.branches) or tells(part.otherwise)
        case ty.Loop() | ty.Each() | ty.Acting():
            return tells(part.body)
        case _:
            return part is not None


def uses(parts: Iterable[object], slot: int) -> int:
    """How often a local is used."""
    return sum(1 for part in parts for e in values_in(part) if is_local(e, slot))


def is_local(e: object, slot: int) -> bool:
    """Whether a value is this local."""
    return isinstance(e, E) and e.op == "local" and e.args[0] == slot


def takes(statement: object, slot: int) -> bool:
    """Whether what a statement is done to is this local, so that it can be named there first."""
    match statement:
        case ty.Do(_, args):
            return is_local(args.get("piece"), slot)
        case ty.RunScript():
            return is_local(statement.piece, slot)
        case _:
            return False


def mentions(statement: object, slot: int) -> bool:
    """Whether a statement has this local as an argument of a verb, or counts by it."""
    match statement:
        case ty.CallVerb(_, args):
            return any(is_local(arg, slot) for arg in args)
        case ty.Do(_, args):
            counter = args.get("counter")
            return isinstance(counter, E) and counter.op == "var" and is_local(counter.args[2], slot)
        case _:
            return False


def changes(statement: object, slot: int) -> bool:
    """Whether a statement changes a counter of this local."""
    if not isinstance(statement, ty.Do):
        return False
    counter = statement.args.get("counter")
    return isinstance(counter, E) and counter.op == "var" and is_local(counter.args[1], slot)
