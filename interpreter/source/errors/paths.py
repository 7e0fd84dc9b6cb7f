"""Mistakes in the names and places of the files of a pack."""

from __future__ import annotations

from interpreter.diagnostics import Problem, nearest, shown
from interpreter.source import limits


class UnsafePath(Problem):
    """A path in the archive climbs out of the pack or is not written plainly.

    Example:
        ../evil.yaml
    Use instead:
        cards/evil.yaml
    """

    code = "pack/unsafe-path"
    says = "unsafe path in archive: `{member}`"
    member: str


class AbsolutePath(Problem):
    """A path in the archive starts at the root of a disk.

    Example:
        /etc/x
    Use instead:
        cards/x.yaml
    """

    code = "pack/absolute-path"
    says = "absolute path in archive: `{member}`"
    member: str


class DuplicateMember(Problem):
    """Two files have one name, or names that some system takes for one, as when they differ only in capitals.

    Example:
        rules/turn.yaml and rules/Turn.yaml
    Use instead:
        rules/turn.yaml and rules/turn_end.yaml
    """

    code = "pack/duplicate-member"
    member: str
    other: str

    def message(self) -> str:
        also = "" if self.other == self.member else f" (also `{shown(self.other)}`)"
        return f"duplicate member `{shown(self.member)}`{also}"


class FileAndFolder(Problem):
    """A file and a folder have one name, so the pack cannot be unpacked.

    Example:
        rules and rules/turn.yaml
    Use instead:
        rules/turn.yaml
    """

    code = "pack/file-and-folder"
    says = "file and folder share a name: `{member}`"
    member: str


class NotPortable(Problem):
    """A file name cannot be used on every system.

    Example:
        CON.yaml
    Use instead:
        con_artist.yaml
    """

    code = "pack/name-not-portable"
    says = "file name not portable: `{member}`"
    advice = f"use letters a-z, digits, `_`, `-` and `.`; at most {limits.PATH_PART_CHARACTERS} characters a name"
    member: str


class BackupFile(Problem):
    """A file that an editor has left behind lies in the pack.

    Example:
        cards/guests.yaml~
    Use instead:
        cards/guests.yaml alone
    """

    code = "pack/backup-file"
    says = "`{member}` looks like a backup of an editor"
    advice = "delete it, or keep it outside the pack"
    member: str


class ArchiveInside(Problem):
    """The pack holds another archive.

    Example:
        expansion.zip inside my_pack.zip
    Use instead:
        two packs
    """

    code = "pack/archive-inside"
    says = "archives inside a pack are not read: `{member}`"
    member: str


class FileTypeNotAllowed(Problem):
    """A pack is data: it holds documents, notes and pictures, nothing that runs.

    Example:
        plugin.py
    Use instead:
        rules/plugin.yaml
    """

    code = "pack/file-type"
    member: str
    allowed: tuple[str, ...]

    def message(self) -> str:
        return f"file type not allowed: `{shown(self.member)}`"

    def help(self) -> str | None:
        if self.member.endswith(".yml"):
            return f"call it `{shown(self.member.removesuffix('.yml'))}.yaml`"
        return f"a pack holds {', '.join(self.allowed)}"


class MisplacedFile(Problem):
    """A document or picture stands where nothing looks for it.

    Example:
        people.yaml beside pack.yaml
    Use instead:
        cards/people.yaml
    """

    code = "pack/misplaced-file"
    member: str
    places: tuple[str, ...]

    def message(self) -> str:
        return f"`{shown(self.member)}` is not at a place that is read"

    def help(self) -> str | None:
        folder, _, name = self.member.rpartition("/")
        known = {place.partition("/")[0] for place in self.places if "/NAME" in place}
        near = nearest(folder, known)
        meant = nearest(name, [place for place in self.places if "/" not in place]) if not folder else None
        if near:
            return f"did you mean `{near}/{shown(name)}`?"
        return f"did you mean `{meant}`?" if meant else f"one of {', '.join(self.places)}"


class LinkInPack(Problem):
    """A link leads out of the pack, to a folder, or nowhere.

    Example:
        cards/all.yaml -> /home/me/all.yaml
    Use instead:
        the file itself
    """

    code = "pack/link"
    says = "link not allowed: `{member}` leaves the pack or is no plain file"
    advice = "put the file itself into the pack"
    member: str


class MissingManifest(Problem):
    """Every pack has one pack.yaml at its top.

    Example:
        a folder with only cards/
    Use instead:
        a folder with pack.yaml and cards/
    """

    code = "pack/manifest-missing"
    says = "pack.yaml missing"
    advice = "name the folder or zip that has pack.yaml at its top, or write one there"


class ManyManifests(Problem):
    """There is more than one pack.yaml.

    Example:
        pack.yaml and old/pack.yaml
    Use instead:
        one pack a folder or zip
    """

    code = "pack/manifest-repeated"
    paths: tuple[str, ...]

    def message(self) -> str:
        named = ", ".join(f"`{shown(path)}`" for path in self.paths[:3])
        return f"more than one manifest: {named}"
