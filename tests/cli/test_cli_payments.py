"""A payments file among the logs: every command that meets one knows what it is."""

import io
import json
import sys
from pathlib import Path

import pytest
from log_text import HEADER

from ledger.cli.main import main
from ledger.findings.audit import audit
from ledger.log.payments import read_payments

UGLY = "bourre 1\n\ndate 2026-11-21\n  pay Bea  Ann 12.50 # at last\nshuffle  twice\n"
CANONICAL = "bourre 1\ndate 2026-11-21\npay Bea Ann 12.50   # at last\nshuffle  twice\n"


@pytest.fixture
def paid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("friday.bourre").write_text(HEADER + "\nhand 1 Ann h\n  pass Bea\n")
    path = Path("payments.bourre")
    path.write_text(UGLY)
    return path


def audited(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, object]]:
    status = main(["audit", *words, "--format", "json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_audit_counts_it_as_a_file_and_no_session(
    paid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paid.write_text("bourre 1\ndate 2026-11-21\npay Bea Ann 12.50\n")
    status, report = audited(capsys, ".")
    assert status == 0
    assert (report["files"], report["sessions"], report["hands"]) == (2, 1, 1)


def test_the_audit_tells_its_bad_lines_as_syntax_of_no_session(
    paid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = audited(capsys, ".")
    assert status == 1
    (found,) = [found for found in report["findings"] if found["rule"] == "syntax"]  # type: ignore[attr-defined]
    assert (found["file"], found["line"], found["session"], found["severity"]) == (
        str(paid),
        5,
        None,
        "error",
    )
    assert main(["audit", str(paid)]) == 1
    told = capsys.readouterr().out
    assert (
        "payments.bourre:5:1: error: a line cannot begin with shuffle [syntax]\n    | shuffle "
        " twice\n    | ^\n"
    ) in told
    assert "1 file, 0 evenings, 0 hands" in told


def test_the_audit_says_that_a_payments_file_cannot_be_read_at_all(
    paid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paid.write_text("bourre 2\ndate 2026-11-21\n")
    status, report = audited(capsys, ".")
    assert status == 2
    assert report["sessions"] == 1


def test_the_library_audits_it_too() -> None:
    report = audit([read_payments(UGLY, "payments.bourre")])
    assert (report.files, report.sessions, [found.line for found in report.findings]) == (1, 0, [5])


def test_fmt_writes_it_in_canonical_form(paid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "."]) == 0
    assert paid.read_text() == CANONICAL
    told = capsys.readouterr()
    assert told.out == "formatted payments.bourre\n"
    assert "1 line that cannot be read is kept word for word" in told.err


def test_fmt_leaves_one_alone_that_cannot_be_read(
    paid: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paid.write_text("bourre 2\ndate  2026-11-21\n")
    assert main(["fmt", str(paid)]) == 2
    assert paid.read_text() == "bourre 2\ndate  2026-11-21\n"
    assert "left alone" in capsys.readouterr().err


def test_fmt_knows_one_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    assert main(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out == CANONICAL.encode()


@pytest.mark.parametrize(
    ("settings", "findings"),
    [('currency = "KWD"\n', 0), ('currency = "JPY"\n', 1), ("currency = 3\n", 1)],
)
def test_amounts_are_read_in_the_currency_of_the_book_around_it(
    paid: Path, settings: str, findings: int, capsys: pytest.CaptureFixture[str]
) -> None:
    paid.write_text("bourre 1\ndate 2026-11-21\npay Bea Ann 1.250\n")
    Path("book.toml").write_text(settings)
    assert len(audited(capsys, str(paid))[1]["findings"]) == findings  # type: ignore[arg-type]


def test_show_says_what_it_is(paid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(paid)]) == 2
    assert "payments.bourre is a payments file: it has no hands" in capsys.readouterr().err


def test_convert_leaves_it_out_and_says_so(paid: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", ".", "hands.parquet"]) == 0
    told = capsys.readouterr()
    assert told.out == "hands.parquet: 1 hand of 1 evening\n"
    assert f"{paid}: left out, because it is a payments file" in told.err
