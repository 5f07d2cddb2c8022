"""The 440 worked cases: every finding and every figure of the books, nothing more and
nothing less.
"""

import json
from collections import Counter, defaultdict
from typing import Any

import pytest
from trials import drawn
from worked_cases import CASES, FOLDERS, LOGS, report_of_cases, session_in

from ledger.cli.main import main
from ledger.findings import Finding
from ledger.findings.audit import audit

EXPECTED = {folder: json.loads((CASES / f"{folder}.json").read_text("utf-8")) for folder in FOLDERS}


def bare(found: dict[str, Any]) -> str:
    """A finding without what the cases do not say."""
    unsaid = {"file", "line", "message"}
    return json.dumps(
        {name: found[name] for name in sorted(found.keys() - unsaid)}, ensure_ascii=False
    )


def test_there_are_440() -> None:
    assert len(LOGS) == sum(expected["sessions"] for expected in EXPECTED.values()) == 440


def test_every_session() -> None:
    of_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in report_of_cases().findings:
        of_file[finding.file].append(finding)
    for path in LOGS:
        expected = EXPECTED[path.parent.name]
        session = session_in(path).id
        wanted = Counter(
            bare(found) for found in expected["findings"] if found["session"] == session
        )
        found = Counter(bare(finding.as_dict()) for finding in of_file.pop(str(path), []))
        assert list((wanted - found).elements()) == [], path
        assert list((found - wanted).elements()) == [], path
        assert report_of_cases().books[session] == expected["books"][session], path
    assert not of_file


@pytest.mark.parametrize("folder", FOLDERS)
def test_folder(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = dict(EXPECTED[folder])
    status = main(["audit", str(CASES / folder), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert status == int(
        any(
            found["severity"] == "error" and found["settled"] is None
            for found in expected["findings"]
        )
    )
    for told in (report, expected):
        told["findings"] = Counter(map(bare, told["findings"]))
    for name in ("findings", "sessions", "hands", "quarantined", "books"):
        assert report[name] == expected[name]
    assert report["files"] == report["sessions"]


def test_in_small_parts_it_is_the_same() -> None:
    paths = drawn(LOGS, 20)
    assert audit(map(session_in, paths), most=1) == audit(map(session_in, reversed(paths)))
