"""What other programs write, and what was put there to do harm: named, left out, and the book
answers.
"""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from audit_text import log_of

from ledger.book.balances.figures import owing
from ledger.book.balances.unread import unread
from ledger.book.derived.access import ask
from ledger.book.sessions.import_outcome import REFUSED
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main
from ledger.hands import columns
from ledger.hands.parquet_encode import SCHEMA, encode
from ledger.log import read

pytestmark = pytest.mark.hostile

CASES = Path(__file__).parents[1] / "cases" / "hostile"
PLAIN = (
    "session 2026-11-01 friday\nchip 0.25 USD\nseats Ann Bea\n\nhand 1 Bea 9h\n  play Ann 0\n  "
    "play Bea 0\n  tricks Ann 3 Bea 2\n"
)
"""Ann takes two chips; one was her own."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    book = tmp_path / "book"
    (book / "sessions").mkdir(parents=True)
    (book / "sessions" / "friday.bourre").write_text(log_of(PLAIN), "utf-8")
    return book


def balances(folder: Path) -> dict[str, int]:
    return {one.name: one.amount for one in ask(folder, owing).balances if one.amount}


def written(path: Path, **values: object) -> Path:
    """A Parquet file of one hand in which some columns have other values."""
    rows = encode(
        columns([read(log_of(PLAIN.replace("friday", "other").replace("-01 ", "-02 ")), "")])
    ).to_pylist()
    pq.write_table(pa.Table.from_pylist([rows[0] | values, *rows[1:]], SCHEMA), path)
    return path


HOSTILE = {
    "date": None,
    "ante_unit": 2**62,
    "take": [2**62, None],
    "match": [None, 2**62],
    "ante": [2**62, 1],
    "chip": -25,
    "session": "a" * 100_000,
    "title": "x" * 5_000_000,
    "currency": "=cmd|x",
    "game": "a\x1b[2Jb",
    "opening_pot": -1,
    "pot": 2**62,
    "players": [" Ann", "Bea"],
}
"""A value for each of some columns that no log can have."""


@pytest.mark.drawn(5)
@pytest.mark.parametrize("column", [*HOSTILE, "session "])
def test_a_value_that_no_log_has_is_refused_with_file_row_and_column(
    column: str, folder: Path, tmp_path: Path
) -> None:
    value = HOSTILE.get(column, "")
    path = written(tmp_path / "other.parquet", **{column.strip(): value})
    (one,) = import_files(folder, [path], ImportOptions()).sessions
    assert (one.outcome, one.unreadable) == (REFUSED, True)
    assert one.reason.startswith(f"{path}: it has values that no log has: ")
    assert f"the column {column.strip()} " in one.reason
    assert len(one.reason) < 500
    assert one.remedies
    assert [file.name for file in (folder / "sessions").iterdir()] == ["friday.bourre"]
    assert balances(folder) == {"Ann": 25, "Bea": -25}


@pytest.mark.parametrize("name", ["date-null.parquet", "take-2^62.parquet", "currency-cmd.parquet"])
def test_what_lies_among_the_sessions_and_cannot_be_read_is_named_by_every_command(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sessions" / name).write_bytes((CASES / name).read_bytes())
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    for words in (["owes"], ["check"], ["standings"], ["players"]):
        main([*words, "--book", str(folder)])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        assert name in printed.out + printed.err, words


def test_a_folder_and_a_pipe_named_like_logs_are_named_and_the_book_answers(folder: Path) -> None:
    (folder / "sessions" / "a.bourre").mkdir()
    os.mkfifo(folder / "sessions" / "b.parquet")
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    assert dict(ask(folder, unread).files) == dict.fromkeys(
        ("sessions/a.bourre", "sessions/b.parquet"), "not a regular file; move it out of the folder"
    )


def test_a_file_that_breaks_the_loader_is_named_and_the_book_answers(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a value does that nobody has thought of."""

    def broken(*_: object) -> None:
        raise OverflowError("int too big to convert")

    monkeypatch.setattr("ledger.book.derived.loader.FileLoader._read_parts", broken)
    written(folder / "sessions" / "other.parquet")
    assert balances(folder) == {"Ann": 25, "Bea": -25}
    ((file, why),) = ask(folder, unread).files
    assert (file, why) == (
        "sessions/other.parquet",
        "it cannot be entered: OverflowError: int too big to convert",
    )
