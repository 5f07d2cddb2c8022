"""The tables of the database as Parquet files, for whoever has questions of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow.parquet as pq
from duckdb import DuckDBPyConnection

from ledger.book.database import TABLES

PARQUET: Final = ".parquet"
_AT_ONCE: Final = 100_000


def write_tables(connection: DuckDBPyConnection, folder: Path, written: Callable[[int], object]) -> int:
    """Write every table of ``schema.sql`` into ``folder``, sorted, with the same columns and types; return their number.

    ``written`` is told how many more rows there are.
    """
    for table in TABLES:
        rows = connection.sql(f"SELECT * FROM {table} ORDER BY ALL").to_arrow_reader(_AT_ONCE)  # noqa: S608 - one of TABLES
        with pq.ParquetWriter(folder / f"{table}{PARQUET}", rows.schema, compression="zstd") as file:
            for batch in rows:
                file.write_batch(batch)
                written(batch.num_rows)
    return len(TABLES)
