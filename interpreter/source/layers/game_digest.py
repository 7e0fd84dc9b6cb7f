"""The hash of a finished game of several packs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from interpreter.source.tree import plain

if TYPE_CHECKING:
    from interpreter.source.layers.writes import Path
    from interpreter.source.tree import Document


def document_path(document: Document) -> Path:
    """By which path a document is known in a game, whatever pack it is of."""
    if document.kind == "text":
        return ("text", document.path.rsplit("/", 1)[-1].removesuffix(".yaml"))
    return (document.kind,)


def game_digest(documents: Iterable[Document], files: Iterable[Mapping[str, bytes]]) -> str:
    """Hash the finished game, not the files it comes from: the same game has the same hash, however it was asked for.

    `files` are those of each pack, the packs by name: pictures count as they are.
    """
    total = hashlib.sha256()
    for one in documents:
        total.update(json.dumps(["/".join(document_path(one)), plain(one.root)], ensure_ascii=True).encode())
    for own in files:
        for path, content in sorted(own.items()):
            if path.startswith("assets/"):
                total.update(json.dumps([path, hashlib.sha256(content).hexdigest()]).encode())
    return total.hexdigest()
