"""Log text for tests: the shortest header, and a test's docstring read as what follows it."""

from collections.abc import Callable
from textwrap import dedent

from ledger.log import read
from ledger.log.records import Hand, Session

HEADER = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal "Big Al"
"""


def session_of(text: str, header: str = HEADER) -> Session:
    return read(header + dedent(text), "friday.bourre")


def hands_of(session: Session) -> list[Hand]:
    return [item for item in session.body if isinstance(item, Hand)]


def messages(session: Session) -> list[str]:
    return [error.message for error in session.errors]


def from_docstring(test: Callable[[Session], None]) -> Callable[[], None]:
    """Run a test on the session that its docstring records, below the shortest header."""

    def run() -> None:
        test(session_of(test.__doc__ or ""))

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    run.__module__ = test.__module__
    return run
