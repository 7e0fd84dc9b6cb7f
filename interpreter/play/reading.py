"""A thing as a player at the table may read it: what it is and does, and where it lies if that can be seen."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.languages import in_words
from interpreter.play.text import begins_in, colon, folded, is_called, said, same, spelled
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

    def names(self, lang: str) -> list[str]:
        """Everything that can be read, by id and by name."""
        found = {
            thing.key: None for things in self.layout.things.values() for thing in things if thing.item is not None
        }
        found |= {self.game.names.player(seat).get(lang): None for seat in range(self.layout.people)}
        for kind in self.v.kinds.values():
            for item in kind.items:
                found |= dict.fromkeys(in_words(face.name, lang, item.id) for face in item.faces)
        return list(found)

    def read(self, name: str, lang: str) -> list[str]:
        """What is called so, in lines; nothing when nothing is."""
        lines: list[str] = []
        absent: list[str] = []  # told only where nothing of that name is in the game
        for kind in self.v.kinds.values():
            copies = self._copies(kind.name)
            for item in kind.items:
                numbers = copies.get(id(item), [])
                keys = {self.layout.things[kind.name][number].key for number in numbers}
                if is_called(name, (*keys, *called(item)), lang):
                    told = [*self._item(item, lang), *self._places(item, numbers, lang)]
                    (lines if numbers else absent).extend(told)
        return (
            lines or absent or self._person(name, lang) or self._on_the_table(name, lang) or self._numbered(name, lang)
        )

    def _person(self, name: str, lang: str) -> list[str]:
        """Somebody at the table, with everything there is to see of them."""
        player, lines = self.v.kinds["player"], list[str]()
        for seat in range(self.layout.people):
            words = self.game.names.player(seat)
            if is_called(name, (words.get(lang), words.en), lang):
                lines += [words.get(lang), *(f"  {line}" for line in self.look.thing_lines(player, seat, lang))]
        return lines

    def _on_the_table(self, name: str, lang: str) -> list[str]:
        """A counter or a zone of the table or of the players: what it holds now."""
        hosts = [(self.v.shared, 0)] if self.v.shared else []
        hosts += [(self.v.kinds["player"], seat) for seat in range(self.layout.people)]
        lines = []
        for decl, number in hosts:
            shown = [var.name for var in decl.vars.values() if not (var.quiet or var.name.startswith("("))]
            shown += [zone.name for zone in decl.zones.values() if not zone.quiet]
            inside = [
                line
                for member in shown
                if self._means(name, member, lang)
                for line in self.look.member_lines(decl, member, number, lang)
            ]
            inside += [
                self.look.row_words(var, row, number, lang)
                for var in decl.vars.values()
                if var.each in self.v.enums and not var.quiet and self.look.sees_var(var, number)
                for row, value in enumerate(self.v.enums[var.each].values)
                if self._means(name, value, lang)
            ]
            owner = f"{self.game.names.player(number).get(lang)}{colon(lang)}" if decl is not self.v.shared else ""
            lines += [f"  {owner}{line}" for line in inside]
        return lines

    def _means(self, name: str, member: str, lang: str) -> bool:
        words = [self.game.names.term(member, count) for count in (1, 2)]
        return is_called(name, (member, *(word.get(lang) for word in words), *(word.en for word in words)), lang)

    def like(self, name: str, lang: str) -> list[str]:
        """Who and what has a word in the name that begins so, and is called more than that; by name."""
        people = (self.game.names.player(seat).get(lang) for seat in range(self.layout.people))
        found = {one: None for one in people if begins_in(name, (one,), lang) and not is_called(name, (one,), lang)}
        for kind in self.v.kinds.values():
            copies = self._copies(kind.name)
            for item in kind.items:
                if id(item) not in copies or is_called(name, called(item), lang):
                    continue
                titles = (in_words(face.name, lang, item.id) for face in item.faces)
                found |= {title: None for title in titles if begins_in(name, (title,), lang)}
        return list(found)

    def _numbered(self, name: str, lang: str) -> list[str]:
        """Things whose names go on behind what is wanted, as `Box 3 (oak)` does behind `box` and `box 3`."""
        wanted, lines = spelled(name), []
        for kind in self.v.kinds.values():
            copies = self._copies(kind.name)
            for item in kind.items:
                names = (spelled(one) for face in item.faces for one in face.name.values())
                numbers = copies.get(id(item), [])
                if numbers and any(
                    re.match(rf"{re.escape(wanted)} \d|{re.escape(wanted)}(?<=\d) ", one) for one in names
                ):
                    lines += [*self._item(item, lang)[:1], *self._places(item, numbers, lang)]
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
        titles = dict.fromkeys(in_words(face.name, lang, item.id) for face in item.faces)
        title, word = " / ".join(titles), names.term(item.kind).get(lang)
        lines.append(title if folded(title) == folded(word) else f"{title} ({word} {item.id})")
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
        owners = {self.layout.things[item.kind][number].owner for number in numbers}
        seen = Counter(filter(None, (self._whose(item.kind, number, lang, owners) for number in numbers)))
        where = [place + (f" (×{count})" if count > 1 else "") for place, count in seen.items()]
        lines = [f"  {said('lies', place=same(place)).get(lang)}" for place in where]
        hidden = len(numbers) - seen.total()
        if hidden:
            lines.append("  " + (said("some unseen", count=hidden) if seen else said("unseen")).get(lang))
        return lines

    def _whose(self, kind: str, number: int, lang: str, owners: set[int]) -> str | None:
        """Where a piece lies, with its player where such pieces belong to several and the place does not say it."""
        place, owner = self._place(kind, number, lang), self.layout.things[kind][number].owner
        table = self.layout.tables[kind]
        zone = self.game.state[table.loc + number] if table.loc else 0
        if place is None or len(owners) < 2 or owner < 0 or (zone and self.game.names.zone_owner(zone) == owner):
            return place
        return f"{place} ({self.game.names.player(owner).get(lang)})"

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
