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
from dashboard.frame import charts, navigation, shown_book, theme

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
    "runner.postScriptGC": False,  # a full garbage collection takes longer than a page, and finds next to nothing
    "logger.level": "warning",
    "logger.enableRich": False,  # it would print errors to standard output, where the server prints nothing
}
"""Settings that the user has for other Streamlit applications do not apply here."""


def serve(listener: socket.socket, routes: Sequence[BaseRoute], in_pages: str) -> None:
    """Serve the dashboard at a listening socket until the process is told to end.

    ``routes`` are those of its rooms, ``in_pages`` what they put into every page.
    """
    address, port = listener.getsockname()
    options: dict[str, object] = {**_OPTIONS, "server.port": port, "server.address": address, **dict(theme.options())}
    if address == LOOPBACK:  # a page on the internet cannot reach this server under a name of its own
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
    return [Middleware(connections.NotePeer), *believed, Middleware(Gate, colours=theme.style_sheet(), body=body)]


# --- What every page has ---------------------------------------------------------------------------------------------------

_STYLE: Final = """<style>
%(colours)s
[data-testid="stCaptionContainer"], [data-testid="stCaptionContainer"] p { color: var(--quiet); opacity: 1; }
button[kind^="primary"] p, button[kind^="primary"] span { color: var(--on-felt); }
.stMainBlockContainer { max-width: 68rem; padding: 3.5rem 1.25rem 4rem; }
.stMainBlockContainer h1 { font-size: 1.9rem; padding-top: 0; }
.stMainBlockContainer h2 { font-size: 1.3rem; }
.stMainBlockContainer h3 { font-size: 1.1rem; }
.stMarkdown p:has(> a[href^="./"]) { font-size: 0.875rem; }
.stMarkdown a[href^="./"] { text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
[data-testid="stMain"]:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
.stApp :is(a, button, summary):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.st-key-way-home { margin-bottom: -1rem; }
[data-testid="stExpandSidebarButton"] { gap: 0.35rem; padding-right: 0.6rem; width: auto; }
[data-testid="stExpandSidebarButton"] > * { display: none; }
[data-testid="stExpandSidebarButton"]::before { content: "menu" / ""; font: 1.4rem "Material Symbols Rounded"; }
[data-testid="stExpandSidebarButton"]::after { content: "Menu"; font-weight: 600; }
@media (max-width: 40rem) { [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"]) { row-gap: 1rem; } }
@media print {
section[data-testid="stSidebar"], header[data-testid="stHeader"] { display: none; }
html, body, .stApp { background: #fff !important; }
%(printed)s
}
@media (prefers-reduced-motion: reduce) {
*, *::before, *::after { animation-duration: 1ms !important; transition-duration: 1ms !important; }
}
</style>"""

_SCRIPTS: Final = ("follow.js", "popover.js")


def body() -> str:
    """HTML for the end of the page."""
    style = _STYLE % {"colours": theme.style_sheet(), "printed": charts.PRINTED}
    scripts = "".join(Path(__file__).with_name(name).read_text("utf-8") for name in _SCRIPTS)
    return f"{style}\n<script>\n{scripts}</script>"
