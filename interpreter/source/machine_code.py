"""Machine code that was made from a pack before, kept in the user's cache folder and only ever run if we made it.

What is read there is run, so nothing but the user's own key (`own_key`) stands between a stranger's file and this machine:
what does not bear its seal is not there, and is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os

from interpreter.source.codec import MAX_BYTES
from interpreter.source.memory import OFF, engine_fingerprint, opened
from interpreter.source.own_key import SEAL, is_ours, sealed


def recall_code(what: str) -> bytes | None:
    """Give the code that was kept under a name, if this user of this engine kept it; None otherwise."""
    if os.environ.get(OFF):
        return None
    with contextlib.suppress(OSError, RuntimeError):
        name = _name(what)
        with opened(create=False) as place:
            content = place.read(name)
        if content is not None and is_ours(name, content):
            return content[SEAL:]
    return None


def keep_code(what: str, code: bytes) -> None:
    """Keep code under a name; a folder that cannot be used is no trouble."""
    if os.environ.get(OFF) or len(code) > MAX_BYTES:
        return
    with contextlib.suppress(OSError, RuntimeError):
        name = _name(what)
        whole = sealed(name, code) + code
        with opened(create=True) as place:
            place.write(name, whole)
            place.tidy()


def _name(what: str) -> str:
    return hashlib.sha256(f"code {what} {engine_fingerprint()}".encode("utf-8", "surrogatepass")).hexdigest()[:40]
