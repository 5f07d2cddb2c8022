"""The foot of a statement or of an evening's summary: how much of the book it was made from."""

from __future__ import annotations

from typing import Final

from duckdb import DuckDBPyConnection

from ledger.book.closed import closed_in
from ledger.months import day_in_words


def foot(connection: DuckDBPyConnection) -> list[str]:
    """Return the lines of the foot: whoever keeps the document can tell later what the book knew at the time."""
    ((sessions, payments, last),) = connection.execute(_EXTENT).fetchall()
    if last is None:
        return ["The book has no sessions or payments yet."]
    parts = [_counted(number, what) for number, what in ((sessions, "session"), (payments, "payment")) if number]
    found = closed_in(connection)
    return [
        f"As of {day_in_words(last)}: {' and '.join(parts)}.",
        *([f"{found.sentence}."] if found is not None else []),
    ]


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


_EXTENT: Final = """
    SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM papers),
        greatest((SELECT max(date) FROM sessions), (SELECT max(date) FROM postings))
"""
