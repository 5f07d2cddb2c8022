"""The 440 worked cases, read once for all tests of a process; nobody changes what they say."""

from functools import cache
from pathlib import Path

from ledger.findings.audit import Report, audit
from ledger.log import read_path
from ledger.log.records import Session

CASES = Path(__file__).parent / "cases"
FOLDERS = (
    "first-clean",
    "first-dirty",
    "first-slips",
    "second-clean",
    "second-dirty",
    "second-slips",
    "third-clean",
    "third-dirty",
    "third-slips",
)
LOGS = [path for folder in FOLDERS for path in sorted((CASES / folder).glob("*.bourre"))]


@cache
def session_in(path: Path) -> Session:
    """Return the session of a log."""
    return read_path(path)


@cache
def report_of_cases() -> Report:
    """Return what the audit says of all logs at once."""
    return audit(session_in(path) for path in LOGS)
