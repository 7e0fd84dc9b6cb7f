"""What a standing change says: `while this card is in your hand, your wealth is 2 higher`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from interpreter.check import typed as ty
from interpreter.check.types import TRUTH, Type, kind
from interpreter.languages.nouns import Np
from interpreter.prose.conditions import joined
from interpreter.prose.scope import Binding, same_words
from interpreter.prose.statements import sentence

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Standing
    from interpreter.prose.statements import Teller
    from interpreter.prose.words import Words

Part = TypeVar("Part")

_SAID = {
    "set": "standing set",
    "add": "standing add",
    "times": "standing times",
    "at_least": "standing at_least",
    "at_most": "standing at_most",
    "forbid": "standing forbid",
    "allow": "standing allow",
}
_HAD = {"set": "exactly n", "at_least": "at least n", "at_most": "at most n"}
_ELEMENT = -1
"""The number of the things of which a change speaks: no condition in a script has it."""


def standing_text(words: Words, one: Standing, teller: Teller) -> str:
    """The sentence for a standing change of an item; the teller knows the item as `this`."""
    x = teller.x
    conds = [cond for part in ("while", "where") for cond in _conditions(words, one, part)]
    params = [] if one.how in ("forbid", "allow") else _params(words, one)
    for slot, (_, of) in enumerate(params):
        about = [cond for cond in conds if _speaks_of(cond, slot)]
        conds = [cond for cond in conds if cond not in about]
        teller.scope.locals[slot] = _meant(teller, slot, of, about)
    what = _permission(words, one, teller) if one.how in ("forbid", "allow") else _amount(words, one, teller)
    return sentence(x.g, x.say("as long as", cond=x.conditions.listing(conds), what=what) if conds else what)


def _conditions(words: Words, one: Standing, part: str) -> list[ty.Value]:
    """What must hold, one by one; what always holds is not said."""
    formula = _formula(words, one, part)
    return [cond for cond in joined(formula.value, "and") if not ty.const_number(cond)] if formula is not None else []


def _formula(words: Words, one: Standing, part: str) -> ty.Formula | None:
    return words.v.values[one.keys[part]].formula if part in one.keys else None


def _params(words: Words, one: Standing) -> list[tuple[str, Type]]:
    """What the scripts of a change know: the thing whose value it is, and what the value is given."""
    host = one.target.rpartition(".")[0]
    own = words.v.values[one.target].params
    return [*([("it", kind(host))] if host and host != "player" else []), *own]


def _meant(teller: Teller, slot: int, of: Type, conds: list[ty.Value]) -> Binding:
    """The one thing that a change is about, or each of those that meet some conditions."""
    x = teller.x
    match conds:
        case [ty.Compare("is", ty.Local(slot=found), right)] if found == slot:
            return Binding(np=x.thing(right))
    np = Np(x.kind_noun(of.name or of.tag))
    for cond in conds:
        np = x.filters.narrow(np, _of_element(cond, slot), _ELEMENT, of)
    return Binding(np=same_words(x.g.each(np)))


def _speaks_of(value: ty.Value, slot: int) -> bool:
    return any(isinstance(one, ty.Local) and one.slot == slot for one in ty.nodes(value))


def _of_element(value: Part, slot: int) -> Part:
    """The same said of an element of a set in the place of a local."""
    if isinstance(value, ty.Local) and value.slot == slot:
        return ty.Element(value.type, _ELEMENT, at=value.at)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_of_element(one, slot) for one in value)  # type: ignore[return-value]
    if not isinstance(value, ty.VALUES):
        return value
    parts = {part.name: getattr(value, part.name) for part in fields(value)}
    return type(value)(**{name: _of_element(one, slot) for name, one in parts.items()})


def _permission(words: Words, one: Standing, teller: Teller) -> str:
    action = next(action for action in words.v.actions if action.id == one.target)
    return teller.x.say(_SAID[one.how], action=words.name(action.name, action.id).one)


def _amount(words: Words, one: Standing, teller: Teller) -> str:
    x, v = teller.x, words.v
    host = one.target.rpartition(".")[0]
    formula = _formula(words, one, "amount")
    assert formula is not None
    changed = v.values[one.target]
    thing = host not in ("", "player")
    base = None if not host else ty.Local(kind(host), 0) if thing else ty.Me()
    given = tuple(ty.Local(of, slot + thing) for slot, (_, of) in enumerate(changed.params))
    itself = ty.Derived(TRUTH, one.target, base, given)
    known = ty.const_number(formula.value)
    if formula.value.type.tag == "truth" and known is not None and not changed.params:
        printed = host in v.kinds and changed.name in v.kinds[host].fields
        truth = ty.Field(TRUTH, host, changed.name, base) if printed and base else itself
        return x.say("standing truth", cond=x.conditions.clause(truth, negated=not known))
    noun = x.value_noun(itself) or words.noun(changed.name)
    owner = x.owner(base)
    plural = noun.counts and not x.is_printed(itself)
    if host == "player" and plural and known is not None:
        had = _having(one, teller, Np(noun), known)
        if had is not None:
            return had
    if thing and x.kind_noun(host).one in noun.one:  # its noun says already of what it is
        each = x.say("for each", each=teller.scope.locals[0].np, what="|").partition("|")
        return each[0] + _becomes(one, teller, Np(noun, plural=plural), formula.value) + each[2]
    return _becomes(one, teller, Np(noun, owner=owner, plural=plural), formula.value)


def _becomes(one: Standing, teller: Teller, np: Np, amount_of: ty.Value) -> str:
    """What becomes of a number or a truth."""
    x, known = teller.x, ty.const_number(amount_of)
    if one.how == "times" and known == 2:
        return x.say("standing twice many" if np.plural else "standing twice", value=np)
    value = x.say("how many", what=np) if np.plural else np
    lower = one.how == "add" and known is not None and known < 0
    if amount_of.type.tag == "truth":
        amount = x.say("yes" if known else "no") if known is not None else x.conditions.clause(amount_of)
    else:
        amount = str(-known) if lower and known is not None else x.number(amount_of)
    worked_out = "standing add worked out" if one.how == "add" and known is None else _SAID[one.how]
    return x.say("standing lower" if lower else worked_out, value=value, amount=amount)


def _having(one: Standing, teller: Teller, np: Np, known: int) -> str | None:
    """So many more, or so many, of what one has; None where something else becomes of it."""
    x = teller.x
    if one.how == "add":
        what = x.g.bare(np, plural=x.g.plural(abs(known)))
        return x.say("standing have more" if known >= 0 else "standing have fewer", n=str(abs(known)), what=what)
    if one.how not in _HAD:
        return None
    return x.say("standing have", what=x.say(_HAD[one.how], n=x.g.number(known, np)))
