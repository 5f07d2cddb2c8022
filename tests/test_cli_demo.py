"""bourre demo: the audit of the sample sessions, wherever they are, and status 0 although they have mistakes."""

from pathlib import Path

import pytest

from ledger import samples
from ledger.cli.main import main

LOG = """\
bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea

hand 1 Bea 9h
  play Ann 0
  play Bea 0
  trick Ann Kd 2d
  trick Ann Kc 2c
  trick Ann Ah 9h
  trick Ann 3c 4c
  trick Bea Ad 6s
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package installed in a folder of its own, with one sample in it: Bea's 2d should have been the ace."""
    samples_ = tmp_path / "ledger" / "_sample_data"
    samples_.mkdir(parents=True)
    (samples_ / "friday.bourre").write_text(LOG)
    monkeypatch.setattr(samples, "__file__", str(tmp_path / "ledger" / "samples.py"))
    return samples_


def test_it_audits_the_samples_and_succeeds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(folder)]) == 1
    audit = capsys.readouterr().out
    assert main(["demo"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(audit)
    assert f"bourre audit {folder}\n" in printed


def test_it_names_the_folder_as_seen_from_here(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parents[1])
    assert main(["demo"]) == 0
    assert f"bourre audit {folder.relative_to(folder.parents[1])}\n" in capsys.readouterr().out


def test_samples_that_cannot_be_read_are_a_failure(folder: Path) -> None:
    for path in folder.iterdir():
        path.write_bytes(b"\0")
    assert main(["demo"]) == 2
