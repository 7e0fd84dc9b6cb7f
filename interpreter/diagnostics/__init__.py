"""What went wrong, as data, and the printers that show it.

A `Diagnostic` holds facts: a stable code, a severity, one short message, the
exact place in the author's file, further places, and help. Stages collect
them in lists and return them; nothing is raised. Only the renderers here know
about columns, colours and caps. This package imports nothing else of ours.
"""

from interpreter.diagnostics.render_github import render_github
from interpreter.diagnostics.render_json import facts_of, render_json
from interpreter.diagnostics.render_sarif import render_sarif
from interpreter.diagnostics.render_text import render_text
from interpreter.diagnostics.tree import Diagnostic, Label, Severity, Span, in_order
from interpreter.diagnostics.words import hides, nearest, printable, shown

__all__ = [
    "Diagnostic",
    "Label",
    "Severity",
    "Span",
    "facts_of",
    "hides",
    "in_order",
    "nearest",
    "printable",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
    "shown",
]
