"""``bourre convert``."""

import re
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest
from hands_alike import verdicts
from log_text import HEADER
from trials import drawn
from worked_cases import LOGS, session_in

from ledger.cli.main import main
from ledger.files import find_logs
from ledger.findings import Finding
from ledger.findings.audit import audit
from ledger.hands.from_log import columns
from ledger.hands.parquet import read_hands, write_hands
from ledger.log import read, read_path

FRIDAY = HEADER + "\nhand 1 Ann h\n  pass Bea\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "friday.bourre"
    path.write_text(FRIDAY)
    return path


@pytest.mark.slow
def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases, packed, logs = tmp_path / "cases", tmp_path / "hands.parquet", tmp_path / "logs"
    cases.mkdir()
    some = drawn(LOGS, 40)
    for path in some:
        copy(path, cases)
    hands = len(columns(map(session_in, some)))
    capsys.readouterr()  # what was drawn
    assert main(["convert", str(cases), str(packed)]) == 0
    assert capsys.readouterr().out == f"{packed}: {hands:,} hands of {len(some)} evenings\n"
    assert main(["convert", str(packed), str(logs)]) == 0
    assert capsys.readouterr().out == f"{logs}: {len(some)} logs\n"
    assert [path.name for path in find_logs([logs])] == sorted(
        path.name for path in find_logs([cases])
    )
    before, after = (
        sorted(map(without_lines, audit(map(read_path, find_logs([each]))).findings))
        for each in (cases, logs)
    )
    assert after == before


def without_lines(found: Finding) -> str:
    """A finding without its file and its lines: a canonical log has the same statements in other
    lines.
    """
    settled = None if found.settled is None else 0
    message = re.sub(r"(?<=Settled by line )\d+", "…", found.message)
    return str(found._replace(file="", line=0, settled=settled, message=message))


def test_what_comes_back_is_canonical_text(log: Path, tmp_path: Path) -> None:
    main(["convert", str(log), str(tmp_path / "friday.parquet")])
    main(["convert", str(tmp_path / "friday.parquet"), str(tmp_path / "logs")])
    assert (tmp_path / "logs" / "friday.bourre").read_text() == FRIDAY


def test_several_logs_make_one_file(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "friday.bourre").write_text(FRIDAY)
    assert main(["convert", str(log), str(tmp_path / "games"), str(tmp_path / "two.parquet")]) == 0
    assert capsys.readouterr().out.endswith("two.parquet: 2 hands of 2 evenings\n")
    assert main(["convert", str(tmp_path / "two.parquet"), str(tmp_path / "logs")]) == 0
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == [
        "friday-2.bourre",
        "friday.bourre",
    ]


def test_a_session_without_a_log_is_named_by_its_id(tmp_path: Path) -> None:
    hands = columns([read(FRIDAY.replace(" friday\n", " ../a:b\n"), "")])
    hands.sessions = [replace(info, file="") for info in hands.sessions]
    write_hands(tmp_path / "hands.parquet", [hands])
    assert main(["convert", str(tmp_path / "hands.parquet"), str(tmp_path / "logs")]) == 0
    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["_a_b.bourre"]


@pytest.mark.parametrize("out", ["hands.parquet", "logs"])
def test_nothing_is_replaced_without_force(
    log: Path, tmp_path: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "hands.parquet"
    words = ["convert", str(log), str(packed)]
    main(words)
    if out == "logs":
        words = ["convert", str(packed), str(tmp_path / out)]
        main(words)
    capsys.readouterr()
    assert main(words) == 2
    assert "already" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0


@pytest.mark.usefixtures("log")
def test_a_log_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.bourre").write_text("bourre 2\n")
    packed = tmp_path / "hands.parquet"
    assert main(["convert", str(tmp_path), str(packed)]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"{packed}: 1 hand of 1 evening\n"
    assert "old.bourre:1:8: version 2 of the format" in printed.err
    assert verdicts(audit(read_hands(packed)), places=False) == verdicts(
        audit(map(read_path, find_logs([tmp_path]))), places=False
    )
    assert main(["convert", str(packed), str(tmp_path / "logs")]) == 2
    assert "old.bourre: left out" in capsys.readouterr().err


@pytest.mark.usefixtures("log")
def test_a_file_that_cannot_be_opened_does_not_keep_the_others_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ledger.cli.convert.BATCH", 1)
    (tmp_path / "gone.bourre").symlink_to(tmp_path / "nowhere")
    assert main(["convert", str(tmp_path), str(tmp_path / "hands.parquet")]) == 2
    printed = capsys.readouterr()
    assert printed.out.endswith("1 hand of 1 evening\n")
    assert "gone.bourre: cannot be read" in printed.err


def test_a_session_that_no_log_can_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = columns([read(FRIDAY, "friday.bourre")])
    hands.sessions = [replace(info, title="two\nlines") for info in hands.sessions]
    write_hands(tmp_path / "hands.parquet", [hands])
    assert main(["convert", str(tmp_path / "hands.parquet"), str(tmp_path / "logs")]) == 2
    assert "row 1: the column title has a character that no log has" in capsys.readouterr().err


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["a.bourre", "b.bourre"],
            "bourre: b.bourre is not a Parquet file, so there is nothing to convert to\n",
        ),
        (["a.parquet", "b.parquet"], "bourre: a.parquet is already a Parquet file\n"),
        (["none.bourre", "b.parquet"], "bourre: none.bourre: there is no such file or folder\n"),
        (["none.parquet", "logs"], "bourre: none.parquet: there is no such file\n"),
        (["empty", "b.parquet"], "bourre: there are no logs in empty\n"),
        (["a.parquet", "friday.bourre"], "bourre: friday.bourre is not a folder\n"),
    ],
)
def test_command_lines_that_make_no_sense(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["convert", *words]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--help"]) == 0
    assert "bourre convert games/ hands.parquet" in capsys.readouterr().out
