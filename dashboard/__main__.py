"""``python -m dashboard SOCKET``: serve the dashboard at a socket that is open; ``bourre
dashboard`` starts this.

It ends when its standard input does, so that it never outlives the command that started it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from threading import Thread
from typing import TYPE_CHECKING, Final

from dashboard.evening import recap
from dashboard.find import search, search as find_routes
from dashboard.frame import faces, server
from dashboard.record import routes
from ledger.book import begin_pricing
from ledger.book.files.folder import book_folder, is_book

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

ROUTES: Final[tuple[BaseRoute, ...]] = (
    *routes.ROUTES,
    *recap.ROUTES,
    *find_routes.ROUTES,
    *faces.ROUTES,
)
"""What rooms answer beside their pages, below ``/bourre/``: add those of yours here."""


def main(number: str) -> None:
    """Serve at the socket of this ``number``, which listens, until standard input ends or somebody
    interrupts.
    """
    Thread(target=_end_with_starter, daemon=True).start()
    if is_book(book := book_folder(None)):
        begin_pricing(book)  # it goes on where it was when the last server ended
    with socket.socket(fileno=int(number)) as listening:
        server.serve(listening, ROUTES, search.body())


def _end_with_starter() -> None:
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
