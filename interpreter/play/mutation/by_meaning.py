"""Scenarios run by what scripts mean, with the reference evaluator: nothing is compiled, so a change shows at once.

A mutant is tried with a handful of scenarios and then forgotten. Lowering and printing a whole pack for that takes many
times as long as the few statements it is about. Both ways of running agree everywhere, as the tests show; what only the
machine knows (why a game ended, who has won) and what would take too long to try here is left to the machine.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.analysis import every_routine
from interpreter.check.keys import verb
from interpreter.code.evident import mark_room
from interpreter.code.layout import Layout
from interpreter.code.sight import hidden_kind, unknown_of
from interpreter.play.names import Names
from interpreter.play.scenario import MAX_SETUP, Failed, Verdict, demand_offered, found_among, listed
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import OVER, STATUS
from interpreter.reference import Here, Reference
from interpreter.reference import position as at

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import Routine
    from interpreter.diagnostics import Span
    from interpreter.play.pack import Pack
    from interpreter.play.scenario import Scenario

MOST_TRIALS = 20_000
"""Steps that may be tried for one choice: where more are needed, the machine has a proof."""
_STOPPED = (at.Failed, at.Stopped, TooManyNumbers, OverflowError)


class NotHere(Exception):
    """Only the machine can tell how this scenario goes."""


class ByMeaning:
    """Runs scenarios of one pack as it is now; whoever changes the pack makes another of these."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._tables: dict[tuple[object, ...], tuple[_Noting, Names]] = {}

    def verdict(self, scenario: Scenario) -> Verdict:
        """How a sound scenario goes. Raises NotHere."""
        if scenario.winners or scenario.ended_for:
            raise NotHere
        options = self.pack.option_numbers(self.pack.options(scenario.options))
        key = (scenario.seats, *sorted(options.items()))
        if key not in self._tables:
            layout = Layout(self.pack.vocabulary, scenario.seats, options)
            for routine in every_routine(layout.v):
                mark_room(routine.body, layout.v, layout.roomy)
            self._tables[key] = _Noting(layout), Names(layout)
        reference, names = self._tables[key]
        try:
            _Table(reference, names, scenario).play(reference.beginning(scenario))
        except at.TooManyTrials as much:
            raise NotHere from much
        except Failed as failed:
            return Verdict(scenario, failed.why, failed.span)
        except _STOPPED as stopped:
            return Verdict(scenario, str(stopped) or "something cannot be done", scenario.span)
        return Verdict(scenario, "", scenario.span)


class _Noting(Reference):
    """Knows where it stood before it came to the choice that is due: a table changed under it is looked at again."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.most_trials = MOST_TRIALS
        self.before = at.Position(self._blank)
        self._ready: dict[int, tuple[at.Position, bool]] = {}

    def beginning(self, scenario: Scenario) -> tuple[at.Position, bool]:
        """Where a scenario begins, before the choice that is due there, and whether the game is over already.

        Set-up choices take the first option until somebody is asked inside the verb that the pack calls ready.
        """
        if scenario.blank:
            return self.start(scenario.seed), False
        if scenario.seed not in self._ready:
            position = self.start(scenario.seed)
            due = self.run(position)
            for _ in range(MAX_SETUP):
                if due is None or self.v.ready is None or verb(self.v.ready) in _under_way(position):
                    break
                due.choice.apply(position, due.values[0])
                due = self.run(position)
            self._ready[scenario.seed] = replace(self.before, s=position.s), due is None
        position, over = self._ready[scenario.seed]
        return position.copy(), over

    def _advance(self, position: at.Position) -> at.Choice | None:
        if self._aim is None:
            self.before = replace(position)
        return super()._advance(position)


def _under_way(position: at.Position) -> list[Key]:
    """The routines a position is inside of, innermost first."""
    inside = [position.script, *(one.script for one in at.chain_of(position.todo) if isinstance(one, at.Return))]
    return [script.key for script in inside if script is not None]


class _Table:
    """One scenario under way."""

    def __init__(self, reference: _Noting, names: Names, scenario: Scenario) -> None:
        self.reference, self.names, self.scenario = reference, names, scenario
        self.players = tuple(range(scenario.seats))
        self.position = at.Position([])
        self.due: at.Due | None = None

    def play(self, beginning: tuple[at.Position, bool]) -> None:
        """From the start to what must hold afterwards. Raises Failed, and what stops the reference."""
        scenario = self.scenario
        self._prepare(*beginning)
        if scenario.run is not None:
            try:
                self._enter(scenario.run)
            except at.TooManyTrials:
                raise
            except _STOPPED:
                if scenario.impossible:
                    return
                raise
            if scenario.impossible:
                raise Failed("this should be impossible, but it can be done", scenario.span)
        for seat, pick, span in scenario.picks:
            self._pick(seat, pick, span)
        self._after()

    def _run(self) -> None:
        self.due = self.reference.run(self.position)

    def _enter(self, routine: Routine) -> None:
        self.position = self.reference.enter(self.position.s, routine, self.scenario.seat, self.players)
        self._run()

    def _choose(self, index: int) -> None:
        assert self.due is not None
        self.due.choice.apply(self.position, self.due.values[index])
        self._run()

    def _prepare(self, resting: at.Position, over: bool) -> None:
        """Run the given statements beside the flow, then put the flow back on top of the changed table."""
        scenario, state = self.scenario, resting.s
        self.position = resting
        for routine in scenario.given:
            self._enter(routine)
            if self.due is not None:
                raise Failed("a statement under `given` asks for a choice", scenario.span)
        state[STATUS] = OVER if over else 0
        if not scenario.blank and not over and scenario.run is None:
            self.position = resting
            self._run()

    def _keys(self) -> list[str]:
        """What the values on offer are called."""
        due = self.due
        if due is None:
            return []
        choice, table, unknown = due.choice, None, frozenset[int]()
        if choice.items is not None:
            table = hidden_kind(self.reference, self.reference.naming, choice.items, self.position.script)
        if table is not None:
            unknown = unknown_of(self.reference, self.position.s, table, due.values, due.seat)
        made = []
        for number, value in enumerate(due.values):
            if value == at.DECLINE:
                made.append(choice.refusal)
            elif value in unknown:
                made.append(f"hidden_{number + 1}")
            elif choice.items is not None:
                made.append(self.names.key(choice.items.type.element, value))
            else:
                made.append(choice.labels[value])
        return made

    def _pick(self, seat: int, pick: str, span: Span) -> None:
        if self.due is None:
            raise Failed(f"nothing is asked any more, so `{pick}` cannot be picked", span)
        keys = self._keys()
        if self.due.seat != seat:
            raise Failed(f"p{self.due.seat + 1} decides here, not p{seat + 1} (offered: {listed(keys)})", span)
        index = found_among(keys, pick)
        if index is None:
            raise Failed(f"`{pick}` is not offered (offered: {listed(keys)})", span)
        self._choose(index)

    def _after(self) -> None:
        scenario, keys = self.scenario, self._keys()
        asked = bool(scenario.offered or scenario.not_offered)
        if scenario.run is not None and self.due is not None and not asked:
            raise Failed(f"unscripted choice for p{self.due.seat + 1}: {listed(keys)}", scenario.span)
        if scenario.over is not None and scenario.over != (self.due is None):
            raise Failed("the game should be over" if scenario.over else "the game is over", scenario.span)
        demand_offered(scenario, keys)
        here = Here(self.position.s, scenario.seat, -1, dict(enumerate(self.players)))
        for formula, words, span in scenario.then:
            if not self.reference.values.truth(formula.value, here):
                raise Failed(f"does not hold: {words.strip()}", span)
