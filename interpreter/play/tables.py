"""`table.yaml`: what a pack says about its table in the browser, read and held against what the pack declares.

It is beside the game: nothing in it changes a rule, a saved game does not mind when it changes, and a pack without one
gets a table all the same. Every name in it must be one of the pack; what is left out follows from the model.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as TypingMapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from interpreter.check import errors as err
from interpreter.diagnostics import Problem, Span
from interpreter.play.rulebook import untold
from interpreter.play.table_layers import ADD, conflicts, put_over
from interpreter.play.text import Text, named, same
from interpreter.records import record
from interpreter.source import Mapping, Scalar, Sequence, gather, read_beside_kind
from interpreter.source.errors import PictureUnused
from interpreter.source.names import PICTURES
from interpreter.source.pictures import FOLDER, picture_problems
from interpreter.source.pictures import KEY as PICTURE
from interpreter.source.pictures import named as named_pictures
from interpreter.source.tree import plain

if TYPE_CHECKING:
    from interpreter.check.vocabulary import FieldDecl, KindDecl, VarDecl, Vocabulary
    from interpreter.play.feats import Move
    from interpreter.play.pack import Pack
    from interpreter.source import Node

_HOLE = re.compile(r"\{([^{}]*)\}")
FILE, KIND = "table.yaml", "table"
REGIONS, FIRST, HEADINGS, MOVES = "regions", "first", "headings", "moves"
AREAS = ("board", "mine", "others", "below")
SUPPLY = "supply"
"""Where pieces are that lie nowhere."""
HOLES = ("what", "what:the", "what:nom", "what:dat", "place", "price")
"""What stands in the words of a move: the piece, in a case or behind the word for what it is; where it goes; its price."""
OWN = ("in", "at", "size", "shape", "flow", "columns", "label", "colour", "icon", "picture", "track", "fold", "wide")
"""What is said of a kind or a member itself; any other key under a kind names a member of it."""


@record(slots=True)
class TableHints:
    """What the tables of a pack say together, the highest pack last; what is wrong with them."""

    data: dict[str, Any] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)
    """The pictures that are shown, by the hash of their bytes, which stands in the data in place of their paths."""
    diagnostics: list[Problem] = field(default_factory=list)


def read_table(pack: Pack) -> TableHints:
    """The hints of a pack and of all it stands on, for who draws it; those with mistakes are left out."""
    hints = TableHints()
    stack = gather(pack.where)
    files = {layer.id: layer.gathered.files for layer in stack.layers}
    for owner, document in read_beside_kind(stack, KIND):
        if isinstance(document.root, Mapping):
            found = list(mistakes(document.root, pack.vocabulary))
            found += picture_problems(document, files[owner])
            hints.diagnostics += found
            if not found:
                said = plain(document.root)
                assert isinstance(said, dict)
                _hang(said, files[owner], hints.pictures)
                put_over(hints.data, said)
    return hints


def _hang(said: dict[str, Any], files: TypingMapping[str, bytes], pictures: dict[str, bytes]) -> None:
    """Put the hash of each picture in the place of its path: a path means a file of the pack that names it."""

    def hung(path: str) -> str:
        content = files.get(path, b"")
        name = hashlib.sha256(content).hexdigest()
        pictures[name] = content
        return name

    for kind in said.values():
        picture = kind.get(PICTURE) if isinstance(kind, dict) else None
        if isinstance(picture, str):
            kind[PICTURE] = hung(picture)
        elif isinstance(picture, dict):
            kind[PICTURE] = {of: hung(path) for of, path in picture.items()}


def headings_of(pack: Pack) -> dict[int, Text]:
    """The headings that a pack wants in the log, by the number of what begins; `{n}` counts how often it has."""
    said = read_table(pack).data.get(HEADINGS, {})
    spans = pack.vocabulary.spans()
    return {spans.index(name): _words(words) for name, words in said.items()}


def moves_of(pack: Pack) -> list[Move]:
    """What the log calls moves of pieces, as a pack says it."""
    from interpreter.play.feats import Move  # noqa: PLC0415 - nobody tells what happens while a pack is checked

    said = read_table(pack).data.get(MOVES, {})
    return [
        Move(_words(one["says"]) if one.get("says") else None, one["to"], one.get("from"), one.get("free", False))
        for one in said.values()
    ]


def _words(words: str | dict[str, str]) -> Text:
    return same(words) if isinstance(words, str) else named(words, next(iter(words.values())))


def table_problems(pack: Pack) -> Iterator[Problem]:
    """What is wrong with the tables of a pack: for `rulewright check`."""
    for document in pack.source.of_kind(KIND):
        if isinstance(document.root, Mapping):
            yield from mistakes(document.root, pack.vocabulary)
    if sum(bool(layer.of_kind(KIND)) for layer in pack.source.layers) > 1:
        stack = gather(pack.where)
        above = {layer.id: layer.above for layer in stack.layers}
        yield from conflicts(read_beside_kind(stack, KIND), above)
    own = (pack.source.layers or (pack.source,))[-1]
    shown = {one.text for document in own.of_kind(KIND) for one in named_pictures(document)}
    for path in own.files:
        if path.startswith(FOLDER) and path.lower().endswith(PICTURES) and path not in shown:
            yield PictureUnused(Span.start_of(f"{own.where}/{path}"), path)


def mistakes(root: Mapping, v: Vocabulary) -> Iterator[Problem]:
    """Names that mean nothing."""
    hosts = {decl.name: decl for decl in v.hosts()}
    regions = root.get(REGIONS)
    named = [key.text for key, _ in regions.entries] if isinstance(regions, Mapping) else []
    if isinstance(regions, Mapping):
        yield from _regions(regions, v)
    first = root.get(FIRST)
    if isinstance(first, Scalar):
        yield from _known(first, first.text, (*named, *AREAS), "region")
    headings = root.get(HEADINGS)
    if isinstance(headings, Mapping):
        yield from _keys(headings, tuple(v.spans()), "span")
        yield from untold(headings, v)
    moves = root.get(MOVES)
    if isinstance(moves, Mapping):
        yield from _moves(moves, v)
    for key, value in root.entries:
        if key.text in (REGIONS, FIRST, HEADINGS, MOVES):
            continue
        decl = hosts.get(key.text)
        if decl is None:
            yield err.UnknownName(key.span, key.text, tuple(sorted(hosts)), "kind")
        elif isinstance(value, Mapping):
            yield from _kind(value, decl, v, (*named, *AREAS))


def _moves(moves: Mapping, v: Vocabulary) -> Iterator[Problem]:
    zones = (*(zone.key for decl in v.hosts() for zone in decl.zones.values()), SUPPLY)
    for _, move in moves.entries:
        assert isinstance(move, Mapping)
        for end in (move.get("from"), move.get("to")):
            if isinstance(end, Scalar):
                yield from _known(end, end.text, zones, "zone")
        says = move.get("says")
        if isinstance(says, Mapping):
            yield from untold(says, v)
        for words in says.entries if isinstance(says, Mapping) else ((None, says),):
            if isinstance(words[1], Scalar):
                for hole in _HOLE.findall(words[1].text):
                    yield from _known(words[1], hole, HOLES, "gap")


def _regions(regions: Mapping, v: Vocabulary) -> Iterator[Problem]:
    zones = tuple(v.shared.zones) if v.shared else ()
    places = tuple(decl.name for decl in v.kinds.values() if decl.zones_only and decl.name != "player")
    for _, region in regions.entries:
        group = region.get("group") if isinstance(region, Mapping) else None
        group = group.get(ADD) if isinstance(group, Mapping) else group
        for one in group.items if isinstance(group, Sequence) else ():
            if isinstance(one, Scalar):
                yield from _known(one, one.text, (*zones, *places), "zone or place")


def _kind(said: Mapping, decl: KindDecl, v: Vocabulary, regions: tuple[str, ...]) -> Iterator[Problem]:
    fields, items = tuple(decl.fields), tuple(item.id for item in decl.items)
    for key, value in said.entries:
        if key.text == "in" and isinstance(value, Scalar):
            yield from _known(value, value.text, regions, "region")
        elif key.text == "colour" and decl.name == "player" and isinstance(value, Scalar):
            named = [one.name for one in coloured_by(decl) if one.type.tag == "enum"]
            yield from _known(value, value.text, tuple(named), "var")
        elif key.text in ("label", "colour") and isinstance(value, Scalar):
            yield from _known(value, value.text, fields, "field")
        elif key.text == "at" and isinstance(value, Mapping):
            yield from _keys(value, items, "item")
        elif key.text == "colour" and isinstance(value, Mapping):
            yield from _keys(value, tuple(_enum_values(decl, v)), "value")
        elif key.text in ("icon", PICTURE) and isinstance(value, Mapping):
            yield from _keys(value, (*items, *_enum_values(decl, v)), "item or value")
        elif key.text not in OWN:
            yield from _member(key, value, decl, v)


def _member(key: Scalar, value: Node, decl: KindDecl, v: Vocabulary) -> Iterator[Problem]:
    shown = [one.name for one in v.named_values() if one.of == decl.name and one.show]
    members = (*decl.zones, *decl.vars, *shown, *(one.name for one in decl.fields.values() if one.show))
    if key.text not in members:
        yield err.UnknownName(key.span, key.text, members, f"zone, var, value or shown field of `{decl.name}`")
        return
    var = decl.vars.get(key.text)
    icon = value.get("icon") if isinstance(value, Mapping) else None
    if var is not None and var.each and isinstance(icon, Mapping):
        yield from _keys(icon, tuple(v.enums[var.each].values), "value")


def _keys(said: Mapping, known: tuple[str, ...], what: str) -> Iterator[Problem]:
    for key, _ in said.entries:
        yield from _known(key, key.text, known, what)


def _known(at: Scalar, name: str, known: tuple[str, ...], what: str) -> Iterator[Problem]:
    if name not in known:
        yield err.UnknownName(at.span, name, known, what)


def coloured_by(decl: KindDecl) -> Iterable[FieldDecl | VarDecl]:
    """What may give a thing its colour: a field of a piece, of a player what was chosen."""
    return decl.vars.values() if decl.name == "player" else decl.fields.values()


def _enum_values(decl: KindDecl, v: Vocabulary) -> list[str]:
    enums = [one.type.name for one in coloured_by(decl) if one.type.tag == "enum"]
    return [value for name in enums for value in v.enums[name].values]
