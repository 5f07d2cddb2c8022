"""Archives worked out file by file: what an audit says, nothing twice, and what is in no figure is
told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow.parquet as pq
import pytest
from audit_text import log_of
from needed_programs import need_package

from ledger.archive import parts
from ledger.archive.parts import Summary, add_up, parts_beside, pieces_of, work_out
from ledger.archive.places import files_at, local_copy
from ledger.cli.main import main
from ledger.errors import UserError
from ledger.findings import Finding
from ledger.findings.audit import audit
from ledger.hands.from_log import columns
from ledger.hands.parquet import read_hands, write_hands
from ledger.log.reader import read

pytestmark = pytest.mark.slow

WITH_FAULT = """
chip 0.25 USD
hand 1 Dot 9h
  play Ann 0
  play Bea 0
  play Dot 0
  trick Ann As 2c 3s
  trick Ann Kc 4c 5c
  trick Ann Qd 6h 7d
hand 2 Ann 9h
  nonsense
"""


def hands_file(path: Path, *ids: str) -> Path:
    """A file of sessions with these ids."""
    path.parent.mkdir(parents=True, exist_ok=True)
    logs = [read(log_of(WITH_FAULT).replace("friday", name), f"{name}.bourre") for name in ids]
    write_hands(path, [columns(logs)])
    return path


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files of three sessions, where the commands run."""
    monkeypatch.chdir(tmp_path)
    hands_file(tmp_path / "league" / "one.parquet", "friday", "saturday")
    hands_file(tmp_path / "league" / "2026" / "two.parquet", "sunday")
    return tmp_path / "league"


def summed(place: Path | str) -> Summary:
    return work_out(pieces_of(str(place), parts_beside(str(place), ".findings")), 1, None)


def new_in(summary: Summary) -> list[str]:
    return [part.name for part in summary.parts if part.is_new]


def rows_of(summary: Summary) -> Iterator[Finding]:
    for part in summary.parts:
        for row in pq.read_table(f"{summary.place}/{part.file}").to_pylist():
            yield Finding(**row | {"required": row["required"] and tuple(row["required"])})


def test_it_says_what_an_audit_of_the_files_says(archive: Path) -> None:
    summary = summed(archive)
    report = audit(hands for file in files_at(str(archive)) for hands in read_hands(file.place))
    assert sorted(rows_of(summary), key=str) == sorted(report.findings, key=str)
    figures = summary.figures
    for name in ("sessions", "hands", "plays", "right", "wrong", "unproved", "quarantined"):
        assert figures[name] == getattr(report, name), name
    assert (
        figures["findings"]
        == len(report.findings)
        == sum(figures["kinds"].values())
        == sum(figures["severities"].values())
    )
    assert figures["failing"] == sum(found.fails for found in report.findings) > 0
    for name, sums in figures["players"]["USD"].items():
        assert sums["sessions"] == 3
        assert sums["chips"] == sum(held[name] for held in report.books.values())
        assert sums["amount"] == 25 * sums["chips"]


def test_what_is_there_is_not_worked_out_again(archive: Path) -> None:
    first = summed(archive)
    assert new_in(first) == ["2026/two.parquet", "one.parquet"]
    again = summed(archive)
    assert new_in(again) == []
    assert (again.digest, again.figures) == (first.digest, first.figures)
    (archive.parent / "league.findings" / first.parts[1].file).unlink()
    one_missing = summed(archive)
    assert new_in(one_missing) == ["one.parquet"]
    assert one_missing.digest == first.digest


def test_a_file_that_changed_is_worked_out_again_and_its_old_part_goes(archive: Path) -> None:
    first = summed(archive)
    hands_file(archive / "one.parquet", "monday")
    beside = archive.parent / "league.findings"
    (beside / "one-mine.parquet").write_bytes(b"of somebody else")
    now = summed(archive)
    assert new_in(now) == ["one.parquet"]
    assert now.digest != first.digest
    kept = {path.relative_to(beside).as_posix() for path in beside.rglob("*.parquet")}
    assert kept == {part.file for part in now.parts} | {"one-mine.parquet"}


def test_parts_of_files_that_are_gone_are_told(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (gone, _) = summed(archive).parts
    (archive / "2026" / "two.parquet").unlink()
    assert main(["audit", "league", "--parts", "league.findings"]) == 1
    assert f"1 part of files that are not in the archive: {gone.file}" in capsys.readouterr().err


def test_another_program_works_everything_out_again(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed(archive)
    monkeypatch.setattr(parts, "digest_of", lambda _rooms: "f" * 32)
    assert new_in(summed(archive)) == ["2026/two.parquet", "one.parquet"]


def test_a_worker_with_another_program_is_refused(archive: Path) -> None:
    piece = pieces_of(str(archive), "parts")[0]
    with pytest.raises(UserError, match="another version"):
        parts.part_of(piece._replace(program="f" * 32))


@pytest.mark.parametrize(
    "content", [b"", b"PAR1 and no more", None], ids=["empty", "cut", "not ours"]
)
def test_a_part_that_cannot_be_read_is_worked_out_again(
    archive: Path, content: bytes | None
) -> None:
    first = summed(archive)
    part = archive.parent / "league.findings" / first.parts[0].file
    part.write_bytes((archive / "one.parquet").read_bytes() if content is None else content)
    again = summed(archive)
    assert (new_in(again), again.digest) == (["2026/two.parquet"], first.digest)


def test_a_run_that_ends_in_the_middle_of_a_part_leaves_none(archive: Path) -> None:
    with (
        patch.object(parts, "_said", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        summed(archive)
    assert list((archive.parent / "league.findings").rglob("*.parquet")) == []


def test_a_file_that_cannot_be_read_is_told_and_the_others_count(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (archive / "broken.parquet").write_bytes(b"no Parquet")
    assert main(["audit", "league", "--parts", "found"]) == 2
    told = capsys.readouterr()
    assert "broken.parquet: it is no Parquet file" in told.err
    assert told.out.startswith(
        "3 files, 1 file not readable, 3 evenings, 6 hands, 3 of them in quarantine\n"
    )
    said = json.loads(Path("found/summary.json").read_text("utf-8"))
    assert [one["name"] for one in said["not_read"]] == ["broken.parquet"]
    assert [one["name"] for one in said["parts"]] == ["2026/two.parquet", "one.parquet"]


def test_sessions_that_are_counted_twice_are_told(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (archive / "copy.parquet").write_bytes((archive / "one.parquet").read_bytes())
    assert main(["audit", "league", "--parts", "found"]) == 1
    told = capsys.readouterr().err
    assert "4 evenings of the archive share an id with another" in told
    assert "the same file, byte for byte: copy.parquet, one.parquet" in told


def test_sums_are_exact() -> None:
    sums: dict[str, Any] = {}
    for chips in (2**62, 2**62, 2**62, -1):
        add_up(sums, {"players": {"USD": {"Ann": {"chips": chips}}}})
    assert sums == {"players": {"USD": {"Ann": {"chips": 3 * 2**62 - 1}}}}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("league other", "an archive is one folder"),
        ("league --rule take", "cannot be printed"),
        ("league --severity error", "cannot be printed"),
        ("league --format csv", "cannot be printed"),
        ("league --parts league/found", "lies in the archive itself"),
        ("league --parts league", "lies in the archive itself"),
        ("league --dask tcp://10.0.0.1:8786 --jobs 2", "either processes"),
        ("logs --parts found", "is a log"),
        ("nothing --parts found", "there are no Parquet files"),
    ],
)
@pytest.mark.usefixtures("archive")
def test_what_cannot_be_done_is_refused(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    for folder in ("logs", "nothing"):
        Path(folder).mkdir()
    Path("logs/friday.bourre").write_text(log_of(WITH_FAULT), "utf-8")
    line = words if "--parts" in words else f"{words} --parts found"
    assert main(["audit", *line.split()]) == 2
    assert said in capsys.readouterr().err
    assert not Path("found").exists()


def test_in_a_store_it_is_the_same(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What fsspec keeps in memory stands for one."""
    need_package("fsspec")
    from fsspec.implementations.memory import MemoryFileSystem  # noqa: PLC0415 - it may not be there

    store = MemoryFileSystem()
    store.store.clear()
    for file in files_at(str(archive)):
        store.pipe(f"/store/league/{file.name}", Path(file.place).read_bytes())
    here, there = summed(archive), summed("memory://store/league")
    assert (there.digest, there.figures) == (here.digest, here.figures)
    assert new_in(summed("memory://store/league")) == []
    assert store.exists(f"/store/league.findings/{there.parts[0].file}")
    assert json.loads(store.cat("/store/league.findings/summary.json"))["digest"] == here.digest
    hands_file(archive / "one.parquet", "monday")
    store.pipe("/store/league/one.parquet", (archive / "one.parquet").read_bytes())
    assert new_in(summed("memory://store/league")) == ["one.parquet"]
    assert len(store.find("/store/league.findings")) == 3
    assert [file.name for file in files_at("memory://store/league/one.parquet")] == ["one.parquet"]
    assert main(["import", "memory://store/league/one.parquet", "--book", "book"]) == 1, (
        "a line of it cannot be read"
    )
    assert "1 evening stored" in capsys.readouterr().out
    store.pipe("/store/league/one.parquet", b"no Parquet")
    (broken,) = (part.refused for part in summed("memory://store/league").refused)
    assert broken is not None
    assert broken[0].startswith("one.parquet: it is no Parquet file")
    with (
        pytest.raises(UserError, match="no such file"),
        local_copy("memory://store/league/none.parquet"),
    ):
        pass
    with pytest.raises(UserError, match="there are no Parquet files"):
        files_at("memory://elsewhere")
    with pytest.raises(UserError, match="nothing beside"):
        parts_beside("memory://store", ".findings")
    with pytest.raises(UserError, match="needs the package of fsspec for nowhere"):
        files_at("nowhere://league")
    store.store.clear()
