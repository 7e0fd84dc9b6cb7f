"""How a game stops that cannot go on: with a reason, and the place in the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.diagnostics.raised import RulewrightError
from interpreter.primitives import STATEMENTS

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


class Unfit(Exception):
    """The way that is gone does not go on. `statement` is where, once that is known."""

    statement: Any = None


class Failed(Unfit):
    """A statement cannot be done."""


class Stopped(Unfit):
    """The rules met a position in which they cannot go on."""

    def __init__(self, why: str | Limit) -> None:
        super().__init__(why if isinstance(why, str) else f"this takes too many {why.unit}")
        self.limit = None if isinstance(why, str) else why


class TooManyTrials(Stopped):
    """Finding out what can be completed takes more than a choice may: nobody knows what would be offered."""


class End(Exception):
    """The way that is tried has come to its end: it is complete, or left to chance."""


def fault_of(problem: Unfit, script: ty.Routine | None) -> Fault:
    """What went wrong in a script, in words for whoever plays."""
    statement, span = problem.statement, None
    if script is not None and script.source.text and statement is not None:
        span = script.span(statement.at)
    if isinstance(problem, Stopped) and problem.limit is not None:
        return Beyond(problem.limit).placed(span, str(script.key) if script is not None else "")
    if isinstance(problem, Stopped):
        return (
            Fault(str(problem), None).placed(span, str(script.key)) if script is not None else Fault(str(problem), span)
        )
    word = STATEMENTS[statement.primitive].phrase.split()[0] if isinstance(statement, ty.Do) else "require"
    return Fault(f"`{word}` cannot be done here", span)
