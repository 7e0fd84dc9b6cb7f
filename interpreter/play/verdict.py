"""How a scenario went: how its picks are found among what is offered, and what is judged, the same whoever runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from interpreter.check.typed import Compare
from interpreter.diagnostics import nearest
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.check.keys import Key
    from interpreter.check.typed import Formula, Routine, Value
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Span
    from interpreter.play.scenario_reading import Scenario

MAX_SETUP = 500
"""Choices before a game is ready."""


def never_ready(v: Vocabulary) -> str:
    """Say that no scenario can begin, because nobody is ever asked in the verb that the pack calls ready."""
    return (
        f"nobody was asked anything in `{v.ready}`, the verb that pack.yaml calls `ready`, in {MAX_SETUP} choices or to "
        "the end of the game, so there is nowhere to begin; name the verb in which the first real choice is made, or begin "
        "with `from: blank`"
    )


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


def asking(routine: Routine, inside: Iterable[Key]) -> Failed:
    """A statement under `given` that asks: which one it is, what of the scripts under way asked, and where it belongs."""
    who = next((key for key in inside if key != routine.key), None)
    said = " ".join(str(routine.source.text).split())
    why = (
        f"`{said}` under `given` asks for a choice{f' (`{who}` does)' if who else ''}: `given` only changes the table\n"
        f"write `run: {said}`, and what is chosen under `when:`"
    )
    return Failed(why, routine.span((0, 0)))


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


class Outcome(Protocol):
    """What has come of a scenario: whoever runs scenarios knows this, and nothing else is judged."""

    def asked(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and what is offered; None where nobody is."""

    def reason(self) -> str:
        """Why the game is over, where the rule that ended it says so."""

    def reasons(self) -> list[str]:
        """What the game may be over for."""

    def winners(self) -> list[int]:
        """Who has won, if the game is over now."""

    def holds(self, formula: Formula) -> bool:
        """Whether a condition holds now."""

    def number(self, value: Value) -> int:
        """What a number is now."""


def judge(scenario: Scenario, outcome: Outcome) -> None:
    """Hold what has come of a scenario against all that it says of it. Raises Failed."""
    for look in ASSERTIONS:
        look(scenario, outcome)


def _nobody_is_asked(scenario: Scenario, outcome: Outcome) -> None:
    """Behind `run` nobody may be asked, unless the scenario says what is offered then."""
    asked = outcome.asked() if scenario.run is not None else None
    if asked is None or scenario.offered or scenario.not_offered:
        return
    seat, keys = asked
    who = f"p{seat + 1}"
    pick = f"under `when` goes what {who} picks, for example `- {who}: {keys[0]}`"
    raise Failed(f"unscripted choice for {who}: {listed(keys)} ({pick})", scenario.span)


def _over(scenario: Scenario, outcome: Outcome) -> None:
    if scenario.over is None:
        return
    if scenario.run is not None:
        raise Failed("`over` is for a game that goes on; with `run` only one statement is run", scenario.span)
    if scenario.over != (outcome.asked() is None):
        raise Failed("the game should be over" if scenario.over else "the game is over", scenario.span)


def _ended_for(scenario: Scenario, outcome: Outcome) -> None:
    reason = outcome.reason()
    if not scenario.ended_for or scenario.ended_for == reason:
        return
    known = outcome.reasons()
    near = nearest(scenario.ended_for, known) if scenario.ended_for not in known else None
    meant = f"; did you mean `{near}`?" if near else ""
    raise Failed(f"the game is over {f'for `{reason}`' if reason else 'without a reason'}{meant}", scenario.span)


def _offers(scenario: Scenario, outcome: Outcome) -> None:
    if not scenario.offered and not scenario.not_offered:
        return
    _, keys = outcome.asked() or (0, [])
    for name in scenario.offered:
        if found_among(keys, name) is None:
            raise Failed(f"`{name}` should be offered (offered: {listed(keys)})", scenario.span)
    for name in scenario.not_offered:
        if found_among(keys, name) is not None:
            raise Failed(f"`{name}` should not be offered", scenario.span)


def _winners(scenario: Scenario, outcome: Outcome) -> None:
    winners = outcome.winners() if scenario.winners else []
    if winners != scenario.winners:
        raise Failed(f"the winners are {listed([f'p{seat + 1}' for seat in winners])}", scenario.span)


def _then(scenario: Scenario, outcome: Outcome) -> None:
    """Every condition holds; of a comparison of numbers that does not, what its left side is."""
    for formula, words, span in scenario.then:
        if not outcome.holds(formula):
            value, found = formula.value, ""
            if isinstance(value, Compare) and value.left.type.tag == "number":
                found = f" (it is {outcome.number(value.left)})"
            raise Failed(f"does not hold: {words.strip()}{found}", span)


ASSERTIONS = (_nobody_is_asked, _over, _ended_for, _offers, _winners, _then)
"""What scenarios say of what has come of them, in the order in which it is judged, whoever runs them."""
