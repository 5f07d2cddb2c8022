"""How large a small Parquet file becomes: found out before it is decoded, for anybody who may upload one.

A file of a few kilobytes can hold gigabytes, as one long text that every row points to, or as rows without end. What it says of
itself is looked at first: rows, values and bytes of each column. Then its values are counted a few rows at a time, with texts
left in their dictionaries. It may lie about all of that, so this is done by another process, which gets no more memory and
time than an honest file needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ledger.files import LogError
from ledger.hands.parquet.schema import SCHEMA
from ledger.log.words import MOST_CARDS, MOST_SEATS

MOST_ROWS: Final = 10_000
"""Hands: those of two hundred evenings."""
MOST_BYTES: Final = 20_000_000
"""Of all columns as they are written, and again as they are decoded."""
MEMORY: Final = 150_000_000
"""Bytes that counting may take."""
SECONDS: Final = 8
"""The same in time of its own; others may keep the machine busy for longer."""

TOO_LARGE: Final = f"it becomes larger than {MOST_BYTES // 1_000_000} MB when it is read"

_LARGER: Final = "import larger files on the command line: bourre import"
_FOOTER: Final = 1_000_000
"""Bytes of what a file says of itself."""
_AT_ONCE: Final = 1_000
_EACH: Final = 2 * MOST_SEATS * MOST_CARDS
"""Values of one column that a row has at most, of all that were ever written by us."""
_SPARE: Final = 100_000


def check_size(path: Path, name: str) -> None:
    """Raise LogError, with ``name`` for the file, if it becomes too large when it is decoded, or cannot be read."""
    words = [sys.executable, "-P", "-m", "ledger.hands.parquet", str(path)]
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            words, env={**os.environ, **_ALONE}, capture_output=True, text=True, timeout=8 * SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise LogError(name, f"it takes more than {SECONDS} seconds to read", _LARGER) from None
    if done.returncode:
        said = done.stdout.strip() or "it takes too much memory or time to read"
        raise LogError(name, said, _LARGER)


_ALONE: Final = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}


def problem_of(path: Path) -> str:
    """What is too large in a file, empty if nothing is."""
    if _footer(path) > _FOOTER:
        return f"it says more than {_FOOTER // 1_000_000} MB about itself"
    texts = [field.name for field in SCHEMA if _has_text(field.type)]
    with pq.ParquetFile(path) as file:
        found = _said(file.metadata)
        leaves = [file.metadata.schema.column(at).path for at in range(file.metadata.num_columns)]
    if found:
        return found
    with pq.ParquetFile(path, read_dictionary=[leaf for leaf in leaves if leaf.partition(".")[0] in texts]) as file:
        rows = size = 0
        for batch in file.iter_batches(_AT_ONCE, use_threads=False):
            rows += batch.num_rows
            size += sum(map(_decoded_size, batch.columns))
            if rows > MOST_ROWS or size > MOST_BYTES:
                return TOO_LARGE
    return ""


def _said(metadata: pq.FileMetaData) -> str:
    """What in the file's own description of its size is too large."""
    if metadata.num_rows > MOST_ROWS:
        return f"it has {metadata.num_rows:,} rows, and at most {MOST_ROWS:,} can be uploaded"
    written = 0
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            written += column.total_uncompressed_size
            if column.num_values > _EACH * group.num_rows + _SPARE:
                return f"the column {column.path_in_schema.partition('.')[0]} has more values than so many hands have"
    return TOO_LARGE if written > MOST_BYTES else ""


def _footer(path: Path) -> int:
    """Bytes of the description of the file, at its end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 8))
        return int.from_bytes(file.read(4), "little")


def _has_text(kind: pa.DataType) -> bool:
    if pa.types.is_list(kind):
        return _has_text(kind.value_type)
    if pa.types.is_struct(kind):
        return any(_has_text(field.type) for field in kind)
    return bool(pa.types.is_string(kind))


def _decoded_size(array: pa.Array) -> int:
    """Bytes that values take without a dictionary."""
    return sum(map(_leaf_size, _leaves(array)))


def _leaves(array: pa.Array) -> Iterator[pa.Array]:
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        yield from _leaves(array.values)
    elif pa.types.is_struct(array.type):
        for child in array.flatten():
            yield from _leaves(child)
    else:
        yield array


def _leaf_size(array: pa.Array) -> int:
    if not pa.types.is_dictionary(array.type):
        return int(array.nbytes)
    lengths = pc.binary_length(array.dictionary)
    return int(pc.sum(pc.take(lengths, array.indices)).as_py() or 0) + 8 * len(array)
