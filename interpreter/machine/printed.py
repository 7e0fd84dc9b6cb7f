"""A program as Python functions, each printed and compiled when it is first needed: a game uses a part of its program.

`B<n>` runs on from a place in the program; it takes the state `s` and the frame `f` and answers where to go on, or a
signal. `P<n>` is a plain routine: it takes the state, who acts, `this` and its parameters, and answers a signal only when
it has to stop. `A`, `D`, `H` and `O` belong to choices: candidates, whether to decline, whether none is failure, and what
can be completed. `F<n>` and `G<n>` are derived values and other functions of the program, `G` those that remember; `T`,
`E`, `N` and `K` are tables; `S<n>` looks for something. All names are ours: no word of a pack becomes part of a program.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.code.afterwards import Afterwards
from interpreter.code.flow import Flow
from interpreter.code.place import Untold
from interpreter.code.proof import ASKED, Proofs
from interpreter.code.shared import shared
from interpreter.machine import syntax as py
from interpreter.machine.answers import answering
from interpreter.machine.lasting import MAX_KEPT, Regions
from interpreter.machine.offers import Offers
from interpreter.machine.python_code import LOOK, PLAY, TRY, Blocks, Purpose
from interpreter.machine.python_values import PythonValues
from interpreter.machine.searches import Searches
from interpreter.machine.steps import afforded
from interpreter.machine.support import SUPPORT, unknown
from interpreter.source import meter

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from interpreter.code.expr import Expr
    from interpreter.code.program import Ask, Program
    from interpreter.code.values import Function
    from interpreter.machine.guard import Guard
    from interpreter.machine.syntax import Stmts

    Made = Callable[..., Any]


class Printed:
    """The functions of one program."""

    def __init__(
        self,
        program: Program,
        known: dict[str, Any],
        *,
        stepping: bool,
        guard: Guard | None = None,
        covered: bool = False,
    ) -> None:
        self.p, self.flow, self._guard = program, Flow(program, stepping=stepping), guard
        self._covered = covered
        self.reached = bytearray(len(self.flow.points) if covered else 0)
        """With `covered`: a 1 for the first place of every block that was played."""
        self.names: dict[str, Any] = {**SUPPORT, **known, "memo": {}, "lasting": {}, "reached": self.reached}
        self._functions: dict[tuple[Key, bool], str] = {}
        self._waiting: Stmts = []
        self._searches = Searches()
        self._rows: list[list[Any]] = []
        self._regions = Regions(program.layout)
        self.values = PythonValues(program, self.names, partial(self._define, remembering=False))
        self.remembering = PythonValues(program, self.names, partial(self._define, remembering=True), "E")
        self.remembering.remembers = True
        for values, remembers in ((self.values, False), (self.remembering, True)):
            values.row_of_functions = partial(self._row, remembering=remembers)
        self._blocks = {
            purpose: Blocks(
                self.flow, self.values, purpose, self._first_call, guarded=guard is not None, covered=covered
            )
            for purpose in (PLAY, LOOK, TRY)
        }
        self.proofs = Proofs(program)
        self.afterwards = Afterwards(self.flow, self.proofs)
        self.offers = Offers(program, self.values, self.proofs)
        self.blocks: dict[Purpose, list[Made]] = {
            purpose: [partial(self._first_block, purpose, number) for number in range(len(self.flow.points))]
            for purpose in self._blocks
        }

    # ---- compiling

    def _run(self, *made: ast.stmt) -> None:
        """Run printed functions, and those they are the first to need."""
        body = list(made)
        for blocks in self._blocks.values():
            body += blocks.fresh
            blocks.fresh = []
        body += self._waiting
        self._waiting = []
        for loops in (self.values.loops, self.remembering.loops):
            if loops.looks:
                body, loops.looks = self._searches.apart(body), False
        if body:
            exec(py.compiled(body, "<rules>"), self.names)  # noqa: S102 - code we printed ourselves
        for row in self._rows:
            row[:] = [self.names[one] if isinstance(one, str) else one for one in row]
        self._rows = []

    def _define(self, key: Key, *, remembering: bool) -> str:
        """The name of a function of the program; it is printed when it is first mentioned."""
        if (key, remembering) not in self._functions:
            ident = f"{'G' if remembering else 'F'}{len(self._functions)}"
            self._functions[key, remembering] = ident
            made = self.p.values.functions[key]
            values = self.remembering if remembering else self.values
            first, whole = shared(made.body)
            once = [py.assign(py.name(one), values.expr(part)) for one, part in first]
            start = [*_paid(made.steps), *once]
            if remembering and costs(made.body):
                body = self._remembered(ident, made, [*start, py.answer(values.expr(whole))])
            else:
                body = [*start, *answering(values, whole)]
            params = [f"a{slot}" for slot in range(made.params)]
            self._waiting.append(py.function(ident, ["s", "me", "this", *params], body))
        return self._functions[key, remembering]

    def _remembered(self, ident: str, made: Function, body: Stmts) -> Stmts:
        """Computed once for each set of arguments, until something it reads is another."""
        *before, computed = body
        assert isinstance(computed, ast.Return)
        assert computed.value is not None
        params = [py.name(f"a{slot}") for slot in range(made.params)]
        key = ast.Tuple([ast.Constant(ident), py.name("me"), py.name("this"), *params], ast.Load())
        start = py.code("k = key\nif k in memo: return memo[k]", key=key)
        read = self._regions.read_by(made.reads, self._waiting)
        if read is None:
            return [*start, *before, *py.code("r = memo[k] = value\nreturn r", value=computed.value)]
        template = "g = (k, cells)\nr = lasting.get(g)\nif r is None: r = lasting[g] = value\nmemo[k] = r\nreturn r"
        return [*start, *before, *py.code(template, cells=read, value=computed.value)]

    def _row(self, key: Key, *, remembering: bool) -> list[Any]:
        """A table of functions: formulas of things, or conditions for their scripts that are found when first asked."""
        if key in self.p.values.proof_tables:
            return self._conditions(*self.p.values.proof_tables[key])
        row: list[Any] = []
        for one in self.p.values.tables[key]:
            assert one is None or isinstance(one, Key)
            row.append(_nothing if one is None else self._define(one, remembering=remembering))
        self._rows.append(row)
        return row

    def _conditions(self, kind: str, script: str, written: frozenset[str]) -> list[Any]:
        faces, things = self.p.layout.v.kinds[kind].faces, self.p.layout.things[kind]
        row: list[Any] = []

        def first(index: int, s: object, me: int, this: int) -> bool:
            item = things[index // faces].item
            routine = item.faces[index % faces].scripts.get(script) if item else None
            row[index] = self._noted(routine, self._script_condition(routine, written))
            return bool(row[index](s, me, this))

        row += [partial(first, index) for index in range(faces * len(things))]
        row += [_fine] * faces
        return row

    def _noted(self, routine: object, condition: Made) -> Made:
        """A condition for a script that is noted as if it ran, where somebody wants to know on what an answer depends."""
        if not self._covered or not isinstance(routine, ty.Routine):
            return condition

        def asked(s: object, me: int, this: int) -> bool:
            fired = self.names["m"].fired
            if fired is not None:
                fired.add(routine.key)
            return bool(condition(s, me, this))

        return asked

    def _script_condition(self, routine: object, written: frozenset[str]) -> Made:
        if not isinstance(routine, ty.Routine):
            return _fine
        try:
            found = self.proofs.of_script(routine, written)
        except Untold:
            return unknown_script
        if found == x.YES:
            return _fine
        if found == x.UNKNOWN:
            return unknown_script
        self._run(self.offers.script_proof("condition", found, _paid(self._steps_of_proof())))
        return self.names["condition"]  # type: ignore[no-any-return]

    def proof(self, cond: Expr) -> Made:
        """Compile the condition for a value of a choice."""
        self._run(self.offers.proof("condition", cond, _paid(self._steps_of_proof())))
        return self.names["condition"]  # type: ignore[no-any-return]

    def risk_at(self, number: int) -> Made:
        """Whether something may fail around a place that a routine or option goes back to, of the state and a frame."""
        found = self.afterwards.at(number)
        if found == x.UNKNOWN:
            return _untold
        self._run(self.offers.risk("condition", x.nope(found), _paid(self._steps_of_proof())))
        return self.names["condition"]  # type: ignore[no-any-return]

    def _steps_of_proof(self) -> int:
        """What the condition found last takes beyond what it counts itself, where that is much."""
        return self.proofs.cost // meter.STEP.most if self.proofs.cost > ASKED else 0

    def function(self, key: Key, *, remembering: bool = False) -> Made:
        """A function of the program, compiled."""
        ident = self._define(key, remembering=remembering)
        self._run()
        return self.names[ident]  # type: ignore[no-any-return]

    def expression(self, e: Expr) -> Made:
        """An expression compiled as a function of state, who acts and `this`, that forgets what others remembered."""
        body = py.code(f"memo.clear()\nif len(lasting) > {MAX_KEPT}: lasting.clear()")
        body.append(py.answer(self.remembering.expr(e)))
        self._run(py.function("estimate", ["s", "me", "this"], body))
        return self.names["estimate"]  # type: ignore[no-any-return]

    # ---- blocks

    def _first_block(self, purpose: Purpose, number: int, s: object, f: int) -> int:
        """Print a block, put it into its place, and run it."""
        blocks = self._blocks[purpose]
        self._run(blocks.block(number))
        made = self.names[blocks.name_of(number)]
        if self._guard is not None:
            made = self._guard.around(made)
        self.blocks[purpose][number] = made
        return int(made(s, f))

    def _first_call(self, blocks: Blocks, key: Key) -> Made:
        def first(*args: Any) -> Any:  # noqa: ANN401 - whatever the routine takes and gives
            ident = blocks.routine(key)
            self._run()
            for row in blocks.calls.function_rows:
                row[:] = [self.names[ident] if one is first else one for one in row]
            return self.names[ident](*args)

        return first

    def running(self, trace: TracebackType | None) -> Key | None:
        """The innermost plain routine of a traceback."""
        by_name = {ident: key for blocks in self._blocks.values() for key, ident in blocks.idents.items()}
        found = None
        while trace is not None:
            found = by_name.get(trace.tb_frame.f_code.co_name, found)
            trace = trace.tb_next
        return found

    # ---- choices

    def candidates(self, ask: Ask) -> Made:
        """Everything that could be chosen."""
        self._run(self.offers.candidates(ask))
        return self.names[f"A{ask.number}"]  # type: ignore[no-any-return]

    def ask_condition(self, letter: str, ask: Ask, cond: Expr | None) -> Made | None:
        """A condition of a choice, if it has one."""
        if cond is None:
            return None
        self._run(self.offers.condition(f"{letter}{ask.number}", cond))
        return self.names[f"{letter}{ask.number}"]  # type: ignore[no-any-return]

    def possible(self, ask: Ask, tried: Made, *, to_the_end: bool) -> Made:
        """What can be completed of a choice; `tried` tries what cannot be proved."""
        ident = f"O{ask.number}_{int(to_the_end)}"
        self.names[f"T{ident}"] = tried
        self._run(self.offers.possible(ident, ask, to_the_end=to_the_end))
        return self.names[ident]  # type: ignore[no-any-return]

    def offered(self, ask: Ask, tried: Made, settled: Made, unsure: Made, *, to_the_end: bool, optional: bool) -> Made:
        """The same with what is on offer; `settled` goes on with less than two values, `unsure` where a proof gives up."""
        ident = f"O{ask.number}_{int(to_the_end)}"
        self.names.update({f"T{ident}": tried, f"W{ident}": settled, f"V{ident}": unsure, f"C{ident}": ask})
        self._run(self.offers.offered(ident, ask, to_the_end=to_the_end, optional=optional))
        return self.names[ident]  # type: ignore[no-any-return]


def _paid(steps: int) -> Stmts:
    """Count so many steps before anything is done."""
    return afforded(steps) if steps else []


def costs(body: Expr) -> bool:
    """Whether a value is worth remembering: it looks through a set or calls several others."""
    calls = 0
    for node in x.walk(body):
        if isinstance(node, x.Keep | x.Has | x.Fold | x.CountEqual):
            return True
        calls += isinstance(node, x.Call | x.CallRow)
    return calls > 1


def _nothing(_s: object, _me: int, _this: int) -> int:
    """What a thing answers that has no script of that name."""
    return 0


def _untold(_s: object, _f: int) -> bool:
    """Nothing can be told."""
    return True


def _fine(_s: object, _me: int, _this: int) -> bool:
    """Nothing can fail."""
    return True


def unknown_script(_s: object, _me: int, _this: int) -> bool:
    """Whether it can be done cannot be told."""
    return unknown()
