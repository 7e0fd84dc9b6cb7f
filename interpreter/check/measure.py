"""What is too large, too deep or too much work, as far as it can be told before a game: refused with the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import Key
from interpreter.check.operands import operands
from interpreter.check.scripts import by_what_runs, every_formula, run_by, scripts
from interpreter.check.work import Work, used_values
from interpreter.diagnostics import Problems
from interpreter.source import meter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.check.sizes import Sizes
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem, Span
    from interpreter.source import ScriptSource


# ---- what there is


def find_too_many(v: Vocabulary, sizes: Sizes) -> list[Problem]:
    """Report more things, cells or state-based rules than a game may have, at what takes the most."""
    problems = Problems()
    things = sum(sizes.things.values())
    if things > meter.THINGS.most:
        most = max(v.kinds.values(), key=lambda decl: sizes.things[decl.name])
        problems.report(err.BeyondLimit(most.span, meter.THINGS, things, most.name))
    cells = sizes.cells()
    if sum(cells.values()) > meter.CELLS.most and not problems:
        key = max(cells, key=lambda one: cells[one])
        problems.report(err.BeyondLimit(_declared(v, key), meter.CELLS, sum(cells.values()), key))
    if len(v.watches) > meter.WATCHES.most:
        span = v.watches[meter.WATCHES.most].span
        problems.report(err.BeyondLimit(span, meter.WATCHES, len(v.watches)))
    if len(v.verbs) > meter.VERBS.most:
        problems.report(err.BeyondLimit(v.verbs[meter.VERBS.most].span, meter.VERBS, len(v.verbs)))
    return problems + _too_much_text(v)


def _too_much_text(v: Vocabulary) -> list[Problem]:
    """Report more scripts than can be checked in reasonable time, at the first that is too many."""
    seen: set[str] = set()
    totals = {meter.SCRIPTS: 0, meter.SCRIPTS_MADE: 0}
    firsts: dict[meter.Limit, ScriptSource] = {}
    for source in _sources(v):
        for limit in (meter.SCRIPTS_MADE,) if source.text in seen else totals:
            totals[limit] += len(source.text)
            if totals[limit] > limit.most:
                firsts.setdefault(limit, source)
        seen.add(source.text)
    return [err.BeyondLimit(first.span(0, 1), limit, totals[limit]) for limit, first in list(firsts.items())[:1]]


def _sources(v: Vocabulary) -> Iterator[ScriptSource]:
    """Every script, before it is looked at."""
    yield from (script.source for script in scripts(v) if script.source is not None)
    yield from _standing_sources(v)


def _standing_sources(v: Vocabulary) -> Iterator[ScriptSource]:
    """The scripts of standing changes; those that do the same for things of one kind are one, as they are checked."""
    seen: set[tuple[str, ...]] = set()
    for decl in v.kinds.values():
        for one in (one for item in decl.items for one in item.standing):
            alike = (one.kind, one.how, one.target, *(f"{part} {source.text}" for part, source in one.scripts.items()))
            if alike not in seen:
                seen.add(alike)
                yield from one.scripts.values()


def _declared(v: Vocabulary, key: str) -> Span:
    what, _, name = key.partition(" ")
    if not name:
        return v.kind(what).span
    host, _, own = name.partition(".")
    decl = v.kind(host)
    return decl.zones[own].span if what == "zone" else decl.vars[own].span


# ---- values


def find_heavy_values(v: Vocabulary, work: Work, routines: Iterable[ty.Routine]) -> list[Problem]:
    """Report values that use each other too deep, or that are too much work; only where the work begins."""
    problems: list[Problem] = [
        err.BeyondLimit(v.values[key].span, meter.VALUE_DEPTH, depth, v.values[key].name)
        for key, depth in work.depths.items()
        if depth == meter.VALUE_DEPTH.most + 1 and key in v.values
    ]
    for formula in every_formula(v):
        problems += _heavy(formula.value, formula.source, work, _often(v, formula))
    problems += _too_much_shown(v, work)
    said = [(action.requires.value, action.requires.source) for action in v.actions if action.requires is not None]
    said += [(value, one.source) for one in routines for statement in walk(one.body) for value in operands(statement)]
    for value, source in said:
        problems += _heavy(value, source, work) or _long(value, source, work)
    return list(dict.fromkeys(problems))


def _long(value: ty.Value, source: ScriptSource, work: Work) -> list[Problem]:
    parts = work.told(value)
    if parts <= meter.TOLD.most:
        return []
    return [err.BeyondLimit(source.span(*value.at), meter.TOLD, parts)]


def _often(v: Vocabulary, formula: ty.Formula) -> meter.Limit | None:
    """The limit for a formula that whoever looks at the table, or a bot, has worked out again and again."""
    if formula is v.estimate:
        return meter.ESTIMATE
    return meter.SHOWN if any(formula is one.value.formula for one in v.achievements.values()) else None


def _looked_at(v: Vocabulary) -> Iterator[tuple[ty.Formula | None, str]]:
    """What is worked out for every look at the table, and of which kind of things each of them is."""
    yield from ((formula, "player") for formula in (v.score, *v.ties))
    yield from ((value.formula, value.of or "shared") for value in v.values.values() if value.show)


def _too_much_shown(v: Vocabulary, work: Work) -> list[Problem]:
    """Report when a look at the table is too much work: all shown values of all things, at what takes the most."""
    shares = [
        (work.of(formula.value).worst * work.sizes.things.get(of, 1), formula)
        for formula, of in _looked_at(v)
        if formula is not None
    ]
    total = sum(share for share, _ in shares)
    if total <= meter.SHOWN.most:
        return []
    _, most = max(shares, key=lambda pair: pair[0])
    return [err.BeyondLimit(most.source.span(*most.value.at), meter.SHOWN, total)]


def _heavy(value: ty.Value, source: ScriptSource, work: Work, often: meter.Limit | None = None) -> list[Problem]:
    """One error for a value that is too much work, unless something it uses is so already."""
    found = work.of(value)
    limits = [(meter.VALUE, found.cost), (meter.VALUE_AT_WORST, found.worst)]
    for limit, amount in [*limits, (often, found.worst)] if often is not None else limits:
        if amount > limit.most:
            if limit is not often and any(_amount(work, key, limit) > limit.most for key in used_values(value)):
                return []
            return [err.BeyondLimit(source.span(*value.at), limit, amount)]
    return []


def _amount(work: Work, key: str, limit: meter.Limit) -> int:
    known = work.known(key)
    return known.cost if limit is meter.VALUE else known.worst


# ---- reactions


def find_many_reactions(v: Vocabulary, routines: Iterable[ty.Routine]) -> list[Problem]:
    """Report state-based rules that would have to be looked at in too many places."""
    changes = sum(isinstance(statement, ty.Do) for routine in routines for statement in walk(routine.body))
    if not v.watches or changes * len(v.watches) <= meter.REACTIONS.most:
        return []
    return [err.BeyondLimit(v.watches[-1].span, meter.REACTIONS, changes * len(v.watches))]


# ---- calls


def calls_of(v: Vocabulary) -> dict[Key, list[Key]]:
    """What every verb, script, event and overflow calls: a net without the values in it."""
    net = {key: [run for one in made for run in _called(one, v)] for key, made in by_what_runs(v).items()}
    return {key: list(dict.fromkeys(found)) for key, found in net.items() if key != keys.START and key.sort != "watch"}


def _called(routine: ty.Routine, v: Vocabulary) -> Iterator[Key]:
    found = (key for statement in walk(routine.body) for key in run_by(statement, v))
    return (key for key in found if key.sort != "action")  # a menu calls nothing by itself


def find_deep_calls(v: Vocabulary) -> list[Problem]:
    """Report where calls first go deeper than they may; what calls itself counts as many levels as it goes round."""
    depths = _depths(calls_of(v))
    places: dict[Key, tuple[Span, str]] = {verb.key: (verb.span, verb.name) for verb in v.verbs}
    places |= {keys.event(event.name): (event.span, event.name) for event in v.events}
    places |= {keys.action(action.id): (action.span, action.id) for action in v.actions}
    for decl in v.hosts():
        places |= {keys.scripts(decl.name, name): (decl.span, f"{decl.name}.{name}") for name in decl.scripts}
        places |= {keys.overflow(decl.name, var.name): (var.span, var.key) for var in decl.vars.values()}
    over = [key for key, depth in depths.items() if depth > meter.CALL_DEPTH.most and key in places]
    if not over:
        return []
    first = min(over, key=lambda key: (depths[key], str(key)))
    span, name = places[first]
    return [err.BeyondLimit(span, meter.CALL_DEPTH, max(depths.values()), name)]


def _depths(net: dict[Key, list[Key]]) -> dict[Key, int]:
    """How deep the calls below each go, circles taken together; without recursion (after Tarjan)."""
    depths: dict[Key, int] = {}
    index: dict[Key, int] = {}
    low: dict[Key, int] = {}
    path: list[Key] = []
    for start in net:
        stack = [(start, 0)] if start not in index else []
        while stack:
            key, at = stack.pop()
            if at == 0:
                index[key] = low[key] = len(index)
                path.append(key)
            below = net.get(key, ())
            if at < len(below):
                stack.append((key, at + 1))
                after = below[at]
                if after not in index:
                    stack.append((after, 0))
                elif after not in depths:
                    low[key] = min(low[key], index[after])
                continue
            for one in below:
                if one not in depths and one in low:
                    low[key] = min(low[key], low[one])
            if low[key] == index[key]:
                circle = path[path.index(key) :]
                del path[len(path) - len(circle) :]
                inside = set(circle)
                beneath = max((depths[one] for k in circle for one in net.get(k, ()) if one not in inside), default=0)
                depths.update(dict.fromkeys(circle, beneath + len(circle)))
    return depths
