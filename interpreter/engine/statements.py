"""Every form of statement, planned once into a step of a chain; and the other tasks that a script leaves to be done.

Steps are counted (a routine begun, a turn of a loop), and so is the work of the values of each statement, which is known
when it is planned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.ending import Endings
from interpreter.check.operands import cell_of, operands, overflow_of
from interpreter.check.reads import written_by
from interpreter.check.scripts import every_routine
from interpreter.engine.evident import mark_room
from interpreter.engine.faults import End, Failed, Stopped, Unfit
from interpreter.engine.hard import Hardness
from interpreter.engine.listening import Listening
from interpreter.engine.ordering import order_matters
from interpreter.engine.position import EMPTY, ME, NONE, THIS, Frame, Position, Return, Task
from interpreter.engine.tables import Tables
from interpreter.engine.turns import times_taken
from interpreter.engine.values import Fn, Scope, Values
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import TooMuch
from interpreter.primitives.header import OVER, STATUS, WATCHING
from interpreter.primitives.registry import CELLS
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.engine.choices import Choice
    from interpreter.engine.layout import Layout
    from interpreter.primitives.tables import State

MAX_WATCH = 64
"""How often a state-based rule may follow itself."""
NOTHING_GIVEN = "a statement needs a thing, but there is none"
MOST = 2**63 - 1
"""The largest number: a row of a large game has no room for more."""
Doing = Callable[[Position], Any]


class Step(Task):
    """A statement and the rest of its block; `hard` if one of them can fail. `parts`: the work of its values."""

    __slots__ = ("do", "following", "hard", "parts", "statement")

    def __init__(self, statement: Any, do: Doing, following: Step | None, parts: int, *, hard: bool) -> None:
        self.statement, self.do, self.parts, self.hard = statement, do, parts, hard
        self.following: Step = following or self

    def run(self, engine: Statements, p: Position) -> Choice | None:
        """Do it."""
        if self.following is not END:
            p.push(self.following)
        engine.values.parts -= self.parts
        if engine.trace is not None and p.aim is None and self.statement is not None:
            engine.trace(self.statement, p)
        self.do(p)
        return None


END = Step(None, lambda _p: None, None, 0, hard=False)
"""The end of a block."""


class Plan:
    """A routine: its first step, and a frame for its names; planned when it is first run."""

    __slots__ = ("body", "routine", "scope", "span")

    def __init__(self, routine: ty.Routine, span: str) -> None:
        self.routine, self.span = routine, span
        self.scope = Scope(len(routine.locals) or len(routine.params))
        self.body: Step | None = None


class Looping:
    """What the turns of a loop, or the elements of a set, share."""

    __slots__ = ("body", "each", "free", "hard", "while_")

    def __init__(self, body: Step, each: ty.Each | None = None, while_: Fn | None = None, *, hard: bool) -> None:
        self.body, self.each, self.while_, self.hard = body, each, while_, hard
        self.free = False
        """Whether a player says which element comes next."""


# ---- what else a script leaves to be done


class Commit(Task):
    """The end of an option: nothing behind it can make the option impossible."""

    __slots__ = ()

    def run(self, engine: Statements, p: Position) -> None:
        """It is only a mark."""


class Acts(Task):
    """This player acts from here on."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player = player

    def run(self, engine: Statements, p: Position) -> None:
        """Let the player act."""
        p.act(self.player)


class Turns(Task):
    """The turns of a loop that are left."""

    __slots__ = ("hard", "left", "loop")

    def __init__(self, loop: Looping, left: int) -> None:
        self.loop, self.left, self.hard = loop, left, loop.hard

    def run(self, engine: Statements, p: Position) -> None:
        """Begin another turn."""
        loop = self.loop
        if self.left > 0 and (loop.while_ is None or loop.while_(p.s, p.x)):
            engine.step()
            p.push(Turns(loop, self.left - 1))
            p.push(loop.body)


class Elements(Task):
    """The elements of a set that are left: the block is done for each; which comes next may be a player's choice."""

    __slots__ = ("hard", "left", "loop")

    def __init__(self, loop: Looping, left: list[int]) -> None:
        self.loop, self.left, self.hard = loop, left, loop.hard

    def run(self, engine: Statements, p: Position) -> Choice | None:
        """Begin with another element."""
        loop, left = self.loop, self.left
        each = loop.each
        assert each is not None
        if each.secret and p.aim is not None:
            raise End
        if not left:
            return None
        engine.step()
        if loop.free:
            return engine.element_next(loop, left)
        p.push(Elements(loop, left[1:]))
        p.bind(each.slot, left[0])
        if each.acting:
            engine.let_act(p, left[0])
        p.push(loop.body)
        return None


class Calls(Task):
    """A routine to be run, if its condition holds then; of a card of a `kind`, if its first face lies up then."""

    __slots__ = ("cond", "given", "hard", "kind", "plan", "this")

    def __init__(
        self,
        engine: Statements,
        routine: ty.Routine,
        given: tuple[Any, ...],
        this: int = NONE,
        cond: ty.Formula | None = None,
        kind: str = "",
    ) -> None:
        self.plan, self.given, self.this, self.kind = engine.plan(routine), given, this, kind
        self.cond = engine.condition(cond)
        self.hard = engine.hardness.of_body(routine.body)

    def run(self, engine: Statements, p: Position) -> None:
        """Begin the routine."""
        if self.kind and engine.values.face(self.kind, self.this, p.s):
            return
        if self.cond is not None:
            holds, scope = self.cond
            if not holds(p.s, scope.frame(p.x[ME], self.this, self.given)):
                return
        engine.call(p, self.plan, self.given, self.this)


class Hears(Task):
    """Things of a kind that may react to an event."""

    __slots__ = ("event", "given", "hard", "kind", "things")

    def __init__(self, event: str, given: tuple[Any, ...], kind: str, things: tuple[Fn, Scope], *, hard: bool) -> None:
        self.event, self.given, self.kind, self.things, self.hard = event, given, kind, things, hard

    def run(self, engine: Statements, p: Position) -> None:
        """Let those react that hear it."""
        things, scope = self.things
        for thing in reversed(list(things(p.s, scope.frame(p.x[ME], p.x[THIS])))):
            engine.step()
            item = engine.layout.things[self.kind][thing].item
            heard = item.when if item is not None else None
            if heard is not None and heard.event == self.event and heard.routine is not None:
                p.push(Calls(engine, heard.routine, self.given, thing, heard.cond, self.kind))


class Look(Task):
    """A state-based rule that may have become true: it is begun if it holds, unless it is under way."""

    __slots__ = ("hard", "number")

    def __init__(self, number: int, *, hard: bool) -> None:
        self.number, self.hard = number, hard

    def run(self, engine: Statements, p: Position) -> None:
        """Look whether it holds."""
        if not p.s[WATCHING] >> self.number & 1 and engine.values.watched(self.number, p.s):
            engine.step()
            p.s[WATCHING] |= 1 << self.number
            p.push(Return(p.x, p.script))
            p.push(Watching(self.number, MAX_WATCH, hard=self.hard))
            p.x = [p.x[ME], NONE]


class Watching(Task):
    """A state-based rule under way: the effect happens for all it concerns, until the condition holds for nobody."""

    __slots__ = ("hard", "number", "turns")

    def __init__(self, number: int, turns: int, *, hard: bool) -> None:
        self.number, self.turns, self.hard = number, turns, hard

    def run(self, engine: Statements, p: Position) -> None:
        """Let it happen once more."""
        watch, me = engine.v.watches[self.number], p.x[ME]
        if not engine.values.watched(self.number, p.s):
            p.s[WATCHING] &= ~(1 << self.number)
            return
        if not self.turns:
            raise Stopped("effects without end: too many inside each other, or a rule that never settles")
        engine.step()
        p.push(Watching(self.number, self.turns - 1, hard=self.hard))
        p.push(Acts(me))
        assert watch.routine is not None
        for player in reversed(engine.values.around.players_from(me)) if watch.for_player else (me,):
            engine.step()
            p.push(Calls(engine, watch.routine, (), cond=watch.cond))
            p.push(Acts(player))


class AllMade(Task):
    """The end of changes that count as one: the rules that were under way before are so again."""

    __slots__ = ("watching",)

    def __init__(self, watching: int) -> None:
        self.watching = watching

    def run(self, engine: Statements, p: Position) -> None:
        """Look again at what waited."""
        p.s[WATCHING] = self.watching


# ---- statements


class Statements(Tables):
    """Plans a pack statement by statement for one number of players, and runs it."""

    def __init__(self, layout: Layout) -> None:
        self.v = layout.v
        self.spans = self.v.spans()
        super().__init__(layout, self.spans)
        for routine in every_routine(self.v):
            mark_room(routine.body, self.v, layout.roomy)
        self.values, self.hardness = Values(layout), Hardness(layout)
        self.listening, self.endings = Listening(layout), Endings(layout.v)
        self.most_steps = meter.STEPS.most
        """How many steps there may be up to the next choice."""
        self.fuel = self.most_steps
        self.routines = {verb.key: verb.routine for verb in self.v.verbs if verb.routine}
        self.routines |= {keys.action(action.id): action.routine for action in self.v.actions if action.routine}
        self.times_taken = {keys.action(action.id): times_taken(action) for action in self.v.actions if action.limit}
        self.trace: Callable[[ty.Statement, Position], None] | None = None
        """Is told of every statement that is carried out, before it is."""
        self.ended: tuple[ty.Do, str] | None = None
        """The statement that ended the game last, and the reason it gave."""
        self._plans: dict[int, Plan] = {}
        self._conditions: dict[int, tuple[Fn, Scope]] = {}
        self._heard: dict[str, tuple[list[Any], list[Any], list[Any]]] = {}

    def step(self) -> None:
        """A step is a routine begun or a turn of a loop."""
        self.fuel -= 1
        if self.fuel < 0 or self.values.parts < 0:
            self.out_of_steps()

    def out_of_steps(self) -> None:
        """Stop what takes too long: for the engine's own statements, too."""
        raise Stopped(meter.STEPS)

    def next_choice(self, p: Position) -> Choice | None:
        """Go on to the next choice; None where the game is over, or nothing is left to be done."""
        cell = p.todo
        try:
            while p.todo is not EMPTY and p.s[STATUS] != OVER:
                cell = p.todo
                if cell is p.aim:
                    raise End
                p.todo = cell[1]
                choice: Choice | None = cell[0].run(self, p)
                if choice is not None:
                    choice.cell = cell
                    return choice
        except Unfit as problem:
            problem.statement = getattr(cell[0], "statement", None)
            raise
        except (TooMuch, OverflowError) as problem:
            stopped = Stopped(str(problem) or "a number is too large")
            stopped.statement = getattr(cell[0], "statement", None)
            raise stopped from None
        return None

    # ---- planning

    def plan(self, routine: ty.Routine) -> Plan:
        """A routine as it is run; its body is planned when it is first begun."""
        found = self._plans.get(id(routine))
        if found is None:
            mark_room(routine.body, self.v, self.layout.roomy)  # that of a script beside the pack is not known yet
            found = self._plans[id(routine)] = Plan(routine, self.v.begins.get(routine.key, ""))
        return found

    def condition(self, formula: ty.Formula | None) -> tuple[Fn, Scope] | None:
        """The condition of a routine that reacts."""
        if formula is None:
            return None
        found = self._conditions.get(id(formula))
        if found is None:
            scope = Scope(len(formula.params))
            found = self._conditions[id(formula)] = self.values.fn(formula.value, scope), scope
        return found

    def block(self, body: ty.Body | None, scope: Scope) -> Step:
        """The steps of a block."""
        following = END
        for statement in reversed(body.statements if body is not None else ()):
            hard = self.hardness.of_statement(statement) or following.hard
            following = self.planned(statement, following, scope, hard=hard)
        return following

    def planned(self, statement: ty.Statement, following: Step, scope: Scope, *, hard: bool) -> Step:
        """A statement and what follows it; choices are planned by who knows them."""
        return Step(statement, self._doing(statement, scope), following, self.parts_of(statement), hard=hard)

    def parts_of(self, statement: ty.Statement) -> int:
        """The work of a statement's values, beyond what is counted while they are worked out."""
        return 1 + sum(self.values.work.of(value).cost for value in operands(statement))

    def _doing(self, statement: ty.Statement, scope: Scope) -> Doing:  # noqa: C901, PLR0911, PLR0912 - one case for each form
        fn, block = self.values.fn, self.block
        match statement:
            case ty.Do():
                return self._do(statement, scope)
            case ty.CallVerb(verb, args):
                return self._call_verb(verb, self._given(args, scope))
            case ty.Announce(event, args):
                given = self._given(args, scope)
                return lambda p: self._announce(p, event, given(p.s, p.x))
            case ty.Say(args=args):
                return self._say(statement, self._given(args, scope))
            case ty.RunScript(kind, script, piece):
                return self._run_script(kind, script, fn(piece, scope))
            case ty.SetLocal(slot, value):
                plain = self._plain(value, scope)
                return lambda p: p.bind(slot, plain(p.s, p.x))
            case ty.NameSet():
                return lambda _p: None  # the set stands where its name stood, and is the same there
            case ty.Branch(branches, otherwise):
                ways = [(fn(cond, scope), block(body, scope)) for cond, body in branches]
                return self._branch(ways, block(otherwise, scope))
            case ty.Loop(count, while_, body):
                times, holds = fn(count, scope), fn(while_, scope) if while_ is not None else None
                loop = Looping(block(body, scope), while_=holds, hard=self.hardness.of_body(body))
                return lambda p: p.push(Turns(loop, times(p.s, p.x)))
            case ty.Each(items=items, body=body):
                those, walk = fn(items, scope), Looping(block(body, scope), statement, hard=self.hardness.of_body(body))
                walk.free = bool(statement.free) and order_matters(statement, self.v)
                return lambda p: p.push(Elements(walk, list(those(p.s, p.x))))
            case ty.Acting(who, body):
                return self._acting(fn(who, scope), block(body, scope))
            case ty.AtOnce(body):
                return self._at_once(body, block(body, scope))
            case ty.Demand(cond):
                return self._demand(fn(cond, scope))
            case ty.Leave(span=span):
                return lambda p: self._leave(p, span)
            case ty.Pick() | ty.Maybe() | ty.OfferMenu() | ty.PickSeveral() | ty.PickOption():
                raise AssertionError("choices are steps of their own")
            case _:
                assert_never(statement)

    def _plain(self, value: ty.Value, scope: Scope) -> Fn:
        """A value that is handed on: a set as a list, everything else as a number, which must not grow without end."""
        a = self.values.fn(value, scope)
        if value.type.tag == "set":
            return lambda s, x: list(a(s, x))
        if value.type.tag == "truth":
            return lambda s, x: int(a(s, x))
        if value.type.tag != "number" or not isinstance(value, ty.Arith | ty.IfElse | ty.Derived | ty.OverEach):
            return a

        def number(s: State, x: Frame) -> int:
            found: int = a(s, x)
            if not -MOST <= found <= MOST:
                raise OverflowError
            return found

        return number

    def _given(self, args: list[ty.Value], scope: Scope) -> Callable[[State, Frame], tuple[Any, ...]]:
        fns = [self._plain(one, scope) for one in args]
        if not fns:
            return lambda _s, _x: ()
        if len(fns) == 1:
            (f,) = fns
            return lambda s, x: (f(s, x),)
        return lambda s, x: tuple([f(s, x) for f in fns])

    def _branch(self, ways: list[tuple[Fn, Step]], other: Step) -> Doing:
        def branch(p: Position) -> None:
            for cond, body in ways:
                if cond(p.s, p.x):
                    p.push(body)
                    return
            if other is not END:
                p.push(other)

        return branch

    def _acting(self, who: Fn, body: Step) -> Doing:
        def acting(p: Position) -> None:
            self.let_act(p, who(p.s, p.x))
            p.push(body)

        return acting

    def _at_once(self, body: ty.Body, inside: Step) -> Doing:
        """Changes that count as one: rules that watch wait for the end of the block."""
        looks = [Look(n, hard=self.hardness.of_watch(n)) for n in reversed(self.endings.concerned(body))]
        every = (1 << len(self.v.watches)) - 1

        def at_once(p: Position) -> None:
            for look in looks:
                p.push(look)
            p.push(AllMade(p.s[WATCHING]))
            p.push(inside)
            p.s[WATCHING] = every

        return at_once

    @staticmethod
    def _demand(cond: Fn) -> Doing:
        def demand(p: Position) -> None:
            if not cond(p.s, p.x):
                raise Failed

        return demand

    def _say(self, statement: ty.Say, given: Callable[[State, Frame], tuple[Any, ...]]) -> Doing:
        def say(p: Position) -> None:  # a line of the log changes nothing
            if self.log is not None:
                self.log.append(("say", p.x[ME], statement, given(p.s, p.x)))

        return say

    # ---- scripts

    def call(self, p: Position, plan: Plan, given: tuple[Any, ...], this: int = NONE) -> None:
        """Begin a routine; what is under way goes on behind it."""
        self.step()
        body = plan.body
        if body is None:
            body = plan.body = self.block(plan.routine.body, plan.scope)
        p.push(Return(p.x, p.script, plan.span))
        if body is not END:
            p.push(body)
        p.x, p.script = plan.scope.frame(p.x[ME], this, given), plan.routine

    def _run_script(self, kind: str, script: str, piece: Fn) -> Doing:
        def run_script(p: Position) -> None:
            thing = piece(p.s, p.x)
            routine = self.values.script_of(kind, script, thing, p.s)
            if isinstance(routine, ty.Routine):
                self.call(p, self.plan(routine), (), thing)

        return run_script

    def _call_verb(self, verb: keys.Key, given: Callable[[State, Frame], tuple[Any, ...]]) -> Doing:
        plan, begins, taken = self.plan(self.routines[verb]), verb in self.v.begins, self.times_taken.get(verb)
        if taken is None and not begins:
            return lambda p: self.call(p, plan, given(p.s, p.x))
        forget = self.values.changed({f"var {taken.key}"}) if taken is not None else None
        cell = self.layout.vars[taken.key].base if taken is not None else NONE

        def call(p: Position) -> None:
            args = given(p.s, p.x)
            if begins and p.aim is not None:
                raise End
            if forget is not None:
                p.s[cell + p.x[ME]] += 1
                forget()
            self.call(p, plan, args)

        return call

    @staticmethod
    def _leave(p: Position, span: str) -> None:
        """Leave the routine, or all up to the end of the one that begins a span."""
        while p.todo is not EMPTY:
            task = p.pop()
            if isinstance(task, Watching):
                p.s[WATCHING] &= ~(1 << task.number)
            elif isinstance(task, Return):
                p.x, p.script = task.x, task.script
                if span in ("", task.span):
                    return

    def let_act(self, p: Position, player: int) -> None:
        """A player acts in what comes next; then the one who acts now does so again."""
        p.push(Acts(p.x[ME]))
        if player < 0:
            raise Stopped(NOTHING_GIVEN)
        p.act(player)

    # ---- statements of the engine

    def _do(self, statement: ty.Do, scope: Scope) -> Doing:
        """A primitive: what it is given, what it may be impossible for, and what has to be looked at behind it."""
        declared, overflow = STATEMENTS[statement.primitive], overflow_of(statement, self.v)
        cell = cell_of(statement)
        plain = self._behaviour(statement, scope) if cell is None else self._change(statement, cell, scope)
        looks = [Look(n, hard=self.hardness.of_watch(n)) for n in reversed(self.hardness.concerned(statement))]
        forget = self.values.changed(written_by(statement, self.v))
        if overflow is None and not looks and not declared.fate and not declared.ends:
            if cell is not None:
                return lambda p: plain(p.s, p.x)  # it forgets by itself

            def do(p: Position) -> None:
                plain(p.s, p.x)
                forget()

            return do

        def do_all(p: Position) -> None:
            if declared.fate and p.aim is not None:
                raise End
            answer = plain(p.s, p.x)
            if cell is None:
                forget()
            if declared.ends and p.aim is None:
                self.ended = statement, self._reason(statement, p)
            if overflow is not None and answer > 0:
                p.push(Calls(self, overflow, (answer,)))
            for look in looks:
                p.push(look)

        return do_all

    def _behaviour(self, statement: ty.Do, scope: Scope) -> Fn:
        """Before the first piece comes the table of its kind; reasons are words for the log, and left out."""
        declared, given = STATEMENTS[statement.primitive], list[Fn]()
        for name, of in declared.params.items():
            value = statement.args.get(name)
            if of == "span":
                given.append(_always(self.spans.index(statement.words[name])))
            elif isinstance(value, ty.Var) and of in CELLS:
                given.append(self._needed(self.values.address(value, scope)))
            elif of != "word" and value is not None:
                given += [_always(self.layout.tables[value.type.name])] if name == declared.about else []
                given.append(self._plain(value, scope))
        behaviour, hard = declared.behaviour, declared.hard

        def do(s: State, x: Frame) -> Any:  # whatever the statement answers
            answer = behaviour(self, s, x[ME], *[f(s, x) for f in given])
            if hard and answer is False:
                raise Failed
            return answer

        return do

    @staticmethod
    def _needed(address: Fn) -> Fn:
        """A cell that a statement cannot do without."""

        def needed(s: State, x: Frame) -> int:
            at: int = address(s, x)
            if at < 0:
                raise Stopped(NOTHING_GIVEN)
            return at

        return needed

    def _change(self, statement: ty.Do, cell: ty.Var, scope: Scope) -> Fn:
        """A change of one cell, with its bounds; gives what did not fit."""
        change = STATEMENTS[statement.primitive].change
        assert change is not None
        forget = self.values.changed({f"var {cell.key}"})
        address, base = self._needed(self.values.address(cell, scope)), self.layout.vars[cell.key].base
        given = statement.args.get(change.amount)
        amount = self._plain(given, scope) if given is not None else _always(1)
        low, high = self.lows.get(base), self.highs.get(base)
        into, fails, forgets, event, tells_new = (
            change.into,
            change.fails,
            change.forgets,
            change.event,
            change.tells_new,
        )

        def do(s: State, x: Frame) -> int:
            much, at = amount(s, x), address(s, x)
            if much <= 0 and not forgets:
                return 0
            old = s[at]
            new = wanted = into(old, much)
            if low is not None and high is not None:
                new = low if new < low else min(new, high)
            if new != wanted and fails:
                raise Failed
            if new != old:
                s[at] = new
                forget()
                if self.log is not None:
                    self.log.append((event, x[ME], at, new if tells_new else abs(new - old), statement))
            return wanted - new if wanted > new else 0

        return do

    def _reason(self, statement: ty.Do, p: Position) -> str:
        """Why the game is over, as its last statement says."""
        value = statement.args.get("reason")
        if value is None:
            return statement.words.get("reason", "")
        number = self.values.number(value, p.here)
        return self.v.enums[value.type.name].values[number] if number >= 0 else ""

    # ---- what happens by itself

    def _announce(self, p: Position, event: str, given: tuple[Any, ...]) -> None:
        """For every player from the acting one on, the rules react, then their cards; last, what lies with nobody."""
        if event not in self._heard:
            self._heard[event] = self._hearing(event)
        rules, cards, alone = self._heard[event]
        reacting: list[Task] = [Calls(self, one.routine, given, cond=one.cond) for one in rules]
        reacting += [Hears(event, given, kind, things, hard=hard) for kind, things, hard in cards]
        me = p.x[ME]
        for kind, things, hard in reversed(alone):
            p.push(Hears(event, given, kind, things, hard=hard))
        p.push(Acts(me))
        for player in reversed(self.values.around.players_from(me)):
            self.step()
            for task in reversed(reacting):
                p.push(task)
            p.push(Acts(player))

    def _hearing(self, event: str) -> tuple[list[Any], list[Any], list[Any]]:
        """Who reacts to an event: rules, kinds of things that lie with a player, and kinds that lie with nobody."""
        hard = self.hardness.of_event(event)
        rules = [one for one in self.v.triggers if one.event == event and one.routine is not None]
        both = self.listening.with_me(event), self.listening.with_nobody(event)
        cards, alone = ([(kind, self._things(things), hard) for kind, things in part] for part in both)
        return rules, cards, alone

    def _things(self, things: ty.Value) -> tuple[Fn, Scope]:
        scope = Scope(0)
        return self.values.fn(things, scope), scope

    def element_next(self, loop: Looping, left: list[int]) -> Choice:
        """Which element comes next, where the order is the player's."""
        raise NotImplementedError


def _always(thing: Any) -> Fn:  # a table, or a number
    return lambda _s, _x: thing
