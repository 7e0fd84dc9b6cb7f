"""What one seat is sent of a game: the table as data, the question it has to answer, and nothing else.

Everything comes from `Looker` and `Decision`, which know what a seat may know. One thing more is taken out here: equal
pieces have numbers (`tile#3`), and a number would let a piece be followed through a bag. Pieces of kinds that can be
hidden are therefore numbered anew in every picture, in the order in which they are seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreter.play.foresight import MOST
from interpreter.play.numbering import numbered_options
from interpreter.play.subjects import place_of
from interpreter.play.text import named
from interpreter.play.views import Looker
from interpreter.web.messages import dumped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import KindDecl, VarDecl
    from interpreter.play.game import Decision, Game, Option
    from interpreter.web.openly import Openly

Data = dict[str, Any]
_NUMBER = re.compile(r"#(\d+)")
FORESEEN = 60
"""Of so many options it is worked out what they bring."""


class Renaming:
    """Names of pieces as they are sent, and back."""

    def __init__(self, game: Game) -> None:
        tables = game.machine.layout.tables
        self._hideable = {name for name, table in tables.items() if table.known}
        self._sent: dict[tuple[str, str], str] = {}
        self._count: dict[tuple[str, str], int] = {}
        self._true: dict[tuple[str, str], str] = {}

    def changes(self, kind: str) -> bool:
        """Whether pieces of a kind have other names on the wire."""
        return kind in self._hideable

    def sent(self, kind: str, text: str) -> str:
        """How a piece is called on the wire; what follows its number (a face, pips) stays."""
        found = _NUMBER.search(text) if kind in self._hideable and "#" in text else None
        if found is None:
            return text
        key = (kind, text[: found.end()])
        name = self._sent.get(key)
        if name is None:
            base = (kind, text[: found.start()])
            self._count[base] = self._count.get(base, 0) + 1
            name = self._sent[key] = f"{base[1]}#{self._count[base]}"
            self._true[kind, name] = key[1]
        return name + text[found.end() :]

    def true(self, kind: str, name: str) -> str:
        """What a name on the wire means."""
        return self._true.get((kind, name), name)


class Sight:
    """A game as one seat (None: somebody who watches) sees it now."""

    def __init__(self, game: Game, seat: int | None, openly: Openly) -> None:
        """`openly`: what all see alike."""
        self.game, self.seat = game, seat
        self.renaming = Renaming(game)
        self._look = Looker(game, seat, openly.computed(game.state))
        self._v, self._openly = game.pack.vocabulary, openly
        self._table: str | None = None

    # ---- the table

    def table(self) -> str:
        """Everything that lies openly for this seat, as JSON; made once, and it settles how pieces are called."""
        if self._table is None:
            self._table = self._made()
        return self._table

    def _made(self) -> str:
        look, kinds = self._look, self._v.kinds
        shared = self._thing(self._v.shared, look.thing("shared", 0)) if self._v.shared else {}
        players = [self._read("player", seat) for seat in range(look.layout.people)]
        places = [decl.name for decl in kinds.values() if (decl.zones or decl.grid) and decl.name != "player"]
        places += [decl.name for decl in kinds.values() if decl.name not in places and self._stands(decl)]
        parts = [f'"{name}":{self._places(name)}' for name in places]
        marks = self._marks()
        told = f',"marks":{dumped(marks)}' if marks else ""
        return f'{{"shared":{dumped(shared)},"players":{dumped(players)},"places":{{{",".join(parts)}}}{told}}}'

    def _places(self, kind: str) -> str:
        """All things of a kind; what the seat does not know stands last: its place among them would tell which it is."""
        text = self._openly.text(kind, self._look.s, self._read)
        if text is None:
            things = [self._look.thing(kind, number) for number in range(len(self._look.layout.things[kind]))]
            things.sort(key=lambda thing: thing["id"] is None)
            text = dumped([self._thing(self._v.kinds[kind], one) for one in things])
        return text

    def _read(self, kind: str, number: int) -> Data:
        return self._thing(self._v.kinds[kind], self._look.thing(kind, number))

    @staticmethod
    def _stands(decl: KindDecl) -> bool:
        """Whether things of a kind hold nothing and never move, but change."""
        return decl.zones_only and decl.name != "player" and any(not var.quiet for var in decl.vars.values())

    def _thing(self, decl: KindDecl, thing: Data) -> Data:
        """A thing with all names of pieces as they are sent; what a pack keeps for itself is left out."""
        found = dict(thing)
        if found.get("id") is not None:
            found["id"] = self.renaming.sent(decl.name, found["id"])
        for var in decl.vars.values():
            if var.name in found and var.type.tag == "kind" and isinstance(found[var.name], str):
                found[var.name] = self.renaming.sent(var.type.name, found[var.name])
        for zone in decl.zones.values():
            if zone.quiet:
                found.pop(zone.name, None)
            elif zone.name in found:
                found[zone.name] = self._zone(zone.holds, found[zone.name])
        return found

    def _zone(self, holds: str, pieces: list[str | None]) -> list[str | None] | int:
        """What lies in a zone; a number when nothing of it is seen."""
        if pieces and not any(pieces):
            return len(pieces)
        if not self.renaming.changes(holds):
            return pieces
        return [None if one is None else self.renaming.sent(holds, one) for one in pieces]

    def _marks(self) -> dict[str, Data]:
        """What has changed about pieces that hold nothing: their vars that are not as at the start."""
        found: dict[str, Data] = {}
        for decl in self._v.kinds.values():
            if decl.zones or decl.grid or decl.zones_only:
                continue
            told = [var for var in decl.vars.values() if self._told(decl, var)]
            if told:
                marked = self._changed(decl, told)
                if marked:
                    found[decl.name] = marked
        return found

    @staticmethod
    def _told(decl: KindDecl, var: VarDecl) -> bool:
        return not (var.quiet or var.each or var.name == decl.rolls or var.name.startswith("("))

    def _changed(self, decl: KindDecl, told: list[VarDecl]) -> Data:
        look, layout, marked = self._look, self._look.layout, {}
        cells = [(var, layout.vars[var.key].base, layout.start_value(var)) for var in told]
        for number, thing in enumerate(layout.things[decl.name]):
            changed = [var for var, base, start in cells if look.s[base + number] != start]
            if changed and look.sees(decl.name, number):
                values = {
                    var.name: look.var(decl.name, var.name, number) for var in changed if look.sees_var(var, number)
                }
                if values:
                    marked[self.renaming.sent(decl.name, thing.key)] = values
        return marked

    # ---- the question

    def decision(self, lang: str, *, ahead: bool = True) -> Data | None:
        """The choice this seat has to make; None when it is another's, or nobody's. `ahead`: with what options bring."""
        decision = self.game.decision
        if decision is None or decision.seat != self.seat:
            return None
        return {
            "prompt": decision.prompt.get(lang),
            "form": self._form(),
            "secret": decision.secret,
            "during": decision.during.get(lang) if decision.during is not None else "",
            "about": [{"name": one.name.get(lang), "card": one.card} for one in decision.about],
            "options": self._options(decision, lang, ahead=ahead),
            "closed": self._closed(lang),
        }

    def _closed(self, lang: str) -> list[list[str]]:
        """The actions of a menu that cannot be chosen now, by id and name; who points at a place asks there."""
        pending, names = self.game.pending, self.game.names
        if pending is None or pending.ask.shape != "menu":
            return []
        actions = {action.id: action for action in names.v.actions}
        missing = [actions[label] for value, label in enumerate(pending.ask.labels) if value not in pending.values]
        return [[one.id, named(one.name, one.id).get(lang)] for one in missing if place_of(names, one) is None]

    def ahead(self, lang: str) -> Iterator[Data]:
        """What each option of the choice costs and brings, in their order."""
        decision = self.game.decision
        if decision is None or decision.seat != self.seat:
            return
        alike = decision.options.alike
        if len(alike) > FORESEEN:
            return
        told = _Telling(decision, lang)
        for index, first in enumerate(alike):
            if index == first:
                yield told.ahead(index)

    def _form(self) -> str:
        pending = self.game.pending
        assert pending is not None
        ask = pending.ask
        if ask.values is not None and ask.type is not None:
            return {"number": "amount", "kind": "thing"}.get(ask.type.tag, "word")
        return "menu" if ask.shape == "menu" else "word"

    def key_of(self, option_key: str) -> str:
        """The key of an option as it is sent."""
        kind = self._kind()
        return self.renaming.sent(kind, option_key) if kind else option_key

    def _kind(self) -> str | None:
        pending = self.game.pending
        if pending is None or pending.ask.values is None or pending.ask.type is None:
            return None
        return pending.ask.type.name if pending.ask.type.tag == "kind" else None

    def _options(self, decision: Decision, lang: str, *, ahead: bool) -> list[Data]:
        """The options; pieces that nobody could tell apart are one option, which touches all of them."""
        alike = decision.options.alike
        found: dict[int, Data] = {}
        told = _Telling(decision, lang)
        for index, first in enumerate(alike):
            if index == first:
                found[index] = self._option(decision, index, lang)
                if ahead and len(alike) <= FORESEEN:
                    found[index] |= told.ahead(index)
            elif "touches" in found[first]:
                found[first]["touches"] += self._touches(decision.options[index])
        numbered = numbered_options(decision, lang, list(found))
        if numbered != list(enumerate(found, 1)):  # not counted through: the same numbers as at the terminal
            for number, index in numbered:
                found[index]["as"] = number
        return list(found.values())

    def _touches(self, option: Option) -> list[list[str]]:
        if option.place is not None:
            return [[option.place[0], self.renaming.sent(*option.place)]]
        kind = self._kind()
        touches = option.touches or ((option.key,) if kind == "player" and option.key != "none" else ())
        return [[kind, self.renaming.sent(kind, one)] for one in touches] if kind else []

    def _option(self, decision: Decision, index: int, lang: str) -> Data:
        option = decision.options[index]
        found: Data = {"key": self.key_of(option.key), "label": option.label.get(lang)}
        if option.name is not None:
            name = option.name.get(lang)
            if name != found["label"]:
                found["name"] = name
        touches = self._touches(option)
        if touches:
            found["touches"] = touches
        if option.group is not None:
            found["group"] = option.group.get(lang)
        note = decision.options.note(index)
        if note is not None:
            found["note"] = note.get(lang)
        if option.card is not None:
            found["card"] = option.card
        return found


class _Telling:
    """Tells what options bring, one after another."""

    def __init__(self, decision: Decision, lang: str) -> None:
        self._decision, self._lang = decision, lang

    def ahead(self, index: int) -> Data:
        """What an option costs and what is known to follow: nothing that chance or a secret would tell."""
        ahead, lang = self._decision.options.ahead(index), self._lang
        found: Data = {}
        if ahead.prices:
            found["price"] = [price.text.get(lang) for price in ahead.prices]
        told = self._decision.options.news(index, lang)
        if told:
            found["effect"] = [*told[:MOST], "…"] if len(told) > MOST else told
            own = sum(line in self._decision.options.gains(index, lang) for line in told)
            found |= {"own": own} if own else {}
        if ahead.leads is not None and not told and len(self._decision.options) > 1:
            found["then"] = ahead.leads.get(lang)
        if ahead.idle:
            found["idle"] = True
        return found
