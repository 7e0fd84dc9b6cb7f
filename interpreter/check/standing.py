"""Standing changes: while an item is awake, a value is worked out otherwise, or an action is forbidden or allowed.

What several of them do to one value is a formula that does not depend on their order: what they set, then all they add,
then what they multiply by, then the limits. Everything becomes values: the scripts of a change are hidden values of its
source, and the value that is changed reads them. So whoever works out values has nothing new to know, and a position
alone says what a value is: a change ends when its source goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.types import NUMBER, TRUTH, Type, kind, set_of
from interpreter.check.vocabulary import Standing, ValueDecl, printed_key
from interpreter.diagnostics import Problems, nearest, one_of
from interpreter.primitives.functions import DOWNWARD, LARGER, LARGEST, SMALLER, SMALLEST, TOTAL
from interpreter.source import ScriptSource, meter

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Problem, Span

SOURCE = 1
"""The number of the element that a source is, in what is looked at for each."""
FAR = 1_000_000
"""Beyond all numbers: what does not set a value stands behind those that do."""
PARTS = ("while", "where", "amount")


def declare_standing(v: Vocabulary) -> list[Problem]:
    """Find what each standing change is about, and make values of its scripts."""
    problems = Problems()
    grouped: dict[tuple[object, ...], Standing] = {}
    for decl in v.kinds.values():
        for item in decl.items:
            for one in item.standing:
                problems += _declare(v, one, grouped)
    for key in v.standing:
        _prepare(v, key)
    for target, changes in (*v.standing.items(), *v.permits.items()):
        if len(changes) > meter.STANDING.most:
            problems.report(err.BeyondLimit(changes[-1].span, meter.STANDING, len(changes), target))
    return problems


def _cure(v: Vocabulary, target: str) -> str:
    """What to write where the owner of a value is left out, or a var is named; nothing where a slip is likelier."""
    owner, _, name = target.rpartition(".")
    decl = v.kinds.get(owner) if owner else v.shared
    if decl is not None and name in decl.vars:
        return "a var is what scripts make it: a standing change is for a value or a field"
    known = _changeable(v)
    fitting = [one for one in known if not owner and one.rpartition(".")[2] == name]
    if fitting:
        return f"write {' or '.join(f'`{one}`' for one in fitting[:4])}"
    its = [] if nearest(target, known) else [one for one in known if owner and one.rpartition(".")[0] == owner]
    return f"`{owner}` has {one_of(its)}" if its else ""


def _declare(v: Vocabulary, one: Standing, grouped: dict[tuple[object, ...], Standing]) -> list[Problem]:
    if one.how in ("forbid", "allow"):
        known = tuple(action.id for action in v.actions)
        if one.target not in known:
            return [err.UnknownName(one.span, one.target, known, "action")]
        changed, params = v.permits.setdefault(one.target, []), []
    else:
        of = _type_of(v, one.target)
        if of is None:
            return [err.UnknownName(one.span, one.target, _changeable(v), "value", cure=_cure(v, one.target))]
        if of not in (NUMBER, TRUTH) and of.tag != "unknown":
            return [err.WrongType(one.span, "number or truth", str(of))]
        changed, params = v.standing.setdefault(one.target, []), _params(v, one.target)
    texts = tuple(one.scripts[part].text if part in one.scripts else "" for part in PARTS)
    alike = grouped.get((one.kind, one.how, one.target, texts))
    if alike is not None:
        alike.ids += one.ids
        alike.several = True
        one.keys = alike.keys
        return []
    shared = replace(one, ids=list(one.ids))
    grouped[one.kind, one.how, one.target, texts] = shared
    changed.append(shared)
    for part, source in one.scripts.items():
        value = ValueDecl(f"({one.ids[0]} {len(grouped)} {part})", one.kind, params, source, one.span, ())
        value.want = TRUTH if part != "amount" else None if one.how == "set" else NUMBER
        v.values[value.key] = value
        shared.keys[part] = value.key
    one.keys = shared.keys
    return []


def _type_of(v: Vocabulary, target: str) -> Type | None:
    """The type of what is changed; that of a value is only known when it is checked."""
    host, _, name = target.rpartition(".")
    if host in v.kinds and name in v.kinds[host].fields:
        return v.kinds[host].fields[name].type
    return Type("unknown") if target in v.values and not name.startswith("(") else None


def _changeable(v: Vocabulary) -> tuple[str, ...]:
    found = [value.key for value in v.named_values()]
    return tuple(found + [f"{decl.name}.{name}" for decl in v.kinds.values() for name in decl.fields])


def _params(v: Vocabulary, target: str) -> list[tuple[str, Type]]:
    """What the scripts of a change know: the thing whose value it is as `it`, and what the value is given."""
    host, _, _ = target.rpartition(".")
    own = v.values[target].params if target in v.values else []
    return [*([("it", kind(host))] if host and host != "player" else []), *own]


def _prepare(v: Vocabulary, key: str) -> None:
    """Put a value aside as it is printed, so that the changed one can take its place."""
    host, _, name = key.rpartition(".")
    if key in v.values:
        value = v.values[key]
        own = replace(value, name=f"(printed {name})", show=False)
        v.values[printed_key(key)] = own
        if value.formula_key in v.below:
            v.below[own.formula_key] = v.below.pop(value.formula_key)
    else:
        field = v.kinds[host].fields[name]
        written = ScriptSource.from_text(name, field.span.file)
        v.values[key] = ValueDecl(name, host, [], written, field.span, (), combine=field.combine)


# ---- formulas


class Altered:
    """Works out what standing changes make of values and actions."""

    def __init__(self, v: Vocabulary, result_of: Callable[[ValueDecl], Type]) -> None:
        self.v, self.result_of = v, result_of

    def uses(self, value: ValueDecl) -> list[ValueDecl]:
        """The values that a changed one reads at once."""
        changes = self.v.standing.get(value.key, ())
        scripts = [self.v.values[key] for one in changes for key in one.keys.values()]
        own = self.v.values.get(printed_key(value.key)) if changes else None
        return [*([own] if own is not None else []), *scripts]

    def value(self, value: ValueDecl) -> ty.Value:
        """The formula of a changed value."""
        changes = self.v.standing[value.key]
        printed = self._printed(value)
        given = self._given(value)
        for one in changes:
            for part, key in one.keys.items():
                if part == "amount":
                    self.v.values[key].want = printed.type
                self.result_of(self.v.values[key])
        if printed.type == TRUTH:
            return self._truth(changes, given, printed)
        return self._number(changes, given, printed)

    def _printed(self, value: ValueDecl) -> ty.Value:
        own = self.v.values.get(printed_key(value.key))
        base = self._base(value)
        if own is None:
            assert value.of is not None and base is not None
            return ty.Field(self.v.kinds[value.of].fields[value.name].type, value.of, value.name, base)
        params = [ty.Local(of, slot) for slot, (_, of) in enumerate(value.params)]
        return ty.Derived(self.result_of(own), own.key, base, tuple(params))

    def _base(self, value: ValueDecl) -> ty.Value | None:
        if value.of is None:
            return None
        return ty.Me() if value.of == "player" else ty.This(kind(value.of))

    def _given(self, value: ValueDecl) -> tuple[ty.Value, ...]:
        params = [ty.Local(of, slot) for slot, (_, of) in enumerate(value.params)]
        thing = [ty.This(kind(value.of))] if value.of and value.of != "player" else []
        return (*thing, *params)

    # ---- numbers

    def _number(self, changes: list[Standing], given: tuple[ty.Value, ...], printed: ty.Value) -> ty.Value:
        by_how = {
            how: [one for one in changes if one.how == how] for how in ("set", "add", "times", "at_least", "at_most")
        }
        value = printed
        if by_how["set"]:
            downward = self._downward(changes[0].target)
            found = [self._most(one, given, downward=downward) for one in by_how["set"]]
            anyone = _tree([self._any(one, given) for one in by_how["set"]], lambda a, b: ty.Logic("or", a, b))
            value = ty.IfElse(NUMBER, anyone, _tree(found, _smaller if downward else _larger), value)
        for one in by_how["add"]:
            more = ty.OverEach(NUMBER, TOTAL, self._awake(one, given), SOURCE, self._amount(one, given))
            value = ty.Arith("+", value, more)
        for one in by_how["times"]:
            once = ty.OverEach(NUMBER, LARGEST, self._awake(one, given), SOURCE, self._amount(one, given))
            value = ty.Arith("*", value, ty.IfElse(NUMBER, self._any(one, given), once, ty.Const(NUMBER, 1)))
        for one in by_how["at_least"]:
            value = _larger(value, self._most(one, given, downward=False))
        for one in by_how["at_most"]:
            value = _smaller(value, self._most(one, given, downward=True))
        return value

    def _downward(self, target: str) -> bool:
        value = self.v.values[target]
        return value.combine == DOWNWARD

    def _most(self, one: Standing, given: tuple[ty.Value, ...], *, downward: bool) -> ty.Value:
        """The largest (or smallest) amount of the sources that are awake; far off if none is."""
        most = ty.OverEach(
            NUMBER, SMALLEST if downward else LARGEST, self._awake(one, given), SOURCE, self._amount(one, given)
        )
        return ty.IfElse(NUMBER, self._any(one, given), most, ty.Const(NUMBER, FAR if downward else -FAR))

    def _amount(self, one: Standing, given: tuple[ty.Value, ...]) -> ty.Value:
        return ty.Derived(NUMBER, one.keys["amount"], self._source(one), given)

    # ---- conditions

    def _source(self, one: Standing) -> ty.Element:
        return ty.Element(kind(one.kind), SOURCE)

    def _awake(self, one: Standing, given: tuple[ty.Value, ...]) -> ty.Value:
        """The sources that are awake, and meant."""
        of = set_of(kind(one.kind))
        conds: list[ty.Value] = [
            ty.Derived(TRUTH, one.keys[part], self._source(one), given)
            for part in ("while", "where")
            if part in one.keys
        ]
        if "while" not in one.keys and not self.v.kinds[one.kind].zones_only:
            conds.insert(0, ty.Not(ty.Aside(one.kind, self._source(one))))
        every = ty.Every(of, one.kind, tuple(one.ids))
        if not conds:
            return every
        return ty.Filter(of, every, SOURCE, _tree(conds, lambda a, b: ty.Logic("and", a, b)))

    def _any(self, one: Standing, given: tuple[ty.Value, ...]) -> ty.Value:
        return ty.NonEmpty(self._awake(one, given))

    def _truth(self, changes: list[Standing], given: tuple[ty.Value, ...], printed: ty.Value) -> ty.Value:
        """A truth can only be set: with `highest`, yes goes before no."""
        either = lambda a, b: ty.Logic("or", a, b)  # noqa: E731 - how two become one
        yes = _tree([ty.NonEmpty(self._saying(one, given, 1)) for one in changes], either)
        no = _tree([ty.NonEmpty(self._saying(one, given, 0)) for one in changes], either)
        if self._downward(changes[0].target):
            return ty.Logic("and", ty.Not(no), ty.Logic("or", yes, printed))
        return ty.Logic("or", yes, ty.Logic("and", ty.Not(no), printed))

    def _saying(self, one: Standing, given: tuple[ty.Value, ...], truth: int) -> ty.Value:
        awake = self._awake(one, given)
        said: ty.Value = ty.Derived(TRUTH, one.keys["amount"], self._source(one), given)
        return ty.Filter(awake.type, awake, SOURCE, said if truth else ty.Not(said))

    # ---- actions

    def permit(self, action: str, required: ty.Value | None) -> ty.Value:
        """Whether an action is open: as it requires, or allowed; never while it is forbidden."""
        found = self.v.permits[action]
        for one in found:
            for key in one.keys.values():
                self.result_of(self.v.values[key])
        either = lambda a, b: ty.Logic("or", a, b)  # noqa: E731 - how two become one
        allowed = [self._any(one, ()) for one in found if one.how == "allow"]
        forbidden = [self._any(one, ()) for one in found if one.how == "forbid"]
        whole = required if required is not None else ty.Const(TRUTH, 1)
        if allowed:
            whole = ty.Logic("or", whole, _tree(allowed, either))
        if forbidden:
            whole = ty.Logic("and", ty.Not(_tree(forbidden, either)), whole)
        return whole


def _larger(left: ty.Value, right: ty.Value) -> ty.Value:
    return ty.Applied(NUMBER, LARGER, (left, right))


def _smaller(left: ty.Value, right: ty.Value) -> ty.Value:
    return ty.Applied(NUMBER, SMALLER, (left, right))


def _tree(parts: list[ty.Value], join: Callable[[ty.Value, ty.Value], ty.Value]) -> ty.Value:
    """Put parts together two by two, so that many of them are not deep."""
    while len(parts) > 1:
        paired = [join(parts[at], parts[at + 1]) for at in range(0, len(parts) - 1, 2)]
        parts = paired + ([parts[-1]] if len(parts) % 2 else [])
    return parts[0]


# ---- what only the whole shows


def find_standing_faults(v: Vocabulary) -> list[Problem]:
    """Report changes of one value that are at odds, and sources whose being awake depends on what is changed."""
    problems = Problems()
    for key, changes in v.standing.items():
        problems += _at_odds(v, key, [one for one in changes if one.how == "set"])
        problems += [
            err.BadValue(one.span, "one source: what multiplies cannot be there several times", one.how)
            for one in changes
            if one.how == "times" and one.several
        ]
        if v.values[key].formula is not None and v.values[key].formula.value.type == TRUTH:  # type: ignore[union-attr]
            wrong = [one for one in changes if one.how != "set"]
            problems += [err.WrongType(one.span, "number", "truth") for one in wrong]
    for one in (one for changes in (*v.standing.values(), *v.permits.values()) for one in changes):
        read = _changed_read(v, one)
        if read is not None:
            altering = v.standing[read][0]
            problems.report(err.SourceDepends(v.values[one.keys["while"]].source.span(0, 1), read, altering.span))
    return problems


def _at_odds(v: Vocabulary, key: str, sets: list[Standing]) -> list[Problem]:
    if v.values[key].combine or not sets or (len(sets) == 1 and not sets[0].several):
        return []
    places = [_pinned_place(v, one) for one in sets]
    if places[0] is not None and all(place == places[0] for place in places):
        return []  # only one thing can be there
    if len({_constant(v, one) for one in sets}) == 1 and _constant(v, sets[0]) is not None:
        return []  # it does not matter which of them counts
    first, *others = sorted(sets, key=lambda one: one.span)
    return [err.BothSet(first.span, key, tuple(one.span for one in others))]


def _constant(v: Vocabulary, one: Standing) -> int | None:
    """What a change sets a value to, if that is always the same."""
    formula = v.values[one.keys["amount"]].formula
    return formula.value.number if formula is not None and isinstance(formula.value, ty.Const) else None


def _pinned_place(v: Vocabulary, one: Standing) -> str | None:
    """Where a source must be, and can only be alone, to be awake: `this is top(pile)`."""
    formula = v.values[one.keys["while"]].formula if "while" in one.keys else None
    for part in _parts(formula.value) if formula is not None else ():
        if isinstance(part, ty.Compare) and part.sign == "is":
            for this, place in ((part.left, part.right), (part.right, part.left)):
                if isinstance(this, ty.This) and not any(isinstance(node, ty.This) for node in ty.nodes(place)):
                    return written(place)
    return None


def _parts(cond: ty.Value) -> Iterator[ty.Value]:
    if isinstance(cond, ty.Logic) and cond.sign == "and":
        yield from _parts(cond.left)
        yield from _parts(cond.right)
    else:
        yield cond


def written(value: object) -> str:
    """The same for values that are written alike, wherever they stand."""
    if isinstance(value, ty.VALUES):
        parts = tuple(getattr(value, part.name) for part in fields(value) if part.name != "at")
        return f"{type(value).__name__}({written(parts)})"
    return ", ".join(map(written, value)) if isinstance(value, tuple) else str(value)


def _changed_read(v: Vocabulary, one: Standing) -> str | None:
    """A changed value that decides whether a source is awake, also through others."""
    waiting, seen = [one.keys["while"]] if "while" in one.keys else [], set[str]()
    while waiting:
        key = waiting.pop()
        if key in v.standing:
            return key
        formula = v.values[key].formula
        for node in ty.nodes(formula.value) if formula is not None and key not in seen else ():
            if isinstance(node, ty.Derived):
                waiting.append(node.key)
        seen.add(key)
    return None


def requirement_value_key(action: str) -> str:
    """By what the value is found that `requirement_value` makes."""
    return f"player.(requires {action})"


def requirement_value(v: Vocabulary, action: str, source: ScriptSource, span: Span) -> ValueDecl:
    """What an action requires, as a hidden truth of the player, so that a changed requirement can read it."""
    value = ValueDecl(f"(requires {action})", "player", [], source, span, (), want=TRUTH)
    v.values[value.key] = value
    below = v.below.pop(keys.requirement(action), None)
    if below is not None:
        v.below[value.formula_key] = below
    return value
