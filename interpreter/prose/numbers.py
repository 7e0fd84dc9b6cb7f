"""Numbers in words, computed ones included."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.languages.nouns import Np, Owner
from interpreter.primitives import FUNCTIONS
from interpreter.prose.amounts import bounding, counted_items
from interpreter.prose.fill import Filling, Number
from interpreter.prose.filters import is_element
from interpreter.prose.properties import PROPERTIES, base_of

if TYPE_CHECKING:
    from interpreter.prose.values import Values


class Numbers:
    """Tells numbers."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def number(self, value: ty.Value) -> str:  # noqa: C901, PLR0911, PLR0912 - one case per form
        """A number as words."""
        x = self.x
        match value:
            case ty.Const(number=number):
                return str(number)
            case ty.Local() | ty.Element():
                return self._bound(value)
            case ty.PlayerCount():
                return x.say("how many", what=x.w.noun("player").many)
            case ty.OptionValue(name=name):
                return x.w.text(name) or x.w.raw(name)
            case ty.Var():
                np = x.property(value)
                return x.g.show(replace(np, plural=np.noun.counts))
            case ty.Field() | ty.ItemFormula():
                return x.g.show(x.property(value))
            case ty.Derived():
                return self._derived(value)
            case ty.TableRow(table, key):
                return x.say("by table", table=Np(x.w.noun(table)), row=x.g.show(x.thing(key)))
            case ty.Seat(thing) | ty.FaceUp(thing=thing) | ty.GridLine(thing=thing):
                return x.g.show(Np(x.w.noun(_place_word(value)), owner=x.owner(thing)))
            case ty.Applied():
                return self._applied(value)
            case ty.OverEach():
                return self.over(value)
            case ty.OnGrid():
                return self._on_grid(value)
            case ty.Arith():
                return self._arith(value)
            case ty.Ranked(parts=(first, *rest)):
                return self.number(first) + x.say(" ranked", right=", ".join(self.number(one) for one in rest))
            case ty.IfElse(cond=cond, then=then, other=other):
                last = None if ty.const_number(other) == 0 else self.number(other)
                return x.say("either", then=self.number(then), cond=x.conditions.clause(cond), other=last)
            case (
                ty.Me() | ty.This() | ty.TheItem() | ty.Neutral() | ty.Row() | ty.Zone() | ty.InSlot() | ty.HasScript()
            ):
                return x.g.show(x.thing(value))
            case ty.OwnedOne() | ty.Owner() | ty.Parent() | ty.Host() | ty.Neighbour() | ty.Aside() | ty.Contents():
                return x.g.show(x.thing(value))
            case (
                ty.AllOf()
                | ty.Every()
                | ty.EnumValues()
                | ty.Owned()
                | ty.Parts()
                | ty.Neighbours()
                | ty.Opponents()
                | ty.Everyone()
            ):
                return x.g.show(x.thing(value))
            case ty.Copies() | ty.Listing() | ty.Filter() | ty.Compare() | ty.Logic() | ty.Not() | ty.NonEmpty():
                return x.g.show(x.thing(value))
            case ty.Some() | ty.InZone() | ty.Member() | ty.Unmarked() | ty.Watched() | ty.CellAt():
                return x.g.show(x.thing(value))
            case ty.Ranked():
                return ""  # it has a first part
            case _:
                assert_never(value)

    def counted(self, value: ty.Value) -> Number:
        """A number for a template."""
        real, there = self.x.resolve(value)
        bound = self.x.binding(value)
        if bound is not None and bound.number is not None:
            return bound.number
        if isinstance(real, ty.Const):
            return Number(str(real.number), real.number)
        return Number(there.number(real))

    def _bound(self, value: ty.Local | ty.Element) -> str:
        bound = self.x.binding(value)
        if bound is not None and bound.number is not None:
            return bound.number.words
        real, there = self.x.resolve(value)
        if real is not value:
            return there.number(real)
        known = bound.np if bound is not None else None
        return self.x.g.show(known or Np(self.x.w.noun("number"), det="that"))

    def _arith(self, value: ty.Arith) -> str:
        sign, left, right = value.sign, value.left, value.right
        if sign == "*" and ty.const_number(left) == 2:
            return self.x.say("twice of", right=self._operand(right, sign, last=True))
        if sign in ("+", "-") and self._is_nothing(right):
            return self.number(left)
        if sign == "-" and ty.const_number(left) == 0:
            return self.x.say("negative", right=self._operand(right, sign, last=True))
        key = {"+": "plus", "-": "minus", "*": "multiply", "/": "divide", "mod": "mod"}[sign]
        return self.x.say(key, left=self._operand(left, sign), right=self._operand(right, sign, last=True))

    def _is_nothing(self, value: ty.Value) -> bool:
        """Whether a number that a script was given is known to be 0."""
        bound = self.x.binding(value)
        return bound is not None and bound.number is not None and bound.number.value == 0

    def _operand(self, value: ty.Value, sign: str, *, last: bool = False) -> str:
        """An operand, in brackets where the words alone would be read another way."""
        words, real = self.number(value), self._spelled(value)
        either = isinstance(real, ty.IfElse)
        weak = either or (isinstance(real, ty.Arith) and real.sign in ("+", "-"))
        return f"({words})" if weak and (sign not in ("+", "-") or (last and sign == "-") or either) else words

    def _spelled(self, value: ty.Value) -> ty.Value:
        """What stands in the text for a value: what a name stands for, what a value without words is worked out from."""
        real, there = self.x.resolve(value)
        if isinstance(real, ty.Derived) and there.spells_out(real):
            inner, within = there.expand(real)
            return within.numbers._spelled(inner)  # noqa: SLF001 - the same class
        return real

    def _applied(self, value: ty.Applied) -> str:
        items, bounded = counted_items(value), bounding(value)
        if items is not None:
            return self.x.function(value.function, {"0": self._all_of(items)})
        if bounded is not None:
            return self.x.amounts.bounded(bounded, self.number, plain=True)
        if FUNCTIONS[value.function].result == "element":
            return self.x.g.show(self.x.thing(value))
        return self.x.function(value.function, {str(i): self.x.thing(arg) for i, arg in enumerate(value.given)})

    def _all_of(self, items: ty.Value) -> str:
        """The elements of a set, all of them: `your coins`, or `coins on the board`."""
        np = self.x.nouns(items)
        if np.noun.whole:
            place = replace(np, plural=True, owner=None)
            return self.x.g.bare(Np(self.x.kind_noun(items.type.element.name), place=place), plural=True)
        return self.x.g.show(replace(np, plural=True)) if np.owner is not None else self.x.g.bare(np, plural=True)

    def _on_grid(self, value: ty.OnGrid) -> str:
        x = self.x
        if value.type.tag != "number":
            return x.g.show(x.thing(value))
        given = [replace(x.nouns(one), plural=True) if one.type.tag == "set" else x.thing(one) for one in value.given]
        return x.function(value.function, {str(number): one for number, one in enumerate(given)})

    def each(self, value: ty.OverEach) -> tuple[Np, Filling]:
        """The elements of a set, and what is worked out for each of them."""
        x, number, each = self.x, value.element, value.each
        np = x.nouns(value.items)
        prior = x.scope.topic
        x.scope.elements[number] = x.element(np, value.items.type.element, number)
        x.scope.topic = ("element", number)
        words: Filling
        first, *rest = each.parts if isinstance(each, ty.Ranked) else (each,)
        found = self._property_of(first, np, number, step=FUNCTIONS[value.function].result != "element")
        if found is not None:
            np, words = found
            if rest:
                words = replace(words, tail=x.say(" ranked", right=", ".join(self.number(one) for one in rest)))
        elif each.type.tag == "truth":
            words = x.conditions.clause(each)
        else:
            words = self.number(each)
        x.scope.topic = prior
        return np, words

    def _property_of(self, value: ty.Value, np: Np, number: int, *, step: bool) -> tuple[Np, Np] | None:
        """Something that each element has, and what has it: the elements, or (`step`) a thing that each of them has."""
        x = self.x
        if not isinstance(value, PROPERTIES) or value.type.tag == "truth":
            return None
        if isinstance(value, ty.Derived) and (value.given or x.value_noun(value) is None):
            return None
        base = base_of(value)
        thing = _one_of_its_own(base)
        if step and base is not None and thing is not None and is_element(thing, number):
            owner = Owner("of", x.g.show(replace(np, plural=True)))
            np = Np(x.kind_noun(base.type.name), owner=owner)
        elif not is_element(base, number):
            return None
        found = x.thing(value) if isinstance(value, ty.Derived) else x.property(value)
        return np, replace(found, owner=None, det="none")

    def different(self, value: ty.Value) -> Np | None:
        """What a number over a set counts, each of them: `different shade among your cards`."""
        return self.x.scope.tried(lambda: self._different(value))

    def _different(self, value: ty.Value) -> Np | None:
        x = self.x
        if not isinstance(value, ty.OverEach) or FUNCTIONS[value.function].form != "distinct":
            return None
        np, words = self.each(value)
        if not isinstance(words, Np) or words.tail:
            return None
        return Np(x.g.qualified(words.noun, "different"), tail=x.say(" among", what=replace(np, plural=True)))

    def over(self, value: ty.OverEach) -> str:
        """A function over a set and a value for each element."""
        x = self.x
        if value.type.tag == "set":
            return x.g.show(replace(x.nouns(value), plural=True))
        np, words = self.each(value)
        holes: dict[str, Filling] = {
            "0": replace(np, plural=True),
            "1": words,
            "element": replace(np, place=None, tail="", owner=None),
            "each": x.g.each(np),
        }
        if isinstance(words, Np) and FUNCTIONS[value.function].form == "sum":
            several = words.noun.counts and words.noun.many != words.noun.one
            if several or isinstance(value.each, ty.ItemFormula):
                return x.say("sum of several" if several else "sum of scores", what=words, whose=holes["0"])
        holes |= {str(i + 2): self.number(arg) for i, arg in enumerate(value.given)}
        return x.function(value.function, holes, computed=isinstance(words, str))

    def _derived(self, value: ty.Derived) -> str:
        x = self.x
        noun = x.value_noun(value)
        if noun is None:
            inner, there = x.expand(value)
            return there.number(inner)
        np = Np(noun, owner=x.value_owner(value, noun), plural=noun.counts)
        if not noun.counts or x.is_printed(value):
            return x.g.show(replace(np, plural=False))
        return x.say("how many", what=x.g.show(np) if np.owner is not None else x.g.bare(np, plural=True))


def _one_of_its_own(value: ty.Value | None) -> ty.Value | None:
    """Whose a thing is, of something that everything of a kind has one of: the place of a piece."""
    match value:
        case ty.Host(thing=thing) | ty.Parent(thing=thing) | ty.InSlot(zone=ty.Zone(host=thing)):
            return thing
        case ty.Field(thing=thing) | ty.Var(host=thing) if value.type.tag == "kind" and value.type.name != "player":
            return thing
        case _:
            return None


def _place_word(value: ty.Seat | ty.FaceUp | ty.GridLine) -> str:
    """The engine's noun for a number that says where something is."""
    match value:
        case ty.Seat():
            return "seat"
        case ty.FaceUp():
            return "face"
        case ty.GridLine(which=which):
            return "column" if which == "column" else "row"
