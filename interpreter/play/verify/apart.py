"""Why a scenario of a pack below fails: because there are more things, because a thing was changed, or for neither reason.

A game with more things in it is shuffled otherwise, and there is more to count: a scenario that stands on a shuffle or
counts things then fails, and nothing is broken. To find out, the scenario is run again on the rules of the whole stack,
with other things: without the new ones; with the new ones, but doing no more than things of their kind do below; with the
things of the packs below as they are there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from interpreter.check.reading import child, entries, maps
from interpreter.play.pack import check_source
from interpreter.play.pipeline import has_errors
from interpreter.play.scenario import read_some, run_scenarios
from interpreter.source import Document, Mapping, Scalar, Sequence
from interpreter.source.layers.inventory import Thing, inventory
from interpreter.source.tree import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Span
    from interpreter.play.pack import Pack
    from interpreter.play.scenario import Scenario
    from interpreter.source import Node, PackSource

WORD = re.compile(r"[a-z][a-z0-9_]*")
ACTING = ("when", "standing")
"""What a thing does by itself, beside the scripts of its kind."""
PARTS = ("faces", "for_rows")
"""Where keys of a thing stand one level deeper."""
SAID = ("given", "run", "when", "then", "offered", "not_offered")
"""Where a scenario names things."""


class New(Enum):
    """What becomes of the new things."""

    THERE = "as they are"
    ORDINARY = "doing only what things of their kind do below"
    AWAY = "out of the game"


@dataclass(frozen=True, slots=True)
class Cause:
    """What makes a scenario fail though no rule is broken: more things than before, or changed ones that it names."""

    more: bool
    changed: tuple[str, ...] = ()


@dataclass(slots=True)
class Apart:
    """A stack taken apart into things and rules: the packs that were asked for, and what they stand on."""

    whole: Pack
    named: frozenset[str]
    below: PackSource
    _packs: dict[tuple[bool, New], Pack | None] = field(default_factory=dict)

    def causes(self, failed: list[Scenario]) -> dict[Span, Cause]:
        """Say why each of these scenarios fails, by its place; those that a broken rule may be behind are left out."""
        changed, new = self._changed_things(), any(self._new_items())
        if not failed or not (changed or new):
            return {}
        nodes = self._nodes({one.span for one in failed})
        broken = self._failing(nodes, changes=False, new=New.AWAY)
        if broken is None:
            return {}
        nodes = {span: node for span, node in nodes.items() if span not in broken}
        by_change = self._failing(nodes, changes=True, new=New.AWAY) if changed else set()
        by_acting = self._failing(nodes, changes=False, new=New.THERE) if new else set()
        by_number = self._failing(nodes, changes=False, new=New.ORDINARY) if new else set()
        if by_change is None or by_acting is None or by_number is None:
            return {}
        found: dict[Span, Cause] = {}
        for span, node in nodes.items():
            named = self._named(node, changed) if span in by_change else ()
            if (span in by_change and not named) or (span in by_acting and span not in by_number):
                continue
            if named or span in by_number:
                found[span] = Cause(span in by_number, named)
        return found

    # ---- scenarios on other things

    def _failing(self, nodes: dict[Span, Mapping], *, changes: bool, new: New) -> set[Span] | None:
        """Which of these scenarios fail with such things; None if there is no such game."""
        if (changes, new) not in self._packs:
            made = check_source(self._source(changes=changes, new=new))
            self._packs[changes, new] = None if has_errors(made.diagnostics) else made
        pack = self._packs[changes, new]
        if pack is None:
            return None
        verdicts = run_scenarios(pack, read_some(pack, list(nodes.values())))
        return {one.scenario.span for one in verdicts if not one.passed}

    def _nodes(self, wanted: set[Span]) -> dict[Span, Mapping]:
        found: dict[Span, Mapping] = {}
        for document in self.whole.source.of_kind("scenario"):
            for node in maps(document.root):
                title = node.get("scenario")
                if title is not None and title.span in wanted:
                    found[title.span] = node
        return found

    # ---- the same rules with other things

    def _source(self, *, changes: bool, new: New) -> PackSource:
        source = self.whole.source
        cards = [one for one in source.of_kind("cards") if not self._is_new(one)]
        rest = [one for one in source.documents if one.kind != "cards"]
        kept = cards if changes else list(self.below.of_kind("cards"))
        added = [self._with_new(one, new) for one in source.of_kind("cards") if self._is_new(one)]
        return replace(source, documents=(*rest, *kept, *added), diagnostics=())

    def _is_new(self, document: Document) -> bool:
        return self.whole.source.owner(document.root.origin.file) in self.named

    def _new_items(self) -> Iterator[Mapping]:
        for document in self.whole.source.of_kind("cards"):
            for _, listed in entries(document.root) if self._is_new(document) else ():
                yield from maps(listed)

    def _with_new(self, document: Document, new: New) -> Document:
        root = document.root
        if new is New.THERE or not isinstance(root, Mapping):
            return document
        made = [(key, self._list(key.text, listed, new)) for key, listed in root.entries]
        return replace(document, root=Mapping(root.origin, root.start, root.stop, tuple(made)))

    def _list(self, kind: str, listed: Node, new: New) -> Node:
        if not isinstance(listed, Sequence):
            return listed
        dropped = self._dropped(kind) if new is New.ORDINARY else frozenset()
        items = [
            (_without(one, dropped) if new is New.ORDINARY else _away(one)) if isinstance(one, Mapping) else one
            for one in listed.items
        ]
        return Sequence(listed.origin, listed.start, listed.stop, tuple(items))

    def _dropped(self, kind: str) -> frozenset[str]:
        """What no thing of a kind has below, of all that a thing can do."""
        kinds = next((child(one.root, "kinds") for one in self.below.of_kind("model")), None)
        known = {key.text for key, _ in entries(child(child(kinds, kind), "scripts"))}
        known |= {key for one in self._below_of(kind) for key in ACTING if key in one}
        decl = self.whole.vocabulary.kinds.get(kind)
        return frozenset({*(decl.scripts if decl is not None else ()), *ACTING} - known)

    def _below_of(self, kind: str) -> Iterator[Mapping]:
        for document in self.below.of_kind("cards"):
            yield from maps(child(document.root, kind))

    # ---- what was changed

    def _named(self, scenario: Mapping, changed: dict[tuple[str, str], set[str]]) -> tuple[str, ...]:
        """Which of these things a scenario speaks of: by their ids, or of a field of all things of their kind."""
        words = {word for key in SAID for word in _words(scenario.get(key))}
        found = []
        for (kind, name), keys in changed.items():
            decl = self.whole.vocabulary.kinds[kind]
            fields = {key.rpartition(" ")[2] for key in keys} & decl.fields.keys() & words
            if name in words or (fields and words & {kind, decl.plural}):
                found.append(name)
        return tuple(found)

    def _changed_things(self) -> dict[tuple[str, str], set[str]]:
        """The things of the packs below that are not as they are there, each with its keys that are others."""
        before, after = inventory(self.below), inventory(self.whole.source)
        found: dict[tuple[str, str], set[str]] = {}
        for key, thing in before.items():
            now = after.get(key)
            if key[0] in self.whole.vocabulary.kinds and now is not None and said(now) != said(thing):
                found[key] = {name for name, _ in said(now).items() ^ said(thing).items()}
        return found


def said(thing: Thing) -> dict[str, tuple[str, ...]]:
    """What is said about a thing, key by key."""
    return {name: fact.lines for name, fact in thing.facts.items()}


def _words(node: Node | None) -> Iterator[str]:
    """The words below a node, as scripts and picks have them."""
    if isinstance(node, Scalar):
        yield from WORD.findall(node.text)
    elif isinstance(node, Sequence):
        for one in node.items:
            yield from _words(one)
    for _, value in entries(node):
        yield from _words(value)


def _without(item: Mapping, dropped: frozenset[str]) -> Mapping:
    """Return a thing that does less: without some of its scripts, and the words for them."""
    gone = {*dropped, "text"} | ({"effect"} if "when" in dropped and "when" in item else set())
    kept = tuple((key, _parts(key.text, value, gone)) for key, value in item.entries if key.text not in gone)
    return Mapping(item.origin, item.start, item.stop, kept)


def _parts(key: str, value: Node, gone: set[str]) -> Node:
    if key not in PARTS or not isinstance(value, Sequence):
        return value
    parts = [
        Mapping(part.origin, part.start, part.stop, tuple(one for one in part.entries if one[0].text not in gone))
        if isinstance(part, Mapping)
        else part
        for part in value.items
    ]
    return Sequence(value.origin, value.start, value.stop, tuple(parts))


def _away(item: Mapping) -> Mapping:
    """Return a thing that is in no game."""
    kept = tuple(entry for entry in item.entries if entry[0].text != "in_play")
    never = SourceText(item.origin.file, "in_play: no")
    condition = (Scalar(never, 0, 7, "in_play", ""), Scalar(never, 9, 11, "no", ""))
    return Mapping(item.origin, item.start, item.stop, (*kept, condition))
