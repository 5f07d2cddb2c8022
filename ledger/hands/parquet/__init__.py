"""Hands in Parquet, for bulk and for other programs; ledger/docs/parquet.md describes the columns."""

from ledger.hands.parquet.file import SUFFIX, count_sessions, read_hands, read_session, session_ids, write_hands

__all__ = ["SUFFIX", "count_sessions", "read_hands", "read_session", "session_ids", "write_hands"]
