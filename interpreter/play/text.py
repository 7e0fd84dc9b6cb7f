"""Texts for people, made in the language that is asked for and in no other."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from interpreter.diagnostics import printable
from interpreter.languages import in_words, language

if TYPE_CHECKING:
    from interpreter.languages.grammar import Grammar


UNSAID = "…"
"""What stands where a text could not be made."""


class Text:
    """Something to say: `get` makes it in one language, once.

    What it is made from does not change: facts are taken when the text is, words when somebody reads it.
    """

    __slots__ = ("_made", "_make")
    unsayable: ClassVar[Callable[[Exception], None] | None] = None
    """Who is told of a text that cannot be made, which is a fault of ours: people play on with a mark in its place.

    Where nobody is, the fault stops who asked for the text.
    """

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make
        self._made: dict[str, str] = {}

    def get(self, lang: str) -> str:
        """The text in a language; English where there is none."""
        made = self._made.get(lang)
        if made is None:
            # A name is one line, wherever it comes from; nothing in it moves the cursor of who reads it.
            made = self._made[lang] = printable(self._written(lang))
        return made

    def _written(self, lang: str) -> str:
        try:
            return self._make(lang)
        except Exception as problem:
            tell = type(self).unsayable
            if tell is None:
                raise
            tell(problem)
            return UNSAID

    @property
    def en(self) -> str:
        """The text in English."""
        return self.get("en")

    def __repr__(self) -> str:
        """What it says in English."""
        return f"Text({self.en!r})"


class Cased(Text):
    """A text that changes with the case it stands in, in languages that have cases.

    `make` is given a language and a case; by itself it is nominative.
    """

    __slots__ = ("_case",)

    def __init__(self, make: Callable[[str, str], str]) -> None:
        super().__init__(lambda lang: make(lang, CASES[0]))
        self._case = make

    def cased(self, lang: str, case: str) -> str:
        """The text as it stands in a case, or with `the` article it has behind the word for what it is."""
        return printable(self._case(lang, case))


CASES = ("nom", "akk", "dat", "gen", "the")
"""The forms a thing may have in a sentence: its cases, and with the word for what it is."""
Fact = Text | str | int
"""What is told in a phrase."""


def in_case(text: Text, lang: str, case: str) -> str:
    """A text in a case, if it has any."""
    return text.cased(lang, case) if isinstance(text, Cased) else text.get(lang)


class _Told(str):
    """A fact inside a phrase: `{who}`, or `{who:of}` in a form of the grammar, or `{what:akk}` in a case."""

    __slots__ = ("fact", "grammar")
    grammar: Grammar
    fact: Fact

    def __format__(self, how: str) -> str:
        if how in CASES and (isinstance(self.fact, Cased) or how != CASES[-1]):
            return in_case(self.fact, self.grammar.lang, how) if isinstance(self.fact, Cased) else str(self)
        return self.grammar.formed(str(self), how) if how else str(self)


def phrase(lang: str, template: str, facts: Mapping[str, Fact]) -> str:
    """A phrase of a language with the facts in it."""
    told = {}
    for name, fact in facts.items():
        told[name] = _Told(fact.get(lang) if isinstance(fact, Text) else fact)
        told[name].grammar, told[name].fact = language(lang).grammar, fact
    return template.format(**told)


def said(key: str, **facts: Fact) -> Text:
    """What options, views and names say."""
    return Text(lambda lang: phrase(lang, language(lang).play[key], facts))


def logged(key: str, **facts: Fact) -> Text:
    """What the log says of an event."""
    return Text(lambda lang: phrase(lang, language(lang).log[key], facts))


def named(texts: Mapping[str, str], fallback: str) -> Text:
    """A name that a pack gives in its languages."""
    return Text(lambda lang: in_words(texts, lang, fallback))


def joined(parts: list[Text], between: str) -> Text:
    """Texts one after another."""
    return Text(lambda lang: between.join(part.get(lang) for part in parts))


def colon(lang: str) -> str:
    """What stands between a heading and what it is about: French has a space before it."""
    return language(lang).play["colon"]


def same(text: str) -> Text:
    """A text that is the same in every language."""
    return Text(lambda _lang: text)


def begins_in(wanted: str, names: Iterable[str], lang: str) -> bool:
    """Whether one of the words of a name begins with what a person typed; an article before it makes no difference."""
    typed = tuple(f" {form}" for form in forms(wanted.strip(), lang) if form)
    return bool(typed) and any(part in f" {spelled(name)}" for name in names for part in typed)


def is_called(wanted: str, names: Iterable[str], lang: str) -> bool:
    """Whether a person means one of these by what they typed; an article before it makes no difference."""
    typed = forms(wanted.strip(), lang)
    return any(forms(name, lang) & typed for name in names)


_ARTICLE = 8
"""An article is shorter than this."""


def forms(name: str, lang: str) -> set[str]:
    """A name as it is compared with others: with the article it begins with, and without."""
    known = spelled(name)
    article = language(lang).grammar.article.match(name[:_ARTICLE].lower())
    return {known, spelled(name[article.end() :])} if article else {known}


def spelled(text: str) -> str:
    """A name however it is spelled: case, accents, and the signs between words make no difference.

    >>> spelled("Red-Box (three)") == spelled("red_box  three")
    True
    >>> spelled("A♥") == spelled("A♠")
    False
    """
    return " ".join("".join(" " if unicodedata.category(sign)[0] in "PZ" else sign for sign in folded(text)).split())


def folded(text: str) -> str:
    """What a person typed, or what it is compared with: case, accents and doubled spaces make no difference.

    >>> folded("  Fosse  SACRÉE ") == folded("fosse sacree")
    True
    """
    if text.isascii():  # ids are, and there may be thousands of them
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'"))
    return " ".join("".join(mark for mark in plain if not unicodedata.combining(mark)).split())
