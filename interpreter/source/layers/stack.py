"""Which packs make a game together: found by what they require, checked against each other, the lowest first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import islice
from pathlib import Path, PurePath

from interpreter.diagnostics import Problems, Span
from interpreter.records import record
from interpreter.source import limits
from interpreter.source.errors import (
    CircleOfPacks,
    ExcludedVersion,
    MissingPack,
    OpenRange,
    OtherGame,
    SamePackTwice,
    TooManyPacks,
)
from interpreter.source.find import installed_packs, shipped_packs
from interpreter.source.gather import Gathered
from interpreter.source.names import MANIFEST
from interpreter.source.one_pack import digest_of, gather_named, gather_pack, gather_path
from interpreter.source.tree import Mapping, Scalar
from interpreter.source.version import is_bounded, is_range, satisfies


@record(frozen=True, slots=True)
class Together:
    """Several packs asked for at once: a pack, and others to play with it."""

    main: str | PurePath
    others: tuple[str | PurePath, ...] = ()


Asked = str | PurePath | Together


@record(frozen=True, slots=True)
class Requirement:
    """A pack that another one stands on, as its manifest says it."""

    name: str
    wanted: str
    span: Span


@record(slots=True)
class Layer:
    """One pack of a stack."""

    id: str
    version: str
    gathered: Gathered
    requires: tuple[Requirement, ...] = ()
    named: bool = True
    above: frozenset[str] = frozenset()
    """Every pack it stands on, also through others."""
    depth: int = 0
    digest: str = ""
    manifest: Mapping | None = None


@record(slots=True)
class Stack:
    """The packs of a game, the lowest first, and what is wrong with having them together."""

    label: str
    layers: list[Layer] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)

    @property
    def tops(self) -> list[Layer]:
        """The packs that no other one stands on."""
        below = {name for layer in self.layers for name in layer.above}
        return [layer for layer in self.layers if layer.id not in below]

    def digest(self) -> str:
        """Hash the content of all files; empty when something is wrong. The same for every order of asking."""
        if self.problems or any(layer.gathered.problems for layer in self.layers):
            return ""
        if len(self.layers) == 1:
            return self.layers[0].digest
        named = [f"{one.id} {one.digest} {one.gathered.where} {one.named}" for one in self.layers]
        return hashlib.sha256("\n".join(named).encode("utf-8", "surrogatepass")).hexdigest()


def find_stack(asked: Asked | Gathered, others: tuple[Gathered, ...] = ()) -> Stack:
    """Find every pack that is needed for those asked for."""
    if isinstance(asked, Together):
        main, others = gather_pack(asked.main), tuple(map(gather_pack, asked.others))
    else:
        main = asked if isinstance(asked, Gathered) else gather_pack(asked)
    stack = Stack(" + ".join(dict.fromkeys([main.where, *sorted(one.where for one in others)])))
    _Finder(stack).run([main, *others])
    return stack


class _Finder:
    """Walks from the packs asked for down to the game they stand on."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.found: dict[str, Layer] = {}
        self._missing = 0

    def run(self, asked: list[Gathered]) -> None:
        for gathered in asked:
            self._add(layer_of(gathered, alone=len(asked) == 1))
        waiting = list(self.found.values())
        while waiting:
            layer = waiting.pop(0)
            for one in layer.requires:
                if one.name not in self.found and len(self.found) + self._missing <= limits.PACKS:
                    below = self._below(layer, one)
                    waiting += [below] if below is not None else []
        self.stack.layers = list(self.found.values())
        if len(self.found) > limits.PACKS:
            self.stack.problems.report(TooManyPacks(Span.start_of(self.stack.label), limits.PACKS))
            return
        self._versions()
        if not self._circle():
            self._order()
            self._one_game()

    def _add(self, layer: Layer) -> None:
        other = self.found.setdefault(layer.id, layer)
        if other.digest != layer.digest:
            first, second = sorted((other.gathered, layer.gathered), key=lambda one: one.where)
            self.stack.problems.report(SamePackTwice(second.span(MANIFEST), layer.id, first.span(MANIFEST)))

    def _below(self, layer: Layer, wanted: Requirement) -> Layer | None:
        """Find a pack by its name: a shipped one, one that lies beside the pack that requires it, or an installed one."""
        near = None if wanted.name in shipped_packs() else _beside(layer.gathered, wanted.name)
        below = layer_of(near) if near is not None else None
        if below is None or below.id != wanted.name:
            named = gather_named(wanted.name)
            below = layer_of(named) if named is not None else below
        if below is None or below.id != wanted.name:
            known = (*shipped_packs(), *installed_packs(), *self.found)
            self._missing += 1  # each is looked for on the disk
            self.stack.problems.report(MissingPack(wanted.span, layer.id, wanted.name, known))
            return None
        below.named = False
        self._add(below)
        return below

    def _versions(self) -> None:
        for layer in self.found.values():
            for one in layer.requires:
                below = self.found.get(one.name)
                if one.name != layer.id and is_range(one.wanted) and not is_bounded(one.wanted):
                    self.stack.problems.report(OpenRange(one.span, one.name, one.wanted))
                if below is not None and below.version and not satisfies(below.version, one.wanted):
                    others = [
                        (other.id, other_one.wanted, other_one.span)
                        for other in sorted(self.found.values(), key=lambda other: other.id)
                        for other_one in other.requires
                        if other_one.name == one.name and other is not layer
                    ]
                    place = below.gathered.span(MANIFEST)
                    self.stack.problems.report(
                        ExcludedVersion(one.span, layer.id, one.name, one.wanted, below.version, place, tuple(others))
                    )

    def _circle(self) -> bool:
        """Report circles of requirements with every edge, each circle once."""
        done: set[str] = set()
        reported = False
        for start in sorted(self.found):
            trail: list[tuple[str, Iterator[Requirement]]] = []
            taken: list[Requirement] = []
            if start not in done:
                trail.append((start, iter(self._edges(start))))
            while trail:
                name, edges = trail[-1]
                edge = next(edges, None)
                if edge is None:
                    done.add(name)
                    trail.pop()
                    taken = taken[: max(len(trail) - 1, 0)]
                elif any(edge.name == one for one, _ in trail):
                    at = next(i for i, (one, _) in enumerate(trail) if one == edge.name)
                    steps = [*taken[at:], edge]
                    self.stack.problems.report(
                        CircleOfPacks(steps[0].span, _drawn(steps), tuple(one.span for one in steps[1:]))
                    )
                    reported = True
                elif edge.name not in done:
                    taken.append(edge)
                    trail.append((edge.name, iter(self._edges(edge.name))))
        return reported

    def _edges(self, name: str) -> list[Requirement]:
        known = [one for one in self.found[name].requires if one.name in self.found]
        # a pack that requires itself is told with its manifest
        return sorted((one for one in known if one.name != name), key=lambda one: one.name)

    def _order(self) -> None:
        """Put what is required before what requires it; beside each other, packs stand by name."""
        waiting = dict(sorted(self.found.items()))
        done: dict[str, Layer] = {}
        while waiting:
            ready = [one for one in waiting.values() if all(e.name in done for e in self._edges(one.id))]
            for layer in ready:
                below = [done[edge.name] for edge in self._edges(layer.id)]
                layer.above = frozenset(one.id for one in below).union(*(one.above for one in below))
                layer.depth = 1 + max((one.depth for one in below), default=-1)
            for layer in ready:
                done[layer.id] = waiting.pop(layer.id)
        self.stack.layers = sorted(done.values(), key=lambda one: (one.depth, one.id))

    def _one_game(self) -> None:
        """Demand that all packs stand on the same game: a pack that requires nothing."""
        games = [one for one in self.stack.layers if not one.requires]
        if any(one.name not in self.found for layer in self.stack.layers for one in layer.requires):
            return  # told already
        for other in games[1:]:
            first = games[0]
            on_first, on_other = self._resting_on(first), self._resting_on(other)
            self.stack.problems.report(
                OtherGame(_place(on_other, other), other.id, on_other.id, first.id, _place(on_first, first))
            )

    def _resting_on(self, game: Layer) -> Layer:
        return next((one for one in self.stack.layers if game.id in one.above), game)


def _place(layer: Layer, game: Layer) -> Span:
    return next((one.span for one in layer.requires if one.name == game.id), layer.gathered.span(MANIFEST))


def _drawn(steps: Iterable[Requirement]) -> tuple[str, ...]:
    names = [one.name for one in steps]
    return (names[-1], *names)


def _beside(gathered: Gathered, name: str) -> Gathered | None:
    if not gathered.place or not Path(gathered.place).is_absolute():
        return None
    around = Path(gathered.place).parent
    label = PurePath(gathered.where).parent
    for entry in (name, f"{name}.zip"):
        found = gather_path(around / entry, (label / entry).as_posix())
        if found is not None:
            return found
    return None


def near_packs(gathered: Gathered) -> set[str]:
    """Name the packs that can be found from a pack: shipped, installed, or in the folder around it."""
    names = {*shipped_packs(), *installed_packs()}
    if gathered.place and Path(gathered.place).is_absolute():
        around = Path(gathered.place).parent
        try:
            entries = list(islice(around.iterdir(), limits.NEIGHBOURS))
        except OSError:
            entries = []
        names |= {one.stem for one in entries if one.suffix == ".zip" or (one / MANIFEST).is_file()}
    return names


def layer_of(gathered: Gathered, *, alone: bool = False) -> Layer:
    """Read what the manifest of a pack says about it and those it requires; `alone`: only if it requires any."""
    content = gathered.files.get(MANIFEST, b"")
    layer = Layer(PurePath(gathered.where).stem, "", gathered, digest=digest_of(gathered.files))
    if alone and b"requires" not in content:
        return layer  # nothing depends on what it is called
    from interpreter.source.compose import Budget  # noqa: PLC0415 - a pack by itself that is known is played without it
    from interpreter.source.documents import read_one  # noqa: PLC0415 - the same

    document, _, _ = read_one(f"{gathered.where}/{MANIFEST}", MANIFEST, content, "pack", Budget())
    root = document.root if document is not None else None
    if isinstance(root, Mapping):
        layer.manifest = root
        layer.id = _text(root.get("id")) or layer.id
        layer.version = _text(root.get("version"))
        layer.requires = tuple(_requirements(root.get("requires")))
    return layer


def _requirements(node: object) -> Iterator[Requirement]:
    for key, value in node.entries if isinstance(node, Mapping) else ():
        if _text(value):
            yield Requirement(key.text, _text(value), key.span)


def _text(node: object) -> str:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""
