"""What every request passes first: which name it used for us, and which page it comes from; and what every answer says.

The name is checked against a list, so that no foreign name can be pointed at this machine; a socket or a change is taken
from our own page only. Answers forbid everything a page of ours does not need: no inline script or style, no other host.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def host_name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = LOCAL) -> None:
        self.app, self.names = app, frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._allowed(scope, headers):
            await self._refuse(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                _harden(message)
            await send(message)

        await self.app(scope, receive, answer)

    def _allowed(self, scope: MutableMapping[str, Any], headers: Headers) -> bool:
        host = headers.get("host", "")
        if host_name(host) not in self.names:
            return False
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return True
        return headers.get("origin", "") in (f"http://{host}", f"https://{host}")

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        response = PlainTextResponse("This server does not answer to that name or page.\n", status_code=403)
        await response(scope, receive, send)


def _harden(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(raw=message["headers"])
    for name, value in ALWAYS.items():
        headers[name] = value
    message["headers"] = headers.raw
