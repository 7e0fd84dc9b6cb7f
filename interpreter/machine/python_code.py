"""Blocks of the program printed as Python functions.

A function runs as far as it can: it follows the program through conditions and loops, goes into routines it calls, and
prints what never asks as ordinary Python; it answers only where the program asks or returns, or where it would grow too
long, with the number of the place to go on at.

Everything is printed for one of three purposes: to play (events are told), to look ahead (nothing is told), and to try
whether an option can be completed (nothing is told, and the way ends where that is certain or left to chance).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check.keys import Key
from interpreter.check.keys import watch as watch_key
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.concern import cards_of, unconcerned
from interpreter.code.place import IN_VALUE
from interpreter.code.program import GO_ON, Ask, Block, Point
from interpreter.code.ranges import Ranges
from interpreter.machine import syntax as py
from interpreter.machine.calls import Calls
from interpreter.machine.cells import Changes
from interpreter.machine.fills import at_once
from interpreter.machine.frame_cells import acts_anew, by_frame, named
from interpreter.machine.namespace import named_after
from interpreter.machine.python_values import PythonValues
from interpreter.machine.rounds import Passed, going_round
from interpreter.machine.signals import ASK, DEEP, DONE, FAIL, FATE, HALT
from interpreter.machine.steps import afforded, counted, steps_of
from interpreter.machine.trail import Trail
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import ACTS, BACK, FRAME, FRAME_LOCALS, PC, SCOPE, THIS, WATCHING
from interpreter.records import record, replace

if TYPE_CHECKING:
    from interpreter.code.expr import Expr
    from interpreter.code.flow import Flow
    from interpreter.code.program import Node
    from interpreter.machine.syntax import Stmts

MAX_CHAIN = 24
"""Nodes a function follows before it answers where to go on."""
MAX_LATE = 4
"""Turns of a loop that take so many steps at most may be counted after it."""
MAX_SIDE = 10
"""The same for the side of a condition."""
MAX_WRITTEN = 16
"""So many elements of a walk are written out."""
NO_REGISTERS: frozenset[int] = frozenset()


@record(frozen=True, slots=True)
class Purpose:
    """What functions are printed for: the letter in their names, whether events are told, whether ways are tried."""

    letter: str
    tells: bool = False
    tries: bool = False


PLAY, LOOK, TRY = Purpose("", tells=True), Purpose("L"), Purpose("T", tries=True)


class Blocks:
    """Prints the blocks of one program for one purpose."""

    def __init__(
        self,
        flow: Flow,
        values: PythonValues,
        purpose: Purpose,
        on_first_call: Callable[[Blocks, Key], Any],
        *,
        guarded: bool = False,
        covered: bool = False,
    ) -> None:
        self.p, self.flow, self.values, self.purpose = flow.p, flow, values, purpose
        self.notes = purpose.tells or covered
        """Whether it is noted which scripts of things run."""
        self._guarded = guarded
        self._covered = covered and purpose.tells
        self.push = "s.extend" if self.p.layout.is_small else "s.fromlist"
        self._registers: frozenset[int] | None = NO_REGISTERS  # None in a plain routine: all locals are registers
        self.idents: dict[Key, str] = {}
        self.calls = Calls(self, on_first_call)
        self._changes = Changes(
            self.expr,
            self._place,
            Ranges(self.p.layout, self.p.values.tables),
            tells=purpose.tells,
            tables=self.p.layout.tables,
        )
        self.fresh: Stmts = []
        self._passed: list[Passed] = []  # on the way of the function that is printed, without its sides

    # ---- functions

    def block(self, number: int) -> ast.FunctionDef:
        """The function that runs on from a place; plain routines it needs for the first time wait in `fresh`."""
        point = self.flow.points[number]
        code = self.p.routines[point.block.routine]
        if point.block is code.body and point.at == 0 and code.key in self.flow.plain:
            return self._framed(number, code.key)
        self._registers = NO_REGISTERS
        self._passed = []
        lines = self._chain(point, frozenset(), [MAX_CHAIN], 0)
        return by_frame(self.name_of(number), named(going_round(lines, self._passed)))

    def name_of(self, number: int) -> str:
        """What the function that begins at a place is called."""
        return f"B{self.purpose.letter}{number}"

    def routine(self, key: Key) -> str:
        """The name of a plain routine's function, printed at first use."""
        if key not in self.idents:
            before = self._registers
            for one in self.flow.callees_first(key):  # so that printing never goes deep
                if one not in self.idents:
                    self.idents[one] = self.ident_of(one)
                    if not self.values.names.is_there(self.idents[one]):
                        self.fresh.append(self._plain_routine(one))
            self._registers = before
        return self.idents[key]

    def ident_of(self, key: Key) -> str:
        """What the function of a plain routine is called."""
        return named_after(f"P{self.purpose.letter}", key.sort, *key.names)

    def _framed(self, number: int, key: Key) -> ast.FunctionDef:
        """A plain routine entered by itself, in a frame."""
        self._registers = NO_REGISTERS
        params = len(self.p.routines[key].source.params)
        cells = [self._place(slot) for slot in range(params)]
        call = self.calls.direct(
            self.routine(key), [py.expression(f"s[f+{THIS}]"), *cells], signals=key in self.flow.stopping
        )
        self._registers = NO_REGISTERS
        return by_frame(self.name_of(number), [*py.code("m.fuel += 1"), *call, *self._return(early=False)])

    def _plain_routine(self, key: Key) -> ast.FunctionDef:
        """A routine that never asks, as one function."""
        self._registers = None
        code = self.p.routines[key]
        params = [f"l{slot}" for slot in range(len(code.source.params))]
        body = self._plainly(code.body)
        rest = [f"l{slot}" for slot in range(len(params), code.size)]
        rest = [ident for ident in rest if py.uses(body, ident)]
        alone = not any(isinstance(node, ast.Call | ast.For | ast.While) for one in body for node in py.walk(one))
        steps = 1 + steps_of(code.body)
        # what does little by itself is noticed in time by whoever calls it
        start = counted(steps) if alone and steps <= MAX_LATE else afforded(steps)
        if rest:
            start.append(ast.Assign([py.target(ident) for ident in rest], py.num(0)))
        return py.function(self.idents[key], ["s", "me", "this", *params], [*start, *body])

    # ---- following the program

    def _chain(self, point: Point, seen: frozenset[Point], room: list[int], steps: int) -> Stmts:
        """Everything from here on, as far as it goes; `steps` have been made that are not yet counted."""
        trail = Trail(point, seen, room, steps)
        while not trail.ended:
            self._registers = NO_REGISTERS
            block, at = trail.point.block, trail.point.at
            if at == len(block.nodes) and block.inside is not None:
                self._leave_block(trail, block)
                continue
            if at < len(block.nodes):
                trail.cut()
            begins_plain = at == 0 and block.inside is None and block.routine in self.flow.plain
            if trail.point in trail.seen or room[0] <= 0 or (begins_plain and trail.seen):
                trail.cut()
                trail.end(py.answer(py.num(self.flow.number(trail.point))))
                continue
            if not seen and not trail.fresh:
                self._passed.append(Passed(self.flow.number(trail.point), len(trail.lines), trail.steps))
            if at == 0 and block.inside is None:
                trail.steps += steps_of(block)  # being called is counted where it is
            trail.seen |= {trail.point}
            if at == 0 and trail.point.phase != GO_ON:
                trail.lines += self._mark(block)
            room[0] -= 1
            if at == len(block.nodes):
                self._go_back(trail, block.routine)
            else:
                self._follow(trail, block, at, block.nodes[at])
        return trail.lines

    def _go_back(self, trail: Trail, routine: Key) -> None:
        """Return from a routine; one that is called in one place only goes straight on there."""
        back = self.flow.back_from(routine)
        trail.close()
        if back is None or back in trail.seen or trail.room[0] <= MAX_SIDE:
            trail.end(*self._return(early=False))
            return
        elsewhere = py.expression(f"s[f+{BACK}] != n", n=py.num(self.flow.number(back)))
        trail.add([py.when(elsewhere, self._return(early=False)), *self._done_with_routine()])
        trail.leave_frame()
        trail.point = back
        if self.purpose.tries:  # where a way ends, the stack is as it should be
            trail.cut()

    def _leave_block(self, trail: Trail, block: Block) -> None:
        assert block.inside is not None
        if isinstance(block.inside[0], Ask) and not self.purpose.tries:
            trail.commit()
            trail.point = Point(block.inside[1], block.inside[2] + 1)
            return
        before, trail.point, turns = self._out_of(block)
        if before and acts_anew(before[0]):
            trail.whose = True
        else:
            trail.cut()
        trail.add(before)
        trail.steps += turns

    def _follow(self, trail: Trail, block: Block, at: int, node: Node) -> None:  # noqa: C901, PLR0912 - one case for each that may ask
        """Print a node and go on to the next, or into it."""
        after = Point(block, at + 1)
        if _says_nothing_new(node, trail.fresh):
            trail.point = Point(node.body, 0) if isinstance(node, pr.While) else after
            return
        trail.fresh -= _written(node)
        if not self.flow.asks(node) and not isinstance(node, pr.Leave):
            trail.add(self._node(block, at, node))
            trail.point = after
            return
        match node:
            case pr.If(cond=x.Num(value=1), then=then):
                trail.point = Point(then, 0)
            case pr.If(cond=cond, then=then, other=other):
                trail.lines.append(self._unless(cond, Point(other, 0) if other.nodes else after, trail))
                trail.point = Point(then, 0)
            case pr.While(cond=cond, body=body):
                trail.lines.append(self._unless(cond, after, trail))
                trail.point = Point(body, 0)
            case pr.ForEach():
                self._follow_each(trail, block, at, node)
            case pr.ActAs(saved=saved, body=body):
                trail.lines += self._act(saved, self._who(node))
                trail.point = Point(body, 0)
            case pr.Call(apart=True) if self.purpose.tries:
                trail.end(py.answer(py.num(FATE)))
            case pr.Call(routine=routine):
                trail.steps += 1
                trail.count()
                trail.lines += [*self.calls.enter_frame(block, at, node), *py.code("f = n")]
                trail.fresh = set(range(len(node.given), self.p.routines[routine].size))
                trail.point = Point(self.p.routines[routine].body, 0)
            case Ask():
                trail.end(*self._rest(block, at))
            case pr.Leave():
                trail.end(*self._return(early=True))
            case pr.Do():
                trail.end(*self._node(block, at, node))
            case _:
                trail.count()
                trail.lines += self._node(block, at, node)
                trail.point = after

    def _follow_each(self, trail: Trail, block: Block, at: int, node: pr.ForEach) -> None:
        """Begin a walk through a set, or go on with it."""
        after = Point(block, at + 1)
        if node.secret and self.purpose.tries:
            trail.end(py.answer(py.num(FATE)))  # what others choose is not known to whoever tries
            return
        if trail.point.phase != GO_ON and self._runs_each(node):
            trail.count()
            trail.lines += self._run_each(node)
            trail.point = after
            return
        if trail.point.phase != GO_ON:
            trail.lines += self._begin_each(node)
            trail.point = Point(block, at, GO_ON)
            return
        left, slot = self._place(node.left), self._place(node.slot)
        if node.free:
            trail.lines += py.code(
                "if left:\n    del s[s.index(one, len(s) - left)]\n    left -= 1", left=left, one=slot
            )
        side = self._chain(after, trail.seen, [min(MAX_SIDE, trail.room[0])], trail.steps)
        self._registers = NO_REGISTERS
        if node.secret and self.purpose.tells:
            told = py.code("m.unseal(s, keys, mask)", keys=_texts(node.secret), mask=self._place(node.chosen))
            side = [*told, *side]
        trail.lines.append(py.when(ast.UnaryOp(ast.Not(), left), side))
        if not node.free:
            trail.lines += py.code("left -= 1\nslot = s.pop()", left=left, slot=slot)
        if node.saved >= 0:
            trail.lines += py.code(f"me = s[f+{ACTS}] = who", who=slot)
        trail.point = Point(node.body, 0)

    def _unless(self, cond: Expr, way: Point, trail: Trail) -> ast.stmt:
        test = self.expr(x.nope(cond))
        side = self._chain(way, trail.seen, [min(MAX_SIDE, trail.room[0])], trail.steps)
        self._registers = NO_REGISTERS
        return py.when(test, side)

    def _out_of(self, block: Block) -> tuple[Stmts, Point, int]:
        """What happens at the end of a block that is not a routine's, where the program goes on, and turns made."""
        assert block.inside is not None
        node, outer, at = block.inside
        self._registers = NO_REGISTERS
        match node:
            case pr.While():
                return [], Point(outer, at), 1 + steps_of(block)
            case pr.ForEach(saved=saved):
                return self._back(saved) if saved >= 0 else [], Point(outer, at, GO_ON), 1 + steps_of(block)
            case pr.ActAs(saved=saved):
                return self._back(saved), Point(outer, at + 1), 0
            case Ask():
                return self._commit(), Point(outer, at + 1), 0
        return [], Point(outer, at + 1), 0

    # ---- what never asks

    def _plainly(self, block: Block) -> Stmts:
        return [
            *self._mark(block),
            *(line for at, node in enumerate(block.nodes) for line in self._node(block, at, node)),
        ]

    def _mark(self, block: Block) -> Stmts:
        """Note that a block has begun, for whoever wants to know what games reach."""
        if not self._covered or not block.nodes:
            return []
        return py.code("reached[n] = 1", n=self._here(block, 0))

    def _node(self, block: Block, at: int, node: Node) -> Stmts:
        """A node by itself: a plain one whole, another up to where it asks."""
        lines = self._printed(block, at, node)
        if not self._guarded or not isinstance(node, pr.Do | pr.Store | pr.Watching):
            return lines
        return [*py.code("guard.ran(n)", n=py.num(self.flow.number(Point(block, at)))), *lines]

    def _printed(self, block: Block, at: int, node: Node) -> Stmts:  # noqa: C901, PLR0911, PLR0912 - one case for each
        """The same, without the guard."""
        match node:
            case pr.Assign(slot=slot, value=value, checked=checked):
                made = self.expr(value)
                return [py.assign(self._place(slot), py.call("kept", made) if checked else made)]
            case pr.Store(address=address, value=value):
                return [py.assign(py.cell(self.expr(address)), self.expr(value))]
            case pr.If(cond=cond, then=then, other=other):
                return [py.when(self.expr(cond), self._plainly(then), self._plainly(other))]
            case pr.While(cond=cond, body=body):
                return [ast.While(self.expr(cond), [*self._plainly(body), *afforded(1 + steps_of(body))], [])]
            case pr.ForEach():
                return self._for(node)
            case pr.ActAs(saved=saved, body=body):
                before = py.name(f"l{saved}")
                return [
                    py.assign(before, py.name("me")),
                    py.assign(py.name("me"), self._who(node)),
                    *self._plainly(body),
                    py.assign(py.name("me"), before),
                ]
            case pr.Call(apart=True) if self.purpose.tries:
                return [py.answer(py.num(FATE))]
            case pr.Call(routine=routine):
                if routine in self.flow.plain:
                    given = self.calls.given(node)
                    return self.calls.direct(
                        self.routine(routine), [py.num(-1), *given], signals=routine in self.flow.stopping
                    )
                entry = self.flow.number(Point(self.p.routines[routine].body, 0))
                return [*counted(1), *self.calls.enter_frame(block, at, node), py.answer(py.num(entry))]
            case pr.Run():
                return self.calls.run(block, at, node)
            case pr.Do():
                return self._do(block, at, node)
            case pr.Tell():
                return self._tell(node)
            case pr.Demand(cond=cond):
                return [py.when(self.expr(x.nope(cond)), self._fail(block, at))]
            case pr.Leave():
                return [py.answer(py.num(0))] if self._registers is None else self._return(early=True)
            case pr.Watch():
                return self._watch(block, at, node)
            case pr.Watching(number=number, on=on):
                sign = "s[w] |= b" if on else "s[w] &= ~b"
                return py.code(sign, w=py.num(WATCHING), b=py.num(1 << number))
            case pr.Settled(number=number):
                still = py.call(self.values.define(self.p.values.watch(number)), py.STATE, py.num(0), py.num(-1))
                stop = py.code("s[pc] = n\nreturn deep", pc=py.num(PC), n=self._here(block, at), deep=py.num(DEEP))
                return [py.when(still, stop)]
            case Ask():
                return self._rest(block, at)
            case _:
                assert_never(node)

    def _tell(self, node: pr.Tell) -> Stmts:
        """Keep a line for the log, where somebody listens."""
        if not self.purpose.tells:
            return []
        values = ast.Tuple([self._place(slot) for slot in node.slots], ast.Load())
        told = py.code("m.log.append(('say', me, n, v))", n=py.num(node.message), v=values)
        return [py.when(py.expression("m.log is not None"), told)]

    def _for(self, node: pr.ForEach) -> Stmts:
        """Walk through a set."""
        whole = self._at_once(node)
        if whole is None:
            return self._turn_by_turn(node, self.expr(node.items))
        taken = py.code(f"m.fuel -= {1 + steps_of(node.body)} * len(x)\nif m.fuel < 0: out_of_steps()")
        first = py.assign(py.name("x"), self.expr(node.items))
        return [first, ast.If(whole, taken, self._turn_by_turn(node, py.name("x")))]

    def _turn_by_turn(self, node: pr.ForEach, items: ast.expr) -> Stmts:
        around = self._registers
        ident = f"l{node.slot}"
        if around is not None:
            self._registers = around | {node.slot}
        turn = self._plainly(node.body)
        if node.saved >= 0:
            before = py.name(f"l{node.saved}")
            act = [py.assign(before, py.name("me")), py.assign(py.name("me"), py.name(ident))]
            turn = [*act, *turn, py.assign(py.name("me"), before)]
        self._registers = around
        steps = 1 + steps_of(node.body)
        match node.items:
            case x.Span(low=x.Num(value=low), high=x.Num(value=high)) if self.p.layout.is_small:
                filled = at_once(turn, ident, low, high)
                if filled is not None:
                    return [*filled, *counted(steps * (high - low))]
        element = py.target(ident)
        inner = [one for line in turn for one in py.walk(line)]
        counts = any(
            isinstance(one, ast.Return) or (isinstance(one, ast.Attribute) and one.attr == "fuel") for one in inner
        )
        if counts or steps > MAX_LATE:
            return [ast.For(element, items, [*turn, *afforded(steps)], [])]
        # A set ends by itself, so its turns may be counted afterwards.
        every, after = py.name(f"w{node.slot}"), "if m.fuel < 0: out_of_steps()"
        return [
            py.assign(every, items),
            ast.For(element, every, turn or [ast.Pass()], []),
            *py.code(f"m.fuel -= {steps} * len(x)\n{after}", x=every),
        ]

    def _at_once(self, node: pr.ForEach) -> ast.expr | None:
        """Whether the engine does at once what a walk does with each piece of `x`; None where it has no way to."""
        match node:
            case pr.ForEach(
                saved=-1,
                items=x.Span()
                | x.Keep(items=x.Span())
                | x.Keep(items=x.Counted(items=x.Span()))
                | x.Counted(items=x.Keep(items=x.Span())),
                body=Block(nodes=[pr.Do(given=[(name, kind, x.Local(slot=slot)), *rest], needs=()) as do, *watches]),
            ) if slot == node.slot and all(isinstance(one, x.Num) for _, _, one in rest):
                each = STATEMENTS[do.statement].each
                if each is None or self._covered or not unconcerned(do, watches):
                    return None
                ident = f"each_{do.statement}"
                self.values.names.put(ident, each, ("each", do.statement))
                whole = replace(do, given=((name, kind, x.Name("x")), *rest))
                made = py.call(ident, py.name("m"), py.STATE, py.name("me"), *self._arguments(whole))
                return py.expression("not guard.awake and made", made=made) if self._guarded else made
        return None

    # ---- walking through a set that may ask

    def _begin_each(self, node: pr.ForEach) -> Stmts:
        """Put the elements on the stack; who acts now is kept for the end of every turn."""
        kept = py.code("saved = me", saved=self._place(node.saved)) if node.saved >= 0 else []
        some = [py.when(py.name("x"), kept)] if kept else []
        if node.free:  # what was done last is taken away before the next turn: before the first, a second of its kind
            template = f"x = [*items]\nif x:\n    one = x[0]\n    x.insert(0, one)\nleft = len(x)\n{self.push}(x)"
            here = self._place
            begun = py.code(template, items=self.expr(node.items), left=here(node.left), one=here(node.slot))
            return [*begun, *some]
        items, whole, left = self.expr(node.items), self._at_once(node), self._place(node.left)
        if whole is not None:  # the walk is then over before its first turn
            taken = f"m.fuel -= {1 + steps_of(node.body)} * len(x)\none = x[-1]\nx = ()"
            over = py.when(whole, py.code(taken, one=self._place(node.slot)))
            walk = [py.assign(py.name("x"), items), over]
            return [*walk, *py.code(f"x = [*x]\nleft = len(x)\nx.reverse()\n{self.push}(x)", left=left), *some]
        match node.items:
            case x.Span(low=x.Num(value=low), high=x.Num(value=high)) if 0 < high - low <= MAX_WRITTEN:
                written = ast.List([py.num(one) for one in reversed(range(low, high))], ast.Load())
                return [*py.code(f"left = n\n{self.push}(x)", left=left, n=py.num(high - low), x=written), *kept]
            case x.RowSet():
                items = self.values.reversed_row(node.items, self._registers)
                return [*py.code(f"x = items\nleft = len(x)\n{self.push}(x)", items=items, left=left), *some]
        template = f"x = [*items]\nleft = len(x)\nx.reverse()\n{self.push}(x)"
        return [*py.code(template, items=items, left=left), *some]

    def _runs_each(self, node: pr.ForEach) -> bool:
        """Whether a loop does nothing but run the script of each thing of a set."""
        run = node.body.nodes[0] if len(node.body.nodes) == 1 else None
        return isinstance(run, pr.Run) and node.saved < 0 and run.thing == x.Local(node.slot) and not run.given

    def _run_each(self, node: pr.ForEach) -> Stmts:
        """Such a loop: scripts that never ask run at once; where one may ask, the rest of the set goes onto the stack."""
        run = node.body.nodes[0]
        assert isinstance(run, pr.Run)
        one, rest = self._place(node.slot), self._place(node.left)
        keep = f"one = p\nrest = len(x) - 1 - i\n{self.push}(x[:i:-1])\nm.fuel -= i"
        before = py.code(keep, one=one, rest=rest)
        inside = [*self._mark(node.body), *self.calls.run(node.body, 0, run, before=before, known=True)]
        return [
            py.assign(py.name("x"), self._listed(self.expr(node.items))),
            ast.For(
                ast.Tuple([py.target("i"), py.target("p")], ast.Store()), py.call("enumerate", py.name("x")), inside, []
            ),
            *py.code("m.fuel -= len(x)\nif x: one = p\nrest = 0", one=one, rest=rest),
        ]

    def _listed(self, items: ast.expr) -> ast.expr:
        """A set as a list of its own: a slice of a state that is a list is one."""
        is_list = self.p.layout.is_small and isinstance(items, ast.Subscript) and isinstance(items.slice, ast.Slice)
        return items if is_list else py.expression("[*items]", items=items)

    # ---- small parts

    def expr(self, e: Expr) -> ast.expr:
        """Print an expression where locals are as they are here."""
        return self.values.expr(e, framed=self._registers)

    def _place(self, slot: int) -> ast.expr:
        if self._registers is None or slot in self._registers:
            return py.name(f"l{slot}")
        return py.expression(f"s[f+{slot + FRAME_LOCALS}]")

    def _who(self, node: pr.ActAs) -> ast.expr:
        return self.expr(node.who) if node.sure else py.expression("m.player(p)", p=self.expr(node.who))

    def _act(self, saved: int, who: ast.expr) -> Stmts:
        return py.code(f"saved = me\nme = s[f+{ACTS}] = who", saved=self._place(saved), who=who)

    def _back(self, saved: int) -> Stmts:
        return py.code(f"me = s[f+{ACTS}] = saved", saved=self._place(saved))

    def _here(self, block: Block, at: int) -> ast.expr:
        return py.num(self.flow.number(Point(block, at)))

    def _fail(self, block: Block, at: int) -> Stmts:
        number = self.flow.number(Point(block, at))
        return py.code("s[pc] = n\nreturn fail", pc=py.num(PC), n=py.num(number), fail=py.num(FAIL))

    def _rest(self, block: Block, at: int) -> Stmts:
        number = self.flow.number(Point(block, at))
        return py.code("s[pc] = n\nreturn ask", pc=py.num(PC), n=py.num(number), ask=py.num(ASK))

    def _commit(self) -> Stmts:
        return [*py.code("s.pop()\ns[scope] = s.pop()", scope=py.num(SCOPE)), *self._done()]

    def _done(self) -> Stmts:
        """In a trial: the way ends where the option that is tried is complete."""
        if not self.purpose.tries:
            return []
        template = "if m.floor >= s[scope] and m.base < 0: return done"
        return py.code(template, scope=py.num(SCOPE), done=py.num(DONE))

    def _return(self, *, early: bool) -> Stmts:
        if self._registers is None:
            return [py.answer(py.num(0))]
        scope = py.num(SCOPE)
        closed = py.code("while s[scope] > f: s[scope] = s[s[scope]]", scope=scope) if early else []
        if self.purpose.tries:
            if early:
                closed = [py.when(py.expression("s[scope] > f", scope=scope), [*closed, *self._done()])]
            closed += self._done_with_routine()
        return [*closed, *py.code(f"r = s[f+{BACK}]\ns[{FRAME}] = s[f]\ndel s[f:]\nreturn r")]

    def _done_with_routine(self) -> Stmts:
        """In a trial: the way ends where the routine is left that is tried."""
        return py.code("if m.base >= f: return done", done=py.num(DONE)) if self.purpose.tries else []

    # ---- calls

    # ---- statements of the engine

    def _do(self, block: Block, at: int, node: pr.Do, *, each: bool = False) -> Stmts:
        declared = STATEMENTS[node.statement]
        lines: Stmts = [py.answer(py.num(FATE))] if declared.fate and self.purpose.tries else []
        if lines:
            return lines
        for one in node.needs:
            lines += py.code("if e < 0: m.nothing()", e=self.expr(one))
        if node.cell is not None and declared.change is not None:
            return [*lines, *self._changes.lines(node, declared.change, self._fail(block, at) if declared.hard else [])]
        ident = f"{'each' if each else 'do'}_{node.statement}"
        meaning = declared.each if each else declared.behaviour
        self.values.names.put(ident, meaning, ("each" if each else "do", node.statement))
        call = py.call(ident, py.name("m"), py.STATE, py.name("me"), *self._arguments(node))
        assert isinstance(call, ast.Call)
        call.keywords = [
            ast.keyword(name, self.expr(value)) for name, _, value in node.given if name in declared.optional
        ]
        if declared.hard:
            return [*lines, py.when(ast.UnaryOp(ast.Not(), call), self._fail(block, at))]
        lines.append(ast.Expr(call))
        return [*lines, py.answer(py.num(HALT))] if node.ends else lines

    def _arguments(self, node: pr.Do) -> list[ast.expr]:
        """Before the first piece comes the table of its kind."""
        printed: list[ast.expr] = []
        for name, kind, value in node.given:
            if name in STATEMENTS[node.statement].optional:
                continue
            if kind:
                table = self.p.layout.tables[kind]
                self.values.names.put(f"K{table.index}", table, ("kind", kind))
                printed.append(py.name(f"K{table.index}"))
            printed.append(self.expr(value))
        return printed

    # ---- state-based rules

    def _watch(self, block: Block, at: int, node: pr.Watch) -> Stmts:
        key = watch_key(node.number)
        code = self.p.routines[key]
        if key in self.flow.plain:
            inside = self.calls.direct(self.routine(key), [py.num(-1)], signals=key in self.flow.stopping)
        else:
            frame = self.calls.frame(block, at, py.num(-1), [py.num(0)] * code.size, None)
            inside = [*counted(1), *frame, py.answer(py.num(self.flow.number(Point(code.body, 0))))]
        idle = py.expression("not s[w] & b", w=py.num(WATCHING), b=py.num(1 << node.number))
        return [py.when(ast.BoolOp(ast.And(), [idle, *self._holds(node)]), inside)]

    def _holds(self, node: pr.Watch) -> list[ast.expr]:
        """Whether a rule holds after a change; one about any card of a set asks only the cards that read the change."""
        watch, v = self.p.layout.v.watches[node.number], self.p.layout.v
        assert watch.cond is not None
        found = cards_of(watch.cond.value, set(node.tokens), v)
        whole = self.p.values.watch(node.number)
        if found is None:
            return [self._asked(whole)]
        cards, script, reading = found
        kind = cards.type.element.name
        readers = self.p.values.table(
            Key("reading", (kind, script, *node.tokens)),
            lambda: [
                *(int(t.item is not None and t.item.id in reading) for t in self.p.layout.things[kind]),
                0,
            ],
        )
        key = Key("watched by", (node.number, kind, script, *node.tokens))
        functions = self.p.values.functions
        if key not in functions:
            body = only_readers(functions[whole].body, Key("formula", (kind, script)), readers)
            functions[key] = type(functions[whole])(0, body, frozenset())
        some = x.Has(self.p.values.expr(cards, IN_VALUE), "c", x.Row(readers, x.Name("c")))
        return [self.values.expr(some), self._asked(key)]

    def _asked(self, key: Key) -> ast.expr:
        return py.call(self.values.define(key), py.STATE, py.num(0), py.num(-1))


def _texts(words: tuple[str, ...]) -> ast.expr:
    return ast.Tuple([ast.Constant(word) for word in words], ast.Load())


def only_readers(body: Expr, formulas: Key, readers: Key) -> Expr:
    """A condition that asks the formulas of a kind only for the things that read a change."""
    if isinstance(body, x.CallRow) and body.table == formulas:
        return x.Both((x.Row(readers, body.this), body))
    return x.rebuilt(body, lambda part: only_readers(part, formulas, readers))


def _says_nothing_new(node: Node, fresh: set[int]) -> bool:
    """Whether a local that is still 0 becomes 0, or is looked at for the first time whether it is low enough."""
    match node:
        case pr.Assign(slot=slot, value=x.Num(value=0)):
            return slot in fresh
        case pr.While(cond=x.Test(sign="<", left=x.Local(slot=slot), right=x.Num(value=most))):
            return slot in fresh and most > 0
    return False


def _written(node: Node) -> set[int]:
    """The locals a node may write."""
    match node:
        case pr.Assign(slot=slot):
            return {slot}
        case pr.Do(excess=excess):
            return {excess}
        case (
            pr.Store()
            | pr.Call()
            | pr.Run()
            | pr.Tell()
            | pr.Demand()
            | pr.Leave()
            | pr.Watch()
            | pr.Watching()
            | pr.Settled()
        ):
            return set()
    return set(range(1000))
