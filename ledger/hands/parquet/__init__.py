"""Hands in Parquet, for bulk and for other programs; ledger/docs/parquet.md describes the columns."""

from ledger.hands.parquet.file import (
    count_sessions,
    read_hands,
    read_session,
    row_groups,
    session_ids,
    session_players,
    write_hands,
    write_hands_into,
)
from ledger.hands.parquet.size import check_size

__all__ = [
    "check_size",
    "count_sessions",
    "read_hands",
    "read_session",
    "row_groups",
    "session_ids",
    "session_players",
    "write_hands",
    "write_hands_into",
]
