"""What a standing change says: `while this card is in your hand, your wealth is 2 higher`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.types import TRUTH, kind
from interpreter.languages.nouns import Np
from interpreter.prose.scope import Binding
from interpreter.prose.statements import sentence

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Standing
    from interpreter.prose.statements import Teller
    from interpreter.prose.words import Words

_SAID = {
    "set": "standing set",
    "add": "standing add",
    "times": "standing times",
    "at_least": "standing at_least",
    "at_most": "standing at_most",
    "forbid": "standing forbid",
    "allow": "standing allow",
}


def standing_text(words: Words, one: Standing, teller: Teller) -> str:
    """The sentence for a standing change of an item; the teller knows the item as `this`."""
    x = teller.x
    host = one.target.rpartition(".")[0]
    thing = kind(host) if host and host != "player" and one.how not in ("forbid", "allow") else None
    if thing is not None:
        teller.scope.locals[0] = Binding(np=Np(x.kind_noun(host), det="a"))
    conds = [made.value for part in ("while", "where") if (made := _formula(words, one, part)) is not None]
    cond = x.g.listing([x.conditions.clause(part) for part in conds], "and") if conds else ""
    what = _permission(words, one, teller) if one.how in ("forbid", "allow") else _amount(words, one, teller)
    return sentence(x.g, x.say("as long as", cond=cond, what=what) if cond else what)


def _formula(words: Words, one: Standing, part: str) -> ty.Formula | None:
    return words.v.values[one.keys[part]].formula if part in one.keys else None


def _permission(words: Words, one: Standing, teller: Teller) -> str:
    action = next(action for action in words.v.actions if action.id == one.target)
    return teller.x.say(_SAID[one.how], action=words.name(action.name, action.id).one)


def _amount(words: Words, one: Standing, teller: Teller) -> str:
    x, v = teller.x, words.v
    host = one.target.rpartition(".")[0]
    formula = _formula(words, one, "amount")
    assert formula is not None
    changed = v.values[one.target]
    noun = Np(words.noun(changed.name))
    if host == "player":
        noun = Np(noun.noun, owner=x.owner(ty.Me()))
    elif host:
        teller.scope.locals[0] = Binding(np=Np(x.kind_noun(host), det="that" if "where" in one.keys else "a"))
        noun = Np(noun.noun, owner=x.owner(ty.Local(kind(host), 0)))
    known = ty.const_number(formula.value)
    if formula.value.type.tag == "truth" and known is not None and not changed.params:
        base = None if not host else ty.Me() if host == "player" else ty.Local(kind(host), 0)
        printed = host in v.kinds and changed.name in v.kinds[host].fields
        itself = (
            ty.Field(TRUTH, host, changed.name, base) if printed and base else ty.Derived(TRUTH, one.target, base, ())
        )
        return x.say("standing truth", cond=x.conditions.clause(itself, negated=not known))
    value = x.say("how many", what=replace(noun, plural=True)) if noun.noun.counts else noun
    lower = one.how == "add" and known is not None and known < 0
    if formula.value.type.tag == "truth":
        amount = x.say("yes" if known else "no") if known is not None else x.conditions.clause(formula.value)
    else:
        amount = str(-known) if lower and known is not None else x.number(formula.value)
    worked_out = "standing add worked out" if one.how == "add" and known is None else _SAID[one.how]
    return x.say("standing lower" if lower else worked_out, value=value, amount=amount)
