"""Scenarios: a position written as data, picks written by what they mean, and what must hold afterwards.

A scenario starts from the position the pack calls ready (`ready:` in pack.yaml names the verb in which the first real
choice is made; set-up choices before it take the first option), or with `from: blank` from an untouched table. `given`
statements change it, as p1 unless `as` says otherwise. With `run`, one statement is run on its own; without, the game
goes on from where it rests; `over` says whether it has ended then. A choice that `when` does not script fails the
scenario.

They run on the engine, which compiles nothing: of a pack that was changed a moment ago, or of a mutant that is forgotten a
moment later, only the few statements they are about are planned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import verb
from interpreter.check.scripts import every_routine
from interpreter.diagnostics import Severity
from interpreter.engine import Due, Engine, Here, Position, TooManyTrials, Unfit, fault_of
from interpreter.engine.knowledge import DECLINE
from interpreter.engine.layout import Layout
from interpreter.play.errors import InvalidAction
from interpreter.play.names import Names
from interpreter.play.ranking import first, ranks
from interpreter.play.scenario_reading import Scenario, read_scenario, read_scenarios, read_some
from interpreter.play.verdict import MAX_SETUP, Failed, Verdict, asking, found_among, judge, listed, never_ready
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import OVER, STATUS, WINNER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check.typed import Formula, Routine
    from interpreter.diagnostics import Span
    from interpreter.engine import Choice
    from interpreter.play.pack import Pack
    from interpreter.play.tutorial import Tutorial
    from interpreter.primitives.tables import State

SCRIPTS_AT_ONCE = 6_000
"""So many scripts of scenarios are planned before a table is made anew: hundreds of thousands would fill the memory."""
MOST_STEPS_TAUGHT = 20_000
"""Steps of a whole lesson, which has its own limit (`meter.LESSON`): whoever plays it through tells what goes beyond."""


def run_scenarios(pack: Pack, scenarios: list[Scenario]) -> list[Verdict]:
    """Run scenarios, in their order; one with a mistake in it fails for that."""
    runner = Scenarios(pack)
    return [runner.verdict(one) for one in scenarios]


def idle_scenarios(pack: Pack, scenarios: list[Scenario]) -> list[Scenario]:
    """Give the sound scenarios whose demands all hold before anything happened: they would pass whatever the rules do."""
    runner = Scenarios(pack)
    return [scenario for scenario in scenarios if runner.is_idle(scenario)]


class Scenarios:
    """Runs scenarios of one pack as it is now; whoever changes the pack makes another of these."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._tables: dict[tuple[object, ...], tuple[_Player, Names]] = {}
        self._scripts = 0
        """How many scripts of scenarios were planned for these tables."""

    def verdict(self, scenario: Scenario) -> Verdict:
        """How a scenario goes."""
        broken = [one for one in scenario.diagnostics if one.severity is Severity.ERROR]
        if broken:
            return Verdict(scenario, broken[0].message, broken[0].label.span)
        if scenario.seats not in self.pack.players:
            return Verdict(scenario, f"{self.pack.id} is not for {scenario.seats} players", scenario.span)
        try:
            table = self._begun(scenario)
        except InvalidAction as wrong:
            return Verdict(scenario, str(wrong), scenario.span)
        except Failed as failed:
            return Verdict(scenario, failed.why, failed.span)
        except Unfit as stopped:
            return Verdict(scenario, str(fault_of(stopped, None)), scenario.span)
        try:
            table.play()
        except Failed as failed:
            return Verdict(scenario, failed.why, failed.span)
        except Unfit as stopped:
            return Verdict(scenario, str(fault_of(stopped, table.position.script)), scenario.span)
        return Verdict(scenario, "", scenario.span)

    def is_idle(self, scenario: Scenario) -> bool:
        """Whether all that a sound scenario demands holds before anything happened.

        Before `run` and the first pick, that is; in a scenario with neither, before the set-up and the `given` statements.
        What is said of an untouched table is about the things of the pack themselves, and no event could make it true.
        """
        if not scenario.then or scenario.impossible or scenario.winners or scenario.over is not None:
            return False
        happens = scenario.run is not None or bool(scenario.picks)
        if not happens and scenario.blank and not scenario.given:
            return False
        try:
            return self._begun(scenario, untouched=not happens).holds_already()
        except (Failed, Unfit, InvalidAction):
            return False  # it fails

    def can_be_taken(self, tutorial: Tutorial) -> bool:
        """Whether the way of a tutorial can be gone with little work."""
        engine, names = self._table(tutorial.players, tutorial.options)
        try:
            return _Way(engine, names).takes_every_step(tutorial)
        except (Failed, Unfit):
            return False

    def _begun(self, scenario: Scenario, *, untouched: bool = False) -> _Table:
        self._scripts += len(scenario.given) + len(scenario.then) + 1
        if self._scripts > SCRIPTS_AT_ONCE:
            self._scripts = 0
            self._tables.clear()
        engine, names = self._table(scenario.seats, scenario.options)
        engine.ended = None
        return _Table(engine, names, scenario, *engine.beginning(scenario, untouched=untouched))

    def _table(self, seats: int, said: Mapping[str, object]) -> tuple[_Player, Names]:
        options = self.pack.option_numbers(self.pack.options(said))
        key = (seats, *sorted(options.items()))
        if key not in self._tables:
            layout = Layout(self.pack.vocabulary, seats, options)
            self._tables[key] = _Player(layout), Names(layout)
        return self._tables[key]


class _Player(Engine):
    """Remembers the position in which a game is ready, by its seed."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self._ready: dict[int, tuple[Position, Choice | None]] = {}

    def beginning(self, scenario: Scenario, *, untouched: bool) -> tuple[Position, Choice | None]:
        """Where a scenario begins, and the choice that is due there; none where the game is over already.

        Set-up choices take the first option until somebody is asked inside the verb that the pack calls ready.
        """
        if scenario.blank or untouched:
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

    def reasons(self) -> list[str]:
        """All reasons that scripts end the game for, by name."""
        found: set[str] = set()
        for routine in every_routine(self.v):
            for one in walk(routine.body):
                if isinstance(one, ty.Do) and STATEMENTS[one.primitive].ends:
                    value = one.args.get("reason")
                    found |= {one.words.get("reason", "")} if value is None else {*self.v.enums[value.type.name].values}
        return sorted(found - {""})

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

    def takes_every_step(self, tutorial: Tutorial) -> bool:
        """Take every step of a tutorial; no where that is much work. Raises Failed, and what stops the engine."""
        self.position = self.engine.start(tutorial.seed)
        self._run()
        work = 0
        for step in tutorial.steps:
            self._pick(step.seat, step.pick, step.span, exactly=True)
            work += self.engine.most_steps - self.engine.fuel
            if work > MOST_STEPS_TAUGHT:
                return False
        return True

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

    def __init__(
        self, engine: _Player, names: Names, scenario: Scenario, resting: Position, choice: Choice | None
    ) -> None:
        super().__init__(engine, names)
        self.scenario, self.players = scenario, tuple(range(scenario.seats))
        self.position, self._resting, self._choice = resting, resting, choice

    def play(self) -> None:
        """From the start to what must hold afterwards. Raises Failed, and what stops the engine."""
        scenario = self.scenario
        self._prepare()
        if scenario.run is not None:
            try:
                self._enter(scenario.run)
            except TooManyTrials:
                raise
            except Unfit:
                if scenario.impossible:
                    return
                raise
            if scenario.impossible:
                raise Failed("this should be impossible, but it can be done", scenario.span)
        for seat, pick, span in scenario.picks:
            self._pick(seat, pick, span)
        judge(scenario, self)

    def holds_already(self) -> bool:
        """Whether all that is demanded holds before anything is run or picked."""
        scenario = self.scenario
        happens = scenario.run is not None or bool(scenario.picks)
        if happens:
            self._prepare()
        keys = self._keys() if scenario.run is None and happens else []
        offered = [name for name in scenario.offered if found_among(keys, name) is None]
        withheld = [name for name in scenario.not_offered if not keys or found_among(keys, name) is not None]
        return not offered and not withheld and all(self.holds(formula) for formula, _, _ in scenario.then)

    def _enter(self, routine: Routine) -> None:
        self.position = self.engine.enter(self.position.s, routine, self.scenario.seat, self.players)
        self._run()

    def _prepare(self) -> None:
        """Run the given statements beside the flow, then ask again what is due, of the changed table."""
        scenario, choice, resting = self.scenario, self._choice, self._resting
        for routine in scenario.given:
            self._enter(routine)
            if self.due is not None:
                raise asking(routine, [script.key for script in self.position.under_way])
        over = choice is None and not scenario.blank
        resting.s[STATUS] = OVER if over else 0
        if choice is not None and scenario.run is None:
            self.position = resting
            self.due = self.engine.ask_again(resting, choice)

    def asked(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and what is offered; None where nobody is."""
        return (self.due.seat, self._keys()) if self.due is not None else None

    def reason(self) -> str:
        """Why the game is over, where the rule that ended it says so."""
        return self.engine.ended[1] if self.engine.ended is not None else ""

    def reasons(self) -> list[str]:
        """What the game may be over for."""
        return self.engine.reasons()

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


__all__ = [
    "Scenario",
    "Scenarios",
    "Verdict",
    "idle_scenarios",
    "read_scenario",
    "read_scenarios",
    "read_some",
    "run_scenarios",
]
