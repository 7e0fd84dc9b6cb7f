"""Values in words: players, things and their properties; sets, places and numbers through the parts that tell them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.check.vocabulary import unprinted
from interpreter.languages import FALLBACK
from interpreter.languages.grammar import COMMAND
from interpreter.languages.nouns import Noun, Np, Owner
from interpreter.primitives import FUNCTIONS
from interpreter.prose.amounts import Amounts
from interpreter.prose.conditions import Conditions
from interpreter.prose.fill import Filling, Number, Template
from interpreter.prose.filters import Filters
from interpreter.prose.numbers import Numbers
from interpreter.prose.properties import base_of, name_of
from interpreter.prose.scope import Binding, Person, Scope, Topic, same_words
from interpreter.prose.sets import Sets
from interpreter.prose.uses import written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check.types import Type
    from interpreter.check.vocabulary import ValueDecl, VarDecl
    from interpreter.languages import Language
    from interpreter.primitives import Statement
    from interpreter.prose.words import Words


def statement_words(declared: Statement, language: Language, *, level: bool = False) -> str:
    """What a statement of the engine says in a language: its own words if it brings some, else those of the table."""
    own = declared.level if level else declared.text
    if own:
        return own.get(language.code) or own[FALLBACK]
    return (language.levels if level else language.statements)[declared.name]


MOST_SPELLED = 6
"""Of values without words, inside each other, so many are spelled out; nobody reads more, and Python's stack has an end."""


class Values:
    """Tells the values of one script."""

    def __init__(self, words: Words, scope: Scope, level: int = 0) -> None:
        self.w, self.g, self.v, self.scope = words, words.g, words.v, scope
        self._level = level  # how many values inside each other are being spelled out
        self.sets, self.numbers, self.amounts = Sets(self), Numbers(self), Amounts(self)
        self.conditions, self.filters = Conditions(self), Filters(self)

    def within(self, scope: Scope | None) -> Values:
        """The same pack, another scope."""
        return self if scope is None or scope is self.scope else Values(self.w, scope, self._level)

    def say(self, key: str, mood: str = COMMAND, **holes: Filling | None) -> str:
        """One of the generator's own phrases."""
        return self.fill(self.w.language.prose[key], holes, mood)

    def fill(self, template: str, holes: Mapping[str, Filling | None], mood: str = COMMAND) -> str:
        """A template of the pack or the engine."""
        return Template(self.g, mood, self.w.singulars, equal=self._equal).fill(template, holes)

    def _equal(self, many: str, number: Number) -> str:
        if number.noted:
            return self.g.that_many(many)
        return Template(self.g, COMMAND, {}).fill(
            self.w.language.prose["equal"], {"many": many, "amount": number.words}
        )

    def statement(self, declared: Statement, *, level: bool = False, to_self: bool = False) -> str:
        """The template of an engine statement; that of one that changes a level, or that the reader does to themselves."""
        if to_self and not declared.text and declared.name in self.w.language.to_self:
            return self.w.language.to_self[declared.name]
        return statement_words(declared, self.w.language, level=level)

    def function(self, name: str, holes: Mapping[str, Filling], *, computed: bool = False) -> str:
        """What an engine function says, `computed` of a value that has to be worked out for each element."""
        over = self.w.language.over.get(name) if computed else None
        return self.fill(over or self._function(name), holes)

    def _function(self, name: str) -> str:
        own = FUNCTIONS[name].text
        return own.get(self.w.lang) or own[FALLBACK] if own else self.w.language.functions[name]

    def speaks_of_element(self, name: str) -> bool:
        """Whether the words of a function follow what its elements are called."""
        return "{element}" in self._function(name)

    def binding(self, value: ty.Value) -> Binding | None:
        """What a local, an element or `this` was bound to."""
        match value:
            case ty.Local(slot=slot):
                return self.scope.locals.get(slot)
            case ty.Element(number=number):
                return self.scope.elements.get(number)
            case ty.This():
                return self.scope.this
            case _:
                return None

    def resolve(self, value: ty.Value) -> tuple[ty.Value, Values]:
        """What a local bound by `let`, or a parameter, stands for, and where to read it."""
        bound = self.binding(value)
        if bound is None or bound.value is None:
            return value, self
        scope = bound.scope
        if scope is not None and bound.actor is not None and bound.actor != scope.actor:
            scope = replace(scope, actor=bound.actor, topic=None)
        return self.within(scope).resolve(bound.value)

    def is_topic(self, value: ty.Value) -> bool:
        """Whether this is what the sentence speaks of."""
        topic = _topic(value)
        return topic is not None and self.scope.topic == topic

    # ---- players

    def person(self, value: ty.Value) -> Person:
        """Who a value of type player is."""
        if isinstance(value, ty.Me):
            return self.scope.actor
        bound = self.binding(value)
        if bound is not None and bound.person is not None:
            return bound.person
        real, there = self.resolve(value)
        if real is not value:
            return there.person(real)
        return Person(written(value), self._person_np(value), simple=False)

    def _person_np(self, value: ty.Value) -> Np:
        match value:
            case ty.Owner(thing=thing):
                return Np(self.w.noun("owner"), owner=self.owner(thing))
            case ty.Neighbour(player, step):
                return Np(self.w.noun("left" if step == 1 else "right"), owner=self.owner(player))
            case ty.Const():
                return same_words(self.say("nobody"))
            case ty.Var() | ty.Field():
                who = self.w.key(name_of(value), "who")
                return Np(self.w.made(who)) if who else self.property(value)
            case ty.Derived() | ty.IfElse() | ty.Applied() | ty.OverEach() | ty.InSlot() | ty.Host() | ty.Neutral():
                return self.thing(value)
            case _:
                return Np(self.w.noun("player"), det="that")

    def party(self, value: ty.Value) -> Np:
        """A player by what makes somebody the one who is meant (`the holder of the cup`), anything else as a thing."""
        named = value.type.name == "player" and isinstance(value, ty.Var | ty.Field)
        return self.person(value).np if named else self.thing(value)

    def is_you(self, person: Person) -> bool:
        """Whether this is the reader."""
        return person.key == self.scope.reader

    def subject(self, person: Person) -> str:
        """A player as the subject of a sentence."""
        return self.say("you") if self.is_you(person) else self.g.show(person.np)

    def owner(self, base: ty.Value | None) -> Owner | None:
        """Whose: of a player or a thing; of nobody when it is the table's."""
        if base is None:
            return None
        if base.type.name == "player" and base.type.tag == "kind":
            person = self.person(base)
            if self.is_you(person):
                return Owner("you")
            gender = person.np.noun.gender
            return Owner("they", gender=gender) if person.simple else Owner("of", self.g.show(person.np))
        if self.is_topic(base):
            return Owner("it", gender=self.kind_noun(base.type.name).gender)
        return Owner("of", self.g.show(self.thing(base)))

    # ---- names

    def kind_noun(self, name: str) -> Noun:
        """The noun for a kind or enum."""
        noun = self.w.noun(name)
        return replace(noun, at=noun.at or self.g.at)

    def var_decl(self, value: ty.Var) -> VarDecl:
        """The declaration of a var."""
        return self.v.var(value.key)

    # ---- things

    def thing(self, value: ty.Value) -> Np:  # noqa: C901, PLR0911, PLR0912 - one case per form
        """A single thing, enum value or property."""
        bound = self.binding(value)
        if bound is not None:
            return self._bound(value, bound)
        match value:
            case ty.Me() | ty.Owner() | ty.Neighbour():
                person = self.person(value)
                return same_words(self.say("you")) if self.is_you(person) else person.np
            case ty.Local() | ty.Element():
                return Np(self.kind_noun(value.type.name), det="that")
            case ty.This() if self.w.speaker is not None and self.w.speaker.kind == value.type.name:
                return Np(replace(self.w.item(self.w.speaker), at=self.kind_noun(value.type.name).at))
            case ty.This():
                return Np(self.kind_noun(value.type.name), det="this")
            case ty.Neutral():
                return Np(self.w.noun(self.w.neutral, "neutral"))
            case ty.TheItem(kind=kind, id=name) if (kind, name) == self.w.own:
                return Np(self.kind_noun(kind), det="this")
            case ty.TheItem(kind=kind, id=name):
                item = next(item for item in self.v.item_ids[name] if item.kind == kind)
                if self.v.kinds[kind].grid is not None and not item.name:
                    return self._cell(kind, self.v.kinds[kind].items.index(item))
                return Np(replace(self.w.item(item), at=self.kind_noun(kind).at))
            case ty.Const():
                return self._constant(value)
            case ty.InSlot(zone=zone):
                if not isinstance(zone, ty.Zone):
                    return self.nouns(zone)
                return Np(self.w.noun(name_of(zone)), owner=self.owner(zone.host))
            case ty.Parent(thing=thing) | ty.Host(thing=thing):
                return Np(self.kind_noun(value.type.name), owner=self.owner(thing))
            case ty.OwnedOne(kind=kind, player=player):
                return Np(self.kind_noun(kind), owner=self.owner(player))
            case ty.Var() | ty.Field():
                return self.property(value)
            case ty.Applied():
                return self._applied(value)
            case ty.OverEach():
                return self.nouns(value) if value.type.tag == "set" else same_words(self.over(value))
            case ty.Derived():
                noun = self.value_noun(value)
                if noun is None:
                    inner, there = self.expand(value)
                    return there.thing(inner)
                return Np(noun, owner=self.value_owner(value, noun))
            case ty.IfElse(cond=cond, then=then, other=other):
                clause = self.conditions.clause(cond)
                return same_words(self.say("either", then=self.thing(then), cond=clause, other=self.thing(other)))
            case ty.OptionValue() | ty.ItemFormula() | ty.TableRow() | ty.PlayerCount() | ty.Seat() | ty.FaceUp():
                return same_words(self.number(value))
            case ty.GridLine() | ty.Arith() | ty.Ranked():
                return same_words(self.number(value))
            case ty.OnGrid():
                return same_words(self.number(value)) if value.type.tag == "number" else self.nouns(value)
            case ty.CellAt(kind=kind, owner=owner, column=column, row=row):
                return replace(self._at(kind, self.number(column), self.number(row)), owner=self.owner(owner))
            case ty.HasScript() | ty.Aside() | ty.Compare() | ty.Logic() | ty.Not() | ty.NonEmpty() | ty.Some():
                return same_words(self.conditions.clause(value))
            case ty.InZone() | ty.Member() | ty.Unmarked() | ty.Watched():
                return same_words(self.conditions.clause(value))
            case (
                ty.Row()
                | ty.Zone()
                | ty.Contents()
                | ty.AllOf()
                | ty.Every()
                | ty.EnumValues()
                | ty.Owned()
                | ty.Parts()
            ):
                return self.nouns(value)
            case ty.Neighbours() | ty.Opponents() | ty.Everyone() | ty.Copies() | ty.Listing() | ty.Filter():
                return self.nouns(value)
            case _:
                assert_never(value)

    def _cell(self, kind: str, number: int) -> Np:
        """A place of a grid that has no name."""
        columns, _ = self.v.kinds[kind].grid or (1, 1)
        return self._at(kind, str(number % columns + 1), str(number // columns + 1))

    def _at(self, kind: str, column: str, row: str) -> Np:
        return Np(self.kind_noun(kind), tail=self.say(" in column and row", column=column, row=row))

    def _bound(self, value: ty.Value, bound: Binding) -> Np:
        mentioned = bound.mention()
        if mentioned is not None:
            return mentioned
        if bound.person is not None:
            return same_words(self.subject(bound.person))
        if bound.number is not None:
            return same_words(bound.number.words)
        if bound.truth is not None:
            return same_words(self.conditions.clause(value))
        real, there = self.resolve(value)
        if real is not value:
            return there.thing(real)
        return Np(self.kind_noun(value.type.name), det="that")

    def _constant(self, value: ty.Const) -> Np:
        of, number = value.type, value.number
        if of.tag == "enum" and number >= 0:
            return Np(self.kind_noun(self.v.enums[of.name].values[number]), det="none")
        if of.tag == "number":
            return same_words(str(number))
        if of.tag == "truth":
            return same_words(self.say("yes" if number else "no"))
        return same_words(self.say("none"))

    def _applied(self, value: ty.Applied) -> Np:
        """What a function gives; an element of a set is told by where it is from."""
        if value.type.tag == "set":
            return self.nouns(value)
        if FUNCTIONS[value.function].result != "element":
            truth = value.type.tag == "truth"
            return same_words(self.conditions.clause(value) if truth else self.number(value))
        items = value.given[0]
        place = self.place(items.zone) if isinstance(items, ty.Contents) else replace(self.nouns(items), plural=True)
        some = self.g.one_of(self.nouns(items))
        element = Np(self.kind_noun(items.type.name))
        return same_words(self.function(value.function, {"0": place, "some": some, "element": element}))

    # ---- properties

    def property(self, value: ty.Var | ty.Field | ty.ItemFormula) -> Np:
        """A var, field or number of something: `your coins`, `that card's cost`."""
        base = base_of(value)
        if isinstance(value, ty.Var) and value.index is not None:
            return self._row(value, value.index)
        noun = self.w.noun(name_of(value))
        if isinstance(value, ty.Field) and f"{value.kind}.{value.name}" in self.v.standing:
            noun = self.g.qualified(noun, "printed")
        return Np(noun, owner=self.owner(base))

    def _row(self, value: ty.Var, index: ty.Value) -> Np:
        if self.is_goods(value):
            good = self.thing(index)
            return replace(good, owner=self.owner(value.host), det="the" if good.det == "none" else good.det)
        tail = self.say(" of that", what=self.thing(index))
        return Np(self.w.noun(name_of(value)), owner=self.owner(value.host), tail=tail)

    def is_goods(self, value: ty.Var) -> bool:
        """Whether a row of counters is what its values are first kept in, so that they are called by value alone."""
        decl = self.var_decl(value)
        rows = [d for d in self.v.kinds["player"].vars.values() if d.each and d.each == decl.each]
        return bool(rows) and rows[0] is decl

    # ---- derived values

    def spells_out(self, value: ty.Derived) -> bool:
        """Whether a derived value has no words of its own: then it is told what it is worked out from."""
        return not self.w.has(self.v.values[value.key].name) and self._level < MOST_SPELLED

    def value_noun(self, value: ty.Derived) -> Noun | None:
        """The pack's noun for a derived value with its arguments in it, or None when it has to be spelled out."""
        decl, given = self.v.values[value.key], value.given
        own = unprinted(decl.name)
        if own is not None and self.w.has(own):
            return self.g.qualified(self.w.noun(own), "printed")
        if self.spells_out(value):
            return None
        noun = self.w.noun(decl.name)
        one = self.w.key(decl.name, "with")
        if one is None or not given:
            return noun
        many = self.w.key(decl.name, "with_many") or one
        noun = replace(
            noun, one=self._with(decl, given, one, many=False), many=self._with(decl, given, many, many=True)
        )
        return self.g.term(noun, {"gender": self._led_by(decl, given, one) or noun.gender}, "")

    def _led_by(self, decl: ValueDecl, given: tuple[ty.Value, ...], template: str) -> str:
        """The gender of the argument that a noun begins with: `{one kind} in supply` is of the gender of the kind."""
        for (name, _), arg in zip(decl.params, given, strict=True):
            if template.startswith(f"{{one {name}}}"):
                return self.thing(arg).noun.gender
        return ""

    def _with(self, decl: ValueDecl, given: tuple[ty.Value, ...], template: str, *, many: bool) -> str:
        holes = {}
        for (name, _), arg in zip(decl.params, given, strict=True):
            np = self.thing(arg)
            holes[name] = replace(np, plural=many) if isinstance(arg, ty.Const) else np
        return self.fill(template, holes)

    def is_printed(self, value: ty.Derived) -> bool:
        """Whether a value stands for a field: its term is what it is called, not what there is so much of."""
        host, _, name = value.key.rpartition(".")
        return host in self.v.kinds and name in self.v.kinds[host].fields

    def value_owner(self, value: ty.Derived, noun: Noun) -> Owner | None:
        """Whose a derived value is, unless its noun says so, or it is a set of things that are not anybody's."""
        if value.base is None:
            return None
        owner = self.owner(value.base)
        if owner == Owner("you") and self.w.speaks_to_you(noun):
            return None
        if value.type.tag in ("set", "zone"):
            inner, there = self.expand(value)
            return owner if there.belongs(inner) else None
        return owner

    def belongs(self, items: ty.Value) -> bool:
        """Whether a set is of things that are somebody's; of several put together, whether any of them is."""
        if self.nouns(items).owner is not None:
            return True
        parts = items.given if isinstance(items, ty.Applied) else ()
        return any(part.type.tag == "set" and self.nouns(part).owner is not None for part in parts)

    def expand(self, value: ty.Derived) -> tuple[ty.Value, Values]:
        """The formula of a derived value, and where to read it."""
        decl, base = self.v.values[value.key], value.base
        assert decl.formula is not None
        if not self.w.has(decl.name):
            self.w.spelled.add(decl.name)
        scope = Scope(self.scope.actor, self.scope.reader)
        if base is not None and decl.of == "player":
            scope.actor = self.person(base)
        elif base is not None:
            scope.this = Binding(value=base, scope=self.scope)
            scope.topic = ("this", 0) if self.is_topic(base) else None
        scope.locals = {slot: Binding(value=arg, scope=self.scope) for slot, arg in enumerate(value.given)}
        return decl.formula.value, Values(self.w, scope, self._level + 1)

    def element(self, np: Np, of: Type, number: int) -> Binding:
        """An element of a set while a condition on it is told."""
        that = Np(np.noun, det="that")
        if of.name == "player" and of.tag == "kind":
            return Binding(person=Person(f"element {number}", that))
        return Binding(np=that)

    # ---- what the other parts tell

    def nouns(self, items: ty.Value) -> Np:
        """What the elements of a set are."""
        return self.sets.nouns(items)

    def place(self, zone: ty.Value) -> Np:
        """A zone as a place to put things or take them from."""
        return self.sets.place(zone)

    def number(self, value: ty.Value) -> str:
        """A number as words."""
        return self.numbers.number(value)

    def counted(self, value: ty.Value) -> Number:
        """A number for a template."""
        return self.numbers.counted(value)

    def over(self, value: ty.OverEach) -> str:
        """A function over a set and a value for each element."""
        return self.numbers.over(value)


def _topic(value: ty.Value) -> Topic | None:
    """What a sentence speaks of, when it speaks of this value."""
    match value:
        case ty.Local(slot=slot):
            return ("local", slot)
        case ty.Element(number=number):
            return ("element", number)
        case ty.This():
            return ("this", 0)
        case _:
            return None
