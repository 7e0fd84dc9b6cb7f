"""Owns how much of a long list of problems is shown."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics.tree import Diagnostic, Severity, in_order

SHOWN_DIAGNOSTICS = 20
"""The most problems of one pack that are printed."""

SHOWN_BYTES = 64 * 1024
"""The most bytes that one report takes, whatever the pack holds."""


def worst_first(diagnostics: Iterable[Diagnostic]) -> tuple[list[Diagnostic], int]:
    """Choose what to show, in order of place, and count what is left out.

    Errors are kept before warnings and these before notes, so that a cap never hides why a pack fails.
    """
    ordered = in_order(diagnostics)
    ranked = sorted(ordered, key=lambda one: list(Severity).index(one.severity))
    kept = in_order(ranked[:SHOWN_DIAGNOSTICS])
    return kept, len(ordered) - len(kept)
