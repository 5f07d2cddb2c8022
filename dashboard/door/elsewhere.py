"""Logins elsewhere (OpenID): Streamlit handles them, and we read its signed cookie."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from streamlit.auth_util import encode_provider_token, get_cookie_with_chunks, validate_auth_credentials
from streamlit.errors import StreamlitAPIException
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from ledger.book.settings import Access, Role

LOGOUT: Final = "/auth/logout"
PATHS: Final = frozenset({"/auth/login", LOGOUT, "/oauth2callback"})
"""Streamlit's routes for logging in elsewhere, coming back, and logging out."""


class User(NamedTuple):
    """What the provider says about a user, and an id for this login."""

    data: Mapping[str, Any]
    login: str


def user_of(request: HTTPConnection) -> User | None:
    """The user who logged in elsewhere; None without a cookie that Streamlit signed, or if it is for another host."""
    cookies = request.cookies

    def signed(name: str) -> bytes | None:
        value = cookies.get(name)
        return None if value is None else decode_signed_value(get_cookie_secret(), name, value.encode("latin-1"))

    try:
        raw = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
        data = json.loads(raw) if raw else None
    except (ValueError, UnicodeError):
        return None
    if not isinstance(data, dict) or urlsplit(str(data.get("origin", ""))).netloc != request.headers.get("host"):
        return None
    return User(data, hashlib.sha256(raw or b"").hexdigest()[:32])


def role_of(access: Access, user: Mapping[str, Any]) -> Role | None:
    """The highest role of a user's email address; None if it has none, or the provider says that it is not verified."""
    if not user.get("is_logged_in") or user.get("email_verified") is False:
        return None
    address = str(user.get("email", "")).casefold()
    return max((role for role, people in access.people.items() if address in people), default=None)


def stranger(request: HTTPConnection, access: Access) -> str:
    """The email address of somebody who logged in elsewhere but has no role here; empty for everybody else."""
    user = user_of(request)
    if user is None or role_of(access, user.data) is not None or not user.data.get("is_logged_in"):
        return ""
    return str(user.data.get("email") or "This address")[:80]


def to_provider() -> Response | None:
    """A redirect to the provider's login; None if no provider is set up."""
    try:
        validate_auth_credentials("default")
        token = encode_provider_token("default")
    except StreamlitAPIException:
        return None
    return RedirectResponse(f"/auth/login?{urlencode({'provider': token})}", 303)
