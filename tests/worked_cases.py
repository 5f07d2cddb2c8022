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
DISPUTED = {
    "g203-20": (
        "hand 2, trick 5: the one missing card could be no trump, for the last of them is the "
        "separate turned card (6.3)"
    ),
    "g302-0": (
        "hand 12: a card of Hal's is read as ?? (6.5) and may be a trump, so Fay's 4h is not sure "
        "(4.8, 4.11)"
    ),
}
"""Sessions whose answers are not what the pages say, with the reason."""


@cache
def session_in(path: Path) -> Session:
    """Return the session of a log."""
    return read_path(path)


@cache
def report_of_cases() -> Report:
    """Return what the audit says of the logs whose answers are what the pages say, all at once."""
    return audit(session_in(path) for path in AGREED)


def _id_in(path: Path) -> str:
    """Return the id of the session in a log, without reading it: every process of a run collects
    all tests first.
    """
    game, _, number = path.stem.partition("-")
    return f"{game}-{int(number)}"


AGREED = [path for path in LOGS if _id_in(path) not in DISPUTED]
"""The logs whose answers are what the pages say."""
