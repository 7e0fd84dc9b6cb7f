"""The edge to the terminal: lines in and out, colour and progress where a terminal is there to show them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
from typing import TextIO

from interpreter.diagnostics import printable
from interpreter.tools.printing import Unwritable, put, raw
from interpreter.tools.signals import Terminated

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

_HEAD = re.compile(r" *(?:\d+  )?")


_COLUMN = re.compile(r" *\S+(?: \S+)* {2,}")


class Stop(Exception):
    """Nobody will answer any more: the input ended, or Ctrl-C was pressed."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


LONGEST = 10_000
"""So many characters an answer may have: a line without end (`< /dev/zero`) is nobody's answer."""


class Console:
    """Writes lines, reads answers. Colour only on a terminal; over a pipe the answers are echoed."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self.colour = has_colour(self._target)
        self._folds = is_terminal(self._target)
        self._typed = is_terminal(self._source) and is_terminal(self._target)

    def line(self, text: str = "", style: str | None = None, *, whole: bool = False) -> None:
        """Write a line; on a terminal a long one goes on below, broken at spaces. Over a pipe it stays as it is.

        A `whole` line is never broken: it holds a command or a path that people copy.
        """
        text = printable(text)
        if self._folds and not whole:
            text = fold(text, shutil.get_terminal_size().columns)
        raw(self.styled(text, style) + "\n", self._target)

    def lines(self, text: str, style: str | None = None) -> None:
        """Write a text of several lines, each as one."""
        for line in text.split("\n"):
            self.line(line, style)

    @property
    def size(self) -> tuple[int, int] | None:
        """How wide and high the screen is; None over a pipe, where nothing has to fit."""
        if not self._folds:
            return None
        found = shutil.get_terminal_size()
        return found.columns, found.lines

    @property
    def is_watched(self) -> bool:
        """Whether people sit before a screen and type."""
        return self._typed

    def clear(self) -> None:
        """Leave nothing on the screen, nor above it, nor among the lines that can be brought back with a key."""
        raw("\x1b[3J\x1b[2J\x1b[H", self._target)
        with contextlib.suppress(ImportError):
            import readline  # noqa: PLC0415 - not everywhere

            readline.clear_history()

    def styled(self, text: str, style: str | None) -> str:
        """Colour a text where colour can be seen."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and style and text else text

    def ask(self, prompt: str) -> str:
        """Read one line. Raises Stop at the end of the input or at Ctrl-C."""
        try:
            answer = self._read(prompt)
        except Terminated:
            self.line()
            raise Stop("terminated") from None
        except KeyboardInterrupt:
            self.line()
            raise Stop("interrupted") from None
        if answer is None:
            self.line()
            raise Stop("end_of_input")
        return answer.strip()

    def _read(self, prompt: str) -> str | None:
        prompt = printable(prompt)
        if self._typed:
            return self._read_typed(prompt)
        raw(prompt, self._target, flush=True)
        try:
            answer = self._source.readline(LONGEST + 1)
        except (OSError, ValueError):  # a folder, or a stream that is closed: nobody answers there
            return None
        if not answer or len(answer) > LONGEST:
            return None
        # Without a terminal nobody sees what was answered; a transcript should be whole.
        put(printable(answer.rstrip("\r\n")) + "\n", self._target)
        return answer

    def _read_typed(self, prompt: str) -> str | None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives `input` its line editing, where there is one
        raw("", self._target, flush=True)
        try:
            return input(prompt)
        except (EOFError, OSError):
            return None


def fold(line: str, width: int) -> str:
    """Break a long line at spaces; what goes on stands under the text, behind an option's number.

    >>> print(fold("  12  Take a card and turn it", 20))
      12  Take a card
          and turn it
    """
    if len(line) <= width:
        return line
    head = _HEAD.match(line)
    indent = len(head[0]) if head is not None else 0
    below = " " * (indent if indent < width // 2 else 0)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=below,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        expand_tabs=False,
    )


def hang(line: str, width: int) -> str:
    """Break a long line at spaces; what goes on stands under the second column.

    >>> print(hang("  log [N]  what happened, all of it", 25))
      log [N]  what happened,
               all of it
    """
    head = _COLUMN.match(line)
    below = " " * (len(head[0]) if head is not None and len(head[0]) < width // 2 else 0)
    return (
        textwrap.fill(line, width, subsequent_indent=below, drop_whitespace=True, break_long_words=False)
        if len(line) > width
        else line
    )


def has_colour(stream: TextIO) -> bool:
    """True for a terminal that shows colour and a person who has not switched it off."""
    return is_terminal(stream) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


class Progress:
    """A bar on the error stream for long work; silent when no terminal is there."""

    _WIDTH = 30

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self._total = total
        self._what = what
        self._stream = stream or sys.stderr
        self._shown = is_terminal(self._stream)
        self._last = -1

    def __call__(self, done: int) -> None:
        """Show how much is done; drawn only when a percent has passed."""
        percent = 100 * done // max(1, self._total)
        if not self._shown or percent == self._last:
            return
        self._last = percent
        filled = self._WIDTH * percent // 100
        bar = "#" * filled + "." * (self._WIDTH - filled)
        with contextlib.suppress(Unwritable):
            raw(f"\r[{bar}] {percent:3d} % {done}/{self._total} {printable(self._what)}", self._stream, flush=True)

    def note(self, text: str) -> None:
        """Say something about the work, to whoever watches it."""
        if self._shown:
            with contextlib.suppress(Unwritable):
                raw(f"{printable(text)}\n", self._stream, flush=True)

    def close(self) -> None:
        """Wipe the bar."""
        if self._shown and self._last >= 0:
            with contextlib.suppress(Unwritable):
                raw("\r\x1b[K", self._stream, flush=True)


def is_terminal(stream: TextIO) -> bool:
    """True when a person looks at the stream."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):  # a closed or a made-up stream
        return False
