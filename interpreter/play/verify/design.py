"""Texts and things held against each other: words that are missing, effects that sound alike, cards nobody would take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.diagnostics import Label, Severity
from interpreter.play.unsaid import told, without_words
from interpreter.play.verify.findings import finding, quoted, two

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item, KindDecl, Vocabulary
    from interpreter.diagnostics import Diagnostic, Span

_SPACE = re.compile(r"\s+")


def look_at_texts(v: Vocabulary, mine: set[str]) -> Iterator[Diagnostic]:
    """Read every text of the pack in every language, and tell where an id stands in it; `mine` are the files to judge."""
    known = without_words(v)  # `check` has told of these
    for lang in v.languages:
        words = prose.Words(v, lang)
        for subject, span, name in told(v):
            for raw in prose.unsaid(words, subject) if span.file in mine else ():
                if (raw, lang) not in known:
                    known[raw, lang] = span, name, False
                    yield _raw_name(raw, name, lang, span)


def _raw_name(raw: str, name: str, lang: str, span: Span) -> Diagnostic:
    message = f"the text of `{name}` says `{raw}`, which has no word of its own ({lang})"
    cure = f"give `{raw}` a term in text/{lang}.yaml"
    return finding("verify/raw-name", Severity.WARNING, message, Label(span, ""), help=cure)


def look_at_things(v: Vocabulary, mine: set[str]) -> Iterator[Diagnostic]:
    """Compare the things of each kind that have an effect; of two, one at least must be of the files to judge."""
    for kind in v.kinds.values():
        groups: dict[tuple[str, ...], list[Item]] = {}
        for item in kind.items:
            if _scripts(item):
                groups.setdefault(_words(v, item), []).append(item)
        for group in groups.values():
            for one, other in combinations(group, 2):
                if mine & {one.span.file, other.span.file}:
                    yield from _compared(kind, one, other)


def _words(v: Vocabulary, item: Item) -> tuple[str, ...]:
    """The effect of a thing in words, in every language."""
    return tuple(prose.card_text(v, item, lang) for lang in v.languages)


def _scripts(item: Item) -> dict[tuple[int, str], str]:
    """The scripts of a thing, by face and name, whatever their spaces."""
    found = {
        (number, name): _SPACE.sub(" ", source.text).strip()
        for number, face in enumerate(item.faces)
        for name, source in face.sources.items()
    }
    if item.when is not None and item.when.source is not None and item.when.when_source is not None:
        found[0, "when"] = f"{item.when.when_source.text.strip()}: {_SPACE.sub(' ', item.when.source.text).strip()}"
    return found


def _compared(kind: KindDecl, one: Item, other: Item) -> Iterator[Diagnostic]:
    places = (one.span, other.span)
    names = quoted([one.id, other.id])
    if _scripts(one) != _scripts(other):
        if not _told_apart(one, other):
            yield two(
                "verify/same-words",
                Severity.NOTE,
                f"{names} say the same and do different things",
                places,
                "give a verb or a value its own words, so that players can tell them apart",
            )
        return
    apart = _told_apart(one, other)
    if one.in_play_source is not None or other.in_play_source is not None or one.owned or other.owned:
        return  # not in one box, or not everybody's
    if not apart:
        cure = f"one with `count: {one.count + other.count}` is enough, unless the names matter"
        yield two("verify/same-thing", Severity.NOTE, f"{names} are the same in all but their names", places, cure)
    elif len(apart) == 1 and _is_number(kind, apart[0]):
        low, high = sorted((_value(one, apart[0]), _value(other, apart[0])))
        yield two(
            "verify/dominated",
            Severity.NOTE,
            f"{names} differ only in `{apart[0]}` ({low} and {high}), so one of them is always the better one",
            places,
            "let the dearer one do more, or something else",
        )


def _told_apart(one: Item, other: Item) -> list[str]:
    """The fields in which two things differ, on any face."""
    names: dict[str, None] = {}
    for mine, theirs in zip(one.faces, other.faces, strict=False):
        names |= dict.fromkeys(name for name in mine.values if mine.values[name] != theirs.values.get(name))
    return list(names)


def _is_number(kind: KindDecl, name: str) -> bool:
    return name in kind.fields and kind.fields[name].type.tag == "number"


def _value(item: Item, name: str) -> int:
    value = item.faces[0].values[name]
    return value if isinstance(value, int) else 0
