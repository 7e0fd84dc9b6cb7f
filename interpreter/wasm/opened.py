"""Short functions of a program written out in the expressions that call them, so that one can see what these ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.wasm.straight import is_harmless

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.values import Function

MOST_INSIDE = 4
"""Functions are written out so deep inside each other."""
MOST_GIVEN = 8
"""What a function is given must have no more parts: it may be worked out several times then."""


class Opening:
    """Opens expressions of one program; names are given out anew, so that none is taken for another."""

    def __init__(self, functions: Mapping[Key, Function], is_short: Callable[[Key], bool]) -> None:
        self._functions, self._is_short = functions, is_short
        self._count = 0

    def opened(self, e: Expr, depth: int = 0) -> Expr:
        """The same expression without calls of short functions, as far as they can be opened."""
        if not any(isinstance(node, x.Call) for node in x.walk(e)):
            return e
        if isinstance(e, x.Call) and depth < MOST_INSIDE and self._is_short(e.function):
            given = [e.me, e.this, *e.given]
            if all(_is_plain(one) for one in given):
                names = dict(zip(["me", "this", *(f"a{slot}" for slot in range(len(e.given)))], given, strict=True))
                return self.opened(self._replaced(self._functions[e.function].body, names), depth + 1)
        return x.rebuilt(e, lambda part: self.opened(part, depth))

    def _replaced(self, e: Expr, names: Mapping[str, Expr]) -> Expr:
        match e:
            case x.Name(id=ident):
                return names.get(ident, e)
            case x.Has(items=items, name=name, cond=cond):
                fresh, inner = self._fresh(name, names)
                return x.Has(self._replaced(items, names), fresh, self._replaced(cond, inner))
            case x.Keep(items=items, name=name, cond=cond, first=first):
                inner = names
                made = []
                for ident, value in first:
                    held = self._replaced(value, inner)
                    another, inner = self._fresh(ident, inner)
                    made.append((another, held))
                items = self._replaced(items, inner)
                fresh, inner = self._fresh(name, inner)
                return x.Keep(items, fresh, self._replaced(cond, inner), tuple(made))
            case x.Fold(function=function, items=items, name=name, each=each, given=given):
                fresh, inner = self._fresh(name, names)
                more = tuple(self._replaced(one, names) for one in given)
                return x.Fold(function, self._replaced(items, names), fresh, self._replaced(each, inner), more)
            case x.Let(name=name, value=value, inside=inside):
                fresh, inner = self._fresh(name, names)
                return x.Let(fresh, self._replaced(value, names), self._replaced(inside, inner))
        return x.rebuilt(e, lambda part: self._replaced(part, names))

    def _fresh(self, name: str, names: Mapping[str, Expr]) -> tuple[str, Mapping[str, Expr]]:
        self._count += 1
        fresh = f"{name} {self._count}"
        return fresh, {**names, name: x.Name(fresh)}


def _is_plain(e: Expr) -> bool:
    return x.size(e) <= MOST_GIVEN and all(map(is_harmless, x.walk(e)))
