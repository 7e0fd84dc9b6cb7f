"""The user's own key: what this program keeps for itself is sealed with it, and what bears another seal is not read.

It lies outside the cache. Whoever can put a file into a cache folder (a shared one, one that was copied from elsewhere)
still cannot make one that fits.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import stat
from pathlib import Path

SEAL = 32
"""Bytes of a seal."""
_KEY = 32
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_OLD = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def sealed(name: str, content: bytes) -> bytes:
    """Give the seal of what is kept under a name. Raises OSError or RuntimeError without a key of the user's alone."""
    return hmac.digest(_secret(), name.encode() + content, "sha256")


def is_ours(name: str, content: bytes) -> bool:
    """Say whether a seal and what follows it were made with this key, under this name. Raises as `sealed` does."""
    return hmac.compare_digest(content[:SEAL], sealed(name, content[SEAL:]))


def _secret() -> bytes:
    """The user's own key, made when it is first needed. Raises OSError when it is not the user's alone."""
    base = Path(os.environ.get("XDG_DATA_HOME") or "")
    folder = (base if base.is_absolute() else Path.home() / ".local" / "share") / "rulewright"
    path = folder / "key"
    with contextlib.suppress(FileNotFoundError):
        return _read(path)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _make(path)
    return _read(path)


def _make(path: Path) -> None:
    """Put a whole key in its place, unless somebody was faster: a full disk or a sudden end leaves none at all."""
    begun = path.with_name(f".key.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        with os.fdopen(os.open(begun, _NEW, 0o600), "wb") as file:
            file.write(os.urandom(_KEY))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(begun, path)
        except FileExistsError:
            pass
        except OSError:
            # A file system without hard links: of two that begin at once, the last one's key holds.
            begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    handle = os.open(path, _OLD)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        key = file.read(_KEY + 1)
    others = stat.S_IRWXG | stat.S_IRWXO
    if not stat.S_ISREG(about.st_mode) or (
        hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & others)
    ):
        raise PermissionError("others can use the key")
    if not key:
        # Left by an earlier version that was ended, or met a full disk, before it wrote: nothing bears its seal.
        path.unlink()
        raise FileNotFoundError("there is no key yet")
    if len(key) != _KEY:
        raise OSError("there is no whole key")
    return key
