"""What is told in a module of the things a seat may not know: for players who look ahead in an imagined game.

It is the same that `interpreter.play.imagine` goes by, as tables of numbers for `thinking.wat`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.code.program import ForEach, Point
from interpreter.machine.secret import filled
from interpreter.machine.stack import held_at
from interpreter.wasm.scope import cell_offset

if TYPE_CHECKING:
    from interpreter.check.typed import Routine
    from interpreter.code.program import Ask
    from interpreter.engine.layout import VarPlace
    from interpreter.machine import Machine
    from interpreter.primitives.tables import KindTable
    from interpreter.wasm.room import Room

Backs = Callable[[str], Sequence[str | None]]
"""What everybody can see of each hidden piece of a kind."""
_SHOWN = {"top": 1, "all": 2}


class Secrets:
    """Lays the tables of one program into the memory of its module."""

    def __init__(self, machine: Machine, room: Room, kinds: dict[str, int], backs: Backs) -> None:
        self._m, self._room, self._kinds, self._backs = machine, room, kinds, backs
        self.layout = machine.layout
        self._seals: dict[ForEach, int] = {}
        rows = [self._about(table) for table in self._hidden()]
        first = room.words([one for row in rows for one in row])
        self._records = {table.name: first + 64 * number for number, table in enumerate(self._hidden())}
        self.numbers: dict[str, int] = {"HIDDEN": first, "MOST_HIDDEN": len(rows)}
        self._keep("LOCATED", self._located())
        self._keep("POINTING", self._pointing())
        self._keep("PRIVATE", [self._private(place) for place in self._private_vars()])
        self.numbers["SEALS"] = room.words([self._seal(point) for point in machine.flow.points]) if machine.seals else 0
        self.numbers["POINTERS"] = room.words([room.words(self._pointers(point)) for point in machine.flow.points])

    def _keep(self, name: str, rows: list[list[int]]) -> None:
        self.numbers[name] = self._room.words([one for row in rows for one in row])
        self.numbers[f"MOST_{name}"] = len(rows)

    def shown(self, zone: int) -> int:
        """Whether backs can be seen in a zone: 1 that of the top, 2 all, 0 none."""
        return _SHOWN.get(self._m.zones[zone][0].decl.backs, 0) if zone in self._m.zones else 0

    def owner(self, zone: int) -> int:
        """The player a zone, or the place it lies on, belongs to; -1 for nobody."""
        if zone not in self._m.zones:
            return -1
        place, host = self._m.zones[zone]
        return self._host_owner(place.decl.host, host)

    def _host_owner(self, kind: str, number: int) -> int:
        if kind == "player":
            return number
        return -1 if kind == "shared" else self.layout.things[kind][number].owner

    # ---- kinds that may be hidden

    def _hidden(self) -> list[KindTable]:
        """The kinds of which pieces may be hidden, in the order in which they are drawn anew."""
        found: dict[str, KindTable] = {}
        for zone in self._m.zones:
            table = self._m.zone_kind[zone]
            if table.known and self._m.visible[zone] != "all":
                found.setdefault(table.name, table)
        for table in self.layout.tables.values():
            if table.known:
                found.setdefault(table.name, table)
        return list(found.values())

    def _about(self, table: KindTable) -> list[int]:
        words, m = self._room.words, self._m
        zones = [z for z in m.zones if m.zone_kind[z] is table and m.visible[z] != "all"]
        marks, count = self._marks(table)
        things = self.layout.things[table.name]
        owned = bool(things) and things[0].owner >= 0
        rows = self._rows(table)
        into = self._room.take(bytes(4 * max(table.size, 1)))
        record = [self._kinds[table.name], table.size, words(zones), len(zones), int(table.name in m.naming.picked)]
        record += [marks, max(count, self.layout.people), words([t.owner for t in things]) if owned else 0, 0]
        record += [words([one for row in rows for one in row]), len(rows), into]
        return [*record, *[0] * (16 - len(record))]

    def _marks(self, table: KindTable) -> tuple[int, int]:
        backs = self._backs(table.name)
        if not any(backs):
            return 0, 0
        numbers = {mark: number for number, mark in enumerate(dict.fromkeys(one for one in backs if one is not None))}
        return self._room.words([-1 if one is None else numbers[one] for one in backs]), len(numbers)

    def _rows(self, table: KindTable) -> list[tuple[int, int]]:
        """What is written down of each piece of a kind: who knows it, its face, its vars, what lies on it."""
        decl, layout = self.layout.v.kinds[table.name], self.layout
        rows = [(table.known, 1)]
        if decl.faces > 1:
            rows.append((table.face, 1))
        rows += [(place.base, place.width) for place in (layout.vars[var.key] for var in decl.vars.values())]
        rows += [(place.base, place.stride) for place in (layout.zones[zone.key] for zone in decl.zones.values())]
        return [(cell_offset(base), width) for base, width in rows]

    def _located(self) -> list[list[int]]:
        rows = []
        for zone, (place, _) in self._m.zones.items():
            holds, host = self._records.get(place.decl.holds, 0), self._records.get(place.decl.host, 0)
            if holds or host:
                rows.append([zone, cell_offset(self._m.zone_kind[zone].loc), holds, host])
        return rows

    # ---- what points at pieces

    def _pointing(self) -> list[list[int]]:
        rows = []
        for key, place in self.layout.vars.items():
            record = self._records.get(place.decl.type.name, 0) if place.decl.type.tag == "kind" else 0
            if record and not self._m.naming.var_names(key):
                rows.append([place.base, place.width * len(self.layout.things[place.decl.host]), record])
        return rows

    def _pointers(self, point: Point) -> list[int]:
        routine = self._m.program.routines[point.block.routine].source
        this = self._records.get(routine.this.name, 0) if routine.this is not None else 0
        slots = [
            (slot, self._records[of.name])
            for slot, (_, of) in enumerate(routine.locals)
            if of.tag == "kind" and of.name in self._records and not self._m.naming.local_names(routine, slot)
        ]
        walks = [self._walk(routine, node) for node in _walks(point)]
        return [this, len(slots), len(walks), held_at(point), *(one for pair in (*slots, *walks) for one in pair)]

    def _walk(self, routine: Routine, node: ForEach) -> tuple[int, int]:
        typed = node.typed
        points = typed is not None and typed.type.element.tag == "kind" and not self._m.naming.names(typed, routine)
        return node.left, self._records.get(typed.type.element.name, 0) if typed is not None and points else 0

    def of_ask(self, ask: Ask) -> int:
        """The kind that is told of what a choice offers, where the values change with what is imagined; 0 otherwise."""
        if ask.typed_values is None or ask.type is None or ask.type.name not in self._records:
            return 0
        named = self._m.naming.names(ask.typed_values, self._m.program.script_of(ask))
        return 0 if named else self._records[ask.type.name]

    # ---- secret choices

    def _seal(self, point: Point) -> int:
        """About the secret choice around a place; 0 for none.

        Who has chosen, what is left, where a player's part begins, how many locals, sealed vars and locals to forget
        there are, then these.
        """
        node = next((walk for walk in _walks(point) if walk.secret), None)
        if node is None:
            return 0
        if node not in self._seals:
            places = [self.layout.vars[key] for key in node.secret]
            forgets = sorted(filled(node))
            begins = self._m.flow.number(Point(node.body, 0))
            size = self._m.program.routines[point.block.routine].size
            row = [node.chosen, node.left, begins, size, len(places), len(forgets)]
            row += [one for place in places for one in (place.base, place.width)]
            self._seals[node] = self._room.words([*row, *forgets])
        return self._seals[node]

    # ---- vars that only their owners see

    def _private_vars(self) -> list[VarPlace]:
        return [place for place in self.layout.vars.values() if place.decl.visible == "owner"]

    def _private(self, place: VarPlace) -> list[int]:
        decl, hosts = place.decl, len(self.layout.things[place.decl.host])
        owners = self._room.words([self._host_owner(decl.host, host) for host in range(hosts)])
        return [place.base, place.width, hosts, owners, *self._values(place)]

    def _values(self, place: VarPlace) -> tuple[int, int, int]:
        """The least value a var may have, how many there are, and whether it is taken to be what the seat itself has."""
        decl, start = place.decl, self.layout.start_value(place.decl)
        match decl.type.tag:
            case "number" if decl.low is not None and decl.high is not None:
                return decl.low, decl.high + 1 - decl.low, 0
            case "number":
                return start, 1, int(decl.host == "player")
            case "truth":
                return 0, 2, 0
            case "enum":
                count = len(self.layout.v.enums[decl.type.name].values)
            case _:
                count = len(self.layout.things[decl.type.name])
        return min(start, 0), count - min(start, 0), 0


def _walks(point: Point) -> list[ForEach]:
    """The walks around a place of the program, innermost first."""
    node = point.block.nodes[point.at] if point.at < len(point.block.nodes) else None
    found = [node] if isinstance(node, ForEach) and point.phase else []
    block = point.block
    while block.inside is not None:
        around, block, _ = block.inside
        if isinstance(around, ForEach):
            found.append(around)
    return found
