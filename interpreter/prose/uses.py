"""Where a script uses what it has bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from interpreter.check import typed as ty
from interpreter.check.operands import cell_of
from interpreter.primitives import STATEMENTS


def values_in(part: object) -> Iterator[ty.Value]:
    """Every value inside a statement, a block or a value, inner ones included."""
    stack: list[Any] = [part]
    while stack:
        here = stack.pop()
        if isinstance(here, ty.VALUES):
            yield from ty.nodes(here)  # type: ignore[arg-type]
        elif isinstance(here, dict):
            stack.extend(here.values())
        elif isinstance(here, (list, tuple)):
            stack.extend(here)
        elif is_dataclass(here):
            stack.extend(getattr(here, field.name) for field in fields(here))


def tells(part: ty.Statement | ty.Body) -> bool:
    """Whether there is anything to tell of a statement or a block: an event that only cards listen to is not told."""
    match part:
        case ty.Announce() | ty.SetLocal() | ty.NameSet():
            return False
        case ty.Body(statements):
            return any(map(tells, statements))
        case ty.Branch(branches, otherwise):
            return any(tells(body) for _, body in branches) or (otherwise is not None and tells(otherwise))
        case ty.Loop() | ty.Each() | ty.Acting():
            return tells(part.body)
        case _:
            return True


def uses(parts: Iterable[ty.Statement], slot: int) -> int:
    """How often a local is used."""
    return sum(1 for part in parts for value in values_in(part) if is_local(value, slot))


def is_local(value: ty.Value | None, slot: int) -> bool:
    """Whether a value is this local."""
    return isinstance(value, ty.Local) and value.slot == slot


def takes(statement: ty.Statement | None, slot: int) -> bool:
    """Whether what a statement is done to is this local, so that it can be named there first."""
    match statement:
        case ty.Do():
            return is_local(piece_of(statement), slot)
        case ty.RunScript():
            return is_local(statement.piece, slot)
        case _:
            return False


def piece_of(statement: ty.Do) -> ty.Value | None:
    """The one piece an engine statement is about, if it is about one."""
    name = next((name for name, of in STATEMENTS[statement.primitive].params.items() if of == "piece"), "")
    return statement.args.get(name)


def counter_of(statement: ty.Do) -> ty.Var | None:
    """The counter an engine statement goes on from, if it does."""
    change = STATEMENTS[statement.primitive].change
    return cell_of(statement) if change is not None and not change.forgets else None


def mentions(statement: ty.Statement | None, slot: int) -> bool:
    """Whether a statement has this local as an argument of a verb, or counts by it."""
    match statement:
        case ty.CallVerb(_, args):
            return any(is_local(arg, slot) for arg in args)
        case ty.Do():
            counter = counter_of(statement)
            return counter is not None and is_local(counter.index, slot)
        case _:
            return False


def changes(statement: ty.Statement, slot: int) -> bool:
    """Whether a statement changes a counter of this local."""
    counter = counter_of(statement) if isinstance(statement, ty.Do) else None
    return counter is not None and is_local(counter.host, slot)


def written(value: object) -> str:
    """The same for values that are written alike, wherever they stand."""
    if isinstance(value, ty.VALUES):
        parts = tuple(getattr(value, part.name) for part in fields(value) if part.name != "at")
        return f"{type(value).__name__}({written(parts)})"
    return ", ".join(map(written, value)) if isinstance(value, tuple) else str(value)
