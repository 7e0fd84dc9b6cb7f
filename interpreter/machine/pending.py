"""A choice that is due, and what printed code makes one of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.code.place import Untold
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.code.program import Ask

NOTHING: frozenset[int] = frozenset()


@record(slots=True)
class Pending:
    """A choice that is due: who decides, and the values offered; -1 is declining."""

    ask: Ask
    seat: int
    values: list[int]
    unknown: frozenset[int] = NOTHING


OFFERING: dict[str, Any] = {
    "new": object.__new__,  # and its fields one by one: quicker than calling the class, and there is one for every decision
    "Pending": Pending,
    "nothing_unknown": NOTHING,
    "Untold": Untold,
}
"""What printed code makes an offer of."""
