"""Nodes of the program printed as WebAssembly, where the state does not rest inside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from interpreter.check.keys import Key
from interpreter.check.keys import watch as watch_key
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.concern import cards_of
from interpreter.code.place import IN_VALUE
from interpreter.code.program import Ask, Block, Point
from interpreter.machine.python_code import only_readers
from interpreter.machine.signals import ASK, DEEP, FAIL, FATE, HALT
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import BACK, FRAME, FRAME_LOCALS, PC, WATCHING
from interpreter.records import replace
from interpreter.source import meter
from interpreter.wasm.cells import Changes
from interpreter.wasm.offered import NotOffered
from interpreter.wasm.scope import Bound, Scope, cell_offset
from interpreter.wasm.text import CELL, RESTORE, Function, get, i32, i64, paid, put, when, wrapped

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.flow import Flow
    from interpreter.code.program import Node
    from interpreter.wasm.values import Values

MOST_LOCALS = 12
"""Frames of no more locals are laid where they are needed."""


def steps_of(block: Block) -> int:
    """The steps that the values of a block come to."""
    return block.parts // meter.STEP.most


def answer(value: str | int) -> str:
    """End the function with a place or a signal."""
    return f"{RESTORE} (return {i32(value) if isinstance(value, int) else value})"


class Blocks:
    """Prints the nodes of one program that never ask, and what those that ask have in common with them."""

    def __init__(self, flow: Flow, values: Values, behaviours: frozenset[str], *, covered: bool = False) -> None:
        self.p, self.flow, self.values, self._behaviours, self._covered = flow.p, flow, values, behaviours, covered
        self._changes = Changes(values)
        self.plain: dict[Key, str] = {}
        """The functions of plain routines, by their names; those that wait to be printed are in `waiting`."""
        self.waiting: list[Key] = []
        self.kinds: dict[str, int] = {}
        self._rows: dict[tuple[str, Key], int] = {}
        self.arities: set[int] = set()
        self._numbers = {key: number for number, key in enumerate(self.p.routines)}
        self.direct: dict[str, int] = {}
        """The plain routines that tables call, in the order of their numbers."""

    # ---- plain routines

    def routine(self, key: Key) -> str:
        """The name of the function of a plain routine."""
        if key not in self.plain:
            self.plain[key] = f"$P{len(self.plain)}"
            self.waiting.append(key)
        return self.plain[key]

    def plain_routine(self, key: Key) -> str:
        """A routine that never asks, as one function of state, who acts, `this` and its parameters."""
        code = self.p.routines[key]
        params = [(f"$l{slot}", "i64") for slot in range(len(code.source.params))]
        fn = Function(self.plain[key], [("$s", "i32"), ("$me", "i64"), ("$this", "i64"), *params], "i32")
        scope = Scope(fn, {"me": Bound("$me"), "this": Bound("$this")}, None)
        body = self.plainly(code.body, scope)
        return fn.text(f"{paid(1 + steps_of(code.body))}\n{body}\n{RESTORE} (i32.const 0)")

    # ---- nodes

    def plainly(self, block: Block, scope: Scope) -> str:
        """All nodes of a block that never asks."""
        nodes = (self.node(block, at, node, scope) for at, node in enumerate(block.nodes))
        return "\n".join([self.mark(block), *nodes])

    def mark(self, block: Block) -> str:
        """Note that a block has begun, for whoever watches what games come to."""
        if not self._covered or not block.nodes:
            return ""
        return f"(call $mark {i32(self.flow.number(Point(block, 0)))})"

    def node(self, block: Block, at: int, node: Node, scope: Scope) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each
        """A node by itself: a plain one whole, another up to where it asks."""
        number, cond = self.values.num, self.values.cond
        match node:
            case pr.Assign(slot=slot, value=value, checked=checked):
                made = number(value, scope)
                return scope.keep(slot, f"(call $kept {made})" if checked else made)
            case pr.Store(address=address, value=value):
                return f"(i64.store32 {self.values.place(address, scope)} {number(value, scope)})"
            case pr.If(cond=test, then=then, other=other):
                return when(cond(test, scope), self.plainly(then, scope), self.plainly(other, scope))
            case pr.While(cond=test, body=body):
                out, again = scope.fn.label(), scope.fn.label()
                leave = f"(br_if {out} (i32.eqz {cond(test, scope)}))"
                turn = f"{leave} {self.plainly(body, scope)} {paid(1 + steps_of(body))} (br {again})"
                return f"(block {out} (loop {again} {turn}))"
            case pr.ForEach():
                return self._for(node, scope)
            case pr.ActAs(saved=saved, body=body):
                return self._acting(saved, self.who(node, scope), self.plainly(body, scope), scope)
            case pr.Call(apart=apart):
                tried = when("(global.get $trying)", answer(FATE)) if apart else ""
                return tried + self._call(block, at, node, scope)
            case pr.Run():
                return self._run(block, at, node, scope)
            case pr.Do():
                return self._do(block, at, node, scope)
            case pr.Tell():
                return ""  # nobody listens to many games at once
            case pr.Demand(cond=test):
                return when(f"(i32.eqz {cond(test, scope)})", self.stopped(block, at, FAIL))
            case pr.Leave():
                return answer(0) if scope.registers is None else self.left(early=True)
            case pr.Watch():
                return self._watch(block, at, node, scope)
            case pr.Watching(number=which, on=on):
                place = f"offset={cell_offset(WATCHING)} (local.get $s)"
                now = f"(i64.load {place})"
                bit = 1 << which
                new = f"(i64.or {now} {i64(bit)})" if on else f"(i64.and {now} {i64(~bit)})"
                return f"(i64.store {place} {new})"
            case pr.Settled(number=which):
                still = x.Call(self.p.values.watch(which), x.NO, x.NOBODY)
                return when(cond(still, scope), self.stopped(block, at, DEEP))
            case Ask():
                return self.stopped(block, at, ASK)
            case _:
                assert_never(node)

    def stopped(self, block: Block, at: int, signal: int) -> str:
        """Note where the program stands, and end with a signal."""
        here = self.flow.number(Point(block, at))
        return f"(i32.store offset={cell_offset(PC)} (local.get $s) {i32(here)}) {answer(signal)}"

    def left(self, *, early: bool) -> str:
        """Leave a routine that has a frame; out of no option and not in a trial, there is nothing to it."""
        if early:
            return answer("(call $leave_early (local.get $s))")
        tried = when("(global.get $trying)", answer("(call $leave (local.get $s))"))
        length = f"(i32.store (local.get $s) (i32.load offset={cell_offset(FRAME)} (local.get $s)))"
        back = f"(i32.store offset={cell_offset(FRAME)} (local.get $s) (i32.load (local.get $f)))"
        return f"{tried} {length} {back} {answer(f'(i32.load offset={CELL * BACK} (local.get $f))')}"

    def who(self, node: pr.ActAs, scope: Scope) -> str:
        """Who is to act."""
        who = self.values.num(node.who, scope)
        return who if node.sure else f"(call $somebody {who})"

    def _acting(self, saved: int, who: str, body: str, scope: Scope) -> str:
        before = scope.fn.named(f"$l{saved}")
        return f"{put(before, get('$me'))} {put('$me', who)}\n{body}\n{put('$me', get(before))}"

    def _for(self, node: pr.ForEach, scope: Scope) -> str:
        """Walk through a set, which is worked out before the first turn."""
        local = scope.fn.named(f"$l{node.slot}")
        inner = scope if scope.registers is None else replace(scope, registers=scope.registers | {node.slot})

        def turn(element: str, _: str) -> str:
            body = self.plainly(node.body, inner)
            if node.saved >= 0:
                body = self._acting(node.saved, get(local), body, inner)
            return f"{put(local, get(element))}\n{body}\n{paid(1 + steps_of(node.body))}"

        if isinstance(node.items, x.Span | x.RowSet):  # these stay as they are whatever happens
            return self.values.each(node.items, scope, turn)
        scope.fn.heaps = True
        packed, top = scope.fn.local(), scope.fn.local("i32")
        start = put(top, "(global.get $top)") + put(packed, self.values.held(node.items, scope))
        walk = self.values.each(x.Name("walked"), scope.binding("walked", packed, is_set=True), turn)
        return f"{start}\n{walk}\n(global.set $top {get(top)})"

    # ---- calls

    def _call(self, block: Block, at: int, node: pr.Call, scope: Scope) -> str:
        if node.routine in self.flow.plain:
            given = [self.values.num(one, scope) for one in node.given]
            checked = node.checked or (False,) * len(given)
            made = [f"(call $kept {one})" if check else one for one, check in zip(given, checked, strict=True)]
            call = f"(call {self.routine(node.routine)} (local.get $s) (local.get $me) (i64.const -1) {' '.join(made)})"
            return self.signalled(call, scope, stops=node.routine in self.flow.stopping)
        code = self.p.routines[node.routine]
        frame = self.framed(block, at, i64(-1), code.size, node.given, scope)
        return f"{paid(1)} {frame} {self.gone_on(node.routine)}"

    def gone_on(self, routine: Key) -> str:
        """Go on in a routine whose frame was just laid."""
        at = f"(local.get $s) {i32(self.flow.entry(routine))}"
        return f"{RESTORE} (return_call $R{self._numbers[routine]} {at})"

    def signalled(self, call: str, scope: Scope, *, stops: bool) -> str:
        """A call of a plain routine; one that may stop is asked whether it did."""
        if not stops:
            return f"(drop {call})"
        signal = scope.fn.local("i32")
        return when(f"(local.tee {signal} {call})", answer(get(signal)))

    def framed(self, block: Block, at: int, this: str, size: str | int, given: tuple[Expr, ...], scope: Scope) -> str:
        """Put a frame on the stack, with parameters; written out where it is known how large it is, and small."""
        back = self.flow.number(Point(block, at + 1))
        new, deep = scope.fn.local("i32"), self.stopped(block, at, DEEP)
        if isinstance(size, int) and size <= MOST_LOCALS:
            made = self._laid(new, back, this, size, deep, scope)
        else:
            words = i32(size) if isinstance(size, int) else size
            made = put(new, f"(call $enter (local.get $s) {i32(back)} (local.get $me) {this} {words})")
            made += when(f"(i32.eqz {get(new)})", deep)
        cells = " ".join(
            f"(i64.store32 offset={CELL * (FRAME_LOCALS + slot)} {get(new)} {scope.fitting(self.values.num(one, scope))})"
            for slot, one in enumerate(given)
        )
        return f"{made} {cells}"

    def _laid(self, new: str, back: int, this: str, size: int, deep: str, scope: Scope) -> str:
        """What `enter` of the machine does, for so many locals."""
        length = scope.fn.local("i32")
        made = put(length, "(i32.load (local.get $s))")
        made += when(f"(i32.gt_s {get(length)} (global.get $MOST_CELLS))", deep)
        made += put(new, f"(i32.add (i32.add (local.get $s) (i32.const 8)) (i32.shl {get(length)} (i32.const 2)))")
        head = (
            f"(i32.load offset={cell_offset(FRAME)} (local.get $s))",
            i32(back),
            "(i32.wrap_i64 (local.get $me))",
            wrapped(this),
        )
        words = [*head, *[i32(0)] * size]
        made += " ".join(f"(i32.store offset={4 * number} {get(new)} {word})" for number, word in enumerate(words))
        made += f"(i32.store offset={cell_offset(FRAME)} (local.get $s) {get(length)})"
        return made + f"(i32.store (local.get $s) (i32.add {get(length)} {i32(FRAME_LOCALS + size)}))"

    def _run(self, block: Block, at: int, node: pr.Run, scope: Scope) -> str:
        """Run a script of a thing: in a frame if it may ask, else directly."""
        thing, found = scope.fn.local(), scope.fn.local("i32")
        index = self._faced(node.kind, thing)
        inside = ""
        if node.table in self.flow.framed:
            entry = f"(i32.load (i32.add {i32(self._entries(node.table))} (i32.shl {index} (i32.const 2))))"
            size = f"(call $size_at {get(found)})"
            frame = self.framed(block, at, get(thing), size, node.given, scope)
            begun = f"{paid(1)} {frame} {RESTORE} (return_call $go (local.get $s) {get(found)})"
            inside = when(f"(i32.ge_s (local.tee {found} {entry}) (i32.const 0))", begun)
        if node.table in self.flow.direct:
            inside = self._run_direct(node, index, (thing, found), inside, scope)
        lines = put(thing, self.values.num(node.thing, scope))
        if node.sure or not inside:
            return f"{lines} {inside}"
        return f"{lines} {when(f'(i64.ge_s {get(thing)} (i64.const 0))', inside)}"

    def _run_direct(self, node: pr.Run, index: str, held: tuple[str, str], other: str, scope: Scope) -> str:
        thing, found = held
        self.arities.add(len(node.given))
        number = f"(i32.load (i32.add {i32(self._functions(node.table))} (i32.shl {index} (i32.const 2))))"
        given = " ".join(self.values.num(one, scope) for one in node.given)
        who = f"(local.get $s) (local.get $me) {get(thing)} {given}"
        call = f"(call_indirect $plain (type $plain{len(node.given)}) {who} {get(found)})"
        run = self.signalled(call, scope, stops=node.table in self.flow.stopping)
        return when(f"(i32.ge_s (local.tee {found} {number}) (i32.const 0))", run, other)

    def _faced(self, kind: str, thing: str) -> str:
        """The row of the upper face of a thing in a table of scripts."""
        faces, face = self.p.layout.v.kinds[kind].faces, self.p.layout.tables[kind].face
        piece = wrapped(get(thing))
        if faces == 1:
            return piece
        up = f"(i32.load offset={cell_offset(face)} (i32.add (local.get $s) (i32.shl {piece} (i32.const 2))))"
        return f"(i32.add (i32.mul {piece} {i32(faces)}) {up})"

    def _entries(self, table: Key) -> int:
        """For each thing: the place where its script begins, -1 where it has none or runs directly."""
        return self._row(
            "entries", table, lambda key: -1 if key is None or key in self.flow.plain else self.flow.entry(key)
        )

    def _functions(self, table: Key) -> int:
        """For each thing: the number of the plain routine that is its script, -1 where there is none."""
        return self._row("functions", table, lambda key: -1 if key is None else self._direct_number(key))

    def _direct_number(self, key: Key) -> int:
        if key not in self.flow.plain:
            return -1
        name = self.routine(key)
        return self.direct.setdefault(name, len(self.direct))

    def _row(self, what: str, table: Key, of: Callable[[Key | None], int]) -> int:
        if (what, table) not in self._rows:
            self._rows[what, table] = self.values.room.words([of(key) for key in self.p.runs[table]])
        return self._rows[what, table]

    # ---- statements of the engine

    def _do(self, block: Block, at: int, node: pr.Do, scope: Scope) -> str:
        declared = STATEMENTS[node.statement]
        lines = when("(global.get $trying)", answer(FATE)) if declared.fate else ""
        for one in node.needs:
            lines += when(
                f"(i64.lt_s {self.values.num(one, scope)} (i64.const 0))", "(throw $stop (global.get $NOTHING))"
            )
        if node.cell is not None and declared.change is not None:
            return lines + self._changes.lines(node, declared.change, lambda: self.stopped(block, at, FAIL), scope)
        call = self._behaviour(node, scope)
        if declared.hard:
            return lines + when(f"(i32.eqz {call})", self.stopped(block, at, FAIL))
        return f"{lines} (drop {call})" + (answer(HALT) if node.ends else "")

    def _behaviour(self, node: pr.Do, scope: Scope) -> str:
        if node.statement not in self._behaviours:
            raise NotOffered(f"`{node.statement}` is written in Python only")
        given = {name: (kind, value) for name, kind, value in node.given}
        made: list[str] = []
        for name, of in STATEMENTS[node.statement].params.items():
            if of == "word":  # only the log asks for it
                continue
            kind, value = given.get(name, ("", x.NO))
            if kind:
                made.append(i32(self.kinds[kind]))
            wide = of in ("number", "value", "pieces")
            made.append(self.values.num(value, scope) if wide else self.values.address(value, scope))
        call = f"(call $do_{node.statement} (local.get $s) (i32.wrap_i64 (local.get $me)) {' '.join(made)})"
        if not any(self.values.is_set(value, scope) for _, value in given.values()):
            return call
        top, done = scope.fn.local("i32"), scope.fn.local("i32")
        kept, back = put(top, "(global.get $top)"), f"(global.set $top {get(top)})"
        return f"(block (result i32) {kept} {put(done, call)} {back} {get(done)})"

    # ---- state-based rules

    def _watch(self, block: Block, at: int, node: pr.Watch, scope: Scope) -> str:
        key = watch_key(node.number)
        if key in self.flow.plain:
            call = f"(call {self.routine(key)} (local.get $s) (local.get $me) (i64.const -1))"
            inside = self.signalled(call, scope, stops=key in self.flow.stopping)
        else:
            frame = self.framed(block, at, i64(-1), self.p.routines[key].size, (), scope)
            inside = f"{paid(1)} {frame} {self.gone_on(key)}"
        watching = f"(i64.load offset={cell_offset(WATCHING)} (local.get $s))"
        test = f"(i64.eqz (i64.and {watching} {i64(1 << node.number)}))"
        for one in reversed(self._holds(node)):
            inside = when(self.values.cond(one, scope), inside)
        return when(test, inside)

    def _holds(self, node: pr.Watch) -> list[Expr]:
        """Whether a rule holds after a change; one about any card of a set asks only the cards that read the change."""
        values = self.p.values
        watch, v = self.p.layout.v.watches[node.number], self.p.layout.v
        assert watch.cond is not None
        found = cards_of(watch.cond.value, set(node.tokens), v)
        whole = values.watch(node.number)
        if found is None:
            return [x.Call(whole, x.NO, x.NOBODY)]
        cards, script, reading = found
        kind = cards.type.element.name
        things = self.p.layout.things[kind]
        readers = values.table(
            Key("reading", (kind, script, *node.tokens)),
            lambda: [*(int(t.item is not None and t.item.id in reading) for t in things), 0],
        )
        key = Key("watched by", (node.number, kind, script, *node.tokens))
        if key not in values.functions:
            body = only_readers(values.functions[whole].body, Key("formula", (kind, script)), readers)
            values.functions[key] = replace(values.functions[whole], body=body)
        some = x.Has(values.expr(cards, IN_VALUE), "c", x.Row(readers, x.Name("c")))
        return [some, x.Call(key, x.NO, x.NOBODY)]
