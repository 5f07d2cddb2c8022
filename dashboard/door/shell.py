"""The HTML page that loads Streamlit's scripts, with the address of its server and what else we put into it.

By itself it first looks for its server below its own address: every page but home asks in vain, and waits a tenth of a second
before it tries one step up. All our pages are beside each other, so the server is where they are. The page would also request
its settings before it opens its socket: a browser that was here before, and so has Streamlit's cookie, gets them in the page.
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


def answering(body: str, make_ready: Callable[[Request], None]) -> Callable[[Request], HTMLResponse]:
    """Return a handler that answers every address with the same page: its scripts read the address.

    ``make_ready`` is told of each request first.
    """

    def answer(request: Request) -> HTMLResponse:
        make_ready(request)
        return HTMLResponse(text(body), headers={"Cache-Control": "no-cache"})

    return answer
