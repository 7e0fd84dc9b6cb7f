"""What things are called: keys for scenarios and saves, texts for people."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.play.text import Text, french_of, same

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Item, Vocabulary
    from interpreter.code.layout import Layout
    from interpreter.primitives.tables import State

PLAYER = Text("Player {}", "Joueur {}")


class Terms:
    """The words of a pack."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.term = lru_cache(maxsize=None)(self._term)

    def _term(self, name: str, count: int = 1) -> Text:
        """The words for an id, in each language."""
        return Text(self._word(name, "en", count), self._word(name, "fr", count))

    def _word(self, name: str, lang: str, count: int) -> str:
        word = self.v.terms.get(lang, {}).get(name)
        if isinstance(word, dict):
            single = count in ((0, 1) if lang == "fr" else (1,))
            word = word.get("one" if single else "many") or word.get("one")
        return word or name.replace("_", " ")

    def field(self, of: Type, value: int | str) -> Text:
        """What an item says in a field; another item is said by its name."""
        if isinstance(value, str):
            item = next((item for item in self.v.kinds[of.name].items if item.id == value), None)
            name = item.name if item is not None else {}
            english = name.get("en", value.replace("_", " "))
            return Text(english, name.get("fr", english))
        if value < 0 and of.tag in ("kind", "enum"):
            return Text("none", "aucun")
        if of.tag == "enum":
            return self.term(self.v.enums[of.name].values[value])
        if of.tag == "truth":
            return Text("yes", "oui") if value else Text("no", "non")
        return same(str(value))

    def fields(self, item: Item, face: int = 0) -> Text | None:
        """The fields of an item that its kind wants to be shown, like `cost 3, worth 7`."""
        declared = [field for field in self.v.kinds[item.kind].fields.values() if field.show]
        values = item.faces[min(face, len(item.faces) - 1)].values
        shown = [
            (self.term(f.name), self.field(f.type, values[f.name]))
            for f in declared
            if f.required or values[f.name] != (-1 if f.type.tag in ("kind", "enum") else 0)
        ]
        if not shown:
            return None
        return Text(
            ", ".join(f"{word.en} {value.en}" for word, value in shown),
            ", ".join(f"{word.fr} {value.fr}" for word, value in shown),
        )


class Names(Terms):
    """Names of the things of one game."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout.v)
        self.layout = layout
        self.thing = lru_cache(maxsize=None)(self._thing)
        self.zones = layout.zone_addresses()

    def player(self, seat: int) -> Text:
        """A player."""
        if seat < 0:
            return Text("nobody", "personne")
        if seat >= self.layout.seats:
            return self.term(f"neutral_{self.layout.seats}")
        return Text(PLAYER.en.format(seat + 1), PLAYER.fr.format(seat + 1))

    def key(self, of: Type, value: int) -> str:
        """A stable name of a value."""
        if value < 0:
            return "none"
        if of.tag == "kind":
            return self.layout.things[of.name][value].key
        if of.tag == "enum":
            return self.v.enums[of.name].values[value]
        if of.tag == "truth":
            return "yes" if value else "no"
        return str(value)

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
            english = name.get("en") or next(iter(name.values()))
            return Text(english, name.get("fr", english))
        word = self.term(kind)
        if thing.owner < 0:
            return self.place_name(kind, number, word)
        return self._of(word, thing.owner)

    def owned(self, kind: str, number: int, face: int = 0) -> Text:
        """A piece or place with the player it belongs to, also where it has a name of its own."""
        thing, words = self.layout.things[kind][number], self.thing(kind, number, face)
        return self._of(words, thing.owner) if thing.owner >= 0 and thing.item and thing.item.name else words

    def _of(self, words: Text, seat: int) -> Text:
        owner = self.player(seat)
        return Text(f"{words.en} of {owner.en}", f"{words.fr} {french_of(owner.fr)}")

    def is_known(self, kind: str, number: int, state: State, seat: int) -> bool:
        """Whether a seat knows which piece this is; a kind that nothing ever hides is known to all."""
        known = self.layout.tables[kind].known
        return not known or bool(state[known + number] >> seat & 1)

    def zone_owner(self, zone: int) -> int:
        """The player a zone, or the place it lies on, belongs to; -1 for nobody."""
        place, host = self.zones[zone]
        if place.decl.host == "player":
            return host
        return -1 if place.decl.host == "shared" else self.layout.things[place.decl.host][host].owner

    def hidden(self, kind: str, number: int) -> Text:
        """A piece whose identity is not known: its kind, and what can be seen of it all the same."""
        word, item = self.term(kind), self.layout.things[kind][number].item
        seen = [
            self.field(field.type, item.faces[0].values[field.name])
            for field in self.v.kinds[kind].fields.values()
            if field.public and item is not None
        ]
        backs = Text("".join(f" ({t.en})" for t in seen), "".join(f" ({t.fr})" for t in seen))
        return Text(f"a hidden {word.en}{backs.en}", f"{word.fr} non visible{backs.fr}")

    def public_key(self, kind: str, number: int) -> str | None:
        """What everybody can see of a hidden piece, or None when nothing."""
        item = self.layout.things[kind][number].item
        fields = [field for field in self.v.kinds[kind].fields.values() if field.public]
        if item is None or not fields:
            return None
        seen = [(field.type, item.faces[0].values[field.name]) for field in fields]
        return "?" + ",".join(value if isinstance(value, str) else self.key(of, value) for of, value in seen)

    def details(self, kind: str, number: int, face: int = 0) -> Text | None:
        """The fields of a thing that its kind wants to be shown."""
        item = self.layout.things[kind][number].item
        return self.fields(item, face) if item is not None else None

    def place_name(self, kind: str, number: int, word: Text) -> Text:
        """A place without a name: its kind and where it is, in a grid or as part of something."""
        grid = self.v.kinds[kind].grid
        if grid is not None:
            at = f"{number % grid[0] + 1}, {number // grid[0] + 1}"
            return Text(f"{word.en} {at}", f"{word.fr} {at}")
        parents = self.layout.parents.get(kind)
        decl = self.v.kinds[kind]
        key = self.layout.things[kind][number].key
        if parents is None or parents[number] < 0 or decl.part_of is None:
            return Text(f"{word.en} {key}", f"{word.fr} {key}")
        above = self.thing(decl.part_of, parents[number])
        return Text(f"{word.en} {key} ({above.en})", f"{word.fr} {key} ({above.fr})")
