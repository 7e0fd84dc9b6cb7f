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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.languages.nouns import Noun, Np, Owner, Range

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
_SIBILANTS = ("s", "ß", "z", "x")


def _cases(forms: tuple[str, ...]) -> str:
    """Words in all their cases; plain ones where these are the same."""
    plain = len(set(forms)) == 1 or any(_OPEN in form for form in forms)
    return forms[0] if plain else _OPEN + _NEXT.join(forms) + _CLOSE


def _ending(stem: str, endings: Mapping[str, str], kind: str) -> str:
    return _cases(tuple(stem + ending.replace("-", "") for ending in endings[kind].split()))


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
        gender = given.get("gender") or {"der ": "m", "die ": "f", "das ": "n"}.get(article, "m")
        weak = given.get("weak", "")
        return replace(noun, gender=gender, cases=self._forms(noun, gender, weak, given))

    def _forms(self, noun: Noun, gender: str, weak: str, given: Mapping[str, str]) -> tuple[str, ...]:
        """The cases of one after the first, and the dative of many."""
        inflected = gender != "f" and not weak and " " not in noun.one
        ending = ("es" if noun.one.endswith(_SIBILANTS) else "s") if inflected else ""
        genitive = given.get("genitive") or weak or noun.one + ending
        plain = " " in noun.many or noun.many == noun.one or noun.many.endswith(("n", "s"))
        dative = given.get("dative") or noun.many + ("" if plain else "n")
        return (weak or noun.one, weak or noun.one, genitive, dative)

    def has_article(self, name: str, noun: Noun) -> bool:
        """A name that begins with the noun for its kind: `der Thronsaal der Katzen`."""
        return name.lower().startswith(noun.one.lower())

    def formed(self, name: str, how: str) -> str:
        """`von Spieler 1`; others stand as they are."""
        return f"von {name}" if how == "of" else name

    def cased(self, words: str, case: str) -> str:
        """Pick a case of all that has not one yet."""
        at = CASES.index(case)
        return _CASED.sub(lambda found: found[1].split(_NEXT)[at], words)

    # ---- where words meet

    def join(self, left: str, right: str) -> str:
        """Nothing changes where words meet; prepositions and articles melt together in the end."""
        return left + right

    def plural(self, number: int) -> bool:
        """Only one is singular."""
        return number != 1

    # ---- noun phrases

    def _noun(self, noun: Noun, *, plural: bool) -> str:
        if not noun.cases:
            return noun.many if plural else noun.one
        akk, dat, gen, many = noun.cases
        if plural:
            return _cases((noun.many, noun.many, many, noun.many))
        return _cases((noun.one, akk, dat, gen))

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """Head, place and tail."""
        text = self._noun(np.noun, plural=plural)
        if np.place is not None:
            where = self.cased(self.show(np.place), "dat")
            on = (np.place.noun.at or "in") != "in"
            text += f" {'von' if on else 'aus'} {where}" if source else f" {np.place.noun.at or 'in'} {where}"
        return text + _NUMBERED.sub(lambda found: found[2 if plural else 1], np.tail)

    def show(self, np: Np, *, source: bool = False) -> str:
        """`deine Karte`, `der Wert dieser Karte`, `die Karten`, `eine Karte`."""
        body = self.bare(np, plural=np.plural, source=source)
        if np.noun.named or np.det == "none":
            return self._addressed(np, body)
        if np.plural and np.noun.whole is not None:
            return f"{_ending('', _THE, 'p')} {body}" if np.noun.whole else self._addressed(np, body)
        if np.owner is not None and not np.noun.fixed:
            if np.owner.kind == "of":
                return f"{self._with(np, '', _THE)} {body} {self._of(np.owner.words)}"
            return f"{self._with(np, self._possessive(np.owner), _A)} {body}"
        if np.noun.fixed or np.det == "the":
            return f"{self._with(np, '', _THE)} {body}"
        if np.det == "a":
            return body if np.plural else f"{self._with(np, 'ein', _A)} {body}"
        if np.det == "each":
            return self.each(np)
        return f"{self._with(np, 'dies', _THIS)} {body}"

    def _possessive(self, owner: Owner) -> str:
        if owner.kind == "you":
            return "dein"
        return "ihr" if owner.gender == "f" else "sein"

    def _addressed(self, np: Np, body: str) -> str:
        """Words of a pack that say "deine" have its cases too."""
        if np.plural and body.startswith("deine "):
            return _ending("dein", _A, "p") + body.removeprefix("deine")
        return body

    def _with(self, np: Np, stem: str, endings: Mapping[str, str]) -> str:
        return _ending(stem, endings, "p" if np.plural else np.noun.gender)

    def _of(self, words: str) -> str:
        """Whose: the genitive of what has one, else `von`."""
        return self.cased(words, "gen") if _OPEN in words else f"von {words}"

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
        return f"{self._with(single, 'ein', _A)} {self.bare(single, plural=False, source=source)}"

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
        return f"{_ending('jed', _THIS, np.noun.gender)} {self.bare(np, plural=False)}"

    def each_one(self, np: Np) -> str:
        """`jede`."""
        return _ending("jed", _THIS, np.noun.gender)

    def every(self, np: Np) -> str:
        """`alle deine Karten`."""
        return f"{_ending('all', _THIS, 'p')} {self.show(replace(np, plural=True, det='none'))}"

    def none(self, np: Np) -> str:
        """`keine Karte`."""
        single = replace(np, plural=False)
        return f"{self._with(single, 'kein', _A)} {self.bare(single, plural=False)}"

    def number(self, count: int, np: Np) -> str:
        """`3 Karten`."""
        return f"{count} {self.bare(np, plural=self.plural(count))}"

    def inside(self, np: Np) -> str:
        """`in deiner Hand`; a hole that asks for the accusative says where to: `in deine Hand`."""

        def lying(found: re.Match[str]) -> str:
            _, akk, dat, _ = found[1].split(_NEXT)
            return _cases((dat, akk, dat, dat))

        return f"{np.noun.at or 'in'} {_CASED.sub(lying, self.show(np))}"

    def which(self, np: Np) -> str:
        """`der`, `die` or `das`, as a subject."""
        return f"{_ONE}{_THE[np.noun.gender].split()[0]}{_OR_MANY}die{_END}"

    def whose(self, np: Np) -> str:
        """`deren` or `dessen`."""
        return f"{_ONE}{'deren' if np.noun.gender == 'f' else 'dessen'}{_OR_MANY}deren{_END}"

    def listing(self, items: list[str], word: str) -> str:
        """`a, b und c`."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {'und' if word == 'and' else 'oder'} {items[-1]}"

    # ---- verbs

    def acts(self, text: str) -> bool:
        """A text that can stand after "du darfst" has its forms written out (`{nimm |nimmt |}…{|| nehmen}`)."""
        del text
        return False

    def base(self, text: str) -> str:
        """The same: forms are written out."""
        return text

    def capital(self, text: str) -> str:
        """A capital letter at the start, in every case."""
        found = _CASED.match(text)
        if found is None:
            return text[:1].upper() + text[1:]
        forms = tuple(form[:1].upper() + form[1:] for form in found[1].split(_NEXT))
        return _cases(forms) + text[found.end() :]

    def finish(self, text: str) -> str:
        """Cases nobody asked for, one space between words, prepositions melted with their articles."""
        text = _NUMBERED.sub(r"\1", self.cased(text, "nom"))
        text = " ".join(text.split()).replace(" und, ", " und ").replace(" ,", ",")
        return _CONTRACTS.sub(self._contract, text)

    def _contract(self, found: re.Match[str]) -> str:
        made = _CONTRACTED[found[1].lower()]
        return made.capitalize() if found[1][0].isupper() else made


GRAMMAR = German()
