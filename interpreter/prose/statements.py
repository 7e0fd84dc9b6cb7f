"""Statements as clauses: `gain 2 coins`, `you may pay 1 coin and draw a card`, `each opponent loses 1 coin`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.typed import E
from interpreter.primitives import STATEMENTS
from interpreter.prose.fill import Filling, Template
from interpreter.prose.grammar import BASE, COMMAND, PRONOUN, THIRD
from interpreter.prose.nouns import Np, Range
from interpreter.prose.scope import Binding, Person, Scope, same_words
from interpreter.prose.uses import changes, mentions, takes, tells, uses
from interpreter.prose.values import Values

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Verb
    from interpreter.prose.words import Words

COUNTED = ("gain", "lose", "pay")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence. `acts`: it is a verb phrase in the mood asked for, and lacks only its subject."""

    text: str
    acts: bool = True


class Teller:
    """Tells the statements of one script."""

    def __init__(self, words: Words, scope: Scope) -> None:
        self.w, self.scope = words, scope
        self.x = Values(words, scope)
        self.depth = 0

    # ---- blocks

    def sentences(self, body: ty.Body) -> str:
        """A whole script."""
        return " ".join(sentence(clause.text) for clause in self.clauses(body.statements, COMMAND))

    def inner(self, body: ty.Body, mood: str = COMMAND) -> list[Clause]:
        """A block inside a sentence."""
        self.depth += 1
        made = self.clauses(body.statements, mood)
        self.depth -= 1
        return made

    def told(self, body: ty.Body) -> str:
        """A block inside a sentence, as one stretch of text."""
        return self.joined(self.inner(body))

    def joined(self, clauses: list[Clause]) -> str:
        """Clauses as one: `a and b`, or `a; b` when they have marks of their own."""
        texts = [clause.text for clause in clauses]
        if any(mark in text for text in texts for mark in (", ", ";", ":")):
            return self.x.say("next").join(texts)
        return self.x.g.listing(texts, "and")

    def clauses(self, statements: list[Any], mood: str) -> list[Clause]:
        """Statements in order; choices, bindings and gains in a row are told together with what follows."""
        made: list[Clause] = []
        at = 0
        while at < len(statements):
            statement, rest = statements[at], statements[at + 1 :]
            at += 1
            match statement:
                case ty.SetLocal():
                    self.let(statement)
                case ty.Pick(mode="optional"):
                    return [*made, self._may_pick(statement, rest, mood)]
                case ty.Pick():
                    made += self._pick(statement, rest, mood)
                case ty.Do(primitive) if primitive in COUNTED:
                    row = self._row(statement, rest)
                    made.append(self._counted(row, mood))
                    at += len(row) - 1
                case _:
                    made += self._one(statement, mood)
        return made

    def _one(self, statement: Any, mood: str) -> list[Clause]:  # noqa: ANN401 - one of several statements
        tell = getattr(self, f"_{type(statement).__name__.lower()}", None)
        return list(tell(statement, mood)) if tell is not None and tells(statement) else []

    # ---- bindings

    def let(self, statement: ty.SetLocal) -> None:
        """What is bound is told where it is used; a thing in full the first time."""
        x, value = self.x, statement.value
        bound = Binding(value=value, scope=self.scope)
        if value.type.tag == "kind" and value.type.name == "player":
            bound.person = x.person(value)
        elif value.type.tag == "kind" and value.op != "local":
            bound.first = x.g.show(x.thing(value))
            bound.np = Np(x.kind_noun(value.type.name), det="that")
        self.scope.locals[statement.slot] = bound

    def bind(self, slot: int, items: E, first: str | None = None) -> Binding:
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

    def _pick(self, statement: ty.Pick, rest: list[Any], mood: str) -> list[Clause]:
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

    def _may_pick(self, statement: ty.Pick, rest: list[Any], mood: str) -> Clause:
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

    def _pickseveral(self, statement: ty.PickSeveral, mood: str) -> list[Clause]:
        x, slot, body = self.x, statement.slot, statement.body.statements
        np = x.nouns(statement.items)
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

    def range_of(self, statement: ty.PickSeveral) -> Range:
        """How many are chosen."""
        low = self.x.number(statement.low) if statement.low is not None else None
        return Range(low, self.x.number(statement.high))

    def _maybe(self, statement: ty.Maybe, mood: str) -> list[Clause]:
        if statement.again:
            return [Clause(self.x.say("any times", what=self.told(statement.body)), acts=False)]
        return [self._may(self.inner(statement.body, BASE), mood)]

    # ---- labelled options

    def _pickoption(self, statement: ty.PickOption, mood: str) -> list[Clause]:
        return [Clause(self.options(statement, mood), acts=statement.mode in ("one", "different"))]

    def options(self, statement: ty.PickOption, mood: str) -> str:
        """Labelled options; the labels stand with them when they say more than the options do."""
        x = self.x
        cases = [(case, self._option(case, mood)) for case in statement.options]
        if any(self._needs_label(case, text) for case, text in cases):
            named = ((case, x.w.text(case.label) or case.label.replace("_", " "), text) for case, text in cases)
            cases = [
                (case, text if label.casefold() == text.casefold() else x.say("option", label=label, what=text))
                for case, label, text in named
            ]
        options = [text if case.cond is None else self._only_if(text, case.cond) for case, text in cases]
        count = x.number(statement.count) if statement.count is not None else ""
        what = x.say("next").join(options)
        if statement.mode in ("one", "any") and len(options) > 1:
            what = x.say("next").join(options[:-1]) + x.say("or") + options[-1]
        return x.say(statement.mode, mood, what=what, count=count)

    def _only_if(self, text: str, cond: E) -> str:
        return self.x.say("option if", what=text, cond=self.x.conditions.clause(cond))

    def _option(self, case: ty.OptionCase, mood: str) -> str:
        if case.duty == "may":
            return self._may(self.inner(case.body, BASE), COMMAND).text
        if mood == THIRD:
            inner = self.inner(case.body, PRONOUN)
            return f"{self.x.say('they')} {self.joined(inner)}" if inner and inner[0].acts else self.told(case.body)
        return self.joined(self.inner(case.body, mood))

    def _needs_label(self, case: ty.OptionCase, text: str) -> bool:
        """A label says something when its word does not stand in the text already."""
        noun = self.w.noun(case.label)
        return not text or not any(word.lower() in text.lower() for word in (noun.one, noun.many))

    def _offermenu(self, statement: ty.OfferMenu, mood: str) -> list[Clause]:
        names = [self.w.name(a.name, a.id).one for a in self.w.v.actions if a.menu == statement.menu]
        text = self.x.say("menu", mood, what=self.x.g.listing(names, "or"))
        return [Clause(self.x.say("any times", what=text), acts=False) if statement.until_done else Clause(text)]

    # ---- control

    def _branch(self, statement: ty.Branch, mood: str) -> list[Clause]:
        del mood
        x = self.x
        parts: list[str] = []
        for cond, body in statement.branches:
            unless = cond.op == "not" and len(statement.branches) == 1 and cond.args[0].op in ("var", "field", "value")
            told = x.conditions.clause(cond.args[0] if unless else cond)
            text = x.say("unless" if unless else "if", cond=told, what=self.told(body))
            parts.append(x.say("else", what=text) if parts else text)
        if statement.otherwise is not None and tells(statement.otherwise):
            parts.append(x.say("else", what=self.told(statement.otherwise)))
        return [Clause(x.say("next").join(parts), acts=False)]

    def _loop(self, statement: ty.Loop, mood: str) -> list[Clause]:
        del mood
        x = self.x
        what = self.told(statement.body)
        if statement.while_ is not None:
            return [Clause(x.say("while", cond=x.conditions.clause(statement.while_), what=what), acts=False)]
        count = x.counted(statement.count)
        computed = "times" if count.short else "as many times"
        key = {1: "once", 2: "twice", None: computed}.get(count.value, "times")
        return [Clause(x.say(key, count=count.words, what=what), acts=False)]

    def _each(self, statement: ty.Each, mood: str) -> list[Clause]:
        if statement.acting:
            return self._each_acting(statement)
        x, slot, body = self.x, statement.slot, statement.body.statements
        each = x.g.each(x.nouns(statement.items))
        if len(body) == 1 and (takes(body[0], slot) or mentions(body[0], slot)) and uses(body, slot) == 1:
            self.bind(slot, statement.items, each)
            return self.clauses(body, mood)
        bound = self.bind(slot, statement.items)
        if len(body) == 1 and changes(body[0], slot) and uses(body, slot) == 1 and bound.person is not None:
            bound.person = replace(bound.person, np=same_words(each))
            return self.clauses(body, mood)
        self.scope.topic = ("local", slot)
        text = x.say("for each", each=each, what=self.told(statement.body))
        self.scope.topic = None
        return [Clause(text, acts=False)]

    def _each_acting(self, statement: ty.Each) -> list[Clause]:
        np = self.x.nouns(statement.items)
        person = Person(f"local {statement.slot}", Np(np.noun, det="that"))
        self.scope.locals[statement.slot] = Binding(person=person)
        return [self._acts(person, self.x.g.each(np), statement.body)]

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

    def _demand(self, statement: ty.Demand, _mood: str) -> list[Clause]:
        return [Clause(self.x.say("require", cond=self.x.conditions.clause(statement.cond)), acts=False)]

    def _leave(self, _statement: ty.Leave, _mood: str) -> list[Clause]:
        return [Clause(self.x.say("stop"), acts=False)]

    # ---- verbs of the pack

    def _callverb(self, statement: ty.CallVerb, mood: str) -> list[Clause]:
        verb = next(verb for verb in self.w.v.verbs if verb.name == statement.verb)
        template = verb.text.get(self.w.lang) or (
            verb.text.get("en") if self.w.lang not in self.w.v.languages else None
        )
        if template is None:
            return self._spelled(verb, statement.args, mood)
        holes: dict[str, Filling | None] = {}
        for param, arg in zip(verb.phrase.params, statement.args, strict=True):
            holes[param.name] = self.argument(arg)
        return [self.verb_clause(template, holes, mood)]

    def verb_clause(self, template: str, holes: dict[str, Filling | None], mood: str) -> Clause:
        """A text of a pack in a mood: with forms of its own, or as a request the language can turn."""
        if "|" in template:
            return Clause(self.x.fill(template, holes, mood))
        acts = self.x.g.acts(template)
        if mood == BASE and acts:
            return Clause(self.x.fill(self.x.g.base(template), holes))
        return Clause(self.x.fill(template, holes), acts=acts and mood in (COMMAND, BASE))

    def argument(self, arg: E) -> Filling | None:
        """An argument of a verb; an absent one is none."""
        if arg.op == "const" and arg.at == (0, 0):
            return None
        if arg.type.tag == "number":
            return self.x.counted(arg)
        if arg.type.tag == "truth":
            return self.x.conditions.clause(arg)
        if arg.type.tag == "zone":
            return self.x.place(arg)
        return replace(self.x.nouns(arg), plural=True) if arg.type.tag == "set" else self.x.thing(arg)

    def _spelled(self, verb: Verb, args: list[E], mood: str) -> list[Clause]:
        """A verb without words in this language: what it does."""
        assert verb.routine is not None
        scope = Scope(self.scope.actor, self.scope.reader)
        for slot, arg in enumerate(args):
            scope.locals[slot] = Binding(value=arg, scope=self.scope)
        inner = Teller(self.w, scope)
        inner.depth = self.depth
        return inner.clauses(verb.routine.body.statements, mood)

    def _runscript(self, statement: ty.RunScript, mood: str) -> list[Clause]:
        script = Np(self.w.noun(statement.script, "effect"), owner=self.x.owner(statement.piece))
        return [Clause(self.x.say("run", mood, script=script))]

    # ---- statements of the engine

    def _do(self, statement: ty.Do, mood: str) -> list[Clause]:
        if statement.primitive == "set_var":
            become = self._become(statement, mood)
            if become is not None:
                return [become]
            return [Clause(self._set(statement, mood))]
        told = STATEMENTS[statement.primitive]
        holes = {name: self._argument(name, value) for name, value in statement.args.items()}
        holes["pieces"] = self._pieces(statement)
        template = Template(self.x.g, mood, self.w.singulars, lambda n, of: self._so_many(statement, holes, n, of))
        text = told.text[self.x.lang]
        return [Clause(template.fill(text, holes), acts="|" in text)]

    def _set(self, statement: ty.Do, mood: str) -> str:
        """A var given a value; a truth is noted, a thing that becomes none is cleared."""
        x, var, value = self.x, statement.args["var"], statement.args["value"]
        if var.type.tag == "truth" and value.op == "const":
            return x.say("note", mood, cond=x.conditions.clause(var, negated=not value.args[0]))
        np = x.property(var)
        np = replace(np, plural=np.noun.counts)
        if value.op == "const" and value.type.tag in ("kind", "enum") and value.args[0] < 0:
            return x.say("clear", mood, var=np)
        told = x.counted(value) if value.type.tag == "number" else x.thing(value)
        return x.fill(STATEMENTS["set_var"].text[x.lang], {"var": np, "value": told}, mood)

    def _argument(self, name: str, value: Any) -> Filling | None:  # noqa: ANN401 - a value or a word
        if isinstance(value, str):
            return Np(self.w.noun(value))
        x = self.x
        if value.type.tag == "number" and value.op != "var":
            return x.counted(value)
        if value.type.tag == "zone" and name != "piece":
            return x.place(value)
        if value.type.tag == "set":
            return replace(x.nouns(value), plural=True)
        return x.thing(value)

    def _pieces(self, statement: ty.Do) -> Np | None:
        """What a statement that moves several pieces moves."""
        zone = statement.args.get("source")
        return Np(self.x.kind_noun(zone.type.name)) if zone is not None else None

    def _so_many(self, statement: ty.Do, holes: dict[str, Filling | None], number: str, of: str) -> str:
        what = holes[of]
        assert isinstance(what, Np)
        return self.x.amounts.of(statement.args[number], what)

    def _become(self, statement: ty.Do, mood: str) -> Clause | None:
        """A var that names a player, with a word for that player."""
        var, value = statement.args["var"], statement.args["value"]
        who = self.w.key(self.x.name_of(var), "who")
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

    def _row(self, first: ty.Do, rest: list[Any]) -> list[ty.Do]:
        """Gains (or payments, or losses) of one player that follow each other and can be told as one."""
        row = [first]
        for other in rest:
            alike = isinstance(other, ty.Do) and other.primitive == first.primitive
            if not alike or not self._plain(first) or not self._plain(other):
                break
            row.append(other)
        return row

    def _plain(self, statement: ty.Do) -> bool:
        """Whether it is a fixed amount of a counter of the one who acts."""
        counter = statement.args["counter"]
        mine = counter.args[1] is not None and counter.args[1].op == "me"
        return mine and statement.args["amount"].op == "const" and not self._level(statement)

    def _level(self, statement: ty.Do) -> bool:
        """Whether the counter is a level that is raised and lowered, rather than something one has."""
        counter = statement.args["counter"]
        if statement.primitive == "pay":
            return False
        if counter.args[2] is not None:
            return not self.x.is_goods(counter)
        return not self.w.noun(self.x.name_of(counter)).counts

    def _counted(self, row: list[ty.Do], mood: str) -> Clause:
        """Gain, lose, pay: by the one who acts, or by whose counter it is."""
        x = self.x
        base = row[0].args["counter"].args[1]
        level = self._level(row[0])
        of_player = base is not None and base.type.name == "player" and not level
        person = x.person(base) if of_player else self.scope.actor
        if person == self.scope.actor:
            return Clause(self._change(row, mood, level=level))
        if x.is_you(person):
            return Clause(x.say("you do", what=self._change(row, COMMAND)), acts=False)
        text = self._change(row, THIRD)
        return Clause(x.say("does", who=person.np, what=text), acts=False)

    def _change(self, row: list[ty.Do], mood: str, *, level: bool = False) -> str:
        x, told = self.x, STATEMENTS[row[0].primitive]
        if level:
            args = row[0].args
            return x.fill(
                told.level[x.lang], {"counter": x.property(args["counter"]), "amount": x.counted(args["amount"])}, mood
            )
        tell = x.amounts.price if row[0].primitive == "pay" else x.amounts.of
        amounts = [tell(s.args["amount"], replace(x.property(s.args["counter"]), owner=None)) for s in row]
        listed = x.g.listing(amounts, "and")
        return Template(x.g, mood, self.w.singulars, lambda *_: listed).fill(told.text[x.lang], {})


def _from(statement: object) -> bool:
    """Whether a statement takes things away from where they lie; choosing does."""
    return not isinstance(statement, ty.Do | ty.RunScript) or (
        isinstance(statement, ty.Do) and statement.primitive in ("move", "put_under", "remove")
    )


def sentence(text: str) -> str:
    """A clause as a sentence."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."
