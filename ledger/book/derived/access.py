"""Every question and every change to a book goes through here: first its lock, then ``ask`` and
``held``, then how a book begins.

Many readers at a time may use a book, or one writer, across processes and threads. Two small files
in its folder carry the locks. ``.turn`` is a door for one: a process that waits for the book waits
in the door, and all others queue before it, so that readers and writers are served in the order in
which they came and neither can starve the other. ``.lock`` is the lock itself, shared by readers
and held alone by a writer. The door is free again as soon as its holder has the lock, before the
work begins: readers that come one after the other read together. The system gives back the locks of
a process that ends, however it ends; the files stay and mean nothing by themselves.

A question gets a database that is up to date: one that is not, or that is damaged, is updated or
rebuilt first. A book begins with the first thing that is stored in it, and no empty book stays
behind.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from io import FileIO
from pathlib import Path
from threading import Timer, local
from typing import Final, TypeAlias, TypeVar

import duckdb
from duckdb import DuckDBPyConnection
from portalocker import AlreadyLocked, LockException, LockFlags, lock, unlock

from ledger.book.derived.database import (
    Recorded,
    about,
    made_anew,
    names_in,
    note_stamps,
    opened,
    people_of,
    players_in,
    recorded,
    remove,
)
from ledger.book.derived.folder_state import FolderState, Progress, folder_state
from ledger.book.files.folder import (
    CHANGING,
    CLOSED,
    DATABASE,
    IGNORED,
    KEPT,
    LAST_HEAD,
    LAST_SETTINGS,
    PAYMENTS,
    SESSIONS,
    SETTINGS,
    forget,
    is_book,
    is_changing,
    make_folder,
    require_book,
    sources,
    sweep,
)
from ledger.book.files.settings import Settings, last_good, read_settings, refuse_losses
from ledger.book.files.settings_edit import keep_copy
from ledger.errors import UserError
from ledger.log.words import shown
from ledger.workers import ALONE, Crew

# --- The lock -------------------------------------------------------------------------------------
TURN_FILE: Final = ".turn"
LOCK_FILE: Final = ".lock"
PATIENCE: Final = 1.0  # seconds of waiting before it is worth a word
# the locks that this thread holds, in ``held``: device and number of their file
_MINE: Final = local()


def reading(
    folder: Path, waiting: Callable[[], None] | None = None
) -> AbstractContextManager[None]:
    """Hold the book in ``folder`` for reading: others may read, nobody writes.

    ``waiting`` is called once, from another thread, if the book is not free within about a second.
    In a folder that we may not write a reader locks what is there, or nothing if nobody has ever
    locked it. Raises UserError for a folder that is missing or cannot be locked, and RuntimeError
    if this thread holds the book already: it would wait for itself.
    """
    return _holding(folder, LockFlags.SHARED, waiting)


def writing(
    folder: Path, waiting: Callable[[], None] | None = None, *, patient: bool = True
) -> AbstractContextManager[None]:
    """Hold the book alone: as ``reading``, and UserError if it is read-only or, unless ``patient``,
    not free.
    """
    return _holding(folder, LockFlags.EXCLUSIVE, waiting, patient=patient)


@contextmanager
def _holding(
    folder: Path, kind: LockFlags, waiting: Callable[[], None] | None, *, patient: bool = True
) -> Iterator[None]:
    with _opened(folder, LOCK_FILE, kind) as main:
        if main is None:
            yield
            return
        held: set[tuple[int, int]] = vars(_MINE).setdefault("held", set())
        status = os.fstat(main.fileno())
        this = (status.st_dev, status.st_ino)
        if this in held:
            raise RuntimeError(f"{folder}: this thread holds the book already")
        with _opened(folder, TURN_FILE, kind) as turn:
            # A reader that may not write here cannot close the door on others, and goes past it.
            door = [(turn, LockFlags.EXCLUSIVE)] if turn and turn.writable() else []
            try:
                _take([*door, (main, kind)], waiting, patient=patient)
            except LockException as error:
                message = f"{folder}: the book cannot be locked: {error.__cause__ or error}"
                raise UserError(
                    message, "keep the book on a disk that supports file locks"
                ) from error
            for file, _ in door:
                unlock(file)
        _check_in_place(main, folder)
        held.add(this)
        try:
            yield
        finally:
            held.discard(this)
            unlock(main)  # not only closed: a child process may have been given the file too
            # or we might be back at the door before the one who waits there has woken up
            _step_aside()


def _check_in_place(main: FileIO, folder: Path) -> None:
    """Raise UserError if the book was removed while we waited: others would lock another file than
    ours.
    """
    try:
        if os.path.samestat(os.fstat(main.fileno()), (folder / LOCK_FILE).stat()):
            return
    except OSError:
        pass
    raise UserError(f"{folder}: the book was removed while waiting for it", "try again")


def _opened(folder: Path, name: str, kind: LockFlags) -> AbstractContextManager[FileIO | None]:
    """Open one of the two files, making it if need be.

    Every time anew: the system keeps locks by opened file, not by thread.

    None if there is no such file and a reader cannot make it.
    """
    path = folder / name
    try:
        return FileIO(path, "r+", opener=_create)
    except OSError as error:
        if not folder.is_dir():
            raise UserError(
                f"{folder}: there is no such folder", "check the spelling of the path"
            ) from error
        if kind is LockFlags.EXCLUSIVE:
            message = f"{path}: cannot be written: {error.strerror or error}"
            raise UserError(message, "check the permissions of the folder") from error
    try:
        return FileIO(path)
    except FileNotFoundError:
        return nullcontext()
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read: {error.strerror or error}", "check its permissions"
        ) from error


_step_aside: Final = os.sched_yield if hasattr(os, "sched_yield") else partial(time.sleep, 0)


def _create(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o666)


def _take(
    steps: list[tuple[FileIO, LockFlags]], waiting: Callable[[], None] | None, *, patient: bool
) -> None:
    """Take the locks in order; wait for the first that is not free, and from then on for each."""
    for place, (file, kind) in enumerate(steps):
        try:
            lock(file, kind | LockFlags.NON_BLOCKING)
        except AlreadyLocked:
            if not patient:
                raise
            with _notice(waiting) if waiting else nullcontext():
                for busy, its_kind in steps[place:]:
                    _wait_for(busy, its_kind)
            return


def _wait_for(file: FileIO, kind: LockFlags) -> None:
    """Wait in the system instead of polling; only Windows may return without the lock, so try
    again.
    """
    while True:
        try:
            return lock(file, kind)
        except AlreadyLocked:
            continue


@contextmanager
def _notice(waiting: Callable[[], None]) -> Iterator[None]:
    timer = Timer(PATIENCE, waiting)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


# --- Questions and changes ------------------------------------------------------------------------
T = TypeVar("T")
# the database of a book, up to date, as a question is given it
Connection: TypeAlias = DuckDBPyConnection
Question = Callable[[Connection], T]
Waiting = Callable[[], None]
WORTH_NOTING: Final = 200
# from so many files, or bytes in them, it pays to note which need not be read again
LARGE: Final = 1 << 20
_TROUBLE: Final = (duckdb.OperationalError, duckdb.FatalException)
"""What DuckDB raises when the disk or the memory fails, as opposed to a mistake in our SQL."""


class HeldBook:
    """A book held for writing: ``settle`` brings the database up to date with what was written, and
    answers a question.

    If it is ``thorough`` every file is read to see whether it has changed, even if size and time
    are the same. A ``crew`` of processes helps to read the files that have.
    """

    def __init__(
        self, folder: Path, progress: Progress | None, crew: Crew, *, thorough: bool
    ) -> None:
        self.folder, self.progress, self.crew, self.thorough = folder, progress, crew, thorough
        self.state = FolderState(folder, Settings(folder.name))
        self._recorded = Recorded({}, {})
        self._database = ExitStack()
        self._connection: Connection | None = None

    def look(self) -> FolderState:
        """Look at what lies in the folder now.

        Raises UserError for settings that cannot be read.
        """
        self._recorded = Recorded({}, {})
        with suppress(duckdb.Error):  # a damaged one will be rebuilt
            if (self.folder / DATABASE).exists():
                self._recorded = recorded(self._opened())
        self.state = (
            folder_state(self.folder)
            if self.thorough
            else folder_state(self.folder, self._recorded)
        )
        self._check_settings()
        return self.state

    def _check_settings(self) -> None:
        """Raise UserError for settings that lack what the database has, if there is no copy of them
        yet; make one otherwise.
        """
        path, settings = self.folder / SETTINGS, self.state.settings
        if not last_good(path).exists() and (self.folder / DATABASE).exists():
            with suppress(duckdb.Error):  # as above
                lost = [
                    shown(name) for name in names_in(self._opened()) if name not in settings.by_name
                ]
                if not settings.currency_said and any(
                    row[1] != settings.currency for row in about(self._opened())
                ):
                    lost.insert(0, "the currency")
                if lost:
                    refuse_losses(path, lost)
        keep_copy(path)

    def settle(self, question: Question[T]) -> T:
        """Bring the database up to date and ask it; one that cannot be used is rebuilt.

        Raises UserError if that fails too.
        """
        self.look()
        if (self.folder / DATABASE).exists():
            try:
                connection = self._opened()
                if is_usable(connection, self.state):
                    if not is_current(connection, self.state, self._recorded):
                        self._update(connection)
                    return question(connection)
            except duckdb.Error:
                # damaged, made by another program, or no room to change it: the logs have
                # everything
                pass
        return self.rebuild(question)

    def settle_written(self, question: Question[T], written: str) -> T:
        """Settle after something was written.

        If that fails, say that it is written, so that nobody repeats it.
        """
        try:
            return self.settle(question)
        except UserError as error:
            message = (
                f"{written}, and is safe; but the figures could not be updated: {error.message}"
            )
            raise UserError(message, error.remedy) from error
        except (Exception, KeyboardInterrupt) as error:
            # whatever it is, the same would be written again
            why = str(error) or (
                "interrupted" if isinstance(error, KeyboardInterrupt) else type(error).__name__
            )
            message = f"{written}, and is safe; but the figures could not be updated: {why}"
            raise UserError(message, "run bourre check; do not write it again") from error

    def rebuild(self, question: Question[T]) -> T:
        """Make the database from the logs alone, in a new file that replaces the old one, and ask
        it.
        """
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
                message,
                (
                    "the logs are safe; check the free space and the permissions, then run: "
                    "bourre rebuild"
                ),
            ) from error

    def close(self) -> None:
        """Close the database."""
        self._connection = None
        self._database.close()

    def _opened(self) -> Connection:
        """The database, open until the book is released: nobody else may use it until then, and
        opening takes a while.
        """
        if self._connection is None:
            self._connection = self._database.enter_context(
                opened(self.folder / DATABASE, read_only=False)
            )
        return self._connection

    def _update(self, connection: Connection) -> None:
        from ledger.book.derived.sync import update  # noqa: PLC0415 - the engine takes its time to load, and most questions need none

        update(connection, self.state, self.progress, self.crew)


def is_usable(connection: Connection, state: FolderState) -> bool:
    """True if the database was made by this program with these terms; if not, it must be made from
    nothing.
    """
    return about(connection) == [state.made_with]


def is_current(connection: Connection, state: FolderState, files: Recorded) -> bool:
    """True if the database, which is usable and made from ``files``, says what the logs and the
    settings say.
    """
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
    """Ask a book a question: many may read at a time, and a book that is not up to date is brought
    up to date first.

    ``question`` may be asked twice, if the database turns out to be damaged the first time.
    """
    require_book(folder)
    with ExitStack() as done, reading(folder, waiting):
        # else its files are put back first
        if (folder / DATABASE).exists() and not is_changing(folder):
            try:
                with opened(folder / DATABASE, read_only=True) as connection:
                    files = recorded(connection)
                    state = folder_state(folder) if thorough else folder_state(folder, files)
                    if is_usable(connection, state) and is_current(connection, state, files):
                        answer = question(connection)
                        done.callback(_note_stamps, folder, state)
                        READ_ONLY.discard(folder)
                        return answer
            except duckdb.Error:  # damaged: the logs have everything
                pass
    if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return _answered_aside(folder, question, progress, waiting)
    READ_ONLY.discard(folder)
    with held(folder, waiting, progress, thorough=thorough) as book:
        return book.settle(question)


def _answered_aside(
    folder: Path, question: Question[T], progress: Progress | None, waiting: Waiting | None
) -> T:
    """Ask a copy of a book that cannot be brought up to date: it is on a disk that we may only
    read.
    """
    with copied(folder, waiting) as copy, held(copy, progress=progress) as book:
        answer = book.settle(question)
    READ_ONLY.add(folder)
    return answer


@contextmanager
def copied(folder: Path, waiting: Waiting | None = None) -> Iterator[Path]:
    """Yield a temporary copy of the book at ``folder``, an empty folder if there is none yet.

    Raises UserError for settings that cannot be used, and if there is no room for the copy.
    """
    import shutil  # noqa: PLC0415 - hardly any question needs them
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - as above

    read_settings(folder / SETTINGS)  # so that an error in them names their own path
    with TemporaryDirectory(prefix="bourre-") as temporary:
        copy = Path(temporary) / (folder.resolve().name or "book")
        copy.mkdir()
        # A book that was never locked has no files for it, and must not get any.
        with reading(folder, waiting) if (folder / LOCK_FILE).exists() else nullcontext():
            try:
                _copy(folder, copy)
            except (OSError, shutil.Error) as error:
                raise UserError(
                    f"{folder}: cannot be copied: {error}", "check the free space"
                ) from error
        yield copy


def _copy(folder: Path, copy: Path) -> None:
    import shutil  # noqa: PLC0415 - as above

    if is_book(folder):
        shutil.copytree(folder / SESSIONS, copy / SESSIONS)
    if is_changing(folder) and (folder / KEPT).is_dir():
        shutil.copytree(folder / KEPT, copy / KEPT)
    for name in (
        SETTINGS,
        LAST_SETTINGS,
        PAYMENTS,
        CLOSED,
        LAST_HEAD,
        CHANGING,
        DATABASE,
        f"{DATABASE}.wal",
    ):
        if (folder / name).exists():
            shutil.copyfile(folder / name, copy / name)


# books that were answered for from a copy, as their folder may not be written
READ_ONLY: Final[set[Path]] = set()


def _note_stamps(folder: Path, state: FolderState) -> None:
    """Save the next one from reading the same files again, if it is much and nobody is at the book;
    else it does no harm.
    """
    read = sum(size for size, *_ in state.news.values())
    if (len(state.news) < WORTH_NOTING and read < LARGE) or not (folder / DATABASE).exists():
        return
    with (
        suppress(UserError, duckdb.Error, OSError),
        writing(folder, patient=False),
        opened(folder / DATABASE, read_only=False) as connection,
    ):
        note_stamps(connection, state.news, state.files)


# --- The first thing in a book --------------------------------------------------------------------
# what every new book gets besides its database
_OURS: Final = (LAST_SETTINGS, SETTINGS, IGNORED, TURN_FILE, LOCK_FILE)


@contextmanager
def new_book(folder: Path) -> Iterator[None]:
    """Make the missing folders of a book; if nothing has been stored in a new one at the end,
    remove them again.

    Folders and files that were there before stay, and so does what another program stored in the
    meantime.
    """
    new = [path for path in (folder / SESSIONS, folder, *folder.parents) if not path.exists()]
    made = [folder / name for name in _OURS if not os.path.lexists(folder / name)]
    make_folder(folder)
    try:
        yield
    finally:
        if new:
            # an empty folder is no harm, and there may be an error to tell already
            with suppress(UserError, OSError):
                _remove_if_empty(folder, new, made)


def _remove_if_empty(folder: Path, folders: list[Path], files: list[Path]) -> None:
    with writing(folder):  # others waiting for the book learn that it went away
        if sources(folder) or os.path.lexists(folder / PAYMENTS):
            return
        remove(folder / DATABASE)
        # Windows removes nothing that is open, such as the locks that we hold
        with suppress(PermissionError):
            _clear(folder, files, folders)
            return
    _clear(folder, files, folders)


def _clear(folder: Path, files: list[Path], folders: list[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
    forget(folder)
    for path in folders:  # the innermost first; one that has anything in it refuses
        path.rmdir()
