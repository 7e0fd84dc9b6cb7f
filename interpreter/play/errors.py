"""What can go wrong at the face: a wrong action, a pack that is not fit to play, a fault of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics.raised import RulewrightError
from interpreter.engine.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.diagnostics import Diagnostic


class InvalidAction(RulewrightError):
    """Not an action at all."""

    code = "action/invalid"


class IllegalAction(RulewrightError):
    """An action, but not now."""

    code = "action/illegal"


class PackError(RulewrightError):
    """A pack that has errors cannot be played."""

    def __init__(self, diagnostics: Sequence[Diagnostic], lines: Callable[[str], Sequence[str]]) -> None:
        super().__init__(
            f"{diagnostics[0].code}: {diagnostics[0].message}" if diagnostics else "the pack cannot be played"
        )
        self.diagnostics, self.lines = tuple(diagnostics), lines


class WorkLost(RulewrightError):
    """A process that did part of the work was ended from outside."""


__all__ = ["Fault", "IllegalAction", "InvalidAction", "PackError", "RulewrightError", "WorkLost"]
