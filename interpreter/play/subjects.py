"""What a question is about: cards its script has named already and carries out afterwards, the place of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies, walk
from interpreter.primitives.header import FRAME, FRAME_LOCALS
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.typed import Routine
    from interpreter.check.vocabulary import Action
    from interpreter.machine import Pending
    from interpreter.play.names import Names
    from interpreter.play.text import Text
    from interpreter.primitives.tables import State


@record(frozen=True, slots=True)
class Subject:
    """A card by its name and its id."""

    name: Text
    card: str


def subjects(names: Names, routine: Routine, state: State, pending: Pending) -> list[Subject]:
    """The cards that were named with `let` before the question and are carried out after it, if the seat knows them."""
    named = _named_before(routine.body, pending.ask.at)
    found = []
    for slot in sorted(named & _carried_out(routine.body)):
        kind, value = routine.locals[slot][1].name, state[state[FRAME] + FRAME_LOCALS + slot]
        item = names.layout.things[kind][value].item if value >= 0 else None
        if item is not None and names.is_known(kind, value, state, pending.seat):
            found.append(Subject(names.thing(kind, value), names.v.reference(item)))
    return found


def place_of(names: Names, action: Action) -> tuple[str, int] | None:
    """The one place by name that an action goes to, as kind and number: who points at the place means the action."""
    body = action.routine.body if action.routine is not None else ty.Body([])
    given = [one for said in body.statements for one in _given(said) if isinstance(one, ty.TheItem)]
    places = list(dict.fromkeys((one.kind, one.id) for one in given if names.v.kinds[one.kind].zones_only))
    if len(places) != 1:
        return None
    kind, wanted = places[0]
    things = enumerate(names.layout.things[kind])
    return next(((kind, n) for n, thing in things if thing.item is not None and thing.item.id == wanted), None)


def _given(statement: ty.Statement) -> list[ty.Value]:
    """What a statement hands to a verb or to a script of a thing."""
    match statement:
        case ty.CallVerb(args=args):
            return args
        case ty.RunScript(piece=piece):
            return [piece]
    return []


def _carried_out(body: ty.Body) -> set[int]:
    """The locals whose scripts a block runs."""
    runs = (s.piece for s in walk(body) if isinstance(s, ty.RunScript))
    return {piece.slot for piece in runs if isinstance(piece, ty.Local)}


def _named_before(body: ty.Body, at: ty.At) -> set[int]:
    """The locals that `let` has bound on the way to a place of a script."""
    named: set[int] = set()
    for statement in body.statements:
        if getattr(statement, "at", None) == at:
            break
        for inner in inner_bodies(statement):
            if any(getattr(deeper, "at", None) == at for deeper in walk(inner)):
                return named | _named_before(inner, at)
        if isinstance(statement, ty.SetLocal):
            named.add(statement.slot)
    return named
