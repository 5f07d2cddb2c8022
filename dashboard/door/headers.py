"""Headers that tell browsers to run only our own scripts in our pages, and not to show them in anybody's frame."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection

_HOST: Final = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ALWAYS: Final = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOGIN_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"


def dress(headers: MutableHeaders, request: HTTPConnection, scripts: str) -> None:
    """Add the headers that every answer has; ``scripts`` are the inline scripts that may run (``scripts_of``)."""
    for name, value in _ALWAYS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", _policy(request.headers.get("host", ""), scripts))


def scripts_of(page: str) -> str:
    """The inline scripts of a page, as hashes for its policy."""
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in _INLINE.findall(page)]
    return "".join(f" 'sha256-{digest}'" for digest in digests)


def _policy(host: str, scripts: str) -> str:
    """What pages may load, as little as Streamlit can do with: only from this server, and what a page makes itself.

    Streamlit's scripts write styles into the page, and give a component its script as a ``blob:``.
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""  # older browsers do not count them as 'self'
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
