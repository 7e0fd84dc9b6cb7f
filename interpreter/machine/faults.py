"""How the machine stops: with a reason, and the place in the pack."""

from __future__ import annotations

from interpreter.engine.faults import Beyond, Fault
from interpreter.primitives.functions import TooManyNumbers
from interpreter.source.meter import STEPS


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
