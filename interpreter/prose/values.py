"""Values in words: players, things and their properties; sets, places and numbers through the parts that tell them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E
from interpreter.primitives import FUNCTIONS
from interpreter.prose.amounts import Amounts
from interpreter.prose.conditions import Conditions
from interpreter.prose.fill import Filling, Number, Template
from interpreter.prose.filters import Filters
from interpreter.prose.grammar import COMMAND
from interpreter.prose.nouns import Noun, Np, Owner
from interpreter.prose.numbers import Numbers
from interpreter.prose.phrases import say
from interpreter.prose.scope import Binding, Person, Scope, same_words
from interpreter.prose.sets import Sets

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import ValueDecl, VarDecl
    from interpreter.prose.words import Words


class Values:
    """Tells the values of one script."""

    def __init__(self, words: Words, scope: Scope) -> None:
        self.w, self.g, self.v, self.scope = words, words.g, words.v, scope
        self.sets, self.numbers, self.amounts = Sets(self), Numbers(self), Amounts(self)
        self.conditions, self.filters = Conditions(self), Filters(self)

    def within(self, scope: Scope | None) -> Values:
        """The same pack, another scope."""
        return self if scope is None or scope is self.scope else Values(self.w, scope)

    def say(self, key: str, mood: str = COMMAND, **holes: Filling | None) -> str:
        """One of the generator's own phrases."""
        return self.fill(say(self.w.lang, key), holes, mood)

    def fill(self, template: str, holes: dict[str, Any], mood: str = COMMAND) -> str:
        """A template of the pack or the engine."""
        return Template(self.g, mood, self.w.singulars, equal=self._equal).fill(template, holes)

    def _equal(self, many: str, amount: str) -> str:
        return Template(self.g, COMMAND, {}).fill(say(self.w.lang, "equal"), {"many": many, "amount": amount})

    def function(self, name: str, holes: dict[str, Any]) -> str:
        """What an engine function says."""
        return self.fill(FUNCTIONS[name].text[self.lang], holes)

    def binding(self, e: E) -> Binding | None:
        """What a local, an element or `this` was bound to."""
        if e.op == "local":
            return self.scope.locals.get(e.args[0])
        if e.op == "element":
            return self.scope.elements.get(e.args[0])
        return self.scope.this if e.op == "this" else None

    def resolve(self, e: E) -> tuple[E, Values]:
        """What a local bound by `let`, or a parameter, stands for, and where to read it."""
        bound = self.binding(e)
        if bound is None or bound.value is None:
            return e, self
        return self.within(bound.scope).resolve(bound.value)

    def is_topic(self, e: E) -> bool:
        """Whether this is what the sentence speaks of."""
        return self.scope.topic == (e.op, e.args[0] if e.args else 0)

    # ---- players

    def person(self, e: E) -> Person:
        """Who a value of type player is."""
        if e.op == "me":
            return self.scope.actor
        bound = self.binding(e)
        if bound is not None and bound.person is not None:
            return bound.person
        real, there = self.resolve(e)
        if real is not e:
            return there.person(real)
        return Person(f"{e.op} {e.args}", self._person_np(e), simple=False)

    def _person_np(self, e: E) -> Np:
        if e.op in ("owner", "left", "right"):
            return Np(self.w.noun(e.op), owner=self.owner(e.args[-1]))
        if e.op == "const":
            return same_words(self.say("nobody"))
        if e.op in ("var", "field"):
            name = self.name_of(e)
            who = self.w.key(name, "who")
            return Np(self.w.made(who)) if who else self.property(e)
        if e.op in ("value", "if", "func", "each", "slot", "host"):
            return self.thing(e)
        return Np(self.w.noun("player"), det="that")

    def is_you(self, person: Person) -> bool:
        """Whether this is the reader."""
        return person.key == self.scope.reader

    def subject(self, person: Person) -> str:
        """A player as the subject of a sentence."""
        return self.say("you") if self.is_you(person) else self.g.show(person.np)

    def owner(self, e: E | None) -> Owner | None:
        """Whose: of a player or a thing; of nobody when it is the table's."""
        if e is None:
            return None
        if e.type.name == "player" and e.type.tag == "kind":
            person = self.person(e)
            if self.is_you(person):
                return Owner("you")
            return Owner("they") if person.simple else Owner("of", self.g.show(person.np))
        return Owner("it") if self.is_topic(e) else Owner("of", self.g.show(self.thing(e)))

    # ---- names

    def name_of(self, e: E) -> str:
        """The declared name behind a var, field, value or script."""
        if e.op in ("field", "formula"):
            return str(e.args[1])
        return str(e.args[0]).rpartition(".")[2]

    def kind_noun(self, name: str) -> Noun:
        """The noun for a kind or enum."""
        noun = self.w.noun(name)
        return replace(noun, at=noun.at or ("sur" if self.w.lang == "fr" else "on"))

    def var_decl(self, e: E) -> VarDecl:
        """The declaration of a var."""
        host, _, name = str(e.args[0]).partition(".")
        return self.v.kind(host).vars[name]

    # ---- things

    def thing(self, e: E) -> Np:
        """A single thing, enum value or property."""
        bound = self.binding(e)
        if bound is not None:
            return self._bound(e, bound)
        if e.type.name == "player" and e.op in ("me", "owner", "left", "right"):
            person = self.person(e)
            return same_words(self.say("you")) if self.is_you(person) else person.np
        found = getattr(self, f"_thing_{e.op}", None)
        if found is not None:
            made: Np = found(e)
            return made
        if e.type.tag in ("set", "zone"):
            return self.nouns(e)
        if e.type.tag == "truth":
            return same_words(self.name_of(e).replace("_", " "))
        return same_words(self.number(e))

    def _bound(self, e: E, bound: Binding) -> Np:
        mentioned = bound.mention()
        if mentioned is not None:
            return mentioned
        if bound.person is not None:
            return same_words(self.subject(bound.person))
        if bound.number is not None:
            return same_words(bound.number.words)
        real, there = self.resolve(e)
        if real is not e:
            return there.thing(real)
        return Np(self.kind_noun(e.type.name), det="that")

    def _thing_local(self, e: E) -> Np:
        return Np(self.kind_noun(e.type.name), det="that")

    _thing_element = _thing_local

    def _thing_neutral(self, _e: E) -> Np:
        return Np(self.w.noun("neutral"), det="none")

    def _thing_this(self, e: E) -> Np:
        return Np(self.kind_noun(e.type.name), det="this")

    def _thing_item(self, e: E) -> Np:
        kind, name = e.args
        item = next(item for item in self.v.item_ids[name] if item.kind == kind)
        return Np(replace(self.w.item(item), at=self.kind_noun(kind).at))

    def _thing_const(self, e: E) -> Np:
        if e.type.tag == "enum" and e.args[0] >= 0:
            return Np(self.kind_noun(self.v.enums[e.type.name].values[e.args[0]]), det="none")
        if e.type.tag == "number":
            return same_words(str(e.args[0]))
        if e.type.tag == "truth":
            return same_words(self.say("yes" if e.args[0] else "no"))
        return same_words(self.say("none"))

    def _thing_slot(self, e: E) -> Np:
        zone = e.args[0]
        if zone.op != "zone":
            return self.nouns(zone)
        return Np(self.w.noun(self.name_of(zone)), owner=self.owner(zone.args[1]))

    def _thing_parent(self, e: E) -> Np:
        return Np(self.kind_noun(e.type.name), owner=self.owner(e.args[-1]))

    _thing_host = _thing_parent

    def _thing_the_owned(self, e: E) -> Np:
        return Np(self.kind_noun(e.args[0]), owner=self.owner(e.args[1]))

    def _thing_var(self, e: E) -> Np:
        return self.property(e)

    _thing_field = _thing_var

    def _thing_func(self, e: E) -> Np:
        name, items = e.args[0], e.args[1]
        if name == "first":
            return same_words(self.g.one_of(self.nouns(items)))
        holes = {"0": self._set_or_place(items), "element": Np(self.kind_noun(items.type.name))}
        return same_words(self.function(name, holes))

    def _set_or_place(self, items: E) -> Filling:
        if items.op == "contents":
            return self.place(items.args[0])
        return replace(self.nouns(items), plural=True)

    def _thing_each(self, e: E) -> Np:
        return same_words(self.over(e))

    def _thing_value(self, e: E) -> Np:
        noun = self.value_noun(e)
        if noun is None:
            inner, there = self.expand(e)
            return there.thing(inner)
        return Np(noun, owner=self.value_owner(e, noun))

    def _thing_if(self, e: E) -> Np:
        cond, then, other = e.args
        return same_words(
            self.say("either", then=self.thing(then), cond=self.conditions.clause(cond), other=self.thing(other))
        )

    @property
    def lang(self) -> str:
        """The language, where the engine speaks it."""
        return "fr" if self.w.lang == "fr" else "en"

    # ---- properties

    def property(self, e: E) -> Np:
        """A var, field or number of something: `your coins`, `that card's cost`."""
        base = e.args[2] if e.op in ("field", "formula") else e.args[1]
        index = e.args[2] if e.op == "var" else None
        if index is not None:
            return self._row(e, base, index)
        return Np(self.w.noun(self.name_of(e)), owner=self.owner(base))

    def _row(self, e: E, base: E | None, index: E) -> Np:
        if self.is_goods(e):
            good = self.thing(index)
            return replace(good, owner=self.owner(base), det="the" if good.det == "none" else good.det)
        tail = self.say(" of that", what=self.thing(index))
        return Np(self.w.noun(self.name_of(e)), owner=self.owner(base), tail=tail)

    def is_goods(self, e: E) -> bool:
        """Whether a row of counters is what its values are first kept in, so that they are called by value alone."""
        decl = self.var_decl(e)
        rows = [d for d in self.v.kinds["player"].vars.values() if d.each and d.each == decl.each]
        return bool(rows) and rows[0] is decl

    # ---- derived values

    def value_noun(self, e: E) -> Noun | None:
        """The pack's noun for a derived value with its arguments in it, or None when it has to be spelled out."""
        decl, args = self.v.values[e.args[0]], e.args[2:]
        if not self.w.has(decl.name):
            return None
        noun = self.w.noun(decl.name)
        one = self.w.key(decl.name, "with")
        if one is None or not args:
            return noun
        many = self.w.key(decl.name, "with_many") or one
        return replace(noun, one=self._with(decl, args, one, many=False), many=self._with(decl, args, many, many=True))

    def _with(self, decl: ValueDecl, args: tuple[E, ...], template: str, *, many: bool) -> str:
        holes = {}
        for (name, _), arg in zip(decl.params, args, strict=True):
            np = self.thing(arg)
            holes[name] = replace(np, plural=many) if arg.op == "const" else np
        return self.fill(template, holes)

    def value_owner(self, e: E, noun: Noun) -> Owner | None:
        """Whose a derived value is, unless its noun says so, or it is a set of things that are not anybody's."""
        base = e.args[1]
        if base is None:
            return None
        owner = self.owner(base)
        if owner == Owner("you") and self.w.speaks_to_you(noun):
            return None
        if e.type.tag in ("set", "zone"):
            inner, there = self.expand(e)
            return owner if there.nouns(inner).owner is not None else None
        return owner

    def expand(self, e: E) -> tuple[E, Values]:
        """The formula of a derived value, and where to read it."""
        decl, base, args = self.v.values[e.args[0]], e.args[1], e.args[2:]
        assert decl.formula is not None
        scope = Scope(self.scope.actor, self.scope.reader)
        if base is not None and decl.of == "player":
            scope.actor = self.person(base)
        elif base is not None:
            scope.this = Binding(value=base, scope=self.scope)
            scope.topic = ("this", 0) if self.is_topic(base) else None
        scope.locals = {slot: Binding(value=arg, scope=self.scope) for slot, arg in enumerate(args)}
        return decl.formula.value, Values(self.w, scope)

    def element(self, np: Np, of: Type, number: int) -> Binding:
        """An element of a set while a condition on it is told."""
        that = Np(np.noun, det="that")
        if of.name == "player" and of.tag == "kind":
            return Binding(person=Person(f"element {number}", that))
        return Binding(np=that)

    # ---- what the other parts tell

    def nouns(self, e: E) -> Np:
        """What the elements of a set are."""
        return self.sets.nouns(e)

    def place(self, e: E) -> Np:
        """A zone as a place to put things or take them from."""
        return self.sets.place(e)

    def number(self, e: E) -> str:
        """A number as words."""
        return self.numbers.number(e)

    def counted(self, e: E) -> Number:
        """A number for a template."""
        return self.numbers.counted(e)

    def over(self, e: E) -> str:
        """A function over a set and a value for each element."""
        return self.numbers.over(e)
