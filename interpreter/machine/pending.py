"""A choice that is due, and what printed code makes one of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.code.place import Untold

if TYPE_CHECKING:
    from interpreter.code.program import Ask

NOTHING: frozenset[int] = frozenset()


class Pending:
    """A choice that is due: who decides, and the values offered, among them `DECLINE`.

    It has no `__init__`: there is one for every decision, and printed code makes it faster by writing its fields.
    """

    __slots__ = ("ask", "seat", "unknown", "values")
    __hash__ = None  # type: ignore[assignment]  # its values are a list

    ask: Ask
    seat: int
    values: list[int]
    unknown: frozenset[int]

    def but(self, values: list[int], unknown: frozenset[int]) -> Pending:
        """The same choice with other values."""
        return due(self.ask, self.seat, values, unknown)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pending) and _fields(self) == _fields(other)

    def __repr__(self) -> str:
        return f"Pending{_fields(self)}"


def _fields(one: Pending) -> tuple[Ask, int, list[int], frozenset[int]]:
    return one.ask, one.seat, one.values, one.unknown


def due(ask: Ask, seat: int, values: list[int], unknown: frozenset[int] = NOTHING) -> Pending:
    """A choice that is due, with all its fields."""
    made = Pending()
    made.ask, made.seat, made.values, made.unknown = ask, seat, values, unknown
    return made


OFFERING: dict[str, Any] = {
    "Pending": Pending,
    "nothing_unknown": NOTHING,
    "Untold": Untold,
}
"""What printed code makes an offer of."""
