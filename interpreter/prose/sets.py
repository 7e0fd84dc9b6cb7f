"""Sets and places in words: what their elements are called, whose they are, where they lie."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.prose.nouns import Np
from interpreter.prose.scope import same_words

if TYPE_CHECKING:
    from interpreter.prose.values import Values


class Sets:
    """Tells sets and places."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def nouns(self, e: E) -> Np:
        """What the elements of a set are."""
        if e.op == "local":
            real, there = self.x.resolve(e)
            if real is not e:
                return there.nouns(real)
        found = getattr(self, f"_{e.op}", None)
        if found is not None:
            made: Np = found(e)
            return made
        return Np(self.x.kind_noun(e.type.name))

    def _contents(self, e: E) -> Np:
        zone = e.args[0] if e.op == "contents" else e
        if zone.op == "value":
            return self._value(zone)
        if zone.op != "zone":
            return Np(self.x.kind_noun(e.type.name))
        noun, host = self.x.w.noun(self.x.name_of(zone)), zone.args[1]
        if host is not None and host.type.name != "player":
            own = noun if noun.counts else self.x.kind_noun(e.type.name)
            return Np(own, place=self.place(zone))
        if noun.counts and not noun.fixed:
            return Np(noun, owner=self.x.owner(host))
        return Np(self.x.kind_noun(e.type.name), place=self.place(zone))

    _zone = _contents

    def _filter(self, e: E) -> Np:
        items, number, cond = e.args
        return self.x.filters.narrow(self.nouns(items), cond, number, items.type.element)

    def _all(self, e: E) -> Np:
        return Np(self.x.kind_noun(e.args[0]))

    _values = _all

    def _opponents(self, _e: E) -> Np:
        return Np(self.x.w.noun("opponent"))

    def _everyone(self, _e: E) -> Np:
        return Np(self.x.w.noun("player"))

    def _owned(self, e: E) -> Np:
        return Np(self.x.kind_noun(e.args[0]), owner=self.x.owner(e.args[1]))

    def _parts(self, e: E) -> Np:
        return Np(self.x.kind_noun(e.args[0]), place=self.x.thing(e.args[1]))

    def _neighbours(self, e: E) -> Np:
        return Np(self.x.kind_noun(e.args[0]), tail=self.x.say(" next to", what=self.x.thing(e.args[1])))

    def _listing(self, e: E) -> Np:
        return same_words(self.x.g.listing([self.x.g.show(self.x.thing(item)) for item in e.args], "or"))

    def _value(self, e: E) -> Np:
        noun = self.x.value_noun(e)
        if noun is None or not noun.counts:
            inner, there = self.x.expand(e)
            return there.nouns(inner)
        return Np(noun, owner=self.x.value_owner(e, noun))

    def _func(self, e: E) -> Np:
        name = e.args[0]
        if name == "players_from":
            tail = self.x.function(name, {"element": "", "0": self.x.thing(e.args[1])})
            return Np(self.x.w.noun("player"), tail=tail)
        if name == "range":
            return same_words(self.x.function(name, {str(i): self.x.number(arg) for i, arg in enumerate(e.args[1:])}))
        return same_words(
            self.x.function(name, {str(i): self.x.g.one_of(self.nouns(arg)) for i, arg in enumerate(e.args[1:])})
        )

    def _reach(self, e: E) -> Np:
        name, _, cell, items = e.args
        np = self.nouns(items)
        return replace(np, tail=np.tail + self.x.function(name, {"0": self.x.thing(cell), "1": ""}))

    def _copies(self, e: E) -> Np:
        words = self.x.function("copies", {"element": "", "0": self.x.thing(e.args[0])})
        return Np(self.x.kind_noun(e.type.name), tail=words)

    def _if(self, e: E) -> Np:
        cond, then, other = e.args
        then, other = (self.x.g.one_of(self.nouns(part)) for part in (then, other))
        return same_words(self.x.say("either", then=then, cond=self.x.conditions.clause(cond), other=other))

    # ---- places

    def place(self, e: E) -> Np:
        """A zone as a place to put things or take them from."""
        if e.op == "local":
            real, there = self.x.resolve(e)
            if real is not e:
                return there.place(real)
        if e.op == "value":
            noun = self.x.value_noun(e)
            if noun is not None:
                return Np(noun, owner=self.x.value_owner(e, noun), plural=noun.counts)
            inner, there = self.x.expand(e)
            return there.place(inner)
        if e.op != "zone":
            return Np(self.x.kind_noun(e.type.name), plural=True)
        host = e.args[1]
        if host is not None and host.type.name != "player":
            return self.x.thing(host)
        noun = self.x.w.noun(self.x.name_of(e))
        return Np(noun, owner=self.x.owner(host), plural=noun.counts and not noun.fixed)
