"""A whole program as one WebAssembly module: functions printed for the pack, the machine around them, and what they read.

`F<n>` is a function of the program, `P<n>` a plain routine, `R<n>` one that may ask; `Q`, `A`, `O`, `D`, `H` and `C` belong
to choices: what is on offer, candidates, what can be completed, whether to decline, whether none is failure, and proofs one
by one. All names are ours: no word of a pack becomes part of a module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from importlib.resources import files
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.keys import START, Key
from interpreter.code import expr as x
from interpreter.code.place import IN_VALUE, Untold
from interpreter.code.program import Point
from interpreter.code.proof import ASKED
from interpreter.engine.knowledge import DECLINE
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import LARGEST_NUMBER, MOST_NUMBERS
from interpreter.primitives.header import RANDOM
from interpreter.records import record
from interpreter.source import meter
from interpreter.wasm.blocks import Blocks
from interpreter.wasm.choices import Choices
from interpreter.wasm.hash import hash_text
from interpreter.wasm.inline import written_out
from interpreter.wasm.offered import MOST_TRIED
from interpreter.wasm.offers import offering
from interpreter.wasm.recalling import Recalling, function_text
from interpreter.wasm.room import Room
from interpreter.wasm.routines import Routines
from interpreter.wasm.scope import Bound, Scope, cell_offset
from interpreter.wasm.secrets import Backs, Secrets
from interpreter.wasm.text import CELL, Function, i32, i64, paid
from interpreter.wasm.values import ASKED_FOR, Values
from interpreter.wasm.watched import watched_tables

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.machine import Machine
    from interpreter.primitives.tables import KindTable

PAGE = 65_536
MOST_PAGES = 8_192
"""How large the memory of a module may become: half a gigabyte, for games that somebody steps side by side."""
SLACK = 1 << 20
"""Memory that is free behind every copy of a state, for the sets that are worked out meanwhile."""
STACK_ROOM = 4_096
"""Cells of a state beyond those the stack may have: for sets that are walked through."""
FIRST_TOLD = 2
"""How risky the first place is that has a condition of its own."""
LONG = 64
"""So many cells that go back to what they were are copied; fewer are sooner written one by one."""
OWN, WATCHED = ("runtime.wat", "games.wat", "thinking.wat", "searching.wat"), "watched.wat"
LEVELS = 8
"""How deep a player may look ahead, and how many steps a plan may have: more than it ever does."""
BROKEN = "BROKEN"
"""Why a game that is watched may be stopped as well: it came to a state no game may come to."""
BEGIN = DECLINE + 1
"""What is said instead of a value to begin a game that somebody else steps."""
FAULTS = ("STEPS", "NOTHING", "FAILED", "NUMBERS", "SUMS", "TRIALS", "PUNT", BROKEN)
"""Why a game may be stopped, by number. `PUNT`: Python must see to it, for want of room or of digits."""
_VISIBLE = {"all": 0, "owner": 1, "top": 2, "nobody": 3}


def _lacking(statement: str) -> bool:
    return f"(func $do_{statement} " not in behaviours_text()


def behaviours_text() -> str:
    """The behaviours of the engine's statements."""
    return files("interpreter.primitives").joinpath("behaviours.wat").read_text("utf-8")


@record(slots=True)
class Printed:
    """A module: its text, and what whoever runs it must know."""

    text: str
    state_bytes: int
    wide_bytes: int
    result_bytes: int
    ranked: int
    parts: int
    thinks: bool
    """Whether it says what a position is worth, so that players can look ahead."""
    routines: dict[Key, str]
    """The functions of the routines, by name."""

    def function(self, routine: Key) -> str:
        """The text of the function that a routine became; empty where nothing needs it."""
        start = self.text.find(f"(func {self.routines.get(routine, '?')} ")
        depth = 0
        for at in range(start, len(self.text)) if start >= 0 else ():
            depth += (self.text[at] == "(") - (self.text[at] == ")")
            if not depth:
                return self.text[start : at + 1]
        return ""


@record(slots=True)
class _Parts:
    """Functions that are printed, and those that wait for it."""

    functions: list[str] = field(default_factory=list)
    waiting: list[tuple[str, Key, tuple[bool, ...]]] = field(default_factory=list)
    names: dict[Key, str] = field(default_factory=dict)
    rows: dict[Key, int] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)
    scripts: dict[tuple[int, frozenset[str]], str] = field(default_factory=dict)
    proving: list[tuple[str, Expr, int]] = field(default_factory=list)
    afterwards: list[str] = field(default_factory=list)


class Module:
    """Prints the program of a machine.

    With `every`, each routine can be entered by itself; with `covered`, games can be watched (`watched.wat`).
    """

    def __init__(self, machine: Machine, backs: Backs, *, every: bool = False, covered: bool = False) -> None:
        self._every, self._covered = every, covered
        self._m, self.p, self.flow = machine, machine.program, machine.flow
        self._room = Room()
        self._parts = _Parts()
        self._values = Values(self.p, self._room, self._need)
        self._values.row_of_functions = self._row
        self._recalling = Recalling(self._values)
        behaviours = frozenset(name for name in STATEMENTS if not _lacking(name))
        self._blocks = Blocks(self.flow, self._values, behaviours, covered=covered)
        self._kinds()
        self._secrets = Secrets(machine, self._room, self._blocks.kinds, backs)
        self._choices = Choices(machine, self._values, self._blocks.kinds)

    @staticmethod
    def own_text(*, covered: bool = False) -> str:
        """The machine, which is the same for every pack."""
        names = (*OWN, WATCHED) if covered else OWN
        own = (files("interpreter.wasm").joinpath(name).read_text("utf-8") for name in names)
        return written_out(*own, behaviours_text(), hash_text())

    # ---- functions of the program

    def _need(self, key: Key, kinds: tuple[bool, ...]) -> str:
        parts = self._parts
        if key not in parts.names:
            parts.names[key] = f"$F{len(parts.names)}"
            parts.waiting.append((parts.names[key], key, kinds))
        return parts.names[key]

    def _function(self, name: str, key: Key, kinds: tuple[bool, ...]) -> str:
        return function_text(name, self.p.values.functions[key], kinds, self._values)

    def _row(self, key: Key) -> int:
        """Where a table of functions begins: formulas of things, or conditions for their scripts."""
        parts = self._parts
        if key not in parts.rows:
            if key in self.p.values.proof_tables:
                names = self._conditions(*self.p.values.proof_tables[key])
            else:
                names = [self._entry(one) for one in self.p.values.tables[key]]
            parts.rows[key] = len(parts.values) + 1
            parts.values += [names[-1], *names]
            self._values.always[key] = [{"$zero": 0, "$one": 1}.get(name, ASKED_FOR) for name in names]
        return parts.rows[key]

    def _entry(self, key: object) -> str:
        return self._need(key, ()) if isinstance(key, Key) else "$zero"

    def _conditions(self, kind: str, script: str, written: frozenset[str]) -> list[str]:
        """For every thing and face: the condition under which its script can be carried out."""
        names: list[str] = []
        faces = self.p.layout.v.kinds[kind].faces
        for thing in self.p.layout.things[kind]:
            for face in range(faces):
                routine = thing.item.faces[face].scripts.get(script) if thing.item else None
                names.append(self._script_condition(routine, written))
        return [*names, *["$one"] * faces]

    def _script_condition(self, routine: object, written: frozenset[str]) -> str:
        if not isinstance(routine, ty.Routine):
            return "$one"
        key, proofs = (id(routine), written), self._m.printed.proofs
        if key not in self._parts.scripts:
            try:
                found = proofs.of_script(routine, written)
            except Untold:
                found = x.UNKNOWN
            asks = found not in (x.YES, x.UNKNOWN)
            steps = proofs.cost // meter.STEP.most if asks and proofs.cost > ASKED else 0
            always = found in (x.YES, x.NO) and not steps
            name = ("$one" if found == x.YES else "$zero") if always else f"$S{len(self._parts.scripts)}"
            self._parts.scripts[key] = name
            if not always:
                self._parts.proving.append((name, found, steps))
        return self._parts.scripts[key]

    def _condition(self, name: str, found: Expr, steps: int) -> str:
        """A function that says whether the script of a thing can be carried out."""
        fn = Function(name, [("$s", "i32"), ("$me", "i64"), ("$this", "i64")])
        scope = Scope(fn, {"me": Bound("$me"), "this": Bound("$this")})
        test = f"(i64.extend_i32_u (i32.ne {self._values.cond(found, scope)} (i32.const 0)))"
        return fn.text((paid(steps) if steps else "") + test)

    def _printed_on(self) -> None:
        """Print what waits, until nothing does."""
        parts, blocks = self._parts, self._blocks
        while parts.waiting or parts.proving or blocks.waiting:
            if parts.proving:
                parts.functions.append(self._condition(*parts.proving.pop()))
            elif parts.waiting:
                parts.functions.append(self._function(*parts.waiting.pop()))
            else:
                parts.functions.append(blocks.plain_routine(blocks.waiting.pop()))

    # ---- what lies in memory

    def _kinds(self) -> None:
        for name, table in self.p.layout.tables.items():
            self._blocks.kinds[name] = self._room.words(self._about_kind(table))

    def _about_kind(self, table: KindTable) -> list[int]:
        first = [cell_offset(cell) if cell else 0 for cell in (table.loc, table.known, table.face)]
        rolls = cell_offset(table.rolls) if table.rolls else 0
        last = table.sharing[-1] if table.sharing else 0
        return [*first, table.faces, rolls, table.roll_low, table.roll_high, table.index, last]

    def _zones(self) -> int:
        """For every cell that is a zone's count: where it is told what the zone holds, and who sees it."""
        m = self._m
        addresses = [0] * self.p.layout.size
        for zone, capacity in m.capacity.items():
            kind = self._blocks.kinds.get(m.zone_kind[zone].name, 0) or self._nothing_kind()
            ordered, noticed = int(m.ordered[zone]), int(m.noticed[zone])
            row = [capacity, ordered, _VISIBLE[m.visible[zone]], noticed, kind, m.zone_owner[zone]]
            row += [self._secrets.shown(zone), self._secrets.owner(zone)]
            addresses[zone] = self._room.words(row)
        return self._room.words(addresses)

    def _nothing_kind(self) -> int:
        return self._room.words([0] * 9)

    def _resets(self) -> int:
        """For every span: single cells that go back to a value, zones that are emptied, stretches of the blank state.

        Each with how many there are; then how many cells it is in all.
        """
        rows: list[int] = []
        for cells, zones, (_, stretches) in zip(self._m.resets, self._m.emptied, self._m.anew, strict=True):
            long = [range(first, last) for first, last, _ in stretches if last - first >= LONG]
            copied = {cell for stretch in long for cell in stretch}
            single = [pair for pair in cells if pair[0] not in copied]
            ends = [one for stretch in long for one in (CELL * stretch.start, CELL * len(stretch))]
            rows += [self._room.words([one for pair in single for one in pair]), len(single)]
            rows += [self._room.words(zones), len(zones), self._room.words(ends), len(long), len(cells), 0]
        return self._room.words(rows)

    def _blank(self) -> int:
        """The state before a game, without its stack."""
        cells = [0] * self.p.layout.size
        for cell, value in self._m.starts:
            cells[cell] = value
        return self._room.words(cells)

    def _places(self) -> int:
        """About every place: its routine, the locals of that, its choice, how risky it is, the steps of its values.

        Something may fail from there on: 0 not at all, 1 for all that is known, else unless a condition holds.
        """
        rows: list[int] = []
        numbers = {key: number for number, key in enumerate(self.p.routines)}
        asked = self._asked()
        for number, point in enumerate(self.flow.points):
            code = self.p.routines[point.block.routine]
            risky, steps = int(self.flow.risky(point)), code.body.parts // meter.STEP.most
            if risky and (told := self._choices.afterwards(number)):
                self._parts.functions.append(told)
                self._parts.afterwards.append(f"$K{number}")
                risky = FIRST_TOLD + len(self._parts.afterwards) - 1
            rows += [numbers[code.key], code.size, asked[number], risky, steps]
        return self._room.words(rows)

    def _asked(self) -> list[int]:
        """The number of the choice at every place, -1 where there is none."""
        asks = {self.flow.number(Point(*self.flow.asked_at[ask.number])): ask.number for ask in self.p.asks}
        return [asks.get(number, -1) for number in range(len(self.flow.points))]

    # ---- the module

    def printed(self) -> Printed:
        """Everything, as text."""
        layout, v = self.p.layout, self.p.layout.v
        routines = Routines(self._blocks)
        functions = [routines.function(f"$R{n}", key) for n, key in enumerate(self.p.routines) if self._is_framed(key)]
        asks, places = self._asks(), self._places()
        ranked = layout.people if layout.seats in v.rivals else layout.seats
        result = f"{self._result()}\n{self._estimate()}"
        result += "\n".join(self._recalling.printed())
        self._printed_on()
        most_cells = layout.size + meter.STACK.most
        room = cell_offset(most_cells + 2 * STACK_ROOM)
        parts = 1 + len(v.ties)
        wide = 8 + 8 * (most_cells + 2 * STACK_ROOM)
        numbers = {
            "SIZE": layout.size, "START": self.flow.entry(START), "MOST_CELLS": most_cells,
            "MOST_ROOM": most_cells + STACK_ROOM, "ROOM": room, "SLACK": SLACK, "FUEL": meter.STEPS.most,
            "TRIAL_FUEL": meter.TRIAL_STEPS.most, "TRIALS_FUEL": meter.TRIALS.most,
            "TRIAL_CHOICES": meter.TRIAL_CHOICES.most, "MOST_SUMS": meter.SUMS.most, "MOST_OPTIONS": meter.OPTIONS.most,
            "MOST_TRIED": MOST_TRIED,
            "DECLINE": DECLINE, "BEGIN": BEGIN, "MOST_NUMBERS": MOST_NUMBERS, "LARGEST_NUMBER": LARGEST_NUMBER,
            "EVERYONE": self._m.everyone, "PUT_AWAY": self._m.put_away,
            "ZONES": self._zones(), "RESETS": self._resets(), "PLACES": places, "ASKS": asks,
            "BLANK": self._blank(), "RANDOM": cell_offset(RANDOM),
            "COMMON": int(any(table.common for table in layout.tables.values())),
            "PARTS": parts, "RANKED": ranked, "LOWEST": int(v.lowest_wins), "WIDE": wide,
            "RESULT": 16 + 8 * ranked * (parts + 1),
            **self._secrets.numbers, "RECALLED": self._recalling.room(), "STEP_BYTES": 16 + 4 * meter.OPTIONS.most,
            **{name: number for number, name in enumerate(FAULTS) if name != BROKEN or self._covered},
            **(watched_tables(self._m, self._room, _VISIBLE) if self._covered else {}),
        }  # fmt: skip
        text = self._text(numbers, [*self._parts.functions, *functions, result])
        names = {key: f"$R{number}" for number, key in enumerate(self.p.routines)} | self._blocks.plain
        return Printed(text, room, wide, numbers["RESULT"], ranked, parts, v.estimate is not None, names)

    def _is_framed(self, key: Key) -> bool:
        return key not in self.flow.plain or key == START or self._every

    def _asks(self) -> int:
        """Print the choices; gives where it is told about them."""
        about, done = b"", self._parts.functions
        for ask in self.p.asks:
            done.append(self._choices.candidates(ask))
            done += [self._choices.condition("D", ask, ask.decline_if), self._choices.condition("H", ask, ask.hard)]
            if not ask.random:
                text, may_fail = self._choices.possible(ask)
                done += [text, self._choices.proof(ask, of_values=may_fail)]
            done.append(self._choices.offer(ask))
            about += self._choices.about(ask, self._room.words(self._choices.targets(ask)), self._secrets.of_ask(ask))
        return self._room.take(about)

    def _result(self) -> str:
        """What a player's result is made of: the score, and what decides between equal ones."""
        v = self.p.layout.v
        fn = Function("$part_of_result", [("$s", "i32"), ("$seat", "i64"), ("$part", "i32")])
        lines = ""
        for number, formula in enumerate([*([v.score] if v.score else []), *v.ties]):
            self.p.values.function(formula.key, len(formula.params), formula.value)
            call = f"(call {self._need(formula.key, ())} (local.get $s) (local.get $seat) (i64.const -1))"
            lines += f"(if (i32.eq (local.get $part) {i32(number)}) (then (return {call})))"
        return fn.text(f"{lines} {i64(0)}")

    def _estimate(self) -> str:
        """What a state is worth to a player."""
        estimate = self.p.layout.v.estimate
        fn = Function("$estimate", [("$s", "i32"), ("$me", "i64"), ("$this", "i64")])
        if estimate is None:
            return fn.text(i64(0))
        scope = Scope(fn, {"me": Bound("$me"), "this": Bound("$this")})
        return fn.text(self._recalling.values.num(self.p.values.expr(estimate.value, IN_VALUE), scope))

    def _text(self, numbers: dict[str, int], functions: Iterable[str]) -> str:
        own = self._room.end
        paths = own + numbers["ROOM"] + (-numbers["ROOM"] % 64)
        plans = paths + LEVELS * LEVELS * numbers["STEP_BYTES"]
        heap = plans + LEVELS * numbers["STEP_BYTES"] * self.p.layout.people
        heap += -heap % 64
        numbers = {**numbers, "PATHS": paths, "PLANS": plans}
        pages = (heap + 2 * SLACK) // PAGE + 1
        arities = sorted(self._blocks.arities | {0})
        plain = "\n".join(f"(type $plain{n} (func (param i32 i64 i64{' i64' * n}) (result i32)))" for n in arities)
        constants = "\n".join(f"(global ${name} i32 (i32.const {number}))" for name, number in numbers.items())
        held = "\n".join(
            f"(global ${name} (mut i32) (i32.const {start}))"
            for name, start in {
                "fuel": 0, "trials": 0, "floor": 0, "base": 0, "trying": 0, "straight": 0, "turnings": 0,
                "ask": 0, "seat": 0, "values": 0, "offered": 0,
                "thinker": 0, "question": 0, "last": -1, "moment": 0, "noted": 0, "leaf": 0, "branch": 0,
                "own": own, "heap": heap, "top": heap,
            }.items()
        )  # fmt: skip
        return "\n".join([
            "(module",
            "(type $value (func (param i32 i64 i64) (result i64)))",
            "(type $set (func (param i32) (result i64)))",
            "(type $asked (func (param i32) (result i32)))",
            "(type $proof (func (param i32 i32) (result i32)))",
            plain,
            "(tag $stop (param i32)) (tag $untold)",
            f'(memory (export "memory") {pages} {MOST_PAGES})',
            self._room.text(),
            constants,
            held,
            "(global $chance (mut i64) (i64.const 0))",
            self._tables(),
            "(func $zero (type $value) (i64.const 0))",
            "(func $one (type $value) (i64.const 1))",
            "(func $no_condition (type $asked) (unreachable))",
            "(func $no_proof (type $proof) (i32.const 2))",
            self.own_text(covered=self._covered),
            self._going(),
            offering(self._asked()),
            *(one for one in functions if one),
            ")",
        ])  # fmt: skip

    def _going(self) -> str:
        """`go`: to the routine of a place, without coming back here. Flat, since a program may have very many routines."""
        numbers = {key: number for number, key in enumerate(self.p.routines)}
        framed = [number for key, number in numbers.items() if self._is_framed(key)]
        known, places = set(framed), [numbers[point.block.routine] for point in self.flow.points]
        cases = " ".join(f"$r{number}" if number in known else "$lost" for number in places)
        opened = " ".join(f"block $r{number}" for number in reversed(framed))
        ends = "\n".join(f"end local.get $s local.get $pc return_call $R{number}" for number in framed)
        head = "(func $go (param $s i32) (param $pc i32) (result i32)"
        return f"{head} block $lost {opened}\nlocal.get $pc br_table {cases} $lost\n{ends}\nend unreachable)"

    def _tables(self) -> str:
        asks, chosen = self.p.asks, [not ask.random for ask in self.p.asks]
        rows: dict[str, list[str]] = {
            "plain": list(self._blocks.direct),
            "values": self._parts.values,
            "candidates": [f"$A{ask.number}" for ask in asks],
            "may_decline": [f"$D{a.number}" if a.decline_if is not None else "$no_condition" for a in asks],
            "failing": [f"$H{a.number}" if a.hard is not None else "$no_condition" for a in asks],
            "afterwards": self._parts.afterwards,
            "proofs": [f"$C{a.number}" if one else "$no_proof" for a, one in zip(asks, chosen, strict=True)],
        }
        return "\n".join(
            f"(table ${name} {len(row)} {len(row)} funcref) (elem (table ${name}) (i32.const 0) func {' '.join(row)})"
            for name, row in rows.items()
        )
