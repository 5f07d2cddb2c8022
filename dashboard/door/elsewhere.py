"""Logins elsewhere (OpenID): Streamlit handles them, and signs a cookie.

Whether a request comes from one of our pages, or from somebody else's, in another tab or on another
port.

Headers that tell browsers to run only our own scripts in our pages, and not to show them in
anybody's frame.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection

from dashboard.door.passport import is_local
from dashboard.door.streamlit_inside import user_cookie
from ledger.book.files.settings import Access, Role


class User(NamedTuple):
    """What the provider says about a user, and an id for this login."""

    data: Mapping[str, Any]
    login: str


def user_of(request: HTTPConnection) -> User | None:
    """The user who logged in elsewhere; None without a cookie that Streamlit signed, or if it is
    for another host.
    """
    found = user_cookie(request.cookies)
    if found is None or urlsplit(str(found[0].get("origin", ""))).netloc != request.headers.get(
        "host"
    ):
        return None
    return User(found[0], hashlib.sha256(found[1]).hexdigest()[:32])


def role_of(access: Access, user: Mapping[str, Any]) -> Role | None:
    """The highest role of a user's email address; None if it has none, or the provider says that it
    is not verified.
    """
    if not user.get("is_logged_in") or user.get("email_verified") is False:
        return None
    address = str(user.get("email", "")).casefold()
    return max((role for role, people in access.people.items() if address in people), default=None)


def stranger(request: HTTPConnection, access: Access) -> str:
    """The email address of somebody who logged in elsewhere but has no role here; empty for
    everybody else.
    """
    user = user_of(request)
    if user is None or role_of(access, user.data) is not None or not user.data.get("is_logged_in"):
        return ""
    return str(user.data.get("email") or "This address")[:80]


# --- Requests from elsewhere ----------------------------------------------------------------------
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_READING: Final = frozenset({"GET", "HEAD"})
_OURS: Final = frozenset({"same-origin", "none"})


def is_foreign(request: HTTPConnection) -> bool:
    """True if a request does not come from a page of this server.

    A server for this machine alone must be addressed by a name of this machine: otherwise a page on
    the internet could have its own name resolve to our address, and then count as ours. Sockets,
    and requests that change something, must say which page they come from. Requests that only read
    may leave that out, as a bookmark does. A link on another page may lead here, but a frame or a
    picture on it may not.
    """
    host = request.headers.get("host", "")
    if is_local() and _hostname(host) not in LOOPBACK:
        return True
    origin = request.headers.get("origin")
    writes = request.scope["type"] == "websocket" or request.scope["method"] not in _READING
    if origin is None:
        return writes or not (
            (request.headers.get("sec-fetch-site", "none") in _OURS) or _is_link(request)
        )
    return _netloc(origin) != host.lower()


def is_from_page(request: HTTPConnection) -> bool:
    """True if one of our pages leads here, or somebody typed it; older browsers say only which page
    they come from.
    """
    headers = request.headers
    came_from = headers.get("origin") or headers.get("referer")
    site = headers.get("sec-fetch-site")
    return (
        site in _OURS
        if site
        else came_from is not None and _netloc(came_from) == headers.get("host", "").lower()
    )


def _is_link(request: HTTPConnection) -> bool:
    """True if the request opens a page in a window of its own, not in a frame."""
    return (
        request.headers.get("sec-fetch-mode") == "navigate"
        and request.headers.get("sec-fetch-dest") == "document"
    )


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


# --- Headers --------------------------------------------------------------------------------------
_HOST: Final = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ALWAYS: Final = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOGIN_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def dress(headers: MutableHeaders, request: HTTPConnection, scripts: str) -> None:
    """Add the headers that every answer has; ``scripts`` are the inline scripts that may run
    (``scripts_of``).
    """
    for name, value in _ALWAYS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", _policy(request.headers.get("host", ""), scripts))


def scripts_of(page: str) -> str:
    """The inline scripts of a page, as hashes for its policy."""
    digests = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in _INLINE.findall(page)
    ]
    return "".join(f" 'sha256-{digest}'" for digest in digests)


def _policy(host: str, scripts: str) -> str:
    """What pages may load, as little as Streamlit can do with: only from this server, and what a
    page makes itself.

    Streamlit's scripts write styles into the page, and give a component its script as a ``blob:``.
    """
    # older browsers do not count them as 'self'
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' blob:{scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' data: blob:{sockets}",
            "media-src 'self' data: blob:",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "object-src 'none'",
            "frame-ancestors 'none'",
        ]
    )
