"""Calls: functions of the engine, values of the pack that take something, and places of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.scope import RESERVED
from interpreter.check.types import NUMBER, PLAYER, TRUTH, Type, enum, set_of
from interpreter.primitives.functions import FUNCTIONS, MOST_NUMBERS, Function, meant_by
from interpreter.primitives.grids import DIRECTION
from interpreter.primitives.synonyms import CHANCE, ROUNDED
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.scope import Scope
    from interpreter.check.typed import Value
    from interpreter.check.vocabulary import ValueDecl


class Calls:
    """Checks the calls in values of a pack."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions

    def value(self, node: t.Call, scope: Scope) -> Value | None:
        """Check a call, whatever it is of."""
        if node.base is not None:
            return self._method(node, scope)
        function = FUNCTIONS.get(node.func)
        if function is not None:
            return self._function(function, node, scope)
        for element in reversed(scope.elements):
            own = self.x.v.values.get(f"{element.type.name}.{node.func}")
            if own is not None and own.params:
                return self.of_value(own, element.value(node.at), node, scope)
        if scope.this is not None and f"{scope.this.name}.{node.func}" in self.x.v.values:
            return self.of_value(self.x.v.values[f"{scope.this.name}.{node.func}"], ty.This(scope.this), node, scope)
        value = self.x.v.values.get(node.func)
        if value is not None and value.of is None:
            return self.of_value(value, None, node, scope)
        board = self.x.v.kinds.get(node.func)
        if board is not None and board.grid is not None:
            return self.x.boards.cell(board, None, node, scope)
        known = (*FUNCTIONS, *(val.name for val in self.x.v.named_values()))
        meant = meant_by(node.func)
        cure = f"write `{meant.written}`: {meant.doc}" if meant is not None else ROUNDED.get(node.func, "")
        if node.func in RESERVED:
            cure = f"no function is called so: write `{node.func} (`, with a space"
        if node.func in CHANCE:
            limits = [scope.source.text[slice(*one.at)] for one in node.args] if len(node.args) == 2 else ["1", "6"]
            cure = f"chance chooses: write `choose n from range({', '.join(limits)}) at random`; then it is `n`"
        wrong = err.UnknownName(scope.span(node.func_at), node.func, tuple(sorted(known)), "function", cure)
        scope.problems.report(wrong)
        return None

    def _method(self, node: t.Call, scope: Scope) -> Value | None:
        assert node.base is not None
        base = self.x.raw(node.base, scope, None)
        if base is None or self.x.needless(node.base, f"{node.func}(…)", (node.base.at[0], node.func_at[1]), scope):
            return None
        base = self.x.settle(base)
        board = self.x.boards.own(base, node.func)
        if board is not None:
            return self.x.boards.cell(board, base, node, scope)
        value = self.x.v.values.get(f"{base.type.name}.{node.func}") if base.type.tag == "kind" else None
        if value is None:
            known = self.x.properties.known(base.type.name) if base.type.tag == "kind" else ()
            written = scope.source.text[slice(*node.base.at)]
            cure = self.x.cures.of_property(base, node.func, written, scope)
            wrong = err.UnknownProperty(scope.span(node.func_at), str(base.type), node.func, known, cure=cure)
            scope.problems.report(wrong)
            return None
        return self.of_value(value, base, node, scope)

    def of_value(self, value: ValueDecl, base: Value | None, node: t.Call, scope: Scope) -> Value | None:
        """Check what a value of the pack is given."""
        if len(node.args) != len(value.params):
            wrong = err.WrongArguments(scope.span(node.at), value.name, len(value.params), len(node.args))
            scope.problems.report(wrong)
            return None
        args = [self.x.value(arg, scope, of) for arg, (_, of) in zip(node.args, value.params, strict=True)]
        given = whole(args)
        return None if given is None else ty.Derived(self.x.result_of(value), value.key, base, given, at=node.at)

    def _function(self, function: Function, node: t.Call, scope: Scope) -> Value | None:
        if len(node.args) != len(function.params):
            wrong = err.WrongArguments(scope.span(node.at), function.name, len(function.params), len(node.args))
            scope.problems.report(wrong)
            return None
        if function.kind == "plain":
            if self._over_a_set(function, node, scope):
                return None
            args = [self.x.value(arg, scope, plain_type(p)) for arg, p in zip(node.args, function.params, strict=True)]
            given = whole(args)
            if given is None or (function.form == "range" and not self._short(given, node, scope)):
                return None
            return ty.Applied(plain_type(function.result), function.name, given, at=node.at)
        if function.kind == "copies":
            return self._copies(node, scope)
        if function.kind == "grid":
            return self.x.boards.function(function, node, scope)
        if function.kind == "enum":
            return self._of_enum(function, node, scope)
        if function.kind == "join":
            return self._join(function, node, scope)
        return self._over_set(function, node, scope)

    def _over_a_set(self, function: Function, node: t.Call, scope: Scope) -> bool:
        """Whether a set is given to what takes numbers, where another function does the same over a set; says so."""
        meant, told = meant_by(function.name), len(scope.problems)
        found = self.x.raw(node.args[0], scope, None) if meant is not None else None
        del scope.problems[told:]
        if meant is None or found is None or found.type.tag not in ("set", "zone"):
            return False
        cure = f"over a set write `{meant.written}`"
        wrong = err.WrongType(scope.span(node.args[0].at), "number", str(found.type), cure)
        scope.problems.report(wrong)
        return True

    def _short(self, args: tuple[Value, ...], node: t.Call, scope: Scope) -> bool:
        """Whether a range may have so many numbers, as far as can be known before the game."""
        low, high = (ty.const_number(arg) for arg in args)
        if low is None or high is None or high - low < MOST_NUMBERS:
            return True
        wanted = f"a range of at most {MOST_NUMBERS} numbers"
        scope.problems.report(err.BadValue(scope.span(node.at), wanted, f"{low} to {high}"))
        return False

    def _copies(self, node: t.Call, scope: Scope) -> Value | None:
        """A thing, of whatever kind."""
        piece = self.x.value(node.args[0], scope)
        if piece is None:
            return None
        piece = self.x.settle(piece)
        if piece.type.tag != "kind":
            scope.problems.report(err.WrongType(scope.span(node.args[0].at), "piece", str(piece.type)))
            return None
        return ty.Copies(set_of(piece.type), piece, at=node.at)

    def _of_enum(self, function: Function, node: t.Call, scope: Scope) -> Value | None:
        """A value of an enum, of whichever; how many values it has is handed on."""
        value = self.x.value(node.args[0], scope)
        if value is None:
            return None
        if value.type.tag != "enum":
            wrong = err.WrongType(scope.span(node.args[0].at), "value of an enum", str(value.type))
            scope.problems.report(wrong)
            return None
        size = ty.Const(NUMBER, len(self.x.v.enums[value.type.name].values), at=node.at)
        return ty.Applied(value.type, function.name, (value, size), at=node.at)

    def _join(self, function: Function, node: t.Call, scope: Scope) -> Value | None:
        left, right = (self.x.set_value(arg, scope) for arg in node.args)
        if left is None or right is None:
            return None
        if left.type != right.type:
            scope.problems.report(err.WrongType(scope.span(node.args[1].at), str(left.type), str(right.type)))
            return None
        return ty.Applied(left.type, function.name, (left, right), at=node.at)

    def _over_set(self, function: Function, node: t.Call, scope: Scope) -> Value | None:
        through = node.args[0]
        name = through.name if isinstance(through, t.Named | t.Where) else ""
        items = self.x.set_value(through.base if isinstance(through, t.Named) else through, scope)
        if items is None:
            return None
        special = {"element": items.type.element, "set": items.type}
        of = special.get(function.result) or plain_type(function.result)
        if function.kind == "set":
            if isinstance(through, t.Named):
                scope.problems.report(err.NameWithoutUse(scope.span(through.at), through.name))
            return ty.Applied(of, function.name, (items,), at=node.at)
        element = self.x.enter_set(items, name or None, through, scope)
        each = self._for_each(node.args[1], function.params[1], scope)
        scope.elements.pop()
        rest = [
            self.x.value(arg, scope, plain_type(p)) for arg, p in zip(node.args[2:], function.params[2:], strict=True)
        ]
        given = whole(rest)
        if each is None or given is None:
            return None
        return ty.OverEach(of, function.name, items, element.number, each, given, at=node.at)

    def _for_each(self, node: t.Value, param: str, scope: Scope) -> Value | None:
        """The value that a function over a set wants for each element."""
        if param == "order":
            return self.x.orderly(node, scope)
        return self.x.value(node, scope, None if param == "any" else plain_type(param))


def whole(values: list[Value | None]) -> tuple[Value, ...] | None:
    """All values, or none if one of them was wrong."""
    sound = tuple(value for value in values if value is not None)
    return sound if len(sound) == len(values) else None


def plain_type(name: str) -> Type:
    """The type behind a word of the functions' table."""
    fixed = {
        "number": NUMBER,
        "truth": TRUTH,
        "player": PLAYER,
        "set of player": set_of(PLAYER),
        "set of number": set_of(NUMBER),
        DIRECTION: enum(DIRECTION),
    }
    return fixed[name]
