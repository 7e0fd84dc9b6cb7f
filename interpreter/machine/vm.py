"""The machine itself: run to the next choice, offer what can be completed, take a pick, undo a fault."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.code.layout import FRAME, NOWHERE, OVER, PC, SCOPE, STATUS
from interpreter.code.risk import after_ask
from interpreter.machine.blocks import LOOK, PLAY, TRY
from interpreter.machine.bounds import cell_bounds
from interpreter.machine.place import FRAME_LOCALS, Unknown
from interpreter.machine.printed import Printed
from interpreter.machine.proof import UNKNOWN
from interpreter.machine.signals import ASK, DEEP, DONE, FAIL, FATE, HALT
from interpreter.machine.support import SUPPORT
from interpreter.machine.values import Values
from interpreter.primitives import STATEMENTS
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.tables import KindTable

if TYPE_CHECKING:
    from interpreter.check.typed import E
    from interpreter.code.program import Ask, Program
    from interpreter.diagnostics import Span
    from interpreter.primitives.tables import State

DECLINE = -1
"""The value of "done" or "no"."""
NOTHING: frozenset[int] = frozenset()
NO_TRIAL = -1
NOWHERE_ELSE, HERE, BEYOND = 0, 1, 2
FUEL = 100_000
TRIAL_FUEL = 20_000
MAX_TRIAL_CHOICES = 150
"""How many choices in a row a trial makes before it gives the way up: a number of our own, not Python's stack."""


class Fault(Exception):
    """The rules met a state the checker could not exclude; the action was undone."""

    def __init__(self, why: str, span: Span | None) -> None:
        place = f" ({span.file}:{span.line}:{span.column})" if span else ""
        super().__init__(f"{why}{place}")
        self.why, self.span = why, span


class Pending(NamedTuple):
    """A choice that is due: who decides, and the values offered; -1 is declining."""

    ask: Ask
    seat: int
    values: list[int]
    unknown: frozenset[int] = NOTHING


_pending = tuple.__new__  # half the time of calling the class, and there is one for every decision


@dataclass(slots=True)
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


class Machine:
    """Runs one program. It holds tables only; the game is in the state."""

    def __init__(self, program: Program, *, fused: bool = True) -> None:
        self.program = program
        self.layout = program.layout
        self._tables()
        self.log: list[tuple[Any, ...]] | None = None
        self.fate = False
        self.fired: set[int] | None = None
        self.floor = NO_TRIAL
        self.base = -1
        self.fuel = 0
        self.careful = False
        self._printed = Printed(program, {"m": self, "out_of_steps": out_of_steps}, fused=fused)
        self.names = self._printed.names
        self._play, self._look, self._try = (self._printed.blocks[purpose] for purpose in (PLAY, LOOK, TRY))
        self.formulas = {name: self.names[f"Q{i}"] for i, name in enumerate(program.formulas)}
        self._choices: list[_Choice | None] = [None] * len(program.code)
        self._slowly: list[Callable[..., Pending | None]] = [self._offer] * len(program.code)
        self._offers = self._slowly[:]  # by place in the program: what can be worked out at once has its own function
        self._proved: dict[tuple[int, int, bool], Callable[..., bool] | None] = {}

    # ---- tables for behaviours

    def _tables(self) -> None:
        layout = self.layout
        self.everyone = (1 << layout.seats) - 1
        self.highs: dict[int, int] = {}
        self.lows: dict[int, int] = {}
        self.starts: list[tuple[int, int]] = []
        self.resets: list[list[tuple[int, int]]] = [[] for _ in self.program.spans]
        for place in layout.vars.values():
            for cell in range(place.base, place.base + place.width * len(layout.things[place.decl.host])):
                self._bounds(place.decl, cell)
        self.capacity: dict[int, int] = {NOWHERE: 0}
        self.ordered: dict[int, bool] = {NOWHERE: False}
        self.visible: dict[int, str] = {NOWHERE: "all"}
        self.noticed: dict[int, bool] = {NOWHERE: True}  # whether a piece that comes in changes who knows it
        self.zone_kind: dict[int, KindTable] = {NOWHERE: KindTable("", -1, 0)}
        self.zone_owner: dict[int, int] = {NOWHERE: -1}
        self.zones = layout.zone_addresses()
        for address, (zone, host) in self.zones.items():
            self.capacity[address] = zone.stride - 1
            self.ordered[address] = zone.decl.ordered
            self.visible[address] = zone.decl.visible
            self.noticed[address] = zone.decl.visible != "nobody" or not zone.decl.ordered
            self.zone_kind[address] = layout.tables[zone.decl.holds]
            self.zone_owner[address] = self._owner_of(zone.decl.host, host)

        self._blank: State = [0] * layout.size if layout.is_small else array("q", bytes(8 * layout.size))
        for cell, value in self.starts:
            self._blank[cell] = value

    def _bounds(self, decl: Any, cell: int) -> None:  # noqa: ANN401 - a VarDecl
        start = self.layout.start_value(decl)
        low, high = cell_bounds(decl)
        if low is not None and high is not None:
            self.lows[cell], self.highs[cell] = low, high
        self.starts.append((cell, start))
        if decl.resets:
            self.resets[self.program.spans.index(decl.resets)].append((cell, start))

    def _owner_of(self, kind: str, thing: int) -> int:
        owner = thing if kind == "player" else self.layout.things[kind][thing].owner
        return owner if owner < self.layout.seats else -1

    def cell_of(self, address: int, *references: int) -> int:
        """An address that depends on references, none of which may be none."""
        if min(references) < 0:
            raise _Nothing
        return address

    def player(self, seat: int) -> int:
        """A player who is to act, who may not be none."""
        if seat < 0:
            raise _Nothing
        return seat

    def fired_names(self) -> set[str]:
        """Names of the scripts of things that have run since `fired` was set to an empty set: for coverage."""
        by_entry = {entry: name for name, entry in self.program.entries.items()}
        return {by_entry[entry] for entry in self.fired or ()}

    def place_of(self, s: State, kind: str, piece: int) -> tuple[str, int] | None:
        """The kind and number of what a piece lies on, or None when it is aside."""
        zone = s[self.layout.tables[kind].loc + piece]
        if not zone:
            return None
        place, host = self.zones[zone]
        return place.decl.host, host

    def evaluate(self, value: E, s: State, players: list[int], me: int = 0) -> int:
        """Compute a value that has only the players p1, p2… as parameters: for messages, not for speed."""
        values = Values(self.program)
        values.define("answer", [f"a{i}" for i in range(len(players))], value)
        names = {**SUPPORT, **values.names, "m": self}
        exec("\n".join(values.functions), names)  # noqa: S102 - code we printed ourselves
        values.link(names)
        return int(names["answer"](s, me, -1, *players))

    def watch_functions(self) -> dict[str, Any]:
        """The printed conditions of state-based rules, by name."""
        return {name: made for name, made in self.names.items() if name.startswith("W") and name[1:].isdigit()}

    def run_until_failure(self, s: State) -> int:
        """Run a copy on, first ways first, until something fails or asks in vain: for explanations."""
        log, self.log, self.floor, self.fuel = self.log, None, 0, TRIAL_FUEL
        try:
            for _ in range(TRIAL_FUEL):
                signal = self._advance(s, self._try)
                if signal != ASK:
                    return signal
                ask = self.program.asks[self.program.code[s[PC]].args[0]]
                values = list(self.choice(ask).candidates(s, s[FRAME]))
                if not values:
                    return ASK
                self.apply(s, ask, values[0])
        except Fault:
            return DEEP
        finally:
            self.log, self.floor = log, NO_TRIAL
        return DEEP

    # ---- running

    def start(self, seed: int) -> State:
        """A fresh state, before the first instruction."""
        s = self._blank[:]
        seed_random(s, seed)
        self.enter(s, "start", 0)
        return s

    def enter(self, s: State, routine: str, seat: int) -> None:
        """Put a routine on an empty stack; when it returns, the game is over."""
        del s[self.layout.size :]
        s[FRAME] = len(s)
        s[SCOPE] = 0
        s[PC] = self.program.entries[routine]
        s.extend([0, HALT, seat, -1] + [0] * self.program.sizes[routine])
        s[STATUS] = 0

    def run(self, s: State) -> Pending | None:
        """Run on from where the state rests until somebody must choose; None when the game is over."""
        self.fuel = FUEL
        blocks = self._look if self.log is None else self._play
        offers = self._slowly if self.careful else self._offers
        pc = s[PC]
        try:
            while True:
                while pc >= 0:
                    pc = blocks[pc](s, s[0])
                    if self.fuel < 0:
                        out_of_steps()
                if pc != ASK:
                    break
                pending = offers[s[PC]](s, s[FRAME])
                if pending is not None:
                    return pending
                pc = s[PC]
        except (OverflowError, _Nothing) as problem:
            raise _fault(problem) from None
        self._finish(s, pc)
        return None

    def look_ahead(self, s: State, seat: int, question: Ask) -> Pending | None:
        """Run on while it is a seat's own action: None when another is asked, or the question again, or the game is over.

        What is offered there is not worked out: whoever looks ahead values the state as it is then.
        """
        self.fuel = FUEL
        while (signal := self._advance(s, self._look)) == ASK:
            ask = self.program.asks[self.program.code[s[PC]].args[0]]
            if ask is question or (s[s[FRAME] + 2] not in (seat, -1) and not ask.random):
                return None
            pending = self._offers[s[PC]](s, s[FRAME])
            if pending is not None:
                return pending
        self._finish(s, signal)
        return None

    def _finish(self, s: State, signal: int) -> None:
        """End the game, or say why it cannot go on."""
        if signal == FAIL:
            raise Fault(f"`{self._what(s[PC])}` cannot be done here", self.program.span_of(s[PC]))
        if signal == DEEP:
            raise Fault("effects without end: too many inside each other, or a rule that never settles", None)
        s[STATUS] = OVER

    def _advance(self, s: State, blocks: list[Callable[..., Any]]) -> int:
        """Run on to the next choice or signal."""
        pc = s[PC]
        try:
            while pc >= 0:
                pc = blocks[pc](s, s[0])
                if self.fuel < 0:
                    out_of_steps()
        except (OverflowError, _Nothing) as problem:
            raise _fault(problem) from None
        return pc

    def _what(self, pc: int) -> str:
        instr = self.program.code[pc]
        return STATEMENTS[instr.args[0]].phrase.split()[0] if instr.op == "do" else "require"

    # ---- choices

    def choice(self, ask: Ask) -> _Choice:
        """Everything that is printed for a choice."""
        made = self._choices[ask.pc]
        if made is None:
            printed, type_ = self._printed, ask.type
            table = self.layout.tables.get(type_.name) if type_ is not None and type_.tag == "kind" else None
            made = self._choices[ask.pc] = _Choice(
                ask,
                HERE if any(self.program.risk[pc] for pc in after_ask(ask)) else NOWHERE_ELSE,
                printed.candidates(ask),
                printed.ask_condition("D", ask, ask.decline_if),
                printed.ask_condition("H", ask, ask.hard),
                hidden := table if table is not None and table.known else None,
                straight=ask.decline < 0 and hidden is None,
                exposed=ask.routine in self.program.exposed,
                optional=ask.decline >= 0 and not ask.must and ask.decline_if is None and hidden is None,
            )
            made.possible = [partial(self._first_time, made, NOWHERE_ELSE), partial(self._first_time, made, HERE)]
        return made

    def _first_time(self, choice: _Choice, reach: int, s: State, f: int) -> list[int]:
        """Print the function that says what can be completed, and ask it."""

        def tried(s: State, value: int) -> bool:
            return self._tried(s, choice.ask, value, reach)

        made = choice.possible[reach] = self._printed.possible(choice.ask, tried, to_the_end=reach == HERE)
        if reach == choice.own and not choice.exposed and (choice.straight or (choice.optional and not reach)):
            self._offers[choice.ask.pc] = self._at_once(choice.ask, made, optional=choice.optional)
        return made(s, f)  # type: ignore[no-any-return]

    def _at_once(
        self, ask: Ask, possible: Callable[..., list[int]], *, optional: bool
    ) -> Callable[..., Pending | None]:
        """A choice whose possible values are all there is to it, worked out as by `_offer`."""

        def offer(s: State, f: int) -> Pending | None:
            try:
                values = possible(s, f)
            except Unknown:
                return self._offer(s, f)
            if optional:
                values.append(DECLINE)
            if len(values) > 1:
                return _pending(Pending, (ask, s[f + 2], values, NOTHING))
            if not values:
                return self._offer(s, f)
            self.apply(s, ask, values[0])
            return None

        return offer

    def _offer(self, s: State, f: int) -> Pending | None:
        """Work out a choice; one with a single way is taken at once (None, and the state rests behind it)."""
        choice = self._choices[s[PC]] or self.choice(self.program.asks[self.program.code[s[PC]].args[0]])
        ask = choice.ask
        if ask.random:
            s[PC] = self._at_random(s, ask, list(choice.candidates(s, f)))
            return None
        reach = self._reach_of_risk(s, choice.own) if choice.exposed and s[SCOPE] else choice.own
        if reach == BEYOND or self.careful:
            values = self._one_by_one(s, f, choice, reach)
        else:
            try:
                values = choice.possible[reach](s, f)
            except Unknown:
                values = self._one_by_one(s, f, choice, reach)
        if (
            ask.decline >= 0
            and self._declinable(s, f, choice, values)
            and (not values or reach == NOWHERE_ELSE or self._can(s, ask, DECLINE, reach))
        ):
            if not values:
                s[PC] = ask.decline
                return None
            values.append(DECLINE)
        elif not values:
            if ask.empty < 0 or (choice.must_have is not None and choice.must_have(s, f)):
                raise Fault(f"nothing to choose for `{ask.name or ask.shape}`", self.program.span_of(s[PC]))
            s[PC] = ask.empty
            return None
        elif len(values) == 1:
            self.apply(s, ask, values[0])
            return None
        unknown = self._unknown(s, choice.hidden, values) if choice.hidden else NOTHING
        return _pending(Pending, (ask, s[f + 2], values, unknown))

    def _unknown(self, s: State, table: KindTable, values: list[int]) -> frozenset[int]:
        """Pieces on offer that the one who decides does not know."""
        seat = s[s[FRAME] + 2]
        return frozenset(
            v
            for v in values
            if v != DECLINE and not s[table.known + v] >> seat & 1 and self._is_hidden(s, table.loc + v)
        )

    def _is_hidden(self, s: State, cell: int) -> bool:
        zone = s[cell]
        return bool(zone) and self.visible[zone] != "all"

    def _declinable(self, s: State, f: int, choice: _Choice, values: list[int]) -> bool:
        if choice.ask.decline < 0 or (choice.ask.must and any(v in choice.ask.must for v in values)):
            return False
        return choice.may_decline is None or bool(choice.may_decline(s, f))

    def _at_random(self, s: State, ask: Ask, values: list[int]) -> int:
        if not values:
            return ask.empty
        self.fate = True
        s[s[FRAME] + FRAME_LOCALS + ask.store] = values[random_below(s, len(values))]
        return ask.targets[0]

    def apply(self, s: State, ask: Ask, value: int) -> None:
        """Take a value of a choice; the state then rests on what follows."""
        if value < 0:
            s[PC] = ask.decline
            return
        store, after, only, targets = ask.way
        if store >= 0:
            s[s[FRAME] + FRAME_LOCALS + store] = value
        if after >= 0:
            scope = len(s)
            s.append(s[SCOPE])
            s.append(after)
            s[SCOPE] = scope
        s[PC] = only if only >= 0 else targets[value]

    def pending(self, s: State) -> Pending | None:
        """The choice a resting state waits for."""
        if s[STATUS] == OVER:
            return None
        return self._offer(s, s[FRAME])

    # ---- what can be completed

    def _reach_of_risk(self, s: State, own: int) -> int:
        """How far beyond this choice something can still fail: not at all, in this routine, or in what called it."""
        risk = self.program.risk
        f, scope = s[FRAME], s[SCOPE]
        while scope:
            if scope > f:
                after, scope = s[scope + 1], s[scope]
                if scope and risk[after]:
                    return BEYOND
            else:
                if risk[s[f + 1]]:
                    return BEYOND
                f = s[f]
        return own

    def _one_by_one(self, s: State, f: int, choice: _Choice, reach: int) -> list[int]:
        """Keep the values with which the option under way can be completed."""
        return [value for value in choice.candidates(s, f) if self._can(s, choice.ask, value, reach)]

    def _proof(self, ask: Ask, target: int, reach: int) -> Callable[..., bool] | None:
        key = (ask.number, target, reach == HERE)
        return self._proved[key] if key in self._proved else self._prove(key, ask)

    def _can(self, s: State, ask: Ask, value: int, reach: int) -> bool:
        """Whether the option under way can be completed with this value: proved if possible, else tried."""
        target = -1 if value == DECLINE else (0 if len(ask.targets) == 1 else value)
        behind = target >= 0 and ask.scoped and self.program.risk[ask.targets[target]]
        if reach == NOWHERE_ELSE and not behind:
            return True
        if reach != BEYOND:
            proof = self._proof(ask, target, reach)
            if proof is not None:
                try:
                    proved = bool(proof(s, s[FRAME], s[s[FRAME] + 2], value))
                except Unknown:
                    pass
                else:
                    if self.careful and proved != self._tried(s, ask, value, reach):
                        raise AssertionError(f"proof and trial differ for {ask.labels or ask.name} = {value}")
                    return proved
        return self._tried(s, ask, value, reach)

    def _tried(self, s: State, ask: Ask, value: int, reach: int) -> bool:
        """Try on a copy: to the end of the option itself, of the outermost one, or of the routine where there is none."""
        if reach == NOWHERE_ELSE:
            return self._trial(s, ask, value, s[SCOPE])
        return self._trial(s, ask, value, 0, base=-1 if s[SCOPE] else s[FRAME])

    def _prove(self, key: tuple[int, int, bool], ask: Ask) -> Callable[..., bool] | None:
        """Print and compile the condition for a target of a choice; None when there is no proof."""
        _, target, to_the_end = key
        text = self._printed.proofs.condition(ask, target, to_the_end=to_the_end)
        made = self._printed.condition("s, f, me, v", text) if text != UNKNOWN else None
        self._proved[key] = made
        return made

    def _trial(self, s: State, ask: Ask, value: int, floor: int, base: int = -1) -> bool:
        """Try a value on a copy: whether there is a way to the end of the option whose outer scope is `floor`."""
        before = self.log, self.fate, self.fuel, self.floor, self.base
        self.log, self.floor, self.fuel, self.base = None, floor, TRIAL_FUEL, base
        copy = s[:]
        try:
            self.apply(copy, ask, value)
            return self._completes(copy)
        except Fault:
            return False
        finally:
            self.log, self.fate, self.fuel, self.floor, self.base = before

    def _completes(self, s: State, depth: int = 0) -> bool:
        """Depth first: run to the next choice and try its values, the shortest way out first."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        signal = self._advance(s, self._try)
        if signal != ASK:
            return signal in (DONE, FATE) or (signal not in (FAIL, DEEP))
        pc, f = s[PC], s[FRAME]
        ask = self.program.asks[self.program.code[pc].args[0]]
        choice = self.choice(ask)
        values = list(choice.candidates(s, f))
        if ask.random:
            return True
        if self._declinable(s, f, choice, values):
            values.insert(0, DECLINE)
        elif ask.must and ask.decline >= 0 and values:
            values.append(DECLINE)  # a duty that cannot be completed does not bind
        if any(self._completes_with(s, ask, value, depth + 1) for value in values):
            return True
        if DECLINE in values or ask.empty < 0 or (choice.must_have is not None and choice.must_have(s, f)):
            return False
        s[PC] = ask.empty  # values that cannot be completed are not offered, and then there is nothing to choose
        return self._completes(s, depth + 1)

    def _completes_with(self, s: State, ask: Ask, value: int, depth: int) -> bool:
        copy = s[:]
        self.apply(copy, ask, value)
        return self._completes(copy, depth)


def out_of_steps() -> None:
    """Stop what takes too long. A step is a routine begun or a turn of a loop, in every way of running."""
    raise Fault("this takes too many steps", None)


class _Nothing(Exception):
    """A statement was given none."""


def _fault(problem: Exception) -> Fault:
    if isinstance(problem, _Nothing):
        return Fault("a statement needs a thing, but there is none", None)
    return Fault("a number is too large", None)
