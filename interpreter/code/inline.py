"""Functions of the program written out where they are called: in a loop, a call costs more than what a short one does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.code import expr as x

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.values import Function

MAX_SIZE = 60
"""Functions of more parts are called."""


class Inline:
    """Writes out calls; names that a function binds get new ones, so that no two of them are confused."""

    def __init__(self, functions: Mapping[Key, Function]) -> None:
        self._functions = functions
        self._named = 0

    def out(self, e: Expr) -> Expr:
        """The same expression with short functions written out."""
        if isinstance(e, x.Call):
            function = self._functions[e.function]
            given = (e.me, e.this, *e.given)
            if not function.steps and _is_little(function.body) and all(map(_is_short, given)):
                params = {f"a{slot}": one for slot, one in enumerate(e.given)}
                return self.out(self._put(function.body, {"me": e.me, "this": e.this, **params}))
        return x.rebuilt(e, self.out)

    def _put(self, e: Expr, names: Mapping[str, Expr]) -> Expr:
        """An expression with others in place of names."""
        match e:
            case x.Name(id=ident):
                return names.get(ident, e)
            case x.Keep(items=items, name=name, cond=cond, first=first):
                inner, once = dict(names), []
                for one, value in first:
                    once.append((self._fresh(), self._put(value, inner)))
                    inner[one] = x.Name(once[-1][0])
                fresh = self._fresh()
                cond = self._put(cond, {**inner, name: x.Name(fresh)})
                return x.Keep(self._put(items, names), fresh, cond, tuple(once))
            case x.Has(items=items, name=name, cond=cond):
                fresh = self._fresh()
                return x.Has(self._put(items, names), fresh, self._put(cond, {**names, name: x.Name(fresh)}))
            case x.Fold(function=function, items=items, name=name, each=each, given=given):
                fresh = self._fresh()
                inner = {**names, name: x.Name(fresh)}
                rest = tuple(self._put(one, inner) for one in given)
                return x.Fold(function, self._put(items, names), fresh, self._put(each, inner), rest)
            case x.Let(name=name, value=value, inside=inside):
                fresh = self._fresh()
                return x.Let(fresh, self._put(value, names), self._put(inside, {**names, name: x.Name(fresh)}))
        return x.rebuilt(e, lambda part: self._put(part, names))

    def _fresh(self) -> str:
        self._named += 1
        return f"y{self._named}"


def _is_little(body: Expr) -> bool:
    """Whether a function is short and goes through one set at most."""
    loops = sum(isinstance(node, x.Keep | x.Has | x.Fold) for node in x.walk(body))
    return loops <= 1 and x.size(body) <= MAX_SIZE


def _is_short(e: Expr) -> bool:
    """Whether an expression may be written several times."""
    return isinstance(e, x.Num | x.Name | x.Local) or (isinstance(e, x.Row) and isinstance(e.index, x.Name))
