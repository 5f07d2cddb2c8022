"""A large Parquet file in parts: other processes read and judge them and make their rows, while this one fills the database.

What hangs on the order of the sessions is done before, in order, by the one process that holds the book: which file has each
session, and which number each player.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from ledger.book.folder_state import Terms
from ledger.book.judged_rows import judged_for, rows_followed
from ledger.book.rows import Tables
from ledger.book.tables import joined
from ledger.engine import without_collection
from ledger.errors import UserError
from ledger.hands import read_hands, row_groups

LEAST: Final = 20_000
MOST: Final = 200_000
"""Rows of a part. A file with larger groups of rows is read by one process: there would be too much at a time."""


class Part(NamedTuple):
    """Some groups of rows of the file at ``path``, which is ``file`` in the book; rows made of them are put into ``folder``."""

    path: Path
    file: str
    groups: range
    terms: Terms
    folder: Path


class Made(NamedTuple):
    """The rows of a part, by table, in the file at ``path``."""

    path: Path
    names: list[str]
    hands: int

    def rows(self) -> Tables:
        """The rows. Their file goes: they stay in memory as long as they are needed."""
        with pa.memory_map(str(self.path)) as source:
            found = {name: pa.ipc.open_stream(source).read_all() for name in self.names}
        self.path.unlink()
        return found


def parts_of(path: Path) -> list[range]:
    """The groups of rows of a Parquet file in parts, one if they cannot be had apart."""
    sizes = row_groups(path)
    found: list[range] = []
    start, rows = 0, 0
    for at, size in enumerate(sizes, 1):
        rows += size
        if rows >= LEAST or (rows and at == len(sizes)):
            found.append(range(start, at))
            start, rows = at, 0
    return found if max(sizes, default=0) <= MOST else [range(len(sizes))]


def made_of(part: Part) -> Made | None:
    """Make the rows of a part; None if something in it has to be reported by the process that holds the book."""
    made: list[Tables] = []
    count = 0
    with without_collection():
        try:
            for hands in read_hands(part.path, 2 * (LEAST + MOST), part.groups):
                judged, odd = judged_for(hands, part.terms.currency)
                if odd:
                    return None
                made.append(rows_followed(judged, part.terms, {}, part.file))
                count += len(hands)
        except UserError:
            return None
    return _stored(joined(made), part.folder, count) if made else None


def _stored(rows: Tables, folder: Path, hands: int) -> Made:
    # A file costs a third of what it costs to send them, and waits on the disk until it is their turn.
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as target:
        for table in rows.values():
            with pa.ipc.new_stream(target, table.schema) as stream:
                stream.write_table(table)
    return Made(Path(target.name), list(rows), hands)
