"""The table of statements and the decorators that fill it.

A statement is declared once, with everything the rest needs: how it is written, its words in each language, what it does,
what it changes, whether it can be impossible and whether it is a point of no return.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from typing import Any

from interpreter.primitives.tables import Runtime, State
from interpreter.records import record

Behaviour = Callable[..., Any]
_PARAM = re.compile(r"\{(\w+): (\w+)\}")


@cache
def _params_of(phrase: str) -> dict[str, str]:
    return dict(_PARAM.findall(phrase))


@cache
def _optional_of(phrase: str) -> frozenset[str]:
    return frozenset(name for part in re.findall(r"\[.*?\]", phrase) for name, _ in _PARAM.findall(part))


CELLS = ("counter", "var")
"""Types of parameters that are a cell of the state."""


@record(frozen=True, slots=True)
class CellChange:
    """What a statement does to the one cell it is about.

    `into` gives the new value from the old one and the amount, with `+`, `-` and `*` alone, so that it serves numbers and
    expressions alike. The new value is kept within the bounds of the cell, or, where it `fails`, must be within them.
    `forgets`: the old value does not matter, and the amount may be anything. `adds`: it adds its amount to the cell and
    does nothing else, so that two such changes may come in either order; `takes`: it takes it, and does nothing else.
    """

    cell: str
    amount: str
    event: str
    into: Callable[[Any, Any], Any]
    fails: bool = False
    forgets: bool = False
    adds: bool = field(init=False)
    takes: bool = field(init=False)

    def __post_init__(self) -> None:
        """Work out once what is asked for every event that is told."""
        into = self.into
        object.__setattr__(self, "adds", not self.forgets and into(5, 3) == 8 and into(-7, 2) == -5)
        object.__setattr__(self, "takes", not self.forgets and into(5, 3) == 2 and into(-7, 2) == -9)

    @property
    def overflows(self) -> bool:
        """Whether what goes beyond the maximum of the cell is handed to its overflow script."""
        return not (self.fails or self.forgets or self.takes)

    @property
    def tells_new(self) -> bool:
        """Whether the log tells what the cell holds now, rather than how much was added or taken."""
        return not (self.adds or self.takes)

    @property
    def again(self) -> str:
        """The event of a cell that is given what it holds already: told to who does not see it, or they would know that."""
        return f"{self.event} again"


@record(frozen=True, slots=True)
class Statement:
    """One statement of the engine.

    What it says on cards and in the log stands in the tables of the languages, under its name; one that is not of the
    engine brings its words along (`text`, by language; `level` for a counter that is a level, raised and lowered).
    `counted`: it tells so much of its counter; `levels`: a level it raises or lowers is told in another way.
    `hard`: it can be impossible, and then the option it stands in is not offered; `room`: only for want of room in the zone
    that this part of the phrase is.
    `fate`: it rolls, shuffles or reveals; nothing before it can be taken back.
    `needs`: for a part of the phrase, what its kind or zone must have (`interpreter/primitives/needs.py`).
    `writes`: which cells of the state it may change: a `counter` or `var`, `pieces` (where they lie and who knows them),
    `known`, `face`, `rolls`, `chance`, `resets`, `end`, `winner`. `aside`: pieces may leave all zones.
    `each`: the behaviour for all pieces of a set that lie nowhere before, one after the other; gives whether it was done.
    """

    name: str
    phrase: str
    doc: str
    example: str
    behaviour: Behaviour
    hard: bool
    fate: bool
    text: Mapping[str, str] = field(default_factory=dict)
    level: Mapping[str, str] = field(default_factory=dict)
    counted: bool = False
    levels: bool = False
    change: CellChange | None = None
    room: str = ""
    needs: Mapping[str, str] = field(default_factory=dict)
    writes: tuple[str, ...] = ()
    aside: bool = False
    each: Behaviour | None = None

    @property
    def ends(self) -> bool:
        """Whether the game is over with it."""
        return "end" in self.writes

    @property
    def about(self) -> str:
        """Its first parameter that is of pieces: a behaviour is given the table of their kind before it, once for all."""
        return self.named("piece", "pieces")

    @property
    def moves(self) -> bool:
        """Whether it moves pieces."""
        return "pieces" in self.writes

    @property
    def params(self) -> Mapping[str, str]:
        """The parameters of its phrase and their types, in order."""
        return _params_of(self.phrase)

    def named(self, *types: str) -> str:
        """Its first parameter of one of these types; empty where it has none."""
        return next((name for name, of in self.params.items() if of in types), "")

    @property
    def puts(self) -> bool:
        """Whether it puts one piece into one zone."""
        return self.moves and sorted(of for of in self.params.values() if of != "word") == ["piece", "zone"]

    @property
    def optional(self) -> frozenset[str]:
        """The parameters that may be left out."""
        return _optional_of(self.phrase)


STATEMENTS: dict[str, Statement] = {}


def changes() -> dict[str, CellChange]:
    """What statements do to a cell, by the event that tells of it."""
    return {one.change.event: one.change for one in STATEMENTS.values() if one.change is not None}


def statement(  # noqa: PLR0913 - one argument for each thing there is to say
    phrase: str,
    *,
    text: Mapping[str, str] | None = None,
    writes: tuple[str, ...],
    hard: bool = False,
    room: str = "",
    fate: bool = False,
    needs: Mapping[str, str] | None = None,
    aside: bool = False,
    each: Behaviour | None = None,
) -> Callable[[Behaviour], Behaviour]:
    """Register the decorated function as the behaviour of a statement."""

    def register(behaviour: Behaviour) -> Behaviour:
        _add(
            Statement(
                behaviour.__name__,
                phrase,
                *_documented(behaviour),
                behaviour,
                hard or bool(room),
                fate,
                text or {},
                room=room,
                needs=needs or {},
                writes=writes,
                aside=aside,
                each=each,
            )
        )
        return behaviour

    return register


def cell_statement(  # noqa: PLR0913 - one argument for each thing there is to say
    phrase: str,
    *,
    text: Mapping[str, str] | None = None,
    level: Mapping[str, str] | None = None,
    counted: bool = False,
    levels: bool = False,
    event: str = "",
    fails: bool = False,
    forgets: bool = False,
) -> Callable[[Callable[[Any, Any], Any]], Behaviour]:
    """Register the decorated function, which gives the new value of a cell from the old one, as a statement."""

    def register(into: Callable[[Any, Any], Any]) -> Behaviour:
        params = dict(_PARAM.findall(phrase))
        cell = next(name for name, of in params.items() if of in CELLS)
        amount = next((name for name, of in params.items() if of in ("number", "value")), "")
        name = into.__name__
        change = CellChange(cell, amount, event or name, into, fails, forgets)
        behaviour = _changing(change, tuple(params))
        _add(
            Statement(
                name,
                phrase,
                *_documented(into),
                behaviour,
                fails,
                fate=False,
                text=text or {},
                level=level or {},
                counted=counted,
                levels=levels or bool(level),
                change=change,
                writes=(params[cell],),
            )
        )
        return behaviour

    return register


def _changing(change: CellChange, names: tuple[str, ...]) -> Behaviour:
    """What a change of one cell means: gives what did not fit, or for one that fails whether it could be done."""

    def behaviour(m: Runtime, s: State, me: int, *args: int, reason: int = -1) -> int | bool:
        given = dict(zip(names, args, strict=False))
        cell, amount = given[change.cell], given.get(change.amount, 1)
        reason = given.get("reason", reason)
        if amount <= 0 and not change.forgets:
            return True if change.fails else 0
        low, high = m.lows.get(cell), m.highs.get(cell)
        old = s[cell]
        wanted = new = change.into(old, amount)
        if low is not None and high is not None:
            new = min(max(new, low), high)
        if change.fails and new != wanted:
            return False
        s[cell] = new
        if m.log is not None and new != old:
            m.log.append((change.event, me, cell, new if change.tells_new else abs(new - old), reason))
        return True if change.fails else max(wanted - new, 0)

    return behaviour


def _documented(behaviour: Callable[..., Any]) -> tuple[str, str]:
    doc, _, example = (behaviour.__doc__ or "").partition("Example:")
    if not doc.strip() or not example.strip():
        message = f"{behaviour.__name__} needs a doc-string with an Example"
        raise TypeError(message)
    return " ".join(doc.split()), example.strip()


def _add(declared: Statement) -> None:
    if declared.name in STATEMENTS:
        message = f"{declared.name} is declared twice"
        raise TypeError(message)
    STATEMENTS[declared.name] = declared
