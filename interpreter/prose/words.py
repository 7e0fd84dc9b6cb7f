"""The pack's own words: terms as nouns, and the names of items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from interpreter.prose.english import English
from interpreter.prose.french import ASPIRATE, French
from interpreter.prose.nouns import Noun
from interpreter.prose.phrases import engine_noun

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item, Texts, Vocabulary
    from interpreter.prose.grammar import Grammar

_ARTICLE = {"en": re.compile(r"the "), "fr": re.compile(r"(le |la |les |l’)")}
_TO_YOU = {"en": re.compile(r"\b(you|your)\b", re.IGNORECASE), "fr": re.compile(r"\b(vous|votre|vos)\b", re.IGNORECASE)}


class Words:
    """The terms of one pack in one language.

    A term is a text, or a map: `one` and `many`, or `one` for a whole collection and `each` for what is in it;
    `gender: f` (French); `h: aspirate` for a word that is not elided; `at`, the preposition of a place; `with`, the noun
    with the parameters of a derived value in it; `who`, what a player is called whom a var names. Of a truth, `is` and
    `not` say what somebody or something is or does when it holds and when it does not, `that` what a thing is for which
    a derived truth holds. A text without `many` or `each` names a level, a place or a condition; the one of an event is
    a clause with the event's parameters in it.
    """

    def __init__(self, vocabulary: Vocabulary, lang: str) -> None:
        # A pack that does not speak a language is told in one it speaks, all of it.
        self.v, self.lang = vocabulary, lang if lang in vocabulary.terms else next(iter(vocabulary.terms), "en")
        self.g: Grammar = French() if self.lang == "fr" else English()
        self.terms: dict[str, Any] = vocabulary.terms.get(self.lang, {})
        self.singulars = self._singulars()

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
        return bool(self._to_you.search(f"{noun.one} {noun.many}"))

    @property
    def _to_you(self) -> re.Pattern[str]:
        return _TO_YOU.get(self.lang, _TO_YOU["en"])

    def noun(self, name: str, fallback: str = "") -> Noun:
        """The noun for an id; without a term the one for `fallback`, the engine's own, or the id itself."""
        if name in self.terms:
            return self.made(self.terms[name], name)
        if fallback and fallback in self.terms:
            return self.made(self.terms[fallback], fallback)
        plain = name.replace("_", " ")
        return engine_noun(self.lang, name) or engine_noun(self.lang, fallback) or Noun(plain, plain)

    def made(self, term: Any, name: str = "") -> Noun:  # noqa: ANN401 - a text or a map of texts
        """The noun a term describes."""
        given = term if isinstance(term, dict) else {"one": term}
        one = given.get("one") or name.replace("_", " ")
        many = given.get("many") or one
        one = given.get("each") or one
        articles = _ARTICLE.get(self.lang, _ARTICLE["en"])
        whole = _whole(many, articles, self._to_you) if one != many else None
        many = many.removeprefix(whole or "")
        article = articles.match(one)
        gender = given.get("gender") or ("f" if article and article[0] == "la " else "m")
        if article:
            one = many = one.removeprefix(article[0])
        if given.get("h") == "aspirate":
            one, many = ASPIRATE + one, ASPIRATE + many
        return Noun(
            one,
            many,
            gender,
            fixed=bool(article),
            counts="many" in given or "each" in given,
            at=given.get("at", ""),
            whole=whole,
        )

    def name(self, texts: Texts, fallback: str) -> Noun:
        """A name as a noun."""
        shown = texts.get(self.lang) or texts.get("en") or fallback.replace("_", " ")
        return Noun(shown, shown, named=True)

    def item(self, item: Item) -> Noun:
        """The name of an item."""
        return self.called(self.name(item.name, item.id).one, item.kind)

    def called(self, name: str, kind: str) -> Noun:
        """A thing by its name; in French, a name that begins with the noun for its kind has an article."""
        noun = self.noun(kind)
        common = self.lang == "fr" and name.lower().startswith(noun.one.lower())
        return Noun(name, name, noun.gender, fixed=common, named=not common)


def _whole(many: str, articles: re.Pattern[str], to_you: re.Pattern[str]) -> str | None:
    """The article a many form begins with, empty for a word that says whose it is, None without either."""
    article = articles.match(many)
    if article:
        return article[0]
    return "" if to_you.match(many) else None
