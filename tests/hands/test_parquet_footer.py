"""The footer of a Parquet file, read without pyarrow, which ends the process where the footer
contradicts itself.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from ledger.hands.parquet_footer import groups_of

pytestmark = pytest.mark.hostile


def test_it_says_what_pyarrow_says(tmp_path: Path) -> None:
    table = pa.table(
        {
            "a": list(range(5_000)),
            "b": [["x", "y"], [], None, ["z"]] * 1_250,
            "c": [{"d": 0.5}] * 5_000,
        }
    )
    pq.write_table(table, tmp_path / "x.parquet", row_group_size=2_000)
    metadata = pq.ParquetFile(tmp_path / "x.parquet").metadata
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    said = [
        (
            one.num_rows,
            [
                (c.path_in_schema.partition(".")[0], c.num_values, c.total_uncompressed_size)
                for c in columns
            ],
        )
        for one in groups
        for columns in [[one.column(at) for at in range(one.num_columns)]]
    ]
    assert groups_of(tmp_path / "x.parquet") == said


@given(footer=st.binary(max_size=200))
def test_whatever_stands_there_is_read_or_refused(
    footer: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.parquet"
    path.write_bytes(footer + len(footer).to_bytes(4, "little") + b"PAR1")
    with suppress(ValueError):
        groups_of(path)
