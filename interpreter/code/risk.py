"""Where a program can still fail: worked out once, so that the machine tries options only where it must.

`risk[pc]` says whether, from here to the end of the option (its `commit`) or routine, a hard instruction can be reached.
Blocks behind options of their own do not count: those are only offered when they can be completed. `exposed` are the
routines around which something can fail: in what called them, or behind an option inside another of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.code.program import Ask, Instr, Program


def find_risk(program: Program) -> None:
    """Fill `program.risk`: grow the set of risky places until nothing changes."""
    code = program.code
    risky = [False] * (len(code) + 1)
    changed = True
    while changed:
        changed = False
        for pc in range(len(code) - 1, -1, -1):
            if not risky[pc] and (_hard(program, code[pc], risky) or any(risky[n] for n in _next(program, pc))):
                risky[pc] = changed = True
    program.risk = risky
    program.exposed = _exposed(program)


def _exposed(program: Program) -> frozenset[int]:
    """Routines by number: exposed themselves, or called from one that is."""
    risk, code = program.risk, program.code
    found = {ask.routine for ask in program.asks if ask.scoped and risk[ask.after]}
    callers: dict[int, set[int]] = {}
    for pc, instr in enumerate(code):
        for entry in callees(program, instr):
            callee = code[entry].routine
            callers.setdefault(instr.routine, set()).add(callee)
            if risk[pc + 1]:
                found.add(callee)
    waiting = [*found]
    while waiting:
        for callee in callers.get(waiting.pop(), ()):
            if callee not in found:
                found.add(callee)
                waiting.append(callee)
    return frozenset(found)


def callees(program: Program, instr: Instr) -> list[int]:
    """The entries of the routines an instruction may run."""
    match instr.op:
        case "call":
            return [program.entries[instr.args[0]]]
        case "watch":
            return [program.entries[f"watch {instr.args[0]}"]]
        case "run":
            return sorted({entry for entry in program.runs[instr.args[0]] if entry >= 0})
    return []


def _hard(program: Program, instr: Instr, risky: list[bool]) -> bool:
    match instr.op:
        case "demand":
            return True
        case "do":
            return hard_statement(program, instr.args[0], instr.args[1], safe=instr.args[3])
        case "ask":
            return program.asks[instr.args[0]].hard is not None
    return any(risky[entry] for entry in callees(program, instr))


def hard_statement(program: Program, name: str, args: dict[str, Any], *, safe: bool) -> bool:
    """Whether an engine statement with these arguments can be impossible; `safe` is what was evident before."""
    if safe or not STATEMENTS[name].hard:
        return False
    zone = args.get("zone") or args.get("target")
    if zone is None:
        return True
    if zone.op != "zone":
        return True
    place = program.layout.zones[zone.args[0]]
    return place.decl.capacity is not None or _may_be_none(zone.args[1])


def _may_be_none(value: object) -> bool:
    op = getattr(value, "op", "me")
    return op in ("slot", "host", "var", "func", "each", "the_owned", "if", "value")


def _next(program: Program, pc: int) -> list[int]:
    instr = program.code[pc]
    match instr.op:
        case "jump":
            return [instr.args[0]]
        case "branch" | "next":
            return [pc + 1, instr.args[-1]]
        case "return" | "halt" | "commit":
            return []
        case "ask":
            return after_ask(program.asks[instr.args[0]])
    return [pc + 1]


def after_ask(ask: Ask) -> list[int]:
    """Where the program goes on after a choice, as far as the rest of the surrounding option is concerned."""
    on = [ask.after] if ask.scoped else list(ask.targets)
    return [pc for pc in (*on, ask.decline, ask.empty) if pc >= 0]
