"""Values known before the game: conditions over the number of players and the options."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty

if TYPE_CHECKING:
    from interpreter.check.typed import Value

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def constant(value: Value, seats: int, options: dict[str, int]) -> int:
    """Compute a value that depends on nothing in the game."""
    match value:
        case ty.Const(number=number):
            return number
        case ty.Local() | ty.PlayerCount():
            return seats
        case ty.OptionValue(name=name):
            return options[name]
        case ty.Not(cond=inner):
            return int(not constant(inner, seats, options))
        case ty.Logic(sign=sign, left=left, right=right):
            first = bool(constant(left, seats, options))
            return int(bool(constant(right, seats, options)) if first == (sign == "and") else first)
        case ty.Compare(sign=sign, left=left, right=right):
            return int(COMPARE[sign](constant(left, seats, options), constant(right, seats, options)))
        case ty.Arith(sign=sign, left=left, right=right) if sign in _ARITHMETIC:
            return _ARITHMETIC[sign](constant(left, seats, options), constant(right, seats, options))
    message = f"{type(value).__name__} is not known before the game"
    raise ValueError(message)
