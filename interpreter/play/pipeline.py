"""The way of a pack from its files to a game, on one screen. Every command that opens a pack goes through here.

    gather  ──►  read  ──►  parse, check  ──►  lower  ──►  print  ──►  play
    Stack        PackSource    Vocabulary       Program     Machine     Game

What was found out about a pack is kept until one of its files changes, so that most of the work is done once.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from interpreter.check.remembered import vocabulary_shape
from interpreter.check.vocabulary import Vocabulary
from interpreter.diagnostics import Diagnostic, Problem, Severity, few_suggestions
from interpreter.records import record
from interpreter.source import PackSource, Stack, keep, pack_digest, read_stack, recall, with_the_rest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from interpreter.check.typed import Formula, Routine
    from interpreter.machine import Machine


@record(frozen=True, slots=True)
class Opened:
    """A pack that was read and checked, and everything that is wrong with it.

    `source`: its documents, where something is wrong; `game`: those that the game is made of, where nothing is and it
    was not recalled.
    """

    vocabulary: Vocabulary
    diagnostics: list[Diagnostic]
    source: PackSource | None = None
    game: PackSource | None = None


def opened(stack: Stack) -> Opened:
    """From files to a vocabulary; recalled from the last time if nothing has changed since.

    What the game is not made of (scenarios, studies) is read when something is wrong: then everything that is gets told.
    """
    digest, label = pack_digest(stack)
    with nothing_thrown_away():
        known = recall(digest, label, vocabulary_shape()) if digest else None
        if known is not None:
            return Opened(known, [])
        made = checked(read_stack(stack, game_only=True))
        if made.diagnostics:
            assert made.source is not None
            whole = with_the_rest(stack, made.source)
            return Opened(made.vocabulary, [*whole.diagnostics, *_of_scripts(made, whole)], whole)
        if digest:
            keep(digest, label, made.vocabulary, vocabulary_shape())
    return Opened(made.vocabulary, [], game=made.source)


def checked(source: PackSource) -> Opened:
    """From documents to a vocabulary: scripts are parsed, names and types and everything else is checked."""
    if _is_unread(source.diagnostics):
        return Opened(Vocabulary(), list(source.diagnostics), source)
    from interpreter.check.check import check  # noqa: PLC0415 - a pack that is known is played without it
    from interpreter.play.unsaid import unsaid_names  # noqa: PLC0415 - the same
    from interpreter.source.layers.blame import with_removals  # noqa: PLC0415 - the same

    with few_suggestions():
        vocabulary, problems = check(source)
        if not has_errors(problems):
            problems += unsaid_names(vocabulary)
        found = with_removals(source, problems)
    return Opened(vocabulary, [*source.diagnostics, *found], source)


def running(  # noqa: PLR0913 - three ways to look at it beside
    vocabulary: Vocabulary,
    seats: int,
    options: Mapping[str, int],
    extra: Iterable[Routine | Formula] = (),
    *,
    guarded: bool = False,
    covered: bool = False,
    keeps: bool = False,
) -> Machine:
    """From a vocabulary to a machine for so many players: lowered to a program, which is printed as it is needed.

    With `keeps` what is printed is kept for the next process: only for a pack that is what its digest says.
    """
    from interpreter.code import compile_pack  # noqa: PLC0415 - a pack can be checked without it
    from interpreter.machine import Machine  # noqa: PLC0415 - the same

    program = compile_pack(vocabulary, seats, dict(options), list(extra))
    told_apart = (vocabulary.digest, seats, sorted(options.items()), program.layout.size, guarded)
    kept_as = str(told_apart) if keeps else ""
    return Machine(program, guarded=guarded, covered=covered, kept_as=kept_as)


def has_errors(found: Iterable[Diagnostic | Problem]) -> bool:
    """Whether something keeps a pack from being played."""
    return any(one.severity is Severity.ERROR for one in found)


def _is_unread(found: Iterable[Diagnostic]) -> bool:
    """Whether documents have errors that keep them from being made one game, so that no script of it can be checked."""
    from interpreter.source.errors import WasOtherwise  # noqa: PLC0415 - a pack that is known is played without it

    return has_errors(one for one in found if one.code != WasOtherwise.code)


def _of_scripts(made: Opened, whole: PackSource) -> list[Diagnostic]:
    """What was found wrong beyond the documents; where these have errors, nobody wants to hear of the rest."""
    assert made.source is not None
    told = set(made.source.diagnostics)
    return [] if _is_unread(whole.diagnostics) else [one for one in made.diagnostics if one not in told]


@contextmanager
def nothing_thrown_away() -> Iterator[None]:
    """Let nobody look for garbage: nearly everything that is made while a pack is read stays, and there is much of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _now_all_is_old()
            gc.enable()


@cache
def _now_all_is_old() -> None:
    """Let all that was made so far count as old, the first time: else the next object has all of it looked through.

    Only the first time: who opens one pack after another must be rid of those before.
    """
    if not gc.get_freeze_count():  # what somebody else has put aside stays there
        gc.freeze()
        gc.unfreeze()
