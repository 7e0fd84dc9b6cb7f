"""What lies in the memory of a module before any game: constant tables, kinds, zones, choices, and the blank state."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import field

from interpreter.records import record

FIRST = 4096
"""Where tables begin; below it is room for a block of numbers at work."""
_WIDTHS = ((8, "b"), (16, "h"), (32, "i"), (64, "q"))


@record(frozen=True, slots=True)
class Table:
    """A constant table of numbers: the address of its entry 0, and how wide an entry is. Entry -1 is for none."""

    address: int
    bits: int
    last: int

    def entry(self, index: str) -> str:
        """The number at an index, which is an address."""
        size = self.bits // 8
        at = index if size == 1 else f"(i32.mul {index} (i32.const {size}))"
        load = "i64.load" if self.bits == 64 else f"i64.load{self.bits}_s"
        return f"({load} (i32.add (i32.const {self.address}) {at}))"


@record(slots=True)
class Room:
    """Gives out memory, and keeps what it holds at the start."""

    data: bytearray = field(default_factory=bytearray)

    def take(self, content: bytes) -> int:
        """Keep bytes; gives their address."""
        self.data += bytes(-len(self.data) % 8)
        address = FIRST + len(self.data)
        self.data += content
        return address

    def numbers(self, rows: Sequence[int]) -> Table:
        """Keep a table whose last entry is also that of none."""
        bits, code = next((b, c) for b, c in _WIDTHS if all(-(1 << b - 1) <= n < 1 << b - 1 for n in rows))
        address = self.take(struct.pack(f"<{len(rows) + 1}{code}", rows[-1], *rows))
        return Table(address + bits // 8, bits, len(rows) - 1)

    def lanes(self, rows: Sequence[int], size: int) -> int:
        """Keep a vector for every number of a table, which has a 1 in the lane of that number, if it has one.

        Gives the address of the first; that of none lies before it.
        """
        self.data += bytes(-len(self.data) % 16)
        vectors = (struct.pack("<8h", *(int(lane == number and lane < size) for lane in range(8))) for number in rows)
        made = list(vectors)
        return self.take(b"".join([made[-1], *made])) + 16

    def words(self, rows: Sequence[int]) -> int:
        """Keep numbers of 32 bits; gives their address."""
        return self.take(struct.pack(f"<{len(rows)}i", *rows))

    def sets(self, rows: Sequence[Sequence[int]]) -> int:
        """Keep sets; gives the address of the first of pairs, address and count. That of none lies before it."""
        pairs: list[int] = []
        known: dict[tuple[int, ...], int] = {}
        for row in (rows[-1], *rows):
            key = tuple(row)
            if key not in known:
                known[key] = self.words(key)
            pairs += [known[key], len(key)]
        return self.words(pairs) + 8

    @property
    def end(self) -> int:
        """The first address that is free."""
        return FIRST + len(self.data) + (-len(self.data) % 64)

    def text(self) -> str:
        """What it holds, as a segment of the module."""
        escaped = "".join(f"\\{byte:02x}" for byte in self.data)
        return f'(data (i32.const {FIRST}) "{escaped}")'
