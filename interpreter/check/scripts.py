"""Where the scripts of a pack stand, and which of them a statement runs: whoever looks at all of them asks here."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.operands import overflow_of
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Item, Trigger, Vocabulary
    from interpreter.source import ScriptSource


@record(frozen=True, slots=True)
class Script:
    """A script of a pack: its text, what was made of it, and for statements what they are run as.

    What is not known yet, or has no text of its own, is None.
    """

    source: ScriptSource | None
    made: ty.Routine | ty.Formula | None
    runs_as: Key | None = None


def scripts(v: Vocabulary) -> Iterator[Script]:
    """Every script there is, those of standing changes as the values that these become."""
    yield Script(None, v.start, keys.START)
    for verb in v.verbs:
        yield Script(verb.source, verb.routine, verb.key)
    for value in v.values.values():
        yield Script(value.source, value.formula)
    for action in v.actions:
        yield Script(action.source, action.routine, keys.action(action.id))
        yield Script(action.requires_source, action.requires)
    for trigger in v.triggers:
        yield from _of_reaction(trigger)
    for number, watch in enumerate(v.watches):
        yield Script(watch.source, watch.routine, keys.watch(number))
        yield Script(watch.cond_source, watch.cond)
    for result in (v.score, *v.ties, v.estimate):
        yield Script(None, result)
    for decl in v.hosts():
        for var in decl.vars.values():
            yield Script(var.overflow_source, var.overflow, keys.overflow(decl.name, var.name))
        for item in decl.items:
            yield from _of_item(item)


def _of_reaction(trigger: Trigger) -> Iterator[Script]:
    yield Script(trigger.source, trigger.routine, keys.event(trigger.event))
    yield Script(trigger.when_source, trigger.cond)


def _of_item(item: Item) -> Iterator[Script]:
    yield Script(item.in_play_source, item.in_play)
    for face in item.faces:
        for name, source in face.sources.items():
            yield Script(source, face.scripts.get(name), keys.scripts(item.kind, name))
    if item.when is not None:
        yield from _of_reaction(item.when)


def every_routine(v: Vocabulary) -> list[ty.Routine]:
    """Every checked script of statements."""
    return [script.made for script in scripts(v) if isinstance(script.made, ty.Routine)]


def every_formula(v: Vocabulary) -> list[ty.Formula]:
    """Every checked script that is a value."""
    return [script.made for script in scripts(v) if isinstance(script.made, ty.Formula)]


def by_what_runs(v: Vocabulary) -> dict[Key, list[ty.Routine]]:
    """The checked scripts of statements by what they are run as; several may be run as one."""
    found: dict[Key, list[ty.Routine]] = {}
    for script in scripts(v):
        if isinstance(script.made, ty.Routine) and script.runs_as is not None:
            found.setdefault(script.runs_as, []).append(script.made)
    return found


def run_by(statement: ty.Statement, v: Vocabulary) -> Iterator[Key]:
    """What a statement itself may run: its blocks left out, and the state-based rules that look at what it changes."""
    match statement:
        case ty.CallVerb(verb=verb):
            yield verb
        case ty.RunScript(kind=kind, script=script):
            yield keys.scripts(kind, script)
        case ty.Announce(event=event):
            yield keys.event(event)
        case ty.OfferMenu(menu=menu):
            yield from (keys.action(action.id) for action in v.actions if action.menu == menu)
        case ty.Do():
            overflow = overflow_of(statement, v)
            if overflow is not None:
                yield overflow.key
        case (
            ty.Say()
            | ty.SetLocal()
            | ty.NameSet()
            | ty.Branch()
            | ty.Loop()
            | ty.Each()
            | ty.Acting()
            | ty.AtOnce()
            | ty.Maybe()
            | ty.Pick()
            | ty.PickSeveral()
            | ty.PickOption()
            | ty.Demand()
            | ty.Leave()
        ):
            pass
        case _:
            assert_never(statement)


__all__ = ["Script", "by_what_runs", "every_formula", "every_routine", "run_by", "scripts"]
