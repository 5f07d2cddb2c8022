"""Columns on their way into the database (``filing``): Arrow's own conversion is the measure."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from ledger.book.tables import table_of, unless
from ledger.hands.model import Array

KINDS = ("?", "i1", "u1", "i4", "u4", "i8", "u8", "datetime64[D]")


@given(st.data(), st.sampled_from(KINDS), st.integers(0, 20))
def test_a_column_is_what_arrow_makes_of_it(data: st.DataObject, kind: str, count: int) -> None:
    days = st.integers(-(10**6), 10**6).map(lambda day: np.datetime64(day, "D")) if kind.startswith("datetime") else None
    values: Array = data.draw(arrays(np.dtype(kind), 2 * count, elements=days))[::2]  # not in one piece
    missing: Array = data.draw(arrays(np.bool_, count))
    assert table_of({"it": values})["it"].combine_chunks() == pa.array(values)
    assert unless(values, missing) == pa.array(values, mask=missing)
    assert table_of({"it": pa.array(["word"] * count)})["it"].to_pylist() == ["word"] * count
