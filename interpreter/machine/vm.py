"""The machine itself: run to the next choice, offer what can be completed, take a pick, undo a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from interpreter.check.keys import START
from interpreter.check.naming import Naming
from interpreter.code.place import IN_VALUE, Untold
from interpreter.code.program import ForEach, Point, nodes_of
from interpreter.engine import Values
from interpreter.engine.faults import Beyond, Fault
from interpreter.engine.knowledge import DECLINE, hidden_kind, in_sight, unknown_of
from interpreter.engine.tables import Tables
from interpreter.machine.faults import STOPPING, NothingGiven, fault_of, out_of_steps
from interpreter.machine.guard import Guard
from interpreter.machine.pending import OFFERING, Pending, due
from interpreter.machine.printed import Printed
from interpreter.machine.python_code import LOOK, PLAY, TRY
from interpreter.machine.signals import ASK, DEEP, DONE, FAIL, FATE, HALT
from interpreter.machine.whereabouts import Whereabouts
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import ACTS, BACK, FRAME, FRAME_LOCALS, OVER, PC, SCOPE, STATUS
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import KindTable
from interpreter.records import record
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.typed import Formula
    from interpreter.code.program import Ask, Program
    from interpreter.primitives.tables import State

NO_TRIAL = -1
NOWHERE_ELSE, HERE, BEYOND = 0, 1, 2
"""How far behind a choice something can still fail: nowhere but in the option itself, in this routine, or around it."""
FUEL = meter.STEPS.most
TRIAL_FUEL = meter.TRIAL_STEPS.most
TRIALS_FUEL = meter.TRIALS.most
MAX_OPTIONS = meter.OPTIONS.most
MAX_TRIAL_CHOICES = meter.TRIAL_CHOICES.most
"""How many choices in a row a trial makes before it gives the way up: a number of our own, not Python's stack."""
CELLS_COPIED = 10_000
"""So many cells are copied in the time of a step."""


Way = tuple[int, int, int, list[int]]
"""What taking a value needs: where in its frame it goes (0: nowhere), where the program goes on after the option it begins
(0: none), the only place (0: there are several), and all places, the last of which is where declining leads."""


@record(slots=True)
class _Choice:
    """What is printed for a choice; `own` is whether something can fail behind it in its own routine."""

    ask: Ask
    own: int
    candidates: Callable[..., Any]
    may_decline: Callable[..., Any] | None
    must_have: Callable[..., Any] | None
    hidden: KindTable | None
    straight: bool  # nobody may decline, and everybody knows what is on offer
    exposed: bool  # something around this routine may fail
    optional: bool  # it may always be declined, and everybody knows what is on offer
    possible: list[Callable[..., Any]] = field(default_factory=list)


class Machine(Tables):
    """Runs one program. It holds tables only; the game is in the state."""

    def __init__(
        self,
        program: Program,
        *,
        stepping: bool = False,
        guarded: bool = False,
        covered: bool = False,
        kept_as: str = "",
    ) -> None:
        super().__init__(program.layout, program.spans)
        self.program = program
        self.fired: set[Key] | None = None
        self.floor = NO_TRIAL
        self.base = -1
        self.fuel = 0
        self.trials = 0
        self.guard = Guard(program) if guarded else None
        known = {"m": self, "out_of_steps": out_of_steps, "guard": self.guard, **OFFERING}
        self.printed = Printed(program, known, stepping=stepping, guard=self.guard, covered=covered, kept_as=kept_as)
        self.flow = self.printed.flow
        self.whereabouts = Whereabouts(program, self.flow)
        self._play, self._look, self._try = (self.printed.blocks[purpose] for purpose in (PLAY, LOOK, TRY))
        self._choices: list[_Choice | None] = [None] * len(program.asks)
        self._slowly: list[Callable[..., Pending | None]] = [self._offer] * len(self.flow.points)
        self._offers = self._slowly[:]  # by place in the program: what can be worked out at once has its own function
        self._asked_of = self._offers
        self._asks: list[Ask | None] = [None] * len(self.flow.points)
        self._empty = [-1] * len(program.asks)  # where having nothing to choose leads
        self._ways: list[Way] = [self._way(ask) for ask in program.asks]
        self._steps_of = [  # for the values of the routine around each place
            program.routines[point.block.routine].body.parts // meter.STEP.most for point in self.flow.points
        ]
        self.seals = any(
            isinstance(node, ForEach) and node.secret
            for code in program.routines.values()
            for node in nodes_of(code.body)
        )
        self._risks: list[Callable[..., bool] | None] = [None] * len(self.flow.points)
        self._proved: dict[tuple[int, int, bool], Callable[..., bool] | None] = {}

    def _way(self, ask: Ask) -> Way:
        flow = self.flow
        block, at = flow.asked_at[ask.number]
        here = flow.number(Point(block, at))
        self._asks[here] = ask
        after = flow.number(Point(block, at + 1))
        targets = [flow.number(Point(body, 0)) for body in ask.bodies] if ask.scoped else [after]
        decline, empty = (
            flow.number(flow.after_ask(block, at, way)) if way else -1 for way in (ask.decline, ask.empty)
        )
        only = targets[0] if len(targets) == 1 else 0  # nothing leads to the first place of all
        self._empty[ask.number] = empty
        store = FRAME_LOCALS + ask.store if ask.store >= 0 else 0
        return store, after if ask.scoped else 0, only, [*targets, decline]

    @property
    def careful(self) -> bool:
        """Whether every proof is compared with a trial."""
        return self._asked_of is self._slowly

    @careful.setter
    def careful(self, careful: bool) -> None:
        self._asked_of = self._slowly if careful else self._offers

    @property
    def reached(self) -> bytearray:
        """By the number of its first place, which blocks were played since somebody wiped this; `covered` machines only."""
        return self.printed.reached

    @property
    def work_done(self) -> int:
        """The steps it took to come from the last pick to where a state rests now."""
        return FUEL - self.fuel + TRIALS_FUEL - self.trials

    # ---- functions of positions

    def worth(self, formula: Formula | None) -> Callable[..., Any]:
        """A formula of the pack, a scenario or a console as a function of state, who acts and `this`."""
        assert formula is not None
        self.program.values.function(formula.key, len(formula.params), formula.value)
        return self._asked(self.printed.function(formula.key), formula)

    def _asked(self, function: Callable[..., Any], formula: Formula) -> Callable[..., Any]:
        """A function that may be asked of any state: it counts its work anew, and says in words why it cannot answer."""

        def asked(s: State, me: int, this: int, *args: int) -> Any:  # noqa: ANN401 - a number, a truth or a set
            self.fuel = FUEL
            try:
                return function(s, me, this, *args)
            except STOPPING as problem:
                place = formula.source.span(*formula.value.at) if formula.source.text else None
                raise fault_of(problem).placed(place, str(formula.key)) from None

        return asked

    @cached_property
    def naming(self) -> Naming:
        """What the scripts name, and what they point at."""
        return Naming(self.layout.v, self.program.scripts)

    @cached_property
    def values(self) -> Values:
        """What values mean, for whoever asks for one that was not compiled."""
        return Values(self.layout)

    @cached_property
    def score(self) -> Callable[..., int]:
        """What a player has scored."""
        return self.worth(self.layout.v.score)

    @cached_property
    def ties(self) -> list[Callable[..., int]]:
        """What decides between equal scores, the first one first."""
        return [self.worth(tie) for tie in self.layout.v.ties]

    @cached_property
    def estimate(self) -> Callable[..., int]:
        """What a position is worth to a player; it looks at the same values again and again, so they are remembered."""
        estimate = self.layout.v.estimate
        assert estimate is not None
        return self._asked(self.printed.estimate(lambda: self.program.values.expr(estimate.value, IN_VALUE)), estimate)

    def achieved(self, name: str) -> Callable[..., int]:
        """Whether a player has achieved something."""
        return self.worth(self.layout.v.achievements[name].value.formula)

    def shown(self, key: str) -> Callable[..., int]:
        """A derived value of the pack, by its key."""
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = self.worth(self.layout.v.values[key].formula)
        return found

    @cached_property
    def _shown(self) -> dict[str, Callable[..., int]]:
        """Those that somebody has looked at."""
        return {}

    def formula(self, key: Key) -> Callable[..., Any]:
        """A formula of a scenario or console."""
        return self.worth(self.program.formulas[key])

    # ---- what printed code asks of the machine

    def player(self, seat: int) -> int:
        """A player who is to act, who may not be none."""
        if seat < 0:
            raise NothingGiven
        return seat

    def out_of_steps(self) -> None:
        """Stop what takes too long: for the engine's own statements."""
        raise Beyond(meter.STEPS)

    def nothing(self) -> None:
        """A statement was given none."""
        raise NothingGiven

    def run_until_failure(self, s: State) -> int:
        """Run a copy on, first ways first, until something fails or asks in vain: for explanations.

        Where one of several ways of doing something has to be chosen, each has its own reason: it stops there as well.
        """
        log, self.log, self.floor, self.fuel, self.trials = self.log, None, 0, TRIAL_FUEL, TRIALS_FUEL
        try:
            for _ in range(TRIAL_FUEL):
                signal = self._advance(s, self._try)
                if signal != ASK:
                    return signal
                ask = self.ask_at(s)
                values = list(self.choice(ask).candidates(s, s[FRAME]))
                if not values or (len(values) > 1 and ask.shape == "options" and not ask.decline):
                    return ASK
                self.apply(s, ask, values[0])
        except Fault:
            return DEEP
        finally:
            self.log, self.floor = log, NO_TRIAL
        return DEEP

    # ---- running

    def start(self, seed: int) -> State:
        """A fresh state, before the first node."""
        s = self._blank[:]
        seed_random(s, seed)
        self.enter(s, START, 0)
        return s

    def enter(self, s: State, routine: Key, seat: int) -> None:
        """Put a routine on an empty stack; when it returns, the game is over."""
        del s[self.layout.size :]
        s[FRAME] = len(s)
        s[SCOPE] = 0
        s[PC] = self.flow.entry(routine)
        s.extend([0, HALT, seat, -1] + [0] * self.program.routines[routine].size)
        s[STATUS] = 0

    def run(self, s: State) -> Pending | None:
        """Run on from where the state rests until somebody must choose; None when the game is over."""
        self.fuel, self.trials = FUEL, TRIALS_FUEL
        blocks = self._look if self.log is None else self._play
        offers, pc = self._asked_of, s[PC]
        try:
            while True:
                pc = blocks[pc](s, s[FRAME])
                if self.fuel < 0:
                    out_of_steps()
                if pc >= 0:
                    continue
                if pc != ASK:
                    break
                pending = offers[s[PC]](s, s[FRAME])
                if pending is not None:
                    return pending
                pc = s[PC]
        except STOPPING as problem:
            running = self.printed.running(problem.__traceback__)
            raise self.whereabouts.located(fault_of(problem), s, running) from None
        self._finish(s, pc)
        return None

    def look_ahead(self, s: State, seat: int, question: Ask) -> Pending | None:
        """Run on while it is a seat's own action: None when another is asked, or the question again, or the game is over.

        What is offered there is not worked out: whoever looks ahead values the state as it is then.
        """
        self.fuel, self.trials = FUEL, TRIALS_FUEL
        while (signal := self._advance(s, self._look)) == ASK:
            ask = self.ask_at(s)
            if ask is question or (s[s[FRAME] + ACTS] not in (seat, -1) and not ask.random):
                return None
            pending = self._offers[s[PC]](s, s[FRAME])
            if pending is not None:
                return pending
        self._finish(s, signal)
        return None

    def unseal(self, s: State, keys: tuple[str, ...], chosen: int) -> None:
        """Tell everybody what players have chosen secretly: nothing before can be taken back."""
        self.fate = True
        for seat in range(self.layout.people):
            for key in keys if chosen >> seat & 1 else ():
                place = self.layout.vars[key]
                first = place.base + seat * place.width
                if self.log is not None:
                    self.log += [("unseal", seat, cell, s[cell]) for cell in range(first, first + place.width)]

    def run_secretly(self, s: State) -> Pending | None:
        """Run a copy on to the next choice of the same player; None where their part of a secret choice ends."""
        self.fuel, self.trials = FUEL, TRIALS_FUEL
        try:
            while self._advance(s, self._try) == ASK:
                pending = self._offer(s, s[FRAME])
                if pending is not None:
                    return pending
        except Fault as fault:
            raise self.whereabouts.located(fault, s, None) from None
        return None

    def ask_at(self, s: State) -> Ask:
        """The choice at which a state rests."""
        ask = self._asks[s[PC]]
        assert ask is not None
        return ask

    def _finish(self, s: State, signal: int) -> None:
        """End the game, or say why it cannot go on."""
        if signal in (FAIL, DEEP):
            raise self.whereabouts.fault(s, without_end=signal == DEEP)
        s[STATUS] = OVER

    def _advance(self, s: State, blocks: list[Callable[..., Any]]) -> int:
        """Run on to the next choice or signal."""
        pc = s[PC]
        try:
            while pc >= 0:
                pc = blocks[pc](s, s[FRAME])
                if self.fuel < 0:
                    out_of_steps()
        except (OverflowError, NothingGiven, TooManyNumbers) as problem:
            raise fault_of(problem) from None
        return pc

    def under_way(self, s: State) -> list[Key]:
        """The routines a resting state is inside of, innermost first."""
        return self.whereabouts.under_way(s)

    # ---- choices

    def choice(self, ask: Ask) -> _Choice:
        """Everything that is printed for a choice."""
        made = self._choices[ask.number]
        if made is None:
            printed = self.printed
            hidden = hidden_kind(self, self.naming, ask.typed_values, self.program.script_of(ask))
            block, at = self.flow.asked_at[ask.number]
            made = self._choices[ask.number] = _Choice(
                ask,
                HERE if self.flow.risky_behind(ask, block, at) else NOWHERE_ELSE,
                printed.candidates(ask),
                printed.ask_condition("D", ask, ask.decline_if),
                printed.ask_condition("H", ask, ask.hard),
                hidden,
                straight=not ask.decline and hidden is None,
                exposed=ask.routine in self.flow.exposed,
                optional=bool(ask.decline) and not ask.must and ask.decline_if is None and hidden is None,
            )
            made.possible = [partial(self._first_time, made, NOWHERE_ELSE), partial(self._first_time, made, HERE)]
        return made

    def _first_time(self, choice: _Choice, reach: int, s: State, f: int) -> list[int]:
        """Print the function that says what can be completed, and ask it."""
        ask = choice.ask

        def tried(s: State, value: int) -> bool:
            return self._tried(s, ask, value, reach)

        def settled(s: State, f: int, values: list[int]) -> Pending | None:
            if len(values) != 1:
                return self._offer(s, f)
            self.apply(s, ask, values[0])
            return None

        printed, to_the_end = self.printed, reach == HERE
        if reach == choice.own and not choice.exposed and (choice.straight or (choice.optional and not reach)):
            at_once = printed.offered(ask, tried, settled, self._offer, to_the_end=to_the_end, optional=choice.optional)
            self._offers[self.flow.number(Point(*self.flow.asked_at[ask.number]))] = at_once
            choice.possible[reach] = partial(at_once, bare=True)
        else:
            choice.possible[reach] = printed.possible(ask, tried, to_the_end=to_the_end)
        return choice.possible[reach](s, f)  # type: ignore[no-any-return]

    def _offer(self, s: State, f: int) -> Pending | None:
        """Work out a choice; one with a single way is taken at once (None, and the state rests behind it)."""
        choice = self.choice(self.ask_at(s))
        ask = choice.ask
        if ask.random:
            self._at_random(s, f, choice)
            return None
        reach = self._reach(s, choice)
        if reach == BEYOND or self.careful:
            values = self._one_by_one(s, f, choice, reach)
        else:
            try:
                values = choice.possible[reach](s, f)
            except Untold:
                values = self._one_by_one(s, f, choice, reach)
        if self._declinable(s, f, choice, values) and (
            not values or reach == NOWHERE_ELSE or self._can(s, ask, DECLINE, reach)
        ):
            if not values:
                s[PC] = self._ways[ask.number][3][-1]
                return None
            values.append(DECLINE)
        elif not values:
            self._without(s, f, choice)
            return None
        elif len(values) == 1:
            self.apply(s, ask, values[0])
            return None
        return self._on_offer(s, f, choice, values)

    def _on_offer(self, s: State, f: int, choice: _Choice, values: list[int]) -> Pending:
        """What is offered, as the one who decides sees it."""
        ask = choice.ask
        if len(values) > MAX_OPTIONS:
            raise Beyond(meter.OPTIONS, self.program.span_of(ask.routine, ask.at), str(ask.routine))
        if choice.hidden is None or ask.typed_values is None:
            return due(ask, s[f + ACTS], values)
        unknown = unknown_of(self, s, choice.hidden, values, s[f + ACTS])
        values = in_sight(s, choice.hidden, ask.typed_values, values, unknown)
        return due(ask, s[f + ACTS], values, unknown)

    def _declinable(self, s: State, f: int, choice: _Choice, values: list[int]) -> bool:
        if not choice.ask.decline or (choice.ask.must and any(v in choice.ask.must for v in values)):
            return False
        return choice.may_decline is None or bool(choice.may_decline(s, f))

    def _at_random(self, s: State, f: int, choice: _Choice) -> None:
        """Let chance choose, among all there are: what is left to chance need not be completed."""
        values = list(choice.candidates(s, f))
        if values:
            self.fate = True
            self.apply(s, choice.ask, values[random_below(s, len(values))])
        else:
            self._without(s, f, choice)

    def _without(self, s: State, f: int, choice: _Choice) -> None:
        """Go on where there is nothing to choose. Raises Fault where that may not be."""
        ask = choice.ask
        if not self._may_lack(s, f, choice):
            raise Fault(
                f"nothing to choose for `{ask.name or ask.shape}`{self._in_vain(s, f, choice)}",
                self.whereabouts.span_of(s[PC]),
            )
        s[PC] = self._empty[ask.number]

    def _in_vain(self, s: State, f: int, choice: _Choice) -> str:
        """Where what follows fails, if there is something to choose and with none of it the rest can be done."""
        values, copy = list(choice.candidates(s, f)), s[:]
        if not values:
            return ""
        self.apply(copy, choice.ask, values[0])
        if self.run_until_failure(copy) not in (FAIL, ASK):
            return ": whatever is chosen, what follows cannot be done"
        where = self.whereabouts.span_of(copy[PC])
        return f": whatever is chosen, what follows cannot be done, for example {where.file}:{where.line}"

    def apply(self, s: State, ask: Ask, value: int) -> None:
        """Take a value of a choice; the state then rests on what follows."""
        store, after, only, targets = self._ways[ask.number]
        if value == DECLINE:
            s[PC] = targets[-1]
            return
        if store:
            s[s[FRAME] + store] = value
        if after:
            scope = len(s)
            s.append(s[SCOPE])
            s.append(after)
            s[SCOPE] = scope
        s[PC] = only or targets[value]

    def pending(self, s: State) -> Pending | None:
        """The choice a resting state waits for."""
        if s[STATUS] == OVER:
            return None
        return self._offer(s, s[FRAME])

    # ---- what can be completed

    def _is_risky(self, number: int, s: State, f: int) -> bool:
        """Whether what comes behind a place may fail, for all that is known; `f` is a frame of its routine."""
        found = self._risks[number]
        if found is None:
            risky = self.flow.risky(self.flow.points[number])
            found = self._risks[number] = self.printed.risk_at(number) if risky else _never
        try:
            return found(s, f)
        except Untold:
            return True

    def _reach(self, s: State, choice: _Choice) -> int:
        around = self.base >= 0 or (choice.exposed and s[SCOPE])
        return self._reach_of_risk(s, choice.own) if around else choice.own

    def _reach_of_risk(self, s: State, own: int) -> int:
        """How far beyond this choice something can still fail: not at all, in this routine, or in what called it."""
        f, scope, base = s[FRAME], s[SCOPE], self.base
        while scope or (base >= 0 and f != base):
            if scope > f:
                after, scope = s[scope + 1], s[scope]
                if (scope or base >= 0) and self._is_risky(after, s, f):
                    return BEYOND
            else:
                if s[f + BACK] >= 0 and self._is_risky(s[f + BACK], s, s[f]):
                    return BEYOND
                f = s[f]
        return own

    def _one_by_one(self, s: State, f: int, choice: _Choice, reach: int) -> list[int]:
        """Keep the values with which the option under way can be completed."""
        return [value for value in choice.candidates(s, f) if self._can(s, choice.ask, value, reach)]

    def _can(self, s: State, ask: Ask, value: int, reach: int) -> bool:
        """Whether the option under way can be completed with this value: proved if possible, else tried."""
        target = -1 if value == DECLINE else (0 if len(ask.bodies) <= 1 else value)
        if reach == NOWHERE_ELSE and not self._fails_behind(ask, target):
            return True
        proved = self._told(s, ask, value, reach)
        if proved is not None and self.careful and s[SCOPE]:
            reach = BEYOND  # what was told of everything around is held against a trial too
        if proved is None or (self.careful and proved != self._tried(s, ask, value, reach)):
            if proved is not None:
                raise AssertionError(f"proof and trial differ for {ask.labels or ask.name} = {value}")
            return self._tried(s, ask, value, reach)
        return proved

    def _told(self, s: State, ask: Ask, value: int, reach: int) -> bool | None:
        """Whether the option under way can be completed with this value, as far as that is proved."""
        if reach == BEYOND:
            return None
        target = -1 if value == DECLINE else (0 if len(ask.bodies) <= 1 else value)
        key = (ask.number, target, reach == HERE)
        proof = self._proved[key] if key in self._proved else self._prove(key, ask)
        try:
            return None if proof is None else bool(proof(s, s[FRAME], s[s[FRAME] + ACTS], value))
        except Untold:
            return None

    def _fails_behind(self, ask: Ask, target: int) -> bool:
        return target >= 0 and ask.scoped and self.printed.proofs.hardness.of_statements(ask.behind[target])

    def _tried(self, s: State, ask: Ask, value: int, reach: int) -> bool:
        """Try on a copy: to the end of the option itself, of the outermost one, or of the routine where there is none."""
        if reach == NOWHERE_ELSE:
            return self._trial(s, ask, value, s[SCOPE])
        return self._trial(s, ask, value, 0, base=-1 if s[SCOPE] else s[FRAME])

    def _prove(self, key: tuple[int, int, bool], ask: Ask) -> Callable[..., bool] | None:
        """Find and compile the condition for a target of a choice; None when there is no proof."""
        _, target, to_the_end = key
        made = self._proved[key] = self.printed.proof(ask, target, to_the_end=to_the_end)
        return made

    def _trial(self, s: State, ask: Ask, value: int, floor: int, base: int = -1) -> bool:
        """Try a value on a copy: whether there is a way to the end of the option whose outer scope is `floor`."""
        before = self.log, self.fate, self.fuel, self.floor, self.base
        fuel = min(TRIAL_FUEL, self.trials)
        self.log, self.floor, self.fuel, self.base = None, floor, fuel, base
        copy = s[:]
        try:
            self.apply(copy, ask, value)
            return self._completes(copy)
        except Fault as fault:
            if fuel < TRIAL_FUEL and isinstance(fault, Beyond) and fault.limit is meter.STEPS:
                raise Beyond(meter.TRIALS, self.program.span_of(ask.routine, ask.at), str(ask.routine)) from None
            return False
        finally:
            self.trials -= 1 + len(s) // CELLS_COPIED + fuel - max(self.fuel, 0)
            self.log, self.fate, self.fuel, self.floor, self.base = before

    def _completes(self, s: State, depth: int = 0) -> bool:
        """Depth first: run to the next choice and try its values, the shortest way out first."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        signal = self._advance(s, self._try)
        if signal != ASK:
            return signal in (DONE, FATE) or (signal not in (FAIL, DEEP))
        f, ask = s[FRAME], self.ask_at(s)
        choice = self.choice(ask)
        values = list(choice.candidates(s, f))
        if ask.random:
            return bool(values) or self._may_lack(s, f, choice)
        if self._declinable(s, f, choice, values):
            values.insert(0, DECLINE)
        elif ask.must and ask.decline and values:
            values.append(DECLINE)  # a duty that cannot be completed does not bind
        reach = BEYOND if self.careful else self._reach(s, choice)
        for value in values:
            told = self._told(s, ask, value, reach)
            if told or (told is None and self._completes_with(s, ask, value, depth + 1)):
                return True
        if DECLINE in values or not self._may_lack(s, f, choice):
            return False
        s[PC] = self._empty[ask.number]  # values that cannot be completed are not offered: nothing to choose
        return self._completes(s, depth + 1)

    @staticmethod
    def _may_lack(s: State, f: int, choice: _Choice) -> bool:
        """Whether there may be nothing to choose."""
        return bool(choice.ask.empty) and not (choice.must_have is not None and choice.must_have(s, f))

    def _completes_with(self, s: State, ask: Ask, value: int, depth: int) -> bool:
        self.fuel -= 1 + len(s) // CELLS_COPIED + self._values_ahead(s)
        copy = s[:]
        self.apply(copy, ask, value)
        try:
            return self._completes(copy, depth)
        except Beyond:
            raise
        except (Fault, TooManyNumbers):
            return False  # this way cannot be gone; another one may

    def _values_ahead(self, s: State) -> int:
        """The steps for the values of the routines under way: what is left of them is run again for each way tried."""
        ahead, pc, f = 0, s[PC], s[FRAME]
        while pc >= 0:
            ahead += self._steps_of[pc]
            pc, f = s[f + BACK], s[f]
        return ahead


def _never(_s: State, _f: int) -> bool:
    """Nothing can fail."""
    return False
