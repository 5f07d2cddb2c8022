"""Connections that have not shown a login yet: only so many may be open, and none for long.

At the limit, the address with the most of them loses its oldest, so that nobody else is turned
away.

Limits on the size and number of requests and sockets: nobody can fill the memory, not even somebody
who is logged in.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive
from uvicorn.protocols.http.h11_impl import H11Protocol

from dashboard.door.streamlit_inside import UPLOADS, bytes_uploaded

MOST: Final = 256
MOST_FROM_ONE: Final = 64
# the longest time from opening a connection to showing a login or sending a password
SECONDS: Final = 20.0
HEADERS: Final = 32_768  # bytes in the headers of a request
Peer = tuple[str, int]  # address and port of the other end


class Unproven:
    """The connections that have yet to show a login."""

    def __init__(
        self, most: int = MOST, most_from_one: int = MOST_FROM_ONE, seconds: float = SECONDS
    ) -> None:
        self._most, self._most_from_one, self._seconds = most, most_from_one, seconds
        self._open: dict[Peer, tuple[asyncio.Transport, asyncio.TimerHandle]] = {}
        self._from: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, peer: Peer, transport: asyncio.Transport) -> None:
        """Count a new connection.

        If it is one too many, cut the oldest of its own address, or of the one with the most.
        """
        timer = asyncio.get_running_loop().call_later(self._seconds, self._cut, peer)
        self._open[peer] = (transport, timer)
        self._from[peer[0]] += 1
        if self._from[peer[0]] > self._most_from_one:
            self._cut_oldest(peer[0])
        elif len(self._open) > self._most:
            self._cut_oldest(self._from.most_common(1)[0][0])

    def done(self, peer: Peer | None) -> None:
        """Stop counting a connection: it was closed, or has shown a login."""
        if peer in self._open:
            self._open.pop(peer)[1].cancel()
            self._from[peer[0]] -= 1
            if not self._from[peer[0]]:
                del self._from[peer[0]]

    def _cut_oldest(self, host: str) -> None:
        self._cut(next(peer for peer in self._open if peer[0] == host))

    def _cut(self, peer: Peer) -> None:
        transport = self._open[peer][0]
        self.done(peer)
        transport.abort()


UNPROVEN: Final = Unproven()  # the connections of this server
PEER: Final = "bourre peer"
"""The key of a request's scope for the other end of its connection, whatever a proxy says about who
is behind it.
"""


class Protocol(H11Protocol):
    """HTTP as uvicorn speaks it, with its connections counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection."""
        super().connection_made(transport)
        if self.client is not None:
            UNPROVEN.opened(self.client, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        UNPROVEN.done(self.client)
        super().connection_lost(exc)


class NotePeer:
    """Middleware that notes the other end of a connection, before it is replaced by the client that
    a proxy names.
    """

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - an ASGI application
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's
        """Note the other end, and pass the request on."""
        if scope["type"] != "lifespan":
            scope[PEER] = tuple(scope["client"]) if scope.get("client") else None
        await self._app(scope, receive, send)


# --- Limits ---------------------------------------------------------------------------------------
FRAME: Final = 1_048_576  # bytes in a message on a socket: what a user typed and chose on one page
BODY: Final = 1_048_576  # bytes in a request that does not upload a file
PASSWORD: Final = 4_096  # bytes in a request with a password
UPLOAD: Final = 8  # megabytes in an uploaded file; larger ones are imported on the command line
# megabytes in all files that were uploaded and are not stored yet, of all users together
HELD: Final = 32
_FRAMING: Final = 65_536  # bytes that an upload may have around its file
SOCKETS: Final = 200  # windows of all logins together
SOCKETS_OF_ONE: Final = 24  # windows of one login
_MEGABYTE: Final = 1_048_576


def refusal(request: Request) -> Response | None:
    """The answer to a request that is too large by its own headers, or does not say how large it
    is; None if it may go on.
    """
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal() and len(length) <= 12):
        return PlainTextResponse("Content-Length is not a number", 400)
    size = int(length)
    if not request.url.path.startswith(UPLOADS):
        return PlainTextResponse(f"at most {BODY:,} bytes at once", 413) if size > BODY else None
    if request.method == "PUT" and "content-length" not in request.headers:
        return PlainTextResponse("Content-Length is missing", 411)
    if size > UPLOAD * _MEGABYTE + _FRAMING:
        return PlainTextResponse(
            f"at most {UPLOAD} MB in a file here: import larger ones on the command line", 413
        )
    if size and bytes_uploaded() + size > HELD * _MEGABYTE:
        return PlainTextResponse(
            f"more than {HELD} MB of files are waiting to be stored: store them, or remove some",
            413,
        )
    return None


def limited(request: Request, receive: Receive) -> Receive:
    """Receive a request up to its limit, whatever length it says that it has; beyond that it counts
    as disconnected.
    """
    most = UPLOAD * _MEGABYTE + _FRAMING if request.url.path.startswith(UPLOADS) else BODY
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= most else {"type": "http.disconnect"}

    return bounded


async def small_body(receive: Receive, seconds: float) -> bytes | None:
    """The body of a request from somebody who is not logged in; None if it is too large or takes
    longer than ``seconds``.
    """
    body = b""
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                body += bytes(message.get("body", b""))
                if len(body) > PASSWORD or message["type"] != "http.request":
                    return None
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        return None
