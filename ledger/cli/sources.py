"""What commands read: logs, payments files, Parquet files, and logs from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import UserError
from ledger.files import PARQUET

if TYPE_CHECKING:
    from ledger.hands.model import Hands
    from ledger.log.payments import Payments
    from ledger.log.records import Log, Session


def records(name: str) -> Iterator[Session | Hands | Payments]:
    """Yield what a file records; ``-`` is standard input. Raises UserError if it cannot be opened."""
    if name.endswith(PARQUET):
        from ledger.hands import read_hands

        yield from read_hands(name)
    else:
        yield text_record(name)[1]


def unread_records(name: str, groups: range | None = None) -> Iterator[Log | Hands | Payments]:
    """As ``records``, but logs are not read yet, so that ``read_logs`` can read many together.

    ``groups`` selects row groups of a Parquet file; None selects all.
    """
    if name.endswith(PARQUET):
        from ledger.hands import read_hands

        yield from read_hands(name, groups=groups)
    else:
        log, payments = text_of_file(name)
        yield payments or log


def text_record(name: str) -> tuple[bytes, Session | Payments]:
    """The bytes of a log or a payments file, and its records. Raises UserError if it cannot be opened."""
    from ledger.log import read

    log, payments = text_of_file(name)
    return log.content, payments or read(*log)


def text_of_file(name: str) -> tuple[Log, Payments | None]:
    """A text file, and its records if it is a payments file. Raises UserError if it cannot be opened."""
    from ledger.log import content_of, is_payments
    from ledger.log.payments import read_payments
    from ledger.log.records import Log
    from ledger.log.words import MOST_BYTES

    content = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else content_of(name)
    file = "standard input" if name == "-" else name
    payments = read_payments(content, file, _currency_beside(name)) if is_payments(content, file) else None
    return Log(content, file), payments


def _currency_beside(name: str) -> str | None:
    """The currency of the book that a payments file lies in; None without a book, or if its settings cannot be read."""
    from ledger.book import read_settings
    from ledger.book.folder import SETTINGS

    settings = Path(name).with_name(SETTINGS)
    if name == "-" or not settings.exists():
        return None
    with suppress(UserError):
        return read_settings(settings).currency
    return None
