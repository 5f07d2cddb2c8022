"""Rows into and out of the tables of the database, whole files and sessions at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeAlias

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.database import TABLES
from ledger.book.folder import PAYMENTS

Tables: TypeAlias = dict[str, pa.Table]
"""Rows by the table that they are for."""

OF_SESSIONS: Final = (
    "hands",
    "seats",
    "plays",
    "postings",
    "winnings",
    "findings",
    "payments",
    "expenses",
    "luck",
    "decisions",
    "priced",
    "sessions",
)
"""The tables that have rows for each session."""


def insert(connection: DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Append rows, whose columns are in the order of the table's."""
    assert table in TABLES, table
    if rows.num_rows:
        connection.register("incoming", rows)
        connection.execute(f"INSERT INTO {table} SELECT * FROM incoming")  # noqa: S608 - one of TABLES
        connection.unregister("incoming")


def replace_all(connection: DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Put ``rows`` in the place of everything in a table."""
    assert table in TABLES, table
    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of TABLES
    insert(connection, table, rows)


def forget_files(connection: DuckDBPyConnection, files: Collection[str]) -> None:
    """Take everything that came from some files out of the database."""
    if not files:
        return
    named = {"files": sorted(files)}
    forget_sessions(connection, "list_contains($files, file)", named)
    if PAYMENTS in files:
        connection.execute("DELETE FROM postings WHERE session IS NULL")
    for table in ("findings", "payments", "expenses", "duplicates", "files"):
        connection.execute(f"DELETE FROM {table} WHERE list_contains($files, file)", named)  # noqa: S608


def forget_sessions(connection: DuckDBPyConnection, which: str, values: Mapping[str, object]) -> None:
    """Take the sessions of which ``which`` (a condition on ``sessions``) is true out of the database."""
    keys = [key for (key,) in connection.execute(f"SELECT session FROM sessions WHERE {which}", values).fetchall()]  # noqa: S608
    if keys:
        connection.register("gone", pa.table({"session": pa.array(keys, pa.int64())}))
        for table in OF_SESSIONS:
            connection.execute(f"DELETE FROM {table} WHERE session IN (SELECT session FROM gone)")  # noqa: S608
        connection.unregister("gone")


def column(connection: DuckDBPyConnection, sql: str, values: Mapping[str, object] | None = None) -> Iterable[object]:
    """Return the first column of what a query finds."""
    return (row[0] for row in connection.execute(sql, values or {}).fetchall())


class RowWriter:
    """Writes one batch of tables at a time, in order; whoever uses the connection meanwhile must ``wait`` first."""

    def __init__(self, connection: DuckDBPyConnection, worker: ThreadPoolExecutor) -> None:
        self.connection, self.worker = connection, worker
        self.writing: Future[None] | None = None

    def put(self, rows: Tables) -> None:
        """Begin to write rows, once those before are written. Raises what went wrong with those."""
        self.wait()
        self.writing = self.worker.submit(self._write, rows)

    def wait(self) -> None:
        """Wait until everything is written. Raises what went wrong."""
        writing, self.writing = self.writing, None
        if writing is not None:
            writing.result()

    def _write(self, rows: Tables) -> None:
        for name, table in rows.items():
            insert(self.connection, name, table)


@contextmanager
def row_writer(connection: DuckDBPyConnection) -> Iterator[RowWriter]:
    """Give a lane; at the end, however it comes, nothing is being written any more."""
    with ThreadPoolExecutor(1) as worker:
        yield RowWriter(connection, worker)
