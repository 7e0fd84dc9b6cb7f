"""What tells some things from others: `of your choice`, `on that board`, `with at least 3 coins`, `whose cost is 2`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.types import Type
from interpreter.languages.grammar import THIRD
from interpreter.languages.nouns import Np
from interpreter.prose.conditions import COMPARED, MIRRORED, OPPOSITE, SO_MANY, joined, looked_for, same
from interpreter.prose.properties import PROPERTIES, Property, base_of, name_of

if TYPE_CHECKING:
    from interpreter.prose.values import Values


def is_element(value: ty.Value | None, number: int) -> bool:
    """Whether a value is the element a condition looks at."""
    return isinstance(value, ty.Element) and value.number == number


class Filters:
    """Adds a condition on its elements to a noun phrase."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def narrow(self, np: Np, cond: ty.Value, number: int, of: Type) -> Np:
        """The phrase for those that meet the condition."""
        scope = self.x.scope
        before = scope.topic
        scope.elements[number] = self.x.element(np, of, number)
        scope.topic = ("element", number)
        parts = _neither(list(_parts(cond, negated=False)), number)
        others = [other for one, negated in parts if (other := _other_than(one, number, negated=negated)) is not None]
        for one, negated in parts:
            if _other_than(one, number, negated=negated) is None:
                np = self._narrow(np, one, number, negated=negated)
            elif others:
                np, others = self._without(np, others), []
        scope.topic = before
        return np

    def _without(self, np: Np, others: list[ty.Value]) -> Np:
        """`other than that card`; of several, all together, and those with the same words as many."""
        x = self.x
        said = [x.g.show(found) for found in map(x.thing, others)]
        if len(said) > 1 and said.count(said[0]) == len(said):
            said = [x.g.show(replace(x.thing(others[0]), plural=True))]
        return self._tail(np, x.say(" other than", what=x.g.listing(said, "and")))

    def _narrow(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np:
        for rule in (
            self._aside,
            self._lying,
            self._having,
            self._comparing,
            self._truth,
            self._relation,
            self._together,
        ):
            made = rule(np, cond, number, negated=negated)
            if made is not None:
                return made
        return self._tail(np, self.x.say(" if", cond=self.x.conditions.clause(cond, negated=negated)))

    def _tail(self, np: Np, words: str) -> Np:
        return replace(np, tail=np.tail + words)

    def _also(self, np: Np, words: str) -> Np:
        """Another clause about the same."""
        return self._tail(np, (self.x.say(" and") if np.tail else "") + words)

    def _head(self, np: Np, words: str) -> Np:
        """Words that stand before the place."""
        return replace(np, noun=np.noun.followed_by(words))

    # ---- one rule for each kind of condition

    def _aside(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        if not isinstance(cond, ty.Aside) or not is_element(cond.thing, number):
            return None
        return self._tail(np, self.x.say(" in play" if negated else " in supply"))

    def _lying(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        """In a place, or not there."""
        x = self.x
        if not isinstance(cond, ty.InZone) or not is_element(cond.piece, number) or np.place is not None:
            return None
        place = x.place(cond.items.zone)
        if place.noun.counts and not place.noun.fixed:
            them = replace(x.nouns(cond.items), plural=True)
            return (
                self._tail(np, x.say(" other than", what=them))
                if negated
                else self._tail(np, x.say(" among", what=them))
            )
        return self._tail(np, x.say(" not on", what=place)) if negated else replace(np, place=place)

    def _together(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        """`whose shade is dark or pale`: one property of the element, which is one of two things or neither."""
        x = self.x
        if not isinstance(cond, ty.Logic):
            return None
        parts = list(joined(cond, cond.sign))
        first = parts[0].left if isinstance(parts[0], ty.Compare) else None
        if not isinstance(first, PROPERTIES) or not is_element(base_of(first), number) or first.type.tag == "number":
            return None
        own = replace(x.thing(first), owner=None, det=x.g.own_det)
        clause = x.conditions.of_one(parts, _sign(cond, negated=negated), negated=negated, left=own)
        return self._also(np, x.say(" whose", cond=clause, whose=x.g.whose(np))) if clause is not None else None

    def _having(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        """`with at least 3 coins`, `without cards`."""
        x = self.x
        counter: ty.Value | None = None
        match cond:
            case ty.Some(ty.InSlot(zone=zone)):
                having, sign, count = x.conditions.held(zone), "is" if negated else "is not", 0
            case ty.Compare(sign, left, ty.Const(number=count)) if left.type.tag == "number":
                found, counter = x.conditions.having(left), left
                if found is None:
                    return None
                having, sign = found, OPPOSITE[sign] if negated else sign
            case _:
                items = looked_for(cond)
                if items is None:
                    return None
                having, sign, count = x.conditions.held(items), "is" if negated else "is not", 0
        words = x.conditions.so_many(sign, count, having)
        if words is None:
            return None
        if is_element(having.holder, number):
            if words.none:
                return self._tail(np, x.say(" without", what=having.np))
            return self._tail(np, x.say(" with", what=words.text))
        return self._of_which(np, counter, sign, count, number)

    def _of_which(self, np: Np, counter: ty.Value | None, op: str, count: int, number: int) -> Np | None:
        """An enum value of which somebody has so many: `goods of which you have fewer than 2`."""
        x = self.x
        if not isinstance(counter, ty.Var) or not is_element(counter.index, number) or counter.host is None:
            return None
        if not x.is_goods(counter) or not x.is_you(x.person(counter.host)) or op not in SO_MANY:
            return None
        op, count = (">=", 1) if (op, count) == (">", 0) else (op, count)
        return self._tail(np, x.say(" of which", what=x.say(SO_MANY[op], n=str(count)), which=x.g.of_which(np)))

    def _comparing(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        if not isinstance(cond, ty.Compare):
            return None
        op, left, right = OPPOSITE[cond.sign] if negated else cond.sign, cond.left, cond.right
        if not _about(left, number) and _about(right, number):
            op, left, right = MIRRORED[op], right, left
        return (
            self._placed(np, op, left, right, number)
            or self._owned(np, op, left, right, number)
            or self._property(np, op, left, right, number)
        )

    def _placed(self, np: Np, op: str, left: ty.Value, right: ty.Value, number: int) -> Np | None:
        """On a thing, or not on it."""
        x = self.x
        if not isinstance(left, ty.Host | ty.Parent) or not is_element(left.thing, number):
            return None
        if right.type.tag != "kind" or isinstance(right, ty.Const):
            return None
        if left.type.name == "player":
            return replace(np, owner=x.owner(right)) if op == "is" else self._head(np, x.say(" not yours"))
        if op == "is":
            return replace(np, place=x.thing(right))
        return self._tail(np, x.say(" not on", what=x.thing(right)))

    def _owned(self, np: Np, op: str, left: ty.Value, right: ty.Value, number: int) -> Np | None:
        x = self.x
        if not isinstance(left, ty.Owner) or not is_element(left.thing, number):
            return None
        if op == "is":
            return replace(np, owner=x.owner(right))
        if x.is_you(x.person(right)):
            return self._head(np, x.say(" not yours"))
        return None

    def _property(self, np: Np, op: str, left: ty.Value, right: ty.Value, number: int) -> Np | None:
        """`of that colour`, `whose cost is 2`."""
        x = self.x
        if not isinstance(left, PROPERTIES) or not is_element(base_of(left), number):
            return None
        if isinstance(right, ty.Const) and right.type.tag != "number" and right.number < 0:
            return None
        if isinstance(left, ty.Derived) and left.type.tag == "number" and not x.w.has(name_of(left)):
            return None  # it is spelled out, and says itself whose it is
        if op == "is" and isinstance(right, ty.Local | ty.Element) and right.type.tag == "enum":
            return self._tail(np, x.say(" of that", what=x.thing(right)))
        own = replace(x.thing(left) if left.type.tag != "number" else self._number_np(left), owner=None)
        own = replace(own, det=x.g.own_det)
        if left.type.tag == "number":
            clause = x.say(COMPARED[op], left=own, right=x.number(right))
        else:
            clause = x.say(op, left=own, right=x.thing(right))
        return self._also(np, x.say(" whose", cond=clause, whose=x.g.whose(np)))

    def _number_np(self, value: Property) -> Np:
        return self.x.thing(value) if isinstance(value, ty.Derived) else self.x.property(value)

    def _truth(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        """A truth of the element: `that attacks others` if the term says so, else `(damaged)`."""
        x = self.x
        if not isinstance(cond, PROPERTIES) or cond.type.tag != "truth":
            return None
        name = name_of(cond)
        words = x.w.text(name)
        if words is None or not is_element(base_of(cond), number):
            return None
        said = x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._also(np, x.say(" that", what=x.fill(said, {}, THIRD), which=x.g.which(np)))
        return self._tail(np, x.say(" not being" if negated else " being", what=words))

    def _relation(self, np: Np, cond: ty.Value, number: int, *, negated: bool) -> Np | None:
        """A truth of a player about the element: the term's `that` says it ("you may take")."""
        x = self.x
        if not isinstance(cond, ty.Derived) or not any(is_element(arg, number) for arg in cond.given):
            return None
        key = None if negated else x.w.key(name_of(cond), "that")
        return self._tail(np, f" {key}") if key else None


def _parts(cond: ty.Value, *, negated: bool) -> Iterator[tuple[ty.Value, bool]]:
    """The conditions that must all hold, each with whether it is denied."""
    match cond:
        case ty.Not(inner):
            yield from _parts(inner, negated=not negated)
        case ty.Logic(sign, left, right) if (sign == "and") != negated:
            yield from _parts(left, negated=negated)
            yield from _parts(right, negated=negated)
        case _:
            yield cond, negated


def _sign(cond: ty.Logic, *, negated: bool) -> str:
    return cond.sign if not negated else "or" if cond.sign == "and" else "and"


def _neither(parts: list[tuple[ty.Value, bool]], number: int) -> list[tuple[ty.Value, bool]]:
    """The same conditions, with two that say what one property is not as one."""
    made: list[tuple[ty.Value, bool]] = []
    for cond, negated in parts:
        last = made[-1][0] if made else None
        if (
            isinstance(cond, ty.Compare)
            and isinstance(last, ty.Compare)
            and (cond.sign, last.sign) == ("is not", "is not")
            and not negated
            and not made[-1][1]
            and isinstance(cond.left, PROPERTIES)
            and is_element(base_of(cond.left), number)
            and same(cond.left, last.left)
        ):
            made[-1] = (ty.Logic("and", last, cond, at=cond.at), False)
        else:
            made.append((cond, negated))
    return made


def _other_than(cond: ty.Value, number: int, *, negated: bool) -> ty.Value | None:
    """What the element must not be, if a condition says just that."""
    if not isinstance(cond, ty.Compare) or (OPPOSITE[cond.sign] if negated else cond.sign) != "is not":
        return None
    left, right = cond.left, cond.right
    if not _about(left, number) and _about(right, number):
        left, right = right, left
    return right if is_element(left, number) else None


def _about(value: ty.Value, number: int) -> bool:
    """Whether a value is read off the element."""
    return is_element(value, number) or any(_about(part, number) for part in ty.children(value))
