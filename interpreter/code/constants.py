"""Values known before the game: conditions over the number of players and the options."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.check.typed import E

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def constant(value: E, seats: int, options: dict[str, int]) -> int:
    """Compute a value that depends on nothing in the game."""
    match value.op, value.args:
        case "const", (number,):
            return int(number)
        case (("local" | "player_count"), _):
            return seats
        case "option", (name,):
            return options[name]
        case "not", (inner,):
            return int(not constant(inner, seats, options))
        case "logic", (op, left, right):
            first = bool(constant(left, seats, options))
            return int(
                first and bool(constant(right, seats, options))
                if op == "and"
                else first or bool(constant(right, seats, options))
            )
        case "compare", (op, left, right):
            return int(COMPARE[op](constant(left, seats, options), constant(right, seats, options)))
        case "arith", (op, left, right) if op in _ARITHMETIC:
            return _ARITHMETIC[op](constant(left, seats, options), constant(right, seats, options))
    message = f"{value.op} is not known before the game"
    raise ValueError(message)
