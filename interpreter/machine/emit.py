"""Instructions printed as Python functions, one per basic block.

Each function takes the state `s` and the frame `f` and returns where to go on, or a signal. What it prints for an
instruction is the meaning of that instruction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E
from interpreter.code.layout import PC, SCOPE, STATUS, WATCHING
from interpreter.machine.signals import ASK, DEEP, DONE, FAIL, FATE, HALT
from interpreter.machine.values import FRAME_LOCALS, IN_FRAME, IN_VALUE, Values
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.code.program import Ask, Instr, Program

MAX_STACK = 4000
"""Cells the stack may take: far more than a sound pack needs, few enough to stop a runaway one."""


class Emit:
    """Prints a whole program."""

    def __init__(self, program: Program, *, fused: bool = True) -> None:
        self.p = program
        self.fused = fused
        self.values = Values(program)
        self.remembering = Values(program, "E")
        self.lines: list[str] = []

    def source(self) -> str:
        """Print everything: values, state-based conditions, questions, blocks."""
        for number, cond in enumerate(self.p.watches):
            self._watch_function(number, cond)
        for ask in self.p.asks:
            self._ask_functions(ask)
        self._results()
        self._blocks()
        return "\n".join([*self.values.functions, *self.remembering.functions, *self.lines])

    def _results(self) -> None:
        """The score, the tie-breaks and the estimate of a position, each for the acting player."""
        v = self.p.layout.v
        named = {"R_score": v.score, **{f"R_tie{i}": tie for i, tie in enumerate(v.ties)}}
        named |= {f"R_achieved_{one.id}": one.value.formula for one in v.achievements.values()}
        for name, formula in named.items():
            if formula is not None:
                self.values.define(name, [], formula.value)
        self._estimate()
        for value in v.values.values():
            if value.show and value.formula is not None:
                params = [f"a{i}" for i in range(len(value.params))]
                self.values.define(f"S_{value.key.replace('.', '_')}", params, value.formula.value)
        for number, formula in enumerate(self.p.formulas.values()):
            self.values.define(f"Q{number}", [f"a{i}" for i in range(len(formula.params))], formula.value)

    def _estimate(self) -> None:
        """What a position is worth: looks at the same values for everybody again and again, so they are remembered."""
        estimate = self.p.layout.v.estimate
        if estimate is not None:
            text = self.remembering.text(estimate.value, IN_VALUE)
            self.lines.append(f"def R_estimate(s, me, this):\n    memo.clear()\n    return {text}\n")

    def _watch_function(self, number: int, cond: E) -> None:
        for_player = self.p.layout.v.watches[number].for_player
        players = range(self.p.layout.seats if for_player else 1)
        text = self.values.text(cond, IN_VALUE)
        self.lines.append(f"def W{number}(s, this=-1):\n    return any({text} for me in {players!r})\n")

    def _ask_functions(self, ask: Ask) -> None:
        """`A<n>` gives the candidates of a choice, `D<n>` whether it may be declined, `H<n>` whether none is failure."""
        text = self.values.text
        if ask.values is not None:
            self.lines.append(f"def A{ask.number}(s, f):\n    return {text(ask.values, IN_FRAME)}\n")
        else:
            body = [f"def A{ask.number}(s, f):", "    r = []"]
            for number, case in enumerate(ask.cases):
                body += [f"    if {text(case, IN_FRAME)}: r.append({number})"]
            self.lines.append("\n".join([*body, "    return r", ""]))
        for letter, cond in (("D", ask.decline_if), ("H", ask.hard)):
            if cond is not None:
                self.lines.append(f"def {letter}{ask.number}(s, f):\n    return {text(cond, IN_FRAME)}\n")

    # ---- blocks

    def _blocks(self) -> None:
        leaders = self.p.leaders if self.fused else set(range(len(self.p.code)))
        open_block = False
        for pc, instr in enumerate(self.p.code):
            if pc in leaders:
                if open_block:
                    self.lines.append(f"    return {pc}\n")
                self.lines.append(f"def B{pc}(s, f):")
            self.lines += [f"    {line}" for line in self._instruction(pc, instr)]
            open_block = instr.op not in ("jump", "return", "halt", "call", "run", "ask")

    def _instruction(self, pc: int, instr: Instr) -> list[str]:
        method = getattr(self, f"_{instr.op}")
        return list(method(pc, *instr.args))

    def _value(self, value: E) -> str:
        return self.values.truth(value, IN_FRAME)

    def _let(self, _pc: int, slot: int, value: E) -> list[str]:
        return [f"s[f+{slot + FRAME_LOCALS}] = {self._value(value)}"]

    def _mark(self, _pc: int, slot: int, bit: int) -> list[str]:
        return [f"s[f+{slot + FRAME_LOCALS}] |= {1 << bit}"]

    def _bump(self, _pc: int, slot: int) -> list[str]:
        return [f"s[f+{slot + FRAME_LOCALS}] += 1"]

    def _jump(self, _pc: int, target: int) -> list[str]:
        return [f"return {target}"]

    def _branch(self, _pc: int, cond: E, target: int) -> list[str]:
        return [f"if not {self.values.text(cond, IN_FRAME)}: return {target}"]

    def _frame(self, pc: int, this: str, args: list[str], locals_: str) -> list[str]:
        cells = ", ".join(["f", str(pc + 1), "s[f+2]", this, *args])
        return [
            "n = len(s)",
            f"if n > {self.p.layout.size + MAX_STACK}: return {DEEP}",
            f"s.extend([{cells}]{locals_})",
            "s[0] = n",
        ]

    def _call(self, pc: int, name: str, args: tuple[E, ...]) -> list[str]:
        entry = self.p.entries[name]
        rest = self.p.sizes[name] - len(args)
        cells = [self._value(a) for a in args] + ["0"] * rest
        return [*self._frame(pc, "s[f+3]" if not args else "-1", cells, ""), f"return {entry}"]

    def _run(self, pc: int, table: str, piece: E, args: tuple[E, ...]) -> list[str]:
        kind = table.partition(".")[0] if "." in table else table.partition(" ")[0]
        faces = self.p.layout.v.kinds[kind].faces
        name = self.values.table(f"run {table}", lambda: [*self.p.runs[table], *[-1] * faces])
        sizes = self.values.table("run sizes", lambda: dict(self.p.run_sizes))
        index = "p" if faces == 1 else f"p*{faces}+s[{self.p.layout.tables[kind].face}+p]"
        given = [self._value(a) for a in args]
        frame = self._frame(pc, "p", given, f" + [0] * ({sizes}[e] - {len(given)})")
        return [
            f"p = {self._value(piece)}",
            f"e = {name}[{index}] if p >= 0 else -1",
            f"if e < 0: return {pc + 1}",
            "if m.fired is not None and m.floor < 0: m.fired.add(e)",
            *frame,
            "return e",
        ]

    def _return(self, _pc: int) -> list[str]:
        return [
            f"if s[{SCOPE}] > f:",
            f"    while s[{SCOPE}] > f: s[{SCOPE}] = s[s[{SCOPE}]]",
            f"    if m.floor >= s[{SCOPE}] and m.base < 0: return {DONE}",
            f"if m.base >= f: return {DONE}",
            "r = s[f+1]",
            "s[0] = s[f]",
            "del s[f:]",
            f"if r < 0: s[{STATUS}] = 2",
            "return r",
        ]

    def _do(self, pc: int, name: str, args: dict[str, Any], slot: int, _safe: bool) -> list[str]:
        statement = STATEMENTS[name]
        cells = ", ".join(["m", "s", "s[f+2]", *self._arguments(args)])
        self.values.names[f"do_{name}"] = statement.behaviour
        call = f"do_{name}({cells})"
        lines = [f"if m.floor >= 0: return {FATE}"] if statement.fate else []
        if slot >= 0:
            return [*lines, f"s[f+{slot + FRAME_LOCALS}] = {call}"]
        if statement.hard:
            return [*lines, f"if not {call}:", f"    s[{PC}] = {pc}", f"    return {FAIL}"]
        return [*lines, call]

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
        host, index = value.args[1], value.args[2]
        guards = [self.values.text(x, IN_FRAME) for x in (host, index) if x is not None and self.values.nullable(x)]
        address = self.values.address(value, IN_FRAME)
        return f"m.cell_of({address}, {', '.join(guards)})" if guards else address

    def _demand(self, pc: int, cond: E) -> list[str]:
        return [f"if not {self.values.text(cond, IN_FRAME)}:", f"    s[{PC}] = {pc}", f"    return {FAIL}"]

    def _each(self, _pc: int, slot: int, items: E) -> list[str]:
        return [
            f"x = list({self.values.text(items, IN_FRAME)})",
            f"s[f+{slot + FRAME_LOCALS}] = len(x)",
            "x.reverse()",
            "s.extend(x)",
        ]

    def _next(self, _pc: int, slot: int, left: int, done: int) -> list[str]:
        cell = f"s[f+{left + FRAME_LOCALS}]"
        return [f"if not {cell}: return {done}", f"{cell} -= 1", f"s[f+{slot + FRAME_LOCALS}] = s.pop()"]

    def _act(self, _pc: int, saved: int, who: E) -> list[str]:
        return [f"s[f+{saved + FRAME_LOCALS}] = s[f+2]", f"s[f+2] = m.player({self._value(who)})"]

    def _back(self, _pc: int, saved: int) -> list[str]:
        return [f"s[f+2] = s[f+{saved + FRAME_LOCALS}]"]

    def _ask(self, pc: int, _number: int) -> list[str]:
        return [f"s[{PC}] = {pc}", f"return {ASK}"]

    def _commit(self, pc: int) -> list[str]:
        done = f"if m.floor >= s[{SCOPE}] and m.base < 0: return {DONE}"
        return ["s.pop()", f"s[{SCOPE}] = s.pop()", done, f"return {pc + 1}"]

    def _watch(self, pc: int, number: int) -> list[str]:
        name = f"watch {number}"
        cells = ["0"] * self.p.sizes[name]
        frame = self._frame(pc, "-1", cells, "")
        return [
            f"if not s[{WATCHING}] & {1 << number} and W{number}(s):",
            *(f"    {line}" for line in frame),
            f"    return {self.p.entries[name]}",
        ]

    def _watching(self, _pc: int, number: int, on: int) -> list[str]:
        return [f"s[{WATCHING}] |= {1 << number}" if on else f"s[{WATCHING}] &= ~{1 << number}"]

    def _settled(self, _pc: int, number: int) -> list[str]:
        return [f"if W{number}(s): return {DEEP}"]

    def _limit(self, _pc: int, key: str) -> list[str]:
        return [f"s[{self.p.layout.vars[key].base}+s[f+2]] += 1"]

    def _halt(self, _pc: int) -> list[str]:
        return [f"return {HALT}"]
