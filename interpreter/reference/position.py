"""A game between two statements: a state, and what is still to be done.

A position is a state and a chain of tasks, the next one first. Nothing in a chain is ever changed, so a copy of a position
costs no more than a copy of its state, and trying an option is running a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.records import record
from interpreter.reference.values import Here

if TYPE_CHECKING:
    from interpreter.primitives.tables import State

DECLINE = -1


class Failed(Exception):
    """A statement cannot be done."""


class Stopped(Exception):
    """The rules met a position in which they cannot go on."""


class TooManyTrials(Stopped):
    """Finding out what can be completed takes more than a choice may: nobody knows what would be offered."""


class End(Exception):
    """The way that is tried has come to its end: it is complete, or left to chance."""


# ---- what is still to be done


@record(frozen=True, slots=True, eq=False)
class Block:
    """The statements of a body from one on."""

    statements: tuple[ty.Statement, ...]


@record(frozen=True, slots=True, eq=False)
class Turns:
    """The turns of a loop that are left."""

    loop: ty.Loop
    left: int


@record(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a set that are left."""

    each: ty.Each
    items: tuple[int, ...]


@record(frozen=True, slots=True, eq=False)
class ActsAgain:
    """The player who acted before acts again."""

    player: int


@record(frozen=True, slots=True, eq=False)
class Again:
    """A choice that is made again: which statement, and how often and which it was taken."""

    statement: ty.Maybe | ty.PickSeveral | ty.PickOption | ty.OfferMenu
    times: int
    marks: int
    limit: int
    least: int


@record(frozen=True, slots=True, eq=False)
class Commit:
    """The end of an option: nothing behind it can make the option impossible."""


@record(frozen=True, slots=True, eq=False)
class Return:
    """The end of a routine: whoever called it goes on with names of their own.

    One that begins a span is judged by itself: options around it end where it begins.
    """

    me: int
    this: int
    locals: dict[int, Any]
    script: ty.Routine | None
    span: str = ""


@record(frozen=True, slots=True, eq=False)
class Calls:
    """A routine to be run."""

    routine: ty.Routine
    given: tuple[int, ...]
    this: int = -1
    cond: ty.Value | None = None


@record(frozen=True, slots=True, eq=False)
class Reactions:
    """The reactions to an event that are left: first the rules, then the cards, of one player after another."""

    event: str
    given: tuple[int, ...]
    players: tuple[int, ...]


@record(frozen=True, slots=True, eq=False)
class Hears:
    """The things of a player, or of nobody, that may react to an event, those of one kind after another."""

    event: str
    given: tuple[int, ...]
    kinds: tuple[tuple[str, ty.Value], ...]
    cards: tuple[int, ...] = ()


@record(frozen=True, slots=True, eq=False)
class Look:
    """State-based rules that may have become true."""

    numbers: tuple[int, ...]


@record(frozen=True, slots=True, eq=False)
class AllMade:
    """The end of changes that count as one: the rules under way before are so again, those concerned look."""

    watching: int
    rules: tuple[int, ...]


@record(frozen=True, slots=True, eq=False)
class Watching:
    """A state-based rule under way: how many turns it may still take, and which players are left in this one."""

    number: int
    turns: int
    players: tuple[int, ...] = ()


Task = (
    Block
    | Turns
    | Elements
    | ActsAgain
    | Again
    | Commit
    | Return
    | Calls
    | Reactions
    | Hears
    | Look
    | AllMade
    | Watching
)
Chain = tuple[Task, "Chain"] | None


def chain_of(todo: Chain) -> Iterator[Task]:
    """The tasks of a chain, the next one first."""
    while todo is not None:
        yield todo[0]
        todo = todo[1]


@record(slots=True)
class Position:
    """A game between two statements."""

    s: State
    todo: Chain = None
    me: int = 0
    this: int = -1
    locals: dict[int, Any] = field(default_factory=dict)
    script: ty.Routine | None = None

    def copy(self) -> Position:
        """A position that can be played on by itself."""
        return replace(self, s=self.s[:])

    def push(self, *tasks: Task) -> None:
        """Do these next, the first one first."""
        for task in reversed(tasks):
            self.todo = (task, self.todo)

    def pop(self) -> Task:
        """The next task."""
        assert self.todo is not None
        task, self.todo = self.todo
        return task

    def bind(self, slot: int, value: Any) -> None:  # noqa: ANN401 - a number or a list
        """Give a name a value."""
        self.locals = {**self.locals, slot: value}

    @property
    def here(self) -> Here:
        """Where values are asked."""
        return Here(self.s, self.me, self.this, self.locals)


# ---- choices


@record(slots=True)
class Choice:
    """A choice that is due: the values that could be taken, and what each way of going on does to a position."""

    name: str
    values: list[int]
    take: Callable[[Position, int], None]
    behind: Callable[[int], bool]
    """Whether something inside the option that a value begins can fail."""
    decline: Callable[[Position], None] | None = None
    must: frozenset[int] = frozenset()
    empty: Callable[[Position], None] | None = None
    random: bool = False
    skips: bool = False
    """Whether without it the rest of its block is left undone."""
    risky: bool = False
    """Whether what comes in its place can fail, or the same choice, made again, by having nothing to offer."""
    items: ty.Value | None = None
    """The set that is chosen from."""
    labels: tuple[str, ...] = ()
    """What its values are called where they are no things."""
    refusal: str = "done"
    """What declining is called."""
    at: ty.At = (0, 0)

    def apply(self, position: Position, value: int) -> None:
        """Take a value, or decline."""
        if value == DECLINE:
            assert self.decline is not None
            self.decline(position)
        else:
            self.take(position, value)

    def can_decline(self, values: list[int]) -> bool:
        """Whether it may be declined while these can be taken."""
        return self.decline is not None and not any(value in self.must for value in values)


@record(slots=True)
class Due:
    """What somebody has to decide, and the values offered; -1 is declining."""

    choice: Choice
    seat: int
    values: list[int]


def until(todo: Chain, aim: Task | None) -> Iterator[Task]:
    """The tasks of a chain up to one, that one included."""
    for task in chain_of(todo):
        yield task
        if task is aim:
            return
