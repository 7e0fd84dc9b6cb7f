"""What tells some things from others: `of your choice`, `on that board`, `with at least 3 coins`, `whose cost is 2`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.check.types import Type
from interpreter.prose.conditions import COMPARED, MIRRORED, OPPOSITE
from interpreter.prose.grammar import THIRD
from interpreter.prose.nouns import Np

if TYPE_CHECKING:
    from interpreter.prose.values import Values


def is_element(e: object, number: int) -> bool:
    """Whether a value is the element a condition looks at."""
    return isinstance(e, E) and e.op == "element" and e.args[0] == number


class Filters:
    """Adds a condition on its elements to a noun phrase."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def narrow(self, np: Np, cond: E, number: int, of: Type) -> Np:
        """The phrase for those that meet the condition."""
        scope = self.x.scope
        before = scope.topic
        scope.elements[number] = self.x.element(np, of, number)
        scope.topic = ("element", number)
        made = self._narrow(np, cond, number, negated=False)
        scope.topic = before
        return made

    def _narrow(self, np: Np, cond: E, number: int, *, negated: bool) -> Np:
        if cond.op == "not":
            return self._narrow(np, cond.args[0], number, negated=not negated)
        if cond.op == "logic" and (cond.args[0] == "and") != negated:
            return self._narrow(
                self._narrow(np, cond.args[1], number, negated=negated), cond.args[2], number, negated=negated
            )
        for rule in (self._aside, self._having, self._comparing, self._truth, self._relation):
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
        return replace(np, noun=replace(np.noun, one=np.noun.one + words, many=np.noun.many + words))

    # ---- one rule for each kind of condition

    def _aside(self, np: Np, cond: E, number: int, *, negated: bool) -> Np | None:
        if cond.op != "aside" or not is_element(cond.args[-1], number):
            return None
        return self._tail(np, self.x.say(" in play" if negated else " in supply"))

    def _having(self, np: Np, cond: E, number: int, *, negated: bool) -> Np | None:
        """`with at least 3 coins`, `without cards`."""
        x = self.x
        items = cond.args[0] if cond.op == "nonempty" else None
        if cond.op == "some" and cond.args[0].op == "slot":
            items = cond.args[0].args[0]
        if cond.op == "func" and cond.args[0] == "any":
            items = cond.args[1]
        if items is not None:
            having, op, count = x.conditions.held(items), "is" if negated else "is not", 0
        elif cond.op == "compare" and cond.args[2].op == "const" and cond.args[1].type.tag == "number":
            found = x.conditions.having(cond.args[1])
            if found is None:
                return None
            having, op, count = found, cond.args[0], cond.args[2].args[0]
            op = OPPOSITE[op] if negated else op
        else:
            return None
        words = x.conditions.so_many(op, count, having)
        if words is None:
            return None
        if is_element(having.holder, number):
            if words.none:
                return self._tail(np, x.say(" without", what=having.np))
            return self._tail(np, x.say(" with", what=words.text))
        return self._of_which(np, cond.args[1] if cond.op == "compare" else None, op, count, number)

    def _of_which(self, np: Np, counter: E | None, op: str, count: int, number: int) -> Np | None:
        """An enum value of which somebody has so many: `goods of which you have fewer than 2`."""
        x = self.x
        if counter is None or counter.op != "var" or not is_element(counter.args[2], number):
            return None
        if not x.is_goods(counter) or not x.is_you(x.person(counter.args[1])):
            return None
        keys = {"is": "exactly n", ">=": "at least n", ">": "more than n", "<": "less than n", "<=": "at most n"}
        if op == "is not":
            return None
        op, count = (">=", 1) if (op, count) == (">", 0) else (op, count)
        return self._tail(np, x.say(" of which", what=x.say(keys[op], n=str(count))))

    def _comparing(self, np: Np, cond: E, number: int, *, negated: bool) -> Np | None:
        if cond.op != "compare":
            return None
        op, left, right = cond.args
        op = OPPOSITE[op] if negated else op
        if not _about(left, number) and _about(right, number):
            op, left, right = MIRRORED[op], right, left
        return (
            self._itself(np, op, left, right, number)
            or self._placed(np, op, left, right, number)
            or self._owned(np, op, left, right, number)
            or self._property(np, op, left, right, number)
        )

    def _itself(self, np: Np, op: str, left: E, right: E, number: int) -> Np | None:
        if is_element(left, number) and op == "is not":
            return self._tail(np, self.x.say(" other than", what=self.x.thing(right)))
        return None

    def _placed(self, np: Np, op: str, left: E, right: E, number: int) -> Np | None:
        """On a thing, or not on it."""
        x = self.x
        if left.op not in ("host", "parent") or not is_element(left.args[-1], number) or right.type.tag != "kind":
            return None
        if right.op == "const":
            return None
        if left.type.name == "player":
            return replace(np, owner=x.owner(right)) if op == "is" else self._head(np, x.say(" not yours"))
        if op == "is":
            return replace(np, place=x.thing(right))
        return self._tail(np, x.say(" not on", what=x.thing(right)))

    def _owned(self, np: Np, op: str, left: E, right: E, number: int) -> Np | None:
        x = self.x
        if left.op != "owner" or not is_element(left.args[-1], number):
            return None
        if op == "is":
            return replace(np, owner=x.owner(right))
        if x.is_you(x.person(right)):
            return self._head(np, x.say(" not yours"))
        return None

    def _property(self, np: Np, op: str, left: E, right: E, number: int) -> Np | None:
        """`of that colour`, `whose cost is 2`."""
        x = self.x
        if left.op not in ("field", "var", "formula", "value"):
            return None
        base = left.args[2] if left.op in ("field", "formula") else left.args[1]
        if not is_element(base, number) or (right.op == "const" and right.type.tag != "number" and right.args[0] < 0):
            return None
        if op == "is" and right.op in ("local", "element") and right.type.tag == "enum":
            return self._tail(np, x.say(" of that", what=x.thing(right)))
        own = replace(x.thing(left) if left.type.tag != "number" else self._number_np(left), owner=None)
        own = replace(own, det="the" if x.w.lang == "fr" else "none")
        if left.type.tag == "number":
            clause = x.say(COMPARED[op], left=own, right=x.number(right))
        else:
            clause = x.say(op, left=own, right=x.thing(right))
        return self._also(np, x.say(" whose", cond=clause))

    def _number_np(self, e: E) -> Np:
        if e.op == "value":
            return self.x.thing(e)
        return self.x.property(e)

    def _truth(self, np: Np, cond: E, number: int, *, negated: bool) -> Np | None:
        """A truth of the element: `that attacks others` if the term says so, else `(damaged)`."""
        x = self.x
        if cond.op not in ("field", "var", "formula", "value") or cond.type.tag != "truth":
            return None
        base, name = cond.args[2] if cond.op in ("field", "formula") else cond.args[1], x.name_of(cond)
        words = x.w.text(name)
        if words is None or not is_element(base, number):
            return None
        said = x.w.key(name, "not" if negated else "is")
        if said is not None:
            return self._also(np, x.say(" that", what=x.fill(said, {}, THIRD)))
        return self._tail(np, x.say(" not being" if negated else " being", what=words))

    def _relation(self, np: Np, cond: E, number: int, *, negated: bool) -> Np | None:
        """A truth of a player about the element: the term's `that` says it ("you may take")."""
        x = self.x
        if cond.op != "value" or not any(is_element(arg, number) for arg in cond.args[2:]):
            return None
        key = None if negated else x.w.key(x.name_of(cond), "that")
        return self._tail(np, f" {key}") if key else None


def _about(e: object, number: int) -> bool:
    """Whether a value is read off the element."""
    return is_element(e, number) or (
        isinstance(e, E) and e.op != "local" and any(_about(arg, number) for arg in e.args if isinstance(arg, E))
    )
