"""Choices printed as WebAssembly: what could be chosen, what of it can be completed, and the conditions of declining."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.naming import lies_in_zone
from interpreter.code import expr as x
from interpreter.code.place import in_routine
from interpreter.code.program import Point
from interpreter.code.proof import ASKED
from interpreter.engine.knowledge import hidden_kind
from interpreter.machine.offers import MAX_SIZE
from interpreter.source import meter
from interpreter.wasm.offered import NotOffered
from interpreter.wasm.offers import offer_text
from interpreter.wasm.routines import ACTING, FRAME_AT, NO_REGISTERS
from interpreter.wasm.scope import Bound, Scope
from interpreter.wasm.text import Function, i32, paid, put, when

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.program import Ask
    from interpreter.machine import Machine
    from interpreter.wasm.values import Values

UNPROVED = 2
"""What a proof answers that has nothing to say: the value must be tried."""
RANDOM, EXPOSED, MUST, MAY_DECLINE, MAY_FAIL = 1, 2, 4, 8, 16
"""The flags of a choice."""
_MOST_DUTIES = 63


class Choices:
    """Prints the choices of one program."""

    def __init__(self, machine: Machine, values: Values, kinds: dict[str, int]) -> None:
        self._m, self.p, self.flow, self._values, self._kinds = machine, machine.program, machine.flow, values, kinds
        self._proofs = machine.printed.proofs

    # ---- functions

    def _function(self, name: str, more: tuple[str, ...] = (), result: str = "i64") -> tuple[Function, Scope, str]:
        fn = Function(name, [("$s", "i32"), *((one, "i32") for one in more)], result, [("$f", "i32"), ("$me", "i64")])
        start = put("$f", FRAME_AT) + put("$me", f"(i64.load32_s offset={ACTING} (local.get $f))")
        return fn, Scope(fn, {"me": Bound("$me")}, NO_REGISTERS), start

    def candidates(self, ask: Ask) -> str:
        """`A<n>`: everything that could be chosen, whether it can be completed or not."""
        fn, scope, start = self._function(f"$A{ask.number}")
        if ask.values is not None:
            return fn.text(start + self._values.held(ask.values, scope))
        return fn.text(start + self._one_by_one(list(enumerate(ask.cases)), scope))

    def condition(self, letter: str, ask: Ask, cond: Expr | None) -> str:
        """`D<n>` and `H<n>`: whether a choice may be declined, whether none is failure."""
        if cond is None:
            return ""
        fn, scope, start = self._function(f"${letter}{ask.number}", result="i32")
        return fn.text(f"{start} (i32.ne {self._values.cond(cond, scope)} (i32.const 0))")

    def _one_by_one(self, adding: list[tuple[int, Expr]], scope: Scope) -> str:
        return self._values.listed([one for one in adding if one[1] != x.NO], scope)

    # ---- what can be completed

    def own(self, ask: Ask) -> int:
        """How far behind a choice something can fail: 1 in its own routine, 0 nowhere but in the option itself."""
        return int(self.flow.risky_behind(ask, *self.flow.asked_at[ask.number]))

    def possible(self, ask: Ask) -> tuple[str, bool]:
        """`O<n>`: the candidates that can be completed; and whether it may find that it cannot be told."""
        fn, scope, start = self._function(f"$O{ask.number}")
        if ask.values is None:
            adding = [
                (n, x.both(case, self._proof(ask, n if len(ask.bodies) > 1 else 0, x.Num(n))))
                for n, case in enumerate(ask.cases)
            ]
            return fn.text(start + self._one_by_one(adding, scope)), any(self._may_fail(test) for _, test in adding)
        few = self._few(ask)
        if few is not None:
            return fn.text(start + self._one_by_one(few, scope)), any(self._may_fail(test) for _, test in few)
        place, lower, whole = in_routine(self.p.routines[ask.routine].source), self.p.values.expr, ask.among
        test = x.both(self._fits(ask, x.Name("v")), self._proof(ask, 0, x.Name("v")))
        kept: Expr = ask.values
        if whole is not None:
            kept = lower(whole.items if isinstance(whole, ty.Filter) else whole, place)
        kept = kept if test == x.YES else x.Keep(kept, "v", test)
        return fn.text(start + self._values.held(kept, scope)), self._may_fail(test)

    def _few(self, ask: Ask) -> list[tuple[int, Expr]] | None:
        """The values one by one with their conditions, where they are always the same few."""
        whole = ask.among
        if whole is None:
            return None
        few = self.p.values.sets.few(whole.items if isinstance(whole, ty.Filter) else whole)
        if few is None:
            return None
        adding, size = [], 0
        for value in map(x.Num, few):
            if (fit := self._fits(ask, value)) != x.NO:
                proof = self._proof(ask, 0, value)
                size += x.size(fit) + x.size(proof)
                adding.append((value.value, x.both(fit, proof)))
                if size > MAX_SIZE:
                    return None
        return adding

    def _fits(self, ask: Ask, value: Expr) -> Expr:
        whole = ask.among
        if not isinstance(whole, ty.Filter):
            return x.YES
        place = in_routine(self.p.routines[ask.routine].source)
        return self.p.values.expr(whole.cond, place.at_element(whole.element, value))

    def _proof(self, ask: Ask, target: int, value: Expr) -> Expr:
        own = self.own(ask)
        if not own and not self._fails_behind(ask, target):
            return x.YES
        found = self._proofs.condition(ask, target, to_the_end=bool(own), chosen=value)
        return x.Tried(f"{ask.number} {own}", value) if found == x.UNKNOWN else found

    def _fails_behind(self, ask: Ask, target: int) -> bool:
        return target >= 0 and ask.scoped and self._proofs.hardness.of_statements(ask.behind[target])

    def _may_fail(self, test: Expr) -> bool:
        """Whether a condition may turn out to be one that cannot be told."""
        unknown = self.p.values.proof_tables
        return any(
            isinstance(node, x.Unknown) or (isinstance(node, x.CallRow) and node.table in unknown)
            for node in x.walk(test)
        )

    # ---- proofs one by one

    def proof(self, ask: Ask, *, of_values: bool) -> str:
        """`C<n>`: whether a value can be completed, 2 where there is no proof; `of_values`: not only for declining."""
        fn, scope, start = self._function(f"$C{ask.number}", ("$value",), "i32")
        own = self.own(ask)
        chosen = fn.local()
        start += put(chosen, "(i64.extend_i32_s (local.get $value))")
        inner = scope.binding("v", chosen)
        lines = ""
        targets = range(len(ask.bodies)) if len(ask.bodies) > 1 else range(1)
        for target in targets if of_values else ():
            here = (
                f"(i32.eq (local.get $value) {i32(target)})"
                if len(ask.bodies) > 1
                else "(i32.ne (local.get $value) (global.get $DECLINE))"
            )
            lines += when(here, f"(return {self._answer(ask, target, own, inner)})")
        if ask.decline:
            here = "(i32.eq (local.get $value) (global.get $DECLINE))"
            lines += when(here, f"(return {self._answer(ask, -1, own, inner)})")
        return fn.text(f"{start} {lines} {i32(UNPROVED)}")

    def _answer(self, ask: Ask, target: int, own: int, scope: Scope) -> str:
        if not own and not self._fails_behind(ask, target):
            return i32(1)
        found = self._proofs.condition(ask, target, to_the_end=bool(own), chosen=x.Name("v"))
        steps = self._steps()
        if found == x.UNKNOWN:
            return i32(UNPROVED)
        test = f"(i32.ne {self._values.cond(found, scope)} (i32.const 0))"
        return f"(block (result i32) {paid(steps)} {test})" if steps else test

    def _steps(self) -> int:
        """What the condition found last takes beyond what it counts itself, where that is much."""
        return self._proofs.cost // meter.STEP.most if self._proofs.cost > ASKED else 0

    def afterwards(self, number: int) -> str:
        """`K<n>`: whether what follows a place that is gone back to can be completed; nothing where that is not known."""
        found = self._m.printed.afterwards.at(number)
        if found == x.UNKNOWN:
            return ""
        steps = self._steps()
        fn = Function(f"$K{number}", [("$s", "i32"), ("$f", "i32")], "i32", [("$me", "i64")])
        start = put("$me", f"(i64.load32_s offset={ACTING} (local.get $f))") + (paid(steps) if steps else "")
        test = self._values.cond(found, Scope(fn, {"me": Bound("$me")}, NO_REGISTERS))
        return fn.text(f"{start} (i32.ne {test} (i32.const 0))")

    # ---- what the machine knows of a choice

    def about(self, ask: Ask, targets: int, imagined: int) -> bytes:
        """The numbers of a choice; `targets` is where its places are listed, `imagined` the kind that is drawn anew."""
        flow = self.flow
        block, at = flow.asked_at[ask.number]
        after = flow.number(Point(block, at + 1))
        listed = self.targets(ask)
        decline, empty = (
            flow.number(flow.after_ask(block, at, way)) if way else -1 for way in (ask.decline, ask.empty)
        )
        flags = RANDOM * ask.random | EXPOSED * (ask.routine in flow.exposed) | MUST * bool(ask.must)
        flags |= MAY_DECLINE * (ask.decline_if is not None) | MAY_FAIL * (ask.hard is not None)
        if max(ask.must, default=0) > _MOST_DUTIES:
            raise NotOffered(f"a choice with more than {_MOST_DUTIES} options, some of them duties")
        must = sum(1 << case for case in ask.must)
        return struct.pack(
            "<8iQ3i12x",
            ask.store,
            after if ask.scoped else -1,
            listed[0] if len(listed) == 1 else -1,
            targets,
            decline,
            empty,
            flags,
            self.own(ask),
            must,
            self.hidden(ask),
            int(_lies_in_zone(ask)),
            imagined,
        )

    def hidden(self, ask: Ask) -> int:
        """Where it is told about the kind whose pieces on offer may be hidden from who chooses; 0 without one."""
        hidden = hidden_kind(self._m, self._m.naming, ask.typed_values, self.p.script_of(ask))
        return self._kinds[hidden.name] if hidden is not None else 0

    def offer(self, ask: Ask) -> str:
        """`Q<n>`: what is on offer."""
        own, exposed = self.own(ask), ask.routine in self.flow.exposed
        return offer_text(ask, own=own, exposed=exposed, hidden=0 if _lies_in_zone(ask) else self.hidden(ask))

    def targets(self, ask: Ask) -> list[int]:
        """Where the values of a choice lead."""
        block, at = self.flow.asked_at[ask.number]
        if ask.scoped:
            return [self.flow.number(Point(body, 0)) for body in ask.bodies]
        return [self.flow.number(Point(block, at + 1))]


def _lies_in_zone(ask: Ask) -> bool:
    """Whether what is on offer stays in the order it lies in, whoever knows it."""
    return ask.typed_values is None or lies_in_zone(ask.typed_values)
