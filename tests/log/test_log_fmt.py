"""``bourre fmt``: what it writes, what it leaves alone, and its exit status."""

import io
import sys
from pathlib import Path

import pytest
from log_text import HEADER

from ledger.cli.main import main

UGLY = HEADER + "hand 1 Ann 10h\npass Bea\n"
CANONICAL = HEADER + "\nhand 1 Ann Th\n  pass Bea\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "friday.bourre"
    path.write_text(UGLY)
    return path


def test_a_log_is_rewritten_and_named(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", str(log)]) == 0
    assert log.read_text() == CANONICAL
    assert capsys.readouterr().out == f"formatted {log}\n"
    assert main(["fmt", str(log)]) == 0
    assert capsys.readouterr().out == ""


def test_check_lists_what_would_change_and_writes_nothing(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (log.parent / "good.bourre").write_text(CANONICAL)
    assert main(["fmt", "--check", str(log.parent)]) == 1
    assert capsys.readouterr().out == f"{log}\n"
    assert log.read_text() == UGLY
    log.unlink()
    assert main(["fmt", "--check", str(log.parent)]) == 0


def test_diff_shows_what_would_change_and_writes_nothing(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", "--diff", str(log)]) == 0
    out = capsys.readouterr().out
    assert "-hand 1 Ann 10h\n" in out
    assert "+hand 1 Ann Th\n" in out
    assert log.read_text() == UGLY
    assert main(["fmt", "--diff", "--check", str(log)]) == 1


def test_a_line_that_cannot_be_read_is_kept_and_mentioned(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_bytes(UGLY.encode() + b"shuffle \xff  twice\n")
    assert main(["fmt", str(log)]) == 0
    assert log.read_bytes() == CANONICAL.encode() + b"shuffle \xff  twice\n"
    err = capsys.readouterr().err
    assert f"{log}:7:9: the byte 0xff is not UTF-8" in err
    assert "1 line that cannot be read is kept word for word" in err


def test_a_file_whose_header_cannot_be_read_is_left_alone(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_text("bourre 2\n" * 3)
    assert main(["fmt", str(log)]) == 2
    assert log.read_text() == "bourre 2\n" * 3
    err = capsys.readouterr().err
    assert "version 2 of the format" in err
    assert "left alone" in err


def test_many_errors_are_not_all_shown(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.write_text(HEADER + "nonsense\n" * 30)
    assert main(["fmt", str(log)]) == 0
    assert "and 10 more" in capsys.readouterr().err


def test_a_file_that_cannot_be_opened_does_not_keep_the_others_from_it(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = log.with_name("a-large.bourre")
    with large.open("wb") as file:
        file.truncate(17_000_000)
    assert main(["fmt", str(log.parent)]) == 2
    assert "larger than 16 MB" in capsys.readouterr().err
    assert log.read_text() == CANONICAL


def test_a_dash_is_standard_input_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    assert main(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out == CANONICAL.encode()
