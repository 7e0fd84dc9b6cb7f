"""What rules and other cards do where they ask for a card by its name: said on the card, which would be blank without it.

A verb that asks `if mill in my.row`, a rule that watches for it, a value that is another one with it, a standing change
of another card. Whatever only moves a card about (as a set-up does) says nothing of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.types import kind
from interpreter.check.vocabulary import Item, Trigger, ValueDecl, Verb, Watch
from interpreter.languages.grammar import BASE
from interpreter.prose.reactions import reaction, verb_text
from interpreter.prose.scope import Binding
from interpreter.prose.standing import standing_text
from interpreter.prose.statements import Teller, sentence
from interpreter.prose.uses import tells
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.check.vocabulary import Standing, Vocabulary
    from interpreter.prose.words import Words

_HOLE = re.compile(r"\{(\w+)")
_OPTIONAL = re.compile(r"\[[^\]]*\]")
_LONGEST = 200
"""Letters of a value that still says at once what it is worth with the card."""


@record(frozen=True, slots=True)
class Asked:
    """A branch of a verb that is taken when a card is somewhere, or is something."""

    verb: Verb
    routine: ty.Routine
    cond: ty.Value
    body: ty.Body


@record(frozen=True, slots=True)
class Changed:
    """A standing change of another item."""

    item: Item
    standing: Standing


Naming: TypeAlias = Asked | Trigger | Watch | ValueDecl | Changed


def named_lines(words: Words, item: Item, teller: Callable[[Words, ty.Routine], Teller]) -> list[str]:
    """What is said of an item elsewhere, a sentence each."""
    found = _namings(words.v).get((item.kind, item.id), [])
    words.own = (item.kind, item.id)
    lines = [_line(words, one, teller) for one in found if not (isinstance(one, Changed) and one.item is item)]
    words.own = None
    return list(dict.fromkeys(line for line in lines if line))


def _line(words: Words, one: Naming, teller: Callable[[Words, ty.Routine], Teller]) -> str:
    match one:
        case Asked(verb, routine, cond, body):
            told = teller(words, routine)
            x = told.x
            told.depth += 1
            _leave_out_what_may_be(told, routine, verb_text(words, verb))
            holes = {name: told.argument(ty.Local(of, slot)) for slot, (name, of) in enumerate(routine.params)}
            head = told.verb_clause(verb_text(words, verb), holes, BASE).text
            what = x.say("if", cond=x.conditions.clause(cond), what=told.told(body))
            return sentence(x.g, x.say("line", head=x.g.capital(head), what=what))
        case Trigger(routine=routine) if routine is not None:
            return " ".join(reaction(words, one, teller(words, routine)))
        case Watch(cond=cond, routine=routine) if cond is not None and routine is not None:
            told = teller(words, routine)
            return sentence(
                told.x.g, told.x.say("when", event=told.x.conditions.clause(cond.value), what=told.told(routine.body))
            )
        case ValueDecl(formula=formula) if formula is not None and words.has(one.name):
            told = teller(words, ty.Routine(formula.key, formula.params, this=formula.this))
            text = sentence(
                told.x.g, told.x.say("line", head=words.noun(one.name).one, what=told.x.number(formula.value))
            )
            return text if len(text) <= _LONGEST else ""
        case Changed(item, standing):
            nobody = ty.Routine(keys.hearing(item.kind, item.id), [], this=kind(item.kind))
            told = teller(words, nobody)
            told.scope.this = None
            words.speaker = item
            text = standing_text(words, standing, told)
            words.speaker = None
            return text
        case _:
            return ""


def _leave_out_what_may_be(told: Teller, routine: ty.Routine, text: str) -> None:
    """What the words of a verb may be told without is not given: the verb as it is mostly done."""
    spared = {name for part in _OPTIONAL.findall(text) for name in _HOLE.findall(part)}
    for slot, (name, of) in enumerate(routine.params):
        if name in spared:
            told.scope.locals[slot] = Binding(value=ty.Const(of, 0), scope=told.scope)


# ---- who names whom


def _namings(v: Vocabulary) -> dict[tuple[str, str], list[Naming]]:
    """What names each item, gathered once."""
    if not v.namings:
        v.namings[""] = {}
        for items, one in _all(v):
            for name in sorted(items):
                v.namings[""].setdefault(name, []).append(one)
    return v.namings[""]


def _all(v: Vocabulary) -> Iterator[tuple[set[tuple[str, str]], Naming]]:
    """Whatever depends on items that are named, with those it names."""
    for verb in v.verbs:
        spoken = next((one for one in v.spoken() if one.key == _above(v, verb)), None)
        for cond, body in _branches(verb.routine):
            if spoken is not None and tells(body):
                assert verb.routine is not None
                yield _items(cond), Asked(spoken, verb.routine, cond, body)
    for trigger in v.triggers:
        yield _items(*([trigger.cond.value] if trigger.cond else []), *_conditions(trigger.routine)), trigger
    for watch in v.watches:
        yield _items(*([watch.cond.value] if watch.cond else []), *_conditions(watch.routine)), watch
    for value in v.values.values():
        if value.formula is not None and value.formula.value.type.tag == "number":
            yield _items(*_choices(value.formula.value)), value
    for item in v.all_items():
        for standing in item.standing:
            parts = [v.values[standing.keys[part]].formula for part in ("while", "where") if part in standing.keys]
            yield _items(*(part.value for part in parts if part is not None)), Changed(item, standing)


def _above(v: Vocabulary, verb: Verb) -> keys.Key:
    """The rule that scripts can say, of a layer of it."""
    above = {below: rule for rule, below in v.below.items()} | {
        layer: rule for rule, layers in v.pairs.items() for layer in layers
    }
    key = verb.key
    while key in above:
        key = above[key]
    return key


def _branches(routine: ty.Routine | None) -> Iterator[tuple[ty.Value, ty.Body]]:
    for statement in walk(routine.body) if routine is not None else ():
        if isinstance(statement, ty.Branch):
            yield from statement.branches


def _conditions(routine: ty.Routine | None) -> list[ty.Value]:
    return [cond for cond, _ in _branches(routine)]


def _choices(value: ty.Value) -> list[ty.Value]:
    """The conditions that a value depends on, but for those that ask which thing it is of."""
    conds = [node.cond for node in ty.nodes(value) if isinstance(node, ty.IfElse)]
    return [cond for cond in conds if not any(isinstance(node, ty.This) for node in ty.nodes(cond))]


def _items(*values: ty.Value) -> set[tuple[str, str]]:
    """The items of which conditions ask where they are, or whether something is one of them."""
    return {(one.kind, one.id) for value in values for node in ty.nodes(value) for one in _asked_for(node)}


def _asked_for(node: ty.Value) -> Iterator[ty.TheItem]:
    match node:
        case ty.InZone(piece=thing) | ty.Member(item=thing) | ty.Aside(thing=thing):
            sides = [thing]
        case ty.Compare("is", left, right):
            sides = [left, right]
        case _:
            sides = []
    for side in sides:
        thing = side.thing if isinstance(side, ty.Host | ty.Parent | ty.Owner) else side
        if isinstance(thing, ty.TheItem):
            yield thing
