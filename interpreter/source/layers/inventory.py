"""The finished game as a list of things, each with its keys and where each key was written: for `show` and `diff`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from interpreter.records import record
from interpreter.source.layers.build import AROUND
from interpreter.source.layers.keyed import OWN, PARTS, enum_values
from interpreter.source.layers.things import rule_name, rule_word
from interpreter.source.templates import MOST, unfolded
from interpreter.source.tree import Mapping, Node, PackSource, Scalar, Sequence

_SINGULAR = {"fields": "field", "vars": "var", "zones": "zone", "scripts": "script"}
GAME = "the game"
HOW = {"around": "wrapped", "before": "preceded", "after": "followed"}
"""How a pack goes around a script, in a word."""


@record(frozen=True, slots=True)
class Around:
    """Which pack goes around which script of a thing, and how: a key of `HOW`."""

    script: str
    how: str
    pack: str


@record(frozen=True, slots=True)
class Fact:
    """One key of a thing: what it says, line by line, and the node that says it."""

    lines: tuple[str, ...]
    node: Node
    parts: tuple[str, ...] | None = None
    """The values of a list of values."""
    around: Around | None = None
    """What it goes around, if it does."""


@record(slots=True)
class Thing:
    """Something with a name: which sort of thing, and what is said about it."""

    sort: str
    name: str
    facts: dict[str, Fact] = field(default_factory=dict)


Inventory = dict[tuple[str, str], Thing]


def inventory(source: PackSource) -> Inventory:
    """List every thing of a game, templates unfolded, in the order of its documents."""
    found: Inventory = {}
    model = next((one.root for one in source.documents if one.kind == "model"), None)
    for document in source.documents:
        if document.kind == "text":
            language = document.path.rsplit("/", 1)[-1].removesuffix(".yaml")
            parts = _terms(document.root, language)
        elif document.kind in _READERS:
            parts = _READERS[document.kind](document.root, model)
        else:
            continue
        for thing in parts:
            if len(found) > MOST:
                return found  # no pack that can be played has so many
            found[thing.sort, thing.name] = thing
    return found


# --- documents --------------------------------------------------------------------------


def _manifest(root: Node, _model: Node | None) -> Iterator[Thing]:
    game = Thing(GAME, "")
    for key, value in _entries(root):
        if key.text in ("options", "modes"):
            for name, inner in _entries(value):
                yield _thing(key.text.removesuffix("s"), name.text, inner)
        elif key.text not in OWN:
            _put(game, key.text, value)
    yield game


def _model(root: Node, _model: Node | None) -> Iterator[Thing]:
    for key, value in _entries(_part(root, "enums")):
        yield _thing("enum", key.text, value, short="values")
    for part, inner in _entries(_part(root, "shared")):
        yield from _declared(part.text, inner, "the table")
    for key, value in _entries(_part(root, "kinds")):
        kind = Thing("kind", key.text)
        for part, inner in _entries(value):
            if part.text not in PARTS:
                _put(kind, part.text, inner)
        yield kind
        for part, inner in _entries(value):
            if part.text in PARTS:
                yield from _declared(part.text, inner, key.text)


def _declared(part: str, node: Node, host: str) -> Iterator[Thing]:
    for key, value in _entries(node):
        yield _thing(f"{_SINGULAR[part]} of {host}", key.text, value, short="type")


def _cards(root: Node, model: Node | None) -> Iterator[Thing]:
    for key, listed in _entries(root):
        for item in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(item, Mapping):
                yield from _items(key.text, item, model)


def _items(of: str, item: Mapping, model: Node | None) -> Iterator[Thing]:
    for one in unfolded(item, lambda name: enum_values(model, name)):
        node = one.node()
        yield _thing(of, _text(node.get("id")), node)


def _rules(root: Node, model: Node | None) -> Iterator[Thing]:
    for item in root.items if isinstance(root, Sequence) else ():
        word = rule_word(item) if isinstance(item, Mapping) else None
        if isinstance(item, Mapping) and word is not None:
            for one in unfolded(item, lambda name: enum_values(model, name)):
                yield _thing(word, rule_name(word, one.node()), one.node())


def _terms(root: Node, language: str) -> Iterator[Thing]:
    for key, value in _entries(_part(root, "terms")):
        yield _thing(f"term in {language}", key.text, value, short="one")


_READERS = {"pack": _manifest, "model": _model, "cards": _cards, "rules": _rules}


# --- keys -------------------------------------------------------------------------------


def _thing(sort: str, name: str, node: Node, short: str = "") -> Thing:
    """Make a thing of a map; anything else is what its `short` key says."""
    thing = Thing(sort, name)
    for key, value in _entries(node):
        if key.text == AROUND:
            _put_around(thing, value)
        else:
            _put(thing, key.text, value)
    if not isinstance(node, Mapping):
        _put(thing, short, node)
    return thing


def _put(thing: Thing, name: str, node: Node) -> None:
    """Keep a key; a map is kept part by part, since each may come from another pack, and faces one by one."""
    if isinstance(node, Mapping) and node.entries:
        for key, value in node.entries:
            _put(thing, f"{name}.{key.text}", value)
    elif name == "faces" and isinstance(node, Sequence):
        for number, face in enumerate(node.items, 1):
            for key, value in _entries(face):
                _put(thing, f"face {number} {key.text}", value)
    else:
        parts = None
        if isinstance(node, Sequence) and all(isinstance(one, Scalar) for one in node.items):
            parts = tuple(one.text for one in node.items if isinstance(one, Scalar))
        thing.facts[name] = Fact(tuple(_written(node)), node, parts)


def _put_around(thing: Thing, listed: Node) -> None:
    """Keep what packs put around the scripts of a rule, each under the name of the pack."""
    for row in listed.items if isinstance(listed, Sequence) else ():
        of, how, pack = (_text(_part(row, key)) for key in ("of", "how", "pack"))
        node = _part(row, "script")
        if how in HOW and node is not None:
            thing.facts[f"{of} {HOW[how]} by {pack}"] = Fact(tuple(_written(node)), node, around=Around(of, how, pack))


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _written(node: Node) -> list[str]:
    """Write a node as YAML: a value on its lines, anything else on one."""
    if isinstance(node, Scalar):
        return node.text.splitlines() or [""]
    if isinstance(node, Sequence):
        return ["[" + ", ".join(" ".join(_written(item)) for item in node.items) + "]"]
    pairs = (f"{key.text}: {' '.join(_written(value))}" for key, value in _entries(node))
    return ["{" + ", ".join(pairs) + "}"]


def _entries(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    if isinstance(node, Mapping):
        yield from node.entries


def _part(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None
