"""What went wrong, as data, and the printers that show it.

A `Diagnostic` holds facts: a stable code, a severity, one short message, the
exact place in the author's file, further places, and help. Stages collect
them in lists and return them; nothing is raised. Only the renderers here know
about columns, colours and caps. This package imports nothing else of ours.
"""

from interpreter.diagnostics.render_json import render_json
from interpreter.diagnostics.render_text import render_text
from interpreter.diagnostics.tree import Diagnostic, Label, Severity, Span, in_order
from interpreter.diagnostics.words import nearest, shown

__all__ = [
    "Diagnostic",
    "Label",
    "Severity",
    "Span",
    "in_order",
    "nearest",
    "render_json",
    "render_text",
    "shown",
]
