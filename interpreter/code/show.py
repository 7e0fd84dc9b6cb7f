"""Print a routine of the program for goldens and for people who look under the bonnet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.program import Ask, Block

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.expr import Expr
    from interpreter.code.program import Node, Program


def show(program: Program, routine: Key) -> str:
    """Give each node of a routine a line, blocks indented."""
    return "\n".join(_block(program.routines[routine].body, 0))


def _block(block: Block, depth: int) -> Iterator[str]:
    for node in block.nodes:
        yield from _node(node, depth)


def _node(node: Node, depth: int) -> Iterator[str]:  # noqa: C901, PLR0912, PLR0915 - one case for each
    pad = "  " * depth
    match node:
        case pr.Assign(slot=slot, value=value):
            yield f"{pad}l{slot} = {show_expr(value)}"
        case pr.Store(address=address, value=value):
            yield f"{pad}[{show_expr(address)}] = {show_expr(value)}"
        case pr.If(cond=cond, then=then, other=other):
            yield f"{pad}if {show_expr(cond)}"
            yield from _block(then, depth + 1)
            if other.nodes:
                yield f"{pad}else"
                yield from _block(other, depth + 1)
        case pr.While(cond=cond, body=body):
            yield f"{pad}while {show_expr(cond)}"
            yield from _block(body, depth + 1)
        case pr.ForEach(slot=slot, items=items, body=body, saved=saved):
            yield f"{pad}for {'acting ' if saved >= 0 else ''}l{slot} in {show_expr(items)}"
            yield from _block(body, depth + 1)
        case pr.ActAs(who=who, body=body):
            yield f"{pad}as {show_expr(who)}"
            yield from _block(body, depth + 1)
        case pr.Call(routine=routine, given=given):
            yield f"{pad}call {routine}({', '.join(map(show_expr, given))})"
        case pr.Run(table=table, thing=thing, given=given):
            yield f"{pad}run {table} of {', '.join(map(show_expr, (thing, *given)))}"
        case pr.Do(statement=statement, given=given):
            args = (f"{name}={show_expr(value)}" for name, _, value in given if not node.ends)
            yield " ".join([f"{pad}do {statement}", *args, *(["hard"] if node.hard else [])])
        case pr.Tell(message=message, slots=slots):
            yield f"{pad}tell {message}({', '.join(f'l{slot}' for slot in slots)})"
        case pr.Demand(cond=cond):
            yield f"{pad}demand {show_expr(cond)}"
        case pr.Leave():
            yield f"{pad}leave"
        case pr.Watch(number=number):
            yield f"{pad}watch {number}"
        case pr.Watching(number=number, on=on):
            yield f"{pad}{'enter' if on else 'leave'} watch {number}"
        case pr.Settled(number=number):
            yield f"{pad}settled {number}"
        case Ask():
            yield from _ask(node, depth)


def _ask(ask: Ask, depth: int) -> Iterator[str]:
    pad = "  " * depth
    words = [f"{pad}ask {ask.shape}", ask.name, show_expr(ask.values) if ask.values is not None else ""]
    words += [f"into l{ask.store}"] if ask.store >= 0 else []
    words += [f"decline {ask.decline}"] if ask.decline else []
    words += [f"if {show_expr(ask.decline_if)}"] if ask.decline_if is not None else []
    words += [f"empty {ask.empty}"] if ask.empty else []
    words += [f"hard {show_expr(ask.hard)}"] if ask.hard is not None else []
    words += ["random"] if ask.random else []
    words += [f"must {', '.join(ask.labels[case] for case in sorted(ask.must))}"] if ask.must else []
    yield " ".join(word for word in words if word)
    for number, body in enumerate(ask.bodies):
        label = ask.labels[number] if ask.labels else "taken"
        cond = ask.cases[number] if ask.cases else x.YES
        yield f"{pad}  {label}" + (f" if {show_expr(cond)}" if cond != x.YES else "")
        yield from _block(body, depth + 2)


def show_expr(e: Expr) -> str:
    """An expression as calls: `test(>=, cell(12+me), 2)`."""
    match e:
        case x.Num(value=value):
            return str(value)
        case x.Name(id=ident):
            return ident
        case x.Local(slot=slot):
            return f"l{slot}"
        case x.Cell(address=address):
            return f"[{show_expr(address)}]"
        case x.Math(sign="+" | "-" | "*" as sign, left=left, right=right):
            return f"({show_expr(left)}{sign}{show_expr(right)})"
        case x.Test(sign=sign, left=left, right=right):
            return f"({show_expr(left)} {sign} {show_expr(right)})"
    parts = [_part(getattr(e, part.name)) for part in fields(e)]
    return f"{type(e).__name__.lower()}({', '.join(part for part in parts if part)})"


def _part(part: object) -> str:
    if isinstance(part, tuple):
        return ", ".join(filter(None, map(_part, part)))
    if isinstance(part, str | int) or part is None:
        return "" if part is None or part is True or part is False else str(part)
    return show_expr(part)  # type: ignore[arg-type]


__all__ = ["show", "show_expr"]
