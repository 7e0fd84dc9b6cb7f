"""What was worked out about a pack before, kept in the user's cache folder so that it is not worked out again.

An entry is found by the exact content of the pack and the exact engine; anything that does not fit is simply not there.
Entries are plain data of our own classes: nothing else is ever built from a file, so a tampered entry is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

OFF = "RULEWRIGHT_NO_CACHE"
_BUILTINS = {"dict", "frozenset", "list", "range", "set", "tuple"}
_DEEP = 20_000
"""Trees of scripts are nested; writing them needs more room than Python gives by default."""


def folder() -> Path:
    """The folder entries are kept in."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "rulewright"


@cache
def _engine() -> str:
    """A fingerprint of this engine: any change of its sources makes all entries strangers."""
    package = Path(__file__).parent.parent
    total = hashlib.sha256(sys.version.encode())
    for place in (package, package.parent / "grammar", package.parent / "schemas"):
        for path in sorted(place.rglob("*.py")) + sorted(place.rglob("*.lark")) + sorted(place.rglob("*.json")):
            about = path.stat()
            total.update(f"{path.name} {about.st_size} {about.st_mtime_ns}".encode())
    return total.hexdigest()


def _place(digest: str, where: str) -> Path:
    key = hashlib.sha256(f"{digest} {where} {_engine()}".encode()).hexdigest()
    return folder() / key[:40]


def recall(digest: str, where: str) -> Any:  # noqa: ANN401 - whatever was kept
    """Give what was kept for a pack, or None."""
    if os.environ.get(OFF):
        return None
    try:
        content = _place(digest, where).read_bytes()
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        return _OwnClasses(io.BytesIO(content[32:])).load()
    except (OSError, EOFError, ValueError, AttributeError, ImportError, IndexError, TypeError, pickle.PickleError):
        return None


def keep(digest: str, where: str, what: object) -> None:
    """Keep something for a pack; a folder that cannot be written is no trouble."""
    if os.environ.get(OFF):
        return
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP))
    try:
        content = pickle.dumps(what, protocol=5)
    except RecursionError:
        return
    finally:
        sys.setrecursionlimit(limit)
    with contextlib.suppress(OSError):
        place = _place(digest, where)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        Path(temporary).replace(place)
        _tidy(place.parent)


def _tidy(place: Path, most: int = 64) -> None:
    """Keep the newest entries only."""
    entries = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in entries[most:]:
        old.unlink(missing_ok=True)


class _OwnClasses(pickle.Unpickler):
    """Builds nothing but our own data."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - a class
        """Refuse everything that is not plain or ours."""
        if module == "builtins" and name in _BUILTINS:
            return super().find_class(module, name)
        if module.startswith("interpreter.") and not name.startswith("_"):
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"{module}.{name}")
