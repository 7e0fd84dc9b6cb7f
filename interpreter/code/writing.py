"""What statements, verbs, scripts and events may change, everything they set off included."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import callees_first, inner_bodies
from interpreter.check.operands import overflow_of
from interpreter.check.reads import watched, written_by
from interpreter.code.place import Untold
from interpreter.engine.circles import Circles
from interpreter.engine.hard import Hardness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Vocabulary

Tokens = frozenset[str]
NOTHING: Tokens = frozenset()


class Writing:
    """Finds out what is written, as tokens. Raises Untold where a rule that watches the state may make something fail."""

    def __init__(self, v: Vocabulary, hardness: Hardness) -> None:
        self.v, self.hardness = v, hardness
        self._writes: Circles[Tokens | None] = Circles(least=NOTHING, most=None)  # None: Untold
        self._wants = watched(v)
        self._watching: dict[int, tuple[ty.Do, list[tuple[int, Tokens]]]] = {}
        self.verbs = {verb.key: verb.routine for verb in self.v.verbs}
        self.verbs |= {keys.action(action.id): action.routine for action in self.v.actions}
        for verb in callees_first(self.v):  # so that finding it out never goes deep
            with suppress(Untold):
                self.of(verb)

    def by(self, statement: ty.Statement) -> Tokens:
        """Everything a statement may change, calls included."""
        match statement:
            case ty.Do():
                written = frozenset(written_by(statement, self.v))
                return written | self.by_watches(statement) | self.by_overflow(statement)
            case ty.CallVerb(verb=verb):
                return self.of(verb)
            case ty.RunScript(kind=kind, script=script):
                return self.of_scripts(kind, script)
            case ty.Announce(event=event):
                return self.of_event(event)
            case ty.OfferMenu(menu=menu):
                actions = [action for action in self.v.actions if action.menu == menu]
                limits = frozenset(f"var player.(limit {action.id})" for action in actions)
                return limits.union(*(self.of(keys.action(action.id)) for action in actions))
            case ty.Say() | ty.SetLocal() | ty.NameSet() | ty.Demand() | ty.Leave():
                return NOTHING
            case (
                ty.Branch()
                | ty.Loop()
                | ty.Each()
                | ty.Acting()
                | ty.AtOnce()
                | ty.Maybe()
                | ty.Pick()
                | ty.PickSeveral()
                | ty.PickOption()
            ):
                return NOTHING.union(*(self.by(s) for body in inner_bodies(statement) for s in body.statements))
            case _:
                assert_never(statement)

    def of(self, verb: Key) -> Tokens:
        """Everything a verb or action may change."""
        return self._by_body(self.verbs.get(verb))

    def of_scripts(self, kind: str, script: str) -> Tokens:
        """Everything any thing's script of that name may change."""
        scripts = (face.scripts.get(script) for item in self.v.kinds[kind].items for face in item.faces)
        return self._found(keys.scripts(kind, script), lambda: map(self._by_body, scripts))

    def of_event(self, event: str) -> Tokens:
        """Everything that reacts to an event may change."""
        return NOTHING.union(*(self._by_body(one.routine) for one in self.v.reactions() if one.event == event))

    def by_overflow(self, statement: ty.Do) -> Tokens:
        """Everything that the script may change which is handed what a counter cannot hold."""
        return self._by_body(overflow_of(statement, self.v))

    def by_watches(self, statement: ty.Do, left_out: Iterable[int] = ()) -> Tokens:
        """Everything that rules which watch what a statement changes may change in turn, but for those left out."""
        found: Tokens = NOTHING
        for number, _ in self.watching(statement):
            if self.hardness.of_watch(number):
                raise Untold
            if number not in left_out:
                found |= self._by_body(self.v.watches[number].routine)
        return found

    def watching(self, statement: ty.Do) -> list[tuple[int, Tokens]]:
        """The rules that watch what a statement changes, and what of it."""
        known = self._watching.get(id(statement))  # with the statement, which has to live as long as its id is known
        if known is None:
            written = written_by(statement, self.v)
            concerned = [(number, frozenset(wants & written)) for number, wants in enumerate(self._wants)]
            found = [
                (number, some) for number, some in concerned if some and self.v.watches[number].routine is not None
            ]
            known = self._watching[id(statement)] = statement, found
        return known[1]

    def may_fail(self, statement: ty.Statement) -> bool:
        """Whether a statement can fail. Raises Untold where a rule that watches it can."""
        for one in _plain_inside(statement):
            self.by_watches(one)
        return self.hardness.of_statement(statement)

    def _by_body(self, routine: ty.Routine | ty.Formula | None) -> Tokens:
        if not isinstance(routine, ty.Routine):
            return NOTHING
        return self._found(routine.key, lambda: map(self.by, routine.body.statements))

    def _found(self, key: Key, parts: Callable[[], Iterable[Tokens]]) -> Tokens:
        def together() -> Tokens | None:
            try:
                return NOTHING.union(*parts())
            except Untold:
                return None

        found = self._writes.of(key, together)
        if found is None:
            raise Untold
        return found


def _plain_inside(statement: ty.Statement) -> Iterable[ty.Do]:
    """The engine statements in a statement that are done by themselves: in options somebody chooses first."""
    stack = [statement]
    while stack:
        one = stack.pop()
        if isinstance(one, ty.Do):
            yield one
        elif isinstance(one, ty.Branch | ty.Loop | ty.Each | ty.Acting | ty.AtOnce):
            stack += [s for body in inner_bodies(one) for s in body.statements]
