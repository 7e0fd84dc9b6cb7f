"""Where a trial may end before what follows: chance, what is secret, what is begun anew, and the end of the game.

A trial that comes to such a place counts as complete, whatever stands behind it. So a proof must not ask for what stands
behind a statement on some way through which a trial would not get there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.operands import overflow_of
from interpreter.engine.hard import Hardness
from interpreter.primitives import STATEMENTS


class Conclusions(Hardness):
    """Says where trials may end in one pack. It goes through scripts as `Hardness` does, and looks for something else."""

    def of_statements(self, statements: Iterable[ty.Statement]) -> bool:
        """Whether a trial may end in one of the statements of a block."""
        return any(self.of_statement(statement) for statement in statements)

    def of_statement(self, statement: ty.Statement) -> bool:
        """Whether a trial may end in a statement."""
        match statement:
            case ty.Pick(mode="random") | ty.PickSeveral(mode="random") | ty.Each(secret=True):
                return True
            case ty.CallVerb(verb=verb) if verb in self.v.begins:
                return True
            case ty.OfferMenu(menu=menu):
                return self.of_routines(action.routine for action in self.v.actions if action.menu == menu)
            case ty.Do() | ty.CallVerb() | ty.RunScript() | ty.Announce():
                return super().of_statement(statement)
            case ty.Branch() | ty.Loop() | ty.Each() | ty.Acting() | ty.AtOnce():
                return any(self.of_body(body) for body in inner_bodies(statement))
            case ty.Maybe() | ty.Pick() | ty.PickSeveral() | ty.PickOption():
                return any(self.of_body(body) for body in inner_bodies(statement))
            case ty.SetLocal() | ty.NameSet() | ty.Say() | ty.Demand() | ty.Leave():
                return False
            case _:
                assert_never(statement)

    def of_change(self, statement: ty.Do, left_out: Iterable[int] = ()) -> bool:
        """Whether a trial may end in what a statement sets off, in none of the rules that are left out."""
        return self.of_routines([overflow_of(statement, self.v)]) or any(
            self.of_watch(number) for number in self.concerned(statement) if number not in left_out
        )

    def given_none(self, statement: ty.Statement) -> bool:
        """No trial is complete at a statement that is given none."""
        del statement
        return False

    def impossible(self, statement: ty.Do) -> bool:
        """Whether a trial ends at the statement itself."""
        declared = STATEMENTS[statement.primitive]
        return declared.fate or declared.ends
