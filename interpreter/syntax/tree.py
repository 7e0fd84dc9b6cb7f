"""The tree of a script as written: statements, values, and where each stands in the script text."""

from __future__ import annotations

from dataclasses import dataclass

At = tuple[int, int]
"""Start and end offset in the script text."""


@dataclass(frozen=True, slots=True)
class Name:
    """A bare word used as a value (or as a word of a phrase)."""

    at: At
    id: str


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    at: At
    value: int


@dataclass(frozen=True, slots=True)
class Truth:
    """`yes` or `no`."""

    at: At
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`."""

    at: At


@dataclass(frozen=True, slots=True)
class Dot:
    """`base.name`."""

    at: At
    base: Value
    name: str
    name_at: At


@dataclass(frozen=True, slots=True)
class Index:
    """`base[key]`."""

    at: At
    base: Value
    key: Value


@dataclass(frozen=True, slots=True)
class Call:
    """`func(args)` or `base.func(args)`."""

    at: At
    base: Value | None
    func: str
    func_at: At
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic, comparison or logic: `op` is the word or sign as written."""

    at: At
    op: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Not:
    """`not x`."""

    at: At
    value: Value


@dataclass(frozen=True, slots=True)
class Empty:
    """`x is empty` or, negated, `x is not empty`."""

    at: At
    value: Value
    negated: bool


@dataclass(frozen=True, slots=True)
class Where:
    """`base where cond`."""

    at: At
    base: Value
    cond: Value


@dataclass(frozen=True, slots=True)
class Either:
    """`then if cond else other`."""

    at: At
    then: Value
    cond: Value
    other: Value


@dataclass(frozen=True, slots=True)
class Listing:
    """`(a, b, c)`: a set written out."""

    at: At
    items: tuple[Value, ...]


Value = Name | Number | Truth | Nothing | Dot | Index | Call | Binary | Not | Empty | Where | Either | Listing


@dataclass(frozen=True, slots=True)
class Command:
    """A verb and the words and values after it."""

    at: At
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """`let name = value`."""

    at: At
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class If:
    """Branches tried in order, and what happens otherwise."""

    at: At
    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat n:` or `repeat up to n while cond:`."""

    at: At
    count: Value
    while_: Value | None
    body: Block


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each name in set:`."""

    at: At
    name: str
    items: Value
    body: Block


@dataclass(frozen=True, slots=True)
class As:
    """`as p:` or, with `each`, `as each set:`."""

    at: At
    who: Value
    each: bool
    body: Block


@dataclass(frozen=True, slots=True)
class May:
    """`may:` once, or `any number of times:`."""

    at: At
    again: bool
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseFrom:
    """One element of a set; `mode` is `hard`, `soft`, `optional` or `random`."""

    at: At
    name: str
    items: Value
    mode: str


@dataclass(frozen=True, slots=True)
class ChooseSeveral:
    """Several elements one after another, the body run for each."""

    at: At
    low: Value | None
    high: Value
    name: str
    items: Value
    body: Block


@dataclass(frozen=True, slots=True)
class OptionBranch:
    """A labelled option of a choice; `duty` is `must`, `may` or empty."""

    at: At
    label: str
    label_at: At
    duty: str
    cond: Value | None
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Labelled options; `mode` is `one`, `any`, `order` or `different`."""

    at: At
    mode: str
    count: Value | None
    options: tuple[OptionBranch, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """The actions of a menu, once or until done."""

    at: At
    menu: str
    until_done: bool


@dataclass(frozen=True, slots=True)
class Require:
    """`require cond`."""

    at: At
    cond: Value


@dataclass(frozen=True, slots=True)
class Stop:
    """`stop`."""

    at: At


Statement = (
    Command
    | Let
    | If
    | Repeat
    | ForEach
    | As
    | May
    | ChooseFrom
    | ChooseSeveral
    | ChooseOption
    | Offer
    | Require
    | Stop
)


@dataclass(frozen=True, slots=True)
class Block:
    """Statements in order."""

    at: At
    statements: tuple[Statement, ...]
