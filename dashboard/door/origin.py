"""Whether a request comes from one of our pages, or from somebody else's, in another tab or on another port."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from dashboard.door.settings import is_local

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_READING: Final = frozenset({"GET", "HEAD"})
_OURS: Final = frozenset({"same-origin", "none"})


def is_foreign(request: HTTPConnection) -> bool:
    """True if a request does not come from a page of this server.

    A server for this machine alone must be addressed by a name of this machine: otherwise a page on the internet could have
    its own name resolve to our address, and then count as ours. Sockets, and requests that change something, must say which
    page they come from. Requests that only read may leave that out, as a bookmark does. A link on another page may lead here,
    but a frame or a picture on it may not.
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
    """True unless the browser says that another site sends the request."""
    return request.headers.get("sec-fetch-site", "none") in _OURS


def _is_link(request: HTTPConnection) -> bool:
    """True if the request opens a page in a window of its own, not in a frame."""
    return request.headers.get("sec-fetch-mode") == "navigate" and request.headers.get("sec-fetch-dest") == "document"


def _hostname(host: str) -> str:
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - raises if it is not a number
    except ValueError:
        return ""
    return parts.hostname or "" if parts.netloc == host and "@" not in host else ""


def _netloc(origin: str) -> str | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in {"http", "https"} else None
