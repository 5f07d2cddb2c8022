"""The database file of a book: attached to DuckDB for a moment, made anew when it cannot be used,
and what it was made from.

Starting DuckDB takes longer than most questions to a book, because it registers thousands of
functions; attaching a file to a running one takes a moment. So an instance that is no longer used
is kept for the next question.
"""

from __future__ import annotations

import atexit
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

import duckdb
from duckdb import DuckDBPyConnection

from ledger.book.files.settings import Settings
from ledger.errors import UserError
from ledger.files import PRIVATE, put_in_place, sync_folder
from ledger.program_digest import digest_of

# --- Attaching a file -----------------------------------------------------------------------------
# the name of an attached file in SQL. It is the default, so queries need not mention it
NAME: Final = "book"

_OFFLINE: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@dataclass(slots=True)
class _Attached:
    """A file that is attached, and how many use it: within a program, several can read it
    at once.
    """

    root: DuckDBPyConnection
    read_only: bool
    users: int = 1
    sound: bool = True  # false after an error: DuckDB may have invalidated everything it has open


_guard: Final = Lock()
_attached: Final[dict[Path, _Attached]] = {}
_idle: Final[list[DuckDBPyConnection]] = []  # what is kept for the next question, at most one


@contextmanager
def attached(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Yield a connection to the database at ``path``, which is created if missing, unless it is
    ``read_only``.

    Raises ``duckdb.Error`` for anything wrong with it.
    """
    here = path.absolute()
    with _guard:
        one = _taken(here, read_only=read_only)
    try:
        with one.root.cursor() as connection:
            connection.execute(f"USE {NAME}")
            yield connection
    except UserError:
        raise
    except BaseException:
        one.sound = False
        raise
    finally:
        with _guard:
            _let_go(here, one)


def _taken(path: Path, *, read_only: bool) -> _Attached:
    one = _attached.get(path)
    if one is not None and one.read_only and read_only and one.sound:
        one.users += 1
        return one
    root = _idle.pop() if _idle else duckdb.connect(":memory:", config=_OFFLINE)
    try:
        root.execute(f"SET temp_directory = {_quoted(_spill(path))}")
        root.execute(
            f"ATTACH {_quoted(path)} AS {NAME} (TYPE duckdb{', READ_ONLY' if read_only else ''})"
        )
    except BaseException:
        root.close()
        raise
    one = _Attached(root, read_only)
    _attached.setdefault(path, one)
    return one


def _let_go(path: Path, one: _Attached) -> None:
    one.users -= 1
    if one.users:
        return
    if _attached.get(path) is one:
        del _attached[path]
    with suppress(duckdb.Error):  # nothing is lost: what was written is in DuckDB's log
        if one.sound and not _idle and not _spill(path).exists():
            one.root.execute(f"DETACH {NAME}")
            _idle.append(one.root)
            return
    one.root.close()


def _spill(path: Path) -> Path:
    """The folder for data that does not fit into memory: beside the database, where DuckDB itself
    would put it.
    """
    return path.with_name(f"{path.name}.tmp")


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _close() -> None:
    with _guard:
        while _idle:
            _idle.pop().close()


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_close)  # a forked child would inherit it without its threads


# --- The file of a book ---------------------------------------------------------------------------
ROW_MAKERS: Final = (
    "game",
    "log",
    "hands",
    "engine",
    "findings",
    "money",
    "simulation",
    "insight",
    "book",
)
"""The rooms whose sources determine the rows of a database; the modules outside the rooms
do too.
"""

# accounts that are nobody's; those of players are above zero
POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT = 0, -1, -2
STAMP: Final = ("stamp_size", "stamp_modified", "stamp_changed", "stamp_inode")
"""Columns of ``files`` that come from the disk and not from a log: they differ between two books of
the same logs.
"""
# all columns of a table except those, in SQL
SAID: Final = f"COLUMNS(lambda name: name NOT IN {STAMP})"
PATIENCE: Final = 2.0
"""Seconds to wait for a program that has the database open without the book's lock; one that is
just ending needs a moment.
"""

_BUSY: Final = re.compile(
    r"Could not set lock on file|already attached by database|used by another process"
)
_HOLDER: Final = re.compile(r"held in (.+? \(PID \d+\))")
_LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""Suffixes of the files beside a database in which DuckDB keeps changes that are not in it yet."""


def program() -> str:
    """A digest of the sources that determine the rows: it changes when any line of them does."""
    return digest_of(ROW_MAKERS)


@contextmanager
def opened(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Open the database for a moment. One that may be changed is made private to its owner.

    Raises UserError if a program that ignores the book's lock has it open, and ``duckdb.Error`` for
    anything else.
    """
    database = ExitStack()
    connection = _connected(database, path, read_only=read_only)
    try:
        with database:
            yield connection
    finally:
        if not read_only:
            with suppress(OSError):
                if not _log(path).stat().st_size:  # nothing was written
                    _log(path).unlink()


def _log(path: Path) -> Path:
    return path.with_name(path.name + _LOGS[0])


def _connected(database: ExitStack, path: Path, *, read_only: bool) -> DuckDBPyConnection:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection = database.enter_context(attached(path, read_only=read_only))
        except duckdb.Error as error:
            if not _BUSY.search(str(error)):
                raise
            if time.monotonic() >= deadline:
                holder = _HOLDER.search(str(error))
                who = holder[1] if holder else "another program"
                raise UserError(
                    f"{path}: {who} has it open", "close it there, then try again"
                ) from error
        else:
            if not read_only:
                with suppress(OSError):  # somebody else owns it, or its disk has no permissions
                    path.chmod(PRIVATE)
                    log = _log(path)
                    log.touch(PRIVATE)  # DuckDB would make it readable for everybody
                    log.chmod(PRIVATE)
            return connection
        time.sleep(0.05)


@contextmanager
def made_anew(path: Path) -> Iterator[DuckDBPyConnection]:
    """Yield an empty database that replaces the one at ``path`` in one step, once everything in it
    is written.

    If anything is raised, the old file stays. It also stays if another program has it open, which
    is a UserError: that program would go on with a file that no longer has a name.
    """
    if path.is_file():
        # anything wrong with it but a program at it does not matter
        with suppress(duckdb.Error), opened(path, read_only=False):
            pass
    fresh = path.with_name(f".{path.name}.new")
    remove(fresh)
    try:
        _make_empty(fresh)
        with opened(fresh, read_only=False) as connection:
            yield connection
            # closing does it too, but without an error if the disk is full
            connection.execute("CHECKPOINT")
        remove_logs(path)  # the last changes of the old file must never be applied to the new one
        put_in_place(fresh, path)
        sync_folder(path.parent)
    finally:
        remove(fresh)


def _make_empty(path: Path) -> None:
    """Make a database with empty tables by copying the first one made: making one takes as long as
    storing a session.
    """
    if _EMPTY:
        path.write_bytes(_EMPTY[-1])
        return
    from ledger.book.derived.schema import SCHEMA  # noqa: PLC0415 - a question needs none

    with opened(path, read_only=False) as connection:
        connection.begin()  # otherwise each statement would wait for the disk
        connection.execute(SCHEMA)
        connection.commit()
        connection.execute("CHECKPOINT")
    _EMPTY.append(path.read_bytes())


# the content of the first database of this process, before it had rows
_EMPTY: Final[list[bytes]] = []


@contextmanager
def one_thread(connection: DuckDBPyConnection) -> Iterator[None]:
    """Make DuckDB write with one thread.

    Several would each begin parts of a table and put them together at the end, which takes half as
    long again and makes the file larger by a third. For a single log this is not worth it: after a
    change of the number DuckDB gives back all memory that it can, which takes longer than the rows,
    and the longer the larger the book is.
    """
    connection.execute("SET threads = 1")
    try:
        yield
    finally:
        # the connection is broken, and the reason has been raised already
        with suppress(duckdb.Error):
            connection.execute("RESET threads")


def remove(path: Path) -> None:
    """Remove a database and the logs of its last changes."""
    remove_logs(path)
    path.unlink(missing_ok=True)


def remove_logs(path: Path) -> None:
    """Remove the logs of the last changes to a database."""
    for suffix in _LOGS:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def about(connection: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """What the database was made with: one row with program, currency and game."""
    return connection.execute("SELECT program, currency, game FROM about").fetchall()


Stamp: TypeAlias = tuple[int, int, int, int]
"""Size of a file, when its content and when anything about it last changed (nanoseconds), and its
inode number.
"""


class Recorded(NamedTuple):
    """The files that a database was made from: the SHA-256 of each, and the stamps of those that
    can be recognized by one.
    """

    hashes: Mapping[str, bytes]
    stamps: Mapping[str, Stamp]


def recorded(connection: DuckDBPyConnection) -> Recorded:
    """Return the files that the database was made from."""
    rows = connection.execute(_RECORDED).fetchall()
    return Recorded(
        {row[0]: row[1] for row in rows}, {row[0]: row[2:] for row in rows if row[2] is not None}
    )


_RECORDED: Final = f"SELECT file, hash, {', '.join(STAMP)} FROM files"  # noqa: S608 - ours


def note_stamps(
    connection: DuckDBPyConnection, stamps: Mapping[str, Stamp], files: Mapping[str, bytes]
) -> None:
    """Store the stamps that files had when their SHA-256 was found to be as in ``files``."""
    columns = zip(*((name, files[name], *stamp) for name, stamp in stamps.items()), strict=True)
    connection.execute(_NOTE, [list(column) for column in columns])


_NOTE: Final = """
    UPDATE files
    SET stamp_size = seen.size, stamp_modified = seen.modified, stamp_changed = seen.changed,
        stamp_inode = seen.inode
    FROM (
        SELECT unnest(?) AS file, unnest(?) AS hash, unnest(?) AS size, unnest(?) AS modified,
            unnest(?) AS changed,
            unnest(?) AS inode
    ) AS seen
    WHERE files.file = seen.file AND files.hash = seen.hash
"""


def names_in(connection: DuckDBPyConnection) -> dict[str, int]:
    """Return the player behind each name, as the database has it."""
    return dict(connection.execute("SELECT name, player FROM names").fetchall())


def player_names(connection: DuckDBPyConnection) -> dict[int, str]:
    """Return the name of each player, as the database has it."""
    return dict(connection.execute("SELECT player, name FROM players").fetchall())


def players_in(connection: DuckDBPyConnection) -> list[tuple[int, str, str | None]]:
    """Return number, name and handle of each player, as the database has them."""
    return connection.execute("SELECT player, name, handle FROM players ORDER BY player").fetchall()


def people_of(settings: Settings) -> list[tuple[int, str, str | None]]:
    """Return the same as the settings have it."""
    return sorted((player.id, player.name, player.handle) for player in settings.players)
