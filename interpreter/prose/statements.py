"""Statements as clauses: `gain 2 coins`, `you may pay 1 coin and draw a card`, `each opponent loses 1 coin`."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.check.operands import cell_of
from interpreter.check.reads import wanted_by
from interpreter.languages import FALLBACK
from interpreter.languages.grammar import BASE, COMMAND, PRONOUN, THIRD
from interpreter.languages.nouns import Np, Range
from interpreter.primitives import STATEMENTS, Statement
from interpreter.prose.fill import Filling, Number, Template, has_forms
from interpreter.prose.notes import Notes, letter, notes_of
from interpreter.prose.properties import name_of
from interpreter.prose.scope import Binding, Person, Scope, same_words, standing_for
from interpreter.prose.uses import changes, mentions, piece_of, takes, tells, uses
from interpreter.prose.values import Values
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Verb
    from interpreter.languages.grammar import Grammar
    from interpreter.prose.words import Words


WITHOUT_END = 20
"""So many times is as often as it goes: the number is there because every loop must have one."""
MOST_SPELLED = 100
"""So many verbs without words are told in one text by what they do: each may say several others."""
OPTIONAL = re.compile(r"\[[^\]]*\]")
"""What may be left out where a verb is said."""
_TYPE = re.compile(r": *[a-z0-9_ ]+(?=\})")


def phrase_of(verb: Verb) -> str:
    """The phrase by which scripts say a verb, with the names of its parameters in it as a text has them."""
    return _TYPE.sub("", OPTIONAL.sub("", verb.name)).strip()


@record(frozen=True, slots=True)
class Clause:
    """A piece of a sentence. `acts`: it is a verb phrase in the mood asked for, and lacks only its subject."""

    text: str
    acts: bool = True
    options: bool = False
    """It ends with a list of options: what follows has to say that it is none of them."""


class Teller:
    """Tells the statements of one script."""

    def __init__(self, words: Words, scope: Scope, notes: Notes, letters: Iterator[str] | None = None) -> None:
        self.w, self.scope, self.notes = words, scope, notes
        self.x = Values(words, scope)
        self.depth = 0
        self.letters = letters or map(letter, count())
        self.spelled: list[Verb] = []
        """The verbs told so far by what they do, in the whole text."""
        self.within: list[Verb] = []
        """Those of them that are being told."""

    # ---- blocks

    def sentences(self, body: ty.Body) -> str:
        """A whole script."""
        return " ".join(sentence(self.x.g, clause.text) for clause in self.clauses(body.statements, COMMAND))

    def inner(self, body: ty.Body, mood: str = COMMAND) -> list[Clause]:
        """A block inside a sentence."""
        self.depth += 1
        made = self.clauses(body.statements, mood)
        self.depth -= 1
        return made

    def told(self, body: ty.Body) -> str:
        """A block inside a sentence, as one stretch of text: of somebody who is not the reader, what they do."""
        return self.whole(self.inner(body, self.mood))

    @property
    def mood(self) -> str:
        """How the one who acts is spoken of in a block that does not name them."""
        return COMMAND if self.x.is_you(self.scope.actor) else PRONOUN

    def whole(self, clauses: list[Clause]) -> str:
        """Clauses as one stretch; where nobody is spoken to, each row of verbs with its subject."""
        if self.mood == COMMAND:
            return self.joined(clauses)
        told, acts = [], False
        for clause in clauses:
            first = clause.acts and not acts
            told.append(
                replace(clause, text=self.x.say("does", who=self.x.say("they"), what=clause.text)) if first else clause
            )
            acts = clause.acts
        return self.joined(told)

    def joined(self, clauses: list[Clause]) -> str:
        """Clauses as one: `a and b`, or `a; b` when they have marks of their own."""
        last = next((at for at, clause in enumerate(clauses[:-1]) if clause.options), None)
        if last is not None:
            options, rest = self.joined(clauses[: last + 1]), self.joined(clauses[last + 1 :])
            return self.x.say("either way", options=options, what=rest)
        texts = [clause.text for clause in clauses]
        if any(mark in text for text in texts for mark in (", ", ";", ":")):
            return self.x.say("next").join(texts)
        return self.x.g.listing(texts, "and")

    def clauses(self, statements: list[ty.Statement], mood: str) -> list[Clause]:
        """Statements in order; choices, bindings and gains in a row are told together with what follows."""
        made: list[Clause] = []
        at = 0
        while at < len(statements):
            statement, rest = self.notes.instead.get(id(statements[at]), statements[at]), statements[at + 1 :]
            at += 1
            match statement:
                case ty.SetLocal() if statement.slot in self.notes.noted:
                    made.append(self._note(statement, mood))
                case ty.SetLocal():
                    self.let(statement)
                case ty.Pick(mode="may"):
                    return [*made, self._may_pick(statement, rest, mood), *self._else(statement.otherwise)]
                case ty.Pick(otherwise=otherwise) if otherwise is not None and tells(otherwise):
                    made += [*self._pick(statement, rest, mood), *self.clauses(rest, mood)]
                    return [*made, *self._else(otherwise)]
                case ty.Pick():
                    made += self._pick(statement, rest, mood)
                case ty.Do(primitive) if STATEMENTS[primitive].counted:
                    row = self._row(statement, rest)
                    made.append(self._counted(row, mood))
                    at += len(row) - 1
                case _:
                    made += self._one(statement, mood)
        return made

    def _one(self, statement: ty.Statement, mood: str) -> list[Clause]:  # noqa: C901, PLR0911, PLR0912 - one case per form
        if not tells(statement):
            return []
        match statement:
            case ty.Do():
                return self._do(statement, mood)
            case ty.CallVerb():
                return self._call_verb(statement, mood)
            case ty.RunScript():
                return self._run_script(statement, mood)
            case ty.Branch():
                return self._branch(statement)
            case ty.Loop():
                return self._loop(statement)
            case ty.Each():
                return self._each(statement, mood)
            case ty.Acting():
                return self._acting(statement, mood)
            case ty.AtOnce(body=body):
                return [Clause(self.x.say("at once", what=self.told(body)), acts=False)]
            case ty.Maybe():
                return self._maybe(statement, mood)
            case ty.Pick():
                return self._pick(statement, [], mood)
            case ty.PickSeveral():
                return self._pick_several(statement, mood)
            case ty.PickOption():
                return self._pick_option(statement, mood)
            case ty.OfferMenu():
                return self._offer_menu(statement, mood)
            case ty.Demand(cond):
                return [Clause(self.x.say("require", cond=self.x.conditions.clause(cond)), acts=False)]
            case ty.Leave(span=""):
                return [Clause(self.x.say("stop"), acts=False)]
            case ty.Leave(span=span):
                return [Clause(self.x.say("end span", span=Np(self.w.noun(span))), acts=False)]
            case ty.Say():
                return [self._say(statement, mood)]
            case ty.Announce() | ty.SetLocal() | ty.NameSet():
                return []
            case _:
                assert_never(statement)

    # ---- bindings

    def let(self, statement: ty.SetLocal) -> None:
        """What is bound is told where it is used; a thing in full the first time."""
        x, value = self.x, statement.value
        bound = standing_for(value, self.scope)
        if value.type.tag == "kind" and value.type.name == "player":
            bound.person = x.person(value)
        elif value.type.tag == "kind" and not isinstance(value, ty.Local):
            bound.first = x.g.show(x.thing(value))
            bound.np = Np(x.kind_noun(value.type.name), det="that")
        self.scope.locals[statement.slot] = bound

    def _note(self, let: ty.SetLocal, mood: str) -> Clause:
        """What is bound is noted, for it will be something else where it is used."""
        name = self.letter(let.slot)
        told = self._kept(let.value, name, mood)
        self.recall(let.slot, let.value.type, name)
        return told

    def letter(self, slot: int) -> str | None:
        """What something that is noted will be called, where it is not clear what "that" means."""
        return None if slot in self.notes.plain else next(self.letters)

    def _kept(self, value: ty.Value, name: str | None, mood: str) -> Clause:
        x = self.x
        if value.type.tag == "truth":
            return Clause(x.say("keep whether", mood, cond=x.conditions.clause(value), letter=name))
        if value.type.tag == "number":
            return Clause(x.say("keep", mood, what=x.number(value), letter=name))
        what = x.place(value) if value.type.tag == "zone" else x.thing(value)
        return Clause(x.say("keep", mood, what=what, letter=name))

    def recall(self, slot: int, of: Type, name: str | None = None) -> None:
        """Mean what was noted, by the letter it was given or as the only one that can be meant."""
        bound = self.scope.locals[slot] = Binding()
        that = Np(self.x.kind_noun(of.name or "number"), det="that") if name is None else same_words(name)
        if of.tag == "number":
            bound.number = Number(name or self.x.g.show(that), short=name is not None, noted=name is None)
        elif of.tag == "truth":
            bound.truth = name or self.x.say("that")
        elif of.tag == "kind" and of.name == "player":
            bound.person = Person(f"local {slot}", that, simple=name is None)
        else:
            bound.np = that

    def bind(self, slot: int, items: ty.Value, first: str | None = None) -> Binding:
        """Bind a chosen or visited element."""
        x, of = self.x, items.type.element
        np = x.nouns(items)
        noun = np.noun if of.name == "player" else x.kind_noun(of.name or "number")
        bound = Binding(first=first)
        if of.tag == "kind" and of.name == "player":
            bound.person = Person(f"local {slot}", Np(noun, det="that"))
        else:
            bound.np = Np(noun, det="that")
        self.scope.locals[slot] = bound
        return bound

    # ---- choosing

    def _pick(self, statement: ty.Pick | ty.PickSeveral, rest: list[ty.Statement], mood: str) -> list[Clause]:
        x, slot = self.x, statement.slot
        np = replace(x.nouns(statement.items), random=statement.mode == "random")
        following = rest[0] if rest else None
        if takes(following, slot) or (mentions(following, slot) and uses(rest, slot) == 1):
            if np.noun.counts and statement.items.type.enum_set and not (np.tail or np.random):
                np = replace(np, tail=x.say(" of choice", COMMAND if x.is_you(self.scope.actor) else THIRD))
            self.bind(slot, statement.items, x.g.one_of(np, source=_from(following)))
            return []
        self.bind(slot, statement.items)
        if self.depth:
            self.scope.topic = ("local", slot)
        return [Clause(x.say("choose", mood, what=x.g.one_of(np)))]

    def _may_pick(self, statement: ty.Pick, rest: list[ty.Statement], mood: str) -> Clause:
        """Without the choice nothing of the block happens, so all of it is what you may do."""
        self.depth += 1
        inner = [*self._pick(statement, rest, BASE), *self.clauses(rest, BASE)]
        self.depth -= 1
        self.scope.topic = None
        return self._may(inner, mood)

    def _may(self, inner: list[Clause], mood: str) -> Clause:
        person = THIRD if mood in (THIRD, PRONOUN) else COMMAND
        key = "may" if inner and inner[0].acts else "may do"
        return Clause(self.x.say(key, person, what=self.joined(inner)), acts=person == THIRD)

    def _else(self, otherwise: ty.Body | None) -> list[Clause]:
        """What happens where nothing is chosen."""
        if otherwise is None or not tells(otherwise):
            return []
        return [Clause(self.x.say("else", what=self.told(otherwise)), acts=False)]

    def _pick_several(self, statement: ty.PickSeveral, mood: str) -> list[Clause]:
        may = statement.mode == "may"
        told = self._each_picked(statement, BASE if may else mood)
        told = [self._may(told, mood)] if may else [replace(told[0], text=self.joined(told))]
        return [*told, *self._else(statement.otherwise)]

    def _each_picked(self, statement: ty.PickSeveral, mood: str) -> list[Clause]:
        x, slot, body = self.x, statement.slot, statement.body.statements
        if statement.low in (None, statement.high) and ty.const_number(statement.high) == 1:
            return self._picked_one(statement, mood)
        np = x.nouns(statement.items)
        if statement.mode == "random":
            np = replace(np, tail=np.tail + x.say(" at random"))
        words = x.g.several(self.range_of(statement), np, source=_from(body[0] if body else None))
        if body and takes(body[0], slot) and uses(body[:1], slot) == 1:
            self.bind(slot, statement.items, words)
            first, others = self.clauses(body[:1], mood), ty.Body(body[1:])
        else:
            self.bind(slot, statement.items)
            first, others = [Clause(x.say("choose", mood, what=words))], statement.body
        if not others.statements:
            return first
        self.scope.topic = ("local", slot)
        each = x.say("for each of them", each=x.g.each_one(np), what=self.told(others))
        self.scope.topic = None
        return [replace(first[0], text=x.say("several", what=first[0].text, each=each))]

    def _picked_one(self, statement: ty.PickSeveral, mood: str) -> list[Clause]:
        """A block about one element."""
        self.depth += 1
        told = [*self._pick(statement, statement.body.statements, mood), *self.clauses(statement.body.statements, mood)]
        self.depth -= 1
        self.scope.topic = None
        return told

    def range_of(self, statement: ty.PickSeveral) -> Range:
        """How many are chosen."""
        return self._range(statement.low, statement.high)

    def _range(self, low: ty.Value | None, high: ty.Value) -> Range:
        exact = low is None or (ty.const_number(low) is not None and ty.const_number(low) == ty.const_number(high))
        return Range(None if exact or low is None else self.x.number(low), self.x.number(high))

    def _maybe(self, statement: ty.Maybe, mood: str) -> list[Clause]:
        if statement.again:
            told = Clause(self.x.say("any times", what=self.told(statement.body)), acts=False)
            return [told, *self._else(statement.otherwise)]
        return [self._may(self.inner(statement.body, BASE), mood), *self._else(statement.otherwise)]

    # ---- labelled options

    def _pick_option(self, statement: ty.PickOption, mood: str) -> list[Clause]:
        merged = self._amounts_of(statement, mood)
        if merged is not None:
            return [
                self._may([Clause(merged)], mood) if statement.may else Clause(merged),
                *self._else(statement.otherwise),
            ]
        acts = statement.mode in ("one", "different")
        if statement.may and acts:
            told = self._may([Clause(self.options(statement, BASE))], mood)
        else:
            told = Clause(self.options(statement, mood), acts=acts)
        told = replace(told, options=True)
        return [told, *self._else(statement.otherwise)]

    def _amounts_of(self, statement: ty.PickOption, mood: str) -> str | None:
        """`gain 2 coins or 1 card`: options that are one change of one's own each, all of them gains or all payments."""
        bodies = [case.body.statements for case in statement.options if case.cond is None]
        if statement.mode != "one" or len(bodies) != len(statement.options) or any(len(body) != 1 for body in bodies):
            return None
        done = [body[0] for body in bodies]
        first = done[0]
        if not isinstance(first, ty.Do) or not STATEMENTS[first.primitive].counted:
            return None
        row = [_change(one) for one in done if isinstance(one, ty.Do) and one.primitive == first.primitive]
        if len(row) != len(done) or not all(map(self._plain, row)):
            return None
        return self._change(row, BASE if statement.may else mood, word="or")

    def options(self, statement: ty.PickOption, mood: str) -> str:
        """Labelled options; the labels stand with them when they say more than the options do."""
        x = self.x
        free = statement.mode == "order"
        cases = [(case, self._option(case, mood, free=free and not case.duty)) for case in statement.options]
        if any(self._needs_label(case, text) for case, text in cases):
            named = ((case, x.w.text(case.label) or x.w.raw(case.label), text) for case, text in cases)
            cases = [
                (case, text if label.casefold() == text.casefold() else x.say("option", label=label, what=text))
                for case, label, text in named
            ]
        options = [text if case.cond is None else self._only_if(text, case.cond) for case, text in cases]
        count = x.g.span(self._range(statement.low, statement.count)) if statement.count is not None else ""
        what = x.say("next").join(options)
        if statement.mode in ("one", "any") and len(options) > 1:
            what = x.say("next").join(options[:-1]) + x.say("or") + options[-1]
        return x.say(statement.mode, mood, what=what, count=count)

    def _only_if(self, text: str, cond: ty.Value) -> str:
        return self.x.say("option if", what=text, cond=self.x.conditions.clause(cond))

    def _option(self, case: ty.OptionCase, mood: str, *, free: bool) -> str:
        if not tells(case.body):
            return self.x.say("nothing")
        if free:
            return self._may(self.inner(case.body, BASE), COMMAND).text
        return self.told(case.body) if mood == THIRD else self.joined(self.inner(case.body, mood))

    def _needs_label(self, case: ty.OptionCase, text: str) -> bool:
        """A label says something when its word does not stand in the text already."""
        noun = self.w.noun(case.label)
        return not text or not any(word.lower() in text.lower() for word in (noun.one, noun.many))

    def _offer_menu(self, statement: ty.OfferMenu, mood: str) -> list[Clause]:
        names = [self.w.name(a.name, a.id).one for a in self.w.v.actions if a.menu == statement.menu]
        text = self.x.say("menu", mood, what=self.x.g.listing(names, "or"))
        return [Clause(self.x.say("any times", what=text), acts=False) if statement.until_done else Clause(text)]

    # ---- control

    def _branch(self, statement: ty.Branch) -> list[Clause]:
        x = self.x
        parts: list[str] = []
        for cond, body in statement.branches:
            match cond:
                case ty.Not(ty.Var() | ty.Field() | ty.Derived() as truth) if len(statement.branches) == 1:
                    text = x.say("unless", cond=x.conditions.clause(truth), what=self.told(body))
                case _:
                    held = x.conditions.clause(cond)  # first, for what is named there is "that" in the block
                    text = x.say("if", cond=held, what=self.told(body) if tells(body) else x.say("nothing"))
            parts.append(x.say("else", what=text) if parts else text)
        if statement.otherwise is not None and tells(statement.otherwise):
            parts.append(x.say("else", what=self.told(statement.otherwise)))
        return [Clause(x.say("next").join(parts), acts=False)]

    def _loop(self, statement: ty.Loop) -> list[Clause]:
        x = self.x
        what = self.told(statement.body)
        count = x.counted(statement.count)
        if statement.while_ is not None:
            cond = x.conditions.clause(statement.while_)
            key = "while" if count.value is not None and count.value >= WITHOUT_END else "times while"
            return [Clause(x.say(key, count=count.words, cond=cond, what=what), acts=False)]
        computed = "times" if count.short else "as many times"
        key = {1: "once", 2: "twice", None: computed}.get(count.value, "times")
        return [Clause(x.say(key, count=count.words, what=what), acts=False)]

    def _each(self, statement: ty.Each, mood: str) -> list[Clause]:
        if statement.acting:
            return self._each_acting(statement)
        x, slot, body = self.x, statement.slot, statement.body.statements
        each = x.g.each(x.nouns(statement.items))
        free = bool(statement.free)
        if not free and len(body) == 1 and (takes(body[0], slot) or mentions(body[0], slot)) and uses(body, slot) == 1:
            self.bind(slot, statement.items, each)
            return self.clauses(body, mood)
        bound = self.bind(slot, statement.items)
        if (
            not free
            and len(body) == 1
            and changes(body[0], slot)
            and uses(body, slot) == 1
            and bound.person is not None
        ):
            bound.person = replace(bound.person, np=same_words(each))
            return self.clauses(body, mood)
        self.scope.topic = ("local", slot)
        text = x.say("for each in any order" if free else "for each", each=each, what=self.told(statement.body))
        self.scope.topic = None
        return [Clause(text, acts=False)]

    def _each_acting(self, statement: ty.Each) -> list[Clause]:
        np = self.x.nouns(statement.items)
        person = Person(f"local {statement.slot}", Np(np.noun, det="that"))
        self.scope.locals[statement.slot] = Binding(person=person)
        told = self._acts(person, self.x.g.each(np), statement.body)
        return [replace(told, text=self.x.say("secretly", what=told.text)) if statement.secret else told]

    def _acting(self, statement: ty.Acting, mood: str) -> list[Clause]:
        person = self.x.person(statement.who)
        if self.x.is_you(person):
            before, self.scope.actor = self.scope.actor, person
            made = self.inner(statement.body, mood)
            self.scope.actor = before
            return made
        return [self._acts(person, self.x.subject(person), statement.body)]

    def _acts(self, person: Person, who: str, body: ty.Body) -> Clause:
        before, self.scope.actor = self.scope.actor, person
        inner = self.inner(body, THIRD)
        if inner and inner[0].acts:
            text = self.x.say("does", who=who + ("," if "," in who else ""), what=self.joined(inner))
        else:
            text = self.x.say("who does", who=who, what=self.told(body))
        self.scope.actor = before
        return Clause(text, acts=False)

    # ---- verbs of the pack

    def _call_verb(self, statement: ty.CallVerb, mood: str) -> list[Clause]:
        verb = next(verb for verb in self.w.v.verbs if verb.key == statement.verb)
        template = verb.text.get(self.w.lang) or (
            verb.text.get(FALLBACK) if self.w.lang not in self.w.v.languages else None
        )
        if template is None:
            if verb not in self.within and len(self.spelled) < MOST_SPELLED:
                return self._spelled(verb, statement.args, mood)
            template = phrase_of(verb)
        holes: dict[str, Filling | None] = {}
        for param, arg in zip(verb.phrase.params, statement.args, strict=True):
            holes[param.name] = self.argument(arg)
        return [self.verb_clause(template, holes, mood)]

    def verb_clause(self, template: str, holes: dict[str, Filling | None], mood: str) -> Clause:
        """A text of a pack in a mood: with forms of its own, or as a request the language can turn."""
        if has_forms(template):
            return Clause(self.x.fill(template, holes, mood))
        g, acts = self.x.g, self.x.g.acts(template)
        if mood == BASE and acts:
            return Clause(self.x.fill(g.base(template), holes))
        third = g.third(template) if mood == THIRD and acts else None
        if third is not None:
            return Clause(self.x.fill(third, holes))
        alike = g.forms[mood] == g.forms[COMMAND] and not g.to_you.search(template)
        return Clause(self.x.fill(template, holes), acts=acts and (mood in (COMMAND, BASE) or alike))

    def argument(self, arg: ty.Value) -> Filling | None:
        """An argument of a verb; an absent one is none."""
        real, _ = self.x.resolve(arg)
        if isinstance(real, ty.Const) and real.at == (0, 0):
            return None
        if arg.type.tag == "number":
            return self.x.counted(arg)
        if arg.type.tag == "truth":
            return self.x.conditions.clause(arg)
        if arg.type.tag == "zone":
            return self.x.place(arg)
        return replace(self.x.nouns(arg), plural=True) if arg.type.tag == "set" else self.x.thing(arg)

    def _spelled(self, verb: Verb, args: list[ty.Value], mood: str) -> list[Clause]:
        """A verb without words in this language: what it does."""
        assert verb.routine is not None
        self.spelled.append(verb)
        scope = Scope(self.scope.actor, self.scope.reader)
        given = {slot: self._read_by(arg) for slot, arg in enumerate(args)}
        inner = Teller(self.w, scope, notes_of(self.w.v, verb.routine, given), self.letters)
        inner.depth, inner.spelled, inner.within = self.depth, self.spelled, [*self.within, verb]
        noted = []
        for slot, arg in enumerate(args):
            scope.locals[slot] = standing_for(arg, self.scope)
            if slot in inner.notes.noted:
                name = inner.letter(slot)
                noted.append(self._kept(arg, name, mood))
                inner.recall(slot, arg.type, name)
        return [*noted, *inner.clauses(verb.routine.body.statements, mood)]

    def _read_by(self, arg: ty.Value) -> frozenset[str]:
        """What an argument reads, by itself and through the names in it that are told by their values."""
        found = set(wanted_by(arg, self.w.v))
        for node in ty.nodes(arg):
            bound = self.scope.locals.get(node.slot) if isinstance(node, ty.Local) else None
            inline = bound is not None and bound.value is not None and (bound.first or bound.np is None)
            if isinstance(node, ty.Local) and inline:
                found |= self.notes.reads.get(node.slot, frozenset())
        return frozenset(found)

    def _say(self, statement: ty.Say, mood: str) -> Clause:
        """A line of the log, as it will be told."""
        words = self.w.text(statement.term)
        if words is None:
            words = self.w.noun(statement.term).one
        pairs = zip(statement.names, statement.args, strict=True)
        told = self.x.fill(words, {name: self._in_log(arg) for name, arg in pairs}, THIRD)
        if statement.private:
            return Clause(self.x.say("say to you", words=told), acts=False)
        return Clause(self.x.say("say", mood, words=told))

    def _in_log(self, arg: ty.Value) -> Filling | None:
        """What stands in a gap of the log, which speaks of everybody in the third person."""
        if isinstance(arg, ty.Me):
            return Np(self.w.noun("player"), det="the")
        told = self.argument(arg)
        if isinstance(told, Number) and told.value is None:
            return Number(self.w.language.prose["so many"], short=True)
        return told

    def _run_script(self, statement: ty.RunScript, mood: str) -> list[Clause]:
        script = Np(self.w.noun(statement.script, "effect"), owner=self.x.owner(statement.piece))
        return [Clause(self.x.say("run", mood, script=script))]

    # ---- statements of the engine

    def _do(self, statement: ty.Do, mood: str) -> list[Clause]:
        told = STATEMENTS[statement.primitive]
        if told.change is not None and told.change.forgets:
            return [self._set(told, statement, mood)]
        holes = {name: self._argument(told.params[name], value) for name, value in statement.args.items()}
        holes |= {name: Np(self.w.noun(word)) for name, word in statement.words.items()}
        holes["pieces"] = self._pieces(statement)
        template = Template(self.x.g, mood, self.w.singulars, lambda n, of: self._so_many(statement, holes, n, of))
        player = next((statement.args.get(name) for name, of in told.params.items() if of == "player"), None)
        text = self.x.statement(told, to_self=player is not None and self.x.is_you(self.x.person(player)))
        return [Clause(template.fill(text, holes), acts=has_forms(text))]

    def _set(self, told: Statement, statement: ty.Do, mood: str) -> Clause:
        """A var given a value; a truth is noted, a thing that becomes none is cleared."""
        assert told.change is not None
        x, cell, value = self.x, cell_of(statement), statement.args[told.change.amount]
        assert cell is not None
        become = self._become(cell, value, mood)
        if become is not None:
            return become
        if cell.type.tag == "truth" and isinstance(value, ty.Const):
            return Clause(x.say("note", mood, cond=x.conditions.clause(cell, negated=not value.number)))
        np = x.property(cell)
        np = replace(np, plural=np.noun.counts)
        if value.type.tag in ("kind", "enum") and ty.is_none(value):
            return Clause(x.say("clear", mood, var=np))
        words = x.counted(value) if value.type.tag == "number" else x.thing(value)
        return Clause(x.fill(x.statement(told), {told.change.cell: np, told.change.amount: words}, mood))

    def _argument(self, of: str, value: ty.Value) -> Filling | None:
        x = self.x
        if value.type.tag == "number" and isinstance(value, ty.Var):
            counter = x.property(value)
            return replace(counter, plural=counter.noun.counts)
        if value.type.tag == "number":
            return x.counted(value)
        if value.type.tag == "zone" and of != "piece":
            return x.place(value)
        if value.type.tag == "set":
            return replace(x.nouns(value), plural=True)
        return x.thing(value)

    def _pieces(self, statement: ty.Do) -> Np | None:
        """What a statement that moves several pieces moves."""
        zone = statement.args.get(STATEMENTS[statement.primitive].named("zone"))
        return Np(self.x.kind_noun(zone.type.name)) if zone is not None else None

    def _so_many(self, statement: ty.Do, holes: dict[str, Filling | None], number: str, of: str) -> str:
        what = holes[of]
        assert isinstance(what, Np)
        return self.x.amounts.of(statement.args[number], what)

    def _become(self, var: ty.Var, value: ty.Value, mood: str) -> Clause | None:
        """A var that names a player, with a word for that player."""
        who = self.w.key(name_of(var), "who")
        if who is None or value.type.name != "player":
            return None
        person, what = self.x.person(value), Np(self.w.made(who))
        if self.x.is_you(person):
            return Clause(self.x.say("become", COMMAND, what=what), acts=False)
        text = self.x.say("become", THIRD, what=what)
        if person == self.scope.actor and mood == THIRD:
            return Clause(text)
        return Clause(self.x.say("does", who=self.x.subject(person), what=text), acts=False)

    # ---- counters

    def _row(self, first: ty.Do, rest: list[ty.Statement]) -> list[_Change]:
        """Gains (or payments, or losses) of one player that follow each other and can be told as one."""
        row = [_change(first)]
        for other in rest:
            if not isinstance(other, ty.Do) or other.primitive != first.primitive:
                break
            if not self._plain(row[0]) or not self._plain(_change(other)):
                break
            row.append(_change(other))
        return row

    def _plain(self, change: _Change) -> bool:
        """Whether it is a fixed amount of a counter of the one who acts."""
        mine = isinstance(change.counter.host, ty.Me)
        return mine and isinstance(change.amount, ty.Const) and not self._level(change)

    def _level(self, change: _Change) -> bool:
        """Whether the counter is a level that is raised and lowered, rather than something one has."""
        if not change.told.levels:
            return False
        if change.counter.index is not None:
            return not self.x.is_goods(change.counter)
        return not self.w.noun(name_of(change.counter)).counts

    def _counted(self, row: list[_Change], mood: str) -> Clause:
        """So much of a counter, changed by the one who acts, or by whose counter it is."""
        x = self.x
        base = row[0].counter.host
        level = self._level(row[0])
        of_player = base is not None and base.type.name == "player" and not level
        person = x.person(base) if base is not None and of_player else self.scope.actor
        if person == self.scope.actor:
            return Clause(self._change(row, mood, level=level))
        if x.is_you(person):
            return Clause(x.say("you do", what=self._change(row, COMMAND)), acts=False)
        text = self._change(row, THIRD)
        return Clause(x.say("does", who=person.np, what=text), acts=False)

    def _change(self, row: list[_Change], mood: str, *, level: bool = False, word: str = "and") -> str:
        x, first, told = self.x, row[0], row[0].told
        if level:
            assert told.change is not None
            holes: dict[str, Filling] = {
                told.change.cell: x.property(first.counter),
                told.change.amount: x.counted(first.amount),
            }
            return x.fill(x.statement(told, level=True), holes, mood)
        tell = x.amounts.price if first.must else x.amounts.of
        amounts = [tell(change.amount, replace(x.property(change.counter), owner=None)) for change in row]
        listed = x.g.listing(amounts, word)
        return Template(x.g, mood, self.w.singulars, lambda *_: listed).fill(x.statement(told), {})


@record(frozen=True, slots=True)
class _Change:
    """A statement that adds to a counter or takes from it."""

    told: Statement
    counter: ty.Var
    amount: ty.Value

    @property
    def must(self) -> bool:
        """Whether all of it must be there."""
        return self.told.change is not None and self.told.change.fails


def _change(statement: ty.Do) -> _Change:
    told, cell = STATEMENTS[statement.primitive], cell_of(statement)
    assert told.change is not None
    assert cell is not None
    return _Change(told, cell, statement.args[told.change.amount])


def _from(statement: ty.Statement | None) -> bool:
    """Whether a statement takes things away from where they lie; choosing does."""
    match statement:
        case ty.Do(primitive):
            return STATEMENTS[primitive].moves and piece_of(statement) is not None
        case ty.RunScript():
            return False
        case _:
            return True


def sentence(g: Grammar, text: str) -> str:
    """A clause as a sentence."""
    text = g.capital(text)
    return text if text.endswith((".", "?", "!")) else text + "."
