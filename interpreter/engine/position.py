"""A game between two statements: a row of numbers, the frame of the script under way, and what is still to be done.

What is to be done is a chain of cells `(task, rest)`. Nothing in a chain is ever changed, so a copy of a position costs no
more than a copy of its row, and trying an option is running a copy. Every task knows whether something in it can fail.
A frame is a list: who acts, whose script it is, its names, and room for the elements of the sets the script looks through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from interpreter.engine.faults import End
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check import typed as ty
    from interpreter.engine.choices import Choice
    from interpreter.engine.engine import Engine
    from interpreter.primitives.tables import Given, State

ME, THIS, NAMES = 0, 1, 2
"""What a frame begins with: who acts, whose script it is; its names from there on."""
NONE = -1
Frame = list[Any]
Chain = tuple[Any, ...]
EMPTY: Chain = ()
"""The end of a chain."""


@record(frozen=True, slots=True)
class Here:
    """Where a value is asked from outside: the row, who acts, whose script it is, and what its names stand for."""

    s: State
    me: int
    this: int = NONE
    locals: Mapping[int, Given] = field(default_factory=dict)
    elements: Mapping[int, int] = field(default_factory=dict)

    def looking_at(self, element: int, thing: int) -> Here:
        """The same place, inside a set."""
        return Here(self.s, self.me, self.this, self.locals, {**self.elements, element: thing})


class Task:
    """Something to be done. `hard`: something in it can fail."""

    __slots__ = ()
    hard = False

    def run(self, engine: Engine, p: Position) -> Choice | None:
        """Do it; gives the choice it comes to, if any."""
        raise NotImplementedError


class Return(Task):
    """The end of a script: the one around it goes on. One that begins a span is judged by itself, apart from options."""

    __slots__ = ("script", "span", "x")

    def __init__(self, x: Frame, script: ty.Routine | None, span: str = "") -> None:
        self.x, self.script, self.span = x, script, span

    def run(self, engine: Engine, p: Position) -> None:
        """Go back to the frame of the script around."""
        p.x, p.script = self.x, self.script


class Position:
    """A game between two statements. While it is only tried it has an `aim`: the cell behind which nothing can fail."""

    __slots__ = ("aim", "s", "script", "todo", "x")

    def __init__(
        self,
        s: State,
        x: Frame | None = None,
        script: ty.Routine | None = None,
        todo: Chain = EMPTY,
        aim: Chain | None = None,
    ) -> None:
        self.s, self.x, self.script, self.todo, self.aim = s, x if x is not None else [0, NONE], script, todo, aim

    def copy(self) -> Position:
        """A position that can be played on by itself."""
        return Position(self.s[:], self.x, self.script, self.todo, self.aim)

    def fork(self) -> Position:
        """The same on the same row: until something is done, nothing has to be copied."""
        return Position(self.s, self.x, self.script, self.todo, self.aim)

    def push(self, task: Task) -> None:
        """Do this next. In a trial, what cannot fail and lies upon the aim becomes the aim."""
        rest = self.todo
        self.todo = cell = (task, rest)
        if rest is self.aim and not task.hard:
            self.aim = cell

    def pop(self) -> Task:
        """The next task, which is left out. Raises End where it is the aim."""
        if self.todo is self.aim:
            raise End
        task: Task
        task, self.todo = self.todo
        return task

    def bind(self, slot: int, value: Given) -> None:
        """Give a name a value."""
        self.x = x = self.x[:]
        x[NAMES + slot] = value

    def act(self, player: int) -> None:
        """Let a player act."""
        self.x = x = self.x[:]
        x[ME] = player

    @property
    def me(self) -> int:
        """Who acts."""
        return int(self.x[ME])

    @property
    def here(self) -> Here:
        """Where values are asked from outside."""
        names = len(self.script.locals or self.script.params) if self.script is not None else 0
        return Here(self.s, self.x[ME], self.x[THIS], dict(enumerate(self.x[NAMES : NAMES + names])))

    @property
    def under_way(self) -> list[ty.Routine]:
        """The scripts a position is inside of, innermost first."""
        scripts = [self.script, *(task.script for task in chain_of(self.todo) if isinstance(task, Return))]
        return [script for script in scripts if script is not None]


def chain_of(todo: Chain) -> Iterator[Task]:
    """The tasks of a chain, the next one first."""
    while todo:
        yield todo[0]
        todo = todo[1]
