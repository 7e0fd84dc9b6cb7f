"""What was worked out about a pack before, kept in the user's cache folder so that it is not worked out again.

An entry is found by the exact content of the pack and the exact engine. It holds data and cannot do anything (`codec`);
its seal covers what it is an entry of, so it is worth nothing under another name, and is made with the user's own key, so
nobody else's is read: a well-formed entry could still say that a rule is another one. The folder must belong to the
user, and nobody else may write in it. Whatever does not fit is not there: the pack is then read as if for the first time.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.records import record
from interpreter.source.codec import MAX_BYTES, NotOurs, Shape
from interpreter.source.own_key import SEAL, is_ours, sealed

OFF = "RULEWRIGHT_NO_CACHE"
MOST_ENTRIES, MOST_BYTES = 512, 256 * 1024 * 1024
"""What is kept altogether: all shipped packs with their expansions, and what an author has at hand beside them."""
_OF_THE_ENGINE = (".py", ".lark", ".json", ".wat")
_STALE = 3600.0
"""Seconds after which a file that somebody began to write counts as left behind."""
_LATELY = 60.0
"""Seconds during which an entry need not be told again that it is in use."""
_ENTRY = re.compile(r"[0-9a-f]{40}")
_BEGUN = re.compile(r"[0-9a-f]{40}\.[0-9]+\.tmp")
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _CAREFUL  # a pipe must not be waited for
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFUL


def folder() -> Path:
    """The folder entries are kept in. Raises RuntimeError when the user has no home."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or "")
    # A relative folder is to be ignored: it would be another one in every place the program is started from.
    return (base if base.is_absolute() else Path.home() / ".cache") / "rulewright"


@cache
def engine_fingerprint() -> str:
    """A fingerprint of this engine: any change of its sources makes all entries strangers."""
    package = Path(__file__).parent.parent
    waiting = [str(package), str(package.parent / "grammar"), str(package.parent / "schemas")]
    found: list[str] = []
    while waiting:
        with contextlib.suppress(FileNotFoundError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(_OF_THE_ENGINE):
                    about = entry.stat()
                    found.append(f"{entry.path} {about.st_size} {about.st_mtime_ns}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    waiting.append(entry.path)
    written = "\n".join([sys.version, *sorted(found)])
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _key(digest: str, where: str) -> str:
    return hashlib.sha256(f"{digest} {where} {engine_fingerprint()}".encode("utf-8", "surrogatepass")).hexdigest()


def recall(digest: str, where: str, shape: Shape) -> Any:  # noqa: ANN401 - an object of the shape's root class
    """Give what was kept for a pack, or None."""
    if os.environ.get(OFF):
        return None
    try:
        key = _key(digest, where)
        with opened(create=False) as place:
            content = place.read(key[:40])
        if content is None or not is_ours(key, content):
            return None
        return shape.decode(content[SEAL:])
    except (OSError, RuntimeError, NotOurs):
        return None


def keep(digest: str, where: str, what: object, shape: Shape) -> None:
    """Keep something for a pack; a folder that cannot be used is no trouble."""
    if os.environ.get(OFF):
        return
    with contextlib.suppress(OSError, RuntimeError, NotOurs):
        key = _key(digest, where)
        content = shape.encode(what)
        if len(content) > MAX_BYTES:
            return
        whole = sealed(key, content) + content
        with opened(create=True) as place:
            place.write(key[:40], whole)
            place.tidy()


# ------------------------------------------------------------------------------------------------------------ the folder


@contextlib.contextmanager
def opened(*, create: bool) -> Iterator[_Folder]:
    """Open the folder once and look at exactly that one. Raises OSError when it is not ours alone."""
    path = folder()
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
    if os.open not in os.supports_dir_fd:  # Windows, where a user's folders are the user's own
        yield _Folder(path, None)
        return
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | _CAREFUL)
    try:
        about = os.fstat(handle)
        if about.st_uid != os.geteuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise OSError(errno.EPERM, "others can write there")
        yield _Folder(path, handle)
    finally:
        os.close(handle)


@record(frozen=True, slots=True)
class _Folder:
    """An open folder; its files are reached through it, whatever happens to its name meanwhile."""

    path: Path
    handle: int | None

    def _named(self, name: str) -> str:
        return name if self.handle is not None else str(self.path / name)

    def read(self, name: str) -> bytes | None:
        """Give the content of a plain file; None for anything else that may stand there.

        Who is read counts as new: what is used every day is not pushed out by what was kept once.
        """
        handle = os.open(self._named(name), _READ, dir_fd=self.handle)
        with os.fdopen(handle, "rb") as file:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES + SEAL:
                return None
            if os.utime in os.supports_fd and time.time() - about.st_mtime > _LATELY:
                with contextlib.suppress(OSError):
                    os.utime(handle)
            return file.read(MAX_BYTES + SEAL + 1)

    def write(self, name: str, content: bytes) -> None:
        """Put a file in place, whole or not at all. Raises OSError, and then nothing is left of it."""
        begun = f"{name}.{os.getpid()}.tmp"
        self._remove(begun)
        handle = os.open(self._named(begun), _WRITE, 0o600, dir_fd=self.handle)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(self._named(begun), self._named(name), src_dir_fd=self.handle, dst_dir_fd=self.handle)
        except BaseException:
            self._remove(begun)
            raise

    def tidy(self) -> None:
        """Keep the entries that were used last only, and nothing that somebody began and left."""
        entries: list[tuple[float, str, int]] = []
        for name in os.listdir(self.handle if self.handle is not None else self.path):  # noqa: PTH208 - by its handle
            with contextlib.suppress(OSError):
                about = os.stat(self._named(name), dir_fd=self.handle, follow_symlinks=False)
                if _ENTRY.fullmatch(name):
                    entries.append((about.st_mtime, name, about.st_size))
                elif _BEGUN.fullmatch(name) and time.time() - about.st_mtime > _STALE:
                    self._remove(name)
        taken = 0
        for number, (_, name, size) in enumerate(sorted(entries, reverse=True)):
            taken += size
            if number >= MOST_ENTRIES or taken > MOST_BYTES:
                self._remove(name)

    def _remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._named(name), dir_fd=self.handle)
