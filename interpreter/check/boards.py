"""What scripts say of grids: functions of their places, a place by its column and row, and directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.types import NUMBER, PLAYER, Type, enum, kind, set_of
from interpreter.diagnostics import with_article
from interpreter.primitives.grids import BARE, DIRECTION

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.scope import Scope
    from interpreter.check.typed import At, Value
    from interpreter.check.vocabulary import KindDecl, Vocabulary
    from interpreter.primitives import Function
    from interpreter.syntax import tree as t


def directions_named(v: Vocabulary, name: str, at: At) -> Value | None:
    """A set of some directions, by its bare name, in a pack that has a grid."""
    some = BARE.get(name) if DIRECTION in v.enums else None
    if some is None:
        return None
    of = enum(DIRECTION)
    return ty.Listing(set_of(of), tuple(ty.Const(of, way, at=at) for way in some), at=at)


class Boards:
    """Checks what is said of the grids of a pack."""

    def __init__(self, expressions: Expressions) -> None:
        self.x, self.v = expressions, expressions.v

    def function(self, function: Function, node: t.Call, scope: Scope) -> Value | None:
        """A function whose first argument is a place: it says on which grid the others are."""
        place = self.x.value(node.args[0], scope)
        if place is None:
            return None
        place = self.x.settle(place)
        decl = self.v.kinds.get(place.type.name) if place.type.tag == "kind" else None
        if decl is None or decl.grid is None:
            wrong = err.WrongType(scope.span(node.args[0].at), "place of a grid", str(place.type))
            scope.problems.report(wrong)
            return None
        pairs = zip(function.params[1:], node.args[1:], strict=True)
        rest = [self._argument(arg, self._type(word, decl), scope) for word, arg in pairs]
        if any(one is None for one in rest):
            return None
        given = (place, *(one for one in rest if one is not None))
        return ty.OnGrid(self._type(function.result, decl), function.name, decl.name, given, at=node.at)

    def _type(self, word: str, decl: KindDecl) -> Type:
        of = {"place": kind(decl.name), "set": set_of(kind(decl.name)), DIRECTION: enum(DIRECTION)}
        return of.get(word, NUMBER)

    def _argument(self, node: t.Value, of: Type, scope: Scope) -> Value | None:
        if of.tag != "set":
            return self.x.value(node, scope, of)
        items = self.x.set_value(node, scope)
        if items is not None and items.type != of:
            scope.problems.report(err.WrongType(scope.span(node.at), str(of), str(items.type)))
            return None
        return items

    # ---- a place by its column and row

    def cell(self, decl: KindDecl, owner: Value | None, node: t.Call, scope: Scope) -> Value | None:
        """`cell(4, 5)`, or `my.cell(4, 5)` where each player has a board."""
        assert decl.grid is not None
        if len(node.args) != len(decl.grid):
            wrong = err.WrongArguments(scope.span(node.at), decl.name, len(decl.grid), len(node.args))
            scope.problems.report(wrong)
            return None
        if decl.per_player and owner is None:
            said = f"a player before `.{decl.name}(…)`: each has a board, so say whose, like `my.{decl.name}(…)`"
            scope.problems.report(err.BadValue(scope.span(node.func_at), said, decl.name))
            return None
        if owner is not None and not decl.per_player:
            said = f"`{decl.name}(…)` with nothing before it, because all share that grid"
            scope.problems.report(err.BadValue(scope.span(node.func_at), said, f"….{decl.name}(…)"))
            return None
        lines = zip(("column", "row"), node.args, decl.grid, strict=True)
        column, row = (self._line(word, arg, most, scope) for word, arg, most in lines)
        if column is None or row is None:
            return None
        return ty.CellAt(kind(decl.name), decl.name, owner, column, row, at=node.at)

    def _line(self, word: str, node: t.Value, most: int, scope: Scope) -> Value | None:
        """A column or a row; one that is evidently not there is a mistake."""
        found = self.x.value(node, scope, NUMBER)
        number = ty.const_number(found)
        if number is not None and not 1 <= number <= most:
            wanted = f"{with_article(word)} from 1 to {most}"
            scope.problems.report(err.BadValue(scope.span(node.at), wanted, str(number)))
            return None
        return found

    def own(self, base: Value, name: str) -> KindDecl | None:
        """The kind whose place is asked of a player by its column and row."""
        decl = self.v.kinds.get(name)
        return decl if decl is not None and decl.grid is not None and base.type == PLAYER else None
