"""What is known before the game: sets that tables alone narrow, and those that never have more than one element.

The cells below a cell, the later seats: such sets are filtered once, when the program is made, and not whenever somebody
looks at them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.check.keys import Key
from interpreter.code import expr as x

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.values import Rows

_SIGNS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max,
}  # fmt: skip
_INDEX = "index"


class Known:
    """Works out sets of one program from its constant tables."""

    def __init__(self, tables: dict[Key, Rows]) -> None:
        self._tables = tables
        self._narrowed: dict[tuple[Key, str, Expr], Key] = {}

    def narrowed(self, items: Expr, name: str, cond: Expr) -> tuple[Expr, Expr]:
        """The elements of a set for which what is known of a condition holds, and the rest of the condition."""
        if not isinstance(items, x.RowSet):
            return items, cond
        index, known, rest = items.index, [], []
        for part in cond.parts if isinstance(cond, x.Both) else (cond,):
            fixed = _put(part, index)
            if self._is_known(fixed, name):
                known.append(fixed)
            else:
                rest.append(part)
        if not known:
            return items, cond
        return x.RowSet(self._table(items.table, name, x.both(*known)), index), x.both(*rest)

    def _table(self, table: Key, name: str, cond: Expr) -> Key:
        found = self._narrowed.get((table, name, cond))
        if found is None:
            found = Key("narrowed", (table.sort, *table.names, name, repr(cond)))
            self._narrowed[table, name, cond] = found
            self._tables[found] = [
                tuple(one for one in row if self._number(cond, {name: one, _INDEX: at}))  # type: ignore[union-attr]
                for at, row in enumerate(self._tables[table])
            ]
        return found

    def only(self, items: Expr) -> Expr | None:
        """The only element of a set, or none; nothing is said of a set that may have more of them."""
        if not isinstance(items, x.RowSet):
            return None
        rows = self._tables[items.table]
        if any(len(row) > 1 for row in rows):  # type: ignore[arg-type]
            return None
        key = Key("only", (items.table.sort, *items.table.names))
        self._tables.setdefault(key, [row[0] if row else -1 for row in rows])  # type: ignore[index]
        return x.Row(key, items.index)

    def _is_known(self, e: Expr, name: str) -> bool:
        match e:
            case x.Num():
                return True
            case x.Name(id=ident):
                return ident in (name, _INDEX)
            case x.Row(index=index):
                return self._is_known(index, name)
            case x.Test(left=left, right=right):
                return self._is_known(left, name) and self._is_known(right, name)
            case x.Math(sign=sign, left=left, right=right):
                return sign in _SIGNS and self._is_known(left, name) and self._is_known(right, name)
            case x.Both(parts=parts) | x.Either(parts=parts):
                return all(self._is_known(part, name) for part in parts)
            case x.Nope(inner=inner):
                return self._is_known(inner, name)
        return False

    def _number(self, e: Expr, names: dict[str, int]) -> int:
        """The number or truth of an expression whose parts are known."""
        match e:
            case x.Num(value=value):
                return value
            case x.Name(id=ident):
                return names[ident]
            case x.Row(table=table, index=index):
                return self._tables[table][self._number(index, names)]  # type: ignore[return-value]
            case x.Test(sign=sign, left=left, right=right) | x.Math(sign=sign, left=left, right=right):
                return _SIGNS[sign](self._number(left, names), self._number(right, names))
            case x.Both(parts=parts):
                return all(self._number(part, names) for part in parts)
            case x.Either(parts=parts):
                return any(self._number(part, names) for part in parts)
            case x.Nope(inner=inner):
                return not self._number(inner, names)
        raise AssertionError(f"{e} is not known")


def _put(e: Expr, index: Expr) -> Expr:
    """An expression with a name in place of the row of the set."""
    if isinstance(index, x.Num):
        return e
    return x.Name(_INDEX) if e == index else x.rebuilt(e, lambda part: _put(part, index))
