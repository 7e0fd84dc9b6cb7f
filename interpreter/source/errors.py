"""Holds everything this stage can report, as facts; only `diagnostic()` holds prose.

The doc-string of each class explains the mistake, with an example and what to
write instead.
"""

from __future__ import annotations

from dataclasses import dataclass
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
class CannotRead:
    """The system refuses to hand over a file or folder.

    Example:
        a pack whose files belong to somebody else
    Use instead:
        a pack you may read
    """

    code: ClassVar[str] = "pack/cannot-read"
    span: Span
    reason: str

    def diagnostic(self) -> Diagnostic:
        """Repeat the system's reason."""
        return _error(self.code, f"this cannot be read: {shown(self.reason)}", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class NotZip:
    """A file offered as a pack is not a zip archive.

    Example:
        my_pack.tar.gz
    Use instead:
        my_pack.zip, or the folder itself
    """

    code: ClassVar[str] = "pack/not-zip"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Say what a pack may be."""
        return _error(
            self.code,
            "this is not a pack: packs are zip files or folders",
            Label(self.span, ""),
            help="give the folder that holds pack.yaml, or a zip of it",
        )


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
class PackedTooTightly:
    """The archive expands to more than 100 times its size, as only a trap does.

    Example:
        a zip of 100 KB that unpacks to 20 MB
    Use instead:
        files with real content
    """

    code: ClassVar[str] = "pack/expands-too-far"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the ratio."""
        return _error(self.code, f"expands to more than {limits.ARCHIVE_RATIO} times its size", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class TooManyFiles:
    """The pack has more files than a pack may have.

    Example:
        100,000 empty files
    Use instead:
        few files with many items each
    """

    code: ClassVar[str] = "pack/too-many-files"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(self.code, f"more than {limits.MEMBERS:,} files", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class EncryptedMember:
    """A file in the archive is locked with a password.

    Example:
        zip --encrypt my_pack.zip …
    Use instead:
        zip my_pack.zip …
    """

    code: ClassVar[str] = "pack/encrypted"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the locked file."""
        return _error(self.code, f"encrypted packs are not supported: `{shown(self.member)}`", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class PackedStrangely:
    """A file in the archive is packed by a method other than stored or deflated.

    Example:
        a zip made with LZMA or bzip2
    Use instead:
        a zip made with the usual method
    """

    code: ClassVar[str] = "pack/compression-method"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the file."""
        return _error(
            self.code,
            f"`{shown(self.member)}` is packed by a method that is not read",
            Label(self.span, ""),
            help="make the zip with the usual method (deflate)",
        )


# --- names of files ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnsafePath:
    """A path in the archive climbs out of the pack or is not written plainly.

    Example:
        ../evil.yaml
    Use instead:
        cards/evil.yaml
    """

    code: ClassVar[str] = "pack/unsafe-path"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the path."""
        return _error(self.code, f"unsafe path in archive: `{shown(self.member)}`", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class AbsolutePath:
    """A path in the archive starts at the root of a disk.

    Example:
        /etc/x
    Use instead:
        cards/x.yaml
    """

    code: ClassVar[str] = "pack/absolute-path"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the path."""
        return _error(self.code, f"absolute path in archive: `{shown(self.member)}`", Label(self.span, ""))


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
class FileAndFolder:
    """A file and a folder have one name, so the pack cannot be unpacked.

    Example:
        rules and rules/turn.yaml
    Use instead:
        rules/turn.yaml
    """

    code: ClassVar[str] = "pack/file-and-folder"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name both uses."""
        return _error(self.code, f"file and folder share a name: `{shown(self.member)}`", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class NotPortable:
    """A file name cannot be used on every system.

    Example:
        CON.yaml
    Use instead:
        con_artist.yaml
    """

    code: ClassVar[str] = "pack/name-not-portable"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the file and the rule."""
        return _error(
            self.code,
            f"file name not portable: `{shown(self.member)}`",
            Label(self.span, ""),
            help=f"use letters a-z, digits, `_`, `-` and `.`; at most {limits.PATH_PART_CHARACTERS} characters a name",
        )


@dataclass(frozen=True, slots=True)
class ArchiveInside:
    """The pack holds another archive.

    Example:
        expansion.zip inside my_pack.zip
    Use instead:
        two packs
    """

    code: ClassVar[str] = "pack/archive-inside"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the archive."""
        return _error(self.code, f"archives inside a pack are not read: `{shown(self.member)}`", Label(self.span, ""))


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
        return _error(
            self.code,
            f"file type not allowed: `{shown(self.member)}`",
            Label(self.span, ""),
            help=f"a pack holds {', '.join(self.allowed)}",
        )


@dataclass(frozen=True, slots=True)
class MisplacedFile:
    """A document or picture stands where nothing looks for it.

    Example:
        heroes.yaml beside pack.yaml
    Use instead:
        cards/heroes.yaml
    """

    code: ClassVar[str] = "pack/misplaced-file"
    span: Span
    member: str
    places: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the file and the places there are."""
        return _error(
            self.code,
            f"`{shown(self.member)}` is not at a place that is read",
            Label(self.span, ""),
            help=f"one of {', '.join(self.places)}",
        )


@dataclass(frozen=True, slots=True)
class LinkInPack:
    """A link leads out of the pack, to a folder, or nowhere.

    Example:
        cards/all.yaml -> /home/me/all.yaml
    Use instead:
        the file itself
    """

    code: ClassVar[str] = "pack/link"
    span: Span
    member: str

    def diagnostic(self) -> Diagnostic:
        """Name the link."""
        return _error(
            self.code,
            f"link not allowed: `{shown(self.member)}` leaves the pack or is no plain file",
            Label(self.span, ""),
            help="put the file itself into the pack",
        )


@dataclass(frozen=True, slots=True)
class MissingManifest:
    """Every pack has one pack.yaml at its top.

    Example:
        a folder with only cards/
    Use instead:
        a folder with pack.yaml and cards/
    """

    code: ClassVar[str] = "pack/manifest-missing"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name what is missing."""
        return _error(self.code, "pack.yaml missing", Label(self.span, ""))


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
class FileTooLarge:
    """One document is larger than a document may be.

    Example:
        1.1 MB of cards in one file
    Use instead:
        several files in cards/
    """

    code: ClassVar[str] = "pack/file-too-large"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(self.code, f"file larger than {limits.FILE_BYTES // 1024} KB", Label(self.span, ""))


@dataclass(frozen=True, slots=True)
class NotUtf8:
    """The file is not written in UTF-8.

    Example:
        a file saved as Latin-1 or UTF-16
    Use instead:
        the same file saved as UTF-8
    """

    code: ClassVar[str] = "pack/not-utf8"
    span: Span
    byte: int

    def diagnostic(self) -> Diagnostic:
        """Name the byte."""
        return _error(
            self.code, f"not UTF-8: byte {self.byte} of the file", Label(self.span, ""), help="save the file as UTF-8"
        )


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
class NotText:
    r"""An escape in double quotes does not give a character.

    Example:
        name: "\ud800"
    Use instead:
        name: "\u00e9"
    """

    code: ClassVar[str] = "pack/not-text"
    span: Span
    written: str

    def diagnostic(self) -> Diagnostic:
        """Repeat the escape."""
        return _error(
            self.code,
            f"not valid text: `{shown(self.written)}`",
            Label(self.span, "no such character"),
            help="write a backslash in double quotes as `\\\\`, or use single quotes",
        )


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
class AliasUsed:
    """YAML's shorthand for repeating a part is not part of the pack format.

    Example:
        - &base {cost: 3}
    Use instead:
        for_each, or the values written out
    """

    code: ClassVar[str] = "pack/alias"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the feature."""
        return _error(
            self.code,
            "anchors and aliases are not allowed",
            Label(self.span, "not allowed"),
            help="write the value out; put text that starts with `&` or `*` in quotes",
        )


@dataclass(frozen=True, slots=True)
class MergeKeyUsed:
    """YAML's merge key is not part of the pack format.

    Example:
        <<: {cost: 3}
    Use instead:
        cost: 3
    """

    code: ClassVar[str] = "pack/merge-key"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the feature."""
        return _error(
            self.code, "merge keys are not allowed", Label(self.span, "not allowed"), help="write the fields out"
        )


@dataclass(frozen=True, slots=True)
class TagUsed:
    """YAML tags are not part of the pack format.

    Example:
        name: !!str 3
    Use instead:
        name: "3"
    """

    code: ClassVar[str] = "pack/tag"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the feature."""
        return _error(
            self.code,
            "tags are not allowed",
            Label(self.span, "not allowed"),
            help="remove it; put text that starts with `!` in quotes",
        )


@dataclass(frozen=True, slots=True)
class DirectiveUsed:
    """YAML directives are not part of the pack format.

    Example:
        %YAML 1.1
    Use instead:
        nothing in its place
    """

    code: ClassVar[str] = "pack/directive"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the feature."""
        return _error(
            self.code,
            "directives are not allowed",
            Label(self.span, "not allowed"),
            help="remove the line; put text that starts with `%` in quotes",
        )


@dataclass(frozen=True, slots=True)
class TooDeep:
    """Lists and maps are nested deeper than anything in a pack needs.

    Example:
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    Use instead:
        [1]
    """

    code: ClassVar[str] = "pack/too-deep"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(self.code, f"nested deeper than {limits.DEPTH}", Label(self.span, "one too many"))


@dataclass(frozen=True, slots=True)
class TooManyNodes:
    """All documents together hold more values than a pack may have.

    Example:
        a list of 200,000 numbers
    Use instead:
        for_each, count
    """

    code: ClassVar[str] = "pack/too-many-values"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(self.code, f"more than {limits.NODES:,} values in the pack", Label(self.span, "one too many"))


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
class KeyNotText:
    """A key is a list, a map, a number or nothing.

    Example:
        1: blue
    Use instead:
        "1": blue
    """

    code: ClassVar[str] = "pack/key-not-text"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Say what keys are."""
        return _error(self.code, "keys must be text", Label(self.span, "not text"), help="put the key in quotes")


@dataclass(frozen=True, slots=True)
class KeyTooLong:
    """A key is longer than any name may be.

    Example:
        a_key_of_more_than_eighty_characters_…: 1
    Use instead:
        short_key: 1
    """

    code: ClassVar[str] = "pack/key-too-long"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(self.code, f"keys have at most {limits.NAME_CHARACTERS} characters", Label(self.span, "too long"))


@dataclass(frozen=True, slots=True)
class EmptyFile:
    """A document says nothing.

    Example:
        # only a comment
    Use instead:
        the content, or no file at all
    """

    code: ClassVar[str] = "pack/empty-file"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Say so."""
        return _error(self.code, "file is empty", Label(self.span, ""), help="write its content, or remove the file")


@dataclass(frozen=True, slots=True)
class SecondDocument:
    """A file holds two documents, split by `---`.

    Example:
        a: 1
        ---
        b: 2
    Use instead:
        two files
    """

    code: ClassVar[str] = "pack/second-document"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at the second."""
        return _error(self.code, "one document per file", Label(self.span, "second one starts here"))


@dataclass(frozen=True, slots=True)
class UnclosedQuote:
    """A quote is opened and never closed.

    Example:
        name: "Broker
    Use instead:
        name: "Broker"
    """

    code: ClassVar[str] = "pack/unclosed-quote"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at where it opens."""
        return _error(self.code, "this quote is never closed", Label(self.span, "opened here"))


@dataclass(frozen=True, slots=True)
class UnclosedBracket:
    """A `[` or `{` is not closed, or a comma is missing inside.

    Example:
        values: [1, 2
    Use instead:
        values: [1, 2]
    """

    code: ClassVar[str] = "pack/unclosed-bracket"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at where it opens."""
        return _error(
            self.code,
            "this bracket is not closed, or a comma is missing inside",
            Label(self.span, "opened here"),
            help="put text that starts with `{` or `[` in quotes",
        )


@dataclass(frozen=True, slots=True)
class MissingColon:
    """A line in a map has no `:` after its key.

    Example:
        cost 3
    Use instead:
        cost: 3
    """

    code: ClassVar[str] = "pack/missing-colon"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at the line."""
        return _error(self.code, "expected `key: value`, found no colon", Label(self.span, "no colon after this"))


@dataclass(frozen=True, slots=True)
class ColonInText:
    """A second `: ` stands on one line, so YAML sees a map where text is meant.

    Example:
        text: choose one: rice or metal
    Use instead:
        text: "choose one: rice or metal"
    """

    code: ClassVar[str] = "pack/colon-in-text"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at the colon."""
        return _error(
            self.code,
            "a second `:` is not allowed here",
            Label(self.span, "this colon"),
            help="put the text in quotes or in a `|` block; check the indentation",
        )


@dataclass(frozen=True, slots=True)
class BadStart:
    """A plain value starts with a character that YAML keeps for itself.

    Example:
        name: @home
    Use instead:
        name: "@home"
    """

    code: ClassVar[str] = "pack/bad-start"
    span: Span
    character: str

    def diagnostic(self) -> Diagnostic:
        """Name the character."""
        return _error(
            self.code,
            f"a value cannot start with `{shown(self.character)}`",
            Label(self.span, "not allowed here"),
            help="put the value in quotes",
        )


@dataclass(frozen=True, slots=True)
class BadBlockHeader:
    """Something other than `-`, `+` or a comment follows `|` or `>`.

    Example:
        effect: | gain 3
    Use instead:
        effect: gain 3
    """

    code: ClassVar[str] = "pack/block-header"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at the header."""
        return _error(self.code, "text after `|` or `>` starts on the next line", Label(self.span, "begins a block"))


@dataclass(frozen=True, slots=True)
class NotYaml:
    """A line does not fit what stands above it.

    Example:
        - id: a
         cost: 3
    Use instead:
        - id: a
          cost: 3
    """

    code: ClassVar[str] = "pack/not-yaml"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Point at the line."""
        return _error(
            self.code,
            "this does not fit what stands above it",
            Label(self.span, "does not fit"),
            help="check the indentation, the dashes and the quotes of this line and the one above",
        )


# --- values -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeadingZero:
    """A number starts with 0, which some readers take for octal.

    Example:
        cost: 010
    Use instead:
        cost: 10
    """

    code: ClassVar[str] = "pack/leading-zero"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """State the rule."""
        return _error(
            self.code,
            "numbers may not start with 0",
            Label(self.span, "starts with 0"),
            help="drop the zeros, or put it in quotes if it is text",
        )


@dataclass(frozen=True, slots=True)
class NotWhole:
    """A number has a point or an exponent.

    Example:
        cost: 3.0
    Use instead:
        cost: 3
    """

    code: ClassVar[str] = "pack/not-whole"
    span: Span
    written: str

    def diagnostic(self) -> Diagnostic:
        """Repeat what is written."""
        return _error(
            self.code,
            f"expected a whole number, got `{shown(self.written)}`",
            Label(self.span, "not whole"),
            help="write a whole number, or put it in quotes if it is text",
        )


@dataclass(frozen=True, slots=True)
class NotDecimal:
    """A number is written in hexadecimal, octal or binary.

    Example:
        cost: 0x1f
    Use instead:
        cost: 31
    """

    code: ClassVar[str] = "pack/not-decimal"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """State the rule."""
        return _error(
            self.code,
            "write numbers in decimal",
            Label(self.span, "not decimal"),
            help="put it in quotes if it is text",
        )


@dataclass(frozen=True, slots=True)
class NumberTooLarge:
    """A number is beyond ±1,000,000.

    Example:
        cost: 10000000
    Use instead:
        cost: 10
    """

    code: ClassVar[str] = "pack/number-too-large"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(
            self.code,
            f"number too large: numbers are within ±{limits.INTEGER:,}",
            Label(self.span, "too large"),
        )


@dataclass(frozen=True, slots=True)
class DateWritten:
    """A plain value looks like a date, which some readers turn into one.

    Example:
        released: 2024-01-01
    Use instead:
        released: "2024-01-01"
    """

    code: ClassVar[str] = "pack/date"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """State the rule."""
        return _error(self.code, "expected text, got a date; put it in quotes", Label(self.span, "a date"))


# --- shape ------------------------------------------------------------------------------


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
    expected: str
    got: str
    quoted: bool

    def diagnostic(self) -> Diagnostic:
        """Say what is expected and what stands there."""
        cure = "; put it in quotes" if self.expected == "text" and self.got in ("true/false", "a number") else ""
        hint = "remove the quotes" if self.quoted and self.expected == "a whole number" else None
        message = f"expected {self.expected}, got {self.got}{cure}"
        return _error(self.code, message, Label(self.span, self.got), help=hint)


@dataclass(frozen=True, slots=True)
class AmbiguousWord:
    """An unquoted word that other readers of YAML take for a truth value.

    Example:
        name: NO
    Use instead:
        name: "NO"
    """

    code: ClassVar[str] = "pack/ambiguous-word"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Ask for quotes."""
        return _error(self.code, "expected text, got true/false; put it in quotes", Label(self.span, "needs quotes"))


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
        - name: {en: Broker}
          source: designed
    Use instead:
        - id: broker
          name: {en: Broker}
          source: designed
    """

    code: ClassVar[str] = "pack/missing-field"
    span: Span
    owner: str
    name: str

    def diagnostic(self) -> Diagnostic:
        """Name the field and what lacks it."""
        of = f"{shown(self.owner)}: " if self.owner else ""
        return _error(self.code, f"{of}{self.name} missing", Label(self.span, f"has no {self.name}"))


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
        of = f"{shown(self.owner)}: " if self.owner else ""
        near = next(((name, meant) for name in self.given if (meant := nearest(name, self.known))), None)
        hint = f"did you mean `{near[1]}` by `{shown(near[0])}`?" if near else None
        return _error(
            self.code, f"{of}expected one of {', '.join(self.known)}", Label(self.span, "none of them"), help=hint
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
            message = f"{_named(self.field)} must be {self.least:,}–{self.most:,}"  # noqa: RUF001 - a range
        return _error(self.code, message, Label(self.span, "out of range"))


@dataclass(frozen=True, slots=True)
class LengthOutside:
    """A text is empty, blank or too long.

    Example:
        name: ""
    Use instead:
        name: Broker
    """

    code: ClassVar[str] = "pack/length"
    span: Span
    field: str
    least: int
    most: int

    def diagnostic(self) -> Diagnostic:
        """Name both bounds."""
        message = f"{_named(self.field)} must have {self.least}–{self.most:,} characters"  # noqa: RUF001 - a range
        return _error(self.code, message, Label(self.span, "too short or long"))


@dataclass(frozen=True, slots=True)
class ScriptTooLong:
    """A script is longer than 4 KB.

    Example:
        an effect of 200 lines
    Use instead:
        an effect that uses verbs of the pack
    """

    code: ClassVar[str] = "pack/script-too-long"
    span: Span

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return _error(
            self.code,
            f"script longer than {limits.SCRIPT_CHARACTERS // 1024} KB",
            Label(self.span, "too long"),
            help="make verbs of its parts",
        )


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
