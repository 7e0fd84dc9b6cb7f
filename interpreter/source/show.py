"""Prints what was read, for `--dump`, goldens and debugging: each value with its line."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics import shown
from interpreter.source.tree import Document, Mapping, Node, PackSource, Scalar, Sequence


def show_pack(pack: PackSource) -> str:
    """Print all documents of a pack."""
    parts = [f"pack {pack.name} {pack.digest}", *(show_document(document) for document in pack.documents)]
    return "\n".join(parts)


def show_document(document: Document) -> str:
    """Print one document as an indented tree, `line:column` before each value."""
    return "\n".join([f"{document.kind} {document.path}", *_rows(document.root, 1)])


def _rows(node: Node, depth: int) -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield from _entry(f"{shown(key.text)}:", value, depth)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _entry("-", item, depth)
    else:
        yield from _entry("", node, depth)


def _entry(mark: str, node: Node, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(node, Scalar):
        span = node.span
        yield f"{pad}{mark} {span.line}:{span.column} {_value(node)}".rstrip()
    else:
        yield f"{pad}{mark}"
        yield from _rows(node, depth + 1)


def _value(node: Scalar) -> str:
    if isinstance(node.value, str):
        return f'"{shown(node.value)}"'
    return "nothing" if node.value is None else shown(node.value)
