"""Makes the finished documents of a stack: each pack's own, with what the packs above it write."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.layers.short import as_map, under
from interpreter.source.layers.things import Things, named, step
from interpreter.source.layers.writes import APPENDED, ELEMENT, Path, Write, Writes
from interpreter.source.templates import Values, is_template, made, rows_give_keys, single
from interpreter.source.tree import Mapping, Node, Scalar, Sequence

AROUND = "around"
"""The key of a finished rule for what packs put around its scripts. No pack can write it: no schema has it."""


class Builder:
    """Puts settled writes into nodes. A node nobody writes to is passed on as it is."""

    def __init__(self, writes: Writes, things: Things, values_of: Values = lambda _name: []) -> None:
        self.writes, self.things, self.values_of = writes, things, values_of

    # ---- things in lists

    def explode(self) -> None:
        """Let the changes of a template write every thing it makes, where somebody else writes single ones."""
        for template, makes in self.things.templates.items():
            made_ones = [(*template[:2], name) for name in makes]
            if self.writes.touched(template) and (
                any(map(self.writes.touched, made_ones)) or self._rows_say_more(template)
            ):
                for write in self.writes.take(template):
                    self._spread(write, len(template), made_ones)

    def _rows_say_more(self, template: Path) -> bool:
        """Say whether rows give keys: what a pack above says of all things of a template goes before them."""
        written = [one.node for one in self.things.events[template]]
        return any(isinstance(node, Mapping) and rows_give_keys(node) for node in written)

    def _spread(self, write: Write, depth: int, made_ones: list[Path]) -> None:
        again = isinstance(write.value, Mapping) and len(write.path) == depth and is_template(write.value)
        whole = write.value if again and isinstance(write.value, Mapping) else None
        makes = made(whole, self.values_of, lambda one: named(write.path[:2], one)) if whole is not None else {}
        for path in made_ones:
            op, value = write.op, write.value
            if again and isinstance(value, Mapping):  # another template has taken its place
                one = makes.get(path[-1])
                op, value = ("set", single(one, value)) if one is not None else ("remove", None)
            self.writes.add(
                Write((*path, *write.path[depth:]), op, write.pack, write.above, write.at, value, spread=True)
            )

    def items(self, path: Path, item: Mapping, owner: str) -> Iterator[tuple[Path, Mapping]]:
        """Yield what becomes of an item: itself, changed or replaced; each thing of a template; nothing if removed.

        Each comes with the path it is known by.
        """
        makes = self.things.templates.get(path, {})
        if not any(self.writes.touched((*path[:2], name)) for name in makes):
            built = self.node(path, item, owner)
            if isinstance(built, Mapping):
                yield path, built
            return
        for name, one in makes.items():
            own = (*path[:2], name)
            built = self.node(own, single(one, item), owner)
            if isinstance(built, Mapping):
                yield own, built

    def wrapped(self, path: Path, item: Mapping, owner: str) -> Mapping:
        """Put beside the scripts of an item what goes around them, pack by pack, with what each pack stands on."""
        rows = [
            _around(key.text, one)
            for key, _ in item.entries
            for one in self.writes.by_path.get((*path, key.text), ())
            if (one.wraps or self._beside_wraps(one)) and _applies(one, owner)
        ]
        if not rows:
            return item
        word = Scalar(item.origin, item.start, item.start, AROUND, "")
        listed = Sequence(item.origin, item.start, item.start, tuple(rows))
        return Mapping(item.origin, item.start, item.stop, (*item.entries, (word, listed)))

    def _beside_wraps(self, write: Write) -> bool:
        """Say whether a plain change has others around it: where they may leave it out, the two are at odds."""
        return any(one.wraps for one in self.writes.by_path[write.path])

    # ---- nodes

    def node(self, path: Path, node: Node | None, owner: str) -> Node | None:
        """Return a node with all that is written at and below its path; nothing if it is gone."""
        if not self.writes.touched(path):
            return node
        whole = self._whole(path, owner)
        if whole is not None:
            node, owner = whole.value, whole.pack
            if whole.op == "remove":
                return None
        steps = [one for one in self.writes.children.get(path, {}) if self._applies_below((*path, one), owner)]
        if not steps:
            return node
        elements = [one for one in steps if one.startswith(ELEMENT)]
        keys = [one for one in steps if not one.startswith(ELEMENT)]
        if elements:
            node = self._set(path, node, elements, owner)
        return self._keys(path, node, keys, owner) if keys else node

    def _whole(self, path: Path, owner: str) -> Write | None:
        written = self.writes.by_path.get(path, ())
        return next((one for one in written if not one.wraps and _applies(one, owner)), None)

    def _applies_below(self, path: Path, owner: str) -> bool:
        if self._whole(path, owner) is not None:
            return True
        return any(self._applies_below((*path, step), owner) for step in self.writes.children.get(path, ()))

    def _keys(self, path: Path, node: Node | None, keys: list[str], owner: str) -> Node | None:
        if isinstance(node, Sequence):
            items = [self.node((*path, str(number)), one, owner) for number, one in enumerate(node.items, 1)]
            if path[:2] == ("model", "enums"):
                return self._keys(path, under(node, "values"), keys, owner)
            return Sequence(node.origin, node.start, node.stop, tuple(one for one in items if one is not None))
        node = as_map(path, node, keys) if node is not None else None
        if node is None:
            node = self._empty(path)
        entries: list[tuple[Scalar, Node]] = []
        for key, value in node.entries:
            built = self.node((*path, key.text), value, owner)
            if built is not None:
                entries.append((key, built))
        for name in keys:
            if step(node, name) is None:
                entries += self._new(path, name, owner)
        return Mapping(node.origin, node.start, node.stop, tuple(entries))

    def _new(self, path: Path, name: str, owner: str) -> list[tuple[Scalar, Node]]:
        built = self.node((*path, name), None, owner)
        if built is None:
            return []
        whole = self._whole((*path, name), owner)
        at = whole.at if whole is not None else built
        return [(Scalar(at.origin, at.start, at.stop, name, ""), built)]

    def _empty(self, path: Path) -> Mapping:
        """Return a map to put the first keys in, at the place of the first of them."""
        at = self._first(path).at
        return Mapping(at.origin, at.start, at.stop, ())

    def _first(self, path: Path) -> Write:
        if self.writes.by_path.get(path):
            return self.writes.by_path[path][0]
        return next(self._first((*path, one)) for one in self.writes.children[path])

    def _set(self, path: Path, node: Node | None, elements: list[str], owner: str) -> Node | None:
        """Put elements into a list that is a set, or take them out."""
        if isinstance(node, Mapping):  # an enum with a plural
            values = self._set(path, node.get("values"), elements, owner)
            entries = [(key, values if key.text == "values" else value) for key, value in node.entries]
            kept = tuple((key, value) for key, value in entries if value is not None)
            return Mapping(node.origin, node.start, node.stop, kept)
        items = list(node.items) if isinstance(node, Sequence) else [node] if node is not None else []
        for element in elements:
            write = next(one for one in self.writes.by_path[(*path, element)] if _applies(one, owner))
            if element == APPENDED:
                items += write.value.items if isinstance(write.value, Sequence) else []
            elif write.op == "remove":
                items = [one for one in items if not (isinstance(one, Scalar) and one.text == element[1:])]
            elif write.value is not None:
                items.append(write.value)
        at = node if node is not None else self._first(path).at
        return Sequence(at.origin, at.start, at.stop, tuple(items))


def _applies(write: Write, owner: str) -> bool:
    """Say whether a write is meant for something that this pack has put there."""
    return owner in write.above or write.pack == owner


def _around(key: str, write: Write) -> Mapping:
    """Tell how a pack goes around a script; `set` is a plain change below."""
    at = write.at
    assert write.value is not None
    above = Sequence(at.origin, at.start, at.start, tuple(_word(at, one) for one in sorted(write.above)))
    rows: list[tuple[str, Node]] = [
        ("of", _word(at, key)),
        ("how", _word(at, write.op)),
        ("pack", _word(at, write.pack)),
        ("above", above),
        ("script", write.value),
    ]
    return Mapping(at.origin, at.start, at.stop, tuple((_word(at, name), node) for name, node in rows))


def _word(at: Node, text: str) -> Scalar:
    return Scalar(at.origin, at.start, at.stop, text, text)
