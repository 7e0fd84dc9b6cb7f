"""What the packs of a stack write: shared by things in lists (`listed`) and things in maps (`keyed`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import partial

from interpreter.diagnostics import Problems, Span, nearest, one_of
from interpreter.records import record
from interpreter.source import limits
from interpreter.source.errors import (
    AlreadyThere,
    CannotChange,
    NothingToChange,
    WasOtherwise,
)
from interpreter.source.layers.short import as_map
from interpreter.source.layers.things import Things
from interpreter.source.layers.writes import APPENDED, ELEMENT, Path, Write, Writes, same
from interpreter.source.templates import filled
from interpreter.source.tree import Mapping, Node, Scalar, Sequence


@record(frozen=True, slots=True)
class Section:
    """A part of a pack that stands on the same packs: which pack, and what it is above and therefore may change."""

    pack: str
    above: frozenset[str]


@record(slots=True)
class Collected:
    """Everything the packs of a stack say about each other."""

    writes: Writes = field(default_factory=Writes)
    inventions: Writes = field(default_factory=Writes)
    """New things in lists: they stay where they are written, but their ids may clash."""
    problems: Problems = field(default_factory=partial(Problems, most=limits.DIAGNOSTICS_PER_FILE))
    unexpected: Problems = field(default_factory=partial(Problems, most=limits.DIAGNOSTICS_PER_FILE))
    """Errors that keep no game from being made, so that what else is wrong with it can be told as well."""
    removed: dict[str, tuple[str, Span]] = field(default_factory=dict)
    things: Things = field(init=False)

    def __post_init__(self) -> None:
        self.things = Things(self.writes)

    # ---- writing

    def write(self, section: Section, path: Path, op: str, at: Node, value: Node | None = None) -> None:
        """Keep a write."""
        self.writes.add(Write(path, op, section.pack, section.above, at, value))

    def attribute(self, section: Section, thing: Path, rest: Path, at: Scalar, value: Node) -> None:
        """Write a key of a thing, or the keys below it: a map changes single keys, everything else is one value."""
        path = (*thing, *rest)
        now = self.things.current(thing, rest, section.above)
        if isinstance(value, Scalar) and value.value is None:
            self.problems.report(CannotChange(at.span, at.text, "to take it away, name it under `remove`"))
        elif is_guard(value, thing):
            assert isinstance(value, Mapping)
            self._expect(section, thing, at, now, value.get("was"))
            self.write(section, path, "set", at, value.get("is"))
        elif _is_half_a_guard(value) and thing[0] != "text" and not isinstance(now, Mapping):
            self.problems.report(CannotChange(at.span, at.text, "write what it was and what it is: `{was: …, is: …}`"))
        elif thing[0] != "text" and not isinstance(now, Mapping) and (meant := _before_and_after(value)):
            self.problems.report(CannotChange(at.span, at.text, f"write `{{was: {meant[0]}, is: {meant[1]}}}`"))
        elif _is_of_set(value) and not isinstance(now, Mapping):
            assert isinstance(value, Mapping)
            self._elements(section, path, now, value)
        elif isinstance(value, Mapping) and now is not None and as_map(path, now, value.keys()) is not None:
            for key, inner in value.entries:
                self.attribute(section, thing, (*rest, key.text), key, inner)
        else:
            self.write(section, path, "set", at, value)

    def drop(self, section: Section, thing: Path, rest: Path, names: Iterable[Scalar]) -> None:
        """Take away keys of a thing, or elements of a list that is a set; what is not there cannot be taken away."""
        now = self.things.current(thing, rest, section.above)
        for name in names:
            if isinstance(now, Mapping):
                there, known, step = name.text in now, now.keys(), name.text
                there = there or self.writes.last((*thing, *rest, name.text), section.above) is not None
            else:
                known = tuple(one.text for one in scalars(now))
                there, step = name.text in known, f"{ELEMENT}{name.text}"
            if there:
                self.write(section, (*thing, *rest, step), "remove", name)
                self.removed.setdefault(name.text, (section.pack, name.span))
            else:
                self.problems.report(_not_among("key", name, tuple(known)))

    def _elements(self, section: Section, path: Path, now: Node | None, value: Mapping) -> None:
        known = {one.text: one for one in scalars(now)}
        more = value.get("add")
        if more is not None and path[:2] == ("rules", "table"):
            self.write(section, (*path, APPENDED), "set", more, _listed(more))
        elif path[-1] in LISTS_OF_MAPS:
            self._behind(section, path, more)
        else:
            self._single_values(more)
            for one in scalars(more):
                if one.text in known:
                    first = known[one.text].span
                    self.problems.report(
                        AlreadyThere(one.span, "the value", one.text, "a pack below", first, "leave it out")
                    )
                else:
                    self.write(section, (*path, f"{ELEMENT}{one.text}"), "add", one, one)
        for one in scalars(value.get("remove")):
            if one.text in known:
                self.write(section, (*path, f"{ELEMENT}{one.text}"), "remove", one)
                self.removed.setdefault(one.text, (section.pack, one.span))
            else:
                self.problems.report(_not_among("value", one, tuple(known)))

    def _behind(self, section: Section, path: Path, more: Node | None) -> None:
        """Put maps behind those that are in a list; each pack has steps of its own, so packs do not notice each other."""
        for number, one in enumerate(_listed(more).items if more is not None else ()):
            if isinstance(one, Mapping):
                self.write(section, (*path, f"{ELEMENT}\n{section.pack} {number}"), "add", one, one)
            else:
                self.problems.report(
                    CannotChange(one.span, path[-1], "each of what is added is a map, as in the list below")
                )

    def _single_values(self, more: Node | None) -> None:
        for one in more.items if isinstance(more, Sequence) else (more,):
            if one is not None and not isinstance(one, Scalar):
                self.problems.report(
                    CannotChange(one.span, "add", "a list of values takes single values; `{is: …}` sets it anew")
                )

    def _expect(self, section: Section, thing: Path, at: Scalar, now: Node | None, was: Node | None) -> None:
        """Hold what a change expects against what is there."""
        if was is None:
            return
        event = self.things.visible(thing, section.above)
        now = now or self._by_default(thing, at.text, section.above)
        found = _as_filled(now, (event.holes if event is not None else None) or {})
        if not same(now, was) and found != _as_filled(was, {}):
            place = now.span if now is not None else None
            self.unexpected.report(WasOtherwise(was.span, at.text, _as_filled(was, {}), found, place))

    def _by_default(self, thing: Path, key: str, seen: frozenset[str]) -> Node | None:
        """What a field of a card is that it does not write itself."""
        declared = ("model", "kinds", thing[1], "fields", key) if thing[0] == "cards" else ()
        return self.things.current(declared, ("default",), seen) if declared else None

    # ---- things that are not there

    def find(self, section: Section, thing: Path, name: Scalar, doing: str, what: str) -> bool:
        """Say whether a thing is there to be changed; if not, report it with what may be meant."""
        if self.things.visible(thing, section.above) is not None:
            return True
        if doing != "change" and self.writes.is_contested(thing, section.above):
            return True  # packs below are at odds about it, and this one decides
        gone = self.things.latest(thing, section.above)
        if len(self.problems) >= limits.SUGGESTIONS:
            # Looking for what may be meant takes its time, and nobody reads that many suggestions.
            self.problems.report(NothingToChange(name.span, doing, what, name.text, (), None, ""))
            return False
        known = tuple(one.removeprefix(ELEMENT) for one in self.things.siblings(thing[:-1], section.above).known)
        elsewhere = next(
            (
                parent[-1]
                for parent in self.things.names
                if parent[:1] == thing[:1] and parent != thing[:-1] and len(parent) == len(thing) - 1
                if self.things.visible((*parent, thing[-1]), section.above)
            ),
            "",
        )
        place = gone.at.span if gone is not None else None
        self.problems.report(NothingToChange(name.span, doing, what, name.text, known, place, elsewhere))
        return False


LISTS_OF_MAPS = ("faces", "standing")
"""Keys of a thing whose lists hold maps: more of them can be put behind those that are there."""


def is_guard(value: Node, thing: Path) -> bool:
    """Say whether a value is written as what it was and what it is now, or only as what it is as a whole."""
    if not isinstance(value, Mapping):
        return False
    keys = set(value.keys())
    # A term may have a form called `is`; there only the pair is a guard.
    return keys == {"was", "is"} or (keys == {"is"} and thing[0] != "text")


def _is_half_a_guard(value: Node) -> bool:
    return isinstance(value, Mapping) and "was" in value


def _before_and_after(value: Node) -> tuple[str, str] | None:
    """What something was and is, where that is said in other words."""
    for words in (("from", "to"), ("old", "new"), ("before", "after")):
        if isinstance(value, Mapping) and set(value.keys()) == set(words):
            before, after = (value.get(one) for one in words)
            if isinstance(before, Scalar) and isinstance(after, Scalar):
                return before.text, after.text
    return None


def _is_of_set(value: Node) -> bool:
    return isinstance(value, Mapping) and bool(value.keys()) and set(value.keys()) <= {"add", "remove"}


def _not_among(what: str, name: Scalar, known: tuple[str, ...]) -> NothingToChange:
    """Something taken away from a thing that does not have it; what there is, where no slip is near."""
    cure = f"there is {one_of(known)}" if known and nearest(name.text, known) is None else ""
    return NothingToChange(name.span, "remove", what, name.text, known, None, "", cure)


def scalars(node: Node | None) -> Iterator[Scalar]:
    """Yield the values of a list of values; a single one counts as a list of one."""
    if isinstance(node, Scalar) and node.value is not None:
        yield node
    elif isinstance(node, Sequence):
        yield from (one for one in node.items if isinstance(one, Scalar))


def _listed(node: Node) -> Sequence:
    return node if isinstance(node, Sequence) else Sequence(node.origin, node.start, node.stop, (node,))


def _as_filled(node: Node | None, holes: dict[str, str]) -> str:
    if node is None:
        return "nothing"
    if isinstance(node, Scalar):
        return filled(node.text, holes).strip()
    if isinstance(node, Sequence):
        return f"[{', '.join(_as_filled(one, holes) for one in node.items)}]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{key.text}: {_as_filled(value, holes)}" for key, value in node.entries) + "}"
