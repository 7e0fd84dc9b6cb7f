"""Parts of an expression that are worked out more than once although nothing changes meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from interpreter.code import expr as x
from interpreter.code.expr import Expr

_COSTLY = (x.Keep, x.Has, x.Fold, x.CountEqual)
_EFFECTS = (x.Counted, x.Call, x.CallRow, x.Apply, x.Kept, x.Tried, x.Unknown)
"""What counts work, stops or gives up, or may do so."""


def is_plain(e: Expr) -> bool:
    """Whether an expression worked out or left makes no difference but to the time it takes."""
    return not any(isinstance(one, _EFFECTS) for one in x.walk(e))


def sure_parts(e: Expr) -> Iterator[Expr]:
    """The parts of an expression that are worked out whenever it is, outside of any loop."""
    match e:
        case x.Both(parts=parts) | x.Either(parts=parts):
            yield parts[0]
        case x.Choose(cond=cond):
            yield cond
        case x.Let(value=value):
            yield value
        case x.Keep(items=items) | x.Has(items=items) | x.Fold(items=items):
            yield items
        case x.Counted() | x.Tried() | x.Unknown():
            pass
        case (
            x.Num() | x.Name() | x.Local() | x.Cell() | x.Row() | x.Clamped() | x.Math() | x.Test() | x.Nope() | x.Call()
            | x.CallRow() | x.Apply() | x.Kept() | x.Span() | x.Pieces() | x.Stretch() | x.Waiting() | x.RowSet()
            | x.Listed() | x.Count() | x.CountEqual() | x.Among()
        ):  # fmt: skip
            yield from x.parts(e)
        case _:
            assert_never(e)


def _size(e: Expr) -> int:
    return sum(1 for _ in x.walk(e))


def shared(e: Expr) -> tuple[list[tuple[str, Expr]], Expr]:
    """Costly parts that are certain to be worked out twice: a name for each, and the expression with the names.

    A part that stands in another part comes before it.
    """
    found: Counter[Expr] = Counter()
    stack = [e]
    while stack:
        node = stack.pop()
        if isinstance(node, _COSTLY) and is_plain(node):
            found[node] += 1
            if found[node] > 1:
                continue
        stack += sure_parts(node)
    twice = sorted((one for one, times in found.items() if times > 1), key=_size)
    names = {node: f"c{number}" for number, node in enumerate(twice)}
    if not names:
        return [], e

    def put(node: Expr) -> Expr:
        return x.Name(names[node]) if node in names else x.rebuilt(node, put)

    return [(ident, x.rebuilt(node, put)) for node, ident in names.items()], put(e)
