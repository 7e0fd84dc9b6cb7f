"""What the terminal says to a player, and what a player may type; both stand in the tables of the languages."""

from __future__ import annotations

from interpreter.diagnostics import printable
from interpreter.languages import FALLBACK, LANGUAGES, language

__all__ = ["LANGUAGES", "command_of", "commands", "player_name", "say", "says_yes"]


def say(lang: str, key: str, **facts: object) -> str:
    """Give a sentence in a language. What it tells of stays on one line."""
    told = {name: printable(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    return language(lang).terminal[key].format(**told)


def player_name(lang: str, seat: int, who: str | None = None) -> str:
    """Name a seat; `who` adds what plays there."""
    if who is None:
        return say(lang, "player", number=seat + 1)
    return say(lang, "player_is", number=seat + 1, who=say(lang, "human") if who == "human" else who)


def commands(lang: str) -> dict[str, str]:
    """What a player may type, with its meaning: the words of the language, and the English ones, which always work."""
    return {
        word: meaning
        for spoken in (lang, FALLBACK)
        for meaning, words in language(spoken).commands.items()
        for word in words
    }


def command_of(lang: str, word: str) -> str | None:
    """What a word means that a player typed, if it is one of the commands."""
    return commands(lang).get(word)


def says_yes(lang: str, answer: str) -> bool:
    """Whether an answer is a yes; an English one is understood in every language."""
    return answer.lower() in (*language(lang).yes, *language(FALLBACK).yes)
