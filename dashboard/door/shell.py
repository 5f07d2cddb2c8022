"""The page that Streamlit's scripts come with, which is told where its server is.

By itself it looks for its server below its own address first, so that every page but home asks in vain, and waits a tenth of a
second before it asks again one step up. All pages lie beside each other: what is beside them is the server.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from starlette.requests import Request
from starlette.responses import HTMLResponse

_HEAD: Final = "<head>"
_SERVER: Final = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };</script>'


@cache
def text() -> str:
    """The page as HTML."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    return page.replace(_HEAD, f"{_HEAD}\n    {_SERVER}", 1)


def answer(_request: Request) -> HTMLResponse:
    """The page, whatever address it is asked for at: its scripts read that."""
    return HTMLResponse(text(), headers={"Cache-Control": "no-cache"})
