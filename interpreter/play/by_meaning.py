"""Scenarios run by what scripts mean, on the engine: nothing is compiled, so a change shows at once.

An author changes a card, a mutant is tried and then forgotten: a handful of scenarios are run of a pack that was never seen
before. Lowering and printing a whole pack for that takes many times as long as the few statements it is about. Both ways of
running agree everywhere, as the tests show; where the machine can say better why one fails, it is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.keys import verb
from interpreter.check.scripts import every_routine
from interpreter.code.evident import mark_room
from interpreter.code.layout import Layout
from interpreter.code.sight import DECLINE
from interpreter.engine import Due, Engine, Here, Position, TooManyTrials
from interpreter.engine import Failed as CannotBeDone
from interpreter.engine import Stopped as CannotGoOn
from interpreter.play.names import Names
from interpreter.play.ranking import first, ranks
from interpreter.play.verdict import MAX_SETUP, Failed, Verdict, found_among, judge, listed, never_ready
from interpreter.primitives.header import OVER, STATUS, WINNER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check import typed as ty
    from interpreter.check.typed import Formula, Routine
    from interpreter.diagnostics import Span
    from interpreter.engine import Choice
    from interpreter.play.pack import Pack
    from interpreter.play.scenario_reading import Scenario
    from interpreter.play.tutorial import Tutorial
    from interpreter.primitives.tables import State

MOST_STEPS, MOST_TRIALS = 100_000, 20_000
"""Steps up to the next choice, and those that may be tried for one: where more are needed, the machine is faster."""
MOST_STEPS_TAUGHT = 20_000
"""Steps of a whole lesson, which has its own limit (`meter.LESSON`): the machine knows best what goes beyond."""
_STOPPED = (CannotBeDone, CannotGoOn)


class NotHere(Exception):
    """Only the machine can tell how this scenario goes."""


class _InShort(Failed):
    """A failure of which the machine can say more."""


class ByMeaning:
    """Runs scenarios of one pack as it is now; whoever changes the pack makes another of these."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._tables: dict[tuple[object, ...], tuple[_Player, Names]] = {}

    def verdict(self, scenario: Scenario, *, in_full: bool = False) -> Verdict:
        """How a sound scenario goes; with `in_full` in the words of the machine. Raises NotHere."""
        if scenario.seats not in self.pack.players:
            raise NotHere
        engine, names = self._table(scenario.seats, scenario.options)
        engine.begin()
        try:
            _Table(engine, names, scenario).play(engine.beginning(scenario))
        except TooManyTrials as much:
            raise NotHere from much
        except Failed as failed:
            if in_full and isinstance(failed, _InShort):
                raise NotHere from failed
            return Verdict(scenario, failed.why, failed.span)
        except _STOPPED as stopped:
            if in_full or engine.fuel < 0:
                raise NotHere from stopped
            return Verdict(scenario, str(stopped) or "something cannot be done", scenario.span)
        return Verdict(scenario, "", scenario.span)

    def can_be_taken(self, tutorial: Tutorial) -> bool:
        """Whether the way of a tutorial can be gone. Raises NotHere."""
        engine, names = self._table(tutorial.players, tutorial.options)
        try:
            _Way(engine, names).go(tutorial)
        except TooManyTrials as much:
            raise NotHere from much
        except (Failed, *_STOPPED):
            return False
        return True

    def _table(self, seats: int, said: Mapping[str, object]) -> tuple[_Player, Names]:
        options = self.pack.option_numbers(self.pack.options(said))
        key = (seats, *sorted(options.items()))
        if key not in self._tables:
            layout = Layout(self.pack.vocabulary, seats, options)
            for routine in every_routine(layout.v):
                mark_room(routine.body, layout.v, layout.roomy)
            self._tables[key] = _Player(layout), Names(layout)
        return self._tables[key]


class _Player(Engine):
    """Remembers the position in which a game is ready, by its seed."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.most_steps, self.most_trials = MOST_STEPS, MOST_TRIALS
        self._ready: dict[int, tuple[Position, Choice | None]] = {}

    def begin(self) -> None:
        """Forget how the scenario before has ended."""
        self.ended = None

    def beginning(self, scenario: Scenario) -> tuple[Position, Choice | None]:
        """Where a scenario begins, and the choice that is due there; none where the game is over already.

        Set-up choices take the first option until somebody is asked inside the verb that the pack calls ready.
        """
        if scenario.blank:
            return self.start(scenario.seed), None
        if scenario.seed not in self._ready:
            position = self.start(scenario.seed)
            due = self.run(position)
            ready = self.v.ready is None
            for _ in range(MAX_SETUP):
                ready = ready or (due is not None and self._is_ready(position))
                if due is None or ready:
                    break
                due.choice.apply(position, due.values[0])
                due = self.run(position)
            if not ready:
                raise Failed(never_ready(self.v), scenario.span)
            self._ready[scenario.seed] = position, due.choice if due is not None else None
        position, choice = self._ready[scenario.seed]
        return position.copy(), choice

    def _is_ready(self, position: Position) -> bool:
        ready = verb(self.v.ready or "")
        return any(script.key == ready for script in position.under_way)

    def winners(self, s: State) -> list[int]:
        """Who has won, if the game is over in this state."""
        v, count = self.v, self.layout.people if self.layout.seats in self.v.rivals else self.layout.seats

        def worth(formula: Formula | None, seat: int) -> int:
            return self.values.number(formula.value, Here(s, seat)) if formula is not None else 0

        order = [(v.rated(worth(v.score, seat)), *(worth(tie, seat) for tie in v.ties)) for seat in range(count)]
        return first(ranks(order, s[WINNER] - 1))


class _Way:
    """A game under way by what its scripts mean."""

    def __init__(self, engine: _Player, names: Names) -> None:
        self.engine, self.names = engine, names
        self.position = Position([])
        self.due: Due | None = None

    def go(self, tutorial: Tutorial) -> None:
        """Take every step of a tutorial. Raises Failed, NotHere where it is much work, and what stops the engine."""
        self.position = self.engine.start(tutorial.seed)
        self._run()
        work = 0
        for step in tutorial.steps:
            self._pick(step.seat, step.pick, step.span, exactly=True)
            work += MOST_STEPS - self.engine.fuel
            if work > MOST_STEPS_TAUGHT:
                raise NotHere

    def _run(self) -> None:
        self.due = self.engine.run(self.position)

    def _choose(self, index: int) -> None:
        assert self.due is not None
        self.due.choice.apply(self.position, self.due.values[index])
        self._run()

    def _keys(self) -> list[str]:
        """What the values on offer are called."""
        due = self.due
        if due is None:
            return []
        choice = due.choice.by
        made = []
        for number, value in enumerate(due.values):
            if value == DECLINE:
                made.append(choice.refusal)
            elif value in due.unknown:
                made.append(f"hidden_{number + 1}")
            elif choice.items is not None:
                made.append(self.names.key(choice.items.type.element, value))
            else:
                made.append(choice.labels[value])
        return made

    def _pick(self, seat: int, pick: str, span: Span, *, exactly: bool = False) -> None:
        if self.due is None:
            raise Failed(f"nothing is asked any more, so `{pick}` cannot be picked", span)
        keys = self._keys()
        if self.due.seat != seat:
            raise Failed(f"p{self.due.seat + 1} decides here, not p{seat + 1} (offered: {listed(keys)})", span)
        index = found_among(keys, pick) if not exactly or pick in keys else None
        if index is None:
            raise Failed(f"`{pick}` is not offered (offered: {listed(keys)})", span)
        self._choose(index)


class _Table(_Way):
    """One scenario under way."""

    def __init__(self, engine: _Player, names: Names, scenario: Scenario) -> None:
        super().__init__(engine, names)
        self.scenario, self.players = scenario, tuple(range(scenario.seats))

    def play(self, beginning: tuple[Position, Choice | None]) -> None:
        """From the start to what must hold afterwards. Raises Failed, and what stops the engine."""
        scenario = self.scenario
        self._prepare(*beginning)
        if scenario.run is not None:
            try:
                self._enter(scenario.run)
            except TooManyTrials:
                raise
            except _STOPPED:
                if scenario.impossible:
                    return
                raise
            if scenario.impossible:
                raise Failed("this should be impossible, but it can be done", scenario.span)
        for seat, pick, span in scenario.picks:
            self._pick(seat, pick, span)
        judge(scenario, self)

    def _enter(self, routine: Routine) -> None:
        self.position = self.engine.enter(self.position.s, routine, self.scenario.seat, self.players)
        self._run()

    def _prepare(self, resting: Position, choice: Choice | None) -> None:
        """Run the given statements beside the flow, then ask again what is due, of the changed table."""
        scenario, state = self.scenario, resting.s
        over = choice is None and not scenario.blank
        self.position = resting
        for routine in scenario.given:
            self._enter(routine)
            if self.due is not None:
                raise _InShort("a statement under `given` asks for a choice", scenario.span)
        state[STATUS] = OVER if over else 0
        if choice is not None and scenario.run is None:
            self.position = resting
            self.due = self.engine.ask_again(resting, choice)

    def asked(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and what is offered; None where nobody is."""
        return (self.due.seat, self._keys()) if self.due is not None else None

    def reason(self) -> str:
        """Why the game is over, where the rule that ended it says so."""
        return self.engine.ended[1] if self.engine.ended is not None else ""

    def other_reason(self, scenario: Scenario) -> Failed:
        """What is wrong where the game is over for something else than a scenario says."""
        return _InShort("the game is over for another reason", scenario.span)

    def winners(self) -> list[int]:
        """Who has won, if the game is over now."""
        return self.engine.winners(self.position.s)

    def holds(self, formula: Formula) -> bool:
        """Whether a condition holds now."""
        return self.engine.values.truth(formula.value, self._here(self.scenario.seat))

    def number(self, value: ty.Value) -> int:
        """What a number is now."""
        return self.engine.values.number(value, self._here(0))

    def _here(self, seat: int) -> Here:
        return Here(self.position.s, seat, -1, dict(enumerate(self.players)))
