"""The tree of a script as written: statements, values, and where each stands in the script text."""

from __future__ import annotations

from interpreter.records import record

At = tuple[int, int]
"""Start and end offset in the script text."""


@record(frozen=True, slots=True)
class Name:
    """A bare word used as a value (or as a word of a phrase)."""

    at: At
    id: str


@record(frozen=True, slots=True)
class Number:
    """A whole number."""

    at: At
    value: int


@record(frozen=True, slots=True)
class Truth:
    """`yes` or `no`."""

    at: At
    value: bool


@record(frozen=True, slots=True)
class Nothing:
    """`none`."""

    at: At


@record(frozen=True, slots=True)
class Dot:
    """`base.name`."""

    at: At
    base: Value
    name: str
    name_at: At


@record(frozen=True, slots=True)
class Index:
    """`base[key]`."""

    at: At
    base: Value
    key: Value


@record(frozen=True, slots=True)
class Call:
    """`func(args)` or `base.func(args)`."""

    at: At
    base: Value | None
    func: str
    func_at: At
    args: tuple[Value, ...]


@record(frozen=True, slots=True)
class Binary:
    """Arithmetic, comparison or logic: `op` is the word or sign as written."""

    at: At
    op: str
    left: Value
    right: Value


@record(frozen=True, slots=True)
class Not:
    """`not x`."""

    at: At
    value: Value


@record(frozen=True, slots=True)
class Empty:
    """`x is empty`."""

    at: At
    value: Value


@record(frozen=True, slots=True)
class Where:
    """`base where cond` or, with a name for the element, `base as name where cond`."""

    at: At
    base: Value
    cond: Value
    name: str = ""


@record(frozen=True, slots=True)
class Named:
    """`base as name`: a set a function goes through, with a name for its element."""

    at: At
    base: Value
    name: str


@record(frozen=True, slots=True)
class Either:
    """`then if cond else other`."""

    at: At
    then: Value
    cond: Value
    other: Value


@record(frozen=True, slots=True)
class Listing:
    """`(a, b, c)`: a set written out."""

    at: At
    items: tuple[Value, ...]


@record(frozen=True, slots=True)
class Printed:
    """`printed x`: a value without what standing changes do to it."""

    at: At
    value: Value


@record(frozen=True, slots=True)
class Before:
    """`as before`: what the value was in the packs below."""

    at: At


Value = (
    Name | Number | Truth | Nothing | Dot | Index | Call | Binary | Not | Empty | Where | Named | Either | Listing
    | Before | Printed
)  # fmt: skip


@record(frozen=True, slots=True)
class Command:
    """A verb and the words and values after it."""

    at: At
    items: tuple[Value, ...]


@record(frozen=True, slots=True)
class Let:
    """`let name = value`."""

    at: At
    name: str
    value: Value


@record(frozen=True, slots=True)
class If:
    """Branches tried in order, and what happens otherwise."""

    at: At
    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block | None


@record(frozen=True, slots=True)
class Repeat:
    """`repeat n:` or `repeat n while cond:`."""

    at: At
    count: Value
    while_: Value | None
    body: Block


@record(frozen=True, slots=True)
class ForEach:
    """`for each name in set:`, and `free` with `, in any order:`."""

    at: At
    name: str
    items: Value
    body: Block
    free: bool = False


@record(frozen=True, slots=True)
class As:
    """`as p:` or, with `each`, `as each set:`; `how` is `secretly` or empty."""

    at: At
    who: Value
    each: bool
    body: Block
    how: str = ""


@record(frozen=True, slots=True)
class AtOnce:
    """`at once:`."""

    at: At
    body: Block


@record(frozen=True, slots=True)
class May:
    """`may:` once, or `may any number of times:`; `otherwise` is what happens when it is declined or impossible."""

    at: At
    again: bool
    body: Block
    otherwise: Block | None


@record(frozen=True, slots=True)
class ChooseFrom:
    """One element of a set, for the rest of the block; `mode` says who decides: empty, `may` or `random`."""

    at: At
    name: str
    items: Value
    preferring: Value | None
    mode: str
    otherwise: Block | None


@record(frozen=True, slots=True)
class ChooseSeveral:
    """Elements one after another, the body run for each; `mode` as for one."""

    at: At
    low: Value | None
    high: Value
    name: str
    name_at: At
    items: Value
    preferring: Value | None
    mode: str
    body: Block
    otherwise: Block | None


@record(frozen=True, slots=True)
class OptionBranch:
    """A labelled option of a choice; `duty` is `must` or empty."""

    at: At
    label: str
    label_at: At
    duty: str
    cond: Value | None
    body: Block


@record(frozen=True, slots=True)
class ChooseOption:
    """Labelled options; `mode` is `one`, `any`, `order` or `different`, `duty` is `may` or empty."""

    at: At
    mode: str
    low: Value | None
    count: Value | None
    duty: str
    options: tuple[OptionBranch, ...]
    otherwise: Block | None


@record(frozen=True, slots=True)
class Offer:
    """The actions of a menu, once or any number of times."""

    at: At
    menu: str
    until_done: bool


@record(frozen=True, slots=True)
class Require:
    """`require cond`."""

    at: At
    cond: Value


@record(frozen=True, slots=True)
class Stop:
    """`stop`."""

    at: At


@record(frozen=True, slots=True)
class Idle:
    """`nothing`."""

    at: At


@record(frozen=True, slots=True)
class Binding:
    """`name = value`: what a parameter is from here on."""

    at: At
    name: str
    value: Value


@record(frozen=True, slots=True)
class AsBefore:
    """`as before`: what the rule was in the packs below, with some parameters given anew."""

    at: At
    given: tuple[Binding, ...]


@record(frozen=True, slots=True)
class Say:
    """`say TEXT [to me] [with NAME = VALUE, …]`: a line of the log."""

    at: At
    text: Name
    to: Name | None
    given: tuple[Binding, ...]


Statement = (
    Command
    | Say
    | Let
    | If
    | Repeat
    | ForEach
    | As
    | AtOnce
    | May
    | ChooseFrom
    | ChooseSeveral
    | ChooseOption
    | Offer
    | Require
    | Stop
    | Idle
    | AsBefore
)


@record(frozen=True, slots=True)
class Block:
    """Statements in order."""

    at: At
    statements: tuple[Statement, ...]
