"""What goes round in a circle or takes too long."""

from __future__ import annotations

from interpreter.diagnostics import Problem, shown
from interpreter.source.meter import SILENT, Limit

MOST_TOLD = 10**12
"""Numbers beyond this are not told exactly."""


class Cycle(Problem):
    """Verbs or values need each other in a circle, so they would never end.

    Example:
        - verb: a
          effect: b
        - verb: b
          effect: a
    Use instead:
        - verb: a
          effect: gain 1 wood
    """

    code = "check/cycle"
    beside = "comes back to itself"
    path: tuple[str, ...]
    verbs: bool = False

    def message(self) -> str:
        return "cycle " + " → ".join(self.path)

    def help(self) -> str | None:
        if not self.verbs:
            return None
        again = "to do something again write `repeat`"
        return f"{again}; only a verb that `begins` a span (a turn, a round) may come back to itself"


class TooCostly(Problem):
    """A script could take more steps than one effect may.

    Example:
        repeat 1000000:
          gain 1 wood
    Use instead:
        gain 1000 wood
    """

    code = "check/too-costly"
    beside = "too many steps"
    advice = "go round less often, or let one statement do it at once, as in `gain 1000 COUNTER`"
    steps: int

    def message(self) -> str:
        return f"this may take more than {SILENT.most:,} steps ({min(self.steps, 10**9):,} in the worst case)"


class BeyondLimit(Problem):
    """Something is larger, deeper or more work than a game may be; docs/language.md lists the limits.

    Example:
        gain count(range(1, 200) where count(range(1, 200) where count(range(1, 200) where it > 5) > 5) > 5) wood
    Use instead:
        gain count(range(1, 200) where it > 5) wood
    """

    code = "check/beyond-limit"
    beside = "too much"
    limit: Limit
    amount: int
    name: str = ""

    def message(self) -> str:
        amount = f"{self.amount:,}" if self.amount <= MOST_TOLD else f"more than {MOST_TOLD:,}"
        about = f" (`{shown(self.name)}`)" if self.name else ""
        return f"{self.limit.what}{about}: {amount} {self.limit.unit}, at most {self.limit.most:,}"

    def help(self) -> str:
        return f"this is limited because {self.limit.why}"
