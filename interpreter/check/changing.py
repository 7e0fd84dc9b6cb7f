"""What a name stands for may have changed where the name is used: one script is followed from its binding to its uses.

A set that has a name is refused then (`named_sets.py`); a value is noted in texts (`prose/notes.py`). What statements may
write, with everything they set off, is told by tokens (`reads.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies, walk
from interpreter.check.operands import cell_of
from interpreter.check.reads import watched, written_by
from interpreter.check.scripts import run_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.check.keys import Key
    from interpreter.check.typed import At
    from interpreter.check.vocabulary import Vocabulary

ANYTHING = "anything"


class Writes:
    """What statements may write, with everything they set off; worked out once for each routine."""

    def __init__(self, v: Vocabulary, known: dict[Key, set[str]] | None = None) -> None:
        self.v = v
        self.verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
        self.watched = watched(v)
        self.known = {} if known is None else known
        if not self.known:
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
                grown = grown or found != self.known.get(routine.key)
                self.known[routine.key] = found

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
        return set() if routine is None else self.known.get(routine.key, set())


def writes_of(v: Vocabulary) -> Writes:
    """What the statements of a pack write that is checked and will not change any more."""
    return Writes(v, v.writes)


class Walk:
    """Goes through a script as it runs, loops twice: `changed` says for each name where what it reads may have changed."""

    def __init__(self, v: Vocabulary, writes: Writes) -> None:
        self.v, self.writes = v, writes
        self.reads: dict[int, frozenset[str]] = {}
        self.mine: set[int] = set()
        """Names that stand for something else where somebody else acts."""
        self.changed: dict[int, At] = {}

    def look(self, statement: ty.Statement, *, again: bool = False) -> None:
        """Look at the names in a statement itself, not in the blocks inside it; `again` before it does these once more."""
        raise NotImplementedError

    def bind(self, slot: int, reads: frozenset[str]) -> None:
        """A name stands for something from here on."""
        self.reads[slot] = reads
        self.changed.pop(slot, None)

    def body(self, body: ty.Body) -> None:
        """Go through a block."""
        for statement in body.statements:
            self._statement(statement)

    def _statement(self, statement: ty.Statement) -> None:
        self.look(statement)
        if isinstance(statement, ty.Acting | ty.Each) and (isinstance(statement, ty.Acting) or statement.acting):
            self.acted(statement)
        else:
            self._inside(statement)
        self._write(statement)

    def _inside(self, statement: ty.Statement) -> None:
        """What is changed in one of several ways to go on is changed behind them, not in the others."""
        before, after = dict(self.changed), dict(self.changed)
        for way in _ways(statement):
            self.changed = dict(before)
            self._way(statement, way)
            after = {**self.changed, **after}
        self.changed = after

    def _way(self, statement: ty.Statement, way: Sequence[ty.Body]) -> None:
        for turn in range(2 if _comes_back(statement) else 1):
            if turn:
                self.look(statement, again=True)
            for body in way:
                self.body(body)

    def _write(self, statement: ty.Statement) -> None:
        written = self.writes.of(statement)
        for slot, read in self.reads.items():
            if written & read or (ANYTHING in written and read):
                self.changed.setdefault(slot, statement.at)

    def acted(self, statement: ty.Acting | ty.Each) -> None:
        """Somebody else acts: what speaks of who acts means something else there."""
        before = dict(self.changed)
        foreign = {slot: statement.at for slot in self.mine if slot not in before and slot in self.reads}
        for _ in range(2 if isinstance(statement, ty.Each) else 1):
            self.changed = {**foreign, **self.changed}
            self.body(statement.body)
        self.changed = {slot: at for slot, at in self.changed.items() if foreign.get(slot) != at}


def _ways(statement: ty.Statement) -> list[Sequence[ty.Body]]:
    """The blocks inside a statement, those together that may follow each other."""
    otherwise = getattr(statement, "otherwise", None)
    bodies = [one for one in inner_bodies(statement) if one is not otherwise]
    ways: list[Sequence[ty.Body]] = [bodies] if _comes_back(statement) else [[one] for one in bodies]
    return ways if otherwise is None else [*ways, [otherwise]]


def _comes_back(statement: ty.Statement) -> bool:
    """Whether a statement may do what is inside it again."""
    match statement:
        case ty.Loop() | ty.Each() | ty.PickSeveral() | ty.Maybe(again=True):
            return True
        case ty.PickOption(mode=mode):
            return mode != "one"
    return False
