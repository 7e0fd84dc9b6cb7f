"""Where printed code stands: how it refers to who acts, to `this` and to locals, and what is known about them there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.check.analysis import inner_bodies
from interpreter.check.typed import Each, Pick, PickSeveral, SetLocal

if TYPE_CHECKING:
    from interpreter.check.typed import Routine

FRAME_LOCALS = 4
"""A frame begins with so many cells of its own; the locals follow."""
NO_LOCALS = ""
"""In a routine that is only looked into, locals are unknown until bound."""
_CHOSEN = re.compile(r"v\d*|\d+")


@dataclass(frozen=True, slots=True)
class Change:
    """What a statement on the way will have done to a cell: its new value, printed with `{old}` and `{amount}`."""

    key: str
    address: str
    into: str
    amount: str

    def after(self, address: str, old: str) -> str:
        """The value of a cell after this change; whether it is the same cell may turn out only when it is read."""
        if address == self.address:
            return self.into.format(old=old, amount=self.amount)
        if _apart(address, self.address):
            return old
        same = f"{address} == {self.address}"
        if "{old}" not in self.into:
            return f"({self.into.format(amount=self.amount)} if {same} else {old})"
        return self.into.format(old=old, amount=f"({self.amount} if {same} else 0)")


def _apart(address: str, other: str) -> bool:
    """Whether two printed addresses are evidently different: they begin differently and go on alike."""
    (base, _, rest), (other_base, _, other_rest) = address.partition("+"), other.partition("+")
    return rest == other_rest and base != other_base


@dataclass(frozen=True, slots=True)
class Place:
    """How the code around refers to who acts, to `this` and to locals, and what has changed on the way there."""

    me: str
    this: str
    local: str
    bound: tuple[tuple[int, str | None], ...] = ()
    changes: tuple[Change, ...] = ()
    solid: frozenset[int] = frozenset()  # locals that are never none
    origins: tuple[tuple[int, str], ...] = ()  # the zones that pieces in locals are known to lie in
    elements: tuple[tuple[int, str], ...] = ()  # what the elements of the sets around are called, innermost first

    def local_text(self, number: int) -> str:
        """A local by its number; a bound one is another text, or not known here."""
        for slot, text in self.bound:
            if slot == number:
                if text is None:
                    raise Unknown
                return text
        if self.local == NO_LOCALS:
            raise Unknown
        return self.local.format(number + FRAME_LOCALS if "f+" in self.local else number)

    def with_element(self, number: int) -> tuple[str, Place]:
        """Inside a set: a name for its element that no set around has taken."""
        name = f"x{len(self.elements) + 1}"
        return name, replace(self, elements=((number, name), *self.elements))

    def element_text(self, number: int) -> str:
        """The element of a set around, by its number."""
        return next(name for found, name in self.elements if found == number)

    def may_be_none(self, number: int) -> bool:
        """Whether a local can be none; what was chosen never is."""
        for slot, text in self.bound:
            if slot == number:
                return text is None or not (
                    _CHOSEN.fullmatch(text) or (text in ("p", f"l{number}") and number in self.solid)
                )
        return number not in self.solid


class Unknown(Exception):
    """A value that cannot be told before the statements in front of it have run."""


IN_FRAME = Place("me", "s[f+3]", "s[f+{}]")
IN_VALUE = Place("me", "this", "a{}")
IN_PLAIN = Place("me", "this", "l{}")


def in_routine(routine: Routine) -> Place:
    """In the frame of a routine: a local that is only ever chosen or taken from a set is never none."""
    chosen: set[int] = set()
    given = set(range(len(routine.params)))
    stack = [routine.body]
    while stack:
        for statement in stack.pop().statements:
            match statement:
                case Pick(slot=slot) | PickSeveral(slot=slot) | Each(slot=slot):
                    chosen.add(slot)
                case SetLocal(slot=slot):
                    given.add(slot)
            stack += inner_bodies(statement)
    return replace(IN_FRAME, solid=frozenset(chosen - given))
