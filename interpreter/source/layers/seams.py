"""What is written down of a finished game beside its documents, so that a part of it can be made again by itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from interpreter.source.layers.listed import HEADS
from interpreter.source.tree import Mapping as Map
from interpreter.source.tree import Scalar, Sequence, plain

if TYPE_CHECKING:
    from interpreter.source.layers.collect import Collected
    from interpreter.source.layers.writes import Path
    from interpreter.source.tree import Document, Node


# ---- which files belong together


def groups_of(collected: Collected) -> tuple[tuple[str, ...], ...]:
    """Files of cards and rules that are about things of each other, each file in one group; others stand alone."""
    group: dict[str, set[str]] = {}
    for path, writes in collected.writes.by_path.items():
        if path[0] not in ("cards", "rules"):
            continue
        files = {one.at.origin.file for one in writes} | _made_in(collected, path[:3])
        joined = files.union(*(group[file] for file in files if file in group))
        group |= dict.fromkeys(joined, joined)
    return tuple(sorted({tuple(sorted(one)) for one in group.values() if len(one) > 1}))


def _made_in(collected: Collected, thing: Path) -> set[str]:
    """The files that say that a thing is there, or that it is not; for what a template makes, those of the template too."""
    found: set[str] = set()
    for event in collected.things.events.get(thing, ()):
        found |= {one.origin.file for one in (event.at, event.node) if one is not None}
        if event.template is not None and event.template != thing:
            found |= _made_in(collected, event.template)
    return found


def heads_of(document: Document) -> tuple[str, ...]:
    """What a file of cards or rules changes, replaces and removes, in its order."""
    root = document.root
    lists: list[tuple[str, Node]] = [("", root)]
    if isinstance(root, Map):
        lists = [(key.text, listed) for key, listed in root.entries]
    found = []
    for of, listed in lists:
        for item in listed.items if isinstance(listed, Sequence) else ():
            said = [(word, item.get(word)) for word in HEADS] if isinstance(item, Map) else []
            found += [f"{of} {word} {json.dumps(_names(node))}" for word, node in said if node is not None]
    return tuple(found)


def _names(node: Node | None) -> list[str]:
    return [one.text for one in (node.items if isinstance(node, Sequence) else (node,)) if isinstance(one, Scalar)]


# ---- the hash of a game


def document_path(document: Document) -> Path:
    """By which path a document is known in a game, whatever pack it is of."""
    if document.kind == "text":
        return ("text", document.path.rsplit("/", 1)[-1].removesuffix(".yaml"))
    return (document.kind,)


def written_down(documents: Iterable[Document]) -> dict[str, str]:
    """What each document says, by the file it is of."""
    return {
        one.root.origin.file: json.dumps(["/".join(document_path(one)), plain(one.root)], ensure_ascii=True)
        for one in documents
    }


def game_digest(written: Mapping[str, str], files: Iterable[Mapping[str, bytes]]) -> str:
    """Hash the finished game, not the files it comes from: the same game has the same hash, however it was asked for.

    `files` are those of each pack, the packs by name: pictures count as they are.
    """
    total = hashlib.sha256()
    for document in written.values():
        total.update(document.encode())
    for own in files:
        for path, content in sorted(own.items()):
            if path.startswith("assets/"):
                total.update(json.dumps([path, hashlib.sha256(content).hexdigest()]).encode())
    return total.hexdigest()
