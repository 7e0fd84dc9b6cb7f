"""What printed code calls: the few things an expression cannot say in place."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence, Sized
from itertools import compress
from typing import Any, TypeVar

from interpreter.code.place import Untold
from interpreter.engine.faults import Beyond
from interpreter.primitives.functions import span
from interpreter.primitives.tables import Runtime, State
from interpreter.source import meter

STEP = meter.STEP.most
LARGEST = (1 << 63) - 1
"""What a cell of the state can hold."""
Rays = Sequence[tuple[Sequence[int], Sequence[int]]]
"""The places ahead of a place and behind it, on each straight line through it."""


def contents(s: State, zone: int) -> State:
    """The pieces of a zone, bottom first."""
    return s[zone + 1 : zone + 1 + s[zone]]


def in_common(s: State, zone: int) -> State:
    """The pieces of a zone that shares its room, bottom first."""
    first = s[zone + 1]
    return s[first : first + s[zone]]


Zones = tuple[tuple[int, int], ...]
"""Where things of a kind have zones: the place of the first thing's, and how far those of the others are apart."""


def gathered(s: State, who: int, zones: Zones, every: Iterable[int]) -> Iterable[int]:
    """Pieces by number, among them all that lie in zones of a thing; every piece, if it is none."""
    if who < 0:
        return every
    found: list[int] = []
    for first_zone, distance in zones:
        zone = first_zone + who * distance
        if s[zone]:
            found += s[zone + 1 : zone + 1 + s[zone]]
    found.sort()
    return found


def gathered_in_common(s: State, who: int, zones: Zones, every: Iterable[int]) -> Iterable[int]:
    """The same where zones share their room."""
    if who < 0:
        return every
    found: list[int] = []
    for first_zone, distance in zones:
        zone = first_zone + who * distance
        if s[zone]:
            first = s[zone + 1]
            found += s[first : first + s[zone]]
    found.sort()
    return found


def amount(s: State, who: int, zones: Zones, cells: Iterable[int], hosts: Sequence[int]) -> int:
    """How many pieces lie in zones of a thing; those that lie nowhere of the kind, if it is none."""
    if who < 0:
        return [hosts[cell] for cell in cells].count(who)
    return sum([s[first_zone + who * distance] for first_zone, distance in zones])


def there(things: Iterable[int]) -> list[int]:
    """The things of a listing that are not none."""
    return [thing for thing in things if thing >= 0]


def kept(number: int) -> int:
    """A number that is kept as it is; one that would not fit a cell of the state is an error."""
    if -LARGEST <= number <= LARGEST:
        return number
    raise OverflowError


def look_up(table: Sequence[int], key: int) -> int:
    """A row of a table; beyond the last row, the last."""
    return table[min(max(key, 0), len(table) - 1)]


def divide(a: int, b: int) -> int:
    """Division rounds down; by 0 it gives 0."""
    return a // b if b else 0


def modulo(a: int, b: int) -> int:
    """The rest of a division; by 0 it is 0."""
    return a % b if b else 0


def first(items: Sequence[int]) -> int:
    """The first element, or none."""
    return items[0] if items else -1


def first_equal(s: State, value: int, start: int, end: int, number: int) -> int:
    """Of cells that belong to numbers from this one on: the number of the first cell with a value, or none."""
    try:
        return number + s.index(value, start, end) - start
    except ValueError:
        return -1


def last(items: Sequence[int]) -> int:
    """The last element, or none."""
    return items[-1] if items else -1


def best_place(values: list[int]) -> int:
    """Where the first of the highest values stands, or none."""
    return values.index(max(values)) if values else -1


def best(pairs: Iterable[tuple[int, int]]) -> int:
    """The first element with the highest value, or none."""
    top, chosen = 0, -1
    for value, element in pairs:
        if chosen < 0 or value > top:
            top, chosen = value, element
    return chosen


def union(a: Iterable[int], b: Iterable[int]) -> list[int]:
    """The elements of both, each once, those of the first set first."""
    return list(dict.fromkeys([*a, *b]))


def adds_up(m: Runtime, values: Iterable[int], total: int) -> bool:
    """Whether some non-empty part of the values totals exactly this. Raises Fault when there are too many totals."""
    sums: set[int] = set()
    for value in values:
        sums |= {value + other for other in sums}
        sums.add(value)
        if len(sums) > meter.SUMS.most:
            raise Beyond(meter.SUMS)
        m.fuel -= len(sums) >> 5
    if m.fuel < 0:
        raise Beyond(meter.STEPS)
    return total in sums


def leading(items: Sequence[int], holds: Callable[[int], object]) -> Sequence[int]:
    """The elements from the first on, as long as a condition holds."""
    for number, item in enumerate(items):
        if not holds(item):
            return items[:number]
    return items


Items = TypeVar("Items", bound=Sized)


def counted(m: Runtime, items: Items, turn: int) -> Items:
    """A set that is about to be gone through, each turn taking so many parts: counted before anything is done."""
    m.fuel -= 1 + len(items) * turn // STEP
    if m.fuel < 0:
        raise Beyond(meter.STEPS)
    return items


def connected(start: int, items: Iterable[int], neighbours: Sequence[tuple[int, ...]]) -> list[int]:
    """The group of places around a place, within a set, in the order of the set."""
    among = list(items)
    inside = set(among)
    if start not in inside:
        return []
    found, edge = {start}, [start]
    while edge:
        edge = list({n: None for cell in edge for n in neighbours[cell] if n in inside and n not in found})
        found.update(edge)
    return [cell for cell in among if cell in found]


def line(start: int, holds: Callable[[int], object], rays: Sequence[Rays]) -> int:
    """The longest straight line of places for which something holds through a place; the place itself always counts."""
    if start < 0:
        return 0
    longest = 0
    for ahead, behind in rays[start]:
        run = 1
        for place in ahead:
            if not holds(place):
                break
            run += 1
        for place in behind:
            if not holds(place):
                break
            run += 1
        if run > longest:  # noqa: PLR1730 - `max` takes longer than the walk
            longest = run
    return longest


_ALIKE = [bytes(number) + b"\1" + bytes(255 - number) for number in range(256)]
_NEVER = bytes(256)


def alike(number: int) -> bytes:
    """Which bytes are a number; none is the last."""
    return _ALIKE[number] if -1 <= number < 255 else _NEVER


def times(column: bytes, number: int) -> int:
    """How often a number is in a column."""
    return column.count(number & 255) if -1 <= number < 255 else 0


def slots(where: int, step: int, width: int, low: int) -> Callable[[Any, int, int], bytes]:
    """A function that gives the first pieces of zones, a byte each, 255 where there is none.

    A zone without pieces has a 0 in its first place, as one with the first piece of all: `where` is the cell that says
    where that one lies. Zones are `step` cells long, a cell is `width` bytes, of which the one at `low` counts.
    """
    first_byte, apart = width + low, step * width

    def in_list(s: list[int], first: int, last: int) -> bytes:
        pieces = bytes(s[first + 1 : last : step]).translate(_NO_PIECE)
        return pieces if not first <= s[where] < last else with_first(s, pieces, first)

    def in_array(s: array[int], first: int, last: int) -> bytes:
        pieces = s[first:last].tobytes()[first_byte::apart].translate(_NO_PIECE)
        return pieces if not first <= s[where] < last else with_first(s, pieces, first)

    def with_first(s: State, pieces: bytes, first: int) -> bytes:
        if s[s[where] + 1]:
            return pieces  # it lies above others
        place = (s[where] - first) // step
        return pieces[:place] + b"\0" + pieces[place + 1 :]

    return in_list if width == 1 else in_array


_NO_PIECE = b"\xff" + bytes(range(1, 256))


def meet(mask: bytes, other: bytes) -> bytes:
    """What is in both masks."""
    return (int.from_bytes(mask, "little") & int.from_bytes(other, "little")).to_bytes(len(mask), "little")


def join(mask: bytes, other: bytes) -> bytes:
    """What is in one of two masks."""
    return (int.from_bytes(mask, "little") | int.from_bytes(other, "little")).to_bytes(len(mask), "little")


def beside(column: bytes, away: int) -> bytes:
    """A column of what is so far away from each place, none beyond the ends."""
    beyond = b"\xff" * abs(away)
    return column[away:] + beyond if away > 0 else beyond + column[:away]


def here_and_beside(column: bytes, here: bytes, away: int, there: bytes) -> bytes:
    """A mask of the places that a table keeps, if another one keeps what is so far away from them."""
    beyond = b"\xff" * abs(away)
    other = column[away:] + beyond if away > 0 else beyond + column[:away]
    kept = int.from_bytes(column.translate(here), "little") & int.from_bytes(other.translate(there), "little")
    return kept.to_bytes(len(column), "little")  # `meet` and `beside` written out: it is asked for every move


def around(masks: Sequence[int], items: Iterable[int], length: int) -> bytes:
    """What is in a mask of one of some numbers."""
    found = 0
    for item in items:
        found |= masks[item]
    return found.to_bytes(length, "little")


def within(items: Iterable[int]) -> Callable[[int], bool]:
    """Whether something is in a set, as a function."""
    return frozenset(items).__contains__


def unknown() -> bool:
    """Ask what cannot be told."""
    raise Untold


SUPPORT: dict[str, Any] = {
    f.__name__: f
    for f in (
        contents, in_common, gathered, gathered_in_common, amount, there, kept, look_up, divide, modulo, span, first,
        first_equal, last, best, best_place, union, adds_up, connected, line, within, leading, counted, unknown, alike,
        times, meet, join, beside, here_and_beside, around, compress,
    )
}  # fmt: skip
