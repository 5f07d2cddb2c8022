"""The README: its two commands come first, and every command it shows prints what it says."""

import re
import shlex
from pathlib import Path

import pytest

from ledger.cli.main import main
from ledger.findings import audit
from ledger.log import help_rows, read, write, write_payments
from ledger.log.payment_file import read_payments

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
LOG = next(block for kind, block in BLOCKS if not kind and block.startswith("bourre 1\n"))
EVENINGS = {read(text, "README.md").id: text for kind, text in BLOCKS if not kind and re.match("bourre 1\nsession", text)}
"""The logs, by the id of their session."""
RESULTS = next(block for kind, block in BLOCKS if kind == "csv")
SHOWN = [block for kind, block in BLOCKS if kind == "console"]


def test_it_begins_with_the_two_commands() -> None:
    assert [kind for kind, _ in BLOCKS[:2]] == ["sh", "sh"]
    assert "bourre demo" in BLOCKS[0][1]
    assert "pytest" in BLOCKS[1][1]
    assert "sh" not in [kind for kind, _ in BLOCKS[2:]]


@pytest.mark.parametrize("block", SHOWN, ids=[block.partition("\n")[0].removeprefix("$ ") for block in SHOWN])
def test_what_it_shows_is_what_is_printed(
    block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A line ``…`` in the README stands for any number of lines."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.bourre").write_text(LOG, "utf-8")
    for name in ("thursday", "saturday"):
        (tmp_path / f"{name}.bourre").write_text(EVENINGS[name], "utf-8")
    (tmp_path / "results.csv").write_text(RESULTS, "utf-8")
    for command, shown in re.findall(r"^\$ bourre (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        main(shlex.split(command))
        printed = capsys.readouterr().out
        pattern = "".join(r"(?:.*\n)*?" if line == "…\n" else re.escape(line) for line in shown.splitlines(keepends=True))
        assert re.fullmatch(pattern, printed), f"bourre {command} prints\n{printed}"


def test_its_log_is_canonical() -> None:
    session = read(LOG, "friday.bourre")
    assert session.errors == []
    assert write(session) == LOG


def test_the_evenings_it_tells_to_type_can_be_read_and_all_that_was_paid_wrongly_is_settled() -> None:
    for name in ("thursday", "saturday"):
        assert read(EVENINGS[name], name).errors == []
    report = audit([read(EVENINGS["thursday"], "thursday"), read(EVENINGS["saturday"], "saturday")])
    assert [(found.rule, found.player) for found in report.findings if found.settled] == [
        ("take", "Bea"),
        ("take", "Dot"),
        ("match", "Cal"),
    ]
    assert {found.rule for found in report.findings if not found.settled} == {"all-passed"}


def test_its_tables_have_every_statement_of_the_log() -> None:
    tables = README.partition("## The log format in full")[2]
    shown = set(re.findall(r"`([a-z]+)(?: [^`]*)?`", tables))
    assert {row.form.split()[0] for row in help_rows()} <= shown


def test_its_payments_are_canonical() -> None:
    text = next(block for kind, block in BLOCKS if not kind and "\ndate " in block)
    payments = read_payments(text, "payments.bourre")
    assert payments.errors == []
    assert len(payments.payments) == 2
    assert write_payments(payments) == text


def test_its_links_lead_somewhere() -> None:
    headings = [line.lstrip("# ").lower() for line in README.splitlines() if line.startswith("#")]
    anchors = {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= anchors
    for path in re.findall(r"\]\((?!#|https?:)([^)#]+)", README):
        assert (ROOT / path).exists()
