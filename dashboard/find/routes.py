"""The request of the search while somebody types, ``/bourre/find``: answers with JSON, without running a Streamlit script."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dashboard.door.who import role_of
from dashboard.find.search import examples, search
from ledger.book import Book
from ledger.book.folder import book_folder
from ledger.book.settings import Role
from ledger.errors import UserError

PATH: Final = "/bourre/find"
NOTHING: Final[dict[str, Any]] = {"groups": [], "unknown": [], "examples": examples({})}


async def find(request: Request) -> Response:
    """The results for ``q`` (``search``); 401 without a login, 422 if the book cannot be read."""
    role = role_of(request)
    if role is None:
        return _answer({"error": "nobody is logged in", "remedy": "log in first"}, 401)
    return _answer(*await run_in_threadpool(_found, request.query_params.get("q", ""), role))


def _found(text: str, role: Role) -> tuple[dict[str, Any], int]:
    book = Book(book_folder(None), role)
    if not book.exists:
        return NOTHING, 200
    today = date.today()  # noqa: DTZ011 - the day here
    try:
        return book.ask(partial(search, text=text, today=today, role=role)), 200
    except UserError as error:
        return {"error": error.message, "remedy": error.remedy}, 422


def _answer(content: dict[str, Any], status: int) -> Response:
    return JSONResponse(content, status, {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


ROUTES: Final = (Route(PATH, find, methods=["GET"]),)
"""The route of the search."""
