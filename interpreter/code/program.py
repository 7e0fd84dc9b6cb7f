"""The program: routines as nested blocks of simple nodes over the row of cells, and the choices at which they can rest.

This is what back ends print. A block is a list of nodes; what follows its end is said by the node it stands in: after a
condition, the next node; after the body of a loop, the loop again; after an option, the end of that option. A place in the
program is a block, a number in it, and for a walk through a set whether it begins or goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from interpreter.code.expr import Expr, Waiting
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import At, Formula, Routine, Say, Statement, Value
    from interpreter.check.typed import Do as TypedDo
    from interpreter.check.types import Type
    from interpreter.code.values import Values
    from interpreter.diagnostics import Span
    from interpreter.engine.layout import Layout


@record(slots=True, eq=False)
class Block:
    """Nodes in order; `inside` is the node around it and where that stands, None for the body of a routine.

    It is no form of its own but what forms stand in: the one thing that is filled while a program is made, since a node
    has its blocks and a block knows its node.
    """

    routine: Key
    nodes: list[Node] = field(default_factory=list)
    parts: int = 0
    """The work of the values in it, those of loops and options inside left out."""
    inside: tuple[Node, Block, int] | None = None


@record(frozen=True, slots=True, eq=False)
class Assign:
    """Give a local a value; one that may grow beyond all bounds is `checked`."""

    slot: int
    value: Expr
    at: At
    checked: bool = False


@record(frozen=True, slots=True, eq=False)
class Store:
    """Give a cell of the row a value."""

    address: Expr
    value: Expr
    at: At


@record(frozen=True, slots=True, eq=False)
class If:
    """One of two blocks."""

    cond: Expr
    then: Block
    other: Block
    at: At


@record(frozen=True, slots=True, eq=False)
class While:
    """A block again and again while a condition holds; one of `most` turns begins with a counter that falls."""

    cond: Expr
    body: Block
    at: At


@record(frozen=True, slots=True, eq=False)
class ForEach:
    """A block for each element of a set, which is worked out once; with `saved`, each element (a player) acts."""

    slot: int
    left: int
    items: Expr
    body: Block
    at: At
    saved: int = -1
    typed: Value | None = None
    """The set as it was checked, for whoever wants to know what waits there."""
    secret: tuple[str, ...] = ()
    """The vars that are sealed until the last element, where players choose without knowing of each other."""
    chosen: int = -1
    """The local with a bit for each player who has chosen so."""
    free: bool = False
    """Whether the body begins with a choice of the next element; that one stays among the waiting until its turn ends."""


@record(frozen=True, slots=True, eq=False)
class ActAs:
    """A block in which another player acts, who may not be none."""

    saved: int
    who: Expr
    sure: bool
    body: Block
    at: At
    hard: bool = False
    """Whether nobody may be there to act, so that a way through it may fail."""


@record(frozen=True, slots=True, eq=False)
class Call:
    """A routine, then on from here; one `apart` is no part of the option around it: whoever tries that ends there."""

    routine: Key
    given: tuple[Expr, ...]
    at: At
    checked: tuple[bool, ...] = ()
    apart: bool = False
    behind: list[Statement] = field(default_factory=list)
    """For proofs: the statement it comes from, then what follows to the end of the option or routine; empty if untold."""


@record(frozen=True, slots=True, eq=False)
class Run:
    """The routine that a table has for a thing (by its upper face); one without is skipped, and so is none."""

    table: Key
    kind: str
    thing: Expr
    sure: bool
    given: tuple[Expr, ...]
    at: At
    behind: list[Statement] = field(default_factory=list)
    """As of a call."""


@record(frozen=True, slots=True, eq=False)
class Do:
    """A statement of the engine.

    `given` are its arguments in the order of its phrase: a piece or set of pieces with its kind, all else without.
    `needs` may not be none. For a change of one cell, `cell` is its address and `bounds` how far it goes; what did not fit
    is left in the local `excess`, if there is one.
    """

    statement: str
    given: tuple[tuple[str, str, Expr], ...]
    at: At
    needs: tuple[Expr, ...] = ()
    cell: Expr | None = None
    bounds: tuple[int | None, int | None] = (None, None)
    excess: int = -1
    hard: bool = False
    ends: bool = False
    typed: TypedDo | None = None
    """The statement as it was checked, for explanations."""


@record(frozen=True, slots=True, eq=False)
class Tell:
    """A line of the log: the number of its message, and the locals that its gaps are filled from. It changes nothing."""

    message: int
    slots: tuple[int, ...]
    at: At


@record(frozen=True, slots=True)
class Message:
    """What a line of the log says: the statement as it was checked, and the script it stands in."""

    said: Say
    script: Routine


@record(frozen=True, slots=True)
class Ending:
    """A way for the game to end: the statement as it was checked, the script it stands in, and its reason, if any."""

    done: TypedDo
    script: Routine
    reason: str


@record(frozen=True, slots=True, eq=False)
class Demand:
    """Fail unless a condition holds; `typed` is the condition as it was checked."""

    cond: Expr
    at: At
    typed: Value | None = None


@record(frozen=True, slots=True, eq=False)
class Leave:
    """Leave the routine."""

    at: At


@record(frozen=True, slots=True, eq=False)
class Watch:
    """A state-based rule may have become true, because it reads these."""

    number: int
    tokens: tuple[str, ...]
    at: At


@record(frozen=True, slots=True, eq=False)
class Watching:
    """Enter or leave a state-based rule."""

    number: int
    on: bool
    at: At


@record(frozen=True, slots=True, eq=False)
class Settled:
    """Stop everything when a state-based rule still holds after all its turns."""

    number: int
    at: At


NEXT, END, BREAK = "next", "end", "break"
"""Where a choice leads that is declined or has nothing to offer: behind it, behind its block, behind the loop around."""


@record(frozen=True, slots=True, eq=False)
class Ask:
    """A choice.

    `values` are the candidates (a set), or `cases` the conditions of labelled options. A value chosen is stored in `store`.
    With `bodies` the choice begins an option: the body of the value (or the only one) runs, and the option ends with it.
    `decline` is where declining leads, `decline_if` when that is allowed, `must` the cases that forbid it while they are
    possible. With nothing to choose: `empty`, or failure where `hard` holds.

    For proofs it keeps the typed statements: `behind` each body, `rest` after the choice up to the end of the option or
    routine, `unless` after declining; None where a loop makes that unknowable.
    """

    number: int
    shape: str
    name: str
    routine: Key
    at: At
    type: Type | None = None
    typed_values: Value | None = None
    values: Expr | None = None
    typed_cases: list[Value] = field(default_factory=list)
    cases: list[Expr] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    store: int = -1
    bodies: list[Block] = field(default_factory=list)
    decline: str = ""
    decline_if: Expr | None = None
    must: frozenset[int] = frozenset()
    empty: str = ""
    hard: Expr | None = None
    random: bool = False
    menu: str = ""
    behind: list[list[Statement]] = field(default_factory=list)
    rest: list[Statement] | None = None
    unless: list[Statement] | None = None

    @property
    def among(self) -> Value | None:
        """The set it chooses from as it was checked, where that is worked out for it; None where its values are waiting."""
        return None if isinstance(self.values, Waiting) else self.typed_values

    @property
    def scoped(self) -> bool:
        """Whether it begins an option."""
        return bool(self.bodies)


Node: TypeAlias = (
    Assign
    | Store
    | If
    | While
    | ForEach
    | ActAs
    | Call
    | Run
    | Do
    | Tell
    | Demand
    | Leave
    | Watch
    | Watching
    | Settled
    | Ask
)


def inner_blocks(node: Node) -> Iterator[Block]:
    """The blocks inside a node."""
    match node:
        case If():
            yield node.then
            yield node.other
        case While() | ForEach() | ActAs():
            yield node.body
        case Ask():
            yield from node.bodies


def nodes_of(block: Block) -> Iterator[Node]:
    """Every node of a block, inner ones included."""
    stack = [block]
    while stack:
        for node in stack.pop().nodes:
            yield node
            stack += inner_blocks(node)


BEGIN, GO_ON = 0, 1


@record(frozen=True, slots=True)
class Point:
    """A place in the program; a walk through a set can begin there or go on."""

    block: Block
    at: int
    phase: int = BEGIN


@record(frozen=True, slots=True)
class Code:
    """A routine of the program: the checked script it comes from, its body, and how many locals it has."""

    key: Key
    source: Routine
    body: Block
    size: int = 0


@record(frozen=True, slots=True)
class Program:
    """A compiled pack."""

    layout: Layout
    values: Values
    routines: dict[Key, Code] = field(default_factory=dict)
    runs: dict[Key, list[Key | None]] = field(default_factory=dict)
    asks: list[Ask] = field(default_factory=list)
    spans: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    formulas: dict[Key, Formula] = field(default_factory=dict)

    @property
    def scripts(self) -> list[Routine]:
        """The checked scripts of all routines."""
        return [code.source for code in self.routines.values()]

    def script_of(self, ask: Ask) -> Routine:
        """The checked script a choice stands in."""
        return self.routines[ask.routine].source

    def span_of(self, routine: Key, at: At) -> Span:
        """Where in the pack something comes from."""
        return self.routines[routine].source.span(at)
