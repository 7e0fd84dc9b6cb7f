"""Mistakes in the shape of a document: what its schema refuses."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Span, nearest, shown
from interpreter.source import limits
from interpreter.source.errors.fact import Fact, error


def _of(owner: str) -> str:
    return f"{shown(owner)}: " if owner else ""


def _named(field: str) -> str:
    return f"`{shown(field)}`" if field else "this"


_STATEMENTS = ("given", "then")
"""Lists of what people like to write as maps."""


class WrongType(Facts):
    """A value is of another type than its field.

    Example:
        players: {min: "2", max: 4}
    Use instead:
        players: {min: 2, max: 4}
    """

    code: ClassVar[str] = "pack/wrong-type"
    span: Span
    field: str
    expected: str
    got: str
    quoted: bool
    example: str = ""

    def diagnostic(self) -> Diagnostic:
        """Say what is expected and what stands there."""
        unquoted = self.expected == "text" and self.got in ("true/false", "a number") and not self.example
        cure = "; put it in quotes" if unquoted else ""
        hint = f"write it like `{self.example}`" if self.example else None
        if self.quoted and self.expected == "a whole number":
            hint = "remove the quotes"
        if self.expected == "a list" and self.field in _STATEMENTS:
            hint = "write a list of statements or conditions: `- set p1.points to 3`, `- p1.points is 3`"
        if self.expected == "a list" and self.field == "when":
            hint = "write a list of picks, one after another: `- p1: KEY`, `- p2: [KEY, KEY]`"
        if self.expected == "a script" and self.got == "a map":
            hint = f"write `{shown(self.field)}: |` and the script on the lines below it"
            if self.field in _STATEMENTS:
                hint = "write it as text, without `: `: `- set p1.points to 3`; or in quotes"
        message = f"{_of(self.field)}expected {self.expected}, got {self.got}{cure}"
        return error(self.code, message, Label(self.span, self.got), help=hint)


class AmbiguousWord(Fact):
    """An unquoted word that other readers of YAML take for a truth value.

    Example:
        name: NO
    Use instead:
        name: "NO"
    """

    code = "pack/ambiguous-word"
    says = "{field}: expected text, got true/false; put it in quotes"
    label = "needs quotes"
    field: str


class UnknownField(Facts):
    """A map has a field that means nothing there.

    Example:
        verison: 1.0.0
    Use instead:
        version: 1.0.0
    """

    code: ClassVar[str] = "pack/unknown-field"
    span: Span
    name: str
    free: tuple[str, ...]
    known: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name a field that may be meant, or all there are."""
        near = nearest(self.name, self.free) or nearest(self.name, self.known)
        message = f"unknown field `{shown(self.name)}`" + (f"; did you mean `{near}`" if near else "")
        hint = None if near else f"the fields here are {', '.join(self.known)}"
        if self.name.count(")") > self.name.count("("):
            hint = "inside `{…}` a comma ends the value: put quotes around it"
        return error(self.code, message, Label(self.span, "unknown"), help=hint)


class MissingField(Facts):
    """A map lacks a field that it must have.

    Example:
        - name: {en: Baker}
          source: designed
    Use instead:
        - id: baker
          name: {en: Baker}
          source: designed
    """

    code: ClassVar[str] = "pack/missing-field"
    span: Span
    owner: str
    names: tuple[str, ...]
    slip: str | None
    examples: tuple[str, ...] = ()
    slip_span: Span | None = None

    def diagnostic(self) -> Diagnostic:
        """Name the fields, what lacks them, and a field that may be a slip of one, or how they are written."""
        named = " and ".join([part for part in (", ".join(self.names[:-1]), self.names[-1]) if part])
        label = f"has no {self.names[0]}" if len(self.names) == 1 else "lacks these"
        written = ", ".join(f"`{example}`" for example in self.examples)
        hint = f"write {'it' if len(self.names) == 1 else 'them'} like {written}" if written else None
        if self.slip:
            hint = f"`{shown(self.slip)}` looks like a slip of it"
        notes = (Label(self.slip_span, f"meant as `{self.names[0]}`?"),) if self.slip_span is not None else ()
        return error(self.code, f"{_of(self.owner)}{named} missing", Label(self.span, label), notes, hint)


class NoSuchItem(Facts):
    """An item of a list is of no known kind, because its first field is missing or misspelt.

    Example:
        - verbb: rest
    Use instead:
        - verb: rest
    """

    code: ClassVar[str] = "pack/unknown-item"
    span: Span
    owner: str
    known: tuple[str, ...]
    given: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the kinds there are, or the one that is meant."""
        near = next(((name, meant) for name in self.given if (meant := nearest(name, self.known))), None)
        hint = f"did you mean `{near[1]}` by `{shown(near[0])}`?" if near else None
        return error(
            self.code,
            f"{_of(self.owner)}expected one of {', '.join(self.known)}",
            Label(self.span, "none of them"),
            help=hint,
        )


class NotOneOf(Facts):
    """A word is not among those a field allows.

    Example:
        visible: evryone
    Use instead:
        visible: all
    """

    code: ClassVar[str] = "pack/not-one-of"
    span: Span
    field: str
    value: str
    allowed: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the allowed words."""
        near = nearest(self.value, self.allowed)
        message = f"unknown {shown(self.field) or 'value'} `{shown(self.value)}`; one of {', '.join(self.allowed)}"
        return error(self.code, message, Label(self.span, "unknown"), help=f"did you mean `{near}`?" if near else None)


class OutOfRange(Facts):
    """A number is below or above what its field allows.

    Example:
        count: 10000
    Use instead:
        count: 3
    """

    code: ClassVar[str] = "pack/out-of-range"
    span: Span
    field: str
    least: int
    most: int

    def diagnostic(self) -> Diagnostic:
        """Name both bounds."""
        if self.field == "copies":
            message = f"at least {self.least} and at most {self.most} copies"
        else:
            message = f"{_named(self.field)} must be {self.least:,}–{self.most:,}"
        return error(self.code, message, Label(self.span, "out of range"))


class LengthOutside(Facts):
    """A text is empty, blank or too long.

    Example:
        name: ""
    Use instead:
        name: Baker
    """

    code: ClassVar[str] = "pack/length"
    span: Span
    field: str
    least: int
    most: int

    def diagnostic(self) -> Diagnostic:
        """Name both bounds."""
        message = f"{_named(self.field)} must have {self.least}–{self.most:,} characters"
        return error(self.code, message, Label(self.span, "too short or long"))


class ScriptTooLong(Fact):
    """A script is longer than 4 KB.

    Example:
        an effect of 200 lines
    Use instead:
        an effect that uses verbs of the pack
    """

    code = "pack/script-too-long"
    says = f"script longer than {limits.SCRIPT_CHARACTERS // 1024} KB"
    label = "too long"
    cure = "make verbs of its parts"


class EmptyPart(Facts):
    """A list, map or script that must hold something is empty.

    Example:
        languages: []
    Use instead:
        languages: [en]
    """

    code: ClassVar[str] = "pack/empty"
    span: Span
    field: str

    def diagnostic(self) -> Diagnostic:
        """Name the field."""
        return error(self.code, f"{_named(self.field)} is empty", Label(self.span, "empty"))


class TooManyParts(Fact):
    """A list or map holds more than it may.

    Example:
        when: [{p1: done, p2: done}]
    Use instead:
        when: [{p1: done}, {p2: done}]
    """

    code = "pack/too-many-parts"
    says = "{field} holds at most {most}"
    label = "more than that"
    field: str
    most: int


class WrongForm(Facts):
    """A text is not written in the form that its field needs.

    Example:
        version: banana
    Use instead:
        version: 1.2.3
    """

    code: ClassVar[str] = "pack/wrong-form"
    span: Span
    field: str
    value: str
    form: str
    torn: bool = False
    example: str = ""

    def diagnostic(self) -> Diagnostic:
        """Name the form; a key without a value may be the rest of a text that a comma has torn in two."""
        hint = f"write it like `{self.example}`" if self.example else None
        if self.torn:
            hint = "a text with a comma inside braces needs quotes"
        label = Label(self.span, "of another form")
        return error(self.code, f"{_named(self.field)} must be {self.form}", label, help=hint)


class RepeatedValue(Facts):
    """A list names the same thing twice.

    Example:
        languages: [en, fr, en]
    Use instead:
        languages: [en, fr]
    """

    code: ClassVar[str] = "pack/repeated-value"
    span: Span
    value: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return error(
            self.code,
            f"`{shown(self.value)}` stands twice in the list",
            Label(self.span, "again"),
            (Label(self.first, "first here"),),
        )
