"""The server of the dashboard: Streamlit's application with routes of ours, under uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import streamlit as st
import uvicorn
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route
from streamlit.web import bootstrap
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dashboard.door import bounds, connections, settings, shell
from dashboard.door.gate import Gate
from dashboard.frame import ahead, navigation, page_shell, theme

LOOPBACK: Final = "127.0.0.1"
SCRIPT: Final = Path(__file__).parents[1] / "app.py"
GRACE: Final = 2
"""Seconds that open connections have to finish when the server is stopped."""
_PING: Final = 30
"""Seconds after which a silent socket is pinged, and seconds that the answer may take."""

_OPTIONS: Final = {
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    "server.maxUploadSize": bounds.UPLOAD,
    "server.enableAgentApi": False,
    "server.enableStaticServing": False,
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "runner.magicEnabled": False,
    "runner.postScriptGC": False,  # a full garbage collection takes longer than a page, and finds next to nothing
    "logger.level": "warning",
    "logger.enableRich": False,  # it would print errors to standard output, where the server prints nothing
}
"""Settings that the user has for other Streamlit applications do not apply here."""


def serve(listener: socket.socket, routes: Sequence[BaseRoute], body: str) -> None:
    """Serve the dashboard at a listening socket until the process is told to end.

    ``routes`` are those of its rooms, ``body`` what they put into every page.
    """
    address, port = listener.getsockname()
    options: dict[str, object] = {**_OPTIONS, "server.port": port, "server.address": address, **dict(theme.options())}
    if address == LOOPBACK:  # a page on the internet cannot reach this server under a name of its own
        options["server.allowedHosts"] = [LOOPBACK, "localhost"]
    body = page_shell.body() + body
    answer = shell.answering(body, ahead.make_ready)
    pages = [Route("/", answer), *(Route(f"/{page.name}", answer) for page in navigation.PAGES)]
    app = st.App(SCRIPT, routes=[*pages, *routes], middleware=_door(body))
    bootstrap.load_config_options(options)  # after App, which says where Streamlit looks for a configuration
    config = uvicorn.Config(
        app,
        host=address,
        port=port,
        http=connections.Protocol,
        ws="websockets-sansio",
        ws_max_size=bounds.FRAME,
        ws_per_message_deflate=False,  # or a small frame could become a large one
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        h11_max_incomplete_event_size=connections.HEADERS,
        proxy_headers=False,  # the book's settings say which proxies to trust
        server_header=False,
        log_level="warning",
        access_log=False,
        use_colors=False,
        timeout_graceful_shutdown=GRACE,
    )
    with suppress(KeyboardInterrupt):  # which uvicorn raises again when it has ended
        uvicorn.Server(config).run([listener])


def _door(body: str) -> list[Middleware]:
    """The middleware in front of the application, outermost first."""
    access = settings.access()
    proxies = access.proxies if access is not None else ()
    believed = [Middleware(ProxyHeadersMiddleware, trusted_hosts=list(proxies))] if proxies else []
    return [Middleware(connections.NotePeer), *believed, Middleware(Gate, colours=theme.style_sheet(), body=body)]
