"""Layers of a rule: what packs go around becomes hidden verbs and values, each of which knows the one below it.

A rule keeps its key, so that whoever calls it calls the finished game; its own script moves to a layer without a name,
and `as before` means the layer below. So a program has nothing new to know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.phrases import Param, Phrase
from interpreter.check.types import TRUTH, Type
from interpreter.check.vocabulary import Event, Heard, ValueDecl, VarDecl, Verb
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.check.wraps import Around
    from interpreter.source import ScriptSource


def wordless(params: tuple[Param, ...] = ()) -> Phrase:
    """The phrase of something that scripts cannot say."""
    return Phrase("", params, ())


def wrap_routine(v: Vocabulary, like: Verb, order: list[Around]) -> ScriptSource:
    """Put packs around a routine, the innermost first; `like` is the routine itself. Gives the script on the outside."""
    if not order:
        return like.source
    of = like.key
    if any(one.may_skip for one in order):
        v.skipped.add(of)
    below = _hidden(v, like, keys.layer(of, 0), like.source)
    for number, one in enumerate(order, 1):
        outside = number == len(order)
        key = of if outside else keys.layer(of, number)
        if one.how == "around":
            v.below[key] = below
        else:
            beside = _hidden(v, replace(like, text={}), keys.layer(of, number, one.how), one.source)
            v.pairs[key] = (beside, below) if one.how == "before" else (below, beside)
        if not outside:
            below = _hidden(v, replace(like, text={}), key, one.source)
    return order[-1].source


def _hidden(v: Vocabulary, like: Verb, key: Key, source: ScriptSource) -> Key:
    v.verbs.append(replace(like, source=source, layer=key, routine=None))
    return key


def wrap_value(v: Vocabulary, value: ValueDecl, order: list[Around], outside: Key | None = None) -> ScriptSource:
    """Put packs around a value, the innermost first; `outside` is the formula on the outside, if it is no value."""
    source = value.source
    for number, one in enumerate(order):
        hidden = replace(value, name=f"({value.name} {number})", source=source, show=False)
        v.values[hidden.key] = hidden
        last = number == len(order) - 1
        upper = value.name if last else f"({value.name} {number + 1})"
        key = outside if last and outside is not None else keys.value(value.of, upper)
        v.below[key] = hidden.formula_key
        source = one.source
    return source


# ---- reactions to verbs


DOER = Param("(doer)", "player")
"""Who did what is heard: behind the parameters of the verb, and without a name unless the reaction gives one."""


def hear(v: Vocabulary, verb: Verb) -> str:
    """Let an event follow a verb, once, behind all that goes around it; gives its name."""
    of = verb.key
    if of not in v.heard:
        event = Event(f"after {verb.name}", wordless((*verb.phrase.params, DOER)), verb.span)
        v.events.append(event)
        layers = _hidden(v, verb, keys.layer(of, 0, "all of"), verb.source)
        if of in v.below:
            v.below[layers] = v.below.pop(of)
        if of in v.pairs:
            v.pairs[layers] = v.pairs.pop(of)
        v.heard[of] = Heard(layers, event.name, _marked(v, verb) if of in v.skipped else "")
    return v.heard[of].event


def _marked(v: Vocabulary, verb: Verb) -> str:
    """Let the own script of a verb say that it ran, since what goes around it may leave it out."""
    own = next(one for one in v.verbs if one.layer == keys.layer(verb.key, 0))
    name = f"(ran {verb.name})"
    assert v.shared is not None
    v.shared.vars[name] = VarDecl(name, "shared", TRUTH, None, None, None, None, None, "nobody", verb.span, quiet=True)
    v.marks[keys.layer(verb.key, 0)] = (_hidden(v, own, keys.layer(verb.key, 0, "own"), own.source), name)
    return name


# ---- layers without a script


def without_script(v: Vocabulary, key: Key, params: list[tuple[str, Type]], at: ty.At) -> ty.Routine | None:
    """The routine of a layer that only puts others together; none for one with a script."""
    if key in v.pairs:
        return ty.Routine(key, params, list(params), ty.Body([_call(layer, params, at) for layer in v.pairs[key]]))
    if key in v.marks:
        own, name = v.marks[key]
        body = ty.Body([_call(own, params, at), _set(name, ty.Const(TRUTH, 1), at)])
        return ty.Routine(key, params, list(params), body)
    return _announcing(key, params, v.heard[key], at) if key in v.heard else None


def _announcing(key: Key, params: list[tuple[str, Type]], heard: Heard, at: ty.At) -> ty.Routine:
    call = _call(heard.layers, params, at)
    announce = ty.Announce(heard.event, [*_given(params, at), ty.Me(at=at)], at)
    if not heard.ran:
        return ty.Routine(key, params, list(params), ty.Body([call, announce]))
    was, did = len(params), len(params) + 1
    ran = ty.Var(TRUTH, f"shared.{heard.ran}", None, None)
    # the verb may be under way already: what was said of that one is kept, and put back
    body = ty.Body(
        [
            ty.SetLocal(was, ran, at),
            _set(heard.ran, ty.Const(TRUTH, 0), at),
            call,
            ty.SetLocal(did, ran, at),
            _set(heard.ran, ty.Local(TRUTH, was), at),
            ty.Branch([(ty.Local(TRUTH, did), ty.Body([announce]))], None, at),
        ]
    )
    return ty.Routine(key, params, [*params, ("(was)", TRUTH), ("(did)", TRUTH)], body)


def _call(layer: Key, params: list[tuple[str, Type]], at: ty.At) -> ty.CallVerb:
    return ty.CallVerb(layer, _given(params, at), at)


def _given(params: list[tuple[str, Type]], at: ty.At) -> list[ty.Value]:
    return [ty.Local(of, slot, at=at) for slot, (_, of) in enumerate(params)]


def beginning(span: str, at: ty.At) -> ty.Do:
    """Put what resets with a span back to its start, by the engine's statement that does so."""
    primitive = next(name for name, declared in STATEMENTS.items() if declared.writes == ("resets",))
    return ty.Do(primitive, {}, at, {STATEMENTS[primitive].named("span"): span})


def _set(name: str, value: ty.Value, at: ty.At) -> ty.Do:
    """Give a var of the table a value, by the engine's statement that does so."""
    for primitive, declared in STATEMENTS.items():
        change = declared.change
        if change is not None and change.forgets:
            return ty.Do(
                primitive, {change.cell: ty.Var(TRUTH, f"shared.{name}", None, None), change.amount: value}, at
            )
    raise AssertionError("no statement of the engine gives a var a value")
