"""Why a value is not offered: the first clause that fails, as it stands in the pack, with the values it has now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.operands import cell_of
from interpreter.check.typed import Formula, Routine, Value
from interpreter.code.program import Ask, Demand, Do
from interpreter.engine import Here
from interpreter.machine.signals import ASK, FAIL
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import ACTS, FRAME, FRAME_LOCALS, PC, THIS
from interpreter.primitives.tables import State

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Action
    from interpreter.machine.pending import Pending
    from interpreter.machine.vm import Machine

MAX_DEPTH = 8
_CHOSEN = -1
"""The number of what somebody asks about, where it is no element of a set of the script."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    `kind` is `clause` (a condition fails), `used` (its limit is reached), `cost` (a statement cannot be done), `none` (it
    leads to a choice of which no option can be done: `parts` are the reasons of each), `absent` (not among the candidates
    at all). `clause` is the text in the pack, `actual` the values of its sides. Where a set
    has nothing that qualifies, `among` is what it is taken from, and `test` what each of it fails (empty: there is
    nothing to take from). For whoever can put it into words: `cond` is the failing condition, `script` where it stands,
    `elements` the things it is about, by their numbers, `names` what the names of the script stand for; `wider` are the
    conditions it is part of, the nearest first, and `statement` what cannot be done. `action` is the one that requires it.
    """

    kind: str
    clause: str = ""
    actual: tuple[tuple[str, Type, int], ...] = ()
    among: str = ""
    test: str = ""
    cond: Value | None = None
    script: Routine | Formula | None = None
    elements: tuple[tuple[int, int], ...] = ()
    names: tuple[tuple[int, Type, int], ...] = ()
    wider: tuple[Reason, ...] = ()
    statement: ty.Statement | None = None
    action: str = ""
    parts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a clause stands, and what its names are there."""

    script: Routine | Formula
    here: Here


class Explain:
    """Explains choices of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.values = machine.values
        self._stepping: Machine | None = None

    def why_not(self, s: State, pending: Pending, value: int) -> Reason:
        """Say why a value of a pending choice is not offered."""
        ask = pending.ask
        context = self._in_frame(s, ask.routine)
        if ask.typed_values is not None:
            return self._of_set(s, ask, ask.typed_values, value, context)
        if ask.shape == "menu":
            return self._of_action(s, ask, value, context)
        failing = self._failing(ask.typed_cases[value], context, 0)
        return failing or self._of_trial(s, ask, value)

    def concerns(self, s: State, pending: Pending, action: Action, kind: str, value: int) -> bool:
        """Whether an action of a menu begins with a choice of a thing where this one lies."""
        items = _first_set(action, kind)
        while isinstance(items, ty.Filter):
            items = items.items
        return items is not None and value in self.values.items(items, self._at_start(s, pending, action).here)

    def not_for(self, s: State, pending: Pending, action: Action, kind: str, value: int) -> Reason | None:
        """What keeps a thing out of the choice that an action begins with; None where nothing does."""
        items, context = _first_set(action, kind), self._at_start(s, pending, action)
        if items is None or value in self.values.items(items, context.here):
            return None
        while isinstance(items, ty.Filter):
            if value in self.values.items(items.items, context.here):
                return self._failing(
                    items.cond, replace(context, here=context.here.looking_at(items.element, value)), 0
                )
            items = items.items
        return None

    def _at_start(self, s: State, pending: Pending, action: Action) -> _Context:
        """Where an action of a menu begins, if it is chosen now."""
        assert action.routine is not None
        return _Context(action.routine, Here(s, pending.seat, s[s[FRAME] + THIS], {}))

    def _in_frame(self, s: State, routine: Key) -> _Context:
        """In the innermost frame of a state, which is one of this routine."""
        f, code = s[FRAME], self.m.program.routines[routine]
        names = {slot: s[f + FRAME_LOCALS + slot] for slot in range(code.size)}
        return _Context(code.source, Here(s, s[f + ACTS], s[f + THIS], names))

    def _of_action(self, s: State, ask: Ask, value: int, context: _Context) -> Reason:
        actions = [a for a in self.m.layout.v.actions if a.menu == ask.menu]
        action = actions[value]
        limit = self.m.layout.vars.get(f"player.(limit {action.id})")
        if limit is not None and s[limit.base + context.here.me] >= action.times:
            return Reason("used", str(action.limit), action=action.id)
        if action.requires is not None:
            failing = self._failing(action.requires.value, replace(context, script=action.requires), 0)
            if failing is not None:
                return replace(failing, action=action.id)
        return self._of_trial(s, ask, value)

    def _of_set(self, s: State, ask: Ask, items: Value, value: int, context: _Context) -> Reason:
        """Peel the filters off the set and look which one drops the value."""
        if value in self.values.items(items, context.here):
            return self._of_trial(s, ask, value)
        while isinstance(items, ty.Filter):
            if value in self.values.items(items.items, context.here):
                inside = replace(context, here=context.here.looking_at(items.element, value))
                return self._failing(items.cond, inside, 0) or self._of_trial(s, ask, value)
            items = items.items
        if isinstance(items, ty.Derived):
            return self._of_value_set(items, context, value)
        return self._absent(items, context, value)

    def _absent(self, items: Value, context: _Context, value: int) -> Reason:
        """A value that is not in the set one chooses from."""
        thing = ty.Element(items.type.element, _CHOSEN, at=items.at)
        cond = ty.Member(thing, items, at=items.at)
        clause = self._clause(context, items.at)
        return Reason(
            "absent", clause, cond=cond, script=context.script, elements=((_CHOSEN, value),), names=_names(context)
        )

    def _of_value_set(self, items: ty.Derived, context: _Context, value: int) -> Reason:
        """A derived set: look inside its definition."""
        inside = self._enter(items, context)
        assert isinstance(inside.script, Formula)
        formula = inside.script.value
        if isinstance(formula, ty.IfElse):
            return self._of_case(formula, inside, value) or self._absent(items, context, value)
        if isinstance(formula, ty.Filter) and value in self.values.items(formula.items, inside.here):
            at = replace(inside, here=inside.here.looking_at(formula.element, value))
            failing = self._failing(formula.cond, at, 1)
            if failing is not None:
                return failing
        return self._absent(items, context, value)

    def _of_case(self, items: Value, inside: _Context, value: int) -> Reason | None:
        """A set that is one of several: what drops the value from the one that it is now, of what could be among them."""
        if isinstance(items, ty.IfElse):
            if value not in self.values.items(_last(items), inside.here):
                return None
            return self._of_case(
                items.then if self.values.truth(items.cond, inside.here) else items.other, inside, value
            )
        if isinstance(items, ty.Filter):
            at = replace(inside, here=inside.here.looking_at(items.element, value))
            return self._failing(items.cond, at, 1)
        return self._of_value_set(items, inside, value) if isinstance(items, ty.Derived) else None

    # ---- clauses

    def _failing(self, cond: Value, context: _Context, depth: int) -> Reason | None:
        """The first part of a condition that does not hold, as deep inside derived values as it can be found."""
        if self.values.truth(cond, context.here):
            return None
        if isinstance(cond, ty.Logic) and cond.sign == "and":
            return self._failing(cond.left, context, depth) or self._failing(cond.right, context, depth)
        said = self._said(cond, context, depth)
        deeper = self._deeper(cond, context, depth)
        return said if deeper is None else replace(deeper, wider=(*deeper.wider, said))

    def _deeper(self, cond: Value, context: _Context, depth: int) -> Reason | None:
        """The part of a failing condition that says all of it: what there is to say of what there is, or by whether."""
        if isinstance(cond, ty.Derived) and depth < MAX_DEPTH:
            inside = self._enter(cond, context)
            assert isinstance(inside.script, Formula)
            return self._failing(inside.script.value, inside, depth + 1)
        if isinstance(cond, ty.IfElse):
            chosen = cond.then if self.values.truth(cond.cond, context.here) else cond.other
            return self._failing(chosen, context, depth)
        if isinstance(cond, ty.Logic) and _asks_for_none(cond.left):
            return self._failing(cond.right, context, depth)
        return None

    def _said(self, cond: Value, context: _Context, depth: int) -> Reason:
        """A condition that fails, as it stands."""
        said = Reason(
            "clause",
            self._clause(context, cond.at),
            self._sides(cond, context),
            cond=cond,
            script=context.script,
            elements=tuple(context.here.elements.items()),
            names=_names(context),
        )
        if not isinstance(cond, ty.NonEmpty):
            return said
        among, test = self._lacking(cond.items, context, depth)
        return replace(said, among=among, test=test)

    def _lacking(self, items: Value, context: _Context, depth: int = 0) -> tuple[str, str]:
        """Of a set that is empty: what it is taken from, and what each of that fails."""
        if isinstance(items, ty.Filter):
            if self.values.items(items.items, context.here):
                return self._clause(context, items.items.at), self._clause(context, items.cond.at)
            return self._lacking(items.items, context, depth)
        if isinstance(items, ty.Derived) and depth < MAX_DEPTH:
            inside = self._enter(items, context)
            assert isinstance(inside.script, Formula)
            if isinstance(inside.script.value, ty.Filter | ty.Derived):
                return self._lacking(inside.script.value, inside, depth + 1)
        return self._clause(context, items.at), ""

    def _enter(self, value: ty.Derived, context: _Context) -> _Context:
        """Inside the definition of a derived value."""
        decl, here = self.m.layout.v.values[value.key], context.here
        assert decl.formula is not None
        me, this = here.me, -1
        if value.base is not None:
            where = self.values.number(value.base, here)
            me, this = (where, -1) if decl.of == "player" else (me, where)
        given = {slot: self.values.of(one, here) for slot, one in enumerate(value.given)}
        return _Context(decl.formula, Here(here.s, me, this, given))

    def _sides(self, cond: Value, context: _Context) -> tuple[tuple[str, Type, int], ...]:
        match cond:
            case ty.Not() | ty.Logic():
                sides = (side for part in ty.children(cond) for side in self._sides(part, context))
                return tuple(dict.fromkeys(sides))
            case ty.Compare(left=left, right=right):
                return tuple(
                    (self._clause(context, side.at), side.type, self.values.number(side, context.here))
                    for side in (left, right)
                    if not isinstance(side, ty.Const) and side.type.tag in ("number", "enum", "kind")
                )
        return ()

    def _clause(self, context: _Context, at: tuple[int, int]) -> str:
        return " ".join(context.script.source.text[at[0] : at[1]].split())

    # ---- trials

    def _of_trial(self, s: State, ask: Ask, value: int, depth: int = 0) -> Reason:
        """The conditions hold, so something behind the option cannot be done: run into it."""
        if self._stepping is None:  # it keeps every local in the state, to be looked at where it stopped
            self._stepping = type(self.m)(self.m.program, stepping=True)
        stepping = self._stepping
        copy = s[:]
        stepping.apply(copy, ask, value)
        signal = stepping.run_until_failure(copy)
        if signal not in (FAIL, ASK):
            return Reason("absent")
        point, node = stepping.flow.points[copy[PC]], stepping.flow.node_at(copy[PC])
        context = self._in_frame(copy, point.block.routine)
        clause = self._clause(context, node.at)
        if isinstance(node, Ask):
            items = node.typed_values
            if items is None:
                return self._of_none(copy, node, context, clause, depth)
            among, test = self._lacking(items, context)
            some = ty.NonEmpty(items, at=items.at)
            return Reason("cost", clause, among=among, test=test, cond=some, script=context.script)
        if isinstance(node, Demand) and node.typed is not None:
            return self._failing(node.typed, context, 0) or Reason("cost", clause, script=context.script)
        done = node.typed if isinstance(node, Do) else None
        counter = cell_of(done) if done is not None else None
        if done is None or counter is None:
            return Reason("cost", clause, script=context.script, statement=done)
        return self._short_of(done, counter, context, clause)

    def _of_none(self, s: State, ask: Ask, context: _Context, clause: str, depth: int) -> Reason:
        """Of a choice between ways of doing something none can be done: why not, for each."""
        if depth == MAX_DEPTH or not ask.labels:
            return Reason("cost", clause)
        parts = (
            self._failing(ask.typed_cases[number], context, 0) or self._of_trial(s, ask, number, depth + 1)
            for number in range(len(ask.labels))
        )
        return Reason("none", clause, parts=tuple(parts))

    def _short_of(self, done: ty.Do, counter: ty.Var, context: _Context, clause: str) -> Reason:
        """There is not enough of something."""
        change = STATEMENTS[done.primitive].change
        amount = done.args.get(change.amount) if change is not None else None
        has = self.values.number(counter, context.here)
        actual = ((self._clause(context, counter.at), counter.type, has),)
        enough = ty.Compare(">=", counter, amount, at=done.at) if amount is not None else None
        return Reason("cost", clause, actual, cond=enough, script=context.script, statement=done)


def _names(context: _Context) -> tuple[tuple[int, Type, int], ...]:
    """What the names of a script stand for: what it was given, and what was chosen in it so far."""
    script, known = context.script, context.here.locals
    names = script.params if isinstance(script, Formula) else script.locals
    found = ((slot, of, known.get(slot, -1)) for slot, (name, of) in enumerate(names) if not name.startswith("("))
    return tuple((slot, of, value) for slot, of, value in found if isinstance(value, int) and value >= 0)


def _last(items: ty.IfElse) -> Value:
    """Of a set by cases, the one that is left where no condition holds."""
    return _last(items.other) if isinstance(items.other, ty.IfElse) else items.other


def _asks_for_none(cond: Value) -> bool:
    """Whether a condition says that there is none of something: where it fails, the rest is about what there is."""
    match cond:
        case ty.Compare("is", _, ty.Const(number=number)):
            return number < 0
        case ty.Not(ty.Some()):
            return True
        case _:
            return False


def _first_set(action: Action, kind: str) -> Value | None:
    """What an action has somebody choose from before anything else, if it is of this kind."""
    said = action.routine.body.statements[:1] if action.routine is not None else []
    for first in said:
        if isinstance(first, ty.Pick | ty.PickSeveral) and first.items.type.element.name == kind:
            return first.items if first.mode != "random" else None
    return None
