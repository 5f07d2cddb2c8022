"""Small Parquet files that become large: they are refused before they are decoded, whatever they say of themselves."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hands_alike import case_sessions

from ledger import Book, UserError
from ledger.book.settings import Role
from ledger.hands import check_size, columns, write_hands
from ledger.hands.parquet import MOST_ROWS
from ledger.hands.parquet_encode import SCHEMA

EVENT = {"kind": "pay", "player": "Ann", "other": "Bea", "amount": 1, "target": None, "line": 1, "text": None}


def saved(path: Path, rows: int, **columns: list[object]) -> Path:
    """Write a file with these columns, each with nulls after what is given."""
    given = {name: [*values, *[None] * (rows - len(values))] for name, values in columns.items()}
    arrays = [pa.array(given[field.name], field.type) if field.name in given else pa.nulls(rows, field.type) for field in SCHEMA]
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_file_that_lies_about_its_size_gets_no_more_memory_for_it(tmp_path: Path) -> None:
    path = lying(saved(tmp_path / "one.parquet", 1, log=["a" * 170_000_000]))
    with pytest.raises(UserError, match=r"becomes larger|damaged|too much memory"):
        check_size(path, "one.parquet")


@pytest.mark.slow
def test_an_honest_file_is_none(tmp_path: Path) -> None:
    write_hands(tmp_path / "honest.parquet", [columns(case_sessions())])
    check_size(tmp_path / "honest.parquet", "honest.parquet")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + b"\0" * 50 + b"PAR1", b"\xff" * 100])
def test_what_is_no_file_of_hands_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(UserError, match=r"x\.parquet: it"):
        check_size(tmp_path / "x.parquet", "x.parquet")
