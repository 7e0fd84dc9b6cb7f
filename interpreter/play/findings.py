"""Everything that is wrong with a pack, its scenarios, its studies and its table.

Most of a pack is right, and was so the last time: which of its scenarios and studies are sound is kept, by their exact
content and by an outline of what they can name, so that after a change only what it may concern is looked at. What is kept
only ever says that something is right; as soon as anything is not, the whole pack is looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from interpreter.check.typed import Formula, Routine
from interpreter.check.vocabulary import Face, Vocabulary
from interpreter.diagnostics import Diagnostic, Span, few_suggestions
from interpreter.play.pack import Pack
from interpreter.play.pipeline import has_errors, nothing_thrown_away, opened
from interpreter.play.rulebook import rulebook_problems
from interpreter.play.scenario_reading import read_scenarios
from interpreter.play.studies import read_studies
from interpreter.play.tables import FILE as TABLE
from interpreter.play.tables import table_problems
from interpreter.play.tutorial import tutorial_problems
from interpreter.source import (
    Asked,
    PackSource,
    ScriptSource,
    Shape,
    Stack,
    beside_the_game,
    gather,
    keep,
    pack_digest,
    read_beside,
    read_stack,
    recall,
    with_the_rest,
)
from interpreter.source.pictures import FOLDER


@dataclass(frozen=True, slots=True)
class Sound:
    """Documents in which nothing was found wrong, each by a hash of its content."""

    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a pack, and its documents to show it in; none were read where nothing is wrong."""

    diagnostics: list[Diagnostic]
    source: PackSource | None
    game_is_sound: bool


def everything_wrong(where: Asked) -> Wrong:
    """Look at a pack, its scenarios, its studies, its table and its rule book."""
    with nothing_thrown_away(), few_suggestions():
        return _everything_wrong(where)


def _everything_wrong(where: Asked) -> Wrong:
    stack = gather(where)
    found = opened(stack)
    if not found.diagnostics and _is_sound(stack, found.vocabulary):
        return Wrong([], None, game_is_sound=True)
    source = found.source or (with_the_rest(stack, found.game) if found.game is not None else read_stack(stack))
    pack = Pack(where, found.vocabulary, found.diagnostics or list(source.diagnostics), source)
    if has_errors(pack.diagnostics):
        return Wrong(pack.diagnostics, source, game_is_sound=False)
    return Wrong([*pack.diagnostics, *wrong_beside(pack)], source, game_is_sound=True)


def wrong_beside(pack: Pack) -> Iterator[Diagnostic]:
    """What is wrong beside the game: it is read against the pack's words, so only a sound one can judge."""
    for scenario in read_scenarios(pack):
        yield from scenario.diagnostics
    for study in read_studies(pack):
        yield from study.diagnostics
    yield from table_problems(pack)
    yield from rulebook_problems(pack)
    yield from tutorial_problems(pack)


# ---- what was right the last time


@cache
def _shape() -> Shape:
    return Shape(Sound, {})


def _is_sound(stack: Stack, vocabulary: Vocabulary) -> bool:
    """Whether nothing is wrong beside the game either; only what may have changed is looked at."""
    digest, label = pack_digest(stack)
    if not digest or len(stack.layers) != 1:
        return False
    files = beside_the_game(stack)
    marks = {path: _mark(path, content) for path, content in files.items()}
    pictures = _pictures(stack.layers[0].gathered.files)
    if pictures:
        marks[TABLE] = _mark(TABLE, files.get(TABLE, b"") + pictures)
    about = _outline(vocabulary, stack.layers[0].gathered.files)
    known = recall(about, label, _shape())
    before = set(known.marks) if known is not None else set()
    fresh = {path for path, mark in marks.items() if mark not in before}
    if not fresh and before == set(marks.values()):
        return True
    source = read_beside(stack, fresh)
    pack = Pack(stack.label, vocabulary, [], source)
    if source.diagnostics or next(wrong_beside(pack), None) is not None:
        return False
    keep(about, label, Sound(tuple(sorted(marks.values()))), _shape())
    return True


def _pictures(files: Mapping[str, bytes]) -> bytes:
    """What the pictures of a pack are: the table that shows them is looked at again when one has changed."""
    shown = [(path, content) for path, content in sorted(files.items()) if path.startswith(FOLDER)]
    return "".join(f"{path} {hashlib.sha256(content).hexdigest()}\n" for path, content in shown).encode()


def _mark(path: str, content: bytes) -> str:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass") + b"\0" + content).hexdigest()


def _outline(vocabulary: Vocabulary, files: Mapping[str, bytes]) -> str:
    """A hash of what scripts from outside can name and what type it has, but not of what it does or costs."""
    total = hashlib.sha256("\n".join(sorted(files)).encode("utf-8", "surrogatepass"))
    stack: list[Any] = [vocabulary]
    while stack:
        one = stack.pop()
        if isinstance(one, Span | ScriptSource | Routine):
            total.update(b"...")
        elif isinstance(one, Formula):
            stack.append(one.value.type)
        elif isinstance(one, Face):
            stack += [sorted(one.scripts)]
        elif is_dataclass(one):
            left_out = ("digest", "packs", "reads") if isinstance(one, Vocabulary) else ()
            stack += [getattr(one, part.name) for part in fields(one) if part.name not in left_out]
            total.update(type(one).__name__.encode())
        elif isinstance(one, dict):
            total.update(b"{")
            stack += [*one, *one.values()]
        elif isinstance(one, list | tuple):
            total.update(b"[%d" % len(one))
            stack += one
        else:
            total.update(
                repr(one if not isinstance(one, set | frozenset) else sorted(one)).encode("utf-8", "surrogatepass")
            )
            total.update(b",")
    return total.hexdigest()
