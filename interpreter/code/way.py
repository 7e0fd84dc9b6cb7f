"""How far a proof has come through the statements behind an option: what is left, and what has changed by then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code.writing import NOTHING, Tokens

if TYPE_CHECKING:
    from interpreter.check import typed as ty
    from interpreter.code.expr import Expr
    from interpreter.code.place import Change, Place


@dataclass(frozen=True, slots=True)
class Frame:
    """Statements still to come, where they stand, and whether they end a routine."""

    statements: tuple[ty.Statement, ...]
    place: Place
    routine: bool = False


@dataclass(frozen=True, slots=True)
class Shift:
    """A piece of a kind that has gone from one zone, by its address, to another one, whose key is known."""

    kind: str
    piece: Expr
    source: Expr
    target: Expr
    key: str


@dataclass(frozen=True, slots=True)
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
    turns: int = 1
    """How often this is worked out at most: the elements of the sets around it, multiplied."""

    @property
    def changed(self) -> Tokens:
        """Everything that is not as in the present state."""
        return self.written | {f"var {change.key}" for change in self.changes}

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
