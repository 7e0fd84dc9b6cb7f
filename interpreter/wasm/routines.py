"""Routines that may ask, each printed as one function that can be entered wherever the state can rest.

The function takes the state and a place, goes there, and runs on until somebody must choose, another routine begins or
its own is left; it answers with the next place or a signal. Its places stand one behind the other in the order of the
program, so that going on to the next one costs nothing.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.code import program as pr
from interpreter.code.program import GO_ON, Ask, Block, Point
from interpreter.machine.signals import DONE, FATE
from interpreter.primitives.header import ACTS, FRAME, SCOPE, THIS
from interpreter.records import record
from interpreter.wasm.blocks import Blocks, answer, steps_of
from interpreter.wasm.scope import Bound, Scope, cell_offset
from interpreter.wasm.text import CELL, CELLS, Function, counted_off, get, i32, paid, put, when, wrapped

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.program import Node

ACTING = CELL * ACTS
"""Who acts stands so many bytes behind the beginning of a frame."""
_FRAME = f"(i32.load offset={cell_offset(FRAME)} (local.get $s))"
FRAME_AT = f"(i32.add (local.get $s) (i32.add (i32.const {CELLS}) (i32.shl {_FRAME} (i32.const 2))))"
"""Where the frame under way begins."""
NO_REGISTERS: frozenset[int] = frozenset()


@record(frozen=True, slots=True)
class _Label:
    """A place that can be gone to."""

    number: int


@record(frozen=True, slots=True)
class _Jump:
    """Go to a place, if a condition holds or always."""

    number: int
    cond: str = ""


@record(slots=True)
class _Walk:
    """A routine that is being printed: statements, places and jumps in their order."""

    scope: Scope
    parts: list[str | _Label | _Jump] = field(default_factory=list)


class Routines:
    """Prints the routines of one program that may ask."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks, self.flow, self.p, self._values = blocks, blocks.flow, blocks.p, blocks.values

    def function(self, name: str, key: Key) -> str:
        """A routine as a function of state and place."""
        fn = Function(name, [("$s", "i32"), ("$pc", "i32")], "i32", [("$f", "i32"), ("$me", "i64")])
        walk = _Walk(Scope(fn, {"me": Bound("$me")}, NO_REGISTERS))
        body = self.p.routines[key].body
        if key in self.flow.plain:
            self._plain(walk, key)
        else:
            self._block(walk, body)
        return fn.text(self._switch(walk, self.flow.entry(key)))

    def _plain(self, walk: _Walk, key: Key) -> None:
        """A plain routine entered by itself, in a frame."""
        params = " ".join(walk.scope.slot(slot) for slot in range(len(self.p.routines[key].source.params)))
        this = f"(i64.load32_s offset={CELL * THIS} (local.get $f))"
        call = f"(call {self._blocks.routine(key)} (local.get $s) (local.get $me) {this} {params})"
        walk.parts += [
            _Label(self.flow.entry(key)),
            counted_off(i32(-1)),
            self._blocks.signalled(call, walk.scope, stops=key in self.flow.stopping),
            self._blocks.left(early=False),
        ]

    # ---- places

    def _block(self, walk: _Walk, block: Block) -> None:
        for at, node in enumerate(block.nodes):
            walk.parts.append(_Label(self.flow.number(Point(block, at))))
            if at == 0 and block.inside is None and steps_of(block):
                walk.parts.append(counted_off(i32(steps_of(block))))
            if at == 0:
                walk.parts.append(self._blocks.mark(block))
            self._node(walk, block, at, node)
        end = Point(block, len(block.nodes))
        if block.inside is None:
            walk.parts += [_Label(self.flow.number(end)), self._blocks.left(early=False)]
            return
        if not isinstance(block.inside[0], pr.If | pr.While) and not _is_walk(block.inside[0]):
            walk.parts.append(_Label(self.flow.number(end)))
        self._go(walk, end)

    def _go(self, walk: _Walk, point: Point) -> None:
        """Go on at a place: out of blocks that end there, and then on."""
        while point.at == len(point.block.nodes) and point.block.inside is not None:
            point = self._out_of(walk, point.block)
        walk.parts.append(_Jump(self.flow.number(point)))

    def _out_of(self, walk: _Walk, block: Block) -> Point:
        """What happens at the end of a block that is not a routine's; gives where the program goes on."""
        assert block.inside is not None
        node, outer, at = block.inside
        match node:
            case pr.While():
                walk.parts.append(paid(1 + steps_of(block)))
                return Point(outer, at)
            case pr.ForEach(saved=saved):
                walk.parts.append(self._back(saved, walk.scope) if saved >= 0 else "")
                walk.parts.append(paid(1 + steps_of(block)))
                return Point(outer, at, GO_ON)
            case pr.ActAs(saved=saved):
                walk.parts.append(self._back(saved, walk.scope))
            case Ask():
                walk.parts.append(self._committed(walk.scope))
        return Point(outer, at + 1)

    def _committed(self, scope: Scope) -> str:
        """The end of an option; in a trial, that may be all there was to try."""
        length = scope.fn.local("i32")
        fewer = put(length, "(i32.sub (i32.load (local.get $s)) (i32.const 2))")
        around = f"(i32.load offset={CELLS} (i32.add (local.get $s) (i32.shl {get(length)} (i32.const 2))))"
        closed = f"(i32.store offset={cell_offset(SCOPE)} (local.get $s) {around})"
        done = f"{fewer} (i32.store (local.get $s) {get(length)}) {closed}"
        return done + when("(global.get $trying)", when("(call $complete (local.get $s))", answer(DONE)))

    def _back(self, saved: int, scope: Scope) -> str:
        before = put("$me", scope.slot(saved))
        return f"{before} (i64.store32 offset={ACTING} (local.get $f) (local.get $me))"

    def _act(self, saved: int, who: str, scope: Scope) -> str:
        act = f"(i64.store32 offset={ACTING} (local.get $f) (local.get $me))"
        return f"{scope.keep(saved, get('$me'), sure=True)} {put('$me', who)} {act}"

    # ---- nodes that may ask

    def _node(self, walk: _Walk, block: Block, at: int, node: Node) -> None:
        after = Point(block, at + 1)
        if not self.flow.asks(node) and not isinstance(node, pr.Leave):
            walk.parts.append(self._blocks.node(block, at, node, walk.scope))
            return
        match node:
            case pr.If(cond=cond, then=then, other=other):
                self._unless(walk, self._values.cond(cond, walk.scope), Point(other, 0) if other.nodes else after)
                self._block(walk, then)
                if other.nodes:
                    self._block(walk, other)
            case pr.While(cond=cond, body=body):
                self._unless(walk, self._values.cond(cond, walk.scope), after)
                self._block(walk, body)
            case pr.ForEach():
                self._each(walk, block, at, node)
            case pr.ActAs(saved=saved, body=body):
                walk.parts.append(self._act(saved, self._blocks.who(node, walk.scope), walk.scope))
                self._block(walk, body)
            case Ask():
                walk.parts.append(self._blocks.node(block, at, node, walk.scope))
                for body in node.bodies:
                    self._block(walk, body)
            case _:
                walk.parts.append(self._blocks.node(block, at, node, walk.scope))

    def _unless(self, walk: _Walk, cond: str, point: Point) -> None:
        """Go elsewhere unless a condition holds; on the way out of a block something may have to be done."""
        if point.at < len(point.block.nodes) or point.block.inside is None:
            walk.parts.append(_Jump(self.flow.number(point), f"(i32.eqz {cond})"))
            return
        aside = _Walk(walk.scope)
        self._go(aside, point)
        jump = aside.parts.pop()
        assert isinstance(jump, _Jump)
        done = " ".join(part for part in aside.parts if isinstance(part, str))
        held = walk.scope.fn.local("i32")
        walk.parts.append(put(held, f"(i32.eqz {cond})") + (when(get(held), done) if done.strip() else ""))
        walk.parts.append(_Jump(jump.number, get(held)))

    def _each(self, walk: _Walk, block: Block, at: int, node: pr.ForEach) -> None:
        """Begin a walk through a set, and go on with it: what is left of the set lies on the stack."""
        # what others choose secretly is not known to whoever tries
        fate = when("(global.get $trying)", answer(FATE)) if node.secret else ""
        walk.parts.append(fate)
        scope, fn = walk.scope, walk.scope.fn
        top, packed = fn.local("i32"), fn.local()
        count = f"(i64.extend_i32_u (i32.wrap_i64 {get(packed)}))"
        laid = f"(call $walk (local.get $s) {get(packed)})"
        if node.free:
            laid = scope.keep(node.slot, f"(call $walk_freely (local.get $s) {get(packed)})", sure=True)
            count = f"(i64.add {count} (i64.extend_i32_u (i64.ne {count} (i64.const 0))))"
        walk.parts.append(
            f"{put(top, '(global.get $top)')} {put(packed, self._values.held(node.items, scope))}"
            f" {laid} (global.set $top {get(top)})"
            f" {scope.keep(node.left, count, sure=True)}"
        )
        walk.parts.append(_Label(self.flow.number(Point(block, at, GO_ON))))
        walk.parts.append(fate)
        taken, fewer = fn.local(), scope.keep(node.left, f"(i64.sub {scope.slot(node.left)} (i64.const 1))", sure=True)
        some = f"(i32.wrap_i64 {scope.slot(node.left)})"
        if node.free:
            gone = f"(call $take_out (local.get $s) {wrapped(scope.slot(node.slot))} {some})"
            walk.parts.append(when(some, gone + fewer))
        self._unless(walk, some, Point(block, at + 1))
        if not node.free:
            walk.parts.append(fewer + self._popped(taken, scope) + scope.keep(node.slot, get(taken), sure=True))
        if node.saved >= 0:
            walk.parts.append(self._act(node.saved, get(taken), scope))
        self._block(walk, node.body)

    def _popped(self, taken: str, scope: Scope) -> str:
        """Take what lies on top of the stack."""
        length = scope.fn.local("i32")
        fewer = put(length, "(i32.sub (i32.load (local.get $s)) (i32.const 1))")
        top = f"(i64.load32_s offset={CELLS} (i32.add (local.get $s) (i32.shl {get(length)} (i32.const 2))))"
        return f"{fewer} (i32.store (local.get $s) {get(length)}) {put(taken, top)}"

    # ---- putting it together

    def _switch(self, walk: _Walk, first: int) -> str:
        """The function: go to the place asked for, and from there on."""
        parts = _without_idle(walk.parts)
        labels = [part.number for part in parts if isinstance(part, _Label)]
        last = max(labels)
        cases = [f"$c{number}" if number in labels else "$lost" for number in range(first, last + 1)]
        table = f"(br_table {' '.join(cases)} $lost (i32.sub (local.get $pc) {i32(first)}))"
        ahead, lines = set(labels), []
        for part in parts:
            if isinstance(part, _Label):
                ahead.remove(part.number)
            lines.append(")" if isinstance(part, _Label) else part if isinstance(part, str) else _jump(part, ahead))
        body = "\n".join(lines)
        opened = " ".join(f"(block $c{number}" for number in reversed(labels))
        start = f"{put('$f', FRAME_AT)} {put('$me', f'(i64.load32_s offset={ACTING} (local.get $f))')}"
        return f"{start}\n(loop $again (block $lost {opened} {table}\n{body}))\n(unreachable)"


def _is_walk(node: Node) -> bool:
    return isinstance(node, pr.ForEach) and node.saved < 0


def _jump(jump: _Jump, ahead: set[int]) -> str:
    """A jump: straight to a place that is still ahead, and back through the switch."""
    if jump.number in ahead:
        return f"(br_if $c{jump.number} {jump.cond})" if jump.cond else f"(br $c{jump.number})"
    go = f"(local.set $pc {i32(jump.number)}) (br $again)"
    return when(jump.cond, go) if jump.cond else go


def _without_idle(parts: list[str | _Label | _Jump]) -> list[str | _Label | _Jump]:
    """The same without empty statements, places met twice, and jumps to the place that comes next anyway."""
    kept: list[str | _Label | _Jump] = []
    met: set[int] = set()
    for part in parts:
        if isinstance(part, str) and not part.strip():
            continue
        if isinstance(part, _Label):
            if part.number in met:
                continue
            met.add(part.number)
            before = kept[-1] if kept else None
            if isinstance(before, _Jump) and not before.cond and before.number == part.number:
                kept.pop()
        kept.append(part)
    return kept
