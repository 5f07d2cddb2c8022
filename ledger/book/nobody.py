"""Removes players from the settings once no log and no payment names them, unless their entry has more than a name.

Otherwise a misspelt name would stay as a player after it was corrected, and be offered for every new session.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from duckdb import DuckDBPyConnection

from ledger.book.folder import PAYMENTS, SETTINGS
from ledger.book.folder_state import FolderState
from ledger.book.rows import column
from ledger.book.settings_edit import change_settings, without_players


def named_in(connection: DuckDBPyConnection, files: Collection[str]) -> set[int]:
    """Return the players who are named in these files."""
    if not files:
        return set()
    return {int(str(one)) for one in column(connection, _NAMED, {"files": sorted(files), "payments": PAYMENTS in files})}


def forget_unnamed(connection: DuckDBPyConnection, state: FolderState, players: set[int]) -> None:
    """Remove those of ``players`` from the settings whom nothing names any more.

    Nobody is removed while a file cannot be read, for it may name anybody. An entry with more than a name was edited by
    somebody, and stays.
    """
    if not players or connection.execute("SELECT 1 FROM files WHERE problem IS NOT NULL LIMIT 1").fetchall():
        return
    gone = players - named_in(connection, [PAYMENTS, *(str(file) for file in column(connection, "SELECT file FROM files"))])
    if gone:
        state.settings = change_settings(state.folder / SETTINGS, lambda text: without_players(text, gone))


_NAMED: Final = """
    SELECT DISTINCT unnest(people) FROM sessions WHERE list_contains($files, file)
    UNION SELECT unnest([payer, payee]) FROM payments WHERE session IS NULL AND $payments
    UNION SELECT unnest(list_append(sharers, payer)) FROM expenses WHERE session IS NULL AND $payments
"""
