"""Mistakes in the YAML of a document, and in its plain values."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Span, shown
from interpreter.source import limits


class AliasUsed(Problem):
    """YAML's shorthand for repeating a part is not part of the pack format.

    Example:
        - &base {cost: 3}
    Use instead:
        for_each, or the values written out
    """

    code = "pack/alias"
    says = "anchors and aliases are not allowed: `{written}`"
    beside = "not allowed"
    advice = "write the value out; put text that starts with `&` or `*` in quotes"
    written: str


class MergeKeyUsed(Problem):
    """YAML's merge key is not part of the pack format.

    Example:
        <<: {cost: 3}
    Use instead:
        cost: 3
    """

    code = "pack/merge-key"
    says = "merge keys are not allowed"
    beside = "not allowed"
    advice = "write the fields out"


class TagUsed(Problem):
    """YAML tags are not part of the pack format.

    Example:
        name: !!str 3
    Use instead:
        name: "3"
    """

    code = "pack/tag"
    says = "tags are not allowed: `{written}`"
    beside = "not allowed"
    advice = "remove it; put text that starts with `!` in quotes"
    written: str


class DirectiveUsed(Problem):
    """YAML directives are not part of the pack format.

    Example:
        %YAML 1.1
    Use instead:
        nothing in its place
    """

    code = "pack/directive"
    says = "directives are not allowed"
    beside = "not allowed"
    advice = "remove the line; put text that starts with `%` in quotes"


class TooDeep(Problem):
    """Lists and maps are nested deeper than anything in a pack needs.

    Example:
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    Use instead:
        [1]
    """

    code = "pack/too-deep"
    says = f"nested deeper than {limits.DEPTH}"
    beside = "one too many"


class TooManyNodes(Problem):
    """All documents together hold more values than a pack may have.

    Example:
        a list of 200,000 numbers
    Use instead:
        for_each, count
    """

    code = "pack/too-many-values"
    says = f"more than {limits.NODES:,} values in the pack"
    beside = "one too many"


class DuplicateKey(Problem):
    """A key is given twice in one map.

    Example:
        cost: 3
        cost: 4
    Use instead:
        cost: 4
    """

    code = "pack/duplicate-key"
    beside = "given again"
    key: str
    first: Span
    began: bool = False
    """Whether it is the first key of a thing in a list."""

    def help(self) -> str | None:
        if self.began:
            return (
                f"if another thing begins here, write `- ` before it: `- {shown(self.key)}: …`; else remove one of them"
            )
        return "remove one of them; a script of several statements stands in one `|` block"

    def message(self) -> str:
        return f"duplicate key `{shown(self.key)}`, first given on line {self.first.line}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first given here"),)


class KeyNotText(Problem):
    """A key is a list, a map or nothing.

    Example:
        [a, b]: first
    Use instead:
        a_and_b: first
    """

    code = "pack/key-not-text"
    says = "keys must be text"
    beside = "not text"
    advice = "write a name as the key"


class KeyIsNumber(Problem):
    """A key is a number. Where numbers are looked up, a list has a value for each, beginning with 0.

    Example:
        values: {1: 3, 2: 5}
    Use instead:
        values: [0, 3, 5]
    """

    code = "pack/key-is-number"
    says = "keys must be text, not numbers"
    beside = "a number"
    advice = "where numbers are looked up, write a list with a value for each: the first is for 0"


class KeyTooLong(Problem):
    """A key is longer than any name may be.

    Example:
        a_key_of_more_than_eighty_characters_…: 1
    Use instead:
        short_key: 1
    """

    code = "pack/key-too-long"
    says = f"keys have at most {limits.NAME_CHARACTERS} characters"
    beside = "too long"


class EmptyFile(Problem):
    """A document says nothing.

    Example:
        # only a comment
    Use instead:
        the content, or no file at all
    """

    code = "pack/empty-file"
    says = "file is empty"
    advice = "write its content, or remove the file"


class SecondDocument(Problem):
    """A file holds two documents, split by `---`.

    Example:
        a: 1
        ---
        b: 2
    Use instead:
        two files
    """

    code = "pack/second-document"
    says = "one document per file"
    beside = "second one starts here"


class UnclosedQuote(Problem):
    """A quote is opened and never closed.

    Example:
        name: "Baker
    Use instead:
        name: "Baker"
    """

    code = "pack/unclosed-quote"
    says = "this quote is never closed"
    beside = "opened here"
    advice = "write the same quote at the end of the text"


class UnclosedBracket(Problem):
    """A `[` or `{` is not closed, or a comma is missing inside.

    Example:
        values: [1, 2
    Use instead:
        values: [1, 2]
    """

    code = "pack/unclosed-bracket"
    says = "this bracket is not closed, or a comma is missing inside"
    beside = "opened here"
    advice = "write the closing bracket or the comma; put text in quotes that has `{` or `[` in it"


class MissingColon(Problem):
    """A line in a map has no `:` after its key.

    Example:
        cost 3
    Use instead:
        cost: 3
    """

    code = "pack/missing-colon"
    says = "expected `key: value`, found no colon"
    beside = "no colon after this"
    advice = "write `key: value`, with a space behind the colon"


class QuoteInside(Problem):
    """A quote inside a quoted text ends the text early, so what follows it fits nowhere.

    Example:
        name: {en: 'Miller's wife'}
    Use instead:
        name: {en: "Miller's wife"}
    """

    code = "pack/quote-inside"
    says = "this quote ends the text early"
    beside = "the text ends here"
    quote: str

    def help(self) -> str | None:
        outer = "single quotes: '…'" if self.quote == '"' else 'double quotes: "…"'
        return f"to write `{self.quote}` inside a text, put the text in {outer}"


class ColonInText(Problem):
    """A second `: ` stands on one line, so YAML sees a map where text is meant.

    Example:
        text: choose one: wood or clay
    Use instead:
        text: "choose one: wood or clay"
    """

    code = "pack/colon-in-text"
    says = "a second `:` is not allowed here"
    beside = "this colon"
    in_brackets: bool = False
    curly: bool = False
    """Whether there are quotes around the text that YAML does not know."""
    heard: str = ""
    """What a reaction hears, without the braces in which the colon stands."""

    def help(self) -> str | None:
        if self.heard:
            return f"write `{shown(self.heard)}`: in the place of a parameter stands a name for it, or a value"
        if self.curly:
            return 'curly quotes are letters like others: write straight ones around the text, `"…"`'
        hint = "put the text in quotes or in a `|` block; check the indentation"
        if self.in_brackets:
            hint = "put the text in quotes; if a new field begins here, write a comma before it"
        return hint


class MissingBar(Problem):
    """A line ends with `:` inside a text, so YAML takes it for a key; a script of several lines stands in a `|` block.

    Example:
        effect:
          gain 1 wood
          repeat 2:
            gain 1 clay
    Use instead:
        effect: |
          gain 1 wood
          repeat 2:
            gain 1 clay
    """

    code = "pack/missing-bar"
    says = "`|` is missing after `{key}:`"
    beside = "taken for a key"
    advice = "write `|` there and the script on the lines below it; put a text that ends with `:` in quotes"
    key: str


class KeyTooDeep(Problem):
    """A key stands deeper than the key above it, which has its value already.

    Example:
        cost: 3
          count: 2
    Use instead:
        cost: 3
        count: 2
    """

    code = "pack/key-too-deep"
    says = "`{key}` is indented deeper than the key above it"
    beside = "too deep"
    advice = "align it with the line above; put a text with `:` in quotes"
    key: str


class LeftScript(Problem):
    """A line below a script is not as deep as the script, so it is no part of it, and it is no `key: value`.

    Example:
        effect: |
          gain 1 wood
        gain 1 clay
    Use instead:
        effect: |
          gain 1 wood
          gain 1 clay
    """

    code = "pack/left-script"
    says = "this line is not part of `{key}`, and no `key: value` either"
    beside = "not as deep as the script"
    advice = "indent it like the lines above it; if it is a field, write `:` after its key"
    key: str


class TightColon(Problem):
    """Inside brackets a colon touches what follows.

    Example:
        {with:[a, b]}
    Use instead:
        {with: [a, b]}
    """

    code = "pack/tight-colon"
    says = "a space is missing after this colon"
    beside = "no space after it"
    advice = "put a space after it, or the text in quotes"


class BadStart(Problem):
    """A plain value starts with a character that YAML keeps for itself.

    Example:
        name: @home
    Use instead:
        name: "@home"
    """

    code = "pack/bad-start"
    says = "a value cannot start with `{character}`"
    beside = "not allowed here"
    advice = "put the value in quotes"
    character: str


class BadBlockHeader(Problem):
    """Something other than `-`, `+` or a comment follows `|` or `>`.

    Example:
        effect: | gain 3
    Use instead:
        effect: gain 3
    """

    code = "pack/block-header"
    says = "text after `|` or `>` starts on the next line"
    beside = "begins a block"


class NotYaml(Problem):
    """A line does not fit what stands above it.

    Example:
        - id: a
         cost: 3
    Use instead:
        - id: a
          cost: 3
    """

    code = "pack/not-yaml"
    says = "this does not fit what stands above it"
    beside = "does not fit"
    cure: str = ""

    def help(self) -> str | None:
        return self.cure or "check the indentation, the dashes and the quotes of this line and the one above"


class LeadingZero(Problem):
    """A number starts with 0, which some readers take for octal.

    Example:
        cost: 010
    Use instead:
        cost: 10
    """

    code = "pack/leading-zero"
    says = "numbers may not start with 0: `{written}`"
    beside = "starts with 0"
    advice = "drop the zeros, or put it in quotes if it is text"
    written: str


class PlusBefore(Problem):
    """A number has a `+` before it, as if it were added to something.

    Example:
        cost: +3
    Use instead:
        cost: 3
    """

    code = "pack/plus-before"
    says = "a number has no `+` before it: `{written}`"
    beside = "not needed"
    written: str

    def help(self) -> str | None:
        return f"write `{shown(self.written[1:])}`, or put it in quotes if it is text"


class NotWhole(Problem):
    """A number has a point or an exponent.

    Example:
        cost: 3.0
    Use instead:
        cost: 3
    """

    code = "pack/not-whole"
    says = "expected a whole number, got `{written}`"
    beside = "not whole"
    advice = "write a whole number, or put it in quotes if it is text"
    written: str


class NotDecimal(Problem):
    """A number is written in hexadecimal, octal or binary.

    Example:
        cost: 0x1f
    Use instead:
        cost: 31
    """

    code = "pack/not-decimal"
    says = "write numbers in decimal: `{written}`"
    beside = "not decimal"
    advice = "put it in quotes if it is text"
    written: str


class NumberTooLarge(Problem):
    """A number is beyond ±1,000,000.

    Example:
        cost: 10000000
    Use instead:
        cost: 10
    """

    code = "pack/number-too-large"
    says = "number too large: `{written}`"
    beside = "too large"
    advice = f"numbers are within ±{limits.INTEGER:,}"
    written: str


class DateWritten(Problem):
    """A plain value looks like a date, which some readers turn into one.

    Example:
        released: 2024-01-01
    Use instead:
        released: "2024-01-01"
    """

    code = "pack/date"
    says = "`{written}` is read as a date"
    beside = "a date"
    advice = "put it in quotes if it is text; a number is one row of digits"
    written: str
