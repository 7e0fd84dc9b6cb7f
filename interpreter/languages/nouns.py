"""What is said of a thing: a word with its forms, and a phrase around it that has not chosen its article yet."""

from __future__ import annotations

from dataclasses import replace

from interpreter.records import record


@record(frozen=True, slots=True)
class Noun:
    """A word with its forms.

    `fixed`: there is one of it, so it always has its article. `named`: a name, without article. `counts`: it can be
    counted ("3 coins"), as opposed to a level ("your energy"). `at` is the preposition of place that goes with it.
    `whole`: the article of the many form where that is one thing with many in it ("the deck", of "cards"), or empty
    where the form says already whose they are ("your cards").
    `cases` are further forms in the order of a grammar that has cases.
    """

    one: str
    many: str
    gender: str = "m"
    fixed: bool = False
    named: bool = False
    counts: bool = False
    at: str = ""
    whole: str | None = None
    cases: tuple[str, ...] = ()

    def followed_by(self, words: str) -> Noun:
        """The same with words after it, in all its forms."""
        return replace(
            self, one=self.one + words, many=self.many + words, cases=tuple(form + words for form in self.cases)
        )


@record(frozen=True, slots=True)
class Owner:
    """Whose something is: `you`, `they` (a player spoken of), `it` (a thing spoken of) or `of` with words."""

    kind: str
    words: str = ""
    gender: str = "m"
    """Of whom or what is spoken of."""

    @property
    def short(self) -> bool:
        """Whether the words are few enough to stand before what is owned."""
        return len(self.words.split()) <= 3


@record(frozen=True, slots=True)
class Np:
    """A noun phrase. `place` is where such things lie, `tail` whatever else tells them apart."""

    noun: Noun
    det: str = "the"
    owner: Owner | None = None
    place: Np | None = None
    tail: str = ""
    plural: bool = False
    random: bool = False
    """Picked by chance."""


@record(frozen=True, slots=True)
class Range:
    """How many are chosen; `low` is None when it is exactly `high`. Words, since either may be computed."""

    low: str | None
    high: str
