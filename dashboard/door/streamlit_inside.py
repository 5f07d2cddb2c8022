"""Streamlit's private parts that the dashboard leans on, each with what it is for and what happens
without it.

Nothing else imports them. A test for each says in one line what Streamlit has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import streamlit
from starlette.requests import Request
from starlette.responses import HTMLResponse
from streamlit.auth_util import (
    encode_provider_token,
    get_cookie_with_chunks,
    validate_auth_credentials,
)
from streamlit.components.v2.types import ComponentRenderer
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException
from streamlit.navigation.page import Page
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile
from streamlit.web.bootstrap import load_config_options
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

__all__ = ("ComponentRenderer", "DeltaGenerator", "Page", "UploadedFile", "load_config_options")
"""Types of what Streamlit's public functions return, which only mypy would miss; and what sets
options without ``streamlit run``: without it the options of the user's other applications would
apply.
"""

# --- Addresses ------------------------------------------------------------------------------------
HEALTH: Final = "/_stcore/health"
"""Asked by open pages, and by whoever watches the server, before anybody has logged in."""
HOST_CONFIG: Final = "/_stcore/host-config"
"""Asked by a page before its socket: if it were refused, a page whose login has ended would not say
so.
"""
UPLOADS: Final = "/_stcore/upload_file/"
"""Where files come in: if it moved, uploads would have the limit of other requests, and viewers
could send some.
"""
NO_PAGES: Final = ("/_stcore/", "/static/", "/media/", "/component/", "/app/static/")
"""What is no page: without a login it is refused, where a page shows the login."""
LOGOUT: Final = "/auth/logout"
LOGIN_PATHS: Final = frozenset({"/auth/login", LOGOUT, "/oauth2callback"})
"""Streamlit's routes for logging in elsewhere, coming back, and logging out; nobody could log in if
they moved.
"""


# --- Logins elsewhere -----------------------------------------------------------------------------
def user_cookie(cookies: Mapping[str, str]) -> tuple[dict[str, Any], bytes] | None:
    """What the cookie says that Streamlit signed after a login elsewhere, and its bytes; without it
    nobody is known.
    """

    def signed(name: str) -> bytes | None:
        value = cookies.get(name)
        return (
            None
            if value is None
            else decode_signed_value(get_cookie_secret(), name, value.encode("latin-1"))
        )

    try:
        raw = get_cookie_with_chunks(signed, USER_COOKIE_NAME) or b""
        data = json.loads(raw)
    except (ValueError, UnicodeError):
        return None
    return (data, raw) if isinstance(data, dict) else None


def login_address() -> str | None:
    """Where a login at the provider begins; None if no provider is set up."""
    try:
        validate_auth_credentials("default")
        return f"/auth/login?{urlencode({'provider': encode_provider_token('default')})}"
    except StreamlitAPIException:
        return None


# --- Messages and memory --------------------------------------------------------------------------
def reload_message() -> bytes:
    """A message that makes a page load itself again, which shows the login; without it an old page
    would just stop.
    """
    message = ForwardMsg()
    message.auth_redirect.url = ""
    return bytes(message.SerializeToString())


def bytes_uploaded() -> int:
    """Bytes in the files that are waiting to be stored; without it somebody with a login could fill
    the memory.
    """
    manager = Runtime.instance().uploaded_file_mgr
    if not isinstance(manager, MemoryUploadedFileManager):
        return 0
    return sum(
        len(file.data)
        for files in list(manager.file_storage.values())
        for file in list(files.values())
    )


# --- The page that loads Streamlit ----------------------------------------------------------------
HEAD, END = "<head>", "</body>"
"""Where the page is added to: without them it has no styles, no search, and links load anew."""
GLOBALS: Final = (
    "__streamlit",
    "BACKEND_BASE_URL",
    "HOST_CONFIG",
    "allowedOrigins",
    "useExternalAuthToken",
    "_streamlit_xsrf",
)
"""What Streamlit's scripts read.

By itself the page first looks for its server below its own address: every page but home asks in
vain, and waits a tenth of a second before it tries one step up. All our pages are beside each
other, so the server is where they are. The page would also request its settings before it opens its
socket: a browser that was here before, and so has Streamlit's cookie, gets them in the page.
"""
_SERVER: Final = """<script>
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
if (document.cookie.includes("_streamlit_xsrf=")) {
  window.__streamlit.HOST_CONFIG = { allowedOrigins: [location.origin], useExternalAuthToken: false };
}
</script>"""  # noqa: E501
STATIC: Final = Path(streamlit.__file__).parent / "static"


@cache
def page_html(body: str = "") -> str:
    """The page as HTML, with the address of its server, and ``body`` at its end."""
    page = (STATIC / "index.html").read_text("utf-8")
    return page.replace(HEAD, f"{HEAD}\n    {_SERVER}", 1).replace(END, f"{body}{END}")


def answering(
    body: str, make_ready: Callable[[Request], None]
) -> Callable[[Request], HTMLResponse]:
    """Return a handler that answers every address with the same page: its scripts read the address.

    ``make_ready`` is told of each request first.
    """

    def answer(request: Request) -> HTMLResponse:
        make_ready(request)
        return HTMLResponse(page_html(body), headers={"Cache-Control": "no-cache"})

    return answer


# --- What styles and scripts lean on --------------------------------------------------------------
HOOKS: Final = {
    "stApp": (
        "focus rings, white paper in print, and whether the page is connected: without it every "
        "link loads anew"
    ),
    "data-test-connection-state": "whether the page is connected: without it every link loads anew",
    "data-test-script-state": (
        "whether the page is still being drawn: it would be printed and measured before it is whole"
    ),
    "stMain": (
        "the focus ring of the page, and that nothing on the record page is dimmed without a "
        "connection"
    ),
    "data-stale": (
        "what Streamlit dims while it waits: the record page would fade without a connection"
    ),
    "stMainBlockContainer": "the width of pages and the size of their headings",
    "stMarkdown": "the size of links between pages, and of what I owe on the home page",
    "stHeading": "a heading stays on one sheet of paper with what follows",
    "stCaptionContainer": "captions in a colour that is dark enough to read",
    "stPlotlyChart": "charts on paper: they would be cut off at the width of the sheet",
    "stLayoutWrapper": "a list of findings has no gap where one is hidden",
    "stColumn": "space between columns below each other on a phone",
    "stHorizontalBlock": "space between columns below each other on a phone",
    "stHeader": "no header on paper, and none above a game on a low screen",
    "stSidebar": "no menu on paper, and none beside a game on a low screen",
    "stExpandSidebarButton": "the button of the menu says so on a phone",
    "stSidebarCollapseButton": "the menu closes on a phone when a link in it is followed",
    "stPopoverBody": "the Tab key enters what a button has opened",
    "stPopoverButton": "the Tab key enters what a button has opened",
    "stButton": "what is printed has no buttons",
    "stButtonGroup": "what is printed has no buttons",
    "stCheckbox": "what is printed has no buttons",
    "stDownloadButton": "what is printed has no buttons",
    "stExpander": "what is printed has nothing that is folded",
    "stFormSubmitButton": "what is printed has no buttons",
    "stPopover": "what is printed has no buttons",
    "Connection error": (
        "the dialog over a page without a connection, which the record page closes: nobody could "
        "record"
    ),
    "st-key-": (
        "styles of containers by their keys: the places of charts, the editor of logs, what a "
        "phone does not show"
    ),
    "Material Symbols Rounded": "the sign on the button of the menu",
}
"""Names in Streamlit's own page that our styles and scripts look for, and what they are for."""
COLOURS: Final = frozenset(
    f"--st-{name}"
    for name in (
        "background-color",
        "base-radius",
        "border-color",
        "code-font",
        "font",
        "link-color",
        "primary-color",
        "secondary-background-color",
        "text-color",
    )
)
"""Streamlit's theme as variables in the style of a component; without them a component is drawn in
the browser's colours.
"""
