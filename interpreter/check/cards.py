"""The things of each kind: cards/*.yaml, templates unfolded, and the pieces every player simply has."""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from interpreter.check import errors as err
from interpreter.check.reading import entries, items, maps, rules_of, script, text, texts
from interpreter.check.scope import RESERVED
from interpreter.check.statements import is_answer
from interpreter.check.types import Type
from interpreter.check.vocabulary import Face, FieldDecl, Item, KindDecl, Standing, Trigger, Vocabulary
from interpreter.source import Mapping, Scalar, meter
from interpreter.source.scalars import resolve

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic, Span
    from interpreter.source import Node, ScriptSource

MAX_COPIES = 200
_ID = re.compile(r"[a-z][a-z0-9_]*")
AMOUNTS = ("set", "add", "times", "at_least", "at_most")
"""What a standing change does to a value, in the order it is worked out."""
PERMITS = ("forbid", "allow")
"""What it does to an action."""
COMMON = (
    "id",
    "name",
    "count",
    "source",
    "rule",
    "for_each",
    "for_rows",
    "in_play",
    "faces",
    "when",
    "standing",
    "note",
)


class Cards:
    """Fills the `items` of every kind."""

    def __init__(self, vocabulary: Vocabulary, problems: list[Diagnostic]) -> None:
        self.v = vocabulary
        self.problems = problems
        self._named: set[Node] = set()
        self._made_of: dict[str, dict[str, Item]] = {}
        self._items = 0

    def run(self, roots: list[Node]) -> None:
        """Declare all items; references between items are resolved at the end."""
        self._defaults()
        for root in roots:
            for key, value in entries(root):
                decl = self.v.kinds.get(key.text)
                if decl is None:
                    self._report(err.UnknownName(key.span, key.text, tuple(self.v.kinds), "kind"))
                    continue
                for item in maps(value):
                    self._template(decl, item)
        for decl in self.v.kinds.values():
            self._made(decl)
            for made in decl.items:
                self.v.item_ids.setdefault(made.id, []).append(made)
        self._references()

    def _report(self, fact: err._Fact) -> None:
        self.problems.append(fact.diagnostic())

    def _made(self, decl: KindDecl) -> None:
        """Pieces without a card: so many for every player, or a cell for each place of a grid."""
        if decl.per_player > 0 and not decl.items:
            decl.items.append(Item(decl.name, decl.name, decl.per_player, [Face({}, {})], decl.span, owned=True))
        if decl.grid and not decl.items:
            columns, rows = decl.grid
            for row, column in product(range(1, rows + 1), range(1, columns + 1)):
                name = f"{decl.name}_{column}_{row}"
                decl.items.append(Item(name, decl.name, 1, [Face({}, {})], decl.span, owned=bool(decl.per_player)))

    # ---- templates

    def _template(self, decl: KindDecl, node: Mapping) -> None:
        axes = [(key.text, self._axis(value)) for key, value in entries(node.get("for_each"))]
        rows = [{key.text: text(value) for key, value in row.entries} for row in maps(node.get("for_rows"))] or [{}]
        often = len(rows) * prod(len(values) for _, values in axes)
        if often > meter.UNFOLDED.most:
            self._report(err.BeyondLimit(_span(node, "for_each"), meter.UNFOLDED, often, text(node.get("id"))))
            return
        for row in rows:
            for combination in product(*(values for _, values in axes)):
                self._item(decl, node, {**row, **dict(zip((name for name, _ in axes), combination, strict=True))})

    def _axis(self, node: Node) -> list[str]:
        """The values a template runs over: those listed, or all of an enum."""
        if isinstance(node, Scalar):
            if text(node) in self.v.enums:
                return self.v.enums[text(node)].values
            self._report(err.UnknownName(node.span, text(node), tuple(self.v.enums), "enum"))
            return []
        return [text(item) for item in items(node)]

    def _item(self, decl: KindDecl, node: Mapping, holes: dict[str, str]) -> None:
        name = _fill(text(node.get("id")), holes)
        span = _span(node, "id")
        other = self._made_of.setdefault(decl.name, {}).get(name)
        if other is not None:
            self._report(err.Duplicate(span, decl.name, name, other.span))
            return
        self._items += 1
        if self._items > meter.ITEMS.most:
            if self._items == meter.ITEMS.most + 1:
                self._report(err.BeyondLimit(span, meter.ITEMS, self._items))
            return
        if name in RESERVED or is_answer(name):
            self._report(err.ReservedName(span, name, "id", decl.name, picked=is_answer(name)))
        if not _ID.fullmatch(name):
            wanted = "an id of small letters, digits and `_` once its holes are filled"
            self._report(err.BadValue(span, wanted, name))
        self._unknown_fields(decl, node)
        written = _fill(text(node.get("count"), "1"), holes)
        count = int(written) if written.isascii() and written.isdigit() else 0
        if not 1 <= count <= MAX_COPIES:
            self._report(err.BadValue(_span(node, "count"), f"1 to {MAX_COPIES} copies", text(node.get("count"))))
            count = 1
        item = Item(
            name,
            decl.name,
            count,
            self._faces(decl, node, holes, name),
            span,
            owned=bool(decl.per_player),
            source=text(node.get("source")),
            rules=rules_of(node),
        )
        item.places = {name: _span(node, name) for name in decl.fields if name in node}
        item.in_play_source = _script(node.get("in_play"), holes)
        if decl.part_of:
            item.parent = _fill(text(node.get(decl.part_of)), holes)
            item.places[decl.part_of] = _span(node, decl.part_of)
            if not item.parent:
                self._report(err.MissingField(span, name, decl.part_of))
        if "when" in node:
            item.when = Trigger(
                name, _span(node, "when"), _script(node.get("when"), holes), _script(node.get("effect"), holes)
            )
        read = [self._standing(item, one, holes) for one in maps(node.get("standing"))]
        item.standing = [one for one in read if one is not None]
        decl.items.append(item)
        self._made_of[decl.name][name] = item

    def _standing(self, item: Item, node: Mapping, holes: dict[str, str]) -> Standing | None:
        """A change that holds while the item is awake."""
        hows = [how for how in (*AMOUNTS, *PERMITS) if how in node]
        if len(hows) != 1 or ("value" in node) != (hows[0] in AMOUNTS):
            wanted = f"`value` with one of {', '.join(AMOUNTS)}; or one of {', '.join(PERMITS)} with an action"
            self._report(err.BadValue(node.span, wanted, ", ".join(node.keys())))
            return None
        how = hows[0]
        target = node.get("value") if how in AMOUNTS else node.get(how)
        several = item.count > 1 or item.owned
        span = target.span if target is not None else node.span
        made = Standing(item.kind, [item.id], how, _fill(text(target), holes), span, several=several)
        for name, key in (("while", "while"), ("where", "where"), ("amount", how)):
            source = _script(node.get(key), holes) if key not in PERMITS else None
            if source is not None:
                made.scripts[name] = source
        return made

    def _unknown_fields(self, decl: KindDecl, node: Mapping) -> None:
        known = {*COMMON, *decl.fields, *decl.scripts, *([decl.part_of] if decl.part_of else [])}
        if "when" in node:
            known.add("effect")
        for key, _ in node.entries:
            if key.text not in known:
                self._report(err.UnknownField(key.span, decl.name, key.text, tuple(sorted(known))))
        own = {"name", *decl.fields, *decl.scripts}
        for face in maps(node.get("faces")):
            for key, _ in face.entries:
                if key.text not in own:
                    self._report(err.UnknownField(key.span, decl.name, key.text, tuple(sorted(own))))

    # ---- faces

    def _faces(self, decl: KindDecl, node: Mapping, holes: dict[str, str], name: str) -> list[Face]:
        listed = list(maps(node.get("faces"))) or [node] * 1
        if len(listed) > decl.faces:
            wanted = f"at most {decl.faces} face{'s' * (decl.faces > 1)}, as `{decl.name}` has in model.yaml"
            first = listed[decl.faces].entries
            self._report(err.BadValue(first[0][0].span if first else node.span, wanted, str(len(listed))))
        faces = []
        for face in listed:
            called = face.get("name") or node.get("name")
            written = texts(called)
            self._languages(name, called, written)
            own = {lang: _fill(name, self._in_words(holes, lang)) for lang, name in written.items()}
            made = Face(own, {})
            for field in decl.fields.values():
                made.values[field.name] = self._value(
                    field, face.get(field.name) or node.get(field.name), holes, node, name
                )
            for script_name in decl.scripts:
                source = _script(face.get(script_name) or node.get(script_name), holes)
                if source is not None and not (script_name == "effect" and "when" in node):
                    made.sources[script_name] = source
            faces.append(made)
        while len(faces) < decl.faces:
            faces.append(faces[-1])
        return faces

    def _languages(self, name: str, called: Node | None, written: dict[str, str]) -> None:
        """Warn of a name that a language of the pack lacks, once for all that a template makes."""
        if called is None or called in self._named:
            return
        self._named.add(called)
        for lang in self.v.languages:
            if lang not in written:
                self._report(err.MissingName(called.span, name, lang))

    def _in_words(self, holes: dict[str, str], lang: str) -> dict[str, str]:
        """What a hole is called in a language: names are for people, ids are not."""
        words = {}
        for hole, value in holes.items():
            word = self.v.terms.get(lang, {}).get(value, value)
            words[hole] = word.get("one", value) if isinstance(word, dict) else str(word)
        return words

    def _value(self, field: FieldDecl, given: Node | None, holes: dict[str, str], node: Mapping, item: str) -> Any:  # noqa: ANN401
        if given is None:
            if field.required:
                self._report(err.MissingField(_span(node, "id"), item, field.name))
            return self._default(field)
        written = _fill(text(given), holes) if isinstance(given, Scalar) else _shape(given)
        value = given.value if isinstance(given, Scalar) else None
        if holes and isinstance(value, str) and written.isascii() and written.isdigit():
            value = int(written)
        made = self._typed(field.type, value, written)
        if made is None or (field.type.tag == "number" and not _within(field, made)):
            bad = self._bad(field, given.span, written)
            self._report(bad.but(quoted=made is None and self._needs_no_quotes(field.type, given)))
            return self._default(field)
        return made

    def _needs_no_quotes(self, of: Type, given: Node) -> bool:
        """Whether a value is text only because it stands in quotes."""
        if not isinstance(given, Scalar) or given.style not in ("'", '"') or of.tag not in ("number", "truth"):
            return False
        value, refused = resolve(given.text) if given.text else ("", None)
        return refused is None and self._typed(of, value, given.text) is not None

    def _bad(self, field: FieldDecl, span: Span, written: str) -> err.BadValue:
        of = field.type
        if of.tag == "enum":
            return err.BadValue(span, f"a {of.name}", written, tuple(self.v.enums[of.name].values))
        wanted = {"number": "a whole number", "truth": "yes or no"}.get(of.tag, f"the id of a {of.name}")
        if of.tag == "number" and (field.low is not None or field.high is not None):
            wanted = "a whole number" + _range_words(field)
        return err.BadValue(span, wanted, written)

    def _typed(self, of: Type, value: object, written: str) -> Any:  # noqa: ANN401 - number, truth, name
        if of.tag == "number":
            return value if type(value) is int else None
        if of.tag == "truth":
            return int(value) if isinstance(value, bool) else None
        if written == "none":
            return -1
        if of.tag == "enum":
            values = self.v.enums[of.name].values
            return values.index(written) if written in values else None
        return written if isinstance(value, str) else None

    def _defaults(self) -> None:
        """Report defaults that are not of their field's type."""
        for decl in self.v.kinds.values():
            for field in decl.fields.values():
                given = field.default
                if given is not None and given != "none" and self._typed(field.type, given, str(given)) is None:
                    self._report(self._bad(field, field.span, str(given)))

    def _default(self, field: FieldDecl) -> Any:  # noqa: ANN401 - number, truth, name
        if field.default is None or field.default == "none":
            return 0 if field.type.tag in ("number", "truth") else -1
        made = self._typed(field.type, field.default, str(field.default))
        return 0 if made is None else made

    # ---- references between items

    def _references(self) -> None:
        for decl in self.v.kinds.values():
            for item in decl.items:
                if item.parent and decl.part_of and not self._is_item(decl.part_of, item.parent):
                    known = tuple(i.id for i in self.v.kinds[decl.part_of].items)
                    at = item.places.get(decl.part_of, item.span)
                    self._report(err.UnknownName(at, item.parent, known, decl.part_of))
                for field in decl.fields.values():
                    for face in item.faces:
                        self._check_reference(field, face, item)

    def _check_reference(self, field: FieldDecl, face: Face, item: Item) -> None:
        value = face.values.get(field.name)
        if field.type.tag == "kind" and isinstance(value, str) and not self._is_item(field.type.name, value):
            known = tuple(i.id for i in self.v.kinds[field.type.name].items)
            self._report(err.UnknownName(item.places.get(field.name, item.span), value, known, field.type.name))
            face.values[field.name] = -1

    def _is_item(self, of: str, name: str) -> bool:
        return any(item.kind == of for item in self.v.item_ids.get(name, ()))


def _range_words(field: FieldDecl) -> str:
    low = "" if field.low is None else f" from {field.low}"
    return low + ("" if field.high is None else f" up to {field.high}")


def _shape(node: Node) -> str:
    return "a map" if isinstance(node, Mapping) else "a list"


def _within(field: FieldDecl, value: int) -> bool:
    return (field.low is None or value >= field.low) and (field.high is None or value <= field.high)


def _fill(written: str, holes: dict[str, str]) -> str:
    for name, value in holes.items():
        written = written.replace(f"{{{name}}}", value)
    return written


def _script(node: Node | None, holes: dict[str, str]) -> ScriptSource | None:
    source = script(node)
    return source.filled(holes) if source is not None and holes else source


def _span(node: Mapping, key: str) -> Span:
    at = node.get(key)
    return at.span if at is not None else node.span
