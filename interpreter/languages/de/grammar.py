"""German: genders, cases, and verbs at the end.

What is said of a thing rarely knows in which case it will stand. So articles and nouns are written with all their cases at
first, between marks; a hole that asks for a case (`{x:akk}`) picks one, and what nobody has asked for is nominative in the
end.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.languages.grammar import BASE, COMMAND, PRONOUN, THIRD
from interpreter.languages.nouns import Noun, Np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.languages.nouns import Owner, Range

CASES = ("nom", "akk", "dat", "gen")
_OPEN, _NEXT, _CLOSE = "\ue010", "\ue011", "\ue012"
_CASED = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_ONE, _OR_MANY, _END = "\ue013", "\ue014", "\ue015"
_NUMBERED = re.compile(f"{_ONE}([^{_END}]*){_OR_MANY}([^{_END}]*){_END}")
_CONTRACTED = {
    "in dem": "im", "an dem": "am", "von dem": "vom", "zu dem": "zum", "bei dem": "beim", "zu der": "zur",
    "in das": "ins", "an das": "ans",
}  # fmt: skip
_CONTRACTS = re.compile(rf"\b({'|'.join(_CONTRACTED)})\b(?! (?:du|er|sie|es)\b)", re.IGNORECASE)

# The endings of articles by gender, `p` for several, in the order of the cases.
_THE = {"m": "der den dem des", "f": "die die der der", "n": "das das dem des", "p": "die die den der"}
_A = {"m": "- en em es", "f": "e e er er", "n": "- - em es", "p": "e e en er"}
_THIS = {"m": "er en em es", "f": "e e er er", "n": "es es em es", "p": "e e en er"}
_GENDERS = {"der ": "m", "die ": "f", "das ": "n"}
_SIBILANTS = ("s", "ß", "z", "x")

# The endings of adjectives: without an article, after `ein`, `kein` or `dein`, after `der`, `dieser`, `jeder` or `alle`.
_STRONG = {"m": "er en em en", "f": "e e er er", "n": "es es em en", "p": "e e en er"}
_MIXED = {"m": "er en en en", "f": "e e en en", "n": "es es en en", "p": "en en en en"}
_WEAK = {"m": "e en en en", "f": "e e en en", "n": "e e en en", "p": "en en en en"}
_ADJECTIVE = "\ue016"
_QUALITIES = {
    "different": "verschieden",
    "highest": "höchst",
    "lowest": "niedrigst",
    "total": "gesamt",
    "printed": "aufgedruckt",
}
"""Adjectives without their endings."""
_YOURS = "deine "
_JOINS = ("und", "oder")
_NOT_A = re.compile(r"\bnicht (eine?[nmrs]?)\b")
_PRONOUNS = {"du": "du dich dir deiner", "er": "er ihn ihm seiner"}
_NO_PLURAL = "\ue017"
CLAUSE, ELSE, VERB, SUBJECT, DOES = "\ue018", "\ue019", "\ue01a", "\ue01b", "\ue01c"
"""Marks for the order of words, which is settled when the text is finished.

What stands behind a clause (`CLAUSE`) or behind "sonst" (`ELSE`) begins with its verb: a request does so anyway (`VERB`
stands before it), of anything else the subject (between `SUBJECT` and `DOES`) goes behind its verb. Where neither can be,
the colon stays that those marks stand before.
"""
_MARKS = f"{CLAUSE}{ELSE}{VERB}{SUBJECT}{DOES}"
_INVERTED = re.compile(f"([{CLAUSE}{ELSE}]): (?:{VERB}(?:(du) (\\w+))?|{SUBJECT}([^{SUBJECT}{DOES}]*){DOES}(\\S+))")
_MARK = re.compile(f"[{CLAUSE}{ELSE}{VERB}{SUBJECT}]|({DOES})")
_SECOND = {"ist": "bist", "hat": "hast", "wird": "wirst"}
_SO_MANY = re.compile(f"so viele ([^ ]*{_NO_PLURAL})")
_AFTER_CLAUSE = re.compile(r", (und (?:der|die|das|dessen|deren)\b)|,(?=\s*(?:[.,;:?!()–]|$))")


def cased(*forms: str) -> str:
    """A word in all its cases, for a table of phrases."""
    return _cases(forms)


def _cases(forms: tuple[str, ...]) -> str:
    """Words in all their cases; plain ones where these are the same."""
    plain = len(set(forms)) == 1 or any(_OPEN in form for form in forms)
    return forms[0] if plain else _OPEN + _NEXT.join(forms) + _CLOSE


def _ending(stem: str, endings: Mapping[str, str], kind: str) -> str:
    return _cases(tuple(stem + ending.replace("-", "") for ending in endings[kind].split()))


def _stems(noun: Noun, gender: str) -> list[str]:
    """The adjectives that a noun begins with, without the endings they have behind its article, or without one."""
    stems: list[str] = []
    for word in noun.one.split()[:-1]:
        ending = (_WEAK if noun.fixed else _STRONG)[gender].split()[0]
        if not word.islower() or not word.endswith(ending) or word.startswith(("dein", "ihr", "sein")):
            break
        stems.append(word.removesuffix(ending))
    many = [f"{stem}e" for stem in stems]
    alike = noun.many == noun.one or noun.many.split()[: len(many)] == many
    return stems if alike and _headed(_rest(noun.one, stems))[0] else []


def _rest(words: str, stems: list[str]) -> str:
    """What stands behind so many adjectives."""
    return words.split(" ", len(stems))[-1] if stems else words


def _genitive(words: str) -> str:
    """The genitive of one that is not feminine, as it is formed as a rule."""
    head, tail = _headed(words)
    return head + ("es" if head.endswith(_SIBILANTS) else "s") + tail if head else words


def _kind(np: Np) -> str:
    """The gender of one, `p` for several; many may be one thing with an article of its own: `der Stapel`."""
    whole = np.noun.whole or ""
    if not np.plural:
        return np.noun.gender
    return "p" if not whole or (whole == "die " and np.noun.many.endswith("en")) else _GENDERS[whole]


def _headed(words: str) -> tuple[str, str]:
    """A noun and what follows it; no noun where two of them are joined, or where it is not the first word."""
    first, space, tail = words.partition(" ")
    head = first.rstrip(",")
    joined = tail.split(" ", 1)[0] in _JOINS
    return ("", words) if joined or not head[:1].isupper() else (head, first[len(head) :] + space + tail)


class German:
    """German."""

    def __init__(self) -> None:
        self.lang = "de"
        self.forms = {COMMAND: 0, THIRD: 1, PRONOUN: 1, BASE: 2}
        self.article = re.compile(r"(der |die |das )")
        self.to_you = re.compile(r"\b(du|dich|dir|dein(?:e[rmns]?)?)\b", re.IGNORECASE)
        self.at, self.own_det = "auf", "none"

    # ---- terms and names

    def term(self, noun: Noun, given: Mapping[str, str], article: str) -> Noun:
        """Its gender, and its cases: `weak` is the form of all but the first, `genitive`, `dative` (of many) odd ones."""
        gender = given.get("gender") or _GENDERS.get(article, "m")
        noun = replace(noun, gender=gender, cases=self._forms(noun, gender, given))
        return replace(noun, many=noun.one + _NO_PLURAL) if given.get("plural") == "none" else noun

    def _forms(self, noun: Noun, gender: str, given: Mapping[str, str]) -> tuple[str, ...]:
        """The cases of one after the first, and the dative of many: adjectives in front of a noun without their endings."""
        stems = _stems(noun, gender)
        weak = given.get("weak", "")
        one, many = (_rest(words, stems) for words in (noun.one, noun.many))
        heads, tails = _headed(many.removeprefix(_YOURS))
        plain = not heads or (many == one and "many" not in given) or heads.endswith(("n", "s")) or bool(noun.whole)
        of_one = one if gender == "f" else _genitive(one)
        to_many = many if plain else f"{_YOURS if many.startswith(_YOURS) else ''}{heads}n{tails}"
        forms = (weak or one, weak or one, weak or of_one, to_many)
        genitive, dative = given.get("genitive"), given.get("dative")
        before = "".join(f"{stem}{_ADJECTIVE} " for stem in stems)
        akk, dat, gen, of_many = (before + form for form in forms)
        return (akk, dat, genitive or gen, dative or of_many)

    def has_article(self, name: str, noun: Noun) -> bool:
        """A name that begins with the noun for its kind: `der Thronsaal der Katzen`."""
        return name.lower().startswith(noun.one.lower())

    def formed(self, name: str, how: str) -> str:
        """`von Spieler 1`, `des Hauses`; a sentence behind a colon (`clause`) begins large; others stand as they are."""
        if how == "clause":
            return name[:1].upper() + name[1:]
        article = self.article.match(name[:1].lower() + name[1:])
        if how != "of" or not article:
            return f"von {name}" if how == "of" else name
        noun = Noun(name[article.end() :], name[article.end() :], fixed=True)
        return self.cased(self.show(Np(self.term(noun, {}, article[0]))), "gen")

    def cased(self, words: str, case: str) -> str:
        """Pick a case of all that has not one yet."""
        at = CASES.index(case)
        if words in _PRONOUNS:
            return _PRONOUNS[words].split()[at]
        return _CASED.sub(lambda found: found[1].split(_NEXT)[at], words)

    # ---- where words meet

    def join(self, left: str, right: str) -> str:
        """Nothing changes where words meet; prepositions and articles melt together in the end."""
        return left + right

    def plural(self, number: int) -> bool:
        """Only one is singular."""
        return number != 1

    # ---- noun phrases

    def _noun(self, np: Np, endings: Mapping[str, str]) -> str:
        """A noun in all its cases, with the endings of the adjectives before it."""
        noun, plural, kind = np.noun, np.plural, _kind(np)
        if not noun.cases:
            called = noun.fixed and not plural and noun.gender != "f"
            return _cases((noun.one,) * 3 + (_genitive(noun.one),)) if called else noun.many if plural else noun.one
        akk, dat, gen, many = noun.cases
        stems = akk[: akk.rfind(_ADJECTIVE) + 1]
        first = _rest(noun.many if plural else noun.one, stems.split())
        first = f"{stems} {first}" if stems else first
        of_many = _genitive(first) if plural and kind in ("m", "n") else first
        forms = [first, first, many, of_many] if plural else [first, akk, dat, gen]
        made = [form.replace(_ADJECTIVE, end) for form, end in zip(forms, endings[kind].split(), strict=True)]
        if plural and first.startswith(_YOURS):
            made = [f"dein{end} {form.removeprefix(_YOURS)}" for form, end in zip(made, _A["p"].split(), strict=True)]
        return _cases(tuple(made))

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """Head, place and tail."""
        return self._body(np, _STRONG, plural=plural, source=source)

    def _body(self, np: Np, endings: Mapping[str, str], *, plural: bool, source: bool = False) -> str:
        text = self._noun(replace(np, plural=plural), endings)
        if np.place is not None:
            where = self.cased(self.show(np.place), "dat")
            on = (np.place.noun.at or "in") != "in"
            text += f" {'von' if on else 'aus'} {where}" if source else f" {np.place.noun.at or 'in'} {where}"
        return text + _NUMBERED.sub(lambda found: found[2 if plural else 1], np.tail)

    def show(self, np: Np, *, source: bool = False) -> str:
        """`deine Karte`, `der Wert dieser Karte`, `die Karten`, `eine Karte`; of what has no plural `dein Holz`."""
        np = replace(np, plural=False) if np.noun.many.endswith(_NO_PLURAL) else np
        plain, after_a, after_the = (
            self._body(np, endings, plural=np.plural, source=source) for endings in (_STRONG, _MIXED, _WEAK)
        )
        if np.noun.named or np.det == "none":
            return plain
        if np.plural and np.noun.whole is not None:
            return f"{self._with(np, '', _THE)} {after_the}" if np.noun.whole else plain
        if np.owner is not None and not np.noun.fixed:
            if np.owner.kind == "of":
                return f"{self._with(np, '', _THE)} {after_the} {self._of(np.owner.words)}"
            return f"{self._with(np, self._possessive(np.owner), _A)} {after_a}"
        if np.noun.fixed or np.det == "the":
            return f"{self._with(np, '', _THE)} {after_the}"
        if np.det == "a":
            return plain if np.plural else f"{self._with(np, 'ein', _A)} {after_a}"
        if np.det == "each":
            return self.each(np)
        return f"{self._with(np, 'dies', _THIS)} {after_the}"

    def _possessive(self, owner: Owner) -> str:
        if owner.kind == "you":
            return "dein"
        return "ihr" if owner.gender == "f" else "sein"

    def _with(self, np: Np, stem: str, endings: Mapping[str, str]) -> str:
        return _ending(stem, endings, _kind(np))

    def _of(self, words: str) -> str:
        """Whose: the genitive of what has one, else `von`."""
        return self.cased(words, "gen") if _OPEN in words else f"von {words}"

    def qualified(self, noun: Noun, quality: str) -> Noun:
        """`verschiedene Farben`, `der höchste Preis`."""
        if noun.named or noun.many.startswith(_YOURS):
            return noun
        noun = noun if noun.cases else self.term(noun, {"gender": noun.gender}, "")
        stem = _QUALITIES[quality]
        return replace(
            noun,
            one=f"{stem}{_STRONG[noun.gender].split()[0]} {noun.one}",
            many=f"{stem}e {noun.many}",
            cases=tuple(f"{stem}{_ADJECTIVE} {form}" for form in noun.cases),
        )

    def one_of(self, np: Np, *, source: bool = True) -> str:
        """`eine deiner Karten`, `eine Karte aus deiner Hand`, `eine Karte per Zufall aus seiner Hand`."""
        if np.noun.named:
            return self.show(np)
        chance = " per Zufall" if np.random else ""
        if np.owner is not None:
            words = self.cased(self.show(replace(np, plural=True), source=source), "gen")
            return f"{_ending('ein', _THIS, np.noun.gender)} {words}{chance}"
        noun = np.noun.followed_by(chance) if chance else np.noun
        single = replace(np, noun=noun, plural=False)
        return f"{self._with(single, 'ein', _A)} {self._body(single, _MIXED, plural=False, source=source)}"

    def several(self, count: Range, np: Np, *, source: bool = True) -> str:
        """`bis zu 2 Karten aus deiner Hand`, `1 oder 2 deiner Karten`."""
        if np.owner is not None:
            what = self.cased(self.show(replace(np, plural=True), source=source), "gen")
        else:
            what = self.bare(np, plural=count.high != "1", source=source)
        return f"{self.span(count)} {what}"

    def span(self, count: Range) -> str:
        """`2`, `bis zu 2`, `1 oder 2`, `1 bis 3`."""
        if count.low is None:
            return count.high
        if count.low == "0":
            return f"bis zu {count.high}"
        between = "oder" if (count.low, count.high) == ("1", "2") else "bis"
        return f"{count.low} {between} {count.high}"

    def each(self, np: Np) -> str:
        """`jede deiner Karten`, `jede Karte in der Auslage`; names are just listed."""
        if np.noun.named:
            return self.show(np)
        if np.owner is not None:
            words = self.cased(self.show(replace(np, plural=True, det="the")), "gen")
            return f"{_ending('jed', _THIS, np.noun.gender)} {words}"
        return f"{_ending('jed', _THIS, np.noun.gender)} {self._body(np, _WEAK, plural=False)}"

    def each_one(self, np: Np) -> str:
        """`jede`."""
        return _ending("jed", _THIS, np.noun.gender)

    def every(self, np: Np) -> str:
        """`alle deine Karten`."""
        many = replace(np, plural=True, det="the")
        every = self.show(many) if np.owner is not None and not np.noun.fixed else self._body(many, _WEAK, plural=True)
        return f"{_ending('all', _THIS, 'p')} {every}"

    def none(self, np: Np) -> str:
        """`keine Karte`."""
        single = replace(np, plural=False)
        return f"{self._with(single, 'kein', _A)} {self._body(single, _MIXED, plural=False)}"

    def number(self, count: int, np: Np) -> str:
        """`3 Karten`."""
        return f"{count} {self.bare(np, plural=self.plural(count))}"

    def that_many(self, many: str, *, mass: bool = False) -> str:
        """`so viele Marken`; in the end `so viel Holz`."""
        del mass
        return f"so viele {many}"

    def inside(self, np: Np) -> str:
        """`in deiner Hand`; a hole that asks for the accusative says where to: `in deine Hand`."""

        def lying(found: re.Match[str]) -> str:
            _, akk, dat, _ = found[1].split(_NEXT)
            return _cases((dat, akk, dat, dat))

        return f"{np.noun.at or 'in'} {_CASED.sub(lying, self.show(np))}"

    def unseen(self, noun: Noun) -> tuple[str, str]:
        """`verdeckte Karte`, `verdeckte Karten`."""
        return f"verdeckt{_STRONG[noun.gender].split()[0]} {noun.one}", f"verdeckte {noun.many}"

    def which(self, np: Np) -> str:
        """`der`, `die` or `das`, as a subject."""
        return f"{_ONE}{_THE[np.noun.gender].split()[0]}{_OR_MANY}die{_END}"

    def of_which(self, np: Np) -> str:
        """`von der`, `von dem` or `von denen`."""
        return f"{_ONE}von {'der' if np.noun.gender == 'f' else 'dem'}{_OR_MANY}von denen{_END}"

    def whose(self, np: Np) -> str:
        """`deren` or `dessen`."""
        return f"{_ONE}{'deren' if np.noun.gender == 'f' else 'dessen'}{_OR_MANY}deren{_END}"

    def listing(self, items: list[str], word: str) -> str:
        """`a, b und c`."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {'und' if word == 'and' else 'oder'} {items[-1]}"

    def clauses(self, items: list[str], word: str) -> str:
        """`a, b und c`."""
        return self.listing(items, word)

    def alone(self, clause: str) -> str:
        """The same words."""
        return clause

    # ---- verbs

    def acts(self, text: str) -> bool:
        """A text that can stand after "du darfst" has its forms written out (`{nimm |nimmt |}…{|| nehmen}`)."""
        del text
        return False

    def base(self, text: str) -> str:
        """The same: forms are written out."""
        return text

    def third(self, text: str) -> str | None:
        """Only a text that writes its forms out has it."""
        del text
        return None

    def statement(self, clause: str, *, subject: bool) -> str:
        """The verb goes from the end to the second place: `ist beschädigt`; a subject ends with its noun."""
        words = clause.split()
        first = next((at for at, word in enumerate(words) if word[0].isupper()), -1) + 1 if subject else 0
        return " ".join([*words[:first], words[-1], *words[first:-1]])

    def requested(self, verb: str) -> str:
        """A verb that asks for something: it may stand behind a clause."""
        return VERB + verb if verb else verb

    def doing(self, who: str, *, you: bool, written: str, base: str, third: str | None) -> str | None:
        """`legt dein Gegner eine Karte ab`: the verb first, as a condition is said without "wenn"."""
        del written, base
        if third is None:
            return None
        verb, _, rest = third.partition(" ")
        return f"{second(verb)} du {rest}" if you else f"{verb} {who} {rest}"

    def capital(self, text: str) -> str:
        """A capital letter at the start, in every case."""
        marks = len(text) - len(text.lstrip(_MARKS))
        mark, text = text[:marks], text[marks:]
        found = _CASED.match(text)
        if found is None:
            return mark + text[:1].upper() + text[1:]
        forms = tuple(form[:1].upper() + form[1:] for form in found[1].split(_NEXT))
        return mark + _cases(forms) + text[found.end() :]

    def finish(self, text: str) -> str:
        """Cases nobody asked for, one space between words, prepositions melted with their articles."""
        text = _NUMBERED.sub(r"\1", self.cased(text, "nom"))
        text = _SO_MANY.sub(r"so viel \1", text).replace(_NO_PLURAL, "")
        text = _MARK.sub(lambda found: " " if found[1] else "", _INVERTED.sub(_inverted, text))
        text = " ".join(text.split()).replace(" und, ", " und ").replace(" ,", ",")
        text = _AFTER_CLAUSE.sub(lambda found: f" {found[1]}" if found[1] else "", text)
        return _CONTRACTS.sub(self._contract, _NOT_A.sub(r"k\1", text))

    def _contract(self, found: re.Match[str]) -> str:
        made = _CONTRACTED[found[1].lower()]
        return made.capitalize() if found[1][0].isupper() else made


def _inverted(found: re.Match[str]) -> str:
    """What stands behind a clause, its verb first."""
    mark, you, does, subject, verb = found.groups()
    return (
        f"{',' if mark == CLAUSE else ''} {f'{does} {you}' if you else '' if subject is None else f'{verb} {subject}'}"
    )


def second(verb: str) -> str:
    """The form of a verb behind "du", from the one behind "er".

    >>> second("legt"), second("nimmt"), second("setzt"), second("erhält")
    ('legst', 'nimmst', 'setzt', 'erhältst')
    """
    if verb in _SECOND:
        return _SECOND[verb]
    stem = verb.removesuffix("t")
    if stem == verb or verb.endswith("ält"):
        return f"{verb}st"
    return verb if stem.endswith(_SIBILANTS) else f"{stem}st"


GRAMMAR = German()
