"""What every error of the checker is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, nearest


class Fact(Facts):
    """An error as facts: subclasses add fields and word them."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    span: Span

    def message(self) -> str:
        """One lower-case clause."""
        raise NotImplementedError

    def label(self) -> str:
        """Five words at most for the place."""
        return ""

    def help(self) -> str | None:
        """What to do, if there is something to do."""
        return None

    def notes(self) -> tuple[Label, ...]:
        """Other places that matter."""
        return ()

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(
            self.code,
            self.severity,
            self.message(),
            Label(self.span, self.label()),
            notes=self.notes(),
            help=self.help(),
        )


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Ask whether the nearest of these names was meant."""
    close = nearest(name, known)
    return f"did you mean `{close}`?" if close else None


def one_of(known: Iterable[str]) -> str:
    """List the first dozen of these names."""
    names = sorted(known)
    return ", ".join(f"`{n}`" for n in names[:12]) + (", …" if len(names) > 12 else "")
