"""Which thing brought points that somebody gained for a reason.

A reason is one word for many gains: `for goals`. Where the script that gives it works its amount out from a thing, a card
it was handed or the islands one after another, the log has named that thing just before: something was said of it, or was
laid on it. Places are known to everybody; a piece is named only if everybody knows it by now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.machine import Machine
    from interpreter.play.log import Event
    from interpreter.play.names import Names

Thing = tuple[str, int]
"""A kind, and the number of a thing of it."""


def sought(machine: Machine) -> dict[int, frozenset[str]]:
    """The kinds of things that the amounts of each reason are worked out from, by the number of the reason."""
    found: dict[str, set[str]] = {}
    for script in machine.program.scripts:
        for one in walk(script.body):
            for word in one.words.values() if isinstance(one, ty.Do) else ():
                found.setdefault(word, set()).update(_kinds(one))
    return {number: frozenset(found.get(word, ())) for number, word in enumerate(machine.program.reasons)}


def _kinds(statement: ty.Do) -> Iterator[str]:
    for arg in statement.args.values():
        for value in ty.nodes(arg):
            if isinstance(value, ty.Local) and value.type.tag == "kind" and value.type.name != "player":
                yield value.type.name


def sources(
    machine: Machine, names: Names, events: Sequence[Event], reasons: dict[int, int]
) -> dict[int, tuple[Thing, int]]:
    """For gains, given as event → reason: the thing that each was for, and the event that named it."""
    kinds = sought(machine)
    wanted = frozenset[str]().union(*(kinds[reason] for reason in reasons.values()))
    last: dict[str, tuple[int, int]] = {}
    found: dict[int, tuple[Thing, int]] = {}
    for at, event in enumerate(events if wanted else ()):
        for kind, thing in _named(machine, names, event):
            if kind in wanted:
                last[kind] = (thing, at)
        if at in reasons:
            known = [(last[kind][1], kind) for kind in kinds[reasons[at]] if kind in last]
            if known:
                named, kind = max(known)
                found[at] = ((kind, last[kind][0]), named)
    return found


def _named(machine: Machine, names: Names, event: Event) -> Iterator[Thing]:
    """The things that an event is about: what a line of the pack names, what moved, and what it came to lie on."""
    if event[0] == "say":
        for arg, value in zip(machine.program.messages[event[2]].said.args, event[3], strict=True):
            if arg.type.tag == "kind" and value >= 0:
                yield arg.type.name, value
    elif event[0] == "move":
        yield names.kinds_by_index[event[2]], event[3]
        if event[5]:
            place, host = names.zones[event[5]]
            yield place.decl.host, host
