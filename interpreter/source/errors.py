"""Holds everything this stage can report, as facts; only `diagnostic()` holds prose.

The doc-string of each class explains the mistake, with an example and what to
write instead.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Protocol

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, nearest, shown
from interpreter.source import limits


class Problem(Protocol):
    """A fact about a pack that is wrong."""

    @property
    def span(self) -> Span:
        """Return the place."""

    def diagnostic(self) -> Diagnostic:
        """Put the fact in words."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact whose sentence only has its fields to fill in."""

    code: ClassVar[str]
    says: ClassVar[str]
    label: ClassVar[str] = ""
    cure: ClassVar[str | None] = None
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Fill the fields into the sentence, each shown safely."""
        names = [one.name for one in fields(self) if one.name != "span"]
        message = self.says.format_map({name: shown(getattr(self, name)) for name in names})
        return Diagnostic(self.code, Severity.ERROR, message, Label(self.span, self.label), help=self.cure)


def _error(
    code: str,
    message: str,
    label: Label,
    notes: tuple[Label, ...] = (),
    help: str | None = None,  # noqa: A002 - the name of the field it fills
) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, label, notes, help)


# --- finding a pack ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoSuchPack:
    """There is no pack of this name, and no folder or zip file at this path.

    Example:
        rulewright check my_pakc
    Use instead:
        rulewright check my_pack
    """

    code: ClassVar[str] = "pack/not-found"
    span: Span
    where: str
    known: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name what was looked for and what there is."""
        near = nearest(self.where, self.known)
        packs = ", ".join(self.known)
        hint = f"did you mean `{near}`?" if near else f"shipped packs: {packs}" if packs else None
        return _error(self.code, f"there is no pack `{shown(self.where)}`", Label(self.span, ""), help=hint)


@dataclass(frozen=True, slots=True)
class CannotRead(Fact):
    """The system refuses to hand over a file or folder.

    Example:
        a pack whose files belong to somebody else
    Use instead:
        a pack you may read
    """

    code = "pack/cannot-read"
    says = "this cannot be read: {reason}"
    reason: str


@dataclass(frozen=True, slots=True)
class NotZip(Fact):
    """A file offered as a pack is not a zip archive.

    Example:
        my_pack.tar.gz
    Use instead:
        my_pack.zip, or the folder itself
    """

    code = "pack/not-zip"
    says = "this is not a pack: packs are zip files or folders"
    cure = "give the folder that holds pack.yaml, or a zip of it"


@dataclass(frozen=True, slots=True)
class IncompleteArchive:
    """The archive is cut short or damaged.

    Example:
        a download that broke off
    Use instead:
        the whole file
    """

    code: ClassVar[str] = "pack/incomplete-archive"
    span: Span
    member: str | None = None

    def diagnostic(self) -> Diagnostic:
        """Name the damaged member, when known."""
        what = f": `{shown(self.member)}` is damaged" if self.member is not None else ""
        return _error(self.code, f"not a complete zip archive{what}", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class TooManyBytes:
    """The pack is larger than a pack may be.

    Example:
        a zip of 9 MB, or one that unpacks to 40 MB
    Use instead:
        smaller pictures
    """

    code: ClassVar[str] = "pack/too-large"
    span: Span
    what: str
    limit: int

    def diagnostic(self) -> Diagnostic:
        """Name the limit that is passed."""
        size = f"{self.limit // (1024 * 1024)} MB"
        return _error(self.code, f"{self.what} beyond {size}", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class PackedTooTightly(Fact):
    """The archive expands to more than 100 times its size, as only a trap does.

    Example:
        a zip of 100 KB that unpacks to 20 MB
    Use instead:
        files with real content
    """

    code = "pack/expands-too-far"
    says = f"expands to more than {limits.ARCHIVE_RATIO} times its size"


@dataclass(frozen=True, slots=True)
class TooManyFiles(Fact):
    """The pack has more files than a pack may have.

    Example:
        100,000 empty files
    Use instead:
        few files with many items each
    """

    code = "pack/too-many-files"
    says = f"more than {limits.MEMBERS:,} files"


@dataclass(frozen=True, slots=True)
class EncryptedMember(Fact):
    """A file in the archive is locked with a password.

    Example:
        zip --encrypt my_pack.zip …
    Use instead:
        zip my_pack.zip …
    """

    code = "pack/encrypted"
    says = "encrypted packs are not supported: `{member}`"
    member: str


@dataclass(frozen=True, slots=True)
class PackedStrangely(Fact):
    """A file in the archive is packed by a method other than stored or deflated.

    Example:
        a zip made with LZMA or bzip2
    Use instead:
        a zip made with the usual method
    """

    code = "pack/compression-method"
    says = "`{member}` is packed by a method that is not read"
    cure = "make the zip with the usual method (deflate)"
    member: str


# --- names of files ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnsafePath(Fact):
    """A path in the archive climbs out of the pack or is not written plainly.

    Example:
        ../evil.yaml
    Use instead:
        cards/evil.yaml
    """

    code = "pack/unsafe-path"
    says = "unsafe path in archive: `{member}`"
    member: str


@dataclass(frozen=True, slots=True)
class AbsolutePath(Fact):
    """A path in the archive starts at the root of a disk.

    Example:
        /etc/x
    Use instead:
        cards/x.yaml
    """

    code = "pack/absolute-path"
    says = "absolute path in archive: `{member}`"
    member: str


@dataclass(frozen=True, slots=True)
class DuplicateMember:
    """Two files have one name, or names that differ only in capitals.

    Example:
        rules/turn.yaml and rules/Turn.yaml
    Use instead:
        rules/turn.yaml and rules/turn_end.yaml
    """

    code: ClassVar[str] = "pack/duplicate-member"
    span: Span
    member: str
    other: str

    def diagnostic(self) -> Diagnostic:
        """Name both."""
        also = "" if self.other == self.member else f" (also `{shown(self.other)}`)"
        return _error(self.code, f"duplicate member `{shown(self.member)}`{also}", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class FileAndFolder(Fact):
    """A file and a folder have one name, so the pack cannot be unpacked.

    Example:
        rules and rules/turn.yaml
    Use instead:
        rules/turn.yaml
    """

    code = "pack/file-and-folder"
    says = "file and folder share a name: `{member}`"
    member: str


@dataclass(frozen=True, slots=True)
class NotPortable(Fact):
    """A file name cannot be used on every system.

    Example:
        CON.yaml
    Use instead:
        con_artist.yaml
    """

    code = "pack/name-not-portable"
    says = "file name not portable: `{member}`"
    cure = f"use letters a-z, digits, `_`, `-` and `.`; at most {limits.PATH_PART_CHARACTERS} characters a name"
    member: str


@dataclass(frozen=True, slots=True)
class ArchiveInside(Fact):
    """The pack holds another archive.

    Example:
        expansion.zip inside my_pack.zip
    Use instead:
        two packs
    """

    code = "pack/archive-inside"
    says = "archives inside a pack are not read: `{member}`"
    member: str


@dataclass(frozen=True, slots=True)
class FileTypeNotAllowed:
    """A pack is data: it holds documents, notes and pictures, nothing that runs.

    Example:
        plugin.py
    Use instead:
        rules/plugin.yaml
    """

    code: ClassVar[str] = "pack/file-type"
    span: Span
    member: str
    allowed: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the file and the allowed types."""
        hint = f"a pack holds {', '.join(self.allowed)}"
        return _error(self.code, f"file type not allowed: `{shown(self.member)}`", Label(self.span, ""), help=hint)


@dataclass(frozen=True, slots=True)
class MisplacedFile:
    """A document or picture stands where nothing looks for it.

    Example:
        people.yaml beside pack.yaml
    Use instead:
        cards/people.yaml
    """

    code: ClassVar[str] = "pack/misplaced-file"
    span: Span
    member: str
    places: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the file and the places there are."""
        message = f"`{shown(self.member)}` is not at a place that is read"
        return _error(self.code, message, Label(self.span, ""), help=f"one of {', '.join(self.places)}")


@dataclass(frozen=True, slots=True)
class LinkInPack(Fact):
    """A link leads out of the pack, to a folder, or nowhere.

    Example:
        cards/all.yaml -> /home/me/all.yaml
    Use instead:
        the file itself
    """

    code = "pack/link"
    says = "link not allowed: `{member}` leaves the pack or is no plain file"
    cure = "put the file itself into the pack"
    member: str


@dataclass(frozen=True, slots=True)
class MissingManifest(Fact):
    """Every pack has one pack.yaml at its top.

    Example:
        a folder with only cards/
    Use instead:
        a folder with pack.yaml and cards/
    """

    code = "pack/manifest-missing"
    says = "pack.yaml missing"


@dataclass(frozen=True, slots=True)
class ManyManifests:
    """There is more than one pack.yaml.

    Example:
        pack.yaml and old/pack.yaml
    Use instead:
        one pack a folder or zip
    """

    code: ClassVar[str] = "pack/manifest-repeated"
    span: Span
    paths: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the first few."""
        named = ", ".join(f"`{shown(path)}`" for path in self.paths[:3])
        return _error(self.code, f"more than one manifest: {named}", Label(self.span, ""))


# --- text -------------------------------------------------------------------------------


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
        return _error(self.code, f"control character U+{ord(self.character):04X}", Label(self.span, "not text"))


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
        return _error(
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
        return _error(self.code, what, Label(self.span, "a tab"), help="use spaces")


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
        return _error(
            self.code,
            f"character `{shown(self.character)}` (U+{ord(self.character):04X}) in an id or key",
            Label(self.span, "not a plain letter"),
            help="ids and keys use plain letters a-z, digits and `_`",
        )


# --- YAML -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AliasUsed(Fact):
    """YAML's shorthand for repeating a part is not part of the pack format.

    Example:
        - &base {cost: 3}
    Use instead:
        for_each, or the values written out
    """

    code = "pack/alias"
    says = "anchors and aliases are not allowed: `{written}`"
    label = "not allowed"
    cure = "write the value out; put text that starts with `&` or `*` in quotes"
    written: str


@dataclass(frozen=True, slots=True)
class MergeKeyUsed(Fact):
    """YAML's merge key is not part of the pack format.

    Example:
        <<: {cost: 3}
    Use instead:
        cost: 3
    """

    code = "pack/merge-key"
    says = "merge keys are not allowed"
    label = "not allowed"
    cure = "write the fields out"


@dataclass(frozen=True, slots=True)
class TagUsed(Fact):
    """YAML tags are not part of the pack format.

    Example:
        name: !!str 3
    Use instead:
        name: "3"
    """

    code = "pack/tag"
    says = "tags are not allowed: `{written}`"
    label = "not allowed"
    cure = "remove it; put text that starts with `!` in quotes"
    written: str


@dataclass(frozen=True, slots=True)
class DirectiveUsed(Fact):
    """YAML directives are not part of the pack format.

    Example:
        %YAML 1.1
    Use instead:
        nothing in its place
    """

    code = "pack/directive"
    says = "directives are not allowed"
    label = "not allowed"
    cure = "remove the line; put text that starts with `%` in quotes"


@dataclass(frozen=True, slots=True)
class TooDeep(Fact):
    """Lists and maps are nested deeper than anything in a pack needs.

    Example:
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    Use instead:
        [1]
    """

    code = "pack/too-deep"
    says = f"nested deeper than {limits.DEPTH}"
    label = "one too many"


@dataclass(frozen=True, slots=True)
class TooManyNodes(Fact):
    """All documents together hold more values than a pack may have.

    Example:
        a list of 200,000 numbers
    Use instead:
        for_each, count
    """

    code = "pack/too-many-values"
    says = f"more than {limits.NODES:,} values in the pack"
    label = "one too many"


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key is given twice in one map.

    Example:
        cost: 3
        cost: 4
    Use instead:
        cost: 4
    """

    code: ClassVar[str] = "pack/duplicate-key"
    span: Span
    key: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return _error(
            self.code,
            f"duplicate key `{shown(self.key)}`, first given on line {self.first.line}",
            Label(self.span, "given again"),
            (Label(self.first, "first given here"),),
            "remove one of them",
        )


@dataclass(frozen=True, slots=True)
class KeyNotText(Fact):
    """A key is a list, a map, a number or nothing.

    Example:
        1: first
    Use instead:
        "1": first
    """

    code = "pack/key-not-text"
    says = "keys must be text"
    label = "not text"
    cure = "put the key in quotes"


@dataclass(frozen=True, slots=True)
class KeyTooLong(Fact):
    """A key is longer than any name may be.

    Example:
        a_key_of_more_than_eighty_characters_…: 1
    Use instead:
        short_key: 1
    """

    code = "pack/key-too-long"
    says = f"keys have at most {limits.NAME_CHARACTERS} characters"
    label = "too long"


@dataclass(frozen=True, slots=True)
class EmptyFile(Fact):
    """A document says nothing.

    Example:
        # only a comment
    Use instead:
        the content, or no file at all
    """

    code = "pack/empty-file"
    says = "file is empty"
    cure = "write its content, or remove the file"


@dataclass(frozen=True, slots=True)
class SecondDocument(Fact):
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
    label = "second one starts here"


@dataclass(frozen=True, slots=True)
class UnclosedQuote(Fact):
    """A quote is opened and never closed.

    Example:
        name: "Baker
    Use instead:
        name: "Baker"
    """

    code = "pack/unclosed-quote"
    says = "this quote is never closed"
    label = "opened here"


@dataclass(frozen=True, slots=True)
class UnclosedBracket(Fact):
    """A `[` or `{` is not closed, or a comma is missing inside.

    Example:
        values: [1, 2
    Use instead:
        values: [1, 2]
    """

    code = "pack/unclosed-bracket"
    says = "this bracket is not closed, or a comma is missing inside"
    label = "opened here"
    cure = "put text that starts with `{` or `[` in quotes"


@dataclass(frozen=True, slots=True)
class MissingColon(Fact):
    """A line in a map has no `:` after its key.

    Example:
        cost 3
    Use instead:
        cost: 3
    """

    code = "pack/missing-colon"
    says = "expected `key: value`, found no colon"
    label = "no colon after this"


@dataclass(frozen=True, slots=True)
class ColonInText(Fact):
    """A second `: ` stands on one line, so YAML sees a map where text is meant.

    Example:
        text: choose one: wood or clay
    Use instead:
        text: "choose one: wood or clay"
    """

    code = "pack/colon-in-text"
    says = "a second `:` is not allowed here"
    label = "this colon"
    cure = "put the text in quotes or in a `|` block; check the indentation"


@dataclass(frozen=True, slots=True)
class TightColon(Fact):
    """Inside brackets a colon touches what follows.

    Example:
        {with:[a, b]}
    Use instead:
        {with: [a, b]}
    """

    code = "pack/tight-colon"
    says = "a space is missing after this colon"
    label = "no space after it"
    cure = "put a space after it, or the text in quotes"


@dataclass(frozen=True, slots=True)
class BadStart(Fact):
    """A plain value starts with a character that YAML keeps for itself.

    Example:
        name: @home
    Use instead:
        name: "@home"
    """

    code = "pack/bad-start"
    says = "a value cannot start with `{character}`"
    label = "not allowed here"
    cure = "put the value in quotes"
    character: str


@dataclass(frozen=True, slots=True)
class BadBlockHeader(Fact):
    """Something other than `-`, `+` or a comment follows `|` or `>`.

    Example:
        effect: | gain 3
    Use instead:
        effect: gain 3
    """

    code = "pack/block-header"
    says = "text after `|` or `>` starts on the next line"
    label = "begins a block"


@dataclass(frozen=True, slots=True)
class NotYaml(Fact):
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
    label = "does not fit"
    cure = "check the indentation, the dashes and the quotes of this line and the one above"


# --- values -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeadingZero(Fact):
    """A number starts with 0, which some readers take for octal.

    Example:
        cost: 010
    Use instead:
        cost: 10
    """

    code = "pack/leading-zero"
    says = "numbers may not start with 0: `{written}`"
    label = "starts with 0"
    cure = "drop the zeros, or put it in quotes if it is text"
    written: str


@dataclass(frozen=True, slots=True)
class NotWhole(Fact):
    """A number has a point or an exponent.

    Example:
        cost: 3.0
    Use instead:
        cost: 3
    """

    code = "pack/not-whole"
    says = "expected a whole number, got `{written}`"
    label = "not whole"
    cure = "write a whole number, or put it in quotes if it is text"
    written: str


@dataclass(frozen=True, slots=True)
class NotDecimal(Fact):
    """A number is written in hexadecimal, octal or binary.

    Example:
        cost: 0x1f
    Use instead:
        cost: 31
    """

    code = "pack/not-decimal"
    says = "write numbers in decimal: `{written}`"
    label = "not decimal"
    cure = "put it in quotes if it is text"
    written: str


@dataclass(frozen=True, slots=True)
class NumberTooLarge(Fact):
    """A number is beyond ±1,000,000.

    Example:
        cost: 10000000
    Use instead:
        cost: 10
    """

    code = "pack/number-too-large"
    says = "number too large: `{written}`"
    label = "too large"
    cure = f"numbers are within ±{limits.INTEGER:,}"
    written: str


@dataclass(frozen=True, slots=True)
class DateWritten(Fact):
    """A plain value looks like a date, which some readers turn into one.

    Example:
        released: 2024-01-01
    Use instead:
        released: "2024-01-01"
    """

    code = "pack/date"
    says = "expected text, got a date; put it in quotes: `{written}`"
    label = "a date"
    written: str


# --- shape ------------------------------------------------------------------------------


def _of(owner: str) -> str:
    return f"{shown(owner)}: " if owner else ""


def _named(field: str) -> str:
    return f"`{shown(field)}`" if field else "this"


@dataclass(frozen=True, slots=True)
class WrongType:
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

    def diagnostic(self) -> Diagnostic:
        """Say what is expected and what stands there."""
        cure = "; put it in quotes" if self.expected == "text" and self.got in ("true/false", "a number") else ""
        hint = "remove the quotes" if self.quoted and self.expected == "a whole number" else None
        message = f"{_of(self.field)}expected {self.expected}, got {self.got}{cure}"
        return _error(self.code, message, Label(self.span, self.got), help=hint)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class UnknownField:
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
        return _error(self.code, message, Label(self.span, "unknown"), help=hint)


@dataclass(frozen=True, slots=True)
class MissingField:
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

    def diagnostic(self) -> Diagnostic:
        """Name the fields, what lacks them, and a field that may be a slip of one."""
        named = " and ".join([part for part in (", ".join(self.names[:-1]), self.names[-1]) if part])
        label = f"has no {self.names[0]}" if len(self.names) == 1 else "lacks these"
        hint = f"`{shown(self.slip)}` looks like a slip of it" if self.slip else None
        return _error(self.code, f"{_of(self.owner)}{named} missing", Label(self.span, label), help=hint)


@dataclass(frozen=True, slots=True)
class NoSuchItem:
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
        return _error(
            self.code,
            f"{_of(self.owner)}expected one of {', '.join(self.known)}",
            Label(self.span, "none of them"),
            help=hint,
        )


@dataclass(frozen=True, slots=True)
class NotOneOf:
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
        return _error(self.code, message, Label(self.span, "unknown"), help=f"did you mean `{near}`?" if near else None)


@dataclass(frozen=True, slots=True)
class OutOfRange:
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
        return _error(self.code, message, Label(self.span, "out of range"))


@dataclass(frozen=True, slots=True)
class LengthOutside:
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
        return _error(self.code, message, Label(self.span, "too short or long"))


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class EmptyPart:
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
        return _error(self.code, f"{_named(self.field)} is empty", Label(self.span, "empty"))


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class WrongForm:
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

    def diagnostic(self) -> Diagnostic:
        """Name the form."""
        return _error(self.code, f"{_named(self.field)} must be {self.form}", Label(self.span, "of another form"))


@dataclass(frozen=True, slots=True)
class RepeatedValue:
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
        return _error(
            self.code,
            f"`{shown(self.value)}` stands twice in the list",
            Label(self.span, "again"),
            (Label(self.first, "first here"),),
        )


# --- what a schema cannot say -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RepeatedId:
    """Two things of one kind have one id.

    Example:
        - id: baker
        - id: baker
    Use instead:
        - id: baker
        - id: rich_baker
    """

    code: ClassVar[str] = "pack/repeated-id"
    span: Span
    name: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return _error(
            self.code,
            f"the id `{shown(self.name)}` is given twice",
            Label(self.span, "given again"),
            (Label(self.first, "first given here"),),
            "give each an id of its own, or one of them a `count`",
        )


@dataclass(frozen=True, slots=True)
class AboveMaximum:
    """A lower bound or a start is above the upper bound.

    Example:
        players: {min: 5, max: 2}
    Use instead:
        players: {min: 2, max: 5}
    """

    code: ClassVar[str] = "pack/above-maximum"
    span: Span
    low: str
    high: str
    bound: Span

    def diagnostic(self) -> Diagnostic:
        """Show both bounds."""
        message = f"{self.low} above {self.high}"
        return _error(self.code, message, Label(self.span, "too high"), (Label(self.bound, "the bound"),))


@dataclass(frozen=True, slots=True)
class NewerEngine(Fact):
    """The pack asks for a program that this one is not.

    Example:
        engine: ">=99"
    Use instead:
        engine: ">=0.1"
    """

    code = "pack/engine"
    says = "needs engine {wanted}, this is {version}"
    label = "not this one"
    wanted: str
    version: str


@dataclass(frozen=True, slots=True)
class NeedsItself:
    """A pack requires itself.

    Example:
        id: base
        requires: {base: ">=1.0"}
    Use instead:
        id: base
    """

    code: ClassVar[str] = "pack/dependency-cycle"
    span: Span
    name: str

    def diagnostic(self) -> Diagnostic:
        """Draw the cycle."""
        name = shown(self.name)
        return _error(self.code, f"dependency cycle {name} → {name}", Label(self.span, "the pack itself"))


@dataclass(frozen=True, slots=True)
class NotAnOptionValue:
    """The default of an option is not among its values.

    Example:
        size: {values: [small, large], default: medium}
    Use instead:
        size: {values: [small, large], default: small}
    """

    code: ClassVar[str] = "pack/option-default"
    span: Span
    value: str
    allowed: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the allowed values."""
        allowed = ", ".join(map(shown, self.allowed[:20]))
        return _error(
            self.code, f"the default `{shown(self.value)}` is not one of {allowed}", Label(self.span, "not a value")
        )


@dataclass(frozen=True, slots=True)
class OutsideLink(Fact):
    """A picture or link names something on the network or on the disk.

    Example:
        image: http://example.org/x.png
    Use instead:
        image: assets/x.png
    """

    code = "pack/outside-link"
    says = "only files inside the pack: `{value}`"
    label = "not in the pack"
    value: str


@dataclass(frozen=True, slots=True)
class LinkLeavesPack(Fact):
    """The path of a picture or link climbs out of the pack.

    Example:
        image: ../../secret.png
    Use instead:
        image: assets/secret.png
    """

    code = "pack/path-leaves"
    says = "path leaves the pack: `{value}`"
    label = "not in the pack"
    value: str


@dataclass(frozen=True, slots=True)
class NoSuchFile:
    """A picture is named that the pack does not hold.

    Example:
        image: assets/brokr.png
    Use instead:
        image: assets/baker.png
    """

    code: ClassVar[str] = "pack/no-such-file"
    span: Span
    value: str
    known: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name a file that may be meant."""
        near = nearest(self.value, self.known)
        return _error(
            self.code,
            f"no file `{shown(self.value)}` in the pack",
            Label(self.span, "not in the pack"),
            help=f"did you mean `{near}`?" if near else None,
        )
