"""Expressions of the program printed as WebAssembly.

A number is 64 bits wide, a condition and an address 32. A set that is held is one number as well: where its elements
begin on the heap of sets, and how many there are. What an expression lays on that heap it takes off again; only a set
that is asked for as such stays there, for whoever asked to take off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from interpreter.code import expr as x
from interpreter.primitives import FUNCTIONS, header
from interpreter.records import record
from interpreter.wasm.fixed import sieved
from interpreter.wasm.folds import MADE, Folds, costs, first_piece
from interpreter.wasm.once import worked_out_once
from interpreter.wasm.opened import MOST_INSIDE
from interpreter.wasm.own_pieces import zone_by_zone
from interpreter.wasm.scope import Bound, Scope, cell_offset
from interpreter.wasm.sieves import STEP, Sieves, known_size
from interpreter.wasm.straight import MOST_STRAIGHT, at_most, chosen, is_exact, is_harmless
from interpreter.wasm.tables import Tables
from interpreter.wasm.text import (
    CELL,
    Function,
    either_value,
    get,
    i32,
    i64,
    laid,
    lying,
    paid,
    pushed,
    put,
    when,
    wrapped,
)

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.program import Program
    from interpreter.wasm.room import Room

Turn = Callable[[str, str], str]
"""What is done with an element: given the local it is in and the label behind the loop."""
_COMPARED = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_PLAIN = {"+": "add", "-": "sub", "&": "and", "|": "or"}
_ORDERED = {"min": "lt_s", "max": "gt_s"}
_SETS = (x.Span, x.Pieces, x.Stretch, x.Waiting, x.RowSet, x.Listed, x.Keep, x.Counted)
_LEADING = "leading"
ASKED_FOR = 2
"""Stands for what a function says where that must be asked."""
MOST_FACTOR = 1 << 20
"""Known factors up to this one cannot make a number too long: those it is multiplied with are kept short."""
MOST_PRODUCT = 1 << 61
"""Numbers up to this one are no longer than those that are kept short."""
_NOWHERE = Function("", [])
_LYING = (x.Span, x.Pieces, x.Stretch, x.RowSet)
"""Sets that are gone through where they lie."""
_QUIET = (
    *(x.Num, x.Name, x.Local, x.Cell, x.Row, x.Math, x.Test, x.Nope, x.Clamped, x.Both, x.Either),
    *(*_LYING, x.Has, x.Among, x.Count, x.CountEqual),
)
MOST_SIZE = 60
"""Functions of no more parts are written out where they are called."""


@record(frozen=True, slots=True)
class _Inside:
    """A function written out where it is called: what comes first, its body, and where that stands."""

    start: str
    body: Expr
    scope: Scope


class Values(Tables):
    """Prints expressions for one program; functions of it that are needed are told to `need`."""

    def __init__(self, program: Program, room: Room, need: Callable[[Key, tuple[bool, ...]], str]) -> None:
        super().__init__(program, room)
        self._need = need
        self.row_of_functions: Callable[[Key], int] = lambda _: 0
        self.always: dict[Key, list[int]] = {}
        """For each table of functions, what each of them says whatever happens; `ASKED_FOR` where it must be asked."""
        self._short: dict[Key, bool] = {}
        self._fixed: dict[Expr, tuple[int, Expr] | None] = {}
        self._folds, self._sieves = Folds(self), Sieves(self)
        self._sizes: dict[tuple[Expr, int], int] = {}
        self._depth = 0
        self._recalls = False
        self._gone_through: set[Expr] = set()

    def like(self, need: Callable[[Key, tuple[bool, ...]], str], row: Callable[[Key], int]) -> Values:
        """Another printer that shares the tables, but calls other functions, which recall what they were."""
        other = Values(self.p, self.room, need)
        other._recalls = True
        other.share_tables(self)
        other._fixed, other.row_of_functions = self._fixed, row
        other.always = self.always
        return other

    def opened(self, e: Expr) -> Expr:
        """The same expression with short functions written out in it."""
        return self._sieves.opening.opened(e)

    # ---- what an expression is

    def is_set(self, e: Expr, scope: Scope) -> bool:
        """Whether an expression is a set."""
        match e:
            case x.Name(id=ident):
                return ident in scope.names and scope.names[ident].is_set
            case x.Choose(then=then):
                return self.is_set(then, scope)
            case x.Let(name=name, inside=inside):
                return self.is_set(inside, scope.binding(name, ""))
            case x.Call(function=key):
                return self._gives_set(self.p.values.functions[key].body)
            case x.CallRow(table=table):
                return self._row_gives_sets(table)
            case x.Apply(function=function):
                return FUNCTIONS[function].form in MADE
            case x.Fold(function=function):
                return FUNCTIONS[function].form == _LEADING
        return isinstance(e, _SETS)

    def _gives_set(self, body: Expr) -> bool:
        return self.is_set(body, Scope(_NOWHERE))

    def _row_gives_sets(self, table: Key) -> bool:
        found = (key for key in self.p.values.tables.get(table, ()) if key is not None)
        return any(self._gives_set(self.p.values.functions[key].body) for key in found)  # type: ignore[index]

    # ---- numbers

    def num(self, e: Expr, scope: Scope) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each
        """An expression as a number."""
        if isinstance(e, x.TRUTHS):
            return self._truth_as_number(e, scope)
        match e:
            case x.Num(value=value):
                return i64(value)
            case x.Name(id="this") if "this" not in scope.names:
                return f"(i64.load32_s offset={CELL * header.THIS} (local.get $f))"
            case x.Name(id=ident):
                return get(scope.names[ident].local)
            case x.Local(slot=slot):
                return scope.slot(slot)
            case x.Cell(address=address):
                return self._cell("i64.load32_s", address, scope)
            case x.Row(table=table, index=index):
                return self.table(table).entry(self.address(index, scope))
            case x.Clamped(table=table, index=index):
                found = self.table(table)
                return found.entry(f"(call $clamped {self.num(index, scope)} {i32(found.last)})")
            case x.Math():
                return self._math(e, scope)
            case x.Choose():
                return self._choose(e, scope, self.num, "i64")
            case x.Let(name=name, value=value, inside=inside):
                local = scope.fn.local()
                first = put(local, self.num(value, scope))
                return f"(block (result i64) {first} {self.num(inside, scope.binding(name, local))})"
            case x.Call() | x.CallRow():
                short = self._inside(e, scope)
                if short is not None:
                    return f"(block (result i64) {short.start} {self._deeper(self.num, short)})"
                return self._restored(e, scope)
            case x.Kept(inner=inner):
                return f"(call $kept {self.num(inner, scope)})"
            case x.Count() | x.CountEqual() | x.Fold():
                return self._in_all(e, scope)
            case x.Apply():
                return self._folds.apply(e, scope)
            case x.Unknown():
                return "(throw $untold)"
            case x.Span() | x.Pieces() | x.Stretch() | x.Waiting() | x.RowSet() | x.Listed() | x.Keep() | x.Counted():
                return self.held(e, scope)
            case _:
                assert_never(e)

    def _truth_as_number(self, e: Expr, scope: Scope) -> str:
        cond = self.cond(e, scope)
        exact = isinstance(e, x.Test | x.Nope | x.Has | x.Among | x.Tried)
        return f"(i64.extend_i32_u {cond})" if exact else f"(i64.extend_i32_u (i32.ne {cond} (i32.const 0)))"

    def _cell(self, load: str, address: Expr, scope: Scope) -> str:
        return f"({load} {self.place(address, scope)})"

    def place(self, address: Expr, scope: Scope) -> str:
        """The operands of a load or store for a cell of the state."""
        first, rest = 0, address
        match address:
            case x.Num(value=value):
                return f"offset={cell_offset(value)} (local.get $s)"
            case x.Math(sign="+", left=x.Num(value=value), right=more):
                first, rest = value, more
        return f"offset={cell_offset(first)} (i32.add (local.get $s) {self.scaled(rest, scope)})"

    def scaled(self, e: Expr, scope: Scope) -> str:
        """The bytes that so many cells take."""
        match e:
            case x.Math(sign="*", left=left, right=x.Num(value=by)):
                return f"(i32.mul {self.address(left, scope)} {i32(4 * by)})"
        return f"(i32.shl {self.address(e, scope)} (i32.const 2))"

    def address(self, e: Expr, scope: Scope) -> str:
        """An expression as an address, an index, or anything else that is small: 32 bits."""
        match e:
            case x.Num(value=value):
                return i32(value)
            case x.Math(sign="+" | "-" | "*" as sign, left=left, right=right):
                done = {"+": "add", "-": "sub", "*": "mul"}[sign]
                return f"(i32.{done} {self.address(left, scope)} {self.address(right, scope)})"
            case x.Cell(address=address):
                return self._cell("i32.load", address, scope)
            case x.Choose():
                return self._choose(e, scope, self.address, "i32")
            case x.Let(name=name, value=value, inside=inside):
                local = scope.fn.local()
                first = put(local, self.num(value, scope))
                return f"(block (result i32) {first} {self.address(inside, scope.binding(name, local))})"
        return wrapped(self.num(e, scope))

    def _math(self, e: x.Math, scope: Scope) -> str:
        left, right = self.num(e.left, scope), self.num(e.right, scope)
        if e.sign in _PLAIN:
            return f"(i64.{_PLAIN[e.sign]} {left} {right})"
        if e.sign in _ORDERED:
            return self._smaller(_ORDERED[e.sign], left, right, scope)
        if e.sign == "*":
            known = [abs(one) for one in (x.known(e.left), x.known(e.right)) if one is not None]
            if known and (known[0] <= MOST_FACTOR or at_most(e.left) * at_most(e.right) <= MOST_PRODUCT):
                return f"(i64.mul {left} {right})"
            return f"(call {'$wide_product' if known else '$product'} {left} {right})"
        by = x.known(e.right)
        if by is not None and by > 0:
            return self._divided(e.sign, left, by, scope)
        return f"(call {'$divided' if e.sign == '/' else '$rest'} {left} {right})"

    def _smaller(self, order: str, left: str, right: str, scope: Scope) -> str:
        one, two = scope.fn.local(), scope.fn.local()
        both = put(one, left) + put(two, right)
        return f"(block (result i64) {both} (select {get(one)} {get(two)} (i64.{order} {get(one)} {get(two)})))"

    def _divided(self, sign: str, left: str, by: int, scope: Scope) -> str:
        """Divided by a number above 0 that is known, rounded down."""
        one = scope.fn.local()
        below = f"(i64.and (i64.shr_s {get(one)} (i64.const 63)) {{}})"
        if sign == "/":
            first = put(one, left)
            down = f"(i64.sub {get(one)} {below.format(i64(by - 1))})"
            return f"(block (result i64) {first} (i64.div_s {down} {i64(by)}))"
        first = put(one, f"(i64.rem_s {left} {i64(by)})")
        return f"(block (result i64) {first} (i64.add {get(one)} {below.format(i64(by))}))"

    # ---- conditions

    def cond(self, e: Expr, scope: Scope) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each
        """An expression as a condition: 0, or anything else."""
        match e:
            case x.Num(value=value):
                return i32(int(bool(value)))
            case x.Test(sign=sign, left=left, right=right):
                return f"(i64.{_COMPARED[sign]} {self.num(left, scope)} {self.num(right, scope)})"
            case x.Both(parts=parts):
                return self._parts(parts, scope, all_of=True)
            case x.Either(parts=parts):
                return self._parts(parts, scope, all_of=False)
            case x.Nope(inner=inner):
                return f"(i32.eqz {self.cond(inner, scope)})"
            case x.Has(items=items, name=name, cond=cond):
                return self._has(items, name, cond, scope)
            case x.Among(item=item, items=items):
                return self._among(item, items, scope)
            case x.Tried(choice=choice, value=value):
                number, reach = map(int, choice.split())
                return f"(call $tried (local.get $s) {i32(number)} {self.address(value, scope)} {i32(reach)})"
            case x.Cell(address=address):
                return self._cell("i32.load", address, scope)
            case x.Choose(then=then) if not self.is_set(then, scope):
                return self._choose(e, scope, self.cond, "i32")
            case x.Call():
                short = self._inside(e, scope)
                if short is not None:
                    return f"(block (result i32) {short.start} {self._deeper(self.cond, short)})"
        if self.is_set(e, scope):
            return f"(i64.ne {self._count(e, scope)} (i64.const 0))"
        return f"(i64.ne {self.num(e, scope)} (i64.const 0))"

    def _parts(self, parts: tuple[Expr, ...], scope: Scope, *, all_of: bool) -> str:
        made = [self.exactly(part, scope) for part in parts]
        found, rest = made[-1], self.straight(parts[-1])
        for part, one in zip(reversed(parts[:-1]), reversed(made[:-1]), strict=True):
            if rest <= MOST_STRAIGHT:
                found = f"(i32.{'and' if all_of else 'or'} {one} {found})"
                rest += self.straight(part)
            else:
                found = either_value(one, found, i32(0), "i32") if all_of else either_value(one, i32(1), found, "i32")
        return found

    def _choose(self, e: x.Choose, scope: Scope, printing: Callable[[Expr, Scope], str], kind: str) -> str:
        straight = self.straight(e.then) + self.straight(e.other) <= MOST_STRAIGHT
        return chosen(
            self.cond(e.cond, scope), printing(e.then, scope), printing(e.other, scope), kind, straight=straight
        )

    def straight(self, e: Expr) -> int:
        """How many parts a value has that may be worked out in vain; more than enough for any other one."""
        if (e, self._depth) not in self._sizes:
            parts = list(islice(self._written(e), MOST_STRAIGHT + 1))
            self._sizes[e, self._depth] = len(parts) if all(map(is_harmless, parts)) else MOST_STRAIGHT + 1
        return self._sizes[e, self._depth]

    def _has(self, items: Expr, name: str, cond: Expr, scope: Scope) -> str:
        found, part = scope.fn.local("i32"), self._sieves.parted(x.Keep(items, name, cond))
        items, cond = part.items, part.cond
        first, cond, inner = self._once(cond, name, scope)

        def turn(element: str, out: str) -> str:
            test = self.cond(cond, inner.binding(name, element))
            return when(test, f"{put(found, i32(1))} (br {out})")

        return f"(block (result i32) {first} {put(found, i32(0))} {self.each(items, scope, turn)} {get(found)})"

    def _once(self, cond: Expr, name: str, scope: Scope) -> tuple[str, Expr, Scope]:
        """What of a condition is worked out before a set is gone through, the rest of it, and where that stands."""
        rest, before = worked_out_once(cond, name)
        lines = ""
        for ident, value in before:
            local = scope.fn.local()
            lines += put(local, self.num(value, scope))
            scope = scope.binding(ident, local)
        return lines, rest, scope

    def _among(self, item: Expr, items: Expr, scope: Scope) -> str:
        found, wanted = scope.fn.local("i32"), scope.fn.local()
        leave = not costs(items)

        def turn(element: str, out: str) -> str:
            same = f"(i64.eq {get(element)} {get(wanted)})"
            return when(same, put(found, i32(1)) + (f" (br {out})" if leave else ""))

        first = put(wanted, self.num(item, scope)) + put(found, i32(0))
        return f"(block (result i32) {first} {self.each(items, scope, turn)} {get(found)})"

    # ---- calls

    def _inside(self, e: x.Call | x.CallRow, scope: Scope) -> _Inside | None:
        """A call of a short function for a number, to be written out in its place; None where it is called."""
        if isinstance(e, x.CallRow) or self._depth >= MOST_INSIDE or not self.is_short(e.function):
            return None
        if any(self.is_set(one, scope) for one in e.given):
            return None
        start, names = "", {}
        params = (("me", e.me), ("this", e.this), *((f"a{slot}", one) for slot, one in enumerate(e.given)))
        for name, value in params:
            local = scope.fn.local()
            start += put(local, self.num(value, scope))
            names[name] = Bound(local)
        return _Inside(start, self.p.values.functions[e.function].body, Scope(scope.fn, names))

    def _deeper(self, printing: Callable[[Expr, Scope], str], inside: _Inside) -> str:
        self._depth += 1
        text = printing(inside.body, inside.scope)
        self._depth -= 1
        return text

    def is_short(self, key: Key) -> bool:
        """Whether a function gives a number, costs no steps of its own, and is sooner worked out than called."""
        if key not in self._short:
            made = self.p.values.functions[key]
            loops = sum(isinstance(node, x.Keep | x.Has | x.Fold) for node in x.walk(made.body))
            plain = not made.steps and not self._gives_set(made.body) and not (self._recalls and costs(made.body))
            self._short[key] = plain and loops <= 1 and x.size(made.body) <= MOST_SIZE
        return self._short[key]

    def _restored(self, e: x.Call | x.CallRow, scope: Scope) -> str:
        """A call for a number: sets that it was given are taken off the heap again."""
        if isinstance(e, x.CallRow) or not any(self.is_set(one, scope) for one in e.given):
            return self._call(e, scope)
        top, result = scope.fn.local("i32"), scope.fn.local()
        kept, back = put(top, "(global.get $top)"), f"(global.set $top {get(top)})"
        return f"(block (result i64) {kept} {put(result, self._call(e, scope))} {back} {get(result)})"

    def _call(self, e: x.Call | x.CallRow, scope: Scope) -> str:
        who = f"(local.get $s) {self.num(e.me, scope)} {self.num(e.this, scope)}"
        if isinstance(e, x.CallRow):
            return self._call_row(e, who, scope)
        kinds = tuple(self.is_set(one, scope) for one in e.given)
        given = " ".join(self.num(one, scope) for one in e.given)
        return f"(call {self._need(e.function, kinds)} {who} {given})"

    def _call_row(self, e: x.CallRow, who: str, scope: Scope) -> str:
        """The function a table has for an index; those that say 0 or 1 whatever happens are looked up."""
        first, always = self.row_of_functions(e.table), self.always[e.table]
        if set(always) == {ASKED_FOR}:
            index = f"(i32.add {i32(first)} {self.address(e.index, scope)})"
            return f"(call_indirect $values (type $value) {who} {index})"
        at, known = scope.fn.local("i32"), scope.fn.local()
        found = put(at, self.address(e.index, scope)) + put(known, self.keep_numbers(e.table, always).entry(get(at)))
        asked = f"(call_indirect $values (type $value) {who} (i32.add {i32(first)} {get(at)}))"
        test = f"(i64.eq {get(known)} {i64(ASKED_FOR)})"
        return f"(block (result i64) {found} {either_value(test, asked, get(known))})"

    # ---- sets

    def held(self, e: Expr, scope: Scope) -> str:
        """A set that stays on the heap: where it begins and how many elements it has, in one number."""
        match e:
            case x.Name(id=ident):
                return get(scope.names[ident].local)
            case x.Call() | x.CallRow():
                return self._call(e, scope)
            case x.Apply():
                return self._folds.made(e, scope)
            case x.Choose(cond=cond, then=then, other=other):
                return either_value(self.cond(cond, scope), self.held(then, scope), self.held(other, scope))
            case x.Let(name=name, value=value, inside=inside):
                local = scope.fn.local()
                first = put(local, self.num(value, scope))
                return f"(block (result i64) {first} {self.held(inside, scope.binding(name, local))})"
        if self.is_quiet(e):
            return self._laid_quietly(e, scope)
        start = scope.fn.local("i32")
        before = put(start, "(global.get $top)")
        loop = self.each(e, scope, lambda element, _: pushed(get(element)), before)
        return f"(block (result i64) {loop} (call $packed {get(start)}))"

    def _laid_quietly(self, e: Expr, scope: Scope) -> str:
        """A set that is laid on the heap while nothing else is: where the heap ends is known to nobody else meanwhile."""
        start, end = scope.fn.local("i32"), scope.fn.local("i32")
        before = put(start, "(global.get $top)") + put(end, get(start))
        loop = self._sieves.chosen(e, scope, lambda element, _, held: laid(end, get(element), held), before)
        return f"(block (result i64) {loop} {lying(start, end)})"

    def listed(self, adding: list[tuple[int, Expr]], scope: Scope) -> str:
        """Those of a few numbers for which a condition holds, each with its own, as a set that stays on the heap."""
        start, end = scope.fn.local("i32"), scope.fn.local("i32")
        lines = put(start, "(global.get $top)") + put(end, get(start))
        for number, test in adding:
            if test == x.YES:
                lines += laid(end, i64(number))
            elif self.straight(test) <= MOST_STRAIGHT:
                lines += laid(end, i64(number), self.exactly(test, scope))
            else:
                lines += "" if self.is_quiet(test) else f"(global.set $top {get(end)})"
                lines += when(self.cond(test, scope), laid(end, i64(number)))
        return f"(block (result i64) {lines} {lying(start, end)})"

    def exactly(self, cond: Expr, scope: Scope) -> str:
        """A condition as 1 or 0."""
        made = self.cond(cond, scope)
        return made if is_exact(cond) else f"(i32.ne {made} (i32.const 0))"

    def is_quiet(self, e: Expr) -> bool:
        """Whether nothing is laid on the heap of sets while a value is worked out."""
        return all(_stays_quiet(node) for node in self._written(e))

    def _written(self, e: Expr, depth: int = 0) -> Iterator[Expr]:
        """All parts of a value, of those functions as well that are written out in it."""
        for node in x.walk(e):
            if isinstance(node, x.Call) and depth + self._depth < MOST_INSIDE and self.is_short(node.function):
                yield from self._written(self.p.values.functions[node.function].body, depth + 1)
            else:
                yield node

    def each(self, e: Expr, scope: Scope, turn: Turn, before: str | None = None) -> str:
        """Do something with each element of a set.

        With `before`, which is done ahead of the first turn, whatever lies on the heap stays there.
        """
        match e:
            case x.Span(low=low, high=high):
                return self._span(self.num(low, scope), self.num(high, scope), scope, turn, before)
            case x.Pieces(zone=zone):
                at = scope.fn.local("i32")
                place = put(at, f"(i32.add (local.get $s) {self.scaled(zone, scope)})")
                count = f"(i32.load offset={cell_offset(0)} {get(at)})"
                return place + self._cells(first_piece(e, at), count, scope, turn, before)
            case x.Stretch(address=address, count=number):
                at = f"(i32.add (local.get $s) (i32.add {self.scaled(address, scope)} {i32(cell_offset(0))}))"
                return self._cells(at, i32(number), scope, turn, before)
            case x.Waiting(count=number):
                held = scope.fn.local("i32")
                below = f"(i32.sub (i32.load (local.get $s)) {get(held)})"
                at = f"(i32.add (local.get $s) (i32.add (i32.shl {below} (i32.const 2)) {i32(cell_offset(0))}))"
                return put(held, wrapped(self.num(number, scope))) + self._cells(at, get(held), scope, turn, before)
            case x.RowSet(table=table, index=index):
                return self._row_set(self.set_table(table), index, scope, turn, before)
            case x.Listed():
                return self._listed(e, scope, turn, before)
            case x.Keep():
                return self._keep(self._sieves.parted(e), scope, turn, before)
            case x.Fold():
                return self._leading(e, scope, turn, before)
            case x.Counted(items=items, turn=parts):
                return self._counted(items, parts, scope, turn, before)
        return self._over_held(self.held(e, scope), scope, turn, before, lasting=isinstance(e, x.Name))

    def _row_set(self, table: int, index: Expr, scope: Scope, turn: Turn, before: str | None) -> str:
        at = scope.fn.local("i32")
        place = put(at, f"(i32.add {i32(table)} (i32.shl {self.address(index, scope)} (i32.const 3)))")
        first, count = f"(i32.load {get(at)})", f"(i32.load offset=4 {get(at)})"
        return place + self._cells(first, count, scope, turn, before)

    def sieved(self, e: x.Keep | x.Has) -> tuple[int, Expr] | None:
        """Where the sets lie that are left of a constant table, and the condition that is left; None if all is left."""
        if e not in self._fixed:
            found = sieved(e, self.p.values.tables)
            self._fixed[e] = (self.room.sets(found.rows), found.rest) if found is not None else None
        return self._fixed[e]

    def _span(self, low: str, high: str, scope: Scope, turn: Turn, before: str | None) -> str:
        at, end, out, again = scope.fn.local(), scope.fn.local(), scope.fn.label(), scope.fn.label()
        start = f"{put(at, low)} {put(end, high)} {before or ''}"
        next_one = put(at, f"(i64.add {get(at)} (i64.const 1))")
        inside = f"(br_if {out} (i64.ge_s {get(at)} {get(end)}))\n{turn(at, out)}\n{next_one}(br {again})"
        return f"{start} (block {out} (loop {again} {inside}))"

    def _cells(self, first: str, count: str, scope: Scope, turn: Turn, before: str | None) -> str:
        at, end, element = scope.fn.local("i32"), scope.fn.local("i32"), scope.fn.local()
        out, again = scope.fn.label(), scope.fn.label()
        start = put(at, first) + put(end, f"(i32.add {get(at)} (i32.shl {count} (i32.const 2)))") + (before or "")
        loaded = put(element, f"(i64.load32_s {get(at)})")
        next_one = put(at, f"(i32.add {get(at)} (i32.const 4))")
        leave = f"(br_if {out} (i32.ge_u {get(at)} {get(end)}))"
        inside = f"{leave}{loaded}{next_one}\n{turn(element, out)}\n(br {again})"
        return f"{start} (block {out} (loop {again} {inside}))"

    def _over_held(self, packed: str, scope: Scope, turn: Turn, before: str | None, *, lasting: bool) -> str:
        whole, top = scope.fn.local(), scope.fn.local("i32")
        keeps = before is None and not lasting
        start = (put(top, "(global.get $top)") if keeps else "") + put(whole, packed)
        first = f"(i32.wrap_i64 (i64.shr_u {get(whole)} (i64.const 32)))"
        loop = self._cells(first, f"(i32.wrap_i64 {get(whole)})", scope, turn, before)
        return f"{start} {loop}" + (f"(global.set $top {get(top)})" if keeps else "")

    def _listed(self, e: x.Listed, scope: Scope, turn: Turn, before: str | None) -> str:
        if len(e.items) == 1:
            element, out = scope.fn.local(), scope.fn.label()
            found = f"{put(element, self.num(e.items[0], scope))} {before or ''}"
            done = turn(element, out)
            test = f"(i64.ge_s {get(element)} (i64.const 0))"
            return f"{found} (block {out} {done if e.sure else when(test, done)})"
        start = scope.fn.local("i32")
        push = "$push_sure" if e.sure else "$push_there"
        pushed = " ".join(f"(call {push} {self.num(one, scope)})" for one in e.items)
        packed = f"(block (result i64) {put(start, '(global.get $top)')} {pushed} (call $packed {get(start)}))"
        return self._over_held(packed, scope, turn, before, lasting=False)

    def _keep(self, e: x.Keep, scope: Scope, turn: Turn, before: str | None) -> str:
        start, end = "", ""
        inner = scope
        if e.first and before is None and any(self.is_set(value, scope) for _, value in e.first):
            top = scope.fn.local("i32")
            start, end = put(top, "(global.get $top)"), f"(global.set $top {get(top)})"
        for name, value in e.first:
            local, is_set = scope.fn.local(), self.is_set(value, inner)
            start += put(local, self.held(value, inner) if is_set else self.num(value, inner))
            inner = inner.binding(name, local, is_set=is_set)
        found = self.sieved(e)
        lines, cond, within = self._once(found[1] if found is not None else e.cond, e.name, inner)

        def kept(element: str, out: str) -> str:
            done = turn(element, out)
            return done if cond == x.YES else when(self.cond(cond, within.binding(e.name, element)), done)

        if found is not None:
            assert isinstance(e.items, x.RowSet)
            return f"{start} {lines} {self._row_set(found[0], e.items.index, inner, kept, before)} {end}"
        return f"{start} {lines} {self.each(e.items, inner, kept, before)} {end}"

    def _leading(self, e: x.Fold, scope: Scope, turn: Turn, before: str | None) -> str:
        """The elements of a set as long as a condition holds; the set itself is worked out whole, as it is in Python."""

        def kept(element: str, out: str) -> str:
            test = self.cond(e.each, scope.binding(e.name, element))
            return f"(if {test} (then {turn(element, out)}) (else (br {out})))"

        if costs(e.items):
            return self._over_held(self.held(e.items, scope), scope, kept, before, lasting=False)
        return self.each(e.items, scope, kept, before)

    def _counted(self, items: Expr, parts: int, scope: Scope, turn: Turn, before: str | None) -> str:
        """A set whose turns are paid for before it is gone through."""
        known = known_size(items) if isinstance(items, x.Span | x.Stretch) else None
        if known is not None:
            return f"{paid(1 + known * parts // STEP)} {self.each(items, scope, turn, before)}"
        size = scope.fn.local("i32")
        work = f"(i32.wrap_i64 (i64.div_s (i64.mul (i64.extend_i32_s {get(size)}) {i64(parts)}) {i64(STEP)}))"
        price = paid(f"(i32.add (i32.const 1) {work})")
        if isinstance(items, _LYING):
            return f"{put(size, wrapped(self._count(items, scope)))} {price} {self.each(items, scope, turn, before)}"
        top, whole = scope.fn.local("i32"), scope.fn.local()
        start = put(top, "(global.get $top)") + put(whole, self.held(items, scope))
        loop = self._over_held(get(whole), scope, turn, before, lasting=True)
        end = f"(global.set $top {get(top)})" if before is None else ""
        return f"{start} {put(size, f'(i32.wrap_i64 {get(whole)})')} {price} {loop} {end}"

    def _in_all(self, e: x.Count | x.CountEqual | x.Fold, scope: Scope) -> str:
        """A number that a whole set comes to, in any order."""
        if e not in self._gone_through:
            by_zones, prices, who = zone_by_zone(e, self.p, self._is_straight)
            if by_zones is not e:
                self._gone_through.add(e)  # for nobody it is as it was
                price = "".join(paid(wrapped(self.num(one, scope))) for one in prices)
                text = self.num(by_zones, scope)
                self._gone_through.discard(e)
                somebody = self.cond(x.test(">=", who, x.NO), scope)
                return f"(block (result i64) {when(somebody, price)} {text})" if prices else text
        match e:
            case x.Count(items=items):
                return self._count(items, scope)
            case x.CountEqual():
                return self._count_equal(e, scope)
            case x.Fold():
                return self._folds.fold(e, scope)

    def _is_straight(self, e: Expr) -> bool:
        return self.straight(e) <= MOST_STRAIGHT

    def _count(self, items: Expr, scope: Scope) -> str:
        if isinstance(items, x.Keep) and not items.first:
            part = self._sieves.parted(items)
            items = part.items if part.cond == x.YES else part
        match items:
            case x.Span(low=low, high=high):
                if (known := known_size(items)) is not None:
                    return i64(known)
                return self._smaller("gt_s", self.num(x.minus(high, low), scope), i64(0), scope)
            case x.Pieces(zone=zone):
                return self._cell("i64.load32_s", zone, scope)
            case x.Stretch(count=number):
                return i64(number)
            case x.RowSet(table=table, index=index):
                scaled = f"(i32.shl {self.address(index, scope)} (i32.const 3))"
                return f"(i64.load32_s offset=4 (i32.add {i32(self.set_table(table))} {scaled}))"
        total = scope.fn.local()

        def turn(_: str, __: str, held: str) -> str:
            return put(total, f"(i64.add {get(total)} {f'(i64.extend_i32_u {held})' if held else i64(1)})")

        loop = self._sieves.chosen(items, scope, turn)
        return f"(block (result i64) {put(total, i64(0))} {loop} {get(total)})"

    def _count_equal(self, e: x.CountEqual, scope: Scope) -> str:
        total, wanted = scope.fn.local(), scope.fn.local()
        table = self.table(e.table) if e.table is not None else None

        def turn(element: str, _: str) -> str:
            found = get(element) if table is None else table.entry(wrapped(get(element)))
            return put(total, f"(i64.add {get(total)} (i64.extend_i32_u (i64.eq {found} {get(wanted)})))")

        first = put(total, i64(0)) + put(wanted, self.num(e.wanted, scope))
        return f"(block (result i64) {first} {self.each(e.cells, scope, turn)} {get(total)})"


def _stays_quiet(node: Expr) -> bool:
    """Whether a part of a value lays nothing on the heap by itself."""
    match node:
        case x.Counted(items=items):
            return isinstance(items, _LYING)
        case x.Keep(first=first):
            return not any(isinstance(value, _SETS) for _, value in first)
        case x.Choose(then=inner) | x.Let(inside=inner):
            return not isinstance(inner, _SETS)
    return isinstance(node, _QUIET)
