"""The constant tables of a program, each laid into the memory of a module once: rows of numbers, and rows of sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.wasm.offered import NotOffered

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.code.program import Program
    from interpreter.wasm.room import Room, Table


class Tables:
    """Finds room for the tables of one program when they are first asked for."""

    def __init__(self, program: Program, room: Room) -> None:
        self.p, self.room = program, room
        self._tables: dict[Key, Table] = {}
        self._sets: dict[Key, int] = {}

    def share_tables(self, other: Tables) -> None:
        """Lay nothing into the memory that another printer of the same module has laid there."""
        self._tables, self._sets = other._tables, other._sets

    def table(self, key: Key) -> Table:
        """A constant table of numbers."""
        return self._tables.get(key) or self.keep_numbers(key, self.numbers(key))

    def numbers(self, key: Key) -> list[int]:
        """What a constant table of numbers holds."""
        return [one for one in self.p.values.tables[key] if isinstance(one, int)]

    def keep_numbers(self, key: Key, numbers: list[int]) -> Table:
        """A table of our own; the last number is for none."""
        if key not in self._tables:
            self._tables[key] = self.room.numbers(numbers)
        return self._tables[key]

    def keep_sets(self, key: Key, rows: list[tuple[int, ...]]) -> None:
        """A table of sets of our own; the last one is for none."""
        if key not in self._sets:
            self._sets[key] = self.room.sets(rows)

    def set_table(self, key: Key) -> int:
        """Where the sets of a constant table lie."""
        if key not in self._sets:
            rows = self.p.values.tables[key]
            if any(isinstance(one, range) for one in rows):
                raise NotOffered("rays of a board so large are not kept cell by cell")
            self._sets[key] = self.room.sets([one for one in rows if isinstance(one, tuple)])
        return self._sets[key]
