"""French: genders, elisions, contractions, and infinitives of what a pack writes as requests."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.languages.grammar import BASE, COMMAND, PRONOUN, THIRD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.languages.nouns import Noun, Np, Range

ASPIRATE = "\ue000"
"""Stands before a word whose h is not mute, until the text is finished."""
AGAIN = "\ue001"
"""Stands for the conjunction that a second clause repeats, until the text is finished."""
NO_BREAK = "\u00a0"
_ARTICLES = ("les ", "le ", "la ", "l’")

# Requests whose infinitive is not in -er, with every verb made of them by a prefix (`remettez`, `reprenez`).
INFINITIVES = (
    ("mettez", "mettre"), ("prenez", "prendre"), ("perdez", "perdre"), ("rendez", "rendre"), ("vendez", "vendre"),
    ("attendez", "attendre"), ("défendez", "défendre"), ("descendez", "descendre"), ("répondez", "répondre"),
    ("recevez", "recevoir"), ("tenez", "tenir"), ("venez", "venir"), ("couvrez", "couvrir"), ("offrez", "offrir"),
    ("struisez", "struire"), ("truisez", "truire"), ("duisez", "duire"), ("suivez", "suivre"), ("battez", "battre"),
    ("joignez", "joindre"), ("courez", "courir"), ("faites", "faire"),
)  # fmt: skip
IRREGULAR = {
    "ouvrez": "ouvrir", "sortez": "sortir", "partez": "partir", "servez": "servir", "lisez": "lire", "élisez": "élire",
    "vivez": "vivre", "dites": "dire", "voyez": "voir", "devez": "devoir", "pouvez": "pouvoir", "voulez": "vouloir",
    "ayez": "avoir", "soyez": "être", "savez": "savoir",
}  # fmt: skip
_ISSER = re.compile(r"^(gl|h|t|pl|v)issez$|aissez$")
_REQUEST = re.compile(
    r"(?<![\w’])(?<!vous )([^\W\d_]+ez|faites|dites|refaites)(?:-(la|les|le|l’|y|en|lui|leur))?(?!\w)"
)
_NOT_REQUESTS = frozenset(("chez", "assez", "nez", "rez"))
_QUALITIES = {
    "different": ("différent", "différente", "différents", "différentes"),
    "highest": ("le plus élevé", "la plus élevée", "les plus élevés", "les plus élevées"),
    "lowest": ("le plus bas", "la plus basse", "les plus bas", "les plus basses"),
    "total": ("total", "totale", "totaux", "totales"),
    "printed": ("imprimé", "imprimée", "imprimés", "imprimées"),
}
"""Adjectives, which stand behind their noun: of one and of many, by gender."""
_MARK = re.compile(r" +([:;?!»])")
_THAN_N = re.compile(r"\b(plus|moins) que (?=\d)")
_AGAIN = re.compile(rf"{AGAIN}(.)")
_IF_HE = re.compile(r"\b([Ss])i (ils?\b)")


class French:
    """French."""

    def __init__(self) -> None:
        self.lang = "fr"
        self.forms = {COMMAND: 0, THIRD: 1, PRONOUN: 1, BASE: 2}
        self.article = re.compile(r"(le |la |les |l[’'])")
        self.to_you = re.compile(r"\b(vous|votre|vos)\b", re.IGNORECASE)
        self.at, self.own_det = "sur", "the"

    # ---- terms and names

    def term(self, noun: Noun, given: Mapping[str, str], article: str) -> Noun:
        """Its gender, and whether its h keeps the article whole."""
        noun = replace(noun, gender=given.get("gender") or ("f" if article == "la " else "m"))
        if article == "les ":  # always several: the article belongs to it
            noun = replace(noun, one=article + noun.one, many=article + noun.many, named=True)
        if given.get("h") == "aspirate":
            noun = replace(noun, one=ASPIRATE + noun.one, many=ASPIRATE + noun.many)
        return noun

    def has_article(self, name: str, noun: Noun) -> bool:
        """A name that begins with the noun for its kind: `la salle du trône des Félins`."""
        return name.lower().startswith(noun.one.lower())

    def formed(self, name: str, how: str) -> str:
        """`le joueur 1`, `du joueur 1`, `aux mercenaires`; a name with an article of its own keeps it.

        A sentence behind a colon (`clause`) stands as it is.
        """
        if how == "clause":
            return name
        name = name[:1].lower() + name[1:]
        name = name if name.startswith(_ARTICLES) else f"le {name}"
        return name if how == "the" else self.join({"of": "de ", "to": "à "}[how], name)

    def cased(self, words: str, case: str) -> str:
        """There are no cases."""
        del case
        return words

    def unseen(self, noun: Noun) -> tuple[str, str]:
        """`carte cachée`, `cartes cachées`."""
        hidden = "cachée" if noun.gender == "f" else "caché"
        return f"{noun.one} {hidden}".replace(ASPIRATE, ""), f"{noun.many} {hidden}s".replace(ASPIRATE, "")

    def which(self, np: Np) -> str:
        """`qui`."""
        del np
        return "qui"

    def of_which(self, np: Np) -> str:
        """`dont`."""
        del np
        return "dont"

    def whose(self, np: Np) -> str:
        """`dont`."""
        del np
        return "dont"

    # ---- where words meet

    def join(self, left: str, right: str) -> str:
        """`de le` becomes `du`, `à les` `aux`, `de une` `d'une`, `si il` `s'il`."""
        if not left.endswith(" ") or not right:
            return left + right
        last = left.rstrip(" ").rpartition(" ")[2]
        head = left.rstrip(" ").removesuffix(last)
        low = last.lower()
        contracted = self._contracted(low, right)
        if contracted is not None:
            word, rest = contracted
            return head + (word.capitalize() if last[:1].isupper() else word) + rest
        if low in ("de", "que", "le", "la", "ne", "se", "jusque", "lorsque", "puisque") and self._mute(right):
            return head + last[:-1] + "’" + right
        if low == "si" and re.match(r"ils?\b", right):
            return head + last[:-1] + "’" + right
        return left + right

    def _contracted(self, last: str, right: str) -> tuple[str, str] | None:
        article, _, rest = right.partition(" ")
        pairs = {
            ("de", "le"): "du ",
            ("de", "les"): "des ",
            ("à", "le"): "au ",
            ("à", "les"): "aux ",
            ("de", "des"): "de ",
        }
        word = pairs.get((last, article))
        return (word, rest) if word and rest else None

    def _mute(self, text: str) -> bool:
        first = unicodedata.normalize("NFD", text[:1]).lower()[:1]
        return bool(first) and first in "aeiouhœ"

    # ---- noun phrases

    def plural(self, number: int) -> bool:
        """From two on."""
        return abs(number) >= 2

    def bare(self, np: Np, *, plural: bool, source: bool = False) -> str:
        """Head, place and tail."""
        text = np.noun.many if plural else np.noun.one
        if np.place is not None:
            text += self.join(" de ", self.show(np.place)) if source else f" {self.inside(np.place)}"
        return text + np.tail

    def show(self, np: Np, *, source: bool = False) -> str:
        """`votre tuile`, `le numéro de cette tuile`, `les tuiles`, `une tuile`."""
        body = self.bare(np, plural=np.plural, source=source)
        if np.noun.named or np.det == "none":
            return body
        if np.plural and np.noun.whole is not None:
            return np.noun.whole + body
        if np.owner is not None and not np.noun.fixed:
            if np.owner.kind == "of":
                return self._the(np, body) + self.join(" de ", np.owner.words)
            return f"{self._possessive(np, body)} {body}"
        if np.noun.fixed or np.det == "the":
            return self._the(np, body)
        if np.det == "a":
            return f"des {body}" if np.plural else f"{self._un(np)} {body}"
        if np.det == "each":
            return self.each(np)
        return f"{self._ce(np, body)} {body}"

    def _feminine(self, np: Np) -> bool:
        return np.noun.gender == "f"

    def _the(self, np: Np, body: str) -> str:
        if np.plural:
            return f"les {body}"
        return self.join("la " if self._feminine(np) else "le ", body)

    def _un(self, np: Np) -> str:
        return "une" if self._feminine(np) else "un"

    def _ce(self, np: Np, body: str) -> str:
        if np.plural:
            return "ces"
        if self._feminine(np):
            return "cette"
        return "cet" if self._mute(body) else "ce"

    def _possessive(self, np: Np, body: str) -> str:
        assert np.owner is not None
        if np.owner.kind == "you":
            return "vos" if np.plural else "votre"
        if np.plural:
            return "ses"
        return "sa" if self._feminine(np) and not self._mute(body) else "son"

    def qualified(self, noun: Noun, quality: str) -> Noun:
        """`couleurs différentes`, `la force la plus élevée`."""
        if noun.named:
            return noun
        one, feminine, many, feminines = _QUALITIES[quality]
        if noun.gender == "f":
            one, many = feminine, feminines
        return replace(noun, one=_with_adjective(noun.one, one), many=_with_adjective(noun.many, many))

    def one_of(self, np: Np, *, source: bool = True) -> str:
        """`l'une de vos tuiles`, `une carte de votre main`, `une carte au hasard de sa main`."""
        del source  # "de" says both
        if np.noun.named:
            return self.show(np)
        chance = " au hasard" if np.random else ""
        if np.owner is not None:
            words = self.show(replace(np, plural=True), source=True)
            return f"l’{self._un(np)}{self.join(' de ', words)}{chance}"
        noun = replace(np.noun, one=np.noun.one + chance)
        return f"{self._un(np)} {self.bare(replace(np, noun=noun), plural=False, source=True)}"

    def several(self, count: Range, np: Np, *, source: bool = True) -> str:
        """`jusqu'à 2 cartes de votre main`, `1 ou 2 de vos tuiles`."""
        del source
        single = count.high == "1"
        if np.owner is not None:
            what = self.join("de ", self.show(replace(np, plural=True), source=True))
        else:
            what = self.bare(np, plural=not single, source=True)
        return f"{self.span(count)} {what}"

    def span(self, count: Range) -> str:
        """`2`, `jusqu'à 2`, `1 ou 2`, `1 à 3`."""
        if count.low is None:
            return count.high
        if count.low == "0":
            return f"jusqu’à {count.high}"
        return (
            f"{count.low} ou {count.high}" if (count.low, count.high) == ("1", "2") else f"{count.low} à {count.high}"
        )

    def each(self, np: Np) -> str:
        """`chacune de vos tuiles`, `chaque tuile du marché`; names are just listed."""
        if np.noun.named:
            return self.show(np)
        if np.owner is not None:
            words = self.show(replace(np, plural=True, det="the"))
            return f"chac{self._un(np)}{self.join(' de ', words)}"
        return f"chaque {self.bare(np, plural=False, source=True)}"

    def each_one(self, np: Np) -> str:
        """`chacune`."""
        return f"chac{self._un(np)}"

    def every(self, np: Np) -> str:
        """`toutes vos cartes`."""
        return f"{'toutes' if self._feminine(np) else 'tous'} {self.show(replace(np, plural=True, det='the'))}"

    def none(self, np: Np) -> str:
        """`aucune tuile`."""
        return f"auc{self._un(np)} {self.bare(np, plural=False)}"

    def number(self, count: int, np: Np) -> str:
        """`3 tuiles`."""
        return f"{count} {self.bare(np, plural=self.plural(count))}"

    def that_many(self, many: str, *, mass: bool = False) -> str:
        """`autant de jetons`."""
        del mass
        return self.join("autant de ", many)

    def inside(self, np: Np) -> str:
        """`dans votre main`, `sur cette tuile`, `au marché`."""
        return self.join(f"{np.noun.at or 'dans'} ", self.show(np))

    def listing(self, items: list[str], word: str) -> str:
        """`a, b et c`."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {'et' if word == 'and' else 'ou'} {items[-1]}"

    def clauses(self, items: list[str], word: str) -> str:
        """`si a et que b`: the conjunction is said again."""
        if len(items) < 2:
            return "".join(items)
        return "".join([items[0], *(f" {'et' if word == 'and' else 'ou'} {AGAIN}{item}" for item in items[1:])])

    def alone(self, clause: str) -> str:
        """Clauses joined without a conjunction before the first."""
        return clause.replace(AGAIN, "")

    # ---- verbs

    def requested(self, verb: str) -> str:
        """The same word."""
        return verb

    def doing(self, who: str, *, you: bool, written: str, base: str, third: str | None) -> str | None:
        """`votre rival vient de défausser une carte`."""
        del written, third
        return self.join(f"{'vous venez' if you else f'{who} vient'} de ", base)

    def acts(self, text: str) -> bool:
        """A request begins with a verb in -ez, or one of the few others."""
        found = _REQUEST.match(text)
        return found is not None and found[1] not in _NOT_REQUESTS

    def base(self, text: str) -> str:
        """Every request in the text as an infinitive, pronouns put before it."""
        return _REQUEST.sub(self._infinitive, text)

    def _infinitive(self, found: re.Match[str]) -> str:
        word, pronoun = found[1], found[2]
        if word in _NOT_REQUESTS:
            return found[0]
        made = infinitive(word)
        return self.join(f"{pronoun} ", made) if pronoun else made

    def third(self, text: str) -> str | None:
        """Only a text that writes its forms out has it."""
        del text
        return None

    def statement(self, clause: str, *, subject: bool) -> str:
        """The same words."""
        del subject
        return clause

    def capital(self, text: str) -> str:
        """A capital letter at the start."""
        return text[:1].upper() + text[1:]

    def finish(self, text: str) -> str:
        """One space between words, a no-break space before high marks; `moins de 3`, though `moins que le coût`."""
        text = _IF_HE.sub(r"\1’\2", " ".join(_AGAIN.sub(_repeated, text.replace(ASPIRATE, "")).split()))
        text = _THAN_N.sub(r"\1 de ", text)
        return _MARK.sub(NO_BREAK + r"\1", text).replace("« ", f"«{NO_BREAK}")


def _repeated(found: re.Match[str]) -> str:
    """`que` before a clause, with its elision."""
    return GRAMMAR.join("que ", found[1])


def _with_adjective(words: str, adjective: str) -> str:
    """An adjective behind the noun that some words begin with: `coût total en pièces`."""
    noun, space, rest = words.partition(" ")
    return f"{noun} {adjective}{space}{rest}"


def infinitive(word: str) -> str:
    """The infinitive of a request in -ez.

    >>> infinitive("recrutez"), infinitive("remettez"), infinitive("choisissez"), infinitive("glissez")
    ('recruter', 'remettre', 'choisir', 'glisser')
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("issez") and not _ISSER.search(word):
        return word[:-4].removesuffix("s") + "r"
    for ending, made in INFINITIVES:
        if word.endswith(ending):
            return word.removesuffix(ending) + made
    return word[:-1] + "r"


GRAMMAR = French()
