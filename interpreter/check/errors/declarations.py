"""Items and their fields."""

from __future__ import annotations

import re

from interpreter.diagnostics import Label, Problem, Severity, Span, did_you_mean, one_of, shown, with_article

_UNTYPED = re.compile(r"`\{ *([a-z][a-z0-9_]*) *\}")
"""A hole of a phrase without a type."""


class NoVerb(Problem):
    """A reaction can follow a verb of a pack, not a statement of the engine: those are too many and too small.

    Example:
        - when: after gain n wood
          effect: gain 1 points
    Use instead:
        - when: after chop wood
          effect: gain 1 points
    """

    code = "check/no-verb"
    beside = "no verb of a pack"
    advice = "react to a verb that does this, or watch what it changes with `whenever`"
    name: str

    def message(self) -> str:
        return f"`{shown(self.name)}` is a statement of the engine, and nothing can react to those"


class BadPattern(Problem):
    """The phrase of a verb or event cannot be read.

    Example:
        verb: "visit [a friend"
    Use instead:
        verb: "visit [a friend]"
    """

    code = "check/bad-phrase"
    why: str

    def message(self) -> str:
        return f"the phrase cannot be read: {self.why}"

    def help(self) -> str | None:
        """Say that a hole of a phrase has a type."""
        hole = _UNTYPED.search(self.why)
        return f"say of which type it is: `{{{hole[1]}: number}}`, or an enum or a kind for `number`" if hole else None


class UnknownField(Problem):
    """An item has a field its kind does not declare.

    Example:
        costt: 3
    Use instead:
        cost: 3
    """

    code = "check/unknown-field"
    beside = "not declared in model.yaml"
    kind: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown field `{shown(self.name)}`: {with_article(self.kind)} has no such field"

    def help(self) -> str | None:
        if " " in self.name:
            return "if this is a line of the script above, indent it like the lines of that script"
        if self.name == "effect" and not did_you_mean(self.name, self.known):
            return "beside `when: …` it is what a card does when it reacts; else its scripts are those of its kind"
        return did_you_mean(self.name, self.known) or f"fields are {one_of(self.known)}"


class MissingField(Problem):
    """An item lacks a field its kind declares without a default.

    Example:
        - id: fool
    Use instead:
        - id: fool
          cost: 3
    """

    code = "check/missing-field"
    beside = "field missing"
    item: str
    name: str
    example: str = ""

    def message(self) -> str:
        return f"`{shown(self.item)}` has no `{self.name}`"

    def help(self) -> str | None:
        return f"write `{self.name}: {self.example}`" if self.example else None

    def lacking(self) -> str:
        return self.name


class BadValue(Problem):
    """A value of an item or declaration is not of the declared type or range.

    Example:
        cost: many
    Use instead:
        cost: 3
    """

    code = "check/bad-value"
    wanted: str
    got: str
    known: tuple[str, ...] = ()
    quoted: bool = False
    cure: str = ""

    def message(self) -> str:
        got = self.got if self.got in ("a list", "a map") else f"`{shown(self.got)}`" if self.got.strip() else "nothing"
        return f"expected {self.wanted}, got " + ("text in quotes" if self.quoted else got)

    def label(self) -> str:
        return "text, because of the quotes" if self.quoted else ""

    def help(self) -> str | None:
        if self.cure:
            return self.cure
        if self.quoted:
            return f"remove the quotes: `{shown(self.got)}`"
        if "{" in self.got:
            return "`{NAME}` is filled by `for_each` or `for_rows` of the item: write one of the names there"
        return (did_you_mean(self.got, self.known) or f"one of {one_of(self.known)}") if self.known else None


class UnevenTable(Problem):
    """The values of a table rise and fall: perhaps one of them is mistyped.

    Example:
        values: [0, 3, 12, 7, 1]
    Use instead:
        values: [0, 1, 3, 7, 12]
    """

    code = "check/uneven-table"
    severity = Severity.WARNING
    beside = "is this meant?"
    advice = "its first value is for 0, the last for everything beyond; a table by enum may have any values"
    name: str
    values: tuple[int, ...]

    def message(self) -> str:
        return f"the table `{shown(self.name)}` rises and falls: {', '.join(map(str, self.values[:12]))}"


class MissingRows(Problem):
    """A table by enum has no row for some of the values: it gives 0 for them.

    Example:
        values: {wood: 2}
    Use instead:
        values: {wood: 2, clay: 0}
    """

    code = "check/missing-rows"
    severity = Severity.WARNING
    beside = "gives 0 there"
    advice = "write a row for each value of the enum, 0 where it is meant"
    name: str
    enum: str
    values: tuple[str, ...]
    table: Span | None = None
    """Where the table is, if it is of a pack below that cannot know of these values."""

    def label(self) -> str:
        return "new in this pack" if self.table else self.beside

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.table, self.beside),) if self.table else ()

    def help(self) -> str | None:
        if self.table is None:
            return self.advice
        rows = ", ".join(f"{shown(one)}: 0" for one in self.values[:4])
        return f"in rules/ write `- {{change: table {shown(self.name)}, values: {{{rows}}}}}`, with what they are worth"

    def message(self) -> str:
        lacking = ", ".join(f"`{shown(one)}`" for one in self.values[:12])
        return f"the table `{shown(self.name)}` has no row for {lacking} of `{shown(self.enum)}`"
