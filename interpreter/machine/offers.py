"""Choices printed as Python functions: what could be chosen, and what of it can be completed."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.code import expr as x
from interpreter.code.place import in_routine
from interpreter.engine.knowledge import DECLINE
from interpreter.machine import syntax as py
from interpreter.machine.answers import answering
from interpreter.machine.frame_cells import by_frame
from interpreter.machine.python_code import NO_REGISTERS
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.place import Place
    from interpreter.code.program import Ask, Program
    from interpreter.code.proof import Proofs
    from interpreter.machine.python_values import PythonValues
    from interpreter.machine.syntax import Stmts

MAX_OPTIONS = meter.OPTIONS.most
MAX_SIZE = 900
"""A set whose elements are looked at one by one may take so many nodes; longer ones are a loop."""

Adding = tuple[int, list["Expr"]]
"""A value, and the conditions under which it is offered."""


class Offers:
    """Prints the choices of one program."""

    def __init__(self, program: Program, values: PythonValues, proofs: Proofs) -> None:
        self.p, self.values, self.proofs = program, values, proofs

    def _place(self, ask: Ask) -> Place:
        return in_routine(self.p.routines[ask.routine].source)

    def _printed(self, e: Expr) -> ast.expr:
        return self.values.expr(e, framed=NO_REGISTERS)

    def candidates(self, ask: Ask) -> ast.FunctionDef:
        """`A<n>`: everything that could be chosen, whether it can be completed or not."""
        if ask.values is not None:
            return by_frame(f"A{ask.number}", [py.answer(self._printed(ask.values))])
        return by_frame(f"A{ask.number}", self._one_by_one([(n, [case]) for n, case in enumerate(ask.cases)]))

    def condition(self, ident: str, cond: Expr) -> ast.FunctionDef:
        """A condition of a choice: whether it may be declined, whether none is failure."""
        return by_frame(ident, [py.answer(self._printed(cond))])

    def possible(self, ident: str, ask: Ask, *, to_the_end: bool) -> ast.FunctionDef:
        """The candidates that can be completed, in one function; what cannot be proved is tried by `T<ident>`."""
        return by_frame(ident, self._possible(ident, ask, to_the_end))

    def offered(self, ident: str, ask: Ask, *, to_the_end: bool, optional: bool) -> ast.FunctionDef:
        """The same where this is all there is to a choice, with what is made of it: what is on offer, if it is several.

        With one value or none `W<ident>` goes on, and where a proof gives up `V<ident>`. Asked for `bare` values, it
        answers as `possible` does.
        """
        *before, last = self._possible(ident, ask, to_the_end)
        assert isinstance(last, ast.Return)
        assert last.value is not None
        values = [] if ast.dump(last.value) == ast.dump(py.name("r")) else [py.assign(py.name("r"), last.value)]
        due = f"p = Pending()\np.ask = C{ident}\np.seat = me\np.values = r\np.unknown = nothing_unknown\nreturn p"
        several = py.expression("len(r) > 1" if _are_few(before) else f"1 < len(r) <= {MAX_OPTIONS}")
        end = [py.when(several, py.code(due)), *py.code(f"return W{ident}(s, f, r)")]
        declining = py.code(f"r.append({DECLINE})") if optional else []
        worked_out = [*before, *values, *py.code("if bare: return r"), *declining, *end]
        unsure = ast.ExceptHandler(py.name("Untold"), None, py.code(f"if bare: raise\nreturn V{ident}(s, f)"))
        made = by_frame(ident, [ast.Try(worked_out, [unsure], [], [])])
        made.args.args.append(ast.arg("bare"))
        made.args.defaults.append(ast.Constant(False))
        return made

    def _possible(self, ident: str, ask: Ask, to_the_end: bool) -> Stmts:
        """Statements of which the last answers with the candidates that can be completed."""
        if ask.values is None:
            adding = [
                (n, [case, self._proof(ident, ask, n if len(ask.bodies) > 1 else 0, x.Num(n), to_the_end)])
                for n, case in enumerate(ask.cases)
            ]
            return self._one_by_one(adding)
        return self._of_set(ident, ask, to_the_end)

    def _of_set(self, ident: str, ask: Ask, to_the_end: bool) -> Stmts:
        place, lower, whole = self._place(ask), self.p.values.expr, ask.among
        if whole is None:
            return self._of_waiting(ident, ask, to_the_end)
        narrowed = whole if isinstance(whole, ty.Filter) else None
        among = whole if narrowed is None else narrowed.items

        def fits(value: Expr) -> Expr:
            return x.YES if narrowed is None else lower(narrowed.cond, place.at_element(narrowed.element, value))

        few = self.p.values.sets.few(among)
        if few is not None:
            adding: list[Adding] = []
            room = MAX_SIZE
            for value in map(x.Num, few):
                if room >= 0 and (fit := fits(value)) != x.NO:
                    adding.append((value.value, [fit, self._proof(ident, ask, 0, value, to_the_end)]))
                    room -= sum(map(x.size, adding[-1][1]))
            if room >= 0:
                return self._one_by_one(adding)
        chosen = x.Name("v")
        conditions = x.both(fits(chosen), self._proof(ident, ask, 0, chosen, to_the_end))
        first, (test, source) = hoisted([conditions, lower(among, place)])
        if test == x.YES:
            return [*self._hoisted(first), py.answer(py.call("list", self._printed(source)))]
        return [*self._hoisted(first), py.answer(self._printed(x.Keep(source, "v", test)))]

    def _of_waiting(self, ident: str, ask: Ask, to_the_end: bool) -> Stmts:
        """Those of the waiting elements with which it can be gone on."""
        assert ask.values is not None
        test = self._proof(ident, ask, 0, x.Name("v"), to_the_end)
        return [py.answer(self._printed(ask.values if test == x.YES else x.Keep(ask.values, "v", test)))]

    def _hoisted(self, first: list[tuple[str, Expr]]) -> Stmts:
        return [py.assign(py.name(ident), self._printed(cell)) for ident, cell in first]

    def _proof(self, ident: str, ask: Ask, target: int, value: Expr, to_the_end: bool) -> Expr:
        behind = ask.scoped and self.proofs.hardness.of_statements(ask.behind[target])
        if not behind and not to_the_end:
            return x.YES
        found = self.proofs.condition(ask, target, to_the_end=to_the_end, chosen=value)
        return x.Tried(f"T{ident}", value) if found == x.UNKNOWN else found

    def _one_by_one(self, adding: list[Adding]) -> Stmts:
        """Add values whose conditions hold; one that looks for an element does so in a loop, faster than `any`."""
        tests = [x.both(*conditions) for _, conditions in adding]
        first, tests = hoisted(tests)
        certain = next((at for at, test in enumerate(tests) if test != x.YES), len(tests))
        begun = ast.List([py.num(value) for value, _ in adding[:certain]], ast.Load())
        lines = [*self._hoisted(first), py.assign(py.name("r"), begun)]
        for (value, _), test in zip(adding[certain:], tests[certain:], strict=True):
            if test != x.NO:
                lines += self._add(py.num(value), test)
        return [*lines, py.answer(py.name("r"))]

    def _add(self, value: ast.expr, test: Expr) -> Stmts:
        parts = list(test.parts) if isinstance(test, x.Both) else [test]
        lines = py.code("r.append(v)", v=value)
        last = parts[-1]
        if isinstance(last, x.Has):
            parts.pop()
            lines = self._search(last, [*lines, ast.Break()])
        left = x.both(*parts)
        return lines if left == x.YES else [py.when(self._printed(left), lines)]

    def _search(self, has: x.Has, found: Stmts) -> Stmts:
        items, cond = self.values.searched(has, self.values.asked_of(has), NO_REGISTERS)
        return self.values.loops.search(self._printed(cond), has.name, items, found)

    def proof(self, ident: str, cond: Expr, first: Stmts) -> ast.FunctionDef:
        """A condition as a function of state, frame, who acts, and the value that is taken."""
        return py.function(ident, ["s", "f", "me", "v"], [*first, *self._answering(cond, framed=True)])

    def risk(self, ident: str, cond: Expr, first: Stmts) -> ast.FunctionDef:
        """A condition as a function of state and frame."""
        return by_frame(ident, [*first, *self._answering(cond, framed=True)])

    def script_proof(self, ident: str, cond: Expr, first: Stmts) -> ast.FunctionDef:
        """A condition for the script of a thing: a function of state, who acts, and the thing."""
        return py.function(ident, ["s", "me", "this"], [*first, *self._answering(cond, framed=False)])

    def _answering(self, cond: Expr, *, framed: bool) -> Stmts:
        first, (cond,) = hoisted([cond])
        registers = NO_REGISTERS if framed else None
        return answering(self.values, cond, registers, first)


def _are_few(lines: Stmts) -> bool:
    """Whether statements put values into `r` one by one only, so that they are never more than may be offered."""
    added = 0
    for line in lines:
        for one in py.walk(line):
            match one:
                case ast.Assign(targets=[ast.Name(id="r")], value=ast.List(elts=begun)):
                    added += len(begun)
                case ast.Call(func=ast.Attribute(value=ast.Name(id="r"), attr="append")):
                    added += 1
    return 0 < added <= MAX_OPTIONS


def hoisted(exprs: list[Expr]) -> tuple[list[tuple[str, Expr]], list[Expr]]:
    """Cells that conditions read again and again, to be read once before them: nothing changes meanwhile."""
    found: dict[Expr, int] = {}
    stack = [(e, 1) for e in exprs]
    while stack:
        node, times = stack.pop()
        if (isinstance(node, x.Local) and not node.waiting) or (isinstance(node, x.Cell) and _is_own(node.address)):
            found[node] = found.get(node, 0) + times
        looks = isinstance(node, x.Keep | x.Has | x.Fold)
        stack += [(part, times + looks) for part in x.parts(node)]
    often = [cell for cell, times in found.items() if times > 1]
    if not often:
        return [], exprs
    names = {cell: f"h{number}" for number, cell in enumerate(often)}

    def put(node: Expr) -> Expr:
        ident = names.get(node) if isinstance(node, x.Cell | x.Local) else None
        return x.Name(ident) if ident is not None else x.rebuilt(node, put)

    return [(ident, cell) for cell, ident in names.items()], [put(e) for e in exprs]


def _is_own(address: Expr) -> bool:
    """Whether an address is fixed, or one of the acting player."""
    match address:
        case x.Num():
            return True
        case x.Math(sign="+", left=x.Num(), right=x.Name(id="me")):
            return True
        case x.Math(sign="+", left=x.Num(), right=x.Math(sign="*", left=x.Name(id="me"), right=x.Num())):
            return True
    return False
