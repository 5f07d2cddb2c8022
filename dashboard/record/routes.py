"""The requests of a phone that records, below ``/bourre/``: JSON in and JSON out, without running a
Streamlit script.

A change is on disk before it is acknowledged. Errors are ``{"error": …, "remedy": …}`` with a
status: 401 and 403 for missing permission, 404 for what is not being recorded, 409 if somebody else
records (with the ``picture``), 413 and 415 for requests that are too large or not JSON, 422 for
impossible ones, 503 if the disk fails.

The record page: one component that the phone draws itself, and that talks to the routes of
``dashboard.record``.

Its JavaScript is in the folder ``client``, a module for each subject; ``client.js`` is the first.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dashboard.door.gate import role_of
from dashboard.door.passport import is_local
from dashboard.frame import page, shown_book
from dashboard.frame.component import component
from dashboard.frame.theme import DEFINITIONS, STYLE
from dashboard.record import answers
from dashboard.record.answers import Wrong
from dashboard.record.picture import strength
from ledger.book import Book
from ledger.book.files.folder import book_folder
from ledger.book.files.settings import Role
from ledger.game.play import SUITS

LONGEST: Final = 256 * 1024  # the most bytes of a request: hundreds of taps
Said: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Callable[[Book, Said], dict[str, Any] | None]


def asking(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """A route that answers a query in the address."""

    async def endpoint(request: Request) -> Response:
        said = {**request.query_params, "phone": request.headers.get("bourre-phone", "")}
        return await _answered(request, answer, said)

    return endpoint


def _telling(answer: Answer) -> Callable[[Request], Awaitable[Response]]:

    async def endpoint(request: Request) -> Response:
        try:
            return await _answered(request, answer, await _body(request))
        except Wrong as wrong:
            return _response(wrong.answer, wrong.status)

    return endpoint


async def _body(request: Request) -> Said:
    # A page of another site cannot send this type without asking first, and is not allowed to.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Wrong(415, "the request is not JSON", "reload the page")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LONGEST:
            raise Wrong(413, "the request is too large", "send fewer taps at a time")
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Wrong(422, "the request is not a JSON object", "reload the page")
    return said


async def _answered(request: Request, answer: Answer, said: Said) -> Response:
    """The response for ``answer``, which waits for the book and therefore runs in a thread of its
    own.
    """

    def work() -> tuple[dict[str, Any] | None, int]:
        role = role_of(request)
        if role is None:
            return {"error": "nobody is logged in", "remedy": "log in first"}, 401
        return answers.answered(lambda: answer(Book(book_folder(None), role), said))

    return _response(*await run_in_threadpool(work))


def _response(content: dict[str, Any] | None, status: int) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    if content is None:
        return Response(status_code=204, headers=headers)
    return JSONResponse(content, status, headers)


ROUTES: Final = (
    Route("/bourre/desk", asking(answers.desk), methods=["GET"]),
    Route("/bourre/picture", asking(answers.recording), methods=["GET"]),
    Route("/bourre/bourres", asking(answers.bourres), methods=["GET"]),
    Route("/bourre/begin", _telling(answers.begin), methods=["POST"]),
    Route("/bourre/taps", _telling(answers.taps), methods=["POST"]),
    Route("/bourre/mending", _telling(answers.mending), methods=["POST"]),
    Route("/bourre/take-over", _telling(answers.take_over), methods=["POST"]),
    Route("/bourre/close", _telling(answers.close), methods=["POST"]),
    Route("/bourre/discard", _telling(answers.discard), methods=["POST"]),
    Route("/bourre/bring-back", _telling(answers.bring_back), methods=["POST"]),
)
"""Every route of the record page."""


# --- The page -------------------------------------------------------------------------------------
KEY: Final = "record table"
_FILES: Final = Path(__file__).parent / "client" / "client"
_DEVICES: Final = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "an Android phone",
    "Macintosh": "a Mac",
    "Windows": "a Windows machine",
    "Linux": "a Linux machine",
}
_PAGE: Final = """
.stMainBlockContainer { padding: var(--bourre-top, 3.5rem) 0.5rem 0 !important; max-width: 68rem; }
@media (max-height: 46rem) and (max-width: 48rem), (max-height: 30rem) {
.at-table { --bourre-top: 0rem; }
.at-table :is(header[data-testid="stHeader"], #search) { display: none; }
}
@media (min-width: 64rem) {
.at-television :is(section[data-testid="stSidebar"], header[data-testid="stHeader"], #search) { display: none; }
.at-television .stMainBlockContainer { max-width: none; padding: 1.5rem 2.5rem 0 !important; --bourre-top: 1.5rem; }
}
@media (max-height: 30rem) { .at-table section[data-testid="stSidebar"] { display: none; } }
[data-testid="stMain"] [data-stale="true"] { opacity: 1 !important; }
"""  # noqa: E501
"""Style of the page around the component: the full width of a phone, and nothing dims or covers it
without a connection.

During a game a short screen has no room for the menu: *More* has the way out. Whoever watches sees
the table on the whole of a wide screen, which may be a television: *Leave* brings the menu back.
"""


def table() -> None:
    """Show the page."""
    component("bourre.record", _FILES)(key=KEY, data=client_data())


def client_data() -> dict[str, Any]:
    """What the page needs once; it asks the routes for everything else."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    role = shown_book.role()
    return {
        "routes": f"/{base}/bourre" if base else "/bourre",
        "name": _name(),
        "book": page.name_of_book(),
        "scorer": role is not None and role >= Role.SCORER,
        "strengths": {trump: strength(trump) for trump in SUITS},
        "style": STYLE,
        "shapes": DEFINITIONS,
        "page": _PAGE,
    }


def _name() -> str:
    if not is_local() and st.user.get("is_logged_in"):
        return str(st.user.get("name") or st.user.get("email") or "somebody")
    agent = st.context.headers.get("User-Agent", "")
    return next(
        (f"somebody on {called}" for word, called in _DEVICES.items() if word in agent), "somebody"
    )
