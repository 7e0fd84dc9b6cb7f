"""The one way out: whatever the tools print goes through here.

Two things are seen to. No character of a pack or a path can move the cursor, break a line or hide: it is printed as an
escape. And a stream that takes nothing any more (a full disk, a reader who left, a terminal that was closed) ends the
command in order, whatever it was about to say.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from typing import TextIO

from interpreter.diagnostics import hides, printable

_UNUSUAL = re.compile(r"[^\x20-\x7e\n]")


class Unwritable(Exception):
    """A stream takes nothing any more."""

    def __init__(self, error: OSError | ValueError) -> None:
        cause = error.strerror if isinstance(error, OSError) else None
        super().__init__(cause or "it is closed")
        self.reader_left = isinstance(error, BrokenPipeError)
        self.note: str | None = None
        """What to say about the game that was being played."""


def put(text: str, stream: TextIO | None = None, *, flush: bool = False) -> None:
    """Write lines whose ends are ours. Raises Unwritable."""
    raw(printable(text, lines=True), stream, flush=flush)


def raw(text: str, stream: TextIO | None = None, *, flush: bool = False) -> None:
    """Write what was made safe already, with colours of ours in it. Raises Unwritable."""
    target = stream if stream is not None else sys.stdout
    try:
        target.write(text)
        if flush:
            target.flush()
    except (OSError, ValueError) as error:
        raise Unwritable(error) from error


def put_json(data: object, *, sort_keys: bool = False) -> None:
    """Write data as JSON that people can read: letters stay letters, what hides is escaped. Raises Unwritable."""
    import json  # noqa: PLC0415 - most answers are words

    text = json.dumps(data, indent=2, ensure_ascii=False, sort_keys=sort_keys)
    raw(_UNUSUAL.sub(lambda found: json.dumps(found[0])[1:-1] if hides(found[0]) else found[0], text) + "\n")


def flush() -> None:
    """Hand over what is still waiting. Raises Unwritable."""
    raw("", flush=True)


def complain(text: str) -> None:
    """Write a line on the error stream; where even that takes nothing, there is nobody to tell."""
    try:
        put(text + "\n", sys.stderr, flush=True)
    except Unwritable:
        give_up(sys.stderr)


# ------------------------------------------------------------------------------------------------------ the streams


def prepare_streams() -> None:
    """Never fail on a character the terminal cannot show or the person typed by accident; open what is closed.

    A program that is started with a closed stream would write into the next file that is opened: nothing is read from or
    written to what stands in for it. Raises Unwritable when the output is closed, since every command has something to
    say.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if name in closed:
            setattr(sys, name, _nothing(number, "r" if name == "stdin" else "w"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if "stdout" in closed:
        raise Unwritable(ValueError("closed"))


def _nothing(number: int, mode: str) -> TextIO:
    """Open a stream that gives and takes nothing, under the number of the one that is closed."""
    handle = os.open(os.devnull, os.O_RDWR)
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    return open(number, mode, encoding="utf-8", closefd=False)  # type: ignore[return-value]


def give_up(stream: TextIO) -> None:
    """Let nothing more be tried on a stream that takes nothing: Python would complain at its exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()
        handle = os.open(os.devnull, os.O_WRONLY)
        os.dup2(handle, number)
        os.close(handle)
