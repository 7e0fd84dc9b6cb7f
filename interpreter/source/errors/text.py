"""Mistakes in the characters of a file."""

from __future__ import annotations

from interpreter.diagnostics import Problem, Severity, shown
from interpreter.source import limits


class FileTooLarge(Problem):
    """One document is larger than a document may be.

    Example:
        1.1 MB of cards in one file
    Use instead:
        several files in cards/
    """

    code = "pack/file-too-large"
    says = f"file larger than {limits.FILE_BYTES // 1024} KB"


class NotUtf8(Problem):
    """The file is not written in UTF-8.

    Example:
        a file saved as Latin-1 or UTF-16
    Use instead:
        the same file saved as UTF-8
    """

    code = "pack/not-utf8"
    says = "not UTF-8: byte {byte} of the file"
    advice = "save the file as UTF-8"
    byte: int


class ControlCharacter(Problem):
    """The file holds a character that is no text.

    Example:
        a NUL byte
    Use instead:
        nothing in its place
    """

    code = "pack/control-character"
    beside = "not text"
    character: str

    def message(self) -> str:
        return f"control character U+{ord(self.character):04X}"


class InvisibleCharacter(Problem):
    """The text holds a character that cannot be seen but changes how text looks.

    Example:
        a right-to-left override in a name
    Use instead:
        the name without it
    """

    code = "pack/invisible-character"
    beside = "cannot be seen"
    advice = "remove it"
    character: str

    def message(self) -> str:
        return f"invisible control character U+{ord(self.character):04X}"


class TabUsed(Problem):
    """A tab stands in the file; how wide it is depends on the reader.

    Example:
        a line that begins with a tab
    Use instead:
        a line that begins with spaces
    """

    code = "pack/tab"
    beside = "a tab"
    advice = "use spaces"
    indents: bool

    def message(self) -> str:
        return "tab used for indentation" if self.indents else "tab used between words"


class NotText(Problem):
    r"""An escape in double quotes does not give a character.

    Example:
        name: "\ud800"
    Use instead:
        name: "\u00e9"
    """

    code = "pack/not-text"
    says = "not valid text: `{written}`"
    beside = "no such character"
    advice = "write a backslash in double quotes as `\\\\`, or use single quotes"
    written: str


class NotAnIdCharacter(Problem):
    """A key or id holds a letter outside a-z, which may look just like one inside.

    Example:
        a Cyrillic letter in an id
    Use instead:
        the Latin letter
    """

    code = "pack/id-character"
    beside = "not a plain letter"
    character: str

    def help(self) -> str | None:
        if self.character in "“”„‟«»‘’‚":
            return 'put the text in straight quotes: `"…"`'
        return "ids and keys use plain letters a-z, digits and `_`"

    def message(self) -> str:
        return f"character `{shown(self.character)}` (U+{ord(self.character):04X}) in an id or key"


class LineBreakInText(Problem):
    r"""A name or text is told within a line; one that breaks it can pass for a line of the program.

    Example:
        name: "Smith\nWinner: Player 2"
    Use instead:
        name: Smith
    """

    code = "pack/line-break"
    beside = "breaks the line"
    advice = "write it as one line; after `>` several lines of the file are joined into one"
    character: str

    def message(self) -> str:
        what = "a tab" if self.character == "\t" else "a line end"
        return f"a name or text is one line, and {what} stands in it"


class NothingVisible(Problem):
    r"""A name or text is made of characters that cannot be seen.

    Example:
        name: "\u200d"
    Use instead:
        name: Nobody
    """

    code = "pack/nothing-visible"
    says = "nothing of this text can be seen"
    beside = "looks empty"
    advice = "write something that can be read"


class StackedMarks(Problem):
    """A letter carries so many accents that they cover the lines around it.

    Example:
        a letter with thirty accents
    Use instead:
        the letter with those it needs
    """

    code = "pack/stacked-marks"
    says = "more than 4 marks on one letter"
    beside = "covers other lines"
    advice = "leave out the marks that no language needs"


class LooseMark(Problem):
    """An accent has no letter before it: on a screen it stands on what is printed before the name.

    Example:
        a name that begins with an accent
    Use instead:
        the accent behind its letter
    """

    code = "pack/loose-mark"
    says = "a mark without a letter"
    beside = "stands on what comes before"
    advice = "write it behind the letter that it belongs to"


class WideGap(Problem):
    """A name or text has a gap in it: where a screen breaks the line there, what follows passes for a line of its own.

    Example:
        name: "Smith              Winner: Player 2"
    Use instead:
        name: Smith
    """

    code = "pack/wide-gap"
    says = "more than two blanks in a row"
    beside = "a gap"
    advice = "write one space"


class PrivateCharacter(Problem):
    """A text holds a character that has no meaning of its own: each reader sees something else, or a box.

    Example:
        U+E000 in a name
    Use instead:
        a letter, or a sign that Unicode knows
    """

    code = "pack/private-character"
    severity = Severity.WARNING
    beside = "everybody sees something else"
    advice = "use a character that Unicode knows"
    character: str

    def message(self) -> str:
        return f"character U+{ord(self.character):04X} has no meaning of its own, and is printed as an escape"


class MixedLetters(Problem):
    """A word mixes letters of several alphabets, some of which look alike: it may pass for another word.

    Example:
        a name with a Cyrillic letter among Latin ones
    Use instead:
        the name in one alphabet
    """

    code = "pack/mixed-letters"
    severity = Severity.WARNING
    beside = "several alphabets"
    advice = "write the word in one alphabet"
    word: str
    scripts: str

    def message(self) -> str:
        return f"`{shown(self.word)}` mixes letters that look alike: {self.scripts}"


class LookAlike(Problem):
    """A word is written in letters of another alphabet that look like Latin ones: it passes for another word.

    Example:
        a name that reads `Poet` and is Cyrillic
    Use instead:
        the name in Latin letters
    """

    code = "pack/look-alike"
    severity = Severity.WARNING
    beside = "another word than one reads"
    advice = "write it in Latin letters"
    word: str
    script: str

    def message(self) -> str:
        return f"`{shown(self.word)}` looks like a Latin word, and its letters are {self.script}"
