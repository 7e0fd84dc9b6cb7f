"""What names stand for while a script is told: who is meant by `me`, what each local was called, what is spoken of."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

from interpreter.languages.nouns import Noun, Np
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.typed import Value
    from interpreter.prose.fill import Number

Told = TypeVar("Told")

Topic = tuple[str, int]
"""`local`, `element` or `this`, and its number."""


@record(frozen=True, slots=True)
class Person:
    """A player who is meant. `simple`: one who was just named, so that "their" is clear."""

    key: str
    np: Np
    simple: bool = True


@record(slots=True)
class Binding:
    """What a local or element stands for.

    A thing is called `first` the first time and `np` after that. What `let` binds stands for `value`, read in `scope` as
    `actor` would say it. A truth that was noted is called `truth`.
    """

    np: Np | None = None
    first: str | None = None
    person: Person | None = None
    number: Number | None = None
    value: Value | None = None
    scope: Scope | None = None
    actor: Person | None = None
    truth: str | None = None

    def mention(self) -> Np | None:
        """The thing as it is called now."""
        if self.first is not None:
            words, self.first = self.first, None
            return Np(Noun(words, words, named=True), det="that")
        return self.np


@record(slots=True)
class Scope:
    """One script, or one derived value, while it is told to `reader`."""

    actor: Person
    reader: str
    locals: dict[int, Binding] = field(default_factory=dict)
    elements: dict[int, Binding] = field(default_factory=dict)
    this: Binding | None = None
    topic: Topic | None = None

    def tried(self, tell: Callable[[], Told | None]) -> Told | None:
        """What somebody tells who may find no words; then nothing counts as mentioned."""
        firsts = [(bound, bound.first) for bound in (*self.locals.values(), *self.elements.values())]
        told = tell()
        if told is None:
            for bound, first in firsts:
                bound.first = first
        return told


def standing_for(value: Value, scope: Scope) -> Binding:
    """A name that is told as the value it stands for, whoever acts where it is used."""
    return Binding(value=value, scope=scope, actor=scope.actor)


def you(noun: Noun) -> Person:
    """The player the text is for."""
    return Person("me", Np(noun, det="the"))


def same_words(words: str) -> Np:
    """Words that are shown as they are."""
    return Np(Noun(words, words, named=True))
