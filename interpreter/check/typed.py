"""The typed tree: what the checker hands to the compiler. Every name is resolved, every value has a type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.check.types import Type

if TYPE_CHECKING:
    from interpreter.diagnostics import Span

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class E:
    """A typed value: an operation, its operands (values or constants), its type and its place."""

    op: str
    type: Type
    args: tuple[Any, ...] = ()
    at: At = (0, 0)


@dataclass(slots=True)
class Body:
    """Statements in order."""

    statements: list[Any]


@dataclass(slots=True)
class Do:
    """An engine statement with its arguments by name; an absent optional argument is not in `args`."""

    primitive: str
    args: dict[str, Any]
    at: At
    safe: bool = False


@dataclass(slots=True)
class CallVerb:
    """A verb of the pack."""

    verb: str
    args: list[E]
    at: At


@dataclass(slots=True)
class Announce:
    """An event of the pack."""

    event: str
    args: list[E]
    at: At


@dataclass(slots=True)
class RunScript:
    """A script of a piece."""

    kind: str
    script: str
    piece: E
    at: At


@dataclass(slots=True)
class SetLocal:
    """Bind a local."""

    slot: int
    value: E
    at: At


@dataclass(slots=True)
class Branch:
    """If, else if, else."""

    branches: list[tuple[E, Body]]
    otherwise: Body | None
    at: At


@dataclass(slots=True)
class Loop:
    """Repeat a number of times, perhaps while a condition holds.

    What is left of a loop in the middle of a turn is a loop too: `left` is then the number of turns it began with.
    """

    count: E
    while_: E | None
    body: Body
    counter: int
    at: At
    left: E | None = None


@dataclass(slots=True)
class Each:
    """For each element; with `acting`, each element (a player) acts."""

    items: E
    slot: int
    left: int
    body: Body
    acting: bool
    saved: int
    at: At


@dataclass(slots=True)
class Acting:
    """Another player acts."""

    who: E
    body: Body
    saved: int
    at: At


@dataclass(slots=True)
class Maybe:
    """The player may do this, once or again and again."""

    again: bool
    body: Body
    counter: int
    at: At


@dataclass(slots=True)
class Pick:
    """One element of a set: mode hard, soft, optional or random."""

    slot: int
    name: str
    items: E
    mode: str
    at: At


@dataclass(slots=True)
class PickSeveral:
    """Several elements one after another."""

    slot: int
    name: str
    items: E
    low: E | None
    high: E
    body: Body
    counter: int
    at: At


@dataclass(slots=True)
class OptionCase:
    """A labelled option."""

    label: str
    duty: str
    cond: E | None
    body: Body
    at: At


@dataclass(slots=True)
class PickOption:
    """Labelled options: mode one, any, order or different."""

    mode: str
    count: E | None
    options: list[OptionCase]
    mask: int
    counter: int
    at: At


@dataclass(slots=True)
class OfferMenu:
    """The actions of a menu."""

    menu: str
    until_done: bool
    counter: int
    at: At


@dataclass(slots=True)
class Demand:
    """Cannot be done unless the condition holds."""

    cond: E
    at: At


@dataclass(slots=True)
class Leave:
    """Leave the verb or effect."""

    at: At


@dataclass(slots=True)
class Routine:
    """A checked script: parameters first, then other locals."""

    name: str
    params: list[tuple[str, Type]]
    locals: list[tuple[str, Type]] = field(default_factory=list)
    body: Body = field(default_factory=lambda: Body([]))
    source: Any = None
    this: Type | None = None
    rule: str | None = None

    def span(self, at: At) -> Span:
        """Where in the YAML file an offset of this script stands."""
        return self.source.span(*at)  # type: ignore[no-any-return]


@dataclass(slots=True)
class Formula:
    """A checked expression with its parameters."""

    name: str
    params: list[tuple[str, Type]]
    value: E
    source: Any = None
    this: Type | None = None
