"""Opening a pack of which a few files have changed since it was last kept, without reading the others.

Beside what was found out about a pack, kept by its content, lies a note by its place: of which files it was made then.
Where the change is one that `check/renewed.py` can judge, everything else is taken from there. A pack that is opened a
second time as it is, is kept whole: who saves and looks need not wait for what will change again to be written down.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from interpreter.check.remembered import vocabulary_shape
from interpreter.source import Shape, keep, limits, read_beside, recall
from interpreter.source.names import MANIFEST, kind_of
from interpreter.source.one_pack import BESIDE_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.source import Stack

_LATELY = "lately"
_MOST = 6
"""Files that may have changed: a pack with more changes is read as a whole."""


@dataclass(frozen=True, slots=True)
class Lately:
    """How a pack was when it was kept: by which digest, of which files (each with its hash), of how many values."""

    digest: str
    marks: dict[str, str]
    values: int


@cache
def _shape() -> Shape:
    return Shape(Lately, {})


def keep_whole(stack: Stack, digest: str, label: str, vocabulary: Vocabulary) -> None:
    """Keep what was found out about a pack, and of which files it was made."""
    if len(stack.layers) > 1:
        keep(digest, label, vocabulary, vocabulary_shape())
        return
    values = sum(one.values for one in stack.layers[0].gathered.read.values())
    _keep(digest, label, vocabulary, Lately(digest, _marks(stack), values))


def renewed_since(stack: Stack, digest: str, label: str) -> Vocabulary | None:
    """A pack with a few files changed since it was kept, if only these need to be looked at and nothing is wrong."""
    lately = recall(_LATELY, label, _shape()) if len(stack.layers) == 1 else None
    if lately is None:
        return None
    changed = _changed(lately.marks, _marks(stack))
    base = recall(lately.digest, label, vocabulary_shape()) if changed else None
    if not changed or base is None:
        return None
    from interpreter.check.renewed import renewed  # noqa: PLC0415 - a pack that is known is played without it
    from interpreter.play.unsaid import unsaid_names  # noqa: PLC0415 - the same

    source = read_beside(stack, {MANIFEST, *changed})
    values = lately.values + sum(one.values for one in stack.layers[0].gathered.read.values())
    made = renewed(base, source) if values <= limits.NODES else None
    if made is None or unsaid_names(made):
        return None
    once = Lately(digest, {}, 0)
    if recall(f"{_LATELY} {digest}", label, _shape()) == once:
        _keep(digest, label, made, Lately(digest, _marks(stack), values))
    else:
        keep(f"{_LATELY} {digest}", label, once, _shape())
    return made


def _keep(digest: str, label: str, vocabulary: Vocabulary, lately: Lately) -> None:
    keep(digest, label, vocabulary, vocabulary_shape())
    keep(_LATELY, label, lately, _shape())


def _marks(stack: Stack) -> dict[str, str]:
    """A hash of each file that the game is made of."""
    files = stack.layers[0].gathered.files
    made_of = {path: content for path, content in files.items() if kind_of(path) not in BESIDE_THE_GAME}
    return {path: hashlib.sha256(content).hexdigest() for path, content in made_of.items()}


def _changed(before: Mapping[str, str], now: Mapping[str, str]) -> set[str] | None:
    """The files with another content, if there are few, and all of a kind that can be judged by itself."""
    changed = {path for path, mark in now.items() if before.get(path) != mark}
    if before.keys() != now.keys() or len(changed) > _MOST or {kind_of(path) for path in changed} - {"cards", "rules"}:
        return None
    return changed
