"""What a single word stands for where a map could be: of a type, of a term, of a text in every language."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.languages import LANGUAGES
from interpreter.source.layers.writes import Path
from interpreter.source.tree import Mapping, Node, Scalar

_TYPED = ("fields", "vars", "scripts")
_TERM = 4
"""How long the path of a term is: document, language, `terms`, its name."""


def as_map(path: Path, node: Node, keys: Collection[str]) -> Mapping | None:
    """Return the map that a node stands for, if it has one, so that these keys of it can be written."""
    if isinstance(node, Mapping):
        return node
    if not isinstance(node, Scalar):
        return None
    if path[0] == "text" and len(path) == _TERM:
        return under(node, "one")
    if path[0] == "model" and path[-2] in _TYPED:
        return under(node, "type")
    if keys and set(keys) <= set(LANGUAGES):  # words for players; a single text stands for every language
        return under(node, *LANGUAGES)
    return None


def under(node: Node, *keys: str) -> Mapping:
    """Return a map in which all these keys say the same, at the place of what they say."""
    words = (Scalar(node.origin, node.start, node.stop, key, "") for key in keys)
    return Mapping(node.origin, node.start, node.stop, tuple((word, node) for word in words))
