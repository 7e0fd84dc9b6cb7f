"""What things are called: keys for scenarios and saves, texts for people."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from interpreter.check.spoken import borrowed
from interpreter.languages import language
from interpreter.play.folding import Unseen
from interpreter.play.text import Cased, Text, joined, named, said, same
from interpreter.primitives.grids import DIRECTION, DIRECTIONS
from interpreter.prose import heading_text, hidden_text, object_text, question_text
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import At, Routine
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import FieldDecl, Item, ValueDecl, VarDecl, Vocabulary
    from interpreter.engine.layout import Layout, ZonePlace
    from interpreter.primitives.tables import KindTable, State


QUESTIONS = 2000
"""So many questions are remembered in words: games of one pack ask the same ones again and again."""


class Terms:
    """The words of a pack."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.term = lru_cache(maxsize=None)(self._term)

    def _term(self, name: str, count: int = 1) -> Text:
        """The words for an id, in each language."""
        return Text(lambda lang: self._word(name, lang, count))

    def _word(self, name: str, lang: str, count: int) -> str:
        word = self.v.terms.get(lang, {}).get(name)
        if word is None and name in DIRECTIONS and DIRECTION in self.v.enums:
            return language(lang).nouns[name].one
        word = word or borrowed(self.v, name, lang)
        if isinstance(word, dict):
            many = language(lang).grammar.plural(count)
            word = word.get("many" if many else "one") or word.get("one")
        return word or name.replace("_", " ")

    def row(self, decl: VarDecl, value: str, count: int = 1) -> Text:
        """A counter of a row goes by its value, and by the row as well where there is another one over the same values."""
        word = self.term(value, count)
        others = self.v.kind(decl.host).vars.values()
        if not any(other.each == decl.each and other.name != decl.name and not other.quiet for other in others):
            return word
        return Text(lambda lang: f"{self._word(decl.name, lang, 2)} ({word.get(lang)})")

    def reason(self, name: str) -> Text:
        """What points are for: the word a term has for the score sheet, or else the term."""

        def tell(lang: str) -> str:
            word = self.v.terms.get(lang, {}).get(name)
            return (word.get("points") if isinstance(word, dict) else None) or self._word(name, lang, 1)

        return Text(tell)

    def field(self, of: Type, value: int | str) -> Text:
        """What an item says in a field; another item is said by its name."""
        if isinstance(value, str):
            item = next((item for item in self.v.kinds[of.name].items if item.id == value), None)
            return named(item.name if item is not None else {}, value.replace("_", " "))
        if value < 0 and of.tag in ("kind", "enum"):
            return said("none")
        if of.tag == "enum":
            return self.term(self.v.enums[of.name].values[value])
        if of.tag == "truth":
            return said("yes" if value else "no")
        return same(str(value))

    def fields(self, item: Item, face: int = 0) -> Text | None:
        """The fields of an item that its kind wants to be shown, like `cost 3, worth 7`."""
        declared = [field for field in self.v.kinds[item.kind].fields.values() if field.show]
        values = item.faces[min(face, len(item.faces) - 1)].values
        shown = [
            self._shown(f, values[f.name])
            for f in declared
            if f.required or values[f.name] != (-1 if f.type.tag in ("kind", "enum") else 0)
        ]
        if not shown:
            return None
        return joined(shown, ", ")

    def _countable(self, field: FieldDecl) -> bool:
        """Whether a thing has so many of it, rather than a level: its word has a plural in every language."""
        words = [terms.get(field.name) for terms in self.v.terms.values()]
        return field.type.tag == "number" and all(isinstance(word, dict) and "many" in word for word in words)

    def _shown(self, field: FieldDecl, value: int | str) -> Text:
        """A field beside a name: its word and its value; what is true is said by its word alone."""
        word = self.term(field.name, value if isinstance(value, int) and self._countable(field) else 1)
        if field.type.tag == "truth" and value:
            return word
        return joined([word, self.field(field.type, value)], " ")


@record(frozen=True, slots=True)
class Looks:
    """What there is to see of the things of a kind: vars, values marked `show` with one parameter at most, zones."""

    vars: list[VarDecl]
    shown: list[ValueDecl]
    zones: list[tuple[str, ZonePlace]]


class Names(Terms):
    """Names of the things of one game."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout.v)
        self.layout = layout
        self.thing = lru_cache(maxsize=None)(self._thing)
        self.object = lru_cache(maxsize=10_000)(self._object)
        self.unseen = lru_cache(maxsize=None)(self._unseen)
        self.backs = lru_cache(maxsize=None)(self._backs)
        self.looks = lru_cache(maxsize=None)(self._looks)
        self.zones_about = lru_cache(maxsize=None)(self._zones_about)
        self._questions: dict[tuple[object, ...], str] = {}
        self.beginning: dict[Key, bool] = {}  # scripts that begin a turn or the like, once somebody has asked
        self.parts: frozenset[str] = frozenset()
        """Spans that are a part of a round or a game: they have a heading, and nothing is put back when they begin."""
        self.sentences: dict[tuple[object, ...], Text | None] = {}
        """What the log has said of events; the same event in another game is told in the same words."""
        self.keys_of = lru_cache(maxsize=None)(self._keys_of)
        self.zones = layout.zone_addresses()

    @cached_property
    def cells(self) -> dict[int, tuple[str, int, int]]:
        """Every cell of a var: its key, its host and its row."""
        found = {}
        for key, place in self.layout.vars.items():
            for host in range(len(self.layout.things[place.decl.host])):
                for row in range(place.width):
                    found[place.base + host * place.width + row] = (key, host, row)
        return found

    @cached_property
    def kinds_by_index(self) -> dict[int, str]:
        """The kinds of pieces by the number they have in the state."""
        return {table.index: table.name for table in self.layout.tables.values()}

    @cached_property
    def hiding_zones(self) -> list[tuple[int, KindTable]]:
        """The zones in which pieces may lie that somebody does not know, each with their table."""
        tables = self.layout.tables
        return [
            (zone, tables[place.decl.holds])
            for zone, (place, _) in self.zones.items()
            if tables[place.decl.holds].known and place.decl.visible != "all"
        ]

    def _zones_about(self, kind: str) -> list[tuple[int, int]]:
        """The zones that hold pieces of a kind or lie on them, each with the cell from which on its pieces are located."""
        tables = self.layout.tables
        return [
            (zone, tables[place.decl.holds].loc)
            for zone, (place, _) in self.zones.items()
            if kind in (place.decl.holds, place.decl.host)
        ]

    def question(self, routine: Routine, at: At, lang: str, known: dict[int, str]) -> str:
        """What the choice at a place of a script asks; the same question in the same words is made once."""
        key = (routine.key, at, lang, *known.items())
        made = self._questions.get(key)
        if made is None:
            made = question_text(self.v, routine, at, lang, known)
            if len(self._questions) >= QUESTIONS:
                self._questions.clear()
            self._questions[key] = made
        return made

    def heading(self, routine: Routine, lang: str) -> str:
        """What a script is, in few words; made once."""
        key = (routine.key, lang)
        if key not in self._questions:
            self._questions[key] = heading_text(self.v, routine, lang)
        return self._questions[key]

    def _looks(self, kind: str) -> Looks:
        """What there is to see of the things of a kind."""
        decl = self.v.kind(kind)
        shown = [v for v in self.v.values.values() if v.show and v.of == kind and len(v.params) <= 1]
        return Looks(
            [var for var in decl.vars.values() if not var.name.startswith("(") and not var.quiet],
            shown,
            [(zone.name, self.layout.zones[zone.key]) for zone in decl.zones.values()],
        )

    def player(self, seat: int) -> Text:
        """A player."""
        if seat < 0:
            return said("nobody")
        if seat >= self.layout.seats:
            return self.term(self.neutral)
        return said("player", number=seat + 1)

    @property
    def neutral(self) -> str:
        """The id of the term for the neutral player of a game with so many players."""
        return f"neutral_{self.layout.seats}"

    def key(self, of: Type, value: int) -> str:
        """A stable name of a value."""
        if value < 0 and of.tag in ("kind", "enum"):
            return "none"
        if of.tag == "kind":
            return self.layout.things[of.name][value].key
        if of.tag == "enum":
            return self.v.enums[of.name].values[value]
        if of.tag == "truth":
            return "yes" if value else "no"
        return str(value)

    def _keys_of(self, of: Type) -> list[str]:
        """The keys of all values of a type of which there are so many: things of a kind, or words."""
        if of.tag == "enum":
            return list(self.v.enums[of.name].values)
        return [thing.key for thing in self.layout.things.get(of.name, ())]

    def value(self, of: Type, value: int) -> Text:
        """A value for people."""
        if of.tag == "kind" and of.name == "player":
            return self.player(value)
        if of.tag == "kind" and value >= 0:
            return self.thing(of.name, value)
        return self.field(of, value)

    def _thing(self, kind: str, number: int, face: int = 0) -> Text:
        """A piece or place; one without a name of its own is called by its kind and owner."""
        thing = self.layout.things[kind][number]
        name = thing.item.faces[min(face, len(thing.item.faces) - 1)].name if thing.item else {}
        if name:
            return named(name, next(iter(name.values())))
        word = self.term(kind)
        if thing.owner >= 0 and self.v.kinds[kind].grid is None:
            return self._of(word, thing.owner)
        place = self.place_name(kind, number, word)
        return self._of(place, thing.owner) if thing.owner >= 0 else place

    def place(self, kind: str, number: int) -> Text:
        """A place of a board without its owner: by its own name, or by where it is."""
        thing = self.layout.things[kind][number]
        has_name = thing.item is not None and thing.item.name
        return self.thing(kind, number) if has_name else self.place_name(kind, number, self.term(kind))

    def owned(self, kind: str, number: int, face: int = 0) -> Text:
        """A piece or place with the player it belongs to, also where it has a name of its own."""
        thing, words = self.layout.things[kind][number], self.thing(kind, number, face)
        return self._of(words, thing.owner) if thing.owner >= 0 and thing.item and thing.item.name else words

    def _of(self, words: Text, seat: int) -> Text:
        return said("of", words=words, owner=self.player(seat))

    def as_object(self, kind: str, name: Text) -> Text:
        """A thing as it stands behind a verb: with an article where it is called by a common word."""

        def tell(lang: str, case: str) -> str:
            return name.get(lang) if case == "nom" else self.object(kind, name.get(lang), lang, case)

        return Cased(tell)

    def _object(self, kind: str, name: str, lang: str, case: str) -> str:
        return object_text(self.v, kind, name, lang, case)

    def is_known(self, kind: str, number: int, state: State, seat: int) -> bool:
        """Whether a seat knows which piece this is; a kind that nothing ever hides is known to all."""
        known = self.layout.tables[kind].known
        return not known or bool(state[known + number] >> seat & 1)

    def zone_owner(self, zone: int) -> int:
        """The player a zone, or the place it lies on, belongs to; -1 for nobody."""
        place, host = self.zones[zone]
        return self.host_owner(place.decl.host, host)

    def host_owner(self, kind: str, number: int) -> int:
        """The player a thing is or belongs to; -1 for nobody."""
        if kind == "player":
            return number
        return -1 if kind == "shared" else self.layout.things[kind][number].owner

    def hidden(self, kind: str, number: int) -> Text:
        """A piece whose identity is not known: its kind, and what can be seen of it all the same."""
        item = self.layout.things[kind][number].item
        seen = [
            self.field(field.type, item.faces[0].values[field.name])
            for field in self.v.kinds[kind].fields.values()
            if field.public and item is not None
        ]

        def tell(count: int, lang: str, case: str) -> str:
            return self.unseen(kind, count, lang, case) + "".join(f" ({text.get(lang)})" for text in seen)

        return Unseen(tell)

    def _unseen(self, kind: str, count: int, lang: str, case: str) -> str:
        return hidden_text(self.v, kind, count, lang, case)

    def shows_backs(self, kind: str) -> bool:
        """Whether something can be seen of such a piece that is not known, so that its back says which one is meant."""
        return any(field.public for field in self.v.kinds[kind].fields.values())

    def public_key(self, kind: str, number: int) -> str | None:
        """What everybody can see of a hidden piece, or None when nothing."""
        item = self.layout.things[kind][number].item
        fields = [field for field in self.v.kinds[kind].fields.values() if field.public]
        if item is None or not fields:
            return None
        seen = [(field.type, item.faces[0].values[field.name]) for field in fields]
        return "?" + ",".join(value if isinstance(value, str) else self.key(of, value) for of, value in seen)

    def _backs(self, kind: str) -> list[str | None]:
        """What everybody can see of each hidden piece of a kind."""
        return [self.public_key(kind, number) for number in range(len(self.layout.things[kind]))]

    def details(self, kind: str, number: int, face: int = 0) -> Text | None:
        """The fields of a thing that its kind wants to be shown."""
        item = self.layout.things[kind][number].item
        return self.fields(item, face) if item is not None else None

    def place_name(self, kind: str, number: int, word: Text) -> Text:
        """A place without a name: its kind and where it is, in a grid or as part of something."""
        grid = self.v.kinds[kind].grid
        if grid is not None:
            at = f"{number % grid[0] + 1}/{number // grid[0] % grid[1] + 1}"  # no comma: places are listed
            return joined([word, same(at)], " ")
        parents = self.layout.parents.get(kind)
        decl = self.v.kinds[kind]
        key = self.layout.things[kind][number].key
        if parents is None or parents[number] < 0 or decl.part_of is None:
            return joined([word, same(key)], " ")
        above = self.thing(decl.part_of, parents[number])
        return Text(lambda lang: f"{word.get(lang)} {key} ({above.get(lang)})")
