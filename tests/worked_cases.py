"""The 320 worked cases, read once for all tests of a process; nobody changes what they say."""

from functools import cache
from pathlib import Path

from ledger.log import read_path
from ledger.log.records import Session

CASES = Path(__file__).parent / "cases"
FOLDERS = ("first-clean", "first-dirty", "first-slips", "second-clean", "second-dirty", "second-slips")
LOGS = [path for folder in FOLDERS for path in sorted((CASES / folder).glob("*.bourre"))]
# fmt: off
OPEN: frozenset[str] = frozenset({
    "g101-0", "g101-3", "g101-4", "g101-5", "g101-6", "g101-8", "g101-9", "g101-11", "g101-15", "g101-17",
    "g101-18", "g101-20", "g101-22", "g101-23", "g101-25", "g101-27", "g101-28", "g101-29", "g101-30", "g101-31",
    "g101-32", "g101-33", "g101-37", "g102-2", "g102-7", "g102-10", "g102-11", "g102-14", "g102-15", "g102-16",
    "g102-17", "g102-19", "g102-21", "g102-25", "g102-28", "g102-29", "g102-33", "g102-34", "g102-36", "g103-0",
    "g103-3", "g103-5", "g103-6", "g103-8", "g103-10", "g103-12", "g103-14", "g103-15", "g103-21", "g103-22",
    "g103-24", "g103-28", "g103-29", "g103-30", "g103-31", "g103-33", "g103-36", "g104-0", "g104-3", "g104-6",
    "g104-9", "g104-10", "g104-11", "g104-12", "g104-14", "g104-20", "g104-22", "g104-28", "g104-31", "g104-34",
    "g104-35", "g201-0", "g201-3", "g201-4", "g201-5", "g201-6", "g201-7", "g201-8", "g201-10", "g201-11",
    "g201-12", "g201-13", "g201-14", "g201-16", "g201-19", "g201-20", "g201-22", "g201-24", "g201-25", "g201-26",
    "g201-28", "g201-29", "g201-30", "g201-31", "g201-32", "g201-34", "g201-36", "g201-37", "g201-39", "g201-40",
    "g201-43", "g201-44", "g201-46", "g201-48", "g201-50", "g201-51", "g201-52", "g201-53", "g201-54", "g201-55",
    "g201-57", "g201-59", "g202-0", "g202-2", "g202-3", "g202-4", "g202-8", "g202-11", "g202-12", "g202-13",
    "g202-14", "g202-16", "g202-17", "g202-18", "g202-20", "g202-22", "g202-23", "g202-24", "g202-25", "g202-26",
    "g202-27", "g202-29", "g202-31", "g202-32", "g202-35", "g202-36", "g202-37", "g202-40", "g202-41", "g202-42",
    "g202-43", "g202-44", "g202-46", "g202-47", "g202-52", "g202-53", "g202-55", "g202-56", "g202-57", "g202-59",
    "g203-0", "g203-4", "g203-5", "g203-6", "g203-7", "g203-9", "g203-10", "g203-12", "g203-14", "g203-15",
    "g203-16", "g203-18", "g203-20", "g203-21", "g203-23", "g203-26", "g203-27", "g203-28", "g203-29", "g203-31",
    "g203-32", "g203-35", "g203-38",
})
# fmt: on
"""Sessions that the engine does not yet judge as the pages say."""

DISPUTED = {
    "g203-20": "hand 2, trick 5: the one missing card could be no trump, for the last of them is the separate turned card (6.3)",
}
"""Sessions whose answers are not what the pages say, with the reason."""


@cache
def session_in(path: Path) -> Session:
    """Return the session of a log."""
    return read_path(path)


AGREED = [path for path in LOGS if session_in(path).id not in OPEN]
"""The logs that the engine judges as the pages say."""
