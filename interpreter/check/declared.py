"""How much a model declares: more than a game may is refused before any of it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import child, entries, items
from interpreter.source import Mapping, meter

if TYPE_CHECKING:
    from interpreter.diagnostics import Problem, Span
    from interpreter.source import Node

PARTS = ("fields", "vars", "zones", "scripts")
"""What a kind, and the table, declare by name."""


def find_too_much_declared(model: Node | None) -> list[Problem]:
    """Report more kinds or names than a model may declare, at the first that is too many."""
    kinds = [key.span for key, _ in entries(child(model, "kinds"))]
    for limit, spans in ((meter.KINDS, kinds), (meter.DECLARED, list(_names(model)))):
        if len(spans) > limit.most:
            return [err.BeyondLimit(spans[limit.most], limit, len(spans))]
    return []


def _names(model: Node | None) -> Iterator[Span]:
    for _, enum in entries(child(model, "enums")):
        for value in items(child(enum, "values") if isinstance(enum, Mapping) else enum):
            yield value.span
    hosts = [child(model, "shared"), *(node for _, node in entries(child(model, "kinds")))]
    for host in hosts:
        for part in PARTS:
            for key, _ in entries(child(host, part)):
                yield key.span


__all__ = ["find_too_much_declared"]
