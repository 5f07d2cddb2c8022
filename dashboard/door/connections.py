"""Connections over which nobody has shown a login yet: they are few, and none may stay for long.

Whoever opens more than there may be loses the oldest of them; nobody else is turned away for that.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST: Final = 256
MOST_FROM_ONE: Final = 64
SECONDS: Final = 20.0
"""For sending a request, to the end of a login."""
HEADERS: Final = 32_768
"""Bytes of the head of a request."""

Peer = tuple[str, int]
"""Address and port of the other end."""


class Unproven:
    """The connections that have yet to show a login."""

    def __init__(self, most: int = MOST, most_from_one: int = MOST_FROM_ONE, seconds: float = SECONDS) -> None:
        self._most, self._most_from_one, self._seconds = most, most_from_one, seconds
        self._open: dict[Peer, tuple[asyncio.Transport, asyncio.TimerHandle]] = {}
        self._from: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, peer: Peer, transport: asyncio.Transport) -> None:
        """Count a new connection, and cut the oldest one of whoever has most if that is one too many."""
        timer = asyncio.get_running_loop().call_later(self._seconds, self._cut, peer)
        self._open[peer] = (transport, timer)
        self._from[peer[0]] += 1
        if self._from[peer[0]] > self._most_from_one:
            self._cut_oldest(peer[0])
        elif len(self._open) > self._most:
            self._cut_oldest(self._from.most_common(1)[0][0])

    def done(self, peer: Peer | None) -> None:
        """Count a connection no longer: it was closed, or a login was shown over it."""
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


UNPROVEN: Final = Unproven()
"""Those of this server."""
PEER: Final = "bourre peer"
"""Where the other end of the connection stands in a request, whatever a proxy says about who is behind it."""


class Protocol(H11Protocol):
    """HTTP as uvicorn speaks it, over connections that are counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it."""
        super().connection_made(transport)
        if self.client is not None:
            UNPROVEN.opened(self.client, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        UNPROVEN.done(self.client)
        super().connection_lost(exc)


class NotePeer:
    """Keeps who is at the other end before a proxy's word for it is taken."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - an application under ASGI
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's
        """Pass a request on."""
        if scope["type"] != "lifespan":
            scope[PEER] = tuple(scope["client"]) if scope.get("client") else None
        await self._app(scope, receive, send)
