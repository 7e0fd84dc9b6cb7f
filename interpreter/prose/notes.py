"""Which values with a name have to be noted: a text tells a value where it is used, as if it were worked out there.

That is what happens as long as nothing the value is made of was written since. Where it may have been, the text says at
the binding what is kept, and means that from there on: `note your wood; lose that much wood`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies, walk
from interpreter.check.changing import Walk, Writes, writes_of
from interpreter.check.operands import cell_of, operands
from interpreter.check.reads import wanted_by
from interpreter.check.vocabulary import Vocabulary
from interpreter.prose.uses import is_local, tells, written
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.types import Type

Reads = Mapping[int, frozenset[str]]
NOTHING: Reads = MappingProxyType({})


@record(frozen=True, slots=True)
class Notes:
    """What of a script is noted, and what its names read that are told where they are used."""

    noted: frozenset[int] = frozenset()
    plain: frozenset[int] = frozenset()
    """Those of which nobody can doubt which one "that number" or "that card" is: they need no letter."""
    reads: Reads = field(default_factory=dict)
    instead: Mapping[int, ty.Do] = field(default_factory=dict)
    """By its id, a statement in which a noted number is written out once more, with the name in its place."""


LETTERS = "XYZWVUTSRQ"


def letter(number: int) -> str:
    """What the next thing is called that is noted: `X`, then `Y`, then others."""
    return LETTERS[number] if number < len(LETTERS) else f"X{number}"


def notes_of(v: Vocabulary, routine: ty.Routine, given: Reads = NOTHING) -> Notes:
    """What a text of this script has to note; `given` is what its parameters read, where they stand for values."""
    lets = {one.slot: one.value for one in walk(routine.body) if isinstance(one, ty.SetLocal)}
    if not lets and not any(given.values()):
        return Notes()
    types = {slot: value.type for slot, value in lets.items()} | {
        slot: routine.params[slot][1] for slot in given if slot < len(routine.params)
    }
    writes, noted = writes_of(v), frozenset[int]()
    finder = _Finder(v, writes, noted, given, routine.body)
    for _ in types:  # what is noted is read no more by what is worked out from it
        if finder.stale == noted:
            break
        noted = frozenset(finder.stale)
        finder = _Finder(v, writes, noted, given, routine.body)
    plain = frozenset(slot for slot in noted if _is_clear(slot, types, noted, routine, finder.instead))
    return Notes(noted, plain, dict(finder.reads), finder.instead)


class _Finder(Walk):
    """Finds the names of a script whose values are told where they may have changed."""

    def __init__(self, v: Vocabulary, writes: Writes, noted: frozenset[int], given: Reads, body: ty.Body) -> None:
        super().__init__(v, writes)
        self.noted, self.stale = noted, set[int]()
        self.things: dict[int, int] = {}
        """Things that are told in full once, in the statement with this id, and 0 before: then they are "that card"."""
        self.kept: dict[str, int] = {}
        """Numbers that were noted, as they are written."""
        self.instead: dict[int, ty.Do] = {}
        self.apart = 0
        for slot, reads in given.items():
            self.bind(slot, reads)
        self.body(body)

    def acted(self, statement: ty.Acting | ty.Each) -> None:
        """Somebody else acts: "my wood" is another number there."""
        self.apart += 1
        super().acted(statement)
        self.apart -= 1

    def look(self, statement: ty.Statement, *, again: bool = False) -> None:
        """Note the names that are told in a statement and may stand for something that was otherwise."""
        if isinstance(statement, ty.SetLocal):
            self._let(statement)
        elif tells(statement):
            for value in _asked_again(statement) if again else operands(statement):
                self._told(value, id(statement))
            if isinstance(statement, ty.Do):
                self._repeated(statement)

    def _let(self, let: ty.SetLocal) -> None:
        if let.slot in self.noted:
            self._told(let.value, id(let))
            self.kept |= {written(let.value): let.slot} if let.value.type.tag == "number" else {}
        self.bind(let.slot, self._read_by(let.value))
        of = let.value.type
        if of.tag == "kind" and of.name != "player" and not isinstance(let.value, ty.Local):
            self.things[let.slot] = 0

    def _repeated(self, do: ty.Do) -> None:
        """A number that is written out again while it is what it was: the text need not work it out anew."""
        cell, args = cell_of(do), {}
        for name, value in do.args.items():
            slot = self.kept.get(written(value)) if value is not cell and not self.apart else None
            same = slot is not None and slot not in self.changed
            args[name] = ty.Local(value.type, slot, at=value.at) if slot is not None and same else value
        self.instead.pop(id(do), None)
        if any(args[name] is not value for name, value in do.args.items()):
            self.instead[id(do)] = replace(do, args=args)

    def _read_by(self, value: ty.Value) -> frozenset[str]:
        """What a value reads, by itself and through the names in it that will be told with it."""
        found = set[str](wanted_by(value, self.v))
        for slot in _locals_of(value):
            if slot not in self.noted and not self.things.get(slot):
                found |= self.reads.get(slot, frozenset())
        return frozenset(found)

    def _told(self, value: ty.Value, where: int) -> None:
        for slot in _locals_of(value):
            if slot in self.things and self.things[slot] not in (0, where):
                continue
            if slot in self.things:
                self.things[slot] = where
            if slot in self.changed:
                self.stale.add(slot)


def _locals_of(value: ty.Value) -> Iterator[int]:
    return (node.slot for node in ty.nodes(value) if isinstance(node, ty.Local))


def _asked_again(statement: ty.Statement) -> Iterator[ty.Value]:
    """The values of a statement that are worked out anew each time it goes round."""
    match statement:
        case ty.Loop(while_=cond) if cond is not None:
            yield cond
        case ty.PickOption(options=options):
            yield from (option.cond for option in options if option.cond is not None)


# ---- which of several is meant


def _is_clear(
    slot: int, types: Mapping[int, Type], noted: frozenset[int], routine: ty.Routine, instead: Mapping[int, ty.Do]
) -> bool:
    """Whether "that" can mean nothing else: the only one of its type, and of numbers none is told in between."""
    of = types[slot]
    if of.tag == "number":
        alone = all(types[other].tag != "number" for other in noted - {slot})
        return alone and _Numbers(slot, instead).are_clear(routine.body, bound=slot < len(routine.params))
    if of.tag == "truth":
        return all(types[other].tag != "truth" for other in noted - {slot})
    return of.tag in ("kind", "enum") and sum(one == of for name, one in routine.locals if name[:1] != "(") == 1


class _Numbers:
    """Reads a script as its text is read, for other numbers between one that is noted and where it is meant."""

    def __init__(self, slot: int, instead: Mapping[int, ty.Do]) -> None:
        self.slot, self.instead = slot, instead

    def are_clear(self, body: ty.Body, *, bound: bool) -> bool:
        """Whether nobody can take another number for it."""
        other = False
        for one in _as_told(body):
            statement = self.instead.get(id(one), one)
            if not bound:
                bound = isinstance(statement, ty.SetLocal) and statement.slot == self.slot
                continue
            values = [] if isinstance(statement, ty.SetLocal) else list(operands(statement))
            used = any(is_local(node, self.slot) for value in values for node in ty.nodes(value))
            if used and (other or not isinstance(statement, ty.Do | ty.Branch | ty.Loop | ty.Demand)):
                return False
            other = other or isinstance(statement, ty.CallVerb | ty.RunScript) or self._says_another(statement, values)
        return True

    def _says_another(self, statement: ty.Statement, values: list[ty.Value]) -> bool:
        cell = cell_of(statement) if isinstance(statement, ty.Do) else None
        return any(
            node.type.tag == "number" and node is not cell and not is_local(node, self.slot)
            for value in values
            for node in ty.nodes(value)
        )


def _as_told(body: ty.Body) -> Iterator[ty.Statement]:
    """Every statement of a block in the order in which it is written."""
    for statement in body.statements:
        yield statement
        for inner in inner_bodies(statement):
            yield from _as_told(inner)
