"""What every form of statement does: run to the next choice, and offer what can be completed.

A position is a state and what is still to be done: a chain of tasks, the next one first. Nothing in a chain is ever
changed, so a copy of a position costs no more than a copy of its state, and trying an option is running a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.check.naming import Naming
from interpreter.check.reads import wanted_by, written_by
from interpreter.code.hard import Hardness, overflow_of
from interpreter.code.listening import Listening
from interpreter.code.runtime import Tables
from interpreter.code.sight import hidden_kind, in_sight, unknown_of
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import OVER, STATUS, WATCHING
from interpreter.primitives.pieces import random_below, seed_random
from interpreter.primitives.registry import CELLS
from interpreter.reference.values import Here, Values
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Action, Vocabulary
    from interpreter.code.layout import Layout
    from interpreter.primitives.tables import State

DECLINE = -1
MAX_TIMES, MAX_WATCH = 100, 64
"""How often a player may repeat something, and a state-based rule may follow itself."""
MAX_STEPS, MAX_TRIAL_STEPS, MAX_TRIAL_CHOICES = meter.STEPS.most, meter.TRIAL_STEPS.most, meter.TRIAL_CHOICES.most


class Failed(Exception):
    """A statement cannot be done."""


class Stopped(Exception):
    """The rules met a position in which they cannot go on."""


class _End(Exception):
    """The way that is tried has come to its end: it is complete, or left to chance."""


# ---- what is still to be done


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The statements of a body from one on."""

    statements: tuple[ty.Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """The turns of a loop that are left."""

    loop: ty.Loop
    left: int


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a set that are left."""

    each: ty.Each
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ActsAgain:
    """The player who acted before acts again."""

    player: int


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """A choice that is made again: which statement, and how often and which it was taken."""

    statement: ty.Maybe | ty.PickSeveral | ty.PickOption | ty.OfferMenu
    times: int
    marks: int
    limit: int
    least: int


@dataclass(frozen=True, slots=True, eq=False)
class Commit:
    """The end of an option: nothing behind it can make the option impossible."""


@dataclass(frozen=True, slots=True, eq=False)
class Return:
    """The end of a routine: whoever called it goes on with names of their own.

    One that begins a span is judged by itself: options around it end where it begins.
    """

    me: int
    this: int
    locals: dict[int, Any]
    script: ty.Routine | None
    span: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """A routine to be run."""

    routine: ty.Routine
    given: tuple[int, ...]
    this: int = -1
    cond: ty.Value | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reactions:
    """The reactions to an event that are left: first the rules, then the cards, of one player after another."""

    event: str
    given: tuple[int, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hears:
    """The things of a player, or of nobody, that may react to an event, those of one kind after another."""

    event: str
    given: tuple[int, ...]
    kinds: tuple[tuple[str, ty.Value], ...]
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """State-based rules that may have become true."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AllMade:
    """The end of changes that count as one: the rules under way before are so again, and all others look."""

    watching: int


@dataclass(frozen=True, slots=True, eq=False)
class Watching:
    """A state-based rule under way: how many turns it may still take, and which players are left in this one."""

    number: int
    turns: int
    players: tuple[int, ...] = ()


Task = (
    Block
    | Turns
    | Elements
    | ActsAgain
    | Again
    | Commit
    | Return
    | Calls
    | Reactions
    | Hears
    | Look
    | AllMade
    | Watching
)
Chain = tuple[Task, "Chain"] | None


def chain_of(todo: Chain) -> Iterator[Task]:
    """The tasks of a chain, the next one first."""
    while todo is not None:
        yield todo[0]
        todo = todo[1]


@dataclass(slots=True)
class Position:
    """A game between two statements."""

    s: State
    todo: Chain = None
    me: int = 0
    this: int = -1
    locals: dict[int, Any] = field(default_factory=dict)
    script: ty.Routine | None = None

    def copy(self) -> Position:
        """A position that can be played on by itself."""
        return replace(self, s=self.s[:])

    def push(self, *tasks: Task) -> None:
        """Do these next, the first one first."""
        for task in reversed(tasks):
            self.todo = (task, self.todo)

    def pop(self) -> Task:
        """The next task."""
        assert self.todo is not None
        task, self.todo = self.todo
        return task

    def bind(self, slot: int, value: Any) -> None:  # noqa: ANN401 - a number or a list
        """Give a name a value."""
        self.locals = {**self.locals, slot: value}

    @property
    def here(self) -> Here:
        """Where values are asked."""
        return Here(self.s, self.me, self.this, self.locals)


# ---- choices


@dataclass(slots=True)
class Choice:
    """A choice that is due: the values that could be taken, and what each way of going on does to a position."""

    name: str
    values: list[int]
    take: Callable[[Position, int], None]
    behind: Callable[[int], bool]
    """Whether something inside the option that a value begins can fail."""
    decline: Callable[[Position], None] | None = None
    must: frozenset[int] = frozenset()
    empty: Callable[[Position], None] | None = None
    random: bool = False
    skips: bool = False
    """Whether without it the rest of its block is left undone."""
    risky: bool = False
    """Whether the same choice, made again, can fail by having nothing to offer."""
    items: ty.Value | None = None
    """The set that is chosen from."""
    at: ty.At = (0, 0)

    def apply(self, position: Position, value: int) -> None:
        """Take a value, or decline."""
        if value == DECLINE:
            assert self.decline is not None
            self.decline(position)
        else:
            self.take(position, value)

    def can_decline(self, values: list[int]) -> bool:
        """Whether it may be declined while these can be taken."""
        return self.decline is not None and not any(value in self.must for value in values)


@dataclass(slots=True)
class Due:
    """What somebody has to decide, and the values offered; -1 is declining."""

    choice: Choice
    seat: int
    values: list[int]


class Reference(Tables):
    """Runs a pack for one number of players, statement by statement."""

    def __init__(self, layout: Layout) -> None:
        self.v: Vocabulary = layout.v
        self.spans = self.v.spans()
        super().__init__(layout, self.spans)
        self.values = Values(layout)
        self.naming = Naming(self.v, self._scripts())
        self.hardness = Hardness(layout)
        self.listening = Listening(layout)
        self.routines = {verb.key: verb.routine for verb in self.v.verbs}
        self.wants = [wanted_by(w.cond.value, self.v) if w.cond else set() for w in self.v.watches]
        self.trace: Callable[[ty.Statement, Position], None] | None = None
        self._aim: Task | None = None
        self.fuel = MAX_STEPS

    def _scripts(self) -> list[ty.Routine]:
        """Every script of the pack, and of things."""
        found: list[object] = [self.v.start, *(verb.routine for verb in self.v.verbs)]
        found += [action.routine for action in self.v.actions]
        found += [trigger.routine for trigger in self.v.triggers] + [watch.routine for watch in self.v.watches]
        for decl in self.v.hosts():
            found += [var.overflow for var in decl.vars.values()]
            for item in decl.items:
                found += [one for face in item.faces for one in face.scripts.values()]
                found.append(item.when.routine if item.when else None)
        return [one for one in found if isinstance(one, ty.Routine)]

    # ---- running

    def start(self, seed: int) -> Position:
        """A fresh game, before the first statement."""
        assert self.v.start is not None
        state = self._blank[:]
        seed_random(state, seed)
        return self.enter(state, self.v.start, 0)

    def enter(
        self, state: State, routine: ty.Routine, seat: int, given: tuple[int, ...] = (), this: int = -1
    ) -> Position:
        """One routine by itself, as a player; `this` is the thing whose script it is."""
        state[STATUS] = 0
        position = Position(state, me=seat)
        self._call(position, routine, given, this)
        return position

    def run(self, position: Position) -> Due | None:
        """Run on until somebody must choose; None when the game is over."""
        self.fuel = MAX_STEPS
        while position.todo is not None and position.s[STATUS] != OVER:
            try:
                choice = self._advance(position)
            except Failed as failed:
                raise Stopped(str(failed)) from None
            if choice is None:
                continue
            due = self._offer(position, choice)
            if due is not None:
                return due
        position.s[STATUS] = OVER
        return None

    def _advance(self, position: Position) -> Choice | None:
        """Do the next task; gives the choice it comes to, if any."""
        try:
            return self._task(position, position.pop())
        except TooManyNumbers as problem:
            raise Stopped(str(problem)) from None

    def _task(self, position: Position, task: Task) -> Choice | None:  # noqa: C901, PLR0912 - one case for each
        if task is self._aim:
            raise _End
        match task:
            case Block(statements=(first, *rest)):
                position.push(Block(tuple(rest)))  # also an empty one: a choice that is skipped leaves it undone
                if self.trace is not None and self._aim is None:
                    self.trace(first, position)
                return self._statement(position, first)
            case Block():
                return None
            case Turns():
                self._turn(position, task)
            case Elements():
                self._element(position, task)
            case ActsAgain(player=player):
                position.me = player
            case Again():
                return self._again(position, task)
            case Commit():
                pass
            case Return():
                position.me, position.this, position.locals, position.script = (
                    task.me,
                    task.this,
                    task.locals,
                    task.script,
                )
            case Calls(routine=routine, given=given, this=this, cond=cond):
                asked = Here(position.s, position.me, this, dict(enumerate(given)))
                if cond is None or self.values.truth(cond, asked):
                    self._call(position, routine, given, this)
            case Reactions():
                self._react(position, task)
            case Hears():
                self._hear(position, task)
            case Look():
                self._look(position, task)
            case AllMade(watching=watching):
                position.s[WATCHING] = watching
                if self.v.watches:
                    position.push(Look(tuple(range(len(self.v.watches)))))
            case Watching():
                self._watch(position, task)
            case _:
                assert_never(task)
        return None

    def out_of_steps(self) -> None:
        """Stop what takes too long: for the engine's own statements."""
        raise Stopped("this takes too many steps")

    def _step(self) -> None:
        """A step is a routine begun or a turn of a loop."""
        self.fuel -= 1
        if self.fuel < 0:
            self.out_of_steps()

    def _statement(self, position: Position, statement: ty.Statement) -> Choice | None:  # noqa: C901, PLR0912, PLR0915 - one case each
        here, values = position.here, self.values
        match statement:
            case ty.Do():
                self._do(position, statement)
            case ty.CallVerb(verb=verb, args=args):
                if verb in self.v.begins and self._aim is not None:
                    raise _End
                self._call(position, self.routine(verb), self._given(args, here))
            case ty.Announce(event=event, args=args):
                self._step()
                players = tuple(values.around.players_from(position.me))
                position.push(Reactions(event, self._given(args, here), players))
            case ty.Say(args=args):
                self._given(args, here)  # a line of the log changes nothing
            case ty.RunScript(kind=kind, script=script, piece=piece):
                thing = values.number(piece, here)
                routine = values.script_of(kind, script, thing, position.s)
                if isinstance(routine, ty.Routine):
                    self._call(position, routine, (), this=thing)
            case ty.SetLocal(slot=slot, value=value):
                position.bind(slot, values.argument(value, here))
            case ty.NameSet():
                pass  # the set stands where its name stood, and is the same there
            case ty.Branch(branches=branches, otherwise=otherwise):
                body = next((body for cond, body in branches if values.truth(cond, here)), otherwise)
                if body is not None:
                    self._enter(position, body)
            case ty.Loop(count=count):
                position.push(Turns(statement, values.number(count, here)))
            case ty.Each(secret=True) if self._aim is not None:
                raise _End
            case ty.AtOnce(body=body):
                position.push(Block(tuple(body.statements)), AllMade(position.s[WATCHING]))
                position.s[WATCHING] = (1 << len(self.v.watches)) - 1
            case ty.Each(items=items):
                position.push(Elements(statement, tuple(values.items(items, here))))
            case ty.Acting(who=who, body=body):
                self._acting(position, values.number(who, here), body)
            case ty.Maybe():
                return self._again(position, Again(statement, 0, 0, MAX_TIMES if statement.again else 1, 0))
            case ty.Pick():
                return self._pick(position, statement)
            case ty.PickSeveral(low=low, high=high):
                least = 0 if low is None else values.number(low, here)
                return self._again(position, Again(statement, 0, 0, values.number(high, here), least))
            case ty.PickOption(low=low):
                least = 1 if statement.mode == "one" else 0 if low is None else values.number(low, here)
                return self._again(position, Again(statement, 0, 0, self._option_limit(statement, here), least))
            case ty.OfferMenu(until_done=until_done):
                return self._again(position, Again(statement, 0, 0, MAX_TIMES if until_done else 1, 0))
            case ty.Demand(cond=cond):
                if not values.truth(cond, here):
                    raise Failed
            case ty.Leave(span=span):
                self._leave(position, span)
            case _:
                assert_never(statement)
        return None

    def _leave(self, position: Position, span: str) -> None:
        """Leave the routine, or all up to the end of the one that begins a span."""
        while position.todo is not None:
            task = self._left(position)
            if isinstance(task, Return) and span in ("", task.span):
                return

    def _left(self, position: Position) -> Task:
        """Leave a task undone, except that a routine left is a routine ended, and so is a state-based rule."""
        task = position.pop()
        if task is self._aim:
            raise _End
        if isinstance(task, Return):
            position.me, position.this, position.locals, position.script = task.me, task.this, task.locals, task.script
        elif isinstance(task, Watching):
            position.s[WATCHING] &= ~(1 << task.number)
        return task

    # ---- routines

    def routine(self, name: Key) -> ty.Routine:
        """A verb of the pack."""
        found = self.routines[name]
        assert found is not None
        return found

    def _given(self, args: list[ty.Value], here: Here) -> tuple[int, ...]:
        return tuple(self.values.argument(arg, here) for arg in args)

    def _returning(self, position: Position, span: str = "") -> Return:
        return Return(position.me, position.this, position.locals, position.script, span)

    def _call(self, position: Position, routine: ty.Routine, given: tuple[int, ...], this: int = -1) -> None:
        self._step()
        span = self.v.begins.get(routine.key, "")
        position.push(Block(tuple(routine.body.statements)), self._returning(position, span))
        position.this, position.locals, position.script = this, dict(enumerate(given)), routine

    def _enter(self, position: Position, body: ty.Body) -> None:
        position.push(Block(tuple(body.statements)))

    # ---- control

    def _turn(self, position: Position, task: Turns) -> None:
        loop = task.loop
        if task.left <= 0 or (loop.while_ is not None and not self.values.truth(loop.while_, position.here)):
            return
        self._step()
        position.push(Block(tuple(loop.body.statements)), Turns(loop, task.left - 1))

    def _element(self, position: Position, task: Elements) -> None:
        if task.each.secret and self._aim is not None:
            raise _End
        if not task.items:
            return
        self._step()
        each = task.each
        position.bind(each.slot, task.items[0])
        position.push(Elements(each, task.items[1:]))
        if each.acting:
            self._acting(position, task.items[0], each.body)
        else:
            self._enter(position, each.body)

    def _acting(self, position: Position, player: int, body: ty.Body) -> None:
        if player < 0:
            raise Stopped("a statement needs a thing, but there is none")
        position.push(Block(tuple(body.statements)), ActsAgain(position.me))
        position.me = player

    # ---- statements of the engine

    def _do(self, position: Position, statement: ty.Do) -> None:
        declared = STATEMENTS[statement.primitive]
        if declared.fate and self._aim is not None:
            raise _End
        answer = declared.behaviour(self, position.s, position.me, *self._arguments(position, statement))
        if declared.hard and answer is False:
            raise Failed
        if position.s[STATUS] == OVER:
            if self._aim is not None:
                raise _End
            return
        written = written_by(statement, self.v)
        rules = tuple(number for number, wants in enumerate(self.wants) if wants & written)
        overflow = overflow_of(statement, self.v)
        if overflow is not None and answer > 0:
            position.push(Calls(overflow, (answer,)))
        if rules:
            position.push(Look(rules))

    def _arguments(self, position: Position, statement: ty.Do) -> list[Any]:
        """Pieces come with the table of their kind, counters and vars as addresses, words as numbers."""
        made: list[Any] = []
        optional = {"reason": -1, "discard": 0}
        here, values, types = position.here, self.values, STATEMENTS[statement.primitive].params
        for name, value in statement.args.items():
            if name in optional:
                continue
            if isinstance(value, str):
                made.append(self.spans.index(value))
            elif types[name] in CELLS:
                address = values.address(value, here)
                if address is None:
                    raise Stopped("a statement needs a thing, but there is none")
                made.append(address)
            elif types[name] in ("piece", "pieces"):
                made += [self.layout.tables[value.type.name], values.argument(value, here)]
            else:
                made.append(values.number(value, here))
        if "discard" in statement.args:
            made.append(values.number(statement.args["discard"], here))
        return made

    # ---- reactions

    def _react(self, position: Position, task: Reactions) -> None:
        if not task.players:
            position.push(Hears(task.event, task.given, tuple(self.listening.with_nobody(task.event))))
            return
        self._step()
        player, *others = task.players
        kinds = tuple(self.listening.with_me(task.event))
        rules = [t for t in self.v.triggers if t.event == task.event]
        position.push(
            *(Calls(t.routine, task.given, cond=t.cond.value if t.cond else None) for t in rules if t.routine),
            Hears(task.event, task.given, kinds),
            ActsAgain(position.me),
            Reactions(task.event, task.given, tuple(others)),
        )
        position.me = player

    def _hear(self, position: Position, task: Hears) -> None:
        cards, kinds = task.cards, task.kinds
        if not cards:
            if not kinds:
                return
            cards = tuple(self.values.items(kinds[0][1], position.here))
            if not cards:
                position.push(replace(task, kinds=kinds[1:]))
                return
        card, *others = cards
        position.push(replace(task, cards=tuple(others), kinds=kinds if others else kinds[1:]))
        self._step()
        kind = kinds[0][0]
        item = self.layout.things[kind][card].item
        heard = item.when if item is not None else None
        if (
            heard is None
            or heard.event != task.event
            or heard.routine is None
            or self.values.face(kind, card, position.s)
        ):
            return
        position.push(Calls(heard.routine, task.given, card, heard.cond.value if heard.cond else None))

    def _look(self, position: Position, task: Look) -> None:
        number, *others = task.numbers
        if others:
            position.push(Look(tuple(others)))
        if not position.s[WATCHING] >> number & 1 and self.values.watched(number, position.s):
            position.s[WATCHING] |= 1 << number
            self._step()
            position.push(Watching(number, MAX_WATCH), self._returning(position))
            position.this, position.locals = -1, {}

    def _watch(self, position: Position, task: Watching) -> None:
        """Let the effect happen for every player it concerns, until the condition holds for nobody."""
        number, players = task.number, task.players
        watch = self.v.watches[number]
        assert watch.cond is not None
        assert watch.routine is not None
        if not players:
            if not task.turns or not self.values.watched(number, position.s):
                if self.values.watched(number, position.s):
                    raise Stopped("effects without end: too many inside each other, or a rule that never settles")
                position.s[WATCHING] &= ~(1 << number)
                return
            self._step()
            players = tuple(self.values.around.players_from(position.me)) if watch.for_player else (position.me,)
            task = replace(task, turns=task.turns - 1)
        player, *others = players
        self._step()
        position.push(replace(task, players=tuple(others)))
        position.push(Calls(watch.routine, (), cond=watch.cond.value), ActsAgain(position.me))
        position.me = player

    # ---- choices

    def _pick(self, position: Position, statement: ty.Pick) -> Choice:
        skip = position.todo[1] if position.todo is not None else None

        def take(at: Position, value: int) -> None:
            at.bind(statement.slot, value)

        def leave(at: Position) -> None:
            at.todo = skip
            if statement.otherwise is not None:
                self._enter(at, statement.otherwise)

        return Choice(
            statement.name,
            self.values.items(statement.items, position.here),
            take,
            lambda _value: False,
            decline=leave if statement.mode == "may" else None,
            empty=leave if statement.soft else None,
            skips=statement.soft,
            random=statement.mode == "random",
            items=statement.items,
            at=statement.at,
        )

    def _option_limit(self, statement: ty.PickOption, here: Here) -> int:
        match statement.mode:
            case "one":
                return 1
            case "any" | "order":
                return MAX_TIMES
        assert statement.count is not None
        return self.values.number(statement.count, here)

    def _again(self, position: Position, task: Again) -> Choice | None:
        """A choice that begins an option: asked once, or again until it is declined, exhausted or made often enough."""
        statement, here = task.statement, position.here
        if task.times >= task.limit:
            self._ended(position, task)
            return None
        if task.times:
            self._step()
        match statement:
            case ty.Maybe(body=body):
                return self._opening(task, [0], lambda _: body, decline=True)
            case ty.PickSeveral(body=body, items=items, low=low, mode=mode):
                found = self.values.items(items, here)
                may_stop = mode != "random" and self._may_stop(task, low is not None, mode == "may")
                choice = self._opening(task, found, lambda _: body, decline=may_stop)
                choice.risky = not statement.soft and task.limit > 1
                choice.random = mode == "random"
                if self._must_go_on(task, low is not None, mode == "may"):
                    choice.empty = None
                return choice
            case ty.PickOption(options=options, mode=mode):
                marks = mode in ("order", "different")
                free = [
                    number
                    for number, case in enumerate(options)
                    if not (marks and task.marks >> number & 1)
                    and (case.cond is None or self.values.truth(case.cond, here))
                ]
                said = mode == "one" or statement.low is not None
                may_stop = mode in ("any", "order") or self._may_stop(task, said, statement.may)
                choice = self._opening(task, free, lambda n: options[n].body, decline=may_stop)
                choice.risky = not statement.soft and task.limit > 1
                choice.must = frozenset(n for n, case in enumerate(options) if case.duty == "must")
                if self._must_go_on(task, said, statement.may):
                    choice.empty = None
                return choice
            case ty.OfferMenu():
                return self._menu(task, statement, here)
        assert_never(statement)

    @staticmethod
    def _may_stop(task: Again, said: bool, may: bool) -> bool:
        """Whether a choice that is made again and again may be declined now."""
        return (said and task.times >= task.least) or (may and task.times == 0)

    @staticmethod
    def _must_go_on(task: Again, said: bool, may: bool) -> bool:
        """Whether having nothing to choose is a failure."""
        statement = task.statement
        if isinstance(statement, ty.OfferMenu) or statement.otherwise is not None:
            return False
        return said and task.times < task.least and not (may and task.times == 0)

    def _ended(self, position: Position, task: Again) -> None:
        """What happens otherwise, where fewer were chosen than there must be, or none."""
        statement = task.statement
        if not isinstance(statement, ty.OfferMenu) and statement.otherwise is not None:
            if task.times < max(1, task.least):
                self._enter(position, statement.otherwise)

    def _opening(self, task: Again, values: list[int], body: Callable[[int], ty.Body], *, decline: bool) -> Choice:
        statement = task.statement

        def take(at: Position, value: int) -> None:
            if isinstance(statement, ty.PickSeveral):
                at.bind(statement.slot, value)
            marks = task.marks | 1 << value if isinstance(statement, ty.PickOption) else 0
            again = replace(task, times=task.times + 1, marks=marks)
            at.push(Block(tuple(body(value).statements)), Commit(), again)

        name = statement.name if isinstance(statement, ty.PickSeveral) else ""
        return Choice(
            name,
            values,
            take,
            lambda value: self.hardness.of_body(body(value)),
            decline=(lambda at: self._ended(at, task)) if decline else None,
            empty=lambda at: self._ended(at, task),
            items=statement.items if isinstance(statement, ty.PickSeveral) else None,
            at=statement.at,
        )

    def _menu(self, task: Again, statement: ty.OfferMenu, here: Here) -> Choice:
        actions = [action for action in self.v.actions if action.menu == statement.menu]

        def take(at: Position, value: int) -> None:
            action = actions[value]
            at.push(Commit(), replace(task, times=task.times + 1))
            if action.limit:
                at.s[self._used(action, at.me)] += 1
            assert action.routine is not None
            self._call(at, action.routine, ())

        def behind(value: int) -> bool:
            routine = actions[value].routine
            return routine is not None and self.hardness.of_body(routine.body)

        free = [number for number, action in enumerate(actions) if self._may_act(action, here)]
        must = frozenset(number for number, action in enumerate(actions) if action.must)
        decline = _go_on if statement.until_done else None
        return Choice(statement.menu, free, take, behind, decline=decline, must=must, empty=_go_on, at=statement.at)

    def _used(self, action: Action, player: int) -> int:
        return self.layout.vars[f"player.(limit {action.id})"].base + player

    def _may_act(self, action: Action, here: Here) -> bool:
        if action.limit and here.s[self._used(action, here.me)] >= action.times:
            return False
        return action.requires is None or self.values.truth(action.requires.value, here)

    # ---- what can be completed

    def _offer(self, position: Position, choice: Choice) -> Due | None:
        """Work out a choice; one with a single way is taken at once."""
        if choice.random:
            if choice.values:
                self.fate = True
                choice.apply(position, choice.values[random_below(position.s, len(choice.values))])
            elif choice.empty is not None:
                choice.empty(position)
            else:
                raise Stopped(f"nothing to choose for `{choice.name}`")
            return None
        risky = self._risk_ahead(position, choice)
        values = [value for value in choice.values if self._can(position, choice, value, risky=risky)]
        if choice.can_decline(values) and (
            not values or not risky or self._tried(position, choice, DECLINE, risky=risky)
        ):
            values.append(DECLINE)
        if not values:
            if choice.empty is None:
                raise Stopped(f"nothing to choose for `{choice.name}`")
            choice.empty(position)
            return None
        if len(values) == 1:
            choice.apply(position, values[0])
            return None
        return Due(choice, position.me, self._as_seen(position, choice, values))

    def _as_seen(self, position: Position, choice: Choice, values: list[int]) -> list[int]:
        """The values in an order that tells nothing of hidden pieces."""
        if choice.items is None:
            return values
        table = hidden_kind(self, self.naming, choice.items, position.script)
        if table is None:
            return values
        unknown = unknown_of(self, position.s, table, values, position.me)
        return in_sight(position.s, table, choice.items, values, unknown)

    def _risk_ahead(self, position: Position, choice: Choice) -> bool:
        """Whether something behind the choice can fail, up to the end of the outermost option or of the routine."""
        aim = self._outermost(position)
        ways = [position.todo]
        if choice.skips and position.todo is not None:
            ways.append(position.todo[1])
        return choice.risky or any(self._may_fail(_until(way, aim)) for way in ways)

    def _may_fail(self, tasks: Iterator[Task]) -> bool:
        return any(self._task_may_fail(task) for task in tasks)

    def _task_may_fail(self, task: Task) -> bool:  # noqa: C901 - one case for each
        hard = self.hardness
        match task:
            case Block(statements=statements):
                return any(hard.of_statement(statement) for statement in statements)
            case Turns(loop=loop):
                return hard.of_body(loop.body)
            case Elements(each=each):
                return hard.of_body(each.body)
            case Again(statement=statement):
                return not isinstance(statement, ty.OfferMenu) and hard.of_statement(statement)
            case Calls(routine=routine):
                return hard.of_body(routine.body)
            case Reactions(event=event) | Hears(event=event):
                return hard.of_event(event)
            case Look(numbers=numbers):
                return any(hard.of_watch(number) for number in numbers)
            case Watching(number=number):
                return hard.of_watch(number)
            case AllMade():
                return any(hard.of_watch(number) for number in range(len(self.v.watches)))
            case ActsAgain() | Commit() | Return():
                return False
            case _:
                assert_never(task)

    def _outermost(self, position: Position) -> Task | None:
        """The end of the outermost option under way; of the routine where there is none."""
        apart = next((t for t in chain_of(position.todo) if isinstance(t, Return) and t.span), None)
        commits = [task for task in _until(position.todo, apart) if isinstance(task, Commit)]
        if commits:
            return commits[-1]
        return next((task for task in chain_of(position.todo) if isinstance(task, Return)), None)

    def _can(self, position: Position, choice: Choice, value: int, *, risky: bool) -> bool:
        if not risky and not choice.behind(value):
            return True
        return self._tried(position, choice, value, risky=risky)

    def _tried(self, position: Position, choice: Choice, value: int, *, risky: bool) -> bool:
        """Try a value on a copy: to the end of its own option, or of the outermost one if something there can fail."""
        before = self.log, self.fate, self.fuel, self._aim
        copy = position.copy()
        try:
            self.log, self.fuel = None, MAX_TRIAL_STEPS
            self._aim = None
            choice.apply(copy, value)
            own = next((task for task in chain_of(copy.todo) if isinstance(task, Commit)), None)
            self._aim = self._outermost(position) if risky or value == DECLINE else own
            if self._aim is None:
                return True
            return self._completes(copy, 0)
        except Stopped:
            return False
        finally:
            self.log, self.fate, self.fuel, self._aim = before

    def _tried_to(self, position: Position) -> Choice | bool:
        """Run on to the next choice, or to where it is certain whether there is a way."""
        try:
            while position.todo is not None and position.s[STATUS] != OVER:
                choice = self._advance(position)
                if choice is not None:
                    return choice
        except _End:
            return True
        except Failed:
            return False
        return True

    def _completes(self, position: Position, depth: int) -> bool:
        """Depth first: run to the next choice and try its values, the shortest way out first."""
        if depth > MAX_TRIAL_CHOICES:
            return False
        came_to = self._tried_to(position)
        if isinstance(came_to, bool):
            return came_to
        choice = came_to
        if choice.random:
            return bool(choice.values) or choice.empty is not None
        values = list(choice.values)
        if choice.can_decline(values):
            values.insert(0, DECLINE)
        elif choice.decline is not None and choice.must and values:
            values.append(DECLINE)  # a duty that cannot be completed does not bind
        for value in values:
            copy = position.copy()
            choice.apply(copy, value)
            if self._completes(copy, depth + 1):
                return True
        if DECLINE in values or choice.empty is None:
            return False
        choice.empty(position)  # values that cannot be completed are not offered, and then there is nothing to choose
        return self._completes(position, depth + 1)


def _go_on(_position: Position) -> None:
    """Nothing is done; what follows comes next."""


def _until(todo: Chain, aim: Task | None) -> Iterator[Task]:
    for task in chain_of(todo):
        yield task
        if task is aim:
            return
