"""Expressions of the program printed as Python.

`s` is the state; tables, functions of the program and what an expression cannot say in place are names of a namespace.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.code.inline import Inline
from interpreter.code.own_zones import owned, range_of_pieces, shared, zones_of
from interpreter.code.shared import is_plain
from interpreter.machine import syntax as py
from interpreter.machine.columns import NONE, Columns, stretch
from interpreter.machine.loops import Loops
from interpreter.machine.namespace import Namespace, named_after
from interpreter.primitives import FUNCTIONS
from interpreter.primitives.grids import Around
from interpreter.primitives.header import FRAME_LOCALS, THIS
from interpreter.records import replace

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.program import Program

_MATH: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "/": ast.FloorDiv(),
    "mod": ast.Mod(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
}


class PythonValues:
    """Prints expressions for one program; `define` is told which functions of it are needed."""

    def __init__(self, program: Program, names: Namespace, define: Callable[[Key], str], letter: str = "T") -> None:
        self.p, self.names, self.define, self.letter = program, names, define, letter
        self._tables: dict[Key, str] = {}
        self._meanings: dict[tuple[str, Any], str] = {}
        self.row_of_functions: Callable[[str, Key], None] | None = None
        """Puts a table of functions under a name."""
        self.remembers = False
        """Whether functions remember what they gave: then they are called."""
        self.loops = Loops(self._is_shared)
        self._inline = Inline(program.values.functions)
        self.columns = Columns(program.layout, program.values.tables, names, letter)
        self._sets: set[str] = set()
        self._turned_tables: dict[str, str] = {}  # by name of a mask: for each number, a mask of those it is around
        self._small: set[Expr] = set()  # names of numbers that are bytes, where they are known

    # ---- names

    def table(self, key: Key) -> str:
        """The name of a constant table."""
        if key not in self._tables:
            self._tables[key] = self._named(key)
            self.names.put(self._tables[key], self.p.values.tables[key])
        return self._tables[key]

    def reversed_row(self, items: x.RowSet, framed: frozenset[int] | None) -> ast.expr:
        """A set out of a table as a list that nobody changes, the last element first."""
        ident = f"{self.table(items.table)}B"
        if ident not in self.names:
            rows = self.p.values.tables[items.table]
            self.names.put(ident, [[*reversed(row)] for row in rows if isinstance(row, tuple | range)])
        return ast.Subscript(py.name(ident), self.expr(items.index, framed=framed), ast.Load())

    def functions(self, key: Key) -> str:
        """The name of a table of functions."""
        if key not in self._tables:
            assert self.row_of_functions is not None
            self._tables[key] = self._named(key)
            if self._tables[key] not in self.names:
                self.row_of_functions(self._tables[key], key)
        return self._tables[key]

    def _named(self, key: Key) -> str:
        return named_after(self.letter, key.sort, *key.names)

    def _is_shared(self, name: str) -> bool:
        """Whether many entries of a table have the same number."""
        rows = self.names.known.get(name)
        return isinstance(rows, list) and 2 * len(set(map(str, rows))) <= len(rows)

    def _meaning(self, function: str, grid: tuple[int, int] | None) -> str:
        """A name for what a function means, for functions that the program has no form for."""
        key = (function, grid)
        if key not in self._meanings:
            self._meanings[key] = named_after("M", function, grid)
            self.names.put(self._meanings[key], self.meaning_of(function, grid), ("meaning", function, grid))
        return self._meanings[key]

    def meaning_of(self, function: str, grid: tuple[int, int] | None) -> Callable[..., Any]:
        """What a function of the engine means in games of this program."""
        around = Around(self.p.layout.seats, self.p.layout.people, grid or (1, 1))
        meaning = FUNCTIONS[function].meaning
        return lambda *given: meaning(around, *given)

    # ---- expressions

    def expr(self, e: Expr, *, framed: frozenset[int] | None = None, iterated: bool = False) -> ast.expr:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one case for each
        """Print an expression; what is iterated over may not bind names.

        `framed` are the locals held in registers where all others are cells of a frame; None where all are registers.
        """

        def sub(inner: Expr) -> ast.expr:
            return self.expr(inner, framed=framed, iterated=iterated)

        match e:
            case x.Num(value=value):
                return py.num(value)
            case x.Name(id="this") if framed is not None:
                return py.expression(f"s[f+{THIS}]")
            case x.Name(id=ident):
                return py.name(ident)
            case x.Local(slot=slot):
                if framed is None or slot in framed:
                    return py.name(f"l{slot}")
                return py.expression(f"s[f+{slot + FRAME_LOCALS}]")
            case x.Cell(address=address):
                return py.cell(sub(address))
            case x.Row(table=table, index=index):
                return ast.Subscript(py.name(self.table(table)), sub(index), ast.Load())
            case x.RowSet(table=table, index=index):
                return ast.Subscript(py.name(self.table(table)), sub(index), ast.Load())
            case x.Clamped(table=table, index=index):
                return py.call("look_up", py.name(self.table(table)), sub(index))
            case x.Math():
                return self._math(e, sub)
            case x.Test(sign=sign, left=left, right=right):
                return py.compared(sign, sub(left), sub(right))
            case x.Both(parts=parts):
                return ast.BoolOp(ast.And(), [sub(part) for part in parts])
            case x.Either(parts=parts):
                return ast.BoolOp(ast.Or(), [sub(part) for part in parts])
            case x.Nope(inner=inner):
                return py.opposite(sub(inner))
            case x.Choose(cond=cond, then=then, other=other):
                return ast.IfExp(sub(cond), sub(then), sub(other))
            case x.Let():
                return self._let(e, sub, iterated=iterated)
            case x.Call(function=function, me=me, this=this, given=given):
                return py.call(self.define(function), py.STATE, sub(me), sub(this), *map(sub, given))
            case x.CallRow(table=table, index=index, me=me, this=this):
                row = ast.Subscript(py.name(self.functions(table)), sub(index), ast.Load())
                return ast.Call(row, [py.STATE, sub(me), sub(this)], [])
            case x.Apply():
                return self._apply(e, sub)
            case x.Kept(inner=inner):
                return py.call("kept", sub(inner))
            case x.Counted(items=items, turn=turn):
                return py.call("counted", py.name("m"), sub(items), py.num(turn))
            case x.Tried(choice=choice, value=value):
                return py.call(choice, py.STATE, sub(value))
            case x.Unknown():
                return py.call("unknown")
            case x.Span(low=low, high=high):
                return py.call("range", sub(high)) if low == x.NO else py.call("range", sub(low), sub(high))
            case x.Pieces(zone=zone, common=common):
                if isinstance(zone, x.Choose | x.Let) or x.size(zone) > 8:
                    return py.call("in_common" if common else "contents", py.STATE, sub(zone))
                first = x.plus(zone, x.YES)
                return self._slice(x.Cell(first) if common else first, x.Cell(zone), sub)
            case x.Stretch(address=address, count=count):
                return ast.Subscript(py.STATE, ast.Slice(sub(address), sub(x.plus(address, x.Num(count)))), ast.Load())
            case x.Waiting(count=count):
                return py.expression("list(s[len(s) - n:])", n=sub(count))
            case x.Listed(items=items, sure=sure):
                listed = ast.List([sub(item) for item in items], ast.Load())
                return listed if sure else py.call("there", listed)
            case x.Keep():
                return self._keep(e, sub, self._among(e.items, e.name, e.cond, framed))
            case x.Has():
                return self._has(e, sub, self._among(e.items, e.name, e.cond, framed))
            case x.Count(items=x.Keep(items=items, name=name, cond=cond, first=())):
                return self._how_many(e.items, items, name, self.written_out(cond), sub, framed)
            case x.Count(items=items):
                return py.call("len", sub(items))
            case x.CountEqual(cells=cells, table=table, wanted=wanted):
                counted = sub(cells)
                zones = zones_of(self.p, table) if table is not None and table.sort == "host" else ()
                if table is not None and zones and cells == x.Stretch(*self._counted_cells(table)):
                    hosts = py.name(self.table(table))
                    return py.call("amount", py.STATE, sub(wanted), _pairs(zones), counted, hosts)
                if table is not None:
                    seen = ast.Subscript(py.name(self.table(table)), py.name("c"), ast.Load())
                    counted = self.loops.listed(seen, "c", counted, None, [])
                return ast.Call(ast.Attribute(counted, "count", ast.Load()), [sub(wanted)], [])
            case x.Fold():
                return self._fold(e, sub, framed=framed)
            case x.Among(item=item, items=x.Name(id=known)) if known in self.columns.around:
                place = ast.BinOp(sub(item), ast.Mod(), py.num(self.columns.around[known]))
                return ast.Subscript(py.name(known), place, ast.Load())
            case x.Among(item=item, items=items):
                return py.compared("in", sub(item), sub(items))
            case _:
                assert_never(e)

    def written_out(self, e: Expr) -> Expr:
        """What a loop asks for each element, short functions written out; not where values are to be remembered."""
        return cheapest_first(e if self.remembers else self._inline.out(e))

    def asked_of(self, e: x.Keep | x.Has) -> Expr:
        """What a loop asks of each element, without what tables say of all elements; none is no element."""
        cond = self.written_out(e.cond)
        if not isinstance(cond, x.Both) or not isinstance(e.items, x.Span | x.Pieces | x.RowSet | x.Counted):
            return cond
        parts = [one for one in cond.parts if not self._is_certain(one, e.name)]
        return cond if len(parts) == len(cond.parts) else x.both(*parts)

    def _is_certain(self, cond: Expr, name: str) -> bool:
        match cond:
            case x.Test(sign=">=", left=x.Row(table=table, index=x.Name(id=ident)), right=x.Num(value=least)):
                rows = self.p.values.tables[table]
                return ident == name and all(isinstance(row, int) and row >= least for row in rows[:-1])
        return False

    def _keep(self, e: x.Keep, sub: Callable[[Expr], ast.expr], items: ast.expr) -> ast.expr:
        e = self._near(replace(e, cond=self.asked_of(e)))
        for one, value in e.first:
            if isinstance(value, x.Keep) and _only_asked_about(e.cond, one):
                self._sets.add(one)
        once = [(one, self._first(one, sub(value))) for one, value in e.first]
        items, cond = self._narrowed(items, e.items, e.name, e.cond, sub)
        whole = _written_in(items, once) if cond == x.YES else None
        if whole is not None:
            return py.call("list", whole)
        return self.loops.listed(py.name(e.name), e.name, items, None if cond == x.YES else sub(cond), once)

    def _first(self, name: str, value: ast.expr) -> ast.expr:
        """What is worked out before a loop."""
        made = value
        match value:
            case ast.Call(func=ast.Name(id="list"), args=[items]):
                value = items  # it is gone through once
        if name in self.columns.around:
            return py.call("around", py.name(self._turned_tables[name]), value, py.num(self.columns.around[name]))
        return py.call("frozenset", value) if name in self._sets else made

    def _has(self, e: x.Has, sub: Callable[[Expr], ast.expr], items: ast.expr) -> ast.expr:
        cond = self.asked_of(e)
        alike = _alike(cond, e.name) if isinstance(e.items, x.RowSet) else None
        if alike is None:
            items, cond = self._narrowed(items, e.items, e.name, cond, sub)
            return self.loops.some(sub(cond), e.name, items)
        return py.compared("in", sub(alike[1]), self.loops.listed(sub(alike[0]), e.name, items, None, []))

    def searched(self, e: x.Has, cond: Expr, framed: frozenset[int] | None) -> tuple[ast.expr, Expr]:
        """The elements in which one is looked for that fits, and what is to be asked of each."""

        def sub(inner: Expr) -> ast.expr:
            return self.expr(inner, framed=framed)

        return self._narrowed(sub(e.items), e.items, e.name, cond, sub)

    def _narrowed(
        self, source: ast.expr, items: Expr, name: str, cond: Expr, sub: Callable[[Expr], ast.expr]
    ) -> tuple[ast.expr, Expr]:
        """A set of many places without those for which a mask says no, and what is left to be asked."""
        gathered = _is_call(source, "gathered", "gathered_in_common")
        found = None if gathered else self.columns.narrowed(items, name, cond, sub)
        return (source, cond) if found is None else (py.call("compress", source, found[0]), found[1])

    def _how_many(
        self,
        kept: Expr,
        items: Expr,
        name: str,
        cond: Expr,
        sub: Callable[[Expr], ast.expr],
        framed: frozenset[int] | None,
    ) -> ast.expr:
        """How many elements of a set there are for which a condition holds."""
        if isinstance(items, x.Counted) and self._gathered(items, name, cond, framed) is not None:
            return py.call("len", sub(kept))
        alike = _alike(cond, name)
        column = None if alike is None else self.columns.values(items, name, alike[0], sub, x.known(alike[1]))
        if alike is not None and column is not None:
            return self._times(column, alike[1], sub)
        if alike is not None:
            values = self.loops.listed(sub(alike[0]), name, self._source(items, framed), None, [])
            return ast.Call(ast.Attribute(values, "count", ast.Load()), [sub(alike[1])], [])
        found = None if isinstance(items, x.Counted) else self.columns.narrowed(items, name, cond, sub)
        if found is not None and found[1] == x.YES:
            return self._times(found[0], x.YES, sub)
        return py.call("len", sub(kept))

    def _times(self, column: ast.expr, wanted: Expr, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        """How often a number is in a column."""
        if wanted in self._small or _is_below(wanted, NONE - 1):
            return ast.Call(ast.Attribute(column, "count", ast.Load()), [sub(wanted)], [])
        return py.call("times", column, sub(wanted))

    def _near(self, e: x.Keep) -> x.Keep:
        """Places next to one that something holds of: those it holds of are looked for once, not around every place."""
        items, first, found = e.items, list(e.first), stretch(e.items)
        if not isinstance(items, x.Span) or found is None:
            return e
        length = found[1]

        def visit(node: Expr) -> Expr:
            match node:
                case x.Has(items=x.RowSet(table=table, index=x.Name(id=index)), name=name, cond=cond) if (
                    index == e.name
                    and not x.mentions(cond, e.name)
                    and stays_within(self.p.values.tables[table], items)
                ):
                    known = f"g{len(self._turned_tables)}"
                    first.append((known, x.Keep(items, name, cond)))
                    self._turned_tables[known], self.columns.around[known] = self._turned(table, length), length
                    return x.Among(x.Name(index), x.Name(known))
            return x.rebuilt(node, visit)

        cond = visit(e.cond)
        return replace(e, cond=cond, first=tuple(first))

    def _turned(self, table: Key, length: int) -> str:
        """The name of a table that has, for each number, a mask of those in whose sets it is in another."""
        ident = f"{self.table(table)}V"
        if ident not in self.names:
            rows = self.p.values.tables[table]
            found = [0] * len(rows)
            self.names.put(ident, found)
            for number, row in enumerate(rows[:-1]):
                for one in row if isinstance(row, tuple | range) else ():
                    found[one] |= 1 << 8 * (number % length)
        return ident

    def _source(self, items: Expr, framed: frozenset[int] | None) -> ast.expr:
        return self.expr(items, framed=framed, iterated=True)

    def _among(self, items: Expr, name: str, cond: Expr, framed: frozenset[int] | None) -> ast.expr:
        """The set a loop goes through; pieces of something that has few zones are looked for in these."""
        found = self._gathered(items, name, cond, framed)
        return found if found is not None else self._source(items, framed)

    def _gathered(self, items: Expr, name: str, cond: Expr, framed: frozenset[int] | None) -> ast.expr | None:
        """The pieces in the few zones of something, where a condition asks for those."""
        every = items.items if isinstance(items, x.Counted) else items
        for who, zones, _ in owned(self.p, every, name, cond):
            together = "gathered_in_common" if shared(self.p, zones) else "gathered"
            return py.call(together, py.STATE, self._source(who, framed), _pairs(zones), self._source(items, framed))
        return None

    def _counted_cells(self, table: Key) -> tuple[x.Num, int]:
        first, pieces = range_of_pieces(self.p, table)
        return first, pieces.value

    def _slice(self, first: Expr, count: Expr, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        return ast.Subscript(py.STATE, ast.Slice(sub(first), sub(x.plus(first, count))), ast.Load())

    def _math(self, e: x.Math, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        left, right = (sub(_as_number(one)) for one in (e.left, e.right))
        if e.sign in ("min", "max"):
            return self._extreme(e, left, right, sub)
        if e.sign in ("/", "mod") and not (isinstance(e.right, x.Num) and e.right.value):
            return py.call("divide" if e.sign == "/" else "modulo", left, right)
        return ast.BinOp(left, _MATH[e.sign], right)

    def _extreme(self, e: x.Math, left: ast.expr, right: ast.expr, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        """The smaller or the larger of two numbers: what is quickly read is rather read twice than given to a function."""
        if any(
            x.size(one) > BRIEF or not is_plain(one) or _calls(made) for one, made in ((e.left, left), (e.right, right))
        ):
            return py.call(e.sign, left, right)
        return ast.IfExp(sub(x.test("<" if e.sign == "min" else ">", e.right, e.left)), right, left)

    def _let(self, e: x.Let, sub: Callable[[Expr], ast.expr], *, iterated: bool) -> ast.expr:
        """A name is bound where it is asked first; where that is not allowed, by a function of its own."""
        inside = e.inside
        if not iterated and isinstance(inside, x.Choose) and isinstance(inside.cond, x.Test):
            bound = ast.NamedExpr(py.target(e.name), sub(e.value))
            left = inside.cond.left
            if left == x.Name(e.name):
                test = py.compared(inside.cond.sign, bound, sub(inside.cond.right))
                return ast.IfExp(test, sub(inside.then), sub(inside.other))
            if left == x.Cell(x.Name(e.name)):
                test = py.compared(inside.cond.sign, py.cell(bound), sub(inside.cond.right))
                return ast.IfExp(test, sub(inside.then), sub(inside.other))
        arguments = ast.arguments([], [ast.arg(e.name)], None, [], [], None, [])
        return ast.Call(ast.Lambda(arguments, sub(inside)), [sub(e.value)], [])

    def _apply(self, e: x.Apply, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        given = [sub(one) for one in e.given]
        match FUNCTIONS[e.function].form:
            case "first":
                self.loops.looks = True
                return py.call("first", *given)
            case "last":
                return py.call("last", *given)
            case "union":
                return py.call("union", *given)
            case "range":
                return py.call("span", *given)
            case "connected":
                assert e.grid is not None
                return py.call("connected", *given, py.name(self._neighbours(e.grid, e.cells)))
            case "line":
                assert e.grid is not None
                return py.call("line", given[0], self._member_of(e.given[1], e.cells, sub), self._rays(e.grid, e.cells))
        listed = [
            py.call("list", one) if isinstance(part, SETS) else one for part, one in zip(e.given, given, strict=True)
        ]
        return py.call(self._meaning(e.function, e.grid), *listed)

    def _member_of(self, items: Expr, cells: int, sub: Callable[[Expr], ast.expr]) -> ast.expr:
        """Whether a place is in a set, as a function; where a condition says which are, only those asked for are tried."""
        match items:
            case x.Keep(items=x.Span(low=x.Num(value=0), high=x.Num(value=high)), name=name, cond=cond, first=()) if (
                high == cells and is_plain(cond)
            ):
                arguments = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
                return ast.Lambda(arguments, sub(cond))
        return py.call("within", sub(items))

    def _rays(self, grid: tuple[int, int], cells: int) -> ast.expr:
        """For each place the places ahead of it and behind it, on each line through it."""
        name = f"R{grid[0]}_{grid[1]}_{cells}"
        if name not in self.names:
            rays = Around(self.p.layout.seats, self.p.layout.people, grid).rays(cells)
            lines = [[(rays[at + way], rays[at + way + 4]) for way in range(4)] for at in range(0, 8 * cells, 8)]
            self.names.put(name, lines)
        return py.name(name)

    def _neighbours(self, grid: tuple[int, int], cells: int) -> str:
        key = Key("neighbours on", (grid[0], grid[1], cells))
        if key not in self.p.values.tables:
            around = Around(self.p.layout.seats, self.p.layout.people, grid)
            self.p.values.tables[key] = [*(tuple(around.neighbours(c)) for c in range(cells)), ()]
        return self.table(key)

    def _fold(self, e: x.Fold, sub: Callable[[Expr], ast.expr], *, framed: frozenset[int] | None) -> ast.expr:
        whole = isinstance(e.items, x.Span) and e.items.low == x.NO
        small = {x.Name(e.name)} if isinstance(e.items, x.Span) and whole and _is_below(e.items.high, NONE) else set()
        self._small |= small
        element, each = py.name(e.name), sub(self.written_out(e.each))
        self._small -= small
        items = self._source(e.items, framed)
        values = self.loops.listed(each, e.name, items, None, [])
        counting = _counting(each, e.name)
        if counting is not None:
            values = py.call("map", counting, items)
        match FUNCTIONS[e.function].form:
            case "sum":
                return py.call("sum", values)
            case "max" | "min" as name:
                return ast.Call(py.name(name), [values], [ast.keyword("default", py.num(0))])
            case "all":
                return py.call("all", values)
            case "distinct":
                return py.call("len", self.loops.different(each, e.name, items))
            case "best" if counting is not None:
                best = [ast.keyword("key", counting), ast.keyword("default", py.num(-1))]
                return ast.Call(py.name("max"), [items], best)
            case "best":
                pairs = ast.Tuple([each, element], ast.Load())
                listed = self.loops.listed(pairs, e.name, items, None, [])
                return py.call("best_place", values) if whole else py.call("best", listed)
            case "adds_up":
                return py.call("adds_up", py.name("m"), values, *(sub(one) for one in e.given))
            case "leading":
                holds = ast.Lambda(ast.arguments([], [ast.arg(e.name)], None, [], [], None, []), each)
                return py.call("leading", items, holds)
        elements = py.call("list", items)
        return py.call(
            self._meaning(e.function, None), elements, py.call("list", values), *(sub(one) for one in e.given)
        )


def cheapest_first(cond: Expr) -> Expr:
    """A condition with what is quickly told before the rest: values never fail, so their order is free."""
    if not isinstance(cond, x.Both) or any(isinstance(node, x.Tried | x.Unknown | x.Counted) for node in x.walk(cond)):
        return cond
    return x.Both(tuple(sorted(cond.parts, key=_effort)))


def _effort(cond: Expr) -> int:
    loops = sum(isinstance(node, (*LOOPS, x.Call, x.CallRow, x.Apply)) for node in x.walk(cond))
    return x.size(cond) + MANY * loops


def _as_number(e: Expr) -> Expr:
    """What is calculated with: a test is 1 or 0 by itself."""
    match e:
        case x.Choose(cond=x.Test() as test, then=x.Num(value=1), other=x.Num(value=0)):
            return test
    return e


def _is_below(e: Expr, most: int) -> bool:
    return isinstance(e, x.Num) and 0 <= e.value <= most


def _written_in(items: ast.expr, once: list[tuple[str, ast.expr]]) -> ast.expr | None:
    """What is gone through, with what is worked out before in its place; None where one is asked for twice."""
    if any(isinstance(node, ast.comprehension | ast.Lambda) for node in py.walk(items)):
        return None  # it might be worked out in every turn
    for name, value in reversed(once):
        if sum(isinstance(node, ast.Name) and node.id == name for node in py.walk(items)) != 1:
            return None
        items = py.filled(items, {name: value})
    return items


def _calls(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Call | ast.NamedExpr | ast.IfExp) for one in py.walk(node))


def _counting(each: ast.expr, name: str) -> ast.expr | None:
    """The method that says how often something is in a column, where a walk asks nothing but that of each element."""
    match each:
        case ast.Call(func=ast.Attribute(value=column, attr="count") as counting, args=[ast.Name(id=wanted)]) if (
            wanted == name and not py.uses([ast.Expr(column)], name)
        ):
            return counting
    return None


def _is_call(node: ast.expr, *functions: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def _pairs(zones: tuple[tuple[int, int], ...]) -> ast.expr:
    return ast.Tuple([ast.Tuple([py.num(first), py.num(apart)], ast.Load()) for first, apart in zones], ast.Load())


def _alike(cond: Expr, name: str) -> tuple[Expr, Expr] | None:
    """What of each element is held against what is the same for all, where a condition says no more than that."""
    if not isinstance(cond, x.Test) or cond.sign != "==":
        return None
    left, right = x.mentions(cond.left, name), x.mentions(cond.right, name)
    if left == right:
        return None
    return (cond.left, cond.right) if left else (cond.right, cond.left)


def _only_asked_about(cond: Expr, name: str) -> bool:
    """Whether a set is used for nothing but asking what is among it."""
    asked = sum(isinstance(node, x.Among) and node.items == x.Name(name) for node in x.walk(cond))
    return asked == sum(node == x.Name(name) for node in x.walk(cond))


def stays_within(table: Sequence[Any], items: x.Span) -> bool:
    """Whether the sets of a table for the numbers of a stretch stay in it; it may begin at any multiple of its length."""
    match items:
        case x.Span(low=x.Num(value=0), high=x.Num(value=size)):
            starts: Sequence[int] = [0]
        case x.Span(low=x.Math(sign="*", left=player, right=x.Num(value=size)) as low, high=high) if (
            player == x.ME and high == x.plus(x.Num(size), low)
        ):
            starts = range(0, len(table) - 1, size)
        case _:
            return False
    return all(start <= one < start + size for start in starts for row in table[start : start + size] for one in row)


MANY = 100
BRIEF = 7
"""An expression of so many nodes may be worked out twice."""
LOOPS = (x.Keep, x.Has, x.Fold, x.CountEqual)
SETS = (x.Counted, x.Span, x.Pieces, x.Stretch, x.Waiting, x.RowSet, x.Listed, x.Keep)
