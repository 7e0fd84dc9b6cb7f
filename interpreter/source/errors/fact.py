"""What the errors of this stage have in common: facts first, words last."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Protocol

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, shown


class Problem(Protocol):
    """A fact about a pack that is wrong."""

    @property
    def span(self) -> Span:
        """Return the place."""

    def diagnostic(self) -> Diagnostic:
        """Put the fact in words."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact whose sentence only has its fields to fill in."""

    code: ClassVar[str]
    says: ClassVar[str]
    label: ClassVar[str] = ""
    cure: ClassVar[str | None] = None
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Fill the fields into the sentence, each shown safely."""
        names = [one.name for one in fields(self) if one.name != "span"]
        message = self.says.format_map({name: shown(getattr(self, name)) for name in names})
        return Diagnostic(self.code, Severity.ERROR, message, Label(self.span, self.label), help=self.cure)


def error(
    code: str,
    message: str,
    label: Label,
    notes: tuple[Label, ...] = (),
    help: str | None = None,  # noqa: A002 - the name of the field it fills
) -> Diagnostic:
    """Make a diagnostic of an error."""
    return Diagnostic(code, Severity.ERROR, message, label, notes, help)
