"""A text in the languages we speak."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The same in English and French."""

    en: str
    fr: str

    def get(self, lang: str) -> str:
        """The text in a language; English where there is none."""
        return self.fr if lang == "fr" else self.en


def same(text: str) -> Text:
    """A text that is the same in every language."""
    return Text(text, text)
