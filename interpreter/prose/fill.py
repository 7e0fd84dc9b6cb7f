"""Templates: `visit a friend[ for {n} coins less]`.

`{x}` is what stands for x; `{the x}`, `{a x}`, `{one x}`, `{many x}`, `{all x}` give it that article or number, `{in x}`
the preposition that goes with it, `{highest x}` an adjective of the engine. `{n x}` is n times x, in the right number.
`[...]` is left out when something inside it is absent. `{gain|gains}` are forms of a verb: for you, for
somebody else, and the infinitive where it differs.
`{x:dat}` asks for a case, in languages that have them (`Grammar.cased`).

After a number, `(word|words)`, `word(s)` and the plural of any term of the pack agree with it: `{n} coins` is `1 coin`.
Where a hole meets the text before it, the language elides and contracts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.languages.grammar import COMMAND, QUALITIES
from interpreter.languages.nouns import Np
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.languages.grammar import Grammar

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_HOLE = re.compile(r"\{([^{}]*)\}")
_PLURAL = re.compile(r"(\w+)\(s\)")
_ONE_OR_MANY = re.compile(r"\(([^(){}|]*)\|([^(){}|]*)\)")
_FORMS = re.compile(r"\{[^{}]*\|")
_WAYS = ("the", "a", "one", "many", "all", "in", *QUALITIES)


def has_forms(text: str) -> bool:
    """Whether a text writes out the forms of its verb: `{gain|gains}`."""
    return _FORMS.search(text) is not None


@record(frozen=True, slots=True)
class Number:
    """A number for a hole: its words and, when it is fixed, its value.

    A short one stands before a noun as digits would: `{n} coins`. One that was `noted` is "that many" before a noun.
    """

    words: str
    value: int | None = None
    short: bool = False
    noted: bool = False


Filling = str | Np | Number
Amount = Callable[[str, str], str]
Equal = Callable[[str, Number], str]


@record(frozen=True, slots=True)
class Template:
    """Fills the templates of one language in one mood."""

    g: Grammar
    mood: str
    singulars: Mapping[str, str]
    """The one form of each term by its many form."""
    amount: Amount | None = None
    """Gives so many of something, from the names of the two holes."""
    equal: Equal | None = None
    """Gives as much of something, by its plural, as a computed number says."""

    def fill(self, text: str, holes: Mapping[str, Filling | None]) -> str:
        """Fill a template; a hole that is None is absent."""
        text = _OPTIONAL.sub(lambda part: part[1] if self._present(part[1], holes) else "", text)
        made, at, number = "", 0, None
        for hole in _HOLE.finditer(text):
            made = self._add(made, text[at : hole.start()], number)
            words, number = self._hole(hole[1], holes)
            at = hole.end()
            if number is not None and number.value is None and not number.short and self.equal is not None:
                noun = next((many for many in self.singulars if _follows(text[at:], many)), None)
                if noun is not None:
                    words, number = self.equal(noun, number), None
                    at += 1 + len(noun)
            made = self.g.join(made, words)
        return self._add(made, text[at:], number)

    def _present(self, part: str, holes: Mapping[str, Filling | None]) -> bool:
        names = [hole.split()[-1].partition(":")[0] for hole in _HOLE.findall(part) if "|" not in hole]
        return all(holes.get(name) is not None for name in names)

    def _add(self, made: str, literal: str, number: Number | None) -> str:
        return made + (self._agree(literal, number) if number is not None else literal)

    def _agree(self, literal: str, number: Number) -> str:
        """Make what follows a number agree with it."""
        many = number.value is None or self.g.plural(number.value)
        literal = _PLURAL.sub(lambda word: word[1] + ("s" if many else ""), literal)
        literal = _ONE_OR_MANY.sub(lambda pair: pair[2] if many else pair[1], literal)
        if many:
            return literal
        for plural, one in self.singulars.items():
            if _follows(literal, plural):
                return f" {one}{literal[1 + len(plural) :]}"
        return literal

    def _hole(self, hole: str, holes: Mapping[str, Filling | None]) -> tuple[str, Number | None]:
        if "|" in hole:
            forms = hole.split("|")
            form = forms[min(self.g.forms[self.mood], len(forms) - 1)]
            return self.g.requested(form) if self.mood == COMMAND else form, None
        hole, _, case = hole.partition(":")
        words, number = self._words(hole, holes)
        return self.g.cased(words, case) if case else words, number

    def _words(self, hole: str, holes: Mapping[str, Filling | None]) -> tuple[str, Number | None]:
        how, _, name = hole.rpartition(" ")
        if how and how not in _WAYS and self.amount is not None:
            return self.amount(how, name), None
        value = holes.get(name)
        many = holes.get(how)
        if isinstance(many, Number) and isinstance(value, Np):
            return self._so_many(many, value), None
        if isinstance(value, Number):
            return value.words, value
        if isinstance(value, Np):
            return self._phrase(how, value), None
        return value or "", None

    def _so_many(self, number: Number, np: Np) -> str:
        if number.value is not None:
            return self.g.number(number.value, replace(np, det="none"))
        many = self.g.bare(np, plural=True)
        if number.short or self.equal is None:
            return f"{number.words} {many}"
        return self.equal(many, number)

    def _phrase(self, how: str, np: Np) -> str:
        if how == "in":
            return self.g.inside(np)
        if how == "all":
            return self.g.every(np)
        if how in ("one", "many"):
            return self.g.bare(np, plural=how == "many")
        if how in ("the", "a"):
            return self.g.show(replace(np, det=how))
        if how in QUALITIES:
            noun = self.g.qualified(np.noun, how)
            if how == "different":
                return self.g.bare(replace(np, noun=noun), plural=True)
            return self.g.show(replace(np, noun=noun, det="the"))
        return self.g.show(np)


def _follows(literal: str, noun: str) -> bool:
    """Whether a text goes on with this noun."""
    return re.match(rf" {re.escape(noun)}(?!\w)", literal) is not None
