"""What a language must be able to do with noun phrases, lists and clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter.languages.nouns import Noun, Np, Range

COMMAND, THIRD, PRONOUN, BASE = "command", "third", "pronoun", "base"
"""Who does it: you ("gain"), somebody named ("gains"), somebody meant ("they gain"), or nobody yet ("to gain")."""

QUALITIES = ("different", "highest", "lowest", "total", "printed")
"""Adjectives that a template may ask for: `{highest x}`."""


class Grammar(Protocol):
    """One language."""

    lang: str
    forms: dict[str, int]
    """Which of the forms written `{gain|gains}` a mood takes."""
    article: re.Pattern[str]
    """The articles a term may begin with: `the deck`."""
    to_you: re.Pattern[str]
    """Words that speak to the reader."""
    at: str
    """The preposition of a thing on which others lie."""
    own_det: str
    """How a property stands after "whose": the article it has there, or none."""

    def term(self, noun: Noun, given: Mapping[str, str], article: str) -> Noun:
        """A noun with what its term says of it in this language; `article` is the one the term began with, or empty."""

    def has_article(self, name: str, noun: Noun) -> bool:
        """Whether a thing of this name has an article, being called like its kind."""

    def formed(self, name: str, how: str) -> str:
        """A name inside a sentence: `of` it, `to` it, or with `the` article it has there."""

    def cased(self, words: str, case: str) -> str:
        """Words in the case that a hole asks for: `{x:dat}`."""

    def join(self, left: str, right: str) -> str:
        """Put two stretches of text together, with elisions and contractions where they meet."""

    def plural(self, number: int) -> bool:
        """Whether a number takes the plural."""

    def show(self, np: Np, *, source: bool = False) -> str:
        """The phrase with its article; with `source`, what lies somewhere is taken from there."""

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """The phrase without article or owner."""

    def qualified(self, noun: Noun, quality: str) -> Noun:
        """The noun with an adjective of the engine (`QUALITIES`)."""

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

    def that_many(self, many: str, *, mass: bool = False) -> str:
        """As many of them as was said before; `mass`: they are one word for little and much of it."""

    def inside(self, np: Np) -> str:
        """In or on it."""

    def unseen(self, noun: Noun) -> tuple[str, str]:
        """One and several of what lies hidden: `hidden card`, `hidden cards`."""

    def which(self, np: Np) -> str:
        """The word that a clause about it begins with."""

    def of_which(self, np: Np) -> str:
        """What a clause about an amount of it begins with."""

    def whose(self, np: Np) -> str:
        """The word that a clause about something of it begins with."""

    def listing(self, items: list[str], word: str) -> str:
        """`a, b and c`; `word` is `and` or `or`."""

    def clauses(self, items: list[str], word: str) -> str:
        """The same of clauses that stand behind one conjunction."""

    def alone(self, clause: str) -> str:
        """A clause that no conjunction stands before."""

    def requested(self, verb: str) -> str:
        """A verb in the form of a request."""

    def doing(self, who: str, *, you: bool, written: str, base: str, third: str | None) -> str | None:
        """That somebody, or the reader (`you`), does what a text of a pack asks for; None where it cannot be turned so.

        `written` is the text with its gaps, `base` what it asks for, `third` the same of somebody else where it says that.
        """

    def acts(self, text: str) -> bool:
        """Whether a text of a pack tells somebody to do something, so that it can stand after "you may"."""

    def base(self, text: str) -> str:
        """Turn a text that tells somebody to do something into the form that stands after "you may"."""

    def third(self, text: str) -> str | None:
        """Turn a text that tells somebody to do something into what somebody does; None where that cannot be told."""

    def statement(self, clause: str, *, subject: bool) -> str:
        """What the `is` or `not` of a term says, as a sentence by itself; `subject`: it names whom it speaks of."""

    def capital(self, text: str) -> str:
        """A text with a capital letter at its start."""

    def finish(self, text: str) -> str:
        """The last touches to a whole text: spaces, marks."""
