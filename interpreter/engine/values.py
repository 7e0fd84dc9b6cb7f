"""Every form of value, planned once into a closure of the row and the frame.

A number is a number, a truth yes or no, a thing its number in its kind and none -1, a zone the address of its count cell,
a set something to go through. Nothing is nothing: what is asked of none is 0, no, none or an empty set.

Three things are worked out once: what nothing can change, when it is planned; what depends on one name only, as a table by
that name; and the values a pack declares, until something is done that they read (`kept`).

Work is counted in parts (see `source/meter.py`). What a statement's values take is known beforehand and counted by the
statement; a set that is much work is counted while it is gone through, and a value that goes through one counts the same
again where it is remembered: how much there is to do for a position never depends on what happens to be known of it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check import typed as ty
from interpreter.check.reads import wanted_by
from interpreter.check.work import LIGHT, work_of
from interpreter.engine.faults import Stopped
from interpreter.engine.position import ME, NAMES, NONE, THIS, Frame, Here
from interpreter.primitives.functions import FUNCTIONS, TooMuch
from interpreter.primitives.grids import NEAR, Around
from interpreter.primitives.header import NOWHERE
from interpreter.primitives.pieces import pieces_in
from interpreter.records import replace
from interpreter.source import meter
from interpreter.source.limits import INTEGER

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.engine.layout import Layout
    from interpreter.primitives.tables import Given, State

Fn = Callable[[Any, Frame], Any]
"""A value that is planned: asked of a row in a frame."""
Read = tuple[str, int, str]
"""What a value depends on: the row, who acts, whose script it is, a name, or the element of a set; and of what type."""
ROW: Read = ("row", 0, "")
MOST_PARTS = meter.STEPS.most * meter.STEP.most
"""So much work there may be between two choices."""
FOLDED = 20_000
"""What takes more than so many parts is worked out when it is asked, not when it is planned."""
MOST_ROWS = 4_000
"""A table by a name has so many rows at most."""
SEATS = 64
"""More than a table has: so that a thing and a player make one number."""
ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,
    "mod": lambda left, right: left % right if right else 0,
}
BETWEEN: dict[str, Callable[[Fn, Fn], Fn]] = {
    "is": lambda a, b: lambda s, x: a(s, x) == b(s, x),
    "is not": lambda a, b: lambda s, x: a(s, x) != b(s, x),
    "<": lambda a, b: lambda s, x: a(s, x) < b(s, x),
    "<=": lambda a, b: lambda s, x: a(s, x) <= b(s, x),
    ">": lambda a, b: lambda s, x: a(s, x) > b(s, x),
    ">=": lambda a, b: lambda s, x: a(s, x) >= b(s, x),
}
BESIDE: dict[str, Callable[[Fn, Any], Fn]] = {
    "is": lambda a, k: lambda s, x: a(s, x) == k,
    "is not": lambda a, k: lambda s, x: a(s, x) != k,
    "<": lambda a, k: lambda s, x: a(s, x) < k,
    "<=": lambda a, k: lambda s, x: a(s, x) <= k,
    ">": lambda a, k: lambda s, x: a(s, x) > k,
    ">=": lambda a, k: lambda s, x: a(s, x) >= k,
}
"""Comparing two values, or one with what is fixed."""
AS_THEY_ARE = (ty.Const, ty.Me, ty.This, ty.Local, ty.Element)

OfOneThing = (
    ty.Host | ty.Field | ty.ItemFormula | ty.FaceUp | ty.Owner | ty.Parent | ty.Parts | ty.Owned | ty.Copies | ty.GridLine
    | ty.Neighbours | ty.Neighbour
)  # fmt: skip
"""What is asked of one thing or player."""


class Scope:
    """Where in a frame the names of a script stand, and behind them the elements of the sets it looks through."""

    def __init__(self, names: int) -> None:
        self.first, self.deepest = NAMES + names, 0
        self.bound: dict[int, int] = {}

    def open(self, element: int) -> int:
        """Room for the element of a set."""
        self.bound[element] = at = self.first + len(self.bound)
        self.deepest = max(self.deepest, len(self.bound))
        return at

    def frame(self, me: int = 0, this: int = NONE, given: tuple[Any, ...] = ()) -> list[Any]:
        """A frame for what is planned here."""
        return [me, this, *given, *[0] * (self.first + self.deepest - NAMES - len(given))]


class Formula:
    """A value the pack declares: planned when it is first asked, and kept until something is done that it reads.

    `dear`: it goes through a set that is counted, so what it took is kept with it.
    """

    def __init__(self, number: int, formula: ty.Formula | None, *, dear: bool) -> None:
        self.number, self.formula, self.dear = number, formula, dear
        self.scope = Scope(len(formula.params) if formula is not None else 0)
        self.fn: Fn | None = None
        self.room: list[int] = []
        """Behind its parameters: for the elements of the sets it looks through."""


class Values:
    """Plans and works out the values of one pack for one number of players."""

    def __init__(self, layout: Layout) -> None:
        meter.make_room()
        self.layout, self.v, self.work = layout, layout.v, work_of(layout.v)
        self.around = Around(layout.seats, layout.people)
        self.parts = MOST_PARTS
        """How much work may still be done up to the next choice."""
        self.row: State | None = None
        """The row that `kept` is about."""
        self._boards = {kind: replace(self.around, grid=decl.grid or (1, 1)) for kind, decl in self.v.kinds.items()}
        self._zones = layout.zone_addresses()
        self._made: dict[tuple[Any, ...], tuple[Fn, int, ty.Value]] = {}
        self._reads: dict[int, tuple[frozenset[Read], ty.Value]] = {}
        self._unfolded: set[int] = set()
        self._outside: dict[tuple[int, ...], tuple[Fn, Scope, ty.Value]] = {}
        self._formulas: dict[Any, Formula] = {}
        self._wants: list[frozenset[str]] = []
        for key, decl in self.v.values.items():
            self._declare(key, decl.formula)
        for number, watch in enumerate(self.v.watches):
            self._declare(("watch", number), watch.cond)
        for kind in self.v.kinds.values():
            for script in (one for item in kind.items for face in item.faces for one in face.scripts.values()):
                if isinstance(script, ty.Formula):
                    self._declare(id(script), script)
        self.kept: list[dict[Any, Any]] = [{} for _ in self._wants]

    def _declare(self, key: Any, formula: ty.Formula | None) -> None:
        dear = formula is not None and self.work.of(formula.value).worst > LIGHT
        self._formulas[key] = Formula(len(self._wants), formula, dear=dear)
        self._wants.append(wanted_by(formula.value, self.v) if formula is not None else frozenset())

    # ---- from outside

    def of(self, value: ty.Value, here: Here) -> Given:
        """A value, asked at some place from outside; a set as a list."""
        names = max(here.locals, default=-1) + 1
        key = (id(value), names, *here.elements)
        found = self._outside.get(key)
        if found is None:
            scope = Scope(names)
            for element in here.elements:
                scope.open(element)
            found = self._outside[key] = self.fn(value, scope), scope, value
        fn, scope, _ = found
        x = scope.frame(here.me, here.this, tuple(here.locals.get(n, 0) for n in range(names)))
        x[scope.first : scope.first + len(here.elements)] = here.elements.values()
        asked: Given = self.asked_of(here.s, lambda: fn(here.s, x))
        return asked if isinstance(asked, int) else list(asked)

    def asked_of(self, row: State, ask: Callable[[], Any]) -> Any:
        """Ask something of any row; what is known of the row under way stays known."""
        if row is self.row:
            return ask()
        kept, before = self.kept, self.row
        self.forget(row)
        try:
            return ask()
        finally:
            self.kept, self.row = kept, before

    def number(self, value: ty.Value, here: Here) -> int:
        """A number, a thing, or the address of a zone; a truth as 0 or 1."""
        found = self.of(value, here)
        assert isinstance(found, int)
        return int(found)

    def truth(self, value: ty.Value, here: Here) -> bool:
        """A condition."""
        return bool(self.of(value, here))

    def items(self, value: ty.Value, here: Here) -> list[int]:
        """The elements of a set, in order."""
        found = self.of(value, here)
        assert not isinstance(found, int)
        return list(found)

    def address_of(self, var: ty.Var, here: Here) -> int | None:
        """The cell of a var; None where it would be one of none."""
        place = self.layout.vars[var.key]
        host = 0 if var.host is None else self.number(var.host, here)
        index = 0 if var.index is None else self.number(var.index, here)
        return None if host < 0 or index < 0 else place.base + host * place.width + index

    # ---- what is kept between two changes

    def forget(self, row: State | None = None) -> None:
        """Another row: nothing of it is known."""
        self.kept, self.row = [{} for _ in self._wants], row

    def changed(self, tokens: set[str]) -> Callable[[], None]:
        """What is to be done when these may have changed."""
        asking = tuple(n for n, wants in enumerate(self._wants) if wants & tokens)

        def forget() -> None:
            kept = self.kept
            for n in asking:
                kept[n] = {}  # another one: a trial shares what is known with whoever tries

        return forget

    def count(self, parts: int) -> None:
        """Count work that was done. Stops what takes too much of it."""
        self.parts -= parts
        if self.parts < 0:
            raise Stopped(meter.STEPS)

    def _again(self, made: Fn) -> Callable[[State, Frame], tuple[Any, int]]:
        """A dear value with what it took."""

        def measured(s: State, x: Frame) -> tuple[Any, int]:
            before = self.parts
            found = made(s, x)
            return found, before - self.parts

        return measured

    # ---- planning

    def fn(self, value: ty.Value, scope: Scope) -> Fn:
        """A value as a closure, planned once."""
        key = (id(value), scope.first, *scope.bound.items())
        found = self._made.get(key)
        if found is None:
            before, scope.deepest = scope.deepest, 0
            made = self._folded(value, scope)
            found = self._made[key] = made, scope.deepest, value
            scope.deepest = max(before, scope.deepest)
        scope.deepest = max(scope.deepest, found[1])
        return found[0]

    def _folded(self, value: ty.Value, scope: Scope) -> Fn:
        """What nothing can change is worked out now, what depends on one name only becomes a table by that name."""
        made = self._make(value, scope)
        if isinstance(value, AS_THEY_ARE):
            return made
        free = self.reads(value)
        if not free:
            left, self.parts = self.parts, FOLDED
            try:
                fixed = made(None, scope.frame())
            except (TooMuch, Stopped):
                self._unfolded.add(id(value))
                return made
            finally:
                self.parts = left
            return lambda s, x: fixed
        if len(free) > 1 or ROW in free or isinstance(value, ty.Zone):
            return made
        ((sort, number, of),) = free
        size = self._size(of)
        if size is None or size > MOST_ROWS:
            return made
        at = {"me": ME, "this": THIS, "name": NAMES + number}.get(sort, scope.bound.get(number, NONE))
        return self._by_table(made, at, size, dear=self.work.of(value).worst > LIGHT)

    def _by_table(self, made: Fn, at: int, size: int, *, dear: bool) -> Fn:
        """A value that depends on one cell of the frame, worked out once for each thing that can stand there."""
        table: list[Any] = [None] * (size + 1)  # the last one is for none

        def by_table(s: State, x: Frame) -> Any:
            found = table[x[at]]
            if found is None:
                found = table[x[at]] = made(s, x)
            return found

        measured = self._again(made)

        def by_dear_table(s: State, x: Frame) -> Any:
            found = table[x[at]]
            if found is None:
                found = table[x[at]] = measured(s, x)
            else:
                self.count(found[1])
            return found[0]

        return by_dear_table if dear else by_table

    def _size(self, of: str) -> int | None:
        """How many things of a type there are; None where nobody can tell."""
        tag, _, name = of.partition(" ")
        if tag == "kind":
            return self.layout.people if name == "player" else len(self.layout.things[name])
        return len(self.v.enums[name].values) if tag == "enum" else None

    def reads(self, value: ty.Value) -> frozenset[Read]:
        """What a value depends on."""
        found = self._reads.get(id(value))
        if found is None:
            self._reads[id(value)] = frozenset({ROW}), value  # while it is worked out: something that reads itself
            found = self._reads[id(value)] = frozenset(self._read_by(value)), value
        return found[0]

    def _read_by(self, value: ty.Value) -> set[Read]:
        found: set[Read] = set().union(*map(self.reads, ty.children(value)))
        match value:
            case ty.Me():
                found.add(("me", 0, "kind player"))
            case ty.This():
                found.add(("this", 0, f"kind {value.type.name}"))
            case ty.Local(slot=slot):
                found.add(("name", slot, f"{value.type.tag} {value.type.name}"))
            case ty.Element(number=number):
                found.add(("element", number, f"{value.type.tag} {value.type.name}"))
            case ty.Filter(element=number) | ty.OverEach(element=number):
                found = {one for one in found if one[:2] != ("element", number)} | set(self.reads(value.items))
            case (
                ty.Var() | ty.Contents() | ty.InSlot() | ty.Host() | ty.InZone()
                | ty.Aside() | ty.Watched() | ty.ItemFormula() | ty.Unmarked()
            ):  # fmt: skip
                found.add(ROW)
            case ty.NonEmpty(items=items) if items.type.tag == "zone":
                found.add(ROW)
            case ty.Field(kind=kind) | ty.HasScript(kind=kind) | ty.FaceUp(kind=kind) if self.v.kinds[kind].faces > 1:
                found.add(ROW)
            case ty.Derived(key=key, base=base):
                formula = self.v.values[key].formula
                inner = self.reads(formula.value) if formula is not None else frozenset({ROW})
                own = "me" if base is None or self.v.values[key].of != "player" else ""
                found |= {one for one in inner if one == ROW or one[0] == own}
        return found

    def _plan(self, made: Formula) -> Fn:
        """Plan a formula that is asked for the first time."""
        assert made.formula is not None
        value = made.formula.value
        made.fn = self.fn(value, made.scope)
        made.room = [0] * made.scope.deepest
        return made.fn

    def place(self, value: ty.Value, scope: Scope) -> int | None:
        """Where in the frame a value stands, if it does: it is looked up there, and not asked for."""
        match value:
            case ty.Me():
                return ME
            case ty.This():
                return THIS
            case ty.Local(slot=slot):
                return NAMES + slot
            case ty.Element(number=number):
                return scope.bound[number]
            case ty.OwnedOne(player=player) | ty.Seat(player=player):
                return self.place(player, scope)
        return None

    def _make(self, value: ty.Value, scope: Scope) -> Fn:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one case for each form
        layout, v = self.layout, self.v

        def fn(value: ty.Value) -> Fn:
            return self.fn(value, scope)

        match value:
            case ty.Element(number=n):
                at = scope.bound[n]
                return lambda s, x: x[at]
            case ty.Me():
                return lambda s, x: x[ME]
            case ty.This():
                return lambda s, x: x[THIS]
            case ty.Local(slot=slot):
                at = NAMES + slot
                return lambda s, x: x[at]
            case ty.Const(number=number):
                return lambda s, x: number
            case ty.Compare(sign, left, right):
                return self._compare(sign, fn(left), fn(right), self._fixed(right))
            case ty.Var():
                return self._var(value, scope)
            case ty.Applied(function=function, given=(items,)) if FUNCTIONS[function].form == "any":
                return fn(ty.NonEmpty(items))
            case ty.Applied(function=function, given=given):
                return self._called(FUNCTIONS[function].meaning, self.around, [fn(one) for one in given])
            case ty.OnGrid(function=function, kind=kind, given=(one, other)) if other.type.tag != "set":
                return self._between(FUNCTIONS[function].meaning, self._boards[kind], fn(one), fn(other))
            case ty.OnGrid(function=function, kind=kind, given=given):
                return self._called(FUNCTIONS[function].meaning, self._boards[kind], [fn(one) for one in given])
            case ty.Zone(key=key, host=host):
                base, stride = layout.zones[key].base, layout.zones[key].stride
                if host is None:
                    return lambda s, x: base
                h, held = fn(host), self.place(host, scope)
                if held is not None:
                    return lambda s, x: NOWHERE if (n := x[held]) < 0 else base + n * stride
                return lambda s, x: NOWHERE if (n := h(s, x)) < 0 else base + n * stride
            case ty.Derived():
                return self._derived(value, scope)
            case ty.Filter():
                return self._filter(value, scope)
            case ty.Contents(zone=zone):
                return self._lying(zone, scope)
            case ty.Logic(sign=sign, left=left, right=right) if self._fixed(left):
                holds = bool(fn(left)(None, scope.frame()))
                return fn(right) if holds == (sign == "and") else fn(left)
            case ty.Logic(sign="and", left=left, right=right):
                a, b = fn(left), fn(right)
                return lambda s, x: a(s, x) and b(s, x)
            case ty.Logic(left=left, right=right):
                a, b = fn(left), fn(right)
                return lambda s, x: a(s, x) or b(s, x)
            case ty.OverEach(function=function, items=items, element=n, each=each, given=given):
                a, rest = self._gone_through(value, fn(items)), [fn(one) for one in given]
                return self._over_each(function, a, *self._inside(n, each, scope), rest)
            case ty.Not(cond):
                a = fn(cond)
                return lambda s, x: not a(s, x)
            case ty.Arith(sign, left, right):
                a, b, op = fn(left), fn(right), ARITHMETIC[sign]
                if sign == "+":
                    return lambda s, x: a(s, x) + b(s, x)
                return lambda s, x: op(a(s, x), b(s, x))
            case ty.NonEmpty(items):
                return self._non_empty(items, scope)
            case ty.Some(thing):
                a = fn(thing)
                return lambda s, x: a(s, x) >= 0
            case ty.IfElse(cond=cond, then=then, other=other):
                c, a, b = fn(cond), fn(then), fn(other)
                return lambda s, x: a(s, x) if c(s, x) else b(s, x)
            case ty.Member(item, items):
                a, b = fn(item), fn(items)
                if self._fixed(items):
                    among = frozenset(b(None, scope.frame()))
                    return lambda s, x: a(s, x) in among
                return lambda s, x: a(s, x) in b(s, x)
            case ty.InZone(piece, items):
                a, z, loc = fn(piece), fn(items.zone), layout.tables[piece.type.name].loc
                return lambda s, x: (0 if (p := a(s, x)) < 0 else s[loc + p]) == z(s, x)
            case ty.Aside(kind, thing):
                a, loc = fn(thing), layout.tables[kind].loc
                return lambda s, x: (p := a(s, x)) < 0 or s[loc + p] == 0
            case ty.InSlot(zone=zone):
                a = self._lying(zone, scope)
                return lambda s, x: found[0] if (found := a(s, x)) else NONE
            case ty.HasScript(kind, script, thing):
                a = fn(thing)
                return lambda s, x: self.script_of(kind, script, a(s, x), s) is not None
            case ty.OwnedOne(player=player) | ty.Seat(player=player):
                return fn(player)
            case ty.Opponents(player):
                a = fn(player)
                others = [[o for o in self.around.players_from(p) if o != p] for p in (*range(layout.people), NONE)]
                return lambda s, x: others[a(s, x)]
            case ty.EnumValues(enum=enum):
                every = range(len(v.enums[enum].values))
                return lambda s, x: every
            case ty.AllOf(kind=kind):
                every = range(layout.seats if kind == "player" else len(layout.things[kind]))
                return lambda s, x: every
            case ty.Everyone():
                every = range(layout.people)
                return lambda s, x: every
            case ty.Every(kind=kind, ids=ids):
                those = [n for n, one in enumerate(layout.things[kind]) if one.item is not None and one.item.id in ids]
                return lambda s, x: those
            case ty.Listing(items=items):
                fs = [fn(one) for one in items]
                if value.type.element.tag in ("kind", "enum"):
                    return lambda s, x: [n for f in fs if (n := f(s, x)) >= 0]
                return lambda s, x: [f(s, x) for f in fs]
            case ty.CellAt(kind=kind, owner=owner, column=column, row=row):
                o, c, r = (fn(one) if one is not None else (lambda s, x: 0) for one in (owner, column, row))
                board = self._boards[kind]
                return lambda s, x: board.at(o(s, x), c(s, x), r(s, x))
            case ty.TableRow(table, key):
                k, rows, last, by = fn(key), v.tables[table].values, len(v.tables[table].values) - 1, v.tables[table].by
                if by:
                    return lambda s, x: rows[n] if (n := k(s, x)) >= 0 else 0
                return lambda s, x: rows[min(max(k(s, x), 0), last)]
            case ty.TheItem(kind=kind, id=name):
                fixed = layout.item_index(kind, name)
                return lambda s, x: fixed
            case ty.OptionValue(name=name):
                fixed = layout.options[name]
                return lambda s, x: fixed
            case ty.PlayerCount():
                fixed = layout.seats
                return lambda s, x: fixed
            case ty.Neutral():
                fixed = layout.seats if layout.people > layout.seats else NONE
                return lambda s, x: fixed
            case ty.Ranked(parts=parts):
                fs = [fn(one) for one in parts]
                return lambda s, x: tuple(min(max(int(f(s, x)), -INTEGER), INTEGER) for f in fs)
            case ty.Watched(number):
                return lambda s, x: self.watched(number, s)
            case ty.Unmarked(slot, bit):
                at = NAMES + slot
                return lambda s, x: isinstance(x[at], int) and not x[at] >> bit & 1
            case ty.Row():
                raise AssertionError("a row has no value without an index")
            case (
                ty.Neighbour(player=one) | ty.Host(thing=one) | ty.Field(thing=one) | ty.ItemFormula(thing=one)
                | ty.FaceUp(thing=one) | ty.GridLine(thing=one) | ty.Owned(player=one) | ty.Owner(thing=one)
                | ty.Parent(thing=one) | ty.Parts(thing=one) | ty.Neighbours(thing=one) | ty.Copies(piece=one)
            ):  # fmt: skip
                return self._about(value, one, scope)
            case _:
                assert_never(value)

    def _fixed(self, value: ty.Value) -> bool:
        return not self.reads(value) and id(value) not in self._unfolded

    @staticmethod
    def _compare(sign: str, a: Fn, b: Fn, fixed: bool) -> Fn:
        if fixed:
            return BESIDE[sign](a, b(None, [0, NONE]))
        return BETWEEN[sign](a, b)

    @staticmethod
    def _between(meaning: Callable[..., Any], board: Around, a: Fn, b: Fn) -> Fn:
        """What lies between two places of a board: it is always the same."""
        known: dict[tuple[int, int], Any] = {}

        def between(s: State, x: Frame) -> Any:
            key = a(s, x), b(s, x)
            found = known.get(key)
            if found is None:
                found = known[key] = meaning(board, *key)
            return found

        return between

    @staticmethod
    def _called(meaning: Callable[..., Any], around: Around, given: list[Fn]) -> Fn:
        if len(given) == 1:
            (f,) = given
            return lambda s, x: meaning(around, f(s, x))
        if len(given) == 2:
            f, g = given
            return lambda s, x: meaning(around, f(s, x), g(s, x))
        return lambda s, x: meaning(around, *[f(s, x) for f in given])

    def address(self, var: ty.Var, scope: Scope) -> Fn:
        """The cell of a var; -1 where it would be one of none."""
        base, width = self.layout.vars[var.key].base, self.layout.vars[var.key].width
        if var.host is None and var.index is None:
            return lambda s, x: base
        if var.host is None:
            assert var.index is not None
            i = self.fn(var.index, scope)
            return lambda s, x: NONE if (n := i(s, x)) < 0 else base + n
        h, at = self.fn(var.host, scope), self.place(var.host, scope)
        if var.index is not None:
            i = self.fn(var.index, scope)
            return lambda s, x: NONE if (m := h(s, x)) < 0 or (n := i(s, x)) < 0 else base + m * width + n
        if at is not None:
            return lambda s, x: NONE if (n := x[at]) < 0 else base + n * width
        return lambda s, x: NONE if (n := h(s, x)) < 0 else base + n * width

    def _var(self, var: ty.Var, scope: Scope) -> Fn:
        base, width = self.layout.vars[var.key].base, self.layout.vars[var.key].width
        none = nothing(var.type)
        if var.index is None and var.host is None:
            return lambda s, x: s[base]
        at = self.place(var.host, scope) if var.index is None and var.host is not None else None
        if at is not None:
            return lambda s, x: none if (n := x[at]) < 0 else s[base + n * width]
        address = self.address(var, scope)
        return lambda s, x: none if (n := address(s, x)) < 0 else s[n]

    def _inside(self, element: int, value: ty.Value, scope: Scope) -> tuple[int, Fn]:
        """A value that looks at the element of a set, and where in the frame that stands."""
        outer = scope.bound.copy()
        at = scope.open(element)
        made = self.fn(value, scope)
        scope.bound = outer
        return at, made

    def _gone_through(self, value: ty.Filter | ty.OverEach, a: Fn) -> Fn:
        """The set that a value goes through: if that is much work, its turns are counted."""
        turn = self.work.turn(value)
        if not turn:
            return a

        def counted(s: State, x: Frame) -> Any:
            found = a(s, x)
            self.count(turn * len(found))
            return found

        return counted

    def _filter(self, value: ty.Filter, scope: Scope) -> Fn:
        """The elements for which a condition holds; what of it is fixed for each comes first, as a set of its own."""
        own, rest = self._own_part(value)
        if own is not None and rest is not None:
            return self.fn(replace(value, items=replace(value, cond=own), cond=rest), scope)
        a = self._gone_through(value, self.fn(value.items, scope))
        n, c = self._inside(value.element, value.cond, scope)
        if ty.asked_once(value):
            return lambda s, x: found if (found := a(s, x)) and c(s, x) else []
        return lambda s, x: [x[n] for x[n] in a(s, x) if c(s, x)]

    def _own_part(self, value: ty.Filter) -> tuple[ty.Value | None, ty.Value | None]:
        """The conditions at the head of an `and` that look at the element only, where the set itself is fixed too."""
        items = self.reads(value.items)
        if ROW in items or len(items) > 1:
            return None, value.cond
        conds, cond = list[ty.Value](), value.cond
        while isinstance(cond, ty.Logic) and cond.sign == "and":
            conds.insert(0, cond.right)
            cond = cond.left
        conds.insert(0, cond)
        kept = 0
        while kept < len(conds) and {one[:2] for one in self.reads(conds[kept])} <= {("element", value.element)}:
            kept += 1
        return _both(conds[:kept]), _both(conds[kept:])

    def _over_each(self, function: str, a: Fn, n: int, c: Fn, rest: list[Fn]) -> Fn:
        """A total, and whatever else looks at a value of each element; those that can stop early do."""
        meaning, around = FUNCTIONS[function].meaning, self.around

        def total(s: State, x: Frame) -> int:
            return sum([c(s, x) for x[n] in a(s, x)])

        def every(s: State, x: Frame) -> bool:
            for x[n] in a(s, x):  # noqa: SIM110 - the element has its place in the frame
                if not c(s, x):
                    return False
            return True

        def over(s: State, x: Frame) -> Any:
            items = a(s, x)
            return meaning(around, items, [c(s, x) for x[n] in items], *[int(r(s, x)) for r in rest])

        return {"sum": total, "all": every}.get(FUNCTIONS[function].form, over)

    def _non_empty(self, items: ty.Value, scope: Scope) -> Fn:
        """Whether there is anything in a set: it is looked through up to the first."""
        if items.type.tag == "zone" or isinstance(items, ty.Contents):
            z = self.fn(items.zone if isinstance(items, ty.Contents) else items, scope)
            return lambda s, x: s[z(s, x)] > 0
        if not isinstance(items, ty.Filter) or ty.asked_once(items):
            a = self.fn(items, scope)
            return lambda s, x: len(a(s, x)) > 0
        own, rest = self._own_part(items)
        if own is not None and rest is not None:
            return self._non_empty(replace(items, items=replace(items, cond=own), cond=rest), scope)
        if own is not None:
            a = self.fn(items, scope)
            return lambda s, x: len(a(s, x)) > 0
        a = self._gone_through(items, self.fn(items.items, scope))
        n, c = self._inside(items.element, items.cond, scope)

        def some(s: State, x: Frame) -> bool:
            for x[n] in a(s, x):  # noqa: SIM110 - the element has its place in the frame
                if c(s, x):
                    return True
            return False

        return some

    def _lying(self, zone: ty.Value, scope: Scope) -> Fn:
        """The pieces of a zone."""
        z, table = self.fn(zone, scope), self.layout.tables[zone.type.name]
        if table.common:
            return lambda s, x: pieces_in(s, table, z(s, x))
        return lambda s, x: s[(at := z(s, x) + 1) : at + s[at - 1]]

    def _derived(self, value: ty.Derived, scope: Scope) -> Fn:
        """A value of the pack: of a player it is asked as that player, of a thing as its script."""
        decl, none = self.v.values[value.key], nothing(value.type)
        made = self._formulas[value.key]
        bare, as_player = value.base is None, decl.of == "player"
        if value.given:
            return self._with_given(value, made, scope)
        assert decl.formula is not None
        asks_me = any(sort == "me" for sort, _, _ in self.reads(decl.formula.value))
        place = self.place(value.base, scope) if value.base is not None else None
        if place is not None and (as_player or not asks_me) and not made.dear:
            return self._of_one(made, place, none, as_player=as_player)
        base = self._none if value.base is None else self.fn(value.base, scope)

        def derived(s: State, x: Frame) -> Any:
            at = base(s, x)
            if at < 0 and not bare:
                return none
            if as_player and at >= 0:
                return self._remembered(made, at, s, at, NONE)
            me = x[ME]
            return self._remembered(made, at * SEATS + me if asks_me else at, s, me, at)

        return derived

    @staticmethod
    def _none(_s: State, _x: Frame) -> int:
        return NONE

    def _of_one(self, made: Formula, place: int, none: Given, *, as_player: bool) -> Fn:
        """The most frequent form: a value of a thing that stands in the frame."""
        number = made.number

        def of_one(s: State, x: Frame) -> Any:
            at = x[place]
            if at < 0:
                return none
            kept = self.kept[number]
            found = kept.get(at)
            if found is None:
                me, this = (at, NONE) if as_player else (x[ME], at)
                found = kept[at] = (made.fn or self._plan(made))(s, [me, this, *made.room])
            return found

        return of_one

    def _with_given(self, value: ty.Derived, made: Formula, scope: Scope) -> Fn:
        """A value with parameters; one that is given a set is not remembered."""
        none, bare = nothing(value.type), value.base is None
        as_player = self.v.values[value.key].of == "player"
        base = self._none if value.base is None else self.fn(value.base, scope)
        given = [self.fn(one, scope) for one in value.given]
        plain = all(one.type.tag in ("number", "kind", "enum", "truth") for one in value.given)

        def with_given(s: State, x: Frame) -> Any:
            at = base(s, x)
            if at < 0 and not bare:
                return none
            me, this = (at, NONE) if as_player and at >= 0 else (x[ME], at)
            args = [g(s, x) for g in given]
            if plain:
                return self._remembered(made, (me, this, *args), s, me, this, *args)
            return (made.fn or self._plan(made))(s, [me, this, *args, *made.room])

        return with_given

    def _remembered(self, made: Formula, key: Any, s: State, *frame: Any) -> Any:
        """A value the pack declares, worked out once between two changes of what it reads."""
        kept = self.kept[made.number]
        found = kept.get(key)
        if not made.dear:
            if found is None:
                found = kept[key] = (made.fn or self._plan(made))(s, [*frame, *made.room])
            return found
        if found is None:
            fn = made.fn or self._plan(made)
            before = self.parts
            answer = fn(s, [*frame, *made.room])
            kept[key] = answer, before - self.parts
            return answer
        self.count(found[1])
        return found[0]

    def _about(self, value: OfOneThing, one: ty.Value, scope: Scope) -> Fn:  # noqa: C901, PLR0911, PLR0912 - the same
        """What is asked of one thing or player: a table by that thing, or by that thing and its face or place."""
        layout, none = self.layout, nothing(value.type)
        a, at = self.fn(one, scope), self.place(one, scope)

        def by_table(table: Sequence[Any]) -> Fn:
            rows = [*table, none]  # the last one is for none
            if at is not None:
                return lambda s, x: rows[x[at]]
            return lambda s, x: rows[a(s, x)]

        match value:
            case ty.Host(kind=kind, target=target):
                loc, zones = layout.tables[kind].loc, self._zones.items()
                hosts = {zone: layout.climb(place.decl.host, holder, target) for zone, (place, holder) in zones}
                hosts[0] = NONE
                if at is not None:
                    return lambda s, x: none if (n := x[at]) < 0 else hosts[s[loc + n]]
                return lambda s, x: none if (n := a(s, x)) < 0 else hosts[s[loc + n]]
            case ty.Field(kind=kind):
                return self._field(value, kind, a, by_table)
            case ty.ItemFormula(kind=kind, script=script):
                return self._item_formula(kind, script, a, none)
            case ty.FaceUp(kind):
                return lambda s, x: none if (n := a(s, x)) < 0 else self.face(kind, n, s) + 1
            case ty.Owner(kind):
                return by_table([thing.owner for thing in layout.things[kind]])
            case ty.Parent(kind=kind):
                return by_table(layout.parents[kind])
            case ty.Parts(part=part):
                return by_table(_by_number(layout.parents[part], len(layout.things[one.type.name])))
            case ty.Owned(kind=kind):
                return by_table(_by_number([thing.owner for thing in layout.things[kind]], layout.people))
            case ty.Copies():
                items = [id(thing.item) for thing in layout.things[value.type.name]]
                return by_table([[n for n, item in enumerate(items) if item == own] for own in items])
            case ty.GridLine(kind, line):
                board, nth = self._boards[kind], 2 if line == "column" else 1
                return lambda s, x: none if (n := a(s, x)) < 0 else 1 + board.place(n)[nth]
            case ty.Neighbours(kind=kind, which=which):
                board, ways = self._boards[kind], NEAR[which]
                return by_table([board.near(n, ways) for n in range(len(layout.things[kind]))])
            case ty.Neighbour(step=step):
                return by_table([(n + step) % layout.seats for n in range(layout.people)])
            case _:
                assert_never(value)

    def _field(self, value: ty.Field, kind: str, a: Fn, by_table: Callable[[Sequence[Any]], Fn]) -> Fn:
        """What is written on the upper face of a thing."""
        layout, faces, none = self.layout, self.v.kinds[kind].faces, nothing(value.type)

        def written(thing: int, face: int) -> int:
            item = layout.things[kind][thing].item
            found = item.faces[face].values.get(value.name, NONE) if item is not None else NONE
            return layout.item_index(value.type.name, found) if isinstance(found, str) else int(found)

        rows = [[written(thing, face) for face in range(faces)] for thing in range(len(layout.things[kind]))]
        if faces == 1:
            return by_table([row[0] for row in rows])
        up = layout.tables[kind].face
        return lambda s, x: none if (n := a(s, x)) < 0 else rows[n][s[up + n]]

    def _item_formula(self, kind: str, script: str, a: Fn, none: Given) -> Fn:
        """A number or truth that each item of a kind works out in its own way."""
        things, faced, up = self.layout.things[kind], self.v.kinds[kind].faces > 1, self.layout.tables[kind].face
        faces = [thing.item.faces if thing.item is not None else () for thing in things]
        plans = [[self._formulas.get(id(face.scripts.get(script))) for face in own] for own in faces]

        def formula(s: State, x: Frame) -> Any:
            n = a(s, x)
            if n < 0:
                return none
            plan = plans[n][s[up + n] if faced else 0] if plans[n] else None
            return 0 if plan is None else self._remembered(plan, n * SEATS + x[ME], s, x[ME], n)

        return formula

    # ---- items

    def where(self, kind: str, piece: int, s: State) -> int:
        """The zone a piece lies in; 0 when it is aside, as none is."""
        return 0 if piece < 0 else s[self.layout.tables[kind].loc + piece]

    def face(self, kind: str, piece: int, s: State) -> int:
        """The face of a piece that lies up, from 0."""
        return s[self.layout.tables[kind].face + piece] if self.v.kinds[kind].faces > 1 else 0

    def script_of(self, kind: str, script: str, thing: int, s: State) -> ty.Routine | ty.Formula | None:
        """The script of that name on the upper face of a thing."""
        item = self.layout.things[kind][thing].item if thing >= 0 else None
        return item.faces[self.face(kind, thing, s)].scripts.get(script) if item is not None else None

    def watched(self, number: int, s: State) -> bool:
        """Whether a state-based rule holds for anybody it is about."""
        watch = self.v.watches[number]
        assert watch.cond is not None
        plan = self._formulas["watch", number]
        f = plan.fn or self._plan(plan)
        players = range(self.layout.seats if watch.for_player else 1)
        return any(f(s, [player, NONE, *plan.room]) for player in players)


def _by_number(holders: Sequence[int], count: int) -> list[list[int]]:
    """For each number the things that have it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for thing, holder in enumerate(holders):
        if holder >= 0:
            found[holder].append(thing)
    return found


def nothing(of: Type) -> Given:
    """What a value of none is."""
    none: dict[str, Given] = {"number": 0, "truth": 0, "zone": NOWHERE, "set": []}
    return none.get(of.tag, NONE)


def _both(conds: list[ty.Value]) -> ty.Value | None:
    """All of these conditions as one."""
    if not conds:
        return None
    made = conds[0]
    for one in conds[1:]:
        made = ty.Logic("and", made, one)
    return made
