"""Things made from templates (`for_each`, `for_rows`): which ids a template makes, and a template for one of them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product

from interpreter.source.tree import Mapping, Node, Scalar, Sequence

MOST = 20_000
"""Things of one template that are looked at one by one."""
AXES = ("for_each", "for_rows")
Values = Callable[[str], list[str]]
"""Gives the values of an enum."""


def is_template(item: Mapping) -> bool:
    """Say whether a thing stands for several."""
    return any(axis in item for axis in AXES)


def made(item: Mapping, values_of: Values) -> dict[str, dict[str, str]]:
    """Return what a template makes: each id, and what stands in the holes for it."""
    pattern = item.get("id") or item.get("replace")
    if not isinstance(pattern, Scalar):
        return {}
    return {filled(pattern.text, holes): holes for holes in islice(_combinations(item, values_of), MOST)}


def filled(text: str, holes: dict[str, str]) -> str:
    """Put values into the holes of a text."""
    for name, value in holes.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _combinations(item: Mapping, values_of: Values) -> Iterator[dict[str, str]]:
    each, listed = item.get("for_each"), item.get("for_rows")
    axes = [(key.text, _axis(value, values_of)) for key, value in each.entries] if isinstance(each, Mapping) else []
    rows = [row for row in listed.items if isinstance(row, Mapping)] if isinstance(listed, Sequence) else []
    written = [{key.text: _text(value) for key, value in row.entries} for row in rows] or [{}]
    for row in written:
        for values in product(*(values for _, values in axes)):
            yield {**row, **dict(zip((name for name, _ in axes), values, strict=True))}


def _axis(node: Node, values_of: Values) -> list[str]:
    if isinstance(node, Sequence):
        return [_text(one) for one in node.items]
    return values_of(_text(node))


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def single(item: Mapping, holes: dict[str, str]) -> Mapping:
    """Return a template that makes only the thing with these holes: the same keys, and one row."""
    at = next(item.key(axis) for axis in AXES if axis in item)
    assert at is not None
    row = tuple((_word(at, name), _word(at, value)) for name, value in holes.items())
    rows = Sequence(at.origin, at.start, at.stop, (Mapping(at.origin, at.start, at.stop, row),))
    kept = [(key, value) for key, value in item.entries if key.text not in AXES]
    return Mapping(item.origin, item.start, item.stop, (*kept, (_word(at, "for_rows"), rows)))


def _word(at: Node, text: str) -> Scalar:
    return Scalar(at.origin, at.start, at.stop, text, "")
