"""The database file of a book: opened for a moment, under the book's lock; made from nothing whenever it cannot be used."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import duckdb
from duckdb import DuckDBPyConnection

from ledger.book.attached import attached
from ledger.book.settings import Settings
from ledger.errors import UserError
from ledger.files import PRIVATE, sync_folder
from ledger.money import NOT_WON, WON_BETWEEN
from ledger.program_digest import digest_of, sources_of

ROW_MAKERS: Final = ("game", "log", "hands", "engine", "findings", "money", "simulation", "insight", "book")
"""The rooms of the program that have a part in what the rows of a database are, besides the modules beside the rooms."""

TABLES: Final = (
    "about",
    "files",
    "duplicates",
    "players",
    "names",
    "sessions",
    "hands",
    "seats",
    "luck",
    "decisions",
    "priced",
    "findings",
    "postings",
    "totals",
    "winnings",
    "payments",
    "expenses",
    "closed",
    "breaches",
)

STAMP: Final = ("stamp_size", "stamp_modified", "stamp_changed", "stamp_inode")
"""Columns of ``files`` that the disk gives and no log: they differ between two books of the same logs."""
SAID: Final = f"COLUMNS(lambda name: name NOT IN {STAMP})"
"""All columns of a table but those."""

PATIENCE: Final = 2.0
"""Seconds to wait for somebody who has the database open without the book's lock; a program that is ending needs a moment."""

_BUSY: Final = re.compile(r"Could not set lock on file|already attached by database|used by another process")
_HOLDER: Final = re.compile(r"held in (.+? \(PID \d+\))")
_LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""What DuckDB keeps beside a database, after its name: changes that are not in it yet."""


def program() -> str:
    """The digest of the sources that make rows: another one as soon as a line of them is."""
    return digest_of(ROW_MAKERS)


def row_makers() -> list[Path]:
    """The files that have a part in what the rows of a database are."""
    return sources_of(ROW_MAKERS)


@cache
def schema() -> str:
    """The statements that make the tables; which kinds of posting are won or lost is filled in."""
    text = (files("ledger.book") / "schema.sql").read_text("utf-8")
    for place, kinds in (("{won between}", WON_BETWEEN), ("{not won}", NOT_WON)):
        text = text.replace(place, ", ".join(f"'{kind}'" for kind in kinds))
    return text


@contextmanager
def opened(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Open the database for a moment; whoever may change it makes sure that only its owner can read it.

    Raises UserError if somebody who does not ask for the book's lock has it open, and ``duckdb.Error`` for whatever is
    wrong with it.
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
                raise UserError(f"{path}: {who} has it open", "close it there, then try again") from error
        else:
            if not read_only:
                with suppress(OSError):  # it is another's, or its disk knows no permissions
                    path.chmod(PRIVATE)
                    log = _log(path)
                    log.touch(PRIVATE)  # what DuckDB would make itself, for everybody to read
                    log.chmod(PRIVATE)
            return connection
        time.sleep(0.05)


@contextmanager
def made_anew(path: Path) -> Iterator[DuckDBPyConnection]:
    """Give an empty database that takes the place of the one at ``path`` in one step once everything in it is written.

    If anything is raised meanwhile the old file stays. So it does if somebody has it open, which is a UserError: they
    would go on with a file that no longer has a name.
    """
    _check_free(path)
    fresh = path.with_name(f".{path.name}.new")
    remove(fresh)
    try:
        _make_empty(fresh)
        with opened(fresh, read_only=False) as connection:
            yield connection
            connection.execute("CHECKPOINT")  # closing would do it too, but say nothing if the disk is full
        remove_logs(path)  # the old file's last changes must never be played into the new one
        fresh.replace(path)
        sync_folder(path.parent)
    finally:
        remove(fresh)


def _make_empty(path: Path) -> None:
    """Make a database with all its tables and no rows: a copy of the first, which takes as long as an evening to store."""
    if _EMPTY:
        path.write_bytes(_EMPTY[-1])
        return
    with opened(path, read_only=False) as connection:
        connection.begin()  # or each statement would wait for the disk
        connection.execute(schema())
        connection.commit()
        connection.execute("CHECKPOINT")
    _EMPTY.append(path.read_bytes())


_EMPTY: Final[list[bytes]] = []
"""What the first database of this process was before it had rows."""


def _check_free(path: Path) -> None:
    """Raise UserError if somebody has the database open; what else is wrong with it is no matter."""
    if path.is_file():
        with suppress(duckdb.Error), opened(path, read_only=False):
            pass


@contextmanager
def one_thread(connection: DuckDBPyConnection) -> Iterator[None]:
    """Let DuckDB work with one thread for a moment, to write.

    Several begin parts of a table each, and put them together at the end: that costs half as much again, and the file becomes
    larger by a third.
    """
    connection.execute("SET threads = 1")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # it is of no use any more, and somebody is being told why
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
    """What the database was made with: one row of program, currency and game."""
    return connection.execute("SELECT program, currency, game FROM about").fetchall()


POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT = 0, -1, -2


Stamp: TypeAlias = tuple[int, int, int, int]
"""Size of a file, time of change of its content and of anything, and its number on its disk."""


class Recorded(NamedTuple):
    """The files that a database was made from: the SHA-256 of each, and the stamps of those that can be known again by it."""

    hashes: Mapping[str, bytes]
    stamps: Mapping[str, Stamp]


def recorded(connection: DuckDBPyConnection) -> Recorded:
    """Return the files that the database was made from."""
    rows = connection.execute(_RECORDED).fetchall()
    return Recorded({row[0]: row[1] for row in rows}, {row[0]: row[2:] for row in rows if row[2] is not None})


_RECORDED: Final = f"SELECT file, hash, {', '.join(STAMP)} FROM files"  # noqa: S608 - ours


def note_stamps(connection: DuckDBPyConnection, stamps: Mapping[str, Stamp], files: Mapping[str, bytes]) -> None:
    """Note the stamps that files had when their SHA-256 was found to be as in ``files``."""
    columns = zip(*((name, files[name], *stamp) for name, stamp in stamps.items()), strict=True)
    connection.execute(_NOTE, [list(column) for column in columns])


_NOTE: Final = """
    UPDATE files
    SET stamp_size = seen.size, stamp_modified = seen.modified, stamp_changed = seen.changed, stamp_inode = seen.inode
    FROM (
        SELECT unnest(?) AS file, unnest(?) AS hash, unnest(?) AS size, unnest(?) AS modified, unnest(?) AS changed,
            unnest(?) AS inode
    ) AS seen
    WHERE files.file = seen.file AND files.hash = seen.hash
"""


def names_in(connection: DuckDBPyConnection) -> dict[str, int]:
    """Return the player behind each name, as the database has it."""
    return dict(connection.execute("SELECT name, player FROM names").fetchall())


def players_in(connection: DuckDBPyConnection) -> list[tuple[int, str, str | None]]:
    """Return number, name and handle of each player, as the database has them."""
    return connection.execute("SELECT player, name, handle FROM players ORDER BY player").fetchall()


def people_of(settings: Settings) -> list[tuple[int, str, str | None]]:
    """Return the same as the settings have it."""
    return sorted((player.id, player.name, player.handle) for player in settings.players)
