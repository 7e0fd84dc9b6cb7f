"""Owns which files a pack may hold, how they may be called and what each one is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from interpreter.diagnostics import Problem, Problems, Span
from interpreter.source import limits
from interpreter.source.errors import (
    ArchiveInside,
    BackupFile,
    DuplicateMember,
    FileAndFolder,
    FileTypeNotAllowed,
    ManyManifests,
    MisplacedFile,
    MissingManifest,
    NotPortable,
)

MANIFEST = "pack.yaml"
TOP_DOCUMENTS = {
    MANIFEST: "pack",
    "model.yaml": "model",
    "balance.yaml": "balance",
    "equivalent_mutants.yaml": "mutants",
    "table.yaml": "table",
    "tutorial.yaml": "tutorial",
}
FOLDERS = {"rules": "rules", "cards": "cards", "scenarios": "scenario", "text": "text", "rulebook": "rulebook"}
PICTURES = (".jpeg", ".jpg", ".png", ".svg", ".webp")
NOTES = (".md", ".txt")
PLACES = (*TOP_DOCUMENTS, *(f"{folder}/NAME.yaml" for folder in FOLDERS), "assets/")
ALLOWED = (".yaml", *NOTES, *PICTURES)

_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".jar", ".whl")
_ARCHIVE_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ", b"BZh")
_LEGAL_NOTES = frozenset({"LICENSE", "LICENCE", "COPYING", "NOTICE"})
# Left behind by desktops and by version control; never part of a pack.
_IGNORED = frozenset(
    {".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", ".git", ".gitignore", ".gitattributes", ".editorconfig"}
)
# What editors leave beside a file while they work on it, or after.
_BACKUP = re.compile(r"\.?.+(~|\.bak|\.orig|\.sw[op])|#.+#|\.#.+")
_PORTABLE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-]*")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(\..*)?", re.IGNORECASE)


def ignored(path: str) -> bool:
    """Say whether a path is litter that is passed over without a word."""
    return not _IGNORED.isdisjoint(path.split("/"))


def portable(path: str) -> bool:
    """Say whether every system can store a file of this path."""
    parts = path.split("/")
    return len(parts) <= limits.PATH_PARTS and all(map(_portable_part, parts))


def _portable_part(part: str) -> bool:
    return (
        len(part) <= limits.PATH_PART_CHARACTERS
        and _PORTABLE.fullmatch(part) is not None
        and not part.endswith(".")
        and not _RESERVED.fullmatch(part)
    )


def kind_of(path: str) -> str | None:
    """Return the kind of document at a path inside a pack, if there is one."""
    if path in TOP_DOCUMENTS:
        return TOP_DOCUMENTS[path]
    folder, _, name = path.partition("/")
    if folder in FOLDERS and name.endswith(".yaml") and "/" not in name:
        return FOLDERS[folder]
    return None


def path_problem(path: str, span: Span) -> Problem | None:
    """Judge the name and the type of one file, before it is read."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(_ARCHIVES):
        return ArchiveInside(span, path)
    if _BACKUP.fullmatch(name):
        return BackupFile(span, path)
    if not portable(path):
        return NotPortable(span, path)
    if path in _LEGAL_NOTES or name.endswith(NOTES) or kind_of(path):
        return None
    if not name.endswith(ALLOWED):
        return FileTypeNotAllowed(span, path, ALLOWED)
    if name.endswith(PICTURES) and path.startswith("assets/"):
        return None
    return MisplacedFile(span, path, PLACES)


def content_problem(path: str, content: bytes, span: Span) -> Problem | None:
    """Judge the first bytes of a file, whatever it is called."""
    return ArchiveInside(span, path) if content.startswith(_ARCHIVE_MARKS) else None


def clashes(paths: Iterable[str], where: str) -> list[Problem]:
    """Find equal names, names that some system takes for equal, files that are folders.

    A path that ends in a slash is a folder.
    """
    problems = Problems()
    seen: dict[str, str] = {}
    folders: set[str] = set()
    for path in paths:
        *parts, name = same = _as_stored(path)
        folders.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
        if not name:
            continue
        key = "/".join(same)
        if key in seen:
            problems.report(DuplicateMember(Span.start_of(f"{where}/{path}"), path, seen[key]))
        seen.setdefault(key, path)
    shared = sorted(folders & seen.keys())
    problems += [FileAndFolder(Span.start_of(f"{where}/{seen[path]}"), seen[path]) for path in shared]
    return problems


def _as_stored(path: str) -> list[str]:
    """What some system makes of the parts of a path: capitals, ways to write a letter, dots and blanks at the end."""
    same = unicodedata.normalize("NFKC", path).casefold().replace("\\", "/")
    return [part.rstrip(". ") for part in same.split("/")]


def manifest_problem(paths: Iterable[str], where: str) -> Problem | None:
    """Demand exactly one manifest, at the top."""
    found = tuple(sorted(path for path in paths if path.rpartition("/")[2] == MANIFEST))
    if len(found) > 1:
        return ManyManifests(Span.start_of(f"{where}/{found[-1]}"), found)
    if found != (MANIFEST,):
        return MissingManifest(Span.start_of(f"{where}/{MANIFEST}"))
    return None
