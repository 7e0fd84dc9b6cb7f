"""Where things come from: what pack.yaml or a file of cards says of all its things, and things that say nothing at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Problem, nearest
from interpreter.source.errors import MissingField
from interpreter.source.names import MANIFEST
from interpreter.source.tree import Document, Mapping, Node, Scalar, Sequence

SOURCE = "source"
_SAID = ("rulebook", "designed")
_ABOUT_BELOW = ("change", "remove")
Entry = tuple[Scalar, Node]


def with_sources(documents: Iterable[Document]) -> list[Document]:
    """Return the documents of a pack with a `source` in every thing that its file or its pack gives one."""
    documents = list(documents)
    of_pack = next((_entry(one.root) for one in documents if one.path == MANIFEST), None)
    return [_with_source(one, of_pack) for one in documents]


def unsourced(documents: Iterable[Document]) -> Iterator[Problem]:
    """Yield a problem for each thing of which nobody says where it comes from, or which rule of the rulebook it is."""
    documents = tuple(documents)
    of_pack = next((one.root for one in documents if one.path == MANIFEST), None)
    if (
        isinstance(of_pack, Mapping)
        and _entry(of_pack) is None
        and (SOURCE in of_pack or nearest(SOURCE, of_pack.keys()))
    ):
        return  # it is said there, wrongly: what is wrong with it is told
    for document in documents:
        word = {"cards": "card", "rules": "rule"}.get(document.kind)
        if word is not None:
            for number, item in _items(document.root, word):
                yield from _unsourced(document, item, word, number)


def _with_source(document: Document, of_pack: Entry | None) -> Document:
    root = document.root
    if document.kind == "rules" and isinstance(root, Sequence) and of_pack is not None:
        return Document(document.path, document.kind, _given(root, of_pack))
    if document.kind != "cards" or not isinstance(root, Mapping):
        return document
    said = _entry(root) or of_pack
    if said is None:
        return document
    lists = tuple(
        (key, _given(value, said) if isinstance(value, Sequence) else value)
        for key, value in root.entries
        if not (key.text == SOURCE and isinstance(value, Scalar))
    )
    return Document(document.path, document.kind, Mapping(root.origin, root.start, root.stop, lists))


def _entry(root: Node) -> Entry | None:
    """The key and the value of what a whole file says."""
    key = root.key(SOURCE) if isinstance(root, Mapping) else None
    value = root.get(SOURCE) if isinstance(root, Mapping) else None
    return (key, value) if key is not None and isinstance(value, Scalar) and value.text in _SAID else None


def _given(listed: Sequence, said: Entry) -> Sequence:
    items = tuple(
        Mapping(item.origin, item.start, item.stop, (*item.entries, said))
        if isinstance(item, Mapping) and SOURCE not in item and not any(word in item for word in _ABOUT_BELOW)
        else item
        for item in listed.items
    )
    return Sequence(listed.origin, listed.start, listed.stop, items)


def _items(root: Node, word: str) -> Iterator[tuple[int, Mapping]]:
    lists = [root] if word == "rule" else [value for _, value in root.entries] if isinstance(root, Mapping) else []
    for listed in lists:
        for number, item in enumerate(listed.items if isinstance(listed, Sequence) else (), 1):
            if isinstance(item, Mapping) and item.entries and not any(one in item for one in _ABOUT_BELOW):
                yield number, item


def _unsourced(document: Document, item: Mapping, word: str, number: int) -> Iterator[Problem]:
    name = item.get("id")
    called = f"`{name.text}`" if isinstance(name, Scalar) and isinstance(name.value, str) else str(number)
    source = item.get(SOURCE)
    if not _has(item, SOURCE):
        yield from _missing(document, item, f"{word} {called}", SOURCE, ("source: designed",))
    elif isinstance(source, Scalar) and source.text == "rulebook" and not _has(item, "rule"):
        elsewhere = source.start < item.start or source.start > item.stop or source.origin is not item.origin
        examples = ("rule: AB-TURN-3", *(["source: designed"] if elsewhere else []))
        yield from _missing(document, item, f"{word} {called}", "rule", examples)


def _missing(document: Document, item: Mapping, owner: str, name: str, examples: tuple[str, ...]) -> Iterator[Problem]:
    """Tell what a thing lacks, and a key that may be a slip of it; of a rule, a key it cannot have is told by itself."""
    alike = [key for key in item.keys() if nearest(key, [name])]  # noqa: SIM118 - a node, not a dict
    slip = min(alike, key=lambda key: _often(document, key)) if len(alike) > 1 else next(iter(alike), None)
    if slip is None or owner.startswith("card"):
        at = item.key(slip) if slip else None
        place = at.span if at is not None else None
        yield MissingField(item.entries[0][0].span, owner, (name,), slip, examples, place)


def _often(document: Document, key: str) -> int:
    """Count the things of a document that have a key: one that many have is a field of theirs, and no slip."""
    return sum(key in item for word in ("card", "rule") for _, item in _items(document.root, word))


def _has(item: Mapping, key: str) -> bool:
    """Say whether a thing has a key, or every row of its template gives it."""
    if key in item:
        return True
    rows = item.get("for_rows")
    return isinstance(rows, Sequence) and all(isinstance(row, Mapping) and key in row for row in rows.items)
