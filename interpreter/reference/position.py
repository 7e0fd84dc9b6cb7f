"""A game between two statements: a state, the script under way, and what is still to be done.

What is to be done is a chain of tasks, the next one first. Nothing in a chain is ever changed, so a copy of a position
costs no more than a copy of its state, and trying an option is running a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.records import record, replace
from interpreter.reference.values import Here

if TYPE_CHECKING:
    from interpreter.primitives.tables import Given, State


class Failed(Exception):
    """A statement cannot be done."""


class Stopped(Exception):
    """The rules met a position in which they cannot go on."""


class TooManyTrials(Stopped):
    """Finding out what can be completed takes more than a choice may: nobody knows what would be offered."""


class End(Exception):
    """The way that is tried has come to its end: it is complete, or left to chance."""


@record(frozen=True, slots=True, eq=False)
class Frame:
    """A script under way: who acts, whose script it is, and what its names stand for."""

    me: int = 0
    this: int = -1
    locals: Mapping[int, Given] = field(default_factory=dict)
    script: ty.Routine | None = None


# ---- what is still to be done


@record(frozen=True, slots=True, eq=False)
class Block:
    """The statements of a body from one on."""

    body: ty.Body
    first: int = 0


@record(frozen=True, slots=True, eq=False)
class Turns:
    """The turns of a loop that are left."""

    loop: ty.Loop
    left: int


@record(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a set that are left."""

    each: ty.Each
    left: list[int]


@record(frozen=True, slots=True, eq=False)
class Again:
    """A choice that is made again: how often it must be if at all, how often it may be, and what was taken."""

    statement: ty.Maybe | ty.PickSeveral | ty.PickOption | ty.OfferMenu
    least: int | None
    most: int
    taken: tuple[int, ...] = ()


@record(frozen=True, slots=True, eq=False)
class Commit:
    """The end of an option: nothing behind it can make the option impossible."""


@record(frozen=True, slots=True, eq=False)
class Return:
    """The end of a script: the one around it goes on. One that begins a span is judged by itself, apart from options."""

    frame: Frame
    span: str = ""


@record(frozen=True, slots=True, eq=False)
class Acts:
    """This player acts from here on."""

    player: int


@record(frozen=True, slots=True, eq=False)
class Calls:
    """A routine to be run, if its condition holds then; of a card of a `kind`, if its first face lies up then."""

    routine: ty.Routine
    given: tuple[Given, ...]
    this: int = -1
    cond: ty.Formula | None = None
    kind: str = ""


@record(frozen=True, slots=True, eq=False)
class Hears:
    """Things of a kind that may react to an event."""

    event: str
    given: tuple[Given, ...]
    kind: str
    things: ty.Value


@record(frozen=True, slots=True, eq=False)
class Look:
    """A state-based rule that may have become true."""

    number: int


@record(frozen=True, slots=True, eq=False)
class Watching:
    """A state-based rule under way, and how many turns it may still take."""

    number: int
    turns: int


@record(frozen=True, slots=True, eq=False)
class AllMade:
    """The end of changes that count as one: the rules that were under way before are so again."""

    watching: int


Task = Block | Turns | Elements | Again | Commit | Return | Acts | Calls | Hears | Look | Watching | AllMade
Chain = tuple[Task, "Chain"] | None


def chain_of(todo: Chain) -> Iterator[Task]:
    """The tasks of a chain, the next one first."""
    while todo is not None:
        yield todo[0]
        todo = todo[1]


@record(slots=True)
class Position:
    """A game between two statements; where it is only tried, there is a way if it comes to its `aim`."""

    s: State
    frame: Frame = field(default_factory=Frame)
    todo: Chain = None
    aim: Task | None = None

    def copy(self) -> Position:
        """A position that can be played on by itself."""
        return replace(self, s=self.s[:])

    def push(self, *tasks: Task) -> None:
        """Do these next, the first one first."""
        for task in reversed(tasks):
            self.todo = (task, self.todo)

    def pop(self) -> Task:
        """The next task. Raises End where it is the aim."""
        assert self.todo is not None
        task, self.todo = self.todo
        if task is self.aim:
            raise End
        return task

    def act(self, player: int) -> None:
        """Let a player act."""
        self.frame = replace(self.frame, me=player)

    def bind(self, slot: int, value: Given) -> None:
        """Give a name a value."""
        self.frame = replace(self.frame, locals={**self.frame.locals, slot: value})

    @property
    def here(self) -> Here:
        """Where values are asked."""
        return Here(self.s, self.frame.me, self.frame.this, self.frame.locals)
