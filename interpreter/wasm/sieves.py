"""Sets that are sieved: what of it can be found out beforehand, or once for many elements, is not asked of each.

* A set of which those are wanted that a constant table has a number for is looked up: its parts lie in memory.
* Whether an element has one beside it that a condition holds for: the condition is asked once of every element, and kept
  as a bit of a number; who lies beside whom is a number of such bits as well.
* A long condition that asks for nothing but a property of an element is asked once for each value that property has.
* What is left, if it is soon found out, is worked out without a branch.

Steps are counted as if each element had been asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.source import meter
from interpreter.wasm.opened import Opening
from interpreter.wasm.straight import MOST_STRAIGHT, is_harmless
from interpreter.wasm.text import get, i32, i64, paid, put, when

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.wasm.scope import Scope
    from interpreter.wasm.values import Values

STEP = meter.STEP.most
BITS = 64
"""So many elements, or values of a property, have a bit each."""
Asked = Callable[[str, str, str], str]
"""What is done with an element: given its local, the label behind the loop, and 1 or 0, or nothing where it is one."""
_ONCE = (x.Has, x.Count, x.CountEqual, x.Keep, x.Span, x.Pieces, x.Stretch, x.RowSet, x.Clamped)


class Sieves:
    """Prints sets that are sieved, for one program."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self.opening = Opening(values.p.values.functions, values.is_short)
        self._parts: dict[tuple[Key, int, int], tuple[Key, int, int]] = {}

    def chosen(self, e: Expr, scope: Scope, turn: Asked, before: str | None = None) -> str:
        """Do something with each element of a set, told by 1 or 0 whether it is one where that is soon found out.

        Whoever asks goes on either way then: what is as likely as not is sooner done in vain than guessed.
        """
        values = self._values
        if isinstance(e, x.Keep) and not e.first:
            e = self.parted(e)
        if not isinstance(e, x.Keep) or e.first or values.sieved(e) is not None:
            return values.each(e, scope, lambda element, out: turn(element, out, ""), before)
        open_one = x.Keep(e.items, e.name, self.opening.opened(e.cond))
        lines, marked, inner = self._marked(open_one, scope)
        if values.straight(marked.cond) <= MOST_STRAIGHT:
            return lines + values.each(
                marked.items,
                inner,
                lambda element, out: turn(element, out, values.exactly(marked.cond, inner.binding(e.name, element))),
                before,
            )
        recalled = self._recalled(marked, inner, turn, before)
        if recalled:
            return lines + recalled
        return values.each(e, scope, lambda element, out: turn(element, out, ""), before)

    # ---- parts of a set, by a number of a constant table

    def parted(self, e: x.Keep) -> x.Keep:
        """The same set out of a table of its parts, where the first thing asked is a constant number of each element."""
        block = _block(e.items)
        parts = e.cond.parts if isinstance(e.cond, x.Both) else (e.cond,)
        if block is None or e.first or not isinstance(parts[0], x.Test) or parts[0].sign != "==":
            return e
        which, size = block
        for row, wanted in ((parts[0].left, parts[0].right), (parts[0].right, parts[0].left)):
            if not isinstance(row, x.Row) or row.index != x.Name(e.name) or x.mentions(wanted, e.name):
                continue
            found = self._table_of_parts(row.table, which, size)
            if found is None or self._values.straight(wanted) > MOST_STRAIGHT:
                continue
            key, least, many = found
            known = x.both(x.test(">=", wanted, x.Num(least)), x.test("<", wanted, x.Num(least + many)))
            index = x.choose(known, which * many + wanted - least, x.NOBODY)
            return x.Keep(x.RowSet(key, index), e.name, x.both(*parts[1:]) if parts[1:] else x.YES)
        return e

    def _table_of_parts(self, table: Key, which: Expr, size: int) -> tuple[Key, int, int] | None:
        """A table of the parts of blocks of so many elements: by block, then by number, from the least on, so many."""
        numbers = self._values.p.values.tables[table]
        count = len(numbers) - 1
        blocks = 1 if x.known(which) == 0 else count // size
        if not all(isinstance(one, int) for one in numbers) or blocks * size > count or not blocks:
            return None
        rows = [one for one in numbers if isinstance(one, int)][: blocks * size]
        least, many = min(rows), max(rows) - min(rows) + 1
        if many > BITS:
            return None
        if (table, size, blocks) not in self._parts:
            key = Key("parts of blocks", (table.sort, *map(str, table.names), str(size), str(blocks)))
            made = [
                tuple(one for one in range(block * size, block * size + size) if rows[one] == least + number)
                for block in range(blocks)
                for number in range(many)
            ]
            self._values.keep_sets(key, [*made, ()])
            self._parts[table, size, blocks] = key, least, many
        return self._parts[table, size, blocks]

    # ---- what lies beside an element, as bits

    def _marked(self, e: x.Keep, scope: Scope) -> tuple[str, x.Keep, Scope]:
        """What is found out beforehand, the set as it is asked for then, and where that stands."""
        block, lines = _block(e.items), ""
        if block is None or block[1] > BITS:
            return lines, e, scope
        for has in list(_beside(e.cond, e.name)):
            masks = self._masks(has.items, block)
            if masks is None or self._values.straight(has.cond) > MOST_STRAIGHT:
                continue
            bits, number = scope.fn.local(), f"{has.name} marked"
            lines += self._bits(e.items, has, bits, scope)
            scope = scope.binding(number, bits)
            beside = x.test("!=", x.Math("&", x.Row(masks, x.Name(e.name)), x.Name(number)), x.NO)
            e = x.Keep(e.items, e.name, _exchanged(e.cond, has, beside))
        return lines, e, scope

    def _masks(self, items: Expr, block: tuple[Expr, int]) -> Key | None:
        """A table of bits for the sets of a table, if each lies in the block of its element."""
        assert isinstance(items, x.RowSet)
        rows, size = self._values.p.values.tables[items.table], block[1]
        key = Key("bits of sets", (items.table.sort, *map(str, items.table.names), str(size)))
        masks = []
        for at, row in enumerate(rows[:-1]):
            first = at - at % size
            if not isinstance(row, tuple) or any(not first <= one < first + size for one in row):
                return None
            masks.append(sum(1 << one - first for one in set(row)))
        if not masks or rows[-1] != ():
            return None
        self._values.keep_numbers(key, [*(_signed(mask) for mask in masks), 0])
        return key

    def _bits(self, items: Expr, has: x.Has, bits: str, scope: Scope) -> str:
        values, place = self._values, scope.fn.local()

        def turn(element: str, _: str) -> str:
            held = f"(i64.extend_i32_u {values.exactly(has.cond, scope.binding(has.name, element))})"
            more = put(bits, f"(i64.or {get(bits)} (i64.shl {held} {get(place)}))")
            return more + put(place, f"(i64.add {get(place)} (i64.const 1))")

        return put(bits, i64(0)) + put(place, i64(0)) + values.each(items, scope, turn)

    # ---- what follows from a property of an element

    def _recalled(self, e: x.Keep, scope: Scope, turn: Asked, before: str | None) -> str:
        """A set of whose elements something long is asked that follows from one property of theirs."""
        values, parts = self._values, e.cond.parts if isinstance(e.cond, x.Both) else (e.cond,)
        at = next((at for at, part in enumerate(parts) if values.straight(part) > MOST_STRAIGHT), 0)
        long, cost = _paid_apart(parts[at])
        masks = self._values_of(long, e.name)
        others = [*parts[:at], *parts[at + 1 :]]
        if masks is None or any(values.straight(part) > MOST_STRAIGHT for part in others):
            return ""
        asked, found, mask = scope.fn.local(), scope.fn.local(), scope.fn.local()
        first, owed = scope.fn.local("i32"), scope.fn.local("i32")

        def turn_of(element: str, out: str) -> str:
            inner = scope.binding(e.name, element)
            lines = put(first, values.exactly(x.both(*parts[:at]), inner) if at else i32(1))
            lines += put(mask, values.num(x.Row(masks, x.Name(e.name)), inner))
            fresh = f"(i32.and {get(first)} (i64.eqz (i64.and {get(asked)} {get(mask)})))"
            held = f"(select {get(mask)} (i64.const 0) {values.cond(long, inner)})"
            noted = put(asked, f"(i64.or {get(asked)} {get(mask)})") + put(found, f"(i64.or {get(found)} {held})")
            lines += when(fresh, noted)
            if cost:
                lines += put(owed, f"(i32.add {get(owed)} (i32.mul {get(first)} {i32(cost)}))")
            last = f"(i32.and {get(first)} (i64.ne (i64.and {get(found)} {get(mask)}) (i64.const 0)))"
            if parts[at + 1 :]:
                last = f"(i32.and {last} {values.exactly(x.both(*parts[at + 1 :]), inner)})"
            return lines + turn(element, out, last)

        start = put(asked, i64(0)) + put(found, i64(0)) + put(owed, i32(0))
        return start + values.each(e.items, scope, turn_of, before) + (paid(get(owed)) if cost else "")

    def _values_of(self, long: Expr, name: str) -> Key | None:
        """A table with a bit for each value of the one property that a condition asks of an element."""
        if not all(is_harmless(node) or isinstance(node, _ONCE) for node in x.walk(long)):
            return None
        if any(isinstance(node, x.Keep) and node.first for node in x.walk(long)):
            return None
        rows = {node for node in x.walk(long) if isinstance(node, x.Row) and node.index == x.Name(name)}
        if len(rows) != 1 or x.mentions(_exchanged(long, next(iter(rows)), x.NO), name):
            return None
        table = next(iter(rows)).table
        numbers = [one for one in self._values.p.values.tables[table] if isinstance(one, int)]
        places = {number: place for place, number in enumerate(dict.fromkeys(numbers))}
        if len(places) > BITS:
            return None
        key = Key("bits of values", (table.sort, *map(str, table.names)))
        self._values.keep_numbers(key, [_signed(1 << places[number]) for number in numbers])
        return key


def _block(items: Expr) -> tuple[Expr, int] | None:
    """Which block of so many elements a set is, where it is one of several: the first one begins at 0."""
    match items:
        case x.Span(low=x.Num(value=0), high=x.Num(value=size)) if size > 0:
            return x.NO, size
        case x.Span(low=x.Math(sign="*", left=which, right=x.Num(value=size)) as low, high=high) if size > 0:
            return (which, size) if high == x.plus(x.Num(size), low) and isinstance(which, x.Name) else None
    return None


def _beside(cond: Expr, name: str) -> Iterator[x.Has]:
    """The parts of a condition that look through a set of a table for an element, and ask nothing else of it."""
    for node in x.walk(cond):
        if isinstance(node, x.Has) and isinstance(node.items, x.RowSet) and node.items.index == x.Name(name):
            if not x.mentions(node.cond, name):
                yield node


def _exchanged(e: Expr, old: Expr, new: Expr) -> Expr:
    return new if e == old else x.rebuilt(e, lambda part: _exchanged(part, old, new))


def _paid_apart(e: Expr) -> tuple[Expr, int]:
    """A condition about a set whose turns are paid for beforehand, and the price; whatever else there is, as it is."""
    match e:
        case x.Has(items=x.Counted(items=x.Span() as span) as counted, name=name, cond=cond):
            price = counted_price(counted)
            return (x.Has(span, name, cond), price) if price is not None else (e, 0)
    return e, 0


def counted_price(counted: x.Counted) -> int | None:
    """The steps that a set costs whose size is known; None for any other one."""
    size = known_size(counted.items) if isinstance(counted.items, x.Span | x.Stretch) else None
    return None if size is None else 1 + size * counted.turn // STEP


def known_size(items: x.Span | x.Stretch) -> int | None:
    """How many elements a set has, where that is always the same."""
    if isinstance(items, x.Stretch):
        return items.count
    match items.high:
        case x.Math(sign="+", left=x.Num(value=more), right=rest) if rest == items.low:
            return max(more, 0)
    known = x.known(x.minus(items.high, items.low))
    return None if known is None else max(known, 0)


def _signed(bits: int) -> int:
    return bits - (1 << BITS) if bits >= 1 << BITS - 1 else bits
