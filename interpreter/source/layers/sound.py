"""A stack with mistakes, without the things that have them: for looking at the rest of it.

What is wrong is cut out where it stands: a card, a rule, a term, a declaration of the model. Whatever is left makes a game
as always; it may have mistakes of its own then, where something speaks of what is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, Severity, Span
from interpreter.records import record
from interpreter.source.layers.resolve import make_game, read_layers
from interpreter.source.layers.stack import Stack
from interpreter.source.layers.things import RULES, rule_name, rule_word
from interpreter.source.shapes import shape_problems
from interpreter.source.tree import Document, Mapping, Node, PackSource, Scalar, Sequence

DEPTH = {"pack": 2, "model": 4, "text": 2}
"""How deep in a map there is something that can go by itself: a field of a kind stands four keys deep in model.yaml."""
ROUNDS = 4
"""How often packs are put together anew without what was at odds: each time more can show."""


@record(slots=True)
class Sound:
    """What is left of a stack, and what was left out: by name, with its mistakes."""

    source: PackSource
    left_out: dict[str, list[Diagnostic]]


def read_sound(stack: Stack) -> Sound:
    """Read a stack that has mistakes, without what has them."""
    sources = read_layers(stack)
    whole = make_game(stack, sources)
    left_out: dict[str, list[Diagnostic]] = {}
    if stack.problems:
        return Sound(replace(whole, documents=()), left_out)  # packs are missing, or do not fit each other
    waiting, game = _errors(whole), whole
    for _ in range(ROUNDS):
        cut = _Cut(waiting, left_out)
        sources = [replace(one, documents=tuple(cut.documents(one)), diagnostics=()) for one in sources]
        game = make_game(stack, sources)
        waiting = _errors(game)
        if not waiting:
            break
    documents = () if waiting else game.documents
    return Sound(replace(game, documents=documents, diagnostics=(), texts=whole.texts), left_out)


def written_items(source: PackSource) -> list[tuple[Span, str]]:
    """Every item of cards and rules as the packs write it: its place, and the name of what it changes or replaces below."""
    found = []
    for layer in source.layers or (source,):
        for document in layer.documents:
            for item in _listed(document):
                about = any(key in item for key in ("change", "replace"))
                found.append((item.span, _name(item) if about else ""))
    return found


def _listed(document: Document) -> list[Mapping]:
    """The items of a document of lists."""
    if document.kind not in ("cards", "rules"):
        return []
    root = document.root
    lists = (
        [root] if isinstance(root, Sequence) else [one for _, one in root.entries] if isinstance(root, Mapping) else []
    )
    return [item for one in lists if isinstance(one, Sequence) for item in one.items if isinstance(item, Mapping)]


def _errors(source: PackSource) -> list[Diagnostic]:
    return [one for one in source.diagnostics if one.severity is Severity.ERROR]


class _Cut:
    def __init__(self, errors: Iterable[Diagnostic], left_out: dict[str, list[Diagnostic]]) -> None:
        self.by_file: dict[str, list[tuple[Diagnostic, Span]]] = {}
        for one in errors:
            self.by_file.setdefault(one.label.span.file, []).append((one, one.label.span))
        self.left_out = left_out

    def documents(self, source: PackSource) -> Iterable[Document]:
        """Give what is left of the documents of a pack."""
        for document in source.documents:
            if document.root.origin.file not in self.by_file:
                yield document
                continue
            for depth in range(DEPTH.get(document.kind, 0), -1, -1):
                root = self._list(document) if document.kind in ("cards", "rules") else self._map(document.root, depth)
                made = Document(document.path, document.kind, root)
                if not shape_problems(made):
                    yield made
                    break

    def _list(self, document: Document) -> Node:
        """Leave out the items with mistakes."""
        root = document.root
        if isinstance(root, Sequence):
            return self._items(root)
        assert isinstance(root, Mapping)
        kept = [(key, self._items(value) if isinstance(value, Sequence) else value) for key, value in root.entries]
        return Mapping(root.origin, root.start, root.stop, tuple(kept))

    def _items(self, listed: Sequence) -> Sequence:
        kept = [one for one in listed.items if not self._wrong(_name(one), one, one)]
        return Sequence(listed.origin, listed.start, listed.stop, tuple(kept))

    def _map(self, node: Node, depth: int) -> Node:
        """Leave out the keys with mistakes, as deep as may be."""
        if not isinstance(node, Mapping):
            return node
        kept: list[tuple[Scalar, Node]] = []
        for key, value in node.entries:
            if depth > 1 and isinstance(value, Mapping) and not self._wrong("", key, key):
                kept.append((key, self._map(value, depth - 1)))
            elif not self._wrong(key.text, key, value):
                kept.append((key, value))
        return Mapping(node.origin, node.start, node.stop, tuple(kept))

    def _wrong(self, name: str, first: Node, last: Node) -> bool:
        """Whether something is wrong from the beginning of a node to the end of another; it is noted by a name."""
        begin, end = first.span, last.span
        around = Span(begin.file, begin.line, begin.column, end.end_line, end.end_column)
        found = [one for one, at in self.by_file.get(begin.file, ()) if is_within(at, around)]
        if found and name:
            known = self.left_out.setdefault(name, [])
            known += [one for one in found if one not in known]
        return bool(found)


def is_within(one: Span, around: Span) -> bool:
    """Whether a place begins inside another one."""
    begin, end = (around.line, around.column), (around.end_line, around.end_column)
    return one.file == around.file and begin <= (one.line, one.column) <= end


def _name(item: Node) -> str:
    """What an item is called, also one that is about an item of a pack below."""
    if not isinstance(item, Mapping):
        return ""
    for key in ("id", "change", "replace"):
        given = item.get(key)
        if isinstance(given, Scalar):
            word, _, rest = given.text.partition(" ")
            return rest if word in RULES else given.text
    kind = rule_word(item)
    return rule_name(kind, item) if kind is not None else ""
