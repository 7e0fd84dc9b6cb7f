"""A guard over every write: for tests, and for whoever looks for a fault of the engine.

A game is one row of numbers, so a statement that computes a wrong address changes something else in silence. With
`Machine(program, guarded=True)` each statement says what it may change before it does anything; after every stretch of the
program the guard compares the state with the one before. A cell that changed must lie where one of the statements that ran
may write, and hold what such a cell can hold; what lies where must agree from both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from interpreter.check import typed as ty
from interpreter.check.operands import cell_of
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.flow import Flow
from interpreter.engine.tables import cell_bounds
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import FRAME, HEADER, NOWHERE, OVER, PC, RANDOM, SCOPE, STATUS, WATCHING, WINNER
from interpreter.primitives.pieces import pieces_in

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.code.program import Program
    from interpreter.engine.layout import VarPlace, ZonePlace
    from interpreter.primitives.tables import KindTable, State

_FREE = (FRAME, PC, SCOPE)
"""The first cells: the program itself moves these on; they say where it stands."""
_WORD = 1 << 32
STRETCH = 64


class Astray(AssertionError):
    """Something was written where it does not belong, or what does not belong there: a fault of the engine."""


class Guard:
    """Watches over the states of one program."""

    awake: ClassVar[bool] = True
    """Whether guards watch at present: a machine that is printed with one can then play most games at full speed."""

    def __init__(self, program: Program) -> None:
        self.p, self.layout, self.flow = program, program.layout, Flow(program)
        self.zones = self.layout.zone_addresses()
        self.cells = self._named_cells()
        self._zones_of: dict[str, list[tuple[int, ZonePlace]]] = {kind: [] for kind in self.layout.tables}
        for address, (place, _) in self.zones.items():
            self._zones_of[place.decl.holds].append((address, place))
        self._lying = {cell: kind for kind in self.layout.tables for cell in self._where(kind)}
        self._may: dict[int, frozenset[int]] = {}
        self._ran: list[int] = []

    # ---- what printed code calls

    def ran(self, pc: int) -> None:
        """Note that an instruction is about to run that changes more than the program's own cells."""
        self._ran.append(pc)

    def around(self, block: Callable[..., int]) -> Callable[..., int]:
        """A block that is watched."""
        size = self.layout.size

        def watched(s: State, f: int) -> int:
            self._ran = []
            if not Guard.awake:
                return block(s, f)
            before = s[:size]
            try:
                signal = block(s, f)
            except IndexError as beyond:
                raise Astray(f"an address lies outside of the state: {self._told()}") from beyond
            self.compare(before, s)
            return signal

        return watched

    # ---- the comparison

    def compare(self, before: State, s: State) -> None:
        """Hold a state against the one before; Astray says what is wrong."""
        if len(s) < self.layout.size:
            raise Astray(f"the state has lost {self.layout.size - len(s)} of its cells")
        if s[RANDOM : self.layout.size] == before[RANDOM:]:
            return
        changed = [cell for cell in self._differing(before, s) if cell not in _FREE]
        allowed = [self._cells_of(pc) for pc in set(self._ran)]
        for cell in changed:
            if not any(cell in cells for cells in allowed):
                raise Astray(f"{self.name(cell)} became {s[cell]}, which nothing that ran may change: {self._told()}")
            self._holds(cell, s[cell])
        for kind in {self._lying[cell] for cell in changed if cell in self._lying}:
            self._agree(s, kind)

    def _differing(self, before: State, s: State) -> Iterator[int]:
        """The cells with other values, behind which the stack follows: few of many, so stretches are compared first."""
        for start in range(0, self.layout.size, STRETCH):
            stretch = range(start, min(start + STRETCH, self.layout.size))
            if before[start : stretch.stop] != s[start : stretch.stop]:
                yield from (cell for cell in stretch if before[cell] != s[cell])

    def _agree(self, s: State, kind: str) -> None:
        """Every piece lies where its zone says, once; every zone holds no more than it has room for."""
        table, found = self.layout.tables[kind], {}
        for address, place in self._zones_of[kind]:
            for piece in pieces_in(s, table, address):
                if piece in found:
                    raise Astray(f"{kind} {piece} lies in two places")
                found[piece] = address
            if not table.common and any(s[address + 1 + s[address] : address + place.stride]):
                raise Astray(f"{self.name(address)} holds more than it counts")
        self._together(s, table)
        for piece in range(table.size):
            if s[table.loc + piece] != found.get(piece, 0):
                raise Astray(f"{kind} {piece} is not where it says it is")

    def _together(self, s: State, table: KindTable) -> None:
        """In a room that they share, zones lie one behind the other."""
        at = table.common
        for zone in table.sharing:
            if s[zone + 1] != at:
                raise Astray(f"{self.name(zone)} does not begin where the one before ends")
            at += s[zone]
        if table.common and any(s[at : table.common + table.size]):
            raise Astray(f"the room for {table.name} holds more than its zones count")

    # ---- what may be written

    def _cells_of(self, pc: int) -> frozenset[int]:
        if pc not in self._may:
            self._may[pc] = frozenset(self._written_by(self.flow.node_at(pc)))
        return self._may[pc]

    def _written_by(self, node: pr.Node) -> set[int]:
        """The cells that a node may change, beside the program's own."""
        match node:
            case pr.Watching():
                return {WATCHING}
            case pr.Store(address=x.Num(value=cell)) if cell in (WATCHING, SCOPE):
                return {cell}
            case pr.Store(address=address):
                base = next(part.value for part in x.walk(address) if isinstance(part, x.Num))
                limits = (key for key, var in self.layout.vars.items() if var.base == base)
                return set().union(*map(self._of_var, limits))
            case pr.Do(typed=statement) if statement is not None:
                declared, found = STATEMENTS[statement.primitive], set[int]()
                for what in declared.writes:
                    found |= self._of(what, statement)
                return found
        return set()

    def _of(self, what: str, statement: ty.Do) -> set[int]:
        """The cells behind one word of what a statement writes."""
        match what:
            case "counter" | "var":
                cell = cell_of(statement)
                assert cell is not None
                return self._of_var(cell.key)
            case "pieces":
                kind = self._kind(statement)
                return self._where(kind) | self._known(kind)
            case "known":
                return self._known(self._kind(statement))
            case "face":
                table = self.layout.tables[self._kind(statement)]
                return set(range(table.face, table.face + table.size))
            case "rolls":
                kind = self._kind(statement)
                return self._of_var(f"{kind}.{self.layout.v.kinds[kind].rolls}")
            case "chance":
                return {RANDOM, RANDOM + 1}
            case "resets":
                return self._resets(*statement.words.values())
            case "end":
                return {STATUS}
        return {WINNER}

    def _of_var(self, key: str) -> set[int]:
        place = self.layout.vars[key]
        return set(range(place.base, place.base + place.width * len(self.layout.things[place.decl.host])))

    def _where(self, kind: str) -> set[int]:
        table = self.layout.tables[kind]
        found = set(range(table.loc, table.loc + table.size)) if table.loc else set()
        found |= set(range(table.common, table.common + table.size)) if table.common else set()
        return found.union(*(range(address, address + place.stride) for address, place in self._zones_of[kind]))

    def _known(self, kind: str) -> set[int]:
        table = self.layout.tables[kind]
        return set(range(table.known, table.known + table.size)) if table.known else set()

    @staticmethod
    def _kind(statement: ty.Do) -> str:
        """The kind of piece a statement is about."""
        declared = STATEMENTS[statement.primitive]
        return statement.args[declared.about or declared.named("zone")].type.name

    def _resets(self, span: str) -> set[int]:
        hosts, found = self.layout.v.hosts(), set[int]()
        for var in (var for host in hosts for var in host.vars.values() if var.resets == span):
            found |= self._of_var(var.key)
        for zone in (zone for host in hosts for zone in host.zones.values() if zone.resets == span):
            table = self.layout.tables[zone.holds]
            first = [one for one in (table.known, table.face) if one]
            found |= self._where(zone.holds).union(*(range(one, one + table.size) for one in first))
        return found

    # ---- what a cell may hold

    def _named_cells(self) -> list[tuple[str, range]]:
        """For every cell: what it is, and the values it may have."""
        found = [("nothing", range(0))] * self.layout.size
        word = range(_WORD)
        found[:HEADER] = [("a cell of the program", word)] * HEADER
        found[RANDOM] = found[RANDOM + 1] = ("the random generator", word)
        found[STATUS] = ("the state of the game", range(OVER + 1))
        found[WINNER] = ("the winner", range(self.layout.people + 1))
        found[NOWHERE] = ("the zone that is no zone", range(1))
        found[WATCHING] = ("the rules under way", range(1 << len(self.layout.v.watches)))
        for key, var in self.layout.vars.items():
            for cell in self._of_var(key):
                found[cell] = (f"the var {key}", self._values(var))
        for kind, table in self.layout.tables.items():
            for number in range(table.size):
                if table.known:
                    found[table.known + number] = (f"who knows {kind} {number}", range(1 << self.layout.people + 2))
                if table.face:
                    found[table.face + number] = (f"the face of {kind} {number}", range(table.faces))
                if table.loc:
                    found[table.loc + number] = (f"the place of {kind} {number}", range(self.layout.size))
        self._name_zones(found)
        return found

    def _name_zones(self, found: list[tuple[str, range]]) -> None:
        for kind, table in self.layout.tables.items():
            if table.common:
                room = (f"the room for {kind}", range(table.size))
                found[table.common : table.common + table.size] = [room] * table.size
        for address, (place, host) in self.zones.items():
            name = f"the zone {place.decl.key} {host}"
            table = self.layout.tables[place.decl.holds]
            found[address] = (name, range(place.room + 1))
            begins = range(table.common, table.common + table.size + 1)
            for cell in range(address + 1, address + place.stride):
                found[cell] = (name, begins if table.common else range(table.size))

    def _values(self, var: VarPlace) -> range:
        low, high = cell_bounds(var.decl)
        if low is not None and high is not None:
            return range(low, high + 1)
        return range(-1, self._many(var.decl.type)) if var.decl.type.tag in ("kind", "enum") else range(2)

    def _many(self, of: Type) -> int:
        return len(self.layout.v.enums[of.name].values) if of.tag == "enum" else len(self.layout.things[of.name])

    def _holds(self, cell: int, value: int) -> None:
        name, values = self.cells[cell]
        if value not in values:
            raise Astray(f"{name} became {value}, but goes from {values.start} to {values.stop - 1}: {self._told()}")

    # ---- words

    def name(self, cell: int) -> str:
        """What a cell is for."""
        return f"{self.cells[cell][0]} (cell {cell})"

    def _told(self) -> str:
        told = []
        for pc in dict.fromkeys(self._ran):
            node = self.flow.node_at(pc)
            span = self.p.span_of(self.flow.points[pc].block.routine, node.at)
            told.append(f"{type(node).__name__.lower()} {span.file}:{span.line}")
        return ", ".join(told) or "nothing ran"


__all__ = ["Astray", "Guard"]
