"""Which data of ours is kept between two runs: what a pack declares, with its typed trees, and nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType
from typing import Any

from interpreter.check import keys, phrases, typed, types, vocabulary
from interpreter.diagnostics import tree as places
from interpreter.source import Shape, tree

_SIGNS = {
    typed.Arith: ("+", "-", "*", "/", "mod"),
    typed.Compare: ("<", "<=", ">", ">=", "is", "is not"),
    typed.Logic: ("and", "or"),
}


@cache
def vocabulary_shape() -> Shape:
    """Say what a vocabulary is made of, as its classes declare it."""
    names: dict[str, Any] = {}
    for module in (places, tree, types, keys, phrases, typed, vocabulary):
        names.update(vars(module))
    statements = _own_classes(typed)
    demands: dict[type, Callable[[Iterable[Any]], bool]] = {form: _with_signs(signs) for form, signs in _SIGNS.items()}
    return Shape(vocabulary.Vocabulary, names, more=statements, wordy=statements, demands=demands)


def _with_signs(signs: tuple[str, ...]) -> Callable[[Iterable[Any]], bool]:
    """Say of values with an operator that it is one of these."""
    return lambda values: all(value.sign in signs for value in values)


def _own_classes(module: ModuleType) -> list[type]:
    return [
        one
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__.startswith(module.__name__) and not one.__name__.startswith("_")
    ]
