"""Why a game ended, from the script that ended it: the condition it stood under, or the loop that had run out before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.prose.scope import Person, Scope, same_words, you
from interpreter.prose.values import Values
from interpreter.prose.words import Words

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

Held = tuple[ty.Value, bool]
"""A condition, and whether it was its opposite that held."""
_LONGEST = 160
"""Letters of a clause that still says at once why."""


def ending_text(vocabulary: Vocabulary, script: ty.Routine, done: ty.Do, lang: str, who: str) -> str:
    """The condition under which a statement stands, as a clause about the player called `who`; empty without one."""
    held = ending_condition(script, done)
    if held is None:
        return ""
    words = Words(vocabulary, lang)
    scope = Scope(Person("ends", same_words(who)), "reader")
    cond, negated = held
    text = words.g.finish(words.g.alone(Values(words, scope).conditions.clause(cond, negated=negated)))
    return text if len(text) <= _LONGEST else ""


def ending_condition(script: ty.Routine, done: ty.Do) -> Held | None:
    """The condition that held when a statement was carried out, and whether it is negated."""
    return _held(script.body, done, None)


def value_text(vocabulary: Vocabulary, value: ty.Value, lang: str) -> str:
    """A number of a player in words; by its own name alone where it has one."""
    words = Words(vocabulary, lang)
    name = _own_name(vocabulary, value)
    if name and words.has(name):
        return words.noun(name).many if words.key(name, "many") else words.text(name) or name
    return Values(words, Scope(you(words.noun("player")), "me")).number(value)


def _own_name(v: Vocabulary, value: ty.Value) -> str:
    """The id a number goes by, if it is a var or a value of the pack."""
    match value:
        case ty.Var(index=ty.Const() as row):
            return v.enums[row.type.name].values[row.number]
        case ty.Var(key=key) | ty.Derived(key=key):
            return key.rpartition(".")[2]
    return ""


def _held(body: ty.Body, done: ty.Do, above: Held | None) -> Held | None:
    """What held when a statement somewhere in a block was carried out."""
    ran_out: Held | None = None
    for statement in body.statements:
        if statement is done:
            return ran_out or above
        if isinstance(statement, ty.Loop) and statement.while_ is not None:
            ran_out = (statement.while_, True)
        found = _inside(statement, done, above)
        if found is not None:
            return found
    return None


def _inside(statement: ty.Statement, done: ty.Do, above: Held | None) -> Held | None:
    if isinstance(statement, ty.Branch):
        for cond, body in statement.branches:
            found = _held(body, done, (cond, False))
            if found is not None:
                return found
        last = (statement.branches[-1][0], True) if len(statement.branches) == 1 else None
        return _held(statement.otherwise, done, last) if statement.otherwise is not None else None
    for body in inner_bodies(statement):
        found = _held(body, done, above)
        if found is not None:
            return found
    return None
