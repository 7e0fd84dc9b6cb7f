"""Sets that a script gives a name. A name keeps what it stood for, so it is used only while the set cannot have changed.

The set itself is not kept: where the name stands it is worked out again. That is the same set as long as nothing it is
made of was written in between, nobody else acts, and no loop comes back behind a change; this is proved here, once the
whole pack is known, and what cannot be proved is refused.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies, walk
from interpreter.check.operands import cell_of
from interpreter.check.reads import wanted_by, watched, written_by
from interpreter.check.scripts import run_by
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import At
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem

ANYTHING = "anything"


def find_changed_sets(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Report every use of a named set behind something that may change it."""
    using = [routine for routine in routines if routine.uses]
    writes = Writes(v) if using else None
    return [problem for routine in using if writes for problem in _Walk(v, writes, routine).problems()]


class Writes:
    """What statements may write, with everything they set off; worked out once for each routine."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self.verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
        self.watched = watched(v)
        self._known: dict[Key, set[str]] = {}
        self._work_out()

    def _work_out(self) -> None:
        """Let what is known of each routine grow until nothing is new: routines may set each other off."""
        vars_ = [var for decl in self.v.hosts() for var in decl.vars.values()]
        every = [*self.verbs.values(), *(watch.routine for watch in self.v.watches), *(var.overflow for var in vars_)]
        grown = True
        while grown:
            grown = False
            for routine in every:
                if routine is None:
                    continue
                found = set().union(*(self.of(one) for one in walk(routine.body)))
                grown = grown or found != self._known.get(routine.key)
                self._known[routine.key] = found

    def of(self, statement: ty.Statement) -> set[str]:
        """What a statement by itself may write; blocks inside it tell for themselves."""
        if isinstance(statement, ty.Do):
            return self._do(statement)
        found = (
            self._routine(self.verbs[key]) if key in self.verbs else {ANYTHING} for key in run_by(statement, self.v)
        )
        return set().union(*found)

    def _do(self, statement: ty.Do) -> set[str]:
        found = set(written_by(statement, self.v))
        cell = cell_of(statement)
        if cell is not None:
            found |= self._routine(self.v.var(cell.key).overflow)
        for watch, wants in zip(self.v.watches, self.watched, strict=True):
            if wants & found:
                found |= self._routine(watch.routine)
        return found

    def _routine(self, routine: ty.Routine | None) -> set[str]:
        return set() if routine is None else self._known.get(routine.key, set())


@record(slots=True)
class _Walk:
    """Goes through one script as it runs, loops twice: `changed` says for each named set where it may have changed."""

    v: Vocabulary
    writes: Writes
    routine: ty.Routine
    reads: dict[int, set[str]] = field(default_factory=dict)
    mine: set[int] = field(default_factory=set)
    changed: dict[int, At] = field(default_factory=dict)
    found: dict[At, Problem] = field(default_factory=dict)

    def problems(self) -> list[Problem]:
        """Every use of a set that may have changed, each once."""
        self._body(self.routine.body)
        return list(self.found.values())

    def _body(self, body: ty.Body) -> None:
        for statement in body.statements:
            self._statement(statement)

    def _statement(self, statement: ty.Statement) -> None:
        if isinstance(statement, ty.NameSet):
            self._name(statement)
        self._use(statement)
        match statement:
            case ty.Acting() | ty.Each(acting=True):
                self._acted(statement)
            case ty.Branch():
                self._apart(statement)
            case _:
                turns = 2 if _comes_back(statement) else 1
                for turn in range(turns):
                    for body in inner_bodies(statement):
                        self._body(body)
                    if turn == 0 and turns > 1 and not isinstance(statement, ty.Each):
                        self._use(statement)
        self._write(statement)

    def _name(self, statement: ty.NameSet) -> None:
        self.reads[statement.slot] = set(wanted_by(statement.value, self.v))
        self.changed.pop(statement.slot, None)
        if any(
            isinstance(node, ty.Me | ty.Opponents | ty.Derived | ty.ItemFormula) for node in ty.nodes(statement.value)
        ):
            self.mine.add(statement.slot)

    def _write(self, statement: ty.Statement) -> None:
        written = self.writes.of(statement)
        for slot, read in self.reads.items():
            if written & read or (ANYTHING in written and read):
                self.changed.setdefault(slot, statement.at)

    def _acted(self, statement: ty.Acting | ty.Each) -> None:
        """Somebody else acts: what speaks of who acts means something else there."""
        before = dict(self.changed)
        foreign = {slot: statement.at for slot in self.mine if slot not in before and slot in self.reads}
        for _ in range(2 if isinstance(statement, ty.Each) else 1):
            self.changed = {**foreign, **self.changed}
            self._body(statement.body)
        self.changed = {slot: at for slot, at in self.changed.items() if foreign.get(slot) != at}

    def _apart(self, statement: ty.Branch) -> None:
        """Branches, of which one is taken: what one of them changes is changed behind them, not in the others."""
        before, after = dict(self.changed), dict(self.changed)
        for body in inner_bodies(statement):
            self.changed = dict(before)
            self._body(body)
            after = {**self.changed, **after}
        self.changed = after

    def _use(self, statement: ty.Statement) -> None:
        """Look at the names in a statement itself, not in the blocks inside it."""
        inner = [one.at for body in inner_bodies(statement) for one in body.statements]
        for slot, name, at in self.routine.uses:
            if slot not in self.changed or not _within(at, statement.at) or any(_within(at, one) for one in inner):
                continue
            where = self.routine.span(self.changed[slot])
            self.found[at] = err.SetChanged(self.routine.span(at), name, where)


def _within(at: At, around: At) -> bool:
    return around[0] <= at[0] and at[1] <= around[1]


def _comes_back(statement: ty.Statement) -> bool:
    """Whether a statement may do what is inside it again."""
    match statement:
        case ty.Loop() | ty.Each() | ty.PickSeveral() | ty.Maybe(again=True):
            return True
        case ty.PickOption(mode=mode):
            return mode != "one"
    return False
