"""The 160 worked cases: every finding and every figure of the books, nothing more and nothing less."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ledger.cli.main import main
from ledger.findings.audit import audit
from ledger.log.reader import read_path

CASES = Path(__file__).parents[1] / "cases"
FOLDERS = ("clean", "dirty", "slips")
EXPECTED = {folder: json.loads((CASES / f"{folder}.json").read_text("utf-8")) for folder in FOLDERS}
LOGS = [path for folder in FOLDERS for path in sorted((CASES / folder).glob("*.bourre"))]


def bare(found: dict[str, Any]) -> str:
    """A finding without what the cases do not say."""
    return json.dumps({name: found[name] for name in sorted(found.keys() - {"file", "line", "message"})}, ensure_ascii=False)


def test_there_are_160() -> None:
    assert len(LOGS) == sum(expected["sessions"] for expected in EXPECTED.values()) == 160


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_session(path: Path) -> None:
    expected = EXPECTED[path.parent.name]
    report = audit([read_path(path)])
    (session,) = report.books
    wanted = Counter(bare(found) for found in expected["findings"] if found["session"] == session)
    found = Counter(bare(finding.as_dict()) for finding in report.findings)
    assert list((wanted - found).elements()) == []
    assert list((found - wanted).elements()) == []
    assert report.books[session] == expected["books"][session]
    assert {finding.file for finding in report.findings} <= {str(path)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_folder(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = EXPECTED[folder]
    status = main(["audit", str(CASES / folder), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert status == int(any(found["severity"] == "error" for found in expected["findings"]))
    assert Counter(map(bare, report["findings"])) == Counter(map(bare, expected["findings"]))
    for name in ("sessions", "hands", "quarantined", "books"):
        assert report[name] == expected[name]
    assert report["files"] == report["sessions"]


def test_in_small_parts_it_is_the_same() -> None:
    paths = LOGS[::8]
    assert audit(map(read_path, paths), most=1) == audit(map(read_path, reversed(paths)))
