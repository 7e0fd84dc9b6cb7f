"""The list of languages, and how one of them is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.languages.grammar import Grammar
    from interpreter.languages.nouns import Noun

LANGUAGES = ("en", "fr", "de")
"""Every language by its code; each is a folder beside this file."""
FALLBACK = "en"
"""Spoken where there are no words in the language asked for."""


@record(frozen=True, slots=True)
class Language:
    """One language: its grammar, and the table of what the engine says in it, a part for each who speaks."""

    code: str
    grammar: Grammar
    prose: Mapping[str, str]
    nouns: Mapping[str, Noun]
    statements: Mapping[str, str]
    levels: Mapping[str, str]
    to_self: Mapping[str, str]
    functions: Mapping[str, str]
    over: Mapping[str, str]
    play: Mapping[str, str]
    log: Mapping[str, str]
    why: Mapping[str, str]
    terminal: Mapping[str, str]
    commands: Mapping[str, tuple[str, ...]]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    saves: Mapping[str, str]
    numerals: Mapping[str, int]
    leave: tuple[str, ...]
    either: tuple[str, ...]
    page: Mapping[str, str]
    rules: Mapping[str, str]
    meanings: Mapping[str, str]


def in_words(texts: Mapping[str, str], code: str, fallback: str = "") -> str:
    """A text by language in the one asked for; else in English, else in the first of our languages that it has."""
    return texts.get(code) or next((texts[one] for one in (FALLBACK, *LANGUAGES) if texts.get(one)), fallback)


def spoken(code: str) -> str:
    """A language the engine speaks: the one asked for, or the fallback."""
    return code if code in LANGUAGES else FALLBACK


def language(code: str) -> Language:
    """A language by its code; the fallback for one we do not speak. It is read when it is first asked for."""
    return _read(spoken(code))


@cache
def _read(code: str) -> Language:
    folder = f"{__package__}.{code}"
    table = import_module(f"{folder}.phrases")
    return Language(
        code,
        import_module(f"{folder}.grammar").GRAMMAR,
        table.PROSE,
        table.NOUNS,
        table.STATEMENTS,
        table.LEVELS,
        table.TO_SELF,
        table.FUNCTIONS,
        table.OVER,
        table.PLAY,
        table.LOG,
        table.WHY,
        table.TERMINAL,
        table.COMMANDS,
        table.YES,
        table.NO,
        table.SAVES,
        table.NUMERALS,
        table.LEAVE,
        table.EITHER,
        import_module(f"{folder}.page").PAGE,
        import_module(f"{folder}.rules").RULES,
        import_module(f"{folder}.rules").MEANINGS,
    )
