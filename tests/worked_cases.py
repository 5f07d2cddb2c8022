"""The 160 worked cases, read once for all tests of a process; nobody changes what they say."""

from functools import cache
from pathlib import Path

from ledger.log import read_path
from ledger.log.records import Session

CASES = Path(__file__).parent / "cases"
FOLDERS = ("clean", "dirty", "slips")
LOGS = [path for folder in FOLDERS for path in sorted((CASES / folder).glob("*.bourre"))]


@cache
def session_in(path: Path) -> Session:
    """Return the session of a log."""
    return read_path(path)
