"""Menus that no script offers: what stands in them can never be chosen, and mostly the name of the menu is a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import walk

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Action, Vocabulary
    from interpreter.diagnostics import Problem


def find_unoffered(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Warn of each menu that nothing offers, at the first of its actions."""
    first: dict[str, Action] = {}
    for action in v.actions:
        first.setdefault(action.menu, action)
    offered = {one.menu for routine in routines for one in walk(routine.body) if isinstance(one, ty.OfferMenu)}
    return [err.NotOffered(first[menu].span, menu, tuple(sorted(offered))) for menu in first if menu not in offered]
