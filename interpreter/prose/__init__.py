"""Checked scripts in words: what a card does, what a choice asks.

Texts are made from the typed tree and nothing else, so they cannot disagree with what happens. Where words come from:
verbs of a pack carry theirs in their `text`, things of a pack in its terms (`text/*.yaml`); all the rest is the table of
the language asked for (`interpreter/languages`).
"""

from interpreter.prose.conditions import looked_for
from interpreter.prose.ends import ending_condition, ending_text, value_text
from interpreter.prose.objects import hidden_text, object_text
from interpreter.prose.questions import ABSENT
from interpreter.prose.spelled import shape, unclear
from interpreter.prose.tell import (
    LONG_CLAUSE,
    MAX_CLAUSE,
    card_text,
    failing_text,
    has_option_text,
    heading_text,
    lasting_texts,
    option_text,
    question_text,
    reaction_text,
    said_text,
    says_not,
    statement_text,
    subject_text,
    unsaid,
)
from interpreter.prose.words import Words

__all__ = [
    "ABSENT",
    "LONG_CLAUSE",
    "MAX_CLAUSE",
    "Words",
    "card_text",
    "ending_condition",
    "ending_text",
    "failing_text",
    "has_option_text",
    "heading_text",
    "hidden_text",
    "lasting_texts",
    "looked_for",
    "object_text",
    "option_text",
    "question_text",
    "reaction_text",
    "said_text",
    "says_not",
    "shape",
    "statement_text",
    "subject_text",
    "unclear",
    "unsaid",
    "value_text",
]
