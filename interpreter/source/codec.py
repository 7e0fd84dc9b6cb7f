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
        waiting = [root, *more]
        seen: set[Any] = set()
        while waiting:
            cls = waiting.pop()
            if cls not in self.fields:
                hints = typing.get_type_hints(cls, names, names)
                self.fields[cls] = {
                    name: hint for name, hint in hints.items() if typing.get_origin(hint) is not typing.ClassVar
                }
                self._demand_slots(cls)
                new = {hint: None for hint in self.fields[cls].values() if hint not in seen}  # long ones stand often
                waiting += [one for hint in new for one in _classes(hint)]
                seen.update(new)
        self.classes = sorted(self.fields, key=lambda cls: (cls.__module__, cls.__qualname__))
        self.wordy = frozenset(wordy)
        self.checks: dict[Any, Check] = {}
        self.columns: dict[type, list[_Column]] = {}
        self.known = _PLAIN | self.fields.keys()

    def _demand_slots(self, cls: type) -> None:
        slots = {name for one in cls.__mro__ for name in getattr(one, "__slots__", ())}
        if slots != self.fields[cls].keys():
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

    Packs hold ten thousands of things: what can be asked of all of them at once is, and things are told apart by where
    they are, since everything is held by `what` or by the lists of parts.
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
        self._things: list[Any] = []
        self._parts: dict[int, Sequence[Any]] = {}
        self._met: dict[int, Any] = {}

    def written(self, what: object) -> bytes:
        """Write everything below an object."""
        self._visit(what)
        leaves = self._leaves()
        strings = {one: place for place, one in enumerate(dict.fromkeys(leaves[str].values()), len(_CONSTANTS))}
        first = len(_CONSTANTS) + len(strings)
        integers = {one: place for place, one in enumerate(dict.fromkeys(leaves[int].values()), first)}
        if integers and (min(integers) < -MAX_INTEGER or max(integers) > MAX_INTEGER):
            raise NotOurs("a number too large")
        placed = {id(one): place for place, one in enumerate(_CONSTANTS)}
        for kind, numbers in ((str, strings), (int, integers)):
            placed.update(zip(leaves[kind], map(numbers.__getitem__, leaves[kind].values()), strict=True))
        table = self._table(placed, first + len(integers))
        try:
            texts = json.dumps(list(strings), ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:  # the name of a file that is no text
            raise NotOurs("not text") from error
        parts = [texts, _bytes(array("q", integers)), _bytes(array("I", table))]
        return _bytes(array("I", map(len, parts))) + b"".join(parts)

    def _visit(self, what: object) -> None:
        """Look at everything below, from step to step of the way down, all things of a class at once."""
        inner, parts_of = self._codes, self._parts
        found = [what]
        while found:
            self._things += found
            by_class: dict[type, list[Any]] = {}
            for one in found:
                by_class.setdefault(type(one), []).append(one)
            met: dict[int, Any] = {}
            for cls, members in by_class.items():
                rows = list(map(self._inside[cls], members))
                parts_of.update(zip(map(id, members), rows, strict=True))
                parts = list(chain.from_iterable(rows))
                met.update(zip(map(id, parts), parts, strict=True))
            self._met |= met
            found = [
                part for key, part in met.items() if type(part) in inner and key not in parts_of and part is not _EMPTY
            ]

    def _levels(self) -> dict[int, int]:
        """How far above the innermost each thing stands, worked out without leaning on Python's own stack."""
        is_thing = self._parts.__contains__
        below = {key: list(filter(is_thing, map(id, parts))) for key, parts in self._parts.items()}
        levels = {key: 1 for key, parts in below.items() if not parts}
        known = levels.__getitem__
        for key in reversed(below):  # those met last stand innermost, so that nearly all below is known
            if key not in levels:
                try:
                    levels[key] = 1 + max(map(known, below[key]))
                except KeyError:
                    self._first_those_below(key, below, levels)
        if max(levels.values()) > MAX_LEVELS:
            raise NotOurs("nested too deep")
        return levels

    def _first_those_below(self, start: int, below: dict[int, list[int]], levels: dict[int, int]) -> None:
        """Find the level of a thing and of all below it that have none yet."""
        waiting, begun = [start], set()
        while waiting:
            key = waiting[-1]
            unknown = [] if key in levels else [part for part in below[key] if part not in levels]
            if unknown:
                if key in begun:  # it waits for something that waits for it
                    raise NotOurs("something contains itself")
                begun.add(key)
                waiting += unknown
                continue
            levels[key] = 1 + max((levels[part] for part in below[key]), default=0)
            waiting.pop()

    def _leaves(self) -> dict[type, dict[int, Any]]:
        """All texts and numbers by where they are. Raises NotOurs for a thing of a strange class."""
        known = self._codes.keys() | _LEAVES
        for strange in set(map(type, self._met.values())) - known:
            raise NotOurs(f"{strange.__module__}.{strange.__qualname__}")
        return {kind: {key: part for key, part in self._met.items() if type(part) is kind} for kind in (str, int)}

    def _table(self, placed: dict[int, int], base: int) -> list[int]:
        levels, codes = self._levels(), self._codes
        groups: dict[tuple[int, int], list[int]] = {}
        for one in self._things:
            groups.setdefault((levels[id(one)], codes[type(one)]), []).append(id(one))
        order = sorted(groups)
        placed.update(zip(chain.from_iterable(groups[key] for key in order), count(base), strict=False))
        table: list[int] = []
        for level, code in order:
            members = [self._parts[one] for one in groups[level, code]]
            table += [level, code, len(members)]
            if code >= len(_CONTAINERS):
                members = list(zip(*members, strict=True))
            elif code == _CONTAINERS.index(range):
                table.append(len(members[0]))
            else:
                table += map(len, members)
            table += map(placed.__getitem__, map(id, chain.from_iterable(members)))
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
    if hint not in shape.checks:
        shape.checks[hint] = _made_check(hint, shape)
    return shape.checks[hint]


_Column = tuple[Callable[[Any, Any], None], Check, bool]
"""A field of a class: what fills its slot, the question about its values, and whether texts in them must be words."""


def _columns(shape: Shape, cls: type) -> list[_Column]:
    """The fields of a class, in order."""
    wordy = cls in shape.wordy
    made = shape.columns[cls] = [
        (getattr(cls, name).__set__, _check(hint, shape), wordy and _may_hold_text(hint))
        for name, hint in shape.fields[cls].items()
    ]
    return made


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
