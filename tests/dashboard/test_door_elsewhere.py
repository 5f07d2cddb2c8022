"""Logins elsewhere: the door reads Streamlit's signed cookie, and lets through what leads to a
provider and back.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dashboard_app import answered, look_at
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from dashboard.door.gate import Gate

OIDC = '[access]\noidc = true\nviewer = ["Ann@Example.org"]\nscorer = ["bea@example.org"]\n'
HOST = "book.example"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a book whose people log in elsewhere."""
    (tmp_path / "sessions").mkdir()
    (tmp_path / "book.toml").write_text(OIDC, "utf-8")
    look_at(tmp_path, monkeypatch, "shared")
    return tmp_path


def cookie(secret: str | None = None, **user: object) -> str:
    """Return what Streamlit has a browser keep of a login."""
    said = {"origin": f"https://{HOST}", "is_logged_in": True, **user}
    signed = create_signed_value(secret or get_cookie_secret(), USER_COOKIE_NAME, json.dumps(said))
    return f"{USER_COOKIE_NAME}={signed.decode()}"


def answer(path: str, cookies: str = "", method: str = "GET") -> tuple[int, str]:
    """Return status and text of what the door answers; 299 where it lets somebody through."""

    async def behind(_scope: Any, _receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    origin = f"https://{HOST}"
    status, content = answered(
        Gate(behind, ""), method, path, host=HOST, cookie=cookies, origin=origin
    )  # type: ignore[arg-type]
    return status, content.decode()


@pytest.mark.parametrize("path", ["/auth/login", "/auth/logout", "/oauth2callback"])
@pytest.mark.usefixtures("folder")
def test_the_way_there_and_back_is_open_without_a_login(path: str) -> None:
    assert answer(path)[0] == 299


@pytest.mark.usefixtures("folder")
def test_whoever_is_not_logged_in_meets_the_way_there_and_no_form() -> None:
    status, text = answer("/owes")
    assert status == 401
    assert 'href="/bourre/login/elsewhere"' in text
    assert "password" not in text
    assert answer("/bourre/login", method="POST")[0] == 400
    assert answer("/static/js/index.js")[0] == 401
    status, text = answer("/bourre/login/elsewhere")
    assert status == 503  # this machine has no provider
    assert "not set up" in text


@pytest.mark.parametrize(
    ("user", "enters"),
    [
        ({"email": "ann@example.org"}, True),
        ({"email": "BEA@example.org", "email_verified": True}, True),
        ({"email": "bea@example.org", "email_verified": False}, False),
        ({"email": "cal@example.org"}, False),
        ({"email": "bea@example.org", "is_logged_in": False}, False),
        ({"email": "bea@example.org", "origin": "https://elsewhere.example"}, False),
        ({"email": "bea@example.org", "secret": "made up"}, False),
        ({}, False),
    ],
)
@pytest.mark.usefixtures("folder")
def test_only_those_enter_whom_the_settings_name(user: dict[str, Any], enters: bool) -> None:
    assert (answer("/", cookie(**user))[0] == 299) == enters


@pytest.mark.usefixtures("folder")
def test_a_stranger_is_told_as_whom_they_came() -> None:
    _, text = answer("/", cookie(email="<b>cal</b>@example.org"))
    assert "&lt;b&gt;cal&lt;/b&gt;@example.org may not look at this book" in text
    assert 'href="/auth/logout"' in text


def test_whoever_is_taken_out_of_the_settings_or_leaves_is_out(folder: Path) -> None:
    ann, bea = cookie(email="ann@example.org"), cookie(email="bea@example.org")
    assert answer("/", ann)[0] == answer("/", bea)[0] == 299
    assert answer("/auth/logout", ann)[0] == 299
    assert answer("/", ann)[0] == 401
    (folder / "book.toml").write_text(OIDC.replace("bea", "cal"), "utf-8")
    assert answer("/", bea)[0] == 401
