"""What only the whole pack shows: circles of verbs, costs that come too late, scripts that take too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Diagnostic

MAX_STEPS = 10_000
USUAL_SET = 12
"""How many elements a set counts for when its size is not known before the game."""


def inner_bodies(statement: object) -> Iterator[ty.Body]:
    """The blocks inside a statement."""
    match statement:
        case ty.Branch(branches, otherwise):
            yield from (body for _, body in branches)
            if otherwise is not None:
                yield otherwise
        case ty.Loop() | ty.Each() | ty.Acting() | ty.Maybe() | ty.PickSeveral():
            yield statement.body
        case ty.PickOption():
            yield from (case.body for case in statement.options)


def walk(body: ty.Body) -> Iterator[Any]:
    """Every statement of a block, inner ones included."""
    stack = [body]
    while stack:
        for statement in stack.pop().statements:
            yield statement
            stack.extend(inner_bodies(statement))


# ---- circles


def find_cycles(v: Vocabulary) -> list[Diagnostic]:
    """Report verbs that call each other in a circle, each circle once."""
    calls = {
        verb.name: [s.verb for s in walk(verb.routine.body) if isinstance(s, ty.CallVerb)]
        for verb in v.verbs
        if verb.routine
    }
    spans = {verb.name: verb.span for verb in v.verbs}
    done: set[str] = set()
    problems: list[Diagnostic] = []
    for start in calls:
        path = _circle(start, calls, done)
        if path:
            problems.append(err.Cycle(spans[path[0]], tuple(path)).diagnostic())
    return problems


def _circle(start: str, calls: dict[str, list[str]], done: set[str]) -> list[str] | None:
    """Depth-first without recursion; `done` are verbs already known to end."""
    path: list[str] = []
    stack: list[tuple[str, int]] = [(start, 0)]
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


class _Nature:
    """Which verbs are hard (may be impossible) and which pass a point of no return, worked out once."""

    def __init__(self, v: Vocabulary) -> None:
        self.verbs = {verb.name: verb.routine for verb in v.verbs if verb.routine}
        self._hard: dict[str, bool] = {}
        self._fate: dict[str, bool] = {}

    def hard(self, statement: object) -> bool:
        """Whether the statement itself, outside any option of its own, can be impossible."""
        match statement:
            case ty.Do(primitive):
                return STATEMENTS[primitive].hard and primitive not in ("move", "move_all", "put_under")
            case ty.Demand():
                return True
            case ty.Pick(mode=mode):
                return mode == "hard"
            case ty.PickSeveral(low=low):
                return low is not None and not (low.op == "const" and low.args[0] == 0)
            case ty.CallVerb(verb):
                return self._of_verb(verb, self._hard, self.hard)
            case ty.Branch() | ty.Loop() | ty.Each() | ty.Acting():
                return any(self.hard(s) for body in inner_bodies(statement) for s in body.statements)
        return False

    def fate(self, statement: object) -> bool:
        """Whether the statement always or sometimes passes a point of no return."""
        match statement:
            case ty.Do(primitive):
                return STATEMENTS[primitive].fate
            case ty.Pick(mode=mode):
                return mode == "random"
            case ty.CallVerb(verb):
                return self._of_verb(verb, self._fate, self.fate)
        return any(self.fate(s) for body in inner_bodies(statement) for s in body.statements)

    def _of_verb(self, name: str, known: dict[str, bool], test: Any) -> bool:  # noqa: ANN401 - hard or fate
        if name not in known:
            known[name] = False  # verbs in a circle are reported elsewhere
            routine = self.verbs.get(name)
            known[name] = routine is not None and any(test(s) for s in routine.body.statements)
        return known[name]


def find_late_costs(v: Vocabulary, routines: list[ty.Routine]) -> list[Diagnostic]:
    """Report hard statements that follow a point of no return in the same option.

    What runs inside options: the blocks of options themselves, actions and scripts of things, and every verb they call.
    """
    nature = _Nature(v)
    inside = _inside_options(v, routines)
    problems: list[Diagnostic] = []
    for routine in routines:
        if routine.name in inside:
            _late(routine, routine.body, nature, problems)
        else:
            for body in _option_bodies(routine.body):
                _late(routine, body, nature, problems)
    return list(dict.fromkeys(problems))


def _option_bodies(body: ty.Body) -> Iterator[ty.Body]:
    for statement in walk(body):
        if isinstance(statement, ty.Maybe | ty.PickOption | ty.PickSeveral):
            yield from inner_bodies(statement)


def _inside_options(v: Vocabulary, routines: list[ty.Routine]) -> set[str]:
    flow = {"start", *(verb.name for verb in v.verbs)}
    waiting = [body for routine in routines for body in _option_bodies(routine.body)]
    waiting += [routine.body for routine in routines if routine.name not in flow]
    found = {routine.name for routine in routines if routine.name not in flow}
    verbs = {verb.name: verb.routine for verb in v.verbs if verb.routine}
    while waiting:
        for statement in walk(waiting.pop()):
            if isinstance(statement, ty.CallVerb) and statement.verb in verbs and statement.verb not in found:
                found.add(statement.verb)
                waiting.append(verbs[statement.verb].body)
    return found


def _late(routine: ty.Routine, body: ty.Body, nature: _Nature, problems: list[Diagnostic]) -> None:
    passed = None
    for statement in body.statements:
        if passed is not None and nature.hard(statement):
            words = {ty.Do: "pay", ty.Demand: "require", ty.Pick: "choose"}.get(type(statement), "this")
            verb = statement.primitive if isinstance(statement, ty.Do) else words
            verb = statement.verb if isinstance(statement, ty.CallVerb) else verb
            problems.append(err.HardAfterFate(routine.span(statement.at), verb, routine.span(passed)).diagnostic())
        if passed is None and nature.fate(statement):
            passed = statement.at
        for inner in inner_bodies(statement):
            _late(routine, inner, nature, problems)


# ---- length


def find_long_scripts(v: Vocabulary, routines: list[ty.Routine]) -> list[Diagnostic]:
    """Report scripts whose loops multiply to more steps than one effect may take."""
    verbs = {verb.name: verb.routine for verb in v.verbs if verb.routine}
    known: dict[str, int] = {}
    problems: list[Diagnostic] = []
    for routine in routines:
        steps = _steps(routine.body, verbs, known)
        if steps > MAX_STEPS and not _whole_game(routine, v):
            worst = _worst(routine.body, verbs, known)
            problems.append(err.TooCostly(routine.span(worst), steps).diagnostic())
    return problems


def _whole_game(routine: ty.Routine, v: Vocabulary) -> bool:
    """Scripts that ask players over and over are long because games are; only silent work is bounded here."""
    asks = (ty.Pick, ty.PickSeveral, ty.PickOption, ty.OfferMenu, ty.Maybe)
    verbs = {verb.name: verb.routine for verb in v.verbs if verb.routine}
    seen: set[str] = set()
    stack = [routine.body]
    while stack:
        for statement in walk(stack.pop()):
            if isinstance(statement, asks):
                return True
            if isinstance(statement, ty.CallVerb) and statement.verb not in seen and statement.verb in verbs:
                seen.add(statement.verb)
                stack.append(verbs[statement.verb].body)
    return False


def _times(statement: object) -> int:
    match statement:
        case ty.Loop(count):
            return int(count.args[0]) if count.op == "const" else USUAL_SET
        case ty.Each():
            return USUAL_SET
    return 1


def _steps(body: ty.Body, verbs: dict[str, ty.Routine], known: dict[str, int]) -> int:
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


def _worst(body: ty.Body, verbs: dict[str, ty.Routine], known: dict[str, int]) -> ty.At:
    worst = max(body.statements, key=lambda s: _steps(ty.Body([s]), verbs, known))
    return worst.at  # type: ignore[no-any-return]
