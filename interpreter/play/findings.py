"""Everything that is wrong with a pack, its scenarios, its studies and its table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from interpreter.check.vocabulary import Vocabulary
from interpreter.diagnostics import Diagnostic, few_suggestions
from interpreter.play.pack import Pack
from interpreter.play.pipeline import has_errors, nothing_thrown_away, opened
from interpreter.play.rule_list import unknown_changes
from interpreter.play.rulebook import rulebook_problems
from interpreter.play.scenario_reading import read_scenarios
from interpreter.play.studies import read_studies
from interpreter.play.tables import table_problems
from interpreter.play.tutorial import tutorial_problems
from interpreter.records import record, replace
from interpreter.source import (
    Asked,
    PackSource,
    Stack,
    beside_the_game,
    gather,
    near_packs,
    read_beside,
    read_stack,
    waited_for,
    with_the_rest,
)


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
    known = not found.diagnostics and not strange and found.game is None
    if known and _is_sound_beside(where, stack, found.vocabulary):
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
    for study in read_studies(pack):
        yield from study.diagnostics
    for problem in chain(table_problems(pack), rulebook_problems(pack), tutorial_problems(pack)):
        yield problem.diagnostic()


def _is_sound_beside(where: Asked, stack: Stack, vocabulary: Vocabulary) -> bool:
    """Whether nothing is wrong beside a game that is known: its own documents need not be read to tell."""
    source = read_beside(stack, beside_the_game(stack).keys())
    return not source.diagnostics and next(wrong_beside(Pack(where, vocabulary, [], source)), None) is None
