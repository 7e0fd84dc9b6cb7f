"""How a scenario went, and how its picks are found among what is offered: the same whoever runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.typed import Compare
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.typed import Formula
    from interpreter.diagnostics import Span
    from interpreter.play.scenario_reading import Scenario
    from interpreter.reference import Here, Values

MAX_SETUP = 500
"""Choices before a game is ready."""


@record(frozen=True, slots=True)
class Verdict:
    """How a scenario went: `why` is empty when it passed."""

    scenario: Scenario
    why: str
    span: Span

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.why


NOT_RUN = "there is a mistake in it"


def unrun(scenario: Scenario) -> Verdict:
    """The verdict of a scenario that cannot be run, because of a mistake in it."""
    return Verdict(scenario, NOT_RUN, scenario.span)


class Failed(Exception):
    """A scenario does not go as it says."""

    def __init__(self, why: str, span: Span) -> None:
        super().__init__(why)
        self.why, self.span = why, span


def found_among(keys: list[str], pick: str) -> int | None:
    """An option by its key, a player as p1, or the first copy of an item by its id."""
    if pick in keys:
        return keys.index(pick)
    if pick[:1] == "p" and pick[1:].isdigit():
        pick = f"player{pick[1:]}"
        return keys.index(pick) if pick in keys else None
    for sign in ("#", "@"):
        short = [key.split(sign)[0] for key in keys]
        if pick in short:
            return short.index(pick)
    return None


def listed(keys: list[str]) -> str:
    """The first of many options."""
    return ", ".join(keys[:12]) + (", …" if len(keys) > 12 else "")


def unscripted(scenario: Scenario, seat: int, keys: list[str]) -> Failed:
    """What is wrong where somebody is asked and the scenario does not say what they pick."""
    who = f"p{seat + 1}"
    pick = f"under `when` goes what {who} picks, for example `- {who}: {keys[0]}`"
    return Failed(f"unscripted choice for {who}: {listed(keys)} ({pick})", scenario.span)


def does_not_hold(formula: Formula, words: str, span: Span, values: Values, here: Here) -> Failed:
    """What is wrong where a condition does not hold; for a comparison of numbers with what the left side is."""
    value, found = formula.value, ""
    if isinstance(value, Compare) and value.left.type.tag == "number":
        found = f" (it is {values.number(value.left, here)})"
    return Failed(f"does not hold: {words.strip()}{found}", span)


def look_at_offers(scenario: Scenario, keys: list[str]) -> None:
    """Hold what is offered against what a scenario says of it. Raises Failed."""
    for name in scenario.offered:
        if found_among(keys, name) is None:
            raise Failed(f"`{name}` should be offered (offered: {listed(keys)})", scenario.span)
    for name in scenario.not_offered:
        if found_among(keys, name) is not None:
            raise Failed(f"`{name}` should not be offered", scenario.span)


def look_whether_over(scenario: Scenario, *, over: bool) -> None:
    """Hold whether the game is over against what a scenario says of it. Raises Failed."""
    if scenario.over is None:
        return
    if scenario.run is not None:
        raise Failed("`over` is for a game that goes on; with `run` only one statement is run", scenario.span)
    if scenario.over != over:
        raise Failed("the game should be over" if scenario.over else "the game is over", scenario.span)


def look_who_has_won(scenario: Scenario, winners: list[int]) -> None:
    """Hold who has won against what a scenario says of it. Raises Failed."""
    if winners != scenario.winners:
        raise Failed(f"the winners are {listed([f'p{seat + 1}' for seat in winners])}", scenario.span)
