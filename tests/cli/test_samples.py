"""Where the sample sessions are: at the top of a checkout, inside an installed package."""

from pathlib import Path

import pytest

from ledger import samples


def test_in_a_checkout() -> None:
    assert samples.sample_folder() == Path(__file__).parents[2] / "sample_data"


def test_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ledger" / "_sample_data").mkdir(parents=True)
    monkeypatch.setattr(samples, "__file__", str(tmp_path / "ledger" / "samples.py"))
    assert samples.sample_folder() == tmp_path / "ledger" / "_sample_data"
