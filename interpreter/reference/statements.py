"""What every form of statement does, one after another, up to the next choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.ending import Endings
from interpreter.check.operands import overflow_of
from interpreter.code.choices import times_taken
from interpreter.code.listening import Listening
from interpreter.code.ordering import order_matters
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import OVER, STATUS, WATCHING
from interpreter.primitives.registry import CELLS
from interpreter.reference.choices import MAX_TIMES, Choice, Choices
from interpreter.reference.position import (
    Acts,
    Again,
    AllMade,
    Block,
    Calls,
    Commit,
    Elements,
    End,
    Failed,
    Frame,
    Hears,
    Look,
    Position,
    Return,
    Stopped,
    Task,
    Turns,
    Watching,
)  # fmt: skip
from interpreter.reference.values import NONE, Here

if TYPE_CHECKING:
    from interpreter.code.layout import Layout
    from interpreter.primitives.tables import Given, KindTable

MAX_WATCH = 64
"""How often a state-based rule may follow itself."""


class Statements(Choices):
    """Runs a pack statement by statement."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.listening, self.endings = Listening(layout), Endings(layout.v)
        self.routines = {verb.key: verb.routine for verb in self.v.verbs if verb.routine}
        self.routines |= {keys.action(action.id): action.routine for action in self.v.actions if action.routine}
        limited = {keys.action(action.id): times_taken(action).key for action in self.v.actions if action.limit}
        self.times_taken = {action: layout.vars[cell].base for action, cell in limited.items()}
        self.trace: Callable[[ty.Statement, Position], None] | None = None

    def next_choice(self, position: Position) -> Choice | None:
        """Go on to the next choice; None where the game is over, or nothing is left to be done."""
        try:
            while position.todo is not None and position.s[STATUS] != OVER:
                choice = self._advance(position)
                if choice is not None:
                    return choice
        except TooManyNumbers as problem:
            raise Stopped(str(problem)) from None
        return None

    def _advance(self, position: Position) -> Choice | None:  # noqa: C901, PLR0912 - one case for each form
        """Do the next task; gives the choice it comes to, if any."""
        task = position.pop()
        match task:
            case Block(body, first):
                if first < len(body.statements):
                    position.push(Block(body, first + 1))  # also an empty one: a choice may leave it undone
                    return self._statement(position, body.statements[first])
            case Turns(loop, left):
                if left > 0 and (loop.while_ is None or self.values.truth(loop.while_, position.here)):
                    self.step()
                    position.push(Block(loop.body), Turns(loop, left - 1))
            case Elements(each, left):
                return self._element(position, each, left)
            case Again():
                return self.again(position, task)
            case Calls():
                self._call_if(position, task)
            case Hears():
                self._hear(position, task)
            case Look(number):
                self._look(position, number)
            case Watching(number, turns):
                self._watch(position, number, turns)
            case AllMade(watching):
                position.s[WATCHING] = watching
            case Acts(player):
                position.act(player)
            case Return(frame):
                position.frame = frame
            case Commit():
                pass
            case _:
                assert_never(task)
        return None

    def _statement(self, position: Position, statement: ty.Statement) -> Choice | None:  # noqa: C901, PLR0912, PLR0915 - the same
        here, values = position.here, self.values
        if self.trace is not None and position.aim is None:
            self.trace(statement, position)
        match statement:
            case ty.Do():
                self._do(position, statement)
            case ty.CallVerb(verb, args):
                self._call_verb(position, verb, self._given(args, here))
            case ty.Announce(event, args):
                self._announce(position, event, self._given(args, here))
            case ty.Say(args=args):
                self._given(args, here)  # a line of the log changes nothing
            case ty.RunScript(kind, script, piece):
                thing = values.number(piece, here)
                routine = values.script_of(kind, script, thing, position.s)
                if isinstance(routine, ty.Routine):
                    self.call(position, routine, (), thing)
            case ty.SetLocal(slot, value):
                position.bind(slot, values.argument(value, here))
            case ty.NameSet():
                pass  # the set stands where its name stood, and is the same there
            case ty.Branch(branches, otherwise):
                body = next((body for cond, body in branches if values.truth(cond, here)), otherwise)
                if body is not None:
                    position.push(Block(body))
            case ty.Loop(count):
                position.push(Turns(statement, values.number(count, here)))
            case ty.Each(items):
                position.push(Elements(statement, values.items(items, here)))
            case ty.Acting(who, body):
                self._let_act(position, values.number(who, here))
                position.push(Block(body))
            case ty.AtOnce(body):
                looks = map(Look, self.endings.concerned(body))
                position.push(Block(body), AllMade(position.s[WATCHING]), *looks)
                position.s[WATCHING] = (1 << len(self.v.watches)) - 1
            case ty.Pick():
                return self.pick(position, statement)
            case ty.Maybe(again=again):
                return self.again(position, Again(statement, 0, MAX_TIMES if again else 1))
            case ty.OfferMenu(until_done=again):
                return self.again(position, Again(statement, 0 if again else None, MAX_TIMES if again else 1))
            case ty.PickSeveral(low=low, high=high):
                least = None if low is None else values.number(low, here)
                return self.again(position, Again(statement, least, values.number(high, here)))
            case ty.PickOption(mode="one"):
                return self.again(position, Again(statement, 1, 1))
            case ty.PickOption(count=None):
                return self.again(position, Again(statement, 0, MAX_TIMES))
            case ty.PickOption(low=low, count=count):
                assert count is not None
                least = None if low is None else values.number(low, here)
                return self.again(position, Again(statement, least, values.number(count, here)))
            case ty.Demand(cond):
                if not values.truth(cond, here):
                    raise Failed
            case ty.Leave(span=span):
                self._leave(position, span)
            case _:
                assert_never(statement)
        return None

    # ---- scripts

    def call(self, position: Position, routine: ty.Routine, given: tuple[Given, ...], this: int = NONE) -> None:
        """Begin a routine; what is under way goes on behind it."""
        self.step()
        position.push(Block(routine.body), Return(position.frame, self.v.begins.get(routine.key, "")))
        position.frame = Frame(position.frame.me, this, dict(enumerate(given)), routine)

    def _given(self, args: list[ty.Value], here: Here) -> tuple[Given, ...]:
        return tuple(self.values.argument(arg, here) for arg in args)

    def _call_verb(self, position: Position, verb: keys.Key, given: tuple[Given, ...]) -> None:
        if verb in self.v.begins and position.aim is not None:
            raise End
        if verb in self.times_taken:
            position.s[self.times_taken[verb] + position.frame.me] += 1
        self.call(position, self.routines[verb], given)

    def _call_if(self, position: Position, task: Calls) -> None:
        asked = Here(position.s, position.frame.me, task.this, dict(enumerate(task.given)))
        if task.kind and self.values.face(task.kind, task.this, position.s):
            return
        if task.cond is None or self.values.truth(task.cond.value, asked):
            self.call(position, task.routine, task.given, task.this)

    def _leave(self, position: Position, span: str) -> None:
        """Leave the routine, or all up to the end of the one that begins a span."""
        while position.todo is not None:
            task = position.pop()
            if isinstance(task, Watching):
                position.s[WATCHING] &= ~(1 << task.number)
            elif isinstance(task, Return):
                position.frame = task.frame
                if span in ("", task.span):
                    return

    # ---- players and elements

    def _let_act(self, position: Position, player: int) -> None:
        """A player acts in what comes next; then the one who acts now does so again."""
        position.push(Acts(position.frame.me))
        position.act(_needed(player))

    def _element(self, position: Position, each: ty.Each, left: list[int]) -> Choice | None:
        """Do a block for the next element; which one that is may be the player's choice."""
        if each.secret and position.aim is not None:
            raise End
        if not left:
            return None
        self.step()
        if each.free and order_matters(each, self.v):
            return self.element_next(each, left)
        position.push(Elements(each, left[1:]))
        position.bind(each.slot, left[0])
        if each.acting:
            self._let_act(position, left[0])
        position.push(Block(each.body))
        return None

    # ---- statements of the engine

    def _do(self, position: Position, statement: ty.Do) -> None:
        declared = STATEMENTS[statement.primitive]
        if declared.fate and position.aim is not None:
            raise End
        given = self._arguments(statement, position.here)
        answer = declared.behaviour(self, position.s, position.frame.me, *given)
        if declared.hard and answer is False:
            raise Failed
        overflow = overflow_of(statement, self.v)
        if overflow is not None and answer > 0:
            position.push(Calls(overflow, (answer,)))
        position.push(*map(Look, self.hardness.concerned(statement)))

    def _arguments(self, statement: ty.Do, here: Here) -> list[Given | KindTable]:
        """Before the first piece comes the table of its kind; counters and vars come as addresses; reasons do not."""
        made: list[Given | KindTable] = []
        declared = STATEMENTS[statement.primitive]
        for name, of in declared.params.items():
            value = statement.args.get(name)
            if of == "span":
                made.append(self.spans.index(statement.words[name]))
            elif of == "word" or value is None:
                continue
            elif isinstance(value, ty.Var) and of in CELLS:
                made.append(_needed(self.values.address(value, here)))
            else:
                made += [self.layout.tables[value.type.name]] if name == declared.about else []
                made.append(self.values.argument(value, here))
        return made

    # ---- what happens by itself

    def _announce(self, position: Position, event: str, given: tuple[Given, ...]) -> None:
        """For every player from the acting one on, the rules react, then their cards; last, what lies with nobody."""
        me, reacting = position.frame.me, list[Task]()
        for trigger in self.v.triggers:
            if trigger.event == event and trigger.routine is not None:
                reacting.append(Calls(trigger.routine, given, cond=trigger.cond))
        reacting += [Hears(event, given, kind, things) for kind, things in self.listening.with_me(event)]
        alone = (Hears(event, given, kind, things) for kind, things in self.listening.with_nobody(event))
        position.push(Acts(me), *alone)
        for player in reversed(self.values.around.players_from(me)):
            self.step()
            position.push(Acts(player), *reacting)

    def _hear(self, position: Position, task: Hears) -> None:
        """Let those of the things react that hear the event."""
        for thing in reversed(self.values.items(task.things, position.here)):
            self.step()
            item = self.layout.things[task.kind][thing].item
            heard = item.when if item is not None else None
            if heard is not None and heard.event == task.event and heard.routine is not None:
                position.push(Calls(heard.routine, task.given, thing, heard.cond, task.kind))

    def _look(self, position: Position, number: int) -> None:
        """Begin a state-based rule that holds, unless it is under way."""
        if not position.s[WATCHING] >> number & 1 and self.values.watched(number, position.s):
            self.step()
            position.s[WATCHING] |= 1 << number
            position.push(Watching(number, MAX_WATCH), Return(position.frame))
            position.frame = Frame(position.frame.me, script=position.frame.script)

    def _watch(self, position: Position, number: int, turns: int) -> None:
        """Let the effect happen for every player it concerns, until the condition holds for nobody."""
        watch, me = self.v.watches[number], position.frame.me
        if not self.values.watched(number, position.s):
            position.s[WATCHING] &= ~(1 << number)
            return
        if not turns:
            raise Stopped("effects without end: too many inside each other, or a rule that never settles")
        self.step()
        assert watch.routine is not None
        position.push(Acts(me), Watching(number, turns - 1))
        for player in reversed(self.values.around.players_from(me)) if watch.for_player else (me,):
            self.step()
            position.push(Acts(player), Calls(watch.routine, (), cond=watch.cond))


def _needed(found: int | None) -> int:
    """What a statement cannot do without."""
    if found is None or found < 0:
        raise Stopped("a statement needs a thing, but there is none")
    return found
