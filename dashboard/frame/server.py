"""The server of the dashboard: Streamlit's application with routes of ours, under uvicorn.

What every page has before Streamlit draws anything: styles, and scripts for links and the Tab key.

It is part of the HTML page: as Streamlit elements it would be drawn anew by each run.
"""

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
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dashboard.door import connections, passport
from dashboard.door.gate import Gate
from dashboard.door.streamlit_inside import answering, load_config_options
from dashboard.frame import navigation, shown_book, theme
from dashboard.frame.modules import in_page

LOOPBACK: Final = "127.0.0.1"
SCRIPT: Final = Path(__file__).parents[1] / "app.py"
GRACE: Final = 2  # seconds that open connections have to finish when the server is stopped
# seconds after which a silent socket is pinged, and seconds that the answer may take
_PING: Final = 30

_OPTIONS: Final = {
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    "server.maxUploadSize": connections.UPLOAD,
    "server.enableAgentApi": False,
    "server.enableStaticServing": False,
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "runner.magicEnabled": False,
    # a full garbage collection takes longer than a page, and finds next to nothing
    "runner.postScriptGC": False,
    "logger.level": "warning",
    # it would print errors to standard output, where the server prints nothing
    "logger.enableRich": False,
}
"""Settings that the user has for other Streamlit applications do not apply here."""


def serve(listener: socket.socket, routes: Sequence[BaseRoute], in_pages: str) -> None:
    """Serve the dashboard at a listening socket until the process is told to end.

    ``routes`` are those of its rooms, ``in_pages`` what they put into every page.
    """
    address, port = listener.getsockname()
    options: dict[str, object] = {
        **_OPTIONS,
        "server.port": port,
        "server.address": address,
        **dict(theme.options()),
    }
    # a page on the internet cannot reach this server under a name of its own
    if address == LOOPBACK:
        options["server.allowedHosts"] = [LOOPBACK, "localhost"]
    in_pages = body() + in_pages
    answer = answering(in_pages, shown_book.make_ready)
    pages = [Route("/", answer), *(Route(f"/{page.name}", answer) for page in navigation.PAGES)]
    app = st.App(SCRIPT, routes=[*pages, *routes], middleware=_door(in_pages))
    load_config_options(options)  # after App, which says where Streamlit looks for a configuration
    config = uvicorn.Config(
        app,
        host=address,
        port=port,
        http=connections.Protocol,
        ws="websockets-sansio",
        ws_max_size=connections.FRAME,
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
    access = passport.access()
    proxies = access.proxies if access is not None else ()
    believed = [Middleware(ProxyHeadersMiddleware, trusted_hosts=list(proxies))] if proxies else []
    return [
        Middleware(connections.NotePeer),
        *believed,
        Middleware(Gate, colours=theme.style_sheet(), body=body),
    ]


# --- What every page has --------------------------------------------------------------------------
def body() -> str:
    """HTML for the end of the page."""
    here = Path(__file__)
    css = "".join(here.with_name(name).read_text("utf-8") for name in ("page.css", "faces.css"))
    scripts = "\n".join(in_page(here.with_name(name)) for name in ("links.js", "popover.js"))
    return f"<style>\n{theme.style_sheet()}\n{css}</style>\n{scripts}"
