"""Checks what a schema cannot say: that parts of a pack do not contradict each other.

Only what needs no vocabulary stands here: names that scripts use are checked by
the next stages. All functions expect documents of any shape and look away from
what the schema has already refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeGuard

from interpreter.diagnostics import Problem
from interpreter.source import limits
from interpreter.source.errors import (
    AboveMaximum,
    LinkLeavesPack,
    NeedsItself,
    NewerEngine,
    NoSuchFile,
    NotAnOptionValue,
    OutsideLink,
    RepeatedId,
)
from interpreter.source.tree import Document, Mapping, Node, Scalar, Sequence
from interpreter.source.version import ENGINE, satisfies

_PICTURE_KEYS = frozenset({"image", "images", "icon", "picture", "art", "background"})
_LINK_KEYS = _PICTURE_KEYS | {"link", "url", "href", "src", "sound", "font"}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|\\\\")
_BOUNDS = (("min", "max"), ("start", "max"), ("min", "start"))


def contradictions(documents: Iterable[Document], files: Iterable[str]) -> list[Problem]:
    """Return what is wrong between the parts of a pack."""
    return list(islice(_found(tuple(documents), frozenset(files)), limits.DIAGNOSTICS_PER_FILE))


def _found(documents: tuple[Document, ...], files: frozenset[str]) -> Iterator[Problem]:
    items: list[tuple[str, Scalar]] = []
    for document in documents:
        if document.kind == "pack":
            yield from _manifest(document.root)
        elif document.kind in ("model", "balance"):
            yield from _bounds_below(document.root)
        elif document.kind == "cards":
            items += _items(document.root)
        yield from _links(document.root, files)
    yield from _ids(items)


# --- pack.yaml --------------------------------------------------------------------------


def _manifest(root: Node) -> Iterator[Problem]:
    yield from _above(_part(root, "players"))
    engine = _part(root, "engine")
    if _is_text(engine) and not satisfies(ENGINE, engine.text):
        yield NewerEngine(engine.span, engine.text, ENGINE)
    own, requires = _part(root, "id"), _part(root, "requires")
    if isinstance(requires, Mapping) and isinstance(own, Scalar):
        key = requires.key(own.text)
        if key:
            yield NeedsItself(key.span, own.text)
    options = _part(root, "options")
    for _, option in options.entries if isinstance(options, Mapping) else ():
        yield from _option(option)


def _option(option: Node) -> Iterator[Problem]:
    values, default = _part(option, "values"), _part(option, "default")
    if isinstance(values, Sequence) and isinstance(default, Scalar):
        allowed = tuple(value.text for value in values.items if isinstance(value, Scalar))
        if default.text not in allowed:
            yield NotAnOptionValue(default.span, default.text, allowed)


# --- bounds -----------------------------------------------------------------------------


def _bounds_below(root: Node) -> Iterator[Problem]:
    for node in _all_maps(root):
        yield from _above(node)


def _above(node: Node | None) -> Iterator[Problem]:
    """Compare the bounds of one map, the first pair that contradicts."""
    for low_name, high_name in _BOUNDS:
        low, high = _number(node, low_name), _number(node, high_name)
        if low and high and low[1] > high[1]:
            yield AboveMaximum(low[0].span, low_name, "maximum" if low_name == "start" else high_name, high[0].span)
            return


def _number(node: Node | None, key: str) -> tuple[Scalar, int] | None:
    part = _part(node, key)
    if isinstance(part, Scalar) and type(part.value) is int:
        return part, part.value
    return None


# --- ids --------------------------------------------------------------------------------


def _items(root: Node) -> Iterator[tuple[str, Scalar]]:
    for kind, things in root.entries if isinstance(root, Mapping) else ():
        for thing in things.items if isinstance(things, Sequence) else ():
            name = _part(thing, "id")
            # Templates may share a pattern; the ids made from them are compared later.
            if _is_text(name) and "{" not in name.text:
                yield kind.text, name


def _ids(items: list[tuple[str, Scalar]]) -> Iterator[Problem]:
    seen: dict[tuple[str, str], Scalar] = {}
    for kind, name in items:
        first = seen.setdefault((kind, name.text), name)
        if first is not name:
            yield RepeatedId(name.span, name.text, first.span)


# --- links ------------------------------------------------------------------------------


def _links(root: Node, files: frozenset[str]) -> Iterator[Problem]:
    for node in _all_maps(root):
        for key, value in node.entries if not _LINK_KEYS.isdisjoint(node.keys()) else ():
            if key.text in _LINK_KEYS:
                for link in _said(value):
                    problem = _link(link, files, must_exist=key.text in _PICTURE_KEYS)
                    if problem:
                        yield problem


def _said(value: Node) -> Iterable[Node]:
    """The links of a key: one, a list of them, or one for each of something."""
    if isinstance(value, Mapping):
        return [link for _, link in value.entries]
    return value.items if isinstance(value, Sequence) else (value,)


def _link(link: Node, files: frozenset[str], *, must_exist: bool) -> Problem | None:
    if not _is_text(link):
        return None
    path = link.text.strip()
    if _SCHEME.match(path):
        return OutsideLink(link.span, path)
    if path.startswith(("/", "\\", "~")) or ".." in re.split(r"[/\\]", path):
        return LinkLeavesPack(link.span, path)
    # A word without a dot is no file name: packs may call a field of their own so.
    if must_exist and "." in path and "{" not in path and path not in files:
        return NoSuchFile(link.span, path, tuple(sorted(files)))
    return None


# --- walking ----------------------------------------------------------------------------


def _part(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def _is_text(node: Node | None) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and isinstance(node.value, str)


def _all_maps(root: Node) -> Iterator[Mapping]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            yield node
            waiting += [value for _, value in node.entries if not isinstance(value, Scalar)]
        elif isinstance(node, Sequence):
            waiting += [item for item in node.items if not isinstance(item, Scalar)]
