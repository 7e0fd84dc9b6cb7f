"""Words of a rule that packs above go around: where these change what the words speak of, somebody must say it anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.words import counters_told, tells_amounts
from interpreter.check.wraps import PLAIN
from interpreter.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.check.vocabulary import Verb, Vocabulary
    from interpreter.check.wraps import Around
    from interpreter.diagnostics import Problem
    from interpreter.source import Node

_BARE = re.compile(r"(?<![.\w])[a-z][a-z0-9_]*")
"""A counter is called by its bare name where a statement changes it, and with its owner where it is read."""
_GIVEN_ANEW = re.compile(r"\bas before with\b")


def stale_words(
    v: Vocabulary, rule: Verb, order: Sequence[Around], said: Node | None, owner: Callable[[str], str]
) -> Iterator[Problem]:
    """Warn of packs that go around a rule and change what its words say, without saying it anew.

    `said` are the words as they are written, `owner` tells the pack of a file.
    """
    if not order or said is None:
        return
    parts = (
        {key.text: value for key, value in said.entries}
        if isinstance(said, Mapping)
        else dict.fromkeys(v.languages, said)
    )
    for one in order:
        if one.how == PLAIN:
            continue
        own = set(_BARE.findall(one.source.text))
        leaves = one.may_skip or _GIVEN_ANEW.search(one.source.text) is not None
        found: dict[str, str] = {}
        for lang, node in parts.items():
            writer = owner(node.span.file)
            if lang not in v.languages or writer == one.pack or one.pack in _below(order, writer):
                continue  # whoever wrote these words knew of it
            told = counters_told(v, rule, lang)
            touched = [name for name in told if name in own]
            if touched or (leaves and told and tells_amounts(v, rule, lang)):
                found[lang] = (touched or told)[0]
        if found:
            name = next(iter(found.values()))
            yield err.WordsOfBelow(one.span, rule.name, one.pack, tuple(found), name, said.span)


def _below(order: Sequence[Around], pack: str) -> frozenset[str]:
    """The packs that a pack stands on, if it goes around the rule as well."""
    return next((one.above for one in order if one.pack == pack), frozenset())
