"""What a language must be able to do with noun phrases, lists and clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter.prose.nouns import Np, Range

COMMAND, THIRD, PRONOUN, BASE = "command", "third", "pronoun", "base"
"""Who does it: you ("gain"), somebody named ("gains"), somebody meant ("they gain"), or nobody yet ("to gain")."""


class Grammar(Protocol):
    """One language."""

    lang: str
    forms: dict[str, int]
    """Which of the forms written `{gain|gains}` a mood takes."""

    def join(self, left: str, right: str) -> str:
        """Put two stretches of text together, with elisions and contractions where they meet."""

    def plural(self, number: int) -> bool:
        """Whether a number takes the plural."""

    def show(self, np: Np, *, source: bool = False) -> str:
        """The phrase with its article; with `source`, what lies somewhere is taken from there."""

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """The phrase without article or owner."""

    def one_of(self, np: Np, *, source: bool = True) -> str:
        """Any one of them, as something to choose."""

    def several(self, count: Range, np: Np, *, source: bool = True) -> str:
        """Some of them, as something to choose."""

    def span(self, count: Range) -> str:
        """How many: `2`, `up to 2`, `1 to 3`."""

    def each(self, np: Np) -> str:
        """Each of them."""

    def each_one(self, np: Np) -> str:
        """Each, of things just spoken of."""

    def every(self, np: Np) -> str:
        """All of them."""

    def none(self, np: Np) -> str:
        """Not one of them, after a negated verb."""

    def number(self, count: int, np: Np) -> str:
        """So many of them."""

    def inside(self, np: Np) -> str:
        """In or on it."""

    def listing(self, items: list[str], word: str) -> str:
        """`a, b and c`; `word` is `and` or `or`."""

    def acts(self, text: str) -> bool:
        """Whether a text of a pack tells somebody to do something, so that it can stand after "you may"."""

    def base(self, text: str) -> str:
        """Turn a text that tells somebody to do something into the form that stands after "you may"."""

    def finish(self, text: str) -> str:
        """The last touches to a whole text: spaces, marks."""
