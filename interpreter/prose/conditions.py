"""Conditions as clauses: `you have at least 3 coins`, `there is no card in the pile`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.check.types import NONE
from interpreter.prose.grammar import COMMAND, THIRD
from interpreter.prose.nouns import Np, Owner

if TYPE_CHECKING:
    from interpreter.prose.values import Values

OPPOSITE = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"is": "is", "is not": "is not", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
SO_MANY = {"is": "exactly n", ">=": "at least n", ">": "more than n", "<": "less than n", "<=": "at most n"}
MORE = {">": "more", "<": "less", "is": "as many", ">=": "no less", "<=": "no more"}
COMPARED = {
    "is": "equals", "is not": "equals not", ">=": "reaches", ">": "exceeds", "<": "below", "<=": "within",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Having:
    """Something one can have so many of: who has it (a player, a thing, or nobody: it is there), and what."""

    holder: E | None
    np: Np
    pieces: bool
    """Things, rather than amounts."""


@dataclass(frozen=True, slots=True)
class SoMany:
    """`at least 3 coins`, whether that means none at all, and whether it is several."""

    text: str
    none: bool = False
    many: bool = False


class Conditions:
    """Tells conditions."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def clause(self, e: E, *, negated: bool = False) -> str:
        """A condition as a clause, or its opposite."""
        found = getattr(self, f"_{e.op}", None)
        if found is None:
            return self._phrase(e, negated=negated)
        return str(found(e, negated=negated))

    def _negated(self, text: str, *, negated: bool) -> str:
        return self.x.say("not", cond=text) if negated else text

    # ---- logic

    def _const(self, e: E, *, negated: bool) -> str:
        return self.x.say("always" if bool(e.args[0]) != negated else "never")

    def _not(self, e: E, *, negated: bool) -> str:
        return self.clause(e.args[0], negated=not negated)

    def _logic(self, e: E, *, negated: bool) -> str:
        op, left, right = e.args
        both = [self.clause(part, negated=negated) for part in (left, right)]
        return self.x.g.listing(both, op if not negated else ("or" if op == "and" else "and"))

    def _if(self, e: E, *, negated: bool) -> str:
        cond, then, other = e.args
        parts = {"then": self.clause(then, negated=negated), "other": self.clause(other, negated=negated)}
        return self.x.say("either", cond=self.clause(cond), **parts)

    def _local(self, e: E, *, negated: bool) -> str:
        real, there = self.x.resolve(e)
        if real is e:
            return self._phrase(e, negated=negated)
        return there.conditions.clause(real, negated=negated)

    # ---- having

    def having(self, e: E) -> Having | None:
        """What a number counts, and who has it."""
        x = self.x
        if e.op == "func" and e.args[0] == "count":
            return self.held(e.args[1])
        if e.op == "var" and x.var_decl(e).host == "player":
            np = x.property(e)
            goods = e.args[2] is not None and x.is_goods(e)
            return Having(e.args[1], replace(np, owner=None), pieces=False) if np.noun.counts or goods else None
        if e.op == "value":
            noun = x.value_noun(e)
            if noun is None:
                inner, there = x.expand(e)
                found = there.conditions.having(inner)
                return replace(found, holder=e.args[1]) if found is not None and e.args[1] is not None else found
            return Having(e.args[1], Np(noun), pieces=False) if noun.counts else None
        return None

    def held(self, items: E) -> Having:
        """The elements of a set as something somebody has."""
        holder = self._holder(items)
        np = self.x.nouns(items)
        if holder is not None and holder.type.name == "player":
            return Having(holder, replace(np, owner=None) if np.owner != Owner("of") else np, pieces=True)
        if holder is not None and np.place is not None:
            return Having(holder, replace(np, place=None), pieces=True)
        return Having(None, np, pieces=True)

    def _holder(self, items: E) -> E | None:
        if items.op == "filter":
            return self._holder(items.args[0])
        if items.op == "contents":
            return self._holder(items.args[0])
        if items.op in ("zone", "owned", "value", "parts"):
            held: E | None = items.args[1]
            return held
        return None

    def _has(self, having: Having, count: SoMany) -> str:
        x, what, suffix = self.x, count.text, " not" if count.none else ""
        if having.holder is None:
            return x.say("there are" if count.many else "there is" + suffix, what=what)
        if having.holder.type.name != "player":
            return x.say("who has" + suffix, who=x.thing(having.holder), what=what)
        person = x.person(having.holder)
        if x.is_you(person):
            return x.say("you have" + suffix, what=what)
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

    def _nonempty(self, e: E, *, negated: bool) -> str:
        return self._any_of(e.args[0], negated=negated)

    def _any_of(self, items: E, *, negated: bool) -> str:
        having = self.held(items)
        found = self.so_many("is" if negated else "is not", 0, having)
        assert found is not None
        return self._has(having, found)

    def _some(self, e: E, *, negated: bool) -> str:
        """A thing that may be none."""
        x = self.x
        real, there = x.resolve(e.args[0])
        if there is not x:
            return there.conditions._some(replace(e, args=(real,)), negated=negated)  # noqa: SLF001 - the same class
        if real.op == "slot":
            return self._any_of(real.args[0], negated=negated)
        if real.op in ("func", "each") and real.args[0] in ("first", "top", "best"):
            return self._any_of(real.args[1], negated=negated)
        np = replace(x.thing(real), owner=None)
        count = SoMany(x.g.none(np) if negated else x.g.show(replace(np, det="a")), none=negated)
        at = {"var": 1, "value": 1, "field": 2, "host": 2, "parent": 1}.get(real.op)
        base = real.args[at] if at is not None else None
        return self._has(Having(base, np, pieces=True), count)

    # ---- comparing

    def _compare(self, e: E, *, negated: bool) -> str:
        op, left, right = e.args
        op = OPPOSITE[op] if negated else op
        if left.op == "const" and right.op != "const":
            op, left, right = MIRRORED[op], right, left
        if left.type.tag == "number":
            return self._numbers(op, left, right)
        if "player" in (left.type.name, right.type.name):
            return self._players(op, left, right)
        return self._same(op, left, right)

    def _numbers(self, op: str, left: E, right: E) -> str:
        x = self.x
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

    def _amount(self, e: E) -> str:
        """A number that is compared; what is counted is called so, for a number is not several."""
        words = self.x.number(e)
        noun = self.x.property(e).noun if e.op == "var" else None
        several = noun is not None and noun.counts and noun.many != noun.one
        return self.x.function("count", {"0": words}) if several else words

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

    def _players(self, op: str, left: E, right: E) -> str:
        x = self.x
        if right.type == NONE or right.op == "const":
            return self._same(op, left, right)
        people = [x.person(left), x.person(right)]
        yours = [person for person in people if x.is_you(person)]
        if yours:
            other = people[0] if people[1] in yours else people[1]
            return x.say("you are" if op == "is" else "you are not", what=other.np)
        return x.say(op, left=x.thing(left), right=x.thing(right))

    def _same(self, op: str, left: E, right: E) -> str:
        x = self.x
        if right.op == "const" and right.args[0] < 0:
            return self._some(E("some", left.type, (left,), left.at), negated=op == "is")
        return x.say(op, left=x.thing(left), right=x.thing(right))

    # ---- being somewhere

    def _inside(self, e: E, *, negated: bool) -> str:
        item, items = e.args
        zone = items.args[0] if items.op == "contents" else items
        return self.x.say("lies not in" if negated else "lies in", left=self.x.thing(item), right=self.x.place(zone))

    def _member(self, e: E, *, negated: bool) -> str:
        item, items = e.args
        np = self.x.nouns(items)
        what = self.x.g.show(np) if items.op == "listing" else self.x.g.one_of(np)
        return self.x.say("not among" if negated else "among", left=self.x.thing(item), right=what)

    def _aside(self, e: E, *, negated: bool) -> str:
        return self.x.say("not aside" if negated else "aside", left=self.x.thing(e.args[-1]))

    # ---- what packs and functions call true

    def _phrase(self, e: E, *, negated: bool) -> str:
        """A truth that a pack has a clause for."""
        return self._negated(self.x.g.show(self.x.thing(e)), negated=negated)

    def _has_script(self, e: E, *, negated: bool) -> str:
        """Whether a thing has an effect of that name: told by the term of the name."""
        name = e.args[1]
        said = self.x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._predicate(e.args[2], said)
        return self._negated(self.x.w.text(name) or name.replace("_", " "), negated=negated)

    def _var(self, e: E, *, negated: bool) -> str:
        """A truth of something: what its term says it `is`, or is `not`, else the term itself.

        Of a thing the term is what the thing is ("damaged"), of a player or the table a whole clause.
        """
        x, name = self.x, self.x.name_of(e)
        base = e.args[2] if e.op in ("field", "formula") else e.args[1]
        said = x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._predicate(base, said)
        words = x.w.text(name) or name.replace("_", " ")
        if base is None or base.type.name == "player":
            return self._negated(words, negated=negated)
        return x.say("is not" if negated else "is", left=x.thing(base), right=words)

    _field = _formula = _var

    def _predicate(self, base: E | None, said: str) -> str:
        x = self.x
        if base is None:
            return x.fill(said, {})
        if base.type.name != "player":
            return x.say("does", who=x.thing(base), what=x.fill(said, {}, THIRD))
        person = x.person(base)
        words = x.fill(said, {}, COMMAND if x.is_you(person) else THIRD)
        return x.say("does", who=x.subject(person), what=words)

    def _value(self, e: E, *, negated: bool) -> str:
        if not self.x.w.has(self.x.name_of(e)):
            inner, there = self.x.expand(e)
            return there.conditions.clause(inner, negated=negated)
        return self._var(e, negated=negated)

    def _option(self, e: E, *, negated: bool) -> str:
        option = self.x.v.options[e.args[0]]
        text = option.text.get(self.x.w.lang) or option.text.get("en") or option.name.replace("_", " ")
        return self.x.say("option unset" if negated else "option set", what=text)

    def _func(self, e: E, *, negated: bool) -> str:
        if e.args[0] == "any":
            return self._any_of(e.args[1], negated=negated)
        return self._negated(self.x.number(e), negated=negated)

    def _each(self, e: E, *, negated: bool) -> str:
        return self._negated(self.x.over(e), negated=negated)
