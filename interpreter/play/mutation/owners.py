"""Whose text a stretch of a file is: the thing a pack declares there, and the rules it cites."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.check.reading import entries, maps, rules_of, text
from interpreter.source import Mapping, Sequence
from interpreter.source.layers.things import rule_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.source import Document, Node


@dataclass(frozen=True, slots=True)
class Owner:
    """Something declared in a file: what it is called, and the stretch of the file that says so."""

    label: str
    words: tuple[str, ...]
    """The names by which scenarios speak of it: a word of their text; of a verb its label, for they run it."""
    rules: tuple[str, ...]
    node: Mapping


class Owners:
    """Everything some documents declare: whose each value of theirs is.

    A document of a pack on packs may hold values of several files; each counts where it is written.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        found: dict[str, dict[int, tuple[int, Owner]]] = {}
        for document in documents:
            for owner in _declared(document):
                for _, node in scalars(owner.node):
                    found.setdefault(node.origin.file, {})[node.start] = (node.stop, owner)
        self._of = {file: sorted(places.items()) for file, places in found.items()}
        self._starts = {file: [start for start, _ in places] for file, places in self._of.items()}

    def at(self, file: str, offset: int) -> Owner | None:
        """Whose value stands at an offset of a file."""
        number = bisect_right(self._starts.get(file, ()), offset) - 1
        if number < 0:
            return None
        _, (stop, owner) = self._of[file][number]
        return owner if offset <= stop else None


def _declared(document: Document) -> Iterator[Owner]:
    match document.kind:
        case "rules":
            yield from map(_rule, maps(document.root))
        case "cards":
            for key, listed in entries(document.root):
                yield from (_item(key.text, node) for node in maps(listed))
        case "model":
            yield from _model(document.root)
        case "pack":
            if isinstance(document.root, Mapping):
                yield Owner("pack", (), (), document.root)


def _rule(node: Mapping) -> Owner:
    key = rule_word(node) or "rule"
    name = " ".join(text(node.get(key)).split())
    words = (name,) if key in ("value", "table", "action", "achievement") else ()
    label = f"{key} {name}"
    return Owner(label, (label,) if key == "verb" else words, rules_of(node), node)


def _item(kind: str, node: Mapping) -> Owner:
    name = text(node.get("id"))
    return Owner(f"{kind} {name}", (name,), rules_of(node), node)


def _model(root: Node) -> Iterator[Owner]:
    """Kinds, and in them each field, var and zone."""
    kinds = [*entries(root)]
    for key, node in kinds:
        inner = [(key.text, node)] if key.text == "shared" else []
        inner += [(one.text, decl) for one, decl in entries(node)] if key.text == "kinds" else []
        for name, decl in inner:
            if isinstance(decl, Mapping):
                yield Owner(f"kind {name}", (name,), (), decl)
                yield from _parts(name, decl)


def _parts(kind: str, decl: Mapping) -> Iterator[Owner]:
    for part in ("fields", "vars", "zones"):
        for key, node in entries(decl.get(part)):
            if isinstance(node, Mapping):
                yield Owner(f"{kind}.{key.text}", (key.text,), (), node)


def scalars(node: Node) -> Iterator[tuple[tuple[str | int, ...], Node]]:
    """Every value below a node with the way to it."""
    stack: list[tuple[tuple[str | int, ...], Node]] = [((), node)]
    while stack:
        way, one = stack.pop()
        if isinstance(one, Mapping):
            stack += [((*way, key.text), value) for key, value in reversed(one.entries)]
        elif isinstance(one, Sequence):
            stack += [((*way, number), value) for number, value in reversed(list(enumerate(one.items)))]
        else:
            yield way, one
