"""What verifying can find, as facts with a place; only here are they put in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

MEANINGS = {
    "verify/scenario": "a scenario of the pack itself fails",
    "verify/no-scenario": "the pack has no scenario of its own, so nothing shows that its rules do what they should",
    "verify/scenario-below": "a scenario of a pack below fails on the whole stack, and cites no rule declared as changed",
    "verify/changed-rule": "a scenario of a pack below fails, and cites a rule that this pack changes: listed apart",
    "verify/changed-thing": "a scenario of a pack below fails, and speaks of a thing that this pack changes: listed apart",
    "verify/more-things": "scenarios of a pack below fail only because there are more things in the game: listed apart",
    "verify/fault": "a random game was stopped by a fault of the rules",
    "verify/invariant": "a random game came to a state that no game may come to",
    "verify/endless": "a random game does not end",
    "verify/secret": "what a player is shown or offered depends on what only others know",
    "verify/unreached": "no game reached a script or a branch: it may be rare, or never happen",
    "verify/raw-name": "a text says an id where words are due",
    "verify/same-words": "two things of a kind say the same and do different things",
    "verify/same-thing": "two things of a kind are the same in all but their names",
    "verify/dominated": "two things of a kind differ in a single number only, so one of them is always the better one",
    "verify/stopped": "not all games were played",
}
"""Every code, and what it means: `docs/verify.md` lists them."""


def finding(
    code: str,
    severity: Severity,
    message: str,
    place: Label,
    notes: Sequence[Label] = (),
    help: str | None = None,  # noqa: A002 - the name of the field it fills
) -> Diagnostic:
    """Make a diagnostic of something that was found."""
    assert code in MEANINGS
    return Diagnostic(code, severity, message, place, tuple(notes), help)


def error(code: str, message: str, span: Span, label: str = "", help: str | None = None) -> Diagnostic:  # noqa: A002
    """Something that is wrong."""
    return finding(code, Severity.ERROR, message, Label(span, label), help=help)


def note(code: str, message: str, span: Span, label: str = "", help: str | None = None) -> Diagnostic:  # noqa: A002
    """Something to look at, that may well be meant."""
    return finding(code, Severity.NOTE, message, Label(span, label), help=help)


def two(code: str, severity: Severity, message: str, places: tuple[Span, Span], help: str) -> Diagnostic:  # noqa: A002
    """Something about two things."""
    return finding(code, severity, message, Label(places[0], "one"), [Label(places[1], "the other")], help)


def quoted(names: Sequence[str], most: int = 3) -> str:
    """List names, the first few.

    >>> quoted(["a", "b", "c", "d", "e"])
    '`a`, `b`, `c` and 2 more'
    """
    told = ", ".join(f"`{shown(name)}`" for name in names[:most])
    return f"{told} and {len(names) - most} more" if len(names) > most else told
