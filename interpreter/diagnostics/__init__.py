"""What went wrong, as data, and the printers that show it.

A `Diagnostic` holds facts: a stable code, a severity, one short message, the
exact place in the author's file, further places, and help. What a stage finds is
a `Problem`, kept by `Problems.report` and put in words by `in_words`; nothing is
raised. Only the renderers here know about columns, colours and caps. This package
imports nothing else of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes

if TYPE_CHECKING:
    from interpreter.diagnostics.as_github import render_github
    from interpreter.diagnostics.as_json import facts_of, render_json
    from interpreter.diagnostics.as_sarif import render_sarif
    from interpreter.diagnostics.as_text import render_text
    from interpreter.diagnostics.facts import Facts
    from interpreter.diagnostics.problem import Problem, Problems, in_words
    from interpreter.diagnostics.tree import Diagnostic, Label, Severity, Span, in_order
    from interpreter.diagnostics.words import (
        did_you_mean,
        few_suggestions,
        hides,
        nearest,
        one_of,
        printable,
        shown,
        with_article,
    )

__getattr__ = from_homes(
    __name__,
    {
        "as_github": ("render_github",),
        "as_json": ("facts_of", "render_json"),
        "as_sarif": ("render_sarif",),
        "as_text": ("render_text",),
        "facts": ("Facts",),
        "problem": ("Problem", "Problems", "in_words"),
        "tree": ("Diagnostic", "Label", "Severity", "Span", "in_order"),
        "words": (
            "did_you_mean",
            "few_suggestions",
            "hides",
            "nearest",
            "one_of",
            "printable",
            "shown",
            "with_article",
        ),
    },
)

__all__ = [
    "Diagnostic",
    "Facts",
    "Label",
    "Problem",
    "Problems",
    "Severity",
    "Span",
    "did_you_mean",
    "facts_of",
    "few_suggestions",
    "hides",
    "in_order",
    "in_words",
    "nearest",
    "one_of",
    "printable",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
    "shown",
    "with_article",
]
