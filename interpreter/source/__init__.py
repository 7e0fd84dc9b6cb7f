"""Reads packs: YAML with exact positions, under limits, from a folder or a zip.

The one verb is `read_pack`. It gives a `PackSource`: the documents as nodes
that know their place in the file, a digest of the content, and diagnostics
(`pack/…`) for all that is wrong. A stranger's pack can be wrong, never harmful:
nothing is constructed from it but text, whole numbers, truth values, lists and
maps; nothing is written or fetched; every size is bounded.

The way of a file: `gather` (bytes) -> `text` (characters) -> `compose` (nodes,
with `scalars` for plain values and `faults` for broken YAML) -> `schema`
(shape) -> `layers` (with what other packs say about it). `positions` leads from script text back to the file.
"""

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes
from interpreter.source.codec import Shape
from interpreter.source.layers.presence import waited_for
from interpreter.source.layers.stack import Asked, Stack, Together, near_packs
from interpreter.source.memory import keep, recall
from interpreter.source.read_pack import (
    beside_the_game,
    gather,
    pack_digest,
    read_archive,
    read_beside,
    read_beside_kind,
    read_document,
    read_pack,
    read_sound,
    read_stack,
    with_the_rest,
)
from interpreter.source.tree import (
    Document,
    Mapping,
    Node,
    PackPart,
    PackSource,
    Scalar,
    ScriptSource,
    Sequence,
    plain,
)

if TYPE_CHECKING:
    from interpreter.source.templates import Made, fill, how_many, is_template, unfolded
else:
    __getattr__ = from_homes(
        __name__,
        {
            "templates": ("Made", "fill", "how_many", "is_template", "unfolded"),
        },
    )

__all__ = [
    "Asked",
    "Document",
    "Made",
    "Mapping",
    "Node",
    "PackPart",
    "PackSource",
    "Scalar",
    "ScriptSource",
    "Sequence",
    "Shape",
    "Stack",
    "Together",
    "beside_the_game",
    "fill",
    "gather",
    "how_many",
    "is_template",
    "keep",
    "near_packs",
    "pack_digest",
    "plain",
    "read_archive",
    "read_beside",
    "read_beside_kind",
    "read_document",
    "read_pack",
    "read_sound",
    "read_stack",
    "recall",
    "unfolded",
    "waited_for",
    "with_the_rest",
]
