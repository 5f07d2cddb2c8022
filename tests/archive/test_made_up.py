"""Archives that are made up file by file: the sessions of one file, none made twice, and what
cannot be done so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger import simulation
from ledger.archive import simulated
from ledger.cli.main import main
from ledger.simulation import sessions

MANY = (
    "simulate",
    "--sessions",
    "7",
    "--hands",
    "2",
    "--players",
    "3",
    "--level",
    "score",
    "--seed",
    "5",
)


@pytest.fixture(autouse=True)
def small_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three batches of sessions, where the commands run."""
    monkeypatch.chdir(tmp_path)
    for module in (sessions, simulation, simulated):
        monkeypatch.setattr(module, "BATCH", 3)


def audit_of(place: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["audit", place, "--format", "json"]) in {0, 1}
    return capsys.readouterr().out.replace('"files": 2', '"files": 1')


@pytest.mark.slow
def test_the_files_have_the_sessions_of_one_and_are_made_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [*MANY, "-o"]
    assert main([*words, "whole.parquet"]) == 0
    whole = capsys.readouterr().out
    assert main([*words, "files", "--files", "2"]) == 0
    said = capsys.readouterr().out
    assert said.partition(": 2 files")[2] == whole.partition("whole.parquet:")[2].replace(
        " 7", ", 7", 1
    )
    files = sorted(Path("files").glob("*.parquet"))
    assert len(files) == 2
    assert audit_of("files", capsys) == audit_of("whole.parquet", capsys)
    written = files[0].stat().st_mtime_ns
    files[1].unlink()
    assert main([*words, "files", "--files", "2"]) == 0
    assert capsys.readouterr().out == said.replace("2 files", "2 files (1 there already)")
    assert (files[0].stat().st_mtime_ns, files[1].exists()) == (written, True)


@pytest.mark.slow
def test_two_simulations_are_not_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*MANY, "-o", "files", "--files"]
    assert main([*words, "1"]) == 0
    assert main([*words, "2"]) == 2
    assert "files of another simulation" in capsys.readouterr().err
    assert main([*words, "2", "--force"]) == 0
    assert len(list(Path("files").glob("*.parquet"))) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-o files --files 4", "3 files at most"),
        ("-o files --files 0", "3 files at most"),
        ("-o files --files 2 --club", "not made up file by file"),
        ("-o files.parquet --files 2", "no folder"),
        ("-o files --dask tcp://10.0.0.1:8786", "give the number of files"),
        ("-o s3://league/2026", "give the number of files"),
    ],
)
def test_what_cannot_be_done_is_refused(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*MANY, *words.split()]) == 2
    assert said in capsys.readouterr().err
    assert not Path("files").exists()
