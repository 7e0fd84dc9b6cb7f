"""What is the same for every element of a set is worked out once, before the set is gone through.

Only what costs no steps of its own, so that work is counted as ever; and only what is asked for in any case, so that
nothing is looked at that a condition in front of it keeps away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.primitives import FUNCTIONS

if TYPE_CHECKING:
    from interpreter.code.expr import Expr

_COUNTING = frozenset({"adds_up"})
"""The forms of functions that count steps while they work."""
_LONG = (x.Fold, x.Count, x.CountEqual, x.Has)
Named = tuple[str, "Expr"]


def worked_out_once(cond: Expr, name: str) -> tuple[Expr, list[Named]]:
    """A condition for the elements of a set, and what of it is to be worked out before, by name."""
    found: list[Named] = []
    return _lifted(cond, name, found), found


def _lifted(e: Expr, name: str, found: list[Named]) -> Expr:
    if isinstance(e, _LONG):
        if x.mentions(e, name) or not _is_free(e):
            return e
        found.append((f"{name} once {len(found)}", e))
        return x.Name(found[-1][0])
    match e:
        case x.Test(sign=sign, left=left, right=right):
            return x.Test(sign, _lifted(left, name, found), _lifted(right, name, found))
        case x.Math(sign=sign, left=left, right=right):
            return x.Math(sign, _lifted(left, name, found), _lifted(right, name, found))
        case x.Nope(inner=inner):
            return x.Nope(_lifted(inner, name, found))
        case x.Both(parts=parts):
            return x.Both((_lifted(parts[0], name, found), *parts[1:]))
        case x.Either(parts=parts):
            return x.Either((_lifted(parts[0], name, found), *parts[1:]))
        case x.Choose(cond=cond, then=then, other=other):
            return x.Choose(_lifted(cond, name, found), then, other)
    return e


def _is_free(e: Expr) -> bool:
    """Whether finding something out costs no steps, and can always be done."""
    for node in x.walk(e):
        if isinstance(node, x.Call | x.CallRow | x.Counted | x.Apply | x.Tried | x.Unknown | x.Kept):
            return False
        if isinstance(node, x.Fold) and FUNCTIONS[node.function].form in _COUNTING:
            return False
        if isinstance(node, x.Math) and node.sign == "*" and x.known(node.left) is None and x.known(node.right) is None:
            return False
    return True
