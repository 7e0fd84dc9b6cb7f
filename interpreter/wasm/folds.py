"""The engine's own functions over sets and values, printed as WebAssembly: each has a form, and each form its printing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.primitives import FUNCTIONS
from interpreter.primitives.grids import Around
from interpreter.records import record
from interpreter.wasm.offered import NotOffered
from interpreter.wasm.scope import Scope, cell_offset
from interpreter.wasm.straight import MOST_STRAIGHT
from interpreter.wasm.text import either_value, get, i32, i64, put, when, wrapped

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.wasm.values import Values

MADE = frozenset({"union", "connected", "range"})
"""The forms of functions that give sets."""
_COSTLY = (x.Call, x.CallRow, x.Counted, x.Apply, x.Tried, x.Unknown, x.Fold)


LANES = 8
"""So many numbers are counted in one vector; none of them comes so often that it would not fit."""
MOST_COUNTED = 64
"""So many numbers are counted at once."""


@record(frozen=True, slots=True)
class _Counted:
    """A set whose elements are counted by a number that each has."""

    items: Expr
    name: str
    has: x.Row


class Folds:
    """Prints functions of the engine."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def fold(self, e: x.Fold, scope: Scope) -> str:
        """A function over the elements of a set."""
        form = FUNCTIONS[e.function].form
        match form:
            case "sum":
                return self._folded(e, scope, 0, lambda so_far, value, _: f"(i64.add {get(so_far)} {value})")
            case "all":
                return self._all(e, scope)
            case "max" | "min":
                return self._extreme(e, scope, "gt_s" if form == "max" else "lt_s")
            case "best":
                return self._best(e, scope)
            case "distinct" | "adds_up":
                return self._over_values(e, scope, form)
        raise NotOffered(f"`{e.function}` is written in Python only")

    def _worth(self, e: x.Fold, scope: Scope) -> tuple[str, Callable[[str], str]]:
        """What each element of a set is worth, and what must be done before the first one is asked for.

        Where that is how many elements of another set have this number, all of them are counted at once, and looked up
        then. The counts lie behind the end of the heap, where nothing else is laid meanwhile.
        """
        found, size = self._counting(e), _span_size(e.items)
        if found is None or not 0 < size <= MOST_COUNTED:
            return "", lambda element: self._values.num(e.each, scope.binding(e.name, element))
        counts = scope.fn.local("i32")
        start = put(counts, "(global.get $top)")
        if size <= LANES:
            return start + self._lanes(found, size, counts, scope), _looked_up(counts, "i64.load16_u", 1)
        return start + self._counters(found, size, counts, scope), _looked_up(counts, "i64.load32_u", 2)

    def _counting(self, e: x.Fold) -> _Counted | None:
        """Whether each element of a fold is worth how many elements of a set have it."""
        each = self._values.opened(e.each)
        match each:
            case x.Count(items=x.Keep(items=items, name=name, cond=x.Test(sign="==") as test, first=())):
                pass
            case _:
                return None
        wanted = x.Name(e.name)
        has, number = (test.left, test.right) if x.mentions(test.left, name) else (test.right, test.left)
        if number != wanted or not isinstance(has, x.Row) or x.mentions(has, e.name) or x.mentions(items, e.name):
            return None
        if self._values.straight(has) > MOST_STRAIGHT or costs(items) or not self._values.is_quiet(items):
            return None
        return _Counted(items, name, has)

    def _lanes(self, found: _Counted, size: int, counts: str, scope: Scope) -> str:
        """Count in the lanes of a vector, one for each number: for each entry of the table, what it adds to them."""
        numbers = self._values.numbers(found.has.table)
        table, sums = self._values.room.lanes(numbers, size), scope.fn.local("v128")

        def turn(element: str, _: str) -> str:
            at = self._values.address(found.has.index, scope.binding(found.name, element))
            place = f"(i32.add {i32(table)} (i32.shl {at} (i32.const 4)))"
            return put(sums, f"(i16x8.add {get(sums)} (v128.load {place}))")

        nothing = put(sums, "(v128.const i64x2 0 0)")
        return f"{nothing} {self._values.each(found.items, scope, turn)} (v128.store {get(counts)} {get(sums)})"

    def _counters(self, found: _Counted, size: int, counts: str, scope: Scope) -> str:
        """Count in words of memory."""
        entry, at = scope.fn.local("i32"), scope.fn.local("i32")
        wiped = " ".join(f"(i64.store offset={8 * pair} {get(counts)} {i64(0)})" for pair in range((size + 1) // 2))

        def turn(element: str, _: str) -> str:
            number = put(entry, self._values.address(found.has, scope.binding(found.name, element)))
            place = put(at, f"(i32.add {get(counts)} (i32.shl {get(entry)} (i32.const 2)))")
            one_more = f"(i32.store {get(at)} (i32.add (i32.load {get(at)}) (i32.const 1)))"
            return number + when(f"(i32.lt_u {get(entry)} {i32(size)})", place + one_more)

        return wiped + self._values.each(found.items, scope, turn)

    def _folded(self, e: x.Fold, scope: Scope, first: int, step: Callable[[str, str, str], str]) -> str:
        so_far = scope.fn.local()
        lines, worth = self._worth(e, scope)

        def turn(element: str, out: str) -> str:
            return put(so_far, step(so_far, worth(element), out))

        loop = self._values.each(e.items, scope, turn)
        return f"(block (result i64) {lines} {put(so_far, i64(first))} {loop} {get(so_far)})"

    def _all(self, e: x.Fold, scope: Scope) -> str:
        so_far = scope.fn.local("i32")
        leave = not costs(e.each) and not costs(e.items)

        def turn(element: str, out: str) -> str:
            test = f"(i32.ne {self._values.cond(e.each, scope.binding(e.name, element))} (i32.const 0))"
            if leave:
                return when(f"(i32.eqz {test})", f"{put(so_far, i32(0))} (br {out})")
            return put(so_far, f"(i32.and {test} {get(so_far)})")

        loop = self._values.each(e.items, scope, turn)
        return f"(i64.extend_i32_u (block (result i32) {put(so_far, i32(1))} {loop} {get(so_far)}))"

    def _extreme(self, e: x.Fold, scope: Scope, order: str) -> str:
        best, value, seen = scope.fn.local(), scope.fn.local(), scope.fn.local("i32")
        lines, worth = self._worth(e, scope)

        def turn(element: str, _: str) -> str:
            worked = put(value, worth(element))
            better = f"(i32.or (i32.eqz {get(seen)}) (i64.{order} {get(value)} {get(best)}))"
            return worked + when(better, put(best, get(value)) + put(seen, i32(1)))

        first = put(best, i64(0)) + put(seen, i32(0))
        return f"(block (result i64) {lines} {first} {self._values.each(e.items, scope, turn)} {get(best)})"

    def _best(self, e: x.Fold, scope: Scope) -> str:
        best, value, chosen = scope.fn.local(), scope.fn.local(), scope.fn.local()
        lines, worth = self._worth(e, scope)

        def turn(element: str, _: str) -> str:
            worked = put(value, worth(element))
            better = f"(i32.or (i64.lt_s {get(chosen)} (i64.const 0)) (i64.gt_s {get(value)} {get(best)}))"
            return worked + when(better, put(best, get(value)) + put(chosen, get(element)))

        first = put(best, i64(0)) + put(chosen, i64(-1))
        return f"(block (result i64) {lines} {first} {self._values.each(e.items, scope, turn)} {get(chosen)})"

    def _over_values(self, e: x.Fold, scope: Scope, form: str) -> str:
        """A function that looks at all values together: they are laid on the heap, and taken off again."""
        start, top, result = scope.fn.local("i32"), scope.fn.local("i32"), scope.fn.local()

        def turn(element: str, _: str) -> str:
            return f"(call $push_sure {self._values.num(e.each, scope.binding(e.name, element))})"

        loop = self._values.each(e.items, scope, turn, put(start, "(global.get $top)"))
        given = " ".join(self._values.num(one, scope) for one in e.given)
        worked = put(result, f"(call ${form} (call $packed {get(start)}) {given})")
        kept, back = put(top, "(global.get $top)"), f"(global.set $top {get(top)})"
        return f"(block (result i64) {kept} {loop} {worked} {back} {get(result)})"

    def apply(self, e: x.Apply, scope: Scope) -> str:
        """A function of values."""
        form = FUNCTIONS[e.function].form
        match form:
            case "first" | "last":
                return self._end_of(e.given[0], scope, first=form == "first")
            case "line":
                assert e.grid is not None
                top, result = scope.fn.local("i32"), scope.fn.local()
                kept, back = put(top, "(global.get $top)"), f"(global.set $top {get(top)})"
                place, items = self._values.num(e.given[0], scope), self._values.held(e.given[1], scope)
                worked = put(result, f"(call $line {place} {items} {i32(e.grid[0])} {i32(e.grid[1])} {i32(e.cells)})")
                return f"(block (result i64) {kept} {worked} {back} {get(result)})"
        if form in MADE:
            return self.made(e, scope)
        raise NotOffered(f"`{e.function}` is written in Python only")

    def _end_of(self, items: Expr, scope: Scope, *, first: bool) -> str:
        if not first and isinstance(items, x.Pieces):
            at = scope.fn.local("i32")
            place = put(at, f"(i32.add (local.get $s) {self._values.scaled(items.zone, scope)})")
            count = f"(i32.load offset={cell_offset(0)} {get(at)})"
            above = f"(i32.add {first_piece(items, at) if items.common else get(at)} (i32.shl {count} (i32.const 2)))"
            below = f"(i32.sub {above} (i32.const 4))"
            top = f"(i64.load32_s {below})" if items.common else f"(i64.load32_s offset={cell_offset(0)} {above})"
            return f"(block (result i64) {place} {either_value(count, top, i64(-1))})"
        found = scope.fn.local()
        leave = first and not costs(items)

        def turn(element: str, out: str) -> str:
            taken = put(found, get(element))
            if leave:
                return f"{taken} (br {out})"
            return when(f"(i64.lt_s {get(found)} (i64.const 0))", taken) if first else taken

        return f"(block (result i64) {put(found, i64(-1))} {self._values.each(items, scope, turn)} {get(found)})"

    def made(self, e: x.Apply, scope: Scope) -> str:
        """A set that a function makes; it stays on the heap."""
        match FUNCTIONS[e.function].form:
            case "union":
                left, right = (self._values.held(one, scope) for one in e.given)
                return f"(call $union {left} {right})"
            case "range":
                low, high = (self._values.num(one, scope) for one in e.given)
                return f"(call $range {low} {high})"
            case "connected":
                assert e.grid is not None
                table = i32(self._neighbours(e.grid, e.cells))
                place, items = self._values.num(e.given[0], scope), self._values.held(e.given[1], scope)
                return f"(call $connected {place} {items} {table} {i32(e.cells)})"
        raise NotOffered(f"`{e.function}` is written in Python only")

    def _neighbours(self, grid: tuple[int, int], cells: int) -> int:
        around = Around(self._values.p.layout.seats, self._values.p.layout.people, grid)
        return self._values.room.sets([*(tuple(around.neighbours(cell)) for cell in range(cells)), ()])


def first_piece(e: x.Pieces, zone: str) -> str:
    """Where the first piece of a zone lies; the local says where its count would, were it the first cell of a state."""
    if not e.common:
        return f"(i32.add {get(zone)} {i32(cell_offset(1))})"
    cells = f"(i32.shl (i32.load offset={cell_offset(1)} {get(zone)}) (i32.const 2))"
    return f"(i32.add (i32.add (local.get $s) {cells}) {i32(cell_offset(0))})"


def _looked_up(counts: str, load: str, width: int) -> Callable[[str], str]:
    return lambda number: f"({load} (i32.add {get(counts)} (i32.shl {wrapped(get(number))} {i32(width)})))"


def _span_size(items: Expr) -> int:
    """How many numbers from 0 on a set is; 0 for any other set."""
    match items:
        case x.Span(low=x.Num(value=0), high=x.Num(value=size)):
            return size
    return 0


def costs(e: Expr) -> bool:
    """Whether finding a set costs steps of its own: then all of it is worked out, as in every way of running."""
    return any(isinstance(node, _COSTLY) for node in x.walk(e))
