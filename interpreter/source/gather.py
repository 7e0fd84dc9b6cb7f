"""Gathers the files of a pack into memory: from a folder or from a zip.

Nothing is written anywhere, and nothing outside the pack is read. Both ways
give the same shape, so the rest of the stage does not know which was used.
"""

from __future__ import annotations

import copy
import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from interpreter.diagnostics import Problem, Problems, Span
from interpreter.records import record
from interpreter.source import limits
from interpreter.source.errors import (
    AbsolutePath,
    CannotRead,
    DuplicateMember,
    EncryptedMember,
    FileTooLarge,
    IncompleteArchive,
    LargerThanDeclared,
    LinkInPack,
    NotPortable,
    NotZip,
    PackedStrangely,
    PackedTooTightly,
    TooManyBytes,
    TooManyFiles,
    UnsafePath,
)
from interpreter.source.names import (
    MANIFEST,
    clashes,
    content_problem,
    ignored,
    kind_of,
    manifest_problem,
    path_problem,
    portable,
)
from interpreter.source.tree import Document, SourceText

_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
_DIRECTORY_MARK = b"PK\x01\x02"
_ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# All that zipfile lets through when the bytes it reads make no sense.
_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    LookupError,
    OverflowError,
    OSError,
)


class Read(NamedTuple):
    """A document, its text, what is wrong with it, and how many values it took."""

    document: Document | None
    text: SourceText
    problems: list[Problem]
    values: int


@record(slots=True)
class Gathered:
    """The files of a pack by path, and what is wrong with having them."""

    where: str
    files: dict[str, bytes] = field(default_factory=dict)
    problems: Problems = field(default_factory=partial(Problems, most=limits.DIAGNOSTICS_PER_FILE))
    size: int = 0
    document_size: int = 0
    place: str = ""
    """Where to find the pack again from any folder: its name, or a path; empty for one that is only in memory."""
    read: dict[str, Read] = field(default_factory=dict, repr=False, compare=False)
    """The documents that were read, so that none is read twice."""

    def span(self, path: str) -> Span:
        """Return the place to name when a whole file is meant."""
        return Span.start_of(f"{self.where}/{path}" if path else self.where)

    def add(self, path: str, content: bytes) -> None:
        """Keep a file that may be in a pack."""
        problem = content_problem(path, content, self.span(path))
        if kind_of(path):
            self.document_size += len(content)
            if self.document_size > limits.DOCUMENTS_BYTES:
                problem = TooManyBytes(self.span(""), "the documents add up", limits.DOCUMENTS_BYTES)
        if problem:
            self.problems.report(problem)
        else:
            self.files[path] = content

    def finish(self, paths: list[str]) -> Gathered:
        """Judge all names together and put the files in order."""
        alike = clashes(paths, self.where)
        # That a name is not portable says less than that it cannot lie beside another one.
        told = {one.member for one in alike if isinstance(one, DuplicateMember)}
        self.problems[:] = [one for one in self.problems if not (isinstance(one, NotPortable) and one.member in told)]
        for problem in alike:
            self.problems.report(problem)
        missing = manifest_problem(paths, self.where)
        if missing:
            self.problems.report(missing)
        self.files = dict(sorted(self.files.items()))
        return self


# --- folders ----------------------------------------------------------------------------


def gather_folder(root: Path, where: str) -> Gathered:
    """Read every file below a folder. A folder without a manifest is not looked into."""
    gathered = Gathered(where)
    if not (root / MANIFEST).exists():
        return gathered.finish([])
    paths: list[str] = []
    for path, entry in _walk(root, gathered):
        problem = path_problem(path, gathered.span(path))
        paths.append(path)
        if problem:
            gathered.problems.report(problem)
        elif not _read_entry(gathered, path, entry):
            return gathered
    return gathered.finish(sorted(paths))


def _walk(root: Path, gathered: Gathered) -> Iterator[tuple[str, Path]]:
    """Yield plain files in order, reporting links that leave and things that are no files."""
    real_root = root.resolve()
    waiting, seen = [""], 0
    while waiting:
        for path, entry in _listed(root, waiting.pop(), gathered):
            seen += 1
            if seen > limits.MEMBERS:
                gathered.problems.report(TooManyFiles(gathered.span("")))
                return
            form = _form(entry, real_root)
            if form == stat.S_IFREG:
                yield path, entry
            elif form != stat.S_IFDIR:
                gathered.problems.report(LinkInPack(gathered.span(path), path))
            elif portable(path):
                waiting.append(path)
            else:
                gathered.problems.report(NotPortable(gathered.span(path), path))


def _form(entry: Path, root: Path) -> int:
    """Return whether this is a plain file, a folder or (0) nothing that is read.

    A pipe or device must not even be opened: reading it may never end.
    """
    try:
        if entry.is_symlink():
            target = entry.resolve(strict=True)
            return stat.S_IFREG if target.is_relative_to(root) and target.is_file() else 0
        return stat.S_IFMT(entry.stat().st_mode)
    except (OSError, RuntimeError):
        return 0


def _listed(root: Path, folder: str, gathered: Gathered) -> list[tuple[str, Path]]:
    try:
        names = sorted(entry.name for entry in (root / folder).iterdir())
    except OSError as bad:
        gathered.problems.report(CannotRead(gathered.span(folder), bad.strerror or ""))
        return []
    paths = (f"{folder}/{name}" if folder else name for name in names)
    return [(path, root / path) for path in paths if not ignored(path)]


def _read_entry(gathered: Gathered, path: str, entry: Path) -> bool:
    """Read one file; say whether to go on."""
    most = limits.FILE_BYTES if kind_of(path) else limits.EXPANDED_BYTES
    try:
        with entry.open("rb") as opened:
            content = opened.read(most + 1)
    except OSError as bad:
        gathered.problems.report(CannotRead(gathered.span(path), bad.strerror or ""))
        return True
    if kind_of(path) and len(content) > most:
        gathered.problems.report(FileTooLarge(gathered.span(path)))
        return True
    gathered.size += len(content)
    if gathered.size > limits.EXPANDED_BYTES:
        gathered.problems.report(TooManyBytes(gathered.span(path), "the files add up", limits.EXPANDED_BYTES))
        return False
    gathered.add(path, content)
    return True


# --- archives ---------------------------------------------------------------------------


def gather_archive(path: Path, where: str) -> Gathered:
    """Read a zip file from disk; whatever else stands in its place is not opened."""
    gathered = Gathered(where)
    try:
        if not path.is_file():
            gathered.problems.report(CannotRead(gathered.span(""), "no file"))
            return gathered
        with path.open("rb") as opened:
            packed = opened.read(limits.ARCHIVE_PACKED_BYTES + 1)
    except OSError as bad:
        gathered.problems.report(CannotRead(gathered.span(""), bad.strerror or ""))
        return gathered
    return gather_zip(packed, where)


def gather_zip(packed: bytes, where: str) -> Gathered:
    """Read a zip held in memory, judging its directory before unpacking anything."""
    gathered = Gathered(where)
    refused = _outside_problem(packed, gathered.span(""))
    if refused:
        gathered.problems.report(refused)
        return gathered
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            _gather_members(archive, len(packed), gathered)
    except _BROKEN_ZIP:
        gathered.problems.report(IncompleteArchive(gathered.span("")))
    return gathered


def _outside_problem(packed: bytes, span: Span) -> Problem | None:
    """Judge the archive as bytes, before any of it is interpreted."""
    if not packed.startswith(_ZIP_MARKS):
        return NotZip(span)
    if len(packed) > limits.ARCHIVE_PACKED_BYTES:
        return TooManyBytes(span, "the archive is", limits.ARCHIVE_PACKED_BYTES)
    # Counting marks costs nothing; building 100,000 entries to count them does.
    if packed.count(_DIRECTORY_MARK) > limits.MEMBERS:
        return TooManyFiles(span)
    return None


def _gather_members(archive: zipfile.ZipFile, packed_size: int, gathered: Gathered) -> None:
    members = archive.infolist()
    refused = _total_problem(members, packed_size, gathered.span(""))
    if refused:
        gathered.problems.report(refused)
        return
    top = _top_folder(members)
    paths: list[str] = []
    for member in members:
        problem = _member_problem(member, gathered)
        name = member.orig_filename
        if problem:
            gathered.problems.report(problem)
        elif not ignored(name):
            path = name.removeprefix(top)
            paths.append(path)
            if path and not path.endswith("/"):
                _gather_member(archive, member, path, gathered)
    gathered.finish(paths)


def _total_problem(members: list[zipfile.ZipInfo], packed_size: int, span: Span) -> Problem | None:
    if len(members) > limits.MEMBERS:
        return TooManyFiles(span)
    total = sum(member.file_size for member in members)
    if total > limits.EXPANDED_BYTES:
        return TooManyBytes(span, "expands", limits.EXPANDED_BYTES)
    if total > limits.ARCHIVE_RATIO * packed_size:
        return PackedTooTightly(span)
    return None


def _top_folder(members: list[zipfile.ZipInfo]) -> str:
    """Return the one folder that all members stand in, as when a folder is zipped."""
    tops = {member.orig_filename.partition("/")[0] for member in members if not ignored(member.orig_filename)}
    loose = any("/" not in member.orig_filename for member in members if not ignored(member.orig_filename))
    return "" if loose or len(tops) != 1 else f"{tops.pop()}/"


def _member_problem(member: zipfile.ZipInfo, gathered: Gathered) -> Problem | None:
    """Judge a member by its directory entry alone."""
    name = member.orig_filename
    span = gathered.span(name)
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        return AbsolutePath(span, name)
    parts = name.removesuffix("/").split("/")
    if not {"", ".", ".."}.isdisjoint(parts) or "\0" in name or ".." in name.split("\\"):
        return UnsafePath(span, name)
    if member.flag_bits & _ENCRYPTED_FLAGS:
        return EncryptedMember(span, name)
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return LinkInPack(span, name)
    if member.compress_type not in _METHODS:
        return PackedStrangely(span, name)
    return None


def _gather_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str, gathered: Gathered) -> None:
    span = gathered.span(path)
    problem = path_problem(path, span)
    if problem:
        gathered.problems.report(problem)
        return
    if kind_of(path) and member.file_size > limits.FILE_BYTES:
        gathered.problems.report(FileTooLarge(span))
        return
    content: bytes | None
    try:
        with archive.open(member) as opened:
            content = opened.read(member.file_size + 1)
    except _BROKEN_ZIP:
        content = None
    if content is None or len(content) != member.file_size:
        larger = _goes_on(archive, member)
        gathered.problems.report(
            LargerThanDeclared(span, path, member.file_size) if larger else IncompleteArchive(span, path)
        )
        return
    gathered.add(path, content)


def _goes_on(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Whether a member holds more than its directory entry says; no more than one byte of that is unpacked."""
    probe = copy.copy(member)
    probe.file_size += 1
    del probe.CRC  # it belongs to as much as was declared
    try:
        with archive.open(probe) as opened:
            return len(opened.read(probe.file_size)) > member.file_size
    except _BROKEN_ZIP:
        return False
