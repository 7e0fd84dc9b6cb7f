"""How a program flows: what never asks, where something can still fail, and the numbers of its places.

A routine is plain when nothing in it, nor in anything it calls, is a choice or ends the game: the state never rests inside
it, so it needs no frame there. A place is risky when from there to the end of the option or routine something can fail;
options inside do not count, for those are only offered when they can be completed. Exposed are the routines around which
something can fail: in what called them, or behind an option inside another of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check.keys import Key
from interpreter.code import program as pr
from interpreter.code.program import BREAK, END, GO_ON, Ask, Block, Point
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.code.program import Node, Program

    Test = Callable[[Node, AbstractSet[Key]], bool]

MAX_DEPTH = 30
"""How many plain routines may be inside each other: they use the stack of whoever runs them."""


class Flow:
    """What is known about the flow of one program."""

    def __init__(self, program: Program, *, stepping: bool = False) -> None:
        self.p, self.stepping = program, stepping
        self._members = {table: [*dict.fromkeys(key for key in row if key)] for table, row in program.runs.items()}
        self._tables: dict[Key, list[Key]] = {}
        for table, members in self._members.items():
            for key in members:
                self._tables.setdefault(key, []).append(table)
        self._depths: dict[Key, int] = {}
        self._table_depths: dict[Key, int] = {}
        for key in program.routines:
            self._depth(key, set())
        plain = () if stepping else (key for key, depth in self._depths.items() if depth <= MAX_DEPTH)
        self.plain = frozenset(plain)
        self.stopping = self._grown(self._may_stop, self.plain)
        self.direct = {table for table, members in self._members.items() if not self.plain.isdisjoint(members)}
        """The tables with a script that is plain; `framed`, those with one that is not."""
        self.framed = {table for table, members in self._members.items() if not self.plain.issuperset(members)}
        self.hard = self._grown(self._may_fail, program.routines)
        self._points: dict[Point, int] = {}
        self.points: list[Point] = []
        self.asked_at: dict[int, tuple[Block, int]] = {}
        for code in program.routines.values():
            self._number_all(code.body)
        self._risk: dict[Point, bool] = {}
        self._last: dict[Block, int] = {}
        self.exposed = self._exposed()

    # ---- places

    def _number_all(self, body: Block) -> None:
        """Number every place of a routine, always in the same order: the numbers are part of the state."""
        stack = [body]
        while stack:
            block = stack.pop()
            for at in range(len(block.nodes) + 1):
                node = block.nodes[at] if at < len(block.nodes) else None
                self._add(Point(block, at))
                if isinstance(node, pr.ForEach):
                    self._add(Point(block, at, GO_ON))
                if isinstance(node, Ask):
                    self.asked_at[node.number] = (block, at)
                if node is not None:
                    stack += pr.inner_blocks(node)

    def _add(self, point: Point) -> None:
        if settled(point) == point and point not in self._points:
            self._points[point] = len(self.points)
            self.points.append(point)

    def number(self, point: Point) -> int:
        """The number of a place."""
        return self._points[settled(point)]

    def entry(self, routine: Key) -> int:
        """Where a routine begins."""
        return self.number(Point(self.p.routines[routine].body, 0))

    def node_at(self, number: int) -> Node:
        """The node at a place, or the one before it where a block ends."""
        point = self.points[number]
        return point.block.nodes[min(point.at, len(point.block.nodes) - 1)]

    def after_ask(self, block: Block, at: int, way: str) -> Point:
        """Where a choice leads that is declined or has nothing to offer."""
        if way == END:
            return Point(block, len(block.nodes))
        if way == BREAK:
            assert block.inside is not None
            _, outer, where = block.inside
            return Point(outer, where + 1)
        return Point(block, at + 1)

    def back_from(self, routine: Key) -> Point | None:
        """Where the program goes on after a routine in a frame, if it is always the same place."""
        return self._backs.get(routine)

    @cached_property
    def _backs(self) -> dict[Key, Point | None]:
        found: dict[Key, Point | None] = {}
        for code in self.p.routines.values():
            stack = [code.body]
            while stack:
                block = stack.pop()
                for at, node in enumerate(block.nodes):
                    stack += pr.inner_blocks(node)
                    back = settled(Point(block, at + 1))
                    for callee in self._run_by(node):
                        found[callee] = back if found.get(callee, back) == back else None
        for table, members in self._members.items():
            for key in members if table in found else ():
                found[key] = found[table] if found.get(key, found[table]) == found[table] else None
        return found

    # ---- routines

    def callees(self, node: Node) -> list[Key]:
        """The routines a node may run."""
        match node:
            case pr.Call(routine=routine):
                return [routine]
            case pr.Watch(number=number):
                return [keys.watch(number)]
            case pr.Run(table=table):
                return self._members[table]
        return []

    def _run_by(self, node: Node) -> list[Key]:
        """The same, with all the scripts of a table as one: in a large pack many run any of many."""
        return [node.table] if isinstance(node, pr.Run) else self.callees(node)

    def callees_first(self, key: Key) -> list[Key]:
        """A plain routine behind all it calls by name, the innermost first."""
        found, waiting = {key}, [key]
        while waiting:
            for node in pr.nodes_of(self.p.routines[waiting.pop()].body):
                for callee in () if isinstance(node, pr.Run) else self.callees(node):
                    if callee not in found and callee in self.plain:
                        found.add(callee)
                        waiting.append(callee)
        return sorted(found, key=lambda one: self._depths[one])

    def _depth(self, key: Key, inside: set[Key]) -> int:
        """How deep the calls of a routine go; more than allowed when it is not plain."""
        if key in self._depths:
            return self._depths[key]
        if key in inside or len(inside) > MAX_DEPTH:
            return MAX_DEPTH + 1
        depth = 1
        for node in pr.nodes_of(self.p.routines[key].body):
            if isinstance(node, Ask) or (isinstance(node, pr.Do) and node.ends) or _is_secret(node):
                depth = MAX_DEPTH + 1
            for callee in self._run_by(node):
                depth = max(depth, 1 + self._depth_of_any(callee, inside | {key}))
        self._depths[key] = depth
        return depth

    def _depth_of_any(self, key: Key, inside: set[Key]) -> int:
        """The same for a routine, or for the deepest one of a table."""
        if key not in self._members:
            return self._depth(key, inside)
        if key not in self._table_depths:
            depth = 0
            for one in self._members[key]:
                depth = max(depth, self._depth(one, inside))
                if depth > MAX_DEPTH:
                    break
            self._table_depths[key] = depth
        return self._table_depths[key]

    def _grown(self, test: Test, keys: Iterable[Key]) -> frozenset[Key]:
        """The routines for which something holds, or that call one for which it does; and the tables with such a one."""
        found: set[Key] = set()
        every, grown = list(keys), True
        while grown:
            grown = False
            for key in every:
                if key not in found and self._some(self.p.routines[key].body, test, found):
                    found.update((key, *self._tables.get(key, ())))
                    grown = True
        return frozenset(found)

    def _some(self, block: Block, test: Test, found: AbstractSet[Key]) -> bool:
        return any(test(node, found) for node in block.nodes)

    def _may_stop(self, node: Node, found: AbstractSet[Key]) -> bool:
        """Whether a plain node may have to stop: it fails, is left to fate in a trial, or never settles."""
        match node:
            case pr.Do(statement=statement):
                return STATEMENTS[statement].fate or STATEMENTS[statement].hard
            case pr.Demand() | pr.Settled() | pr.Call(apart=True):
                return True
        inner = any(self._some(block, self._may_stop, found) for block in pr.inner_blocks(node))
        return inner or any(callee in found for callee in self._run_by(node))

    def _may_fail(self, node: Node, found: AbstractSet[Key]) -> bool:
        match node:
            case pr.Demand() | pr.ActAs(hard=True):
                return True
            case pr.Do(hard=hard):
                return hard
            case Ask(hard=hard):
                return hard is not None
            case pr.Call(apart=True):
                return False
        inner = any(self._some(block, self._may_fail, found) for block in pr.inner_blocks(node))
        return inner or any(callee in found for callee in self._run_by(node))

    def asks(self, node: Node) -> bool:
        """Whether the state may rest inside a node, or the game end."""
        if isinstance(node, Ask) or (isinstance(node, pr.Do) and node.ends) or _is_secret(node):
            return True
        if self.stepping and isinstance(node, pr.ForEach | pr.ActAs):
            return True  # what is bound there stays in the state, to be looked at
        if any(one in self.framed if one in self._members else one not in self.plain for one in self._run_by(node)):
            return True
        return any(self.asks(inner) for block in pr.inner_blocks(node) for inner in block.nodes)

    # ---- risk

    def risky(self, point: Point) -> bool:
        """Whether from a place to the end of the option or routine something can fail."""
        if point not in self._risk:
            self._risk[point] = False
            self._risk[point] = self._risky(point)
        return self._risk[point]

    def _risky(self, point: Point) -> bool:
        block = point.block
        if point.at <= self._last_risk(block):
            return True
        if block.inside is None:
            return False
        node, outer, at = block.inside
        if isinstance(node, Ask):
            return False  # the end of the option
        again = pr.inner_blocks(node) if isinstance(node, pr.While | pr.ForEach) else ()
        if any(self._last_risk(one) >= 0 for one in again):
            return True
        return self.risky(Point(outer, at + 1))

    def _last_risk(self, block: Block) -> int:
        """Where in a block the last node stands that can fail, or -1: looked for once, for blocks can be long."""
        if block not in self._last:
            failing = (at for at in range(len(block.nodes) - 1, -1, -1) if self._may_fail(block.nodes[at], self.hard))
            self._last[block] = next(failing, -1)
        return self._last[block]

    def behind(self, ask: Ask, block: Block, at: int) -> list[Point]:
        """Where the program goes on after a choice, as far as the rest of the surrounding option is concerned."""
        ways = [self.after_ask(block, at, way) for way in (ask.decline, ask.empty) if way]
        return [Point(block, at + 1), *ways]

    def risky_behind(self, ask: Ask, block: Block, at: int) -> bool:
        """Whether something can fail after a choice, in its own option or routine."""
        return any(self.risky(point) for point in self.behind(ask, block, at))

    def _exposed(self) -> frozenset[Key]:
        """Routines around which something can fail inside of an option: beyond the end of the outermost nothing counts."""
        calls: list[tuple[Key, bool, Key, bool]] = []  # whose, whether in an option, of what, whether risk follows
        found: list[tuple[Key, bool]] = []  # routines with choices in an option, and risk behind that
        callees = {table: set(members) for table, members in self._members.items()}
        for key, code in self.p.routines.items():
            stack = [(code.body, False)]
            while stack:
                block, inside = stack.pop()
                for at, node in enumerate(block.nodes):
                    scoped = isinstance(node, Ask) and node.scoped
                    stack += [(one, inside or scoped) for one in pr.inner_blocks(node)]
                    called = [] if isinstance(node, pr.Call) and node.apart else self._run_by(node)
                    callees.setdefault(key, set()).update(called)
                    behind = self.risky(Point(block, at + 1))
                    calls += [(key, inside, one, behind) for one in called]
                    found += [(key, inside)] if scoped and behind else []
        optional = _spread({callee for _, inside, callee, _ in calls if inside}, callees)
        exposed = {callee for key, inside, callee, behind in calls if behind and (inside or key in optional)}
        exposed |= {key for key, inside in found if inside or key in optional}
        return frozenset(_spread(exposed, callees))


def _spread(found: set[Key], callees: dict[Key, set[Key]]) -> set[Key]:
    """What is found, and everything that it calls."""
    waiting = [*found]
    while waiting:
        fresh = callees.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def _is_secret(node: Node) -> bool:
    """Whether players choose secretly in a node."""
    return isinstance(node, pr.ForEach) and bool(node.secret)


def settled(point: Point) -> Point:
    """The same place, as far onwards as it means the same: behind the last node of a block one goes on outside."""
    while point.at == len(point.block.nodes) and point.block.inside is not None:
        node, outer, at = point.block.inside
        match node:
            case pr.If():
                point = Point(outer, at + 1)
            case pr.While():
                return Point(outer, at)
            case pr.ForEach(saved=-1):
                return Point(outer, at, GO_ON)
            case _:
                break
    return point
