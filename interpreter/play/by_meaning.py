"""Scenarios run by what scripts mean, with the reference evaluator: nothing is compiled, so a change shows at once.

An author changes a card, a mutant is tried and then forgotten: a handful of scenarios are run of a pack that was never seen
before. Lowering and printing a whole pack for that takes many times as long as the few statements it is about. Both ways of
running agree everywhere, as the tests show; what would take too long here is left to the machine.

What items say is looked up in one place, so it is known of each scenario which fields and scripts of which items it asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.keys import verb
from interpreter.check.scripts import every_routine
from interpreter.code.evident import mark_room
from interpreter.code.layout import Layout
from interpreter.code.sight import DECLINE, hidden_kind, unknown_of
from interpreter.play.names import Names
from interpreter.play.ranking import first, ranks
from interpreter.play.verdict import MAX_SETUP, Failed, Verdict, found_among, judge, listed, never_ready
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import OVER, STATUS, WINNER
from interpreter.reference import Here, Reference, Values
from interpreter.reference import position as at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check import typed as ty
    from interpreter.check.keys import Key
    from interpreter.check.naming import Naming
    from interpreter.check.typed import Formula, Routine
    from interpreter.check.vocabulary import Face, Item
    from interpreter.diagnostics import Span
    from interpreter.play.pack import Pack
    from interpreter.play.scenario_reading import Scenario
    from interpreter.play.tutorial import Tutorial
    from interpreter.primitives.tables import State
    from interpreter.reference.choices import Choice
    from interpreter.reference.run import Due

MOST_STEPS, MOST_TRIALS = 100_000, 20_000
"""Steps up to the next choice, and those that may be tried for one: where more are needed, the machine is faster."""
MOST_STEPS_TAUGHT = 20_000
"""Steps of a whole lesson, which has its own limit (`meter.LESSON`): the machine knows best what goes beyond."""
Read = tuple[str, int, int, str]
"""What was asked of an item: the kind, the number of the thing, that of its upper face, and the field or script."""
_STOPPED = (at.Failed, at.Stopped, TooManyNumbers, OverflowError)


class NotHere(Exception):
    """Only the machine can tell how this scenario goes."""


class _InShort(Failed):
    """A failure of which the machine can say more."""


class ByMeaning:
    """Runs scenarios of one pack as it is now; whoever changes the pack makes another of these."""

    def __init__(self, pack: Pack, naming: Naming | None = None) -> None:
        self.pack, self.naming = pack, naming
        self._tables: dict[tuple[object, ...], tuple[_Noting, Names]] = {}

    def verdict(self, scenario: Scenario, *, in_full: bool = False) -> Verdict:
        """How a sound scenario goes; with `in_full` in the words of the machine. Raises NotHere."""
        if scenario.seats not in self.pack.players:
            raise NotHere
        reference, names = self._table(scenario.seats, scenario.options)
        reference.begin()
        try:
            _Table(reference, names, scenario).play(reference.beginning(scenario))
        except at.TooManyTrials as much:
            raise NotHere from much
        except Failed as failed:
            if in_full and isinstance(failed, _InShort):
                raise NotHere from failed
            return Verdict(scenario, failed.why, failed.span)
        except _STOPPED as stopped:
            if in_full or reference.fuel < 0:
                raise NotHere from stopped
            return Verdict(scenario, str(stopped) or "something cannot be done", scenario.span)
        return Verdict(scenario, "", scenario.span)

    def asked(self, scenario: Scenario) -> list[tuple[Item, int, str]]:
        """What was asked of items when a scenario was run last: of which one, of which face, and the field or script."""
        reference, _ = self._table(scenario.seats, scenario.options)
        return reference.asked()

    def can_be_taken(self, tutorial: Tutorial) -> list[tuple[Item, int, str]] | None:
        """What was asked of items on the way of a tutorial; None where it cannot be gone. Raises NotHere."""
        reference, names = self._table(tutorial.players, tutorial.options)
        reference.begin()
        try:
            _Way(reference, names).go(tutorial)
        except at.TooManyTrials as much:
            raise NotHere from much
        except (Failed, *_STOPPED):
            return None
        return reference.asked()

    def _table(self, seats: int, said: Mapping[str, object]) -> tuple[_Noting, Names]:
        options = self.pack.option_numbers(self.pack.options(said))
        key = (seats, *sorted(options.items()))
        if key not in self._tables:
            layout = Layout(self.pack.vocabulary, seats, options)
            for routine in every_routine(layout.v):
                mark_room(routine.body, layout.v, layout.roomy)
            reference = _Noting(layout)
            if self.naming is not None:
                reference.naming = self.naming
            self._tables[key] = reference, Names(layout)
        return self._tables[key]


class _Asking(Values):
    """Notes what is asked of items."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.noted: set[Read] = set()

    def asked(self, kind: str, thing: int, what: str, s: State) -> Face | None:
        self.noted.add((kind, thing, self.face(kind, thing, s), what))
        return super().asked(kind, thing, what, s)


class _Noting(Reference):
    """Knows where it stood before it came to the choice that is due: a table changed under it is looked at again."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.values: _Asking = _Asking(layout)
        self.most_steps, self.most_trials = MOST_STEPS, MOST_TRIALS
        self.before = at.Position(self._blank)
        self.reason = ""
        """Why the game has ended, where the rule that ended it says so."""
        self._ready: dict[int, tuple[at.Position, bool, set[Read]]] = {}

    def begin(self) -> None:
        """Forget what the scenario before has left."""
        self.values.noted, self.reason = set(), ""

    def asked(self) -> list[tuple[Item, int, str]]:
        """What was asked of items since then."""
        things = self.layout.things
        found = ((things[kind][thing].item, face, what) for kind, thing, face, what in self.values.noted)
        return [(item, face, what) for item, face, what in found if item is not None]

    def beginning(self, scenario: Scenario) -> tuple[at.Position, bool]:
        """Where a scenario begins, before the choice that is due there, and whether the game is over already.

        Set-up choices take the first option until somebody is asked inside the verb that the pack calls ready.
        """
        if scenario.blank:
            return self.start(scenario.seed), False
        if scenario.seed not in self._ready:
            self.values.noted = set()
            position = self.start(scenario.seed)
            due = self.run(position)
            ready = self.v.ready is None
            for _ in range(MAX_SETUP):
                ready = ready or (due is not None and verb(str(self.v.ready)) in _under_way(position))
                if due is None or ready:
                    break
                due.choice.apply(position, due.values[0])
                due = self.run(position)
            if not ready:
                raise Failed(never_ready(self.v), scenario.span)
            self._ready[scenario.seed] = replace(self.before, s=position.s), due is None, self.values.noted
        position, over, noted = self._ready[scenario.seed]
        self.values.noted = set(noted)
        return position.copy(), over

    def _advance(self, position: at.Position) -> Choice | None:
        if position.aim is None:
            self.before = replace(position)
        return super()._advance(position)

    def _do(self, position: at.Position, statement: ty.Do) -> None:
        super()._do(position, statement)
        if position.aim is None and position.s[STATUS] == OVER:
            self.reason = self._reason(statement, position.here)

    def _reason(self, statement: ty.Do, here: Here) -> str:
        value = statement.args.get("reason")
        if value is None:
            return statement.words.get("reason", "")
        number = self.values.number(value, here)
        return self.v.enums[value.type.name].values[number] if number >= 0 else ""

    def winners(self, s: State) -> list[int]:
        """Who has won, if the game is over in this state."""
        v, count = self.v, self.layout.people if self.layout.seats in self.v.rivals else self.layout.seats

        def worth(formula: Formula | None, seat: int) -> int:
            return self.values.number(formula.value, Here(s, seat)) if formula is not None else 0

        order = [(v.rated(worth(v.score, seat)), *(worth(tie, seat) for tie in v.ties)) for seat in range(count)]
        return first(ranks(order, s[WINNER] - 1))


def _under_way(position: at.Position) -> list[Key]:
    """The routines a position is inside of, innermost first."""
    inside = [
        position.frame.script,
        *(one.frame.script for one in at.chain_of(position.todo) if isinstance(one, at.Return)),
    ]
    return [script.key for script in inside if script is not None]


class _Way:
    """A game under way by what its scripts mean."""

    def __init__(self, reference: _Noting, names: Names) -> None:
        self.reference, self.names = reference, names
        self.position = at.Position([])
        self.due: Due | None = None

    def go(self, tutorial: Tutorial) -> None:
        """Take every step of a tutorial. Raises Failed, NotHere where it is much work, and what stops the reference."""
        self.position = self.reference.start(tutorial.seed)
        self._run()
        work = 0
        for step in tutorial.steps:
            self._pick(step.seat, step.pick, step.span, exactly=True)
            work += MOST_STEPS - self.reference.fuel
            if work > MOST_STEPS_TAUGHT:
                raise NotHere

    def _run(self) -> None:
        self.due = self.reference.run(self.position)

    def _choose(self, index: int) -> None:
        assert self.due is not None
        self.due.choice.apply(self.position, self.due.values[index])
        self._run()

    def _keys(self) -> list[str]:
        """What the values on offer are called."""
        due = self.due
        if due is None:
            return []
        choice, table, unknown = due.choice, None, frozenset[int]()
        if choice.items is not None:
            table = hidden_kind(self.reference, self.reference.naming, choice.items, self.position.frame.script)
        if table is not None:
            unknown = unknown_of(self.reference, self.position.s, table, due.values, due.seat)
        made = []
        for number, value in enumerate(due.values):
            if value == DECLINE:
                made.append(choice.refusal)
            elif value in unknown:
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

    def __init__(self, reference: _Noting, names: Names, scenario: Scenario) -> None:
        super().__init__(reference, names)
        self.scenario, self.players = scenario, tuple(range(scenario.seats))

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
        judge(scenario, self)

    def _enter(self, routine: Routine) -> None:
        self.position = self.reference.enter(self.position.s, routine, self.scenario.seat, self.players)
        self._run()

    def _prepare(self, resting: at.Position, over: bool) -> None:
        """Run the given statements beside the flow, then put the flow back on top of the changed table."""
        scenario, state = self.scenario, resting.s
        self.position = resting
        for routine in scenario.given:
            self._enter(routine)
            if self.due is not None:
                raise _InShort("a statement under `given` asks for a choice", scenario.span)
        state[STATUS] = OVER if over else 0
        if not scenario.blank and not over and scenario.run is None:
            self.position = resting
            self._run()

    def asked(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and what is offered; None where nobody is."""
        return (self.due.seat, self._keys()) if self.due is not None else None

    def reason(self) -> str:
        """Why the game is over, where the rule that ended it says so."""
        return self.reference.reason

    def other_reason(self, scenario: Scenario) -> Failed:
        """What is wrong where the game is over for something else than a scenario says."""
        return _InShort("the game is over for another reason", scenario.span)

    def winners(self) -> list[int]:
        """Who has won, if the game is over now."""
        return self.reference.winners(self.position.s)

    def holds(self, formula: Formula) -> bool:
        """Whether a condition holds now."""
        return self.reference.values.truth(formula.value, self._here(self.scenario.seat))

    def number(self, value: ty.Value) -> int:
        """What a number is now."""
        return self.reference.values.number(value, self._here(0))

    def _here(self, seat: int) -> Here:
        return Here(self.position.s, seat, -1, dict(enumerate(self.players)))
