"""A pack of which a few files have changed since it was found sound: only what these declare is checked anew.

That is enough where the same things are declared as before, in the same order, and what can be said of them from elsewhere
is the same: then every other script means what it meant. Whatever else has changed, and whatever is found wrong, leads to
nothing here: the pack is then read as a whole, and only that reports.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

from interpreter.check import keys
from interpreter.check.cards import Cards
from interpreter.check.check import Checker
from interpreter.check.clashes import find_clashes
from interpreter.check.declare import Declare
from interpreter.check.ending import declare_spans
from interpreter.check.foundations import find_flaws
from interpreter.check.measure import find_too_many
from interpreter.check.sizes import Sizes
from interpreter.check.standing import declare_standing
from interpreter.check.taken_back import take_back
from interpreter.check.vocabulary import (
    Achievement,
    Action,
    Event,
    Item,
    Table,
    Trigger,
    ValueDecl,
    VarDecl,
    Verb,
    Watch,
)
from interpreter.diagnostics import Problems

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.source import PackSource

T = TypeVar("T", Item, Verb, ValueDecl, Table, Action, Watch, Event, Trigger)
R = TypeVar("R", Verb, Trigger, Watch)
KINDS = ("cards", "rules")
"""Documents that can be read by themselves, against what the model of the pack says."""
DECLARED = (
    "verbs",
    "values",
    "tables",
    "actions",
    "events",
    "triggers",
    "watches",
    "achievements",
    "item_ids",
    "reads",
    "writes",
)
"""What such documents declare, beside the items of kinds. Where they change anything else, the whole pack is read."""
LAYERED = ("below", "pairs", "skipped")
"""What is declared beside rules that packs go around."""
OWN = {
    Item: ("faces", "span", "in_play", "in_play_source", "source", "rules", "places", "words", "when", "standing"),
    Verb: ("text", "source", "span", "rules", "routine"),
    ValueDecl: ("source", "span", "rules", "formula", "busy"),
    Table: ("values", "span"),
    Action: ("name", "source", "span", "rules", "requires_source", "requires", "routine", "why"),
    Watch: ("id", "cond_source", "source", "span", "cond", "routine"),
    Event: ("span",),
    Trigger: ("id", "span", "when_source", "source", "event", "cond", "routine", "verb", "names"),
    Achievement: ("name", "text", "value"),
}
"""What is a matter of the thing alone. Everything else can be known elsewhere, and must be as it was."""


class _Elsewhere(Exception):
    """What has changed may matter elsewhere."""


def renewed(v: Vocabulary, source: PackSource, files: Collection[str]) -> Vocabulary | None:
    """A sound vocabulary with what these files declare in the place of what they declared before; it is used up.

    The documents are those that the files are in the finished game. None where only the whole pack can tell whether it
    is still sound.
    """
    if source.diagnostics:
        return None
    try:
        return _Renewal(v, source, files).run()
    except _Elsewhere:
        return None


class _Renewal:
    def __init__(self, v: Vocabulary, source: PackSource, files: Collection[str]) -> None:
        self.old, self.source, self.files = v, source, files
        self.problems = Problems()
        self.frame = _frame(v)
        self.types = {key: one.formula.value.type for key, one in v.values.items() if one.formula is not None}
        self.formulas = {key: (one.source.text, one.formula) for key, one in v.values.items()}
        self.routines = {verb.key: verb.routine for verb in v.verbs}
        take_back(v)

    def run(self) -> Vocabulary:
        """Declare anew, put in place, check. Raises _Elsewhere."""
        fresh = self._declared()
        within = self._only_within(fresh)
        v = self._put_in_place(fresh)
        cards = Cards(v, self.problems)
        cards.settle()
        self.problems += find_clashes(v) + find_flaws(v) + find_too_many(v, Sizes(v))
        self._demand_sound()
        checker = Checker(v, self.problems)
        checker.whole = False
        self.problems += declare_standing(v)
        checker.hear_all()
        declare_spans(v)
        self._demand_sound()
        self._keep_checked(v)
        items = [item for decl in fresh.kinds.values() for item in decl.items]
        self._check_fresh(v, checker, items)
        if _frame(v) != self.frame or any(of != self._type_now(v, key) for key, of in self.types.items()):
            raise _Elsewhere
        checker.as_a_whole(items if within else None)
        self._demand_sound()
        return v

    def _check_fresh(self, v: Vocabulary, checker: Checker, items: list[Item]) -> None:
        """Check what is not checked: what is new, and what others make of that."""
        for value in checker.values_in_order() if v.standing else list(v.values.values()):
            if value.formula is None:
                checker.result_of(value)
        for verb in _unchecked(v.verbs):
            checker.verb(verb)
        for item in items:
            checker.item(item)
        for action in v.actions:
            if action.routine is None:
                checker.action(action)
            elif action.id in v.permits:
                checker.permitted(action)
        for trigger in _unchecked(v.triggers):
            checker.reaction(_number(trigger, v.triggers), trigger)
        for watch in _unchecked(v.watches):
            checker.watch(_number(watch, v.watches), watch)

    def _type_now(self, v: Vocabulary, key: str) -> Type | None:
        """The type of a value; scripts elsewhere were checked for the one that it had."""
        formula = v.values[key].formula
        return formula.value.type if formula is not None else None

    def _keep_checked(self, v: Vocabulary) -> None:
        """Take over what was checked of hidden values and verbs that are made again of the same scripts."""
        for key, value in v.values.items():
            if value.formula is None and key not in v.standing and self._is_outside(value):
                text, formula = self.formulas.get(key, ("", None))
                value.formula = formula if text == value.source.text else None
        for verb in v.verbs:
            if verb.routine is None and self._is_outside(verb):
                verb.routine = self.routines.get(verb.key)

    def _is_outside(self, one: ValueDecl | Verb) -> bool:
        return one.span.file not in self.files and one.source.file not in self.files

    def _demand_sound(self) -> None:
        if self.problems:
            raise _Elsewhere

    def _declared(self) -> Vocabulary:
        """What the documents declare, by itself."""
        v = self.old
        kinds = {name: replace(decl, items=[], vars=dict(decl.vars)) for name, decl in v.kinds.items()}
        apart = (*DECLARED, *LAYERED, "kinds")
        others = {part.name: copy(getattr(v, part.name)) for part in fields(v) if part.name not in apart}
        empty = {name: type(getattr(v, name))() for name in (*DECLARED, *LAYERED)}
        fresh = replace(v, kinds=kinds, **empty, **others)
        declare = Declare(self.source)
        declare.v = fresh
        Cards(fresh, self.problems).declare([root for of, _, root in declare.roots if of == "cards"])
        declare.rules()
        self.problems += declare.problems
        self._demand_sound()
        if not all(_same_vars(decl.vars, v.kinds[name].vars) for name, decl in kinds.items()):
            raise _Elsewhere
        if any(getattr(fresh, name) != getattr(v, name) for name in others):
            raise _Elsewhere
        return fresh

    def _put_in_place(self, fresh: Vocabulary) -> Vocabulary:
        """The vocabulary with the new things where the old ones were. Raises _Elsewhere when they are not the same ones."""
        v = self.old
        self._same_layers(fresh)
        kinds = {}
        for name, decl in v.kinds.items():
            items = self._placed(decl.items, fresh.kinds[name].items)
            kinds[name] = replace(decl, items=items, vars=fresh.kinds[name].vars)
        values = self._placed(list(v.values.values()), list(fresh.values.values()))
        tables = self._placed(list(v.tables.values()), list(fresh.tables.values()))
        made = replace(
            v,
            kinds=kinds,
            verbs=self._placed(v.verbs, fresh.verbs),
            values={one.key: one for one in values},
            tables={one.name: one for one in tables},
            actions=self._placed(v.actions, fresh.actions),
            watches=self._placed(v.watches, fresh.watches),
            triggers=self._placed(v.triggers, fresh.triggers),
            events=self._placed(v.events, fresh.events),
            achievements=v.achievements | self._same_achievements(fresh),
            digest=self.source.digest,
            packs=self.source.packs,
            item_ids={},
            reads={},
            writes={},
        )
        for watch, old in zip(made.watches, v.watches, strict=True):
            watch.id = old.id
        for trigger, before in zip(made.triggers, v.triggers, strict=True):
            trigger.id = before.id
        for decl in kinds.values():
            for item in decl.items:
                made.item_ids.setdefault(item.id, []).append(item)
        return made

    def _placed(self, old: Sequence[T], new: Sequence[T]) -> list[T]:
        places = [at for at, one in enumerate(old) if one.span.file in self.files]
        if [_known_elsewhere(old[at]) for at in places] != [_known_elsewhere(one) for one in new]:
            raise _Elsewhere
        made = list(old)
        for at, one in zip(places, new, strict=True):
            made[at] = one
        return made

    def _same_achievements(self, fresh: Vocabulary) -> dict[str, Achievement]:
        before = [one for one in self.old.achievements.values() if one.value.span.file in self.files]
        if list(map(_known_elsewhere, before)) != list(map(_known_elsewhere, fresh.achievements.values())):
            raise _Elsewhere
        return fresh.achievements

    def _same_layers(self, fresh: Vocabulary) -> None:
        """Demand that packs go around the same rules as before, in the same order."""
        v = self.old
        hidden = {verb.key for verb in v.verbs if verb.span.file in self.files}
        hidden |= {value.formula_key for value in v.values.values() if value.span.file in self.files}
        below = {key: lower for key, lower in v.below.items() if lower in hidden}
        pairs = {key: both for key, both in v.pairs.items() if both[0] in hidden}
        skipped = {key for key in v.skipped if keys.layer(key, 0) in hidden}
        if (below, pairs, skipped) != (fresh.below, fresh.pairs, fresh.skipped):
            raise _Elsewhere

    def _only_within(self, fresh: Vocabulary) -> bool:
        """Whether nothing but items has changed, and nothing of these that words elsewhere can know of."""
        before = {(item.kind, item.id): item for decl in self.old.kinds.values() for item in decl.items}
        items = [item for decl in fresh.kinds.values() for item in decl.items]
        same = all(
            (item.kind, item.id) in before and _told_elsewhere(item) == _told_elsewhere(before[item.kind, item.id])
            for item in items
        )
        rules = (fresh.verbs, fresh.values, fresh.tables, fresh.actions, fresh.watches, fresh.events, fresh.triggers)
        return same and not any(rules)


def _unchecked(rules: Sequence[R]) -> list[R]:
    return [one for one in rules if one.routine is None]


def _number(rule: R, rules: Sequence[R]) -> int:
    """The place of a rule that has no name among those of its sort."""
    return 1 + next(at for at, one in enumerate(rules) if one is rule)


def _frame(v: Vocabulary) -> list[object]:
    """What is made of all declarations together, and can be known everywhere."""
    heard = [(key, one.layers, one.event, one.ran) for key, one in v.heard.items()]
    layers = [list(one.items()) for one in (v.below, v.pairs, v.marks, v.begins)]
    named = [list(one) for one in (v.values, v.standing, v.permits, v.shared.vars if v.shared is not None else {})]
    return [*layers, *named, set(v.skipped), heard, [verb.key for verb in v.verbs], [one.name for one in v.events]]


def _told_elsewhere(item: Item) -> list[object]:
    """What the words of something else may tell of an item: its names, and what it does from afar."""
    heard = [item.when.when_source, item.when.source] if item.when is not None else []
    texts = [source.text if source is not None else "" for source in heard]
    standing = [
        (one.how, one.target, {part: source.text for part, source in one.scripts.items()}) for one in item.standing
    ]
    return [[face.name for face in item.faces], texts, standing]


def _same_vars(some: dict[str, VarDecl], others: dict[str, VarDecl]) -> bool:
    """Whether the same vars are declared, wherever that is written."""
    pairs = zip(some.values(), others.values(), strict=False)
    return list(some) == list(others) and all(
        one is other or replace(one, span=other.span) == other for one, other in pairs
    )


def _known_elsewhere(
    thing: Item | Verb | ValueDecl | Table | Action | Watch | Event | Trigger | Achievement,
) -> list[object]:
    """What the rest of a pack can know of a thing."""
    known = [getattr(thing, part.name) for part in fields(thing) if part.name not in OWN[type(thing)]]
    match thing:
        case Item():
            known += [len(thing.faces), thing.in_play_source is None, thing.when is None]
        case Table():
            known.append(len(thing.values))
        case Action():
            known.append(thing.requires_source is None)
    return known
