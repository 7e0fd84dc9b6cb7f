"""What a seat does not know, drawn anew: the game as it might be, for bots that must not peek.

The imagined game is one of all that fit what the seat knows, each as likely as the others. It follows from what the seat
knows and the seed alone: two games that differ only in what the seat cannot know become the same game.

What a seat knows of the pieces is what the bits beside them say, how many lie in each zone, and which backs show now. The
pieces it does not know are dealt anew in all the places where such pieces lie: other hands, decks, face-down cards, and
what was put aside unseen. What has happened to a piece (its vars, its face, what lies on it, who knows it) belongs to the
place: everybody saw it happen there. A card that a script points at is still the one in that place; one that it names is
still the one of that name.

Not modelled: what a careful player could work out besides, such as the back of a card that showed earlier, or why somebody
did not play a card. A player's own pieces are taken to lie in that player's own zones as far as they go round.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.code.program import ForEach, Point
from interpreter.machine.secret import choose_again, choosing
from interpreter.machine.stack import scope_cells, scopes_around
from interpreter.primitives.header import BACK, FRAME, FRAME_LOCALS, OVER, PC, SCOPE, STATUS, THIS
from interpreter.primitives.pieces import first_of, pieces_in, random_below, seed_random
from interpreter.records import record
from interpreter.source.limits import INTEGER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.check.typed import Routine
    from interpreter.engine.layout import VarPlace
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import KindTable, State

Where = tuple[int, int]
"""A cell and the zone it is in."""
Into = dict[int, int]
"""Which piece takes the place of which."""
ASIDE = 0
"""The zone of a piece that lies in none."""
TURNS = 3
"""So many games can be imagined from one seed that differ as far as they can: what was drawn is turned on from one on."""
ANY = 100
"""A number without bounds is up to so much more in the second of them, and less in the third, than what the seat has."""


def back_shows(machine: Machine, s: State, zone: int, at: int) -> bool:
    """Whether the back of the piece at this position of a zone can be seen."""
    backs = machine.zones[zone][0].decl.backs
    return backs == "all" or (backs == "top" and at == s[zone] - 1)


def imagined(  # noqa: PLR0913, PLR0917 - a game, whose, and which of those it may be
    machine: Machine, names: Names, s: State, pending: Pending | None, seat: int, seed: int, turn: int = 0
) -> Pending | None:
    """Draw anew all that a seat does not know, in this state; gives the choice it stands at, as it is then.

    With another `turn` (below `TURNS`), what may be one of several is another one of them.
    """
    moved = _Secrets(machine, names, s, seat, turn).draw(seed)
    if pending is None or pending.ask.typed_values is None or pending.ask.type is None:
        return pending
    into = moved.get(pending.ask.type.name)
    if into is None or machine.naming.names(pending.ask.typed_values, machine.program.script_of(pending.ask)):
        return pending
    unknown = frozenset(into.get(value, value) for value in pending.unknown)
    return pending.but([into.get(value, value) for value in pending.values], unknown)


class _Secrets:
    """What one seat does not know of a state, and how to draw it anew."""

    def __init__(self, machine: Machine, names: Names, s: State, seat: int, turn: int) -> None:
        self._m, self._names, self._s, self._seat, self._turn = machine, names, s, seat, turn
        self._layout = machine.layout

    def draw(self, seed: int) -> dict[str, Into]:
        """Draw everything anew; gives for each kind which piece now lies in the place of which."""
        seed_random(self._s, seed)
        places = self._places()
        moved = {kind: self._deal(self._layout.tables[kind], found) for kind, found in places.items()}
        for kind, found in places.items():
            self._lay_out(self._layout.tables[kind], found, moved[kind])
        for kind, into in moved.items():
            self._hand_over(self._layout.tables[kind], into)
        self._locate(moved)
        self._follow(moved)
        for place in self._layout.vars.values():
            if place.decl.visible == "owner":
                self._draw_var(place)
        self._choose_again()
        return moved

    def _choose_again(self) -> None:
        """Let the others choose anew who have chosen secretly: any way they could have, each as likely."""
        under_way = choosing(self._m, self._s)
        for other in under_way.chosen if under_way is not None else ():
            if other != self._seat and under_way is not None:
                choose_again(self._m, self._s, under_way, other, self._pick)

    def _pick(self, pending: Pending) -> int:
        return self._below(len(pending.values))

    def _below(self, n: int) -> int:
        return (random_below(self._s, n) + self._step(n)) % n

    def _step(self, n: int) -> int:
        """How far on this turn is, among so many."""
        return self._turn * max(1, n // TURNS)

    def _turned(self, several: list[int]) -> list[int]:
        at = self._step(len(several)) % len(several) if several else 0
        return several[at:] + several[:at]

    # ---- pieces

    def _places(self) -> dict[str, list[Where]]:
        """Where the pieces lie that the seat does not know, by kind: the cell and its zone; aside, the piece itself."""
        s, seat, found = self._s, self._seat, dict[str, list[Where]]()
        for zone, table in self._names.hiding_zones:
            if s[zone]:
                known, first = table.known, first_of(s, table, zone)
                cells = range(first, first + s[zone])
                hidden = [(cell, zone) for cell in cells if not s[known + s[cell]] >> seat & 1]
                found.setdefault(table.name, []).extend(hidden)
        for table in self._layout.tables.values():
            if table.known:
                aside = [(piece, ASIDE) for piece in self._put_aside(table)]
                found.setdefault(table.name, []).extend(aside)
        return {kind: places for kind, places in found.items() if places}

    def _put_aside(self, table: KindTable) -> list[int]:
        """The pieces that were put aside unseen, told apart by nothing but what has happened to them.

        Where scripts pick pieces from among all there are, one that was never used may be what was not picked: who did
        not see the pick cannot know.
        """
        s, picked = self._s, table.name in self._m.naming.picked
        hidden = [
            piece
            for piece in range(table.size)
            if not s[table.loc + piece]
            and not s[table.known + piece] >> self._seat & 1
            and (picked or s[table.known + piece] & self._m.put_away)
        ]
        rows = self._rows(table)
        return sorted(hidden, key=lambda piece: [s[cell] for row in rows for cell in row.cells(piece)])

    def _deal(self, table: KindTable, places: list[Where]) -> Into:
        """Give each place one of the pieces, so that what shows of it stays; every way to do so is as likely."""
        s = self._s
        there = [place if zone == ASIDE else s[place] for place, zone in places]
        pieces = sorted(there)
        _shuffle(s, pieces)
        marks = self._names.backs(table.name)
        shown = self._shown(places, there, marks) if any(marks) else self._own(table, places, pieces)
        if not any(shown):
            return dict(zip(there, self._turned(pieces), strict=True))
        if not any(marks):
            marks = [f"{thing.owner}" for thing in self._layout.things[table.name]]
        given: dict[int, int] = {}
        heaps: dict[str | None, list[int]] = {}
        for piece in pieces:
            heaps.setdefault(marks[piece], []).append(piece)
        heaps = {mark: self._turned(heap) for mark, heap in heaps.items()}
        for piece, mark in zip(there, shown, strict=True):
            if mark is not None:
                given[piece] = heaps[mark].pop()
        taken = set(given.values())
        rest = iter(self._turned([piece for piece in pieces if piece not in taken]))
        return {piece: given[piece] if piece in given else next(rest) for piece in there}

    def _shown(self, places: list[Where], there: list[int], marks: list[str | None]) -> list[str | None]:
        """The back that shows in each place, or None."""
        s = self._s
        return [
            marks[piece] if zone != ASIDE and back_shows(self._m, s, zone, place - self._first(zone)) else None
            for (place, zone), piece in zip(places, there, strict=True)
        ]

    def _first(self, zone: int) -> int:
        return first_of(self._s, self._m.zone_kind[zone], zone)

    def _own(self, table: KindTable, places: list[Where], pieces: list[int]) -> list[str | None]:
        """Whose piece lies in each place, or None: one's own in one's own zones, if there are enough of them."""
        things = self._layout.things[table.name]
        if things[0].owner < 0:
            return [None] * len(places)
        owners = [self._names.zone_owner(zone) if zone != ASIDE else -1 for _, zone in places]
        own = Counter(things[piece].owner for piece in pieces)
        fits = {owner for owner, count in Counter(owners).items() if owner >= 0 and count <= own[owner]}
        return [f"{owner}" if owner in fits else None for owner in owners]

    def _lay_out(self, table: KindTable, places: list[Where], into: Into) -> None:
        """Write the pieces into their places."""
        s = self._s
        for place, zone in places:
            if zone == ASIDE:
                s[table.loc + into[place]] = ASIDE
            else:
                s[place] = into[s[place]]

    def _rows(self, table: KindTable) -> list[_Row]:
        """What is written down of each piece of a kind: who knows it, its face, its vars, what lies on it."""
        decl = self._layout.v.kinds[table.name]
        rows = [_Row(table.known, 1)]
        if decl.faces > 1:
            rows.append(_Row(table.face, 1))
        rows += [_Row(place.base, place.width) for place in (self._layout.vars[v.key] for v in decl.vars.values())]
        rows += [_Row(place.base, place.stride) for place in (self._layout.zones[z.key] for z in decl.zones.values())]
        return rows

    def _hand_over(self, table: KindTable, into: Into) -> None:
        """Let each piece be as the one was whose place it takes; the number on a hidden die is as hidden as the die."""
        s = self._s
        for row in self._rows(table):
            base, width = row.base, row.width
            if width == 1:
                values = [s[base + piece] for piece in into]
                for piece, value in zip(into.values(), values, strict=True):
                    s[base + piece] = value
                continue
            rows = [s[base + piece * width : base + piece * width + width] for piece in into]
            for piece, cells in zip(into.values(), rows, strict=True):
                s[base + piece * width : base + piece * width + width] = cells
        if table.rolls:
            for piece in sorted(into):
                s[table.rolls + piece] = table.roll_low + self._below(table.roll_high - table.roll_low + 1)

    def _locate(self, moved: Mapping[str, Into]) -> None:
        """Note where the pieces lie now, and what lies on them."""
        s = self._s
        for kind in moved:
            for zone, loc in self._names.zones_about(kind):
                for piece in pieces_in(s, self._m.zone_kind[zone], zone):
                    s[loc + piece] = zone

    # ---- what scripts and vars point at

    def _follow(self, moved: Mapping[str, Into]) -> None:
        """Let what points at a piece point at the one that now lies there."""
        s, naming = self._s, self._m.naming
        for key, place in self._layout.vars.items():
            into = moved.get(place.decl.type.name) if place.decl.type.tag == "kind" else None
            if into is not None and not naming.var_names(key):
                for cell in range(place.base, place.base + place.width * len(self._layout.things[place.decl.host])):
                    s[cell] = into.get(s[cell], s[cell])
        for cell, of in pointers(self._m, s) if moved else ():
            into = moved.get(of)
            if into is not None:
                s[cell] = into.get(s[cell], s[cell])

    # ---- vars

    def _draw_var(self, place: VarPlace) -> None:
        """Draw a var that only its owner sees, for all others; each value it may have is as likely."""
        s, decl = self._s, place.decl
        values = self._values(place)
        for host in range(len(self._layout.things[decl.host])):
            if self._names.host_owner(decl.host, host) != self._seat:
                for cell in range(place.base + host * place.width, place.base + (host + 1) * place.width):
                    s[cell] = values[self._below(len(values))]

    def _values(self, place: VarPlace) -> range:
        """What a var may be. Without bounds it is taken to be what the seat itself has first: there is no better guess."""
        decl, start = place.decl, self._layout.start_value(place.decl)
        match decl.type.tag:
            case "number" if decl.low is not None and decl.high is not None:
                return range(decl.low, decl.high + 1)
            case "number":
                own = self._s[place.base + self._seat * place.width] if decl.host == "player" else start
                lowest = decl.low if decl.low is not None else -INTEGER
                highest = decl.high if decl.high is not None else INTEGER
                more, less = range(own + 1, min(own + ANY, highest) + 1), range(max(own - ANY, lowest), own)
                it = range(own, own + 1)
                return (it, more or less or it, less or more or it)[self._turn]
            case "truth":
                return range(2)
            case "enum":
                count = len(self._layout.v.enums[decl.type.name].values)
            case _:
                count = len(self._layout.things[decl.type.name])
        return range(min(start, 0), count)


@record(frozen=True, slots=True)
class _Row:
    """Cells that each piece of a kind has."""

    base: int
    width: int

    def cells(self, piece: int) -> range:
        """Those of one piece."""
        first = self.base + piece * self.width
        return range(first, first + self.width)


def _shuffle(s: State, pieces: list[int]) -> None:
    for last in range(len(pieces) - 1, 0, -1):
        other = random_below(s, last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]


# ---- the stack


def pointers(machine: Machine, s: State) -> Iterator[tuple[int, str]]:
    """The cells of the stack in which scripts that are under way point at a piece, each with the kind of the piece."""
    if s[STATUS] == OVER:
        return
    frame, pc, end, scopes = s[FRAME], s[PC], len(s), scope_cells(s, s[SCOPE])
    while frame and pc >= 0:
        point = machine.flow.points[pc]
        scopes = scopes_around(s, frame, point, scopes)
        routine = machine.program.routines[point.block.routine].source
        if routine.this is not None:
            yield frame + THIS, routine.this.name
        for slot, (_, of) in enumerate(routine.locals):
            if of.tag == "kind" and not machine.naming.local_names(routine, slot):
                yield frame + FRAME_LOCALS + slot, of.name
        waiting = [cell for cell in range(frame, end) if cell not in scopes]
        for left, kind in _loops(machine, routine, point):
            first = len(waiting) - s[frame + FRAME_LOCALS + left]
            if kind is not None:
                yield from ((cell, kind) for cell in waiting[first:])
            del waiting[first:]
        frame, pc, end = s[frame], s[frame + BACK], frame


def _loops(machine: Machine, routine: Routine, point: Point) -> Iterator[tuple[int, str | None]]:
    """The walks around a place of the program, innermost first: the local that counts what is left, and what waits."""
    node = point.block.nodes[point.at] if point.at < len(point.block.nodes) else None
    if isinstance(node, ForEach) and point.phase:
        yield _walk(machine, routine, node)
    block = point.block
    while block.inside is not None:
        node, block, _ = block.inside
        if isinstance(node, ForEach):
            yield _walk(machine, routine, node)


def _walk(machine: Machine, routine: Routine, node: ForEach) -> tuple[int, str | None]:
    of = node.typed.type.element if node.typed is not None else None
    points = of is not None and of.tag == "kind" and not machine.naming.names(node.typed, routine)  # type: ignore[arg-type]
    return node.left, of.name if points and of is not None else None
