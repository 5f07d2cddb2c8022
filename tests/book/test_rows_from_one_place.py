"""The columns of the database: declared once, in ``schema.sql``, and made of arrays as Arrow itself
would make them.
"""

from __future__ import annotations

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from ledger.book.derived.schema import SCHEMA, TABLES
from ledger.book.derived.tables import Unless, column_of, rows_of, types_of
from ledger.hands.model import Array

KINDS = ("?", "i1", "u1", "i4", "u4", "i8", "u8", "datetime64[D]")
NARROWER = {
    "i1": pa.int64(),
    "u1": pa.int32(),
    "i4": pa.int64(),
    "i8": pa.int32(),
    "u8": pa.uint8(),
}


def test_the_tables_are_those_that_the_sql_makes() -> None:
    connection = duckdb.connect()
    connection.execute(SCHEMA)
    made: dict[str, dict[str, str]] = {}
    found = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() JOIN duckdb_tables() "
        "USING (table_name) ORDER BY ALL"
    )
    for table, column, kind in found.fetchall():
        made.setdefault(table, {})[column] = kind
    assert made == {table: dict(sorted(columns.items())) for table, columns in TABLES.items()}
    for table, columns in TABLES.items():
        order = connection.execute(f"SELECT * FROM {table}").description or []  # noqa: S608 - ours
        assert [one[0] for one in order] == list(columns)


def test_rows_have_the_columns_of_their_table_in_its_order() -> None:
    rows = rows_of("nights", {"chips": [3], "player": np.array([1], np.int8), "session": [7]})
    assert rows.schema == types_of("nights")
    assert rows.to_pylist() == [{"session": 7, "player": 1, "chips": 3}]
    with pytest.raises(AssertionError, match="nights"):
        rows_of("nights", {"chips": [3], "player": [1]})
    with pytest.raises(AssertionError, match="nights"):
        rows_of("nights", {"chips": [3], "player": [1], "session": [7], "more": [0]})


@given(st.data(), st.sampled_from(KINDS), st.integers(0, 20))
def test_a_column_is_what_arrow_makes_of_it(data: st.DataObject, kind: str, count: int) -> None:
    days = (
        st.integers(-(10**6), 10**6).map(lambda day: np.datetime64(day, "D"))
        if kind.startswith("datetime")
        else None
    )
    # not in one piece
    values: Array = data.draw(arrays(np.dtype(kind), 2 * count, elements=days))[::2]
    missing: Array = data.draw(arrays(np.bool_, count))
    found, expected = column_of(values, pa.array(values).type), pa.array(values)
    assert found == expected
    assert column_of(Unless(values, missing), expected.type) == pa.array(values, mask=missing)
    if kind in NARROWER:
        few = values % 100
        assert column_of(few, NARROWER[kind]) == pa.array(few.astype(np.int64), NARROWER[kind])


def test_a_column_of_arrow_stays_as_it_is() -> None:
    words = pa.array(["word"])
    assert column_of(words, pa.string()) is words
    assert column_of(["word", None], pa.string()) == pa.array(["word", None])
    cost = np.array([0.5, np.nan])
    assert column_of(Unless(cost, np.isnan(cost)), pa.float64()) == pa.array([0.5, None])
