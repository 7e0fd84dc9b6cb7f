"""The forms of statement, and what scripts become: routines that do something and formulas that are a value."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from interpreter.check.keys import Key
from interpreter.check.typed.values import At, Value, const_number
from interpreter.check.types import Type
from interpreter.records import record
from interpreter.source.tree import ScriptSource

if TYPE_CHECKING:
    from interpreter.diagnostics import Span


NOWHERE = ScriptSource.from_text("")
"""Where a script stands that nobody has written."""


@record(frozen=True, slots=True)
class Body:
    """Statements in order."""

    statements: list[Statement]


@record(frozen=True, slots=True)
class Do:
    """An engine statement with its arguments by name; an optional one that is not given is not there."""

    primitive: str
    args: dict[str, Value]
    at: At
    words: dict[str, str] = field(default_factory=dict)
    """Those that are words: the name of a span, a reason that is no value."""


@record(frozen=True, slots=True)
class CallVerb:
    """A verb of the pack, or another routine without a phrase of its own."""

    verb: Key
    args: list[Value]
    at: At


@record(frozen=True, slots=True)
class Announce:
    """An event of the pack."""

    event: str
    args: list[Value]
    at: At


@record(frozen=True, slots=True)
class Say:
    """A line of the log: a term, what stands in its gaps, and whether only the one who acts is told."""

    term: str
    names: tuple[str, ...]
    args: list[Value]
    private: bool
    at: At


@record(frozen=True, slots=True)
class RunScript:
    """A script of a piece."""

    kind: str
    script: str
    piece: Value
    at: At


@record(frozen=True, slots=True)
class SetLocal:
    """Bind a local."""

    slot: int
    value: Value
    at: At


@record(frozen=True, slots=True)
class NameSet:
    """Give a set a name: where the name stands the set stands, which cannot have changed (`named_sets.py`)."""

    slot: int
    value: Value
    at: At


@record(frozen=True, slots=True)
class Branch:
    """If, else if, else."""

    branches: list[tuple[Value, Body]]
    otherwise: Body | None
    at: At


@record(frozen=True, slots=True)
class Loop:
    """Repeat a number of times, perhaps while a condition holds.

    What is left of a loop in the middle of a turn is a loop too: `left` is then the number of turns it began with.
    """

    count: Value
    while_: Value | None
    body: Body
    counter: int
    at: At
    left: Value | None = None


@record(frozen=True, slots=True)
class Each:
    """For each element; with `acting`, each element (a player) acts, `secret` from the others until all have."""

    items: Value
    slot: int
    left: int
    body: Body
    acting: bool
    saved: int
    at: At
    secret: bool = False
    free: str = ""
    """In the order the player likes: what an element is called then."""
    begun: bool = False
    """What is left of a walk in the middle of a turn."""
    above: int | None = None
    """How many cells lie between the locals of its routine and the elements still to come, where that is known."""


@record(frozen=True, slots=True)
class Acting:
    """Another player acts."""

    who: Value
    body: Body
    saved: int
    at: At


@record(frozen=True, slots=True)
class AtOnce:
    """Changes that count as one: state-based rules look when all are made."""

    body: Body
    saved: int
    at: At


@record(frozen=True, slots=True)
class OptionCase:
    """A labelled option."""

    label: str
    duty: str
    cond: Value | None
    body: Body
    at: At


@record(frozen=True, slots=True)
class Maybe:
    """The player may do this, once or again and again; `otherwise` happens where it is not done at all."""

    again: bool
    body: Body
    counter: int
    at: At
    otherwise: Body | None = None
    soft: ClassVar[bool] = True
    may: ClassVar[bool] = True

    @property
    def options(self) -> list[OptionCase]:
        """Doing it, by name."""
        return [OptionCase("again" if self.again else "yes", "", None, self.body, self.at)]


@record(frozen=True, slots=True)
class Pick:
    """One element of a set, for the rest of the block: mode hard, may or random.

    With nothing to choose, or declined, the rest of the block is left out and `otherwise` happens instead.
    """

    slot: int
    name: str
    items: Value
    mode: str
    at: At
    otherwise: Body | None = None

    @property
    def soft(self) -> bool:
        """Whether it may come to nothing."""
        return self.mode == "may" or self.otherwise is not None


@record(frozen=True, slots=True)
class PickSeveral:
    """Elements one after another, at least `low` of them where that is said: mode hard, may or random.

    `otherwise` happens where fewer are chosen, or none.
    """

    slot: int
    name: str
    items: Value
    low: Value | None
    high: Value
    body: Body
    counter: int
    at: At
    mode: str = "hard"
    otherwise: Body | None = None

    @property
    def may(self) -> bool:
        """Whether it may be declined as a whole."""
        return self.mode == "may"

    @property
    def least(self) -> Value | None:
        """How many must be chosen, once one is; None where that may be any number."""
        return self.low if self.otherwise is None else None

    @property
    def soft(self) -> bool:
        """Whether it can never fail."""
        known = const_number(self.least) if self.least is not None else 0
        return known == 0 or (known == 1 and self.mode == "may")


@record(frozen=True, slots=True)
class PickOption:
    """Labelled options: mode one, any, order or different; `may` be declined, where that is not so by itself.

    `otherwise` happens where none is chosen, or fewer than `low`.
    """

    mode: str
    count: Value | None
    options: list[OptionCase]
    mask: int
    counter: int
    at: At
    low: Value | None = None
    may: bool = False
    otherwise: Body | None = None

    @property
    def soft(self) -> bool:
        """Whether it can never fail."""
        if self.otherwise is not None or self.mode in ("any", "order"):
            return True
        least = 1 if self.mode == "one" else const_number(self.low) if self.low is not None else 0
        return least == 0 or (least == 1 and self.may)


@record(frozen=True, slots=True)
class OfferMenu:
    """The actions of a menu."""

    menu: str
    until_done: bool
    counter: int
    at: At
    otherwise: ClassVar[None] = None
    soft: ClassVar[bool] = True
    may: ClassVar[bool] = False


@record(frozen=True, slots=True)
class Demand:
    """Cannot be done unless the condition holds."""

    cond: Value
    at: At


@record(frozen=True, slots=True)
class Leave:
    """Leave the verb or effect; with a span, everything up to the end of the innermost verb that begins it."""

    at: At
    span: str = ""


Statement: TypeAlias = (
    Do | CallVerb | Announce | Say | RunScript | SetLocal | NameSet | Branch | Loop | Each | Acting | AtOnce | Maybe | Pick
    | PickSeveral | PickOption | OfferMenu | Demand | Leave
)  # fmt: skip


@record(frozen=True, slots=True)
class Routine:
    """A checked script: parameters first, then other locals."""

    key: Key
    params: list[tuple[str, Type]]
    locals: list[tuple[str, Type]] = field(default_factory=list)
    body: Body = field(default_factory=lambda: Body([]))
    source: ScriptSource = NOWHERE
    this: Type | None = None
    rule: str | None = None
    uses: list[tuple[int, str, At]] = field(default_factory=list)
    """Where the names of sets stand."""

    def span(self, at: At) -> Span:
        """Where in the YAML file an offset of this script stands."""
        return self.source.span(*at)


@record(frozen=True, slots=True)
class Formula:
    """A checked expression with its parameters."""

    key: Key
    params: list[tuple[str, Type]]
    value: Value
    source: ScriptSource = NOWHERE
    this: Type | None = None
