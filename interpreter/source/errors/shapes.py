"""Mistakes in the shape of a document: what its schema refuses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.diagnostics import Label, Problem, Span, nearest, shown
from interpreter.source import limits


def _of(owner: str) -> str:
    return f"{shown(owner)}: " if owner else ""


def _named(field: str) -> str:
    return f"`{shown(field)}`" if field else "this"


_STATEMENTS = ("given", "then")
"""Lists of what people like to write as maps."""

_EMPTY_PARTS = {"vars": "{}", "zones": "{holds: KIND}", "fields": "number", "scripts": "effect"}
"""Maps that beginners write as lists of names, and what at least is said of each."""

_NAMING = ("change", "replace", "remove")
"""Keys that name a rule of a pack below."""

_KEYS = {
    **dict.fromkeys(("plus", "more", "increase"), ("add",)),
    **dict.fromkeys(("minus", "less", "subtract", "decrease"), ("add",)),
    **dict.fromkeys(("when", "if"), ("while", "in_play")),
    **dict.fromkeys(("condition", "requirement", "requirements"), ("requires", "while", "where")),
    **dict.fromkeys(("script", "action", "do", "then"), ("effect",)),
    **dict.fromkeys(("formula", "equals", "worth", "value"), ("is",)),
    **dict.fromkeys(("params", "parameters", "takes"), ("with",)),
    **dict.fromkeys(("default", "initial"), ("start",)),
    **dict.fromkeys(("kind", "contains", "type"), ("holds",)),
    **dict.fromkeys(("size", "limit"), ("capacity",)),
    "maximum": ("at_most", "max"),
    "minimum": ("at_least", "min"),
    "singular": ("one",),
}
"""What people call keys before they know their names, and which may be meant where it is free."""

_OWNED = re.compile(r"([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)")
_GIVEN = re.compile(r"([a-z][a-z0-9_]*) ?\(([^()]*:[^()]*)\)")
_WORDS = re.compile(r"[a-z0-9]+")
_SEAT = re.compile(r"[1-8](?=$)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Ways to write more than an id: with its owner before it, or with what it is given behind it; and the words of a name."""


def key_meant(name: str, free: Sequence[str]) -> str | None:
    """Which of the keys that are free somebody may have meant by another word."""
    return next((one for one in _KEYS.get(name, ()) if one in free), None) or nearest(name, free)


class WrongType(Problem):
    """A value is of another type than its field.

    Example:
        players: {min: "2", max: 4}
    Use instead:
        players: {min: 2, max: 4}
    """

    code = "pack/wrong-type"
    field: str
    expected: str
    got: str
    quoted: bool
    example: str = ""
    cure: str = ""

    def message(self) -> str:
        unquoted = self.expected == "text" and self.got in ("true/false", "a number") and not self.example
        cure = "; put it in quotes" if unquoted else ""
        return f"{_of(self.field)}expected {self.expected}, got {self.got}{cure}"

    def label(self) -> str:
        return self.got

    def help(self) -> str | None:
        hint = f"write it like `{self.example}`" if self.example else None
        if self.quoted and self.expected == "a whole number":
            hint = "remove the quotes"
        if self.expected == "a map" and self.field in _EMPTY_PARTS and self.got == "a list":
            hint = f"write a map: `{shown(self.field)}: {{NAME: {_EMPTY_PARTS[self.field]}}}`"
        if self.expected == "text or a map" and self.got == "a list" and self.field:
            hint = f"write `{shown(self.field)}: {{one: …, many: …}}`"
        if self.expected == "a list" and not hint:
            hint = "write a list: `- ` before each"
        if self.field == "when" and self.expected == "a map":
            hint = "say who picks: `- p1: KEY`"
        if self.expected == "a list" and self.field in _STATEMENTS:
            hint = "write a list of statements or conditions: `- set p1.points to 3`, `- p1.points is 3`"
        if self.expected == "a list" and self.field == "when":
            hint = "write a list of picks, one after another: `- p1: KEY`, `- p2: [KEY, KEY]`"
        if self.expected == "a script" and self.got == "a map":
            hint = f"write `{shown(self.field)}: |` and the script on the lines below it"
            if self.field in _STATEMENTS:
                hint = "write it as text, without `: `: `- set p1.points to 3`; or in quotes"
        return self.cure or hint


class AmbiguousWord(Problem):
    """An unquoted word that other readers of YAML take for a truth value.

    Example:
        name: NO
    Use instead:
        name: "NO"
    """

    code = "pack/ambiguous-word"
    says = "{field}: expected text, got true/false; put it in quotes"
    beside = "needs quotes"
    field: str


class UnknownField(Problem):
    """A map has a field that means nothing there.

    Example:
        verison: 1.0.0
    Use instead:
        version: 1.0.0
    """

    code = "pack/unknown-field"
    beside = "unknown"
    name: str
    free: tuple[str, ...]
    known: tuple[str, ...]

    def message(self) -> str:
        near = self._meant()
        return f"unknown field `{shown(self.name)}`" + (f"; did you mean `{near}`" if near else "")

    def _meant(self) -> str | None:
        return key_meant(self.name, self.free) or nearest(self.name, self.known)

    def help(self) -> str | None:
        hint = None if self._meant() else f"the fields here are {', '.join(self.known)}"
        if self.name.count(")") > self.name.count("("):
            hint = "inside `{…}` a comma ends the value: put quotes around it"
        return hint


class MissingField(Problem):
    """A map lacks a field that it must have.

    Example:
        - name: {en: Baker}
          source: designed
    Use instead:
        - id: baker
          name: {en: Baker}
          source: designed
    """

    code = "pack/missing-field"
    owner: str
    names: tuple[str, ...]
    slip: str | None
    examples: tuple[str, ...] = ()
    slip_span: Span | None = None
    ruled: str = ""
    """The word of the rules that the map begins with, in a file of cards."""
    cure: str = ""

    def message(self) -> str:
        named = " and ".join([part for part in (", ".join(self.names[:-1]), self.names[-1]) if part])
        return f"{_of(self.owner)}{named} missing"

    def label(self) -> str:
        return f"has no {self.names[0]}" if len(self.names) == 1 else "lacks these"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.slip_span, f"meant as `{self.names[0]}`?"),) if self.slip_span is not None else ()

    def help(self) -> str | None:
        written = ", ".join(f"`{example}`" for example in self.examples)
        hint = f"write {'it' if len(self.names) == 1 else 'them'} like {written}" if written else None
        if self.slip:
            hint = f"`{shown(self.slip)}` looks like a slip of it"
        if self.ruled:
            hint = f"a {self.ruled} stands in rules/, as `- {self.ruled}: …`"
        return self.cure or hint


class NoSuchItem(Problem):
    """An item of a list is of no known kind, because its first field is missing or misspelt.

    Example:
        - verbb: rest
    Use instead:
        - verb: rest
    """

    code = "pack/unknown-item"
    beside = "none of them"
    owner: str
    known: tuple[str, ...]
    given: tuple[str, ...]

    def message(self) -> str:
        return f"{_of(self.owner)}expected one of {', '.join(self.known)}"

    def help(self) -> str | None:
        if "id" in self.given and "verb" in self.known:
            return "a card, a tile or another thing stands in cards/, in the list below the name of its kind"
        near = next(((name, meant) for name in self.given if (meant := nearest(name, self.known))), None)
        return f"did you mean `{near[1]}` by `{shown(near[0])}`?" if near else None


class NotOneOf(Problem):
    """A word is not among those a field allows.

    Example:
        visible: evryone
    Use instead:
        visible: all
    """

    code = "pack/not-one-of"
    beside = "unknown"
    field: str
    value: str
    allowed: tuple[str, ...]

    def message(self) -> str:
        return f"unknown {shown(self.field) or 'value'} `{shown(self.value)}`; one of {', '.join(self.allowed)}"

    def help(self) -> str | None:
        near = nearest(self.value, self.allowed)
        return f"did you mean `{near}`?" if near else None


class OutOfRange(Problem):
    """A number is below or above what its field allows.

    Example:
        count: 10000
    Use instead:
        count: 3
    """

    code = "pack/out-of-range"
    beside = "out of range"
    field: str
    least: int
    most: int

    def message(self) -> str:
        if self.field == "copies":
            message = f"at least {self.least} and at most {self.most} copies"
        else:
            message = f"{_named(self.field)} must be {self.least:,}–{self.most:,}"
        return message


class LengthOutside(Problem):
    """A text is empty, blank or too long.

    Example:
        name: ""
    Use instead:
        name: Baker
    """

    code = "pack/length"
    beside = "too short or long"
    field: str
    least: int
    most: int

    def message(self) -> str:
        return f"{_named(self.field)} must have {self.least}–{self.most:,} characters"


class ScriptTooLong(Problem):
    """A script is longer than 4 KB.

    Example:
        an effect of 200 lines
    Use instead:
        an effect that uses verbs of the pack
    """

    code = "pack/script-too-long"
    says = f"script longer than {limits.SCRIPT_CHARACTERS // 1024} KB"
    beside = "too long"
    advice = "make verbs of its parts"


class EmptyPart(Problem):
    """A list, map or script that must hold something is empty.

    Example:
        languages: []
    Use instead:
        languages: [en]
    """

    code = "pack/empty"
    beside = "empty"
    field: str

    def message(self) -> str:
        return f"{_named(self.field)} is empty"


class TooManyParts(Problem):
    """A list or map holds more than it may.

    Example:
        when: [{p1: done, p2: done}]
    Use instead:
        when: [{p1: done}, {p2: done}]
    """

    code = "pack/too-many-parts"
    says = "{field} holds at most {most}"
    beside = "more than that"
    field: str
    most: int


class WrongForm(Problem):
    """A text is not written in the form that its field needs.

    Example:
        version: banana
    Use instead:
        version: 1.2.3
    """

    code = "pack/wrong-form"
    beside = "of another form"
    field: str
    value: str
    form: str
    torn: bool = False
    example: str = ""

    def message(self) -> str:
        return f"{_named(self.field)} must be {self.form}"

    def help(self) -> str | None:
        hint = self._as_an_id() or (f"write it like `{self.example}`" if self.example else None)
        if self.field in _NAMING and self.value:
            hint = f"say what it is before its name: `verb {shown(self.value)}`, `value …`, `table …`, `action …`"
        seat = _SEAT.search(self.value)
        if self.form.startswith("a player") and seat:
            hint = f"write `p{seat[0]}`"
        if self.form.startswith("a range") and not hint:
            hint = f'write it like `{shown(self.field)}: ">=0.1, <1"`'
        if self.torn:
            hint = "a text with a comma inside braces needs quotes"
        return hint

    def _as_an_id(self) -> str | None:
        """What to write where an id was meant, and something more was said in it."""
        owned = _OWNED.fullmatch(self.value)
        if owned:
            return f"write `{self.field}: {owned[2]}`, and `of: {owned[1]}` below it"
        given = _GIVEN.fullmatch(self.value)
        if given:
            return f"write `{self.field}: {given[1]}`, and `with: {{{given[2].strip()}}}` below it"
        plain = "_".join(_WORDS.findall(_HUMP.sub("_", self.value).casefold()))
        return f"write `{plain}`" if self.form.startswith("an id") and plain[:1].isalpha() else None


class RepeatedValue(Problem):
    """A list names the same thing twice.

    Example:
        languages: [en, fr, en]
    Use instead:
        languages: [en, fr]
    """

    code = "pack/repeated-value"
    beside = "again"
    value: str
    first: Span

    def message(self) -> str:
        return f"`{shown(self.value)}` stands twice in the list"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)
