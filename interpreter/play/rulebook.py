"""`rulebook/*.yaml`: the rules of a game in words for players, by chapter, and what its terms mean.

It is beside the game: nothing in it changes a rule. A pack above adds chapters behind those below, or gives one of them
other words by taking its id. The same data is shown in the terminal and in the browser, and makes docs/games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import items, maps, text, texts
from interpreter.check.spoken import asked
from interpreter.play.rule_list import RULES, rule_list_problems
from interpreter.play.text import Text, named
from interpreter.records import record
from interpreter.source import Mapping, Scalar, Sequence, gather, limits, read_beside_kind

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem
    from interpreter.play.pack import Pack
    from interpreter.source import Node, PackSource

KIND = "rulebook"
PARTS = ("say", "heading", "points", "steps", "table")


@record(frozen=True, slots=True)
class Part:
    """A piece of a chapter: a paragraph or a heading (one row of one text), a list (a row for each), a table."""

    form: str
    rows: tuple[tuple[Text, ...], ...]


@record(frozen=True, slots=True)
class Chapter:
    """A chapter of the rule book."""

    id: str
    pack: str
    title: Text
    rules: tuple[str, ...]
    parts: tuple[Part, ...]


@record(slots=True)
class Rulebook:
    """The rule book of a game, with those of all packs it stands on."""

    chapters: list[Chapter] = field(default_factory=list)
    meanings: dict[str, Text] = field(default_factory=dict)
    """What terms mean, in the words of the pack."""

    @property
    def aim(self) -> Text | None:
        """What it is all about, for who begins without having read the rules: the first paragraph of the first chapter."""
        parts = self.chapters[0].parts if self.chapters else ()
        return next((part.rows[0][0] for part in parts if part.form == "say" and part.rows), None)


def read_rulebook(pack: Pack) -> Rulebook:
    """The rule book of a pack, the lowest pack first; empty for a pack without one."""
    book = Rulebook()
    chapters: dict[str, Chapter] = {}
    for owner, document in read_beside_kind(gather(pack.where), KIND):
        for node in maps(document.root):
            if "chapter" in node:
                one = _chapter(node, owner)
                chapters[one.id] = one
            else:
                book.meanings[text(node.get("term"))] = _words(node.get("text"))
    book.chapters = list(chapters.values())
    return book


def _chapter(node: Mapping, owner: str) -> Chapter:
    return Chapter(
        text(node.get("chapter")),
        owner,
        _words(node.get("title")),
        tuple(text(one) for one in items(node.get("rules"))),
        tuple(_part(one) for one in maps(node.get("text"))),
    )


def _part(node: Mapping) -> Part:
    key, value = node.entries[0]
    if key.text == "table":
        return Part(key.text, tuple(tuple(_words(cell) for cell in items(row)) for row in items(value)))
    return Part(key.text, tuple((_words(one),) for one in items(value)))


def _words(node: Node | None) -> Text:
    said = texts(node)
    return named(said, next(iter(said.values()), ""))


# ---- what is wrong with it


def rulebook_problems(pack: Pack) -> Iterator[Problem]:
    """What is wrong with the rule book of a pack, and with its list of rules: for `rulewright check`."""
    yield from rule_list_problems(pack.source)
    ids = rule_ids(pack.source)
    seen: dict[tuple[str, str], Scalar] = {}
    for document in pack.source.of_kind(KIND):
        for node in maps(document.root):
            yield from _double(node, seen)
            yield from _cited(node, ids)
            yield from untold(node, pack.vocabulary)
            yield from _uneven(node)
            term = node.get("term")
            if isinstance(term, Scalar):
                known = tuple(known_terms(pack))
                if term.text not in known:
                    yield err.UnknownName(term.span, term.text, known, "term")


def known_terms(pack: Pack) -> Iterable[str]:
    """The terms that a pack can explain."""
    return {name: None for words in pack.vocabulary.terms.values() for name in words}


def rule_ids(source: PackSource) -> frozenset[str]:
    """The ids of all rules that the packs of a game list."""
    found: set[str] = set()
    for layer in source.layers or (source,):
        # One that is too large is refused as such.
        lines = layer.files.get(RULES, b"")[: limits.FILE_BYTES].decode("utf-8", "replace").splitlines()
        found.update(word for line in lines for word in line.partition("#")[0].split()[:1])
    return frozenset(found)


def cites(cited: str, rule: str) -> bool:
    """Whether an id in a rule book means a rule: `AB-*` means all that begin so."""
    return rule.startswith(cited[:-1]) if cited.endswith("*") else rule == cited


def _double(node: Mapping, seen: dict[tuple[str, str], Scalar]) -> Iterator[Problem]:
    for what in ("chapter", "term"):
        name = node.get(what)
        if isinstance(name, Scalar):
            # Packs of a stack may say it again: the upper one is meant. Both have files of their own.
            first = seen.setdefault((what, name.text), name)
            if first is not name and _folder(first) == _folder(name):
                yield err.Duplicate(name.span, what, name.text, first.span)


def _folder(name: Scalar) -> str:
    return name.origin.file.rpartition("/")[0]


def _cited(node: Mapping, ids: frozenset[str]) -> Iterator[Problem]:
    for one in items(node.get("rules")):
        if isinstance(one, Scalar) and not any(cites(one.text, rule) for rule in ids):
            cure = "" if ids else f"the pack has no {RULES}, the list of its rules"
            yield err.UnknownName(one.span, one.text, tuple(sorted(ids)), "rule", cure)


def untold(node: Node, v: Vocabulary) -> Iterator[Problem]:
    """Texts that a language of the pack has no words for; a plain text stands for all of them."""
    wanted = asked(v, node.span)
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Sequence):
            waiting += reversed(one.items)
        elif isinstance(one, Mapping) and _by_language(one):
            missing = tuple(lang for lang in wanted if lang not in one)
            if missing:
                yield err.MissingWords(one.entries[0][0].span, missing)
        elif isinstance(one, Mapping):
            waiting += [value for key, value in reversed(one.entries) if key.text != "options"]


def _by_language(node: Mapping) -> bool:
    return all(isinstance(value, Scalar) and len(key.text) == 2 for key, value in node.entries)


def _uneven(node: Mapping) -> Iterator[Problem]:
    for part in maps(node.get("text")):
        table = part.get("table")
        rows = [row for row in items(table) if isinstance(row, Sequence)] if table is not None else []
        for row in rows[1:]:
            if len(row) != len(rows[0]):
                yield err.UnevenRows(row.span, len(row), len(rows[0]))
