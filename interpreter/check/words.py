"""Holds the words of an item against its scripts: both must speak of the same numbers, counters, things and choices."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.facts import Called, Facts, Said, facts_of, scripts_of
from interpreter.diagnostics import Problems
from interpreter.languages import in_words, language
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Face, Item, OwnWords, Standing, Verb, Vocabulary
    from interpreter.diagnostics import Problem

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?<![\w{])\d+(?![\w}])")
_HOLE = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")
_ONE_OR_MANY = re.compile(r"\(([^(){}|]*)\|([^(){}|]*)\)")
_BRACKET = re.compile(r"\[([^\[\]{}]*)\]")
"""A part of a verb that may be left out, and in which nothing is left to be filled in."""
SURE = 2
"""How many of the words that leave something to somebody always do so."""
_STEM = 4
"""Letters that two forms of a word share at least."""
MANY = 4096
"""Texts whose words are remembered: those of verbs and terms are met with every item."""


def find_drifted_words(v: Vocabulary, items: Collection[Item] | None = None) -> list[Problem]:
    """Warn of words an author wrote that no longer say what the scripts do; of those of `items` alone, if given."""
    problems = Problems()
    for item in (one for decl in v.kinds.values() for one in decl.items) if items is None else items:
        for name, own, face in _written(item):
            problems += _drifted(v, item, own, facts_of(v, scripts_of(v, item, name, face)))
    for verb in v.verbs if items is None else ():
        problems += _drifted_verb(v, verb)
    return list(dict.fromkeys(problems))


def _written(item: Item) -> Iterator[tuple[str, OwnWords, Face | None]]:
    yield from ((name, own, None) for name, own in item.words.items())
    for face in {id(face): face for face in item.faces}.values():
        yield from ((name, own, face) for name, own in face.words.items())


def _drifted(v: Vocabulary, item: Item, own: OwnWords, facts: Facts) -> Iterator[Problem]:
    for lang, text in own.text.items():
        if lang not in v.terms:
            continue
        found = judged(v, item, facts, text, lang)
        for what in found.missing:
            yield err.WordsLack(own.places[lang], item.id, lang, what)
        for what in found.strange:
            yield err.WordsAdd(own.places[lang], item.id, lang, what)


def _drifted_verb(v: Vocabulary, verb: Verb) -> Iterator[Problem]:
    """The words of a verb may leave out what they like, but not speak of another number of a counter than its script."""
    if verb.key in v.below or verb.key in v.pairs or verb.key.sort == "layer":
        return  # packs have gone around it, and what they do adds up: `stale_words.py`
    facts, routine = None, verb.routine
    for lang in verb.text if routine is not None else ():
        if lang not in v.terms or not _Reader(v, None, Facts(), lang).speaks_of_amounts(Called(verb)):
            continue  # most do not, and what a script reaches takes time to find out
        facts = facts or facts_of(v, [routine] if routine is not None else [])
        for what in dict(_Reader(v, None, facts, lang).wrong_amounts_of(Called(verb))):
            yield err.WordsAdd(verb.span, verb.name, lang, what)


def counters_told(v: Vocabulary, verb: Verb, lang: str) -> list[str]:
    """The counters of players that the words of a verb name."""
    return _Reader(v, None, Facts(), lang).counters_of(Called(verb))


def tells_amounts(v: Vocabulary, verb: Verb, lang: str) -> bool:
    """Whether the words of a verb say how many of a counter."""
    return _Reader(v, None, Facts(), lang).speaks_of_amounts(Called(verb))


@record(frozen=True, slots=True)
class Judged:
    """What a text does not mention though its scripts say it, and what it mentions though they never touch it."""

    missing: tuple[str, ...]
    strange: tuple[str, ...]


def judged(v: Vocabulary, item: Item, facts: Facts, text: str, lang: str) -> Judged:
    """Hold a text in a language against what the scripts of an item say and reach."""
    reader = _Reader(v, item, facts, lang)
    return Judged(tuple(dict.fromkeys(reader.missing(text))), tuple(dict.fromkeys(reader.strange(text))))


class _Reader:
    def __init__(self, v: Vocabulary, item: Item | None, facts: Facts, lang: str) -> None:
        """The reader of what is said of an item, or (`None`) of a verb."""
        self.v, self.item, self.facts, self.lang = v, item, facts, lang
        self.language = language(lang)
        self.terms = v.terms.get(lang, {})

    # ---- what is missing

    def missing(self, text: str) -> Iterator[str]:
        """What the scripts say and the text does not."""
        words, numbers = _words(text), self._numbers(text)
        for one in self.facts.said:
            if one.numbers and not numbers & set(one.numbers):
                yield str(one.numbers[0])
            if one.ids and not self._mentioned(one, words):
                yield self._called(one.ids)
        for verb in self.facts.verbs:
            for number in sorted(self._numbers(self._plain(verb)) - numbers - {0, 1}):
                yield str(number)
            for counter in self._counters_in(self._plain(verb)):
                if not self._has_word_of(counter, words):
                    yield self._called((counter,))
        told = [self._plain(verb) for verb in self.facts.verbs]
        leaves = self.facts.leaves or any(_has_any(self.language.leave[:SURE], other) for other in told)
        if leaves and not _has_any(self.language.leave, text):
            yield self.language.leave[0]
        if self.facts.either and not _has_any(self.language.either, text):
            yield self.language.either[0]

    def _mentioned(self, one: Said, words: Sequence[str]) -> bool:
        """Whether a word for one of the ids stands there; an id for which there is no word cannot be told."""
        told = [name for name in one.ids if self._forms(name)]
        return not told or any(self._has_word_of(name, words) for name in told)

    def _has_word_of(self, name: str, words: Sequence[str]) -> bool:
        return any(_same(own, word) for form in self._forms(name) for own in _telling(form) for word in words)

    def _called(self, ids: tuple[str, ...]) -> str:
        return next((form for name in ids for form in self._forms(name)), ids[0])

    def _forms(self, name: str) -> list[str]:
        """All that an id is called: its term in every form, or the name of the items."""
        term = self.terms.get(name)
        own = list(term.values()) if isinstance(term, dict) else [term] if term is not None else []
        own += [
            said for one in self.v.item_ids.get(name, ()) for face in one.faces if (said := face.name.get(self.lang))
        ]
        known = self.language.nouns.get(name)
        return [*own, *([known.one, known.many] if known is not None else [])]

    # ---- what is strange

    def strange(self, text: str) -> Iterator[str]:
        """What the text says and the scripts never touch."""
        wrong = dict(self._wrong_amounts(text))
        yield from wrong
        allowed = self.facts.numbers | {0, 1} | self._own_numbers() | set(wrong.values())
        for number in sorted(self._numbers(text) - allowed):
            yield str(number)
        if not self.facts.ids:
            return  # without a script nothing but its numbers can be held against it
        reached = [self._plain(verb) for verb in self._verbs()]
        familiar = [*reached, *self._actions(), *(form for name in self._known_ids() for form in self._forms(name))]
        for form in self._spoken(text):
            if not any(_holds(other, form) for other in familiar):
                yield form
        leaves = self.facts.leaves or any(one.how == "allow" for one in self._standing())
        if not leaves and _has_any(self.language.leave[:SURE], text):
            told = any(_has_any(self.language.leave, other) for other in reached)
            if not told:
                yield self.language.leave[0]

    def _standing(self) -> list[Standing]:
        return self.item.standing if self.item is not None else []

    def wrong_amounts_of(self, called: Called) -> Iterator[tuple[str, int]]:
        """The same for the words of a verb."""
        return self._wrong_amounts(self._plain(called))

    def counters_of(self, called: Called) -> list[str]:
        """The counters that the words of a verb name."""
        return self._counters_in(self._plain(called))

    def speaks_of_amounts(self, called: Called) -> bool:
        """Whether the words of a verb say how many of a counter."""
        return next(self._amounts(self._plain(called)), None) is not None

    def _wrong_amounts(self, text: str) -> Iterator[tuple[str, int]]:
        """So many of a counter, where another number of it is written in the scripts."""
        for name, form, word, number in self._amounts(text):
            known = self.facts.amounts.get(name)
            if not known or name in self.facts.worked_out:
                continue
            if number not in known | self._told_amounts(_exact(form).split()):
                yield f"{word} {form}", number

    def _amounts(self, text: str) -> Iterator[tuple[str, str, str, int]]:
        """How many of which counter a text speaks of: the counter, the word for it, the number as a word and by itself."""
        words = _exact(text).split()
        numerals = _exact_numerals(self.lang)
        numbers = [(at, int(word) if word.isdecimal() else numerals.get(word)) for at, word in enumerate(words)]
        said = [(at, number) for at, number in numbers if number is not None]
        for counter in self._counters() if said else ():
            for form in self._nouns(counter):
                own = _exact(form).split()
                for at, number in said if own else ():
                    if words[at + 1 : at + 1 + len(own)] == own:
                        yield counter, form, words[at], number

    def _told_amounts(self, noun: list[str]) -> set[int]:
        """How many of a counter the words of verbs and terms speak of."""
        texts = [self._plain(verb) for verb in self._verbs()]
        texts += [form for one in self._known_ids() for form in self._forms(one)]
        found: set[int] = set()
        for text in texts:
            words = _exact(text).split()
            for at, word in enumerate(words[: -len(noun)]):
                if word.isdecimal() and words[at + 1 : at + 1 + len(noun)] == noun:
                    found.add(int(word))
        return found

    def _own_numbers(self) -> set[int]:
        """The numbers on the item, in the words of verbs and in the terms that are reached."""
        fields = self.v.kinds[self.item.kind].fields if self.item is not None else {}
        faces = self.item.faces if self.item is not None else []
        numbers = [name for name, decl in fields.items() if decl.type.tag == "number" and decl.show]
        found = {abs(int(face.values[name])) for face in faces for name in numbers if name in face.values}
        for verb in self._verbs():
            found |= self._numbers(self._plain(verb))
        for name in self._known_ids():
            for form in self._forms(name):
                found |= self._numbers(form)
        return found | (set(range(self.v.players[0], self.v.players[1] + 1)) if self.facts.seats else set())

    def _verbs(self) -> list[Called]:
        """The verbs whose words may be taken up: those that are carried out, and the one that is heard."""
        heard = self.item.when.verb if self.item is not None and self.item.when is not None else ""
        listened = [Called(verb) for verb in self.v.verbs if heard and verb.name == heard]
        return [*self.facts.verbs, *self.facts.reached, *listened]

    def _actions(self) -> list[str]:
        """The names of the actions that the item forbids or allows."""
        targets = {one.target for one in self._standing()}
        return [action.name.get(self.lang, "") for action in self.v.actions if action.id in targets]

    def _known_ids(self) -> set[str]:
        if self.item is None:
            return self.facts.ids
        faces = self.item.faces
        own = {self.item.kind, self.item.id, *(name for face in faces for name in (*face.values, *face.scripts))}
        own |= {value for face in faces for value in face.values.values() if isinstance(value, str)}
        own |= {self.item.when.event} if self.item.when is not None else set()
        own |= {target for one in self.item.standing for target in one.target.split(".")}
        return own | self.facts.ids

    def _spoken(self, text: str) -> Iterator[str]:
        """The counters of players and the kinds of things that a text names, the longest words for them first."""
        rest = _exact(text)
        found = {_exact(form): form for name in self._telling_ids() for form in self._nouns(name)}
        for plain in sorted(found, key=len, reverse=True):
            if plain.strip() and plain in rest:
                rest = rest.replace(plain, " | ")
                yield found[plain]

    def _telling_ids(self) -> Iterator[str]:
        player = self.v.kinds.get("player")
        yield from (name for name, decl in self.v.kinds.items() if decl.items)
        for var in player.vars.values() if player is not None else ():
            if var.type.tag == "number" and not var.each:
                yield var.name
            elif var.each in self.v.enums:
                yield from self.v.enums[var.each].values

    def _counters(self) -> list[str]:
        return [name for name in self._telling_ids() if name not in self.v.kinds]

    def _nouns(self, name: str) -> list[str]:
        term = self.terms.get(name)
        if isinstance(term, dict):
            return [term[key] for key in ("one", "many") if key in term]
        return [term] if term is not None else []

    def _counters_in(self, text: str) -> list[str]:
        """The counters of players that the words of a verb name."""
        return [name for name in self._counters() if any(_holds(text, form) for form in self._nouns(name))]

    # ---- words and numbers

    def _plain(self, called: Called) -> str:
        """The words of a verb, with the numbers that stand in its holes; without what else stands there."""
        text = in_words(called.verb.text, self.lang, called.verb.phrase.text)
        for name, number in called.given:
            text = text.replace(f"{{{name}}}", str(number))
        text = _BRACKET.sub(r"\1", text)
        one = _ONE_OR_MANY.sub(r"\1", text.replace("(s)", ""))
        many = _ONE_OR_MANY.sub(r"\2", text.replace("(s)", "s"))
        return _HOLE.sub(" ", one if one == many else f"{one}; {many}")

    def _numbers(self, text: str) -> frozenset[int]:
        return _numbers_in(text, self.lang)


@lru_cache(MANY)
def _numbers_in(text: str, lang: str) -> frozenset[int]:
    """The numbers that a text says, in digits or in words."""
    found = {int(number) for number in _NUMBER.findall(text)}
    numerals = _numerals(lang)
    for word in _words(text):
        for plain, number in numerals.get(word[:_STEM], ()):
            if word == plain or (len(plain) > _STEM and _same(plain, word)):
                found.add(number)
    return frozenset(found)


@cache
def _exact_numerals(lang: str) -> dict[str, int]:
    """The words for numbers as they stand in a text."""
    return {_exact(word).strip(): number for word, number in language(lang).numerals.items()}


@cache
def _numerals(lang: str) -> dict[str, list[tuple[str, int]]]:
    """The words for numbers, by how they begin: two forms of a word begin alike."""
    found: dict[str, list[tuple[str, int]]] = {}
    for numeral, number in language(lang).numerals.items():
        plain = _words(numeral)[0]
        found.setdefault(plain[:_STEM], []).append((plain, number))
    return found


@lru_cache(MANY)
def _exact(text: str) -> str:
    """The words of a text in small letters, one space between them and around them."""
    return f" {' '.join(_WORD.findall(unicodedata.normalize('NFC', text.casefold())))} "


@lru_cache(MANY)
def _words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters without accents: forms of a word differ by these."""
    plain = unicodedata.normalize("NFD", text.casefold())
    if not plain.isascii():
        plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(_WORD.findall(plain))


@lru_cache(MANY)
def _telling(form: str) -> tuple[str, ...]:
    """The words of a term that tell what it is: the longer ones, or all if there are none."""
    words = _words(_HOLE.sub(" ", form))
    return tuple(word for word in words if len(word) >= _STEM) or words


def _same(one: str, other: str) -> bool:
    """Whether two words are forms of one: they begin alike, but for their last letters."""
    if one == other:
        return True
    shorter = min(len(one), len(other))
    if shorter < _STEM or one[:_STEM] != other[:_STEM]:
        return False
    alike = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), shorter)
    return alike >= max(_STEM, shorter - 1)


def _holds(text: str, form: str) -> bool:
    return _exact(form) in _exact(text)


def _has_any(phrases: Iterable[str], text: str) -> bool:
    return any(_holds(text, phrase) for phrase in phrases)
