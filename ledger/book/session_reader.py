"""The hands of one session of a book, read from the file that has it, to begin as the book says it began."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from duckdb import DuckDBPyConnection

from ledger.book.session_start import start_of
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.hands import columns
from ledger.hands.model import Hands
from ledger.log import content_of, read
from ledger.log.between_hands import Expense, Pay
from ledger.log.records import Session

Notes = Mapping[tuple[str, int], str]
"""The free words of ``pay`` and ``expense`` lines by file and line."""


class SessionReader:
    """Reads sessions one after the other; a Parquet file is read once for sessions that are asked for in its order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = ""
        self.parts: Iterator[Hands] = iter(())
        self.part: Hands | None = None

    def hands(self, file: str, session: str) -> tuple[Hands, Notes]:
        """Return the hands of a session and the notes of its payments. Raises UserError if the file does not have it."""
        if not file.endswith(PARQUET):
            log = read(content_of(self.folder / file), file)
            return columns([log]), notes_of([log])
        found = self._found(session) if file == self.file else None
        if found is None:
            from ledger.hands import read_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

            self.file, self.parts, self.part = file, read_hands(self.folder / file), None
            found = self._found(session)
        if found is None:
            raise _gone(file, session)
        return found, {}

    def _found(self, session: str) -> Hands | None:
        """Look for a session in the part at hand, and in those after it."""
        while True:
            if self.part is not None:
                ids = [info.id for info in self.part.sessions]
                if session in ids:
                    at = ids.index(session)
                    return self.part.part(slice(at, at + 1))
            self.part = next(self.parts, None)
            if self.part is None:
                return None


def _gone(file: str, session: str) -> UserError:
    return UserError(f"{file}: session {session} is no longer in it", "bourre rebuild")


def notes_of(sessions: Iterable[Session]) -> Notes:
    """The notes of payments and expenses in some logs."""
    return {(one.file, said.line): said.note for one in sessions for said in one.body if isinstance(said, Pay | Expense)}


def session_in_book(connection: DuckDBPyConnection, folder: Path, session: str) -> Hands:
    """Return the hands of a session, with the start that the sessions before it give it. Raises UserError if there is none."""
    found = connection.execute("SELECT file, start FROM sessions WHERE id = $id", {"id": session}).fetchall()
    if not found:
        raise UserError(f"this book has no session {session}", "see the list of sessions")
    ((file, begins),) = found
    if file.endswith(PARQUET):
        hands = session_in_parquet(folder, file, session)
    else:
        hands, _ = SessionReader(folder).hands(file, session)
    begin_as_in_book(connection, hands, begins)
    return hands


def session_in_parquet(folder: Path, file: str, session: str) -> Hands:
    """Return the hands of a session as they lie in a Parquet file. Raises UserError if it is not in there."""
    from ledger.hands import read_session  # noqa: PLC0415 - what reads Parquet takes its time to load

    hands = read_session(folder / file, session)
    if hands is None:
        raise _gone(file, session)
    return hands


def begin_as_in_book(connection: DuckDBPyConnection, hands: Hands, begins: str | None) -> None:
    """Give the one session of ``hands`` the start it has in the book; ``begins`` is the column ``start`` of ``sessions``."""
    start = start_of(begins)
    if start is not None:
        start.apply(hands.sessions[0], dict(connection.execute("SELECT name, player FROM names").fetchall()))
