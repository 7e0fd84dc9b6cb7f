"""Loops of printed Python that do nothing twice.

Nothing changes while an expression is worked out, so what is the same for every element of a set is worked out before the
first, and what depends on an element through a row of a table alone is worked out once for each number of that row.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import count as numbers

from interpreter.machine import syntax as py
from interpreter.source import meter

Once = list[tuple[str, ast.expr]]
"""Names and what they stand for, worked out before a loop."""
NOTHING: Once = []
_LOOPS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
_EFFECTS = {"counted", "unknown", "adds_up", "kept"}
"""What counts work, gives up or stops; functions of the program, which may do so too, have capital letters."""
_PARTS = (ast.Subscript, ast.BinOp, ast.Compare, ast.IfExp, ast.BoolOp)
_LONG = 12
"""Walks of so many turns at least go through cells and rows in step."""
_ENOUGH = 2
"""So many operations are worth a name of their own."""


class Loops:
    """Makes the loops of one program; the names it gives are never given twice.

    `is_shared` says of a table whether many have the same number in it.
    """

    def __init__(self, is_shared: Callable[[str], bool]) -> None:
        self._numbers, self._is_shared = numbers(), is_shared
        self.looks = False
        """Whether something was printed since that looks for an element."""

    def listed(self, element: ast.expr, name: str, items: ast.expr, test: ast.expr | None, once: Once) -> ast.expr:
        """The elements of a set for which a test holds, or a value for each of its elements."""
        return ast.ListComp(*self._walk(element, name, items, test, once))

    def some(self, test: ast.expr, name: str, items: ast.expr) -> ast.expr:
        """Whether a test holds for an element of a set."""
        self.looks = True
        return py.call("any", ast.GeneratorExp(*self._walk(test, name, items, None, [])))

    def different(self, element: ast.expr, name: str, items: ast.expr) -> ast.expr:
        """The different values of the elements of a set."""
        return ast.SetComp(*self._walk(element, name, items, None, []))

    def search(self, test: ast.expr, name: str, items: ast.expr, found: py.Stmts, before: Once = NOTHING) -> py.Stmts:
        """Statements that look for an element; nothing before `found` may change the state."""
        start = [py.assign(py.name(ident), value) for ident, value in before]
        match items:
            case ast.Call(func=ast.Name(id="compress"), args=[ast.Call(func=ast.Name(id="range")) as numbers, mask]):
                kept = py.name(self._name("z"))  # a mask that keeps none is the quickest answer
                look = self._searched(test, name, py.call("compress", numbers, kept), found)
                late = _is_free(mask, {ident for ident, _ in before})
                some = py.when(py.compared("in", py.num(1), kept), [*start, *look] if late else look)
                return [*([] if late else start), py.assign(kept, mask), some]
        return [*start, *self._searched(test, name, items, found)]

    def _searched(self, test: ast.expr, name: str, items: ast.expr, found: py.Stmts) -> py.Stmts:
        once: Once = []
        test, by_row = self._by_row(self._before({name}, test, once), name, once)
        test, targets, items = self._in_step(test, name, items)
        start = [py.assign(py.name(ident), value) for ident, value in once]
        turn = [py.assign(py.name(ident), value) for ident, value in by_row]
        match items:
            case ast.Call(func=ast.Name(id="counted"), args=[_, every, ast.Constant(value=int(parts))]):
                items = py.name(self._name("i"))
                start += [py.assign(items, every), *counted_turns(items, parts)]
        return [*start, ast.For(targets, items, [*turn, py.when(test, found)], [])]

    def _walk(
        self, element: ast.expr, name: str, items: ast.expr, test: ast.expr | None, once: Once
    ) -> tuple[ast.expr, list[ast.comprehension]]:
        once = list(once)
        asked = element if test is None else test
        asked, by_row = self._by_row(self._before({name}, asked, once), name, once)
        asked, targets, items = self._in_step(asked, name, items)
        clauses = [_clause(ident, ast.Tuple([value], ast.Load())) for ident, value in once]
        clauses.append(ast.comprehension(targets, items, [], 0))
        clauses += [_clause(ident, ast.Tuple([value], ast.Load())) for ident, value in by_row]
        if test is None:
            return asked, clauses
        clauses[-1].ifs.append(asked)
        return element, clauses

    def _name(self, letter: str) -> str:
        return f"{letter}{next(self._numbers)}"

    # ---- the same for every element

    def _before(self, bound: set[str], asked: ast.expr, once: Once) -> ast.expr:
        """What is asked for each element, without what is asked in any case and the same for all."""
        known: dict[str, str] = {}

        def take(node: ast.expr) -> ast.expr:
            text = ast.dump(node)
            if text not in known:
                known[text] = self._name("o")
                once.append((known[text], node))
            return py.name(known[text])

        return _sure(asked, bound | _named(asked), take)

    # ---- the same for every element with the same row

    def _by_row(self, asked: ast.expr, name: str, once: Once) -> tuple[ast.expr, Once]:
        """Loops inside that depend on the element through one row of a table: their answers are kept by that row."""
        tables: dict[str, str] = {}
        named = _named(asked)

        def visit(node: ast.expr) -> ast.expr:
            table = _only_row(node, name) if _costs(node) and not _uses(node, named) else None
            if table is None or not self._is_shared(table):
                return (
                    node if isinstance(node, _LOOPS) else _rebuilt(node, visit)
                )  # inside, more than one name is bound
            if table not in tables:
                tables[table] = self._name("t")
            row, kept = py.name(tables[table]), self._name("k")
            once.append((kept, ast.Dict([], [])))
            inner = self._before({name, tables[table]}, _put(node, name, table, tables[table]), once)
            template = "kept[row] if row in kept else kept.setdefault(row, inner)"
            return py.expression(template, row=row, kept=py.name(kept), inner=inner)

        asked = visit(asked)
        for table, ident in tables.items():
            asked = _put(asked, name, table, ident)
        return asked, [(ident, _row(table, name)) for table, ident in tables.items()]

    # ---- cells and rows in step with the elements

    def _in_step(self, asked: ast.expr, name: str, items: ast.expr) -> tuple[ast.expr, ast.expr, ast.expr]:
        """A walk through whole numbers that reads cells and rows by them: these are gone through beside the numbers."""
        ends = _ends(items)
        read: dict[str, tuple[str, ast.expr]] = {}

        def visit(node: ast.expr) -> ast.expr:
            strip = _strip(node, name, *ends) if ends is not None else None
            if strip is None:
                return _rebuilt(node, visit)
            text = ast.dump(node)
            if text not in read:
                read[text] = self._name("q"), strip
            return py.name(read[text][0])

        asked = visit(asked)
        if not read:
            return asked, py.target(name), items
        targets = ast.Tuple([py.target(name), *(py.target(ident) for ident, _ in read.values())], ast.Store())
        return asked, targets, py.call("zip", items, *(strip for _, strip in read.values()))


def counted_turns(items: ast.expr, parts: int) -> py.Stmts:
    """Count what going through a set takes before it is done, as `counted` does; each turn takes so many parts."""
    count = f"m.fuel -= 1 + len(items) * {parts} // {meter.STEP.most}\nif m.fuel < 0: out_of_steps()"
    return py.code(count, items=items)


def _clause(name: str, items: ast.expr) -> ast.comprehension:
    return ast.comprehension(py.target(name), items, [], 0)


def _row(table: str, name: str) -> ast.expr:
    return ast.Subscript(py.name(table), py.name(name), ast.Load())


def _ends(items: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Where a walk through whole numbers begins and ends, if it is long."""
    match items:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(high))]) if high >= _LONG:
            return py.num(0), py.num(high)
        case ast.Call(
            func=ast.Name(id="range"), args=[low, ast.BinOp(left=ast.Constant(value=int(count))) as high]
        ) if count >= _LONG and ast.dump(high.right) == ast.dump(low):
            return low, high
    return None


def _strip(node: ast.expr, name: str, low: ast.expr, high: ast.expr) -> ast.expr | None:
    """The cells or rows that an expression reads for all numbers from one to another, where they lie at equal distances."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return None
    place = node.slice
    base: ast.expr | None = None
    step: ast.expr | None = None
    if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add) and isinstance(place.left, ast.Constant):
        base, place = place.left, place.right
    if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Mult) and isinstance(place.right, ast.Constant):
        step, place = place.right, place.left
    if not isinstance(place, ast.Name) or place.id != name or (base is None and step is not None):
        return None

    def at(end: ast.expr) -> ast.expr:
        if base is not None and isinstance(end, ast.Constant) and end.value == 0:
            return base
        place = end if step is None else ast.BinOp(end, ast.Mult(), step)
        return place if base is None else ast.BinOp(base, ast.Add(), place)

    return ast.Subscript(node.value, ast.Slice(at(low), at(high), step), ast.Load())


def _sure(node: ast.expr, bound: set[str], take: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """Take out of an expression what is worked out whenever it is, costs something and uses no bound name."""
    if _is_worth(node) and _is_free(node, bound):
        return take(node)

    def inner(part: ast.expr) -> ast.expr:
        return _sure(part, bound, take)

    match node:
        case ast.BoolOp(op=op, values=[first, *rest]):
            return ast.BoolOp(op, [inner(first), *rest])
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return ast.IfExp(inner(test), body, orelse)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return _within_loop(node, bound, take)
        case ast.Lambda() | ast.NamedExpr():
            return node
    return _rebuilt(node, inner)


def _within_loop(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp, bound: set[str], take: Callable[[ast.expr], ast.expr]
) -> ast.expr:
    """Of a loop: the set it goes through, and what it works out before."""
    bound, clauses = set(bound), []
    for place, clause in enumerate(node.generators):
        sure = place == 0 or isinstance(node.generators[place - 1].iter, ast.Tuple)
        items = _sure(clause.iter, bound, take) if sure else clause.iter
        bound |= {one.id for one in py.walk(clause.target) if isinstance(one, ast.Name)}
        clauses.append(ast.comprehension(clause.target, items, clause.ifs, 0))
        if not sure or not isinstance(clause.iter, ast.Tuple):
            clauses += node.generators[place + 1 :]
            break
    return type(node)(node.elt, clauses)


def _is_worth(node: ast.expr) -> bool:
    """Whether an expression costs more than looking up a name."""
    if not isinstance(node, (*_PARTS, *_LOOPS, ast.Call)):
        return False
    parts = 0
    for one in py.walk(node):
        if isinstance(one, (*_LOOPS, ast.Call)):
            return not _is_stream(node)
        parts += isinstance(one, _PARTS)
        if parts >= _ENOUGH:
            return True
    return False


def _is_stream(node: ast.expr) -> bool:
    """Whether it can be gone through only once."""
    match node:
        case ast.GeneratorExp() | ast.Call(func=ast.Name(id="zip" | "compress" | "map")):
            return True
    return False


def _is_free(node: ast.expr, bound: set[str]) -> bool:
    """Whether it uses no bound name and nothing that counts, tries or gives up."""
    for one in py.walk(node):
        match one:
            case ast.Name(id=ident):
                if ident in bound:
                    return False
            case ast.Call(func=ast.Name(id=ident)):
                if ident in _EFFECTS or not ident.islower():
                    return False
            case ast.Call(func=ast.Attribute(attr="count" | "translate" | "tobytes")):
                pass
            case ast.Call() | ast.NamedExpr() | ast.Lambda():
                return False
    return True


def _costs(node: ast.expr) -> bool:
    """Whether it is a loop, or asks one."""
    if isinstance(node, ast.Compare | ast.Call):
        return any(isinstance(one, _LOOPS) for one in py.walk(node))
    return False


def _named(node: ast.expr) -> set[str]:
    """The names that an expression gives itself, anew for each element."""
    return {one.target.id for one in py.walk(node) if isinstance(one, ast.NamedExpr)}


def _uses(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(one, ast.Name) and one.id in names for one in py.walk(node))


def _only_row(node: ast.expr, name: str) -> str | None:
    """The table through which alone an expression depends on a name."""
    tables, inside = set(), 0
    names = 0
    for one in py.walk(node):
        match one:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=index)) if index == name and table != "s":
                tables.add(table)
                inside += 1
            case ast.Name(id=ident):
                names += ident == name
            case ast.NamedExpr() | ast.Lambda():
                return None
    return tables.pop() if len(tables) == 1 and names == inside else None


def _put(node: ast.expr, name: str, table: str, row: str) -> ast.expr:
    """The same expression with the row under a name of its own."""
    match node:
        case ast.Subscript(value=ast.Name(id=one), slice=ast.Name(id=index)) if index == name and one == table:
            return py.name(row)
    return _rebuilt(node, lambda part: _put(part, name, table, row))


def _rebuilt(node: ast.expr, change: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """The same expression with its parts changed."""

    def changed(part: ast.AST) -> ast.AST:
        match part:
            case ast.expr():
                return change(part)
            case ast.comprehension():
                return ast.comprehension(part.target, change(part.iter), [change(one) for one in part.ifs], 0)
        return py.with_parts(part, changed)  # keywords, and what a lambda takes

    return node if type(node) in py.ENDS else py.with_parts(node, changed)
