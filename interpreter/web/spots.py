"""Where places lie in their region, if some of those that the table has room for are not there: the others close up.

How many there are follows from the number of players and the options, so nothing moves while a game is played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Point = Sequence[int]
Box = list[float]
"""Left, top, width and height, in units of the region."""


def spots(at: Mapping[str, Point], size: Point, there: Collection[str]) -> dict[str, Box]:
    """The box of each place that is there: rows that lack some share their width anew, and rows what empty ones leave."""
    rows: dict[int, list[str]] = {}
    for name in sorted(at, key=lambda one: (at[one][1], at[one][0])):
        rows.setdefault(at[name][1], []).append(name)
    full = {top: [name for name in row if name in there] for top, row in rows.items()}
    tops = _shared([(top, size[1]) for top in rows], [bool(row) for row in full.values()])
    found: dict[str, Box] = {}
    for (y, height), row in zip(
        tops, [row for row in rows.values() if any(name in there for name in row)], strict=True
    ):
        columns = _shared([(at[name][0], size[0]) for name in row], [name in there for name in row])
        for name, (x, width) in zip([one for one in row if one in there], columns, strict=True):
            found[name] = [x, y, width, height]
    return found


def _shared(stretches: list[tuple[int, int]], kept: list[bool]) -> list[tuple[float, float]]:
    """Stretches of a line, each by its start and length: those that are kept share what all of them take."""
    if all(kept):
        return [(float(start), float(length)) for start, length in stretches]
    count = sum(kept)
    first, last = stretches[0][0], max(start + length for start, length in stretches)
    gap = max(0, stretches[1][0] - first - stretches[0][1]) if len(stretches) > 1 else 0
    step = (last - first + gap) / max(1, count)
    return [(round(first + number * step, 2), round(step - gap, 2)) for number in range(count)]
