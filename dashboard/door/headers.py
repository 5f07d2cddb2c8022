"""What a browser may do with our pages: nothing of anybody else's runs in them, and they stand in nobody's frame."""

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
    """Add to an answer what browsers are told with every one; ``scripts`` are those of the pages (``scripts_of``)."""
    for name, value in _ALWAYS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", _policy(request.headers.get("host", ""), scripts))


def scripts_of(page: str) -> str:
    """The scripts that stand in a page itself, by what is in them."""
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in _INLINE.findall(page)]
    return "".join(f" 'sha256-{digest}'" for digest in digests)


def _policy(host: str, scripts: str) -> str:
    """What pages may load, as narrow as Streamlit's allow: from this server alone, and what a page makes itself.

    Styles are written by scripts there, and a component's script is handed to it as a ``blob:``.
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
