"""Small Parquet files that become large: they are refused before they are decoded, whatever they
say of themselves.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hands_alike import case_sessions

from ledger import Book, UserError
from ledger.book.files.settings import Role
from ledger.files import LogError
from ledger.hands import check_size, columns, read_hands, session_ids, write_hands
from ledger.hands.parquet import MOST_ROWS
from ledger.hands.parquet_encode import SCHEMA

EVENT = {
    "kind": "pay",
    "player": "Ann",
    "other": "Bea",
    "amount": 1,
    "target": None,
    "line": 1,
    "text": None,
}


def saved(path: Path, rows: int, **columns: list[object]) -> Path:
    """Write a file with these columns, each with nulls after what is given."""
    given = {name: [*values, *[None] * (rows - len(values))] for name, values in columns.items()}
    arrays = [
        pa.array(given[field.name], field.type)
        if field.name in given
        else pa.nulls(rows, field.type)
        for field in SCHEMA
    ]
    pq.write_table(pa.table(arrays, schema=SCHEMA), path, compression="zstd")
    return path


def varint(number: int, length: int = 0) -> bytes:
    """Return a number as the end of a Parquet file has it, in at least so many bytes."""
    number *= 2
    found = bytearray()
    while number or len(found) < length or not found:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found[-1] &= 0x7F
    return bytes(found)


def lying(path: Path) -> Path:
    """Have a file say that no column of it has more than ten bytes."""
    content = path.read_bytes()
    group = pq.read_metadata(path).row_group(0)
    for at in range(group.num_columns):
        says = varint(group.column(at).total_uncompressed_size)
        if len(says) > 3:
            content = content.replace(says, varint(10, len(says)))
    path.write_bytes(content)
    assert pq.read_metadata(path).row_group(0).column(1).total_uncompressed_size == 10
    return path


def large(kind: pa.DataType, rows: int) -> pa.Array:
    """A column that is small in a file and has a hundred megabytes: many values in one row, or one
    long text in every row.
    """
    if pa.types.is_list(kind):
        values = pa.nulls(3_000_000, kind.value_type)
        return pa.concat_arrays(
            [
                pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values),
                pa.nulls(rows - 1, kind),
            ]
        )
    return pa.array(["a" * 40_000] * rows, kind)


LARGE = [
    field.name for field in SCHEMA if pa.types.is_list(field.type) or pa.types.is_string(field.type)
]
"""The columns of which one row may have much; the others have one number a row."""


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", LARGE)
def test_each_column_is_held_against_what_a_log_can_have_before_it_is_decoded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = 3_000
    arrays = [
        large(field.type, rows) if field.name == name else pa.nulls(rows, field.type)
        for field in SCHEMA
    ]
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table(arrays, schema=SCHEMA), path, compression="zstd")
    assert path.stat().st_size < 100_000
    monkeypatch.setattr("ledger.hands.parquet.decode", None)
    for read in (
        lambda: list(read_hands(path)),
        lambda: session_ids(path),
        lambda: check_size(path, str(path)),
    ):
        with pytest.raises(LogError, match=r"becomes larger than|has more values") as refused:
            read()
        assert "bourre import" not in refused.value.remedy  # what is refused is refused everywhere


@pytest.mark.nightly
def test_rows_without_end_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "one.parquet", 2_000_000, kind=["empty"])
    with pytest.raises(LogError, match="2,000,000 rows, more than so small a file can have"):
        list(read_hands(path))


@pytest.mark.nightly
@pytest.mark.hostile
@pytest.mark.parametrize(
    ("columns", "rows", "complaint"),
    [
        ({"title": ["a" * 10_000] * 3_000}, 3_000, "becomes larger than"),
        ({"kind": ["hand"]}, MOST_ROWS + 1, "at most"),
        ({"seats": [["Ann"] * 2_000_000]}, 1_000, "the column seats has more values"),
        ({"before": [[EVENT] * 500_000]}, 1_000, "the column before has more values"),
    ],
)
def test_a_small_file_that_becomes_large_is_refused(
    columns: dict[str, list[object]], rows: int, complaint: str, tmp_path: Path
) -> None:
    path = saved(tmp_path / "one.parquet", rows, **columns)
    assert path.stat().st_size < 100_000
    with pytest.raises(UserError, match=complaint):
        Book(tmp_path / "book", Role.SCORER).preview({"one.parquet": path.read_bytes()})


@pytest.mark.nightly
@pytest.mark.hostile
def test_a_file_that_lies_about_its_size_gets_no_more_memory_for_it(tmp_path: Path) -> None:
    path = lying(saved(tmp_path / "one.parquet", 1, log=["a" * 170_000_000]))
    with pytest.raises(UserError, match=r"becomes larger|damaged|too much memory"):
        check_size(path, "one.parquet")


@pytest.mark.hostile
@pytest.mark.slow
def test_an_honest_file_is_none(tmp_path: Path) -> None:
    write_hands(tmp_path / "honest.parquet", [columns(case_sessions())])
    check_size(tmp_path / "honest.parquet", "honest.parquet")


@pytest.mark.hostile
@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + b"\0" * 50 + b"PAR1", b"\xff" * 100])
@pytest.mark.nightly
def test_what_is_no_file_of_hands_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(UserError, match=r"x\.parquet: it"):
        check_size(tmp_path / "x.parquet", "x.parquet")
