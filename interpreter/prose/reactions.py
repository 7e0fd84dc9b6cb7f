"""What a card does when something happens: `when you take a card, gain 1 coin`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.layering import DOER
from interpreter.languages import in_words
from interpreter.languages.grammar import BASE, COMMAND, THIRD
from interpreter.languages.nouns import Np
from interpreter.prose.fill import Filling, has_forms
from interpreter.prose.scope import Binding
from interpreter.prose.statements import OPTIONAL, phrase_of, sentence
from interpreter.prose.uses import is_local

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Trigger, Verb
    from interpreter.prose.statements import Teller
    from interpreter.prose.words import Words

_HOLE = re.compile(r"\{(\w+)(?::\w+)?\}")


_IF = {"when": "when if", "after": "after if", "after by": "after by if", "after doing": "after doing if"}
"""How each way of telling a reaction goes on where a condition is left."""


def reaction(words: Words, trigger: Trigger, teller: Teller) -> list[str]:
    """The sentence for a card that listens; conditions that only say who or which go into the event."""
    assert trigger.routine is not None
    x = teller.x
    verb = next((one for one in words.v.verbs if one.name == trigger.verb), None) if trigger.verb else None
    template = words.text(trigger.event) if verb is None else verb_text(words, verb)
    conds = _parts(trigger.cond.value) if trigger.cond is not None else []
    params = list(zip(_names(trigger, verb), (of for _, of in trigger.routine.params), strict=False))
    told, holes, mood = _parameters(params, conds, teller, template)
    way, who = "when", None
    if verb is not None:
        who, mood, same = _doer(trigger, conds, teller)
        told += [same] if same is not None else []
        event = teller.verb_clause(template or verb.name, holes, BASE).text
        doing = _doing(teller, template or verb.name, holes, event, who, mood)
        way = "after doing" if doing is not None else "after" if who is None else "after by"
        event = doing or event
    else:
        event = x.fill(template, holes, mood) if template else _plain(trigger, holes, teller)
    left = [cond for cond in conds if cond not in told]
    what = teller.told(trigger.routine.body)
    if not left:
        return [sentence(x.g, x.say(way, mood, event=event, who=who, what=what))]
    cond = x.conditions.listing(left)
    return [sentence(x.g, x.say(_IF[way], mood, event=event, who=who, cond=cond, what=what))]


def _doing(
    teller: Teller, template: str, holes: dict[str, Filling | None], base: str, who: str | None, mood: str
) -> str | None:
    """That somebody does what a verb says, as a clause; None where its words cannot be turned so."""
    x, you = teller.x, mood == COMMAND
    forms = has_forms(template)
    if not (forms or x.g.acts(template)) or (not you and x.g.to_you.search(template)):
        return None
    third = teller.verb_clause(template, holes, THIRD).text if forms and template.startswith("{") else None
    return x.g.doing(who or x.say("a player"), you=you, written=template, base=base, third=third)


def _doer(trigger: Trigger, conds: list[ty.Value], teller: Teller) -> tuple[str | None, str, ty.Value | None]:
    """Who did what is heard, if the reaction cares; the mood of that, and the condition that says it."""
    assert trigger.routine is not None
    x, slot = teller.x, len(trigger.routine.params) - 1
    same = _pinning(conds, slot)
    if same is not None:
        person = x.person(same.right)
        teller.scope.locals[slot].person = person
        return x.subject(person), COMMAND if x.is_you(person) else THIRD, same
    other = _other(conds, slot)
    if other is not None:
        return x.say("another player"), THIRD, other
    named = trigger.routine.params[slot][0] != DOER.name
    return x.say("a player") if named else None, THIRD, None


def _names(trigger: Trigger, verb: Verb | None) -> list[str]:
    """What the parameters are called in the words for what happens: by a verb, not by who reacts to it."""
    assert trigger.routine is not None
    return (
        [one.name for one in verb.phrase.params] if verb is not None else [name for name, _ in trigger.routine.params]
    )


def verb_text(words: Words, verb: Verb) -> str:
    """The words of a verb, with the names of its parameters in them as its own text has them."""
    return in_words(verb.text, words.lang) or phrase_of(verb)


def _parts(cond: ty.Value) -> list[ty.Value]:
    match cond:
        case ty.Logic("and", left, right):
            return [*_parts(left), *_parts(right)]
        case _:
            return [cond]


def _pinning(conds: list[ty.Value], slot: int) -> ty.Compare | None:
    """The condition that says what a local is, if there is one."""
    for cond in conds:
        if isinstance(cond, ty.Compare) and cond.sign == "is" and is_local(cond.left, slot):
            return cond
    return None


def _other(conds: list[ty.Value], slot: int) -> ty.Value | None:
    """The condition that a local is anybody but the reader, if there is one."""
    for cond in conds:
        if isinstance(cond, ty.Compare) and cond.sign == "is not" and is_local(cond.left, slot):
            return cond if isinstance(cond.right, ty.Me) else None
    return None


def _parameters(
    params: list[tuple[str, Type]], conds: list[ty.Value], teller: Teller, template: str | None
) -> tuple[list[ty.Value], dict[str, Filling | None], str]:
    """The parameters of the event as conditions pin them down, which conditions those are, and the mood of the event."""
    x, mood = teller.x, THIRD
    told: list[ty.Value] = []
    holes: dict[str, Filling | None] = {}
    named = _HOLE.findall(template) if template else [name for name, of in params if of.name == "player"]
    spared = {name for part in OPTIONAL.findall(template or "") for name in _HOLE.findall(part)}
    for slot, (name, of) in enumerate(params):
        same = _pinning(conds, slot)
        if name in named and same is not None:
            told.append(same)
            if of.name == "player":
                person = x.person(same.right)
                teller.scope.locals[slot].person = person
                holes[name] = x.subject(person)
                mood = COMMAND if x.is_you(person) else mood
            else:
                holes[name] = x.number(same.right) if of.tag == "number" else x.thing(same.right)
        elif name in spared:
            holes[name] = None
        elif of.name == "player":
            other = _other(conds, slot)
            told += [other] if other is not None else []
            holes[name] = x.say("a player" if other is None else "another player")
        elif of.tag == "enum":
            holes[name] = x.g.listing([x.kind_noun(value).one for value in x.v.enums[of.name].values], "or")
        elif name in named and of.tag in ("kind", "number"):
            some = Np(x.kind_noun(of.name or of.tag), det="a")
            teller.scope.locals[slot] = Binding(np=replace(some, det="that"))
            holes[name] = some
        else:
            holes[name] = teller.scope.locals[slot].np
    return told, holes, mood


def _plain(trigger: Trigger, holes: dict[str, Filling | None], teller: Teller) -> str:
    """An event without words of its own."""
    who = next((value for value in holes.values() if isinstance(value, str)), "")
    return teller.x.say("happens", event=teller.w.raw(trigger.event), who=who)
