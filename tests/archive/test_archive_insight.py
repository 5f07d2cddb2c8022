"""Luck and prices of an archive: the figures of a book of the same evening, as sums."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from book_on_disk import Book

from ledger.book import ask_priced
from ledger.cli.main import main
from ledger.stats import player_insight

pytestmark = pytest.mark.nightly


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One evening of three players, and where the commands run."""
    monkeypatch.chdir(tmp_path)
    words = ["--hands", "10", "--players", "3", "--seed", "3", "-o"]
    assert main(["simulate", *words, "league.parquet"]) == 0
    assert main(["simulate", *words, "logs"]) == 0
    return tmp_path


@pytest.mark.usefixtures("archive")
def test_it_is_that_of_a_book(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    (log,) = Path("logs").glob("*.bourre")
    (book.folder / "sessions" / log.name).write_bytes(log.read_bytes())
    capsys.readouterr()
    assert main(["insight", "--archive", "league.parquet", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    rows = {row["player"]: row for row in said["players"]}
    expected = ask_priced(book.folder, player_insight).to_dicts()
    assert len(expected) == len(rows) == 3
    assert sum(row["priced"] for row in expected) > 20
    for row in expected:
        for name in ("hands", "decisions", "priced"):
            assert rows[row["name"]][name] == row[name] > 0
        for name in (
            "chips",
            "luck",
            "skill",
            "skill_rate_low",
            *(
                f"{how}{end}"
                for how in ("staying", "passing")
                for end in ("", "_low", "_high", "_chart", "_leak")
            ),
        ):
            assert rows[row["name"]][name] == pytest.approx(row[name]), name
    assert [one["part"] for one in said["parts"]] == [
        path.name for path in Path("league.insight").glob("*.parquet")
    ]
    assert main(["insight", "--archive", "league.parquet"]) == 0
    told = capsys.readouterr().out
    assert "too few" in told
    assert f"Digest of it all: {said['digest']}" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("insight --dask tcp://10.0.0.1:8786", "one group's"),
        ("insight --parts found", "not distributed"),
        ("insight Ann --archive league.parquet", "gives only everybody's luck"),
        ("insight --cards --archive league.parquet", "gives only everybody's luck"),
        ("import league.parquet --dask tcp://10.0.0.1:8786", "an import cannot be distributed"),
    ],
)
def test_what_is_not_distributed_is_refused(
    words: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    assert said in capsys.readouterr().err
    assert not list(Path().glob("*.insight"))
