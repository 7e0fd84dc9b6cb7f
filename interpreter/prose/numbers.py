"""Numbers in words, computed ones included."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.prose.fill import Filling, Number
from interpreter.prose.filters import is_element
from interpreter.prose.nouns import Np

if TYPE_CHECKING:
    from interpreter.prose.values import Values


_OVER = {"sum": "total over", "highest": "highest over", "lowest": "lowest over"}
"""How the functions are told over something that has to be worked out for each element."""


class Numbers:
    """Tells numbers."""

    def __init__(self, values: Values) -> None:
        self.x = values

    def number(self, e: E) -> str:
        """A number as words."""
        found = getattr(self, f"_{e.op}", None)
        if found is not None:
            return str(found(e))
        if e.op in ("var", "field", "formula"):
            np = self.x.property(e)
            return self.x.g.show(replace(np, plural=np.noun.counts and e.op == "var"))
        if e.op in ("seat", "face", "grid_column", "grid_row"):
            return self.x.g.show(Np(self.x.w.noun(e.op.removeprefix("grid_")), owner=self.x.owner(e.args[-1])))
        return self.x.g.show(self.x.thing(e)) if e.type.tag != "number" else e.op

    def counted(self, e: E) -> Number:
        """A number for a template."""
        real, there = self.x.resolve(e)
        bound = self.x.binding(e)
        if bound is not None and bound.number is not None:
            return bound.number
        if real.op == "const":
            return Number(str(real.args[0]), real.args[0])
        return Number(there.number(real))

    def _const(self, e: E) -> str:
        return str(e.args[0])

    def _local(self, e: E) -> str:
        bound = self.x.binding(e)
        if bound is not None and bound.number is not None:
            return bound.number.words
        real, there = self.x.resolve(e)
        if real is not e:
            return there.number(real)
        known = bound.np if bound is not None else None
        return self.x.g.show(known or Np(self.x.w.noun("number"), det="that"))

    _element = _local

    def _arith(self, e: E) -> str:
        op, left, right = e.args
        if op == "*" and left.op == "const" and left.args[0] == 2:
            return self.x.say("twice of", right=self.number(right))
        key = {"+": "plus", "-": "minus", "*": "multiply", "/": "divide", "mod": "mod"}[op]
        return self.x.say(key, left=self._operand(left, op), right=self._operand(right, op, last=True))

    def _operand(self, e: E, op: str, *, last: bool = False) -> str:
        """An operand, in brackets where the words alone would be read another way."""
        words = self.number(e)
        weak = e.op == "if" or (e.op == "arith" and e.args[0] in ("+", "-"))
        return f"({words})" if weak and (op not in ("+", "-") or (last and op == "-") or e.op == "if") else words

    def _func(self, e: E) -> str:
        name, args = e.args[0], e.args[1:]
        if name == "count":
            return self.x.function(name, {"0": self._all_of(args[0])})
        if name in ("min", "max"):
            return self.x.amounts.bounded(name, args, self.number)
        return self.x.function(name, {str(i): self.x.thing(arg) for i, arg in enumerate(args)})

    def _all_of(self, items: E) -> str:
        """The elements of a set, all of them: `your coins`, or `coins on the board`."""
        np = self.x.nouns(items)
        if np.noun.whole:
            place = replace(np, plural=True, owner=None)
            return self.x.g.bare(Np(self.x.kind_noun(items.type.element.name), place=place), plural=True)
        return self.x.g.show(replace(np, plural=True)) if np.owner is not None else self.x.g.bare(np, plural=True)

    def _reach(self, e: E) -> str:
        name, _, cell, items = e.args
        return self.x.function(name, {"0": self.x.thing(cell), "1": replace(self.x.nouns(items), plural=True)})

    def _each(self, e: E) -> str:
        return self.over(e)

    def over(self, e: E) -> str:
        """A function over a set and a value for each element."""
        name, items, number, each, *rest = e.args
        np = self.x.nouns(items)
        prior = self.x.scope.topic
        self.x.scope.elements[number] = self.x.element(np, items.type.element, number)
        self.x.scope.topic = ("element", number)
        words: Filling
        if each.op in ("field", "var", "formula") and is_element(each.args[1 if each.op == "var" else 2], number):
            words = replace(self.x.property(each), owner=None, det="none")
        elif each.type.tag == "truth":
            words = self.x.conditions.clause(each)
        else:
            words = self.number(each)
        self.x.scope.topic = prior
        if name in _OVER and isinstance(words, str):
            return self.x.say(_OVER[name], what=words, each=self.x.g.each(np))
        holes: dict[str, Filling] = {
            "0": replace(np, plural=True),
            "1": words,
            "element": replace(np, place=None, tail="", owner=None),
            "each": self.x.g.each(np),
        }
        holes |= {str(i + 2): self.number(arg) for i, arg in enumerate(rest)}
        return self.x.function(name, holes)

    def _value(self, e: E) -> str:
        noun = self.x.value_noun(e)
        if noun is None:
            inner, there = self.x.expand(e)
            return there.number(inner)
        np = Np(noun, owner=self.x.value_owner(e, noun), plural=noun.counts)
        if not noun.counts:
            return self.x.g.show(np)
        return self.x.function(
            "count", {"0": self.x.g.show(np) if np.owner is not None else self.x.g.bare(np, plural=True)}
        )

    def _table(self, e: E) -> str:
        name, key = e.args
        return self.x.say("by table", table=Np(self.x.w.noun(name)), row=self.x.g.show(self.x.thing(key)))

    def _if(self, e: E) -> str:
        cond, then, other = e.args
        last = None if other.op == "const" and other.args[0] == 0 else self.number(other)
        return self.x.say("either", then=self.number(then), cond=self.x.conditions.clause(cond), other=last)

    def _player_count(self, _e: E) -> str:
        return self.x.function("count", {"0": self.x.w.noun("player").many})

    def _option(self, e: E) -> str:
        return str(e.args[0]).replace("_", " ")
