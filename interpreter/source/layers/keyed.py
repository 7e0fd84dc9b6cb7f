"""What a pack adds to, changes in and takes from the maps of the packs below: pack.yaml, model.yaml, text/*.yaml.

What stands there as always is new. A kind or an enum of a pack below that is named again gets more fields, vars, zones,
scripts or values. What is not new stands under `change`, what goes away under `remove`.
"""

from __future__ import annotations

from interpreter.source.errors import AlreadyThere, CannotChange, NeedsDefault, NothingBelow, UnknownField
from interpreter.source.layers.collect import Collected, Section, is_guard, scalars
from interpreter.source.layers.things import Event
from interpreter.source.layers.writes import ELEMENT, Path, same
from interpreter.source.tree import Mapping, Node, Scalar, Sequence

PARTS = ("fields", "vars", "zones", "scripts")
_Paths = dict[str, set[tuple[str, ...]]]
_GROUPS: _Paths = {
    "model": {(), ("enums",), ("shared",), ("shared", "vars"), ("shared", "zones"), ("kinds",)}
    | {("kinds", "*", part) for part in PARTS},
    "pack": {(), ("options",), ("modes",)},
    "text": {(), ("terms",)},
}
_THINGS: _Paths = {
    "model": {("enums", "*"), ("shared", "vars", "*"), ("shared", "zones", "*"), ("kinds", "*")}
    | {("kinds", "*", part, "*") for part in PARTS},
    "pack": {("options", "*"), ("modes", "*")},
    "text": {("terms", "*")},
}
_ROOTS = {
    "model": ("enums", "shared", "kinds"),
    "pack": ("players", "languages", "options", "modes", "start", "ready", "result", "neutrals"),
    "text": ("terms",),
}
OWN = (
    "id",
    "version",
    "title",
    "description",
    "authors",
    "license",
    "source",
    "engine",
    "requires",
    "changes_rules",
    "change",
    "remove",
)
"""What pack.yaml says about the pack itself."""
_WORDS = {"fields": "field", "vars": "var", "zones": "zone", "scripts": "script", "options": "option"}
_WORDS |= {"modes": "mode", "terms": "term", "enums": "enum", "kinds": "kind"}


class Keyed:
    """Reads one document of one pack; `root` is the path of the document in the stack."""

    def __init__(self, collected: Collected, section: Section, root: Path) -> None:
        self.c, self.section, self.root = collected, section, root
        self.of = root[0]

    def run(self, node: Mapping, *, lowest: bool) -> None:
        """Take in what the document adds, changes and takes away."""
        if lowest:
            self._note((), node)
            for word in ("change", "remove"):
                key = node.key(word)
                if key is not None:
                    self.c.problems.report(NothingBelow(key.span, word))
            return
        changes, removals = node.get("change"), node.get("remove")
        if isinstance(removals, Mapping):
            self._remove((), removals)
        if isinstance(changes, Mapping):
            self._change((), changes)
        for key, value in node.entries:
            if key.text not in OWN or (self.of != "pack" and key.text not in ("change", "remove")):
                self._add((key.text,), key, value)

    # ---- where we are

    def _is(self, table: _Paths, path: Path) -> bool:
        return any(
            len(path) == len(one) and all(a in ("*", b) for a, b in zip(one, path, strict=True))
            for one in table[self.of]
        )

    def _is_group(self, path: Path) -> bool:
        return self._is(_GROUPS, path)

    def _is_thing(self, path: Path) -> bool:
        return self._is(_THINGS, path)

    def _word(self, path: Path) -> str:
        return _WORDS.get(path[-2], path[-2]) if len(path) > 1 else "key"

    def _full(self, path: Path) -> Path:
        return (*self.root, *path)

    # ---- what is new

    def _note(self, path: Path, node: Node, at: Node | None = None) -> None:
        """Tell the index of everything that a node declares."""
        if self._is_thing(path) or not path:
            self.c.things.note(self._full(path), Event(self.section.pack, at or node, node))
        if path[:1] == ("enums",) and len(path) == 2:
            for one in scalars(_values(node)):
                self.c.things.note((*self._full(path), f"{ELEMENT}{one.text}"), Event(self.section.pack, one, one))
        elif isinstance(node, Mapping) and (self._is_group(path) or path[:1] == ("kinds",)):
            for key, value in node.entries:
                if self._is_group((*path, key.text)) or self._is_thing((*path, key.text)):
                    self._note((*path, key.text), value, key)

    def _add(self, path: Path, at: Scalar, node: Node) -> None:
        full = self._full(path)
        if self._is_group(path):
            for key, value in node.entries if isinstance(node, Mapping) else ():
                self._add((*path, key.text), key, value)
        elif not self._is_thing(path):
            self._add_key(path, at, node)
        elif self._is_free(full):
            if len(path) == 4 and path[2] == "fields" and not (isinstance(node, Mapping) and "default" in node):
                self.c.problems.report(NeedsDefault(at.span, at.text, path[1]))
            self.c.write(self.section, full, "add", at, node)
            self._note(path, node, at)
        elif path[0] == "kinds" and len(path) == 2 and isinstance(node, Mapping):
            for key, value in node.entries:
                self._add((*path, key.text), key, value)
        elif path[0] == "enums":
            self._add_values(full, at, node)
        elif not (self.of == "text" and same(self.c.things.current(full, (), self.section.above), node)):
            self._again(full, at, self._word(path))

    def _is_free(self, full: Path) -> bool:
        """Say whether a thing may be declared: nobody below has, or two have beside each other, and this pack decides."""
        above = self.section.above
        return self.c.things.visible(full, above) is None or self.c.writes.is_doubled(full, above)

    def _add_key(self, path: Path, at: Scalar, node: Node) -> None:
        """Add a key that is no thing: a language, or something the game below has not said yet."""
        if path == ("languages",):
            known = {one.text for one in scalars(self.c.things.current(self.root, path, self.section.above))}
            for one in scalars(node):
                if one.text not in known:
                    self.c.write(self.section, (*self._full(path), f"{ELEMENT}{one.text}"), "add", one, one)
        elif len(path) == 1 and self.c.things.current(self.root, path, self.section.above) is None:
            self.c.write(self.section, self._full(path), "add", at, node)
        else:
            self._again(self._full(path), at, "the key")

    def _add_values(self, full: Path, at: Scalar, node: Node) -> None:
        if isinstance(node, Mapping) and set(node.keys()) != {"values"}:
            self._again(full, at, "enum")
            return
        for one in scalars(_values(node)):
            path = (*full, f"{ELEMENT}{one.text}")
            if self._is_free(path):
                self.c.write(self.section, path, "add", one, one)
                self.c.things.note(path, Event(self.section.pack, one, one))
            else:
                self._again(path, one, "the value")

    def _again(self, full: Path, at: Scalar, what: str) -> None:
        cure = "to change it, write it under `change`; else give yours another name"
        if what == "the value":
            cure = "write only what is new: the values of the pack below stay"
        event = self.c.things.visible(full, self.section.above)
        for count in range(len(full), 0, -1):
            event = event or self.c.things.visible(full[:count], self.section.above)
        assert event is not None
        now = self.c.things.current(full[: len(self.root)], full[len(self.root) :], self.section.above)
        place = now.span if what == "the key" and now is not None else event.at.span
        self.c.problems.report(AlreadyThere(at.span, what, at.text, event.pack, place, cure))

    # ---- what is changed

    def _change(self, path: Path, node: Mapping) -> None:
        for key, value in node.entries:
            self._change_at((*path, key.text), key, value)

    def _change_at(self, path: Path, at: Scalar, node: Node) -> None:
        full = self._full(path)
        if len(path) == 1 and at.text not in _ROOTS[self.of]:
            if at.text in OWN:
                self.c.problems.report(CannotChange(at.span, at.text, "it is what the pack below says about itself"))
            else:
                self.c.problems.report(UnknownField(at.span, at.text, _ROOTS[self.of], _ROOTS[self.of]))
        elif self._is_group(path):
            if isinstance(node, Mapping):
                self._change(path, node)
            else:
                self.c.problems.report(CannotChange(at.span, at.text, "name what is changed in it, as a map"))
        elif not self._is_thing(path):
            self.c.attribute(self.section, self.root, path, at, node)
        elif self.c.find(self.section, full, at, "change", self._word(path)):
            self._change_thing(path, at, node)

    def _change_thing(self, path: Path, at: Scalar, node: Node) -> None:
        full = self._full(path)
        if path[0] == "enums" and not (isinstance(node, Mapping) and set(node.keys()) <= {"plural"}):
            why = "new values stand under `enums`, values that go away under `remove`"
            self.c.problems.report(CannotChange(at.span, at.text, why))
        elif isinstance(node, Mapping) and not is_guard(node, full):
            for key, value in node.entries:
                if self._is_group((*path, key.text)):
                    self._change_at((*path, key.text), key, value)
                else:
                    self.c.attribute(self.section, full, (key.text,), key, value)
        else:
            self.c.attribute(self.section, full, (), at, node)

    # ---- what goes away

    def _remove(self, path: Path, node: Node) -> None:
        """A list names what goes away; a map leads deeper."""
        if isinstance(node, Mapping):
            for key, value in node.entries:
                inner = (*path, key.text)
                if not path and key.text not in _ROOTS[self.of]:
                    self.c.problems.report(UnknownField(key.span, key.text, _ROOTS[self.of], _ROOTS[self.of]))
                elif not self._is_thing(inner) or self.c.find(
                    self.section, self._full(inner), key, "remove", self._word(inner)
                ):
                    self._remove(inner, value)
            return
        for name in scalars(node):
            self._remove_one(path, name)

    def _remove_one(self, path: Path, name: Scalar) -> None:
        inner = (*path, name.text)
        step = (*path, f"{ELEMENT}{name.text}") if path[:1] == ("enums",) and len(path) == 2 else inner
        if self._is_thing(inner) or step is not inner:
            word = self._word(inner) if step is inner else "value"
            if self.c.find(self.section, self._full(step), name, "remove", word):
                self.c.write(self.section, self._full(step), "remove", name)
                self.c.things.note(self._full(step), Event(self.section.pack, name, None))
                self.c.removed.setdefault(name.text, (self.section.pack, name.span))
            return
        depth = next((count for count in range(len(path), 0, -1) if self._is_thing(path[:count])), 0)
        self.c.drop(self.section, self._full(path[:depth]), path[depth:], [name])


def _values(node: Node) -> Node | None:
    """Return the values of an enum, however it is written."""
    return node.get("values") if isinstance(node, Mapping) else node


def enum_values(root: Node | None, word: str) -> list[str]:
    """Return the values of an enum of a finished model, by the word for all of them or by its name."""
    enums = root.get("enums") if isinstance(root, Mapping) else None
    for key, node in enums.entries if isinstance(enums, Mapping) else ():
        given = node.get("plural") if isinstance(node, Mapping) else None
        if word in (key.text, given.text if isinstance(given, Scalar) else f"{key.text}s"):
            return [one.text for one in scalars(_values(node))] if isinstance(node, Mapping | Sequence) else []
    return []
