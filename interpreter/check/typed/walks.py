"""Walks through everything of a script, whatever its form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def every_form(script: object) -> Iterator[object]:
    """Every form of value and of statement in a script or a part of one, that part included."""
    home = __name__.rpartition(".")[0]
    waiting = [script]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list | tuple):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
        elif is_dataclass(node) and type(node).__module__.startswith(home):
            yield node
            waiting += [getattr(node, one.name) for one in fields(node)]
