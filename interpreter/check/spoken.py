"""In which languages words are asked for: those that their pack declares, or the packs below where it declares none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.hiding import pack_of
from interpreter.check.reading import child
from interpreter.diagnostics import Span
from interpreter.languages import FALLBACK
from interpreter.source.names import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Texts, Vocabulary
    from interpreter.diagnostics import Problem
    from interpreter.source import PackSource
    from interpreter.source.tree import PackPart


def asked(v: Vocabulary, place: Span) -> tuple[str, ...]:
    """The languages that words at a place are asked for, in the order of the game."""
    part = pack_of(place.file, v) if len(v.packs) > 1 else None
    own = _own(part, v) if part is not None else ()
    return tuple(one for one in v.languages if one in own) or tuple(v.languages)


def _own(part: PackPart, v: Vocabulary) -> tuple[str, ...]:
    return part.languages or tuple(lang for one in v.packs if one.id in part.below for lang in one.languages)


def borrowed(v: Vocabulary, name: str, lang: str) -> str | Texts | None:
    """The term of another language, where a pack of the game does not speak this one."""
    others = (FALLBACK, *v.languages) if len(v.packs) > 1 else ()
    found = (v.terms.get(one, {}).get(name) for one in others if one != lang)
    return next((one for one in found if one), None)


def silent_packs(v: Vocabulary, source: PackSource) -> Iterator[Problem]:
    """Note which packs have no words in a language that others in the game speak."""
    for part, layer in zip(v.packs, source.layers, strict=False):
        own = _own(part, v)
        lacking = tuple(one for one in v.languages if one not in own)
        if own and lacking:
            root = next((one.root for one in layer.documents if one.path == MANIFEST), None)
            node = child(root, "languages")
            place = node.span if node is not None else Span.start_of(f"{part.where}/{MANIFEST}")
            yield err.SilentIn(place, part.id, lacking, own)
