"""What the errors of this stage have in common: facts first, words last."""

from __future__ import annotations

from typing import ClassVar, Protocol

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, shown


class Problem(Protocol):
    """A fact about a pack that is wrong."""

    @property
    def span(self) -> Span:
        """Return the place."""

    def diagnostic(self) -> Diagnostic:
        """Put the fact in words."""


class Fact(Facts):
    """A fact whose sentence only has its fields to fill in."""

    code: ClassVar[str]
    says: ClassVar[str]
    label: ClassVar[str] = ""
    cure: ClassVar[str | None] = None
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Fill the fields into the sentence, each shown safely."""
        names = [name for name in self.fields if name != "span"]
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
