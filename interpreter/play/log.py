"""Events as sentences, told to one seat: what it could not see is not named."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from interpreter.play.text import Text

if TYPE_CHECKING:
    from interpreter.machine import Machine
    from interpreter.play.names import Names

Event = tuple[Any, ...]


class Teller:
    """Tells events of one game."""

    def __init__(self, machine: Machine, names: Names) -> None:
        self.m, self.names, self.layout = machine, names, machine.layout
        self.kinds = {table.index: table.name for table in self.layout.tables.values()}
        self.cells = self._cells()
        self.zones = names.zones
        self.picker: int | None = None

    def _cells(self) -> dict[int, tuple[str, int, int]]:
        """Every cell of a var: its key, its host and its row."""
        found = {}
        for key, place in self.layout.vars.items():
            for host in range(len(self.layout.things[place.decl.host])):
                for row in range(place.width):
                    found[place.base + host * place.width + row] = (key, host, row)
        return found

    def tell(self, event: Event, seat: int | None, picker: int | None = None) -> Text | None:
        """One event as a sentence, or None when there is nothing to say.

        What the table does by itself, like dealing or clearing the board, is done in the name of the first player. So that
        one is named only as `picker`, who made the last choice, or where it is about their things.
        """
        self.picker = picker
        method = getattr(self, f"_{event[0]}", None)
        return method(event, seat) if method else None

    # ---- counters

    def _counter(self, cell: int, amount: int) -> tuple[Text, Text]:
        """Whose counter it is, and its name."""
        key, host, row = self.cells[cell]
        place = self.layout.vars[key]
        name = self.layout.v.enums[place.decl.each].values[row] if place.decl.each else place.decl.name
        if place.decl.host == "player":
            whose = self.names.player(host)
        elif place.decl.host == "shared":
            whose = Text("the table", "la table")
        else:
            whose = self.names.thing(place.decl.host, host)
        return whose, self.names.term(name, amount)

    def _private(self, cell: int, seat: int | None) -> bool:
        key, host, _ = self.cells[cell]
        decl = self.layout.vars[key].decl
        return decl.quiet or decl.name.startswith("(") or (decl.visible == "owner" and host != seat)

    def _change(self, event: Event, seat: int | None, en: str, fr: str) -> Text | None:
        cell, amount = event[2], event[3]
        if self._private(cell, seat):
            return None
        whose, what = self._counter(cell, amount)
        reason = self._reason(event[4]) if len(event) > 4 and event[4] >= 0 else Text("", "")
        host = self.layout.vars[self.cells[cell][0]].decl.host
        if host != "player":
            change = f"{'+' if event[0] == 'gain' else '−'}{amount}"
            of = Text("", "") if host == "shared" else Text(f"{whose.en}: ", f"{whose.fr} : ")
            return Text(f"{of.en}{what.en} {change}{reason.en}", f"{of.fr}{what.fr} {change}{reason.fr}")
        return Text(f"{whose.en} {en} {amount} {what.en}{reason.en}", f"{whose.fr} {fr} {amount} {what.fr}{reason.fr}")

    def _reason(self, number: int) -> Text:
        word = self.names.term(self.m.program.reasons[number])
        return Text(f" ({word.en})", f" ({word.fr})")

    def _gain(self, event: Event, seat: int | None) -> Text | None:
        return self._change(event, seat, "gains", "gagne")

    def _lose(self, event: Event, seat: int | None) -> Text | None:
        return self._change(event, seat, "loses", "perd")

    def _pay(self, event: Event, seat: int | None) -> Text | None:
        return self._change(event, seat, "pays", "paie")

    def _set(self, event: Event, seat: int | None) -> Text | None:
        _, _, cell, value = event
        key, _, _ = self.cells[cell]
        decl = self.layout.vars[key].decl
        if self._private(cell, seat) or decl.type.tag == "truth":
            return None
        whose, what = self._counter(cell, 1)
        shown = self.names.value(decl.type, value)
        if decl.host == "shared":
            return Text(f"{what.en}: {shown.en}", f"{what.fr} : {shown.fr}")
        return Text(f"{whose.en}: {what.en} is now {shown.en}", f"{whose.fr} : {what.fr} passe à {shown.fr}")

    # ---- pieces

    def _known(self, mask: int, seat: int | None) -> bool:
        """Whether a seat knew a piece when something happened to it; only all know what a spectator knows."""
        everyone = self.m.everyone
        return mask < 0 or mask & everyone == everyone or (seat is not None and bool(mask >> seat & 1))

    def _open(self, zone: int) -> bool:
        """Whether everybody sees what lies there; aside counts as seen."""
        return not zone or self.m.visible[zone] == "all"

    def zone_name(self, zone: int) -> Text:
        """What a zone is called, with its host."""
        if not zone:
            return Text("the supply", "la réserve")
        place, host = self.zones[zone]
        word = self.names.term(place.decl.name)
        if place.decl.host == "shared":
            return word
        whose = self.names.player(host) if place.decl.host == "player" else self.names.thing(place.decl.host, host)
        if place.decl.capacity == 1 and place.decl.host != "player":
            return whose
        return Text(f"{word.en} ({whose.en})", f"{word.fr} ({whose.fr})")

    def _piece(self, kind: str, piece: int, me: int, *, known: bool) -> Text:
        if not known:
            return self.names.hidden(kind, piece)
        mine = self.layout.things[kind][piece].owner == me
        return self.names.thing(kind, piece) if mine else self.names.owned(kind, piece)

    def _move(self, event: Event, seat: int | None) -> Text | None:
        _, me, kind, piece, old, new, mask = event
        if new and self.zones[new][0].decl.quiet:
            return None
        known = self._known(mask, seat) or (self._open(old) and self._open(new))
        what = self._piece(self.kinds[kind], piece, me, known=known)
        who, to = self.names.player(me), self.zone_name(new)
        if not self._concerns(me, self._owner(kind, piece, known=known), old, new):
            return Text(f"{what.en} → {to.en}", f"{what.fr} → {to.fr}")
        return Text(f"{who.en}: {what.en} → {to.en}", f"{who.fr} : {what.fr} → {to.fr}")

    def _acts(self, me: int) -> bool:
        return me > 0 or me == self.picker

    def _owner(self, kind: int, piece: int, *, known: bool) -> int:
        return self.layout.things[self.kinds[kind]][piece].owner if known else -1

    def _concerns(self, me: int, owner: int, *zones: int) -> bool:
        """Whether a player does this: one who is known to act, or whose piece or place it is."""
        owners = {owner, *(self.names.zone_owner(zone) for zone in zones if zone)}
        # A neutral player cannot act: somebody else carries out what it does.
        return me in owners or (self._acts(me) and max(owners) < self.layout.seats)

    def _draw(self, event: Event, seat: int | None) -> Text:
        _, me, kind, piece, old, new, mask = event
        known = self._known(mask, seat)
        what = self._piece(self.kinds[kind], piece, me, known=known)
        who, to = self.names.player(me), self.zone_name(new)
        if not self._concerns(me, self._owner(kind, piece, known=known), old, new):
            return Text(f"{what.en} → {to.en}", f"{what.fr} → {to.fr}")
        return Text(f"{who.en} draws {what.en} → {to.en}", f"{who.fr} pioche {what.fr} → {to.fr}")

    def _shuffle(self, event: Event, _seat: int | None) -> Text:
        zone = self.zone_name(event[2])
        return Text(f"{zone.en} is shuffled", f"{zone.fr} : mélange")

    def _roll(self, event: Event, _seat: int | None) -> Text:
        _, me, kind, faces = event
        who = self.names.player(me) if self._acts(me) else None
        shown = [(self.names.thing(self.kinds[kind], die), value) for die, value in faces]
        return Text(
            (f"{who.en} rolls: " if who else "rolled: ") + ", ".join(f"{name.en} {value}" for name, value in shown),
            (f"{who.fr} lance : " if who else "dés lancés : ")
            + ", ".join(f"{name.fr} {value}" for name, value in shown),
        )

    def _flip(self, event: Event, _seat: int | None) -> Text:
        _, me, kind, piece, face = event
        del me
        before, after = (
            self.names.thing(self.kinds[kind], piece, 1 - face),
            self.names.thing(self.kinds[kind], piece, face),
        )
        return Text(f"{before.en} is turned over: {after.en}", f"on retourne {before.fr} : {after.fr}")

    def _reveal(self, event: Event, seat: int | None) -> Text:
        _, me, kind, piece, mask = event
        known = self._known(mask, seat)
        what, who = self._piece(self.kinds[kind], piece, me, known=known), self.names.player(me)
        if mask == 1 << me:
            return Text(f"{who.en} looks at {what.en}", f"{who.fr} regarde {what.fr}")
        if mask == self.m.everyone and not self._acts(me):
            return Text(f"revealed: {what.en}", f"révélation : {what.fr}")
        if mask == self.m.everyone:
            return Text(f"{who.en} reveals {what.en}", f"{who.fr} révèle {what.fr}")
        shown = self.names.player(mask.bit_length() - 1)
        return Text(f"{who.en} shows {what.en} to {shown.en}", f"{who.fr} montre {what.fr} au {shown.fr.lower()}")


def gathered(lines: Iterable[str]) -> list[str]:
    """Lines with those that say the same one after another told once, with their number."""
    counted = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return [line if times == 1 else f"{line} (×{times})" for line, times in counted]
