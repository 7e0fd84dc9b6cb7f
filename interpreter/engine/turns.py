"""How often something may be done: actions with a limit, and choices that are made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.types import NUMBER, TRUTH
from interpreter.records import replace

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Action

MAX_TIMES = 100
"""How often a player may repeat something that is allowed any number of times."""
YES = ty.Const(TRUTH, 1)
NO = ty.Const(NUMBER, 0)


def times_taken(action: Action) -> ty.Var:
    """The cell of a player that counts how often an action with a limit was taken."""
    return ty.Var(NUMBER, f"player.(limit {action.id})", ty.Me(), None)


def may_act(action: Action) -> ty.Value:
    """Whether an action may be taken."""
    cond = action.requires.value if action.requires else YES
    if not action.limit:
        return cond
    return ty.Logic("and", ty.Compare("<", times_taken(action), ty.Const(NUMBER, action.times)), cond)


def once_begun(statement: ty.PickSeveral) -> ty.PickSeveral | None:
    """What is left of a choice of several once one is chosen, if it cannot fail any more."""
    low = ty.const_number(statement.low)
    if statement.mode == "random" or (statement.low is not None and (low is None or low > 1)):
        return None
    return replace(statement, low=None if statement.low is None else NO, mode="hard", otherwise=None)
