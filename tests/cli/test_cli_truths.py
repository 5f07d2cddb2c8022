"""``bourre truths``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.cli.main import main
from ledger.insight import truths


def test_each_truth_has_its_figures_with_errors_and_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["truths"]) == 0
    told = capsys.readouterr().out
    assert [line[:2] for line in told.splitlines() if line[1:3] == ". "] == [
        f"{at}." for at in range(1, 9)
    ]
    assert told.count("±") > 60
    assert max(map(len, told.splitlines())) <= 80


def test_what_is_worked_out_anew_is_written_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(truths, "compute", lambda **_: truths.shipped())
    file = tmp_path / "truths.json"
    assert main(["truths", "--compute", str(file), "--format", "json"]) == 0
    stored = json.loads(file.read_text("utf-8"))
    assert (
        stored
        == json.loads(truths.SHIPPED.read_text("utf-8"))
        == json.loads(capsys.readouterr().out)["tables"]
    )


def test_nothing_is_played_for_a_file_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(truths, "compute", lambda **_: pytest.fail("hands were played"))
    assert main(["truths", "--compute", "nowhere/truths.json"]) == 2
    assert "make the folder nowhere first" in capsys.readouterr().err
