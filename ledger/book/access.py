"""Access to a book: every question and every change goes through here, under the book's lock, with the database up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import duckdb
from duckdb import DuckDBPyConnection

from ledger.book.database import (
    Recorded,
    about,
    made_anew,
    names_in,
    note_stamps,
    opened,
    people_of,
    players_in,
    recorded,
)
from ledger.book.folder import DATABASE, require_book, sweep
from ledger.book.folder_state import FolderState, Progress, folder_state
from ledger.book.lock import reading, writing
from ledger.book.settings import Settings
from ledger.errors import UserError
from ledger.workers import ALONE, Crew

T = TypeVar("T")
Connection: TypeAlias = DuckDBPyConnection
"""The database of a book, up to date, as a question is given it."""
Question = Callable[[Connection], T]
Waiting = Callable[[], None]

WORTH_NOTING: Final = 200
LARGE: Final = 1 << 20
"""From so many files, or bytes in them, it pays to note which need not be read again."""

_TROUBLE: Final = (duckdb.OperationalError, duckdb.FatalException)
"""What DuckDB raises when the disk or the memory fails, as opposed to a mistake in our SQL."""


class HeldBook:
    """A book held for writing: ``settle`` brings the database up to date with what was written, and answers a question.

    If it is ``thorough`` every file is read to see whether it has changed, even if size and time are the same. A ``crew`` of
    processes helps to read the files that have.
    """

    def __init__(self, folder: Path, progress: Progress | None, crew: Crew, *, thorough: bool) -> None:
        self.folder, self.progress, self.crew, self.thorough = folder, progress, crew, thorough
        self.state = FolderState(folder, Settings(folder.name))
        self._recorded = Recorded({}, {})
        self._database = ExitStack()
        self._connection: Connection | None = None

    def look(self) -> FolderState:
        """See what lies in the folder now. Raises UserError for settings that cannot be read."""
        self._recorded = self._record()
        self.state = folder_state(self.folder) if self.thorough else folder_state(self.folder, self._recorded)
        return self.state

    def settle(self, question: Question[T]) -> T:
        """Bring the database up to date and ask it; a database that cannot be used is rebuilt.

        Raises UserError if that fails too: a full disk, a folder that cannot be written.
        """
        self.look()
        if (self.folder / DATABASE).exists():
            try:
                connection = self._opened()
                if is_usable(connection, self.state):
                    if not is_current(connection, self.state, self._recorded):
                        self._update(connection)
                    return question(connection)
            except duckdb.Error:  # damaged, made by another program, or no room to change it: the logs have everything
                pass
        return self.rebuild(question)

    def rebuild(self, question: Question[T]) -> T:
        """Make the database from the logs alone, in a new file that replaces the old one, and ask it."""
        self.close()
        self.state = folder_state(self.folder)
        database = self.folder / DATABASE
        try:
            with made_anew(database) as connection:
                self._update(connection)
            return question(self._opened())
        except (*_TROUBLE, OSError) as error:
            message = f"{database}: cannot be made: {error}"
            raise UserError(
                message, "the logs are safe; check the free space and the permissions, then run: bourre rebuild"
            ) from error

    def close(self) -> None:
        """Close the database."""
        self._connection = None
        self._database.close()

    def _record(self) -> Recorded:
        with suppress(duckdb.Error):  # a damaged one will be rebuilt
            if (self.folder / DATABASE).exists():
                return recorded(self._opened())
        return Recorded({}, {})

    def _opened(self) -> Connection:
        """The database, open until the book is released: nobody else may use it until then, and opening takes a while."""
        if self._connection is None:
            self._connection = self._database.enter_context(opened(self.folder / DATABASE, read_only=False))
        return self._connection

    def _update(self, connection: Connection) -> None:
        from ledger.book.sync import update  # noqa: PLC0415 - the engine takes its time to load, and most questions need none

        update(connection, self.state, self.progress, self.crew)


def is_usable(connection: Connection, state: FolderState) -> bool:
    """True if the database was made by this program with these terms; if not, it must be made from nothing."""
    return about(connection) == [state.made_with]


def is_current(connection: Connection, state: FolderState, files: Recorded) -> bool:
    """True if the database, which is usable and made from ``files``, says what the logs and the settings say."""
    return (
        files.hashes == state.known
        and names_in(connection) == state.people
        and players_in(connection) == people_of(state.settings)
    )


@contextmanager
def held(
    folder: Path,
    waiting: Waiting | None = None,
    progress: Progress | None = None,
    crew: Crew = ALONE,
    *,
    thorough: bool = False,
) -> Iterator[HeldBook]:
    """Hold a book for writing: nobody else reads or writes it in the meantime."""
    require_book(folder)
    with writing(folder, waiting):
        sweep(folder)
        with closing(HeldBook(folder, progress, crew, thorough=thorough)) as book:
            yield book


def ask(
    folder: Path,
    question: Question[T],
    waiting: Waiting | None = None,
    progress: Progress | None = None,
    *,
    thorough: bool = False,
) -> T:
    """Ask a book a question: many may read at a time, and a book that is not up to date is brought up to date first.

    ``question`` may be asked twice, if the database turns out to be damaged the first time.
    """
    require_book(folder)
    with ExitStack() as done, reading(folder, waiting):
        if (folder / DATABASE).exists():
            try:
                with opened(folder / DATABASE, read_only=True) as connection:
                    files = recorded(connection)
                    state = folder_state(folder) if thorough else folder_state(folder, files)
                    if is_usable(connection, state) and is_current(connection, state, files):
                        answer = question(connection)
                        done.callback(_note_stamps, folder, state)
                        return answer
            except duckdb.Error:  # damaged: the logs have everything
                pass
    with held(folder, waiting, progress, thorough=thorough) as book:
        return book.settle(question)


def _note_stamps(folder: Path, state: FolderState) -> None:
    """Save the next one from reading the same files again, if it is much and nobody is at the book; else it does no harm."""
    read = sum(size for size, *_ in state.news.values())
    if (len(state.news) < WORTH_NOTING and read < LARGE) or not (folder / DATABASE).exists():
        return
    with (
        suppress(UserError, duckdb.Error, OSError),
        writing(folder, patient=False),
        opened(folder / DATABASE, read_only=False) as connection,
    ):
        note_stamps(connection, state.news, state.files)
