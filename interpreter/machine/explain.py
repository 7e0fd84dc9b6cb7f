"""Why a value is not offered: the first clause that fails, as it stands in the pack, with the values it has now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E, Formula, Routine
from interpreter.check.types import TRUTH
from interpreter.code.layout import FRAME, PC
from interpreter.machine.place import IN_FRAME, IN_VALUE
from interpreter.machine.signals import ASK, FAIL
from interpreter.machine.support import SUPPORT
from interpreter.machine.values import Values
from interpreter.primitives.tables import State

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.code.program import Ask
    from interpreter.machine.vm import Machine, Pending

MAX_DEPTH = 8
_CHOSEN = -1
"""The number of what somebody asks about, where it is no element of a set of the script."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    `kind` is `clause` (a condition fails), `used` (its limit is reached), `cost` (a statement cannot be done), `absent`
    (not among the candidates at all). `clause` is the text in the pack, `actual` the values of its sides. Where a set
    has nothing that qualifies, `among` is what it is taken from, and `test` what each of it fails (empty: there is
    nothing to take from). For whoever can put it into words: `cond` is the failing condition, `script` where it stands,
    `elements` the things it is about, by their numbers.
    """

    kind: str
    clause: str = ""
    actual: tuple[tuple[str, Type, int], ...] = ()
    among: str = ""
    test: str = ""
    cond: E | None = None
    script: Routine | Formula | None = None
    elements: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a clause is computed: in a frame, or inside a derived value with its parameters bound."""

    script: Routine | Formula
    arguments: tuple[Any, ...] | None = None


class Explain:
    """Explains choices of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self._stepping: Machine | None = None

    def why_not(self, s: State, pending: Pending, value: int) -> Reason:
        """Say why a value of a pending choice is not offered."""
        ask, f = pending.ask, s[FRAME]
        routine = self.m.program.routines[ask.routine]
        if ask.values is not None:
            return self._of_set(s, f, ask, value, _Context(routine))
        if ask.shape == "menu":
            return self._of_action(s, f, ask, value)
        failing = self._failing(s, f, ask.cases[value], _Context(routine), {}, 0)
        return failing or self._of_trial(s, ask, value)

    def _of_action(self, s: State, f: int, ask: Ask, value: int) -> Reason:
        actions = [a for a in self.m.layout.v.actions if a.menu == ask.menu]
        action = actions[value]
        if action.limit and s[self.m.layout.vars[f"player.(limit {action.id})"].base + s[f + 2]] >= action.times:
            return Reason("used", action.limit)
        if action.requires is not None:
            failing = self._failing(s, f, action.requires.value, _Context(action.requires), {}, 0)
            if failing is not None:
                return failing
        return self._of_trial(s, ask, value)

    def _of_set(self, s: State, f: int, ask: Ask, value: int, context: _Context) -> Reason:
        """Peel the filters off the set and look which one drops the value."""
        if value in list(self.m.choice(ask).candidates(s, f)):
            return self._of_trial(s, ask, value)
        items = ask.values
        while items is not None and items.op == "filter":
            inner, number, cond = items.args
            if value in self._compute(s, f, inner, context, {}):
                failing = self._failing(s, f, cond, context, {number: value}, 0)
                return failing or self._of_trial(s, ask, value)
            items = inner
        if items is not None and items.op == "value":
            return self._of_value_set(s, f, items, context, value)
        return self._absent(items, context, value) if items is not None else Reason("absent")

    def _absent(self, items: E, context: _Context, value: int) -> Reason:
        """A value that is not in the set one chooses from."""
        thing = E("element", items.type.element, (_CHOSEN,), items.at)
        cond = E("member", TRUTH, (thing, items), items.at)
        clause = self._clause(context, items.at)
        return Reason("absent", clause, cond=cond, script=context.script, elements=((_CHOSEN, value),))

    def _of_value_set(self, s: State, f: int, items: E, context: _Context, value: int) -> Reason:
        """A derived set: look inside its definition."""
        inside, inner = self._enter(s, f, items, context, {})
        formula = inner.value
        if formula.op == "filter" and value in self._compute(s, f, formula.args[0], inside, {}):
            failing = self._failing(s, f, formula.args[2], inside, {formula.args[1]: value}, 1)
            if failing is not None:
                return failing
        return self._absent(items, context, value)

    # ---- clauses

    def _failing(
        self, s: State, f: int, cond: E, context: _Context, elements: dict[int, int], depth: int
    ) -> Reason | None:
        """The first part of a condition that does not hold, as deep inside derived values as it can be found."""
        if self._compute(s, f, cond, context, elements):
            return None
        if cond.op == "logic" and cond.args[0] == "and":
            left = self._failing(s, f, cond.args[1], context, elements, depth)
            return left or self._failing(s, f, cond.args[2], context, elements, depth)
        if cond.op == "value" and depth < MAX_DEPTH:
            inside, formula = self._enter(s, f, cond, context, elements)
            deeper = self._failing(s, f, formula.value, inside, {}, depth + 1)
            if deeper is not None:
                return deeper
        said = Reason(
            "clause",
            self._clause(context, cond.at),
            self._sides(s, f, cond, context, elements),
            cond=cond,
            script=context.script,
            elements=tuple(elements.items()),
        )
        if cond.op != "nonempty":
            return said
        among, test = self._lacking(s, f, cond.args[0], context, elements, depth)
        return replace(said, among=among, test=test)

    def _lacking(
        self, s: State, f: int, items: E, context: _Context, elements: dict[int, int], depth: int = 0
    ) -> tuple[str, str]:
        """Of a set that is empty: what it is taken from, and what each of that fails."""
        if items.op == "filter":
            if self._compute(s, f, items.args[0], context, elements):
                return self._clause(context, items.args[0].at), self._clause(context, items.args[2].at)
            return self._lacking(s, f, items.args[0], context, elements, depth)
        if items.op == "value" and depth < MAX_DEPTH:
            inside, formula = self._enter(s, f, items, context, elements)
            if formula.value.op in ("filter", "value"):
                return self._lacking(s, f, formula.value, inside, {}, depth + 1)
        return self._clause(context, items.at), ""

    def _enter(self, s: State, f: int, value: E, context: _Context, elements: dict[int, int]) -> tuple[_Context, Any]:
        key, base, *args = value.args
        decl = self.m.layout.v.values[key]
        formula = decl.formula
        assert formula is not None
        me, this = (s[f + 2], -1) if context.arguments is None else context.arguments[:2]
        if base is not None:
            where = self._compute(s, f, base, context, elements)
            me, this = (where, -1) if decl.of == "player" else (me, where)
        given = [self._compute(s, f, arg, context, elements) for arg in args]
        return _Context(formula, (me, this, *given)), formula

    def _sides(
        self, s: State, f: int, cond: E, context: _Context, elements: dict[int, int]
    ) -> tuple[tuple[str, Type, int], ...]:
        if cond.op in ("not", "logic"):
            parts = (part for part in cond.args if isinstance(part, E))
            sides = (side for part in parts for side in self._sides(s, f, part, context, elements))
            return tuple(dict.fromkeys(sides))
        if cond.op != "compare":
            return ()
        found = []
        for side in cond.args[1:]:
            if side.op != "const" and side.type.tag in ("number", "enum", "kind"):
                found.append((self._clause(context, side.at), side.type, self._compute(s, f, side, context, elements)))
        return tuple(found)

    def _clause(self, context: _Context, at: tuple[int, int]) -> str:
        return " ".join(context.script.source.text[at[0] : at[1]].split())

    def _compute(self, s: State, f: int, value: E, context: _Context, elements: dict[int, int]) -> Any:  # noqa: ANN401
        """Compute a value where it stands: printed for once, so not for hot paths."""
        values = Values(self.m.program)
        place = IN_FRAME if context.arguments is None else IN_VALUE
        given = () if context.arguments is None else context.arguments
        params = (
            ["s", "f", "me"]
            if context.arguments is None
            else ["s", "me", "this", *(f"a{i}" for i in range(len(given) - 2))]
        )
        params += [f"e{number}" for number in elements]
        text = values.text(value, replace(place, elements=tuple((number, f"e{number}") for number in elements)))
        names = {**SUPPORT, **values.names, **self.m.watch_functions(), "m": self.m}
        exec("\n".join([*values.functions, f"def answer({', '.join(params)}):\n    return {text}\n"]), names)  # noqa: S102
        values.link(names)
        start = (s, f, s[f + 2]) if context.arguments is None else (s, *given)
        return names["answer"](*start, *elements.values())

    # ---- trials

    def _of_trial(self, s: State, ask: Ask, value: int) -> Reason:
        """The conditions hold, so something behind the option cannot be done: run into it."""
        if self._stepping is None:  # it keeps every local in the state, to be looked at where it stopped
            self._stepping = type(self.m)(self.m.program, fused=False)
        copy = s[:]
        self.m.apply(copy, ask, value)
        signal = self._stepping.run_until_failure(copy)
        if signal not in (FAIL, ASK):
            return Reason("absent")
        pc = copy[PC]
        instr = self.m.program.code[pc]
        context = _Context(self.m.program.routines[instr.routine])
        clause = self._clause(context, instr.at)
        if instr.op == "ask":
            items = self.m.program.asks[instr.args[0]].values
            if items is None:
                return Reason("cost", clause)
            among, test = self._lacking(copy, copy[FRAME], items, context, {})
            some = E("nonempty", TRUTH, (items,), items.at)
            return Reason("cost", clause, among=among, test=test, cond=some, script=context.script)
        if instr.op != "do" or "counter" not in instr.args[1]:
            return Reason("cost", clause)
        counter, amount = instr.args[1]["counter"], instr.args[1].get("amount")
        has = self._compute(copy, copy[FRAME], counter, context, {})
        actual = ((self._clause(context, counter.at), counter.type, has),)
        enough = E("compare", TRUTH, (">=", counter, amount), instr.at) if amount is not None else None
        return Reason("cost", clause, actual, cond=enough, script=context.script)
