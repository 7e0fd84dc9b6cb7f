"""Phrases: how a statement is written. `visit a friend [with {marbles: number} (marble|marbles)]`.

A phrase is parsed once and unfolded into its flat forms, with and without each optional part, with one and with several; a
command fits a form when the words agree one by one. The first word is always a word.
"""

from __future__ import annotations

import re
from itertools import product

from interpreter.records import record
from interpreter.syntax import tree as t

MAX_OPTIONAL = 4
MAX_COUNTED = 3
_TOKEN = re.compile(
    r"\s*(?:(?P<word>[a-z][a-z0-9_]*)|\{(?P<name>[a-z][a-z0-9_]*)\s*:\s*(?P<type>[a-z][a-z0-9_ ]*)\}"
    r"|\((?P<one>[a-z][a-z0-9_]*)\|(?P<many>[a-z][a-z0-9_]*)\)|(?P<open>\[)|(?P<close>\]))"
)
_TYPED = re.compile(r"\{\s*([a-z][a-z0-9_]*)\s*:[^{}]*\}")
_BEFORE_PART = re.compile(r"\s*\[\s*")


class BadPhrase(ValueError):
    """A phrase that cannot be read; the message says why."""


@record(frozen=True, slots=True)
class Param:
    """A place for a value."""

    name: str
    type: str


@record(frozen=True, slots=True)
class Counted:
    """A word that agrees with the number before it: one marble, two marbles."""

    one: str
    many: str
    number: str


Part = str | Param | Counted
Form = tuple[str | Param, ...]


@record(frozen=True, slots=True)
class Phrase:
    """A phrase, its parameters, all its flat forms, and the words in them that agree with a number."""

    text: str
    params: tuple[Param, ...]
    forms: tuple[Form, ...]
    counted: tuple[Counted, ...] = ()

    @property
    def shapes(self) -> set[tuple[str | None, ...]]:
        """The forms with every place for a value alike: two phrases that share one cannot be told apart."""
        return {tuple(part if isinstance(part, str) else None for part in form) for form in self.forms}

    @property
    def head(self) -> str:
        """The first word."""
        return str(self.forms[0][0])

    @property
    def said(self) -> str:
        """The phrase as a text with gaps: what it says where nobody wrote anything else."""
        return _BEFORE_PART.sub("[ ", _TYPED.sub(r"{\1}", self.text)).strip()


def parse_phrase(text: str) -> Phrase:
    """Read a phrase; raises BadPhrase."""
    groups = _groups(text)
    optional = [i for i, (maybe, _) in enumerate(groups) if maybe]
    if len(optional) > MAX_OPTIONAL:
        raise BadPhrase(f"at most {MAX_OPTIONAL} optional parts")
    every = [part for _, parts in groups for part in parts]
    counted = tuple(part for part in every if isinstance(part, Counted))
    if len(counted) > MAX_COUNTED:
        raise BadPhrase(f"at most {MAX_COUNTED} words that agree with a number")
    forms: list[Form] = []
    for keep in product((True, False), repeat=len(optional)):
        kept = dict(zip(optional, keep, strict=True))
        form = [part for i, (_, parts) in enumerate(groups) for part in parts if kept.get(i, True)]
        forms += product(*((part.many, part.one) if isinstance(part, Counted) else (part,) for part in form))
    params = tuple(part for part in every if isinstance(part, Param))
    if len({p.name for p in params}) != len(params):
        raise BadPhrase("a parameter is named twice")
    if not forms[0] or not isinstance(forms[-1][0] if forms[-1] else None, str):
        raise BadPhrase("a phrase starts with a word")
    return Phrase(text, params, tuple(dict.fromkeys(forms)), counted)


def _groups(text: str) -> list[tuple[bool, list[Part]]]:
    """Split into runs of parts, each required or optional."""
    groups: list[tuple[bool, list[Part]]] = [(False, [])]
    inside, position = False, 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if not match:
            raise BadPhrase(f"cannot read `{text[position : position + 20].strip()}`")
        position = match.end()
        if match["open"] or match["close"]:
            if bool(match["open"]) == inside:
                raise BadPhrase("optional parts `[...]` do not nest and must be closed")
            inside = bool(match["open"])
            groups.append((inside, []))
        elif match["one"]:
            groups[-1][1].append(Counted(match["one"], match["many"], _number_before(groups, match["one"])))
        else:
            groups[-1][1].append(match["word"] or Param(match["name"], match["type"].strip()))
    if inside:
        raise BadPhrase("an optional part is not closed")
    return groups


def _number_before(groups: list[tuple[bool, list[Part]]], word: str) -> str:
    """The parameter that a word agrees with: the last number before it."""
    before = [part for _, parts in groups for part in parts if isinstance(part, Param) and part.type == "number"]
    if not before:
        raise BadPhrase(f"`({word}|…)` agrees with a number that stands before it, like `{{n: number}}`")
    return before[-1].name


def disagreeing(phrase: Phrase, items: tuple[t.Value, ...]) -> tuple[t.Name, str] | None:
    """A word of a fitting command that does not agree with a number written before it, and the word that would."""
    form = next(form for form in _longest_first(phrase) if _fit_form(form, items) is not None)
    given = _fit_form(form, items) or {}
    for word in phrase.counted:
        number = given.get(word.number)
        if not isinstance(number, t.Number) or word.one == word.many:
            continue
        wrong, right = (word.many, word.one) if number.value == 1 else (word.one, word.many)
        for part, item in zip(form, items, strict=True):
            if part == wrong and isinstance(item, t.Name):
                return item, right
    return None


def fit(phrase: Phrase, items: tuple[t.Value, ...]) -> dict[str, t.Value] | None:
    """Match a command against a phrase: the arguments by parameter name, or None.

    A name that agrees with a word of the phrase is that word; only then may the form be told from others, so forms are
    tried longest first.
    """
    for form in _longest_first(phrase):
        arguments = _fit_form(form, items)
        if arguments is not None:
            return arguments
    return None


def _longest_first(phrase: Phrase) -> list[Form]:
    return sorted(phrase.forms, key=len, reverse=True)


def _fit_form(form: Form, items: tuple[t.Value, ...]) -> dict[str, t.Value] | None:
    if len(form) != len(items):
        return None
    arguments: dict[str, t.Value] = {}
    for part, item in zip(form, items, strict=True):
        if isinstance(part, Param):
            arguments[part.name] = item
        elif not (isinstance(item, t.Name) and item.id == part):
            return None
    return arguments


def words_matched(phrase: Phrase, items: tuple[t.Value, ...]) -> int:
    """Count how many fixed words of the phrase a fitting command has: the more, the closer."""
    names = {item.id for item in items if isinstance(item, t.Name)}
    return sum(1 for part in phrase.forms[0] if isinstance(part, str) and part in names)
