"""What every form of statement does, one after another, up to the next choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from interpreter.check import typed as ty
from interpreter.check.reads import written_by
from interpreter.code.hard import overflow_of
from interpreter.code.ordering import order_matters
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import TooManyNumbers
from interpreter.primitives.header import OVER, STATUS, WATCHING
from interpreter.primitives.registry import CELLS
from interpreter.reference.choices import MAX_TIMES, Choices
from interpreter.reference.position import (
    ActsAgain,
    Again,
    AllMade,
    Block,
    Calls,
    Choice,
    Commit,
    Elements,
    End,
    Failed,
    Hears,
    Look,
    Position,
    Reactions,
    Return,
    Stopped,
    Task,
    Turns,
    Watching,
)  # fmt: skip
from interpreter.reference.values import Here

MAX_WATCH = 64
"""How often a state-based rule may follow itself."""


class Statements(Choices):
    """Runs a pack statement by statement."""

    def _advance(self, position: Position) -> Choice | None:
        """Do the next task; gives the choice it comes to, if any."""
        try:
            return self._task(position, position.pop())
        except TooManyNumbers as problem:
            raise Stopped(str(problem)) from None

    def _task(self, position: Position, task: Task) -> Choice | None:  # noqa: C901, PLR0912 - one case for each
        if task is self._aim:
            raise End
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
                return self._element(position, task)
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
            case AllMade(watching=watching, rules=rules):
                position.s[WATCHING] = watching
                if rules:
                    position.push(Look(rules))
            case Watching():
                self._watch(position, task)
            case _:
                assert_never(task)
        return None

    def _statement(self, position: Position, statement: ty.Statement) -> Choice | None:  # noqa: C901, PLR0912, PLR0915 - one case each
        here, values = position.here, self.values
        match statement:
            case ty.Do():
                self._do(position, statement)
            case ty.CallVerb(verb=verb, args=args):
                if verb in self.v.begins and self._aim is not None:
                    raise End
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
                raise End
            case ty.AtOnce(body=body):
                rules = self.endings.concerned(body)
                position.push(Block(tuple(body.statements)), AllMade(position.s[WATCHING], rules))
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
            raise End
        if isinstance(task, Return):
            position.me, position.this, position.locals, position.script = task.me, task.this, task.locals, task.script
        elif isinstance(task, Watching):
            position.s[WATCHING] &= ~(1 << task.number)
        return task

    # ---- control

    def _turn(self, position: Position, task: Turns) -> None:
        loop = task.loop
        if task.left <= 0 or (loop.while_ is not None and not self.values.truth(loop.while_, position.here)):
            return
        self._step()
        position.push(Block(tuple(loop.body.statements)), Turns(loop, task.left - 1))

    def _element(self, position: Position, task: Elements) -> Choice | None:
        each = task.each
        if each.secret and self._aim is not None:
            raise End
        if not task.items:
            return None
        self._step()
        if each.free and order_matters(each, self.v):
            return self._next_of(task)
        position.bind(each.slot, task.items[0])
        position.push(Elements(each, task.items[1:]))
        if each.acting:
            self._acting(position, task.items[0], each.body)
        else:
            self._enter(position, each.body)
        return None

    def _acting(self, position: Position, player: int, body: ty.Body) -> None:
        if player < 0:
            raise Stopped("a statement needs a thing, but there is none")
        position.push(Block(tuple(body.statements)), ActsAgain(position.me))
        position.me = player

    # ---- statements of the engine

    def _do(self, position: Position, statement: ty.Do) -> None:
        declared = STATEMENTS[statement.primitive]
        if declared.fate and self._aim is not None:
            raise End
        answer = declared.behaviour(self, position.s, position.me, *self._arguments(position, statement))
        if declared.hard and answer is False:
            raise Failed
        if position.s[STATUS] == OVER:
            if self._aim is not None:
                raise End
            return
        rules = self._concerned(statement)
        overflow = overflow_of(statement, self.v)
        if overflow is not None and answer > 0:
            position.push(Calls(overflow, (answer,)))
        if rules:
            position.push(Look(rules))

    def _concerned(self, statement: ty.Do) -> tuple[int, ...]:
        """The state-based rules that read what a statement writes, found out once: by identity, as it never changes."""
        known = self._rules.get(id(statement))
        if known is None:
            written = written_by(statement, self.v)
            rules = tuple(number for number, wants in enumerate(self.wants) if wants & written)
            known = self._rules[id(statement)] = (statement, rules)
        return known[1]

    def _arguments(self, position: Position, statement: ty.Do) -> list[Any]:
        """Before the first piece comes the table of its kind; counters and vars come as addresses, words as numbers."""
        made: list[Any] = []
        here, values, declared = position.here, self.values, STATEMENTS[statement.primitive]
        for name, of in declared.params.items():
            if of == "span":
                made.append(self.spans.index(statement.words[name]))
                continue
            value = statement.args.get(name)
            if value is None or of == "word":
                continue  # it may be left out, or only the log asks for it
            if isinstance(value, ty.Var) and of in CELLS:
                address = values.address(value, here)
                if address is None:
                    raise Stopped("a statement needs a thing, but there is none")
                made.append(address)
                continue
            if name == declared.about:
                made.append(self.layout.tables[value.type.name])
            made.append(values.argument(value, here) if of == "pieces" else values.number(value, here))
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
