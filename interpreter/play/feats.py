"""What players do, in the words of their pack: `moves` of its table.yaml, and what was paid for each.

Everything that happens has a sentence of the engine's own; these say what it means: a card that goes from the row
to a hand was hired.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.brief import Brief
from interpreter.play.folding import Alike
from interpreter.play.tables import SUPPLY
from interpreter.play.text import Text, in_case, logged
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.machine import Machine
    from interpreter.play.log import Event, Masks
    from interpreter.play.names import Names

_WHAT = re.compile(r"\{what(?::(the|nom|dat))?\}")
"""Where the piece of a move stands in its words: in a case, or (`{what:the}`) behind the word for what it is."""
OBJECT = "akk"
"""The case of what something is done with."""
PRICE = "{price}"
"""Where a price stands in the words of a move; else behind them. Of a German verb a part stands there."""
MOVING = frozenset(event for event, teller in Brief.TELLERS.items() if teller.__name__ in ("_move", "_draw"))
"""The events of a piece that comes to lie elsewhere."""
FARTHEST = 40
"""So many events before a feat are looked through for what was paid; nobody pays longer for one thing."""


@record(frozen=True, slots=True)
class Move:
    """What a move from one zone (None: from anywhere) to another is called; without words it is not told."""

    words: Text | None
    to: str
    source: str | None = None
    free: bool = False
    """Nothing is ever paid for it: what was paid before it is for what comes next."""


class Feats(Brief):
    """Tells events under a heading; moves that the pack has words for in these."""

    def __init__(self, machine: Machine, names: Names, moves: Iterable[Move]) -> None:
        super().__init__(machine, names)
        self.moves: Mapping[tuple[str | None, str], Move] = {(one.source, one.to): one for one in moves}

    def _zone(self, zone: int) -> str:
        return str(self.zones[zone][0].decl.key) if zone else SUPPLY

    def move_of(self, event: Event) -> Move | None:
        """The words of the pack for an event, if it is a move and there are any."""
        if event[0] not in MOVING or not self.moves:
            return None
        _, _, kind, piece, old, new, _ = event
        to, source = self._zone(new), self._zone(self.stepped_out.get((kind, piece)) or old)
        return self.moves.get((source, to)) or self.moves.get((None, to))

    def in_words(self, event: Event, seat: int | None, picker: int | None) -> bool:
        """Whether the pack has words for what the acting player did by an event."""
        move = self.move_of(event)
        return move is not None and move.words is not None and self.feat(event, seat, picker, {}) is not None

    def feat(
        self, event: Event, seat: int | None, picker: int | None, masks: Masks, price: Text | None = None
    ) -> Text | None:
        """A move that the pack has words for, if a player did it, and what was paid for it."""
        move = self.move_of(event)
        if move is None or move.words is None:
            return None
        self.picker, self._masks = picker, masks
        who = self.doer(event)
        return self._done(event, seat, move.words, price) if who == picker or who >= self.layout.seats else None

    def _move(self, event: Event, seat: int | None) -> Text | None:
        move = self.move_of(event)
        if move is not None and move.words is None:  # where it came from is forgotten as if it had been told
            self.stepped_out.pop((event[2], event[3]), None)
            return None
        return self._in_words(event, seat) or super()._move(event, seat)

    def _draw(self, event: Event, seat: int | None) -> Text | None:
        move = self.move_of(event)
        if move is not None and move.words is None:
            return None
        return self._in_words(event, seat) or super()._draw(event, seat)

    def _in_words(self, event: Event, seat: int | None) -> Text | None:
        _, _, kind, piece, _, new, _ = event
        move = self.move_of(event)
        if move is None or move.words is None or self.stepped_out.get((kind, piece)) == new:
            return None
        told = self._done(event, seat, move.words)
        if told is not None:
            self.stepped_out.pop((kind, piece), None)
        return told

    def doer(self, event: Event) -> int:
        """Who does it: a neutral player with its own pieces, who gets something, or whose script it is."""
        _, me, kind, piece, _, new, _ = event
        owner = self.layout.things[self.kinds[kind]][piece].owner
        if owner >= self.layout.seats:
            return owner
        gets, had = (self.names.zone_owner(zone) if zone else -1 for zone in (new, event[4]))
        return had if gets < 0 <= had and had >= self.layout.seats else gets if gets >= 0 else me

    def _done(self, event: Event, seat: int | None, words: Text, price: Text | None = None) -> Text | None:
        """What was done, with who did it unless that stands above; None for what the table does with what is nobody's."""
        _, me, kind, piece, old, new, mask = event
        known = self._known(mask, seat) or (self._open(old) and self._open(new)) or self._saw(old, seat)
        owner = self._owner(kind, piece, known=known)
        place, host = self.zones[new] if new else (None, -1)
        who = self.doer(event)
        gets = bool(new) and self.names.zone_owner(new) == who
        acts = gets or who in (self.picker, owner) or who >= self.layout.seats or self._acts(who)
        if owner not in (-1, who) or not acts:
            return None
        what = self.names.as_object(self.kinds[kind], self.names.term(self.kinds[kind]))
        if owner != who:
            what = self._piece(self.kinds[kind], piece, me, known=known)
            what = what if gets or who >= self.layout.seats else self._from(what, event)
        item = self.layout.things[self.kinds[kind]][piece].item
        if owner == who and known and item is not None and item.name:
            what = self.names.as_object(self.kinds[kind], self.names.thing(self.kinds[kind], piece))
        where = self.zone_name(new)
        if place is not None and place.decl.host not in ("shared", "player"):
            where = self.names.thing(place.decl.host, host)

        stands_above = who == self.picker and not self.apart

        def done(what: Text) -> Text:
            def tell(lang: str) -> str:
                told, cost = words.get(lang), "" if price is None else price.get(lang)
                told = told.replace(PRICE, cost) if PRICE in told else told + cost
                told = _WHAT.sub(lambda found: in_case(what, lang, found[1] or OBJECT), told)
                return told.replace("{place}", where.get(lang))

            said = Text(tell)
            return said if stands_above else logged("became", who=self.names.player(who), what=said)

        # Else several of them would be told as one, or with the price of the first.
        names_what = _WHAT.search(words.en) is not None and price is None
        return Alike((words, who, new), what, done, sentence=True) if names_what else done(what)

    # ---- what it cost

    def _parts(self, event: Event) -> bool:
        """Whether something new begins with an event, which has no sentence of its own."""
        return event[0] not in self.changes and event[0] not in self.TELLERS

    def paid(self, events: list[Event], at: int, floor: int, seat: int | None) -> Text | None:
        """What a player paid for a feat: since the one before it, since somebody else did something, or from `floor` on."""
        me, found, done = events[at][1], dict[int, int](), self.move_of(events[at])
        if done is None or done.free:
            return None
        for event in reversed(events[max(floor, at - FARTHEST) : at]):
            change = self.changes.get(event[0])
            move = self.move_of(event)
            if (move is not None and not move.free) or self._parts(event) or (event[1] != me and event[1] > 0):
                break
            if change is not None and change.fails and event[1] == me and not self._private(event[2], seat):
                found[event[2]] = found.get(event[2], 0) + event[3]
        if not found:
            return None
        costs = [(amount, self.counter(cell, amount, seat)[1]) for cell, amount in reversed(found.items())]

        def tell(lang: str) -> str:
            listed = [f"{amount} {what.get(lang)}" for amount, what in costs]
            return logged("for", price=language(lang).grammar.listing(listed, "and")).get(lang)

        return Text(tell)
