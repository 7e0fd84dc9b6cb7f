"""A thing as a player at the table may read it: what it is and does, and where it lies if that can be seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.languages import FALLBACK
from interpreter.play.text import colon, folded, said
from interpreter.play.views import Looker

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item
    from interpreter.play.game import Game


class Reader:
    """Reads things of a game for one seat.

    What a card says is no secret: it stands in the pack. Where its copies lie, what lies on them and which face is up is
    told only of those the seat knows, as on the board.
    """

    def __init__(self, game: Game, seat: int | None) -> None:
        self.look = Looker(game, seat)
        self.game, self.layout, self.v = game, game.machine.layout, game.pack.vocabulary

    def names(self) -> list[str]:
        """Everything that can be read, by id and by name."""
        found = {
            thing.key: None for things in self.layout.things.values() for thing in things if thing.item is not None
        }
        for kind in self.v.kinds.values():
            for item in kind.items:
                found |= dict.fromkeys(called(item))
        return list(found)

    def read(self, name: str, lang: str) -> list[str]:
        """What is called so, in lines; nothing when nothing is."""
        wanted = folded(name)
        lines: list[str] = []
        for kind in self.v.kinds.values():
            copies = self._copies(kind.name)
            for item in kind.items:
                numbers = copies.get(id(item), [])
                keys = {self.layout.things[kind.name][number].key for number in numbers}
                if wanted in map(folded, (*keys, *called(item))):
                    lines += [*self._item(item, lang), *self._places(item, numbers, lang)]
        return lines

    def _copies(self, kind: str) -> dict[int, list[int]]:
        """The things of a kind, by the item they are copies of."""
        found: dict[int, list[int]] = {}
        for number, thing in enumerate(self.layout.things[kind]):
            found.setdefault(id(thing.item), []).append(number)
        return found

    def _item(self, item: Item, lang: str) -> list[str]:
        """The names of its faces, its kind, its fields and its text."""
        names, lines = self.game.names, []
        titles = dict.fromkeys(face.name.get(lang) or face.name.get(FALLBACK) or item.id for face in item.faces)
        lines.append(f"{' / '.join(titles)} ({names.term(item.kind).get(lang)} {item.id})")
        fields = [names.fields(item, face) for face in range(len(item.faces))]
        told = [one.get(lang) for one in fields if one is not None]
        told += prose.card_text(self.v, item, lang).splitlines()
        return lines + [f"  {line}" for line in dict.fromkeys(told)]

    def _places(self, item: Item, numbers: list[int], lang: str) -> list[str]:
        decl = self.v.kinds[item.kind]
        if not numbers:
            return [f"  {said('absent').get(lang)}"]
        if decl.zones_only:
            inside = [
                line
                for number in numbers
                for line in (*self.look.thing_lines(decl, number, lang), *self.look.part_lines(decl, number, lang))
            ]
            return [f"  {line}" for line in inside]
        seen = Counter(filter(None, (self._place(item.kind, number, lang) for number in numbers)))
        lines = [f"  → {place}" + (f" ×{count}" if count > 1 else "") for place, count in seen.items()]
        hidden = len(numbers) - seen.total()
        if hidden:
            lines.append("  " + (said("some unseen", count=hidden) if seen else said("unseen")).get(lang))
        return lines

    def _place(self, kind: str, number: int, lang: str) -> str | None:
        """Where a piece lies and what is new about it; None when the seat does not know."""
        if not self.look.sees(kind, number):
            return None
        table = self.layout.tables[kind]
        zone = self.game.state[table.loc + number] if table.loc else 0
        place = self.look.teller.zone_name(zone).get(lang)
        now = self.look.piece_words(kind, number, lang, self.layout.things[kind][number].owner)
        plain = now == self._plain(kind, number, lang) and self.v.kinds[kind].faces == 1
        return place if plain else f"{place}{colon(lang)}{now}"

    def _plain(self, kind: str, number: int, lang: str) -> str:
        """A piece as it is without anything that happened to it."""
        names = self.game.names
        details = names.details(kind, number)
        name = names.thing(kind, number).get(lang)
        return f"{name} ({details.get(lang)})" if details is not None else name


def called(item: Item) -> list[str]:
    """The id of an item and the names of its faces in every language."""
    return [item.id, *(name for face in item.faces for name in face.name.values())]
