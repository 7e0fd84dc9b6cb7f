"""Texts that a pack gives by language, outside its cards and terms: which of them a language of the pack lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.analysis import in_circles
from interpreter.check.reading import PHRASED, child, entries, number
from interpreter.check.spoken import asked
from interpreter.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem
    from interpreter.source import Node

SAID_BY_RULES = ("name", "text", "why")
"""What a rule says to players: the name of an action, the words of a verb, why an action is closed."""


def untold_by_pack(manifest: Node | None, v: Vocabulary) -> Iterator[Problem]:
    """The title, the texts of options and modes, and what neutrals are called."""
    yield from _untold(child(manifest, "title"), v)
    for part in ("options", "modes"):
        for _, node in entries(child(manifest, part)):
            yield from _untold(child(node, "text"), v)
    for key, node in entries(child(manifest, "neutrals")):
        name = f"neutral_{key.text}"
        lacking = tuple(lang for lang in asked(v, key.span) if name not in v.terms.get(lang, {}))
        if lacking and number(node, 0):
            yield err.MissingTerm(key.span, name, lacking)


def untold_by_rule(item: Mapping, v: Vocabulary) -> Iterator[Problem]:
    """What a rule says to players. A verb goes by its phrase in the language that phrases are written in."""
    for part in SAID_BY_RULES:
        yield from _untold(item.get(part), v, () if part != "text" or "verb" not in item else (PHRASED,))


def unworded_verbs(v: Vocabulary) -> Iterator[Problem]:
    """Verbs of which a text says the phrase, which is of one language: cards react to them, or they come to themselves."""
    said = {item.when.verb for decl in v.kinds.values() for item in decl.items if item.when is not None}
    circular = in_circles(v)
    for verb in v.spoken():
        lacking = tuple(lang for lang in asked(v, verb.span) if lang not in verb.text and lang != PHRASED)
        if (verb.name in said or verb.key in circular) and not verb.text and lacking:
            yield err.MissingWords(verb.span, lacking, verb.name)


def _untold(node: Node | None, v: Vocabulary, spared: tuple[str, ...] = ()) -> Iterator[Problem]:
    """A text by language that lacks one; a plain text stands for all of them."""
    if isinstance(node, Mapping) and node.entries:
        missing = tuple(lang for lang in asked(v, node.span) if lang not in node and lang not in spared)
        if missing:
            yield err.MissingWords(node.span, missing)
