"""What a card does when something happens: `when you take a card, gain 1 coin`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.prose.fill import Filling
from interpreter.prose.grammar import COMMAND, THIRD
from interpreter.prose.statements import sentence
from interpreter.prose.uses import is_local

if TYPE_CHECKING:
    from interpreter.check.typed import E, Routine
    from interpreter.check.vocabulary import Trigger
    from interpreter.prose.statements import Teller
    from interpreter.prose.words import Words

_HOLE = re.compile(r"\{(\w+)\}")


def reaction(words: Words, trigger: Trigger, teller: Teller) -> list[str]:
    """The sentence for a card that listens; conditions that only say who or which go into the event."""
    assert trigger.routine is not None
    x = teller.x
    template = words.text(trigger.event)
    conds = _parts(trigger.cond.value) if trigger.cond is not None else []
    told, holes, mood = _parameters(trigger.routine, conds, teller, template)
    event = x.fill(template, holes, mood) if template else _plain(trigger, holes, teller)
    left = [cond for cond in conds if cond not in told]
    what = teller.told(trigger.routine.body)
    if not left:
        return [sentence(x.say("when", event=event, what=what))]
    cond = x.g.listing([x.conditions.clause(part) for part in left], "and")
    return [sentence(x.say("when if", event=event, cond=cond, what=what))]


def _parts(cond: E) -> list[E]:
    if cond.op == "logic" and cond.args[0] == "and":
        return [*_parts(cond.args[1]), *_parts(cond.args[2])]
    return [cond]


def _parameters(
    routine: Routine, conds: list[E], teller: Teller, template: str | None
) -> tuple[list[E], dict[str, Filling | None], str]:
    """The parameters of the event as conditions pin them down, which conditions those are, and the mood of the event."""
    x, told, mood = teller.x, [], THIRD
    holes: dict[str, Filling | None] = {}
    named = _HOLE.findall(template) if template else [name for name, of in routine.params if of.name == "player"]
    for slot, (name, of) in enumerate(routine.params):
        same = next((c for c in conds if c.op == "compare" and c.args[0] == "is" and is_local(c.args[1], slot)), None)
        if name in named and same is not None:
            told.append(same)
            if of.name == "player":
                person = x.person(same.args[2])
                teller.scope.locals[slot].person = person
                holes[name] = x.subject(person)
                mood = COMMAND if x.is_you(person) else mood
            else:
                holes[name] = x.number(same.args[2]) if of.tag == "number" else x.thing(same.args[2])
        elif of.name == "player":
            holes[name] = x.say("a player")
        else:
            holes[name] = teller.scope.locals[slot].np
    return told, holes, mood


def _plain(trigger: Trigger, holes: dict[str, Filling | None], teller: Teller) -> str:
    """An event without words of its own."""
    who = next((value for value in holes.values() if isinstance(value, str)), "")
    return teller.x.say("happens", event=trigger.event.replace("_", " "), who=who)
