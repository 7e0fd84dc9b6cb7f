"""Everything the syntax stage can report."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, shown

ALLOWED = "scripts are written with small letters a-z, digits 0-9, `_` and + - * / . , ( ) [ ] < > = : #"


class Unexpected(Facts):
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
    key: str = ""
    meant: str = ""

    def diagnostic(self) -> Diagnostic:
        """Word the error; `key` is what may be a field that stands too deep, `meant` what to write instead."""
        what = f"unexpected {self.token}"
        wanted = ", ".join(self.expected[:8])
        if self.key:
            what += f" after `{self.key}`"
        help_ = self.meant or (f"expected {wanted}" if wanted else None)
        if self.key:
            help_ = f"if `{self.key}` is a field and not part of the script, align it with the fields above"
        return Diagnostic(self.code, Severity.ERROR, what, Label(self.span, "not expected here"), help=help_)


class Unclosed(Facts):
    """A bracket is opened and never closed, so the next line is read as part of it.

    Example:
        set my.coins to (my.points + 1
        gain 1 wood
    Use instead:
        set my.coins to (my.points + 1)
        gain 1 wood
    """

    code: ClassVar[str] = "syntax/unclosed"
    span: Span
    opened: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        closing = "]" if self.opened == "[" else ")"
        message = f"`{self.opened}` is never closed"
        return Diagnostic(
            self.code, Severity.ERROR, message, Label(self.span, "opened here"), help=f"write `{closing}`"
        )


class StrayCharacter(Facts):
    """A character that no script contains.

    Example:
        gain 2 wood!
    Use instead:
        gain 2 wood
    """

    code: ClassVar[str] = "syntax/stray-character"
    span: Span
    character: str
    word: str = ""

    def diagnostic(self) -> Diagnostic:
        """Word the error; a space that only looks like one is named, since nobody sees the difference."""
        named, cure = f"`{shown(self.character)}`", ALLOWED
        if self.word:
            cure = f"write `{shown(self.word.lower())}`: scripts have small letters only"
        if self.character == ";":
            cure = "write each statement on a line of its own"
        elif self.character == "_":
            cure = "names start with a letter a-z"
        elif self.character in "\"'“”«»":
            cure = "no words stand in a script: write the name of a term of text/, which has them in each language"
        elif self.character in "{}":
            cure = "`{NAME}` is filled by `for_each` or `for_rows` of the item: write one of the names there"
        elif unicodedata.category(self.character or "_") == "Zs":
            named = f"U+{ord(self.character):04X} ({unicodedata.name(self.character).lower()})"
            cure = "type an ordinary space in its place"
        label = Label(self.span, "not part of the language")
        return Diagnostic(self.code, Severity.ERROR, f"unexpected character {named}", label, help=cure)


class TooLarge(Facts):
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


class EmptyScript(Facts):
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


class NotWhole(Facts):
    """A number has a fraction; scripts count in whole numbers.

    Example:
        gain 1.5 wood
    Use instead:
        gain 2 wood
    """

    code: ClassVar[str] = "syntax/not-whole"
    span: Span
    written: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(
            self.code,
            Severity.ERROR,
            f"`{self.written}` is not a whole number",
            Label(self.span, "has a fraction"),
            help="scripts know whole numbers only; for a half, divide: `/ 2` rounds down",
        )


class OtherSign(Facts):
    """A sign of another language; scripts say it with a word, or with another sign.

    Example:
        if my.wood == 2:
          stop
    Use instead:
        if my.wood is 2:
          stop
    """

    code: ClassVar[str] = "syntax/other-sign"
    span: Span
    sign: str
    meant: str
    gives: bool = False

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        what = f"`{self.sign}` does not compare" if self.sign == "=" else f"scripts have no `{self.sign}`"
        why = "to compare, " if self.meant in ("is", "is not", ">=", "<=") else ""
        other = "; to give a value, write `let NAME = VALUE` or `set COUNTER to VALUE`" if self.gives else ""
        return Diagnostic(
            self.code,
            Severity.ERROR,
            what,
            Label(self.span, "only after `let NAME`" if self.sign == "=" else "not part of the language"),
            help=f"{why}write `{self.meant}`{other}",
        )


class JoinedLines(Facts):
    """YAML has made one line of the lines of a script, because it does not stand in a `|` block.

    Example:
        effect:
          pay 2 wood
          gain 3 points
    Use instead:
        effect: |
          pay 2 wood
          gain 3 points
    """

    code: ClassVar[str] = "syntax/joined-lines"
    span: Span
    key: str
    style: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        why = {"": "`|` is missing", ">": "`>` joins lines"}.get(self.style, "quotes join lines")
        head = f"{self.key}: |" if self.key else "|"
        return Diagnostic(
            self.code,
            Severity.ERROR,
            f"the lines of this script are joined into one, because {why}",
            Label(self.span, "joined to the line above"),
            help=f"write `{head}` and the statements on the lines below it",
        )


class OldForm(Facts):
    """A form of an earlier version of the language.

    Example:
        choose card from my.hand if any
    Use instead:
        choose card from my.hand else: nothing
    """

    code: ClassVar[str] = "syntax/old-form"
    span: Span
    old: str
    new: str

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        cure = f"write `{self.new}`; `rulewright migrate` rewrites a whole pack"
        return Diagnostic(
            self.code, Severity.ERROR, f"`{self.old}` is an old form", Label(self.span, "written so before"), help=cure
        )


class BadIndentation(Facts):
    """A line is indented to a depth that no line above has, or deeper although no block begins.

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
    deeper: bool = False

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        if self.deeper:
            what = "this line is indented deeper than the line above"
            cure = "align it with the line above; if it belongs to that line, that line must end with `:`"
        else:
            what = "this line is indented unlike the lines above"
            cure = "align it with the lines of its block: all lines of a block are indented alike"
        return Diagnostic(self.code, Severity.ERROR, what, Label(self.span, "indented here"), help=cure)


SyntaxProblem = (
    Unexpected | Unclosed | StrayCharacter | TooLarge | EmptyScript | NotWhole | OtherSign | OldForm | BadIndentation
)
