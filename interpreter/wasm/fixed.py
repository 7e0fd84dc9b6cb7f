"""Conditions that hold or not whatever happens: sets of a constant table are sieved by them before any game.

`neighbours where row > this.row` is one: which cells these are follows from the board alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr

Tables = Mapping["Key", Sequence[object]]
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_COUNTED: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "min": min, "max": max,
}  # fmt: skip


class NotFixed(Exception):
    """Something follows from the state, or cannot be told beforehand."""


@record(frozen=True, slots=True)
class Sieved:
    """A row of sets by the number of an entry, the last one for none, and the condition that is left for its elements."""

    rows: list[tuple[int, ...]]
    rest: Expr


def sieved(keep: x.Keep | x.Has, tables: Tables) -> Sieved | None:
    """What becomes of a set out of a constant table whose elements are sieved; None where nothing is known of that."""
    items = keep.items
    if not isinstance(items, x.RowSet) or not isinstance(items.index, x.Name):
        return None
    fixed, rest = _split(keep.cond)
    first = keep.first if isinstance(keep, x.Keep) else ()
    rows = tables[items.table]
    try:
        kept = [
            _kept(rows[at], keep.name, {items.index.id: at}, first, fixed, tables) for at in range(-1, len(rows) - 1)
        ]
    except (NotFixed, IndexError):
        return None
    return Sieved([*kept[1:], kept[0]], rest) if fixed else None


def _split(cond: Expr) -> tuple[list[Expr], Expr]:
    """The parts of a condition that come first and follow from no state, and all others."""
    parts = cond.parts if isinstance(cond, x.Both) else (cond,)
    count = next((at for at, part in enumerate(parts) if not _looks_fixed(part)), len(parts))
    return list(parts[:count]), x.both(*parts[count:]) if count < len(parts) else x.YES


def _looks_fixed(e: Expr) -> bool:
    plain = (x.Num, x.Name, x.Row, x.Math, x.Test, x.Both, x.Either, x.Nope, x.Choose)
    return all(isinstance(node, plain) for node in x.walk(e))


def _kept(
    row: object, name: str, names: dict[str, int], first: Sequence[tuple[str, Expr]], fixed: list[Expr], tables: Tables
) -> tuple[int, ...]:
    if not isinstance(row, tuple):
        raise NotFixed
    for ident, value in first:
        names[ident] = _value(value, names, tables)
    return tuple(one for one in row if all(_value(part, {**names, name: one}, tables) for part in fixed))


def _value(e: Expr, names: Mapping[str, int], tables: Tables) -> int:
    match e:
        case x.Num(value=value):
            return value
        case x.Name(id=ident) if ident in names:
            return names[ident]
        case x.Row(table=table, index=index):
            return _entry(tables[table], _value(index, names, tables))
        case x.Math(sign=sign, left=left, right=right) if sign in _COUNTED:
            return _COUNTED[sign](_value(left, names, tables), _value(right, names, tables))
        case x.Test(sign=sign, left=left, right=right):
            return _COMPARED[sign](_value(left, names, tables), _value(right, names, tables))
        case x.Both(parts=parts):
            return all(_value(part, names, tables) for part in parts)
        case x.Either(parts=parts):
            return any(_value(part, names, tables) for part in parts)
        case x.Nope(inner=inner):
            return not _value(inner, names, tables)
        case x.Choose(cond=cond, then=then, other=other):
            return _value(then if _value(cond, names, tables) else other, names, tables)
    raise NotFixed


def _entry(row: Sequence[object], at: int) -> int:
    found = row[at] if -1 <= at < len(row) else None
    if not isinstance(found, int):
        raise NotFixed
    return found
