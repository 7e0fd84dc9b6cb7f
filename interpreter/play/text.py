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


def french_of(name: str) -> str:
    """`du joueur 1`, `des mercenaires`: a name after "de", with its article."""
    name = name[:1].lower() + name[1:]
    for article, contracted in (("les ", "des "), ("le ", "du "), ("la ", "de la "), ("l’", "de l’")):
        if name.startswith(article):
            return contracted + name.removeprefix(article)
    return f"du {name}"


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
