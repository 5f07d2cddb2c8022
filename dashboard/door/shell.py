"""The page that Streamlit's scripts come with, which is told where its server is and what else stands in it.

By itself it looks for its server below its own address first, so that every page but home asks in vain, and waits a tenth of a
second before it asks again one step up. All pages lie beside each other: what is beside them is the server. It would also ask
for its settings before it opens its socket; they are told to a browser that has been here, and so has Streamlit's cookie.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from starlette.requests import Request
from starlette.responses import HTMLResponse

_HEAD: Final = "<head>"
_END: Final = "</body>"
_SERVER: Final = """<script>
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
if (document.cookie.includes("_streamlit_xsrf=")) {
  window.__streamlit.HOST_CONFIG = { allowedOrigins: [location.origin], useExternalAuthToken: false };
}
</script>"""


@cache
def text(body: str = "") -> str:
    """The page as HTML, with ``body`` at its end."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    return page.replace(_HEAD, f"{_HEAD}\n    {_SERVER}", 1).replace(_END, f"{body}{_END}")


def answering(body: str) -> Callable[[Request], HTMLResponse]:
    """Return what answers with the page, whatever address it is asked for at: its scripts read that."""

    def answer(_request: Request) -> HTMLResponse:
        return HTMLResponse(text(body), headers={"Cache-Control": "no-cache"})

    return answer
