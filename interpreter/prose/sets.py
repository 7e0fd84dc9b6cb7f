"""Sets and places in words: what their elements are called, whose they are, where they lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.languages.nouns import Np
from interpreter.primitives import FUNCTIONS, Function
from interpreter.primitives.grids import DIRECTION
from interpreter.prose.properties import name_of
from interpreter.prose.scope import same_words

if TYPE_CHECKING:
    from interpreter.prose.fill import Filling
    from interpreter.prose.values import Values


class Sets:
    """Tells sets and places."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def nouns(self, value: ty.Value) -> Np:  # noqa: C901, PLR0911, PLR0912 - one case per form of set
        """What the elements of a set are; of anything else, what it is."""
        x = self.x
        match value:
            case ty.Local():
                real, there = x.resolve(value)
                return there.nouns(real) if real is not value else self._kind(value)
            case ty.Contents(zone=zone):
                return self._lying(zone, value)
            case ty.Zone():
                return self._lying(value, value)
            case ty.Filter(items=items, element=number, cond=cond):
                return x.filters.narrow(self.nouns(items), cond, number, items.type.element)
            case ty.AllOf(kind=name) | ty.Every(kind=name) | ty.EnumValues(enum=name):
                return Np(x.kind_noun(name))
            case ty.Opponents():
                return Np(x.w.noun("opponent"))
            case ty.Everyone():
                return Np(x.w.noun("player"))
            case ty.Owned(kind=kind, player=player):
                return Np(x.kind_noun(kind), owner=x.owner(player))
            case ty.Parts(part=part, thing=thing):
                return Np(x.kind_noun(part), place=x.thing(thing))
            case ty.Neighbours(kind=kind, which=which, thing=thing):
                return Np(x.kind_noun(kind), tail=x.say(f" {which}", what=x.thing(thing)))
            case ty.Listing(items=items) if value.type.name == DIRECTION:
                listed = x.g.listing([x.g.show(x.thing(item)) for item in items], "or")
                return Np(x.kind_noun(DIRECTION), tail=f" ({listed})")
            case ty.Listing(items=items):
                return same_words(x.g.listing([x.g.show(x.thing(item)) for item in items], "or"))
            case ty.Derived():
                return self._derived(value)
            case ty.Applied():
                return self._applied(value)
            case ty.OnGrid():
                return self._on_grid(value)
            case ty.OverEach() if value.type.tag == "set":
                np, words = x.numbers.each(value)
                return replace(np, tail=np.tail + x.function(value.function, {"0": "", "1": words}))
            case ty.Copies(piece=piece):
                words = x.function(_of_copies().name, {"element": "", "0": x.thing(piece)})
                return Np(x.kind_noun(value.type.name), tail=words)
            case ty.IfElse() if (preference := ty.preferred(value)) is not None:
                best, every = self.nouns(preference[0]), self.nouns(preference[1])
                best = replace(best, place=None, owner=None)
                return replace(every, tail=every.tail + x.say(" preferring", what=x.g.one_of(best)))
            case ty.IfElse(cond=cond, then=then, other=other):
                one, two = (x.g.one_of(self.nouns(part)) for part in (then, other))
                return same_words(x.say("either", then=one, cond=x.conditions.clause(cond), other=two))
            case _:
                return self._kind(value)

    def _on_grid(self, value: ty.OnGrid) -> Np:
        """Places that a function gives: told after those it is given, or after what they are."""
        x, np = self.x, Np(self.x.kind_noun(value.kind))
        holes: dict[str, Filling] = {"element": ""}
        for number, one in enumerate(value.given):
            if one.type.tag == "set":
                np, holes[str(number)] = self.nouns(one), ""
            else:
                holes[str(number)] = x.thing(one)
        return replace(np, tail=np.tail + x.function(value.function, holes))

    def _kind(self, value: ty.Value) -> Np:
        return Np(self.x.kind_noun(value.type.name))

    def _lying(self, zone: ty.Value, items: ty.Value) -> Np:
        """The pieces of a zone."""
        x = self.x
        if isinstance(zone, ty.Derived):
            return self._derived(zone)
        if not isinstance(zone, ty.Zone):
            return self._kind(items)
        noun, host = x.w.noun(name_of(zone)), zone.host
        if host is not None and host.type.name != "player":
            own = noun if noun.counts else x.kind_noun(items.type.name)
            return Np(own, place=self.place(zone))
        if noun.counts and not noun.fixed:
            return Np(noun, owner=x.owner(host))
        return Np(x.kind_noun(items.type.name), place=self.place(zone))

    def _derived(self, value: ty.Derived) -> Np:
        noun = self.x.value_noun(value)
        if noun is None or not noun.counts:
            inner, there = self.x.expand(value)
            return there.nouns(inner)
        return Np(noun, owner=self.x.value_owner(value, noun))

    def _applied(self, value: ty.Applied) -> Np:
        """A set that a function gives: of sets any one of them, and told after what its elements are where it says so."""
        x, declared = self.x, FUNCTIONS[value.function]
        holes: dict[str, Filling] = {}
        for number, (of, given) in enumerate(zip(declared.params, value.given, strict=True)):
            if of == "set":
                holes[str(number)] = x.g.one_of(self.nouns(given))
            else:
                holes[str(number)] = x.number(given) if of == "number" else x.party(given)
        if not x.speaks_of_element(value.function):
            return same_words(x.function(value.function, holes))
        element = value.type.element
        return Np(x.w.noun(element.name or element.tag), tail=x.function(value.function, {**holes, "element": ""}))

    # ---- places

    def place(self, value: ty.Value) -> Np:
        """A zone as a place to put things or take them from."""
        x = self.x
        match value:
            case ty.Local():
                real, there = x.resolve(value)
                return there.place(real) if real is not value else replace(self._kind(value), plural=True)
            case ty.Derived():
                noun = x.value_noun(value)
                if noun is not None:
                    return Np(noun, owner=x.value_owner(value, noun), plural=noun.counts)
                inner, there = x.expand(value)
                return there.place(inner)
            case ty.Zone(host=host) if host is not None and host.type.name != "player":
                return x.thing(host)
            case ty.Zone(host=host):
                noun = x.w.noun(name_of(value))
                return Np(noun, owner=x.owner(host), plural=noun.counts and not noun.fixed)
            case _:
                return replace(self._kind(value), plural=True)


def _of_copies() -> Function:
    """The function that the set of all copies is written with."""
    return next(function for function in FUNCTIONS.values() if function.kind == "copies")
