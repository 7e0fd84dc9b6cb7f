"""The languages we speak.

A language is a folder here: one grammar class (`grammar.py`: articles, plural, agreement, how words meet) and one table of
phrases (`phrases.py`: everything the engine says by itself). Only the language that is asked for is read.
Packs bring their own words, in the languages they declare.
"""

from interpreter.languages.table import FALLBACK, LANGUAGES, Language, in_words, language, spoken

__all__ = ["FALLBACK", "LANGUAGES", "Language", "in_words", "language", "spoken"]
