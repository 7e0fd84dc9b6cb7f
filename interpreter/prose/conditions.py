"""Conditions as clauses: `you have at least 3 coins`, `there is no card in the pile`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, assert_never

from interpreter.check import typed as ty
from interpreter.check.types import NONE
from interpreter.languages import in_words
from interpreter.languages.grammar import COMMAND, THIRD
from interpreter.languages.nouns import Np, Owner
from interpreter.primitives import FUNCTIONS
from interpreter.prose.amounts import counted_items
from interpreter.prose.properties import Property, base_of, name_of
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.prose.scope import Person
    from interpreter.prose.values import Values

OPPOSITE = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"is": "is", "is not": "is not", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
SO_MANY = {"is": "exactly n", ">=": "at least n", ">": "more than n", "<": "less than n", "<=": "at most n"}
MORE = {">": "more", "<": "less", "is": "as many", ">=": "no less", "<=": "no more"}
ORDERED = ("<", "<=", ">", ">=")
COMPARED = {
    "is": "equals", "is not": "equals not", ">=": "reaches", ">": "exceeds", "<": "below", "<=": "within",
}  # fmt: skip


@record(frozen=True, slots=True)
class Having:
    """Something one can have so many of: who has it (a player, a thing, or nobody: it is there), and what."""

    holder: ty.Value | None
    np: Np
    pieces: bool
    """Things, rather than amounts."""


@record(frozen=True, slots=True)
class SoMany:
    """`at least 3 coins`, whether that means none at all, and whether it is several."""

    text: str
    none: bool = False
    many: bool = False


class Conditions:
    """Tells conditions."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def clause(self, cond: ty.Value, *, negated: bool = False) -> str:  # noqa: C901, PLR0911, PLR0912 - one case per form
        """A condition as a clause, or its opposite."""
        x = self.x
        match cond:
            case ty.Const(number=number):
                return x.say("always" if bool(number) != negated else "never")
            case ty.Not(inner):
                return self.clause(inner, negated=not negated)
            case ty.Logic():
                return self._together(cond, negated=negated)
            case ty.IfElse(cond=first, then=then, other=other):
                parts = {"then": self.clause(then, negated=negated), "other": self.clause(other, negated=negated)}
                return x.say("either", cond=self.clause(first), **parts)
            case ty.NonEmpty(items):
                return self._any_of(items, negated=negated)
            case ty.Some(thing):
                return self._some(thing, negated=negated)
            case ty.Compare():
                return self._compare(cond, negated=negated)
            case ty.InZone(piece, items):
                key = "lies not in" if negated else "lies in"
                return x.say(key, left=x.thing(piece), right=x.place(items.zone))
            case ty.Member():
                return self._member(cond, negated=negated)
            case ty.Aside(thing=thing):
                return x.say("not aside" if negated else "aside", left=x.thing(thing))
            case ty.HasScript(script=script, thing=thing):
                return self._has_script(script, thing, negated=negated)
            case ty.Var() | ty.Field() | ty.ItemFormula():
                return self._truth(cond, negated=negated)
            case ty.Derived():
                return self._derived(cond, negated=negated)
            case ty.OptionValue(name=name):
                return self._option(name, negated=negated)
            case ty.Applied():
                return self._applied(cond, negated=negated)
            case ty.OverEach():
                return self._negated(x.over(cond), negated=negated)
            case ty.OnGrid() | ty.CellAt():
                return self._negated(x.number(cond), negated=negated)
            case ty.Local():
                return self._local(cond, negated=negated)
            case ty.Me() | ty.This() | ty.Element() | ty.PlayerCount() | ty.TheItem() | ty.Neutral():
                return self._phrase(cond, negated=negated)
            case (
                ty.Row()
                | ty.Zone()
                | ty.InSlot()
                | ty.TableRow()
                | ty.OwnedOne()
                | ty.Owner()
                | ty.Parent()
                | ty.Host()
            ):
                return self._phrase(cond, negated=negated)
            case ty.Neighbour() | ty.Seat() | ty.FaceUp() | ty.GridLine() | ty.Arith() | ty.Ranked():
                return self._phrase(cond, negated=negated)
            case ty.Unmarked() | ty.Watched():
                return ""  # made by the compiler after texts are told
            case (
                ty.Contents()
                | ty.AllOf()
                | ty.Every()
                | ty.EnumValues()
                | ty.Owned()
                | ty.Parts()
                | ty.Neighbours()
                | ty.Opponents()
            ):
                return self._phrase(cond, negated=negated)
            case ty.Everyone() | ty.Copies() | ty.Listing() | ty.Filter():
                return self._phrase(cond, negated=negated)
            case _:
                assert_never(cond)

    def _together(self, cond: ty.Logic, *, negated: bool) -> str:
        """Several conditions: what one player has, or what one thing is, in one clause."""
        sign = cond.sign if not negated else "or" if cond.sign == "and" else "and"
        parts = list(joined(cond, cond.sign))
        told = self.x.scope.tried(lambda: self._had_by_one(parts, sign, negated=negated))
        told = told or self.x.scope.tried(lambda: self.of_one(parts, sign, negated=negated))
        return told or self.listing(parts, sign, negated=negated)

    def listing(self, parts: list[ty.Value], sign: str = "and", *, negated: bool = False) -> str:
        """Clauses behind one conjunction."""
        return self.x.g.clauses([self.clause(part, negated=negated) for part in parts], sign)

    def _had_by_one(self, parts: list[ty.Value], sign: str, *, negated: bool) -> str | None:
        """`you have at least 2 coins and a card`; None where they are about several."""
        x = self.x
        had = [self._had(part, negated=negated) for part in parts]
        if all(one is not None and not one[1].none for one in had):
            holders = {one[0] for one in had if one is not None}
            if len(holders) == 1:
                return self._who_has(holders.pop(), x.g.listing([one[1].text for one in had if one is not None], sign))
        return None

    def of_one(self, parts: list[ty.Value], sign: str, *, negated: bool, left: Np | None = None) -> str | None:
        """`its shade is dark or pale`, `its shade is neither dark nor pale`; None where they are about several."""
        x = self.x
        alike = [part for part in parts if isinstance(part, ty.Compare) and part.left.type.tag in ("enum", "kind")]
        signs = {OPPOSITE[part.sign] if negated else part.sign for part in alike}
        pair = len(alike) == len(parts) == 2 and same(alike[0].left, alike[1].left)
        named = pair and not any("player" in (part.left.type.name, part.right.type.name) for part in alike)
        if not named or any(isinstance(part.right, ty.Const) and part.right.number < 0 for part in alike):
            return None
        left, (one, other) = left or x.thing(alike[0].left), [x.thing(part.right) for part in alike]
        if signs == {"is"} and sign == "or":
            return x.say("is", left=left, right=x.g.listing([x.g.show(one), x.g.show(other)], "or"))
        return x.say("neither", left=left, one=one, other=other) if signs == {"is not"} and sign == "and" else None

    def _had(self, cond: ty.Value, *, negated: bool) -> tuple[Person, SoMany] | None:
        """Who has how many of something, where a condition says only that."""
        x = self.x
        match cond:
            case ty.Compare(sign, left, ty.Const(number=count)) if left.type.tag == "number":
                having, sign = self.having(left), OPPOSITE[sign] if negated else sign
            case _:
                items = looked_for(cond)
                having, sign, count = self.held(items) if items is not None else None, "is" if negated else "is not", 0
        if having is None or having.holder is None or having.holder.type.name != "player":
            return None
        found = self.so_many(sign, count, having)
        return (x.person(having.holder), found) if found is not None else None

    def _negated(self, text: str, *, negated: bool) -> str:
        return self.x.say("not", cond=text) if negated else text

    def _local(self, value: ty.Local, *, negated: bool) -> str:
        bound = self.x.binding(value)
        if bound is not None and bound.truth is not None:
            return self.x.say("was not true" if negated else "was true", what=bound.truth)
        real, there = self.x.resolve(value)
        if real is value:
            return self._phrase(value, negated=negated)
        return there.conditions.clause(real, negated=negated)

    # ---- having

    def having(self, value: ty.Value) -> Having | None:
        """What a number counts, and who has it."""
        x = self.x
        items = counted_items(value)
        if items is not None:
            return self.held(items)
        if isinstance(value, ty.Var) and x.var_decl(value).host == "player":
            np = x.property(value)
            goods = value.index is not None and x.is_goods(value)
            return Having(value.host, replace(np, owner=None), pieces=False) if np.noun.counts or goods else None
        if isinstance(value, ty.Derived):
            noun = x.value_noun(value)
            if noun is None:
                inner, there = x.expand(value)
                found = there.conditions.having(inner)
                return replace(found, holder=value.base) if found is not None and value.base is not None else found
            counts = noun.counts and not x.is_printed(value)
            return Having(value.base, Np(noun), pieces=False) if counts else None
        return None

    def held(self, items: ty.Value) -> Having:
        """The elements of a set as something somebody has."""
        holder = _holder(items)
        np = self.x.nouns(items)
        if holder is not None and holder.type.name == "player":
            return Having(holder, replace(np, owner=None) if np.owner != Owner("of") else np, pieces=True)
        if holder is not None and np.place is not None:
            return Having(holder, replace(np, place=None), pieces=True)
        return Having(None, np, pieces=True)

    def _has(self, having: Having, count: SoMany) -> str:
        x, what, suffix = self.x, count.text, " not" if count.none else ""
        if having.holder is None:
            return x.say("there are" if count.many else "there is" + suffix, what=what)
        if having.holder.type.name != "player":
            return x.say("who has" + suffix, who=x.thing(having.holder), what=what)
        return self._who_has(x.person(having.holder), what, suffix)

    def _who_has(self, person: Person, what: str, suffix: str = "") -> str:
        """A player who has something; the one who is spoken of anyway by a pronoun."""
        x = self.x
        if x.is_you(person):
            return x.say("you have" + suffix, what=what)
        if person.simple and person == x.scope.actor and x.scope.reader == "me":
            return x.say("they have" + suffix, what=what)
        return x.say("who has" + suffix, who=person.np, what=what)

    def so_many(self, op: str, number: int, having: Having) -> SoMany | None:
        """How many of something; None when there are no words for it."""
        x = self.x
        if (op, number) in (("is", 0), ("<", 1), ("<=", 0)):
            return SoMany(x.g.none(having.np), none=True)
        some = (op, number) in ((">", 0), (">=", 1), ("is not", 0))
        if some and having.pieces:
            return SoMany(x.g.show(replace(having.np, det="a")))
        if some:
            op, number = ">=", 1
        if op not in SO_MANY:
            return None
        return SoMany(x.say(SO_MANY[op], n=x.g.number(number, having.np)), many=x.g.plural(number))

    def _any_of(self, items: ty.Value, *, negated: bool) -> str:
        having = self.held(items)
        found = self.so_many("is" if negated else "is not", 0, having)
        assert found is not None
        return self._has(having, found)

    def _some(self, thing: ty.Value, *, negated: bool) -> str:
        """A thing that may be none."""
        x = self.x
        real, there = x.resolve(thing)
        if there is not x:
            return there.conditions._some(real, negated=negated)  # noqa: SLF001 - the same class
        items = taken_from(real)
        if items is not None:
            return self._any_of(items, negated=negated)
        np = replace(x.thing(real), owner=None)
        count = SoMany(x.g.none(np) if negated else x.g.show(replace(np, det="a")), none=negated)
        return self._has(Having(_whose(real), np, pieces=True), count)

    # ---- comparing

    def _compare(self, cond: ty.Compare, *, negated: bool) -> str:
        sign, left, right = OPPOSITE[cond.sign] if negated else cond.sign, cond.left, cond.right
        if isinstance(left, ty.Const) and not isinstance(right, ty.Const):
            sign, left, right = MIRRORED[sign], right, left
        if left.type.tag == "number":
            return self._numbers(sign, left, right)
        if left.type.tag == "rank" or (left.type.tag == "enum" and sign in ORDERED):
            return self.x.say(COMPARED[sign], left=self.x.thing(left), right=self.x.thing(right))
        if "player" in (left.type.name, right.type.name):
            return self._players(sign, left, right)
        return self._same(sign, left, right)

    def _numbers(self, op: str, left: ty.Value, right: ty.Value) -> str:
        x = self.x
        by_players = self._by_players(op, left, right)
        if by_players:
            return by_players
        real, there = x.resolve(left)
        having = there.conditions.having(real)
        number = x.counted(right).value
        more = self._more(op, having, there.conditions.having(right)) if having is not None and number is None else None
        if more is not None:
            return more
        if having is not None and number is not None:
            found = there.conditions.so_many(op, number, having)
            if found is not None:
                return there.conditions._has(having, found)  # noqa: SLF001 - the same class
        return x.say(COMPARED[op], left=self._amount(left), right=x.number(right))

    def _by_players(self, op: str, left: ty.Value, right: ty.Value) -> str:
        """Another number for so many players stands in brackets; empty when the number does not depend on them."""
        match right:
            case ty.IfElse(
                cond=ty.Compare("is", ty.PlayerCount(), ty.Const(number=players)),
                then=ty.Const(number=number),
                other=ty.Const() as other,
            ):
                return self.x.say(
                    "by players", usual=self._numbers(op, left, other), n=str(number), players=str(players)
                )
            case _:
                return ""

    def _amount(self, value: ty.Value) -> str:
        """A number that is compared; what is counted is called so, for a number is not several."""
        words = self.x.number(value)
        noun = self.x.property(value).noun if isinstance(value, ty.Var) else None
        several = noun is not None and noun.counts and noun.many != noun.one
        return self.x.say("how many", what=words) if several else words

    def _more(self, op: str, mine: Having, other: Having | None) -> str | None:
        """Two players and how many of the same they have."""
        x = self.x
        if other is None or mine.holder is None or other.holder is None or op not in MORE:
            return None
        what = x.g.bare(mine.np, plural=True)
        if {mine.holder.type.name, other.holder.type.name} != {"player"} or what != x.g.bare(other.np, plural=True):
            return None
        one, two = x.person(mine.holder), x.person(other.holder)
        mood = COMMAND if x.is_you(one) else THIRD
        return x.say(MORE[op], mood, who=x.subject(one), what=what, other=x.subject(two))

    def _players(self, op: str, left: ty.Value, right: ty.Value) -> str:
        x = self.x
        if right.type == NONE or isinstance(right, ty.Const):
            return self._same(op, left, right)
        people = [x.person(left), x.person(right)]
        yours = [person for person in people if x.is_you(person)]
        if yours:
            other, value = (people[0], left) if people[1] in yours else (people[1], right)
            if isinstance(value, ty.Host):
                key = "lies with you" if op == "is" else "lies not with you"
                return x.say(key, left=x.thing(value.thing))
            return x.say("you are" if op == "is" else "you are not", what=other.np)
        return x.say(op, left=x.party(left), right=x.party(right))

    def _same(self, op: str, left: ty.Value, right: ty.Value) -> str:
        x = self.x
        if isinstance(right, ty.Const) and right.number < 0:
            return self._some(left, negated=op == "is")
        return x.say(op, left=x.thing(left), right=x.thing(right))

    # ---- being somewhere

    def _member(self, cond: ty.Member, *, negated: bool) -> str:
        match cond.items:
            case ty.Applied(given=(one, other)) if negated and one.type.tag == other.type.tag == "set":
                both = {
                    name: self.x.g.one_of(self.x.nouns(part), source=False)
                    for name, part in (("one", one), ("other", other))
                }
                return self.x.say("neither", left=self.x.thing(cond.item), **both)
        np = self.x.nouns(cond.items)
        what = self.x.g.show(np) if isinstance(cond.items, ty.Listing) else self.x.g.one_of(np, source=False)
        return self.x.say("not among" if negated else "among", left=self.x.thing(cond.item), right=what)

    # ---- what packs and functions call true

    def _phrase(self, value: ty.Value, *, negated: bool) -> str:
        """A truth that a pack has a clause for."""
        return self._negated(self.x.g.show(self.x.thing(value)), negated=negated)

    def _has_script(self, name: str, thing: ty.Value, *, negated: bool) -> str:
        """Whether a thing has an effect of that name: told by the term of the name."""
        said = self.x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._predicate(thing, said)
        return self._negated(self.x.w.text(name) or self.x.w.raw(name), negated=negated)

    def _truth(self, value: Property, *, negated: bool) -> str:
        """A truth of something: what its term says it `is`, or is `not`, else the term itself.

        Of a thing the term is what the thing is ("damaged"), of a player or the table a whole clause.
        """
        x, name, base = self.x, name_of(value), base_of(value)
        said = x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._predicate(base, said)
        words = x.w.text(name) or x.w.raw(name)
        if base is None or base.type.name == "player":
            return self._negated(words, negated=negated)
        return x.say("is not" if negated else "is", left=x.thing(base), right=words)

    def _predicate(self, base: ty.Value | None, said: str) -> str:
        x = self.x
        if base is None:
            return x.fill(said, {})
        if base.type.name != "player":
            return x.say("does", who=x.thing(base), what=x.fill(said, {}, THIRD))
        person = x.person(base)
        words = x.fill(said, {}, COMMAND if x.is_you(person) else THIRD)
        return x.say("does", who=x.subject(person), what=words)

    def _derived(self, value: ty.Derived, *, negated: bool) -> str:
        if self.x.spells_out(value):
            inner, there = self.x.expand(value)
            return there.conditions.clause(inner, negated=negated)
        return self._truth(value, negated=negated)

    def _option(self, name: str, *, negated: bool) -> str:
        option = self.x.v.options[name]
        text = in_words(option.text, self.x.w.lang, option.name.replace("_", " "))
        return self.x.say("option unset" if negated else "option set", what=text)

    def _applied(self, value: ty.Applied, *, negated: bool) -> str:
        items = looked_for(value)
        if items is not None:
            return self._any_of(items, negated=negated)
        return self._negated(self.x.number(value), negated=negated)


def joined(cond: ty.Value, sign: str) -> Iterator[ty.Value]:
    """The parts of a condition that one word joins."""
    match cond:
        case ty.Logic(found, left, right) if found == sign:
            yield from joined(left, sign)
            yield from joined(right, sign)
        case _:
            yield cond


def same(one: ty.Value, other: ty.Value) -> bool:
    """Whether two values are written alike, wherever they stand."""
    return _written(one) == _written(other)


def _written(value: object) -> object:
    if not isinstance(value, ty.VALUES):
        return value
    return type(value).__name__, [_written(getattr(value, part.name)) for part in fields(value) if part.name != "at"]


def looked_for(value: ty.Value) -> ty.Value | None:
    """The set of which a condition says that it has an element, if it says that."""
    match value:
        case ty.NonEmpty(items):
            return items
        case ty.Applied(function=function, given=(items,)) if FUNCTIONS[function].form == "any":
            return items
        case _:
            return None


def taken_from(value: ty.Value) -> ty.Value | None:
    """The set or place that a value is an element of, so that it is none only where that is empty."""
    match value:
        case ty.InSlot(zone=zone):
            return zone
        case ty.Applied(function=function, given=(items,)) if FUNCTIONS[function].result == "element":
            return items
        case ty.OverEach(function=function, items=items) if FUNCTIONS[function].result == "element":
            return items
        case _:
            return None


def _holder(items: ty.Value) -> ty.Value | None:
    """Who, or what, has the elements of a set."""
    match items:
        case ty.Filter(items=inner):
            return _holder(inner)
        case ty.Contents(zone=zone):
            return _holder(zone)
        case ty.Zone(host=host):
            return host
        case ty.Owned(player=player):
            return player
        case ty.Derived(base=base):
            return base
        case ty.Parts(thing=thing):
            return thing
        case _:
            return None


def _whose(value: ty.Value) -> ty.Value | None:
    """What a thing that may be none is a property of."""
    match value:
        case ty.Var() | ty.Field() | ty.Derived():
            return base_of(value)
        case ty.Host(thing=thing) | ty.Parent(thing=thing):
            return thing
        case _:
            return None
