"""Loops and walks on the way of a proof: a few turns one after another, or each by itself.

Of a walk that is under way where the proof begins, the elements still to come lie on the stack, above the locals of the
routine and the options around the walk; how many there are is told by the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.code import expr as x
from interpreter.code.choices import may_skip
from interpreter.code.expr import UNKNOWN, YES, Expr, both, choose, either, has_unknown
from interpreter.code.place import OWN, Place, Untold
from interpreter.code.way import Frame, Way, enough, relocated
from interpreter.primitives import STATEMENTS
from interpreter.records import replace

if TYPE_CHECKING:
    from interpreter.code.proof import Proofs

MAX_UNROLL = 3
MAX_TOLD = 1
"""Turns of a loop whose number only the state tells: each number is a proof of its own."""
LEFT_STEPS = 40
"""Steps that a proof may take for one number of turns that are left."""
MAX_VALUES = 6
MAX_CASES = 850
"""So long are conditions for several numbers of turns together."""


class Turns:
    """Proves loops and walks of one program."""

    def __init__(self, proofs: Proofs) -> None:
        self._proofs, self.values = proofs, proofs.values

    def loop(self, statement: ty.Loop, way: Way) -> Expr:
        """A block that is done so many times."""
        if self._never(statement, way):
            return self._proofs.prove(way)
        if not self._proofs.writing.may_fail(statement) and not leaves(statement):
            return self._proofs.followed(statement, way, lambda: self._unrolled(statement, way))
        return self._unrolled(statement, way)

    def _never(self, statement: ty.Loop, way: Way) -> bool:
        """Whether a loop is known to have no turn: then nothing in it changes anything."""
        if statement.left is not None or statement.while_ is not None:
            return False
        with suppress(Untold):
            certain = x.known(self._proofs.expr(statement.count, way.frames[0].place, way))
            return certain is not None and certain <= 0
        return False

    def _unrolled(self, statement: ty.Loop, way: Way) -> Expr:
        """A loop that has few turns, one turn after another; where the state tells how many, for each number by itself."""
        place = way.frames[0].place
        count = self._proofs.expr(statement.count if statement.left is None else statement.left, place, way)
        certain = x.known(count)
        if statement.while_ is not None:
            raise Untold
        if statement.left is not None:
            most = min(certain - 1 if certain is not None else MAX_UNROLL, MAX_UNROLL)
            return self._by_number(place.local(statement.counter), most, lambda n: self._turns(statement, n, way))
        if certain is None:
            return self._by_number(count, MAX_TOLD, lambda n: self._turns(statement, n, way))
        if certain > MAX_UNROLL:
            raise Untold
        return self._turns(statement, certain, way)

    @staticmethod
    def _by_number(turns: Expr, most: int, prove: Callable[[int], Expr]) -> Expr:
        """What holds for so many turns, up to so many; less than none are none. Longer ones are left out."""
        ways: list[Expr] = []
        room = MAX_CASES
        for number in range(most + 1):
            ways.append(prove(number))
            room -= x.size(ways[-1])
            if ways[-1] == UNKNOWN or room < 0:
                ways.pop()
                break
        found: Expr = UNKNOWN
        for number, one in reversed([*enumerate(ways)]):
            found = choose(x.test("==" if number else "<=", turns, x.Num(number)), one, found)
        return found

    def _turns(self, statement: ty.Loop, number: int, way: Way) -> Expr:
        """So many turns of a loop one after another."""
        return self._proofs.prove(self._in_turn([statement.body.statements] * number, way))

    def _in_turn(self, turns: list[list[ty.Statement]], way: Way) -> Way:
        """Blocks one after another; by themselves where one may leave out its rest, else as one."""
        place = way.frames[0].place
        if not any(map(may_skip, turns)):
            turns = [[statement for turn in turns for statement in turn]]
        return replace(way, frames=(*(Frame(tuple(turn), place) for turn in turns), *way.frames))

    def each(self, statement: ty.Each, place: Place, way: Way) -> Expr:
        """A block for each element of a set, or what is left of it."""
        if statement.begun and statement.acting:  # behind the walk whoever acted before it acts again
            way = relocated(way, replace(way.frames[0].place, me=x.Local(statement.saved)))

        def closely() -> Expr:
            return self._left(statement, way) if statement.begun else self._one_after_another(statement, way)

        if leaves(statement):
            return closely()
        if not self._proofs.writing.may_fail(statement):
            return self._proofs.followed(statement, way, closely)
        found: Expr = UNKNOWN
        with suppress(Untold):
            found = closely()
        if not has_unknown(found):
            return found
        with suppress(Untold):
            apart = self._each_apart(statement, place, way)
            if found == UNKNOWN or not has_unknown(apart):
                return apart
        return found

    def _left(self, statement: ty.Each, way: Way) -> Expr:
        """What is left of a walk in the middle of a turn, by how many turns that are."""
        place = way.frames[0].place
        if statement.above is None or statement.free or place.unbound != OWN:
            raise Untold
        left = place.local(statement.left)
        return self._by_number(
            left, MAX_UNROLL, lambda n: self._proofs.briefly(self._still_to_come(statement, n, place, way), LEFT_STEPS)
        )

    def _still_to_come(self, statement: ty.Each, number: int, place: Place, way: Way) -> Way:
        """So many turns for the elements that wait, the last of them lowest on the stack."""
        assert statement.above is not None
        first = self._proofs.size + statement.above
        frames = []
        for turn in reversed(range(number)):
            element = x.Local(first + turn, waiting=True)
            bound = replace(place, bound=place.binding(statement.slot, element, sure=True))
            at = replace(bound, me=element) if statement.acting else bound
            frames.append(Frame(tuple(statement.body.statements), at))
        return replace(way, frames=(*frames, *way.frames))

    def _one_after_another(self, statement: ty.Each, way: Way) -> Expr:
        """A walk through a few elements that are always the same."""
        elements = self.few(statement.items)
        if elements is None or statement.acting or statement.free:
            raise Untold
        turns: list[list[ty.Statement]] = []
        for number in elements:
            element = ty.Const(statement.items.type.element, number)
            turns.append([ty.SetLocal(statement.slot, element, statement.at), *statement.body.statements])
        return self._proofs.prove(self._in_turn(turns, way))

    def _each_apart(self, statement: ty.Each, place: Place, way: Way) -> Expr:
        """A walk through those of a few elements for which a condition holds: each by itself, in what the others leave."""
        items = statement.items
        narrowed = items if isinstance(items, ty.Filter) else None
        elements = self.few(items if narrowed is None else narrowed.items)
        if elements is None or statement.acting:
            raise Untold
        after = self._proofs.changed(way, self._proofs.writing.by(statement))
        found = self._proofs.prove(after)
        for number in map(x.Num, elements):
            cond: Expr = YES
            if narrowed is not None and not statement.begun:
                cond = self._proofs.expr(narrowed.cond, place.at_element(narrowed.element, number), way)
            if cond == x.NO or found == UNKNOWN:
                continue
            bound = replace(place, bound=place.binding(statement.slot, number, sure=True))
            done = self._proofs.prove(replace(after, frames=(Frame(tuple(statement.body.statements), bound),)))
            found = both(found, either(x.nope(cond), done))
        found = self._proofs.behind(statement, found)
        return enough(found) if statement.begun else found  # some of them have had their turn

    def few(self, items: ty.Value) -> Sequence[int] | None:
        """The elements of a set that is always the same and very small."""
        found: Sequence[int] | None = self.values.sets.few(items)
        if isinstance(items, ty.Listing):
            numbers = [ty.const_number(one) for one in items.items]
            found = [one for one in numbers if one is not None]
            if len(found) < len(numbers) or any(one < 0 for one in found):
                return None
        return found if found is not None and len(found) <= MAX_VALUES else None


def leaves(statement: ty.Statement) -> bool:
    """Whether some way through the statement does not go on behind it."""
    return any(ends(s) or leaves(s) for body in inner_bodies(statement) for s in body.statements)


def ends(statement: ty.Statement) -> bool:
    """Whether nothing behind a statement is done."""
    match statement:
        case ty.Leave():
            return True
        case ty.Do(primitive=primitive):
            return STATEMENTS[primitive].ends
    return False


def declinable(statement: ty.Statement) -> bool:
    """Whether a statement may always be left undone."""
    match statement:
        case ty.Maybe(otherwise=None):
            return True
        case ty.PickOption(mode=mode, may=may, otherwise=None):
            return may or mode == "any"
        case ty.PickSeveral(low=low, mode=mode, otherwise=None):
            return mode == "may" or (low is not None and ty.const_number(low) == 0)
    return False
