"""A thing in a sentence of the log: with the article, the case and the number that it has there.

Most things have names of their own, which stand as they are: `plays Ann Smith`. What is called by a common word has an
article: `lays the red card`, `legt die rote Karte`; so has what is not known: `zieht eine verdeckte Karte`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.languages.nouns import Noun, Np
from interpreter.prose.words import Words

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

WHOLE = "the"
"""How a name stands behind the word for what it is, with an article: `joue la carte Hermine`."""
_SHORT = 3
"""A name of fewer letters is a sign, as on a playing card."""


def object_text(v: Vocabulary, kind: str, name: str, lang: str, how: str) -> str:
    """A thing by its name: `how` is a case, or `the` for a name behind the word for its kind."""
    words = Words(v, lang)
    noun = _common(words, kind, name)
    if noun is None and how == WHOLE:
        noun = _behind_its_kind(words, kind, name)
    if noun is None:
        return name
    return words.g.finish(words.g.cased(words.g.show(Np(noun, det="the")), "akk" if how == WHOLE else how))


def _term(words: Words, kind: str) -> dict[str, str]:
    term = words.terms.get(kind)
    return (
        {key: text for key, text in term.items() if key != "many"} if isinstance(term, dict) else {"one": term or kind}
    )


def _common(words: Words, kind: str, name: str) -> Noun | None:
    """The noun for what is called like its kind, if it is: `Red card`, `card of Player 1`."""
    noun = words.noun(kind)
    if noun.fixed or noun.named:
        return None
    word, low = words.g.finish(noun.one).lower(), name.lower()
    rest = name[len(word) :]
    if low.startswith(word) and rest[:1] in ("", " ", "(") and not rest.strip(" (")[:1].isdigit():
        return noun.followed_by(rest)
    if low.endswith(f" {word}"):
        *before, head = name.split()
        one = " ".join([*(each[:1].lower() + each[1:] for each in before), noun.one if head.lower() == word else head])
        return words.made(_term(words, kind) | {"one": one, "many": one})
    return None


def _behind_its_kind(words: Words, kind: str, name: str) -> Noun | None:
    """`carte Hermine`; a name that begins with a word for its kind stands there alone: `carte 3 (bleue)`."""
    noun = words.noun(kind)
    first, _, rest = name.partition(" ")
    if noun.fixed or noun.named or sum(letter.isalpha() for letter in name) < _SHORT:
        return None
    own = next((word for word in words.g.finish(noun.one).split() if word.lower() == first.lower()), None)
    if own is not None:
        return words.made(_term(words, kind) | {"one": f"{own} {rest}", "many": name})
    return noun.followed_by(f" {name}")


def hidden_text(v: Vocabulary, kind: str, count: int, lang: str, case: str) -> str:
    """So many pieces of a kind that are not known: `a hidden card`, `3 verdeckte Karten`."""
    words = Words(v, lang)
    noun = words.noun(kind)
    one, many = words.g.unseen(noun)
    term = _term(words, kind) | {"one": one, "many": many}
    made = words.made(term)
    np = Np(made, det="a")
    told = words.g.show(np) if count == 1 else words.g.number(count, np)
    return words.g.finish(words.g.cased(told, case))
