"""Statements that are said otherwise: another form of their word, another language, the opposite of what is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.diagnostics import nearest
from interpreter.languages import FALLBACK, LANGUAGES, language
from interpreter.primitives.synonyms import OPPOSITES, SYNONYMS
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from interpreter.check.phrases import Phrase
    from interpreter.check.scope import Scope


_QUANTIFIERS = re.compile(r"each|every|all|other|the")


def verb_meant(name: str, heads: Collection[str], verbs: Collection[str], engine: Mapping[str, Phrase]) -> str:
    """The statement that a first word is another form of, or that it names with `_` between words or in another language.

    Nothing where it is only a slip of the pen: these are told from the nearest of the `heads`.
    """
    if name.replace("_", " ") in verbs:
        return name.replace("_", " ")
    plain = next((form for form in _forms(name) if form in heads), "")
    return plain or ("" if name in SYNONYMS or nearest(name, heads) else _translated(name, engine))


def of_each(words: list[str], behind: list[str], heads: Collection[str]) -> str:
    """How to write what a sentence says of each player or opponent: `each opponent loses 1 coins`."""
    rest = [one for one in words if not _QUANTIFIERS.fullmatch(one)]
    who = rest[0].removesuffix("s") if rest else ""
    if rest == words or who not in ("player", "opponent"):
        return ""
    who = "opponent" if "other" in words else who
    what = next((form for form in _forms(rest[1]) if form in heads), rest[1]) if len(rest) > 1 else ""
    begin = len(words) - len(rest) + 1  # behind the first word, and those that say who
    return " ".join(["as each", f"{who}:", *([what] if what else []), *behind[begin:]])


def _forms(name: str) -> Iterator[str]:
    """What a word may be another form of: gains, moved, taking, dropped."""
    for ending in ("s", "es", "d", "ed", "ing"):
        stem = name.removesuffix(ending)
        if stem not in (name, ""):
            yield stem
            yield f"{stem}e"
            if stem[-2:-1] == stem[-1:]:
                yield stem[:-1]


def _translated(name: str, engine: Mapping[str, Phrase]) -> str:
    """The statement of the engine that another language calls so."""
    for code in LANGUAGES:
        for primitive, said in language(code).statements.items() if code != FALLBACK else ():
            if primitive in engine and nearest(name, re.findall(r"\w+", said)):
                return engine[primitive].head
    return ""


def turned_round(node: t.Command | None, given: t.Value, amount: int, scope: Scope) -> str:
    """How to write an amount below 0: as the statement that does the opposite, or else without the sign."""
    head = node.items[0] if node is not None else None
    opposite = OPPOSITES.get(head.id, "") if isinstance(head, t.Name) else ""
    if node is None or not opposite:
        signed = isinstance(given, t.Number)
        return f"write `{amount}`, without the sign" if signed else "write a number of 1 or more, or leave it out"
    written = scope.source.text[slice(*node.at)].partition("\n")[0].strip()
    begin, end = (at - node.at[0] for at in given.at)
    return f"write `{opposite}{written[len(written.split()[0]) : begin]}{amount}{written[end:]}`"
