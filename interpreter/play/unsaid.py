"""Names in generated texts for which a pack has no words: fields, tables, enums, events, and what choices call things.

A text is made only where a script, or a value it speaks of, says such a name: a pack which has all its words loses no time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.check.errors import MissingTerm, SpelledOut
from interpreter.check.spoken import asked
from interpreter.check.terms import shown_names
from interpreter.check.typed import Formula, Routine
from interpreter.languages import FALLBACK
from interpreter.primitives.grids import DIRECTION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Item, Trigger, Vocabulary, Watch
    from interpreter.diagnostics import Problem, Span
    from interpreter.source import ScriptSource

_NAME = re.compile(r"[a-z][a-z0-9_]*")
OPTION = "option "
"""How the enum of an option's values is called."""

AS_IT_WAS = "before"
"""The word by which a script does what the packs below have: there, too, is a script that a text spells out."""


def unsaid_names(v: Vocabulary) -> list[Problem]:
    """Warn of every name that a text says as it is written in the script, or spells out, where it is first met."""
    problems: list[Problem] = []
    spelled: dict[str, tuple[str, ...]] = {}
    found = without_words(v)
    values = {value.name: value for value in v.values.values()}
    untold: dict[str, tuple[str, ...]] = {}
    for (raw, lang), (place, _, as_formula) in found.items():
        if lang not in asked(v, place):
            continue
        kept = spelled if as_formula else untold
        kept[raw] = (*kept.get(raw, ()), lang)
    for raw, langs in untold.items():
        span, of, _ = found[raw, langs[0]]
        problems.append(MissingTerm(span, raw, langs, of))
    for raw, langs in spelled.items():
        span, of, _ = found[raw, langs[0]]
        problems.append(SpelledOut(values[raw].span, raw, langs, of, span, prose.shape(values[raw])))
    return problems


def without_words(v: Vocabulary) -> dict[tuple[str, str], tuple[Span, str, bool]]:
    """Names without words, by language: the first place, whose text it is, and whether they are spelled out there."""
    found: dict[tuple[str, str], tuple[Span, str, bool]] = {}
    reach = _Reach(v)
    words: dict[str, prose.Words] = {}  # all of a language's are gone through to make them
    for subject, span, called in told(v) if reach.named or reach.everywhere else ():
        said = reach.names(subject)
        for lang in v.languages:
            terms = v.terms.get(lang, {})  # many more than are said: these are looked up, not taken away
            lacking = {name for name in said if name not in terms and (name, lang) not in found}
            if lang == FALLBACK:
                lacking -= reach.english
            if lacking and lang not in words:
                words[lang] = prose.Words(v, lang)
            raw = set(prose.unsaid(words[lang], subject)) if lacking else set()
            as_formula = words[lang].spelled if lacking and not isinstance(subject, Formula) else set()
            raw, as_formula = raw & lacking, as_formula & lacking - raw  # of a result people want to read the formula
            found |= {
                (name, lang): (reach.place(subject, span, name), called, name in as_formula)
                for name in sorted(raw | as_formula)
            }
            raw |= as_formula
            said -= lacking - raw  # no text of it says these, in whatever language
    return found


class _Reach:
    """Which names that need words can stand in the text of something: those in its scripts, and in what these spell out."""

    def __init__(self, v: Vocabulary) -> None:
        shown = shown_names(v).keys()  # `check` tells of these wherever they are
        wordy = set.intersection(*(set(v.terms.get(lang, {})) for lang in v.languages)) | shown
        named = set(v.tables) | {name for kind in v.kinds.values() for name in kind.fields}
        named |= {event.name for event in v.events if _NAME.fullmatch(event.name)}  # others are of verbs
        named |= {option.name for option in v.options.values() if option.values is not None}
        named |= {v.values[key].name for key in v.standing}
        named |= {"neutral"} if v.neutrals else set()
        self.english = {name for kind in v.kinds.values() for name in kind.scripts} - named - wordy
        """Scripts without a word: their ids are English, and one with a term heads what it does."""
        self.named = (named - wordy).union(self.english, *(prose.unclear(v, lang) for lang in v.languages))
        """What a language has no word for."""
        enums = {one.name for one in v.enums.values() if one.name != DIRECTION and not one.name.startswith(OPTION)}
        self.everywhere = enums - wordy
        """The same of what stands for things that a script does not call by name."""
        self.inner: dict[str, str] = {}
        """The scripts of values and of verbs without words, by their name or first word: a text says what these do."""
        for value in v.values.values():
            self.inner[value.name] = f"{self.inner.get(value.name, '')}\n{value.source.text}"
        for verb in v.verbs:
            if any(lang not in verb.text for lang in v.languages):
                head = verb.phrase.head if verb.phrase.forms else AS_IT_WAS
                self.inner[head] = f"{self.inner.get(head, '')}\n{verb.source.text}"
        self._known: dict[str, frozenset[str]] = {}

    def names(self, subject: Item | Routine | Formula) -> set[str]:
        """The names that may need words."""
        said = {name for text in _scripts(subject) for name in _NAME.findall(text)}
        return self.everywhere.union(*map(self._within, said))

    def place(self, subject: Item | Routine | Formula, span: Span, name: str) -> Span:
        """Where to tell of a name: at the thing, or in the script that says it where another pack has written that anew."""
        sources = list(_sources(subject))
        own = [one for one in sources if one.file == span.file]
        for one in () if any(self._saying(script, name) for script in own) else sources:
            word = self._saying(one, name)
            if word is not None:
                return one.span(*word.span())
        return span

    def _saying(self, script: ScriptSource, name: str) -> re.Match[str] | None:
        """The word of a script that is the name, or whose own text says it."""
        words = list(_NAME.finditer(script.text))
        by_itself = next((one for one in words if one[0] == name), None)
        return by_itself or next((one for one in words if name in self._within(one[0])), None)

    def _within(self, name: str) -> frozenset[str]:
        """A name, if it needs a word, and those in what it stands for, however deep."""
        known = self._known.get(name)
        if known is not None:
            return known
        seen, waiting = {name}, [name]
        while waiting:
            for one in _NAME.findall(self.inner.get(waiting.pop(), "")):
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)
        return self._known.setdefault(name, frozenset(seen & self.named))


def _scripts(subject: Item | Routine | Formula) -> Iterator[str]:
    """The texts of the scripts of a thing, and the names of what its standing changes are about."""
    yield from (source.text for source in _sources(subject))
    if not isinstance(subject, Routine | Formula):
        yield from (one.target.rpartition(".")[2] for one in subject.standing)


def _sources(subject: Item | Routine | Formula) -> Iterator[ScriptSource]:
    """The scripts of a thing."""
    if isinstance(subject, Routine | Formula):
        yield subject.source
        return
    for face in subject.faces:
        yield from face.sources.values()
    heard = subject.when
    yield from (one for one in ((heard.when_source, heard.source) if heard is not None else ()) if one is not None)
    for one in subject.standing:
        yield from one.scripts.values()


def told(v: Vocabulary) -> Iterator[tuple[Item | Routine | Formula, Span, str]]:
    """Everything with a text that players read: what verbs do is told where they are used, but they ask by themselves."""
    for kind in v.kinds.values():
        for item in kind.items:
            yield item, item.span, item.id
    for action in v.actions:
        if action.routine is not None:
            yield action.routine, action.span, action.id
    for verb in v.verbs:
        if verb.routine is not None:
            yield verb.routine, verb.span, verb.name
    rules: list[Trigger | Watch] = [*v.triggers, *v.watches]
    for rule in rules:
        if rule.routine is not None:
            yield rule.routine, rule.span, rule.id
    for made in (*v.ties, *((v.score,) if v.score is not None else ())):
        yield made, made.source.span(*made.value.at), "the result"
