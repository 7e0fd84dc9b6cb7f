"""Files a person names on the command line to be read or written: plain files, and nothing that never ends."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from interpreter.diagnostics import shown
from interpreter.play.save import remove_leftovers, write_whole
from interpreter.tools.trouble import Trouble

MAX_BYTES = 1024 * 1024 * 1024


def demand_plain(path: str | Path) -> bool:
    """Say whether there is a file. Raises Trouble for a folder, a pipe or a device; OSError and ValueError as they come."""
    try:
        about = os.stat(path)  # noqa: PTH116 - a path of bytes that are no text is no Path
    except FileNotFoundError:
        return False
    if stat.S_ISREG(about.st_mode):
        return True
    what = "a folder" if stat.S_ISDIR(about.st_mode) else "a device or a pipe"
    raise Trouble(f"`{shown(str(path))}` is {what}, not a file; name another")


def content(path: Path) -> bytes:
    """Read a plain file; nothing where there is none. Raises Trouble."""
    try:
        if not demand_plain(path):
            return b""
        if path.stat().st_size > MAX_BYTES:
            raise Trouble(f"`{shown(str(path))}` is larger than 1 GB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise Trouble(f"`{shown(str(path))}` cannot be read: {why(error)}") from error


def write_text(path: str, text: str) -> None:
    """Write a file whole or not at all. Raises Trouble."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str, made: bytes) -> None:
    """Write a file whole or not at all; what is no file is left where it is, and not replaced by one. Raises Trouble."""
    try:
        demand_plain(path)
        target = os.path.realpath(path)
        remove_leftovers(target)
        write_whole(target, made)
    except (OSError, ValueError) as error:
        raise Trouble(f"`{shown(path)}` cannot be written: {why(error)}") from error


def why(error: Exception) -> str:
    """What the system says is in the way."""
    return getattr(error, "strerror", None) or str(error)
