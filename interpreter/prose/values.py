"""Values in words: players, things, sets, places and numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E
from interpreter.primitives import FUNCTIONS
from interpreter.prose.amounts import Amounts
from interpreter.prose.conditions import Conditions
from interpreter.prose.fill import Filling, Number, Template
from interpreter.prose.filters import Filters, is_element
from interpreter.prose.grammar import COMMAND
from interpreter.prose.nouns import Noun, Np, Owner
from interpreter.prose.phrases import say
from interpreter.prose.scope import Binding, Person, Scope, same_words

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import ValueDecl, VarDecl
    from interpreter.prose.words import Words


class Values:
    """Tells the values of one script."""

    def __init__(self, words: Words, scope: Scope) -> None:
        self.w, self.g, self.v, self.scope = words, words.g, words.v, scope
        self.conditions, self.amounts, self.filters = Conditions(self), Amounts(self), Filters(self)

    def within(self, scope: Scope | None) -> Values:
        """The same pack, another scope."""
        return self if scope is None or scope is self.scope else Values(self.w, scope)

    def say(self, key: str, mood: str = COMMAND, **holes: Filling | None) -> str:
        """One of the generator's own phrases."""
        return self.fill(say(self.w.lang, key), holes, mood)

    def fill(self, template: str, holes: dict[str, Any], mood: str = COMMAND) -> str:
        """A template of the pack or the engine."""
        return Template(self.g, mood, self.w.singulars).fill(template, holes)

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
        return bool(e.args) and self.scope.topic == (e.op, e.args[0])

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

    def _thing_this(self, e: E) -> Np:
        return Np(self.kind_noun(e.type.name), det="that")

    def _thing_item(self, e: E) -> Np:
        kind, name = e.args
        item = next(item for item in self.v.item_ids[name] if item.kind == kind)
        return Np(self.w.item(item))

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
        element = Np(self.kind_noun(items.type.name) if hasattr(items, "type") else self.w.noun("thing"))
        holes = {"0": self._set_or_place(items), "element": element}
        return same_words(self.fill(FUNCTIONS[name].text[self.lang], holes))

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
        """A var, field or number of something: `your coins`, `that card’s cost`."""
        base = e.args[2] if e.op in ("field", "formula") else e.args[1]
        index = e.args[2] if e.op == "var" else None
        if index is not None:
            return self._row(e, base, index)
        return Np(self.w.noun(self.name_of(e)), owner=self.owner(base))

    def _row(self, e: E, base: E | None, index: E) -> Np:
        if self.is_goods(e):
            return replace(self.thing(index), owner=self.owner(base))
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
        template = self.w.key(decl.name, "with")
        if template is None or not args:
            return noun
        return replace(noun, one=self._with(decl, args, template, many=False), many=self._with(decl, args, template, many=True))

    def _with(self, decl: ValueDecl, args: tuple[E, ...], template: str, *, many: bool) -> str:
        holes = {}
        for (name, _), arg in zip(decl.params, args, strict=True):
            np = self.thing(arg)
            holes[name] = replace(np, plural=many) if arg.op == "const" else np
        return self.fill(template, holes)

    def value_owner(self, e: E, noun: Noun) -> Owner | None:
        """Whose a derived value is, unless its noun says so."""
        base = e.args[1]
        if base is None:
            return None
        owner = self.owner(base)
        return None if owner == Owner("you") and self.w.speaks_to_you(noun) else owner

    def expand(self, e: E) -> tuple[E, Values]:
        """The formula of a derived value, and where to read it."""
        decl, base, args = self.v.values[e.args[0]], e.args[1], e.args[2:]
        assert decl.formula is not None
        scope = Scope(self.scope.actor, self.scope.reader)
        if base is not None and decl.of == "player":
            scope.actor = self.person(base)
        elif base is not None:
            scope.this = Binding(value=base, scope=self.scope)
        scope.locals = {slot: Binding(value=arg, scope=self.scope) for slot, arg in enumerate(args)}
        return decl.formula.value, Values(self.w, scope)

    # ---- sets

    def nouns(self, e: E) -> Np:
        """What the elements of a set are."""
        if e.op == "local":
            real, there = self.resolve(e)
            if real is not e:
                return there.nouns(real)
        found = getattr(self, f"_set_{e.op}", None)
        if found is not None:
            made: Np = found(e)
            return made
        return Np(self.kind_noun(e.type.name))

    def _set_contents(self, e: E) -> Np:
        zone = e.args[0]
        if zone.op == "value":
            return self._set_value(zone)
        if zone.op != "zone":
            return Np(self.kind_noun(e.type.name))
        noun, host = self.w.noun(self.name_of(zone)), zone.args[1]
        if host is not None and host.type.name != "player":
            own = noun if noun.counts else self.kind_noun(e.type.name)
            return Np(own, place=self.place(zone))
        if noun.counts and not noun.fixed:
            return Np(noun, owner=self.owner(host))
        return Np(self.kind_noun(e.type.name), place=self.place(zone))

    _set_zone = _set_contents

    def _set_filter(self, e: E) -> Np:
        items, number, cond = e.args
        return self.filters.narrow(self.nouns(items), cond, number, items.type.element)

    def _set_all(self, e: E) -> Np:
        return Np(self.kind_noun(e.args[0]))

    _set_values = _set_all

    def _set_opponents(self, _e: E) -> Np:
        return Np(self.w.noun("opponent"))

    def _set_owned(self, e: E) -> Np:
        return Np(self.kind_noun(e.args[0]), owner=self.owner(e.args[1]))

    def _set_parts(self, e: E) -> Np:
        return Np(self.kind_noun(e.args[0]), place=self.thing(e.args[1]))

    def _set_neighbours(self, e: E) -> Np:
        return Np(self.kind_noun(e.args[0]), tail=self.say(" next to", what=self.thing(e.args[1])))

    def _set_listing(self, e: E) -> Np:
        return same_words(self.g.listing([self.g.show(self.thing(item)) for item in e.args], "or"))

    def _set_value(self, e: E) -> Np:
        noun = self.value_noun(e)
        if noun is None or not noun.counts:
            inner, there = self.expand(e)
            return there.nouns(inner)
        return Np(noun, owner=self.value_owner(e, noun))

    def _set_func(self, e: E) -> Np:
        name = e.args[0]
        if name == "players_from":
            return Np(self.w.noun("player"), tail=self.say(" from", what=self.thing(e.args[1])))
        if name == "range":
            low, high = (self.number(arg) for arg in e.args[1:])
            return same_words(self.say("number from", **{"0": low, "1": high}))
        if name == "union":
            left, right = (self.g.one_of(self.nouns(arg)) for arg in e.args[1:])
            return same_words(self.g.listing([left, right], "or"))
        return Np(self.kind_noun(e.type.name))

    def _set_if(self, e: E) -> Np:
        cond, then, other = e.args
        both = (self.g.one_of(self.nouns(part)) for part in (then, other))
        return same_words(self.say("either", cond=self.conditions.clause(cond), **dict(zip(("then", "other"), both, strict=True))))

    # ---- places

    def place(self, e: E) -> Np:
        """A zone as a place to put things or take them from."""
        if e.op == "local":
            real, there = self.resolve(e)
            if real is not e:
                return there.place(real)
        if e.op == "value":
            noun = self.value_noun(e)
            if noun is not None:
                return Np(noun, owner=self.value_owner(e, noun), plural=noun.counts)
            inner, there = self.expand(e)
            return there.place(inner)
        if e.op != "zone":
            return Np(self.kind_noun(e.type.name), plural=True)
        host = e.args[1]
        if host is not None and host.type.name != "player":
            return self.thing(host)
        noun = self.w.noun(self.name_of(e))
        return Np(noun, owner=self.owner(host), plural=noun.counts and not noun.fixed)

    # ---- numbers

    def number(self, e: E) -> str:
        """A number as words."""
        found = getattr(self, f"_number_{e.op}", None)
        if found is not None:
            return str(found(e))
        if e.op in ("var", "field", "formula"):
            np = self.property(e)
            return self.g.show(replace(np, plural=np.noun.counts and e.op == "var"))
        if e.op in ("seat", "face", "grid_column", "grid_row"):
            return self.g.show(Np(self.w.noun(e.op.removeprefix("grid_")), owner=self.owner(e.args[-1])))
        return self.g.show(self.thing(e)) if e.type.tag != "number" else e.op

    def counted(self, e: E) -> Number:
        """A number for a template."""
        real, there = self.resolve(e)
        bound = self.binding(e)
        if bound is not None and bound.number is not None:
            return bound.number
        if real.op == "const":
            return Number(str(real.args[0]), real.args[0])
        return Number(there.number(real))

    def _number_const(self, e: E) -> str:
        return str(e.args[0])

    def _number_local(self, e: E) -> str:
        bound = self.binding(e)
        if bound is not None and bound.number is not None:
            return bound.number.words
        real, there = self.resolve(e)
        if real is not e:
            return there.number(real)
        return self.g.show(bound.np) if bound is not None and bound.np is not None else self.g.show(Np(self.w.noun("number"), det="that"))

    _number_element = _number_local

    def _number_arith(self, e: E) -> str:
        op, left, right = e.args
        if op == "*" and left.op == "const" and left.args[0] == 2:
            return self.say("twice of", right=self.number(right))
        key = {"+": "plus", "-": "minus", "*": "multiply", "/": "divide", "mod": "mod"}[op]
        return self.say(key, left=self.number(left), right=self.number(right))

    def _number_func(self, e: E) -> str:
        name, args = e.args[0], e.args[1:]
        if name == "count":
            return self.say("how many", many=self._all_of(args[0]))
        if name in ("min", "max"):
            return self.amounts.bounded(name, args, self.number)
        return self.fill(FUNCTIONS[name].text[self.lang], {str(i): self.thing(arg) for i, arg in enumerate(args)})

    def _all_of(self, items: E) -> str:
        """The elements of a set, all of them: `your coins`, or `coins on the board`."""
        np = self.nouns(items)
        return self.g.show(replace(np, plural=True)) if np.owner is not None else self.g.bare(np, plural=True)

    def _number_each(self, e: E) -> str:
        return self.over(e)

    def over(self, e: E) -> str:
        """A function over a set and a value for each element."""
        name, items, number, each, *rest = e.args
        np = self.nouns(items)
        prior = self.scope.topic
        self.scope.elements[number] = self.element(np, items.type.element, number)
        self.scope.topic = ("element", number)
        words: Filling
        if each.op in ("field", "var", "formula") and is_element(each.args[1 if each.op == "var" else 2], number):
            words = replace(self.property(each), owner=None, det="none")
        elif each.type.tag == "truth":
            words = self.conditions.clause(each)
        else:
            words = self.number(each)
        self.scope.topic = prior
        holes = {"0": replace(np, plural=True), "1": words, "element": np}
        holes |= {str(i + 2): self.number(arg) for i, arg in enumerate(rest)}
        return self.fill(FUNCTIONS[name].text[self.lang], holes)

    def element(self, np: Np, of: Type, number: int) -> Binding:
        """An element of a set while a condition on it is told."""
        that = Np(np.noun, det="that")
        if of.name == "player" and of.tag == "kind":
            return Binding(person=Person(f"element {number}", that))
        return Binding(np=that)

    def _number_value(self, e: E) -> str:
        noun = self.value_noun(e)
        if noun is None:
            inner, there = self.expand(e)
            return there.number(inner)
        np = Np(noun, owner=self.value_owner(e, noun), plural=noun.counts)
        if not noun.counts:
            return self.g.show(np)
        return self.say("how many", many=self.g.show(np) if np.owner is not None else self.g.bare(np, plural=True))

    def _number_table(self, e: E) -> str:
        name, key = e.args
        return self.say("each so", **{"0": Np(self.w.noun(name)), "1": self.thing(key)})

    def _number_if(self, e: E) -> str:
        cond, then, other = e.args
        return self.say("either", then=self.number(then), cond=self.conditions.clause(cond), other=self.number(other))

    def _number_player_count(self, _e: E) -> str:
        return self.say("how many", many=self.w.noun("player").many)

    def _number_option(self, e: E) -> str:
        return str(e.args[0]).replace("_", " ")
