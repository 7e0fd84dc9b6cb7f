"""Mistakes in where a pack is and how it is packed."""

from __future__ import annotations

from interpreter.diagnostics import Problem, nearest, shown
from interpreter.source import limits


class NoSuchPack(Problem):
    """There is no pack of this name, and no folder or zip file at this path.

    Example:
        rulewright check my_pakc
    Use instead:
        rulewright check my_pack
    """

    code = "pack/not-found"
    where: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no pack `{shown(self.where)}`"

    def help(self) -> str | None:
        near = nearest(self.where, self.known)
        packs = ", ".join(self.known)
        return f"did you mean `{near}`?" if near else f"shipped packs: {packs}" if packs else None


class CannotRead(Problem):
    """The system refuses to hand over a file or folder.

    Example:
        a pack whose files belong to somebody else
    Use instead:
        a pack you may read
    """

    code = "pack/cannot-read"
    says = "this cannot be read: {reason}"
    reason: str


class NotZip(Problem):
    """A file offered as a pack is not a zip archive.

    Example:
        my_pack.tar.gz
    Use instead:
        my_pack.zip, or the folder itself
    """

    code = "pack/not-zip"
    says = "this is not a pack: packs are zip files or folders"
    advice = "give the folder that holds pack.yaml, or a zip of it"


class IncompleteArchive(Problem):
    """The archive is cut short or damaged.

    Example:
        a download that broke off
    Use instead:
        the whole file
    """

    code = "pack/incomplete-archive"
    member: str | None = None

    def message(self) -> str:
        what = f": `{shown(self.member)}` is damaged" if self.member is not None else ""
        return f"not a complete zip archive{what}"


class LargerThanDeclared(Problem):
    """A file in the archive unpacks to more than the archive says it does, as only a trap does.

    Example:
        a zip whose directory says 10 bytes for a file of 20 MB
    Use instead:
        the zip as a packing program writes it
    """

    code = "pack/larger-than-declared"
    says = "`{member}` is larger than the {size} bytes that the archive declares"
    advice = "pack it again"
    member: str
    size: int


class TooManyBytes(Problem):
    """The pack is larger than a pack may be.

    Example:
        a zip of 9 MB, or one that unpacks to 40 MB
    Use instead:
        smaller pictures
    """

    code = "pack/too-large"
    what: str
    limit: int

    def message(self) -> str:
        size = f"{self.limit // (1024 * 1024)} MB"
        return f"{self.what} beyond {size}"


class PackedTooTightly(Problem):
    """The archive expands to more than 100 times its size, as only a trap does.

    Example:
        a zip of 100 KB that unpacks to 20 MB
    Use instead:
        files with real content
    """

    code = "pack/expands-too-far"
    says = f"expands to more than {limits.ARCHIVE_RATIO} times its size"


class TooManyFiles(Problem):
    """The pack has more files than a pack may have.

    Example:
        100,000 empty files
    Use instead:
        few files with many items each
    """

    code = "pack/too-many-files"
    says = f"more than {limits.MEMBERS:,} files"


class EncryptedMember(Problem):
    """A file in the archive is locked with a password.

    Example:
        zip --encrypt my_pack.zip …
    Use instead:
        zip my_pack.zip …
    """

    code = "pack/encrypted"
    says = "encrypted packs are not supported: `{member}`"
    member: str


class PackedStrangely(Problem):
    """A file in the archive is packed by a method other than stored or deflated.

    Example:
        a zip made with LZMA or bzip2
    Use instead:
        a zip made with the usual method
    """

    code = "pack/compression-method"
    says = "`{member}` is packed by a method that is not read"
    advice = "make the zip with the usual method (deflate)"
    member: str
