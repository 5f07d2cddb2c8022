"""Rows into and out of the tables of the database, whole files and sessions at a time; and what is
noted of files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.derived.schema import TABLES
from ledger.book.files.folder import DISPUTED, PAYMENTS
from ledger.log import open_line
from ledger.log.records import Diagnostic
from ledger.log.words import MOST_BYTES

if TYPE_CHECKING:
    import pyarrow as pa


# --- Rows -----------------------------------------------------------------------------------------
Tables: TypeAlias = "dict[str, pa.Table]"  # rows by the table that they are for
# a row by the names of its columns; what is missing is NULL
Record: TypeAlias = Mapping[str, object]
OF_SESSIONS: Final = tuple(table for table, columns in TABLES.items() if "session" in columns)
OF_FILES: Final = tuple(
    table for table, columns in TABLES.items() if "file" in columns and table != "sessions"
)
"""The tables that have rows for each session, and those that name a file besides."""


def insert(connection: DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    """Append rows, whose columns are in the order of the table's; new postings are added to the
    totals.
    """
    assert table in TABLES, table
    if rows.num_rows:
        connection.register("incoming", rows)
        connection.execute(f"INSERT INTO {table} SELECT * FROM incoming")  # noqa: S608 - one of TABLES
        if table == "postings":
            connection.execute(_ADD_UP)
        connection.unregister("incoming")


def insert_records(connection: DuckDBPyConnection, table: str, records: Sequence[Record]) -> None:
    """Append a few rows as ``insert`` does: to load Arrow, and numpy with it, takes longer than a
    short command has to.
    """
    assert table in TABLES, table
    if records:
        columns = {
            name: [record.get(name) for record in records]
            for name in dict.fromkeys(chain.from_iterable(records))
        }
        incoming = (
            "WITH incoming AS (SELECT "
            f"{', '.join(f'unnest(${name}) AS {name}' for name in columns)})"
        )
        connection.execute(
            f"{incoming} INSERT INTO {table} BY NAME SELECT * FROM incoming",  # noqa: S608 - one of TABLES
            columns,
        )
        if table == "postings":
            connection.execute(f"{incoming} {_ADD_UP}", columns)


_ADD_UP: Final = """
    INSERT INTO totals
    SELECT session, date, account, unit, kind = 'opening', sum(chips), sum(amount) FROM (
        SELECT session, n, date, kind, debit AS account, chips, unit, amount FROM incoming
        UNION ALL SELECT session, n, date, kind, credit, -chips, unit, -amount FROM incoming
    ) GROUP BY session, date, account, unit, kind = 'opening', CASE WHEN session IS NULL THEN n END
"""


def replace_all(connection: DuckDBPyConnection, table: str, records: Sequence[Record]) -> None:
    """Replace everything in a table by ``records``."""
    assert table in TABLES, table
    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - one of TABLES
    insert_records(connection, table, records)


class Touched:
    """The first and the last day, by game, of the sessions that came, went or changed."""

    def __init__(self) -> None:
        self.games: dict[str, tuple[date, date]] = {}

    def add(self, sessions: Iterable[tuple[str, date]]) -> None:
        """Note the games and days of some sessions."""
        for game, day in sessions:
            first, last = self.games.get(game, (day, day))
            self.games[game] = min(first, day), max(last, day)


def forget_files(connection: DuckDBPyConnection, files: Collection[str], touched: Touched) -> None:
    """Take everything that came from some files out of the database."""
    if not files:
        return
    named = {"files": sorted(files)}
    touched.add(forget_sessions(connection, "list_contains($files, file)", named))
    if PAYMENTS in files:
        for table in ("postings", "totals"):
            connection.execute(f"DELETE FROM {table} WHERE session IS NULL")  # noqa: S608
    for table in OF_FILES:
        connection.execute(f"DELETE FROM {table} WHERE list_contains($files, file)", named)  # noqa: S608


def forget_sessions(
    connection: DuckDBPyConnection, which: str, values: Mapping[str, object]
) -> list[tuple[str, date]]:
    """Delete the sessions for which ``which``, a condition on ``sessions``, is true.

    Returns the game and the day of each.
    """
    found = connection.execute(
        f"SELECT session, game, date FROM sessions WHERE {which}",  # noqa: S608
        values,
    ).fetchall()
    if found:
        import pyarrow as pa  # noqa: PLC0415 - noting a payment need not wait for it

        connection.register(
            "gone", pa.table({"session": pa.array([key for key, _, _ in found], pa.int64())})
        )
        # Of a few DuckDB reads only the parts of a table that may have them; to join takes four
        # times as long.
        gone = (
            ", ".join(str(int(key)) for key, _, _ in found)
            if len(found) <= _FEW
            else "SELECT session FROM gone"
        )
        for table in OF_SESSIONS:
            connection.execute(f"DELETE FROM {table} WHERE session IN ({gone})")  # noqa: S608
        connection.unregister("gone")
    return [(game, day) for _, game, day in found]


def column(
    connection: DuckDBPyConnection, sql: str, values: Mapping[str, object] | None = None
) -> Iterable[object]:
    """Return the first column of what a query finds."""
    return (row[0] for row in connection.execute(sql, values or {}).fetchall())


_FEW: Final = 20


class RowWriter:
    """Writes one batch of tables at a time, in order; any other user of the connection must
    ``wait`` first.
    """

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
    """Write rows in a background thread; finished on exit."""
    with ThreadPoolExecutor(1) as worker:
        yield RowWriter(connection, worker)


# --- Files that are read --------------------------------------------------------------------------
class DamagedError(Exception):
    """A Parquet file that turned out to be damaged when a part of it was in the database
    already.
    """

    def __init__(self, file: str, message: str) -> None:
        super().__init__(message)
        self.file, self.message = file, message


class FilesRead:
    """The files that are read: ``problems`` is what is wrong with some, ``open_lines`` which line
    of each has no end.

    ``disputes`` are those that nobody has answered. ``damaged`` are the files that turned out to be
    when they were read before: they are not read again.
    """

    def __init__(self, folder: Path, damaged: Mapping[str, str]) -> None:
        self.folder, self.damaged = folder, damaged
        self.problems: dict[str, str] = {}
        self.open_lines: dict[str, int | None] = {}
        self.disputes: list[Record] = []
        self.loading = ""
        """The Parquet file that is being entered, or was last."""

    def content(self, file: str) -> bytes:
        """Return what a file of text holds, and note whether it ends with its last line."""
        with (self.folder / file).open("rb") as source:
            content = source.read(MOST_BYTES + 1)
        self.open_lines[file] = open_line(content)
        if f"# {DISPUTED} ".encode() in content:
            from ledger.book.files.disputes import dispute_records  # noqa: PLC0415 - few files have any

            self.disputes += dispute_records(file, content)
        return content


def problem_text(error: Diagnostic) -> str:
    """What is wrong with a file, as the database notes it."""
    return f"line {error.line}, column {error.column}: {error.message}"
