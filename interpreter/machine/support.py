"""What printed code calls: the few things an expression cannot say in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.primitives.functions import MOST_NUMBERS
from interpreter.primitives.tables import State

LARGEST = (1 << 63) - 1
"""What a cell of the state can hold."""


def contents(s: State, zone: int) -> State:
    """The pieces of a zone, bottom first."""
    return s[zone + 1 : zone + 1 + s[zone]]


def slot(s: State, zone: int) -> int:
    """The piece in a slot, or none."""
    return s[zone + 1] if s[zone] else -1


def zone_at(base: int, stride: int, host: int, nowhere: int) -> int:
    """The zone of a host that may be none."""
    return base + host * stride if host >= 0 else nowhere


def cell(s: State, base: int, host: int, width: int, index: int, nothing: int) -> int:
    """A var of a host or at an index that may be none."""
    return s[base + host * width + index] if host >= 0 and index >= 0 else nothing


def loc(s: State, base: int, piece: int) -> int:
    """Where a piece lies that may be none."""
    return s[base + piece] if piece >= 0 else 0


def faced(s: State, face: int, faces: int, piece: int) -> int:
    """The row of a piece's upper face in a table, the last row for none."""
    return piece * faces + s[face + piece] if piece >= 0 else -1


def face_up(s: State, face: int, piece: int) -> int:
    """The face that lies up, 0 for none."""
    return s[face + piece] + 1 if piece >= 0 else 0


def owned(player: int, count: int) -> range:
    """The pieces of a player, who may be none."""
    return range(player * count, player * count + count) if player >= 0 else range(0)


def neighbour(player: int, step: int, seats: int) -> int:
    """A player so many seats to the left; of none, none."""
    return (player + step) % seats if player >= 0 else -1


def of_player(f: Callable[..., Any], nothing: Any, s: State, me: int, this: int, *args: int) -> Any:  # noqa: ANN401
    """A derived value of a player, who may be none."""
    return f(s, me, this, *args) if me >= 0 else nothing


def of_thing(f: Callable[..., Any], nothing: Any, s: State, me: int, this: int, *args: int) -> Any:  # noqa: ANN401
    """A derived value of a thing that may be none."""
    return f(s, me, this, *args) if this >= 0 else nothing


def there(things: Iterable[int]) -> list[int]:
    """The things of a listing that are not none."""
    return [thing for thing in things if thing >= 0]


def grid_column(cell: int, columns: int) -> int:
    """The column of a cell, 0 for none."""
    return cell % columns + 1 if cell >= 0 else 0


def row_of(table: Sequence[int], key: int) -> int:
    """A row of a table by an enum value that may be none."""
    return table[key] if key >= 0 else 0


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


def span(low: int, high: int) -> list[int]:
    """The whole numbers from one to another. Raises Fault when there are too many of them."""
    if high - low >= MOST_NUMBERS:
        from interpreter.machine.vm import Fault  # noqa: PLC0415 - the machine needs this file first

        raise Fault(f"a range from {low} to {high} has more than {MOST_NUMBERS} numbers", None)
    return list(range(low, high + 1))


def first(items: Sequence[int]) -> int:
    """The first element, or none."""
    return items[0] if items else -1


def last(items: Sequence[int]) -> int:
    """The last element, or none."""
    return items[-1] if items else -1


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


def adds_up(values: Iterable[int], total: int) -> bool:
    """Whether some non-empty part of the values totals exactly this."""
    sums: set[int] = set()
    for value in values:
        sums |= {value + other for other in sums}
        sums.add(value)
    return total in sums


def connected(start: int, items: Iterable[int], neighbours: Sequence[tuple[int, ...]]) -> list[int]:
    """The group of places around a place, within a set, in the order of the set."""
    among = list(items)
    inside = set(among)
    if start not in inside:
        return []
    found, edge = {start}, [start]
    while edge:
        edge = [n for cell in edge for n in neighbours[cell] if n in inside and n not in found and not found.add(n)]  # type: ignore[func-returns-value]
    return [cell for cell in among if cell in found]


def line(start: int, items: Iterable[int], columns: int, rows: int) -> int:
    """The longest straight line through a place within a set; the place itself always counts."""
    if start < 0:
        return 0
    inside = set(items)
    best_run = 1
    for across, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            column, row = start % columns + sign * across, start // columns + sign * down
            while 0 <= column < columns and 0 <= row < rows and row * columns + column in inside:
                run += 1
                column, row = column + sign * across, row + sign * down
        best_run = max(best_run, run)
    return best_run


def none_script(_s: State, _me: int, _this: int) -> int:
    """What a thing answers that has no script of that name."""
    return 0


# ---- tables worked out when a program is printed


def rotations(seats: int) -> list[tuple[int, ...]]:
    """The players clockwise, from each of them on."""
    return [tuple((p + i) % seats for i in range(seats)) for p in range(seats)]


def cells_around(columns: int, rows: int) -> list[tuple[int, ...]]:
    """Cells that share an edge, row by row; the last entry is for none."""
    found = []
    for row in range(rows):
        for column in range(columns):
            around = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
            found.append(tuple(r * columns + c for c, r in around if 0 <= c < columns and 0 <= r < rows))
    return [*found, ()]


SUPPORT: dict[str, Any] = {
    f.__name__: f
    for f in (
        contents,
        slot,
        zone_at,
        cell,
        loc,
        faced,
        face_up,
        owned,
        neighbour,
        of_player,
        of_thing,
        there,
        grid_column,
        row_of,
        kept,
        look_up,
        divide,
        modulo,
        span,
        first,
        last,
        best,
        union,
        adds_up,
        connected,
        line,
        none_script,
    )
}
