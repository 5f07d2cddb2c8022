"""Where commands read sessions from: logs, Parquet files and standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ledger.hands import Hands
    from ledger.log.records import Session

PARQUET: Final = ".parquet"


def records(name: str) -> Iterator[Session | Hands]:
    """Yield what a file records, or ``-`` for standard input. Raises UserError if it cannot be opened."""
    if name.endswith(PARQUET):
        from ledger.parquet import read_hands

        yield from read_hands(name)
        return
    from ledger.log import read
    from ledger.log.limits import MOST_BYTES
    from ledger.log.reader import read_path

    yield read(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input") if name == "-" else read_path(name)
