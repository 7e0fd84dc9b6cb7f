"""Names in generated texts for which a pack has no words: values, tables, fields, and what choices and loops call things.

A text is made only where a script says such a name, so that a pack which has all its words loses no time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.check.errors import MissingTerm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.typed import Routine
    from interpreter.check.vocabulary import Item, Vocabulary
    from interpreter.diagnostics import Problem, Span

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_BOUND = re.compile(r"\b([a-z][a-z0-9_]*)(?= from\b| in\b| =)")


def unsaid_names(v: Vocabulary) -> list[Problem]:
    """Warn of every name that a text says as it is written in the script, once for all that a template makes."""
    return [MissingTerm(span, raw, lang, of) for (raw, lang, span), of in without_words(v).items()]


def without_words(v: Vocabulary) -> dict[tuple[str, str, Span], str]:
    """Names that a text says as they are written: name, language and place, and whose text it is."""
    found: dict[tuple[str, str, Span], str] = {}
    named = {value.name for value in v.values.values()} | set(v.tables)
    named |= {name for kind in v.kinds.values() for name in kind.fields}
    for subject, span, called in told(v):
        said = _said(subject, named)
        for lang in v.languages:
            lacking = said - v.terms.get(lang, {}).keys()
            raw = lacking.intersection(prose.unsaid(v, subject, lang)) if lacking else set()
            found |= {(name, lang, span): called for name in sorted(raw) if (name, lang, span) not in found}
            said -= lacking - raw  # no text of it says these, in whatever language
    return found


def _said(subject: Item | Routine, named: set[str]) -> set[str]:
    """The names in the scripts of a thing that need words where a text says them."""
    texts = [subject.source.text] if hasattr(subject, "source") and hasattr(subject.source, "text") else []
    for face in getattr(subject, "faces", ()):
        texts += [source.text for source in face.sources.values()]
    heard = getattr(subject, "when", None)
    if heard is not None:
        texts += [source.text for source in (heard.when_source, heard.source) if source is not None]
    whole = "\n".join(texts)
    return (set(_NAME.findall(whole)) & named) | set(_BOUND.findall(whole))


def told(v: Vocabulary) -> Iterator[tuple[Item | Routine, Span, str]]:
    """Everything with a text that players read: what verbs do is told where they are used."""
    for kind in v.kinds.values():
        for item in kind.items:
            yield item, item.span, item.id
    for action in v.actions:
        if action.routine is not None:
            yield action.routine, action.span, action.id
