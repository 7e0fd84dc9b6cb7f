"""What a question is a part of: who is suddenly asked for a good wants to know that the round is being finished.

The scripts under way say it, from the one that asks up to where a turn, a round or the like has begun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import verb
from interpreter.languages import FALLBACK
from interpreter.play.text import Text

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import Routine
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State

MOST = 2
"""So many scripts around a question are named, the nearest."""
LONG = 48
"""So many letters the name of a script may have, in English; a longer one is told only where there is no other."""


def during(machine: Machine, names: Names, state: State, pending: Pending) -> Text | None:
    """The scripts that the one which asks was called by, the outermost first; None where there is nothing to say."""
    scripts = machine.program.routines
    asking = machine.program.script_of(pending.ask)
    if _begins(machine, names, asking):
        return None
    around: list[Routine] = []
    for key in machine.under_way(state)[1:-1]:  # the first asks, the last is the whole game
        source = scripts[key].source
        if _begins(machine, names, source):
            break
        if source is not asking and not source.params and not _may_hide(names, key):
            around.append(source)
    found = list(reversed(around[:MOST]))
    told = Text(lambda lang: _told(names, found, asking, lang))
    return told if told.get(FALLBACK) else None


def _told(names: Names, around: list[Routine], asking: Routine, lang: str) -> str:
    short = [one for one in around if len(names.heading(one, FALLBACK)) <= LONG]
    said = [names.heading(one, lang) for one in short or around[-1:]]
    own = names.heading(asking, lang) if not asking.params else ""
    return " › ".join(dict.fromkeys(one for one in said if one and one != own))


def _begins(machine: Machine, names: Names, routine: Routine) -> bool:
    """Whether a script is where a turn, a round or the like begins, or is around that: nobody need be told of it."""
    known = names.beginning
    if routine.key not in known:
        known[routine.key] = False  # verbs may call each other in a circle
        ready, spans = verb(names.v.ready or ""), set(names.v.spans()) - names.parts
        known[routine.key] = routine.key == ready or any(
            (isinstance(one, ty.Do) and not spans.isdisjoint(one.words.values()))
            or (isinstance(one, ty.CallVerb) and _calls(machine, names, one))
            for one in walk(routine.body)
        )
    return known[routine.key]


def _calls(machine: Machine, names: Names, call: ty.CallVerb) -> bool:
    called = machine.program.routines.get(call.verb)
    return called is not None and _begins(machine, names, called.source)


def _may_hide(names: Names, key: Key) -> bool:
    """Whether a script is one of a piece that somebody may not know."""
    if key.sort not in ("script", "listener"):
        return False
    table = names.layout.tables.get(str(key.names[0]))
    return table is None or bool(table.known)
