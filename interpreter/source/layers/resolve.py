"""The one way from packs to a game: a stack in, the finished documents out; a pack alone goes the same way.

Whole stack, step by step: what the packs declare in maps; what templates make, with all values of the enums; what is
changed, replaced and removed; then the documents, with what goes around each script beside it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

from interpreter.diagnostics import Diagnostic, Problems, Severity, in_order, in_words
from interpreter.source import limits
from interpreter.source.compose import Budget
from interpreter.source.documents import assemble, unless_known
from interpreter.source.layers.build import Builder
from interpreter.source.layers.collect import Collected, Section
from interpreter.source.layers.game_digest import document_path, game_digest
from interpreter.source.layers.keyed import OWN, Keyed, enum_values
from interpreter.source.layers.listed import Listed, head_of
from interpreter.source.layers.presence import Presence, slips, split
from interpreter.source.layers.stack import Layer, Stack, near_packs
from interpreter.source.layers.things import rule_word
from interpreter.source.layers.writes import Path
from interpreter.source.names import MANIFEST, kind_of
from interpreter.source.one_pack import BESIDE_THE_GAME
from interpreter.source.origins import unsourced
from interpreter.source.shapes import shape_problems
from interpreter.source.tree import Document, Mapping, Node, PackPart, PackSource, Scalar, Sequence

_KEYED = ("pack", "model", "text")
_LISTS = ("cards", "rules")


def resolve(stack: Stack) -> PackSource:
    """Read all packs of a stack and make one game of them; what is wrong comes back as diagnostics."""
    return make_game(stack, read_layers(stack))


def make_game(stack: Stack, sources: list[PackSource]) -> PackSource:
    """Make one game of what was read of each pack, unless something is wrong with that."""
    found = [one for source in sources for one in source.diagnostics] + in_words(stack.problems)
    if any(one.severity is Severity.ERROR for one in found):
        return _together(stack, sources, replace(sources[0], diagnostics=tuple(in_words([]) + found)))
    game = _Resolver(stack, sources).run()
    return _together(stack, sources, replace(game, diagnostics=(*found, *game.diagnostics)))


def read_the_rest(stack: Stack, game: PackSource) -> PackSource:
    """Put beside a game the documents that it is not made of: scenarios, studies, what is said at its table.

    They are about the game as it is played: only those of the packs that were asked for count.
    """
    found, documents, layers, texts = list(game.diagnostics), list(game.documents), list(game.layers), dict(game.texts)
    packs = _Resolver(stack, [])
    left = limits.STACK_NODES - sum(map(_values, stack.layers))
    for number, layer in enumerate(stack.layers):
        if layer.named and not _are_enough(found):
            budget = Budget(min(left, limits.NODES - _values(layer)))
            before = budget.left
            own = assemble(layer.gathered, {path for path in layer.gathered.files if _is_beside(path)}, budget)
            left -= before - max(budget.left, 0)
            found += own.diagnostics
            texts.update(own.texts)
            documents += [one for document in own.documents for one in packs.beside(document, layer)]
            if layers:
                layers[number] = replace(layers[number], documents=(*layers[number].documents, *own.documents))
    told = tuple(in_order([*found, *in_words(packs.slips)]))
    return replace(game, documents=tuple(documents), layers=tuple(layers), texts=texts, diagnostics=told)


def read_some_beside(stack: Stack, files: Container[str]) -> PackSource:
    """Read some of the documents that a game is not made of, without the game: each layer has those of its own."""
    packs = _Resolver(stack, [])
    sources, documents = [], list[Document]()
    for layer in stack.layers:
        own = {path for path in layer.gathered.files if _is_beside(path) and _file(layer, path) in files}
        sources.append(assemble(layer.gathered, own if layer.named else ()))
        documents += [one for document in sources[-1].documents for one in packs.beside(document, layer)]
    found = (*(one for source in sources for one in source.diagnostics), *in_words(packs.slips))
    return replace(_together(stack, sources, replace(sources[0], documents=tuple(documents))), diagnostics=found)


def _file(layer: Layer, path: str) -> str:
    """Give the name of a file in spans."""
    return f"{layer.gathered.where}/{path}"


def read_layers(stack: Stack) -> list[PackSource]:
    """Read what the game is made of, pack by pack."""
    sources = []
    left = limits.STACK_NODES
    found: list[Diagnostic] = []
    for layer in stack.layers:
        budget = Budget(min(left, limits.NODES) if not _are_enough(found) else -1)
        before = max(budget.left, 0)
        made_of = {path for path in layer.gathered.files if not _is_beside(path)}
        sources.append(assemble(layer.gathered, made_of, budget))
        found += sources[-1].diagnostics
        left -= before - max(budget.left, 0)
    return sources


def _are_enough(found: list[Diagnostic]) -> bool:
    """Say whether so much is wrong that nobody reads more: the rest shows once this is mended."""
    return sum(one.severity is Severity.ERROR for one in found) > limits.DIAGNOSTICS


def _is_beside(path: str) -> bool:
    return kind_of(path) in BESIDE_THE_GAME


def _values(layer: Layer) -> int:
    """Tell how many values were read of what the game is made of."""
    return sum(one.values for path, one in layer.gathered.read.items() if not _is_beside(path))


def _together(stack: Stack, sources: list[PackSource], game: PackSource) -> PackSource:
    """Put in what all packs have to say, whatever became of the game."""
    parts = tuple(
        PackPart(
            source.name,
            layer.version or _version(source),
            source.where,
            layer.gathered.place,
            source.digest,
            layer.named,
            tuple(sorted(layer.above)),
            _languages(source),
        )
        for layer, source in zip(stack.layers, sources, strict=True)
    )
    texts = {name: text for source in sources for name, text in source.texts.items()}
    where = game.where if len(sources) == 1 else stack.label
    layers = tuple(sources) if len(sources) > 1 else ()
    ordered = tuple(in_order(game.diagnostics))
    return replace(game, where=where, packs=parts, layers=layers, texts=texts, diagnostics=ordered)


def _version(source: PackSource) -> str:
    given = _declared(source, "version")
    return given.text if isinstance(given, Scalar) else ""


def _languages(source: PackSource) -> tuple[str, ...]:
    given = _declared(source, "languages")
    return tuple(one.text for one in given.items if isinstance(one, Scalar)) if isinstance(given, Sequence) else ()


def _declared(source: PackSource, key: str) -> Node | None:
    root = next((one.root for one in source.documents if one.path == MANIFEST), None)
    return root.get(key) if isinstance(root, Mapping) else None


@dataclass(slots=True)
class _Prepared:
    """An item of a list, with the section of its pack that it stands in."""

    section: Section
    of: str
    item: Mapping


@dataclass(slots=True)
class _List:
    """A document of lists: its items by the kind of thing, empty for rules."""

    document: Document
    layer: Layer
    lowest: bool
    items: list[_Prepared] = field(default_factory=list)
    changed: bool = False


class _Resolver:
    def __init__(self, stack: Stack, sources: list[PackSource]) -> None:
        self.stack, self.sources = stack, sources
        self.packs = frozenset(layer.id for layer in stack.layers)
        self.above = {layer.id: layer.above for layer in stack.layers}
        self.c = Collected()
        self.roots: dict[Path, Mapping] = {}
        """The maps of the lowest pack, by the path of their document."""
        self.paths: dict[Path, str] = {}
        self.lists: list[_List] = []
        self.rest: list[Document] = []
        self.slips = Problems(most=limits.DIAGNOSTICS_PER_FILE)
        """Names of packs that nobody has: they keep no game from being made."""
        self._near: dict[str, frozenset[str]] = {}
        """The packs that can be found from each pack, where one that is not there is waited for."""

    def run(self) -> PackSource:
        """Make the game of what all layers say."""
        for layer, source in zip(self.stack.layers, self.sources, strict=True):
            for document in source.documents:
                self._take(document, layer, lowest=not layer.requires)
        model = Builder(self.c.writes, self.c.things).node(
            ("model",), self.roots.get(("model",)), self.stack.layers[0].id
        )
        builder = Builder(self.c.writes, self.c.things, lambda name: enum_values(model, name))
        self._collect_lists(builder)
        builder.explode()
        self.c.problems += self.c.inventions.settle()
        self.c.problems += self.c.writes.settle()
        base = self.sources[0]
        if not self.c.problems and not self.c.unexpected and not self._is_changed():
            return base
        documents = () if self.c.problems else self._documents(builder)
        several = documents and len(self.sources) > 1
        return replace(
            base,
            name=self._name(),
            documents=tuple(documents) or base.documents,
            diagnostics=tuple(in_words([*self.c.problems, *self.c.unexpected, *self.slips])),
            digest=game_digest(documents, [one.files for one in _by_name(self.sources)]) if several else base.digest,
            removed=self.c.removed,
        )

    def _is_changed(self) -> bool:
        """Say whether the game is anything else than the lowest pack as it is written."""
        return len(self.sources) > 1 or any(one.changed for one in self.lists)

    # ---- taking documents

    def _take(self, document: Document, layer: Layer, *, lowest: bool) -> None:
        root = document.root
        if document.kind in _KEYED:
            path = document_path(document)
            if not isinstance(root, Mapping):
                return
            if lowest:
                self.roots[path] = root
            self.paths.setdefault(path, document.path)
            if path not in self.roots:
                self.roots[path] = Mapping(root.origin, root.start, root.start, ())
                Keyed(self.c, Section(self.stack.layers[0].id, frozenset()), path).run(self.roots[path], lowest=True)
            Keyed(self.c, Section(layer.id, layer.above), path).run(root, lowest=lowest)
        elif document.kind in _LISTS:
            self.lists.append(self._prepared(document, layer, lowest=lowest))
        else:
            self.rest.append(document)

    def _prepared(self, document: Document, layer: Layer, *, lowest: bool) -> _List:
        made = _List(document, layer, lowest)
        for of, item in _items(document.root):
            presence, kept = split(item)
            if (presence.present | presence.absent) - self.packs:
                self._waiting(layer, item, presence)
            if presence.holds(self.packs):
                made.items.append(_Prepared(self._section(layer, presence), of, kept))
            made.changed = made.changed or kept is not item or head_of(item) is not None
        return made

    def _waiting(self, layer: Layer, item: Mapping, presence: Presence) -> None:
        if layer.id not in self._near:  # the folder around it is looked through for this
            self._near[layer.id] = self.packs | near_packs(layer.gathered)
        for one in slips(item, presence, self._near[layer.id]):
            self.slips.report(one)

    def _section(self, layer: Layer, presence: Presence) -> Section:
        if not presence.present:
            return Section(layer.id, layer.above)
        with_them = (self.above[one] | {one} for one in presence.present)
        return Section(layer.id, (layer.above | {layer.id}).union(*with_them))

    def _collect_lists(self, builder: Builder) -> None:
        """Take in the lists of each pack, the lowest first: what it takes away and changes, then what it adds.

        What says something about a pack that stands beside its own comes behind that pack, whatever the two are called.
        """
        at = {layer.id: number for number, layer in enumerate(self.stack.layers)}
        behind: dict[int, list[tuple[_List, _Prepared]]] = {}
        for number, layer in enumerate(self.stack.layers):
            own = [(listed, one) for listed in self.lists if listed.layer is layer for one in listed.items]
            changes = [both for both in own if head_of(both[1].item) is not None]
            for both in changes:
                last = max((at[pack] for pack in both[1].section.above), default=number)
                behind.setdefault(max(last, number), []).append(both)
            later = [both for both in behind.get(number, ()) if both[0].layer is not layer]
            now = [both for both in behind.get(number, ()) if both[0].layer is layer]
            added = [both for both in own if head_of(both[1].item) is None]
            for listed, one in (*now, *added, *later):
                reader = Listed(self.c, one.section, builder.values_of)
                take = reader.add if head_of(one.item) is None else reader.about_below
                take(one.of, one.item, lowest=listed.lowest)

    # ---- making documents

    def _documents(self, builder: Builder) -> list[Document]:
        done: list[Document] = []
        lowest = self.stack.layers[0].id
        keyed = {path: builder.node(path, root, lowest) for path, root in self.roots.items()}
        for path, node in keyed.items():
            if node is None:
                continue
            if self.c.writes.touched(path):
                self._validate(Document(self.paths[path], path[0], node))
            root = self._manifest(node) if path == ("pack",) else _without(node, ("change", "remove"))
            done.append(Document(self.paths[path], path[0], root))
        for listed in self.lists:
            done += self._list(listed, builder)
        done += self.rest
        return done

    def _list(self, listed: _List, builder: Builder) -> list[Document]:
        document = listed.document
        items: list[tuple[str, Mapping]] = []
        changed = []
        for one in listed.items:
            if head_of(one.item) is None:
                path, pack = self._path(one), one.section.pack
                made = list(builder.items(path, one.item, pack))
                items += [(one.of, builder.wrapped(own, built, pack)) for own, built in made]
                changed += [(one.of, built) for _, built in made if built is not one.item]
        if changed:
            self._validate(Document(document.path, document.kind, _grouped(document.root, changed)))
        return [Document(document.path, document.kind, _grouped(document.root, items))] if items else []

    def beside(self, document: Document, layer: Layer) -> list[Document]:
        """Give what is there of a document that the game is not made of: of lists, the items that go with these packs."""
        if not isinstance(document.root, Sequence):
            return [document]
        items = [("", one.item) for one in self._prepared(document, layer, lowest=True).items]
        return [Document(document.path, document.kind, _grouped(document.root, items))] if items else []

    def _path(self, one: _Prepared) -> Path:
        return self.c.things.place(("cards", one.of) if one.of else ("rules", rule_word(one.item) or ""), one.item)

    def _validate(self, document: Document) -> None:
        """Hold what has been changed against its schema: each pack was only asked whether its own part is right."""
        found = [*shape_problems(document), *unsourced([document])]
        self.c.problems += unless_known(found, self.c.problems)

    def _manifest(self, node: Node) -> Node:
        """Give the game the name of the pack on top; several packs on top are named together."""
        if not isinstance(node, Mapping):
            return node
        tops = self.stack.tops
        own = {layer.id: _manifest_of(source) for layer, source in zip(self.stack.layers, self.sources, strict=True)}
        made: dict[str, Node | None] = {}
        if len(tops) == 1 and own[tops[0].id] is not None:
            top = own[tops[0].id]
            made = {key: top.get(key) for key in ("id", "version", "title")} if top is not None else {}
        else:
            made["id"] = _text_at(node.get("id"), self._name())
            made["title"] = _titles([node, *(own[one.id] for one in sorted(tops, key=lambda one: one.id))])
        entries = [
            (key, made.get(key.text) or value)
            for key, value in node.entries
            if key.text not in OWN or key.text in ("id", "version", "title", "engine")
        ]
        return Mapping(node.origin, node.start, node.stop, tuple(entries))

    def _name(self) -> str:
        tops = self.stack.tops
        return "+".join(sorted(layer.id for layer in tops)) if len(self.sources) > 1 else self.sources[0].name


# --- small questions --------------------------------------------------------------------


def _by_name(sources: list[PackSource]) -> list[PackSource]:
    return sorted(sources, key=lambda one: one.name)


def _items(root: Node) -> Iterator[tuple[str, Mapping]]:
    """Yield the items of a document of lists, each with its kind of thing (empty for rules)."""
    if isinstance(root, Sequence):
        yield from (("", item) for item in root.items if isinstance(item, Mapping))
    for key, listed in root.entries if isinstance(root, Mapping) else ():
        yield from (
            (key.text, item) for item in (listed if isinstance(listed, Sequence) else ()) if isinstance(item, Mapping)
        )


def _grouped(root: Node, items: list[tuple[str, Mapping]]) -> Node:
    """Make a document of lists from its items again."""
    if isinstance(root, Sequence):
        return Sequence(root.origin, root.start, root.stop, tuple(item for _, item in items))
    assert isinstance(root, Mapping)
    entries: list[tuple[Scalar, Node]] = []
    for key, listed in root.entries:
        own = tuple(item for of, item in items if of == key.text)
        if own:
            entries.append((key, Sequence(listed.origin, listed.start, listed.stop, own)))
    return Mapping(root.origin, root.start, root.stop, tuple(entries))


def _without(node: Node, keys: tuple[str, ...]) -> Node:
    if not isinstance(node, Mapping) or not any(key in node for key in keys):
        return node
    return Mapping(node.origin, node.start, node.stop, tuple(one for one in node.entries if one[0].text not in keys))


def _manifest_of(source: PackSource) -> Mapping | None:
    root = next((one.root for one in source.documents if one.path == MANIFEST), None)
    return root if isinstance(root, Mapping) else None


def _text_at(at: Node | None, text: str) -> Scalar | None:
    return Scalar(at.origin, at.start, at.stop, text, "") if at is not None else None


def _titles(manifests: list[Mapping | None]) -> Node | None:
    """Join the titles of the game and of the packs on top of it, in each language of the game's own title."""
    written = [one.get("title") for one in dict.fromkeys(manifests) if one is not None]
    first = written[0]
    if first is None:
        return None
    languages = first.keys() if isinstance(first, Mapping) else ("en",)
    entries = []
    for language in languages:
        names = [_in_language(one, language) for one in written if one is not None]
        word = _text_at(first, language)
        name = _text_at(first, " + ".join(names))
        assert word is not None and name is not None
        entries.append((word, name))
    if not isinstance(first, Mapping):
        return entries[0][1]
    return Mapping(first.origin, first.start, first.stop, tuple(entries))


def _in_language(title: Node, language: str) -> str:
    if isinstance(title, Mapping):
        found = title.get(language) or title.get("en") or title.entries[0][1]
        return found.text if isinstance(found, Scalar) else ""
    return title.text if isinstance(title, Scalar) else ""
