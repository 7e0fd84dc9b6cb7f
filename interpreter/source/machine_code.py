"""Machine code that was made from a pack before, kept in the user's cache folder and only ever run if we made it.

What is read there is run, so it is sealed with a key that only this user has and that lies outside the cache: whoever can
put a file into a cache folder (a shared one, one that was copied from elsewhere) still cannot make one that fits. What does
not fit is not there, and is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import stat
from pathlib import Path

from interpreter.source.codec import MAX_BYTES
from interpreter.source.memory import OFF, engine_fingerprint, opened

_SEAL = hashlib.sha256().digest_size
_KEY = 32
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_OLD = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def recall_code(what: str) -> bytes | None:
    """Give the code that was kept under a name, if this user of this engine kept it; None otherwise."""
    if os.environ.get(OFF):
        return None
    with contextlib.suppress(OSError, RuntimeError):
        secret, name = _secret(), _name(what)
        with opened(create=False) as place:
            content = place.read(name)
        if content is not None and hmac.compare_digest(content[:_SEAL], _sealed(secret, name, content[_SEAL:])):
            return content[_SEAL:]
    return None


def keep_code(what: str, code: bytes) -> None:
    """Keep code under a name; a folder that cannot be used is no trouble."""
    if os.environ.get(OFF) or len(code) > MAX_BYTES:
        return
    with contextlib.suppress(OSError, RuntimeError):
        secret, name = _secret(), _name(what)
        with opened(create=True) as place:
            place.write(name, _sealed(secret, name, code) + code)
            place.tidy()


def _name(what: str) -> str:
    return hashlib.sha256(f"code {what} {engine_fingerprint()}".encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _sealed(secret: bytes, name: str, code: bytes) -> bytes:
    return hmac.digest(secret, name.encode() + code, "sha256")


def _secret() -> bytes:
    """The user's own key, made when it is first needed. Raises OSError when it is not the user's alone."""
    base = Path(os.environ.get("XDG_DATA_HOME") or "")
    folder = (base if base.is_absolute() else Path.home() / ".local" / "share") / "rulewright"
    path = folder / "key"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, _NEW, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(_KEY))
    handle = os.open(path, _OLD)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        key = file.read(_KEY + 1)
    others = stat.S_IRWXG | stat.S_IRWXO
    if not stat.S_ISREG(about.st_mode) or (
        hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & others)
    ):
        raise PermissionError("others can use the key")
    if len(key) != _KEY:
        raise OSError("there is no whole key")
    return key
