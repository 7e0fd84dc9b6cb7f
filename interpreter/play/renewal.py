"""Opening a game of which a few files have changed since it was last kept, without reading the others.

Beside what was found out about a pack, or about packs on packs, kept by its content, lies a note by its place: of which
files it was made then, and which of them hang together. Where the change is one that `check/renewed.py` can judge,
everything else is taken from there. A game that is opened a second time as it is, is kept whole: who saves and looks need
not wait for what will change again to be written down.
"""

from __future__ import annotations

import hashlib
from dataclasses import field, replace
from functools import cache
from typing import TYPE_CHECKING

from interpreter.check.remembered import vocabulary_shape
from interpreter.records import record
from interpreter.source import Shape, keep, limits, read_part, recall
from interpreter.source.names import kind_of
from interpreter.source.one_pack import BESIDE_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.source import PackSource, Stack

_LATELY = "lately"
_MOST = 6
"""Files that may have changed: a game with more changes is read as a whole."""


@record(frozen=True, slots=True)
class Lately:
    """How a game was when it was kept: by which digest, and of its files, each named as in spans, what is told by `Seams`.

    `marks`: a hash of each; `values`: how many values were read of it.
    """

    digest: str
    marks: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    heads: dict[str, tuple[str, ...]] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)


@cache
def _shape() -> Shape:
    return Shape(Lately, {})


def keep_whole(stack: Stack, digest: str, label: str, vocabulary: Vocabulary, source: PackSource) -> None:
    """Keep what was found out about a game, and of which files it was made."""
    _keep(digest, label, vocabulary, noted(stack, digest, source))


def noted(stack: Stack, digest: str, source: PackSource) -> Lately:
    """What there is to know about the files of a game that was read as a whole."""
    seams = source.seams
    return Lately(digest, _marks(stack), _values(stack), seams.groups, seams.heads, seams.written)


def renewed_since(stack: Stack, digest: str, label: str) -> Vocabulary | None:
    """A game with a few files changed since it was kept, if only these need to be looked at and nothing is wrong."""
    lately = recall(_LATELY, label, _shape())
    if lately is None or not _changed(lately.marks, _marks(stack), stack):
        return None
    base = recall(lately.digest, label, vocabulary_shape())
    made = renewed_by(base, lately, stack, digest) if base is not None else None
    if made is None:
        return None
    vocabulary, now = made
    once = Lately(digest)
    if recall(f"{_LATELY} {digest}", label, _shape()) == once:
        _keep(digest, label, vocabulary, now)
    else:
        keep(f"{_LATELY} {digest}", label, once, _shape())
    return vocabulary


def renewed_by(base: Vocabulary, lately: Lately, stack: Stack, digest: str) -> tuple[Vocabulary, Lately] | None:
    """A game as it is now, and what to note about it; `base` is as it was, and used up."""
    from interpreter.check.renewed import renewed  # noqa: PLC0415 - a pack that is known is played without it
    from interpreter.play.unsaid import unsaid_names  # noqa: PLC0415 - the same
    from interpreter.source.layers.seams import game_digest, written_down  # noqa: PLC0415 - the same

    marks = _marks(stack)
    changed = _changed(lately.marks, marks, stack)
    if not changed:
        return None
    files = changed.union(*(group for group in lately.groups if changed & set(group)))
    source = read_part(stack, files, lambda name: _values_of(base, name))
    values = lately.values | _values(stack)
    if source.diagnostics or not _within_limits(stack, values):
        return None
    if any(lately.heads.get(file) != heads for file, heads in source.seams.heads.items()):
        return None
    written = lately.written
    if written:
        part = written_down(source.documents)
        if part.keys() != {file for file in files if file in written}:
            return None
        written = written | part
        packs = zip(source.packs, stack.layers, strict=True)
        ordered = [layer.gathered.files for _, layer in sorted(packs, key=lambda pair: pair[0].id)]
        source = replace(source, digest=game_digest(written, ordered))
    made = renewed(base, source, files)
    if made is None or unsaid_names(made):
        return None
    return made, replace(lately, digest=digest, marks=marks, values=values, written=written)


def _keep(digest: str, label: str, vocabulary: Vocabulary, lately: Lately) -> None:
    keep(digest, label, vocabulary, vocabulary_shape())
    keep(_LATELY, label, lately, _shape())


def _marks(stack: Stack) -> dict[str, str]:
    """A hash of each file that the game is made of."""
    return {
        f"{layer.gathered.where}/{path}": hashlib.sha256(content).hexdigest()
        for layer in stack.layers
        for path, content in layer.gathered.files.items()
        if kind_of(path) not in BESIDE_THE_GAME
    }


def _values(stack: Stack) -> dict[str, int]:
    """How many values were read of each file, of those that were read."""
    return {
        f"{layer.gathered.where}/{path}": read.values
        for layer in stack.layers
        for path, read in layer.gathered.read.items()
        if kind_of(path) not in BESIDE_THE_GAME
    }


def _within_limits(stack: Stack, values: Mapping[str, int]) -> bool:
    """Whether no pack says more than one may, nor all together more than they may."""
    wheres = [f"{layer.gathered.where}/" for layer in stack.layers]
    by_pack = [sum(count for file, count in values.items() if file.startswith(where)) for where in wheres]
    return max(by_pack) <= limits.NODES and sum(by_pack) <= limits.STACK_NODES


def _values_of(v: Vocabulary, name: str) -> list[str]:
    """The values of an enum that the model declares, by its name or the word for all of them."""
    made = {decl.span for decl in v.kinds.values()}  # what a kind brings along is not in the model
    for enum in v.enums.values():
        if name in (enum.name, enum.plural) and enum.span not in made:
            return enum.values
    return []


def _changed(before: Mapping[str, str], now: Mapping[str, str], stack: Stack) -> set[str] | None:
    """The files with another content, if there are few, and all of a kind that can be judged by itself."""
    changed = {file for file, mark in now.items() if before.get(file) != mark}
    if before.keys() != now.keys() or len(changed) > _MOST:
        return None
    by_itself = {
        f"{layer.gathered.where}/{path}"
        for layer in stack.layers
        for path in layer.gathered.files
        if kind_of(path) in ("cards", "rules")
    }
    return changed if changed <= by_itself else None
