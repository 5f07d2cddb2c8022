"""The database file of a book: opened for a moment, under the book's lock; made from nothing whenever it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

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
    "payments",
)

_OFFLINE: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@cache
def schema() -> str:
    """Return the statements that make the tables."""
    return (files("ledger") / "schema.sql").read_text("utf-8")


@contextmanager
def opened(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Open the database for a moment. Raises ``duckdb.Error`` for whatever is wrong with it."""
    connection = duckdb.connect(str(path), read_only=read_only, config=_OFFLINE)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def made_anew(path: Path) -> Iterator[DuckDBPyConnection]:
    """Give an empty database that takes the place of the one at ``path`` in one step once everything in it is written.

    If anything is raised meanwhile the old file stays.
    """
    fresh = path.with_name(f".{path.name}.new")
    remove(fresh)
    try:
        with opened(fresh, read_only=False) as connection:
            connection.execute(schema())
            yield connection
        _log_of(path).unlink(missing_ok=True)  # the old file's last changes must never be played into the new one
        fresh.replace(path)
        sync_folder(path.parent)
    finally:
        remove(fresh)


def remove(path: Path) -> None:
    """Remove a database and the log of its last changes."""
    for file in (_log_of(path), path):
        file.unlink(missing_ok=True)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + ".wal")


def about(connection: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """Return what the database was made with: one row of schema, program, currency and game."""
    return connection.execute("SELECT schema, program, currency, game FROM about").fetchall()
