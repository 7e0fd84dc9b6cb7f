"""`rule_ids.txt`: the ids of a pack's rules, one on a line, with words behind it that say which group it belongs to.

Scenarios and the rule book cite them, reports print them: so they have the form and length of ids, and each stands once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.diagnostics import Problem, Span
from interpreter.source.errors import UnknownRule
from interpreter.source.layers.collect import scalars
from interpreter.source.text import decode

if TYPE_CHECKING:
    from interpreter.source import PackSource, Stack

RULES = "rule_ids.txt"
LONGEST = 64
"""As in schemas/scenario.schema.json, where rules are cited."""
WANTED = f"a rule id of at most {LONGEST} letters, digits, `.`, `_` and `-`"
TOLD = 20
"""Mistakes of one list that are told; nobody reads on."""

_ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST - 1}}}")


def rule_list_problems(source: PackSource) -> Iterator[Problem]:
    """What is wrong with the lists of rules of all packs of a game."""
    for layer in source.layers or (source,):
        if RULES in layer.files:
            yield from islice(_problems(f"{layer.where}/{RULES}", layer.files[RULES]), TOLD)


def unknown_changes(stack: Stack) -> Iterator[Problem]:
    """Rules that a pack says it changes (`changes_rules`), and that no pack below it lists."""
    top = stack.tops
    lists = [one.gathered.files[RULES] for one in stack.layers if one not in top and RULES in one.gathered.files]
    known = tuple(dict.fromkeys(name for content in lists for name in _names(content)))
    for layer in top if known else ():
        for one in scalars(layer.manifest.get("changes_rules")) if layer.manifest is not None else ():
            if one.text not in known:
                yield UnknownRule(one.span, one.text, known)


def _names(content: bytes) -> Iterator[str]:
    for line in content.decode("utf-8", "replace").splitlines():
        yield from line.partition("#")[0].split()[:1]


def _problems(file: str, content: bytes) -> Iterator[Problem]:
    text, wrong = decode(file, content)
    yield from wrong
    seen: dict[str, Span] = {}
    for number, line in enumerate(text.lines(), 1):
        found = re.match(r"\s*([^\s#]+)", line)
        if found is None:
            continue
        name = found[1]
        span = Span(file, number, found.start(1) + 1, number, found.end(1) + 1)
        if not _ID.fullmatch(name):
            yield err.BadValue(span, WANTED, name)
        elif name in seen:
            yield err.Duplicate(span, "rule", name, seen[name])
        seen.setdefault(name, span)
