"""Mistakes in the names and places of the files of a pack."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Span, shown
from interpreter.source import limits
from interpreter.source.errors.fact import Fact, error


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


class DuplicateMember(Facts):
    """Two files have one name, or names that some system takes for one, as when they differ only in capitals.

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
        return error(self.code, f"duplicate member `{shown(self.member)}`{also}", Label(self.span, ""))


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


class BackupFile(Fact):
    """A file that an editor has left behind lies in the pack.

    Example:
        cards/guests.yaml~
    Use instead:
        cards/guests.yaml alone
    """

    code = "pack/backup-file"
    says = "`{member}` looks like a backup of an editor"
    cure = "delete it, or keep it outside the pack"
    member: str


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


class FileTypeNotAllowed(Facts):
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
        return error(self.code, f"file type not allowed: `{shown(self.member)}`", Label(self.span, ""), help=hint)


class MisplacedFile(Facts):
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
        return error(self.code, message, Label(self.span, ""), help=f"one of {', '.join(self.places)}")


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


class MissingManifest(Fact):
    """Every pack has one pack.yaml at its top.

    Example:
        a folder with only cards/
    Use instead:
        a folder with pack.yaml and cards/
    """

    code = "pack/manifest-missing"
    says = "pack.yaml missing"
    cure = "name the folder or zip that has pack.yaml at its top, or write one there"


class ManyManifests(Facts):
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
        return error(self.code, f"more than one manifest: {named}", Label(self.span, ""))
