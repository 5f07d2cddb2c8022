"""The database file of a book: opened for a moment, under the book's lock; made from nothing whenever it cannot be used."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from ledger.errors import UserError
from ledger.files import sync_folder

SCHEMA: Final = 1
"""The version of ``schema.sql``. A database of another version is made again from the logs."""

TABLES: Final = (
    "about",
    "files",
    "duplicates",
    "players",
    "names",
    "sessions",
    "hands",
    "seats",
    "plays",
    "findings",
    "postings",
    "winnings",
    "payments",
)

PATIENCE: Final = 2.0
"""Seconds to wait for somebody who has the database open without the book's lock; a program that is ending needs a moment."""

_BUSY: Final = re.compile(r"Could not set lock on file|different configuration than existing|used by another process")
_HOLDER: Final = re.compile(r"held in (.+? \(PID \d+\))")
_LOGS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""What DuckDB keeps beside a database, after its name: changes that are not in it yet."""

_OFFLINE: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@cache
def schema() -> str:
    """Return the statements that make the tables."""
    return (files("ledger.book") / "schema.sql").read_text("utf-8")


@contextmanager
def opened(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Open the database for a moment.

    Raises UserError if somebody who does not ask for the book's lock has it open, and ``duckdb.Error`` for whatever is
    wrong with it.
    """
    connection = _connected(path, read_only=read_only)
    try:
        yield connection
    finally:
        connection.close()


def _connected(path: Path, *, read_only: bool) -> DuckDBPyConnection:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return duckdb.connect(str(path), read_only=read_only, config=_OFFLINE)
        except duckdb.Error as error:
            if not _BUSY.search(str(error)):
                raise
            if time.monotonic() >= deadline:
                holder = _HOLDER.search(str(error))
                who = holder[1] if holder else "another program"
                raise UserError(f"{path}: {who} has it open", "close it there, then try again") from error
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
        with opened(fresh, read_only=False) as connection:
            connection.begin()  # or each statement would wait for the disk
            connection.execute(schema())
            connection.commit()
            yield connection
            connection.execute("CHECKPOINT")  # closing would do it too, but say nothing if the disk is full
        remove_logs(path)  # the old file's last changes must never be played into the new one
        fresh.replace(path)
        sync_folder(path.parent)
    finally:
        remove(fresh)


def _check_free(path: Path) -> None:
    """Raise UserError if somebody has the database open; what else is wrong with it is no matter."""
    if path.is_file():
        with suppress(duckdb.Error), opened(path, read_only=False):
            pass


def remove(path: Path) -> None:
    """Remove a database and the logs of its last changes."""
    remove_logs(path)
    path.unlink(missing_ok=True)


def remove_logs(path: Path) -> None:
    """Remove the logs of the last changes to a database."""
    for suffix in _LOGS:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def about(connection: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """Return what the database was made with: one row of schema, program, currency and game."""
    return connection.execute("SELECT schema, program, currency, game FROM about").fetchall()
