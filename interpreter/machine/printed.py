"""A program as Python functions, each printed and compiled when it is first needed: a game uses a part of its program.

`B<n>` runs on from a place in the program; it takes the state `s` and the frame `f` and answers where to go on, or a
signal. `P<n>` is a plain routine: it takes the state, who acts, `this` and its parameters, and answers a signal only when
it has to stop. `A`, `D`, `H` and `O` belong to choices: candidates, whether to decline, whether none is failure, and what
can be completed. `F<n>` and `G<n>` are derived values and other functions of the program, `G` those that remember; `T`,
`E`, `N` and `K` are tables; `S<n>` looks for something. All names are ours: no word of a pack becomes part of a program.
With `kept_as` what is printed is kept under that name, and what was kept is not printed again (`kept_code.py`).
"""

from __future__ import annotations

import ast
import weakref
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.code.afterwards import Afterwards
from interpreter.code.flow import Flow
from interpreter.code.place import Untold
from interpreter.code.proof import ASKED, Proofs
from interpreter.code.proved import Proved
from interpreter.code.shared import shared
from interpreter.machine import syntax as py
from interpreter.machine.answers import answering
from interpreter.machine.kept_code import KeptCode
from interpreter.machine.lasting import MAX_KEPT, Regions
from interpreter.machine.namespace import Namespace, named_after
from interpreter.machine.offers import Offers
from interpreter.machine.python_code import LOOK, PLAY, TRY, Blocks, Purpose
from interpreter.machine.python_values import PythonValues
from interpreter.machine.searches import Searches
from interpreter.machine.steps import afforded
from interpreter.machine.support import SUPPORT, slots, unknown
from interpreter.primitives import STATEMENTS
from interpreter.source import meter

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from interpreter.code.expr import Expr
    from interpreter.code.program import Ask, Program
    from interpreter.code.values import Function
    from interpreter.machine.guard import Guard
    from interpreter.machine.namespace import Made as Recipe
    from interpreter.machine.syntax import Stmts

    Made = Callable[..., Any]


FINE, UNTOLD = "fine", "untold"
"""Why a condition is not printed: it always holds, or it cannot be told."""


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
        kept_as: str = "",
    ) -> None:
        self.p, self.flow, self._guard = program, Flow(program, stepping=stepping), guard
        self._covered = covered
        self.reached = bytearray(len(self.flow.points) if covered else 0)
        """With `covered`: a 1 for the first place of every block that was played."""
        self.names = Namespace({**SUPPORT, **known, "memo": {}, "lasting": {}, "reached": self.reached})
        self._kept = None
        if kept_as and not covered:  # what a covered machine relied on must be found out again
            self._kept = KeptCode(kept_as, self.names.made)
            weakref.finalize(self, self._kept.keep)
            self.names.is_there = self._is_there
        self._begun: set[str] = set()
        self._waiting: Stmts = []
        self._searches = Searches()
        self._rows: list[list[Any]] = []
        self._regions = Regions(program.layout, self.names)
        self.values = PythonValues(program, self.names, partial(self._define, remembering=False))
        self.remembering = PythonValues(program, self.names, partial(self._define, remembering=True), "E")
        self.remembering.remembers = True
        for values, remembers in ((self.values, False), (self.remembering, True)):
            values.row_of_functions = partial(self._row, remembering=remembers)
        self._blocks = {
            purpose: Blocks(
                self.flow,
                self.values,
                purpose,
                self._first_call,
                guarded=guard is not None,
                covered=covered,
            )
            for purpose in (PLAY, LOOK, TRY)
        }
        self.blocks: dict[Purpose, list[Made]] = {
            purpose: [partial(self._first_block, purpose, number) for number in range(len(self.flow.points))]
            for purpose in self._blocks
        }

    @cached_property
    def proofs(self) -> Proofs:
        """What can be completed, as conditions; not needed where everything was printed before."""
        return Proved(self.p)

    @cached_property
    def afterwards(self) -> Afterwards:
        """What may fail around places."""
        return Afterwards(self.flow, self.proofs)

    @cached_property
    def offers(self) -> Offers:
        """Prints choices."""
        return Offers(self.p, self.values, self.proofs)

    # ---- what was printed before

    def _is_there(self, ident: str) -> bool:
        """Whether a function is known, or was kept: then it is brought, with all it mentions, and all that mentions."""
        known, kept = self.names.known, self._kept
        if ident in known:
            return True
        if kept is None or ident not in kept:
            return False
        waiting, rows = [ident], []
        while waiting:
            one = waiting.pop()
            if one in known:
                continue
            if (unit := kept.unit(one)) is not None:
                exec(unit[0], known)  # noqa: S102 - code we printed ourselves, and sealed
                waiting += unit[1]
            elif (made := kept.made(one)) is not None:
                self.names.put(one, self._made_again(made), made[0])
                if made[0][:1] == ("functions",):
                    rows.append(known[one])
                    waiting += filter(None, made[0][1])
        for row in rows:
            row[:] = [known[one] if isinstance(one, str) else one for one in row]
        return True

    def _made_again(self, made: Recipe) -> Any:  # noqa: ANN401 - whatever printed functions use
        """What is not a function, by its recipe."""
        (sort, *given), value = made[0] or ("value",), made[1]
        return value if sort == "value" else self._recipes[sort](*given)

    @cached_property
    def _recipes(self) -> dict[str, Callable[..., Any]]:
        """How to make what printed functions use, by sort: `Namespace.put` says from what."""
        calls = {purpose.letter: blocks.calls for purpose, blocks in self._blocks.items()}
        return {
            "functions": lambda idents: [_nothing if one is None else one for one in idents],
            "conditions": lambda kind, script, written: self._conditions(kind, script, frozenset(written)),
            "scripts": lambda letter, sort, names: calls[letter].scripts_of(Key(sort, names)),
            "keys": lambda sort, names: self.p.runs[Key(sort, names)],
            "locals": calls[PLAY.letter].locals_without,
            "meaning": self.values.meaning_of,
            "slots": slots,
            "kind": lambda kind: self.p.layout.tables[kind],
            "do": lambda statement: STATEMENTS[statement].behaviour,
            "each": lambda statement: STATEMENTS[statement].each,
        }

    def _mark(self, ident: str, why: str) -> None:
        if self._kept is not None:
            self._kept.add_mark(ident, why)

    def _marked(self, ident: str) -> str | None:
        return None if self._kept is None else self._kept.mark(ident)

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
        for function in body:
            assert isinstance(function, ast.FunctionDef)
            code = py.compiled([function], "<rules>")
            exec(code, self.names.known)  # noqa: S102 - code we printed ourselves
            if self._kept is not None:
                self._kept.add(function.name, code)
        for row in self._rows:
            row[:] = [self.names[one] if isinstance(one, str) else one for one in row]
        self._rows = []
        if self._kept is not None:
            self._kept.keep_many()

    def _define(self, key: Key, *, remembering: bool) -> str:
        """The name of a function of the program; it is printed when it is first mentioned."""
        ident = named_after("G" if remembering else "F", key.sort, *key.names)
        if ident not in self._begun and not self.names.is_there(ident):
            self._begun.add(ident)
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
        return ident

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

    def _row(self, ident: str, key: Key, *, remembering: bool) -> None:
        """A table of functions: formulas of things, or conditions for their scripts that are found when first asked."""
        if key in self.p.values.proof_tables:
            kind, script, written = self.p.values.proof_tables[key]
            recipe = ("conditions", kind, script, tuple(sorted(written)))
            self.names.put(ident, self._conditions(kind, script, written), recipe)
            return
        row: list[Any] = []
        idents: list[str | None] = []
        self.names.known[ident] = row  # formulas may ask the formulas of others
        for one in self.p.values.tables[key]:
            assert one is None or isinstance(one, Key)
            idents.append(None if one is None else self._define(one, remembering=remembering))
            row.append(_nothing if one is None else idents[-1])
        self.names.put(ident, row, ("functions", tuple(idents)))
        self._rows.append(row)

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
        key = routine.key
        ident = named_after("Q", key.sort, *key.names, *sorted(written))
        mark = self._marked(ident)
        if mark is None and not self.names.is_there(ident):
            mark = self._prove_script(ident, routine, written)
        if mark is not None:
            return _fine if mark == FINE else unknown_script
        return self.names[ident]  # type: ignore[no-any-return]

    def _prove_script(self, ident: str, routine: ty.Routine, written: frozenset[str]) -> str | None:
        """Print the condition for a script, or say why there is none."""
        try:
            found = self.proofs.of_script(routine, written)
        except Untold:
            found = x.UNKNOWN
        if found in (x.YES, x.UNKNOWN):
            mark = FINE if found == x.YES else UNTOLD
            self._mark(ident, mark)
            return mark
        self._run(self.offers.script_proof(ident, found, _paid(self._steps_of_proof())))
        return None

    def proof(self, ask: Ask, target: int, *, to_the_end: bool) -> Made | None:
        """Whether a choice can be completed with a value of it; None where that cannot be told beforehand."""
        ident = f"X{ask.number}_{target + 1}_{int(to_the_end)}"
        if self._marked(ident) is not None:
            return None
        if not self.names.is_there(ident):
            found = self.proofs.condition(ask, target, to_the_end=to_the_end, chosen=x.Name("v"))
            if found == x.UNKNOWN:
                self._mark(ident, UNTOLD)
                return None
            self._run(self.offers.proof(ident, found, _paid(self._steps_of_proof())))
        return self.names[ident]  # type: ignore[no-any-return]

    def risk_at(self, number: int) -> Made:
        """Whether something may fail around a place that a routine or option goes back to, of the state and a frame."""
        ident = f"J{number}"
        if self._marked(ident) is not None:
            return _untold
        if not self.names.is_there(ident):
            found = self.afterwards.at(number)
            if found == x.UNKNOWN:
                self._mark(ident, UNTOLD)
                return _untold
            self._run(self.offers.risk(ident, x.nope(found), _paid(self._steps_of_proof())))
        return self.names[ident]  # type: ignore[no-any-return]

    def _steps_of_proof(self) -> int:
        """What the condition found last takes beyond what it counts itself, where that is much."""
        return self.proofs.cost // meter.STEP.most if self.proofs.cost > ASKED else 0

    def function(self, key: Key, *, remembering: bool = False) -> Made:
        """A function of the program, compiled."""
        ident = self._define(key, remembering=remembering)
        self._run()
        return self.names[ident]  # type: ignore[no-any-return]

    def estimate(self, lowered: Callable[[], Expr]) -> Made:
        """The worth of a position as a function of state, who acts and `this`, that forgets what others remembered."""
        if not self.names.is_there("estimate"):
            body = py.code(f"memo.clear()\nif len(lasting) > {MAX_KEPT}: lasting.clear()")
            body.append(py.answer(self.remembering.expr(lowered())))
            self._run(py.function("estimate", ["s", "me", "this"], body))
        return self.names["estimate"]  # type: ignore[no-any-return]

    # ---- blocks

    def _first_block(self, purpose: Purpose, number: int, s: object, f: int) -> int:
        """Print a block, put it into its place, and run it."""
        blocks = self._blocks[purpose]
        if not self.names.is_there(blocks.name_of(number)):
            self._run(blocks.block(number))
        made = self.names[blocks.name_of(number)]
        if self._guard is not None:
            made = self._guard.around(made)
        self.blocks[purpose][number] = made
        return int(made(s, f))

    def _first_call(self, blocks: Blocks, key: Key) -> Made:
        def first(*args: Any) -> Any:  # noqa: ANN401 - whatever the routine takes and gives
            ident = blocks.ident_of(key)
            if not self.names.is_there(ident):
                blocks.routine(key)
                self._run()
            for row, at in blocks.calls.function_places[key]:
                row[at] = self.names[ident]
            return self.names[ident](*args)

        return first

    def running(self, trace: TracebackType | None) -> Key | None:
        """The innermost plain routine of a traceback."""
        by_name = {blocks.ident_of(key): key for blocks in self._blocks.values() for key in self.flow.plain}
        found = None
        while trace is not None:
            found = by_name.get(trace.tb_frame.f_code.co_name, found)
            trace = trace.tb_next
        return found

    # ---- choices

    def candidates(self, ask: Ask) -> Made:
        """Everything that could be chosen."""
        if not self.names.is_there(f"A{ask.number}"):
            self._run(self.offers.candidates(ask))
        return self.names[f"A{ask.number}"]  # type: ignore[no-any-return]

    def ask_condition(self, letter: str, ask: Ask, cond: Expr | None) -> Made | None:
        """A condition of a choice, if it has one."""
        if cond is None:
            return None
        if not self.names.is_there(f"{letter}{ask.number}"):
            self._run(self.offers.condition(f"{letter}{ask.number}", cond))
        return self.names[f"{letter}{ask.number}"]  # type: ignore[no-any-return]

    def possible(self, ask: Ask, tried: Made, *, to_the_end: bool) -> Made:
        """What can be completed of a choice; `tried` tries what cannot be proved."""
        ident = f"O{ask.number}_{int(to_the_end)}"
        self.names.known[f"T{ident}"] = tried
        if not self.names.is_there(ident):
            self._run(self.offers.possible(ident, ask, to_the_end=to_the_end))
        return self.names[ident]  # type: ignore[no-any-return]

    def offered(self, ask: Ask, tried: Made, settled: Made, unsure: Made, *, to_the_end: bool, optional: bool) -> Made:
        """The same with what is on offer; `settled` goes on with less than two values, `unsure` where a proof gives up."""
        ident = f"O{ask.number}_{int(to_the_end)}"
        self.names.known |= {f"T{ident}": tried, f"W{ident}": settled, f"V{ident}": unsure, f"C{ident}": ask}
        if not self.names.is_there(ident):
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
