"""Whether two statements may change places without anybody noticing: then their order is no rule."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.operands import cell_of, operands, overflow_of
from interpreter.check.reads import wanted_by, watched, written_by
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import Routine, Value
    from interpreter.check.vocabulary import VarDecl, Vocabulary

_ASKS = (ty.Pick, ty.PickSeveral, ty.PickOption, ty.Maybe)
_LEAVES = (ty.OfferMenu, ty.Leave, ty.RunScript, ty.Announce, ty.Say)
"""What may do anything, or end the script."""
QUESTION, ADDS, LOCAL = "question", "adds to ", "local "


class Sequence:
    """Knows what the statements of a pack read and write."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self.verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
        self.watched = set().union(*watched(v))

    def is_free(self, body: ty.Body, first: ty.At, second: ty.At) -> bool:
        """Whether two neighbours, given by their places, may stand in either order."""
        pair = _neighbours(body, first, second)
        if pair is None or any(isinstance(one, ty.Pick) and one.soft for one in pair):
            return False  # with nothing chosen, what stands behind it is left out
        one, other = (self._effects(statement, frozenset()) for statement in pair)
        if one is None or other is None:
            return False
        (reads, writes), (others, changes) = one, other
        if (_plain(writes) | _plain(changes)) & self.watched:
            return False
        # two statements may add to one counter in either order, but not while somebody reads or sets it
        both = writes & changes
        if any(not token.startswith(ADDS) for token in both):
            return False
        clash = _plain(writes) & _plain(changes) - _plain(both)
        return not (clash or _plain(writes) & others or _plain(changes) & reads)

    def _effects(self, statement: ty.Statement, inside: frozenset[Key]) -> tuple[set[str], set[str]] | None:
        """Tokens that are read and written; None when that cannot be told."""
        if isinstance(statement, _LEAVES) or (isinstance(statement, ty.Do) and STATEMENTS[statement.primitive].ends):
            return None
        reads, writes = self._own(statement)
        parts = [one for body in inner_bodies(statement) for one in body.statements]
        called = self._called(statement)
        if called is not None:
            if called.key in inside:
                return None
            inside |= {called.key}
            parts = called.body.statements
        elif isinstance(statement, ty.CallVerb):
            return None
        for part in parts:
            found = self._effects(part, inside)
            if found is None:
                return None
            reads |= found[0]
            writes |= found[1] if called is None else {one for one in found[1] if not one.startswith(LOCAL)}
        return reads, writes

    def _called(self, statement: ty.Statement) -> Routine | None:
        """The script that a statement runs besides: a verb, or what happens to what a counter cannot hold."""
        if isinstance(statement, ty.CallVerb):
            return self.verbs.get(statement.verb)
        return overflow_of(statement, self.v) if isinstance(statement, ty.Do) else None

    def _counter(self, statement: ty.Statement) -> VarDecl | None:
        """The counter that a statement adds to."""
        if not isinstance(statement, ty.Do):
            return None
        change, cell = STATEMENTS[statement.primitive].change, cell_of(statement)
        if change is None or not change.adds or cell is None:
            return None
        return self.v.var(cell.key)

    def _own(self, statement: ty.Statement) -> tuple[set[str], set[str]]:
        """What a statement itself reads and writes."""
        values = list(operands(statement))
        writes = _own_writes(statement, self.v)
        var = self._counter(statement)
        if var is not None and var.high is None:  # it always gives all of it, whatever there is
            values = [part for one in values for part in (ty.children(one) if _is_cell(one, var) else (one,))]
            writes = {f"{ADDS}var {var.key}"}
        return set().union(*(_reads_of(one, self.v) for one in values)), writes


def _is_cell(value: Value, var: VarDecl) -> bool:
    return isinstance(value, ty.Var) and value.key == var.key


def _reads_of(value: Value, v: Vocabulary) -> set[str]:
    return {f"{LOCAL}{one.slot}" for one in ty.nodes(value) if isinstance(one, ty.Local)} | wanted_by(value, v)


def _plain(tokens: set[str]) -> set[str]:
    return {token.removeprefix(ADDS) for token in tokens}


def _neighbours(body: ty.Body, first: ty.At, second: ty.At) -> tuple[ty.Statement, ty.Statement] | None:
    stack = [body]
    while stack:
        statements = stack.pop().statements
        for one, after in pairwise(statements):
            if one.at == first and after.at == second:
                return one, after
        for one in statements:
            stack += inner_bodies(one)
    return None


def _own_writes(statement: ty.Statement, v: Vocabulary) -> set[str]:
    found: set[str] = set()
    if isinstance(statement, ty.Do):
        found |= written_by(statement, v)
    elif isinstance(statement, ty.SetLocal):
        found.add(f"{LOCAL}{statement.slot}")
    elif isinstance(statement, _ASKS):
        found.add(QUESTION)
        if isinstance(statement, ty.Pick | ty.PickSeveral):
            found.add(f"{LOCAL}{statement.slot}")
    return found
