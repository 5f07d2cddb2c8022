"""Every hand of the worked cases and the samples, told again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from worked_cases import LOGS

from ledger import Retelling, judge, read_path
from ledger.cli.demo import sample_folder
from ledger.hands.from_log import columns as columns_of
from ledger.story.retelling import retell

LOGS = [
    *LOGS,
    *sorted(path for path in sample_folder().glob("*.bourre") if path.stem != "payments"),
]


@cache
def hands_of(path: Path) -> tuple[Retelling, ...]:
    """Return the hands of a log."""
    judged = judge(columns_of([read_path(path)]))
    return tuple(retell(judged, row) for row in range(len(judged.hands)))


def every_hand() -> Iterator[Retelling]:
    """Yield all hands of all logs."""
    for path in LOGS:
        yield from hands_of(path)
