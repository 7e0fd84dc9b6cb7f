"""A card carried out by a person, with a trace: what each statement read, what was asked, what changed.

The game itself plays; the engine plays along with the same picks and tells every statement. Tests hold the two against each
other everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.operands import operands
from interpreter.engine import Engine, Failed, Return, Stopped, chain_of
from interpreter.play.log import Teller

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.engine import Due, Position
    from interpreter.play.game import Game
    from interpreter.play.trying.find import Spot

MAX_READ = 6
"""How many values of a statement are told."""


@dataclass(slots=True)
class Step:
    """A statement that was carried out: how deep inside others, as it is written and where, what it read, what changed."""

    depth: int
    file: str
    line: int
    words: str
    read: list[str] = field(default_factory=list)
    events: list[tuple[object, ...]] = field(default_factory=list)


@dataclass(slots=True)
class _Mark:
    position: Position
    due: Due | None
    steps: int


class Trial:
    """A card that is being carried out."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.steps: list[Step] = []
        self.picks: list[tuple[int, str]] = []
        """Who picked what, by the keys scenarios use."""
        self.again()

    def again(self) -> None:
        """Begin anew, in the same position."""
        spot = self.spot
        self.game: Game = spot.game.clone()
        routine = self.game.machine.program.routines[spot.script].source
        board = self.game.state[: self.game.machine.layout.size]
        self._engine = Engine(self.game.machine.layout)
        self.steps.clear()
        self.picks.clear()
        self._events: list[tuple[object, ...]] = []
        self._engine.log = self._events
        self._engine.trace = self._note
        self.game.enter(spot.script, spot.seat, this=spot.piece)
        self._position = self._engine.enter(board, routine, spot.seat, this=spot.piece)
        self._due = self._run()
        self._marks: list[_Mark] = []

    def choose(self, index: int) -> None:
        """Pick an option. Raises IllegalAction and Fault as a game does."""
        pending, decision = self.game.pending, self.game.decision
        key = decision.options.keys[index] if decision is not None and 0 <= index < len(decision.options) else ""
        self._marks.append(_Mark(self._position.copy(), self._due, len(self.steps)))
        try:
            self.game.choose(index)
        except Exception:
            self._marks.pop()
            raise
        assert pending is not None
        self.picks.append((pending.seat, key))
        if self._due is not None:
            self._due.choice.apply(self._position, pending.values[index])
            self._due = self._run()

    def undo(self) -> bool:
        """Take the last pick back, whatever it showed: nobody plays against anybody here. Gives whether there was one."""
        if not self._marks:
            return False
        picks = self.game.picks[:-1]
        mark = self._marks.pop()
        self._position, self._due = mark.position, mark.due
        del self.steps[mark.steps :]
        self.picks.pop()
        started = len(self.spot.game.picks)
        self.game = self.spot.game.clone()
        self.game.enter(self.spot.script, self.spot.seat, this=self.spot.piece)
        for pick in picks[started:]:
            self.game.choose(pick)
        return True

    def _run(self) -> Due | None:
        try:
            due = self._engine.run(self._position)
        except (Failed, Stopped):  # the game has said so already, in words
            due = None
        self._settle()
        return due

    # ---- the trace

    def _note(self, statement: ty.Statement, position: Position) -> None:
        self._settle()
        script = position.script
        if script is None or not script.source.text or statement.at == (0, 0):
            return
        depth = sum(isinstance(task, Return) for task in chain_of(position.todo)) - 1
        first, last = statement.at
        words = script.source.text[first:last].strip().split("\n")[0]
        place = script.span(statement.at)
        self.steps.append(Step(depth, place.file, place.line, words, list(self._read(statement, position))[:MAX_READ]))

    def _settle(self) -> None:
        """Hand what has happened to the statement that did it."""
        if self.steps:
            self.steps[-1].events += filter(None, map(_without_statement, self._events))
        self._events.clear()

    def told(self, step: Step, lang: str) -> list[str]:
        """What a statement changed, in words."""
        teller = Teller(self.game.machine, self.game.names)
        texts = (teller.tell(event, self.spot.seat, self.spot.seat) for event in step.events)
        return [text.get(lang) for text in texts if text is not None]

    def _read(self, statement: ty.Statement, position: Position) -> Iterator[str]:
        """The values a statement looks at, as they are written, with what they are now."""
        assert position.script is not None
        text = position.script.source.text
        seen: set[str] = set()
        for value in _values(statement):
            words = text[slice(*value.at)].strip()
            if not words or words in seen or value.at == (0, 0):
                continue
            seen.add(words)
            try:
                found = self._engine.values.of(value, position.here)
            except (Failed, Stopped, ArithmeticError, LookupError):
                continue  # it depends on what is not chosen yet
            yield f"{words} is {self._spelled(value.type, found)}"

    def _spelled(self, of: Type, found: object) -> str:
        names = self.game.names
        if not isinstance(found, int):
            return f"{len(found)} of them" if isinstance(found, list) else str(found)
        if of.tag == "truth":
            return "true" if found else "false"
        if of.tag == "number":
            return str(found)
        if found < 0:
            return "none"
        if of.tag == "enum":
            return names.v.enums[of.name].values[found]
        return names.layout.things[of.name][found].key if of.tag == "kind" else str(found)


def _without_statement(event: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """What happened without the statement that did it: why it did is written beside."""
    if event[0] == "say":
        return None
    return (*event[:-1], -1) if isinstance(event[-1], ty.Do) else event


def _values(statement: ty.Statement) -> Iterator[ty.Value]:
    """What a statement looks up itself: not what its inner statements do, nor what is asked of each element of a set."""
    for value in operands(statement):
        yield from _looked_up(value)


def _looked_up(value: ty.Value) -> Iterator[ty.Value]:
    match value:
        case ty.Var() | ty.Derived() | ty.TableRow() | ty.ItemFormula() | ty.Field() | ty.Local() | ty.InSlot():
            yield value
        case ty.Filter(items=items) | ty.OverEach(items=items):
            yield from _looked_up(items)
        case _:
            for part in ty.children(value):
                yield from _looked_up(part)
