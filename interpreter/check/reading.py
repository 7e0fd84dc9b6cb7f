"""Small questions to YAML nodes: the documents passed their schema, so most answers are plain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.vocabulary import OwnWords
from interpreter.languages import LANGUAGES
from interpreter.source import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source import Node, ScriptSource

PHRASED = "en"
"""The language that phrases are written in: a verb says its phrase there, unless its text says something else."""


def entries(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    """The pairs of a map; nothing for anything else."""
    if isinstance(node, Mapping):
        yield from node.entries


def items(node: Node | None) -> Iterator[Node]:
    """The items of a list; a single value counts as a list of one."""
    if isinstance(node, Sequence):
        yield from node.items
    elif node is not None:
        yield node


def maps(node: Node | None) -> Iterator[Mapping]:
    """The maps of a list."""
    for item in items(node):
        if isinstance(item, Mapping):
            yield item


def child(node: Node | None, key: str) -> Node | None:
    """The value of a key, if this is a map that has it."""
    return node.get(key) if isinstance(node, Mapping) else None


def text(node: Node | None, default: str = "") -> str:
    """The text of a scalar as written."""
    return node.text if isinstance(node, Scalar) and node.value is not None else default


def line(node: Node | None) -> str:
    """A text that people read: one line, without the line end that a block has."""
    return text(node).rstrip("\n")


def number(node: Node | None, default: int | None = None) -> int | None:
    """A whole number, or the default."""
    return node.value if isinstance(node, Scalar) and type(node.value) is int else default


def truth(node: Node | None, default: bool = False) -> bool:
    """Yes or no."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, bool) else default


def texts(node: Node | None) -> dict[str, str]:
    """A map language to text; a single text stands for every language."""
    if isinstance(node, Scalar) and node.value is not None:
        return dict.fromkeys(LANGUAGES, line(node))
    return {key.text: line(value) for key, value in entries(node)}


def own_words(node: Node | None) -> dict[str, OwnWords]:
    """What an item says in words of its own: for all of it under `""`, or for single scripts by their names."""
    by_script = {key.text: value for key, value in entries(node) if isinstance(value, Mapping)}
    whole = {"": node} if node is not None and len(by_script) < len(list(entries(node)) or [0]) else {}
    return {name: _words(value) for name, value in {**whole, **by_script}.items()}


def _words(node: Node) -> OwnWords:
    if isinstance(node, Scalar):
        return OwnWords(texts(node), dict.fromkeys(LANGUAGES, node.span))
    said = [(key.text, value) for key, value in entries(node) if isinstance(value, Scalar)]
    return OwnWords({lang: line(value) for lang, value in said}, {lang: value.span for lang, value in said})


def script(node: Node | None) -> ScriptSource | None:
    """The script of a scalar."""
    return node.script() if isinstance(node, Scalar) and node.value is not None else None


def rules_of(node: Mapping) -> tuple[str, ...]:
    """The rule ids an item cites."""
    return tuple(text(item) for item in items(node.get("rule")))
