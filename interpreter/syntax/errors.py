"""Everything the syntax stage can report."""

from __future__ import annotations

import unicodedata

from interpreter.diagnostics import Problem, shown

OVER_LINES = "a line ends a statement: put what goes on in the next line into brackets, `(` … `)`"
ALLOWED = "scripts are written with small letters a-z, digits 0-9, `_` and + - * / . , ( ) [ ] < > = : #"


class Unexpected(Problem):
    """A word or sign stands where the grammar has no place for it.

    Example:
        gain 2 + wood
    Use instead:
        gain 2 wood
    """

    code = "syntax/unexpected"
    beside = "not expected here"
    token: str
    expected: tuple[str, ...]
    key: str = ""
    meant: str = ""

    def message(self) -> str:
        what = f"unexpected {self.token}"
        if self.key:
            what += f" after `{self.key}`"
        return what

    def help(self) -> str | None:
        wanted = ", ".join(self.expected[:8])
        help_ = self.meant or (f"expected {wanted}" if wanted else None)
        if self.key:
            help_ = f"if `{self.key}` is a field and not part of the script, align it with the fields above"
        return help_


class Unclosed(Problem):
    """A bracket is opened and never closed, so the next line is read as part of it.

    Example:
        set my.coins to (my.points + 1
        gain 1 wood
    Use instead:
        set my.coins to (my.points + 1)
        gain 1 wood
    """

    code = "syntax/unclosed"
    beside = "opened here"
    opened: str

    def message(self) -> str:
        return f"`{self.opened}` is never closed"

    def help(self) -> str | None:
        closing = "]" if self.opened == "[" else ")"
        return f"write `{closing}`"


class StrayCharacter(Problem):
    """A character that no script contains.

    Example:
        gain 2 wood!
    Use instead:
        gain 2 wood
    """

    code = "syntax/stray-character"
    beside = "not part of the language"
    character: str
    word: str = ""
    sentence: bool = False
    """Whether the whole script reads like words for people."""
    heard: bool = False
    """Whether it says what a reaction hears; `word` is that without braces."""

    def message(self) -> str:
        if self._is_strange_space():  # it is named, since nobody sees the difference
            return f"unexpected character U+{ord(self.character):04X} ({unicodedata.name(self.character).lower()})"
        return f"unexpected character `{shown(self.character)}`"

    def help(self) -> str | None:
        if self.sentence:
            return "a script stands here: what players read is made from it, or stands under `text`"
        if self.character == ";":
            return "write each statement on a line of its own"
        if self.character == "_":
            return "names start with a letter a-z"
        if self.character in "\"'“”«»" and self.word:
            return f"write `{shown(self.word)}` without quotes"
        if self.character in "\"'“”«»":
            return "no words stand in a script: write the name of a term of text/, which has them in each language"
        if self.heard and self.word:
            return f"write `{shown(self.word)}`: in the place of a parameter stands a name for it, or a value"
        if self.character in "{}":
            return "`{NAME}` is filled by `for_each` or `for_rows` of the item: write one of the names there"
        if self._is_strange_space():
            return "type an ordinary space in its place"
        return f"write `{shown(self.word.lower())}`: scripts have small letters only" if self.word else ALLOWED

    def _is_strange_space(self) -> bool:
        return unicodedata.category(self.character or "_") == "Zs"


class TooLarge(Problem):
    """A script goes beyond a limit on its length, its nodes, its depth or a number in it.

    Example:
        gain 99999999 wood
    Use instead:
        gain 9 wood
    """

    code = "syntax/too-large"
    beside = "limit passed here"
    what: str

    def message(self) -> str:
        return self.what


class EmptyScript(Problem):
    """A script without a single statement.

    Example:
        effect: ""
    Use instead:
        effect: gain 1 wood
    """

    code = "syntax/empty-script"
    says = "the script is empty"
    beside = "nothing here"


class NotWhole(Problem):
    """A number has a fraction; scripts count in whole numbers.

    Example:
        gain 1.5 wood
    Use instead:
        gain 2 wood
    """

    code = "syntax/not-whole"
    beside = "has a fraction"
    advice = "scripts know whole numbers only; for a half, divide: `/ 2` rounds down"
    written: str

    def message(self) -> str:
        return f"`{self.written}` is not a whole number"


class OtherSign(Problem):
    """A sign of another language; scripts say it with a word, or with another sign.

    Example:
        if my.wood == 2:
          stop
    Use instead:
        if my.wood is 2:
          stop
    """

    code = "syntax/other-sign"
    sign: str
    meant: str
    gives: bool = False

    def message(self) -> str:
        return f"`{self.sign}` does not compare" if self.sign == "=" else f"scripts have no `{self.sign}`"

    def label(self) -> str:
        return "only after `let NAME`" if self.sign == "=" else "not part of the language"

    def help(self) -> str | None:
        why = "to compare, " if self.meant in ("is", "is not", ">=", "<=") else ""
        other = "; to give a value, write `let NAME = VALUE` or `set COUNTER to VALUE`" if self.gives else ""
        return f"{why}write `{self.meant}`{other}"


class JoinedLines(Problem):
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

    code = "syntax/joined-lines"
    beside = "joined to the line above"
    key: str
    style: str

    def message(self) -> str:
        why = {"": "`|` is missing", ">": "`>` joins lines"}.get(self.style, "quotes join lines")
        return f"the lines of this script are joined into one, because {why}"

    def help(self) -> str | None:
        head = f"{self.key}: |" if self.key else "|"
        return f"write `{head}` and the statements on the lines below it"


class OldForm(Problem):
    """A form of an earlier version of the language.

    Example:
        choose card from my.hand if any
    Use instead:
        choose card from my.hand else: nothing
    """

    code = "syntax/old-form"
    beside = "written so before"
    old: str
    new: str

    def message(self) -> str:
        return f"`{self.old}` is an old form"

    def help(self) -> str | None:
        return f"write `{self.new}`; to have all old forms of a pack rewritten, run `rulewright migrate PACK`"


class BadIndentation(Problem):
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

    code = "syntax/bad-indentation"
    beside = "indented here"
    deeper: bool = False
    goes_on: bool = False
    """Whether a value of the line above goes on in this one."""

    def message(self) -> str:
        unlike = "deeper than the line" if self.deeper else "unlike the lines"
        return f"this line is indented {unlike} above"

    def help(self) -> str | None:
        if self.goes_on:
            return OVER_LINES
        if self.deeper:
            return "align it with the line above; if it belongs to that line, that line must end with `:`"
        return "align it with the lines of its block: all lines of a block are indented alike"
