"""Everything the syntax stage can report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, shown

ALLOWED = "scripts are written with small letters a-z, digits 0-9, `_` and + - * / . , ( ) [ ] < > = : #"


@dataclass(frozen=True, slots=True)
class Unexpected:
    """A word or sign stands where the grammar has no place for it.

    Example:
        gain 2 + wood
    Use instead:
        gain 2 wood
    """

    code: ClassVar[str] = "syntax/unexpected"
    span: Span
    token: str
    expected: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        what = f"unexpected {self.token}"
        wanted = ", ".join(self.expected[:8])
        return Diagnostic(
            self.code,
            Severity.ERROR,
            what,
            Label(self.span, "not expected here"),
            help=f"expected {wanted}" if wanted else None,
        )


@dataclass(frozen=True, slots=True)
class StrayCharacter:
    """A character that no script contains.

    Example:
        gain 2 wood!
    Use instead:
        gain 2 wood
    """

    code: ClassVar[str] = "syntax/stray-character"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(
            self.code,
            Severity.ERROR,
            f"unexpected character `{shown(self.character)}`",
            Label(self.span, "not part of the language"),
            help="names start with a letter a-z" if self.character == "_" else ALLOWED,
        )


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A script goes beyond a limit on its length, its nodes, its depth or a number in it.

    Example:
        gain 99999999 wood
    Use instead:
        gain 9 wood
    """

    code: ClassVar[str] = "syntax/too-large"
    span: Span
    what: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(self.code, Severity.ERROR, self.what, Label(self.span, "limit passed here"))


@dataclass(frozen=True, slots=True)
class EmptyScript:
    """A script without a single statement.

    Example:
        effect: ""
    Use instead:
        effect: gain 1 wood
    """

    code: ClassVar[str] = "syntax/empty-script"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(self.code, Severity.ERROR, "the script is empty", Label(self.span, "nothing here"))


@dataclass(frozen=True, slots=True)
class BadIndentation:
    """A line is indented to a depth that no line above has.

    Example:
        repeat 2:
            gain 1 wood
          gain 1 coins
    Use instead:
        repeat 2:
          gain 1 wood
          gain 1 coins
    """

    code: ClassVar[str] = "syntax/bad-indentation"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(
            self.code,
            Severity.ERROR,
            "this line is indented unlike the lines above",
            Label(self.span, "indented here"),
            help="indent blocks with spaces, all lines of a block alike",
        )


SyntaxProblem = Unexpected | StrayCharacter | TooLarge | EmptyScript | BadIndentation
