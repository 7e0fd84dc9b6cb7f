"""What a client is told when something cannot be done, and the log when something went wrong that nobody foresaw."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.web import limits
from interpreter.web.limits import Allowance

LOG = logging.getLogger("rulewright.web")


class Refused(Exception):
    """Something a client asked for that is not done.

    `code` is a key of the page's phrases, which has the words in each language; `note` says more.
    """

    def __init__(self, code: str, note: str = "") -> None:
        # A note may quote what somebody sent, and half a letter cannot be sent back.
        self.code, self.note = code, note.encode("utf-8", "backslashreplace").decode()
        super().__init__(f"{code}: {self.note}" if note else code)


@dataclass(slots=True)
class Troubles:
    """What went wrong in a game that nobody foresaw: a line of the log with the game's id, and no game fills the log."""

    clock: Callable[[], float] = time.monotonic
    _lines: dict[str, Allowance] = field(default_factory=dict)

    def note(self, game: str, what: str, error: Exception | None = None) -> str:
        """Write it down; gives what players are told of it."""
        while len(self._lines) > limits.TITLES:
            del self._lines[next(iter(self._lines))]
        if self._lines.setdefault(game, Allowance(*limits.LINES)).take(self.clock()):
            # The innermost places say enough: a rule that goes round in circles has a thousand.
            LOG.error(
                "%s: %s",
                f"game {game}" if game else "server",
                what,
                exc_info=_cut(error) if error is not None else None,
            )
        return type(error).__name__ if error is not None else what


def _cut(error: Exception, places: int = 8) -> Exception:
    """An exception with the innermost places only."""
    trace, length = error.__traceback__, 0
    while trace is not None:
        trace, length = trace.tb_next, length + 1
    trace = error.__traceback__
    for _ in range(length - places):
        assert trace is not None
        trace = trace.tb_next
    return error.with_traceback(trace)
