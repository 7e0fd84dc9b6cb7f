"""What only the whole pack shows: circles of verbs, costs that come too late, scripts that take too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.keys import START, Key
from interpreter.check.keys import event as event_key
from interpreter.diagnostics import Problems
from interpreter.primitives import STATEMENTS
from interpreter.source import meter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.check.vocabulary import Verb, Vocabulary
    from interpreter.diagnostics import Problem

USUAL_SET = 12
"""How many elements a set counts for when its size is not known before the game."""


def inner_bodies(statement: ty.Statement) -> Sequence[ty.Body]:
    """The blocks inside a statement."""
    match statement:  # what stands most often comes first: this is asked of every statement, again and again
        case ty.Do() | ty.CallVerb() | ty.SetLocal() | ty.RunScript() | ty.Say() | ty.Announce() | ty.NameSet():
            return ()
        case ty.Branch(branches, otherwise):
            bodies = [body for _, body in branches]
            return bodies if otherwise is None else [*bodies, otherwise]
        case ty.Loop() | ty.Each() | ty.Acting() | ty.AtOnce():
            return (statement.body,)
        case ty.Maybe() | ty.Pick() | ty.PickSeveral() | ty.PickOption():
            bodies = option_bodies(statement)
            return bodies if statement.otherwise is None else [*bodies, statement.otherwise]
        case ty.OfferMenu() | ty.Demand() | ty.Leave():
            return ()
        case _:  # a block that nobody walks through is checked by nobody
            assert_never(statement)


def option_bodies(statement: ty.Statement) -> list[ty.Body]:
    """The blocks inside a statement that are options: what is in them need not be possible."""
    match statement:
        case ty.Maybe() | ty.PickSeveral():
            return [statement.body]
        case ty.PickOption():
            return [case.body for case in statement.options]
    return []


def walk(body: ty.Body) -> Iterator[ty.Statement]:
    """Every statement of a block, inner ones included."""
    stack = [body]
    while stack:
        for statement in stack.pop().statements:
            yield statement
            stack.extend(inner_bodies(statement))


# ---- circles


def find_cycles(v: Vocabulary) -> list[Problem]:
    """Report verbs that call each other in a circle, each circle once.

    One may go through a verb that begins a span (a turn inside a turn): how deep it goes is decided in the game, and
    limited there.
    """
    calls = {
        verb.key: [s.verb for s in walk(verb.routine.body) if isinstance(s, ty.CallVerb) and s.verb not in v.begins]
        for verb in v.verbs
        if verb.routine
    }
    verbs = {verb.key: verb for verb in v.verbs}
    done: set[Key] = set()
    problems = Problems()
    for start in calls:
        path = _circle(start, calls, done)
        if path:
            problems.report(_told(path, verbs, v))
    return problems


def _told(path: list[Key], verbs: dict[Key, Verb], v: Vocabulary) -> err.Cycle | err.AroundItself:
    """A circle; one through what goes around a rule is mended by other words than one of a single pack."""
    around = (verbs[key] for key in path if key in v.below or key in v.pairs or _is_changed(verbs[key]))
    wrapped = next(around, None)
    if wrapped is None:
        return err.Cycle(verbs[path[0]].span, tuple(map(str, path)), verbs=True)
    names = tuple(dict.fromkeys(verbs[key].name for key in path))
    routine = wrapped.routine
    assert routine is not None
    calls = (s for s in walk(routine.body) if isinstance(s, ty.CallVerb) and s.verb in path)
    place = routine.span(next(calls).at)
    return err.AroundItself(place, wrapped.name, (*names, names[0]), wrapped.span)


def _is_changed(verb: Verb) -> bool:
    """Whether the script stands in another file than the verb: then another pack has written it."""
    return verb.routine is not None and verb.routine.span((0, 0)).file != verb.span.file


def find_circles_of_reactions(v: Vocabulary) -> list[Problem]:
    """Report reactions to a verb that come back to that verb: they would go round for ever.

    Scripts of things are left out: which of them runs is decided in the game, where what never ends is stopped.
    """
    calls = {verb.key: _calls_of(verb.routine) for verb in v.verbs if verb.routine}
    reactions = v.reactions()
    for one in reactions:
        calls.setdefault(event_key(one.event), []).extend(_calls_of(one.routine))
    names = {verb.key: verb.name for verb in v.verbs}
    problems = Problems()
    done: set[Key] = set()
    for of, heard in v.heard.items():
        path = _circle(of, calls, done)
        told = tuple(dict.fromkeys(names[key] for key in path or () if key in names))
        for one in reactions:
            if path and one.event == heard.event:
                problems.report(err.AfterItself(one.span, names[of], (*told, told[0])))
    return problems


def _calls_of(routine: ty.Routine | None) -> list[Key]:
    found: list[Key] = []
    for statement in walk(routine.body) if routine is not None else ():
        if isinstance(statement, ty.CallVerb):
            found.append(statement.verb)
        elif isinstance(statement, ty.Announce):
            found.append(event_key(statement.event))
    return found


def in_circles(v: Vocabulary) -> set[Key]:
    """The verbs that come to themselves, as one that begins a span may."""
    calls = {verb.key: _calls_of(verb.routine) for verb in v.verbs} if v.begins else {}
    callers: dict[Key, list[Key]] = {key: [] for key in calls}
    for key, called in calls.items():
        for one in called:
            callers.setdefault(one, []).append(key)
    return {key for start in v.begins for key in _reached(start, calls) & _reached(start, callers)}


def _reached(start: Key, ways: Mapping[Key, Sequence[Key]]) -> set[Key]:
    """Where one comes from a place, in one step or more."""
    found: set[Key] = set()
    waiting = [start]
    while waiting:
        new = set(ways.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def callees_first(v: Vocabulary) -> list[Key]:
    """The verbs of a pack, each behind those it calls: what is worked out in this order never goes deep."""
    calls = {
        verb.key: [s.verb for s in walk(verb.routine.body) if isinstance(s, ty.CallVerb)]
        for verb in v.verbs
        if verb.routine
    }
    order: list[Key] = []
    begun: set[Key] = set()
    for start in calls:
        stack = [(start, 0)]
        while stack:
            name, at = stack.pop()
            if at == 0 and (name in begun or name not in calls):
                continue
            begun.add(name)
            if at < len(calls[name]):
                stack += [(name, at + 1), (calls[name][at], 0)]
            else:
                order.append(name)
    return order


def _circle(start: Key, calls: dict[Key, list[Key]], done: set[Key]) -> list[Key] | None:
    """Depth-first without recursion; `done` are verbs already known to end."""
    path: list[Key] = []
    stack: list[tuple[Key, int]] = [(start, 0)]
    while stack:
        name, at = stack.pop()
        if at == 0:
            if name in done:
                continue
            path.append(name)
        followers = calls.get(name, [])
        if at < len(followers):
            stack.append((name, at + 1))
            follower = followers[at]
            if follower in path:
                done.update(path)
                return [*path[path.index(follower) :], follower]
            stack.append((follower, 0))
        else:
            done.add(path.pop())
    return None


# ---- costs after a point of no return


class Nature:
    """Which verbs are hard (may be impossible) and which pass a point of no return, worked out once."""

    def __init__(self, v: Vocabulary) -> None:
        self.verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
        self._apart = set(v.begins)
        self._hard: dict[Key, bool] = {}
        self._fate: dict[Key, bool] = {}
        for name in callees_first(v):
            self._of_verb(name, self._hard, self.hard)
            self._of_verb(name, self._fate, self.fate)

    def hard(self, statement: ty.Statement) -> bool:
        """Whether the statement itself, outside any option of its own, can be impossible."""
        match statement:
            case ty.Do(primitive):
                return STATEMENTS[primitive].hard and not STATEMENTS[primitive].room
            case ty.Demand():
                return True
            case ty.Pick(items=items) if not statement.soft:
                return not (isinstance(items, ty.AllOf) and items.kind == "player")
            case ty.PickSeveral() if not statement.soft:
                return True
            case ty.Maybe() | ty.Pick() | ty.PickSeveral() | ty.PickOption():
                return statement.otherwise is not None and any(map(self.hard, statement.otherwise.statements))
            case ty.CallVerb(verb):
                return verb not in self._apart and self._of_verb(verb, self._hard, self.hard)
            case ty.Each(secret=True):
                return False
            case ty.Branch() | ty.Loop() | ty.Each() | ty.Acting() | ty.AtOnce():
                return any(self.hard(s) for body in inner_bodies(statement) for s in body.statements)
            case ty.Announce() | ty.Say() | ty.RunScript() | ty.SetLocal() | ty.NameSet() | ty.OfferMenu() | ty.Leave():
                return False
            case _:
                assert_never(statement)

    def fate(self, statement: ty.Statement) -> bool:
        """Whether the statement always or sometimes passes a point of no return."""
        match statement:
            case ty.Do(primitive):
                return STATEMENTS[primitive].fate
            case ty.Pick(mode="random") | ty.PickSeveral(mode="random") | ty.Each(secret=True):
                return True
            case ty.CallVerb(verb):
                return verb in self._apart or self._of_verb(verb, self._fate, self.fate)
        return any(self.fate(s) for body in inner_bodies(statement) for s in body.statements)

    def _of_verb(self, name: Key, known: dict[Key, bool], test: Callable[[ty.Statement], bool]) -> bool:
        if name not in known:
            known[name] = False  # verbs in a circle are reported elsewhere
            routine = self.verbs.get(name)
            known[name] = routine is not None and any(test(s) for s in routine.body.statements)
        return known[name]


def find_late_costs(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Report hard statements that follow a point of no return in the same option.

    What runs inside options: the blocks of options themselves, actions and scripts of things, and every verb they call.
    """
    nature = Nature(v)
    inside = inside_options(v, routines)
    problems = Problems()
    for routine in routines:
        if routine.key in inside:
            _late(routine, routine.body, nature, problems)
        else:
            for body in _option_bodies(routine.body):
                _late(routine, body, nature, problems)
    return list(dict.fromkeys(problems))


def _option_bodies(body: ty.Body) -> Iterator[ty.Body]:
    for statement in walk(body):
        yield from option_bodies(statement)


def inside_options(v: Vocabulary, routines: list[ty.Routine]) -> set[Key]:
    """Names of the scripts that run inside options: those of things and actions, and every verb called from one."""
    flow = {START, *(verb.key for verb in v.verbs)}
    waiting = [body for routine in routines for body in _option_bodies(routine.body)]
    waiting += [routine.body for routine in routines if routine.key not in flow]
    found = {routine.key for routine in routines if routine.key not in flow}
    verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
    while waiting:
        for statement in walk(waiting.pop()):
            if not isinstance(statement, ty.CallVerb) or statement.verb in v.begins:
                continue  # what is begun anew is no part of the option around it
            if statement.verb in verbs and statement.verb not in found:
                found.add(statement.verb)
                waiting.append(verbs[statement.verb].body)
    return found


def _late(routine: ty.Routine, body: ty.Body, nature: Nature, problems: Problems) -> None:
    passed = None
    for statement in body.statements:
        if passed is not None and nature.hard(statement):
            words = {ty.Demand: "require", ty.Pick: "choose"}.get(type(statement), "this")
            verb = statement.primitive if isinstance(statement, ty.Do) else words
            verb = str(statement.verb) if isinstance(statement, ty.CallVerb) else verb
            problems.report(err.HardAfterFate(routine.span(statement.at), verb, routine.span(passed)))
        if passed is None and nature.fate(statement):
            passed = statement.at
        for inner in inner_bodies(statement):
            _late(routine, inner, nature, problems)


# ---- length


def find_long_scripts(v: Vocabulary, routines: list[ty.Routine]) -> list[Problem]:
    """Report scripts whose loops multiply to more steps than one effect may take."""
    verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
    known: dict[Key, int] = {}
    asking: set[Key] = set()
    problems = Problems()
    for name in callees_first(v):
        known[name] = _steps(verbs[name].body, verbs, known)
        if _asks(verbs[name].body, asking):
            asking.add(name)
    for routine in routines:
        steps = _steps(routine.body, verbs, known)
        if steps > meter.SILENT.most and not _asks(routine.body, asking):
            worst = _worst(routine.body, verbs, known)
            problems.report(err.TooCostly(routine.span(worst), steps))
    return problems


def _asks(body: ty.Body, asking: set[Key]) -> bool:
    """Scripts that ask players over and over are long because games are; only silent work is bounded here."""
    asks = (ty.Pick, ty.PickSeveral, ty.PickOption, ty.OfferMenu, ty.Maybe)
    return any(
        isinstance(s, asks) or (isinstance(s, ty.CallVerb) and s.verb in asking) or (isinstance(s, ty.Each) and s.free)
        for s in walk(body)
    )


def _times(statement: ty.Statement) -> int:
    match statement:
        case ty.Loop(count):
            return count.number if isinstance(count, ty.Const) else USUAL_SET
        case ty.Each():
            return USUAL_SET
    return 1


def _steps(body: ty.Body, verbs: dict[Key, ty.Routine], known: dict[Key, int]) -> int:
    total = 0
    for statement in body.statements:
        total += 1
        if isinstance(statement, ty.CallVerb):
            if statement.verb not in known:
                known[statement.verb] = 1
                routine = verbs.get(statement.verb)
                known[statement.verb] = _steps(routine.body, verbs, known) if routine else 1
            total += known[statement.verb]
        total += _times(statement) * sum(_steps(inner, verbs, known) for inner in inner_bodies(statement))
    return total


def _worst(body: ty.Body, verbs: dict[Key, ty.Routine], known: dict[Key, int]) -> ty.At:
    worst = max(body.statements, key=lambda s: _steps(ty.Body([s]), verbs, known))
    return worst.at
