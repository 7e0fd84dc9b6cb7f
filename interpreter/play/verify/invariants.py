"""What holds for any game after every decision, read from the flat state and the layout alone.

A decision changes little of a state, so only the stretches that changed are looked at again: what held before and was not
touched still holds. Asked without an earlier state, everything is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from interpreter.engine.knowledge import DECLINE
from interpreter.engine.layout import MOST_FRAMES
from interpreter.primitives.header import FRAME, OVER, SCOPE, STATUS
from interpreter.primitives.pieces import pieces_in

if TYPE_CHECKING:
    from interpreter.engine.layout import VarPlace, ZonePlace
    from interpreter.machine import Machine, Pending
    from interpreter.play.game import Game
    from interpreter.primitives.tables import KindTable, State

LOWEST, HIGHEST = -(2**31), 2**32 - 1
STRETCH = 64
"""So many cells are compared at once to find what changed."""


class Broken(AssertionError):
    """Something does not hold that holds for every game."""


def demand(holds: bool, words: str) -> None:
    """Go on, or say what does not hold."""
    if not holds:
        raise Broken(words)


class Invariants:
    """Everything that must always be true of the states of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.m, self.layout = machine, machine.layout
        self._looks: list[list[Callable[[State], None]]] = [[] for _ in range(self.layout.size // STRETCH + 1)]
        self._zones_of: dict[int, list[int]] = {}
        for address, (place, host) in machine.zones.items():
            self._zones_of.setdefault(machine.zone_kind[address].index, []).append(address)
            self._watch(range(address, address + place.stride), partial(self._zone, address, place, host))
        for var in self.layout.vars.values():
            width = var.width * len(self.layout.things[var.decl.host])
            self._watch(range(var.base, var.base + width), partial(self._var, var, width))
        for table in self.layout.tables.values():
            for base in {table.loc, table.known, table.common} - {0}:
                self._watch(range(base, base + table.size), partial(self._pieces, table))

    def _watch(self, cells: range, look: Callable[[State], None]) -> None:
        for stretch in range(cells.start // STRETCH, (max(cells.stop, cells.start + 1) - 1) // STRETCH + 1):
            self._looks[stretch].append(look)

    def check(self, game: Game, before: State | None = None) -> None:
        """Hold a resting game against all of it. Raises Broken."""
        s = game.state
        changed = range(len(self._looks)) if before is None else self._changed(s, before)
        looks: dict[Callable[[State], None], None] = {}
        for stretch in changed:
            self._plain(s[stretch * STRETCH : (stretch + 1) * STRETCH])
            looks |= dict.fromkeys(self._looks[stretch])
        for look in looks:
            look(s)
        self._plain(s[self.layout.size :])
        self._stack(s)
        self._decision(game, game.pending)

    def _changed(self, s: State, before: State) -> list[int]:
        return [
            number
            for number, at in enumerate(range(0, self.layout.size + 1, STRETCH))
            if s[at : at + STRETCH] != before[at : at + STRETCH]
        ]

    def _plain(self, cells: State) -> None:
        demand(set(map(type, cells)) <= {int}, "a state holds something that is no whole number")
        demand(not cells or (min(cells) >= LOWEST and max(cells) <= HIGHEST), "a number is too large for a state")

    # ---- pieces

    def _zone(self, address: int, place: ZonePlace, host: int, s: State) -> None:
        """A zone holds what it can, each piece once, and pieces and zones say the same."""
        count, room, table = s[address], place.room, self.m.zone_kind[address]
        pieces = pieces_in(s, table, address)
        if (
            not 0 <= count <= room
            or (place.decl.capacity is not None and count > place.decl.capacity)
            or (not table.common and any(s[address + 1 + count : address + 1 + room]))
            or len(set(pieces)) != count
            or (pieces and not (min(pieces) >= 0 and max(pieces) < table.size))
            or any(s[table.loc + piece] != address for piece in pieces)
        ):
            raise Broken(self._wrong_in_zone(address, place, host, s))
        if table.known:
            self._knowledge(place, self.m.zone_owner[address], [s[table.known + piece] for piece in pieces])

    def _wrong_in_zone(self, address: int, place: ZonePlace, host: int, s: State) -> str:
        """What is wrong with a zone, in words: they are found only where something is, since zones are looked at often."""
        count, room, table = s[address], place.room, self.m.zone_kind[address]
        where = f"`{place.decl.key}` of thing {host}"
        if not 0 <= count <= room:
            return f"{where} holds {count} of {room}"
        if place.decl.capacity is not None and count > place.decl.capacity:
            return f"{where} holds more than it can"
        if not table.common and any(s[address + 1 + count : address + 1 + room]):
            return f"{where} keeps traces of pieces that left"
        pieces = pieces_in(s, table, address)
        if len(set(pieces)) != count:
            return f"{where} holds a piece twice"
        piece = next(one for one in pieces if not 0 <= one < table.size or s[table.loc + one] != address)
        if not 0 <= piece < table.size:
            return f"{where} holds no such {table.name}: {piece}"
        return f"{table.name} {piece} lies in two places"

    def _knowledge(self, place: ZonePlace, owner: int, masks: list[int]) -> None:
        """Who may look into a zone knows what lies there."""
        everyone = self.m.everyone
        if not masks:
            return
        if min(masks) < 0 or max(masks) > everyone:
            raise Broken(f"`{place.decl.key}`: somebody knows who is not there")
        seen = place.decl.visible
        if seen == "all":
            if min(masks) != everyone:
                raise Broken(f"`{place.decl.key}` lies open, but not everybody knows what is there")
        elif seen == "owner" and owner >= 0:
            if not all(mask >> owner & 1 for mask in masks):
                raise Broken(f"`{place.decl.key}`: its owner does not know what is there")
        elif seen == "top" and masks[-1] != everyone:
            raise Broken(f"`{place.decl.key}`: not everybody knows the top piece")

    def _pieces(self, table: KindTable, s: State) -> None:
        """Each piece lies where it says."""
        if not table.loc:
            return
        places = s[table.loc : table.loc + table.size]
        lying = sum([s[zone] for zone in self._zones_of.get(table.index, ())])
        placed = table.size - list(places).count(0)
        demand(placed == lying, f"{lying} pieces of {table.name} lie somewhere, but {placed} say so")
        self._together(table, s)
        said: dict[int, list[int]] = {}
        for piece, zone in enumerate(places):
            if zone:
                said.setdefault(zone, []).append(piece)
        for zone, there in said.items():
            if self.m.zone_kind.get(zone) is not table:
                raise Broken(f"{table.name} {there[0]} lies where it cannot")
            place, _ = self.m.zones[zone]
            pieces = pieces_in(s, table, zone)
            if pieces and not (min(pieces) >= 0 and max(pieces) < table.size):
                raise Broken(f"`{place.decl.key}` holds no such {table.name}")
            missing = set(there).difference(pieces)
            if missing:
                raise Broken(f"{table.name} {min(missing)} does not lie where it says")
            if table.known:
                self._knowledge(place, self.m.zone_owner[zone], [s[table.known + one] for one in pieces])

    def _together(self, table: KindTable, s: State) -> None:
        """Zones that share a room lie there one behind the other, and nothing behind them."""
        at = table.common
        for zone in table.sharing:
            demand(s[zone + 1] == at, f"`{self.m.zones[zone][0].decl.key}` does not begin where the one before ends")
            at += s[zone]
        if table.common:
            demand(not any(s[at : table.common + table.size]), f"traces of {table.name} pieces that left are kept")

    # ---- vars

    def _var(self, var: VarPlace, width: int, s: State) -> None:
        cells = s[var.base : var.base + width]
        if cells:
            low, high = self.layout.range_of(var.decl)
            if low is not None and min(cells) < low:
                raise Broken(f"`{var.decl.key}` is {min(cells)}, below {low}")
            if high is not None and max(cells) > high:
                raise Broken(f"`{var.decl.key}` is {max(cells)}, above {high}")

    # ---- what is under way

    def _stack(self, s: State) -> None:
        """Frames and option scopes are chains that go down to the bottom of the stack."""
        bottom = self.layout.size
        for cell in (FRAME, SCOPE):
            at, seen = s[cell], 0
            while at:
                demand(bottom <= at < len(s), "what is under way points outside the stack")
                demand(s[at] < at, "what is under way goes round in a circle")
                at, seen = s[at], seen + 1
                demand(seen < MOST_FRAMES, "too much is under way")

    def _decision(self, game: Game, pending: Pending | None) -> None:
        if pending is None:
            demand(game.state[STATUS] == OVER, "nothing is asked, but the game is not over")
            outcome = game.outcome
            demand(outcome is not None and bool(outcome.winners), "a game is over without a winner")
            return
        demand(game.state[STATUS] != OVER, "the game is over, but something is asked")
        demand(0 <= pending.seat < game.seats, "nobody sits where the choice is")
        values = pending.values
        demand(len(values) >= 2, "a choice with a single way is asked")
        demand(len(set(values)) == len(values), "an option is offered twice")
        demand(DECLINE not in values[:-1], "declining does not come last")
