"""Checked scripts in words: what a card does, what a choice asks, in English and French.

Texts are made from the typed tree and nothing else, so they cannot disagree with what happens. Where words come from:
engine statements and functions carry theirs in the registry (`interpreter/primitives`), verbs of a pack in their `text`,
things of a pack in its terms (`text/*.yaml`); the rest is the table of `phrases`.
"""

from interpreter.prose.questions import ABSENT
from interpreter.prose.tell import card_text, failing_text, option_text, question_text, statement_text

__all__ = ["ABSENT", "card_text", "failing_text", "option_text", "question_text", "statement_text"]
