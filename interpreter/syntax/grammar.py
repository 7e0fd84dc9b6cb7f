"""Find the grammar: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def grammar_text() -> str:
    """Read `effects.lark`."""
    package = resources.files("interpreter")
    for place in (package / "_grammar" / "effects.lark", package / ".." / "grammar" / "effects.lark"):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    message = "grammar/effects.lark is missing from this installation"
    raise FileNotFoundError(message)
