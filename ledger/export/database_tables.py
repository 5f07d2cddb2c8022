"""The tables of the database as Parquet files, for questions that the program does not answer."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from ledger.book.derived.database import STAMP
from ledger.book.derived.schema import TABLES
from ledger.export.formats import Counts, Export
from ledger.export.logs import HEADINGS, LOGS, log_lines
from ledger.files import PARQUET

EXPORTED: Final = (*TABLES, "plays")
COLUMNS: Final = f"COLUMNS(lambda name: name NOT IN {(*STAMP, 'cards_played')})"
"""The columns of each table, without file stamps, and without what ``plays`` has in columns of its
own.
"""
_AT_ONCE: Final = 100_000
_LINES: Final = pa.schema([*zip(HEADINGS, (pa.string(), pa.int32(), pa.string()), strict=True)])


def write(export: Export, folder: Path) -> Counts:
    """Write every table of ``schema.sql``, and every card played, into a folder, sorted, with the
    same types.
    """
    for table in EXPORTED:
        rows = export.connection.sql(f"SELECT {COLUMNS} FROM {table} ORDER BY ALL").to_arrow_reader(  # noqa: S608 - ours
            _AT_ONCE
        )
        with pq.ParquetWriter(
            folder / f"{table}{PARQUET}", rows.schema, compression="zstd"
        ) as file:
            for batch in rows:
                file.write_batch(batch)
                export.written(batch.num_rows)
    lines = log_lines(export.folder)
    with pq.ParquetWriter(folder / f"{LOGS}{PARQUET}", _LINES, compression="zstd") as file:
        while some := [*islice(lines, _AT_ONCE)]:
            file.write_table(pa.table([*zip(*some, strict=True)], schema=_LINES))
            export.written(len(some))
    return {"table": len(EXPORTED) + 1}
