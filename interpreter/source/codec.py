"""Plain data of known classes as bytes, and back: a form that holds values and can do nothing.

A `Shape` is a closed set of classes with slots, each field with its declared type. Only objects of these classes and
plain values are written; reading builds nothing else, and calls nothing of what it builds. The bytes are a table of
whole numbers: everything refers to what stands before it, so nothing can contain itself, and how deep it nests is known
before it is built. Every field is held against its declared type, a whole column at a time.
"""

from __future__ import annotations

import json
import re
import sys
import types
import typing
from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, count, islice, repeat
from operator import attrgetter, itemgetter
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
MAX_LEVELS = 1_000
"""How deep data may nest: far deeper than a script, far less than Python's own stack bears."""
MAX_INTEGER = 2**40
_BEGUN = -1
"""The level of a thing while what is in it is looked at."""

_EMPTY: tuple[()] = ()
_CONSTANTS = (None, True, False, _EMPTY)
_CONTAINERS: tuple[type, ...] = (list, tuple, dict, set, frozenset, range)
_LEAVES = frozenset({type(None), bool, int, str})
_PLAIN = _LEAVES | set(_CONTAINERS)
_WORD = re.compile(r"[-+*/<>=]{1,2}|(?!.*__)[-A-Za-z0-9_ .:{}\[\]/]*|(?:[a-z_]+\.)?\([a-z][a-z0-9_ ]*\)")
"""What names, phrases and operators look like: nothing that could make a call of them in a printed program."""


class NotOurs(ValueError):
    """Bytes that this shape did not write, or data that it cannot."""


class Shape:
    """The classes that may be written, and what each field of them holds."""

    def __init__(
        self,
        root: type,
        names: dict[str, Any],
        more: Iterable[type] = (),
        wordy: Iterable[type] = (),
        demands: Mapping[type, Callable[[Iterable[Any]], bool]] | None = None,
    ) -> None:
        """Start from a class and take every class its fields name; `more` are those that hide behind `Any`.

        `names` says what the names in annotations mean. The texts in a `wordy` class, and those that only `Any` tells
        about, are names and operators: they end up in printed programs, so they are held against `_WORD`. `demands`
        says of a class what its annotations cannot.
        """
        self.root = root
        self.demands = demands or {}
        self.fields: dict[type, dict[str, Any]] = {}
        self.checks: dict[int, tuple[Any, Check]] = {}
        """Annotations by identity, as long ones take long to compare, each with the question about what stands there."""
        self.texts: dict[int, bool] = {}
        """Whether a text may stand where an annotation of a field says what does."""
        waiting = [root, *more]
        meanings: dict[str, Any] = {}
        seen: set[int] = set()
        while waiting:
            cls = waiting.pop()
            if cls not in self.fields:
                hints = _hints(cls, names, meanings)
                self.fields[cls] = hints
                self._demand_slots(cls)
                new = {id(hint): hint for hint in hints.values() if id(hint) not in seen}  # long ones stand often
                waiting += [one for hint in new.values() for one in _classes(hint)]
                seen.update(new)
        self.classes = sorted(self.fields, key=lambda cls: (cls.__module__, cls.__qualname__))
        self.wordy = frozenset(wordy)
        self.columns: dict[type, list[_Column]] = {}
        self.known = _PLAIN | self.fields.keys()

    def _demand_slots(self, cls: type) -> None:
        """Nothing may be left out, but for what can be worked out of the rest."""
        slots = {name for one in cls.__mro__ for name in getattr(one, "__slots__", ())}
        if slots.difference(getattr(cls, "WORKED_OUT", ())) != self.fields[cls].keys():
            message = f"{cls.__name__} does not declare exactly the fields that it has"
            raise TypeError(message)

    # ---------------------------------------------------------------------------------------------------- writing

    def encode(self, what: object) -> bytes:
        """Write an object of the root class. Raises NotOurs when it holds what no shape can write."""
        if type(what) is not self.root:
            raise NotOurs(type(what).__name__)
        return _Writer(self).written(what)

    # ---------------------------------------------------------------------------------------------------- reading

    def decode(self, data: bytes) -> Any:  # noqa: ANN401 - an object of the root class
        """Read what `encode` wrote. Raises NotOurs when anything about it is not as declared."""
        if len(data) > MAX_BYTES:
            raise NotOurs("too large")
        try:
            made = _Reader(self, data).read()
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError, MemoryError) as error:
            raise NotOurs(str(error)) from error
        if type(made) is not self.root:
            raise NotOurs(type(made).__name__)
        return made


def _hints(cls: type, names: dict[str, Any], meanings: dict[str, Any]) -> dict[str, Any]:
    """What the fields of a class hold; `meanings` are those of annotations that stood elsewhere, as most do often."""
    found = {}
    for one in reversed(cls.__mro__):
        for name, text in vars(one).get("__annotations__", {}).items():
            if text not in meanings:
                alone = type("Alone", (), {"__annotations__": {"field": text}})
                meanings[text] = typing.get_type_hints(alone, names, names)["field"]
            found[name] = meanings[text]
    return {name: hint for name, hint in found.items() if typing.get_origin(hint) is not typing.ClassVar}


def _classes(hint: Any) -> Iterator[type]:  # noqa: ANN401 - an annotation
    """Give the classes of ours that an annotation names."""
    parts = typing.get_args(hint)
    for part in parts:
        yield from _classes(part)
    if not parts and isinstance(hint, type) and hint not in _PLAIN and hint.__module__ != "builtins":
        yield hint


# -------------------------------------------------------------------------------------------------------------- writing


class _Writer:
    """Gives each thing a number behind those of everything in it, level by level and class by class.

    Packs hold ten thousands of things, which are told apart by where they are: everything is held by `what` or by the
    lists of parts.
    """

    def __init__(self, shape: Shape) -> None:
        kinds = [*_CONTAINERS, *shape.classes]
        self._codes = {cls: code for code, cls in enumerate(kinds)}
        self._inside: dict[type, Callable[[Any], Sequence[Any]]] = {
            list: list,
            tuple: list,
            dict: lambda one: [*one, *one.values()],
            set: sorted,
            frozenset: sorted,
            range: lambda one: [one.start, one.stop, one.step],
        }
        self._inside |= {cls: _fields_of(list(hints)) for cls, hints in shape.fields.items()}
        self._levels: dict[int, int] = {}
        """How far above the innermost each thing stands."""
        self._leaves: dict[int, Any] = {id(one): one for one in _CONSTANTS}
        self._groups: dict[tuple[int, int], tuple[list[int], list[Sequence[Any]]]] = {}
        """By level and class: where the things are, and the parts of each."""

    def written(self, what: object) -> bytes:
        """Write everything below an object."""
        try:
            self._visit(what)
        except RecursionError as error:
            raise NotOurs("nested too deep") from error
        if max(self._levels.values()) > MAX_LEVELS:
            raise NotOurs("nested too deep")
        for strange in set(map(type, self._leaves.values())) - _LEAVES - {tuple}:
            raise NotOurs(f"{strange.__module__}.{strange.__qualname__}")
        strings = dict.fromkeys([one for one in self._leaves.values() if type(one) is str])
        integers = dict.fromkeys([one for one in self._leaves.values() if type(one) is int])
        if integers and (min(integers) < -MAX_INTEGER or max(integers) > MAX_INTEGER):
            raise NotOurs("a number too large")
        table = self._table(strings, integers)
        try:
            texts = json.dumps(list(strings), ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:  # the name of a file that is no text
            raise NotOurs("not text") from error
        parts = [texts, _bytes(array("q", integers)), _bytes(array("I", table))]
        return _bytes(array("I", map(len, parts))) + b"".join(parts)

    def _visit(self, one: Any) -> int:  # noqa: ANN401 - a thing of a class that may be written
        """Look at a thing and everything below it; how far above the innermost it stands."""
        levels, leaves, codes = self._levels, self._leaves, self._codes
        levels[id(one)] = _BEGUN
        parts = self._inside[type(one)](one)
        level = 0
        for part in parts:
            key = id(part)
            if key in leaves:
                continue
            below = levels.get(key)
            if below is None:
                if type(part) not in codes:
                    leaves[key] = part
                    continue
                below = self._visit(part)
            if below > level:
                level = below
            elif below == _BEGUN:
                raise NotOurs("something contains itself")
        level += 1
        levels[id(one)] = level
        group = level, codes[type(one)]
        if group not in self._groups:
            self._groups[group] = [], []
        members, rows = self._groups[group]
        members.append(id(one))
        rows.append(parts)
        return level

    def _table(self, strings: Iterable[str], integers: Iterable[int]) -> list[int]:
        """Everything that refers to something, by the numbers of what it refers to."""
        numbers: dict[Any, int] = {one: number for number, one in enumerate(chain(strings, integers), len(_CONSTANTS))}
        placed = {key: numbers[one] for key, one in self._leaves.items() if type(one) is str or type(one) is int}
        placed.update((id(one), number) for number, one in enumerate(_CONSTANTS))
        groups = sorted(self._groups.items())
        everything = chain.from_iterable(members for _, (members, _) in groups)
        placed.update(zip(everything, count(len(_CONSTANTS) + len(numbers)), strict=False))
        table: list[int] = []
        for (level, code), (_, rows) in groups:
            table += [level, code, len(rows)]
            if code >= len(_CONTAINERS):
                rows = list(zip(*rows, strict=True))  # noqa: PLW2901 - field by field
            elif code == _CONTAINERS.index(range):
                table.append(len(rows[0]))
            else:
                table += map(len, rows)
            table += map(placed.__getitem__, map(id, chain.from_iterable(rows)))
        return table


def _fields_of(names: list[str]) -> Callable[[Any], Sequence[Any]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: [getattr(one, name) for name in names]


def _bytes(numbers: array[int]) -> bytes:
    """Write numbers the same on every machine: the small end first."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


# -------------------------------------------------------------------------------------------------------------- reading


class _Reader:
    """Builds level after level; a reference to something that is not built yet finds nothing."""

    def __init__(self, shape: Shape, data: bytes) -> None:
        self._shape = shape
        self._builders: list[type] = [*_CONTAINERS, *shape.classes]
        sizes = _numbers("I", data[:12])
        if sum(sizes) + 12 != len(data):
            raise NotOurs("cut short")
        ends = list(accumulate(sizes, initial=12))
        texts = json.loads(data[ends[0] : ends[1]])
        if type(texts) is not list or not set(map(type, texts)) <= {str}:
            raise NotOurs("not texts")
        "".join(texts).encode("utf-8")  # half a character is no text
        integers = _numbers("q", data[ends[1] : ends[2]])
        if integers and not -MAX_INTEGER <= min(integers) <= max(integers) <= MAX_INTEGER:
            raise NotOurs("a number too large")
        self._pool: list[Any] = [*_CONSTANTS, *texts, *integers]
        self._table = _numbers("I", data[ends[2] : ends[3]])

    def read(self) -> Any:  # noqa: ANN401 - the last thing built holds all others
        """Build everything and give the last."""
        table, at, before = self._table, 0, (0, -1)
        while at < len(table):
            level, code, count = table[at : at + 3]
            if not before < (level, code) or level > MAX_LEVELS or not 0 < count <= len(table) - at:
                raise NotOurs("out of order")
            before = (level, code)
            kind = self._builders[code]
            if kind in _CONTAINERS:
                at = self._containers(kind, count, at + 3)
            else:
                at = self._objects(kind, count, at + 3)
        return self._pool[-1]

    def _take(self, start: int, count: int) -> Iterator[Any]:
        if start + count > len(self._table):
            raise NotOurs("cut short")
        return map(self._pool.__getitem__, self._table[start : start + count])

    def _containers(self, kind: type, count: int, at: int) -> int:
        if kind is range:
            return self._ranges(count, at)
        sizes = self._table[at : at + count]
        total = sum(sizes)
        parts = self._take(at + count, total)
        made: list[Any]
        if kind is dict:
            made = []
            for size in sizes:
                if size % 2:
                    raise NotOurs("a key without a value")
                keys = list(islice(parts, size // 2))
                made.append(dict(zip(keys, islice(parts, size // 2), strict=True)))
                if len(made[-1]) != len(keys):
                    raise NotOurs("a key twice")
        else:
            made = [kind(islice(parts, size)) for size in sizes]
        self._pool += made
        return at + count + total

    def _ranges(self, count: int, at: int) -> int:
        if self._table[at : at + 1] != array("I", [3]):
            raise NotOurs("not a range")
        parts = list(self._take(at + 1, 3 * count))
        if not set(map(type, parts)) <= {int}:
            raise NotOurs("not a range")
        self._pool += [range(*parts[place : place + 3]) for place in range(0, len(parts), 3)]
        return at + 1 + 3 * count

    def _objects(self, cls: type, count: int, at: int) -> int:
        made: list[Any] = list(map(object.__new__, repeat(cls, count)))
        columns = self._shape.columns.get(cls) or _columns(self._shape, cls)
        end = at + count * len(columns)
        parts = list(self._take(at, end - at))
        for number, (fill, check, wordy) in enumerate(columns):
            column = parts[number * count : (number + 1) * count]
            check(column)
            if wordy:
                _demand_words(column)
            # Slots are filled directly: nothing of the class runs, and a frozen class is filled like any other.
            deque(map(fill, made, column), maxlen=0)
        if cls in self._shape.demands and not self._shape.demands[cls](made):
            raise NotOurs(f"no {cls.__name__}")
        self._pool += made
        return end


def _numbers(code: str, data: bytes) -> array[int]:
    numbers: array[int] = array(code)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


# -------------------------------------------------------------------------------------------------------------- checking

Check = Callable[[Collection[Any]], None]
"""Looks at a column of values; raises NotOurs when one is not as declared."""


def _check(hint: Any, shape: Shape) -> Check:  # noqa: ANN401 - an annotation
    """Make a question of an annotation, one for all places where it stands."""
    if id(hint) not in shape.checks:
        shape.checks[id(hint)] = hint, _made_check(hint, shape)
    return shape.checks[id(hint)][1]


_Column = tuple[Callable[[Any, Any], None], Check, bool]
"""A field of a class: what fills its slot, the question about its values, and whether texts in them must be words."""


def _columns(shape: Shape, cls: type) -> list[_Column]:
    """The fields of a class, in order."""
    wordy = cls in shape.wordy
    made = shape.columns[cls] = [
        (getattr(cls, name).__set__, _check(hint, shape), wordy and _texts_in(hint, shape))
        for name, hint in shape.fields[cls].items()
    ]
    return made


def _texts_in(hint: Any, shape: Shape) -> bool:  # noqa: ANN401 - the annotation of a field
    if id(hint) not in shape.texts:
        shape.texts[id(hint)] = _may_hold_text(hint)
    return shape.texts[id(hint)]


def _may_hold_text(hint: Any) -> bool:  # noqa: ANN401 - an annotation
    """Whether a text may stand in a value, in it itself or in plain containers."""
    parts = typing.get_args(hint)
    return any(map(_may_hold_text, parts)) if parts else hint in (str, Any) or hint in _CONTAINERS


def _made_check(hint: Any, shape: Shape) -> Check:  # noqa: ANN401 - an annotation
    if hint is Any:
        return lambda column: _demand_words(column, shape.known)
    alternatives = typing.get_args(hint) if _is_union(hint) else (hint,)
    inside: dict[type, Check | None] = {}
    for one in alternatives:
        for kind in _kinds(one):
            inside[kind] = _inside(one, kind, shape)
    allowed = frozenset(inside)
    deep = {kind: check for kind, check in inside.items() if check is not None}

    def check(column: Collection[Any]) -> None:
        found = set(map(type, column))
        if not found <= allowed:
            raise NotOurs(f"{sorted(one.__name__ for one in found - allowed)} where {hint} stands")
        for kind in found & deep.keys():
            deep[kind](column if len(found) == 1 else [one for one in column if type(one) is kind])

    return check


def _is_union(hint: Any) -> bool:  # noqa: ANN401 - an annotation
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _kinds(hint: Any) -> tuple[type, ...]:  # noqa: ANN401 - an annotation
    """The exact types that a part of an annotation allows."""
    if hint is None:
        return (type(None),)
    origin = typing.get_origin(hint) or hint
    if origin is Sequence:
        return (list, tuple, range)
    if origin is Mapping:
        return (dict,)
    if not isinstance(origin, type):
        message = f"no way to check {hint}"
        raise TypeError(message)
    return (origin,)


def _inside(hint: Any, kind: type, shape: Shape) -> Check | None:  # noqa: ANN401 - an annotation
    """The question about what stands inside a container, where there is one."""
    args = typing.get_args(hint)
    if not args or kind is range:
        return None
    if kind is dict:
        keys, values = _check(args[0], shape), _check(args[1], shape)

        def check_maps(column: Collection[Any]) -> None:
            keys(list(chain.from_iterable(column)))
            values([value for one in column for value in one.values()])

        return check_maps
    if kind is tuple and args[-1] is not Ellipsis and typing.get_origin(hint) is tuple:
        return _check_places(args, shape)
    each = _check(args[0], shape)
    return lambda column: each(list(chain.from_iterable(column)))


def _check_places(hints: tuple[Any, ...], shape: Shape) -> Check:
    """The question about tuples whose places each have a type of their own."""
    alike = _check(hints[0], shape) if len(set(hints)) == 1 else None
    places = [(itemgetter(place), _check(hint, shape)) for place, hint in enumerate(hints)]

    def check(column: Collection[Any]) -> None:
        if set(map(len, column)) != {len(hints)}:
            raise NotOurs("a tuple of another length")
        if alike is not None:
            alike(list(chain.from_iterable(column)))
            return
        for get, one in places:
            one(list(map(get, column)))

    return check


def _demand_words(column: Iterable[Any], known: frozenset[type] | None = None) -> None:
    """Refuse texts that are no names or operators, however deep they stand in plain containers."""
    parts = list(column)
    while parts:
        found = set(map(type, parts))
        if known is not None and not found <= known:
            raise NotOurs("a strange thing")
        if str in found and not all(map(_WORD.fullmatch, {one for one in parts if type(one) is str})):
            raise NotOurs("not a name")
        if found.isdisjoint((list, tuple, dict, set, frozenset)):
            return
        maps = [part for one in parts if type(one) is dict for part in one.values()]
        parts = [*chain.from_iterable(one for one in parts if type(one) in (list, tuple, dict, set, frozenset)), *maps]
