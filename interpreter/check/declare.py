"""Documents become the vocabulary: what the pack declares, before any script is checked."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check.cards import ID, Cards
from interpreter.check.declared import find_too_much_declared
from interpreter.check.layering import wordless, wrap_routine, wrap_value
from interpreter.check.lost import without_consequences
from interpreter.check.phrases import BadPhrase, Phrase, parse_phrase
from interpreter.check.reading import (
    PHRASED,
    child,
    entries,
    items,
    line,
    maps,
    number,
    rules_of,
    script,
    text,
    texts,
    truth,
)
from interpreter.check.rows import enum_of_rows
from interpreter.check.scope import RESERVED
from interpreter.check.settings import Settings
from interpreter.check.spoken import silent_packs
from interpreter.check.stale_words import stale_words
from interpreter.check.statements import is_answer, primitive_phrases, type_named
from interpreter.check.telling import untold_by_pack, untold_by_rule
from interpreter.check.types import NUMBER, TRUTH, Type
from interpreter.check.unfold import Unfold
from interpreter.check.vocabulary import (
    Achievement,
    Action,
    EnumDecl,
    Event,
    FieldDecl,
    KindDecl,
    Mode,
    OptionDecl,
    Table,
    Trigger,
    ValueDecl,
    VarDecl,
    Verb,
    Vocabulary,
    Watch,
    ZoneDecl,
)
from interpreter.check.wraps import arounds, nested
from interpreter.diagnostics import Problem, Problems, Span, nearest, with_article
from interpreter.languages import LANGUAGES
from interpreter.primitives.grids import DIRECTION, DIRECTIONS
from interpreter.source import Mapping, Scalar, ScriptSource, meter
from interpreter.source.layers.things import RULES
from interpreter.syntax import parse_script, words_of_the_grammar
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.wraps import Around
    from interpreter.source import Node, PackSource

TYPES = ("number", "truth", "player", "shared", "source", "set", "zone", DIRECTION)
"""What types are called, the table where vars and zones are told by their host, and what a file of cards says of itself."""
_NAME = re.compile("[a-z][a-z0-9_]*")
PHRASES = ("verb", "event", "whenever", "when")
"""Rules that begin with a phrase or a script, not with an id."""
ABOUT_BELOW = ("change", "replace", "remove", "face")
"""Words that say of a thing in cards/ what it does to a thing of a pack below, or to which face of it."""


def _in_the_way(phrase: Phrase) -> str:
    """The word of a phrase because of which scripts could not say it as a command: a word of the grammar."""
    if phrase.head in ("do", "announce"):
        return phrase.head
    own = words_of_the_grammar()  # any other word is as good as the next: phrases that differ by these are read once
    said = [str(part) if part in own or not _is_plain(part) else "it" for part in phrase.forms[0]]
    if _is_command(said):
        return ""
    within = (at for at in range(1, len(said)) if said[at] in own and _is_command([*said[:at], "it", *said[at + 1 :]]))
    return next((said[at] for at in within), phrase.head)


def _is_command(words: list[str]) -> bool:
    tree = parse_script(ScriptSource.from_text(" ".join(words)))
    return not isinstance(tree, list) and [type(one) for one in tree.statements] == [t.Command]


def _is_plain(part: object) -> bool:
    """Whether a part of a phrase is a gap, or a word that the grammar takes for a name."""
    return not isinstance(part, str) or _NAME.fullmatch(part) is not None


def _place(node: Node | None) -> Span | None:
    return node.span if node is not None else None


def _turns_down(rows: list[int]) -> bool:
    """Whether numbers rise and fall later: most often one of them is mistyped."""
    steps = [b - a for a, b in pairwise(rows) if a != b]
    return any(step < 0 for step in steps) and any(step > 0 for step in steps)


class Declare:
    """Reads a pack's documents once, in the order enums, kinds, cards, rules."""

    def __init__(self, source: PackSource) -> None:
        self.source = source
        self.v = Vocabulary(digest=source.digest, packs=source.packs)
        self.problems = Problems()
        self.lost: set[str] = set()
        """Names and first words of what is declared in a way that cannot be read."""
        self.roots = [(d.kind, d.path, d.root) for d in source.documents]
        self.refused: set[str] = set()
        self.too_much: list[Problem] = []
        """What there is so much of that nothing else was looked at."""
        self._shapes: dict[tuple[str | None, ...], Verb] = {}
        self._actions: dict[str, Span] = {}
        self._rules = 0

    def run(self) -> Vocabulary:
        """Declare everything; problems are collected beside."""
        manifest = self._root("pack")
        self._manifest(manifest)
        model = self._root("model")
        self.too_much = find_too_much_declared(model)
        if self.too_much:
            return self.v
        self._enums(child(model, "enums"))
        self._kinds(model)
        self._terms()
        self.problems += untold_by_pack(manifest, self.v)
        self.problems += silent_packs(self.v, self.source)
        found = Problems()
        Cards(self.v, found).run([root for of, _, root in self.roots if of == "cards"])
        self.problems += without_consequences(found, self.lost, self.source)
        self._starts()
        self.rules()
        return self.v

    def rules(self) -> None:
        """Declare what the files of rules say."""
        unfold = Unfold(self.v, self.problems.report)
        for of, _, root in self.roots:
            if of == "rules":
                for item in maps(root):
                    self.problems += untold_by_rule(item, self.v)
                    for one in unfold.things(item, next((head for head in RULES if head in item), "")):
                        self._counted_rule(one)

    def _root(self, of: str) -> Node | None:
        return next((root for kind_, _, root in self.roots if kind_ == of), None)

    def _free(self, name: str, span: Span) -> None:
        """Refuse a name that scripts say without anything before it, and that is a word of the language."""
        if name in RESERVED:
            self.problems.report(err.ReservedName(span, name, "name"))

    def _free_key(self, name: str, span: Span, declared: str = "name") -> None:
        """Refuse a name by which something is picked, where picks read it as something else."""
        self._free(name, span)
        if is_answer(name):
            self.problems.report(err.ReservedName(span, name, declared, picked=True))

    def _free_type(self, name: str, span: Span) -> None:
        """Refuse a kind or enum that is called like a type of the engine, or like the table."""
        self._free(name, span)
        if name in TYPES:
            self.problems.report(err.ReservedName(span, name, "name"))

    # ---- pack.yaml

    def _manifest(self, manifest: Node | None) -> None:
        v = self.v
        v.id, v.version = text(child(manifest, "id")), text(child(manifest, "version"))
        v.title = texts(child(manifest, "title"))
        v.ready = text(child(manifest, "ready")) or None
        seats = child(manifest, "players")
        v.players = (number(child(seats, "min"), 1) or 1, number(child(seats, "max"), 1) or 1)
        if v.players[0] > v.players[1] and seats is not None:
            self.problems.report(
                err.BadValue(seats.span, "players with min not above max", f"{v.players[0]} to {v.players[1]}")
            )
        self._not_yet(manifest)
        for key, value in entries(child(manifest, "neutrals")):
            v.neutrals[int(key.text)] = number(value, 0) or 0
        v.rivals = [number(item, 0) or 0 for item in items(child(child(manifest, "result"), "neutrals"))]
        v.lowest_wins = truth(child(child(manifest, "result"), "lowest_wins"))
        asked = [text(item) for item in items(child(manifest, "languages"))]
        self.refused = {one for one in asked if one not in LANGUAGES}  # nothing needs words in these
        v.languages = [one for one in asked if one not in self.refused] or ["en"]
        for key, node in entries(child(manifest, "options")):
            values = [text(item) for item in items(child(node, "values"))] or None
            default = text(child(node, "default")) if values else truth(child(node, "default"))
            v.options[key.text] = OptionDecl(key.text, values, default, texts(child(node, "text")))
            if values:
                v.enums[f"option {key.text}"] = EnumDecl(f"option {key.text}", "", values, key.span)
        for key, node in entries(child(manifest, "modes")):
            v.modes[key.text] = Mode(key.text, texts(child(node, "text")), Settings(v, self.problems.report).read(node))

    def _not_yet(self, manifest: Node | None) -> None:
        """Refuse what would be ignored."""
        for item in items(child(manifest, "languages")):
            if text(item) not in LANGUAGES:
                self.problems.report(err.BadValue(item.span, "a language", text(item), LANGUAGES))

    # ---- model.yaml

    def _enums(self, node: Node | None) -> None:
        for key, value in entries(node):
            plural = f"{key.text}s"
            listed = value
            if isinstance(value, Mapping):
                plural, listed = text(value.get("plural"), plural), value.get("values") or value
            names = [text(item) for item in items(listed)]
            self._free_type(key.text, key.span)
            for named in items(listed):
                self._free_key(text(named), named.span)
            more = {text(one): one.span for one in items(listed) if one.span.file != key.span.file}
            self.v.enums[key.text] = EnumDecl(key.text, plural, names, key.span, more)
            self._plural(plural, key.text, key.span)

    def _plural(self, plural: str, owner: str, span: Span) -> None:
        if plural in self.v.plurals:
            other = self.v.plurals[plural]
            decl = self.v.enums.get(other) or self.v.kinds.get(other)
            if decl is not None:
                self.problems.report(err.Duplicate(span, "name", plural, decl.span))
        if owner != "player":
            self._free(plural, span)
        self.v.plurals[plural] = owner

    def _kinds(self, model: Node | None) -> None:
        declared = child(model, "kinds")
        here = model.span if model is not None else Span("model.yaml", 1, 1, 1, 1)
        self.v.kinds["player"] = KindDecl("player", "players", here, zones_only=True)
        self.v.shared = KindDecl("shared", "", here, zones_only=True)
        for key, node in entries(declared):
            if key.text != "player":
                self._free_type(key.text, key.span)
                self.v.kinds[key.text] = KindDecl(key.text, text(child(node, "plural"), f"{key.text}s"), key.span)
        for decl in self.v.kinds.values():
            self._plural(decl.plural, decl.name, decl.span)
        self._directions(declared)
        self._fill(self.v.shared, child(model, "shared"))
        for key, node in entries(declared):
            self._fill(self.v.kinds[key.text], node)
        held = {zone.holds for decl in (*self.v.kinds.values(), self.v.shared) for zone in decl.zones.values()}
        for decl in self.v.kinds.values():
            decl.zones_only = decl.name not in held
            self._listening(decl, child(child(declared, decl.name), "listens"))

    def _directions(self, declared: Node | None) -> None:
        """A pack with a grid has directions to go on it."""
        boards = [key for key, node in entries(declared) if child(node, "grid") is not None]
        if boards and DIRECTION not in self.v.enums and DIRECTION not in self.v.kinds:
            plural = f"{DIRECTION}s"
            self.v.enums[DIRECTION] = EnumDecl(DIRECTION, plural, list(DIRECTIONS), boards[0].span)
            self._plural(plural, DIRECTION, boards[0].span)

    def _listening(self, decl: KindDecl, node: Node | None) -> None:
        """Cards listen while they lie in a zone of a player that holds them."""
        zones = {zone.name for zone in self.v.kinds["player"].zones.values() if zone.holds == decl.name}
        if node is not None and decl.listens not in zones:
            self.problems.report(
                err.UnknownName(
                    node.span, text(node), tuple(sorted(zones)), f"zone of a player for {with_article(decl.name)}"
                )
            )
            decl.listens = None

    def _fill(self, decl: KindDecl, node: Node | None) -> None:
        for part in ("fields", "scripts"):
            for key, _ in entries(child(node, part)):
                if key.text in ABOUT_BELOW:
                    self.problems.report(err.TakenWord(key.span, key.text))
        for key, value in entries(child(node, "fields")):
            self._free(key.text, key.span)
            self._field(decl, key, value)
        for key, value in entries(child(node, "vars")):
            self._free(key.text, key.span)
            self._var(decl, key, value)
        for key, value in entries(child(node, "zones")):
            self._free(key.text, key.span)
            self._zone(decl, key, value)
        for key, value in entries(child(node, "scripts")):
            decl.script_spans[key.text] = key.span
            decl.scripts[key.text] = text(child(value, "type"), text(value, "effect"))
        names = {key.text for part in ("fields", "vars", "zones") for key, _ in entries(child(node, part))}
        self.lost |= names - {*decl.fields, *decl.vars, *decl.zones}
        decl.faces = number(child(node, "faces"), 1) or 1
        decl.part_of = self._kind_name(child(node, "part_of"))
        per_player = child(node, "per_player")
        decl.per_player = number(per_player, 0) or (-1 if truth(per_player) else 0)
        decl.rolls = text(child(node, "rolls")) or None
        if decl.rolls and decl.rolls not in decl.vars:
            rolls = child(node, "rolls")
            assert rolls is not None
            self.problems.report(err.UnknownName(rolls.span, decl.rolls, tuple(decl.vars), "var"))
        decl.listens = text(child(node, "listens")) or None
        decl.quiet = truth(child(node, "quiet"))
        grid = child(node, "grid")
        if grid is not None:
            decl.grid = (number(child(grid, "columns"), 1) or 1, number(child(grid, "rows"), 1) or 1)

    def _kind_name(self, node: Node | None) -> str | None:
        name = text(node)
        if node is None or not name:
            return None
        if name not in self.v.kinds:
            self.problems.report(err.UnknownName(node.span, name, tuple(self.v.kinds), "kind"))
            return None
        return name

    def _type(self, node: Node | None, default: Type | None = None) -> Type | None:
        if node is None:
            return default
        found = type_named(text(node), self.v)
        if found is None:
            known = ("number", "truth", "player", *self.v.enums, *self.v.kinds)
            self.problems.report(err.UnknownName(node.span, text(node), known, "type"))
        return found

    def _field(self, decl: KindDecl, key: Scalar, node: Node) -> None:
        given = child(node, "type") if isinstance(node, Mapping) else node
        of = self._single(given)
        if of is None:
            return
        default = child(node, "default")
        decl.fields[key.text] = FieldDecl(
            key.text,
            of,
            default.value if isinstance(default, Scalar) else None,
            default is None,
            key.span,
            number(child(node, "min")),
            number(child(node, "max")),
            truth(child(node, "show")),
            truth(child(node, "public")),
            text(child(node, "combine")),
        )

    def _var(self, decl: KindDecl, key: Scalar, node: Node) -> None:
        shape = node if isinstance(node, Mapping) else None
        given = shape.get("type") if shape is not None else (node if text(node) else None)
        of = self._single(given)
        if of is None:
            return
        each = text(child(shape, "each")) or None
        if each and each not in self.v.enums:
            at = child(shape, "each")
            assert at is not None
            self.problems.report(err.UnknownName(at.span, each, tuple(self.v.enums), "enum"))
            each = nearest(each, self.v.enums)  # what is said of it elsewhere is no mistake
            if each is None:
                return
        low, high = number(child(shape, "min")), number(child(shape, "max"))
        if low is None and of == NUMBER and decl.name != "shared":
            low = 0
        start = child(shape, "start")
        first = start.value if isinstance(start, Scalar) else None
        if start is not None:
            self._start(start, of, high)
        var = VarDecl(
            key.text,
            decl.name,
            of,
            each,
            first,
            low,
            high,
            text(child(shape, "resets")) or None,
            text(child(shape, "visible"), "all"),
            key.span,
        )
        var.overflow_source = script(child(shape, "overflow"))
        var.quiet = truth(child(shape, "quiet"))
        var.resets_at = _place(child(shape, "resets"))
        decl.vars[key.text] = var

    def _single(self, given: Node | None) -> Type | None:
        """The type of a field or var: one thing, never a set or zone."""
        of = self._type(given, NUMBER)
        if of is not None and of.tag in ("set", "zone") and given is not None:
            self.problems.report(err.BadValue(given.span, "number, truth, an enum or a kind", text(given)))
            return None
        return of

    def _start(self, node: Node, of: Type, high: int | None) -> None:
        """A start is a value of the var's type; items are looked up when all are known."""
        first = node.value if isinstance(node, Scalar) else None
        if of.tag == "number":
            if type(first) is not int:
                self.problems.report(err.BadValue(node.span, "a whole number", text(node)))
            elif high is not None and first > high:
                self.problems.report(err.BadValue(node.span, f"a start of at most {high}", str(first)))
        elif of.tag == "truth":
            if not isinstance(first, bool):
                self.problems.report(err.BadValue(node.span, "yes or no", text(node)))
        elif of.tag == "enum" and text(node) not in ("none", *self.v.enums[of.name].values):
            self.problems.report(
                err.BadValue(node.span, with_article(of.name), text(node), tuple(self.v.enums[of.name].values))
            )

    def _starts(self) -> None:
        """Report starts that name no item."""
        for decl in self.v.hosts():
            for var in decl.vars.values():
                known = tuple(i.id for i in self.v.kinds[var.type.name].items) if var.type.tag == "kind" else ()
                if var.type.tag == "kind" and var.start not in (None, "none", *known):
                    self.problems.report(err.UnknownName(var.span, str(var.start), known, var.type.name))

    def _zone(self, decl: KindDecl, key: Scalar, node: Node) -> None:
        holds = self._kind_name(child(node, "holds"))
        if holds is None:
            return
        decl.zones[key.text] = ZoneDecl(
            name=key.text,
            host=decl.name,
            holds=holds,
            ordered=truth(child(node, "ordered")),
            capacity=number(child(node, "capacity")),
            visible=text(child(node, "visible"), "all"),
            span=key.span,
            quiet=truth(child(node, "quiet")),
            backs=text(child(node, "backs"), "all"),
            resets=text(child(node, "resets")) or None,
            resets_at=_place(child(node, "resets")),
        )

    # ---- rules/*.yaml

    def _counted_rule(self, item: Mapping) -> None:
        """Read a rule, up to as many as a pack may have."""
        self._rules += 1
        if self._rules <= meter.RULES.most:
            self._rule(item)
        elif self._rules == meter.RULES.most + 1:
            self.problems.report(err.BeyondLimit(item.entries[0][1].span, meter.RULES, self._rules))

    def _rule(self, item: Mapping) -> None:
        """Read an item of the rules: its first key says how."""
        ways: dict[str, Callable[[Mapping], None]] = {
            "verb": self._verb,
            "value": self._value,
            "table": self._table,
            "action": self._action,
            "event": self._event,
            "whenever": self._whenever,
            "when": self._when,
            "achievement": self._achievement,
        }
        assert [*ways] == [*RULES], "every word of RULES in source/layers/things.py, in the same order"
        for what, read in ways.items():
            if what in item:
                if self._called(item, what):
                    read(item)
                return

    def _called(self, item: Mapping, what: str) -> bool:
        """Whether what a rule is called has no holes left."""
        for key in (what, "id", "of", "menu"):
            node = item.get(key)
            if key in PHRASES or not isinstance(node, Scalar) or ID.fullmatch(text(node)):
                continue
            wanted = "an id of small letters, digits and `_` once its holes are filled"
            self.problems.report(err.BadValue(node.span, wanted, text(node)))
            return False
        return True

    def _phrase(self, node: Node) -> Phrase | None:
        """The phrase of a verb or event; where it cannot be read, nobody is told that its first word is unknown."""
        phrase = self._read_phrase(node)
        if phrase is None:
            self.lost |= set(text(node).split()[:1])
        return phrase

    def _read_phrase(self, node: Node) -> Phrase | None:
        try:
            phrase = parse_phrase(text(node))
        except BadPhrase as problem:
            self.problems.report(err.BadPattern(node.span, str(problem)))
            return None
        for param in phrase.params:
            if param.type.startswith("set of "):
                self.problems.report(
                    err.BadPattern(node.span, "a whole set cannot be handed over; use a value with a set")
                )
                return None
            if type_named(param.type, self.v) is None:
                known = ("number", "truth", "player", *self.v.enums, *self.v.kinds)
                self.problems.report(err.UnknownName(node.span, param.type, known, "type"))
                return None
        return phrase

    def _verb(self, item: Mapping) -> None:
        node, effect = item.get("verb"), script(item.get("effect"))
        assert node is not None
        phrase = self._phrase(node)
        if phrase is None or effect is None:
            return
        name = phrase.text
        word = _in_the_way(phrase)
        if word:
            own = f"scripts read `{word} …` as a statement of the engine"
            inside = f"`{word}` is a word of the language; say it with another one"
            self.problems.report(err.BadPattern(node.span, own if word == phrase.head else inside))
            return
        other = next((self._shapes[shape] for shape in phrase.shapes if shape in self._shapes), None)
        if other is not None:
            self.problems.report(err.Duplicate(node.span, "verb", name, other.span))
            return
        if any(p.shapes & phrase.shapes for p in primitive_phrases().values()):
            self.problems.report(err.BadPattern(node.span, "this statement is the engine's own"))
            return
        told = texts(item.get("text"))
        if told and PHRASED in self.v.languages:
            told.setdefault(PHRASED, phrase.said)
        verb = Verb(name, phrase, told, effect, node.span, rules_of(item))
        verb.begins, verb.begins_at = text(item.get("begins")), _place(item.get("begins"))
        self.v.verbs.append(verb)
        verb.source = self._wrapped(item, verb, item.get("text"))
        self._shapes.update(dict.fromkeys(phrase.shapes, verb))

    def _wrapped(self, item: Mapping, like: Verb, said: Node | None = None) -> ScriptSource:
        """Put what packs put around an effect around it; gives the script on the outside. `said` are its words."""
        order = self._order(item, "effect", like.name, value=False)
        self.problems += stale_words(self.v, like, order, said, self.source.owner)
        return wrap_routine(self.v, like, order)

    def _order(self, item: Mapping, key: str, name: str, *, value: bool) -> list[Around]:
        order, problems = nested(arounds(item, key, value=value), f"`{key}` of `{name}`")
        self.problems += problems
        return order

    def _value(self, item: Mapping) -> None:
        node, source = item.get("value"), script(item.get("is"))
        if node is None or source is None:
            return
        of = self._kind_name(item.get("of"))
        if of is None:
            self._free(text(node), node.span)
            self.lost |= {text(node)} if item.get("of") is not None else set()
        params = [(key.text, self._type(value, NUMBER)) for key, value in entries(item.get("with"))]
        typed = [(name, kind_) for name, kind_ in params if kind_ is not None]
        value = ValueDecl(text(node), of, typed, source, node.span, rules_of(item), truth(item.get("show")))
        value.combine = text(item.get("combine"))
        if value.key in self.v.values:
            self.problems.report(err.Duplicate(node.span, "value", value.name, self.v.values[value.key].span))
            return
        value.source = wrap_value(self.v, value, self._order(item, "is", value.name, value=True))
        self.v.values[value.key] = value

    def _table(self, item: Mapping) -> None:
        node, values = item.get("table"), item.get("values")
        assert isinstance(node, Scalar)
        self._free(text(node), node.span)
        by: str | None = None
        if isinstance(values, Mapping):
            enum = enum_of_rows(node, values, self.v, self.problems)
            if enum is None:
                self.lost.add(text(node))
                return
            by = enum.name
            rows = [number(values.get(name), 0) or 0 for name in enum.values]
        else:
            rows = [number(row, 0) or 0 for row in items(values)]
        if text(node) in self.v.tables:
            self.problems.report(err.Duplicate(node.span, "table", text(node), self.v.tables[text(node)].span))
        if by is None and _turns_down(rows):
            self.problems.report(err.UnevenTable(node.span, text(node), tuple(rows)))
        if rows:
            self.v.tables[text(node)] = Table(text(node), by, rows, node.span)

    def _action(self, item: Mapping) -> None:
        node, effect = item.get("action"), script(item.get("effect"))
        if node is None or effect is None:
            return
        if is_answer(text(node)):
            self.problems.report(err.ReservedName(node.span, text(node), "id", picked=True))
        times, limit = self._limit(item.get("limit"))
        must = item.get("must")
        if must is not None and truth(must) and not limit:
            self.problems.report(err.BadValue(must.span, "a `limit` beside `must`, or the duty never ends", text(must)))
        if text(node) in self._actions:
            self.problems.report(err.Duplicate(node.span, "action", text(node), self._actions[text(node)]))
            return
        self._actions[text(node)] = node.span
        action = Action(
            text(node),
            text(item.get("menu")),
            texts(item.get("name")),
            limit,
            times,
            truth(item.get("must")),
            effect,
            node.span,
            rules_of(item),
            script(item.get("requires")),
            why=texts(item.get("why")),
        )
        self.v.actions.append(action)
        like = Verb(action.id, wordless(), action.name, effect, node.span, action.rules, layer=keys.action(action.id))
        action.source = self._wrapped(item, like, item.get("name"))
        if action.requires_source is not None:
            self._wrap_requirement(item, action, action.requires_source)
        if limit:
            var = VarDecl(f"(limit {text(node)})", "player", NUMBER, None, 0, 0, None, limit, "all", node.span)
            self.v.kinds["player"].vars[var.name] = var

    def _wrap_requirement(self, item: Mapping, action: Action, source: ScriptSource) -> None:
        """What was required is a truth of the player who acts."""
        order = self._order(item, "requires", action.id, value=True)
        was = ValueDecl(f"requires {action.id}", "player", [], source, action.span, action.rules, want=TRUTH)
        action.requires_source = wrap_value(self.v, was, order, keys.requirement(action.id))

    def _limit(self, node: Node | None) -> tuple[int, str | None]:
        """`once per turn`, `twice per round`, `3 times per game`: how often in which span."""
        words = text(node).split()
        if node is None or not words:
            return 0, None
        often = {"once": 1, "twice": 2}.get(words[0]) or (
            int(words[0]) if words[0].isascii() and words[0].isdigit() else 0
        )
        if often < 1 or len(words) < 3 or words[-2] != "per":
            self.problems.report(
                err.BadValue(node.span, "a limit like `once per turn` or `3 times per round`", text(node))
            )
            return 0, None
        return often, words[-1]

    def _event(self, item: Mapping) -> None:
        node = item.get("event")
        assert node is not None
        phrase = self._phrase(node)
        if phrase is not None:
            self._free(phrase.head, node.span)
            self.v.events.append(Event(phrase.head, phrase, node.span))

    def _when(self, item: Mapping) -> None:
        node = item.get("when")
        assert node is not None
        number = len(self.v.triggers) + 1
        trigger = Trigger(f"when {number}", node.span, script(node), script(item.get("effect")))
        self.v.triggers.append(trigger)
        if trigger.source is not None:
            trigger.source = self._wrapped(item, self._nameless(trigger, keys.reaction(number), item))

    def _nameless(self, one: Trigger | Watch, key: keys.Key, item: Mapping) -> Verb:
        """A reaction as a verb that nobody can say."""
        assert one.source is not None
        return Verb(one.id, wordless(), {}, one.source, one.span, rules_of(item), layer=key)

    def _whenever(self, item: Mapping) -> None:
        node, effect = script(item.get("whenever")), script(item.get("effect"))
        at = item.get("whenever")
        if node is None or effect is None or at is None:
            return
        for_whom = item.get("for")
        if for_whom is not None and text(for_whom) != "player":
            self.problems.report(
                err.BadValue(for_whom.span, "`player` (or nothing, for a rule of the table)", text(for_whom))
            )
        number = len(self.v.watches) + 1
        watch = Watch(f"whenever {number}", text(item.get("for")) == "player", node, effect, at.span)
        self.v.watches.append(watch)
        watch.source = self._wrapped(item, self._nameless(watch, keys.whenever(number), item))

    def _achievement(self, item: Mapping) -> None:
        """A truth value of the player, so that scripts and scenarios can ask for it, and what it counts for."""
        node, source = item.get("achievement"), script(item.get("is"))
        if node is None or source is None:
            return
        value = ValueDecl(text(node), "player", [], source, node.span, rules_of(item), want=TRUTH)
        if value.key in self.v.values:
            self.problems.report(err.Duplicate(node.span, "value", value.name, self.v.values[value.key].span))
            return
        value.source = wrap_value(self.v, value, self._order(item, "is", value.name, value=True))
        self.v.values[value.key] = value
        settings = Settings(self.v, self.problems.report)
        by = settings.option(item.get("by"))
        self.v.achievements[value.name] = Achievement(
            value.name, texts(item.get("name")), texts(item.get("text")), settings.read(item), by, value
        )

    # ---- text/*.yaml

    def _terms(self) -> None:
        for of, path, root in self.roots:
            if of == "text":
                lang = path.rsplit("/", 1)[-1].removesuffix(".yaml")
                if lang in self.refused:
                    continue
                if lang not in self.v.languages:
                    self.problems.report(err.UndeclaredLanguage(root.span, lang, tuple(self.v.languages)))
                    continue
                terms = {}
                for key, value in entries(child(root, "terms")):
                    terms[key.text] = texts(value) if isinstance(value, Mapping) else line(value)
                    self.v.worded.setdefault(key.text, key.span)
                self.v.terms[lang] = terms
