"""Whether nothing is wrong with the scripts of scenarios, where what is said alike is looked at once.

A large pack has thousands of them, and most say of one thing what others say of another. Three things make them few:

* A thing that scripts know by its id alone is as good as any other of its kind: if the two changed places everywhere, the
  checker would find the same. So what is said is known by its words, with only the kind of such things, and by which of
  them are the same.
* Which number something is compared with matters in the game only.
* A statement of the outermost block is checked as if it stood alone, unless one before it gives something a name.

Only what is certain counts. Where something may be wrong, the answer is no, and the scenarios are read as they stand.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.check import Checker
from interpreter.check import typed as ty
from interpreter.check.clashes import BEHIND_A_DOT
from interpreter.check.keys import extra
from interpreter.check.reading import items, maps, script, text
from interpreter.check.scope import RESERVED
from interpreter.check.statements import engine_words, primitive_phrases
from interpreter.check.types import PLAYER, TRUTH
from interpreter.check.vocabulary import Item, Vocabulary
from interpreter.diagnostics import Span
from interpreter.play.given_settings import seats_of, wrong_settings
from interpreter.primitives import FUNCTIONS
from interpreter.source import ScriptSource
from interpreter.syntax import words_of_the_grammar
from interpreter.syntax.parse import MAX_LENGTH, MAX_NODES, most_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.pack import Pack
    from interpreter.source import Mapping, Node

Pattern = tuple[str | tuple[str, int], ...]
"""The words of a script and what is between them; for a thing its kind, and the how manieth it is that is named."""
_KEY = extra("scenario")
_CONDITION, _SCRIPT, _ALONE = "condition", "script", "statement alone"
_WORD = re.compile(r"([a-z0-9_]+)")
_COMMENT = re.compile(r" *#[^\n]*")
_COMPARED = re.compile(r"(?<=[a-z)] is )[0-9]{1,6}(?=\)|\n|$| and | or )")
"""A number that something else is compared with, small enough to be one in any script."""
_SENTENCE = re.compile(r"\n(?=[a-z])(?!else\b)")
"""Where a statement of the outermost block begins behind another."""
_NAMING = ty.SetLocal | ty.NameSet | ty.Pick
"""Statements that give something a name for those behind them."""


def scenarios_are_sound(pack: Pack) -> bool:
    """Whether it is certain that nothing is wrong with any script of the scenarios."""
    said = _Said(pack.vocabulary)
    scenarios = (node for document in pack.source.of_kind("scenario") for node in maps(document.root))
    return all(
        next(wrong_settings(node, pack), None) is None and said.is_sound(node, seats_of(node, pack))
        for node in scenarios
    )


class _Said:
    """What was said so far with nothing wrong in it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._checker = Checker(vocabulary)
        self._things = _known_by_id_alone(vocabulary)
        self._names: dict[int, dict[str, str]] = {}
        """Of all that is alike the kind, by the number of players."""
        self._texts: set[tuple[str, str, int]] = set()
        self._patterns: set[tuple[str, Pattern]] = set()

    def is_sound(self, scenario: Mapping, seats: int) -> bool:
        """Whether nothing is wrong with the scripts of a scenario."""
        done = [*items(scenario.get("given")), *items(scenario.get("run"))]
        return all(self._is_sound(_SCRIPT, node, seats) for node in done) and all(
            self._is_sound(_CONDITION, node, seats) for node in items(scenario.get("then"))
        )

    def _is_sound(self, form: str, node: Node, seats: int) -> bool:
        said = (form, text(node), seats)
        if said not in self._texts:
            source = script(node)
            sound = source is None or (
                len(source.text) <= MAX_LENGTH
                and (self._is_one_by_one(form, source, seats) or self._is(form, source, seats))
            )
            if not sound:
                return False
            self._texts.add(said)
        return True

    def _is_one_by_one(self, form: str, source: ScriptSource, seats: int) -> bool:
        """Whether each statement is sound and alone, and all together are not too large."""
        if form != _SCRIPT or most_parts(source.text) > MAX_NODES:
            return False
        starts = [0, *(found.end() for found in _SENTENCE.finditer(source.text)), len(source.text)]
        return all(self._is(_ALONE, source.part(*stretch), seats) for stretch in pairwise(starts))

    def _is(self, form: str, source: ScriptSource, seats: int) -> bool:
        """Whether something is sound, and what it is said to be, or like something that is."""
        known = (form, self._pattern(source.text, seats))
        if known not in self._patterns:
            if not self._is_found(form, source, seats):
                return False
            self._patterns.add(known)
        return True

    def _is_found(self, form: str, source: ScriptSource, seats: int) -> bool:
        params = [(f"p{number + 1}", PLAYER) for number in range(seats)]
        told = len(self._checker.problems)
        if form == _CONDITION:
            made: object = self._checker.formula(_KEY, source, params, TRUTH)
        else:
            made = routine = self._checker.routine(_KEY, source, params)
            if form == _ALONE and any(isinstance(one, _NAMING) for one in routine.body.statements):
                return False
        return made is not None and len(self._checker.problems) == told

    def _pattern(self, said: str, seats: int) -> Pattern:
        if seats not in self._names:
            self._names[seats] = self._things | {f"p{number + 1}": "player" for number in range(seats)}
        names = self._names[seats]
        parts: list[Any] = _WORD.split(_COMPARED.sub("#", _COMMENT.sub("", said)))
        seen: dict[str, tuple[str, int]] = {}
        for at, part in enumerate(parts):
            kind = names.get(part)
            if kind is not None:
                parts[at] = seen.setdefault(part, (kind, len(seen)))
        return tuple(parts)


def _known_by_id_alone(v: Vocabulary) -> dict[str, str]:
    """The kind of each thing whose id is no other name and no word: scripts know nothing else of it."""
    taken = _words_of_the_engine().union(*(_WORD.findall(said) for said in _said_elsewhere(v)))
    return {
        id_: one.kind
        for id_, (one, *more) in v.item_ids.items()
        if not more and not one.owned and one.count == 1 and id_ not in taken
    }


def _words_of_the_engine() -> set[str]:
    return {
        *words_of_the_grammar(),
        *RESERVED,
        *BEHIND_A_DOT,
        *FUNCTIONS,
        *engine_words(),
        *(word for phrase in primitive_phrases().values() for word in _WORD.findall(phrase.text)),
    }


def _said_elsewhere(v: Vocabulary) -> Iterator[str]:
    """Every text of a vocabulary but those of its things."""
    left: list[Any] = [getattr(v, field.name) for field in fields(v) if field.name != "item_ids"]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += [*one, *one.values()]
        elif isinstance(one, list | tuple | set):
            left += one
        elif is_dataclass(one) and not isinstance(one, Item | ty.Routine | ty.Formula | Span):
            left += [getattr(one, field.name) for field in fields(one)]
