"""How far a proof has come through the statements behind an option: what is left, and what has changed by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code.writing import NOTHING, Tokens
from interpreter.records import record, replace

if TYPE_CHECKING:
    from interpreter.check import typed as ty
    from interpreter.code.expr import Expr
    from interpreter.code.place import Change, Place


MANY = 1_000_000


@record(frozen=True, slots=True)
class Frame:
    """Statements still to come, where they stand, and whether they end a routine."""

    statements: tuple[ty.Statement, ...]
    place: Place
    routine: bool = False


@record(frozen=True, slots=True)
class Shift:
    """A piece of a kind that has gone from one zone, by its address, to another one, whose key is known."""

    kind: str
    piece: Expr
    source: Expr
    target: Expr
    key: str


@record(frozen=True, slots=True)
class Way:
    """How far a proof has come: what is left, what was written in ways that cannot be told, and what in known ways.

    Pieces that have moved are written; of those in `shifts` it is known from where to where. `loose` is what was written
    in all other ways.
    """

    frames: tuple[Frame, ...]
    written: Tokens = NOTHING
    changes: tuple[Change, ...] = ()
    shifts: tuple[Shift, ...] = ()
    loose: Tokens = NOTHING
    steps: tuple[tuple[Tokens, int], ...] = ()
    """What was written by each statement, and how often it was done, MANY times where that is not known."""
    turns: int = 1
    """How often this is worked out at most: the elements of the sets around it, multiplied."""

    @property
    def changed(self) -> Tokens:
        """Everything that is not as in the present state."""
        return self.written | {f"var {change.key}" for change in self.changes}

    def stepped(self, tokens: Tokens, times: int) -> Way:
        """The same way, once something was written so many times."""
        return replace(self, steps=(*self.steps, (tokens, times))) if tokens else self

    @property
    def now(self) -> tuple[int, int]:
        """How far the way has come, for `written_since`."""
        return len(self.steps), len(self.changes)

    def written_since(self, then: tuple[int, int]) -> Tokens:
        """Everything that was changed since the way had come so far."""
        steps, changes = then
        found = NOTHING.union(*(written for written, _ in self.steps[steps:]))
        return found | {f"var {change.key}" for change in self.changes[changes:]}

    def times(self, tokens: Tokens) -> int:
        """How often something of this was written."""
        return sum(times for written, times in self.steps if written & tokens)

    def lies(self, kind: str, piece: Expr, at_first: Expr) -> Expr:
        """The address of the zone a piece lies in by now, if it lay in one at first and nothing loose has moved it."""
        for shift in self.shifts:
            if shift.kind == kind:
                at_first = x.choose(x.test("==", piece, shift.piece), shift.target, at_first)
        return at_first

    def filled(self, key: str, zone: Expr) -> Expr:
        """How many pieces lie in a zone by now, if nothing loose was done to it."""
        count: Expr = x.Cell(zone)
        for shift in self.shifts:
            if shift.key == key:
                count = x.plus(count, x.choose(x.test("==", zone, shift.target), x.YES, x.NO))
            count = x.minus(count, x.choose(x.test("==", zone, shift.source), x.YES, x.NO))
        return count


def going_on_with(way: Way, top: Frame) -> Way:
    """The same way with another first frame."""
    return replace(way, frames=(top, *way.frames[1:]))


def relocated(way: Way, place: Place) -> Way:
    """The same way, with another place for all frames that share the place of the first."""
    old = way.frames[0].place
    return replace(way, frames=tuple(replace(f, place=place) if f.place is old else f for f in way.frames))


def sharing(before: tuple[Frame, ...], after: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Frames that shared a place still share one."""
    places: dict[int, Place] = {}
    made = []
    for old, new in zip(before, after, strict=True):
        place = places.setdefault(id(old.place), new.place)
        made.append(replace(new, place=place))
    return tuple(made)


def moved(place: Place, slot: int, origin: str) -> tuple[tuple[int, str], ...]:
    """Where pieces in locals are, after one has come to lie in a zone, or after that is not known any more."""
    kept = tuple(pair for pair in place.origins if pair[0] != slot)
    return (*kept, (slot, origin)) if origin else kept


def enough(cond: Expr) -> Expr:
    """A condition that need not hold: where it does not, nothing is told."""
    if cond in (x.YES, x.UNKNOWN):
        return cond
    return x.UNKNOWN if cond == x.NO else x.either(cond, x.UNKNOWN)


def known_first(*ways: Expr) -> Expr:
    """One of several ways, those first of which everything can be told."""
    told = [way for way in ways if not x.has_unknown(way)]
    return x.either(*told, *({way: None for way in ways if way not in told}))
