"""Puts the application on a socket and runs it until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from interpreter.play.text import Text
from interpreter.web import limits
from interpreter.web.addresses import EVERYWHERE, own_addresses, written
from interpreter.web.app import make_app
from interpreter.web.errors import Refused
from interpreter.web.guard import LOCAL
from interpreter.web.hall import Hall, open_store
from interpreter.web.memory import Memory
from interpreter.web.packs import Packs
from interpreter.web.patience import Calm, Patient
from interpreter.web.uploads import Uploads


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens, what it is called, where it keeps its games, and how fast bots are."""

    host: str
    port: int
    names: tuple[str, ...]
    games: str
    pace: float
    offered: tuple[str, ...]
    first: str
    together: tuple[str, ...] = ()
    """What the page offers to play with the pack that it offers first."""
    uploads: bool = False
    """Whether visitors may bring packs."""
    keep: float = limits.KEPT_DAYS
    """For so many days games are kept that nobody touches."""


def serve(place: Place, started: Callable[[list[str]], None]) -> str:
    """Serve until stopped; calls `started` with the addresses. Gives what stood in the way, or nothing."""
    try:
        store = open_store(place.games)
    except Refused as refused:
        return f"games cannot be kept in {place.games}: {refused.note}"
    try:
        uploads = Uploads(Path(f"{place.games}-packs"), store, taking=place.uploads)
    except OSError as error:
        store.close()
        return f"packs cannot be kept in {place.games}-packs: {error.strerror}"
    try:
        listening = _listen(place.host, place.port)
    except OSError as error:
        store.close()
        return f"nothing can listen at {place.host} port {place.port}: {error.strerror}"
    own = [written(one) for one in own_addresses(place.host)]
    if place.host in EVERYWHERE:
        own = [LOCAL[0], *own]
    memory = Memory(time.monotonic)
    app = make_app(
        Hall(store, Packs(place.offered, uploads), keep=place.keep),
        (*LOCAL, *own, *place.names),
        pace=place.pace,
        first=place.first,
        memory=memory,
    )
    app.state.live.hall.packs.together = place.together
    config = uvicorn.Config(
        app,
        http=Patient,
        log_level="warning",
        access_log=False,
        ws_max_size=limits.MESSAGE_BYTES,
        ws_max_queue=8,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=not set(own)
        <= set(LOCAL),  # on this machine to shorten a message takes longer than to send it
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=2000,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(Calm())
    Text.unsayable = _tell_unsayable
    sys.setswitchinterval(limits.SWITCH_SECONDS)
    server = _Server(
        config, lambda: started([f"http://{one}:{listening.getsockname()[1]}" for one in own]), app.state.live.end
    )
    try:
        asyncio.run(server.serve(sockets=[listening]))
    except KeyboardInterrupt:
        pass
    finally:
        memory.close()
        store.close()
    if server.unsaid is not None:
        raise server.unsaid
    return ""


def _tell_unsayable(problem: Exception) -> None:
    """A text that cannot be made closes no table; whoever looks after the server reads why."""
    logging.getLogger("uvicorn.error").warning("a text could not be made: %s", type(problem).__name__, exc_info=problem)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    return made


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._ready, self._end = ready, end
        self.unsaid: Exception | None = None
        """Why nobody could be told that it is ready."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            try:
                self._ready()
            except Exception as problem:  # noqa: BLE001 - told by who started it, once all is closed in good order
                self.unsaid, self.should_exit = problem, True
                await self.shutdown(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; the application is told also when nobody is waited for, or it would be cut off in its sleep and cry out."""
        await self._end()
        await super().shutdown(sockets)
        if self.force_exit:
            await self.lifespan.shutdown()

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop at once when asked: everything that was acknowledged is on the disk."""
        del frame
        self.should_exit = True
        self.force_exit = sig == signal.SIGINT
