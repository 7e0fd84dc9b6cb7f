"""Mistakes in the characters of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Label, Span, shown
from interpreter.source import limits
from interpreter.source.errors.fact import Fact, error


@dataclass(frozen=True, slots=True)
class FileTooLarge(Fact):
    """One document is larger than a document may be.

    Example:
        1.1 MB of cards in one file
    Use instead:
        several files in cards/
    """

    code = "pack/file-too-large"
    says = f"file larger than {limits.FILE_BYTES // 1024} KB"


@dataclass(frozen=True, slots=True)
class NotUtf8(Fact):
    """The file is not written in UTF-8.

    Example:
        a file saved as Latin-1 or UTF-16
    Use instead:
        the same file saved as UTF-8
    """

    code = "pack/not-utf8"
    says = "not UTF-8: byte {byte} of the file"
    cure = "save the file as UTF-8"
    byte: int


@dataclass(frozen=True, slots=True)
class ControlCharacter:
    """The file holds a character that is no text.

    Example:
        a NUL byte
    Use instead:
        nothing in its place
    """

    code: ClassVar[str] = "pack/control-character"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name the character."""
        return error(self.code, f"control character U+{ord(self.character):04X}", Label(self.span, "not text"))


@dataclass(frozen=True, slots=True)
class InvisibleCharacter:
    """The text holds a character that cannot be seen but changes how text looks.

    Example:
        a right-to-left override in a name
    Use instead:
        the name without it
    """

    code: ClassVar[str] = "pack/invisible-character"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name the character."""
        return error(
            self.code,
            f"invisible control character U+{ord(self.character):04X}",
            Label(self.span, "cannot be seen"),
            help="remove it",
        )


@dataclass(frozen=True, slots=True)
class TabUsed:
    """A tab stands in the file; how wide it is depends on the reader.

    Example:
        a line that begins with a tab
    Use instead:
        a line that begins with spaces
    """

    code: ClassVar[str] = "pack/tab"
    span: Span
    indents: bool

    def diagnostic(self) -> Diagnostic:
        """Say where the tab stands."""
        what = "tab used for indentation" if self.indents else "tab used between words"
        return error(self.code, what, Label(self.span, "a tab"), help="use spaces")


@dataclass(frozen=True, slots=True)
class NotText(Fact):
    r"""An escape in double quotes does not give a character.

    Example:
        name: "\ud800"
    Use instead:
        name: "\u00e9"
    """

    code = "pack/not-text"
    says = "not valid text: `{written}`"
    label = "no such character"
    cure = "write a backslash in double quotes as `\\\\`, or use single quotes"
    written: str


@dataclass(frozen=True, slots=True)
class NotAnIdCharacter:
    """A key or id holds a letter outside a-z, which may look just like one inside.

    Example:
        a Cyrillic letter in an id
    Use instead:
        the Latin letter
    """

    code: ClassVar[str] = "pack/id-character"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name the character."""
        return error(
            self.code,
            f"character `{shown(self.character)}` (U+{ord(self.character):04X}) in an id or key",
            Label(self.span, "not a plain letter"),
            help="ids and keys use plain letters a-z, digits and `_`",
        )
