"""How long a connection is held for who says nothing: there is room for so many only, and all others need it, too."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

from interpreter.web import limits
from interpreter.web.limits import Allowance

if TYPE_CHECKING:
    from collections.abc import Callable

    import h11
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle


class Patient(H11Protocol):
    """HTTP as uvicorn speaks it, with an end: for who has not asked anything by then, and who does not take the answer.

    The end of a body is for whoever reads it, that of a socket for whoever talks with it.
    """

    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait(limits.IDLE_SECONDS, self._unless_asked)

    def on_response_complete(self) -> None:
        """Wait for the next one."""
        super().on_response_complete()
        self._wait(limits.IDLE_SECONDS, self._unless_asked)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave it to the socket."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self, seconds: float, end: Callable[[], None]) -> None:
        self._wait_no_more()
        self._end = self.loop.call_later(seconds, end)

    def _wait_no_more(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _unless_asked(self) -> None:
        under_way: RequestResponseCycle | None = self.cycle
        if under_way is None or under_way.response_complete:
            self.transport.close()
        else:
            self._wait(limits.ANSWERING_SECONDS, self.transport.abort)


class Calm(logging.Filter):
    """What the log tells of clients: in a line, not where in the server it was noticed, and no line too often.

    Whoever sends nonsense all day does not fill the disk with being told of.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lines: dict[object, Allowance] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is told; faults of ours always are, with all there is to know."""
        problem = record.exc_info[1] if record.exc_info is not None else None
        if isinstance(problem, asyncio.CancelledError) or "graceful shutdown exceeded" in record.msg:
            return False  # the server ends, and so does what was under way
        if isinstance(problem, UnicodeDecodeError):
            record.exc_info = None
        elif record.levelno > logging.WARNING:
            return True
        return self._lines.setdefault(record.msg, Allowance(*limits.LINES)).take(self._clock())
