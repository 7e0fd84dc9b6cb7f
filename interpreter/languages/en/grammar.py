"""English: articles, possessives and plurals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.languages.grammar import BASE, COMMAND, PRONOUN, THIRD
from interpreter.sounds import sounds_open

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.languages.nouns import Noun, Np, Range

POSSESSIVE = {"you": "your", "they": "their", "it": "its"}
NOT_A_VERB = frozenset((
    "a", "all", "an", "any", "each", "every", "everybody", "everyone", "everything", "he", "if", "in", "it", "its",
    "nobody", "nothing", "one", "she", "the", "their", "they", "this", "those", "unless", "we", "when", "whenever", "your",
))  # fmt: skip
"""Words no request begins with."""
_FOR_YOU = {"has": "have", "is": "are", "was": "were", "does": "do"}
_SEVERAL_VERBS = re.compile(r"[,;:]| (?:and|or|then) ")
_DOES = {"have": "has", "be": "is", "do": "does", "go": "goes"}
_OF_YOU = re.compile(r"((?:^|\b(?:that|if|unless|and|or) )you) (has|is|was|does)\b", re.IGNORECASE)


class English:
    """English."""

    def __init__(self) -> None:
        self.lang = "en"
        self.forms = {COMMAND: 0, THIRD: 1, PRONOUN: 0, BASE: 0}
        self.article = re.compile(r"the ")
        self.to_you = re.compile(r"\b(you|your)\b", re.IGNORECASE)
        self.at, self.own_det = "on", "none"

    def term(self, noun: Noun, given: Mapping[str, str], article: str) -> Noun:
        """A noun has no more to it."""
        del given, article
        return noun

    def has_article(self, name: str, noun: Noun) -> bool:
        """Names have none."""
        del name, noun
        return False

    def formed(self, name: str, how: str) -> str:
        """`of Player 1`; a sentence behind a colon (`clause`) stands as it is."""
        return name if how in ("the", "clause") else f"{how} {name}"

    def cased(self, words: str, case: str) -> str:
        """There are no cases."""
        del case
        return words

    def unseen(self, noun: Noun) -> tuple[str, str]:
        """`hidden card`."""
        return f"hidden {noun.one}", f"hidden {noun.many}"

    def which(self, np: Np) -> str:
        """`that`."""
        del np
        return "that"

    def of_which(self, np: Np) -> str:
        """`of which`."""
        del np
        return "of which"

    def whose(self, np: Np) -> str:
        """`whose`."""
        del np
        return "whose"

    def join(self, left: str, right: str) -> str:
        """`a` becomes `an` before the sound of a vowel."""
        if (left.endswith(" a ") or left == "a ") and sounds_open(right):
            return left[:-1] + "n " + right
        return left + right

    def plural(self, number: int) -> bool:
        """Only one is singular."""
        return number != 1

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """Head, place and tail."""
        text = np.noun.many if plural else np.noun.one
        if np.place is not None:
            text += f" from {self.show(np.place)}" if source else f" {self.inside(np.place)}"
        return text + np.tail

    def show(self, np: Np, *, source: bool = False) -> str:
        """`your token`, `that token's number`, `the tokens`, `a token`."""
        body = self.bare(np, plural=np.plural, source=source)
        if np.noun.named or np.det == "none":
            return body
        if np.plural and np.noun.whole is not None:
            return np.noun.whole + body
        if np.owner is not None and not np.noun.fixed:
            if np.owner.kind != "of":
                return f"{POSSESSIVE[np.owner.kind]} {body}"
            return f"{np.owner.words}’s {body}" if np.owner.short else f"the {body} of {np.owner.words}"
        if np.noun.fixed or np.det == "the":
            return f"the {body}"
        if np.det == "a":
            return body if np.plural else self._a(body)
        if np.det == "each":
            return self.each(np)
        pointing = ("these", "this") if np.det == "this" else ("those", "that")
        return f"{pointing[not np.plural]} {body}"

    def _a(self, body: str) -> str:
        return self.join("a ", body)

    def qualified(self, noun: Noun, quality: str) -> Noun:
        """`different colours`, `the highest cost`."""
        return noun if noun.named else replace(noun, one=f"{quality} {noun.one}", many=f"{quality} {noun.many}")

    def one_of(self, np: Np, *, source: bool = True) -> str:
        """`one of your tokens`, `a card from your hand`, `a random card from their hand`."""
        if np.noun.named:
            return self.show(np)
        if np.owner is not None:
            words = self.show(replace(np, plural=True), source=source)
            return f"one of {words} at random" if np.random else f"one of {words}"
        body = self.bare(np, plural=False, source=source)
        return f"a random {body}" if np.random else self._a(body)

    def several(self, count: Range, np: Np, *, source: bool = True) -> str:
        """`up to 2 cards from your hand`, `1 or 2 of your tokens`."""
        single = count.high == "1"
        if np.owner is not None:
            what = f"of {self.show(replace(np, plural=True), source=source)}"
        else:
            what = self.bare(np, plural=not single, source=source)
        return f"{self.span(count)} {what}"

    def span(self, count: Range) -> str:
        """`2`, `up to 2`, `1 or 2`, `1 to 3`."""
        if count.low is None:
            return count.high
        if count.low == "0":
            return f"up to {count.high}"
        return (
            f"{count.low} or {count.high}" if (count.low, count.high) == ("1", "2") else f"{count.low} to {count.high}"
        )

    def each(self, np: Np) -> str:
        """`each of your tokens`, `each token on display`; names are just listed."""
        if np.noun.named:
            return self.show(np)
        if np.owner is not None:
            return f"each of {self.show(replace(np, plural=True, det='the'))}"
        return f"each {self.bare(np, plural=False)}"

    def each_one(self, np: Np) -> str:
        """`each`."""
        del np
        return "each"

    def every(self, np: Np) -> str:
        """`all your tokens`."""
        return f"all {self.show(replace(np, plural=True, det='none'))}"

    def none(self, np: Np) -> str:
        """`no token`."""
        return f"no {self.bare(np, plural=False)}"

    def number(self, count: int, np: Np) -> str:
        """`3 tokens`."""
        return f"{count} {self.bare(np, plural=self.plural(count))}"

    def that_many(self, many: str, *, mass: bool = False) -> str:
        """`that many tokens`, `that much wood`."""
        return f"that {'much' if mass and not many.endswith('s') else 'many'} {many}"

    def inside(self, np: Np) -> str:
        """`in your hand`, `on that place`."""
        return f"{np.noun.at or 'in'} {self.show(np)}"

    def listing(self, items: list[str], word: str) -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {word} {items[-1]}"

    def clauses(self, items: list[str], word: str) -> str:
        """`a, b and c`."""
        return self.listing(items, word)

    def alone(self, clause: str) -> str:
        """The same words."""
        return clause

    def requested(self, verb: str) -> str:
        """The same word."""
        return verb

    def doing(self, who: str, *, you: bool, written: str, base: str, third: str | None) -> str | None:
        """`your rival takes a card`; of several verbs only what is written out can be turned."""
        if you:
            return f"you {base}"
        if third is not None:
            return f"{who} {third}"
        return None if self.third(written) is None else f"{who} {does(base)}"

    def acts(self, text: str) -> bool:
        """A request does not begin with an article, a pronoun or a conjunction."""
        return text.split(" ", 1)[0].lower() not in NOT_A_VERB

    def base(self, text: str) -> str:
        """The same as the request."""
        return text

    def third(self, text: str) -> str | None:
        """`draws a card`; a text with several verbs, or one that speaks to the reader, is not turned."""
        return None if _SEVERAL_VERBS.search(text) or self.to_you.search(text) else does(text)

    def statement(self, clause: str, *, subject: bool) -> str:
        """The same words."""
        del subject
        return clause

    def capital(self, text: str) -> str:
        """A capital letter at the start."""
        return text[:1].upper() + text[1:]

    def finish(self, text: str) -> str:
        """One space between words; what a term says of somebody agrees with "you"."""
        return _OF_YOU.sub(lambda found: f"{found[1]} {_FOR_YOU[found[2]]}", " ".join(text.split()))


def does(base: str) -> str:
    """What somebody else does, from what one is asked to do.

    >>> does("take a card"), does("carry out an order"), does("push"), does("play")
    ('takes a card', 'carries out an order', 'pushes', 'plays')
    """
    verb, space, rest = base.partition(" ")
    if verb in _DOES:
        return _DOES[verb] + space + rest
    if re.search(r"[^aeiou]y$", verb):
        verb = f"{verb[:-1]}ie"
    return f"{verb}{'es' if verb.endswith(('s', 'x', 'z', 'ch', 'sh')) else 's'}{space}{rest}"


GRAMMAR = English()
