"""The pack's own words: terms as nouns, and the names of items."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from interpreter.check.borrowed import names_a_thing
from interpreter.check.hiding import pack_of, stands_on
from interpreter.check.spoken import borrowed
from interpreter.diagnostics import printable
from interpreter.languages import FALLBACK, in_words, language
from interpreter.languages.nouns import Noun

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Item, Texts, Vocabulary
    from interpreter.languages.grammar import Grammar


class Words:
    """The terms of one pack in one language.

    A term is a text, or a map: `one` and `many`, or `one` for a whole collection and `each` for what is in it;
    what its language has to know of it (`gender: f`; `Grammar.term` says what); `at`, the preposition of a place; `with`,
    the noun with the parameters of a derived value in it; `who`, what a player is called whom a var names. Of a truth,
    `is` and `not` say what somebody or something is or does when it holds and when it does not, `that` what a thing is for
    which a derived truth holds. A text without `many` or `each` names a level, a place or a condition; the one of an
    event is a clause with the event's parameters in it.
    """

    def __init__(self, vocabulary: Vocabulary, lang: str) -> None:
        # A pack that does not speak a language is told in one it speaks, all of it: in the fallback if it can.
        known = vocabulary.terms
        self.v, self.lang = vocabulary, next((one for one in (lang, FALLBACK, *known) if one in known), FALLBACK)
        self.language = language(self.lang)
        self.g: Grammar = self.language.grammar
        self.terms, self.singulars = _known(self.lang, _as_written(vocabulary.terms.get(self.lang, {})))
        self.unsaid: set[str] = set()
        """Ids that were told as they are written, because the pack has no word for them."""
        self.neutral = "neutral"
        """The id of the noun for the neutral player: a pack has one for each number of players."""
        self.own: tuple[str, str] | None = None
        """The kind and id of the item on which a text stands that others say of it: there it is "this card"."""
        self.speaker: Item | None = None
        """Another item whose text it is: it goes by its name."""
        self.spelled: set[str] = set()
        """Derived values that were told by what they are worked out from, for the same reason."""

    def text(self, name: str) -> str | None:
        """The words for an id, or None."""
        term = self.terms.get(name)
        return term.get("one") if isinstance(term, dict) else term

    def key(self, name: str, key: str) -> str | None:
        """Something more a term says."""
        term = self.terms.get(name)
        return term.get(key) if isinstance(term, dict) else None

    def has(self, name: str) -> bool:
        """Whether the pack has a word for an id."""
        return name in self.terms

    def speaks_to_you(self, noun: Noun) -> bool:
        """Whether a noun says already whose it is ("coins in your bag")."""
        return bool(self.g.to_you.search(f"{noun.one} {noun.many}"))

    def noun(self, name: str, fallback: str = "") -> Noun:
        """The noun for an id; without a term the one for `fallback`, the engine's own, or the id itself."""
        if name in self.terms:
            return self.made(self.terms[name], name)
        if fallback and fallback in self.terms:
            return self.made(self.terms[fallback], fallback)
        known = self.language.nouns.get(name) or self.language.nouns.get(fallback)
        if known is not None:
            return known
        plain = self.raw(name)
        other = self._borrowed(name)
        return self.made(other, name) if other is not None else self.g.term(Noun(plain, plain), {}, "")

    def noun_of(self, name: str, of: Type, script: str) -> Noun:
        """The noun for what a script in this file calls so: the term of the name, or the noun for its type.

        The term of something else that has the name is not for it, nor one by somebody who cannot know of the script.
        """
        return self.noun(name if self.speaks_of(name, of, script) else of.name or "number")

    def speaks_of(self, name: str, of: Type, script: str) -> bool:
        """Whether the term of a name, if there is one, was written for what a script calls so."""
        if not self.has(name) or names_a_thing(self.v, name, of):
            return False
        written = self.v.worded.get(name)
        return written is None or stands_on(pack_of(written.file, self.v), pack_of(script, self.v))

    def raw(self, name: str) -> str:
        """An id for want of a word: by that of another language, else as it is written; it is noted."""
        self.unsaid.add(name)
        term = self._borrowed(name)
        said = term.get("one") if isinstance(term, dict) else term
        return said or name.replace("_", " ")

    def _borrowed(self, name: str) -> str | Texts | None:
        term = borrowed(self.v, name, self.lang)
        return _one_line(term) if term else None

    def made(self, term: Any, name: str = "") -> Noun:  # noqa: ANN401 - a text or a map of texts
        """The noun a term describes."""
        return _noun(self.g, term, name)

    def name(self, texts: Texts, fallback: str) -> Noun:
        """A name as a noun."""
        shown = printable(in_words(texts, self.lang, fallback.replace("_", " ")))
        return Noun(shown, shown, named=True)

    def item(self, item: Item) -> Noun:
        """The name of an item."""
        return self.called(self.name(item.name, item.id).one, item.kind)

    def called(self, name: str, kind: str) -> Noun:
        """A thing by its name, with an article where its language gives it one."""
        noun = self.noun(kind)
        common = self.g.has_article(name, noun)
        return replace(Noun(name, name, noun.gender), fixed=common, named=not common)


Written = tuple[tuple[str, str | tuple[tuple[str, str], ...]], ...]


def _as_written(terms: Mapping[str, str | Texts]) -> Written:
    """The terms of a language as something that can be looked up."""
    return tuple((name, tuple(term.items()) if isinstance(term, dict) else term) for name, term in terms.items())


@lru_cache(maxsize=64)
def _known(lang: str, written: Written) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """The terms of a language, and plural to singular, longest plural first: told once, however many texts they are in."""
    terms = {name: _one_line(dict(term) if isinstance(term, tuple) else term) for name, term in written}
    nouns = [_noun(language(lang).grammar, term) for term in terms.values() if isinstance(term, dict)]
    pairs = {noun.many: noun.one for noun in nouns if noun.many != noun.one}
    longest_first = dict(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0])))
    return MappingProxyType(terms), MappingProxyType(longest_first)


def _noun(g: Grammar, term: Any, name: str = "") -> Noun:  # noqa: ANN401 - a text or a map of texts
    given = term if isinstance(term, dict) else {"one": term}
    one = given.get("one") or name.replace("_", " ")
    many = given.get("many") or one
    one = given.get("each") or one
    whole = _whole(many, g.article, g.to_you) if one != many else None
    many = many.removeprefix(whole or "")
    article = g.article.match(one)
    if article:
        one = many = one.removeprefix(article[0])
    noun = Noun(
        one,
        many,
        fixed=bool(article),
        counts="many" in given or "each" in given,
        at=given.get("at", ""),
        whole=whole,
    )
    return g.term(noun, given, article[0] if article else "")


def _one_line(term: str | Texts) -> str | Texts:
    """A term that cannot break the line it is told in, wherever the pack comes from."""
    return {key: printable(text) for key, text in term.items()} if isinstance(term, dict) else printable(term)


def _whole(many: str, articles: re.Pattern[str], to_you: re.Pattern[str]) -> str | None:
    """The article a many form begins with, empty for a word that says whose it is, None without either."""
    article = articles.match(many)
    if article:
        return article[0]
    return "" if to_you.match(many) else None
