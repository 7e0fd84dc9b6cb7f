"""Things made from templates (`for_each`, `for_rows`): what each of them is, and a template for one of them alone.

Every value of `for_each` is a hole. A key of a row is a hole where the template names it in braces; any other key of a row
is a key of the thing itself, in the place of what the template says there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from math import prod

from interpreter.records import record
from interpreter.source.tree import Document, Mapping, Node, Scalar, ScriptSource, Sequence

MOST = 10_000
"""Things of templates that are looked at one by one: more than a game may have, so what comes behind is refused anyway."""
AXES = ("for_each", "for_rows")
Values = Callable[[str], list[str]]
"""Gives the values of an enum, by the word for all of them or by its name."""
Holes = dict[str, str]
_HOLE = re.compile(r"\{([^{}]*)\}")


@record(frozen=True, slots=True)
class Made:
    """One thing of a template: what stands in the holes, and what it is with the keys of its row, holes not yet filled."""

    holes: Holes
    item: Mapping

    def node(self) -> Mapping:
        """Return the thing itself, with the holes filled."""
        return _filled_map(self.item, self.holes)


def is_template(item: Mapping) -> bool:
    """Say whether a thing stands for several."""
    return any(axis in item for axis in AXES)


def how_many(item: Mapping, values_of: Values) -> int:
    """Count what a template makes, without making it."""
    return max(len(_rows(item)), 1) * prod(len(values) for _, values in _axes(item, values_of))


def unfolded(item: Mapping, values_of: Values) -> Iterator[Made]:
    """Yield what a template makes, in the order of its rows and values; a thing that is no template is itself."""
    axes = _axes(item, values_of)
    bare = _without_axes(item)
    rows = [_with_row(bare, row) for row in _rows(item)] or [(bare, {})]
    for whole, given in rows:
        for values in product(*(values for _, values in axes)):
            yield Made({**given, **dict(zip((name for name, _ in axes), values, strict=True))}, whole)


def made(item: Mapping, values_of: Values, name_of: Callable[[Mapping], str]) -> dict[str, Made]:
    """Return what a template makes, each by its name."""
    return {name_of(one.node()): one for one in islice(unfolded(item, values_of), MOST)}


def single(one: Made, at: Mapping) -> Mapping:
    """Return a template that makes only this thing of the template `at`: the same keys, one value for each hole."""
    if not one.holes:
        return one.item
    place = next(at.key(axis) for axis in AXES if axis in at)
    assert place is not None
    axes = tuple((_word(place, name), _list(place, value)) for name, value in one.holes.items())
    each = Mapping(place.origin, place.start, place.stop, axes)
    item = one.item
    return Mapping(item.origin, item.start, item.stop, (*item.entries, (_word(place, "for_each"), each)))


def rows_give_keys(item: Mapping) -> bool:
    """Say whether rows of a template give keys of the things, and not only what stands in holes."""
    bare = _without_axes(item)
    return any(_with_row(bare, row)[0] is not bare for row in _rows(item))


def rows_apart(document: Document) -> Document:
    """Return a document in which each row that gives keys of things has a template of its own, to look at its shape."""
    root = document.root
    if isinstance(root, Sequence):
        parted = _apart(root)
        return document if parted is root else Document(document.path, document.kind, parted)
    if document.kind != "cards" or not isinstance(root, Mapping):
        return document
    lists = [(key, _apart(value) if isinstance(value, Sequence) else value) for key, value in root.entries]
    if all(new is old for (_, new), (_, old) in zip(lists, root.entries, strict=True)):
        return document
    return Document(document.path, document.kind, Mapping(root.origin, root.start, root.stop, tuple(lists)))


def _apart(listed: Sequence) -> Sequence:
    if not any(isinstance(item, Mapping) and "for_rows" in item and rows_give_keys(item) for item in listed.items):
        return listed
    items: list[Node] = []
    for item in listed.items:
        items += _rows_of(item) if isinstance(item, Mapping) and "for_rows" in item else [item]
    return Sequence(listed.origin, listed.start, listed.stop, tuple(items))


def _rows_of(item: Mapping) -> Iterator[Mapping]:
    bare = _without_axes(item)
    at, each = item.key("for_rows"), item.key("for_each")
    assert at is not None
    for row in _rows(item):
        whole, holes = _with_row(bare, row)
        entries = list(whole.entries)
        if holes:
            kept = Mapping(row.origin, row.start, row.stop, tuple(one for one in row.entries if one[0].text in holes))
            entries.append((at, Sequence(row.origin, row.start, row.stop, (kept,))))
        if each is not None:
            entries.append((each, item.get("for_each") or each))
        yield Mapping(item.origin, item.start, item.stop, tuple(entries))


# --- rows -------------------------------------------------------------------------------


def _rows(item: Mapping) -> list[Mapping]:
    listed = item.get("for_rows")
    return [row for row in listed.items if isinstance(row, Mapping)] if isinstance(listed, Sequence) else []


def _without_axes(item: Mapping) -> Mapping:
    if not is_template(item):
        return item
    kept = tuple(entry for entry in item.entries if entry[0].text not in AXES)
    return Mapping(item.origin, item.start, item.stop, kept)


def _with_row(bare: Mapping, row: Mapping) -> tuple[Mapping, Holes]:
    """Put the keys of a row over those of a template; return it with what stands in its holes."""
    holes = {
        key.text: value.text for key, value in row.entries if isinstance(value, Scalar) and _names(key.text, bare, row)
    }
    own = {key.text: (key, value) for key, value in row.entries if key.text not in holes}
    if not own:
        return bare, holes
    entries = [own.pop(key.text, (key, value)) for key, value in bare.entries]
    return Mapping(bare.origin, bare.start, bare.stop, (*entries, *own.values())), holes


def _names(name: str, bare: Mapping, row: Mapping) -> bool:
    """Say whether a template, or another key of the row, names a hole."""
    hole = f"{{{name}}}"
    return any(_says(value, hole) for _, value in bare.entries) or any(
        _says(value, hole) for key, value in row.entries if key.text != name
    )


def _says(node: Node, word: str) -> bool:
    if isinstance(node, Scalar):
        return word in node.text
    if isinstance(node, Sequence):
        return any(_says(one, word) for one in node.items)
    return isinstance(node, Mapping) and any(word in key.text or _says(value, word) for key, value in node.entries)


# --- values -----------------------------------------------------------------------------


def _axes(item: Mapping, values_of: Values) -> list[tuple[str, list[str]]]:
    each = item.get("for_each")
    return [(key.text, _axis(value, values_of)) for key, value in each.entries] if isinstance(each, Mapping) else []


def _axis(node: Node, values_of: Values) -> list[str]:
    if isinstance(node, Sequence):
        return [one.text for one in node.items if isinstance(one, Scalar)]
    return values_of(node.text) if isinstance(node, Scalar) else []


# --- filling ----------------------------------------------------------------------------


class Filled(Scalar):
    """A value with holes that have been filled; a whole number where nothing but a number stands in it then."""

    __slots__ = ("_holes", "_text", "_written")

    def __init__(self, written: Scalar, holes: Holes) -> None:
        text = filled(written.text, holes)
        number = text.isascii() and text.removeprefix("-").isdigit() and len(text) < len("-1000000 ")
        super().__init__(written.origin, written.start, written.stop, int(text) if number else text, written.style)
        self._text, self._holes, self._written = text, holes, written

    @property
    def text(self) -> str:
        """Return the text with its holes filled."""
        return self._text

    def script(self) -> ScriptSource:
        """Return the text with the way back to the file; what was put in points at the braces."""
        return self._written.script().filled(self._holes)


def filled(text: str, holes: Holes) -> str:
    """Put values into the holes of a text; what is put in is never looked at again."""
    return _HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), text)


def fill(node: Node, holes: Holes) -> Node:
    """Return a node with its holes filled; one that has none is passed on as it is."""
    if isinstance(node, Mapping):
        return _filled_map(node, holes)
    if isinstance(node, Sequence):
        items = tuple(fill(one, holes) for one in node.items)
        same = all(a is b for a, b in zip(items, node.items, strict=True))
        return node if same else Sequence(node.origin, node.start, node.stop, items)
    if isinstance(node, Scalar) and isinstance(node.value, str) and "{" in node.value:
        return Filled(node, holes) if filled(node.value, holes) != node.value else node
    return node


def _filled_map(node: Mapping, holes: Holes) -> Mapping:
    entries = []
    changed = False
    for key, value in node.entries:
        new_key, new_value = fill(key, holes), fill(value, holes)
        assert isinstance(new_key, Scalar)
        changed = changed or new_key is not key or new_value is not value
        entries.append((new_key, new_value))
    return Mapping(node.origin, node.start, node.stop, tuple(entries)) if changed else node


def _list(at: Node, value: str) -> Sequence:
    return Sequence(at.origin, at.start, at.stop, (_word(at, value),))


def _word(at: Node, text: str) -> Scalar:
    return Scalar(at.origin, at.start, at.stop, text, "")
