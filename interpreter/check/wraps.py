"""Rules around rules: in which order packs go around one script, and which of them may leave out what was before.

A higher pack goes outside. Of packs beside each other, one that may leave out `as before` goes inside, so that the
others are done whatever it decides; the rest stand by name. Two beside each other that may both leave it out are at odds:
whichever went inside might never be done.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import child, items, maps, script, text
from interpreter.records import record
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Problem, Span
    from interpreter.source import Mapping, ScriptSource

PLAIN = "set"
"""How a pack writes a script anew, below those that go around it."""


@record(frozen=True, slots=True)
class Around:
    """What a pack puts `around`, `before` or `after` a script, or in its place (`set`)."""

    how: str
    pack: str
    above: frozenset[str]
    source: ScriptSource
    span: Span
    may_skip: bool

    def stands_on(self, other: Around) -> bool:
        """Whether this one is above the other, and not the other above this one as well."""
        return other.pack in self.above and self.pack not in other.above


def arounds(item: Mapping, of: str, *, value: bool) -> list[Around]:
    """What packs put around a script of a finished rule, in the order of the packs."""
    found = []
    for row in maps(item.get("around")):
        source = script(row.get("script"))
        if text(row.get("of")) == of and source is not None:
            how = text(row.get("how"))
            above = frozenset(text(one) for one in items(child(row, "above")))
            skips = how == PLAIN or (how == "around" and _may_skip(source, value=value))
            found.append(Around(how, text(row.get("pack")), above, source, row.span, skips))
    return found


# ---- order


def nested(found: list[Around], what: str) -> tuple[list[Around], list[Problem]]:
    """Put what goes around a script in order, the innermost first; tell who cannot be together."""
    problems = _at_odds(found, what)
    wraps = [one for one in found if one.how != PLAIN]
    if problems:
        return wraps, problems
    order: list[Around] = []
    left = sorted(enumerate(wraps), key=lambda pair: (pair[1].pack, pair[0]))
    while left:
        free = next(
            pair for pair in left if not any(_inside(other, pair[1]) for _, other in left if other is not pair[1])
        )
        left.remove(free)
        order.append(free[1])
    return order, []


def _inside(one: Around, other: Around) -> bool:
    """Whether one must be nearer to the script than the other."""
    if one.stands_on(other) or other.stands_on(one):
        return other.stands_on(one)
    return one.may_skip and not other.may_skip


def _at_odds(found: list[Around], what: str) -> list[Problem]:
    skipping = [one for one in found if one.may_skip]
    clashing = [
        one
        for one in skipping
        if any(other is not one and not (one.stands_on(other) or other.stands_on(one)) for other in skipping)
    ]
    if not clashing:
        return []
    clashing.sort(key=lambda one: (one.pack, one.span))
    first, *others = clashing
    packs = tuple(one.pack for one in clashing)
    return [err.BothLeaveOut(first.span, packs, what, tuple(one.span for one in others))]


# ---- what may leave out `as before`


def _may_skip(source: ScriptSource, *, value: bool) -> bool:
    """Whether a script can come to its end without what was before; one that cannot be read is reported elsewhere."""
    if value:
        tree = parse_expression(source)
        return not isinstance(tree, list) and not _always_reads(tree)
    block = parse_script(source)
    return not isinstance(block, list) and not _always_does(block)


def _always_does(block: t.Block) -> bool:
    """Whether every way through a block does what was before."""
    for statement in block.statements:
        if _does(statement):
            return True
        if _may_leave(statement):
            return False
    return False


def _does(statement: t.Statement) -> bool:
    match statement:
        case t.AsBefore():
            return True
        case t.If(branches=branches, otherwise=otherwise):
            blocks = [block for _, block in branches]
            return otherwise is not None and all(map(_always_does, (*blocks, otherwise)))
        case t.Repeat(count=t.Number(value=times), while_=None, body=body):
            return times > 0 and _always_does(body)
        case t.As(each=False, body=body):
            return _always_does(body)
        case t.ChooseOption(mode="one", options=options):
            return all(_always_does(option.body) for option in options)
        case t.ChooseSeveral(low=t.Number(value=least), body=body):
            return least > 0 and _always_does(body)
        case _:
            return False


def _may_leave(statement: t.Statement) -> bool:
    """Whether what follows a statement in its block may be skipped."""
    if isinstance(statement, t.ChooseFrom):
        return statement.mode != "hard"
    return any(isinstance(part, t.Stop) for part in _parts(statement))


def _always_reads(value: t.Value) -> bool:
    """Whether a value always depends on what it was before."""
    if isinstance(value, t.Before):
        return True
    if isinstance(value, t.Either):
        return _always_reads(value.cond) or (_always_reads(value.then) and _always_reads(value.other))
    if isinstance(value, t.Where):
        return _always_reads(value.base)
    return any(_always_reads(part) for part in _values(value))


def _values(node: t.Value) -> Iterator[t.Value]:
    """The values inside a value."""
    for field in fields(node):
        part = getattr(node, field.name)
        yield from (one for one in (part if isinstance(part, tuple) else (part,)) if isinstance(one, t.Value))


def _parts(node: object) -> Iterator[object]:
    """A node of a tree and everything in it."""
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack += one
        elif is_dataclass(one):
            yield one
            stack += (getattr(one, field.name) for field in fields(one))


__all__ = ["PLAIN", "Around", "arounds", "nested"]
