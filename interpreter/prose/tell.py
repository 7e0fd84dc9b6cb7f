"""The verbs of this stage: a card, a block of a script, or a question, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.cards import WHOLE
from interpreter.check.typed import Formula, Routine
from interpreter.check.types import kind
from interpreter.check.vocabulary import Item
from interpreter.diagnostics import printable
from interpreter.languages.grammar import THIRD
from interpreter.languages.nouns import Np
from interpreter.prose.fill import Number, Template
from interpreter.prose.named import named_lines
from interpreter.prose.notes import notes_of
from interpreter.prose.properties import name_of
from interpreter.prose.questions import Question, needs_telling
from interpreter.prose.reactions import reaction
from interpreter.prose.scope import Binding, Person, Scope, same_words, you
from interpreter.prose.standing import standing_text
from interpreter.prose.statements import Teller, sentence
from interpreter.prose.uses import tells
from interpreter.prose.values import Values
from interpreter.prose.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Face, OwnWords, Trigger, Vocabulary


def said_text(v: Vocabulary, term: str, told: Mapping[str, str | int], lang: str, *, whole: bool = True) -> str:
    """A line of the log by its term, with what stands in its gaps; `whole`: a sentence that stands by itself."""
    words = Words(v, lang)
    holes = {name: Number(str(one), one) if isinstance(one, int) else one for name, one in told.items()}
    text = words.text(term) or term.replace("_", " ")
    made = Template(words.g, THIRD, words.singulars).fill(text, holes)
    return made[:1].upper() + made[1:] if whole else made


def subject_text(v: Vocabulary, kind: str, name: str, lang: str) -> str:
    """A thing of which something is said: the word for its kind, with its article, and its name."""
    words = Words(v, lang)
    noun = words.noun(kind)
    word = words.g.finish(noun.one).lower()
    if name.lower().startswith(word):
        noun = noun.followed_by(name[len(word) :])
    elif word in name.lower():
        return name
    else:
        noun = noun.followed_by(f" {name}")
    return words.g.finish(words.g.show(Np(noun, det="the")))


MAX_CLAUSE, LONG_CLAUSE = 120, 240
"""Letters of a clause that still says at once what is wrong, and of one that is told where there is no better one."""


def card_text(vocabulary: Vocabulary, subject: Item | Routine, lang: str) -> str:
    """What a card or a script does, in sentences: one line, or one for each face and script of a card.

    The numbers a verb is given are called as in the verb's own text: `{n}`.
    """
    return _card_text(Words(vocabulary, lang), subject)


def lasting_texts(vocabulary: Vocabulary, item: Item, lang: str) -> list[str]:
    """What an item does by itself, a sentence each: its reaction, and its standing changes."""
    words = Words(vocabulary, lang)
    return [words.g.finish(line) for line in (*_reaction(words, item), *_standing(words, item)) if line]


def reaction_text(vocabulary: Vocabulary, trigger: Trigger, lang: str) -> str:
    """What a reaction of the rules does, and when, as somebody reads it whom it is about."""
    words = Words(vocabulary, lang)
    assert trigger.routine is not None
    return " ".join(words.g.finish(line) for line in reaction(words, trigger, _teller(words, trigger.routine)))


def unsaid(words: Words, subject: Item | Routine | Formula) -> list[str]:
    """The ids that stand in texts as they are written, because the pack has no word for them in this language.

    Of an item and an action it is what they do; of every script, what it asks; of a value, what it is worth.
    What was spelled out is noted in `words.spelled`.
    """
    words.unsaid.clear()
    words.spelled.clear()
    told = "\n".join(_all_told(words, subject)).casefold()
    return sorted(name for name in words.unsaid if name.replace("_", " ").casefold() in told)


def _all_told(words: Words, subject: Item | Routine | Formula) -> Iterator[str]:
    """Every text of something that a player may read."""
    match subject:
        case Item():
            yield _card_text(words, subject)
            for face in subject.faces:
                for made in face.scripts.values():
                    yield from _questions(words, made) if isinstance(made, Routine) else ()
            if subject.when is not None and subject.when.routine is not None:
                yield from _questions(words, subject.when.routine)
        case Routine():
            yield _card_text(words, subject) if subject.key.sort == "action" else ""
            yield from _questions(words, subject)
        case Formula():
            yield _value(words, subject)


def _questions(words: Words, routine: Routine) -> Iterator[str]:
    """What the choices of a script ask, and what their options do."""
    for statement in walk(routine.body):
        if isinstance(statement, ty.Pick | ty.PickSeveral | ty.PickOption | ty.Maybe) or (
            isinstance(statement, ty.Each) and statement.free
        ):
            yield Question(words, routine).text(statement.at)
            cases = statement.options if isinstance(statement, ty.PickOption) else []
            yield from (Question(words, routine).option(statement.at, number) for number in range(len(cases)))


def _card_text(words: Words, subject: Item | Routine) -> str:
    if isinstance(subject, Routine):
        return words.g.finish(_teller(words, subject, as_written=True).sentences(subject.body))
    return "\n".join(words.g.finish(line) for line in _lines(words, subject))


def statement_text(
    vocabulary: Vocabulary, routine: Routine, part: ty.Statement | ty.OptionCase | ty.Body, lang: str
) -> str:
    """What a block, an option or a statement inside a script does, in sentences."""
    asked = Question(Words(vocabulary, lang), routine)
    if isinstance(part, ty.OptionCase | ty.Maybe):
        body = part.body
    else:
        body = part if isinstance(part, ty.Body) else ty.Body([part])
    asked.enter(body)
    return asked.words.g.finish(asked.teller.sentences(body))


def question_text(
    vocabulary: Vocabulary, routine: Routine, at: ty.At, lang: str, known: Mapping[int, str] | None = None
) -> str:
    """What the choice at this place of a script asks.

    `known` are words for locals whose values may be shown, empty words for the player who is asked.
    """
    asked = Question(Words(vocabulary, lang), routine, known or {})
    return asked.words.g.finish(asked.text(at))


def heading_text(vocabulary: Vocabulary, routine: Routine, lang: str) -> str:
    """What a script is, in few words: a verb as far as its first mark, an action or a card."""
    asked = Question(Words(vocabulary, lang), routine)
    return asked.words.g.capital(asked.words.g.finish(asked.head()).rstrip("."))


def option_text(
    vocabulary: Vocabulary,
    routine: Routine,
    at: ty.At,
    number: int,
    lang: str,
    known: Mapping[int, str] | None = None,
) -> str:
    """What an option of the choice at this place of a script does, in sentences; empty where its label says it."""
    asked = Question(Words(vocabulary, lang), routine, known or {})
    return asked.words.g.finish(asked.option(at, number))


def has_option_text(vocabulary: Vocabulary, routine: Routine, at: ty.At, number: int) -> bool:
    """Whether there is more to say of an option than its label."""
    asked = next((s for s in walk(routine.body) if isinstance(s, ty.PickOption) and s.at == at), None)
    return asked is not None and needs_telling(asked, number, vocabulary) and tells(asked.options[number].body)


def failing_text(
    words: Words,
    script: Routine | Formula,
    cond: ty.Value,
    elements: Mapping[int, str],
    *,
    known: Mapping[int, tuple[Type, str]] | None = None,
    longest: int = MAX_CLAUSE,
) -> str:
    """That a condition of a script does not hold, as a clause; empty where there are no good words for it.

    `elements` are words for the things it is about, `known` for what the names of the script stand for.
    """
    teller = _teller(words, Routine(script.key, script.params, this=script.this))
    for slot, (of, name) in (known or {}).items():
        teller.scope.locals[slot] = _called(teller, of, name)
    types = {node.number: node.type for node in ty.nodes(cond) if isinstance(node, ty.Element)}
    for number, name in elements.items():
        teller.scope.elements[number] = _called(teller, types[number], name)
    if not _bound(cond, {*teller.scope.locals}, {*elements}) or _only_named(words, cond):
        return ""
    text = words.g.finish(words.g.alone(teller.x.conditions.clause(cond, negated=True)))
    clumsy = teller.x.say("not", cond="|").partition("|")[0].strip()[:-1]  # the last letter may be elided
    an_if = teller.x.say(" if", cond="|").partition("|")[0]
    return "" if clumsy in text or an_if in text or len(text) > longest else text


def _called(teller: Teller, of: Type, name: str) -> Binding:
    """Something by its name: with the article and the preposition it has as one of its kind."""
    x = teller.x
    if of.tag == "enum":
        nouns = [x.kind_noun(value) for value in x.v.enums[of.name].values]
        return Binding(np=next((Np(noun, det="none") for noun in nouns if noun.one == name), same_words(name)))
    if of.tag == "number":
        return Binding(number=Number(name, int(name)))
    if of.tag != "kind":
        return Binding(np=same_words(name))
    if of.name == "player":
        return Binding(person=Person(name, same_words(name)) if name else you(x.w.noun("player")))
    return Binding(np=Np(replace(x.w.called(name, of.name), at=x.kind_noun(of.name).at)))


def says_not(words: Words, cond: ty.Value) -> bool:
    """Whether the pack has words for what it means that a derived truth does not hold."""
    return isinstance(cond, ty.Derived) and words.key(name_of(cond), "not") is not None


def _only_named(words: Words, cond: ty.Value) -> bool:
    """Whether a truth of a thing has a term but no words for its opposite."""
    if not isinstance(cond, ty.Field | ty.ItemFormula | ty.Var):
        return False
    return words.key(name_of(cond), "not") is None


def _bound(value: ty.Value, locals_: set[int], elements: set[int]) -> bool:
    """Whether everything a condition speaks of has a name."""
    match value:
        case ty.Local(slot=slot):
            return slot in locals_
        case ty.Element(number=number):
            return number in elements
        case ty.Filter(element=number) | ty.OverEach(element=number):
            elements = elements | {number}
        case _:
            pass
    return all(_bound(part, locals_, elements) for part in ty.children(value))


def _sentences(words: Words, routine: Routine) -> str:
    return _teller(words, routine).sentences(routine.body)


def _teller(words: Words, routine: Routine, *, as_written: bool = False) -> Teller:
    scope = Scope(you(words.noun("player")), "me")
    teller = Teller(words, scope, notes_of(words.v, routine))
    if routine.this is not None:
        scope.this = Binding(np=Np(teller.x.kind_noun(routine.this.name), det="this"))
    file = routine.source.file if routine.key.sort != "hearing" else ""  # a rule of below may have named what is heard
    for slot, (name, of) in enumerate(routine.params):
        if of.tag == "kind" and of.name == "player":
            scope.locals[slot] = Binding(person=Person(f"local {slot}", Np(words.noun("player"), det="that")))
        elif of.tag == "number" and as_written and not words.speaks_of(name, of, file):
            scope.locals[slot] = Binding(number=Number(f"{{{name}}}", short=True))
        else:
            scope.locals[slot] = Binding(np=Np(words.noun_of(name, of, file), det="the"))
    return teller


# ---- cards


def _lines(words: Words, item: Item) -> list[str]:
    """The scripts of a card, each under the name of its face and its own where there are several."""
    own = _own(words, item.words)
    if own is not None:
        return [own]
    lines = []
    faces = item.faces if len({id(face) for face in item.faces}) > 1 else item.faces[:1]
    for face in faces:
        told = _face(words, face)
        if len(faces) > 1:
            told = [_headed(words, words.name(face.name, item.id).one, line) for line in told]
        lines += told
    lines += _reaction(words, item)
    lines += _standing(words, item)
    lines += named_lines(words, item, _teller)
    return [line for line in lines if line]


def _own(words: Words, said: Mapping[str, OwnWords], name: str = WHOLE) -> str | None:
    """What the author wrote in this language: for a script by its name, or for all of it."""
    own = said.get(name)
    text = own.text.get(words.lang) if own is not None else None
    return printable(text) if text is not None else None


def _reaction(words: Words, item: Item) -> list[str]:
    if item.when is None or item.when.routine is None:
        return []
    own = _own(words, item.words, "when")
    return [own] if own is not None else reaction(words, item.when, _teller(words, item.when.routine))


def _standing(words: Words, item: Item) -> list[str]:
    own = _own(words, item.words, "standing")
    if own is not None and item.standing:
        return [own]
    nobody = Routine(keys.hearing(item.kind, item.id), [], this=kind(item.kind))
    return [standing_text(words, one, _teller(words, nobody)) for one in item.standing]


def _face(words: Words, face: Face) -> list[str]:
    """The scripts of one face. A number only bots read has no term, and is not told."""
    own = _own(words, face.words)
    if own is not None:
        return [own]
    lines = []
    for name, made in face.scripts.items():
        own, headed = _own(words, face.words, name), words.has(name) and name != "effect"
        told = own or _script(words, made, headed=headed)
        if headed:
            lines.append(_headed(words, words.noun(name).one, told))
        elif isinstance(made, Routine):
            lines.append(told)
    return lines


def _script(words: Words, made: Routine | Formula, *, headed: bool) -> str:
    if isinstance(made, Routine):
        return _sentences(words, made)
    text = _value(words, made)
    return f"{text}." if headed and made.value.type.tag == "number" else sentence(words.g, text)


def _value(words: Words, formula: Formula) -> str:
    teller = _teller(words, Routine(formula.key, formula.params, this=formula.this))
    if formula.value.type.tag == "truth":
        return teller.x.say("holds", cond=words.g.alone(teller.x.conditions.clause(formula.value)))
    return teller.x.amounts.worth(formula.value) or teller.x.number(formula.value)


def _headed(words: Words, head: str, text: str) -> str:
    scope = Scope(you(words.noun("player")), "me")
    return Values(words, scope).say("line", head=words.g.capital(head), what=text)
