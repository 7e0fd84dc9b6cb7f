"""`in_play: with other`: things that are only there when another pack is, or only when it is not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from interpreter.diagnostics import nearest
from interpreter.source.errors import PackMeant
from interpreter.source.tree import Mapping, Node, Scalar

_PART = re.compile(r"(with|without) ([a-z][a-z0-9_]*)(?: and |\s*\Z)")


@dataclass(frozen=True, slots=True)
class Presence:
    """Which packs a thing wants to be there, and which not; `rest` is the condition that is left."""

    present: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()

    def holds(self, packs: frozenset[str]) -> bool:
        """Say whether the thing is there in a stack of these packs."""
        return self.present <= packs and not self.absent & packs


ALWAYS = Presence()
_WAITING = re.compile(rb"\bin_play: *[\"']?(with(?:out)? [a-z][a-z0-9_]*(?: and with(?:out)? [a-z][a-z0-9_]*)*)")


def waited_for(content: bytes) -> Iterator[frozenset[str]]:
    """Name the packs, together, that some thing of a file wants to be there."""
    for found in _WAITING.finditer(content):
        words = found[1].decode().split(" and ")
        present = frozenset(one.removeprefix("with ") for one in words if one.startswith("with "))
        if present:
            yield present


def split(item: Mapping) -> tuple[Presence, Mapping]:
    """Take what a thing says about packs out of its `in_play`; the rest of the condition stays."""
    node = item.get("in_play")
    if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value.startswith("with"):
        return ALWAYS, item
    names: dict[str, set[str]] = {"with": set(), "without": set()}
    at = 0
    while found := _PART.match(node.value, at):
        names[found[1]].add(found[2])
        at = found.end()
    if not at:
        return ALWAYS, item
    rest = _rest(node, at)
    kept = tuple((key, rest if key.text == "in_play" else value) for key, value in item.entries)
    entries = tuple((key, value) for key, value in kept if value is not None)
    presence = Presence(frozenset(names["with"]), frozenset(names["without"]))
    return presence, Mapping(item.origin, item.start, item.stop, entries)


def slips(item: Mapping, wanted: Presence, known: Collection[str]) -> Iterator[PackMeant]:
    """Tell of packs that are not known, while one that nearly has the name is: the others may well come later."""
    node = item.get("in_play")
    for name in sorted(wanted.present | wanted.absent) if isinstance(node, Scalar) else ():
        meant = nearest(name, known) if name not in known else None
        if meant is not None:
            assert isinstance(node, Scalar)
            found = re.compile(rf"\b{name}\b").search(node.origin.text, node.start, node.stop)
            at = found.span() if found is not None else (node.start, node.stop)
            yield PackMeant(Scalar(node.origin, *at, name, "").span, name, meant)


def _rest(node: Scalar, at: int) -> Node | None:
    """Return what follows the names, with its place in the file; nothing when nothing follows."""
    assert isinstance(node.value, str)
    text = node.value[at:].strip()
    if not text:
        return None
    begin = node.origin.text.find(text, node.start, node.stop)
    if begin < 0:  # written over several lines: then the whole condition is its place
        return Scalar(node.origin, node.start, node.stop, text, node.style)
    return Scalar(node.origin, begin, begin + len(text), text, "")
