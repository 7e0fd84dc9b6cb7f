"""What happens by itself: routines for the rules that watch the state and for the events that rules and cards hear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.check.typed import Formula, Routine
from interpreter.check.types import NUMBER, PLAYER, set_of
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.program import Block
from interpreter.engine.listening import Listening
from interpreter.primitives.functions import PLAYERS_FROM
from interpreter.records import replace

if TYPE_CHECKING:
    from interpreter.code.lower import Compiler

MAX_WATCH = 64
NOWHERE_IN_PACK = (0, 0)
ME = ty.Me()


class Reactions:
    """Writes the routines that no script calls."""

    def __init__(self, lower: Compiler) -> None:
        self.lower, self.listening = lower, Listening(lower.p.layout)

    def watch(self, number: int) -> None:
        """A routine that runs the effect for every player it concerns, until the condition holds for nobody."""
        watch = self.lower.v.watches[number]
        if watch.cond is None or watch.routine is None:
            return
        hidden = [("(repeat)", NUMBER), ("(player)", PLAYER), ("(left)", NUMBER), ("(me)", PLAYER)]
        routine = Routine(keys.watch(number), [], hidden, source=watch.source)
        body, at = self.lower.begin(routine).body, NOWHERE_IN_PACK
        hit, each, turn = self.lower.new_block(), self.lower.new_block(), self.lower.new_block()
        self.lower.add(hit, pr.Call(watch.routine.key, (), at))
        self.lower.leaving(keys.watch(number), at, hit, pr.Watching(number, on=False, at=at))
        self.lower.add(each, pr.If(self.lower.expr(watch.cond.value), hit, self.lower.new_block(), at))
        everybody = ty.Applied(set_of(PLAYER), PLAYERS_FROM, (ME,))
        players = everybody if watch.for_player else ty.Listing(set_of(PLAYER), (ME,))
        self.lower.add(turn, pr.Assign(0, x.minus(x.Local(0), x.YES), at))
        self.lower.add(turn, pr.ForEach(1, 2, self.lower.expr(players), each, at, 3, players))
        self.lower.add(body, pr.Watching(number, on=True, at=at))
        self.lower.add(body, pr.Assign(0, x.Num(MAX_WATCH), at))
        cond = x.both(x.test(">", x.Local(0), x.NO), self.lower.expr(ty.Watched(number)))
        self.lower.add(body, pr.While(cond, turn, at))
        self.lower.add(body, pr.Settled(number, at))
        self.lower.add(body, pr.Watching(number, on=False, at=at))

    def events(self) -> None:
        """A routine for each event: for every player from the acting one on, the rules react, then the cards."""
        for trigger in self.lower.v.triggers:
            self.lower.routine(trigger.routine)
        for event in self.lower.v.events:
            self._listeners(event.name)
            params = [(param.name, NUMBER) for param in event.phrase.params]
            assert self.lower.v.start is not None
            hidden = [
                ("(player)", PLAYER),
                ("(left)", NUMBER),
                ("(me)", PLAYER),
                ("(card)", NUMBER),
                ("(cards)", NUMBER),
            ]
            source = self.lower.v.start.source
            routine = Routine(keys.event(event.name), params, [*params, *hidden], source=source)
            body, first, at = self.lower.begin(routine).body, len(params), NOWHERE_IN_PACK
            self.lower.place = replace(self.lower.place, solid=self.lower.place.solid | {first + 3})
            given = tuple(x.Local(slot) for slot in range(first))
            react = self.lower.new_block()
            for trigger in self.lower.v.triggers:
                if trigger.event != event.name or trigger.routine is None:
                    continue
                call = pr.Call(trigger.routine.key, given, at)
                then = react if trigger.cond is None else self.lower.new_block()
                self.lower.add(then, call)
                self.lower.leaving(keys.event(event.name), at, then)
                if trigger.cond is None:
                    continue
                self.lower.add(react, pr.If(self.lower.expr(trigger.cond.value), then, self.lower.new_block(), at))
            for kind, cards in self.listening.with_me(event.name):
                self._hearing(kind, cards, event.name, given, react)
            players = ty.Applied(set_of(PLAYER), PLAYERS_FROM, (ME,))
            self.lower.add(body, pr.ForEach(first, first + 1, self.lower.expr(players), react, at, first + 2, players))
            for kind, cards in self.listening.with_nobody(event.name):
                self._hearing(kind, cards, event.name, given, body)

    def _hearing(self, kind: str, cards: ty.Value, event: str, given: tuple[x.Local, ...], block: Block) -> None:
        """Let each of some things react."""
        hear, first, at = self.lower.new_block(), len(given), NOWHERE_IN_PACK
        table = keys.listeners(kind, event)
        self.lower.add(hear, pr.Run(table, kind, x.Local(first + 3), True, given, at))
        self.lower.leaving(keys.event(event), at, hear)
        self.lower.add(block, pr.ForEach(first + 3, first + 4, self.lower.expr(cards), hear, at, -1, cards))

    def _listeners(self, event: str) -> None:
        """For each kind: the routine of every thing that hears this event."""
        for decl in self.lower.v.kinds.values():
            made: dict[tuple[str, int], Key] = {}
            for item in decl.items:
                heard = item.when
                if heard is None or heard.event != event or heard.routine is None:
                    continue
                body = heard.routine.body
                if isinstance(heard.cond, Formula):
                    leave = ty.Body([ty.Leave((0, 0))])
                    guard = ty.Branch([(ty.Not(heard.cond.value), leave)], None, (0, 0))
                    body = ty.Body([guard, *body.statements])
                key = keys.listener(decl.name, item.id)
                self.lower.routine(replace(heard.routine, key=key, body=body))
                made[item.id, 0] = key
            if made:
                self.lower.p.runs[keys.listeners(decl.name, event)] = self.lower.per_thing(decl.name, made)
