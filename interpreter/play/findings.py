"""Everything that is wrong with a pack, its scenarios, its studies and its table.

Most of a pack is right, and was so the last time: which of its scenarios and studies are sound is kept, by their exact
content and by an outline of what they can name, so that after a change only what it may concern is looked at. What is kept
only ever says that something is right; as soon as anything is not, the whole pack is looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

from interpreter.check.typed import Formula, Routine
from interpreter.check.vocabulary import Face, Vocabulary
from interpreter.diagnostics import Diagnostic, Span, few_suggestions
from interpreter.play.pack import Pack
from interpreter.play.pipeline import has_errors, nothing_thrown_away, opened
from interpreter.play.rule_list import RULES, unknown_changes
from interpreter.play.rulebook import rulebook_problems
from interpreter.play.said_alike import scenarios_are_sound
from interpreter.play.scenario_reading import read_scenarios
from interpreter.play.studies import read_studies
from interpreter.play.tables import FILE as TABLE
from interpreter.play.tables import table_problems
from interpreter.play.tutorial import tutorial_problems
from interpreter.records import record, replace
from interpreter.source import (
    Asked,
    PackSource,
    ScriptSource,
    Shape,
    Stack,
    beside_the_game,
    gather,
    keep,
    near_packs,
    pack_digest,
    read_beside,
    read_stack,
    recall,
    waited_for,
    with_the_rest,
)
from interpreter.source.names import kind_of
from interpreter.source.pictures import FOLDER

_TOGETHER = frozenset({"rulebook", "balance"})
"""Documents of which several may not say the same."""


@record(frozen=True, slots=True)
class Sound:
    """Documents in which nothing was found wrong, each by a hash of its content."""

    marks: tuple[str, ...]


@record(frozen=True, slots=True)
class Wrong:
    """What is wrong with a pack, and its documents to show it in; none were read where nothing is wrong."""

    diagnostics: list[Diagnostic]
    source: PackSource | None
    game_is_sound: bool
    vocabulary: Vocabulary | None = None
    """What the game declares, where it is sound."""
    waits: tuple[tuple[str, ...], ...] = ()
    """Packs that are not there, and without which some of it is not in the game, so that nobody has looked at it."""
    near: frozenset[str] = frozenset()
    """The packs that can be found from it."""


def everything_wrong(where: Asked) -> Wrong:
    """Look at a pack, its scenarios, its studies, its table and its rule book."""
    with nothing_thrown_away(), few_suggestions():
        return _everything_wrong(where)


def _everything_wrong(where: Asked) -> Wrong:
    stack = gather(where)
    waits = _waits(stack)
    near = frozenset(near_packs(stack.layers[-1].gathered)) if waits else frozenset()
    return replace(_wrong_with(where, stack), waits=waits, near=near)


def _waits(stack: Stack) -> tuple[tuple[str, ...], ...]:
    here = {one.id for one in stack.layers}
    files = (content for one in stack.layers if one.named for content in one.gathered.files.values())
    lacking = {present - here for content in files for present in waited_for(content)}
    return tuple(sorted(tuple(sorted(one)) for one in lacking if one))


def _wrong_with(where: Asked, stack: Stack) -> Wrong:
    found = opened(stack)
    strange = [problem.diagnostic() for problem in unknown_changes(stack)]
    if not found.diagnostics and not strange and _is_sound(stack, found.vocabulary):
        return Wrong([], None, game_is_sound=True, vocabulary=found.vocabulary)
    source = found.source or (with_the_rest(stack, found.game) if found.game is not None else read_stack(stack))
    pack = Pack(where, found.vocabulary, found.diagnostics or list(source.diagnostics), source)
    if has_errors(pack.diagnostics):
        return Wrong(pack.diagnostics, source, game_is_sound=False)
    told = [*pack.diagnostics, *strange, *wrong_beside(pack)]
    return Wrong(told, source, game_is_sound=True, vocabulary=found.vocabulary)


def wrong_beside(pack: Pack) -> Iterator[Diagnostic]:
    """What is wrong beside the game: it is read against the pack's words, so only a sound one can judge."""
    for scenario in read_scenarios(pack):
        yield from scenario.diagnostics
    yield from _wrong_beside_scenarios(pack)


def _wrong_beside_scenarios(pack: Pack) -> Iterator[Diagnostic]:
    for study in read_studies(pack):
        yield from study.diagnostics
    for problem in chain(table_problems(pack), rulebook_problems(pack), tutorial_problems(pack)):
        yield problem.diagnostic()


# ---- what was right the last time


@cache
def _shape() -> Shape:
    return Shape(Sound, {})


def _is_sound(stack: Stack, vocabulary: Vocabulary) -> bool:
    """Whether nothing is wrong beside the game either; only what may have changed is looked at."""
    digest, label = pack_digest(stack)
    if not digest:
        return False
    files = beside_the_game(stack)
    marks = {file: _mark(file, content) for file, content in files.items()}
    asked = [layer.gathered for layer in stack.layers if layer.named]
    tables = {f"{one.where}/{TABLE}": _pictures(one.files) for one in asked}
    shown = {file: pictures for file, pictures in tables.items() if pictures}
    marks |= {file: _mark(file, files.get(file, b"") + pictures) for file, pictures in shown.items()}
    about = _outline(vocabulary, stack)
    known = recall(about, label, _shape())
    before = set(known.marks) if known is not None else set()
    fresh = {file for file, mark in marks.items() if mark not in before}
    if not fresh and before == set(marks.values()):
        return True
    # Whether a name is taken, or a picture used, is told by all documents of a kind together.
    told = [(f"{one.gathered.where}/{path}", kind_of(path)) for one in stack.layers for path in one.gathered.files]
    kinds = {kind for file, kind in told if file in fresh} & _TOGETHER
    source = read_beside(stack, fresh | shown.keys() | {file for file, kind in told if kind in kinds})
    pack = Pack(stack.label, vocabulary, [], source)
    if source.diagnostics or not scenarios_are_sound(pack) or next(_wrong_beside_scenarios(pack), None) is not None:
        return False
    keep(about, label, Sound(tuple(sorted(marks.values()))), _shape())
    return True


def _pictures(files: Mapping[str, bytes]) -> bytes:
    """What the pictures of a pack are: the table that shows them is looked at again when one has changed."""
    shown = [(path, content) for path, content in sorted(files.items()) if path.startswith(FOLDER)]
    return "".join(f"{path} {hashlib.sha256(content).hexdigest()}\n" for path, content in shown).encode()


def _mark(path: str, content: bytes) -> str:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass") + b"\0" + content).hexdigest()


def _outline(vocabulary: Vocabulary, packs: Stack) -> str:
    """A hash of what scripts from outside can name and what type it has, but not of what it does or costs."""
    total = hashlib.sha256()
    for layer in packs.layers:
        files = layer.gathered.files
        total.update("\n".join([layer.gathered.where, *sorted(files)]).encode("utf-8", "surrogatepass"))
        total.update(hashlib.sha256(files.get(RULES, b"")).digest())  # the rules that a rule book may cite
    told: list[str] = []
    stack: list[Any] = [vocabulary]
    while stack:
        one = stack.pop()
        of: type = type(one)
        if of is str or of is int or one is None:
            told.append(f"{one!r},")
        elif of is list or of is tuple:
            told.append(f"[{len(one)}")
            stack += one
        elif of is dict:
            told.append("{")
            stack += [*one, *one.values()]
        elif of in (Span, ScriptSource, Routine):
            told.append("...")
        elif of is Formula:
            stack.append(one.value.type)
        elif of is Face:
            stack.append(sorted(one.scripts))
        elif is_dataclass(one):
            stack += _parts_of(of)(one)
            told.append(of.__name__)
        else:
            told.append(f"{sorted(one) if isinstance(one, set | frozenset) else one!r},")
    total.update("\n".join(told).encode("utf-8", "surrogatepass"))
    return total.hexdigest()


@cache
def _parts_of(of: type) -> Callable[[object], tuple[object, ...]]:
    """What gives the fields of an object of a class; of a vocabulary, those that scripts from outside can know."""
    left_out = ("digest", "packs", "reads") if of is Vocabulary else ()
    names = [part.name for part in fields(of) if part.name not in left_out]
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)
