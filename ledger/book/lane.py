"""Rows are written to the database while the next ones are being worked out."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from duckdb import DuckDBPyConnection

from ledger.book.rows import insert
from ledger.book.tables import Tables


class Lane:
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
def lane(connection: DuckDBPyConnection) -> Iterator[Lane]:
    """Give a lane; at the end, however it comes, nothing is being written any more."""
    with ThreadPoolExecutor(1) as worker:
        yield Lane(connection, worker)
