"""Holds each document against its JSON Schema. Most fit, and that is soon told; what does not is for `schema` to tell."""

from __future__ import annotations

import json
from functools import cache

from interpreter.diagnostics import Problem
from interpreter.source.accept import Accepts, Ambiguous, Json, accepts
from interpreter.source.find import shipped_folder
from interpreter.source.scalars import AMBIGUOUS
from interpreter.source.templates import rows_apart
from interpreter.source.tree import Document, Mapping, Node, Scalar, Sequence


def shape_problems(document: Document) -> list[Problem]:
    """Return what is wrong with the shape of a document."""
    document = rows_apart(document)
    value = _value(document.root)
    if _fits(document.kind)(value):
        return []
    from interpreter.source.schema import mistakes  # noqa: PLC0415 - `jsonschema` takes its time, and is rarely needed

    return mistakes(document, value)


def schema(kind: str) -> Json:
    """Read the schema of a kind of document, as it stands in its file."""
    folder = shipped_folder("schemas", "_schemas")
    if folder is None:
        message = "the schemas are not installed beside the package"
        raise FileNotFoundError(message)
    return json.loads((folder / f"{kind}.schema.json").read_text(encoding="utf-8"))


@cache
def inlined(kind: str) -> Json:
    """Read a schema with each local reference replaced by what it names; looking them up takes most of the time."""
    whole = schema(kind)
    return _inlined(whole, whole.get("$defs", {}))


@cache
def _fits(kind: str) -> Accepts:
    return accepts(inlined(kind))


def _inlined(part: Json, defs: dict[str, Json]) -> Json:
    if isinstance(part, list):
        return [_inlined(one, defs) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        beside = {key: value for key, value in part.items() if key != "$ref"}
        return {**_inlined(defs[part["$ref"].removeprefix("#/$defs/")], defs), **beside}
    return {key: _inlined(value, defs) for key, value in part.items() if key != "$defs"}


def _value(node: Node) -> Json:
    if isinstance(node, Scalar):
        if not node.style and node.value in AMBIGUOUS:
            return Ambiguous(node.value)
        return node.value
    if isinstance(node, Sequence):
        return [_value(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: _value(value) for key, value in node.entries}
    raise TypeError(node)
