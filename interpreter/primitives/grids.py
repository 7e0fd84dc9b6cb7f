"""Boards of cells: where a cell is, what lies around it, and the eight directions in which one can go from it.

A cell is its number in its kind. Row 1 is at the top and column 1 at the left; a board for each player follows the other,
and nothing leads from one board to another.
"""

from __future__ import annotations

from interpreter.records import record

DIRECTION = "direction"
DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The values of the enum that every pack with a grid has, clockwise."""
STRAIGHT = range(0, 8, 2)
DIAGONAL = range(1, 8, 2)
BARE = {"straight_directions": STRAIGHT, "diagonal_directions": DIAGONAL}
"""Names of sets of directions; all of them go by the plural of the enum."""
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Rows and columns that a step goes on, in the order of the directions."""
NEAR = {"neighbours": STRAIGHT, "diagonals": DIAGONAL, "around": range(8)}
"""What stands behind the dot of a cell: the cells one step away in some of the directions."""
APART = 1_000_000
"""How far it is to a cell of another board: there is no way."""
MOST_TUPLES = 1_000
"""The rays of a board of so many cells are kept cell by cell; those of a larger one by their ends."""


@record(frozen=True, slots=True)
class Around:
    """What a function may know of the table: how many play, how many own pieces, columns and rows of a grid."""

    seats: int
    people: int
    grid: tuple[int, int] = (1, 1)

    def players_from(self, seat: int) -> list[int]:
        """All players clockwise from one on; for one who does not play, and for none, in the order of their seats."""
        first = seat if 0 <= seat < self.seats else 0
        return [(first + step) % self.seats for step in range(self.seats)]

    # ---- one cell

    def place(self, cell: int) -> tuple[int, int, int]:
        """The first cell of the board a cell lies on (each player may have one), its row and its column there, from 0."""
        columns, rows = self.grid
        board, own = divmod(cell, columns * rows)
        return board * columns * rows, *divmod(own, columns)

    def is_on(self, row: int, column: int) -> bool:
        """Whether there is such a place on a board."""
        return 0 <= row < self.grid[1] and 0 <= column < self.grid[0]

    def at(self, board: int, column: int, row: int) -> int:
        """The cell of a board by its column and row, from 1; none outside, and on the board of none."""
        columns, rows = self.grid
        if board < 0 or not self.is_on(row - 1, column - 1):
            return -1
        return board * columns * rows + (row - 1) * columns + column - 1

    # ---- from cell to cell

    def step(self, cell: int, direction: int) -> int:
        """The next cell in a direction; none beyond the edge, of none, and in none."""
        if cell < 0 or direction < 0:
            return -1
        first, row, column = self.place(cell)
        down, across = STEPS[direction]
        return first + (row + down) * self.grid[0] + column + across if self.is_on(row + down, column + across) else -1

    def ray(self, cell: int, direction: int) -> list[int]:
        """The cells from the next one on, outwards to the edge."""
        found: list[int] = []
        while (cell := self.step(cell, direction)) >= 0:
            found.append(cell)
        return found

    def near(self, cell: int, directions: range) -> list[int]:
        """The cells one step away in these directions, by their numbers: above first, then from left to right."""
        return sorted(other for way in directions if (other := self.step(cell, way)) >= 0)

    def neighbours(self, cell: int) -> list[int]:
        """The cells that share an edge with one, above, left, right, below."""
        return self.near(cell, STRAIGHT)

    def offsets(self, one: int, other: int) -> tuple[int, int] | None:
        """How many rows and columns lie between two cells; None on different boards, and of none."""
        (first, row, column), (second, down, across) = self.place(one), self.place(other)
        return (abs(row - down), abs(column - across)) if first == second and min(one, other) >= 0 else None

    # ---- tables of a whole board

    def steps(self, cells: int) -> list[int]:
        """For every cell and direction the next cell; the last entry is for none."""
        return [*(self.step(cell, way) for cell in range(cells) for way in range(8)), -1]

    def rays(self, cells: int) -> list[tuple[int, ...] | range]:
        """For every cell and direction the ray; the last entry is for none."""
        large = cells > MOST_TUPLES
        made = (self._span(cell, way) for cell in range(cells) for way in range(8))
        return [*(one if large else tuple(one) for one in made), ()]

    def _span(self, cell: int, direction: int) -> range:
        """A ray as the numbers from a cell on: every step adds the same."""
        (columns, rows), (_, row, column) = self.grid, self.place(cell)
        down, across = STEPS[direction]
        free = [(rows - 1 - row, row)[down < 0]] if down else []
        free += [(columns - 1 - column, column)[across < 0]] if across else []
        if not min(free):  # and on a board of one column a slanted step may add nothing
            return range(0)
        on = down * columns + across
        return range(cell + on, cell + on * (min(free) + 1), on)


def step(table: Around, cell: int, direction: int) -> int:
    """See `Around.step`."""
    return table.step(cell, direction)


def ray(table: Around, cell: int, direction: int) -> list[int]:
    """See `Around.ray`."""
    return table.ray(cell, direction)


def distance(table: Around, one: int, other: int) -> int:
    """Steps over edges from cell to cell; 0 where one of them is none."""
    between = table.offsets(one, other)
    return sum(between) if between is not None else _no_way(one, other)


def distance_around(table: Around, one: int, other: int) -> int:
    """Steps over edges and corners from cell to cell; 0 where one of them is none."""
    between = table.offsets(one, other)
    return max(between) if between is not None else _no_way(one, other)


def _no_way(one: int, other: int) -> int:
    return APART if min(one, other) >= 0 else 0


def turned(_table: Around, direction: int, eighths: int) -> int:
    """A direction turned clockwise by so many eighths; none stays none."""
    return (direction + eighths) % 8 if direction >= 0 else -1


def connected(table: Around, start: int, items: list[int]) -> list[int]:
    """The group of a cell within a set, by edges, in the order of the set."""
    found = [start] if start in items else []
    for cell in found:
        found += [other for other in table.neighbours(cell) if other in items and other not in found]
    return [cell for cell in items if cell in found]


def line(table: Around, start: int, items: list[int]) -> int:
    """The length of the longest straight line through a cell within a set; the cell itself always counts."""
    if start < 0:
        return 0

    def run(way: int) -> int:
        """How many cells of the set follow each other in a direction."""
        cells = table.ray(start, way)
        return next((far for far, cell in enumerate(cells) if cell not in items), len(cells))

    return 1 + max(run(way) + run(way + 4) for way in range(4))
