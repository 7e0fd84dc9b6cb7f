"""How the machine stops: with a reason, and the place in the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics.raised import RulewrightError
from interpreter.primitives.functions import TooManyNumbers
from interpreter.source.meter import STEPS

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.source.meter import Limit


class Fault(RulewrightError):
    """The rules met a state the checker could not exclude; the action was undone."""

    def __init__(self, why: str, span: Span | None) -> None:
        self.why, self.span = why, span
        place = f" ({span.file}:{span.line}:{span.column})" if span else ""
        super().__init__(f"{why}{place}")

    def placed(self, span: Span | None, script: str) -> Fault:
        """The same of a script; what has its place keeps it."""
        return self if self.span is not None else Fault(f"{self.why} in `{script}`", span)


class Beyond(Fault):
    """Something takes more than a limit allows; a trial does not try on, and nothing is offered as if it were known."""

    def __init__(self, limit: Limit, span: Span | None = None, script: str = "") -> None:
        inside = f" in `{script}`" if script else ""
        super().__init__(f"this takes too many {limit.unit}{inside}: {limit.what}, at most {limit.most:,}", span)
        self.limit = limit

    def placed(self, span: Span | None, script: str) -> Fault:
        """The same of a script."""
        return self if self.span is not None else Beyond(self.limit, span, script)


def out_of_steps() -> None:
    """Stop what takes too long. A step is a routine begun or a turn of a loop, in every way of running."""
    raise Beyond(STEPS)


class NothingGiven(Exception):
    """A statement was given none."""


STOPPING = (Fault, OverflowError, NothingGiven, TooManyNumbers)
"""How printed code stops."""


def fault_of(problem: Exception) -> Fault:
    """What went wrong, in words for whoever plays."""
    if isinstance(problem, Fault):
        return problem
    if isinstance(problem, NothingGiven):
        return Fault("a statement needs a thing, but there is none", None)
    if isinstance(problem, TooManyNumbers):
        return Fault(str(problem), None)
    return Fault("a number is too large", None)
