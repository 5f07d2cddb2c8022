"""The recap of an evening for a phone that has recorded it: ``/bourre/recap``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.routing import Route

from dashboard.evening.recap import recap_facts, recap_of
from dashboard.record.routes import asking
from ledger.book import Book, Connection
from ledger.book.figures import session_called
from ledger.errors import UserError
from ledger.recording import view


def recap(book: Book, said: Mapping[str, Any]) -> dict[str, Any]:
    """The recap of a session, by its id (``session``) or its log (``log``): ``svg`` ``text`` ``title``, ``name`` for a file."""
    session, log = said.get("session"), said.get("log")
    if session is None and log is None:
        raise UserError("the request has no session", "reload the page")
    wanted = str(session) if session is not None else view(book.load(str(log)).recording).session

    def facts(connection: Connection) -> tuple[Any, ...]:
        return recap_facts(connection, session_called(connection, wanted))

    return dict(recap_of(book.ask(facts), book.settings()))


ROUTES: Final = (Route("/bourre/recap", asking(recap), methods=["GET"]),)
"""The route of the recap."""
