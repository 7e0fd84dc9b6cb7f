"""The pack's own words: terms as nouns, and the names of items."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import printable
from interpreter.languages import FALLBACK, language
from interpreter.languages.nouns import Noun

if TYPE_CHECKING:
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
        self.terms: dict[str, Any] = {
            name: _one_line(term) for name, term in vocabulary.terms.get(self.lang, {}).items()
        }
        self.singulars = self._singulars()
        self.unsaid: set[str] = set()
        """Ids that were told as they are written, because the pack has no word for them."""
        self.spelled: set[str] = set()
        """Derived values that were told by what they are worked out from, for the same reason."""

    def _singulars(self) -> dict[str, str]:
        """Plural to singular, longest plural first."""
        pairs = {
            noun.many: noun.one
            for noun in (self.made(term) for term in self.terms.values() if isinstance(term, dict))
            if noun.many != noun.one
        }
        return dict(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0])))

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
        return self.g.term(Noun(plain, plain), {}, "")

    def raw(self, name: str) -> str:
        """An id as it is written, for want of a word; it is noted."""
        self.unsaid.add(name)
        return name.replace("_", " ")

    def made(self, term: Any, name: str = "") -> Noun:  # noqa: ANN401 - a text or a map of texts
        """The noun a term describes."""
        given = term if isinstance(term, dict) else {"one": term}
        one = given.get("one") or name.replace("_", " ")
        many = given.get("many") or one
        one = given.get("each") or one
        whole = _whole(many, self.g.article, self.g.to_you) if one != many else None
        many = many.removeprefix(whole or "")
        article = self.g.article.match(one)
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
        return self.g.term(noun, given, article[0] if article else "")

    def name(self, texts: Texts, fallback: str) -> Noun:
        """A name as a noun."""
        shown = printable(texts.get(self.lang) or texts.get(FALLBACK) or fallback.replace("_", " "))
        return Noun(shown, shown, named=True)

    def item(self, item: Item) -> Noun:
        """The name of an item."""
        return self.called(self.name(item.name, item.id).one, item.kind)

    def called(self, name: str, kind: str) -> Noun:
        """A thing by its name, with an article where its language gives it one."""
        noun = self.noun(kind)
        common = self.g.has_article(name, noun)
        return replace(Noun(name, name, noun.gender), fixed=common, named=not common)


def _one_line(term: str | Texts) -> str | Texts:
    """A term that cannot break the line it is told in, wherever the pack comes from."""
    return {key: printable(text) for key, text in term.items()} if isinstance(term, dict) else printable(term)


def _whole(many: str, articles: re.Pattern[str], to_you: re.Pattern[str]) -> str | None:
    """The article a many form begins with, empty for a word that says whose it is, None without either."""
    article = articles.match(many)
    if article:
        return article[0]
    return "" if to_you.match(many) else None
