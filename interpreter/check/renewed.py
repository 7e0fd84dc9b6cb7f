"""A pack of which a few files have changed since it was found sound: only what these declare is checked anew.

That is enough where the same things are declared as before, in the same order, and what can be said of them from elsewhere
is the same: then every other script means what it meant. Whatever else has changed, and whatever is found wrong, leads to
nothing here: the pack is then read as a whole, and only that reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.check.cards import Cards
from interpreter.check.check import Checker
from interpreter.check.clashes import find_clashes
from interpreter.check.declare import Declare
from interpreter.check.foundations import find_flaws
from interpreter.check.measure import find_too_many
from interpreter.check.sizes import Sizes
from interpreter.check.vocabulary import Action, Item, Table, ValueDecl, Verb, Watch

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Diagnostic
    from interpreter.source import PackSource

T = TypeVar("T", Item, Verb, ValueDecl, Table, Action, Watch)
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
)
"""What such documents declare, beside the items of kinds. Where they change anything else, the whole pack is read."""
OWN = {
    Item: ("faces", "span", "in_play", "in_play_source", "source", "rules", "places", "words"),
    Verb: ("text", "source", "span", "rules", "routine"),
    ValueDecl: ("source", "span", "rules", "formula", "busy"),
    Table: ("values", "span"),
    Action: ("name", "source", "span", "rules", "requires_source", "requires", "routine", "why"),
    Watch: ("id", "cond_source", "source", "span", "cond", "routine"),
}
"""What is a matter of the thing alone. Everything else can be known elsewhere, and must be as it was."""


class _Elsewhere(Exception):
    """What has changed may matter elsewhere."""


def renewed(v: Vocabulary, source: PackSource) -> Vocabulary | None:
    """A sound vocabulary with what these documents declare in the place of what they declared before; it is used up.

    None where only the whole pack can tell whether it is still sound.
    """
    if source.diagnostics or _hangs_together(v):
        return None
    try:
        return _Renewal(v, source).run()
    except _Elsewhere:
        return None


def _hangs_together(v: Vocabulary) -> bool:
    """Whether what a pack declares is changed, heard or wrapped by other parts of it."""
    return any((v.standing, v.permits, v.below, v.pairs, v.heard, v.marks, v.begins, v.skipped))


class _Renewal:
    def __init__(self, v: Vocabulary, source: PackSource) -> None:
        self.old, self.source = v, source
        self.files = {f"{source.where}/{one.path}" for one in source.documents if one.kind in KINDS}
        self.problems: list[Diagnostic] = []

    def run(self) -> Vocabulary:
        """Declare anew, put in place, check. Raises _Elsewhere."""
        fresh = self._declared()
        v = self._put_in_place(fresh)
        cards = Cards(v, self.problems)
        cards.settle()
        self.problems += find_clashes(v) + find_flaws(v) + find_too_many(v, Sizes(v))
        self._demand_sound()
        checker = Checker(v, self.problems)
        checker.whole = False
        for value in fresh.values.values():
            self._same_type(checker, value)
        for verb in fresh.verbs:
            checker.verb(verb)
        items = [item for decl in fresh.kinds.values() for item in decl.items]
        for item in items:
            checker.item(item)
        for action in fresh.actions:
            checker.action(action)
        for number, watch in enumerate(v.watches, 1):
            if watch in fresh.watches:
                checker.watch(number, watch)
        checker.as_a_whole(items if self._only_within(fresh, items) else None)
        self._demand_sound()
        return v

    def _demand_sound(self) -> None:
        if self.problems:
            raise _Elsewhere

    def _declared(self) -> Vocabulary:
        """What the documents declare, by itself."""
        v = self.old
        kinds = {name: replace(decl, items=[], vars=dict(decl.vars)) for name, decl in v.kinds.items()}
        others = {part.name: copy(getattr(v, part.name)) for part in fields(v) if part.name not in (*DECLARED, "kinds")}
        fresh = replace(v, kinds=kinds, **{name: type(getattr(v, name))() for name in DECLARED}, **others)
        declare = Declare(self.source)
        declare.v = fresh
        Cards(fresh, self.problems).declare([root for of, _, root in declare.roots if of == "cards"])
        declare.rules()
        self.problems += declare.problems
        self._demand_sound()
        reacting = [item for decl in kinds.values() for item in decl.items if item.standing or item.when is not None]
        if reacting or fresh.triggers or fresh.events or fresh.achievements or _hangs_together(fresh):
            raise _Elsewhere
        if any(decl.vars != v.kinds[name].vars for name, decl in kinds.items()):
            raise _Elsewhere
        if any(getattr(fresh, name) != getattr(v, name) for name in others):
            raise _Elsewhere
        return fresh

    def _put_in_place(self, fresh: Vocabulary) -> Vocabulary:
        """The vocabulary with the new things where the old ones were. Raises _Elsewhere when they are not the same ones."""
        v = self.old
        self._none_of(v.triggers, v.events, (one.value for one in v.achievements.values()))
        kinds = {}
        for name, decl in v.kinds.items():
            kinds[name] = replace(decl, items=self._placed(decl.items, fresh.kinds[name].items))
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
            digest=self.source.digest,
            packs=tuple(replace(part, digest=self.source.digest) for part in v.packs),
            item_ids={},
            reads={},
        )
        for new, old in zip(made.watches, v.watches, strict=True):
            new.id = old.id
        for decl in kinds.values():
            for item in decl.items:
                made.item_ids.setdefault(item.id, []).append(item)
        return made

    def _none_of(self, *declared: Iterable[Any]) -> None:
        if any(one.span.file in self.files for group in declared for one in group):
            raise _Elsewhere

    def _placed(self, old: Sequence[T], new: Sequence[T]) -> list[T]:
        places = [at for at, one in enumerate(old) if one.span.file in self.files]
        if [_known_elsewhere(old[at]) for at in places] != [_known_elsewhere(one) for one in new]:
            raise _Elsewhere
        made = list(old)
        for at, one in zip(places, new, strict=True):
            made[at] = one
        return made

    def _same_type(self, checker: Checker, value: ValueDecl) -> None:
        """Check a derived value; scripts elsewhere were checked for the type that it had."""
        before = self.old.values[value.key].formula
        after = checker.result_of(value)
        if before is None or before.value.type != after:
            raise _Elsewhere

    def _only_within(self, fresh: Vocabulary, items: list[Item]) -> bool:
        """Whether nothing but items has changed, and none of their names: words elsewhere cannot know, then."""
        before = {(item.kind, item.id): item for decl in self.old.kinds.values() for item in decl.items}
        names = all(
            [face.name for face in item.faces] == [face.name for face in before[item.kind, item.id].faces]
            for item in items
        )
        return names and not (fresh.verbs or fresh.values or fresh.tables or fresh.actions or fresh.watches)


def _known_elsewhere(thing: Item | Verb | ValueDecl | Table | Action | Watch) -> list[object]:
    """What the rest of a pack can know of a thing."""
    known = [getattr(thing, part.name) for part in fields(thing) if part.name not in OWN[type(thing)]]
    match thing:
        case Item():
            known += [len(thing.faces), thing.in_play_source is None]
        case Table():
            known.append(len(thing.values))
        case Action():
            known.append(thing.requires_source is None)
    return known
