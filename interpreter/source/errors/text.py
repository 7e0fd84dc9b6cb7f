"""Mistakes in the characters of a file."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, shown
from interpreter.source import limits
from interpreter.source.errors.fact import Fact, error


class FileTooLarge(Fact):
    """One document is larger than a document may be.

    Example:
        1.1 MB of cards in one file
    Use instead:
        several files in cards/
    """

    code = "pack/file-too-large"
    says = f"file larger than {limits.FILE_BYTES // 1024} KB"


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


class ControlCharacter(Facts):
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


class InvisibleCharacter(Facts):
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


class TabUsed(Facts):
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


class NotAnIdCharacter(Facts):
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


class LineBreakInText(Facts):
    r"""A name or text is told within a line; one that breaks it can pass for a line of the program.

    Example:
        name: "Smith\nWinner: Player 2"
    Use instead:
        name: Smith
    """

    code: ClassVar[str] = "pack/line-break"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name what breaks it."""
        what = "a tab" if self.character == "\t" else "a line end"
        return error(
            self.code,
            f"a name or text is one line, and {what} stands in it",
            Label(self.span, "breaks the line"),
            help="write it as one line; after `>` several lines of the file are joined into one",
        )


class NothingVisible(Fact):
    r"""A name or text is made of characters that cannot be seen.

    Example:
        name: "\u200d"
    Use instead:
        name: Nobody
    """

    code = "pack/nothing-visible"
    says = "nothing of this text can be seen"
    label = "looks empty"
    cure = "write something that can be read"


class StackedMarks(Fact):
    """A letter carries so many accents that they cover the lines around it.

    Example:
        a letter with thirty accents
    Use instead:
        the letter with those it needs
    """

    code = "pack/stacked-marks"
    says = "more than 4 marks on one letter"
    label = "covers other lines"
    cure = "leave out the marks that no language needs"


class WideGap(Fact):
    """A name or text has a gap in it: where a screen breaks the line there, what follows passes for a line of its own.

    Example:
        name: "Smith              Winner: Player 2"
    Use instead:
        name: Smith
    """

    code = "pack/wide-gap"
    says = "more than two blanks in a row"
    label = "a gap"
    cure = "write one space"


class PrivateCharacter(Facts):
    """A text holds a character that has no meaning of its own: each reader sees something else, or a box.

    Example:
        U+E000 in a name
    Use instead:
        a letter, or a sign that Unicode knows
    """

    code: ClassVar[str] = "pack/private-character"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name the character."""
        message = f"character U+{ord(self.character):04X} has no meaning of its own, and is printed as an escape"
        label = Label(self.span, "everybody sees something else")
        return Diagnostic(self.code, Severity.WARNING, message, label, help="use a character that Unicode knows")


class MixedLetters(Facts):
    """A word mixes letters of several alphabets, some of which look alike: it may pass for another word.

    Example:
        a name with a Cyrillic letter among Latin ones
    Use instead:
        the name in one alphabet
    """

    code: ClassVar[str] = "pack/mixed-letters"
    span: Span
    word: str
    scripts: str

    def diagnostic(self) -> Diagnostic:
        """Name the word and its alphabets."""
        message = f"`{shown(self.word)}` mixes letters that look alike: {self.scripts}"
        label = Label(self.span, "several alphabets")
        return Diagnostic(self.code, Severity.WARNING, message, label, help="write the word in one alphabet")


class LookAlike(Facts):
    """A word is written in letters of another alphabet that look like Latin ones: it passes for another word.

    Example:
        a name that reads `Poet` and is Cyrillic
    Use instead:
        the name in Latin letters
    """

    code: ClassVar[str] = "pack/look-alike"
    span: Span
    word: str
    script: str

    def diagnostic(self) -> Diagnostic:
        """Name the word and its alphabet."""
        message = f"`{shown(self.word)}` looks like a Latin word, and its letters are {self.script}"
        label = Label(self.span, "another word than one reads")
        return Diagnostic(self.code, Severity.WARNING, message, label, help="write it in Latin letters")
