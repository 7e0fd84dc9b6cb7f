"""Events as sentences, told to one seat: what it could not see is not named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from interpreter.languages import in_words, language
from interpreter.play.ending import why_ended
from interpreter.play.folding import Alike
from interpreter.play.text import Fact, Text, joined, logged, said, same
from interpreter.primitives import changes
from interpreter.prose import said_text, subject_text

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import VarDecl
    from interpreter.engine.layout import ZonePlace
    from interpreter.machine import Machine
    from interpreter.play.names import Names

Event = tuple[Any, ...]
Masks = Mapping[tuple[str, int], int]
"""Pieces that not everybody knew, by kind and number, and who did."""
_FORMS = re.compile(r"\{([^|{}]*)\|([^|{}]*)[^{}]*\}")
"""Forms of a verb: of who is spoken to, and of somebody who is told of."""

_VALUE = re.compile(r"\{value(?::(\w+))?\}")
"""Where a value stands in what a pack says of it, perhaps in a form of the grammar: `{value:of}`."""


def filled(words: Text, value: Text) -> Text:
    """What a pack says of a var, with its value."""

    def tell(lang: str) -> str:
        shown, grammar = value.get(lang), language(lang).grammar
        return _VALUE.sub(lambda found: grammar.formed(shown, found[1]) if found[1] else shown, words.get(lang))

    return Text(tell)


SENTENCES = 20_000
"""So many are kept, for all games of a pack with the same number of players and options."""


class Teller:
    """Tells events of one game."""

    def __init__(self, machine: Machine, names: Names) -> None:
        self.m, self.names, self.layout = machine, names, machine.layout
        self.kinds, self.cells = names.kinds_by_index, names.cells
        self.zones = names.zones
        self.picker: int | None = None
        self.changes = changes()
        self.again = {change.again for change in self.changes.values() if change.tells_new}
        self._masks: Masks = {}
        self.stepped_out: dict[tuple[int, int], int] = {}  # pieces in a quiet zone, and where they came from
        self.apart = False  # whether somebody else was spoken of just before, so that the picker has to be named

    def __init_subclass__(cls) -> None:
        """A teller that tells some events in another way is asked for these: the table names its methods, not ours."""
        cls.TELLERS = {event: getattr(cls, teller.__name__) for event, teller in cls.TELLERS.items()}

    def tell(
        self, event: Event, seat: int | None, picker: int | None = None, masks: Masks | None = None
    ) -> Text | None:
        """One event as a sentence, or None when there is nothing to say.

        What the table does by itself, like dealing or clearing the board, is done in the name of the first player. So that
        one is named only as `picker`, who made the last choice, or where it is about their things. `masks` say who knew
        the pieces an event touches, where it does not say so itself.
        """
        self.picker = picker
        self._masks = masks or {}
        if event[0] in self.changes:
            return self._set(event, seat) if self.changes[event[0]].tells_new else self._change(event, seat)
        if event[0] in self.again:
            return self._set_again(event, seat)
        teller = self.TELLERS.get(event[0])
        return teller(self, event, seat) if teller else None

    def tell_again(self, event: Event, seat: int | None, picker: int | None, masks: Masks) -> Text | None:
        """The same, with the words that were found when this was last told, in whichever game.

        What a sentence says follows from what is given here alone; only a piece that steps out and comes back is told by
        what happened to it before.
        """
        if event[0] == "move" and (self.stepped_out or (event[5] and self.zones[event[5]][0].decl.quiet)):
            return self.tell(event, seat, picker, masks)
        known, key = self.names.sentences, (type(self), event, seat, picker, self.apart, tuple(masks.items()))
        if key not in known:
            if len(known) >= SENTENCES:
                known.clear()
            known[key] = self.tell(event, seat, picker, masks)
        return known[key]

    def touched(self, event: Event) -> Iterator[tuple[str, int]]:
        """The pieces an event names without saying who knew them: what it counts on, what it notes, turns over or rolls."""
        match event[0]:
            case change if change in self.changes or change in self.again:
                key, host, _ = self.cells[event[2]]
                decl = self.layout.vars[key].decl
                if decl.host not in ("player", "shared"):
                    yield decl.host, host
                forgets = change in self.again or self.changes[change].tells_new
                if forgets and decl.type.tag == "kind" and event[3] >= 0 and not self.m.naming.var_names(key):
                    yield decl.type.name, event[3]
            case "unseal":
                decl = self.layout.vars[self.cells[event[2]][0]].decl
                if decl.type.tag == "kind" and event[3] >= 0 and not self.m.naming.var_names(decl.key):
                    yield decl.type.name, event[3]
            case "say":
                yield from self._pointed_at(event)
            case "flip":
                yield self.kinds[event[2]], event[3]
            case "roll":
                yield from ((self.kinds[event[2]], die) for die, _ in event[3])

    def _pointed_at(self, event: Event) -> Iterator[tuple[str, int]]:
        """The pieces in a line of the pack that a script has pointed at, and not named."""
        message = self.m.program.messages[event[2]]
        for arg, value in zip(message.said.args, event[3], strict=True):
            piece = arg.type.tag == "kind" and arg.type.name in self.layout.tables and value >= 0
            if piece and not self.m.naming.names(arg, message.script):
                yield arg.type.name, value

    def _hides(self, kind: str, piece: int, seat: int | None) -> bool:
        """Whether a seat did not know a piece that an event touches."""
        mask = self._masks.get((kind, piece))
        return mask is not None and not self._known(mask, seat)

    def _called(self, kind: str, piece: int, seat: int | None, face: int = 0) -> Text:
        if self._hides(kind, piece, seat):
            return self.names.hidden(kind, piece)
        return self.names.thing(kind, piece, face)

    # ---- counters

    def counter(self, cell: int, amount: int, seat: int | None) -> tuple[Text, Text]:
        """Whose counter it is, and its name."""
        key, host, row = self.cells[cell]
        place = self.layout.vars[key]
        each = place.decl.each
        name = self.names.row(place.decl, self.layout.v.enums[each].values[row], amount) if each else None
        if place.decl.host == "player":
            whose = self.names.player(host)
        elif place.decl.host == "shared":
            whose = logged("table")
        else:
            whose = self._called(place.decl.host, host, seat)
        return whose, name or self.names.term(place.decl.name, amount)

    def _private(self, cell: int, seat: int | None) -> bool:
        key, host, _ = self.cells[cell]
        decl = self.layout.vars[key].decl
        whose = self.names.host_owner(decl.host, host) if decl.visible == "owner" else -1
        unseen = decl.visible != "all" and (seat is None or whose != seat)
        return decl.quiet or decl.name.startswith("(") or unseen

    def _change(self, event: Event, seat: int | None) -> Text | None:
        """A counter that has become more or less; an event without a sentence of its own is told by the number."""
        kind, _, cell, amount = event[:4]
        if self._private(cell, seat):
            return None
        whose, what = self.counter(cell, amount, seat)
        reason = self._reason(event[4]) if len(event) > 4 and event[4] >= 0 else same("")
        change = f"{'+' if self.changes[kind].adds else '−'}{amount}"
        decl = self.layout.vars[self.cells[cell][0]].decl
        plain = "change" if decl.host == "shared" else "change of"
        facts = {"who": whose, "amount": amount, "what": what, "change": change, "reason": reason}
        if decl.host not in ("player", "shared"):
            return self._of_things(plain, event, facts)
        if decl.host != "player" or self._level(decl):
            return logged(plain, **facts)
        return Text(lambda lang: logged(kind if kind in language(lang).log else plain, **facts).get(lang))

    def _of_things(self, key: str, event: Event, facts: Mapping[str, Fact]) -> Text:
        """What a counter of a thing has become: several things may say it together."""
        var, _, row = self.cells[event[2]]
        return Alike(
            (key, event[0], var, row, *event[3:]),
            whose if isinstance(whose := facts["who"], Text) else same(str(whose)),
            lambda who: logged(key, **{**facts, "who": who}),
            loose=True,
        )

    def _level(self, decl: VarDecl) -> bool:
        """Whether a counter goes up and down rather than being something one has: its word has no plural."""
        words = [terms.get(decl.name) for terms in self.layout.v.terms.values()]
        return not decl.each and not any(isinstance(word, dict) and "many" in word for word in words)

    def _reason(self, number: int) -> Text:
        word = self.names.reason(self.m.program.reasons[number])
        return Text(lambda lang: f" ({word.get(lang)})")

    def _set(self, event: Event, seat: int | None) -> Text | None:
        """A cell that holds something else."""
        return None if self._private(event[2], seat) else self._holds(event, seat)

    def _set_again(self, event: Event, seat: int | None) -> Text | None:
        """A cell that was given what it holds already: nothing has changed for who can tell, and who cannot must not."""
        hides = self._hides(self.layout.vars[self.cells[event[2]][0]].decl.type.name, event[3], seat)
        return self._set(event, seat) if hides else None

    def _unsealed(self, event: Event, seat: int | None) -> Text | None:
        """What a player has chosen secretly, once all have: told to everybody."""
        return None if self.layout.vars[self.cells[event[2]][0]].decl.quiet else self._holds(event, seat)

    def _holds(self, event: Event, seat: int | None) -> Text | None:
        cell, value = event[2], event[3]
        key, host, _ = self.cells[cell]
        decl = self.layout.vars[key].decl
        whose, what = self.counter(cell, value if decl.type.tag == "number" else 1, seat)
        if decl.type.tag == "truth":
            return self._became(decl, whose, bool(value), own=self._speaks_to(decl, host))
        shown = self.names.value(decl.type, value)
        if decl.type.tag == "kind" and self._hides(decl.type.name, value, seat):
            shown = self.names.hidden(decl.type.name, value)
        if decl.host == "shared":
            return logged("set", what=what, value=shown)
        if decl.host != "player":
            becomes = self._written(decl, "becomes") if event[0] != "unseal" else None
            if becomes is not None:
                now = filled(becomes, shown)
                return self._of_things("things become", event, {"who": whose, "what": now})
            return self._of_things("set of", event, {"who": whose, "what": what, "value": shown})
        plain = logged("chosen of" if event[0] == "unseal" else "set of", who=whose, what=what, value=shown)
        said = self._written(decl, "becomes") if event[0] != "unseal" else None
        if said is None:
            return plain
        return logged("became", who=whose, what=filled(said, shown))

    def _speaks_to(self, _decl: VarDecl, _host: int) -> bool:
        """Whether what is told is told to the player whose counter it is: the log speaks of everybody by name."""
        return False

    def _became(self, decl: VarDecl, whose: Text, now: bool, *, own: bool) -> Text | None:
        """What somebody or something is from now on, if the pack has words for that."""
        said = self._written(decl, "is" if now else "not")
        if said is None or (decl.resets and not now):
            return None

        def tell(lang: str) -> str:
            written = said.get(lang)
            to_you = own and _FORMS.search(written) is not None
            words = _FORMS.sub(r"\1" if to_you else r"\2", written)
            words = language(lang).grammar.statement(words, subject=decl.host == "shared")
            if to_you:
                return logged("you became", what=words).get(lang)
            if decl.host == "shared":
                return words
            return logged(
                "became", who=whose if decl.host == "player" else self._thing(decl.host, whose), what=words
            ).get(lang)

        return Text(tell)

    def _written(self, decl: VarDecl, key: str) -> Text | None:
        """What the word for a var says more of it, as it is written; None where no language of the pack says it."""
        words = {lang: terms.get(decl.name) for lang, terms in self.layout.v.terms.items()}
        said = {lang: word[key] for lang, word in words.items() if isinstance(word, dict) and word.get(key)}
        return Text(lambda lang: in_words(said, lang)) if said else None

    def _thing(self, kind: str, name: Text) -> Text:
        """A thing as somebody of whom something is said: with the word for its kind, which a verb can agree with."""
        return Text(lambda lang: subject_text(self.layout.v, kind, name.get(lang), lang))

    # ---- what the pack says

    def _said(self, event: Event, seat: int | None) -> Text | None:
        """A line that the pack has words for; a piece in it is named to those who know it."""
        _, me, number, values = event
        line = self.m.program.messages[number].said
        if line.private and seat != me:
            return None
        facts = {
            name: self._value(arg.type, value, seat)
            for name, arg, value in zip(line.names, line.args, values, strict=True)
        }

        def tell(lang: str) -> str:
            told = {name: fact.get(lang) if isinstance(fact, Text) else fact for name, fact in facts.items()}
            return said_text(self.layout.v, line.term, told, lang)

        return Text(tell)

    def _value(self, of: Type, value: int, seat: int | None) -> Text | int:
        if of.tag == "number":
            return value
        if of.tag == "kind" and value >= 0 and self._hides(of.name, value, seat):
            return self.names.hidden(of.name, value)
        return self.names.value(of, value)

    def _ended(self, event: Event, _seat: int | None) -> Text:
        """The game is over, and why."""
        why = why_ended(self.m, self.names, event, whole=False)
        return logged("over") if why is None else logged("over for", why=why)

    # ---- pieces

    def _known(self, mask: int, seat: int | None) -> bool:
        """Whether a seat knew a piece when something happened to it; only all know what a spectator knows."""
        everyone = self.m.everyone
        return mask < 0 or mask & everyone == everyone or (seat is not None and bool(mask >> seat & 1))

    def _open(self, zone: int) -> bool:
        """Whether everybody sees what lies there; aside counts as seen."""
        return not zone or self.m.visible[zone] == "all"

    def _saw(self, zone: int, seat: int | None) -> bool:
        """Whether a seat saw a piece before it left a zone; it may lie among others now, where nobody could find it."""
        if not zone or self.m.visible[zone] not in ("all", "owner"):
            return False
        return self.m.visible[zone] == "all" or (seat is not None and self.names.zone_owner(zone) == seat)

    def zone_name(self, zone: int) -> Text:
        """What a zone is called, with its host."""
        if not zone:
            return logged("supply")
        place, host = self.zones[zone]
        word = self.names.term(place.decl.name)
        if place.decl.host == "shared":
            return word
        whose = self.names.player(host) if place.decl.host == "player" else self.names.thing(place.decl.host, host)
        if place.decl.host != "player" and (place.decl.capacity == 1 or self._only_place(place, host)):
            return whose
        return Text(lambda lang: f"{word.get(lang)} ({whose.get(lang)})")

    def _only_place(self, place: ZonePlace, host: int) -> bool:
        """Whether such pieces lie nowhere else on a thing of the table, so that its name alone says where."""
        zones = self.names.v.kinds[place.decl.host].zones.values()
        alone = sum(zone.holds == place.decl.holds for zone in zones) == 1
        return alone and not place.decl.ordered and self.layout.things[place.decl.host][host].owner < 0

    def _piece(self, kind: str, piece: int, me: int, *, known: bool) -> Text:
        if not known:
            return self.names.hidden(kind, piece)
        mine = self.layout.things[kind][piece].owner == me
        return self.names.as_object(kind, self.names.thing(kind, piece) if mine else self.names.owned(kind, piece))

    def _move(self, event: Event, seat: int | None) -> Text | None:
        _, me, kind, piece, old, new, mask = event
        if new and self.zones[new][0].decl.quiet:
            self.stepped_out[kind, piece] = old
            return None
        if self.stepped_out.pop((kind, piece), -1) == new:
            return None  # it is back where it was, so nothing has happened to it
        known = self._known(mask, seat) or (self._open(old) and self._open(new)) or self._saw(old, seat)
        what = self._piece(self.kinds[kind], piece, me, known=known)
        concerns = self._concerns(me, self._owner(kind, piece, known=known), old, new)
        if not new:
            return self._removed(event, what, acts=concerns)
        what, who, to = self._from(what, event), self.names.player(me), self._where_to(new, me if concerns else None)
        if not concerns:
            return Alike(("move", new), what, lambda what: logged("move", what=what, to=to))
        return Alike(("moves", me, new), what, lambda what: logged("moves", who=who, what=what, to=to))

    def _where_to(self, zone: int, who: int | None) -> Text:
        """What a zone is called in a sentence that names who it belongs to already."""
        place, host = self.zones[zone]
        own = place.decl.host == "player" and host == who
        return self.names.term(place.decl.name) if own else self.zone_name(zone)

    def _removed(self, event: Event, what: Text, *, acts: bool) -> Text:
        """A piece that goes where it lies nowhere: from where it lay, if it has no name to know it by."""
        _, me, kind, piece, old, _, _ = event
        thing, place = self.layout.things[self.kinds[kind]][piece], self.zones[old][0] if old else None
        who, stands_above = self.names.player(me), not acts and me == self.picker and not self.apart
        nameless = place is not None and not (thing.item and thing.item.name) and self._is_place(place.decl.host)
        if place is not None and nameless and (acts or stands_above):
            where = self.names.thing(place.decl.host, self.zones[old][1])
            return logged("remove from" if stands_above else "removes from", who=who, what=what, place=where)
        what = self._from(what, event)
        if acts or stands_above:
            key = "remove" if stands_above else "removes"
            return Alike((key, me), what, lambda what: logged(key, who=who, what=what), sentence=True)
        return Alike(("removed",), what, lambda what: logged("removed", what=what))

    def _from(self, what: Text, event: Event) -> Text:
        """A piece with where it was: one that is nobody's with the player it lay with, a nameless one with its place."""
        _, me, kind, piece, old, new, _ = event
        lay_with, goes_to = (self.names.zone_owner(zone) if zone else -1 for zone in (old, new))
        thing, place = self.layout.things[self.kinds[kind]][piece], self.zones[old][0] if old else None
        if place is not None and not new and not (thing.item and thing.item.name) and self._is_place(place.decl.host):
            where = self.names.thing(place.decl.host, self.zones[old][1])
            return Text(lambda lang: f"{what.get(lang)} ({where.get(lang)})")
        if lay_with in (-1, me, goes_to) or thing.owner >= 0:
            return what
        return said("of", words=what, owner=self.names.player(lay_with))

    def _is_place(self, host: str) -> bool:
        return host not in ("shared", "player") and self.names.v.kinds[host].grid is None

    def _acts(self, me: int) -> bool:
        return me > 0 or me == self.picker

    def _owner(self, kind: int, piece: int, *, known: bool) -> int:
        return self.layout.things[self.kinds[kind]][piece].owner if known else -1

    def _concerns(self, me: int, owner: int, *zones: int) -> bool:
        """Whether a player does this: one who is known to act, or whose piece or place it is."""
        owners = {owner, *(self.names.zone_owner(zone) for zone in zones if zone)}
        # A neutral player cannot act: somebody else carries out what it does.
        return me in owners or (self._acts(me) and max(owners) < self.layout.seats)

    def _draw(self, event: Event, seat: int | None) -> Text | None:
        _, me, kind, piece, _, new, mask = event
        known = self._known(mask, seat)
        what = self._piece(self.kinds[kind], piece, me, known=known)
        who, to = self.names.player(me), self.zone_name(new)
        if self.names.zone_owner(new) != me:  # what fills a place of the table nobody draws
            return Alike(("move", new), what, lambda what: logged("move", what=what, to=to))
        if me == self.picker and not self.apart and not self._concerns(me, me, new):
            return Alike(("draw", me), what, lambda what: logged("draw", what=what), sentence=True)
        return Alike(("draws", me), what, lambda what: logged("draws", who=who, what=what), sentence=True)

    def _shuffle(self, event: Event, _seat: int | None) -> Text:
        where = self.zone_name(event[2])
        if len(event) > 3:
            return logged("reshuffle", what=self.zone_name(event[3]), where=where)
        return logged("shuffle", where=where)

    def _roll(self, event: Event, seat: int | None) -> Text:
        """What was rolled; the number on a die that lies hidden is as hidden as the die."""
        _, me, kind, faces = event
        kind = self.kinds[kind]
        values = ["?" if self._hides(kind, die, seat) else str(value) for die, value in faces]
        shown = [self._called(kind, die, seat) for die, _ in faces]
        alike: dict[str, tuple[Text, list[str]]] = {}
        for name, value in zip(shown, values, strict=True):
            alike.setdefault(name.en, (name, []))[1].append(value)
        rolls = [logged("rolled", what=name, numbers=", ".join(some)) for name, some in alike.values()]
        dice = joined(rolls, " – ")
        return logged("rolls", who=self.names.player(me), dice=dice) if self._acts(me) else logged("roll", dice=dice)

    def _flip(self, event: Event, seat: int | None) -> Text:
        _, _, kind, piece, face = event
        kind = self.kinds[kind]
        if self._hides(kind, piece, seat):
            return logged("flip", what=self.names.hidden(kind, piece))
        sides = (face - 1) % self.layout.tables[kind].faces, face
        before, after = (self.names.as_object(kind, self.names.thing(kind, piece, side)) for side in sides)

        def tell(lang: str) -> str:
            one_name = before.get(lang) == after.get(lang)
            return (logged("flip", what=before) if one_name else logged("flip to", before=before, after=after)).get(
                lang
            )

        return Text(tell)

    def _reveal(self, event: Event, seat: int | None) -> Text:
        _, me, kind, piece, mask = event
        known = self._known(mask, seat)
        what, who = self._piece(self.kinds[kind], piece, me, known=known), self.names.player(me)
        if mask == 1 << me:
            return Alike(("looks", me), what, lambda what: logged("looks", who=who, what=what), sentence=True)
        if mask == self.m.everyone and not self._acts(me):
            return logged("reveal", what=what)
        if mask == self.m.everyone:
            return logged("reveals", who=who, what=what)
        shown = self.names.player(mask.bit_length() - 1)
        return logged("shows", who=who, what=what, player=shown)

    TELLERS: ClassVar[Mapping[str, Callable[[Teller, Event, int | None], Text | None]]] = {
        "move": _move,
        "draw": _draw,
        "shuffle": _shuffle,
        "roll": _roll,
        "flip": _flip,
        "reveal": _reveal,
        "unseal": _unsealed,
        "say": _said,
        "end": _ended,
    }
    """How an event is told, by its name, beside changes of a counter."""
