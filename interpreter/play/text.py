"""A text in the languages we speak."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The same in English and French."""

    en: str
    fr: str

    def get(self, lang: str) -> str:
        """The text in a language; English where there is none."""
        return self.fr if lang == "fr" else self.en


def colon(lang: str) -> str:
    """What stands between a heading and what it is about: French has a space before it."""
    return " : " if lang == "fr" else ": "


_ARTICLES = ("les ", "le ", "la ", "l’")


def french_the(name: str) -> str:
    """`le joueur 1`; a name with an article of its own keeps it."""
    name = name[:1].lower() + name[1:]
    return name if name.startswith(_ARTICLES) else f"le {name}"


def french_of(name: str) -> str:
    """`du joueur 1`, `des mercenaires`: a name after "de", with its article."""
    name = french_the(name)
    for article, contracted in (("les ", "des "), ("le ", "du ")):
        if name.startswith(article):
            return contracted + name.removeprefix(article)
    return f"de {name}"


def same(text: str) -> Text:
    """A text that is the same in every language."""
    return Text(text, text)


def folded(text: str) -> str:
    """What a person typed, or what it is compared with: case, accents and doubled spaces make no difference.

    >>> folded("  Fosse  SACRÉE ") == folded("fosse sacree")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'"))
    return " ".join("".join(mark for mark in plain if not unicodedata.combining(mark)).split())
