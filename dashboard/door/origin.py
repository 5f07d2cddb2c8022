"""Where a request comes from: from a page of ours, or from one of somebody else's, in another tab or on another port."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from dashboard.door.who import is_local

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_READING: Final = frozenset({"GET", "HEAD"})
_OURS: Final = frozenset({"same-origin", "none"})


def is_foreign(request: HTTPConnection) -> bool:
    """True if a request does not come from a page of this server.

    On one's own machine the server has to be asked for by a name of this machine, or a page on the internet could give
    itself our address. A socket, and whatever changes something, must say which page it comes from; what is only read may
    leave that out, as a bookmark does, and a link on another page may lead here, though no frame or picture on it may.
    """
    host = request.headers.get("host", "")
    if is_local() and _hostname(host) not in LOOPBACK:
        return True
    origin = request.headers.get("origin")
    writes = request.scope["type"] == "websocket" or request.scope["method"] not in _READING
    if origin is None:
        return writes or not (_from_here(request) or _is_link(request))
    return _netloc(origin) != host.lower()


def _from_here(request: HTTPConnection) -> bool:
    """True unless the browser says that another site asks."""
    return request.headers.get("sec-fetch-site", "none") in _OURS


def _is_link(request: HTTPConnection) -> bool:
    """True if somebody goes to a page of ours, in a window of its own."""
    return request.headers.get("sec-fetch-mode") == "navigate" and request.headers.get("sec-fetch-dest") == "document"


def _hostname(host: str) -> str:
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - raises if it is none
    except ValueError:
        return ""
    return parts.hostname or "" if parts.netloc == host and "@" not in host else ""


def _netloc(origin: str) -> str | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in {"http", "https"} else None
