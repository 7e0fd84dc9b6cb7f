"""What a statement needs of the pieces and zones it is given. The checker refuses everything else.

A statement writes cells of the state that only some kinds have: `roll` those of the var a kind `rolls`, `flip` the face.
So each statement says what it needs in its declaration, and there is one place that says what that means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.records import record


@record(frozen=True, slots=True)
class Need:
    """Something a kind or a zone must have: the test, what is missing otherwise, and what to write."""

    holds: Callable[[Any], bool]
    lacks: str
    remedy: str


NEEDS: dict[str, Need] = {
    "rolls": Need(
        lambda kind: bool(kind.rolls), "has no `rolls`", "name the var that a roll changes: `rolls: VAR` in model.yaml"
    ),
    "faces": Need(lambda kind: kind.faces > 1, "has one face only", "give the kind `faces: 2` (or more) in model.yaml"),
    "lies": Need(
        lambda kind: not kind.zones_only,
        "never lies in a zone",
        "a zone in model.yaml must say that it `holds` the kind",
    ),
    "ordered": Need(lambda zone: bool(zone.ordered), "has no order", "give the zone `ordered: yes` in model.yaml"),
}
