"""Instructions printed as Python functions.

Fused, a function runs as far as it can: it follows jumps, goes into routines it calls, and prints plain parts (see
`plain.py`) as ordinary loops and conditions; it answers only where the program asks or returns, or where it would grow
too long. Not fused, every instruction is a function of its own, for stepping: the same program, the same states.

Everything is printed for one of three purposes: to play (events are told), to look ahead (nothing is told), and to try
whether an option can be completed (nothing is told, and the way ends where that is certain or left to chance).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E
from interpreter.code.concern import cards_of
from interpreter.code.layout import PC, SCOPE, WATCHING
from interpreter.machine.bounds import cell_bounds
from interpreter.machine.inline import IN_PLACE, written_out
from interpreter.machine.place import FRAME_LOCALS, IN_PLAIN, IN_VALUE, Place, in_routine
from interpreter.machine.plain import Plain
from interpreter.machine.signals import ASK, DEEP, DONE, FAIL, FATE, HALT
from interpreter.machine.values import Values
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.code.program import Instr, Program

MAX_STACK = 4000
"""Cells the stack may take: far more than a sound pack needs, few enough to stop a runaway one."""
MAX_CHAIN = 40
"""Instructions a function follows before it answers where to go on."""
MAX_SIDE = 10
"""The same for the side of a condition."""
_FUEL = ["m.fuel -= 1", "if m.fuel < 0: out_of_steps()"]
_OWN_CELL = re.compile(r"(?<!\w)s\[\d+(?:\+me(?:\*\d+)?)?\]")
_WORD = re.compile(r"-?\w+")
_TWICE = re.compile(r"\(\((\w+) - (\d+)\) - (\d+)\)")
_LEFT = re.compile(r"\((\w+) - (\d+)\) (>=|>) (\d+)")
_ENOUGH = re.compile(r"\((\w+) - (\w+(?:\[\w+\])?)\) >= 0(?!\w)")
_MORE = re.compile(r"\((\w+) > (\d+)\)")
_AGAIN = re.compile(r"\((\w+ >= \d+)\) and \(\1 and ")
_RANGE = re.compile(r"range\((\d+)\)")
_ME = re.compile(r"\bme\b")


def by_frame(name: str, lines: list[str]) -> str:
    """A function of state and frame; who acts is looked up once."""
    start = ["me = s[f+2]"] if any(_ME.search(line) for line in lines) else []
    return "\n".join([f"def {name}(s, f):", *_indented([*start, *lines]), ""])


def hoisted(lines: list[str]) -> list[str]:
    """Cells that a condition reads again and again, read once before it: nothing changes while it is worked out."""
    text = "\n".join(lines)
    found = _OWN_CELL.findall(text)
    looks = "for " in text
    often = [cell for cell in dict.fromkeys(found) if looks or found.count(cell) > 1]
    names = {cell: f"h{number}" for number, cell in enumerate(often)}
    put = [_OWN_CELL.sub(lambda match: names.get(match[0], match[0]), line) for line in lines]
    return [*(f"{name} = {cell}" for cell, name in names.items()), *map(shorter, put)]


def shorter(text: str) -> str:
    """A condition with less arithmetic: what is left after paying twice is compared with nothing but a number."""
    before = ""
    while before != text:
        before = text
        text = _TWICE.sub(lambda match: f"({match[1]} - {int(match[2]) + int(match[3])})", text)
    text = _LEFT.sub(lambda match: f"{match[1]} {match[3]} {int(match[2]) + int(match[4])}", text)
    text = _ENOUGH.sub(r"\1 >= \2", text)
    text = _MORE.sub(lambda match: f"({match[1]} >= {int(match[2]) + 1})", text)
    return _AGAIN.sub(r"(\1) and (", text)


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines or ["pass"]]


def _grows(value: E) -> bool:
    """Whether a number may be larger than those it is made of by more than a constant."""
    stack: list[object] = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += node
        elif isinstance(node, E):
            if node.op == "arith" and (node.args[0] == "*" or all(side.op != "const" for side in node.args[1:])):
                return True
            if node.op == "value" and len(node.args) > 2:
                return True
            stack += node.args
    return False


def _says_nothing_new(instr: Instr, fresh: set[int]) -> bool:
    """Whether a local that is still 0 becomes 0, or is looked at for the first time whether it is low enough."""
    if instr.op == "let":
        slot, value = instr.args
        return slot in fresh and value.op == "const" and value.args[0] == 0
    if instr.op != "branch":
        return False
    cond = instr.args[0]
    if cond.op != "compare" or cond.args[0] != "<":
        return False
    _, left, right = cond.args
    return bool(left.op == "local" and left.args[0] in fresh and right.op == "const" and right.args[0] > 0)


def _slots(instr: Instr) -> set[int]:
    """The locals an instruction may write."""
    match instr.op:
        case "let" | "mark" | "bump" | "act" | "each":
            return {instr.args[0]}
        case "next":
            return {instr.args[0], instr.args[1]}
        case "do":
            return {instr.args[2]}
        case "branch":
            return set(range(1000))  # it may hide a loop
    return set()


def _left_early(program: Program) -> frozenset[int]:
    """The returns before the end of a routine: options may be under way there."""
    code = program.code
    return frozenset(
        pc for pc, (one, after) in enumerate(pairwise(code)) if one.op == "return" and one.routine == after.routine
    )


def _counted(steps: int) -> list[str]:
    return [f"m.fuel -= {steps}"] if steps else []


def watch_function(name: str, program: Program, values: Values, number: int, params: str) -> str:
    """A function that says whether a state-based rule holds for anybody it is about."""
    players = range(program.layout.seats if program.layout.v.watches[number].for_player else 1)
    text = values.text(program.watches[number], IN_VALUE)
    return f"def {name}({params}):\n    return any({text} for me in {players!r})\n"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What functions are printed for: the letter in their names, whether events are told, whether ways are tried."""

    letter: str
    tells: bool = False
    tries: bool = False


PLAY, LOOK, TRY = Purpose("", tells=True), Purpose("L"), Purpose("T", tries=True)


class Blocks:
    """Prints the instructions of one program for one purpose."""

    def __init__(
        self,
        plain: Plain,
        values: Values,
        purpose: Purpose,
        on_first_call: Callable[[Blocks, int], Any],
        *,
        fused: bool = True,
    ) -> None:
        self.p, self.plain, self.values, self.purpose = plain.p, plain, values, purpose
        self._on_first_call, self.fused = on_first_call, fused
        self._left = _left_early(self.p)
        self._push = "s.extend" if self.p.layout.is_small else "s.fromlist"
        self.function_rows: list[list[Any]] = []
        self.place = IN_PLAIN
        self._places: dict[tuple[int, bool], Place] = {}
        self._direct = False
        self._printed: set[int] = set()
        self._choosy: set[int] = set()
        self.fresh: list[str] = []

    # ---- functions

    def block(self, pc: int) -> str:
        """The function that runs on from here; plain routines it needs for the first time wait in `fresh`."""
        if not self.fused:
            return self._step(pc, self.p.code[pc])
        if pc in self.plain.routines:
            return self._framed(pc)
        return by_frame(self.name_of(pc), self._chain(pc, frozenset(), [MAX_CHAIN], 0))

    def name_of(self, pc: int) -> str:
        """What the function that begins here is called."""
        return f"B{self.purpose.letter}{pc}"

    def routine(self, entry: int) -> str:
        """The name of a plain routine's function, printed at first use."""
        if entry not in self._printed:
            self._printed.add(entry)
            before = self.place, self._direct
            self.fresh.append(self._plain_routine(entry))
            self.place, self._direct = before
        return f"P{self.purpose.letter}{entry}"

    def _step(self, pc: int, instr: Instr) -> str:
        """One instruction by itself."""
        self._enter(instr, direct=False)
        lines = list(self._instruction(pc, instr))
        if instr.op in ("branch", "next"):
            lines = [lines[0], f"    return {instr.args[-1]}", *lines[1:]]
        if instr.op == "jump":
            lines.append(f"return {instr.args[0]}")
        elif instr.op not in ("return", "halt", "ask", "call"):
            lines.append(f"return {pc + 1}")
        return by_frame(self.name_of(pc), lines)

    def _framed(self, entry: int) -> str:
        """A plain routine entered by itself, in a frame."""
        params = self._params(entry)
        cells = [f"s[f+{i + FRAME_LOCALS}]" for i in range(params)]
        call = self._direct_call(self.routine(entry), ["s[f+3]", *cells], signals=entry in self.plain.signals)
        return by_frame(self.name_of(entry), ["m.fuel += 1", *call, *self._return(entry)])

    def _params(self, entry: int) -> int:
        return len(self.p.routines[self.p.code[entry].routine].params)

    def _plain_routine(self, entry: int) -> str:
        """A routine that never asks, as one function."""
        instr = self.p.code[entry]
        self._enter(instr, direct=True)
        body = self.plain.body(entry)
        routine = self.p.routines[instr.routine]
        params = [f"l{i}" for i in range(len(routine.params))]
        lines = self._region(body.start, body.stop - 1)
        rest = [f"l{i}" for i in range(len(params), self.p.sizes[routine.name])]
        text = "\n".join(lines)
        rest = [name for name in rest if re.search(rf"\b{name}\b", text)]
        alone = not any("(s" in line or "fuel" in line for line in lines)  # then whoever calls it notices in time
        start = [*(_FUEL[:1] if alone else _FUEL), *([f"{' = '.join(rest)} = 0"] if rest else [])]
        return "\n".join(
            [
                f"def P{self.purpose.letter}{entry}({', '.join(['s', 'me', 'this', *params])}):",
                *_indented([*start, *lines]),
                "",
            ]
        )

    def _enter(self, instr: Instr, *, direct: bool) -> None:
        """Turn to the routine of an instruction."""
        self._direct = direct
        key = (instr.routine, direct)
        if key not in self._places:
            place = in_routine(self.p.routines[instr.routine])
            self._places[key] = replace(IN_PLAIN, solid=place.solid) if direct else place
        self.place = self._places[key]

    # ---- following the program

    def _chain(self, pc: int, seen: frozenset[int], room: list[int], steps: int) -> list[str]:
        """Everything from here on, as far as it goes; `steps` have been made that are not yet counted."""
        lines: list[str] = []
        fresh: set[int] = set()  # locals of a frame begun here that are still 0
        while True:
            instr = self.p.code[pc]
            if pc in seen or room[0] <= 0 or (pc in self.plain.routines and seen):
                return [*lines, *_counted(steps), f"return {pc}"]
            seen |= {pc}
            room[0] -= 1
            self._enter(instr, direct=False)
            if _says_nothing_new(instr, fresh):
                pc += 1
                continue
            fresh -= _slots(instr)
            end, printed = self._next_part(pc)
            if end is None and instr.op == "jump":
                steps += instr.args[0] <= pc
                pc = instr.args[0]
                continue
            if end is None and instr.op in ("branch", "next"):
                side = self._chain(instr.args[-1], seen, [min(MAX_SIDE, room[0])], steps)
                self._enter(instr, direct=False)
                lines += [printed[0], *_indented(side), *printed[1:]]
                pc += 1
                continue
            if end is None and instr.op == "call" and not self.plain.is_plain(instr):
                steps += 1
                lines += [*_counted(steps), *printed[1:-1], "f = n"]
                steps = 0
                pc = self.p.entries[instr.args[0]]
                fresh = set(range(len(instr.args[1]), self.p.sizes[instr.args[0]]))
                continue
            if any("return" in line for line in printed):
                lines += _counted(steps)
                steps = 0
            lines += printed
            if end is None and instr.op in ("ask", "return", "halt"):
                return lines
            pc = pc + 1 if end is None else end

    def _region(self, pc: int, end: int, leave: int = -1) -> list[str]:
        """A plain part, with its structure; `leave` is where conditions go that end the loop around."""
        lines: list[str] = []
        code = self.p.code
        while pc < end:
            instr = code[pc]
            if instr.op == "each":
                done = code[pc + 1].args[-1]
                lines += self._for(pc, instr, done)
                pc = done
            elif instr.op == "branch" and self.plain.is_loop(pc):
                done = instr.args[-1]
                turn = self._region(pc + 1, done - 1, done)
                lines += ["while True:", f"    if not {self._truth(instr)}: break", *_indented([*turn, *_FUEL])]
                pc = done
            elif instr.op == "branch" and instr.args[-1] == leave:
                lines.append(f"if not {self._truth(instr)}: break")
                pc += 1
            elif instr.op == "branch":
                printed, pc = self._if(pc, instr, leave)
                lines += printed
            else:
                lines += self._instruction(pc, instr)
                pc += 1
        return lines

    def _truth(self, instr: Instr) -> str:
        return self.values.text(instr.args[0], self.place)

    def _if(self, pc: int, instr: Instr, leave: int) -> tuple[list[str], int]:
        target = instr.args[-1]
        before = self.p.code[target - 1]
        joined = before.args[0] if before.op == "jump" and before.args[0] >= target else -1
        then = self._region(pc + 1, target - 1 if joined >= 0 else target, leave)
        lines = [f"if {self._truth(instr)}:", *_indented(then)]
        if joined > target:
            lines += ["else:", *_indented(self._region(target, joined, leave))]
        return lines, max(joined, target)

    def _for(self, pc: int, instr: Instr, done: int) -> list[str]:
        """Walk through a set."""
        slot = self.p.code[pc + 1].args[0]
        items = self.values.text(instr.args[1], self.place)
        around, name = self.place, f"l{slot}"
        self.place = replace(around, bound=((slot, name), *around.bound), solid=around.solid | {slot})
        turn = self._region(pc + 2, done - 1)
        self.place = around
        note = [] if self._direct else [f"s[f+{slot + FRAME_LOCALS}] = {name}"]
        if any("return" in line or "fuel" in line for line in turn):
            return [f"for {name} in {items}:", *_indented([*note, *turn, *_FUEL])]
        # A set ends by itself, so its turns may be counted afterwards.
        lines = [f"for {name} in {items}:", *_indented([*note, *turn])]
        fixed = _RANGE.fullmatch(items)
        if fixed:
            return [*lines, f"m.fuel -= {fixed[1]}", _FUEL[1]]
        return [f"x{slot} = {items}", f"for {name} in x{slot}:", *lines[1:], f"m.fuel -= len(x{slot})", _FUEL[1]]

    def _next_part(self, start: int) -> tuple[int | None, list[str]]:
        """A whole loop or condition and where it ends, or a single instruction."""
        if self._runs_each(start):
            return self.p.code[start + 1].args[-1], self._run_each(start)
        end = self.plain.region(start)
        return end, self._region(start, end) if end is not None else self._instruction(start, self.p.code[start])

    def _runs_each(self, start: int) -> bool:
        """Whether a loop begins here that does nothing but run the script of each thing of a set."""
        each, after, run, back = (
            self.p.code[start : start + 4] if start + 4 <= len(self.p.code) else [self.p.code[start]] * 4
        )
        if (each.op, after.op, run.op, back.op) != ("each", "next", "run", "jump") or back.args[0] != start + 1:
            return False
        _, piece, args = run.args
        return piece.op == "local" and piece.args[0] == after.args[0] and not args and not self.plain.is_plain(run)

    def _run_each(self, start: int) -> list[str]:
        """Such a loop: scripts that never ask run at once; where one may ask, the rest of the set goes onto the stack."""
        items, (slot, left, _) = self.p.code[start].args[1], self.p.code[start + 1].args
        table, piece, _ = self.p.code[start + 2].args
        one, rest = self._cell(slot), self._cell(left)
        around = self.place
        self.place = replace(around, bound=((slot, "p"), *around.bound), solid=around.solid | {slot})
        run = self._run(start + 2, table, piece, ())[1:]
        self.place = around
        enter = [f"{one} = p", f"{rest} = len(x) - 1 - i", f"{self._push}(x[:i:-1])", "m.fuel -= i"]
        at = next(number for number, line in enumerate(run) if line.strip() == "m.fuel -= 1")
        indent = run[at][: len(run[at]) - len(run[at].lstrip())]
        run[at:at] = [indent + line for line in enter]
        return [
            f"x = [*{self.values.text(items, self.place)}]",
            "for i, p in enumerate(x):",
            *_indented(run),
            "m.fuel -= len(x)",
            f"if x: {one} = p",
            f"{rest} = 0",
        ]

    # ---- instructions

    def _instruction(self, pc: int, instr: Instr) -> list[str]:
        method = getattr(self, f"_{instr.op}")
        return list(method(pc, *instr.args))

    def _cell(self, slot: int) -> str:
        return f"l{slot}" if self._direct else f"s[f+{slot + FRAME_LOCALS}]"

    def _value(self, value: E) -> str:
        return self.values.truth(value, self.place)

    def _let(self, _pc: int, slot: int, value: E) -> list[str]:
        return [f"{self._cell(slot)} = {self._given(value)}"]

    def _given(self, value: E) -> str:
        """A value that becomes a local: it may be a number larger than any counter, but not without end."""
        text = self._value(value)
        return f"kept({text})" if value.type.tag == "number" and _grows(value) else text

    def _mark(self, _pc: int, slot: int, bit: int) -> list[str]:
        return [f"{self._cell(slot)} |= {1 << bit}"]

    def _bump(self, _pc: int, slot: int) -> list[str]:
        return [f"{self._cell(slot)} += 1"]

    def _jump(self, pc: int, target: int) -> list[str]:
        return ["m.fuel -= 1"] if target <= pc else []

    def _branch(self, _pc: int, cond: E, _target: int) -> list[str]:
        return [f"if not {self.values.text(cond, self.place)}:"]

    def _frame(self, pc: int, this: str, args: list[str], locals_: str) -> list[str]:
        cells = ", ".join(["f", str(pc + 1), "me", this, *args])
        return [
            "m.fuel -= 1",
            "n = len(s)",
            f"if n > {self.p.layout.size + MAX_STACK}: return {DEEP}",
            f"{self._push}([{cells}]{locals_})",
            "s[0] = n",
        ]

    def _call(self, pc: int, name: str, args: tuple[E, ...]) -> list[str]:
        entry = self.p.entries[name]
        given = [self._given(a) for a in args]
        this = self.place.this if not args else "-1"
        if self.fused and entry in self.plain.routines:
            return self._direct_call(self.routine(entry), [this, *given], signals=entry in self.plain.signals)
        rest = self.p.sizes[name] - len(args)
        return [*self._frame(pc, this, given + ["0"] * rest, ""), f"return {entry}"]

    def _direct_call(self, function: str, given: list[str], *, signals: bool) -> list[str]:
        call = f"{function}({', '.join(['s', 'me', *given])})"
        return [f"r = {call}", "if r: return r"] if signals else [call]

    def _run(self, pc: int, table: str, piece: E, args: tuple[E, ...]) -> list[str]:
        kind = table.partition(".")[0] if "." in table else table.partition(" ")[0]
        faces = self.p.layout.v.kinds[kind].faces
        entries = [*self.p.runs[table], *[-1] * faces]
        name = self.values.table(f"run {table}", lambda: entries)
        index = "p" if faces == 1 else f"p*{faces}+s[{self.p.layout.tables[kind].face}+p]"
        given = [self._given(a) for a in args]
        direct = [e for e in set(entries) if e in self.plain.routines] if self.fused else []
        there = " if p >= 0 else {}" if self.values.nullable(piece, self.place) else ""
        lines = [f"p = {self._value(piece)}"]
        if direct:
            functions = self._direct_table(table, entries)
            call = self._direct_call("d", ["p", *given], signals=any(e in self.plain.signals for e in direct))
            fired = self._fired(f"{name}[{index}]")
            lines += [f"d = {functions}[{index}]{there.format(None)}", "if d is not None:", *_indented([*fired, *call])]
        if len(direct) < len({e for e in entries if e >= 0}):
            sizes = self.values.table("run sizes", lambda: dict(self.p.run_sizes))
            frame = self._frame(pc, "p", given, f" + [0] * ({sizes}[e] - {len(given)})")
            framed = [
                f"e = {name}[{index}]{there.format(-1)}",
                "if e >= 0:",
                *_indented([*self._fired("e"), *frame, "return e"]),
            ]
            lines += ["else:", *_indented(framed)] if direct else framed
        return lines

    def _fired(self, entry: str) -> list[str]:
        """Note which script runs, for whoever wants to know."""
        return [f"if m.fired is not None: m.fired.add({entry})"] if self.purpose.tells else []

    def _direct_table(self, table: str, entries: list[int]) -> str:
        """A table of functions, one for each thing; each is printed when it is first called."""

        def make() -> list[Any]:
            row = [self._on_first_call(self, e) if e in self.plain.routines else None for e in entries]
            self.function_rows.append(row)
            return row

        return self.values.table(f"functions {self.purpose.letter} {table}", make)

    def _return(self, pc: int) -> list[str]:
        if self._direct:
            return ["return 0"]
        early = pc in self._left
        closed = [f"while s[{SCOPE}] > f: s[{SCOPE}] = s[s[{SCOPE}]]"] if early else []
        if self.purpose.tries:
            closed = [
                *([f"if s[{SCOPE}] > f:", *_indented([*closed, *self._done()])] if early else []),
                f"if m.base >= f: return {DONE}",
            ]
        return [*closed, "r = s[f+1]", "s[0] = s[f]", "del s[f:]", "return r"]

    def _done(self) -> list[str]:
        """In a trial: the way ends where the option that is tried is complete."""
        return [f"if m.floor >= s[{SCOPE}] and m.base < 0: return {DONE}"] if self.purpose.tries else []

    def _do(self, pc: int, name: str, args: dict[str, Any], slot: int, _safe: bool) -> list[str]:
        statement = STATEMENTS[name]
        if self.fused and name in IN_PLACE:
            return self._written_out(pc, name, args, slot)
        cells = ", ".join(["m", "s", "me", *self._arguments(args)])
        self.values.names[f"do_{name}"] = statement.behaviour
        call = f"do_{name}({cells})"
        lines = [f"return {FATE}"] if statement.fate and self.purpose.tries else []
        if slot >= 0:
            return [*lines, f"{self._cell(slot)} = {call}"]
        if statement.hard:
            return [*lines, f"if not {call}:", f"    s[{PC}] = {pc}", f"    return {FAIL}"]
        return [*lines, call]

    def _written_out(self, pc: int, name: str, args: dict[str, Any], slot: int) -> list[str]:
        """A statement that changes one cell, in place."""
        lines: list[str] = []
        given: list[tuple[str, str]] = []
        for key, value in args.items():
            text = self._address(value) if key in ("counter", "var") else self._value(value)
            if not _WORD.fullmatch(text):
                lines.append(f"{key} = {text}")
                text = key
            given.append((key, text))
        cell = args.get("counter") or args["var"]
        host, _, var = str(cell.args[0]).partition(".")
        bounds = cell_bounds(self.p.layout.v.kind(host).vars[var])
        result = self._cell(slot) if slot >= 0 else ""
        keep = "r" if result else ""
        failure = f"s[{PC}] = {pc}\nreturn {FAIL}"
        lines += written_out(STATEMENTS[name].behaviour, tuple(given), bounds, keep, failure, tells=self.purpose.tells)
        return [*lines, f"{result} = r"] if result else lines

    def _arguments(self, args: dict[str, Any]) -> list[str]:
        """Pieces come with the table of their kind, counters and vars as addresses."""
        printed: list[str] = []
        for name, value in args.items():
            if name in ("counter", "var"):
                printed.append(self._address(value))
            elif name in ("piece", "dice"):
                kind = value.type.name
                table = self.values.table(f"kind {kind}", lambda kind=kind: self.p.layout.tables[kind])
                printed += [table, self._value(value)]
            elif name in ("reason", "discard"):
                printed.append(f"{name}={self._value(value)}")
            else:
                printed.append(self._value(value))
        return printed

    def _address(self, value: E) -> str:
        given = [x for x in value.args[1:] if x is not None]
        guards = [self.values.text(x, self.place) for x in given if self.values.nullable(x, self.place)]
        address = self.values.address(value, self.place)
        return f"m.cell_of({address}, {', '.join(guards)})" if guards else address

    def _demand(self, pc: int, cond: E) -> list[str]:
        return [f"if not {self.values.text(cond, self.place)}:", f"    s[{PC}] = {pc}", f"    return {FAIL}"]

    def _each(self, _pc: int, slot: int, items: E) -> list[str]:
        return [
            f"x = [*{self.values.text(items, self.place)}]",
            f"{self._cell(slot)} = len(x)",
            "x.reverse()",
            f"{self._push}(x)",
        ]

    def _next(self, _pc: int, slot: int, left: int, _done: int) -> list[str]:
        cell = self._cell(left)
        return [f"if not {cell}:", f"{cell} -= 1", f"{self._cell(slot)} = s.pop()"]

    def _act(self, _pc: int, saved: int, who: E) -> list[str]:
        player = self._value(who)
        if self.values.nullable(who, self.place):
            player = f"m.player({player})"
        return [f"{self._cell(saved)} = me", f"me = {player}" if self._direct else f"me = s[f+2] = {player}"]

    def _back(self, _pc: int, saved: int) -> list[str]:
        return [f"me = {self._cell(saved)}" if self._direct else f"me = s[f+2] = {self._cell(saved)}"]

    def _ask(self, pc: int, _number: int) -> list[str]:
        return [f"s[{PC}] = {pc}", f"return {ASK}"]

    def _commit(self, _pc: int) -> list[str]:
        return ["s.pop()", f"s[{SCOPE}] = s.pop()", *self._done()]

    def _watch(self, pc: int, number: int, tokens: tuple[str, ...]) -> list[str]:
        name = f"watch {number}"
        entry = self.p.entries[name]
        if self.fused and entry in self.plain.routines:
            inside = self._direct_call(self.routine(entry), ["-1"], signals=entry in self.plain.signals)
        else:
            inside = [*self._frame(pc, "-1", ["0"] * self.p.sizes[name], ""), f"return {entry}"]
        holds = self._concerned(number, tokens) if self.fused else f"W{number}(s)"
        return [f"if not s[{WATCHING}] & {1 << number} and {holds}:", *_indented(inside)]

    def _concerned(self, number: int, tokens: tuple[str, ...]) -> str:
        """Whether a rule holds after a change; one about any card of a set asks only the cards that read the change."""
        found = cards_of(self.p.watches[number], set(tokens), self.p.layout.v)
        if found is None:
            return f"W{number}(s)"
        cards, script, reading = found
        kind = cards.type.element.name
        table = self.values.table(
            f"reading {kind} {' '.join(tokens)}",
            lambda: [t.item is not None and t.item.id in reading for t in self.p.layout.things[kind]],
        )
        self.values.choosy = (kind, script)
        text = watch_function(f"V{number}", self.p, self.values, number, "s, r")
        self.values.choosy = ("", "")
        if number not in self._choosy:
            self._choosy.add(number)
            self.fresh.append(text)
        return f"any({table}[x] for x in {self.values.text(cards, IN_PLAIN)}) and V{number}(s, {table})"

    def _watching(self, _pc: int, number: int, on: int) -> list[str]:
        return [f"s[{WATCHING}] |= {1 << number}" if on else f"s[{WATCHING}] &= ~{1 << number}"]

    def _settled(self, _pc: int, number: int) -> list[str]:
        return [f"if W{number}(s): return {DEEP}"]

    def _limit(self, _pc: int, key: str) -> list[str]:
        return [f"s[{self.p.layout.vars[key].base}+me] += 1"]

    def _halt(self, _pc: int) -> list[str]:
        return [f"return {HALT}"]
