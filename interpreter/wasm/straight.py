"""Values that are worked out straight on, without a branch: what is as likely as not is sooner done in vain than guessed.

A value may be worked out in vain only where that can never stop a game: nothing is counted, nothing is multiplied that
might become too long, and only cells and tables are read, which for none (-1) is a cell or an entry beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.wasm.text import either_value

if TYPE_CHECKING:
    from interpreter.code.expr import Expr

MOST_STRAIGHT = 40
"""Values of no more parts are worked out in vain."""
_READ = (x.Num, x.Name, x.Local, x.Cell, x.Row, x.Test, x.Nope, x.Both, x.Either, x.Choose)
_ADDED = frozenset({"+", "-", "&", "|", "min", "max"})


def is_harmless(node: Expr) -> bool:
    """Whether a part of a value, by itself, may be worked out in vain."""
    if isinstance(node, x.Math):
        return node.sign in _ADDED or (node.sign == "*" and (_is_small(node.left) or _is_small(node.right)))
    return isinstance(node, _READ)


def _is_small(e: Expr) -> bool:
    known = x.known(e)
    return known is not None and abs(known) < 1 << 16


def at_most(e: Expr) -> int:
    """The most a number can be, above or below 0, as far as that can be told: cells have 32 bits, numbers 64."""
    match e:
        case x.Num(value=value):
            return abs(value)
        case x.Cell():
            return 1 << 31
        case x.Math(sign="min", left=x.Num(value=high), right=x.Math(sign="max", left=x.Num(value=low))):
            return max(abs(high), abs(low))
        case x.Math(sign="max", left=x.Num(value=low), right=x.Math(sign="min", left=x.Num(value=high))):
            return max(abs(high), abs(low))
    return 1 << 63


def is_exact(cond: Expr) -> bool:
    """Whether a condition comes as 1 or 0, and never as another number."""
    if isinstance(cond, x.Both | x.Either):
        return all(is_exact(part) for part in cond.parts)
    return isinstance(cond, x.Test | x.Nope | x.Has | x.Among)


def chosen(cond: str, then: str, other: str, kind: str, *, straight: bool) -> str:
    """One of two values: both worked out, or only the one that is wanted."""
    return f"(select {then} {other} {cond})" if straight else either_value(cond, then, other, kind)
