"""The things of each kind: cards/*.yaml, templates unfolded, and the pieces every player simply has."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import entries, maps, own_words, rules_of, script, text, texts
from interpreter.check.scope import RESERVED
from interpreter.check.spoken import asked
from interpreter.check.statements import is_answer
from interpreter.check.types import Type
from interpreter.check.unfold import Unfold
from interpreter.check.vocabulary import Face, FieldDecl, Item, KindDecl, Standing, Trigger, Vocabulary
from interpreter.diagnostics import Problems, nearest, with_article
from interpreter.source import Mapping, Scalar, meter
from interpreter.source.scalars import resolve
from interpreter.syntax.slips import NUMBER_WORDS

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.source import Node

MAX_COPIES = 200
_TRUTHS = {
    **dict.fromkeys(("true", "on", "y", "ja", "oui", "si"), "yes"),
    **dict.fromkeys(("false", "off", "n", "nein", "non", "none"), "no"),
}
"""How other languages, of people and of machines, say yes and no."""
ID = re.compile(r"[a-z][a-z0-9_]*")
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
    "text",
)
WHOLE = ""
"""What words of an item stand for that are not those of one script."""
OF_ITEM = ("when", "standing")
"""What an item may have words for beside the scripts of its faces."""


class Cards:
    """Fills the `items` of every kind."""

    def __init__(self, vocabulary: Vocabulary, problems: Problems) -> None:
        self.v = vocabulary
        self.problems = problems
        self._named: set[Span] = set()
        self._misspelt: set[tuple[Span, str]] = set()
        """Things with a key that may stand for a field, and the field."""
        self._made_of: dict[str, dict[str, Item]] = {}
        self._ids_of: dict[str, tuple[str, ...]] = {}
        self._items = 0

    def run(self, roots: list[Node]) -> None:
        """Declare all items; references between items are resolved at the end."""
        self._defaults()
        self.declare(roots)
        for decl in self.v.kinds.values():
            self._made(decl)
            for made in decl.items:
                self.v.item_ids.setdefault(made.id, []).append(made)
        self.settle()

    def declare(self, roots: list[Node]) -> None:
        """Declare the items of some files."""
        unfold = Unfold(self.v, self.problems.report)
        for root in roots:
            for key, value in entries(root):
                decl = self.v.kinds.get(key.text)
                if decl is None:
                    self.problems.report(err.UnknownName(key.span, key.text, tuple(self.v.kinds), "kind"))
                    continue
                for item in maps(value):
                    for one in unfold.things(item, "id"):
                        self._item(decl, one)

    def settle(self) -> None:
        """Look at all items together: names, ids, and what one says of another."""
        for decl in self.v.kinds.values():
            self._nameless(decl)
        self._same_ids()
        self._references()

    def _made(self, decl: KindDecl) -> None:
        """Pieces without a card: so many for every player, or a cell for each place of a grid."""
        if decl.per_player > 0 and not decl.items:
            decl.items.append(Item(decl.name, decl.name, decl.per_player, [Face({}, {})], decl.span, owned=True))
        if decl.grid and not decl.items:
            columns, rows = decl.grid
            for row, column in product(range(1, rows + 1), range(1, columns + 1)):
                name = f"{decl.name}_{column}_{row}"
                decl.items.append(Item(name, decl.name, 1, [Face({}, {})], decl.span, owned=bool(decl.per_player)))

    def _nameless(self, decl: KindDecl) -> None:
        """Warn of a thing without a name where others of its kind have one, once for all that a template makes."""
        if not any(face.name for item in decl.items for face in item.faces):
            return
        seen: set[Span] = set()
        for item in decl.items:
            if item.span not in seen and not any(face.name for face in item.faces):
                self.problems.report(err.MissingName(item.span, item.id, "", decl.name, asked(self.v, item.span)))
            seen.add(item.span)

    def _same_ids(self) -> None:
        """Warn of things of different kinds that have one id."""
        for name, items in self.v.item_ids.items():
            kinds = tuple(dict.fromkeys(item.kind for item in items))
            if len(kinds) > 1:
                self.problems.report(err.SameId(items[-1].span, name, kinds, items[0].span))

    # ---- items

    def _item(self, decl: KindDecl, node: Mapping) -> None:
        name = text(node.get("id"))
        span = _span(node, "id")
        other = self._made_of.setdefault(decl.name, {}).get(name)
        if other is not None:
            self.problems.report(err.Duplicate(span, decl.name, name, other.span))
            return
        self._items += 1
        if self._items > meter.ITEMS.most:
            if self._items == meter.ITEMS.most + 1:
                self.problems.report(err.BeyondLimit(span, meter.ITEMS, self._items))
            return
        if name in RESERVED or is_answer(name):
            self.problems.report(err.ReservedName(span, name, "id", decl.name, picked=is_answer(name)))
        if not ID.fullmatch(name):
            wanted = "an id of small letters, digits and `_` once its holes are filled"
            self.problems.report(err.BadValue(span, wanted, name))
        self._unknown_fields(decl, node)
        written = text(node.get("count"), "1")
        count = int(written) if written.isascii() and written.isdigit() else 0
        if not 1 <= count <= MAX_COPIES:
            self.problems.report(
                err.BadValue(_span(node, "count"), f"1 to {MAX_COPIES} copies", text(node.get("count")))
            )
            count = 1
        item = Item(
            name,
            decl.name,
            count,
            self._faces(decl, node, name),
            span,
            owned=bool(decl.per_player),
            source=text(node.get("source")),
            rules=rules_of(node),
        )
        item.places = {name: _span(node, name) for name in decl.fields if name in node}
        item.in_play_source = script(node.get("in_play"))
        if decl.part_of:
            item.parent = text(node.get(decl.part_of))
            item.places[decl.part_of] = _span(node, decl.part_of)
            if not item.parent:
                self.problems.report(err.MissingField(span, name, decl.part_of))
        if "when" in node:
            item.when = Trigger(name, _span(node, "when"), script(node.get("when")), script(node.get("effect")))
        read = [self._standing(item, one) for one in maps(node.get("standing"))]
        item.standing = [one for one in read if one is not None]
        self._own_words(item, node)
        decl.items.append(item)
        self._made_of[decl.name][name] = item

    def _own_words(self, item: Item, node: Mapping) -> None:
        """Read the words an item has of its own; those of a script go to each face that has it."""
        listed = list(maps(node.get("faces")))
        for key, words in own_words(node.get("text")).items():
            having = [face for face in item.faces if key in face.sources]
            if key == WHOLE or (key in OF_ITEM and key in node):
                item.words[key] = words
            elif not having:
                self._nothing_to_word(item, node.get("text"), key)
            for face in having:
                face.words[key] = words
        for face, written in zip(item.faces, listed, strict=False):
            for key, words in own_words(written.get("text")).items():
                if key == WHOLE or key in face.sources:
                    face.words[key] = words
                else:
                    self._nothing_to_word(item, written.get("text"), key)

    def _nothing_to_word(self, item: Item, at: Node | None, key: str) -> None:
        known = {name for face in item.faces for name in face.sources}
        known |= {name for name, there in (("when", item.when), ("standing", item.standing)) if there}
        assert isinstance(at, Mapping)
        place = at.key(key)
        assert place is not None
        self.problems.report(err.NothingToWord(place.span, item.id, key, tuple(sorted(known))))

    def _standing(self, item: Item, node: Mapping) -> Standing | None:
        """A change that holds while the item is awake."""
        hows = [how for how in (*AMOUNTS, *PERMITS) if how in node]
        if len(hows) != 1 or ("value" in node) != (hows[0] in AMOUNTS):
            wanted = f"`value` with one of {', '.join(AMOUNTS)}; or one of {', '.join(PERMITS)} with an action"
            cure = "write each of them as a change of its own" if len(hows) > 1 else ""
            cure = cure or ("say what becomes of it, as in `add: 1`" if "value" in node and not hows else "")
            self.problems.report(err.BadValue(node.span, wanted, ", ".join(node.keys()), cure=cure))
            return None
        how = hows[0]
        target = node.get("value") if how in AMOUNTS else node.get(how)
        several = item.count > 1 or item.owned
        span = target.span if target is not None else node.span
        made = Standing(item.kind, [item.id], how, text(target), span, several=several)
        for name, key in (("while", "while"), ("where", "where"), ("amount", how)):
            source = script(node.get(key)) if key not in PERMITS else None
            if source is not None:
                made.scripts[name] = source
        return made

    def _unknown_fields(self, decl: KindDecl, node: Mapping) -> None:
        known = {*COMMON, *decl.fields, *decl.scripts, *([decl.part_of] if decl.part_of else [])}
        if "when" in node:
            known.add("effect")
        for key, _ in node.entries:
            if key.text not in known:
                self._report_unknown(key, decl, known, _span(node, "id"))
        own = {"name", "text", *decl.fields, *decl.scripts}
        for face in maps(node.get("faces")):
            for key, _ in face.entries:
                if key.text not in own:
                    self._report_unknown(key, decl, own, _span(node, "id"))

    def _report_unknown(self, key: Scalar, decl: KindDecl, known: set[str], of: Span) -> None:
        """Tell of a key that nothing knows, once for all that a template makes; what it may mean is not missing, then."""
        near = nearest(key.text, known)
        self._misspelt |= {(of, near)} if near else set()
        if key.span not in self._named:
            self._named.add(key.span)
            self.problems.report(err.UnknownField(key.span, decl.name, key.text, tuple(sorted(known))))

    # ---- faces

    def _faces(self, decl: KindDecl, node: Mapping, name: str) -> list[Face]:
        listed = list(maps(node.get("faces"))) or [node] * 1
        if len(listed) > decl.faces:
            wanted = f"at most {decl.faces} face{'s' * (decl.faces > 1)}, as `{decl.name}` has in model.yaml"
            first = listed[decl.faces].entries
            self.problems.report(err.BadValue(first[0][0].span if first else node.span, wanted, str(len(listed))))
        faces = []
        for face in listed:
            called = face.get("name") or node.get("name")
            written = texts(called)
            self._languages(name, called, written)
            made = Face(written, {})
            for field in decl.fields.values():
                given = face.get(field.name) or node.get(field.name)
                made.values[field.name] = self._value(field, given, node, name)
            for script_name in decl.scripts:
                source = script(face.get(script_name) or node.get(script_name))
                if source is not None and not (script_name == "effect" and "when" in node):
                    made.sources[script_name] = source
            faces.append(made)
        while len(faces) < decl.faces:
            faces.append(faces[-1])
        return faces

    def _languages(self, name: str, called: Node | None, written: dict[str, str]) -> None:
        """Warn of a name that a language of the pack lacks, once for all that a template makes."""
        if called is None or called.span in self._named:
            return
        self._named.add(called.span)
        for lang in asked(self.v, called.span):
            if lang not in written:
                self.problems.report(err.MissingName(called.span, name, lang))

    def _value(self, field: FieldDecl, given: Node | None, node: Mapping, item: str) -> int | str:
        if given is None:
            at = _span(node, "id")
            if field.required and (at, field.name) not in self._misspelt:
                self.problems.report(err.MissingField(at, item, field.name, self._example(field)))
            return self._default(field)
        written = text(given) if isinstance(given, Scalar) else _shape(given)
        value = given.value if isinstance(given, Scalar) else None
        made = self._typed(field.type, value, written)
        if made is None or (isinstance(made, int) and field.type.tag == "number" and not _within(field, made)):
            bad = self._bad(field, given.span, written)
            self.problems.report(bad.but(quoted=made is None and self._needs_no_quotes(field.type, given)))
            return self._default(field)
        return made

    def _example(self, field: FieldDecl) -> str:
        """What a field may hold: some value of its type."""
        if field.type.tag == "number":
            return str(max(field.low or 0, min(1, field.high if field.high is not None else 1)))
        if field.type.tag == "enum":
            return next(iter(self.v.enums[field.type.name].values), "")
        return "yes" if field.type.tag == "truth" else next(iter(self._ids(field.type.name)), "")

    def _needs_no_quotes(self, of: Type, given: Node) -> bool:
        """Whether a value is text only because it stands in quotes."""
        if not isinstance(given, Scalar) or given.style not in ("'", '"') or of.tag not in ("number", "truth"):
            return False
        value, refused = resolve(given.text) if given.text else ("", None)
        return refused is None and self._typed(of, value, given.text) is not None

    def _bad(self, field: FieldDecl, span: Span, written: str) -> err.BadValue:
        of = field.type
        if of.tag == "enum":
            return err.BadValue(span, with_article(of.name), written, tuple(self.v.enums[of.name].values))
        wanted = {"number": "a whole number", "truth": "yes or no"}.get(of.tag, f"the id of {with_article(of.name)}")
        if of.tag == "number" and (field.low is not None or field.high is not None):
            wanted = "a whole number" + _range_words(field)
        said = written.casefold()
        meant = {"number": NUMBER_WORDS.get(said), "truth": _TRUTHS.get(said)}.get(of.tag)
        return err.BadValue(span, wanted, written, cure=f"write `{meant}`" if meant is not None else "")

    def _typed(self, of: Type, value: object, written: str) -> int | str | None:
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
                    self.problems.report(self._bad(field, field.span, str(given)))

    def _default(self, field: FieldDecl) -> int | str:
        if field.default is None or field.default == "none":
            return 0 if field.type.tag in ("number", "truth") else -1
        made = self._typed(field.type, field.default, str(field.default))
        return 0 if made is None else made

    # ---- references between items

    def _references(self) -> None:
        for decl in self.v.kinds.values():
            for item in decl.items:
                if item.parent and decl.part_of and not self._is_item(decl.part_of, item.parent):
                    known = self._ids(decl.part_of)
                    at = item.places.get(decl.part_of, item.span)
                    self.problems.report(err.UnknownName(at, item.parent, known, decl.part_of))
                for field in decl.fields.values():
                    for face in item.faces:
                        self._check_reference(field, face, item)

    def _check_reference(self, field: FieldDecl, face: Face, item: Item) -> None:
        value = face.values.get(field.name)
        if field.type.tag == "kind" and isinstance(value, str) and not self._is_item(field.type.name, value):
            at = item.places.get(field.name, item.span)
            self.problems.report(err.UnknownName(at, value, self._ids(field.type.name), field.type.name))
            face.values[field.name] = -1

    def _ids(self, of: str) -> tuple[str, ...]:
        """The ids of all things of a kind; asked when all are known."""
        if of not in self._ids_of:
            self._ids_of[of] = tuple(item.id for item in self.v.kinds[of].items)
        return self._ids_of[of]

    def _is_item(self, of: str, name: str) -> bool:
        return any(item.kind == of for item in self.v.item_ids.get(name, ()))


def _range_words(field: FieldDecl) -> str:
    low = "" if field.low is None else f" from {field.low}"
    return low + ("" if field.high is None else f" up to {field.high}")


def _shape(node: Node) -> str:
    return "a map" if isinstance(node, Mapping) else "a list"


def _within(field: FieldDecl, value: int) -> bool:
    return (field.low is None or value >= field.low) and (field.high is None or value <= field.high)


def _span(node: Mapping, key: str) -> Span:
    at = node.get(key)
    return at.span if at is not None else node.span
