"""What a choice asks: where it stands in its script, what the script is about, and what is to be chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies, walk
from interpreter.languages import in_words
from interpreter.languages.grammar import BASE, COMMAND
from interpreter.languages.nouns import Np
from interpreter.prose.fill import Filling, Number
from interpreter.prose.notes import notes_of
from interpreter.prose.scope import Binding, Person, Scope, same_words, you
from interpreter.prose.statements import Teller

if TYPE_CHECKING:
    from interpreter.check.typed import Routine
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Verb, Vocabulary
    from interpreter.prose.words import Words


Target: TypeAlias = "ty.Statement | ty.Body | ty.At"
"""Where to go in a script: a statement, by itself or by its place, or a block."""
ABSENT = "\0"
"""What is known of a parameter that was left out."""
BEYOND_COUNTING = 10
"""Up to so many or more: a bound of the rules, which a question need not tell."""
_MARK = re.compile(r"\s*[:;](?![^{]*\})")
_OPTIONAL = re.compile(r"\[[^\]]*\]")
_HOLE = re.compile(r"\{(?:\w+ )?(\w+)(?::\w+)?\}")


class Question:
    """A choice of a script. The player who chooses is the one spoken to, also where a script acts as another.

    `known` are words for locals, ids for those of an enum; empty words stand for the player who is asked.
    """

    def __init__(self, words: Words, routine: Routine, known: Mapping[int, str] | None = None) -> None:
        self.words, self.routine, self.known = words, routine, known or {}
        self.scope = Scope(you(words.noun("player")), "me")
        self.teller = Teller(words, self.scope, notes_of(words.v, routine))
        self.x = self.teller.x
        if routine.this is not None:
            self.scope.this = Binding(np=Np(self.x.kind_noun(routine.this.name), det="this"))
        for slot, (name, of) in enumerate(routine.params):
            self.scope.locals[slot] = self._parameter(slot, name, of)

    def _parameter(self, slot: int, name: str, of: Type) -> Binding:
        if self.known.get(slot, ABSENT) != ABSENT:
            return self._told(slot, of)
        det = "none" if of.tag == "enum" else "the"
        noun = self.words.noun(of.name) if of.name else self.words.noun_of(name, of, self.routine.source.file)
        return Binding(np=Np(noun, det=det))

    def _told(self, slot: int, of: Type) -> Binding:
        """A local whose value is known."""
        shown = self.known[slot]
        if of.tag == "enum":
            return Binding(np=Np(self.words.noun(shown), det="none"))
        if of.tag == "number":
            return Binding(number=Number(shown, int(shown) if shown.lstrip("-").isdigit() else None))
        if of.tag == "kind" and of.name == "player":
            return Binding(person=Person(f"local {slot}", same_words(shown), simple=False))
        return Binding(np=Np(self.words.called(shown, of.name)))

    # ---- going there

    def enter(self, target: Target) -> ty.Statement | ty.Body | None:
        """Bind everything on the way to a statement (by itself or by its place) or to a block."""
        found = self._enter(self.routine.body, target)
        self.scope.reader = self.scope.actor.key
        for slot, words in self.known.items():
            bound = self.scope.locals.get(slot)
            if not words and bound is not None and bound.person is not None:
                bound.person = self.scope.actor
        return found

    def _enter(self, body: ty.Body, target: Target) -> ty.Statement | ty.Body | None:
        if body is target:
            return body
        for statement in body.statements:
            if _is(statement, target):
                return statement
            for inner in inner_bodies(statement):
                if inner is target or any(_is(deeper, target) or _holds(deeper, target) for deeper in walk(inner)):
                    self._open(statement)
                    return self._enter(inner, target)
            self._pass(statement)
        return None

    def _pass(self, statement: ty.Statement) -> None:
        match statement:
            case ty.SetLocal(slot, value):
                if slot in self.teller.notes.noted:
                    self.teller.recall(slot, value.type)
                else:
                    self.teller.let(statement)
                self._known(slot, value.type)
            case ty.Pick(slot, _, items):
                self.teller.bind(slot, items)
                self._known(slot, items.type.element)

    def _known(self, slot: int, of: Type) -> None:
        if slot in self.known:
            self.scope.locals[slot] = self._told(slot, of)

    def _open(self, statement: ty.Statement) -> None:
        match statement:
            case ty.Each(items, slot, acting=acting):
                self.teller.bind(slot, items)
                self._known(slot, items.type.element)
                person = self.scope.locals[slot].person
                if acting and person is not None:
                    self.scope.actor = person
            case ty.Acting(who):
                self.scope.actor = self.x.person(who)
            case ty.PickSeveral(slot, _, items):
                self.teller.bind(slot, items)
                self._known(slot, items.type.element)

    # ---- asking

    def text(self, at: ty.At) -> str:
        """The question at a place of the script."""
        statement = self.enter(at)
        if isinstance(statement, ty.OfferMenu):
            return self.x.say("ask menu")
        head, asked = self.head(), self._asked(statement)
        if isinstance(statement, ty.Pick) and head.casefold() == self._asked(statement, BASE).casefold():
            head = ""
        return self.x.g.capital(self.x.say("asked", head=head, what=asked) if head else asked)

    def _asked(self, statement: ty.Statement | ty.Body | None, mood: str = COMMAND) -> str:
        x = self.x
        match statement:
            case ty.Each(items=items, free=name):
                return x.say("choose next", mood, what=x.g.one_of(self._about(name, items)))
            case ty.Pick(_, name, items):
                return x.say("choose", mood, what=x.g.one_of(self._about(name, items)))
            case ty.PickSeveral(_, name, items):
                asked = x.say("choose", what=x.g.one_of(self._about(name, items)))
                least = self._at_least(statement)
                if least:
                    return x.say("ask some", what=asked, count=least)
                return x.say("ask range", what=asked, count=self._count(statement)) if self._count(statement) else asked
            case ty.Maybe(body=body):
                return x.say("question", what=self.teller.joined(self.teller.inner(body, BASE)))
            case _:
                return x.say("ask one")

    def option(self, at: ty.At, number: int) -> str:
        """What an option of the choice at a place does; empty where its label says it, or it would take too long."""
        statement = self.enter(at)
        if not isinstance(statement, ty.PickOption) or not needs_telling(statement, number, self.words.v):
            return ""
        return self.teller.sentences(statement.options[number].body)

    def _at_least(self, statement: ty.PickSeveral) -> str:
        """How many at least, where so many may be chosen that nobody counts up to there."""
        count = self.teller.range_of(statement)
        unbounded = count.high.isdigit() and int(count.high) >= BEYOND_COUNTING
        return count.low or "" if unbounded and count.low != count.high else ""

    def _count(self, statement: ty.PickSeveral) -> str:
        """How many in all, when that is known and not just one."""
        count = self.teller.range_of(statement)
        if not count.high.isdigit() or (count.low is None and count.high == "1"):
            return ""
        return self.x.g.span(count)

    def _about(self, name: str, items: ty.Value) -> Np:
        """What is chosen: the pack's word for it under a verb that says the rest, else where it is chosen from.

        Conditions are left out: what is offered meets them.
        """
        items = ty.unfiltered(items)
        np = self.x.nouns(items)
        if items.type.name == "player" or self._verb() is None:
            return np
        if self.words.speaks_of(name, items.type.element, self.routine.source.file):
            return Np(self.words.noun(name))
        return replace(np, place=None, owner=None, tail="")

    # ---- what the script is about

    def head(self) -> str:
        """What the script is: a verb with its arguments, an action or a card."""
        v = self.words.v
        verb = self._verb()
        if verb is not None:
            return self._verb_text(verb)
        for action in v.actions:
            if action.routine is self.routine:
                return self.words.name(action.name, action.id).one
        for decl in v.kinds.values():
            for item in decl.items:
                for face in item.faces:
                    if any(made is self.routine for made in face.scripts.values()):
                        return self.words.name(face.name, item.id).one
        return ""

    def _verb(self) -> Verb | None:
        return next((verb for verb in self.words.v.verbs if verb.routine is self.routine), None)

    def _verb_text(self, verb: Verb) -> str:
        """The verb as far as its first mark; nothing when a number in it is not known."""
        template = in_words(verb.text, self.words.lang)
        template = _MARK.split(template, maxsplit=1)[0]
        holes = {name: self._hole(slot, of) for slot, (name, of) in enumerate(self.routine.params)}
        needed = _HOLE.findall(_OPTIONAL.sub("", template))
        if any(name in holes and holes[name] is None for name in needed):
            return ""
        return self.teller.verb_clause(template, holes, BASE).text

    def _hole(self, slot: int, of: Type) -> Filling | None:
        bound = self.scope.locals[slot]
        if self.known.get(slot) == ABSENT:
            return None
        if bound.number is not None:
            return bound.number if bound.number.value != 0 else None
        if of.tag == "number":
            return None
        return self.x.subject(bound.person) if bound.person is not None else bound.np


def needs_telling(statement: ty.PickOption, number: int, v: Vocabulary) -> bool:
    """Whether its label alone may not tell what an option does, and the options are short enough to be told."""
    nested = any(isinstance(s, ty.PickOption) for case in statement.options for s in walk(case.body))
    long = any(len(case.body.statements) > 1 for case in statement.options)
    return not nested and (long or _is_told_verb(statement.options[number].body, v))


def _is_told_verb(body: ty.Body, v: Vocabulary) -> bool:
    """Whether an option is a verb for which the pack has words: they say more than a label; others are not spelled out."""
    match body.statements:
        case [ty.CallVerb(verb=key)]:
            return any(verb.key == key and verb.text for verb in v.verbs)
    return False


def _is(statement: ty.Statement, target: Target) -> bool:
    if isinstance(target, tuple):
        asks = (ty.Pick, ty.PickSeveral, ty.PickOption, ty.Maybe, ty.OfferMenu)
        free = isinstance(statement, ty.Each) and bool(statement.free)
        return (free or isinstance(statement, asks)) and statement.at == target
    return statement is target


def _holds(statement: ty.Statement, target: Target) -> bool:
    return any(inner is target for inner in inner_bodies(statement))
